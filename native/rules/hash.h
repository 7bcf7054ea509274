/* hash.h - multiplicative hashing of keys into a table. */
#ifndef PAILI_RULES_HASH_H
#define PAILI_RULES_HASH_H

#include <stdint.h>

#define GOLDEN 0x9e3779b97f4a7c15ull /* 2^64 divided by the golden ratio */

/* The index of a key in a table of 2^bits entries. */
static inline uint32_t hash_place(uint64_t key, int bits)
{
    return (uint32_t)((key * GOLDEN) >> (64 - bits));
}

/* Combine a key with one more part. */
static inline uint64_t hash_mix(uint64_t key, uint64_t part)
{
    key = (key ^ part) * GOLDEN;
    return key ^ key >> 29;
}

#endif
