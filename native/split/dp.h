/* dp.h - the best value of a hand when kickers are credits. See dp.c. */
#ifndef PAILI_SPLIT_DP_H
#define PAILI_SPLIT_DP_H

#include "plays/bodies.h"
#include "plays/rank_uses.h"
#include "plays/wild_fills.h"
#include "split/memo.h"

struct dp {
    struct memo *memo;
    uint32_t nodes, limit;
    int cut; /* the limit was met: values are no longer the best, only possible */
    struct bodies bodies;
    struct all_rank_uses uses;
    struct all_wild_fills fills;
};

/* Prepare for hands that `hand` contains, looking at `limit` states at most (0: as many as the memo takes); the DP
 * lasts until another begins with the same memo. */
void dp_begin(struct dp *dp, const struct engine *engine, hand_t hand, uint32_t limit);

/* The best value of a hand at a balance as the DP sees it, kickers being credits and every wild card beside an ordinary
 * one: an upper bound of the best split, unless the search was cut. */
int32_t dp_best(struct dp *dp, hand_t hand, int balance);

/* Whether the memo has the value of a hand. */
int dp_knows(const struct dp *dp, hand_t hand);

/* List the bodies, unless they are listed. */
void dp_list(struct dp *dp);

/* What the DP does at a rank: a body, and the cards it takes. */
struct step {
    int body;
    hand_t taken;
};

/* What the memo says a state is worth; 0 if it does not know. */
int dp_recall(const struct dp *dp, hand_t hand, int balance, int32_t *value);

/* The first step at the lowest rank, from body `from` on, that leads to a value of `goal`, or else to the most; what it
 * leads to. */
int32_t dp_step(struct dp *dp, hand_t hand, int from, int balance, int32_t goal, struct step *step);

#endif
