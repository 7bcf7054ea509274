/* open_hands.h - deals that are nearly over, solved. See open_hands.c. */
#ifndef PAILI_ROBOT_OPEN_HANDS_H
#define PAILI_ROBOT_OPEN_HANDS_H

#include "robot/game.h"

#define ENDING_BITS 12

/* Who wins a state near the end of a deal, all hands open. */
struct ending {
    uint64_t key;
    uint32_t stamp;
    uint8_t wins; /* the side of seat 0 does */
};

/* What is known of states, and the plays of those that are looked at. */
struct endings {
    uint32_t stamp; /* of the deals that are being solved */
    struct ending known[1 << ENDING_BITS];
    struct combo plays[MAX_MOVES];
};

/* Forget what is known: it was of deals under other rules, or with other sides. */
void open_hands_forget(struct endings *endings);

/* Whether the side of seat 0 wins when all hands are open and everybody plays for his side as well as can be: 1 or 0;
 * ERROR_CAPACITY if `limit` states do not decide it. For deals of two sides without suits, of which nobody has gone out. */
int open_hands_wins(const struct game *g, uint32_t limit, struct endings *endings);

#endif
