/* fuzz_search.c - fuzz target: choices of all policies, their scores, proofs, open hands, beliefs, and whole games. */
#include "head.h"

#include <string.h>

const int most_cards = 12;

#define MOST_UNSEEN 24

static struct combo plays[MAX_MOVES];
static struct opinion opinions[MAX_MOVES];

/* ---- views ------------------------------------------------------------------------------------------------------ */

static struct policy drawn_policy(const struct input *in, int kind)
{
    struct policy policy = policy_of(in, kind);
    policy.looseness = (int32_t)(in->pick >> 9) * 100;
    policy.budget.open = in->pick >> 9 & 15;
    policy.budget.worlds = in->pick >> 13 & 7;
    return policy;
}

/* Set the seats; the last one has the unseen cards that the others leave. */
static void seat(const struct input *in, struct view *view)
{
    int rest = cards_size(in->cards);
    view->seats = in->seats;
    memcpy(view->ally, in->ally, sizeof view->ally);
    for (int i = 1; i < in->seats && i < MAX_SEATS; i++) {
        int known = in->left[i] != LEFT_UNKNOWN, share = i == in->seats - 1   ? rest
                                                         : in->left[i] < rest ? in->left[i]
                                                                              : rest;
        view->left[i] = (uint8_t)(known ? share : LEFT_UNKNOWN);
        rest -= known ? share : 0;
    }
    view->to_places = in->seats == 4;
    view->enemies_allied = in->pick >> 7 & 1;
}

/* The seat leads, or follows a play that its own hand could make; the cards of that play are removed. */
static struct view view_of(const struct input *in)
{
    struct view view = {.table = lead_of(in), .unseen = in->cards};
    seat(in, &view);
    int n = in->owner && in->owner < in->seats ? moves_legal(&in->rules, &view.table, plays, MAX_MOVES) : 0;
    if (n > 0) {
        view.table.to_beat = plays[in->seed % (uint32_t)n];
        view.owner = in->owner;
    }
    return view;
}

/* ---- calls ------------------------------------------------------------------------------------------------------ */

/* A choice must be in the hand, and must not be a pass on a lead. */
static uint64_t digest_choice(const struct view *view, int error, const struct choice *choice)
{
    if (error)
        return (uint64_t)error;
    require(choice->combo.length || view->table.to_beat.length);
    require(cards_hold(view->table.hand, choice->combo.cards));
    return digest_add(choice->reasons, &choice->combo, sizeof choice->combo);
}

static uint64_t ask_choice(const struct input *in, const struct engine *engine, const struct view *view, int kind)
{
    struct policy policy = drawn_policy(in, kind);
    struct choice choice;
    int error = policy_choose(engine, &policy, view, in->seed, &choice);
    return digest_choice(view, error, &choice);
}

static uint64_t ask_opinions(const struct input *in, const struct engine *engine, const struct view *view)
{
    struct policy policy = drawn_policy(in, POLICY_RULES);
    int n = policy_opinions(engine, &policy, view, opinions, MAX_MOVES);
    uint64_t digest = (uint64_t)n;
    for (int i = 0; i < n; i++)
        digest = digest_add(digest_add(digest, &opinions[i].combo, sizeof opinions[i].combo),
                            &(int64_t){opinions[i].value}, sizeof(int64_t));
    for (int i = 0; i < n && i < 2; i++) {
        uint16_t on[NET_ACTIVE];
        int inputs = training_inputs(engine, &policy, view, &opinions[i].combo, on);
        int32_t rating = inputs;
        require(inputs <= 0 || !net_rating(engine->nets, 0, on, inputs, &rating));
        digest = digest_add(digest, &(int64_t){rating}, sizeof(int64_t));
    }
    return digest;
}

/* The line of a sure win must split the hand. */
static uint64_t ask_proof(const struct input *in, const struct engine *engine, const struct view *view)
{
    struct combo line[MAX_TURNS];
    int n = moves_legal(&in->rules, &view->table, plays, MAX_MOVES);
    hand_t cards = 0;
    if (n <= 0)
        return (uint64_t)n;
    struct combo first = plays[in->nodes % (uint32_t)n];
    n = forced_win_line(engine, view, &first, line, MAX_TURNS);
    for (int i = 0; i < n; i++)
        cards += line[i].cards;
    require(n <= 0 || cards == view->table.hand);
    return n > 0 ? digest_add((uint64_t)n, line, sizeof *line * (size_t)n) : (uint64_t)n;
}

/* A deal of the hand and the unseen cards, which are distributed among the other seats by rank. */
static struct deal deal_of(const struct input *in)
{
    struct deal deal = {.seats = in->seats % (MAX_SEATS + 1), .to_places = in->seats == 4, .must_show = in->must_show};
    deal.hands[0] = in->hand;
    memcpy(deal.suits[0], in->suits, sizeof in->suits);
    for (int rank = 0; rank < RANKS && deal.seats > 1; rank++)
        deal.hands[1 + (rank + in->left[1]) % (deal.seats - 1)] += cards_of(rank, cards_count(in->cards, rank));
    for (int i = 1; i < MAX_SEATS; i++)
        deal.side[i] = in->ally[i] ? 0 : (uint8_t)(in->pick >> 7 & 1 ? 1 : i);
    return deal;
}

static uint64_t ask_ending(const struct input *in, const struct engine *engine)
{
    struct deal deal = deal_of(in);
    int won = open_hands_solve(engine, &deal, 200);
    require(won <= 1);
    return (uint64_t)won;
}

static uint64_t ask_game(const struct input *in, const struct engine *engine)
{
    struct deal deal = deal_of(in);
    struct policy policies[] = {drawn_policy(in, in->nodes & 3), drawn_policy(in, POLICY_RULES)};
    struct player players[MAX_SEATS];
    struct result result = {0};
    uint64_t seed = in->seed;
    for (int i = 0; i < MAX_SEATS; i++)
        players[i] = (struct player){&policies[i % 2], engine};
    int error = match_play(players, &deal, &seed, 1, &result);
    require(error || result.winner < deal.seats);
    return error ? (uint64_t)error : result.moves * 8u + result.winner;
}

/* With a history in which the owner of the play to beat led it, and all seats after it passed. */
static uint64_t ask_search(const struct input *in, const struct engine *engine, const struct view *view, int believes)
{
    struct policy policy = drawn_policy(in, believes ? POLICY_RULES : POLICY_SEARCH);
    struct past moves[MAX_SEATS] = {{view->table.to_beat, view->owner}};
    struct history history = {moves, 0, 0, 0};
    struct search_result result;
    struct beliefs beliefs;
    struct choice choice;
    for (int i = view->owner; i && i < view->seats && i < MAX_SEATS; i++)
        moves[history.n++].seat = (uint8_t)i;
    if (!believes)
        return digest_choice(view, search_choose(engine, &policy, view, &history, in->seed, &choice, &result), &choice);
    int error = beliefs_sample(engine, &policy, view, &history, 4, 60, in->seed, &beliefs);
    return error ? (uint64_t)error : digest_add(0, &beliefs, sizeof beliefs);
}

uint64_t ask(const struct input *in, const struct engine *engine)
{
    if (cards_size(in->cards) > MOST_UNSEEN)
        return 0;
    int question = in->pick / 16 % 8;
    if (question == 0)
        return ask_ending(in, engine);
    if (question == 1)
        return ask_game(in, engine);
    struct view view = view_of(in);
    if (question == 2)
        return ask_proof(in, engine, &view);
    if (question == 3)
        return ask_opinions(in, engine, &view);
    if (question < 6)
        return ask_search(in, engine, &view, question == 4);
    return ask_choice(in, engine, &view, in->nodes % 3);
}
