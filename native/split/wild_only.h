/* wild_only.h - plays of wild cards only. See wild_only.c. */
#ifndef PAILI_SPLIT_WILD_ONLY_H
#define PAILI_SPLIT_WILD_ONLY_H

#include "rules/cards.h"
#include "split/assemble.h"

/* Cards of each nibble, by their counts: their best split and their best single play. */
struct wild_group {
    int32_t value, worth; /* of the best split; of the cards as one play */
    uint8_t row, start;   /* of the single play */
    uint8_t low, high;    /* cards of the first play of the split */
};

/* The wild cards of a hand. */
struct wild_only {
    hand_t mask;       /* their nibbles */
    int n_low, n_high; /* number of each */
    struct wild_group of[RANKS][RANKS];
};

/* Compute the table for the wild cards `wild`. */
void wild_only_begin(struct wild_only *wild_only, const struct rules *rules, const struct weights *weights,
                     hand_t wild);

/* Append the best plays of `low` and `high` of them to a split. */
void wild_only_assemble(const struct wild_only *wild_only, int low, int high, struct assembly *out);

/* Number of wild cards of each nibble in a hand. */
static inline int wild_only_low(const struct wild_only *wild_only, hand_t hand)
{
    return wild_only->mask ? cards_count(hand, cards_lowest(wild_only->mask)) : 0;
}

static inline int wild_only_high(const struct wild_only *wild_only, hand_t hand)
{
    return wild_only->n_high ? cards_count(hand, cards_highest(wild_only->mask)) : 0;
}

#endif
