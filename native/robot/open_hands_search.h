/* open_hands_search.h - memory layout of the search with open hands. See open_hands_search.c. */
#ifndef PAILI_ROBOT_OPEN_HANDS_SEARCH_H
#define PAILI_ROBOT_OPEN_HANDS_SEARCH_H

#include "robot/open_hands_key.h"

/* The minimum number of plays that empty a hand if all others pass. */
struct open_turns {
    hand_t hand;
    uint64_t turns;
};

/* Layout of the caller's memory; sections are in the order of the fields. */
struct open_memory {
    uint64_t bytes;      /* number of bytes of this layout */
    uint32_t generation; /* number of this call in its entries */
    int entry_bits;      /* 2^bits entries of states */
    int turn_bits;       /* 2^bits entries of hands */
    int n_plays;         /* plays of the states in progress, and their suits */
};

#endif
