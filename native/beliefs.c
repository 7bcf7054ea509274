/* beliefs.c - what the others may hold: sampled worlds, weighted by how well they explain what was played.
 *
 * Each world deals the unseen cards as search.c does and gives every seat back what it has played. The deal is then
 * gone through once more: at each move of another seat the fast policy rates what that seat could have done with these
 * cards, and the world's weight is multiplied by the share that the move really made has among them (a softmax over the
 * values, in turns). A world in which somebody passed with an obvious answer in hand counts little. The weights are
 * tempered (a power below one), so that they do not pretend that everybody plays like the policy.
 */
#include "chance.h"
#include "game.h"
#include "worlds.h"

#include <math.h>
#include <string.h>

#define MOST_WORLDS 2000

struct study {
    const struct rules *rules;
    const struct weights *weights;
    const struct policy *policy;
    const struct view *view;
    const struct past *history;
    int n;
    struct scratch *scratch;
    struct deal world; /* as it stands now, the asker at seat 0 */
};

/* The log of the share that a move has among all that the seat could do. */
static double log_share(const struct option *options, int n, const struct combo *made)
{
    double total = 0, own = 0;
    int32_t most = options[0].value;
    for (int i = 1; i < n; i++)
        most = options[i].value > most ? options[i].value : most;
    for (int i = 0; i < n; i++) {
        double share = exp((double)(options[i].value - most) / SCORE_UNIT);
        total += share;
        if (options[i].combo.cards == made->cards && (!made->length || options[i].combo.shape == made->shape))
            own += share;
    }
    return log((own + 0.01) / (total + 0.01)); /* nobody is sure to play like the policy */
}

/* Give every seat back what it has played. */
static void go_back(const struct study *s, struct game *g)
{
    *g = (struct game){.rules = s->rules, .deal = &s->world, .mover = s->n ? s->history[0].seat : 0};
    memcpy(g->hands, s->world.hands, sizeof g->hands);
    for (int i = 0; i < s->n; i++)
        g->hands[s->history[i].seat] += s->history[i].combo.cards;
}

/* The log of how well a world explains the history; an error code below zero is returned through `error`. */
static double explain(const struct study *s, int *error)
{
    static const uint32_t none[4];
    struct game g;
    struct result result = {0};
    double found = 0;
    go_back(s, &g);
    for (int i = 0; i < s->n && !*error; i++) {
        const struct past *move = &s->history[i];
        struct view view;
        game_look(&g, &view);
        if (g.mover != move->seat || !cards_hold(g.hands[g.mover], move->combo.cards)) {
            *error = ERROR_STATE;
            return 0;
        }
        if (move->seat) {
            int n = policy_options(s->rules, s->weights, s->policy, &view, s->scratch, s->scratch->options);
            if (n < 0)
                *error = n;
            if (n > 1)
                found += log_share(s->scratch->options, n, &move->combo);
        }
        if (game_step(&g, &move->combo, none, &result) && i + 1 < s->n)
            *error = ERROR_STATE;
    }
    return found;
}

/* Add a world to the sums. */
static void count(const struct study *s, double weight, struct beliefs *out)
{
    for (int seat = 1; seat < s->view->seats; seat++)
        for (int rank = 0; rank < RANKS; rank++) {
            int held = cards_count(s->world.hands[seat], rank);
            out->holds[seat][rank] += held ? weight : 0;
            out->expected[seat][rank] += weight * held;
        }
}

static void divide(struct beliefs *out, double total)
{
    for (int seat = 1; seat < MAX_SEATS; seat++)
        for (int rank = 0; rank < RANKS; rank++) {
            out->holds[seat][rank] /= total;
            out->expected[seat][rank] /= total;
        }
}

/* Weigh the worlds one after the other; the largest weight is found first, so that none overflows. */
static int weigh(struct study *s, uint32_t worlds, double temper, uint64_t seed, struct beliefs *out)
{
    double logs[MOST_WORLDS], most = -INFINITY, total = 0, squares = 0;
    int error = 0;
    for (uint32_t i = 0; i < worlds && !error; i++) {
        worlds_deal(s->view, seed + i, &s->world);
        logs[i] = temper > 0 ? temper * explain(s, &error) : 0;
        most = logs[i] > most ? logs[i] : most;
    }
    if (error)
        return error;
    for (uint32_t i = 0; i < worlds; i++) {
        double weight = exp(logs[i] - most);
        worlds_deal(s->view, seed + i, &s->world);
        count(s, weight, out);
        total += weight;
        squares += weight * weight;
    }
    divide(out, total);
    out->effective = total * total / squares;
    return 0;
}

int beliefs_sample(const struct rules *rules, const struct weights *weights, const struct policy *policy,
                   const struct view *view, const struct past *history, int n, uint32_t worlds, double temper,
                   uint64_t seed, void *scratch, struct beliefs *out)
{
    struct study s = {.rules = rules, .weights = weights, .policy = policy, .view = view, .history = history, .n = n,
                      .scratch = scratch};
    int error = policy_verify(rules, view);
    memset(out, 0, sizeof *out);
    if (error || worlds_verify(view))
        return error ? error : ERROR_STATE;
    if (!worlds || worlds > MOST_WORLDS || n < 0)
        return ERROR_ROOM;
    for (int i = 0; i < n; i++)
        if (history[i].seat >= view->seats)
            return ERROR_STATE;
    worlds_sides(view, &s.world);
    plan_keep(scratch, 1);
    error = weigh(&s, worlds, temper, seed, out);
    plan_keep(scratch, 0);
    return error;
}
