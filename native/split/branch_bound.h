/* branch_bound.h - proof of the best split of a hand. See branch_bound.c. */
#ifndef PAILI_SPLIT_BRANCH_BOUND_H
#define PAILI_SPLIT_BRANCH_BOUND_H

#include "plays/flushes.h"
#include "split/assemble.h"
#include "split/dp.h"
#include "split/wild_only.h"

#define POOL_SIZE 16384 /* maximum stored branches over all recursion depths */

struct branch {
    struct combo combo;
    int32_t value, bound;
};

struct branches {
    struct branch of[POOL_SIZE];
};

/* A search for the best splits of a hand and its subsets. */
struct search {
    const struct engine *engine;
    const struct rules *rules;
    hand_t wild_mask; /* nibbles of wild cards */
    int pool_used;    /* number of branches in use */
    struct dp dp;
    struct wild_only wild_only;
    struct flushes flushes;
};

/* A hand and its suits: `suits` are those of a larger hand, from which the cards `taken` were removed; NULL: no
 * suits. */
struct question {
    hand_t hand;
    const uint32_t *suits, *taken;
};

/* Prepare the engine's search for a valid hand, with a limit of visited states (0: that of its memo). */
void branch_bound_begin(const struct engine *engine, hand_t hand, const uint32_t *suits, uint32_t nodes);

/* The value of the best split, assembled; if the limit ended the search, the best split found, at worst rank by rank.
 * NEVER if the hand cannot be split completely. */
int32_t branch_bound_best(struct search *s, const struct question *q, struct assembly *out);

/* The value of the best split, without assembling it. */
int32_t branch_bound_rate(struct search *s, const struct question *q);

/* The bodies of one suit in a best split; NULL if the hand contains none at all. */
const struct flush_set *branch_bound_kept(struct search *s, const struct question *q);

/* Whether the DP's value of a hand is known, ignoring bodies of one suit. */
int branch_bound_knows(const struct search *s, hand_t hand);

#endif
