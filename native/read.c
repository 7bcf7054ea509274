/* read.c - the classifier: which combos a set of cards can be, and what beats what.
 *
 * Every other file asks here what a play is; nothing else decides it. A set of cards is read under each row that
 * has its size: for each place where the body could start, what is left over must be a lawful choice of kickers.
 */
#include "read.h"
#include "kickers.h"

/* The highest rank that stands exactly three times; the body's own where there is none. */
static int key_of_any_trio(const struct rules *rules, hand_t cards, int fallback)
{
    hand_t trios = cards_at_least(cards, 3) & ~cards_at_least(cards, 4);
    return trios ? rules->power[cards_highest(trios)] : fallback;
}

void read_fill(const struct rules *rules, int row, int start, int length, hand_t body, hand_t kickers,
               struct combo *out)
{
    const struct shape *shape = &rules->shapes[row];
    int rank = shape->named ? cards_lowest(body) : shape->run_max > 1 ? rules->run[start] : start;
    int key = shape->run_max > 1 ? start : rules->power[rank];
    hand_t cards = body + kickers;
    if (shape->flags & KEY_ANY_TRIO)
        key = key_of_any_trio(rules, cards, key);
    *out = (struct combo){
        .cards = cards, .plays_as = cards, .body = body, .shape = (uint8_t)row, .rank = (uint8_t)rank,
        .length = (uint8_t)length, .key = (uint8_t)key, .tier = shape->tier, .family = shape->family,
        .size = (uint8_t)cards_size(cards),
    };
}

/* Whether `rest` is a lawful choice of kickers: the right number of groups, no rank too often, nothing forbidden. */
static int rest_is_kickers(const struct rules *rules, const struct shape *shape, hand_t rest, hand_t body, int start,
                           int length)
{
    if (!shape->kickers)
        return rest == 0;
    if (!(shape->flags & KICKER_OF_BODY) && rest & cards_ranks(body))
        return 0;
    for (hand_t left = cards_at_least(rest, 1); left; left &= left - 1) {
        int count = cards_count(rest, cards_lowest(left));
        if (count % shape->kicker_size || count / shape->kicker_size > shape->kicker_same)
            return 0;
    }
    return kickers_allowed(shape, rest, kickers_touching(rules, shape, start, length));
}

struct readings {
    const struct rules *rules;
    struct combo *out;
    hand_t cards;
    int n, cap;
};

/* Read the cards under one row with a body at one place. Returns 0, or ERROR_ROOM. */
static int read_at(struct readings *r, int row, int start, int length)
{
    const struct shape *shape = &r->rules->shapes[row];
    hand_t body = read_body(r->rules, shape, start, length);
    if (!cards_hold(r->cards, body) ||
        !rest_is_kickers(r->rules, shape, r->cards - body, body, start, length))
        return 0;
    if (r->n == r->cap)
        return ERROR_ROOM;
    read_fill(r->rules, row, start, length, body, r->cards - body, &r->out[r->n++]);
    return 0;
}

/* The number of body ranks that gives a row `size` cards; 0 if none does. */
static int length_for_size(const struct shape *shape, int size)
{
    int each = shape->copies + shape->kickers * shape->kicker_size;
    if (shape->named)
        return size == cards_size(shape->named);
    if (size % each || size / each < shape->run_min || size / each > shape->run_max)
        return 0;
    return size / each;
}

/* Read the cards under one row, preferred key first. */
static int read_row(struct readings *r, int row, int size)
{
    const struct rules *rules = r->rules;
    const struct shape *shape = &rules->shapes[row];
    int length = length_for_size(shape, size);
    int places = shape->named ? 1 : shape->run_max > 1 ? rules->n_run - length + 1 : RANK_WILD;
    int low = rules->flags & KEY_LOW;
    if (!length)
        return 0;
    for (int i = 0; i < places; i++) {
        int start = low ? i : places - 1 - i;
        if (shape->run_max == 1 && !shape->named && !(shape->ranks >> start & 1))
            continue;
        if (read_at(r, row, start, length))
            return ERROR_ROOM;
    }
    return 0;
}

int read_all(const struct rules *rules, hand_t cards, hand_t hand, const uint32_t *suits, struct combo *out, int cap)
{
    struct readings r = {.rules = rules, .out = out, .cards = cards, .cap = cap};
    if (hand_verify(cards) || hand_verify(hand) || !cards_hold(hand, cards) || suits)
        return ERROR_HAND;
    int size = cards_size(cards);
    for (int row = 0; row < rules->n_shapes; row++)
        if (read_row(&r, row, size))
            return ERROR_ROOM;
    return r.n;
}

/* Whether a play is one that a table with UNREAD_KICKERS cannot compare. */
static int is_unread(const struct rules *rules, const struct combo *combo)
{
    if (!(rules->shapes[combo->shape].flags & UNREAD_KICKERS))
        return 0;
    hand_t kickers = combo->cards - combo->body;
    return cards_at_least(kickers, 4) || (combo->length >= 4 && cards_at_least(kickers, 3));
}

int read_beats(const struct rules *rules, const struct combo *a, const struct combo *b)
{
    if (!a->length || !b->length)
        return a->length != 0;
    if (a->tier != b->tier)
        return a->tier > b->tier;
    if (a->tier == 0 && (a->family != b->family || a->length != b->length || is_unread(rules, b)))
        return 0;
    return a->key > b->key;
}

/* Whether a combo is one of the readings of its own cards. */
static int combo_is_read(const struct rules *rules, const struct combo *combo)
{
    struct combo readings[MAX_READINGS];
    int n = read_all(rules, combo->cards, combo->cards, NULL, readings, MAX_READINGS);
    for (int i = 0; i < n; i++)
        if (readings[i].shape == combo->shape && readings[i].rank == combo->rank && readings[i].key == combo->key &&
            readings[i].length == combo->length && readings[i].tier == combo->tier &&
            readings[i].family == combo->family && readings[i].body == combo->body)
            return 1;
    return 0;
}

int table_verify(const struct rules *rules, const struct table *table)
{
    if (hand_verify(table->hand))
        return ERROR_HAND;
    if (table->suits[0] | table->suits[1] | table->suits[2] | table->suits[3] || table->must_show || table->solo_top)
        return ERROR_STATE;
    return !table->to_beat.length || combo_is_read(rules, &table->to_beat) ? 0 : ERROR_COMBO;
}

/* Of the readings that beat, the first that answers like with like; else the first of a higher tier. */
static const struct combo *best_answer(const struct rules *rules, const struct combo *readings, int n,
                                       const struct combo *to_beat)
{
    const struct combo *higher = NULL;
    for (int i = 0; i < n; i++) {
        if (!read_beats(rules, &readings[i], to_beat))
            continue;
        if (readings[i].tier == to_beat->tier)
            return &readings[i];
        if (!higher)
            higher = &readings[i];
    }
    return higher;
}

int read_play(const struct rules *rules, const struct table *table, hand_t cards, struct combo *out)
{
    struct combo readings[MAX_READINGS];
    if (!cards_hold(table->hand, cards))
        return 0;
    int n = read_all(rules, cards, table->hand, NULL, readings, MAX_READINGS);
    if (n <= 0)
        return n;
    if (table->to_beat.length && rules->flags & READING_FIRST)
        n = 1;
    const struct combo *best = table->to_beat.length ? best_answer(rules, readings, n, &table->to_beat) : readings;
    if (!best)
        return 0;
    *out = *best;
    return 1;
}
