/* playout.h - playout of a sampled world. See playout.c. */
#ifndef PAILI_ROBOT_PLAYOUT_H
#define PAILI_ROBOT_PLAYOUT_H

#include "robots.h"

/* A world and how it is played out. */
struct playout {
    const struct engine *engine;
    const struct policy *policy; /* of every seat, without search */
    const struct view *view;     /* by the cards of seat 0, whose result counts */
    const struct deal *world;
    struct turn turn;
    uint32_t open; /* maximum cards in all hands for solving a world with open hands; 0: never */
    int aim;       /* enum aim */
};

/* Result of one world. */
struct outcome {
    int won; /* 1 if seat 0's side goes out next (and wins, if no seat has gone out before); or an error */
    int32_t points[MAX_SEATS];
};

/* Whether worlds of a view can be solved with open hands: two sides, no suits, and no seat has gone out. */
int playout_solvable(const struct view *view);

/* Play a world out after the mover's move `first` with the suits `taken`; NULL: the policy makes this move too. */
struct outcome playout_run(const struct playout *p, const struct combo *first, const uint32_t *taken, uint64_t seed);

#endif
