/* alone.h - wild cards played by themselves. See alone.c. */
#ifndef PAILI_ALONE_H
#define PAILI_ALONE_H

#include "cards.h"
#include "layout.h"

/* So many cards of the lower nibble and so many of the higher: the best way to play them. */
struct alone {
    int32_t value, worth; /* of the best division; of the cards as one play */
    uint8_t row, start;   /* of that one play */
    uint8_t low, high;    /* cards of the first play of the division */
};

/* The wild cards of a hand. */
struct alones {
    hand_t mask;       /* their nibbles */
    int n_low, n_high; /* how many of each */
    struct alone of[RANKS][RANKS];
};

/* Work out what the cards `wild` are worth by themselves. */
void alone_plan(struct alones *alones, const struct rules *rules, const struct weights *weights, hand_t wild);

/* Lay out the best way to play `low` and `high` of them by themselves. */
void alone_lay_out(const struct alones *alones, int low, int high, struct layout *out);

/* Wild cards of each nibble in a hand. */
static inline int alone_low(const struct alones *alones, hand_t hand)
{
    return alones->mask ? cards_count(hand, cards_lowest(alones->mask)) : 0;
}

static inline int alone_high(const struct alones *alones, hand_t hand)
{
    return alones->n_high ? cards_count(hand, cards_highest(alones->mask)) : 0;
}

#endif
