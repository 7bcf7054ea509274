/* ways.h - every way to use up the cards of a rank. See ways.c. */
#ifndef PAILI_WAYS_H
#define PAILI_WAYS_H

#include "plan.h"

#define MAX_WAYS 4096

/* A way to use up so many cards of a rank without wild ones: bodies begun there and kickers given, taken together. */
struct way {
    hand_t cards;
    int32_t value;
    int16_t balance; /* change of the balance */
    uint16_t next;   /* the first way behind it that does not take all of its cards */
    uint32_t gates;  /* sum of those of its bodies */
    uint8_t own;     /* takes no cards of other ranks */
};

enum ways_state { WAYS_UNKNOWN = 0, WAYS_LISTED, WAYS_TOO_MANY };

/* The ways for so many cards of a rank, in the order in which the walk tries them. */
struct ways {
    uint16_t first, end; /* places in the list */
    uint8_t state;       /* enum ways_state */
};

/* Those of a plan. */
struct all_ways {
    int n;
    struct ways of[RANKS][16]; /* by rank and by how many of its cards there are */
    struct way list[MAX_WAYS]; /* filled as far as it is used */
};

/* Begin with none listed. */
void ways_begin(struct all_ways *ways);

/* List the ways of a plan to use up `count` cards of a rank; not for hands with more than the plan's. */
void ways_list(struct all_ways *ways, const struct plan *plan, int rank, int count);

#endif
