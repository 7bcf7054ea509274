/* assemble.h - reconstruction of splits. See assemble.c. */
#ifndef PAILI_SPLIT_ASSEMBLE_H
#define PAILI_SPLIT_ASSEMBLE_H

#include "rules/cards.h"
#include "split/dp.h"

/* One combo of a split: its body, and its kickers once they are assigned. */
struct part {
    hand_t cards;   /* cards of the body; wild ones in nibble RANK_WILD, except in plays of wild cards only */
    hand_t kickers; /* the same of its kickers */
    hand_t body;    /* declared cards of the body */
    hand_t as;      /* declared kickers */
    uint8_t row, start, length, suit;
    uint8_t owed;      /* number of kicker cards to be assigned */
    uint8_t wild_only; /* 1: a play of wild cards only */
};

/* A split whose kickers are still credits: `singles` and `pairs` are the cards given as kickers. */
struct assembly {
    struct part combos[MAX_TURNS];
    hand_t singles, pairs;
    hand_t whole; /* ranks that must stay whole */
    int n;
};

/* Whether a combo takes all or none of each rank that must stay whole. */
static inline int assemble_is_whole(const struct assembly *assembly, hand_t cards)
{
    hand_t taken = cards & assembly->whole;
    return cards_at_least(taken, 1) == cards_at_least(taken, 4);
}

/* Add a step of the DP to the assembly. */
void assemble_add(const struct bodies *bodies, const struct step *step, struct assembly *out);

/* Append a split with the value of dp_best at this balance to `out`; 0 if a limit ended the DP and there is none. */
int assemble_dp(struct dp *dp, hand_t hand, int balance, int32_t value, struct assembly *out);

/* Append the split without runs and kickers, rank by rank; returns its value, or NEVER. */
int32_t assemble_plain(const struct bodies *bodies, hand_t hand, struct assembly *out);

#endif
