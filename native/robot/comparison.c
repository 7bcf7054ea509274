/* comparison.c - compare moves by playing the same sampled worlds out after each of them.
 *
 * A search (search.c) drops candidates on the way, so the results of the best one are biased upwards. Here every move
 * is played out in every world, and all results are returned; the caller computes statistics. */
#include "robot/beliefs.h"
#include "robot/chance.h"
#include "robot/open_hands.h"
#include "robot/playout.h"
#include "robot/policy.h"
#include "robot/view.h"
#include "robot/worlds.h"
#include "rules/cards.h"
#include "rules/rules.h"
#include "rules/table.h"
#include "split/split.h"

#include <string.h>

#define ALL_TIMES 65536 /* number of draws if all worlds are enumerated and each is played */

static int verify(const struct engine *engine, const struct policy *policy, const struct view *view,
                  const struct history *history, const struct comparison *comparison)
{
    const struct turn *turn = &comparison->turn;
    int error = policy_verify(policy);
    error = error ? error : view_verify(engine->rules, view);
    error = error ? error : worlds_verify(view);
    error = error ? error : beliefs_verify(engine->rules, view, history);
    error = error ? error : table_verify_combo(engine->rules, &turn->to_beat);
    if (error)
        return error;
    if (comparison->worlds > MOST_WORLDS || comparison->draws > MOST_WORLDS || !comparison->draws ||
        comparison->most > MOST_WORLDS)
        return ERROR_BUDGET;
    int own = !turn->mover, n = comparison->n;
    if (n < 0 || n > MOST_COMPARED)
        return ERROR_CAPACITY;
    if (turn->mover >= view->seats || turn->owner >= view->seats || (n && !own) || (!own && !view->left[turn->mover]) ||
        policy->kind == POLICY_SEARCH || (turn->to_beat.length && turn->owner == turn->mover))
        return ERROR_STATE;
    return 0;
}

/* 0, or an error for a deal that does not belong to the view: the same seats have cards, as many as are known. */
static int verify_dealt(const struct rules *rules, const struct view *view, const struct deal *dealt)
{
    hand_t all = 0;
    int error = dealt->hands[0] == view->table.hand ? 0 : ERROR_STATE;
    for (int seat = 0; seat < view->seats && !error; seat++) {
        int cards = cards_size(dealt->hands[seat]), left = seat ? view->left[seat] : cards;
        error = rules_add_hand(&all, dealt->hands[seat]);
        error = error ? error : rules_verify_suits(rules, dealt->hands[seat], dealt->suits[seat]);
        if (!error && (left == LEFT_UNKNOWN ? !cards || cards > MAX_TURNS : cards != left))
            error = ERROR_STATE;
    }
    return error;
}

/* Draw worlds by their likelihood, or deal one after the other; returns their number, or an error. */
static int draw(struct evidence *evidence, struct comparison *comparison)
{
    struct likelihoods *memory = evidence->engine->likelihoods;
    int n = (int)comparison->draws;
    if (evidence->history->n && comparison->worlds && !comparison->dealt) {
        n = beliefs_draw(evidence, comparison->draws);
        comparison->effective = memory->weighed.effective;
        return n;
    }
    comparison->effective = n;
    for (int i = 0; i < n; i++)
        memory->drawn[i] = (struct drawn){chance_at(evidence->seed, (uint64_t)i), 1};
    return n;
}

/* Play a world out after each move; 0 or an error. */
static int play_world(struct playout *p, const struct comparison *comparison, uint32_t taken[][4], uint64_t seed,
                      struct compared *out)
{
    int n = comparison->n ? comparison->n : 1;
    for (int i = 0; i < n; i++) {
        struct outcome outcome = playout_run(p, comparison->n ? &comparison->moves[i] : NULL, taken[i], seed);
        if (outcome.won < 0)
            return outcome.won;
        out->won |= (uint32_t)outcome.won << i;
        memcpy(out->points[i], outcome.points, sizeof out->points[i]);
    }
    return 0;
}

/* State of the visitor that plays all worlds out. */
struct run {
    struct deal world;
    struct playout *playout;
    const struct comparison *comparison;
    uint32_t (*taken)[4];
    uint64_t seed;
    const struct weighed *weighed;
    struct compared *out;
    int n;
};

/* Play one of all worlds out, unless its weight is negligible. */
static int play_one(void *context, uint32_t place, double ways)
{
    (void)ways; /* bits of precision of the weight */
    struct run *run = context;
    uint32_t times = (uint32_t)(run->weighed->weights[place] / run->weighed->total * ALL_TIMES + 0.5);
    if (!times)
        return 0;
    run->out[run->n] = (struct compared){.times = times};
    return play_world(run->playout, run->comparison, run->taken, chance_at(~run->seed, place), &run->out[run->n++]);
}

/* Play all worlds out if there are at most `most`. Returns the number of results, 0 if there are more worlds, or an
 * error. */
static int play_all(struct run *run, struct evidence *evidence, struct comparison *comparison)
{
    int n = beliefs_weigh_all(evidence, comparison->most);
    if (n < 0 || (uint32_t)n > comparison->most)
        return n < 0 ? n : 0;
    n = worlds_visit(evidence->view, comparison->most, &run->world, play_one, run);
    comparison->exact = 1;
    comparison->effective = run->weighed->effective;
    return n < 0 ? n : run->n;
}

/* Play sampled worlds out, or the given deal; returns the number of results, or an error. */
static int play_drawn(struct run *run, struct evidence *evidence, struct comparison *comparison)
{
    const struct drawn *drawn = evidence->engine->likelihoods->drawn;
    int n = draw(evidence, comparison), error = n < 0 ? n : 0;
    for (int i = 0; !error && i < n; i++) {
        run->out[i] = (struct compared){.times = drawn[i].times};
        if (!comparison->dealt)
            worlds_deal(evidence->view, drawn[i].seed, &run->world);
        error = play_world(run->playout, comparison, run->taken, chance_at(~run->seed, (uint64_t)i), &run->out[i]);
    }
    return error ? error : n;
}

int comparison_run(const struct engine *engine, const struct policy *policy, const struct view *view,
                   const struct history *history, struct comparison *comparison, uint64_t seed, struct compared *out)
{
    uint32_t taken[MOST_COMPARED][4] = {{0}};
    struct evidence evidence = {.engine = engine,
                                .policy = policy,
                                .view = view,
                                .history = history,
                                .worlds = comparison->worlds,
                                .most = comparison->worlds,
                                .policy_trust = policy->budget.policy_trust,
                                .seed = seed};
    struct playout playout = {.engine = engine,
                              .policy = policy,
                              .view = view,
                              .turn = comparison->turn,
                              .open = playout_solvable(view) ? policy->budget.open : 0,
                              .aim = view->payment ? AIM_POINTS : AIM_WIN};
    struct run run = {.playout = &playout,
                      .comparison = comparison,
                      .taken = taken,
                      .seed = seed,
                      .weighed = &engine->likelihoods->weighed,
                      .out = out};
    int error = verify(engine, policy, view, history, comparison);
    error = error || !comparison->dealt ? error : verify_dealt(engine->rules, view, comparison->dealt);
    for (int i = 0; i < comparison->n && !error; i++) {
        const struct combo *move = &comparison->moves[i];
        int is_play = !table_verify_combo(engine->rules, move) && cards_hold(view->table.hand, move->cards);
        error = is_play ? policy_take(engine, view, move, taken[i]) : ERROR_COMBO;
    }
    if (error)
        return error;
    comparison->exact = 0;
    open_hands_forget(engine->endings);
    split_keep(engine, 1);
    if (comparison->dealt)
        run.world = *comparison->dealt;
    playout.world = &run.world;
    worlds_sides(view, &run.world);
    int n = comparison->most && !comparison->dealt ? play_all(&run, &evidence, comparison) : 0;
    n = n || comparison->exact ? n : play_drawn(&run, &evidence, comparison);
    split_keep(engine, 0);
    return n;
}
