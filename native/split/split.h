/* split.h - best splits, and splits cached during a game. See split.c. */
#ifndef PAILI_SPLIT_SPLIT_H
#define PAILI_SPLIT_SPLIT_H

#include "split/branch_bound.h"

#define KEPT_SPLIT_BITS 10
#define KEPT_TURNS 12

/* A cached split of a hand. */
struct kept_split {
    hand_t hand;
    uint64_t stamp; /* stamp of the memo */
    int32_t score;
    uint8_t turns;
    int32_t values[KEPT_TURNS];
    struct combo combos[KEPT_TURNS];
};

struct kept_splits {
    struct kept_split of[1 << KEPT_SPLIT_BITS];
};

/* Let the following calls, all with the same rules and weights, share their splits, or (0) stop that. */
void split_keep(const struct engine *engine, int keep);

/* Prepare the engine's search for a hand and its subsets; 0 or an error. */
int split_plan(const struct engine *engine, hand_t hand, const uint32_t *suits, uint32_t nodes);

/* The best split of a hand, in a search prepared for it; 0, or ERROR_HAND. */
int split_whole(struct search *s, hand_t hand, const uint32_t *suits, struct split *out);

/* The same, if it is cached: 1, else 0. */
int split_recall(const struct search *s, hand_t hand, struct split *out);

/* The best split of a part of a hand without suits; 0 or an error. Calls for parts of the hand that was searched last
 * share its list of bodies, which has the bodies of a part in the same order. */
int split_part(const struct engine *engine, hand_t hand, hand_t part, struct split *out);

/* Cache the split that remains after one of its combos has been played. */
void split_keep_rest(const struct engine *engine, hand_t rest, const struct split *whole, int place);

#endif
