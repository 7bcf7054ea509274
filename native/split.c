/* split.c - the proven best split of a hand, and plays ordered by what they leave.
 *
 * walk.c gives an upper bound: the best value when kickers are credits that any body may take. Three steps prove it:
 *
 * 1. Hands in which no kicker rule can be broken are told by their counts alone (no rank stands often enough to be
 *    body and kicker at once, or to repeat too often). There the bound is the value.
 * 2. Otherwise the split is laid out and its kickers are handed to its bodies by backtracking. If that succeeds, the
 *    bound is reached.
 * 3. If not, every play that uses a card of the lowest rank is tried in the order of its bound (its own value plus
 *    the bound of what it leaves), each remainder by these same steps, until no bound exceeds the best split found.
 */
#include "walk.h"
#include "kickers.h"
#include "moves.h"

#include <string.h>

size_t split_scratch_size(void)
{
    return sizeof(struct scratch);
}

/* Give the combos from the `i`th on their kickers, out of what is left; 0 if no way keeps the rules. */
static int hand_out(const struct search *s, struct layout *layout, int i)
{
    struct kickers k;
    while (i < layout->n && !s->rules->shapes[layout->combos[i].row].kickers)
        i++;
    if (i == layout->n)
        return 1;
    struct laid *combo = &layout->combos[i];
    const struct shape *shape = &s->rules->shapes[combo->row];
    hand_t *from = shape->kicker_size == 1 ? &layout->singles : &layout->pairs;
    int more = kickers_first(&k, s->rules, shape, *from, combo->body, combo->start, combo->length);
    for (; more; more = kickers_next(&k)) {
        *from -= k.chosen;
        combo->kickers = k.chosen;
        if (hand_out(s, layout, i + 1))
            return 1;
        *from += k.chosen;
    }
    return 0;
}

static int is_risky(const struct search *s, hand_t hand)
{
    const hand_t jokers = cards_of(13, 1) | cards_of(14, 1);
    return (s->risky_count <= 8 && cards_at_least(hand, s->risky_count)) ||
           (s->risky_jokers && cards_hold(hand, jokers));
}

/* Sort by bound, best first; equal bounds keep the order of the plays. */
static void sort_branches(struct branch *branches, int n)
{
    for (int i = 1; i < n; i++) {
        struct branch moved = branches[i];
        int j = i;
        for (; j && branches[j - 1].bound < moved.bound; j--)
            branches[j] = branches[j - 1];
        branches[j] = moved;
    }
}

static int32_t worth_of(const struct search *s, const struct combo *combo)
{
    int run = s->rules->shapes[combo->shape].run_max > 1, named = s->rules->shapes[combo->shape].named != 0;
    return walk_worth(s, combo->shape, named ? 0 : run ? s->run_at[combo->rank] : combo->rank, combo->length);
}

/* Put every play with a card of the lowest rank into the pool, best bound first; their number, -1 without room. */
static int open_branches(struct search *s, hand_t hand)
{
    struct branch *pool = s->scratch->pool + s->pool_used;
    struct combo *plays = s->scratch->plays;
    int n = moves_with_rank(s->rules, hand, cards_lowest(hand), plays, MAX_MOVES);
    if (n < 0 || n > POOL_SIZE - s->pool_used)
        return -1;
    for (int i = 0; i < n; i++) {
        int32_t value = worth_of(s, &plays[i]);
        pool[i] = (struct branch){plays[i], value, value + walk_best(s, hand - plays[i].cards)};
    }
    sort_branches(pool, n);
    return n;
}

/* The combo of a branch, as laid out. */
static struct laid laid_from(const struct search *s, const struct combo *combo)
{
    const struct shape *shape = &s->rules->shapes[combo->shape];
    int start = shape->named ? 0 : shape->run_max > 1 ? s->run_at[combo->rank] : combo->rank;
    return (struct laid){combo->body, combo->cards - combo->body, combo->shape, (uint8_t)start, combo->length};
}

/* The value of the best split above `floor`, laid out with its kickers; NEVER if there is none above it. */
static int32_t prove(struct search *s, hand_t hand, int32_t floor, struct layout *out)
{
    int32_t bound = walk_best(s, hand);
    if (bound <= floor || !IS_SPLIT(bound))
        return NEVER;
    walk_lay_out(s, hand, out);
    if (hand_out(s, out, 0))
        return bound;
    struct layout rest;
    int32_t found = NEVER;
    int n = open_branches(s, hand);
    if (n < 0) {
        s->cut = 1;
        return NEVER;
    }
    struct branch *branches = s->scratch->pool + s->pool_used;
    s->pool_used += n;
    for (int i = 0; i < n && branches[i].bound > floor && !s->cut; i++) {
        hand_t left = hand - branches[i].combo.cards;
        int32_t value = prove(s, left, floor - branches[i].value, &rest);
        if (!IS_SPLIT(value))
            continue;
        found = floor = value + branches[i].value;
        *out = rest;
        out->combos[out->n++] = laid_from(s, &branches[i].combo);
    }
    s->pool_used -= n;
    return found;
}

/* The best split, laid out; when the limit ended the search, the best that was found, at worst rank by rank. */
static int32_t solve(struct search *s, hand_t hand, struct layout *out)
{
    int32_t value = prove(s, hand, NEVER, out);
    if (IS_SPLIT(value))
        return value;
    memset(out, 0, sizeof *out);
    return walk_lay_plain(s, hand, out);
}

static int weights_verify(const struct rules *rules, const struct weights *weights)
{
    for (int row = 0; row < rules->n_shapes; row++)
        for (int i = 0; i < RANKS * MAX_RUN; i++) {
            int32_t value = weights->value[row][i / MAX_RUN][i % MAX_RUN];
            if (value > MAX_VALUE || value < -MAX_VALUE)
                return ERROR_RULES;
        }
    return 0;
}

int split_verify(const struct rules *rules, const struct weights *weights)
{
    int error = rules_verify(rules);
    return error ? error : weights_verify(rules, weights);
}

/* Worth most first, then the lower body, then the lower row. */
static int comes_before(const struct split *split, int a, int b)
{
    const struct combo *x = &split->combos[a], *y = &split->combos[b];
    if (split->values[a] != split->values[b])
        return split->values[a] > split->values[b];
    return x->rank != y->rank ? x->rank < y->rank : x->shape < y->shape;
}

static void sort_split(struct split *split)
{
    for (int i = 1; i < split->turns; i++)
        for (int j = i; j && comes_before(split, j, j - 1); j--) {
            struct combo combo = split->combos[j];
            int32_t value = split->values[j];
            split->combos[j] = split->combos[j - 1];
            split->values[j] = split->values[j - 1];
            split->combos[j - 1] = combo;
            split->values[j - 1] = value;
        }
}

static void fill_split(const struct search *s, const struct layout *layout, struct split *out)
{
    out->turns = (uint8_t)layout->n;
    out->score = 0;
    for (int i = 0; i < layout->n; i++) {
        const struct laid *laid = &layout->combos[i];
        read_fill(s->rules, laid->row, laid->start, laid->length, laid->body, laid->kickers, &out->combos[i]);
        out->values[i] = s->weights->value[laid->row][laid->start][laid->length];
        out->score += out->values[i];
    }
    sort_split(out);
}

int split_best(const struct rules *rules, const struct weights *weights, hand_t hand, uint32_t nodes, void *scratch,
               struct split *out)
{
    struct search s;
    struct layout layout;
    if (hand_verify(hand) || cards_size(hand) > MAX_TURNS)
        return ERROR_HAND;
    memset(out, 0, sizeof *out);
    walk_plan(&s, rules, weights, hand, nodes, scratch);
    if (!IS_SPLIT(solve(&s, hand, &layout)))
        return ERROR_HAND;
    fill_split(&s, &layout, out);
    out->nodes = s.nodes;
    out->exact = !s.cut;
    return 0;
}

/* ---- hints --------------------------------------------------------------------------------------------------- */

static int hint_before(const struct hint *a, const struct hint *b, hand_t hand)
{
    int a_empties = a->combo.cards == hand, b_empties = b->combo.cards == hand;
    if (a_empties != b_empties)
        return a_empties;
    if (a->score != b->score)
        return a->score > b->score;
    if (a->combo.size != b->combo.size)
        return a->combo.size > b->combo.size;
    if (a->combo.rank != b->combo.rank)
        return a->combo.rank < b->combo.rank;
    if (a->combo.shape != b->combo.shape)
        return a->combo.shape < b->combo.shape;
    return a->combo.cards < b->combo.cards;
}

/* Sort without memory: gaps of Ciura's sequence, enough for thousands. */
void split_sort(struct hint *hints, int n, hand_t hand)
{
    static const int gaps[] = {1750, 701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (int i = gaps[g]; i < n; i++) {
            struct hint moved = hints[i];
            int j = i;
            for (; j >= gaps[g] && hint_before(&moved, &hints[j - gaps[g]], hand); j -= gaps[g])
                hints[j] = hints[j - gaps[g]];
            hints[j] = moved;
        }
}

int split_rate(struct search *s, hand_t rest, struct hint *hint)
{
    struct layout layout;
    int32_t value = is_risky(s, rest) ? solve(s, rest, &layout) : walk_best(s, rest);
    if (!IS_SPLIT(value))
        return ERROR_HAND;
    hint->score = (value + TURN_WEIGHT - 1) >> 6;
    hint->turns = (uint8_t)(hint->score * TURN_WEIGHT - value);
    hint->exact = !s->cut;
    return 0;
}

int split_hints_of(struct search *s, const struct table *table, struct hint *out, int cap)
{
    struct combo *plays = s->scratch->plays;
    int n = moves_legal(s->rules, table, plays, MAX_MOVES);
    if (n < 0 || n > cap)
        return n < 0 ? n : ERROR_ROOM;
    for (int i = 0; i < n; i++)
        out[i].combo = plays[i]; /* the proof needs the plays' room */
    for (int i = 0; i < n; i++)
        if (split_rate(s, table->hand - out[i].combo.cards, &out[i]))
            return ERROR_HAND;
    return n;
}

int split_hints(const struct rules *rules, const struct weights *weights, const struct table *table, uint32_t nodes,
                void *scratch, struct hint *out, int cap)
{
    struct search s;
    if (cards_size(table->hand) > MAX_TURNS)
        return ERROR_HAND;
    walk_plan(&s, rules, weights, table->hand, nodes, scratch);
    int n = split_hints_of(&s, table, out, cap);
    if (n > 0)
        split_sort(out, n, table->hand);
    return n;
}
