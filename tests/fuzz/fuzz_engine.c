/* fuzz_engine.c - libFuzzer target: any bytes are rules, a hand and a table; the core refuses them or is right.
 *
 * An input is a `struct input`; tests/fuzz/corpus.py writes well-formed ones to start from. Rules that
 * rules_verify() accepts must be safe with every hand, and what comes back must keep the core's promises.
 */
#include "cards.h"
#include "play.h"
#include "robots.h"

#include <stdlib.h>
#include <string.h>

#define MOST_CARDS 14

struct input {
    struct rules rules;
    hand_t hand, cards, must_show;
    uint32_t suits[4]; /* of `hand`; zero: they do not matter */
    uint32_t seed, nodes;
    uint16_t pick;
    uint8_t solo_top;
    uint8_t seats, owner, left[MAX_SEATS], ally[MAX_SEATS];
};

static struct weights weights;
static struct combo plays[MAX_MOVES];
static struct hint hints[MAX_MOVES];
static struct survey survey;
static struct combo readings[MAX_READINGS];
static struct split split;
static struct engine engine;

static void require(int promise)
{
    if (!promise)
        abort();
}

/* A straight in one suit is worth at least a mixed one, as split_verify() demands. */
static void fill_weights(const struct rules *rules, uint32_t seed)
{
    int32_t *value = &weights.value[0][0][0];
    for (size_t i = 0; i < sizeof weights / sizeof *value; i++) {
        seed = seed * 1664525 + 1013904223;
        value[i] = (int32_t)(seed >> 8) % 30000 - 20000;
    }
    for (int row = 0; row < rules->n_shapes; row++)
        for (int i = 0; i < RANKS * MAX_RUN && rules->shapes[row].flags & BODY_ONE_SUIT; i++)
            weights.value[row][i / MAX_RUN][i % MAX_RUN] += 30000;
}

/* What is made of `hand` by itself reads back as it was made. */
static void check_reading(const struct rules *rules, const struct combo *combo, hand_t hand)
{
    struct play play = play_of(rules, combo);
    int n = read_all(rules, &play, hand, readings, MAX_READINGS), found = 0;
    require(n > 0);
    for (int i = 0; i < n; i++)
        found |= readings[i].shape == combo->shape && readings[i].key == combo->key &&
                 readings[i].length == combo->length && readings[i].plays_as == combo->plays_as &&
                 readings[i].suit == combo->suit;
    require(found);
}

/* What a split must be: combos that add up to the hand, but for wild cards of which nothing can be made; values that
 * add up to the score, ten turns less for each of those. */
static void check_split(const struct input *in)
{
    hand_t cards = 0;
    int32_t score = 0;
    if (split_best(&engine, in->hand, in->suits, in->nodes, &split))
        return;
    for (int i = 0; i < split.turns; i++) {
        check_reading(&in->rules, &split.combos[i], split.combos[i].cards);
        cards += split.combos[i].cards;
        score += split.values[i];
    }
    require(cards_hold(in->hand, cards));
    hand_t left = in->hand - cards;
    require(cards_wild(&in->rules, left) == left);
    require(split.score == score - 10 * SCORE_UNIT * cards_size(left));
}

static void check_hints(const struct input *in, const struct table *table, int n)
{
    int found = hints_survey(&engine, table, in->nodes, &survey, hints, MAX_MOVES);
    require(found == n || found == ERROR_HAND);
    for (int i = 1; i < found; i++)
        require(hints[i - 1].score >= hints[i].score || hints[i - 1].combo.cards == in->hand);
}

/* The cards of a play by suit are held, and as many as the play has. */
static void check_pick(const struct input *in, const struct table *table, const struct combo *combo)
{
    uint32_t taken[4] = {0};
    if (hints_pick(&engine, table, combo, taken))
        return;
    hand_t plain = combo->cards - cards_wild(&in->rules, combo->cards);
    for (int suit = 0; suit < 4; suit++)
        require(suit_holds(table->suits[suit], taken[suit]));
    for (int rank = 0; rank < SUIT_RANKS; rank++) {
        int n = 0;
        for (int suit = 0; suit < 4; suit++)
            n += suit_count(taken[suit], rank);
        require(n == cards_count(plain, rank));
    }
}

/* Every play is held, reads back as declared, and beats; the hints are the same plays in order. */
static int check_moves(const struct input *in, const struct table *table)
{
    int n = moves_legal(&in->rules, table, plays, MAX_MOVES), bombs = 0;
    for (int i = 0; i < n; i++) {
        struct combo stored;
        struct play play = play_of(&in->rules, &plays[i]);
        require(cards_hold(table->hand, plays[i].cards));
        check_reading(&in->rules, &plays[i], table->hand);
        require(table_play(&in->rules, table, &play, &stored) == 1);
        require(stored.plays_as == plays[i].plays_as || !play.plays_as);
        require(read_beats(&in->rules, &plays[i], &table->to_beat) == 1);
        bombs += plays[i].tier > 0;
    }
    if (n <= 0)
        return n;
    require(table->to_beat.length || !table_may_pass(&in->rules, 1, n, bombs));
    check_hints(in, table, n);
    if (table->suits[0] | table->suits[1] | table->suits[2] | table->suits[3])
        check_pick(in, table, &plays[in->pick % n]);
    return n;
}

/* The line of a sure win parts the hand; open hands are solved or not, and that is all. */
static void check_ending(const struct input *in, const struct view *view, const struct combo *combo)
{
    struct combo line[MAX_TURNS];
    struct deal deal = {.hands = {in->hand, in->cards}, .seats = 2, .side = {0, 1}};
    hand_t cards = 0;
    int n = combo->length ? proof_line(&engine, view, combo, line, MAX_TURNS) : 0;
    for (int i = 0; i < n; i++)
        cards += line[i].cards;
    require(n <= 0 || cards == view->table.hand);
    require(endgame_open(&engine, &deal, 200) <= 1);
}

static void check_robot(const struct input *in, const struct table *table)
{
    struct policy policy = {.kind = in->pick % 4};
    struct view view = {.table = *table, .unseen = in->cards, .seats = in->seats, .owner = in->owner};
    struct choice choice;
    memcpy(view.left, in->left, sizeof view.left);
    memcpy(view.ally, in->ally, sizeof view.ally);
    for (int i = 0; i < POLICY_NUMBERS; i++)
        policy.numbers[i] = (int32_t)(in->seed >> (i % 16)) % 40000;
    if (policy_choose(&engine, &policy, &view, in->seed, &choice))
        return;
    require(choice.combo.length || table->to_beat.length);
    require(cards_hold(table->hand, choice.combo.cards));
    check_ending(in, &view, &choice.combo);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in;
    struct table table;
    if (size < sizeof in)
        return 0;
    memcpy(&in, data, sizeof in);
    if (!engine.memo)
        engine_begin(&engine, calloc(1, engine_memory_size()));
    engine.rules = &in.rules;
    engine.weights = &weights;
    if (rules_verify(&in.rules) || cards_size(in.hand) > MOST_CARDS)
        return 0;
    fill_weights(&in.rules, in.seed);
    if (split_verify(&in.rules, &weights))
        return 0;
    in.nodes = in.nodes % 2000 + 1;
    read_all(&in.rules, &(struct play){.cards = in.cards, .plays_as = in.must_show}, in.cards, readings, MAX_READINGS);
    check_split(&in);
    table = (struct table){.hand = in.hand, .must_show = in.must_show, .solo_top = in.solo_top & 1};
    memcpy(table.suits, in.suits, sizeof table.suits);
    int n = check_moves(&in, &table);
    check_robot(&in, &table);
    if (n > 0) {
        table.to_beat = plays[in.pick % n];
        check_moves(&in, &table);
        check_robot(&in, &table);
    }
    return 0;
}
