/* chance.h - seeded chance: the same seed, the same draws, on every machine. */
#ifndef PAILI_ROBOT_CHANCE_H
#define PAILI_ROBOT_CHANCE_H

#include "rules/hash.h"

/* The next number of a splitmix64 sequence. */
static inline uint64_t chance_next(uint64_t *state)
{
    uint64_t z = *state += GOLDEN;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

/* The number at place `n` of a sequence, from 0. */
static inline uint64_t chance_at(uint64_t seed, uint64_t n)
{
    seed += n * GOLDEN;
    return chance_next(&seed);
}

/* A number below `n`; the bias of the remainder is below n / 2^64. */
static inline int chance_below(uint64_t *state, int n)
{
    return (int)(chance_next(state) % (unsigned)n);
}

/* A number from 0 to below 1. */
static inline double chance_unit(uint64_t *state)
{
    return (double)(chance_next(state) >> 11) / 9007199254740992.0; /* 2^53 */
}

#endif
