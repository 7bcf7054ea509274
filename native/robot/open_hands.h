/* open_hands.h - solver for the end of a deal with open hands. See open_hands.c. */
#ifndef PAILI_ROBOT_OPEN_HANDS_H
#define PAILI_ROBOT_OPEN_HANDS_H

#include "robot/game.h"

#define ENDING_BITS 12

/* The solved winner of a state. */
struct ending {
    uint64_t key;
    uint32_t stamp;
    uint8_t wins; /* 1: the side of seat 0 wins */
};

/* Table of solved states, and the plays of the states in progress. */
struct endings {
    uint32_t stamp; /* number of the current deals; entries of other deals are invalid */
    struct ending known[1 << ENDING_BITS];
    struct combo plays[MAX_MOVES];
};

/* Invalidate the table: the next deals have other rules or other sides. */
void open_hands_forget(struct endings *endings);

/* Whether the side of seat 0 wins with open hands and best play of all sides: 1 or 0; ERROR_CAPACITY if `limit` states
 * are not enough. Only for deals of two sides without suits in which no seat has gone out. */
int open_hands_wins(const struct game *g, uint32_t limit, struct endings *endings);

#endif
