/* open_hands_search.h - the memory of a search with open hands. See open_hands_search.c. */
#ifndef PAILI_ROBOT_OPEN_HANDS_SEARCH_H
#define PAILI_ROBOT_OPEN_HANDS_SEARCH_H

#include "robot/open_hands_key.h"

/* The minimum plays that empty a hand if all others pass. */
struct open_turns {
    hand_t hand;
    uint64_t turns;
};

/* The caller's memory, divided in the order of the fields. */
struct open_memory {
    uint64_t bytes;      /* that it was laid out in */
    uint32_t generation; /* of the entries of this call */
    int entry_bits;      /* 2^bits states */
    int turn_bits;       /* 2^bits hands */
    int n_plays;         /* plays of the states on the way, and their suits */
};

#endif
