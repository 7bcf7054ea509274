/* wild_only.c - plays of wild cards only: their printed ranks, or rows for wild cards only.
 *
 * At most two nibbles contain wild cards, so a table over the two counts has all results: the value of these cards as
 * one play, and their best split.
 */
#include "split/wild_only.h"
#include "plays/value.h"
#include "rules/read.h"
#include "rules/rules.h"

#define ROW_NONE 254                  /* no play */
#define DEAD_VALUE (-10 * SCORE_UNIT) /* value of a card that can never be played: worse than any split */

/* Store a row at a rank as the best single play, if it is better. */
static void offer(const struct rules *rules, const struct weights *weights, struct wild_group *group, int row, int rank)
{
    int32_t worth = value_combo(weights, row, rank, 1);
    if (rules->shapes[row].ranks >> rank & 1 && worth > group->worth) {
        group->worth = worth;
        group->row = (uint8_t)row;
        group->start = (uint8_t)rank;
    }
}

/* Compute the best single play of `low` and `high` cards of the nibbles printed as the ranks `a` and `b`. */
static void set_worth(struct wild_group *group, const struct rules *rules, const struct weights *weights, int low,
                      int high, int a, int b)
{
    int mixed = low && high, top = !high ? a : low ? rules_higher(rules, a, b) : b;
    group->worth = low + high == 1 && top == RANK_NONE ? DEAD_VALUE * TURN_WEIGHT : NEVER;
    group->row = ROW_NONE;
    for (int row = 0; row < rules->n_shapes && top != RANK_NONE; row++) {
        const struct shape *shape = &rules->shapes[row];
        if (shape->run_max > 1 || shape->kickers || shape->named || shape->copies != low + high)
            continue;
        if (shape->wilds == WILD_ONLY || (shape->wilds == WILD_ANY && !mixed))
            offer(rules, weights, group, row, top);
        for (int rank = 0; rank < RANK_WILD && mixed && shape->wilds == WILD_ANY && low + high <= PURE_FREE_MOST;
             rank++)
            if (rules->wild_ranks >> rank & 1)
                offer(rules, weights, group, row, rank);
    }
}

/* Compute the best split of the cards, given those of smaller counts. */
static void set_value(struct wild_only *wild_only, int low, int high)
{
    struct wild_group *group = &wild_only->of[low][high];
    group->value = NEVER;
    for (int i = 0; i <= low; i++)
        for (int j = 0; j <= high; j++) {
            int32_t worth = i + j ? wild_only->of[i][j].worth : NEVER, rest = wild_only->of[low - i][high - j].value;
            if (IS_SPLIT(worth) && IS_SPLIT(rest) && worth + rest > group->value) {
                group->value = worth + rest;
                group->low = (uint8_t)i;
                group->high = (uint8_t)j;
            }
        }
}

void wild_only_begin(struct wild_only *wild_only, const struct rules *rules, const struct weights *weights, hand_t wild)
{
    wild_only->mask = cards_ranks(wild);
    wild_only->n_low = wild_only->n_high = 0;
    if (!wild)
        return;
    int low = cards_lowest(wild), high = cards_highest(wild);
    int a = rules_printed(rules, low), b = rules_printed(rules, high);
    wild_only->n_low = cards_count(wild, low);
    wild_only->n_high = high > low ? cards_count(wild, high) : 0;
    for (int i = 0; i <= wild_only->n_low; i++)
        for (int j = 0; j <= wild_only->n_high; j++) {
            set_worth(&wild_only->of[i][j], rules, weights, i, j, a, b);
            if (i + j)
                set_value(wild_only, i, j);
            else
                wild_only->of[0][0].value = 0;
        }
}

void wild_only_assemble(const struct wild_only *wild_only, int low, int high, struct assembly *out)
{
    hand_t ones = wild_only->mask & EVERY_NIBBLE;
    int lower = cards_lowest(ones), higher = cards_highest(ones);
    while (low + high && out->n < MAX_TURNS) {
        const struct wild_group *best = &wild_only->of[low][high], *one = &wild_only->of[best->low][best->high];
        low -= best->low;
        high -= best->high;
        if (one->row == ROW_NONE)
            continue;
        out->combos[out->n++] = (struct part){
            .cards = cards_of(lower, best->low) + (best->high ? cards_of(higher, best->high) : 0),
            .body = cards_of(one->start, best->low + best->high),
            .row = one->row,
            .start = one->start,
            .length = 1,
            .wild_only = 1,
        };
    }
}
