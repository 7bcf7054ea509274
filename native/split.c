/* split.c - the best split of a hand, and plays ordered by what they leave. The values are solve.c's. */
#include "solve.h"
#include "moves.h"

#include <string.h>

size_t split_scratch_size(void)
{
    return sizeof(struct scratch);
}

static int has_one_suit_rows(const struct rules *rules)
{
    for (int row = 0; row < rules->n_shapes; row++)
        if (rules->shapes[row].flags & BODY_ONE_SUIT)
            return 1;
    return 0;
}

int split_plan(struct search *s, const struct rules *rules, const struct weights *weights, hand_t hand,
               const uint32_t *suits, uint32_t nodes, struct scratch *scratch)
{
    if (hand_verify(hand) || cards_size(hand) > MAX_TURNS || suits_verify(rules, hand, suits))
        return ERROR_HAND;
    plan_walk(s, rules, weights, hand, nodes, scratch);
    if ((suits[0] | suits[1] | suits[2] | suits[3]) && has_one_suit_rows(rules))
        flushes_list(s, walk_hand(s, hand), suits);
    return 0;
}

/* Rows of one suit are worth at least what the same cards are worth in mixed suits. */
static int suits_pay(const struct rules *rules, const struct weights *weights, int row)
{
    for (int other = 0; other < rules->n_shapes; other++) {
        const struct shape *mixed = &rules->shapes[other];
        if (!(mixed->flags & BODY_TWO_SUITS))
            continue;
        for (int start = 0; start < RANKS; start++)
            for (int length = mixed->run_min; length <= mixed->run_max; length++)
                if (weights->value[row][start][length] < weights->value[other][start][length])
                    return 0;
    }
    return 1;
}

static int weights_verify(const struct rules *rules, const struct weights *weights)
{
    for (int row = 0; row < rules->n_shapes; row++)
        for (int i = 0; i < RANKS * MAX_RUN; i++) {
            int32_t value = weights->value[row][i / MAX_RUN][i % MAX_RUN];
            if (value > MAX_VALUE || value < -MAX_VALUE)
                return ERROR_RULES;
        }
    for (int row = 0; row < rules->n_shapes; row++)
        if (rules->shapes[row].flags & BODY_ONE_SUIT && !suits_pay(rules, weights, row))
            return ERROR_RULES;
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
    return x->key != y->key ? x->key < y->key : x->shape < y->shape;
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

/* The combo that was laid out; its wild cards come from `wild`. */
static void fill_combo(const struct search *s, const struct laid *laid, hand_t *wild, struct combo *out)
{
    hand_t cards = laid->cards + laid->kickers;
    read_fill(s->rules, laid->row, laid->start, laid->length, laid->body, laid->body + laid->as, out);
    out->suit = laid->suit;
    if (!laid->alone && s->wilds) {
        hand_t taken = cards_take(*wild, cards_count(cards, RANK_WILD));
        *wild -= taken;
        cards = (cards & ~cards_of(RANK_WILD, 15)) + taken;
    }
    out->cards = cards;
}

static void fill_split(const struct search *s, hand_t hand, const struct layout *layout, int32_t value,
                       struct split *out)
{
    hand_t wild = hand & s->wild_mask;
    out->turns = (uint8_t)layout->n;
    out->score = (value + TURN_WEIGHT - 1) >> 6;
    for (int i = 0; i < layout->n; i++)
        wild -= layout->combos[i].alone ? layout->combos[i].cards : 0;
    for (int i = 0; i < layout->n; i++) {
        const struct laid *laid = &layout->combos[i];
        fill_combo(s, laid, &wild, &out->combos[i]);
        out->values[i] = s->weights->value[laid->row][laid->start][laid->length];
    }
    sort_split(out);
}

/* Where a kept memo holds the split of a hand. */
static struct kept_split *kept_split(struct scratch *scratch, hand_t hand)
{
    return &scratch->splits[(hand * 0x9e3779b97f4a7c15ull) >> (64 - KEPT_SPLIT_BITS)];
}

/* Copy a split out of the kept ones; 0 if it is not there. */
static int recall(const struct search *s, hand_t hand, struct split *out)
{
    const struct kept_split *kept = kept_split(s->scratch, hand);
    if (!s->scratch->kept_bits || kept->hand != hand || kept->stamp != s->scratch->stamp)
        return 0;
    memcpy(out->combos, kept->combos, kept->turns * sizeof *kept->combos);
    memcpy(out->values, kept->values, kept->turns * sizeof *kept->values);
    out->score = kept->score;
    out->turns = kept->turns;
    out->exact = 1;
    return 1;
}

static void remember(struct scratch *scratch, hand_t hand, const struct split *split)
{
    struct kept_split *kept = kept_split(scratch, hand);
    if (!scratch->kept_bits || !split->exact || split->turns > KEPT_TURNS)
        return;
    kept->hand = hand;
    kept->stamp = scratch->stamp;
    kept->score = split->score;
    kept->turns = split->turns;
    memcpy(kept->combos, split->combos, split->turns * sizeof *kept->combos);
    memcpy(kept->values, split->values, split->turns * sizeof *kept->values);
}

static int whole_of(struct search *s, hand_t hand, const uint32_t *suits, struct split *out)
{
    static const uint32_t none[4];
    struct layout layout;
    struct question q = {hand, suits, none};
    if (!s->n_flush_sets && recall(s, hand, out))
        return 0;
    int32_t value = solve_best(s, &q, &layout);
    if (!IS_SPLIT(value))
        return ERROR_HAND;
    fill_split(s, hand, &layout, value, out);
    out->nodes = s->nodes;
    out->exact = !s->cut;
    if (!s->n_flush_sets)
        remember(s->scratch, hand, out);
    return 0;
}

int split_recall(const struct search *s, const struct table *table, struct split *out)
{
    return !s->n_flush_sets && recall(s, table->hand, out);
}

void split_keep_rest(struct scratch *scratch, hand_t rest, const struct split *whole, int place)
{
    struct split left = *whole;
    if (!scratch->kept_bits || !rest)
        return;
    left.score -= left.values[place];
    left.turns--;
    for (int i = place; i < left.turns; i++) {
        left.combos[i] = left.combos[i + 1];
        left.values[i] = left.values[i + 1];
    }
    remember(scratch, rest, &left);
}

int split_whole(struct search *s, const struct table *table, struct split *out)
{
    return whole_of(s, table->hand, table->suits, out);
}

int split_best(const struct rules *rules, const struct weights *weights, hand_t hand, const uint32_t *suits,
               uint32_t nodes, void *scratch, struct split *out)
{
    static const uint32_t none[4];
    struct search s;
    suits = suits ? suits : none;
    int error = split_plan(&s, rules, weights, hand, suits, nodes, scratch);
    return error ? error : whole_of(&s, hand, suits, out);
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
    if (a->combo.key != b->combo.key)
        return a->combo.key < b->combo.key;
    if (a->combo.shape != b->combo.shape)
        return a->combo.shape < b->combo.shape;
    if (a->combo.cards != b->combo.cards)
        return a->combo.cards < b->combo.cards;
    return a->combo.suit < b->combo.suit;
}

/* Sort without memory: gaps of Ciura's sequence, enough for thousands. */
void split_sort(struct hint *hints, int n, hand_t hand)
{
    static const int gaps[] = {8861, 3938, 1750, 701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (int i = gaps[g]; i < n; i++) {
            struct hint moved = hints[i];
            int j = i;
            for (; j >= gaps[g] && hint_before(&moved, &hints[j - gaps[g]], hand); j -= gaps[g])
                hints[j] = hints[j - gaps[g]];
            hints[j] = moved;
        }
}

/* The suits that a play of one suit takes. */
static void suits_taken(const struct search *s, const struct combo *play, uint32_t *taken)
{
    memset(taken, 0, 4 * sizeof *taken);
    if (!play->suit)
        return;
    for (hand_t left = cards_at_least(play->cards & ~s->wild_mask, 1); left; left &= left - 1)
        taken[play->suit - 1] |= 1u << 2 * cards_lowest(left);
}

int split_rate(struct search *s, const struct table *table, const struct combo *play, struct hint *hint)
{
    uint32_t taken[4];
    suits_taken(s, play, taken);
    struct question q = {table->hand - play->cards, table->suits, taken};
    int32_t value = q.hand ? solve_rate(s, &q) : 0;
    hint->exact = !s->cut;
    if (!IS_SPLIT(value))
        return ERROR_HAND;
    hint->score = (value + TURN_WEIGHT - 1) >> 6;
    hint->turns = (uint8_t)(hint->score * TURN_WEIGHT - value);
    return 0;
}

int split_place(const struct split *split, const struct combo *play)
{
    for (int i = 0; i < split->turns; i++)
        if (split->combos[i].cards == play->cards && split->combos[i].shape == play->shape &&
            split->combos[i].key == play->key && split->combos[i].suit == play->suit)
            return i;
    return -1;
}

int split_hints_of(struct search *s, const struct table *table, struct split *whole, struct hint *out, int cap)
{
    struct combo *plays = s->scratch->plays;
    int n = moves_list(s->rules, table, plays, MAX_MOVES);
    if (n < 0 || n > cap)
        return n < 0 ? n : ERROR_ROOM;
    for (int i = 0; i < n; i++)
        out[i].combo = plays[i]; /* the proof needs the plays' room */
    for (int i = 0; i < n; i++) {
        int known = whole && !s->n_flush_sets && walk_knows(s, walk_hand(s, table->hand - out[i].combo.cards));
        if (whole && !known && !whole->turns && split_whole(s, table, whole))
            return ERROR_HAND;
        int place = whole && whole->turns && whole->exact ? split_place(whole, &out[i].combo) : -1;
        if (place >= 0) {
            out[i].score = whole->score - whole->values[place];
            out[i].turns = (uint8_t)(whole->turns - 1);
            out[i].exact = 1;
        } else if (split_rate(s, table, &out[i].combo, &out[i])) {
            return ERROR_HAND;
        }
    }
    return n;
}

/* Choose the cards of a play by suit, the lowest suits first, but those in `kept`. */
static void pick_cards(const struct table *table, hand_t plain, const uint32_t *kept, uint32_t *out)
{
    for (int rank = 0; rank < SUIT_RANKS; rank++) {
        int left = cards_count(plain, rank);
        for (int suit = 0; suit < 4 && left; suit++) {
            int free = suit_count(table->suits[suit], rank) - suit_count(kept[suit], rank), n = free < left ? free : left;
            out[suit] += (uint32_t)n << 2 * rank;
            left -= n;
        }
    }
}

/* Let a play that must not be of one suit have a card of another. */
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

int split_pick(const struct rules *rules, const struct weights *weights, const struct table *table,
               const struct combo *combo, void *scratch, uint32_t *out)
{
    static const uint32_t none[4];
    struct search s;
    int error = split_plan(&s, rules, weights, table->hand, table->suits, 0, scratch);
    if (error || !cards_hold(table->hand, combo->cards) || combo->shape >= rules->n_shapes)
        return error ? error : ERROR_COMBO;
    suits_taken(&s, combo, out);
    if (combo->suit)
        return 0;
    struct question q = {table->hand - combo->cards, table->suits, out};
    const struct flush_set *kept = solve_kept(&s, &q);
    hand_t plain = combo->cards & ~s.wild_mask;
    pick_cards(table, plain, kept ? kept->suits : none, out);
    if (rules->shapes[combo->shape].flags & BODY_TWO_SUITS && plain == combo->cards)
        mix_suits(table, plain, out);
    return 0;
}

int split_hints(const struct rules *rules, const struct weights *weights, const struct table *table, uint32_t nodes,
                void *scratch, struct hint *out, int cap)
{
    struct search s;
    int error = table_verify(rules, table);
    error = error ? error : split_plan(&s, rules, weights, table->hand, table->suits, nodes, scratch);
    if (error)
        return error;
    int n = split_hints_of(&s, table, NULL, out, cap);
    if (n > 0)
        split_sort(out, n, table->hand);
    return n;
}
