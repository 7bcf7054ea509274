/* mixes.h - cards of a body in which wild cards replace missing ones. */
#ifndef PAILI_PLAYS_MIXES_H
#define PAILI_PLAYS_MIXES_H

#include "plays/bodies.h"

/* Record the missing cards of each rank for each number of copies of a run. */
static inline void mixes_lacks(hand_t ordinary, hand_t lacks[MOST_COPIES + 1])
{
    lacks[0] = 0;
    for (int copies = 1; copies <= MOST_COPIES; copies++)
        lacks[copies] = lacks[copies - 1] + EVERY_NIBBLE - (cards_at_least(ordinary, copies) >> 3);
}

/* The cards of a body that begins at a rank: ordinary cards as far as available, wild cards for the rest; `n` is their
 * number. */
static inline hand_t mixes_taken(const struct body *body, hand_t hand, int rank, const hand_t lacks[MOST_COPIES + 1],
                                 int *n)
{
    if (body->own) {
        int has = cards_count(hand, rank);
        *n = body->own > has ? body->own - has : 0;
        return cards_of(rank, body->own - *n) + cards_of(RANK_WILD, *n);
    }
    hand_t wanted = body->copies ? lacks[body->copies] & body->ranks
                                 : body->cards - cards_min(hand & ~cards_of(RANK_WILD, 15), body->cards);
    *n = cards_size(wanted);
    return body->cards - wanted + cards_of(RANK_WILD, *n & 15);
}

#endif
