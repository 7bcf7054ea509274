/* wild_fills.h - every way to use up the cards of a rank together with wild ones, except runs. See wild_fills.c. */
#ifndef PAILI_PLAYS_WILD_FILLS_H
#define PAILI_PLAYS_WILD_FILLS_H

#include "plays/bodies.h"

#define MAX_WILD_FILLS 8192

/* Result of bodies of one rank, and kickers given there: wild cards used, value and balance. */
struct wild_fill {
    int32_t value;
    int16_t balance; /* change of the balance */
    uint8_t wilds;
    uint16_t next; /* while the list is made: one more than the place of another one of its heap, or 0 */
};

/* The fills for a number of cards of a rank, the fewest wild cards first. */
struct wild_fills {
    uint16_t first, end; /* places in the list */
    uint8_t known;
};

/* Those of a hand. */
struct all_wild_fills {
    int n;
    struct wild_fills of[RANKS][16]; /* by rank and by how many of its cards there are */
    struct wild_fill list[MAX_WILD_FILLS]; /* filled as far as it is used */
};

/* Begin with none listed. */
void wild_fills_begin(struct all_wild_fills *fills);

/* List those for `count` cards of a rank, only once; 0, or ERROR_CAPACITY if the list is full. */
int wild_fills_list(struct all_wild_fills *fills, const struct bodies *bodies, int rank, int count);

#endif
