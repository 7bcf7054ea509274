/* option.h - one action that a robot may choose, with its value and reasons. */
#ifndef PAILI_SPLIT_OPTION_H
#define PAILI_SPLIT_OPTION_H

#include "engine.h"

#define MAX_OPTIONS MAX_MOVES /* plays and the pass */
#define SURELY 50000000       /* added to the value of a sure win */

struct option {
    struct combo combo; /* length 0: pass */
    int place;          /* index among the combos of the best split; -1: none of them */
    int32_t value;
    int32_t rest;  /* value of the remaining hand; initial `value` */
    uint8_t turns; /* turns of the remaining hand */
    uint32_t reasons;
};

static inline int option_is_pass(const struct option *option)
{
    return option->combo.length == 0;
}

static inline int option_is_bomb(const struct option *option)
{
    return option->combo.tier > 0;
}

/* The index of a move among options; -1 if it is not there. */
static inline int option_find(const struct option *options, int n, const struct combo *made)
{
    for (int i = 0; i < n; i++)
        if (options[i].combo.cards == made->cards && (!made->length || options[i].combo.shape == made->shape))
            return i;
    return -1;
}

#endif
