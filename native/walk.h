/* walk.h - the best value of a hand when kickers are credits. See walk.c. */
#ifndef PAILI_WALK_H
#define PAILI_WALK_H

#include "fills.h"
#include "memo.h"
#include "plan.h"
#include "ways.h"

struct walk {
    struct memo *memo;
    uint32_t nodes, limit;
    int cut; /* the limit was met: values are no longer the best, only possible */
    struct plan plan;
    struct all_ways ways;
    struct all_fills fills;
};

/* Make ready to walk hands that `hand` contains, looking at `limit` states at most (0: as many as the memo takes); the walk
 * lasts until another begins with the same memo. */
void walk_begin(struct walk *walk, const struct engine *engine, hand_t hand, uint32_t limit);

/* The best value of a hand at a balance as the walk sees it, kickers being credits and every wild card beside an ordinary
 * one: an upper bound of the best split, unless the search was cut. */
int32_t walk_best(struct walk *walk, hand_t hand, int balance);

/* Whether the memo has the value of a hand. */
int walk_knows(const struct walk *walk, hand_t hand);

/* List the bodies of the plan, unless they are listed. */
void walk_list(struct walk *walk);

/* What the walk does at a rank: a body, and the cards it takes. */
struct step {
    int body;
    hand_t taken;
};

/* What the memo says a state is worth; 0 if it does not know. */
int walk_recall(const struct walk *walk, hand_t hand, int balance, int32_t *value);

/* The first step at the lowest rank, from body `from` on, that leads to a value of `goal`, or else to the most; what it
 * leads to. */
int32_t walk_step(struct walk *walk, hand_t hand, int from, int balance, int32_t goal, struct step *step);

#endif
