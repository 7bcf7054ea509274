/* assemble.h - a split while it is put together. See assemble.c. */
#ifndef PAILI_SPLIT_ASSEMBLE_H
#define PAILI_SPLIT_ASSEMBLE_H

#include "rules/cards.h"
#include "split/dp.h"

/* One combo of a split: its body, and its kickers once they are assigned. */
struct part {
    hand_t cards;   /* that the body takes; wild ones in nibble RANK_WILD, but for wild cards alone */
    hand_t kickers; /* the same of its kickers */
    hand_t body;    /* what the body stands for */
    hand_t as;      /* what the kickers stand for */
    uint8_t row, start, length, suit;
    uint8_t owed;   /* kicker cards to be assigned */
    uint8_t wild_only;   /* wild cards alone */
};

/* A split whose kickers are still credits: `singles` and `pairs` are the cards given as such. */
struct assembly {
    struct part combos[MAX_TURNS];
    hand_t singles, pairs;
    hand_t whole; /* ranks that no combo may tear */
    int n;
};

/* Whether a combo takes all or none of each rank that must stay whole. */
static inline int assemble_is_whole(const struct assembly *assembly, hand_t cards)
{
    hand_t taken = cards & assembly->whole;
    return cards_at_least(taken, 1) == cards_at_least(taken, 4);
}

/* Add the result of a step of the DP. */
void assemble_add(const struct bodies *bodies, const struct step *step, struct assembly *out);

/* Assemble a split that has the value dp_best gave at this balance, behind the combos that stand in `out` already; 0 if the limit
 * ended the DP so that none is found. */
int assemble_dp(struct dp *dp, hand_t hand, int balance, int32_t value, struct assembly *out);

/* Assemble the split without runs and kickers, each rank for itself; its value, or NEVER. */
int32_t assemble_plain(const struct bodies *bodies, hand_t hand, struct assembly *out);

#endif
