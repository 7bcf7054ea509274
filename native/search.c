/* search.c - what to play, by playing on: sampled worlds, and the fast policy at every seat to the end.
 *
 * A WORLD is a way to deal the unseen cards to the others that agrees with what is known: how many cards each holds, and
 * cards that a seat must hold. Candidates are what the fast policy likes best, bombs, and the pass. They are tried by
 * sequential halving: all candidates in the same worlds, the better half of them in more worlds, until one is left or one
 * is clearly ahead of the next. What counts is the share of worlds that the mover's side wins. The budget
 * counts games played on, never time, and chance comes from the seed: the same question has the same answer.
 *
 * Where the history is complete, worlds are drawn by how well they explain it (beliefs.c); one that is drawn several times
 * is played once and counts so often.
 *
 * Two things are exact. A candidate that surely wins, whatever the enemies hold, is played without sampling (proof.c);
 * and a world in which few cards are left is solved with open hands rather than played on (endgame.c).
 *
 * The memo of splits is kept through all worlds: the mover's own hand is the same in each of them.
 */
#include "search.h"
#include "beliefs.h"
#include "cards.h"
#include "chance.h"
#include "endgame.h"
#include "game.h"
#include "option.h"
#include "policy.h"
#include "proof.h"
#include "split.h"
#include "view.h"
#include "worlds.h"

#include <string.h>

#define MOST_CANDIDATES 16
#define MOST_BUDGET 1000000 /* games, or worlds of trust: sums of them stay in range */
#define MOST_STATES 400 /* looked at to solve one world */

struct candidate {
    struct option option;
    uint32_t taken[4];
    int won, tried;
    int32_t prior; /* what the fast policy thinks of it, beside the best */
};

struct quest {
    const struct engine *engine;
    struct policy policy; /* that plays on */
    const struct budget *budget;
    const struct view *view;
    const struct history *history;
    struct candidate candidates[MOST_CANDIDATES];
    struct deal world;
    struct drawn *drawn; /* by the history; none where it is not known */
    int n_drawn, next;   /* how many, and the next that is played on */
    int n;
    int solvable; /* two sides, no suits, nobody has gone out */
};

/* ---- playing on -------------------------------------------------------------------------------------------------- */

/* The game as it stands before the mover, in this world; seats that have gone out hold the first places. */
static void set_up(const struct quest *q, struct game *g, struct result *result)
{
    const struct view *view = q->view;
    *g = (struct game){.rules = q->engine->rules, .deal = &q->world, .to_beat = view->table.to_beat, .owner = view->owner,
                       .led = 1};
    memcpy(g->hands, q->world.hands, sizeof g->hands);
    memcpy(g->suits, q->world.suits, sizeof g->suits);
    for (int i = 1; i < view->seats; i++)
        if (!view->left[i])
            result->places[g->out++] = (uint8_t)i;
    for (int i = view->owner + 1; i < view->seats && view->owner; i++)
        g->passes += view->left[i] != 0;
}

/* Whether this world is near its end, and of a kind that can be solved. */
static int is_ending(const struct quest *q, const struct game *g)
{
    int cards = 0;
    for (int i = 0; i < q->view->seats; i++)
        cards += cards_size(g->hands[i]);
    return cards <= (int)q->budget->open && q->solvable;
}

/* Whether the mover's side goes out next, and so wins if nobody has gone out yet, in this world after a candidate: 1, 0, or
 * an error. */
static int play_on(const struct quest *q, const struct candidate *candidate, uint64_t seed)
{
    struct game g;
    struct result result = {0};
    struct player players[MAX_SEATS];
    set_up(q, &g, &result);
    int next = g.out;
    for (int i = 0; i < q->view->seats; i++)
        players[i] = (struct player){&q->policy, q->engine};
    int ended = game_step(&g, &candidate->option.combo, candidate->taken, &result);
    int won = !ended && is_ending(q, &g) ? endgame_wins(&g, MOST_STATES, q->engine->endings) : -1;
    if (won >= 0)
        return won;
    int error = ended ? 0 : game_run(&g, players, policy_mover, seed, &result);
    return error ? error : q->world.side[result.places[next]] == q->world.side[0];
}

/* ---- the choice -------------------------------------------------------------------------------------------------- */

/* Put better candidates first: share of worlds won, then what the fast policy thinks. */
static int is_better(const struct quest *q, const struct candidate *a, const struct candidate *b)
{
    int64_t trust = q->budget->trust; /* worlds that the policy's opinion weighs, for each turn */
    int64_t x = ((int64_t)a->won * SCORE_UNIT + trust * a->prior) * (b->tried + 1);
    int64_t y = ((int64_t)b->won * SCORE_UNIT + trust * b->prior) * (a->tried + 1);
    return x != y ? x > y : a->prior > b->prior;
}

static void sort_candidates(struct quest *q)
{
    for (int i = 1; i < q->n; i++) {
        struct candidate moved = q->candidates[i];
        int j = i;
        for (; j && is_better(q, &moved, &q->candidates[j - 1]); j--)
            q->candidates[j] = q->candidates[j - 1];
        q->candidates[j] = moved;
    }
}

/* Whether the first candidate is ahead of the next by more than chance explains: three deviations of two fair coins. */
static int is_clear(const struct quest *q)
{
    const struct candidate *a = &q->candidates[0], *b = &q->candidates[1];
    int ahead = a->won - b->won;
    return a->tried >= 16 && a->tried == b->tried && ahead > 0 && (int64_t)ahead * ahead > 5 * (int64_t)a->tried;
}

/* The next world, and how often it counts. */
static int next_world(struct quest *q, uint64_t seed)
{
    int place = q->next++;
    struct drawn world = q->n_drawn ? q->drawn[place % q->n_drawn] : (struct drawn){chance_at(seed, (uint64_t)place), 1};
    worlds_deal(q->view, world.seed, &q->world);
    return (int)world.times;
}

/* Try the candidates that are left in so many worlds; the games that were played, or an error. */
static int try_worlds(struct quest *q, uint64_t seed, int worlds)
{
    int games = 0;
    while (worlds > 0) {
        int times = next_world(q, seed);
        for (int c = 0; c < q->n; c++) {
            int won = play_on(q, &q->candidates[c], seed);
            if (won < 0)
                return won;
            q->candidates[c].won += won * times;
            q->candidates[c].tried += times;
        }
        worlds -= times;
        games += q->n;
    }
    return games;
}

/* Worlds of a round of the halving, for each of `n` candidates. */
static int round_worlds(const struct quest *q, int n)
{
    int rounds = 1;
    for (int left = q->n; left > 2; left = (left + 1) / 2)
        rounds++;
    int worlds = (int)q->budget->games / rounds / n;
    return worlds ? worlds : 1;
}

/* Draw worlds for all rounds, if there is a history; 0 or an error. */
static int draw_worlds(struct quest *q, struct drawn *drawn, uint64_t seed)
{
    int wanted = 0, n = q->n;
    uint32_t worlds = q->budget->explained;
    if (!q->history->n || !worlds)
        return 0;
    for (; n > 1; n = (n + 1) / 2)
        wanted += round_worlds(q, n);
    struct study study = {.engine = q->engine, .policy = &q->policy, .view = q->view, .history = q->history};
    int found = beliefs_draw(&study, worlds, (uint32_t)wanted, q->budget->temper, seed, drawn);
    q->drawn = drawn;
    q->n_drawn = found;
    return found < 0 ? found : 0;
}

/* Sequential halving over the budget of games. */
static int halve(struct quest *q, uint64_t seed, struct searched *out)
{
    struct drawn drawn[MOST_WORLDS];
    int error = draw_worlds(q, drawn, seed);
    int rounds[MOST_CANDIDATES], n_rounds = 0;
    for (int n = q->n; n > 1; n = (n + 1) / 2)
        rounds[n_rounds++] = round_worlds(q, n);
    for (int round = 0; !error && round < n_rounds; round++) {
        int most = (int)(q->budget->games - out->games) / q->n; /* a small budget ends early */
        int games = try_worlds(q, seed, rounds[round] < most ? rounds[round] : most);
        if (games < 0)
            return games;
        out->games += (uint32_t)games;
        sort_candidates(q);
        if (is_clear(q))
            break;
        q->n = round + 1 < n_rounds ? (q->n + 1) / 2 : 1;
    }
    return error;
}

/* Take the options that the fast policy likes best as candidates; beyond so many, bombs and the pass if they are near. */
static void add_candidates(struct quest *q, const struct option *options, int n)
{
    uint8_t seen[MAX_OPTIONS] = {0};
    int32_t most = 0;
    for (int left = n; left && q->n < MOST_CANDIDATES; left--) {
        int best = -1, beyond = q->n >= (int)q->budget->candidates;
        for (int i = 0; i < n; i++)
            if (!seen[i] && (best < 0 || options[i].value > options[best].value))
                best = i;
        const struct option *option = &options[best];
        seen[best] = 1;
        most = left == n ? option->value : most;
        int32_t behind = most - option->value;
        if (beyond && behind > 4 * SCORE_UNIT)
            break;
        if (beyond && option->combo.length && !option->combo.tier)
            continue;
        behind = behind < 5 * SCORE_UNIT ? behind : 5 * SCORE_UNIT;
        q->candidates[q->n++] = (struct candidate){.option = *option, .prior = -behind};
    }
}

static int is_solvable(const struct view *view)
{
    int out = 0, enemies = 0;
    for (int i = 1; i < view->seats; i++) {
        out += view->left[i] == 0;
        enemies += !view->ally[i];
    }
    return !out && (enemies == 1 || view->enemies_allied) && !view_sees_suits(view);
}

/* The suits of each candidate's cards, in games where they matter. */
static int pick_suits(struct quest *q)
{
    int error = 0;
    for (int i = 0; i < q->n && !error; i++) {
        struct candidate *candidate = &q->candidates[i];
        error = policy_take(q->engine, q->view, &candidate->option.combo, candidate->taken);
    }
    return error;
}

static void fill(const struct quest *q, struct choice *out, struct searched *found)
{
    const struct candidate *best = &q->candidates[0];
    out->combo = best->option.combo;
    out->value = best->option.value;
    out->reasons = best->option.reasons | REASON_SEARCHED;
    found->won = (uint32_t)best->won;
    found->tried = (uint32_t)best->tried;
}

/* Choose a candidate that surely wins, if there is one; 1, or 0. */
static int prove(const struct quest *q, struct choice *out)
{
    struct option options[MOST_CANDIDATES];
    for (int i = 0; i < q->n; i++)
        options[i] = q->candidates[i].option;
    int i = proof_find(q->engine, q->view, options, q->n);
    if (i < 0)
        return 0;
    out->combo = options[i].combo;
    out->value = options[i].value;
    out->reasons = REASON_SURE_WIN;
    return 1;
}

int search_move(const struct engine *engine, const struct policy *policy, const struct view *view,
                const struct history *history, uint64_t seed, struct choice *out, struct searched *found)
{
    struct quest q = {.engine = engine, .policy = *policy, .view = view, .history = history,
                      .budget = &policy->budget};
    q.policy.kind = POLICY_RULES;
    memset(found, 0, sizeof *found);
    int error = policy_move(engine, &q.policy, view, seed, out);
    if (error || out->forced || out->reasons & (REASON_FINISH | REASON_SURE_WIN))
        return error;
    int n = policy_options(engine, &q.policy, view);
    if (n < 2)
        return n < 0 ? n : 0;
    add_candidates(&q, engine->thoughts->options, n);
    error = pick_suits(&q);
    worlds_sides(view, &q.world);
    q.solvable = is_solvable(view);
    endgame_forget(engine->endings);
    split_keep(engine, 1);
    int proven = !error && prove(&q, out);
    error = error || proven ? error : halve(&q, seed, found);
    split_keep(engine, 0);
    if (!error && !proven && found->games)
        fill(&q, out, found);
    return error;
}

int search_choose(const struct engine *engine, const struct policy *policy, const struct view *view,
                  const struct history *history, uint64_t seed, struct choice *out, struct searched *found)
{
    const struct budget *budget = &policy->budget;
    int error = view_verify(engine->rules, view);
    error = error ? error : worlds_verify(view);
    error = error ? error : beliefs_verify(view, history);
    if (budget->games > MOST_BUDGET || budget->trust > MOST_BUDGET || budget->explained > MOST_WORLDS)
        error = ERROR_STATE;
    return error ? error : search_move(engine, policy, view, history, seed, out, found);
}
