/* fuzz_engine.c - libFuzzer target: any bytes are rules, a hand and a table; the core refuses them or is right.
 *
 * An input is a `struct input`; tests/fuzz/corpus.py writes well-formed ones to start from. Rules that
 * rules_verify() accepts must be safe with every hand, and what comes back must keep the core's promises.
 */
#include "cards.h"

#include <stdlib.h>
#include <string.h>

#define MOST_CARDS 14

struct input {
    struct rules rules;
    hand_t hand, cards;
    uint32_t seed, nodes;
    uint16_t pick;
    uint8_t seats, owner, left[MAX_SEATS], ally[MAX_SEATS];
};

static struct weights weights;
static struct combo plays[MAX_MOVES];
static struct hint hints[MAX_MOVES];
static struct combo readings[MAX_READINGS];
static struct split split;
static void *scratch;

static void require(int promise)
{
    if (!promise)
        abort();
}

static void fill_weights(uint32_t seed)
{
    int32_t *value = &weights.value[0][0][0];
    for (size_t i = 0; i < sizeof weights / sizeof *value; i++) {
        seed = seed * 1664525 + 1013904223;
        value[i] = (int32_t)(seed >> 8) % 30000 - 20000;
    }
}

/* What a split must be: combos that add up to the hand, values that add up to the score. */
static void check_split(const struct input *in)
{
    hand_t cards = 0;
    int32_t score = 0;
    if (split_best(&in->rules, &weights, in->hand, in->nodes, scratch, &split))
        return;
    for (int i = 0; i < split.turns; i++) {
        const struct combo *combo = &split.combos[i];
        require(read_all(&in->rules, combo->cards, in->hand, NULL, readings, MAX_READINGS) > 0);
        cards += combo->cards;
        score += split.values[i];
    }
    require(cards == in->hand && score == split.score);
}

static void check_hints(const struct input *in, const struct table *table, int n)
{
    int found = split_hints(&in->rules, &weights, table, in->nodes, scratch, hints, MAX_MOVES);
    require(found == n || found == ERROR_HAND);
    for (int i = 1; i < found; i++)
        require(hints[i - 1].score >= hints[i].score || hints[i - 1].combo.cards == in->hand);
}

/* Every play is held, reads back, and beats; the hints are the same plays in order. */
static int check_moves(const struct input *in, const struct table *table)
{
    int n = moves_legal(&in->rules, table, plays, MAX_MOVES);
    for (int i = 0; i < n; i++) {
        struct combo stored;
        require(cards_hold(table->hand, plays[i].cards));
        require(table_play(&in->rules, table, plays[i].cards, &stored) == 1);
        require(read_beats(&in->rules, &plays[i], &table->to_beat) == 1);
    }
    if (n >= 0)
        check_hints(in, table, n);
    return n;
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
    if (policy_choose(&in->rules, &weights, &policy, &view, in->seed, scratch, &choice))
        return;
    require(choice.combo.length || table->to_beat.length);
    require(cards_hold(table->hand, choice.combo.cards));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in;
    struct table table;
    if (size < sizeof in)
        return 0;
    memcpy(&in, data, sizeof in);
    if (!scratch)
        scratch = calloc(1, split_scratch_size());
    if (rules_verify(&in.rules) || cards_size(in.hand) > MOST_CARDS)
        return 0;
    fill_weights(in.seed);
    in.nodes = in.nodes % 2000 + 1;
    read_all(&in.rules, in.cards, in.cards, NULL, readings, MAX_READINGS);
    check_split(&in);
    table = (struct table){.hand = in.hand};
    int n = check_moves(&in, &table);
    check_robot(&in, &table);
    if (n > 0) {
        table.to_beat = plays[in.pick % n];
        check_moves(&in, &table);
        check_robot(&in, &table);
    }
    return 0;
}
