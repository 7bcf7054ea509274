/* beliefs.c - what the others may hold: sampled worlds, weighted by how well they explain what was played.
 *
 * Each world deals the unseen cards as search.c does and gives every seat back what it has played. The deal is then
 * gone through once more: at each move of another seat the fast policy rates what that seat could have done with these
 * cards, and the world's weight is multiplied by the share that the move really made has among them (a softmax over the
 * values, in turns). A world in which somebody passed with an obvious answer in hand counts little. The weights are
 * tempered (a power below one), so that they do not pretend that everybody plays like the policy.
 *
 * What a seat did depends on its own hand alone, beside what all know, so it is kept by seat and hand: near the end few
 * hands are left, and all worlds are made of them.
 */
#include "beliefs.h"
#include "cards.h"
#include "chance.h"
#include "game.h"
#include "option.h"
#include "policy.h"
#include "split.h"
#include "view.h"
#include "worlds.h"

#include <math.h>
#include <string.h>

#define FORBIDDEN (-100.0) /* the log of a pass where the seat had to play */

/* The log of the share that the move made, the option at `own`, has among all that the seat would think of. */
static double log_share(const struct option *options, int n, int own)
{
    double total = 0;
    int32_t most = options[0].value;
    for (int i = 1; i < n; i++)
        most = options[i].value > most ? options[i].value : most;
    for (int i = 0; i < n; i++)
        total += exp((double)(options[i].value - most) / SCORE_UNIT);
    double share = own < 0 ? 0 : exp((double)(options[own].value - most) / SCORE_UNIT);
    return log((share + 0.01) / (total + 0.01)); /* nobody is sure to play like the policy */
}

/* Give every seat back what it has played. */
static void go_back(const struct evidence *s, struct game *g)
{
    const struct history *history = s->history;
    int seats = s->view->seats;
    *g = (struct game){.rules = s->engine->rules, .deal = &s->world};
    memcpy(g->hands, s->world.hands, sizeof g->hands);
    for (int i = history->n - 1; i >= 0; i--) {
        g->mover = (history->moves[i].seat + seats - history->asker) % seats;
        g->hands[g->mover] += history->moves[i].combo.cards;
    }
}

/* Add what each move of a seat that is wanted tells to the seat's log; 0 or an error. */
static int go_through(const struct evidence *s, const uint8_t *wanted, double *logs)
{
    static const uint32_t none[4];
    struct game g;
    struct result result = {0};
    int seats = s->view->seats;
    go_back(s, &g);
    for (int i = 0; i < s->history->n; i++) {
        const struct past *move = &s->history->moves[i];
        int seat = (move->seat + seats - s->history->asker) % seats;
        for (int skipped = 1; skipped < seats && g.mover != seat && !g.to_beat.length; skipped++)
            game_skip(&g); /* who holds nothing that could be led */
        if (g.mover != seat || !cards_hold(g.hands[seat], move->combo.cards))
            return ERROR_STATE;
        if (wanted[g.mover]) {
            struct view view;
            int own;
            game_look(&g, &view);
            int n = policy_thoughts(s->engine, s->policy, &view, &move->combo, &own);
            if (n < 0)
                return n;
            if (n > 0)
                logs[g.mover] += own < 0 && !move->combo.length ? FORBIDDEN : log_share(s->engine->thoughts->options, n, own);
        }
        if (game_step(&g, &move->combo, none, &result) && i + 1 < s->history->n)
            return ERROR_STATE;
    }
    return 0;
}

static struct likelihood *likelihood_of(const struct evidence *s, int seat)
{
    return &s->engine->likelihoods->of[hash_place(s->world.hands[seat] ^ (uint64_t)seat, LIKELIHOOD_BITS)];
}

/* The log of how well a world explains the history, through `found`; 0 or an error. */
static int explain(const struct evidence *s, double *found)
{
    double logs[MAX_SEATS] = {0};
    uint8_t wanted[MAX_SEATS] = {0};
    uint32_t stamp = s->engine->likelihoods->stamp;
    int any = 0;
    *found = 0;
    for (int seat = 1; seat < s->view->seats; seat++) {
        const struct likelihood *kept = likelihood_of(s, seat);
        wanted[seat] = kept->stamp != stamp || kept->hand != s->world.hands[seat] || kept->seat != seat;
        logs[seat] = wanted[seat] ? 0 : kept->log;
        any |= wanted[seat];
    }
    int error = any ? go_through(s, wanted, logs) : 0;
    for (int seat = 1; seat < s->view->seats && !error; seat++) {
        if (wanted[seat])
            *likelihood_of(s, seat) = (struct likelihood){s->world.hands[seat], logs[seat], stamp, (uint8_t)seat};
        *found += logs[seat];
    }
    return error;
}

static uint64_t world_seed(uint64_t seed, uint32_t world)
{
    seed += world;
    return chance_next(&seed);
}

/* The weight of each of so many worlds, the largest 1; 0 or an error. */
static int weigh(struct evidence *s, uint32_t worlds, uint32_t temper, uint64_t seed, double *weights)
{
    double most = -INFINITY;
    int error = 0;
    worlds_sides(s->view, &s->world);
    s->world.must_show = s->history->must_show;
    s->engine->likelihoods->stamp++;
    for (uint32_t i = 0; i < worlds && !error; i++) {
        worlds_deal(s->view, world_seed(seed, i), &s->world);
        weights[i] = 0;
        if (temper)
            error = explain(s, &weights[i]);
        weights[i] *= temper / 100.0;
        most = weights[i] > most ? weights[i] : most;
    }
    for (uint32_t i = 0; i < worlds && !error; i++)
        weights[i] = exp(weights[i] - most);
    return error;
}

int beliefs_draw(struct evidence *s, uint32_t worlds, uint32_t n, uint32_t temper, uint64_t seed, struct drawn *out)
{
    double weights[MOST_WORLDS], total = 0, passed = 0;
    int drawn = 0, error = weigh(s, worlds, temper, seed, weights);
    if (error)
        return error;
    for (uint32_t i = 0; i < worlds; i++)
        total += weights[i];
    for (uint32_t i = 0, next = 0; i < worlds; i++) { /* a mark at each n-th part of the total, half a part from its start */
        uint32_t from = next;
        passed += weights[i];
        while (next < n && (next + 0.5) * total < passed * n)
            next++;
        if (next > from)
            out[drawn++] = (struct drawn){world_seed(seed, i), next - from};
    }
    for (int i = drawn - 1; i > 0; i--) {
        int other = chance_below(&seed, i + 1);
        struct drawn moved = out[i];
        out[i] = out[other];
        out[other] = moved;
    }
    return drawn;
}

/* Add a world to the sums. */
static void count(const struct evidence *s, double weight, struct beliefs *out)
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

/* Sum up the worlds by their weights; 0 or an error. */
static int sum_up(struct evidence *s, uint32_t worlds, uint32_t temper, uint64_t seed, struct beliefs *out)
{
    double weights[MOST_WORLDS], total = 0, squares = 0;
    int error = weigh(s, worlds, temper, seed, weights);
    for (uint32_t i = 0; i < worlds && !error; i++) {
        worlds_deal(s->view, world_seed(seed, i), &s->world);
        count(s, weights[i], out);
        total += weights[i];
        squares += weights[i] * weights[i];
    }
    if (error)
        return error;
    divide(out, total);
    out->effective = total * total / squares;
    return 0;
}

int beliefs_verify(const struct view *view, const struct history *history)
{
    for (int i = 0; i < history->n; i++)
        if (history->moves[i].seat >= view->seats)
            return ERROR_STATE;
    return history->n < 0 || history->asker >= view->seats ? ERROR_STATE : 0;
}

int beliefs_sample(const struct engine *engine, const struct policy *policy, const struct view *view,
                   const struct history *history, uint32_t worlds, uint32_t temper, uint64_t seed,
                   struct beliefs *out)
{
    struct evidence s = {.engine = engine, .policy = policy, .view = view, .history = history};
    int error = view_verify(engine->rules, view);
    memset(out, 0, sizeof *out);
    error = error ? error : worlds_verify(view);
    error = error ? error : beliefs_verify(view, history);
    if (error)
        return error;
    if (!worlds || worlds > MOST_WORLDS)
        return ERROR_ROOM;
    split_keep(engine, 1);
    error = sum_up(&s, worlds, temper, seed, out);
    split_keep(engine, 0);
    return error;
}
