/* open_hands.h - deals that are nearly over, solved. See open_hands.c. */
#ifndef PAILI_ROBOT_OPEN_HANDS_H
#define PAILI_ROBOT_OPEN_HANDS_H

#include "robot/game.h"

#define ENDING_BITS 12

/* The winner of a state near the end of a deal, with open hands. */
struct ending {
    uint64_t key;
    uint32_t stamp;
    uint8_t wins; /* the side of seat 0 does */
};

/* Results of states, and the plays of those being searched. */
struct endings {
    uint32_t stamp; /* of the deals that are being solved */
    struct ending known[1 << ENDING_BITS];
    struct combo plays[MAX_MOVES];
};

/* Discard the results: they belong to deals with other rules or other sides. */
void open_hands_forget(struct endings *endings);

/* Whether the side of seat 0 wins with open hands and best play of all sides: 1 or 0; ERROR_CAPACITY if `limit`
 * states do not decide it. For deals of two sides without suits in which no seat has gone out. */
int open_hands_wins(const struct game *g, uint32_t limit, struct endings *endings);

#endif
