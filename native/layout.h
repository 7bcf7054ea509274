/* layout.h - a split while it is put together. See layout.c. */
#ifndef PAILI_LAYOUT_H
#define PAILI_LAYOUT_H

#include "walk.h"

/* One combo of a split: its body, and its kickers once they are handed out. */
struct laid {
    hand_t cards;   /* that the body takes; wild ones in nibble RANK_WILD, but for wild cards alone */
    hand_t kickers; /* the same of its kickers */
    hand_t body;    /* what the body stands for */
    hand_t as;      /* what the kickers stand for */
    uint8_t row, start, length, suit;
    uint8_t owed;   /* kicker cards to be handed out */
    uint8_t pure;   /* wild cards alone */
};

/* A split whose kickers are still credits: `singles` and `pairs` are the cards given as such. */
struct layout {
    struct laid combos[MAX_TURNS];
    hand_t singles, pairs;
    hand_t whole; /* ranks that no combo may tear */
    int n;
};

/* Lay out a split that has the value walk_best gave, behind the combos that stand in `out` already; 0 if the limit ended the
 * walk so that none is found. */
int layout_walk(struct walk *walk, hand_t hand, int32_t value, struct layout *out);

/* Lay out the split without runs and kickers, each rank for itself; its value, or NEVER. */
int32_t layout_plain(const struct plan *plan, hand_t hand, struct layout *out);

#endif
