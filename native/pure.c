/* pure.c - wild cards played by themselves: their printed ranks, or what rows for wild cards only say.
 *
 * Up to two nibbles hold wild cards, so a table by the number of each answers every question: what so many cards are
 * worth as one play, and the best way to part them into plays.
 */
#include "pure.h"
#include "rules.h"
#include "worth.h"

#define ROW_NONE 254  /* no play */
#define DEAD_VALUE (-10 * SCORE_UNIT) /* of a card that can never be played: worse than any split that plays it */
#define FREE_MOST 3 /* wild cards of both nibbles that are free together */

/* Take a row at a rank as the best single play, if it is. */
static void offer(const struct rules *rules, const struct weights *weights, struct pure *pure, int row, int rank)
{
    int32_t worth = worth_combo(weights, row, rank, 1);
    if (rules->shapes[row].ranks >> rank & 1 && worth > pure->worth) {
        pure->worth = worth;
        pure->row = (uint8_t)row;
        pure->start = (uint8_t)rank;
    }
}

/* Set what `low` and `high` cards of the nibbles printed as the ranks `a` and `b` are worth as one play. */
static void set_worth(struct pure *pure, const struct rules *rules, const struct weights *weights, int low, int high,
                      int a, int b)
{
    int mixed = low && high, top = !high ? a : low ? rules_higher(rules, a, b) : b;
    pure->worth = low + high == 1 && top == RANK_NONE ? DEAD_VALUE * TURN_WEIGHT : NEVER;
    pure->row = ROW_NONE;
    for (int row = 0; row < rules->n_shapes && top != RANK_NONE; row++) {
        const struct shape *shape = &rules->shapes[row];
        if (shape->run_max > 1 || shape->kickers || shape->named || shape->copies != low + high)
            continue;
        if (shape->wilds == WILD_ONLY || (shape->wilds == WILD_ANY && !mixed))
            offer(rules, weights, pure, row, top);
        for (int rank = 0; rank < RANK_WILD && mixed && shape->wilds == WILD_ANY && low + high <= FREE_MOST; rank++)
            if (rules->wild_ranks >> rank & 1)
                offer(rules, weights, pure, row, rank);
    }
}

/* Set the best way to part the cards into plays, the smaller numbers being known. */
static void set_value(struct pures *pures, int low, int high)
{
    struct pure *pure = &pures->of[low][high];
    pure->value = NEVER;
    for (int i = 0; i <= low; i++)
        for (int j = 0; j <= high; j++) {
            int32_t worth = i + j ? pures->of[i][j].worth : NEVER, rest = pures->of[low - i][high - j].value;
            if (IS_SPLIT(worth) && IS_SPLIT(rest) && worth + rest > pure->value) {
                pure->value = worth + rest;
                pure->low = (uint8_t)i;
                pure->high = (uint8_t)j;
            }
        }
}

void pure_plan(struct pures *pures, const struct rules *rules, const struct weights *weights, hand_t wild)
{
    pures->mask = cards_ranks(wild);
    pures->n_low = pures->n_high = 0;
    if (!wild)
        return;
    int low = cards_lowest(wild), high = cards_highest(wild);
    int a = low == RANK_WILD ? rules->wild_rank : low, b = high == RANK_WILD ? rules->wild_rank : high;
    pures->n_low = cards_count(wild, low);
    pures->n_high = high > low ? cards_count(wild, high) : 0;
    for (int i = 0; i <= pures->n_low; i++)
        for (int j = 0; j <= pures->n_high; j++) {
            set_worth(&pures->of[i][j], rules, weights, i, j, a, b);
            if (i + j)
                set_value(pures, i, j);
            else
                pures->of[0][0].value = 0;
        }
}

void pure_lay_out(const struct pures *pures, int low, int high, struct layout *out)
{
    hand_t ones = pures->mask & EVERY_NIBBLE;
    int lower = cards_lowest(ones), higher = cards_highest(ones);
    while (low + high && out->n < MAX_TURNS) {
        const struct pure *best = &pures->of[low][high], *one = &pures->of[best->low][best->high];
        low -= best->low;
        high -= best->high;
        if (one->row == ROW_NONE)
            continue;
        out->combos[out->n++] = (struct laid){
            .cards = cards_of(lower, best->low) + (best->high ? cards_of(higher, best->high) : 0),
            .body = cards_of(one->start, best->low + best->high), .row = one->row, .start = one->start, .length = 1,
            .pure = 1,
        };
    }
}
