/* training.c - training samples for networks: options and their results.
 *
 * At some moves of a game, called questions, each likely option is tried in the actual deal and the game played out:
 * the hands are realistic, and the samples of a question differ only in the option. Some moves are replaced by random
 * ones, so that hands occur which the players would avoid.
 *
 * Games can be stored as moves, questions and outcomes. Replaying the moves produces samples with other inputs, without
 * new playouts. */
#include "robot/chance.h"
#include "robot/game.h"
#include "robot/match.h"
#include "robot/net.h"
#include "robot/policy.h"
#include "robot/view.h"
#include "rules/cards.h"
#include "rules/read.h"
#include "split/option.h"
#include "split/split.h"

#include <string.h>

#define LIKELY 9 /* options of a question, the chosen one included; in addition the pass, bombs and a random one */
#define MOST_TRIED (LIKELY + 4)
#define SENSIBLE (3 * SCORE_UNIT / 2) /* options further behind the best by the rules are left out */
#define CLOSE (5 * SCORE_UNIT / 2)    /* the same by the ratings, for samples of close questions */
#define CLOSEST (4 * SCORE_UNIT / 5)  /* a question is close if its best two ratings are */
#define CLEAR_RATE 300                /* of a thousand other questions, those that become samples all the same */

struct sampler {
    const struct rules *rules;
    const struct player *players;
    const struct sampling *plan;
    struct sample *out;
    int n, cap;
    uint32_t questions;
    struct kept_games *kept; /* NULL: samples are written directly */
};

/* The policy whose scores are inputs of networks. It has no networks itself; in games of three it leaves out what
 * networks do not see there in play (tactics.c). */
static struct policy plain_of(const struct policy *policy, int seats)
{
    struct policy plain = *policy;
    plain.kind = POLICY_RULES;
    plain.learned = 0;
    if (seats == 3)
        plain.numbers[POLICY_RUN_OUT] = plain.numbers[POLICY_RUN_OUT_FORCED] = plain.numbers[POLICY_BOMB_MORE] = 0;
    return plain;
}

static int happens(uint64_t *seed, uint32_t thousandths)
{
    return chance_below(seed, 1000) < (int)thousandths;
}

/* Make the mover's move; 1 if that ends the deal, or an error. */
static int make_move(const struct engine *engine, struct game *g, const struct view *view, const struct combo *combo,
                     struct result *result)
{
    uint32_t taken[4] = {0};
    int error = policy_take(engine, view, combo, taken);
    return error ? error : game_step(g, combo, taken, result);
}

/* Whether the mover's side goes out next after an option (and wins, if no seat has gone out before); or an error. The
 * mover's payment is written to `points`. */
static int play_out(const struct sampler *s, const struct game *g, const struct view *view, const struct combo *combo,
                    uint64_t seed, int32_t *points)
{
    struct game after = *g;
    struct result result = {0};
    for (int seat = 0, out = 0; seat < g->deal->seats; seat++)
        if (!g->hands[seat])
            result.places[out++] = (uint8_t)seat;
    int ended = make_move(s->players[g->mover].engine, &after, view, combo, &result);
    if (ended < 0)
        return ended;
    int error = ended ? 0 : game_run(&after, s->players, policy_mover, seed, &result);
    if (ended)
        game_end(&after, &result);
    *points = result.points[g->mover];
    return error ? error : g->deal->side[result.places[g->out]] == g->deal->side[g->mover];
}

/* The number of ratings at most `behind` the best one. */
static int count_near(const int32_t *ratings, int n, int32_t behind)
{
    int32_t best = INT32_MIN;
    int near = 0;
    for (int i = 0; i < n; i++)
        best = ratings[i] > best ? ratings[i] : best;
    for (int i = 0; i < n; i++)
        near += best - ratings[i] <= behind;
    return near;
}

/* Select the options of a question, the chosen one first, and of the others the `likely` best, the pass, bombs and a
 * random one; returns their number. */
static int pick_options(const struct option *options, const int32_t *ratings, int n, int chosen, int likely,
                        uint64_t *seed, int *picked)
{
    uint8_t taken[MAX_OPTIONS] = {0};
    int count = 0, bombs = 0, drawn = chance_below(seed, n);
    picked[count++] = chosen;
    taken[chosen] = 1;
    for (int best = 0; count < likely && best >= 0;) {
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

/* Whether the arrays have space for another question. */
static int has_room(const struct sampler *s)
{
    return s->kept ? s->kept->n_options + MOST_TRIED <= s->kept->most_options : s->n + MOST_TRIED <= s->cap;
}

/* Write an option of a question as a sample. */
static void write_sample(struct sampler *s, const struct view *view, const struct inputs *table,
                         const struct option *option, struct best best, int chosen)
{
    struct inputs own = *table;
    struct sample *sample = &s->out[s->n++];
    net_add(s->rules, view, option, best, &own);
    *sample = (struct sample){s->questions, 0, (uint8_t)net_role(view), 0, (uint8_t)chosen, (uint8_t)own.n, {0}};
    memcpy(sample->on, own.on, sizeof *own.on * (size_t)own.n);
}

/* Store an option of a question. */
static void keep_option(struct kept_games *kept, const struct combo *combo)
{
    kept->options[kept->n_options++] =
        (struct kept_option){.cards = combo->cards, .shape = combo->shape, .key = combo->key, .suit = combo->suit};
    kept->moves[kept->n_moves].options++;
}

/* Try the options at a moment of the game; 0 or an error. */
static int sample_options(struct sampler *s, const struct game *g, const struct view *view,
                          const struct option *options, int n, const struct combo *chosen, uint64_t *seed)
{
    const struct player *player = &s->players[g->mover];
    const struct net *nets = player->policy->learned ? player->engine->nets : NULL;
    struct best best = net_best(options, n);
    struct inputs table, own;
    int32_t ratings[MAX_OPTIONS];
    int picked[MOST_TRIED], role = net_role(view), first = option_find(options, n, chosen);
    if (first < 0 || best.value > SURELY / 2 || !has_room(s)) /* a sure win is no question */
        return 0;
    net_look(s->rules, view, &table);
    for (int i = 0; i < n; i++) {
        own = table;
        net_add(s->rules, view, &options[i], best, &own);
        ratings[i] = options[i].value;
        if (nets)
            net_rating(nets, role, own.on, own.n, &ratings[i]);
    }
    int close = s->plan->close, likely = close ? count_near(ratings, n, CLOSE) : n;
    if (close && count_near(ratings, n, CLOSEST) < 2 && !happens(seed, CLEAR_RATE))
        return 0;
    int count = pick_options(options, ratings, n, first, likely < LIKELY ? likely : LIKELY, seed, picked);
    struct combo combos[MOST_TRIED];
    for (int i = 0; i < count; i++) {
        combos[i] = options[picked[i]].combo;
        if (s->kept)
            keep_option(s->kept, &combos[i]);
        else
            write_sample(s, view, &table, &options[picked[i]], best, i == 0);
    }
    uint64_t same = chance_next(seed);
    for (int i = 0; i < count; i++) { /* from here on the memory of the options is reused */
        int32_t points;
        int won = play_out(s, g, view, &combos[i], same, &points);
        if (won < 0)
            return won;
        if (s->kept) {
            struct kept_option *option = &s->kept->options[s->kept->n_options - count + i];
            option->points = points;
            option->won = (uint8_t)won;
        } else {
            s->out[s->n - count + i].points = points;
            s->out[s->n - count + i].won = (uint8_t)won;
        }
    }
    s->questions++;
    return 0;
}

/* Draw one of the likely options. */
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

/* Store a move, after the options of its question. */
static void keep_move(struct kept_games *kept, const struct combo *combo)
{
    struct kept_move *move = &kept->moves[kept->n_moves++];
    *move = (struct kept_move){.cards = combo->cards,
                               .plays_as = combo->plays_as,
                               .shape = combo->shape,
                               .key = combo->key,
                               .length = combo->length,
                               .suit = combo->suit,
                               .options = move->options};
}

/* Let the mover play, and sample its options if the move becomes a question; 1 if that ends the deal, or an error. */
static int sample_move(struct sampler *s, struct game *g, uint64_t seed, struct result *result)
{
    const struct player *player = &s->players[g->mover];
    const struct option *options = player->engine->option_memory->options;
    struct choice choice;
    struct view view;
    if (game_stuck(g)) {
        game_skip(g);
        result->moves++;
        return 0;
    }
    game_look(g, &view);
    struct policy plain = plain_of(player->policy, view.seats);
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
    if (!error && s->kept)
        keep_move(s->kept, &choice.combo);
    return error ? error : make_move(player->engine, g, &view, &choice.combo, result);
}

int training_inputs(const struct engine *engine, const struct policy *policy, const struct view *view,
                    const struct combo *combo, uint16_t on[NET_ACTIVE])
{
    const struct rules *rules = engine->rules;
    const struct option *options = engine->option_memory->options;
    struct policy plain = plain_of(policy, view->seats);
    struct inputs in;
    int error = policy_verify(policy);
    error = error ? error : view_verify(rules, view);
    int n = error ? error : policy_options(engine, &plain, view);
    int i = n > 0 ? option_find(options, n, combo) : -1;
    if (i < 0)
        return n < 0 ? n : 0;
    net_look(rules, view, &in);
    net_add(rules, view, &options[i], net_best(options, n), &in);
    memcpy(on, in.on, sizeof *in.on * (size_t)in.n);
    return in.n;
}

/* Play a deal and sample it; 1 if it ended, 0 if it did not end, or an error. */
static int sample_deal(struct sampler *s, const struct deal *deal, uint64_t seed, struct game *g, struct result *result)
{
    int ended = game_verify(s->rules, deal);
    if (ended)
        return ended;
    game_start(g, s->rules, deal, seed);
    while (!ended && result->moves < MOST_MOVES)
        ended = sample_move(s, g, chance_next(&seed), result);
    return ended;
}

/* Start or stop keeping splits for all deals. */
static void share_splits(const struct player *players, int seats, int keep)
{
    for (int seat = 0; seat < seats; seat++)
        split_keep(players[seat].engine, keep);
}

/* 0, or an error for players that cannot play deals of equal numbers of seats, without searches. */
static int verify_players(const struct player *players, const struct deal *deals, int n)
{
    int seats = n ? deals->seats : 0, error = n ? match_verify(players, seats) : 0;
    for (int seat = 0; seat < seats && !error; seat++)
        error = players[seat].policy->kind == POLICY_SEARCH ? ERROR_STATE : 0;
    for (int i = 0; i < n && !error; i++)
        error = deals[i].seats == seats ? 0 : ERROR_STATE;
    return error;
}

int training_samples(const struct player *players, const struct deal *deals, const uint64_t *seeds, int n,
                     const struct sampling *plan, struct sample *out, int cap)
{
    struct sampler s = {.rules = players[0].engine->rules, .players = players, .plan = plan, .out = out, .cap = cap};
    int seats = n ? deals->seats : 0, error = verify_players(players, deals, n);
    if (error)
        return error;
    share_splits(players, seats, 1);
    for (int i = 0; i < n && error >= 0; i++) {
        struct result result = {0};
        struct game g;
        error = sample_deal(&s, &deals[i], seeds[i], &g, &result);
    }
    share_splits(players, seats, 0);
    return error < 0 ? error : s.n;
}

int training_keep(const struct player *players, const struct deal *deals, const uint64_t *seeds, int n,
                  const struct sampling *plan, struct kept_games *out)
{
    struct sampler s = {.rules = players[0].engine->rules, .players = players, .plan = plan, .kept = out};
    int seats = n ? deals->seats : 0, error = verify_players(players, deals, n);
    if (error)
        return error;
    share_splits(players, seats, 1);
    out->n_deals = out->n_moves = out->n_options = 0;
    for (int i = 0; i < n && error >= 0 && out->n_moves + MOST_MOVES <= out->most_moves; i++) {
        struct kept_deal *deal = &out->deals[out->n_deals++];
        struct result result = {0};
        struct game g;
        int moves = out->n_moves, options = out->n_options;
        memset(&out->moves[moves], 0, sizeof *out->moves * MOST_MOVES);
        error = sample_deal(&s, &deals[i], seeds[i], &g, &result);
        if (error == 1)
            game_end(&g, &result);
        *deal = (struct kept_deal){(uint32_t)(out->n_moves - moves), (uint32_t)(out->n_options - options), {0}};
        memcpy(deal->points, result.points, sizeof deal->points);
    }
    share_splits(players, seats, 0);
    return error < 0 ? error : out->n_deals;
}

/* ---- replay ------------------------------------------------------------------------------------------------------ */

/* Read a stored move at a table: 1, or an error for an impossible move. */
static int read_move(const struct rules *rules, const struct table *table, const struct kept_move *move,
                     struct combo *out)
{
    struct combo readings[MAX_READINGS];
    struct play play = {.cards = move->cards, .plays_as = move->plays_as, .suit = move->suit};
    memset(out, 0, sizeof *out);
    if (move->suit >= 1 && move->suit <= 4)
        play.suits[move->suit - 1] = read_suit_word(move->cards - cards_wild(rules, move->cards));
    if (!move->length)
        return table->to_beat.length && !move->cards ? 1 : ERROR_STATE;
    if (!cards_hold(table->hand, move->cards))
        return ERROR_STATE;
    int n = read_all(rules, &play, table->hand, readings, MAX_READINGS);
    for (int i = 0; i < n; i++)
        if (readings[i].shape == move->shape && readings[i].key == move->key && readings[i].length == move->length &&
            readings[i].suit == move->suit && read_beats(rules, &readings[i], &table->to_beat)) {
            *out = readings[i];
            return 1;
        }
    return ERROR_STATE;
}

/* The index of a stored option among options; -1 if it is not there. */
static int find_kept(const struct option *options, int n, const struct kept_option *kept)
{
    for (int i = 0; i < n; i++) {
        const struct combo *combo = &options[i].combo;
        if (combo->cards == kept->cards &&
            (!combo->length || (combo->shape == kept->shape && combo->key == kept->key && combo->suit == kept->suit)))
            return i;
    }
    return -1;
}

/* Write the samples of a stored question; 0 or an error. */
static int replay_question(struct sampler *s, const struct player *player, const struct view *view,
                           const struct kept_option *kept, int count)
{
    const struct option *options = player->engine->option_memory->options;
    struct policy plain = plain_of(player->policy, view->seats);
    int n = policy_options(player->engine, &plain, view);
    if (n < 0 || s->n + count > s->cap)
        return n < 0 ? n : ERROR_CAPACITY;
    struct best best = net_best(options, n);
    struct inputs table;
    net_look(s->rules, view, &table);
    for (int i = 0; i < count; i++) {
        int found = find_kept(options, n, &kept[i]);
        if (found < 0)
            return ERROR_STATE;
        write_sample(s, view, &table, &options[found], best, i == 0);
        s->out[s->n - 1].points = kept[i].points;
        s->out[s->n - 1].won = kept[i].won;
    }
    s->questions++;
    return 0;
}

/* Replay a stored deal; 0 or an error. */
static int replay_deal(struct sampler *s, const struct deal *dealt, uint64_t seed, const struct kept_deal *deal,
                       const struct kept_move *moves, const struct kept_option *options)
{
    struct result result = {0};
    struct combo combo;
    struct view view;
    struct game g;
    int ended = 0, used = 0, error = game_verify(s->rules, dealt);
    if (error)
        return error;
    game_start(&g, s->rules, dealt, seed);
    for (uint32_t i = 0; i < deal->moves && !ended; i++) {
        for (int skipped = 0; game_stuck(&g) && skipped < dealt->seats; skipped++)
            game_skip(&g);
        game_look(&g, &view);
        if (moves[i].options)
            error = replay_question(s, s->players, &view, options + used, moves[i].options);
        used += moves[i].options;
        if (!error && read_move(s->rules, &view.table, &moves[i], &combo) < 0)
            error = ERROR_STATE;
        if (error)
            return error;
        ended = make_move(s->players->engine, &g, &view, &combo, &result);
        if (ended < 0 || (ended && i + 1 < deal->moves))
            return ERROR_STATE;
    }
    if (ended)
        game_end(&g, &result);
    return memcmp(result.points, deal->points, sizeof result.points) || used != (int)deal->options ? ERROR_STATE : 0;
}

int training_replay(const struct player *player, const struct deal *deals, const uint64_t *seeds,
                    const struct kept_games *kept, struct sample *out, int cap)
{
    struct sampler s = {.rules = player->engine->rules, .players = player, .out = out, .cap = cap};
    int error = policy_verify(player->policy);
    int64_t moves = 0, options = 0;
    split_keep(player->engine, 1);
    for (int i = 0; i < kept->n_deals && !error; i++) {
        const struct kept_deal *deal = &kept->deals[i];
        int64_t total = 0;
        if (moves + deal->moves > kept->n_moves || options + deal->options > kept->n_options)
            error = ERROR_STATE;
        for (uint32_t j = 0; j < deal->moves && !error; j++)
            total += kept->moves[moves + j].options;
        if (total != deal->options)
            error = ERROR_STATE;
        error =
            error ? error : replay_deal(&s, &deals[i], seeds[i], deal, kept->moves + moves, kept->options + options);
        moves += deal->moves;
        options += deal->options;
    }
    split_keep(player->engine, 0);
    return error ? error : s.n;
}
