/* flushes.h - bodies of one suit. See flushes.c. */
#ifndef PAILI_PLAYS_FLUSHES_H
#define PAILI_PLAYS_FLUSHES_H

#include "engine.h"

#define MAX_FLUSHES 512      /* maximum bodies of one suit */
#define MAX_FLUSH_SETS 8192  /* maximum sets of disjoint bodies */
#define MAX_FLUSHES_OF_SET 7 /* bodies of five cards in MAX_TURNS cards */

/* A body of one suit: its cards, wild cards in nibble RANK_WILD. */
struct flush {
    hand_t cards, body;
    uint32_t word; /* its ordinary cards in their suit's word */
    int32_t value;
    uint8_t row, start, length, suit; /* suit 1..4 */
};

/* A set of disjoint bodies of one suit: its cards by rank and by suit, and its value. */
struct flush_set {
    hand_t cards;
    uint32_t suits[4];
    int32_t value;
    uint16_t n, flush[MAX_FLUSHES_OF_SET]; /* indices into `of` */
};

struct flush_sets {
    struct flush_set of[MAX_FLUSH_SETS];
};

/* All bodies and sets of a hand. */
struct flushes {
    struct flush_set *sets; /* of the engine; the first is empty */
    int n, n_sets;          /* no sets: suits do not matter */
    struct flush of[MAX_FLUSHES];
};

/* List the bodies and sets of a hand with all wild cards in nibble RANK_WILD; 0, or ERROR_CAPACITY if there are too
 * many. */
int flushes_list(struct flushes *flushes, const struct engine *engine, hand_t hand, const uint32_t *suits);

/* Whether a hand with all wild cards in nibble RANK_WILD contains the cards of a set, and its suits contain them in
 * addition to `taken`. */
int flushes_fit(const struct flush_set *set, hand_t hand, const uint32_t *suits, const uint32_t *taken);

#endif
