/* branch_bound.h - the proven value of a hand. See branch_bound.c. */
#ifndef PAILI_SPLIT_BRANCH_BOUND_H
#define PAILI_SPLIT_BRANCH_BOUND_H

#include "plays/flushes.h"
#include "split/assemble.h"
#include "split/dp.h"
#include "split/wild_only.h"

#define POOL_SIZE 16384 /* plays kept by the proof, all its depths together */

struct branch {
    struct combo combo;
    int32_t value, bound;
};

struct branches {
    struct branch of[POOL_SIZE];
};

/* A search for the best splits of a hand, and of what may be left of it. */
struct search {
    const struct engine *engine;
    const struct rules *rules;
    hand_t wild_mask; /* nibbles of wild cards */
    int pool_used; /* branches of the proofs that are under way */
    struct dp dp;
    struct wild_only wild_only;
    struct flushes flushes;
};

/* A hand whose cards may be chosen: `suits` are those of a larger hand that `taken` were taken from; NULL: no suits. */
struct question {
    hand_t hand;
    const uint32_t *suits, *taken;
};

/* Prepare for a hand that can be, and for states that are looked at (0: MAX_NODES). */
void branch_bound_begin(struct search *s, const struct engine *engine, hand_t hand, const uint32_t *suits, uint32_t nodes);

/* The value of the best split, assembled; when the limit ended the search, of the best that was found, at worst rank by
 * rank; NEVER if the hand cannot be parted into plays. */
int32_t branch_bound_best(struct search *s, const struct question *q, struct assembly *out);

/* The value alone. */
int32_t branch_bound_rate(struct search *s, const struct question *q);

/* The bodies of one suit that a best split keeps together; NULL if there are none in the hand at all. */
const struct flush_set *branch_bound_kept(struct search *s, const struct question *q);

/* Whether the value of a hand is known, without bodies of one suit. */
int branch_bound_knows(const struct search *s, hand_t hand);

#endif
