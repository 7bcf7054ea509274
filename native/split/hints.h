/* hints.h - plays by what they leave in hand. See hints.c. */
#ifndef PAILI_SPLIT_HINTS_H
#define PAILI_SPLIT_HINTS_H

#include "split/branch_bound.h"

/* Write what is left of a table's hand after a play is worth into score, turns and exact of a hint; 0, or ERROR_HAND. A pass
 * leaves it all. */
int hints_rate(struct search *s, const struct table *table, const struct combo *play, struct hint *hint);

/* Every legal play with what it leaves, in the generator's order; the search's memo serves them all. The best split of the
 * hand, where its turns are 0, is worked out once a remainder is not known, and saves the work for its own combos: without
 * one of them it is the best of the rest. */
int hints_of(struct search *s, const struct table *table, struct split *whole, struct hint *out, int cap);

/* The place of a play among the combos of a split; -1 if it is none of them. */
int hints_place(const struct split *split, const struct combo *play);

/* Put hints in order, best first. */
void hints_sort(struct hint *hints, int n, hand_t hand);

#endif
