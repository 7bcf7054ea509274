/* rank_uses.h - every way to use up the cards of a rank. See rank_uses.c. */
#ifndef PAILI_PLAYS_RANK_USES_H
#define PAILI_PLAYS_RANK_USES_H

#include "plays/bodies.h"

#define MAX_RANK_USES 4096

/* A way to use up a number of cards of a rank without wild ones: bodies begun there and kickers given, combined. */
struct rank_use {
    hand_t cards;
    int32_t value;
    int16_t balance; /* change of the balance */
    uint16_t next;   /* the first use behind it that does not take all of its cards */
    uint32_t gates;  /* sum of those of its bodies */
    uint8_t own;     /* takes no cards of other ranks */
};

enum rank_uses_state { RANK_USES_UNKNOWN = 0, RANK_USES_LISTED, RANK_USES_TOO_MANY };

/* The uses of a number of cards of a rank, in the order in which the DP tries them. */
struct rank_uses {
    uint16_t first, end; /* places in the list */
    uint8_t state;       /* enum rank_uses_state */
};

/* Those of a hand. */
struct all_rank_uses {
    int n;
    struct rank_uses of[RANKS][16]; /* by rank and by how many of its cards there are */
    struct rank_use list[MAX_RANK_USES]; /* filled as far as it is used */
};

/* Begin with none listed. */
void rank_uses_begin(struct all_rank_uses *uses);

/* List the uses of `count` cards of a rank; no more than the hand of `bodies` has. */
void rank_uses_list(struct all_rank_uses *uses, const struct bodies *bodies, int rank, int count);

#endif
