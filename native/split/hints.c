/* hints.c - plays ordered by the value of the remaining hand, and totals over them. The values are those of
 * branch_bound.c. */
#include "split/hints.h"
#include "plays/moves.h"
#include "plays/value.h"
#include "rules/cards.h"
#include "rules/read.h"
#include "rules/table.h"
#include "split/split.h"

#include <string.h>

#define PLACE_BITS 14
_Static_assert(MAX_MOVES <= 1 << PLACE_BITS && RANKS <= 16 && MAX_SHAPES <= 64 && MAX_TURNS < 64, "an order is a word");

/* The order of hints in one number, with the place of the hint in the lowest bits: the smallest comes first. */
static uint64_t order_of(const struct hint *hint, int place, hand_t hand)
{
    const struct combo *combo = &hint->combo;
    uint64_t order = (uint64_t)combo->key << 6 | combo->shape;
    if (combo->cards != hand)
        order |= (uint64_t)((int64_t)INT32_MAX - hint->score) << 16 | (uint64_t)(63 - combo->size) << 10;
    return order << PLACE_BITS | (uint64_t)place;
}

static int place_of(uint64_t order)
{
    return (int)(order & ((1u << PLACE_BITS) - 1));
}

/* Whether two hints differ only in their cards or suits, and the first comes before. */
static int is_before(const struct hint *hints, uint64_t a, uint64_t b)
{
    const struct combo *x = &hints[place_of(a)].combo, *y = &hints[place_of(b)].combo;
    return (a ^ b) >> PLACE_BITS == 0 && (x->cards != y->cards ? x->cards < y->cards : x->suit < y->suit);
}

/* Shellsort with Ciura's gaps, enough for thousands of elements; equal orders by their cards in the end. */
static void sort_orders(const struct hint *hints, uint64_t *orders, int n)
{
    static const int gaps[] = {8861, 3938, 1750, 701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (int i = gaps[g]; i < n; i++) {
            uint64_t moved = orders[i];
            int j = i;
            for (; j >= gaps[g] && moved < orders[j - gaps[g]]; j -= gaps[g])
                orders[j] = orders[j - gaps[g]];
            orders[j] = moved;
        }
    for (int i = 1; i < n; i++) {
        uint64_t moved = orders[i];
        int j = i;
        for (; j && is_before(hints, moved, orders[j - 1]); j--)
            orders[j] = orders[j - 1];
        orders[j] = moved;
    }
}

void hints_sort(const struct engine *engine, struct hint *hints, int n, hand_t hand)
{
    uint64_t *orders = engine->plays->orders;
    for (int i = 0; i < n; i++)
        orders[i] = order_of(&hints[i], i, hand);
    sort_orders(hints, orders, n);
    for (int i = 0; i < n; i++) { /* move each cycle of the permutation */
        struct hint first = hints[i];
        int at = i;
        for (int from = place_of(orders[at]); from != i && from != at; from = place_of(orders[at])) {
            hints[at] = hints[from];
            orders[at] = (uint64_t)at;
            at = from;
        }
        hints[at] = first;
        orders[at] = (uint64_t)at;
    }
}

int hints_rate(struct search *s, const struct table *table, const struct combo *play, struct hint *hint)
{
    uint32_t taken[4] = {0};
    if (play->suit)
        taken[play->suit - 1] = read_suit_word(play->cards & ~s->wild_mask);
    struct question q = {table->hand - play->cards, table->suits, taken};
    int32_t value = q.hand ? branch_bound_rate(s, &q) : 0;
    hint->exact = !s->dp.cut;
    if (!IS_SPLIT(value))
        return ERROR_HAND;
    hint->score = value_score(value);
    hint->turns = (uint8_t)value_turns(value);
    return 0;
}

int hints_place(const struct split *split, const struct combo *play)
{
    for (int i = 0; i < split->turns; i++)
        if (split->combos[i].cards == play->cards && split->combos[i].shape == play->shape &&
            split->combos[i].key == play->key && split->combos[i].suit == play->suit)
            return i;
    return -1;
}

int hints_of(struct search *s, const struct table *table, struct split *whole, struct hint *out, int cap)
{
    struct combo *plays = s->engine->plays->of;
    int n = moves_list(s->rules, table, plays, MAX_MOVES);
    if (n < 0 || n > cap)
        return n < 0 ? n : ERROR_CAPACITY;
    for (int i = 0; i < n; i++)
        out[i].combo = plays[i]; /* the proof needs the buffer of plays */
    for (int i = 0; i < n; i++) {
        int needs_whole = !whole->turns && !branch_bound_knows(s, table->hand - out[i].combo.cards);
        int error = needs_whole ? split_whole(s, table->hand, table->suits, whole) : 0;
        int place = whole->turns && whole->exact ? hints_place(whole, &out[i].combo) : -1;
        if (!error && place >= 0) {
            out[i].score = whole->score - whole->values[place];
            out[i].turns = (uint8_t)(whole->turns - 1);
            out[i].exact = 1;
        } else if (!error) {
            error = hints_rate(s, table, &out[i].combo, &out[i]);
        }
        if (error)
            return error;
    }
    return n;
}

/* Choose the suits of a play: the lowest suits first, but cards in `kept` last. */
static void pick_cards(const struct table *table, hand_t plain, const uint32_t *kept, uint32_t *out)
{
    for (int rank = 0; rank < SUIT_RANKS; rank++) {
        int left = cards_count(plain, rank);
        for (int suit = 0; suit < 4 && left; suit++) {
            int free = suit_count(table->suits[suit], rank) - suit_count(kept[suit], rank),
                n = free < left ? free : left;
            out[suit] += (uint32_t)n << 2 * rank;
            left -= n;
        }
    }
}

/* Change one suit of a play that must not be of one suit. */
static void mix_suits(const struct table *table, hand_t plain, uint32_t *out)
{
    int suit = read_only_suit(out, plain) - 1;
    for (int rank = 0; rank < SUIT_RANKS && suit >= 0; rank++)
        for (int other = 0; other < 4 && suit >= 0 && cards_count(plain, rank); other++)
            if (other != suit && suit_count(table->suits[other], rank)) {
                out[suit] -= 1u << 2 * rank;
                out[other] += 1u << 2 * rank;
                suit = -1;
            }
}

int hints_pick(const struct engine *engine, const struct table *table, const struct combo *combo, uint32_t *out)
{
    const struct rules *rules = engine->rules;
    static const uint32_t none[4];
    struct search *s = engine->search;
    int error = split_plan(engine, table->hand, table->suits, 0);
    error = error ? error : table_verify_combo(rules, combo);
    if (error || !cards_hold(table->hand, combo->cards))
        return error ? error : ERROR_COMBO;
    memset(out, 0, 4 * sizeof *out);
    if (combo->suit) {
        out[combo->suit - 1] = read_suit_word(combo->cards & ~s->wild_mask);
        return 0;
    }
    struct question q = {table->hand - combo->cards, table->suits, out};
    const struct flush_set *kept = branch_bound_kept(s, &q);
    hand_t plain = combo->cards & ~s->wild_mask;
    pick_cards(table, plain, kept ? kept->suits : none, out);
    if (rules->shapes[combo->shape].flags & BODY_TWO_SUITS && plain == combo->cards)
        mix_suits(table, plain, out);
    return 0;
}

/* ---- all plays together ----------------------------------------------------------------------------------------- */

/* Counts in the order of power, wild cards on top: a comparable height of the cards. */
static hand_t height_of(const struct rules *rules, hand_t cards)
{
    hand_t height = 0;
    for (hand_t left = cards_at_least(cards, 1); left; left &= left - 1) {
        int rank = cards_lowest(left), place = rules->wild_cards >> rank & 1 ? RANKS - 1 : rules->power[rank];
        height += cards_of(place, cards_count(cards, rank));
    }
    return height;
}

/* Whether the order of the ranks of a hand is that of the nibbles, so that its cards compare like their heights. */
static int cards_are_heights(const struct rules *rules, hand_t hand)
{
    int last = -1;
    for (hand_t left = cards_at_least(hand, 1); left; left &= left - 1) {
        int rank = cards_lowest(left);
        if (rules->wild_cards >> rank & 1 || rules->power[rank] <= last)
            return 0;
        last = rules->power[rank];
    }
    return 1;
}

/* Compare two plays of the same type with kickers; negative if the first is lower. */
static int compare_height(const struct rules *rules, int by_cards, const struct combo *a, const struct combo *b)
{
    if (a->key != b->key || a->cards == b->cards)
        return a->key - b->key;
    hand_t x = by_cards ? a->cards : height_of(rules, a->cards), y = by_cards ? b->cards : height_of(rules, b->cards);
    return x < y ? -1 : x > y;
}

/* For each ordinary play, store whether it is the lowest of its type. */
static void note_cheapest(const struct rules *rules, hand_t hand, struct hint *hints, int n)
{
    int16_t lowest[256][MAX_RUN]; /* by family and length */
    int by_cards = cards_are_heights(rules, hand);
    memset(lowest, -1, sizeof lowest);
    for (int i = 0; i < n; i++) {
        const struct combo *combo = &hints[i].combo;
        int16_t *low = &lowest[combo->family][combo->length - 1];
        if (!combo->tier && (*low < 0 || compare_height(rules, by_cards, combo, &hints[*low].combo) < 0))
            *low = (int16_t)i;
    }
    for (int i = 0; i < n; i++) {
        const struct combo *combo = &hints[i].combo;
        int low = lowest[combo->family][combo->length - 1];
        hints[i].cheapest = !combo->tier && !compare_height(rules, by_cards, combo, &hints[low].combo);
    }
}

/* Whether the same cards occur before a sorted hint under another reading: equal remainders are adjacent. */
static int is_repeated(const struct hint *hints, int i)
{
    const struct combo *combo = &hints[i].combo;
    for (int j = i - 1; j >= 0 && hints[j].score == hints[i].score && hints[j].combo.size == combo->size; j--)
        if (hints[j].combo.cards == combo->cards && hints[j].combo.suit == combo->suit)
            return 1;
    return 0;
}

static void survey_all(const struct rules *rules, hand_t hand, struct hint *hints, int n, struct survey *out)
{
    out->sets = out->bombs = 0;
    out->most = 0;
    note_cheapest(rules, hand, hints, n);
    for (int i = 0; i < n; i++) {
        const struct combo *combo = &hints[i].combo;
        out->sets += !is_repeated(hints, i);
        out->bombs += combo->tier > 0;
        out->most = combo->size > out->most ? combo->size : out->most;
    }
}

int hints_survey(const struct engine *engine, const struct table *table, uint32_t nodes, struct survey *survey,
                 struct hint *out, int cap)
{
    int error = table_verify(engine->rules, table);
    error = error ? error : split_plan(engine, table->hand, table->suits, nodes);
    error = error ? error : split_whole(engine->search, table->hand, table->suits, &survey->whole);
    if (error)
        return error;
    int n = hints_of(engine->search, table, &survey->whole, out, cap);
    if (n < 0)
        return n;
    hints_sort(engine, out, n, table->hand);
    survey_all(engine->rules, table->hand, out, n, survey);
    return n;
}
