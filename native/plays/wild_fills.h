/* wild_fills.h - all ways to use all cards of a rank together with wild cards, except runs. See wild_fills.c. */
#ifndef PAILI_PLAYS_WILD_FILLS_H
#define PAILI_PLAYS_WILD_FILLS_H

#include "plays/bodies.h"

#define MAX_WILD_FILLS 8192

/* Result of bodies of one rank, and kickers given there: wild cards used, value and balance. */
struct wild_fill {
    int32_t value;
    int16_t balance; /* change of the balance */
    uint8_t wilds;
    uint16_t next; /* during construction: 1 + the index of the next fill of its bucket, or 0 */
};

/* The fills of a number of cards of a rank, fewest wild cards first. */
struct wild_fills {
    uint16_t first, end; /* range in the list */
    uint8_t known;
};

/* The fills of a hand. */
struct all_wild_fills {
    int n;
    struct wild_fills of[RANKS][16];       /* by rank and by how many of its cards there are */
    struct wild_fill list[MAX_WILD_FILLS]; /* initialised only as far as used */
};

/* Start with an empty list. */
void wild_fills_begin(struct all_wild_fills *fills);

/* List the fills of `count` cards of a rank on first use; 0, or ERROR_CAPACITY if the list is full. */
int wild_fills_list(struct all_wild_fills *fills, const struct bodies *bodies, int rank, int count);

#endif
