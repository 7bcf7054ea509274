/* fuzz_deal.c - fuzz target: whole deals of full size: games with their histories, comparisons, batches, training
 * samples and open hands, with structures of which one byte may be wrong.
 *
 * The cards of an input are the deck, and its bytes are the numbers of a network. A call with any changed
 * byte of a structure returns an error or a sound answer. */
#include "head.h"
#include "robot/chance.h"
#include "robot/game.h"
#include "robot/policy.h"
#include "rules/rules.h"
#include "split/split.h"

#include <stddef.h>
#include <string.h>

const int most_cards = 36;

#define STEPS 6 /* of a batch */

static struct past past[MOST_MOVES];
static struct sample samples[600], replayed[600];
static struct kept_deal kept_deals[1];
static struct kept_move kept_moves[MOST_MOVES];
static struct kept_option kept_options[600];

/* ---- structures ------------------------------------------------------------------------------------------------- */

/* Change one byte of a structure, in one input of two. */
static void spoil(const struct input *in, void *structure, size_t size, uint64_t salt)
{
    uint64_t seed = in->seed ^ salt << 32 ^ in->nodes;
    if (in->pick & 1)
        ((uint8_t *)structure)[chance_below(&seed, (int)size)] ^= (uint8_t)(1 << chance_below(&seed, 8));
}

static struct policy drawn_policy(const struct input *in, int kind)
{
    struct policy policy = policy_of(in, kind);
    policy.aim = in->pick >> 9 & 1;
    policy.budget.open = in->pick >> 10 & 15;
    policy.budget.worlds = in->nodes & 3;
    policy.limits = (struct limits){.forgets = in->solo_top & 1,
                                    .tricks = (in->solo_top >> 1) % (TRICKS_SEEN + 1),
                                    .counts = in->left[2] & 15,
                                    .notices = in->left[0] & 15};
    return policy;
}

static const struct payment paid = {
    .stake = 1, .doubling = UINT64_MAX, .card = 1, .bomb = 5, .spring = 2, .anti_spring = 2};

/* Shuffle the cards of an input and deal them, with suits if its own hand has some; 0 if they are too many. */
static int deal_cards(const struct input *in, struct deal *deal)
{
    uint8_t cards[MAX_CARDS];
    uint64_t seed = in->seed;
    hand_t all = 0;
    int n = 0, seats = 2 + in->seats % 3, suited = suits_any(in->suits);
    if (rules_add_hand(&all, in->hand) || rules_add_hand(&all, in->cards))
        return 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = cards_count(all, rank); i; i--)
            cards[n++] = (uint8_t)(rank | i << 4);
    *deal = (struct deal){.seats = (uint8_t)seats,
                          .to_places = seats == 4,
                          .payment = in->pick & 2 ? &paid : NULL,
                          .handicap = in->left[1] & 3};
    for (int i = 0; i < n; i++) {
        int other = i + chance_below(&seed, n - i), seat = i % seats;
        uint8_t card = cards[other], rank = card & 15;
        cards[other] = cards[i];
        deal->hands[seat] += cards_of(rank, 1);
        if (suited && rank < SUIT_RANKS && !(in->rules.wild_cards >> rank & 1))
            deal->suits[seat][(card >> 4) % 4] += 1u << 2 * rank;
    }
    for (int seat = 1; seat < seats; seat++)
        deal->side[seat] = in->ally[seat % MAX_SEATS] ? 0 : (uint8_t)(in->pick >> 7 & 1 ? 1 : seat);
    return n >= seats;
}

/* A game that rules of play began, its history and the view of its mover. */
struct begun {
    struct deal deal;
    struct game game;
    struct view view;
    struct history history;
};

/* Play some moves of a deal; 0 if it cannot be played so far. */
static int begin_game(const struct input *in, const struct engine *engine, struct begun *b)
{
    struct policy policy = drawn_policy(in, POLICY_RULES);
    struct result result = {0};
    struct choice choice;
    uint32_t taken[4];
    if (game_verify(engine->rules, &b->deal))
        return 0;
    game_start(&b->game, engine->rules, &b->deal, in->seed);
    for (int left = in->nodes >> 2 & 15;; left--) {
        for (int skipped = 0; game_stuck(&b->game) && skipped < MAX_SEATS; skipped++)
            game_skip(&b->game);
        game_look(&b->game, &b->view);
        b->history = (struct history){past, b->game.noted, (uint8_t)b->game.mover, b->deal.must_show};
        if (!left)
            return 1;
        memset(taken, 0, sizeof taken);
        if (policy_choose(engine, &policy, &b->view, in->seed, &choice) ||
            policy_take(engine, &b->view, &choice.combo, taken))
            return 0;
        past[b->game.noted++] = (struct past){choice.combo, (uint8_t)b->game.mover};
        if (game_step(&b->game, &choice.combo, taken, &result))
            return 0;
    }
}

/* ---- calls ------------------------------------------------------------------------------------------------------ */

static uint64_t ask_search(const struct input *in, const struct engine *engine, struct begun *b, int believes)
{
    struct policy policy = drawn_policy(in, POLICY_SEARCH);
    struct search_result result;
    struct beliefs beliefs;
    struct choice choice;
    spoil(in, b->game.noted && in->pick & 4 ? (void *)past : (void *)&b->view,
          b->game.noted && in->pick & 4 ? sizeof *past * (size_t)b->game.noted : offsetof(struct view, payment), 1);
    if (believes) {
        policy.kind = POLICY_RULES;
        int error = beliefs_sample(engine, &policy, &b->view, &b->history, 4, 60, in->seed, &beliefs);
        return error ? (uint64_t)error : digest_add(0, &beliefs, sizeof beliefs);
    }
    int error = search_choose(engine, &policy, &b->view, &b->history, in->seed, &choice, &result);
    if (error)
        return (uint64_t)error;
    require(cards_hold(b->view.table.hand, choice.combo.cards));
    return digest_add(choice.reasons, &choice.combo, sizeof choice.combo);
}

static uint64_t ask_comparison(const struct input *in, const struct engine *engine, struct begun *b)
{
    static struct compared out[8];
    struct policy policy = drawn_policy(in, POLICY_RULES);
    struct comparison comparison = {.turn = {b->view.table.to_beat, 0, b->view.owner},
                                    .draws = 2,
                                    .worlds = in->nodes & 3,
                                    .most = in->pick & 8 ? 6 : 0};
    struct deal dealt = {.seats = b->view.seats};
    memset(out, 0, sizeof out);
    for (int i = 0; i < b->view.seats; i++) {
        int seat = (b->game.mover + i) % b->view.seats;
        dealt.hands[i] = b->game.hands[seat];
        memcpy(dealt.suits[i], b->game.suits[seat], sizeof dealt.suits[i]);
    }
    spoil(in, in->pick & 4 ? (void *)&dealt : (void *)&comparison.turn,
          in->pick & 4 ? offsetof(struct deal, payment) : sizeof comparison.turn, 2);
    comparison.dealt = in->pick & 16 ? &dealt : NULL;
    int n = comparison_run(engine, &policy, &b->view, &b->history, &comparison, in->seed, out);
    require(n <= 6);
    return n > 0 ? digest_add((uint64_t)n, out, sizeof *out * (size_t)n) : (uint64_t)n;
}

static uint64_t ask_match(const struct input *in, const struct engine *engine, struct deal *deal)
{
    struct policy policies[] = {drawn_policy(in, in->nodes & 3), drawn_policy(in, POLICY_RULES)};
    struct player players[MAX_SEATS];
    struct result result = {0};
    uint64_t seed = in->seed;
    spoil(in, in->pick & 4 ? (void *)deal : (void *)policies,
          in->pick & 4 ? offsetof(struct deal, payment) : sizeof *policies, 3);
    policies[0].budget.games &= 7;
    policies[0].budget.worlds &= 3;
    policies[0].budget.most_worlds &= 7;
    for (int i = 0; i < MAX_SEATS; i++)
        players[i] = (struct player){&policies[i % 2], engine};
    int error = match_play(players, deal, &seed, 1, &result);
    require(error || result.winner < deal->seats);
    return error ? (uint64_t)error : digest_add(0, &result.points, sizeof result.points);
}

/* Kept games must give the samples that were taken directly. */
static uint64_t ask_training(const struct input *in, const struct engine *engine, struct deal *deal)
{
    struct policy policy = drawn_policy(in, POLICY_RULES);
    struct player players[MAX_SEATS] = {{&policy, engine}, {&policy, engine}, {&policy, engine}, {&policy, engine}};
    struct sampling plan = {100, 100, in->pick >> 4 & 15};
    struct kept_games kept = {kept_deals, kept_moves, kept_options, 0, 0, 0, MOST_MOVES, 600};
    uint64_t seed = in->seed;
    int n = training_samples(players, deal, &seed, 1, &plan, samples, 600);
    int games = training_keep(players, deal, &seed, 1, &plan, &kept);
    require((n < 0) == (games < 0));
    if (games < 0)
        return (uint64_t)n;
    if (in->pick & 4)
        spoil(in, kept_moves, sizeof *kept_moves * (size_t)(kept.n_moves + 1), 4);
    int again = training_replay(players, deal, &seed, &kept, replayed, 600);
    require(in->pick & 1 || again == n);
    require(in->pick & 1 || !n || !memcmp(samples, replayed, sizeof *samples * (size_t)n));
    return (uint64_t)n;
}

/* The verdict must be that of all winning plays. */
static uint64_t ask_open_hands(const struct input *in, const struct engine *engine, const struct begun *b)
{
    static _Alignas(64) uint8_t memory[OPEN_MEMORY_LEAST];
    static struct open_play plays[MAX_MOVES], line[512];
    struct open_question question = {.to_beat = b->game.to_beat,
                                     .seats = b->deal.seats,
                                     .mover = (uint8_t)b->game.mover,
                                     .owner = (uint8_t)b->game.owner,
                                     .passes = (uint8_t)b->game.passes};
    struct open_answer all, verdict;
    memcpy(question.hands, b->game.hands, sizeof question.hands);
    memcpy(question.suits, b->game.suits, sizeof question.suits);
    for (int seat = 0; seat < b->deal.seats; seat++)
        question.side[seat] = b->deal.side[seat] != b->deal.side[0];
    spoil(in, &question, offsetof(struct open_question, plain_keys), 5);
    int error =
        open_hands_search_run(engine->rules, &question, memory, sizeof memory, 150, &all, plays, MAX_MOVES, line, 512);
    question.verdict_only = 1;
    int other = open_hands_search_run(engine->rules, &question, memory, sizeof memory, 150, &verdict, plays, MAX_MOVES,
                                      line, 512);
    require(error == other);
    require(error || !all.exact || !verdict.exact || all.winner == verdict.winner);
    return error ? (uint64_t)error : digest_add(all.winner, &all.nodes, 2 * sizeof all.nodes);
}

static uint64_t ask_batch(const struct input *in, const struct engine *engine)
{
    static uint8_t memory[1 << 20], deck[256], movers[2], over[2], features[ACTION_FEATURES * 2 * (MAX_MOVES + 1)];
    static int32_t rewards[2 * MAX_SEATS], counts[2], values[2 * (MAX_MOVES + 1)];
    static int64_t starts[2];
    static struct combo plays[2 * (MAX_MOVES + 1)];
    static uint64_t ids[2 * (MAX_MOVES + 1)];
    static struct observation observations[2];
    struct policy policy = drawn_policy(in, POLICY_RULES);
    struct batch_game game = {.rules = engine->rules, .deck = deck, .payment = in->pick & 2 ? &paid : NULL};
    struct batch b = {.games = &game,
                      .n_games = 1,
                      .n = 2,
                      .seed = in->seed,
                      .seats = (uint8_t)(2 + in->seats % 3),
                      .movers = movers,
                      .over = over,
                      .rewards = rewards,
                      .counts = counts,
                      .starts = starts,
                      .plays = plays,
                      .ids = ids,
                      .features = features,
                      .values = in->pick & 8 ? values : NULL,
                      .observations = observations,
                      .capacity = 2 * (MAX_MOVES + 1),
                      .by_points = in->pick & 4 ? 1 : 0};
    uint64_t seed = in->seed, digest = 0;
    int32_t actions[2], wrong;
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = cards_count(in->hand, rank) + cards_count(in->cards, rank); i && game.cards < 128; i--)
            deck[game.cards++] = (uint8_t)rank;
    for (int seat = 0; seat < b.seats; seat++) {
        b.sizes[seat] = (uint8_t)(game.cards / b.seats);
        b.side[seat] = seat > 0;
        game.players[seat] = (struct player){seat ? &policy : NULL, engine};
    }
    memset(memory, 0, sizeof memory);
    spoil(in, (uint8_t *)&b + offsetof(struct batch, seats),
          offsetof(struct batch, by_points) - offsetof(struct batch, seats), 6);
    require(batch_size(2, 0) <= sizeof memory);
    int error = batch_begin(&b, memory, 0);
    for (int i = 0; i < STEPS && !error; i++) {
        for (int table = 0; table < 2; table++)
            actions[table] = counts[table] ? chance_below(&seed, counts[table]) : 0;
        digest = digest_add(digest, observations, sizeof observations / 8 * 8);
        error = batch_step(&b, actions, &wrong);
    }
    split_keep(engine, 0); /* an engine of a batch is its own */
    return error ? (uint64_t)error : digest;
}

/* Fill numbers of a network from the bytes of an input, as they are or within a bound. */
static void fill(const struct input *in, int16_t *numbers, size_t n, int most)
{
    const uint8_t *bytes = (const uint8_t *)in;
    for (size_t i = 0; i < n; i++) {
        size_t at = (i * 2 + (size_t)(in->seed & 255)) % (sizeof *in - 1);
        int16_t number = (int16_t)(bytes[at] | bytes[at + 1] << 8);
        numbers[i] = (int16_t)(in->pick & 1 ? number : number % (most + 1));
    }
}

/* A file of networks: what passes the check rates any inputs without an overflow. */
static uint64_t ask_network(const struct input *in)
{
    static struct net net;
    uint16_t on[NET_ACTIVE + 1];
    int32_t rating = 0;
    fill(in, net.first[0], NET_INPUTS * NET_FIRST, NET_MOST_FIRST);
    fill(in, net.first_bias, NET_FIRST, NET_MOST_FIRST);
    fill(in, net.second[0], NET_SECOND * NET_FIRST, NET_MOST_LATER);
    fill(in, net.second_bias, NET_SECOND, NET_MOST_LATER);
    fill(in, net.last, NET_SECOND, NET_MOST_LATER);
    if (net_verify(&net))
        return require(in->pick & 1), 0;
    for (int i = 0; i <= NET_ACTIVE; i++)
        on[i] = (uint16_t)((in->seed >> i % 24) % (NET_INPUTS + (in->pick >> 8 & 1)));
    int n = (int)(in->nodes % (NET_ACTIVE + 2)), role = in->pick & 2 ? NET_ROLES + (int)(in->nodes >> 8) : 0;
    int error = net_rating(&net, role, on, n, &rating);
    require(role ? error == ERROR_STATE : !error || n > NET_ACTIVE || in->pick >> 8 & 1);
    return digest_add((uint64_t)error, &(int64_t){rating}, sizeof(int64_t));
}

uint64_t ask(const struct input *in, const struct engine *engine)
{
    struct begun b;
    int question = in->pick >> 5 & 7;
    if (question == 0)
        return ask_batch(in, engine);
    if (question == 5)
        return ask_network(in);
    memset(&b, 0, sizeof b);
    if (!deal_cards(in, &b.deal))
        return 0;
    if (question == 1)
        return ask_match(in, engine, &b.deal);
    if (question == 2)
        return ask_training(in, engine, &b.deal);
    if (!begin_game(in, engine, &b))
        return 0;
    if (question == 3)
        return ask_open_hands(in, engine, &b);
    if (question == 4)
        return ask_comparison(in, engine, &b);
    return ask_search(in, engine, &b, question == 6);
}
