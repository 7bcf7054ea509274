/* moves.c - every legal play of a hand.
 *
 * Each row is walked on its own: bodies by place, then the kickers of each. No set of cards is reached twice under
 * one reading, but a few sets have several readings (333444555666: four trios, or three with a kicker trio). Where
 * that is possible at all, the classifier says under which reading the cards are stored, and only that one is kept.
 */
#include "moves.h"
#include "kickers.h"
#include "read.h"

#include <string.h>

struct moves {
    const struct rules *rules;
    const struct table *table;
    struct combo *out;
    int n, cap;
    hand_t wanted; /* not 0: every reading of plays that have one of these ranks */
    int largest;   /* plays of more cards are left out; 0: none are */
    int own_tier;  /* only the tier of what is to beat */
};

/* Whether a play of this row might be read in another way too: more trios than its body takes, a rank that reaches
 * beyond the body, or a bare body long enough to be a shorter one with its own ranks as kickers. */
static int may_be_ambiguous(const struct shape *shape, const struct combo *combo)
{
    if (shape->copies < 3)
        return 0;
    if (!shape->kickers)
        return combo->length >= 4;
    hand_t trios = cards_at_least(combo->cards, 3);
    return __builtin_popcountll(trios) != combo->length ||
           cards_at_least(combo->cards, 4) != (shape->copies > 3 ? cards_at_least(combo->body, 4) : 0);
}

/* Whether the cards would be stored under this very reading. */
static int is_stored_so(const struct moves *m, const struct combo *combo)
{
    struct combo stored;
    return read_play(m->rules, m->table, combo->cards, &stored) == 1 && stored.shape == combo->shape &&
           stored.body == combo->body;
}

/* Add a play to the list unless it is not wanted; not 0 ends the walk, because the list is full. */
static int keep(struct moves *m, int row, int start, int length, hand_t body, hand_t kickers)
{
    struct combo combo;
    const struct shape *shape = &m->rules->shapes[row];
    read_fill(m->rules, row, start, length, body, kickers, &combo);
    if (m->table->to_beat.length && !read_beats(m->rules, &combo, &m->table->to_beat))
        return 0;
    if (m->wanted ? !(combo.cards & m->wanted) : may_be_ambiguous(shape, &combo) && !is_stored_so(m, &combo))
        return 0;
    if (m->largest && combo.size > m->largest)
        return 0;
    if (m->n == m->cap)
        return ERROR_ROOM;
    m->out[m->n++] = combo;
    return 0;
}

/* Keep a body with each choice of its kickers. */
static int keep_body(struct moves *m, int row, int start, int length)
{
    const struct shape *shape = &m->rules->shapes[row];
    hand_t body = read_body(m->rules, shape, start, length);
    struct kickers k;
    if (!shape->kickers)
        return keep(m, row, start, length, body, 0);
    int more = kickers_first(&k, m->rules, shape, m->table->hand - body, body, start, length);
    for (; more; more = kickers_next(&k))
        if (keep(m, row, start, length, body, k.chosen))
            return ERROR_ROOM;
    return 0;
}

/* Bodies of one rank, or of named cards. */
static int keep_row_of_ranks(struct moves *m, int row)
{
    const struct shape *shape = &m->rules->shapes[row];
    hand_t hand = m->table->hand;
    if (shape->named)
        return cards_hold(hand, shape->named) ? keep(m, row, 0, 1, shape->named, 0) : 0;
    if (shape->copies > 8)
        return 0;
    for (hand_t left = cards_at_least(hand, shape->copies); left; left &= left - 1) {
        int rank = cards_lowest(left);
        if (shape->ranks >> rank & 1 && keep_body(m, row, rank, 1))
            return ERROR_ROOM;
    }
    return 0;
}

/* Bodies that are runs, shorter before longer at each start. */
static int keep_row_of_runs(struct moves *m, int row)
{
    const struct rules *rules = m->rules;
    const struct shape *shape = &rules->shapes[row];
    const struct combo *to_beat = &m->table->to_beat;
    int only = to_beat->length && to_beat->tier == shape->tier ? to_beat->length : 0;
    for (int start = 0; start + shape->run_min <= rules->n_run; start++)
        for (int n = 1; n <= shape->run_max && start + n <= rules->n_run; n++) {
            if (cards_count(m->table->hand, rules->run[start + n - 1]) < shape->copies)
                break;
            if (n >= shape->run_min && (!only || n == only) && keep_body(m, row, start, n))
                return ERROR_ROOM;
        }
    return 0;
}

/* Whether a row can answer at all. */
static int row_answers(const struct moves *m, const struct shape *shape)
{
    const struct combo *to_beat = &m->table->to_beat;
    if (!to_beat->length || shape->tier > to_beat->tier)
        return !m->own_tier;
    return shape->tier == to_beat->tier && (shape->tier || shape->family == to_beat->family);
}

static int keep_rows(struct moves *m)
{
    for (int row = 0; row < m->rules->n_shapes; row++) {
        const struct shape *shape = &m->rules->shapes[row];
        if (!row_answers(m, shape))
            continue;
        if (shape->run_max > 1 ? keep_row_of_runs(m, row) : keep_row_of_ranks(m, row))
            return ERROR_ROOM;
    }
    return m->n;
}

int moves_legal(const struct rules *rules, const struct table *table, struct combo *out, int cap)
{
    struct moves m = {.rules = rules, .table = table, .out = out, .cap = cap};
    int error = table_verify(rules, table);
    return error ? error : keep_rows(&m);
}

int moves_with_rank(const struct rules *rules, hand_t hand, int rank, struct combo *out, int cap)
{
    struct table lead = {.hand = hand};
    struct moves m = {.rules = rules, .table = &lead, .out = out, .cap = cap, .wanted = cards_of(rank, 15)};
    return keep_rows(&m);
}

int moves_can_beat(const struct rules *rules, hand_t hand, const struct combo *to_beat, int size, int bombs)
{
    struct combo first;
    struct table table = {.hand = hand, .to_beat = *to_beat};
    struct moves m = {.rules = rules, .table = &table, .out = &first, .cap = 0, .largest = size,
                      .own_tier = !bombs};
    return size > 0 && keep_rows(&m) == ERROR_ROOM; /* no room for even one: there is one */
}

uint64_t moves_controls(const struct rules *rules, hand_t hand, const char *combos, int n, int stride)
{
    uint64_t controls = 0;
    for (int i = 0; i < n && i < 64; i++) {
        struct combo combo;
        memcpy(&combo, combos + (size_t)i * (size_t)stride, sizeof combo);
        if (!moves_can_beat(rules, hand, &combo, MAX_CARDS, 0))
            controls |= 1ull << i;
    }
    return controls;
}
