/* rank_uses.h - all ways to use all cards of a rank. See rank_uses.c. */
#ifndef PAILI_PLAYS_RANK_USES_H
#define PAILI_PLAYS_RANK_USES_H

#include "plays/bodies.h"

#define MAX_RANK_USES 4096

/* A way to use a number of cards of a rank without wild cards: a combination of bodies that begin there and kickers
 * given. */
struct rank_use {
    hand_t cards;
    int32_t value;
    int16_t balance; /* change of the balance */
    uint16_t next;   /* index of the next use that leaves some of its cards */
    uint32_t gates;  /* total value of its bodies */
    uint8_t own;     /* takes no cards of other ranks */
};

enum rank_uses_state { RANK_USES_UNKNOWN = 0, RANK_USES_LISTED, RANK_USES_TOO_MANY };

/* The uses of a number of cards of a rank, in the order of the DP. */
struct rank_uses {
    uint16_t first, end; /* range in the list */
    uint8_t state;       /* enum rank_uses_state */
};

/* The uses of a hand. */
struct all_rank_uses {
    int n;
    struct rank_uses of[RANKS][16];      /* by rank and by how many of its cards there are */
    struct rank_use list[MAX_RANK_USES]; /* initialised only as far as used */
};

/* Start with an empty list. */
void rank_uses_begin(struct all_rank_uses *uses);

/* List the uses of `count` cards of a rank; the hand of `bodies` has at least as many. */
void rank_uses_list(struct all_rank_uses *uses, const struct bodies *bodies, int rank, int count);

#endif
