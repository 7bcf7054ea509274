/* layout.h - a split while it is put together. See layout.c. */
#ifndef PAILI_LAYOUT_H
#define PAILI_LAYOUT_H

#include "cards.h"
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

/* Whether a combo takes all or none of each rank that must stay whole. */
static inline int layout_is_whole(const struct layout *layout, hand_t cards)
{
    hand_t taken = cards & layout->whole;
    return cards_at_least(taken, 1) == cards_at_least(taken, 4);
}

/* Lay out what the walk did in a step. */
void layout_lay(const struct plan *plan, const struct step *step, struct layout *out);

/* Lay out a split that has the value walk_best gave at this balance, behind the combos that stand in `out` already; 0 if the limit
 * ended the walk so that none is found. */
int layout_walk(struct walk *walk, hand_t hand, int balance, int32_t value, struct layout *out);

/* Lay out the split without runs and kickers, each rank for itself; its value, or NEVER. */
int32_t layout_plain(const struct plan *plan, hand_t hand, struct layout *out);

#endif
