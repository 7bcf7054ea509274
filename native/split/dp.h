/* dp.h - the best value of a hand when kickers are credits. See dp.c. */
#ifndef PAILI_SPLIT_DP_H
#define PAILI_SPLIT_DP_H

#include "plays/bodies.h"
#include "plays/rank_fills.h"
#include "split/memo.h"

#define BODY_LISTS 4 /* for the hands of the seats of a game */

struct dp {
    struct memo *memo;
    uint32_t nodes, limit; /* states visited, and their maximum */
    int cut;               /* the limit was reached: values are those of some split, not of the best */
    hand_t all;            /* the hand, wild cards in nibble RANK_WILD */
    hand_t whole;          /* the part of it that is split */
    int listed;            /* the bodies are listed */
    struct bodies *bodies; /* of the hand, or of one that contains it */
    int last_list;
    struct bodies lists[BODY_LISTS];
    struct all_rank_fills fills;
    uint64_t fills_of; /* stamp of the memo while the calls of one game share them, else 0 */
};

/* Prepare for all subsets of `hand`, visiting at most `limit` states (0: as many as the memo takes). Valid until
 * another DP begins with the same memo. */
void dp_begin(struct dp *dp, const struct engine *engine, hand_t hand, uint32_t limit);

/* The best value of a hand (wild cards in nibble RANK_WILD) at a balance, with kickers as credits and every wild card
 * combined with ordinary ones: an upper bound for splits, unless the limit was reached. */
int32_t dp_best(struct dp *dp, hand_t hand, int balance);

/* Prepare for the steps of a split with a balance; lists the bodies on first use. */
void dp_split(struct dp *dp, hand_t hand, int balance);

/* A step of the DP at a rank: a body, and the cards that it takes. */
struct step {
    int body;
    hand_t taken;
};

/* Look a value up in the memo; 0 if it is not there. */
int dp_recall(const struct dp *dp, hand_t hand, int balance, int32_t *value);

/* Write the first steps that use up the lowest rank of a hand without wild cards with a value, if no limit was reached;
 * returns their number, 0 if there are none. */
int dp_trace(struct dp *dp, hand_t hand, int balance, int32_t value, struct step *steps);

/* The first step at the lowest rank, from body `from` on, with a value of `goal`, or else the step with the highest
 * value; returns that value. */
int32_t dp_step(struct dp *dp, hand_t hand, int from, int balance, int32_t goal, struct step *step);

#endif
