/* moves.c - all legal plays of a hand. */
#include "plays/moves.h"
#include "plays/list.h"
#include "plays/wilds.h"
#include "rules/kickers.h"
#include "rules/read.h"
#include "rules/rules.h"
#include "rules/table.h"

#include <string.h>

static int is_named(const struct rules *rules, hand_t cards)
{
    for (int row = 0; row < rules->n_shapes; row++)
        if (rules->shapes[row].named == cards)
            return 1;
    return 0;
}

/* Whether another row matches the same cards as a body of one rank without kickers: with this body, or with a part of
 * it as kickers. */
static int has_twin(const struct rules *rules, const struct shape *shape)
{
    int twins = 0;
    for (int row = 0; row < rules->n_shapes; row++) {
        const struct shape *other = &rules->shapes[row];
        int kickers = other->flags & KICKER_OF_BODY ? other->kickers * other->kicker_size : 0;
        twins += other->run_min == 1 && !other->named && other->copies <= shape->copies &&
                 shape->copies <= other->copies + kickers;
    }
    return twins > 1;
}

/* Whether a play of this row might have another reading: named cards, more trios than its body takes, a rank with cards
 * outside the body, or a body without kickers that is long enough to be a shorter one with kickers of its own ranks. */
static int may_be_ambiguous(const struct rules *rules, const struct shape *shape, const struct combo *combo)
{
    if (shape->named)
        return 1;
    if (shape->copies < 3)
        return shape->copies == 2 && shape->run_max == 1 && is_named(rules, combo->cards);
    if (shape->flags & KICKERS_SHORT)
        return 1;
    if (!shape->kickers)
        return combo->length >= (shape->copies > 3 ? 2 : 4) || (combo->length == 1 && has_twin(rules, shape));
    hand_t trios = cards_at_least(combo->cards, 3);
    return trios != cards_at_least(combo->body, 3) ||
           cards_at_least(combo->cards, 4) != (shape->copies > 3 ? cards_at_least(combo->body, 4) : 0);
}

static int is_stored_so(const struct list *m, const struct combo *combo)
{
    struct combo stored;
    struct play play = {.cards = combo->cards};
    return table_play(m->rules, m->table, &play, &stored) == 1 && stored.shape == combo->shape &&
           stored.body == combo->body;
}

/* Add a plain play to the list if it passes the filters. Not 0: the list is full, and the search ends. */
static int keep_combo(struct list *m, const struct combo *combo)
{
    if (m->table->to_beat.length && !read_beats(m->rules, combo, &m->table->to_beat))
        return 0;
    if (!m->wanted && may_be_ambiguous(m->rules, &m->rules->shapes[combo->shape], combo) && !is_stored_so(m, combo))
        return 0;
    return list_add(m, combo);
}

static int keep(struct list *m, int row, int start, int length, hand_t body, hand_t kickers)
{
    struct combo combo;
    read_fill(m->rules, row, start, length, body, body + kickers, &combo);
    return keep_combo(m, &combo);
}

/* Add a body with each choice of its kickers; most choices have the same reading except for the cards. */
static int keep_kicked(struct list *m, int row, int start, int length, hand_t body)
{
    const struct shape *shape = &m->rules->shapes[row];
    struct kickers k;
    struct combo combo;
    if (!kickers_first(&k, m->rules, shape, m->plain - body, body, start, length))
        return 0;
    read_fill(m->rules, row, start, length, body, body + k.chosen, &combo);
    do {
        if (shape->flags & KEY_ANY_TRIO)
            read_fill(m->rules, row, start, length, body, body + k.chosen, &combo);
        combo.cards = combo.plays_as = body + k.chosen;
        if (keep_combo(m, &combo))
            return ERROR_CAPACITY;
    } while (kickers_next(&k));
    return 0;
}

/* Whether the hand is the union of several hands of unknown sizes. */
static int is_pool(const struct list *m)
{
    return m->largest && m->largest != cards_size(m->table->hand);
}

/* Add a play with missing kickers that could empty the hand of one of several seats. */
static int keep_short(struct list *m, int row, int start, int length, hand_t body)
{
    struct combo combo;
    read_fill(m->rules, row, start, length, body, body, &combo);
    if (combo.size + m->rules->shapes[row].kickers_least > m->largest)
        return 0;
    return read_beats(m->rules, &combo, &m->table->to_beat) ? list_add(m, &combo) : 0;
}

/* Add a body with each choice of its kickers. */
static int keep_body(struct list *m, int row, int start, int length)
{
    const struct shape *shape = &m->rules->shapes[row];
    if (list_too_low(m, shape, start))
        return 0;
    hand_t body = read_body(m->rules, shape, start, length), left = m->plain - body;
    if (shape->flags & KICKERS_SHORT && is_pool(m))
        return keep_short(m, row, start, length, body);
    if (shape->flags & KICKERS_SHORT) {
        struct rest rest = {left, 0};
        hand_t as;
        int n = cards_size(left), fits = n < larger(shape->kickers * length, 1) && n >= shape->kickers_least;
        fits = fits && read_kickers(m->rules, shape, &rest, body, start, length, &as);
        return fits ? keep(m, row, start, length, body, left) : 0;
    }
    if (!shape->kickers)
        return keep(m, row, start, length, body, 0);
    return keep_kicked(m, row, start, length, body);
}

/* Bodies of one rank, and of named cards. */
static int keep_row_of_ranks(struct list *m, int row)
{
    const struct shape *shape = &m->rules->shapes[row];
    if (shape->named)
        return cards_hold(m->plain, shape->named) ? keep(m, row, 0, 1, shape->named, 0) : 0;
    if (shape->copies > 8)
        return 0;
    for (hand_t left = cards_at_least(m->plain, shape->copies); left; left &= left - 1) {
        int rank = cards_lowest(left);
        if (shape->ranks >> rank & 1 && keep_body(m, row, rank, 1))
            return ERROR_CAPACITY;
    }
    return 0;
}

/* Bodies that are runs; from each start, shorter runs come first. */
static int keep_row_of_runs(struct list *m, int row)
{
    const struct rules *rules = m->rules;
    const struct shape *shape = &rules->shapes[row];
    int only = list_length(m, shape);
    hand_t there = shape->copies > 8 ? 0 : cards_at_least(m->plain, shape->copies);
    for (int start = 0; there && start + shape->run_min <= rules->n_run; start++)
        for (int n = 1; n <= shape->run_max && start + n <= rules->n_run; n++) {
            if (!cards_count(there, rules->run[start + n - 1]))
                break;
            if (n < shape->run_min || (only && n != only))
                continue;
            if (shape->flags & BODY_TWO_SUITS && read_only_suit(m->table->suits, read_body(rules, shape, start, n)))
                continue;
            if (keep_body(m, row, start, n))
                return ERROR_CAPACITY;
        }
    return 0;
}

/* Whether a row has ordinary plays of the type of another one. */
static inline int is_of_type(const struct shape *shape, const struct combo *combo)
{
    return shape->family == combo->family && shape->run_min <= combo->length && combo->length <= shape->run_max;
}

/* Whether a play of the row could beat the play on the table. */
static int row_answers(const struct list *m, const struct shape *shape)
{
    const struct combo *to_beat = &m->table->to_beat;
    if (!to_beat->length || shape->tier > to_beat->tier)
        return !m->own_tier;
    if (shape->tier || to_beat->tier)
        return shape->tier == to_beat->tier;
    return is_of_type(shape, to_beat);
}

static int keep_row(struct list *m, int row)
{
    const struct shape *shape = &m->rules->shapes[row];
    int plain = (shape->wilds == WILD_ANY || shape->wilds == WILD_NONE) && !(shape->flags & BODY_ONE_SUIT);
    if (plain && (shape->run_max > 1 ? keep_row_of_runs(m, row) : keep_row_of_ranks(m, row)))
        return ERROR_CAPACITY;
    return m->wilds || shape->flags & BODY_ONE_SUIT ? wilds_row(m, row) : 0;
}

static int keep_rows(struct list *m)
{
    m->wild = cards_wild(m->rules, m->table->hand);
    m->plain = m->table->hand - m->wild;
    m->wilds = cards_size(m->wild);
    m->has_constraints = m->table->must_show || m->table->solo_top || m->rules->flags & BOMB_WHOLE;
    int error = 0;
    for (int row = 0; row < m->rules->n_shapes && !error; row++)
        error = row_answers(m, &m->rules->shapes[row]) ? keep_row(m, row) : 0;
    error = !error && m->wilds ? wilds_only(m) : error;
    return error ? error : m->n;
}

int moves_list(const struct rules *rules, const struct table *table, struct combo *out, int cap)
{
    struct list m = {.rules = rules, .table = table, .out = out, .cap = cap};
    return keep_rows(&m);
}

int moves_declared(const struct rules *rules, const struct table *table, struct combo *out, int cap)
{
    struct list m = {.rules = rules, .table = table, .out = out, .cap = cap, .all_keys = 1};
    return keep_rows(&m);
}

int moves_legal(const struct rules *rules, const struct table *table, struct combo *out, int cap)
{
    int error = cap < 0 ? ERROR_CAPACITY : table_verify(rules, table);
    return error ? error : moves_list(rules, table, out, cap);
}

int moves_with_rank(const struct rules *rules, hand_t hand, int rank, struct combo *out, int cap)
{
    struct table lead = {.hand = hand};
    struct list m = {.rules = rules, .table = &lead, .out = out, .cap = cap, .wanted = cards_of(rank, 15)};
    return keep_rows(&m);
}

/* Whether a row without runs and kickers has a play that beats, judged by the counts alone; `same`: it has the tier of
 * the play to beat. */
static int row_beats(const struct rules *rules, const struct shape *shape, hand_t hand, int same, int key)
{
    if (shape->named)
        return cards_hold(hand, shape->named) && (!same || rules->power[cards_lowest(shape->named)] > key);
    for (hand_t left = cards_at_least(hand, shape->copies); left; left &= left - 1) {
        int rank = cards_lowest(left);
        if (shape->ranks >> rank & 1 && (!same || rules->power[rank] > key))
            return 1;
    }
    return 0;
}

/* Whether rows without runs and kickers have a play that beats, of at most `size` cards, in a hand without wild cards and
 * constraints; bit i of `others`: row i may have one, and its plays must be listed. */
static int simple_rows_beat(const struct rules *rules, hand_t hand, const struct combo *to_beat, int size, int bombs,
                            uint64_t *others)
{
    const int tier = to_beat->length ? to_beat->tier : -1; /* every play beats a pass */
    *others = 0;
    for (int row = 0; row < rules->n_shapes; row++) {
        const struct shape *shape = &rules->shapes[row];
        int same = shape->tier == tier;
        if (same ? !tier && !is_of_type(shape, to_beat) : shape->tier < tier || (!bombs && tier >= 0))
            continue;
        if (shape->copies > size || shape->wilds == WILD_ONLY)
            continue;
        if (shape->run_max > 1 || shape->kickers || shape->flags & KICKERS_SHORT || shape->copies > 8 ||
            shape->wilds == WILD_SOME)
            *others |= 1ull << row;
        else if ((!shape->named || cards_size(shape->named) <= size) &&
                 row_beats(rules, shape, hand, same, to_beat->key))
            return 1;
    }
    return 0;
}

/* Whether listing the plays of some rows finds one that beats; the list has no space for it. */
static int listed_rows_beat(struct list *m, uint64_t rows)
{
    m->plain = m->table->hand;
    for (; rows; rows &= rows - 1)
        if (keep_row(m, __builtin_ctzll(rows)))
            return 1;
    return 0;
}

int moves_beat(const struct rules *rules, hand_t hand, const uint32_t *suits, const struct combo *to_beat, int size,
               int bombs)
{
    int whole =
        rules->flags & BOMB_WHOLE && size == cards_size(hand); /* of a union, in different hands, they are not */
    int plain = !whole && !(rules->flags & READING_FIRST) && !cards_wild(rules, hand);
    uint64_t others = 0;
    if (size <= 0 || (plain && simple_rows_beat(rules, hand, to_beat, size, bombs, &others)))
        return size > 0;
    if (plain && !others)
        return 0;
    struct combo first;
    struct rules relaxed;
    struct table table = {.hand = hand, .to_beat = *to_beat};
    struct list m = {.rules = rules, .table = &table, .out = &first, .cap = 0, .largest = size};
    m.own_tier = !bombs && to_beat->length;
    if (rules->flags & BOMB_WHOLE && !whole) {
        relaxed = *rules;
        relaxed.flags &= (uint16_t)~BOMB_WHOLE;
        m.rules = &relaxed;
    }
    if (suits)
        memcpy(table.suits, suits, sizeof table.suits);
    return plain ? listed_rows_beat(&m, others) : keep_rows(&m) == ERROR_CAPACITY;
}

int moves_can_beat(const struct rules *rules, hand_t hand, const uint32_t *suits, const struct combo *to_beat, int size,
                   int bombs)
{
    if (to_beat->shape >= rules->n_shapes)
        return ERROR_COMBO;
    return rules_verify_hand(hand) ? ERROR_HAND : moves_beat(rules, hand, suits, to_beat, size, bombs);
}

int moves_controls(const struct rules *rules, hand_t hand, const uint32_t *suits, const struct combo *combos, int n,
                   uint64_t *out)
{
    *out = 0;
    if (n < 0 || n > 64)
        return ERROR_CAPACITY;
    for (int i = 0; i < n; i++) {
        int beaten = moves_can_beat(rules, hand, suits, &combos[i], MAX_CARDS, 0);
        if (beaten < 0)
            return beaten;
        *out |= (uint64_t)!beaten << i;
    }
    return 0;
}
