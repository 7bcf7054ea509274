/* pure.h - wild cards played by themselves. See pure.c. */
#ifndef PAILI_PURE_H
#define PAILI_PURE_H

#include "cards.h"
#include "layout.h"

/* So many cards of the lower nibble and so many of the higher: the best way to play them. */
struct pure {
    int32_t value, worth; /* of the best division; of the cards as one play */
    uint8_t row, start;   /* of that one play */
    uint8_t low, high;    /* cards of the first play of the division */
};

/* The wild cards of a hand. */
struct pures {
    hand_t mask;       /* their nibbles */
    int n_low, n_high; /* how many of each */
    struct pure of[RANKS][RANKS];
};

/* Work out what the cards `wild` are worth by themselves. */
void pure_plan(struct pures *pures, const struct rules *rules, const struct weights *weights, hand_t wild);

/* Lay out the best way to play `low` and `high` of them by themselves. */
void pure_lay_out(const struct pures *pures, int low, int high, struct layout *out);

/* Wild cards of each nibble in a hand. */
static inline int pure_low(const struct pures *pures, hand_t hand)
{
    return pures->mask ? cards_count(hand, cards_lowest(pures->mask)) : 0;
}

static inline int pure_high(const struct pures *pures, hand_t hand)
{
    return pures->n_high ? cards_count(hand, cards_highest(pures->mask)) : 0;
}

#endif
