/* training.c - training samples for networks: options and their results.
 *
 * At some moves of a game the likely options are tried one after the other, each in the actual deal and played out:
 * the seats' hands are realistic, and the options of a decision differ in nothing else. Some moves are replaced by
 * random ones, so that hands occur that the players avoid. */
#include "robot/chance.h"
#include "robot/game.h"
#include "robot/net.h"
#include "robot/policy.h"
#include "robot/view.h"
#include "rules/cards.h"
#include "split/option.h"
#include "split/split.h"

#include <string.h>

#define LIKELY 9 /* options of a question, the chosen one among them; besides, the pass, bombs, one by chance */
#define MOST_TRIED (LIKELY + 4)
#define SENSIBLE (3 * SCORE_UNIT / 2) /* behind the best by the rules */

struct sampler {
    const struct rules *rules;
    const struct player *players;
    const struct sampling *plan;
    struct sample *out;
    int n, cap;
    uint32_t questions;
};

static int happens(uint64_t *seed, uint32_t thousandths)
{
    return chance_below(seed, 1000) < (int)thousandths;
}

/* Whether the mover's side goes out next after an option, and so wins if no seat has gone out yet; or an error. The
 * mover's payment is written to `points`. */
static int play_out(const struct sampler *s, const struct game *g, const struct combo *combo, uint64_t seed,
                    int32_t *points)
{
    static const uint32_t none[4];
    struct game after = *g;
    struct result result = {0};
    for (int seat = 0, out = 0; seat < g->deal->seats; seat++)
        if (!g->hands[seat])
            result.places[out++] = (uint8_t)seat;
    int ended = game_step(&after, combo, none, &result);
    int error = ended ? 0 : game_run(&after, s->players, policy_mover, seed, &result);
    if (ended)
        game_end(&after, &result);
    *points = result.points[g->mover];
    return error ? error : g->deal->side[result.places[g->out]] == g->deal->side[g->mover];
}

/* The options of a question, the chosen one first; their number. */
static int pick_options(const struct option *options, const int32_t *ratings, int n, int chosen, uint64_t *seed,
                        int *picked)
{
    uint8_t taken[MAX_OPTIONS] = {0};
    int count = 0, bombs = 0, drawn = chance_below(seed, n);
    picked[count++] = chosen;
    taken[chosen] = 1;
    for (int best = 0; count < LIKELY && best >= 0;) {
        best = -1;
        for (int i = 0; i < n; i++)
            if (!taken[i] && (best < 0 || ratings[i] > ratings[best]))
                best = i;
        if (best >= 0)
            taken[picked[count++] = best] = 1;
    }
    for (int i = 0; i < n; i++) {
        if (taken[i])
            continue;
        bombs += option_is_bomb(&options[i]);
        if (option_is_pass(&options[i]) || (option_is_bomb(&options[i]) && bombs < 3) || i == drawn)
            picked[count++] = i;
    }
    return count;
}

/* Try the options at a moment; 0 or an error. */
static int sample_options(struct sampler *s, const struct game *g, const struct view *view, const struct option *options, int n,
                          const struct combo *chosen, uint64_t *seed)
{
    const struct player *player = &s->players[g->mover];
    const struct net *nets = player->policy->learned ? player->engine->nets : NULL;
    struct best best = net_best(options, n);
    struct inputs table, own;
    int32_t ratings[MAX_OPTIONS];
    int picked[MOST_TRIED], role = net_role(view), first = option_find(options, n, chosen);
    if (first < 0 || best.value > SURELY / 2 || s->n + MOST_TRIED > s->cap) /* a sure win makes no question */
        return 0;
    net_look(s->rules, view, &table);
    for (int i = 0; i < n; i++) {
        own = table;
        net_add(s->rules, view, &options[i], best, &own);
        ratings[i] = nets ? net_rating(&nets[role], own.on, own.n) : options[i].value;
    }
    int count = pick_options(options, ratings, n, first, seed, picked);
    struct sample *samples = s->out + s->n;
    struct combo combos[MOST_TRIED];
    for (int i = 0; i < count; i++) {
        own = table;
        net_add(s->rules, view, &options[picked[i]], best, &own);
        samples[i] = (struct sample){s->questions, 0, (uint8_t)role, 0, i == 0, (uint8_t)own.n, {0}};
        memcpy(samples[i].on, own.on, sizeof *own.on * (size_t)own.n);
        combos[i] = options[picked[i]].combo;
    }
    uint64_t same = chance_next(seed);
    for (int i = 0; i < count; i++) { /* the options' memory is used from here on */
        int won = play_out(s, g, &combos[i], same, &samples[i].points);
        if (won < 0)
            return won;
        samples[i].won = (uint8_t)won;
    }
    s->n += count;
    s->questions++;
    return 0;
}

/* Any of the options that are sensible. */
static struct combo stray(const struct option *options, int n, uint64_t *seed)
{
    int32_t least = net_best(options, n).value - SENSIBLE;
    int sensible = 0, i = 0;
    for (int j = 0; j < n; j++)
        sensible += options[j].value >= least;
    for (int left = chance_below(seed, sensible) + 1; left; i++)
        left -= options[i].value >= least;
    return options[i - 1].combo;
}

/* Let the mover play, and sample its options if the move becomes a question; 1 when that ends the deal, or an error. */
static int sample_move(struct sampler *s, struct game *g, uint64_t seed, struct result *result)
{
    static const uint32_t none[4];
    const struct player *player = &s->players[g->mover];
    const struct option *options = player->engine->thoughts->options;
    struct policy plain = *player->policy; /* score by the rules, without networks */
    struct choice choice;
    struct view view;
    plain.kind = POLICY_RULES;
    plain.learned = 0;
    if (game_stuck(g)) {
        game_skip(g);
        result->moves++;
        return 0;
    }
    game_look(g, &view);
    int error = policy_move(player->engine, player->policy, &view, seed, &choice);
    int asks = happens(&seed, s->plan->question_rate) && s->plan->seats >> g->mover & 1;
    int strays = happens(&seed, s->plan->random_rate);
    if (!error && (asks || strays) && !choice.forced && !(choice.reasons & (REASON_FINISH | REASON_SURE_WIN))) {
        int n = policy_options(player->engine, &plain, &view);
        if (n < 0)
            return n;
        struct combo other = stray(options, n, &seed);
        error = asks ? sample_options(s, g, &view, options, n, &choice.combo, &seed) : 0;
        choice.combo = strays ? other : choice.combo;
    }
    return error ? error : game_step(g, &choice.combo, none, result);
}

int training_inputs(const struct engine *engine, const struct policy *policy, const struct view *view,
                    const struct combo *combo, uint16_t on[NET_ACTIVE])
{
    const struct rules *rules = engine->rules;
    const struct option *options = engine->thoughts->options;
    struct policy plain = *policy;
    struct inputs in;
    plain.kind = POLICY_RULES;
    plain.learned = 0;
    int error = view->seats == 3 ? view_verify(rules, view) : ERROR_STATE;
    int n = error ? error : policy_options(engine, &plain, view);
    int i = n > 0 ? option_find(options, n, combo) : -1;
    if (i < 0)
        return n < 0 ? n : 0;
    net_look(rules, view, &in);
    net_add(rules, view, &options[i], net_best(options, n), &in);
    memcpy(on, in.on, sizeof *in.on * (size_t)in.n);
    return in.n;
}

static int has_suits(const struct deal *deal)
{
    int any = 0;
    for (int seat = 0; seat < deal->seats; seat++)
        any |= suits_any(deal->suits[seat]);
    return any;
}

int training_samples(const struct player *players, const struct deal *deals, const uint64_t *seeds, int n,
                     const struct sampling *plan, struct sample *out, int cap)
{
    const struct rules *rules = players[0].engine->rules;
    struct sampler s = {.rules = rules, .players = players, .plan = plan, .out = out, .cap = cap};
    int error = 0;
    for (int seat = 0; seat < 3; seat++)
        if (players[seat].policy->kind == POLICY_SEARCH)
            return ERROR_STATE;
    for (int seat = 0; seat < 3; seat++)
        split_keep(players[seat].engine, 1);
    for (int i = 0; i < n && error >= 0; i++) {
        struct result result = {0};
        struct game g;
        error = deals[i].seats != 3 || has_suits(&deals[i]) ? ERROR_STATE : game_verify(rules, &deals[i]);
        if (error)
            break;
        game_start(&g, rules, &deals[i], seeds[i]);
        for (uint64_t seed = seeds[i]; !error && result.moves < MOST_MOVES;)
            error = sample_move(&s, &g, chance_next(&seed), &result);
    }
    for (int seat = 0; seat < 3; seat++)
        split_keep(players[seat].engine, 0);
    return error < 0 ? error : s.n;
}
