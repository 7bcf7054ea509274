/* hints.h - values of the hands that remain after plays. See hints.c. */
#ifndef PAILI_SPLIT_HINTS_H
#define PAILI_SPLIT_HINTS_H

#include "split/branch_bound.h"

/* Write the value of the hand that remains after a play into score, turns and exact of a hint; 0, or ERROR_HAND. After
 * a pass the whole hand remains. */
int hints_rate(struct search *s, const struct table *table, const struct combo *play, struct hint *hint);

/* Rate every legal play, in the order of the generator; all plays share the search's memo. The best split of the hand
 * (turns 0: not computed yet) is computed when the memo lacks a remainder; without one of its combos it is the best
 * split of the rest. */
int hints_of(struct search *s, const struct table *table, struct split *whole, struct hint *out, int cap);

/* The index of a play among the combos of a split; -1 if it is none of them. */
int hints_place(const struct split *split, const struct combo *play);

/* Sort hints, best first. */
void hints_sort(const struct engine *engine, struct hint *hints, int n, hand_t hand);

#endif
