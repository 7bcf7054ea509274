/* rank_fills.h - all ways to use all cards of a rank, together with wild cards, except runs. See rank_fills.c. */
#ifndef PAILI_PLAYS_RANK_FILLS_H
#define PAILI_PLAYS_RANK_FILLS_H

#include "plays/bodies.h"

#define MAX_RANK_FILLS 8192

/* Result of bodies of one rank, and of kickers given there. */
struct rank_fill {
    int32_t value;
    int8_t singles, pairs; /* groups of kickers given, less those owed */
    uint8_t shorts;        /* 1: one of the bodies is a play with missing kickers */
    uint8_t wilds;         /* wild cards used */
    int16_t balance;       /* all of the change of the balance in one number, see balance.h */
    uint16_t next;         /* during construction: 1 + the index of the next fill of its bucket, or 0 */
};

/* The fills of a number of cards of a rank, fewest wild cards first; valid with the stamp of all. */
struct rank_fills {
    uint32_t stamp;
    int first, end; /* range in the list */
    int mid;        /* the first that needs wild cards */
};

/* The fills of a hand, or of the hands of several calls. Their kind is which kickers the bodies take: bit 0 singles,
 * bit 1 pairs. */
struct all_rank_fills {
    uint32_t stamp;
    int n;
    struct rank_fills (*of)[16]; /* of the kind at hand: by rank and by how many of its cards there are */
    struct rank_fills of_kind[4][RANKS][16];
    struct rank_fill list[MAX_RANK_FILLS]; /* initialised only as far as used */
};

/* Prepare for a list of bodies. `keep`: their fills are those of the call before, if the kind is the same. */
void rank_fills_begin(struct all_rank_fills *fills, const struct bodies *bodies, int keep);

/* List the fills of `count` cards of a rank; 0, or ERROR_CAPACITY if the list is full. */
int rank_fills_list(struct all_rank_fills *fills, const struct bodies *bodies, int rank, int count);

#endif
