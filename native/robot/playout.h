/* playout.h - a sampled world, played to its end. See playout.c. */
#ifndef PAILI_ROBOT_PLAYOUT_H
#define PAILI_ROBOT_PLAYOUT_H

#include "robots.h"

/* A world and how it is played on. */
struct playout {
    const struct engine *engine;
    const struct policy *policy; /* without a search, at every seat */
    const struct view *view;     /* of seat 0, whose result counts */
    const struct deal *world;
    struct turn turn;
    uint32_t open;               /* a world with at most this number of cards left is solved with open hands; 0: none */
    int aim;                     /* enum aim */
};

/* Result of one world. */
struct outcome {
    int won; /* whether seat 0's side goes out next, and so wins if no seat has gone out yet; or an error */
    int32_t points[MAX_SEATS];
};

/* The turn of a view's own seat. */
struct turn playout_own_turn(const struct view *view);

/* Whether worlds of a view can be solved with open hands: two sides, no suits, no seat has gone out. */
int playout_solvable(const struct view *view);

/* Play a world out, after `first` of the mover with the suits `taken`; NULL: the policy makes this move too. */
struct outcome playout_run(const struct playout *p, const struct combo *first, const uint32_t *taken, uint64_t seed);

#endif
