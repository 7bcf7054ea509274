/* split.c - the best split of a hand. The values are branch_bound.c's. */
#include "split/split.h"
#include "plays/value.h"
#include "rules/hash.h"
#include "rules/read.h"
#include "rules/rules.h"

#include <string.h>

static const uint32_t NO_SUITS[4];

void split_keep(const struct engine *engine, int keep)
{
    memo_keep(engine->memo, keep);
    bodies_forget(engine);
}

int split_plan(const struct engine *engine, hand_t hand, const uint32_t *suits, uint32_t nodes)
{
    if (rules_verify_hand(hand) || cards_size(hand) > MAX_TURNS || rules_verify_suits(engine->rules, hand, suits))
        return ERROR_HAND;
    if (cards_size(cards_wild(engine->rules, hand)) > MOST_ALIKE) /* the DP counts wild cards in one nibble */
        return ERROR_HAND;
    branch_bound_begin(engine, hand, suits, nodes);
    return 0;
}

/* Check that rows of one suit are worth at least as much as the same cards in mixed suits. */
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

int split_verify(const struct rules *rules, const struct weights *weights)
{
    if (rules_verify(rules))
        return ERROR_RULES;
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

/* Order combos: highest value first, then the lower body, then the lower row. */
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

/* The combo of a part; its wild cards are taken from `wild`. */
static void fill_combo(const struct search *s, const struct part *part, hand_t *wild, struct combo *out)
{
    hand_t cards = part->cards + part->kickers;
    read_fill(s->rules, part->row, part->start, part->length, part->body, part->body + part->as, out);
    out->suit = part->suit;
    if (!part->wild_only && s->dp.bodies->wilds) {
        hand_t taken = cards_take(*wild, cards_count(cards, RANK_WILD));
        *wild -= taken;
        cards = (cards & ~cards_of(RANK_WILD, 15)) + taken;
    }
    out->cards = cards;
}

static void fill_split(const struct search *s, hand_t hand, const struct assembly *assembly, int32_t value,
                       struct split *out)
{
    hand_t wild = hand & s->wild_mask;
    out->turns = (uint8_t)assembly->n;
    out->score = value_score(value);
    for (int i = 0; i < assembly->n; i++)
        wild -= assembly->combos[i].wild_only ? assembly->combos[i].cards : 0;
    for (int i = 0; i < assembly->n; i++) {
        const struct part *part = &assembly->combos[i];
        fill_combo(s, part, &wild, &out->combos[i]);
        out->values[i] = s->engine->weights->value[part->row][part->start][part->length];
    }
    sort_split(out);
}

static struct kept_split *kept_split(const struct engine *engine, hand_t hand)
{
    return &engine->splits->of[hash_place(hand, KEPT_SPLIT_BITS)];
}

int split_recall(const struct search *s, hand_t hand, struct split *out)
{
    const struct kept_split *kept = kept_split(s->engine, hand);
    if (s->flushes.n_sets || !s->engine->memo->kept_bits || kept->hand != hand || kept->stamp != s->engine->memo->stamp)
        return 0;
    memcpy(out->combos, kept->combos, kept->turns * sizeof *kept->combos);
    memcpy(out->values, kept->values, kept->turns * sizeof *kept->values);
    out->score = kept->score;
    out->turns = kept->turns;
    out->exact = 1;
    return 1;
}

/* Cache a split without the combo at `place`; that of all its combos if `place` is their number. */
static void remember(const struct engine *engine, hand_t hand, const struct split *split, int place)
{
    struct kept_split *kept = kept_split(engine, hand);
    int after = split->turns - place - 1; /* combos after the one left out */
    int turns = after < 0 ? split->turns : split->turns - 1;
    if (!engine->memo->kept_bits || !split->exact || turns > KEPT_TURNS)
        return;
    kept->hand = hand;
    kept->stamp = engine->memo->stamp;
    kept->score = after < 0 ? split->score : split->score - split->values[place];
    kept->turns = (uint8_t)turns;
    memcpy(kept->combos, split->combos, (size_t)place * sizeof *kept->combos);
    memcpy(kept->values, split->values, (size_t)place * sizeof *kept->values);
    if (after <= 0)
        return;
    memcpy(kept->combos + place, split->combos + place + 1, (size_t)after * sizeof *kept->combos);
    memcpy(kept->values + place, split->values + place + 1, (size_t)after * sizeof *kept->values);
}

int split_whole(struct search *s, hand_t hand, const uint32_t *suits, struct split *out)
{
    struct assembly assembly;
    struct question q = {hand, suits, NO_SUITS};
    if (split_recall(s, hand, out))
        return 0;
    int32_t value = branch_bound_best(s, &q, &assembly);
    if (!IS_SPLIT(value))
        return ERROR_HAND;
    fill_split(s, hand, &assembly, value, out);
    out->nodes = s->dp.nodes;
    out->exact = !s->dp.cut;
    if (!s->flushes.n_sets)
        remember(s->engine, hand, out, out->turns);
    return 0;
}

void split_keep_rest(const struct engine *engine, hand_t rest, const struct split *whole, int place)
{
    for (int i = 0; i < whole->turns; i++)
        if (i != place && whole->combos[i].suit) /* the same ranks in other suits may not form this combo */
            return;
    remember(engine, rest, whole, place);
}

/* Whether the engine's search is one of this hand whose list of bodies serves its parts: without wild cards, which may
 * replace more cards of the whole hand, without suits, and with values that do not depend on the hand. */
static int serves_parts(const struct engine *engine, hand_t hand)
{
    const struct search *s = engine->search;
    return engine->memo->kept_bits && s->rules == engine->rules && s->dp.all == hand && !s->dp.bodies->wilds &&
           !s->dp.cut && !s->flushes.n_sets && !(engine->rules->flags & BOMB_WHOLE);
}

int split_part(const struct engine *engine, hand_t hand, hand_t part, struct split *out)
{
    if (serves_parts(engine, hand) && !split_whole(engine->search, part, NO_SUITS, out) && out->exact)
        return 0;
    return split_best(engine, part, NULL, 0, out);
}

int split_best(const struct engine *engine, hand_t hand, const uint32_t *suits, uint32_t nodes, struct split *out)
{
    suits = suits ? suits : NO_SUITS;
    int error = split_plan(engine, hand, suits, nodes);
    return error ? error : split_whole(engine->search, hand, suits, out);
}
