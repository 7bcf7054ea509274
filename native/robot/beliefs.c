/* beliefs.c - beliefs about the other hands: sampled worlds, weighted by how well they explain the plays.
 *
 * Each world deals the unseen cards as search.c does and gives every seat back its plays. The deal is then replayed: at
 * each move of another seat the fast policy rates the options of that seat with these cards, and the world's weight is
 * multiplied by the share of the actual move among them (a softmax over the values, in turns). A world in which a seat
 * passed although it could easily beat the play gets little weight. The weights are tempered (a power below one),
 * because not every seat plays like the policy.
 *
 * A seat's move depends only on its own hand and on public facts, so the likelihood is cached by seat and hand: near
 * the end few different hands are possible. */
#include "robot/beliefs.h"
#include "plays/moves.h"
#include "robot/chance.h"
#include "robot/elementary.h"
#include "robot/game.h"
#include "robot/net.h"
#include "robot/pause.h"
#include "robot/policy.h"
#include "robot/view.h"
#include "robot/worlds.h"
#include "rules/cards.h"
#include "rules/rules.h"
#include "rules/table.h"
#include "split/option.h"
#include "split/split.h"

#include <math.h>
#include <string.h>

#define FORBIDDEN (-100.0) /* log likelihood of a pass if the seat had to play */
#define ENOUGH_WORLDS 16   /* minimum effective number of worlds; below it, more are sampled */

/* Log probability of the move, the option at `own`, among all options of the seat. */
static double log_share(const struct option *options, int n, int own)
{
    double total = 0;
    int32_t most = net_best(options, n).value;
    for (int i = 0; i < n; i++)
        total += elementary_exp((double)(options[i].value - most) / SCORE_UNIT);
    double share = own < 0 ? 0 : elementary_exp((double)(options[own].value - most) / SCORE_UNIT);
    return elementary_log((share + 0.01) / (total + 0.01)); /* no seat follows the policy with certainty */
}

/* Return the cards of all plays to the hands of their seats. */
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

/* Add the log likelihood of each wanted seat's moves to the seat's log; 0 or an error. */
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
            game_skip(&g); /* the seat cannot lead anything */
        if (g.mover != seat || !cards_hold(g.hands[seat], move->combo.cards))
            return ERROR_STATE;
        if (wanted[g.mover]) {
            struct view view;
            int own;
            game_look(&g, &view);
            int n = policy_options_and_made(s->engine, s->policy, &view, &move->combo, &own);
            if (n < 0)
                return n;
            if (n > 0)
                logs[g.mover] +=
                    own < 0 && !move->combo.length ? FORBIDDEN : log_share(s->engine->option_memory->options, n, own);
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

/* Write the log likelihood of the history in a world to `log_weight`; 0 or an error. */
static int explain(const struct evidence *s, double *log_weight)
{
    double logs[MAX_SEATS] = {0};
    uint8_t wanted[MAX_SEATS] = {0};
    uint32_t stamp = s->engine->likelihoods->stamp;
    int any = 0;
    *log_weight = 0;
    for (int seat = 1; seat < s->view->seats; seat++) {
        const struct likelihood *kept = likelihood_of(s, seat);
        wanted[seat] = kept->stamp != stamp || kept->hand != s->world.hands[seat] || kept->seat != seat;
        logs[seat] = wanted[seat] ? 0 : kept->log;
        any |= wanted[seat];
    }
    int error = any ? pause_search(s->engine->cpu_until) : 0;
    error = any && !error ? go_through(s, wanted, logs) : error;
    for (int seat = 1; seat < s->view->seats && !error; seat++) {
        if (wanted[seat])
            *likelihood_of(s, seat) = (struct likelihood){s->world.hands[seat], logs[seat], stamp, (uint8_t)seat};
        *log_weight += logs[seat];
    }
    return error;
}

static void sum_up_weights(const double *logs, struct weighed *out)
{
    double most = -INFINITY, squares = 0;
    for (uint32_t i = 0; i < out->n; i++)
        most = logs[i] > most ? logs[i] : most;
    out->total = 0;
    for (uint32_t i = 0; i < out->n; i++) {
        out->weights[i] = elementary_exp(logs[i] - most);
        out->total += out->weights[i];
        squares += out->weights[i] * out->weights[i];
    }
    out->effective = out->total * out->total / squares;
}

/* Sample worlds and weight them; sample more, up to the maximum, while their effective number is too small. 0 or an
 * error. */
static int weigh(struct evidence *s)
{
    struct weighed *out = &s->engine->likelihoods->weighed;
    double *logs = s->engine->likelihoods->logs;
    int error = 0;
    worlds_sides(s->view, &s->world);
    s->world.must_show = s->history->must_show;
    s->engine->likelihoods->stamp++;
    out->n = 0;
    do {
        uint32_t end = out->n && out->n + s->worlds > s->most ? s->most : out->n + s->worlds;
        for (; out->n < end && !error; out->n++) {
            worlds_deal(s->view, chance_at(s->seed, out->n), &s->world);
            logs[out->n] = 0;
            if (s->policy_trust)
                error = explain(s, &logs[out->n]);
            logs[out->n] *= s->policy_trust / 100.0;
        }
        sum_up_weights(logs, out);
    } while (!error && out->effective < ENOUGH_WORLDS && out->n < s->most);
    return error;
}

static int weigh_one(void *context, uint32_t place, double ways)
{
    struct evidence *s = context;
    double *log_weight = &s->engine->likelihoods->logs[place];
    *log_weight = 0;
    int error = s->policy_trust ? explain(s, log_weight) : 0;
    *log_weight = *log_weight * s->policy_trust / 100.0 + elementary_log(ways);
    return error;
}

int beliefs_weigh_all(struct evidence *s, uint32_t most)
{
    struct likelihoods *all = s->engine->likelihoods;
    worlds_sides(s->view, &s->world);
    s->world.must_show = s->history->must_show;
    all->stamp++;
    int n = worlds_visit(s->view, most, &s->world, weigh_one, s);
    if (n > 0 && (uint32_t)n <= most) {
        all->weighed.n = (uint32_t)n;
        sum_up_weights(all->logs, &all->weighed);
    }
    return n;
}

int beliefs_draw(struct evidence *s, uint32_t n)
{
    const struct weighed *weighed = &s->engine->likelihoods->weighed;
    struct drawn *out = s->engine->likelihoods->drawn;
    double passed = 0;
    uint64_t seed = s->seed;
    int drawn = 0, error = weigh(s);
    if (error)
        return error;
    for (uint32_t i = 0, next = 0; i < weighed->n; i++) { /* systematic sampling: n equidistant points */
        uint32_t from = next;
        passed += weighed->weights[i];
        while (next < n && (next + 0.5) * weighed->total < passed * n)
            next++;
        if (next > from)
            out[drawn++] = (struct drawn){chance_at(s->seed, i), next - from};
    }
    for (int i = drawn - 1; i > 0; i--) {
        int other = chance_below(&seed, i + 1);
        struct drawn moved = out[i];
        out[i] = out[other];
        out[other] = moved;
    }
    return drawn;
}

/* Whether a hand contains a bomb of at most `most` cards: a play that beats every ordinary play. */
static int has_bomb(const struct rules *rules, hand_t cards, const uint32_t *suits, int most)
{
    struct combo ordinary = {.length = 1, .key = 255};
    while (ordinary.shape + 1 < rules->n_shapes && rules->shapes[ordinary.shape].tier)
        ordinary.shape++;
    return moves_beat(rules, cards, suits, &ordinary, most, 1);
}

/* The cards that a seat has in every world: the known ones, and for each rank the cards that do not fit into the other
 * hands. */
static hand_t surely_held(const struct view *view, int seat)
{
    hand_t held = view->held[seat];
    int elsewhere = cards_size(view->unseen) - view->left[seat];
    for (int rank = 0; rank < RANKS && view->left[seat] != LEFT_UNKNOWN; rank++) {
        int over = cards_count(view->unseen, rank) - elsewhere, more = over - cards_count(held, rank);
        held += cards_of(rank, more > 0 ? more : 0);
    }
    return held;
}

/* Whether a seat's bomb is certain: none fits into its hand, or it has one in every world, or its hand is known. */
static int knows_bomb(const struct rules *rules, const struct view *view, int seat)
{
    int left = view->left[seat] < MAX_CARDS ? view->left[seat] : MAX_CARDS;
    return left == cards_size(view->unseen) || has_bomb(rules, surely_held(view, seat), NULL, MAX_CARDS) ||
           !has_bomb(rules, view->unseen, view->unseen_suits, left);
}

static void count(const struct evidence *s, double weight, struct beliefs *out)
{
    for (int seat = 1; seat < s->view->seats; seat++) {
        int bomb = has_bomb(s->engine->rules, s->world.hands[seat], s->world.suits[seat], MAX_CARDS);
        out->bomb[seat] += bomb ? weight : 0;
        for (int rank = 0; rank < RANKS; rank++) {
            int held = cards_count(s->world.hands[seat], rank);
            out->holds[seat][rank] += held ? weight : 0;
            out->expected[seat][rank] += weight * held;
        }
    }
}

static void divide(struct beliefs *out, double total)
{
    for (int seat = 1; seat < MAX_SEATS; seat++) {
        out->bomb[seat] /= total;
        for (int rank = 0; rank < RANKS; rank++) {
            out->holds[seat][rank] /= total;
            out->expected[seat][rank] /= total;
        }
    }
}

/* Compute weighted sums over the worlds; 0 or an error. */
static int sum_up(struct evidence *s, struct beliefs *out)
{
    const struct weighed *weighed = &s->engine->likelihoods->weighed;
    int error = weigh(s);
    for (uint32_t i = 0; i < weighed->n && !error; i++) {
        worlds_deal(s->view, chance_at(s->seed, i), &s->world);
        count(s, weighed->weights[i], out);
    }
    if (error)
        return error;
    divide(out, weighed->total);
    out->effective = weighed->effective;
    for (int seat = 1; seat < s->view->seats; seat++)
        out->bomb_known[seat] = (uint8_t)knows_bomb(s->engine->rules, s->view, seat);
    return 0;
}

int beliefs_verify(const struct rules *rules, const struct view *view, const struct history *history)
{
    hand_t all = view->unseen;
    int error = rules_add_hand(&all, view->table.hand);
    if (history->n < 0 || history->n > MOST_MOVES || history->asker >= view->seats)
        return ERROR_STATE;
    for (int i = 0; i < history->n && !error; i++) {
        const struct past *move = &history->moves[i];
        error = move->seat < view->seats ? table_verify_combo(rules, &move->combo) : ERROR_STATE;
        error = error ? error : rules_add_hand(&all, move->combo.cards);
    }
    return error;
}

int beliefs_sample(const struct engine *engine, const struct policy *policy, const struct view *view,
                   const struct history *history, uint32_t worlds, uint32_t policy_trust, uint64_t seed,
                   struct beliefs *out)
{
    struct evidence s = {.engine = engine,
                         .policy = policy,
                         .view = view,
                         .history = history,
                         .worlds = worlds,
                         .most = worlds,
                         .policy_trust = policy_trust,
                         .seed = seed};
    int error = policy_verify(policy);
    memset(out, 0, sizeof *out);
    error = error ? error : view_verify(engine->rules, view);
    error = error ? error : worlds_verify(view);
    error = error ? error : beliefs_verify(engine->rules, view, history);
    if (error)
        return error;
    if (!worlds || worlds > MOST_WORLDS)
        return ERROR_CAPACITY;
    split_keep(engine, 1);
    error = sum_up(&s, out);
    split_keep(engine, 0);
    return error;
}
