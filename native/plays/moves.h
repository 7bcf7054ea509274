/* moves.h - move generator for splits and robots. See moves.c. */
#ifndef PAILI_PLAYS_MOVES_H
#define PAILI_PLAYS_MOVES_H

#include "engine.h"

/* Buffer for the plays of one hand. A list is valid until the next one is made. */
struct plays {
    struct combo of[MAX_MOVES];
    uint64_t orders[MAX_MOVES]; /* of a list that is being sorted */
};

/* `moves_legal` for a table that was verified before. */
int moves_list(const struct rules *rules, const struct table *table, struct combo *out, int cap);

/* The same, with every key that wild cards can be declared as. */
int moves_declared(const struct rules *rules, const struct table *table, struct combo *out, int cap);

/* `moves_can_beat` for a hand and a play that were verified before. */
int moves_beat(const struct rules *rules, hand_t hand, const uint32_t *suits, const struct combo *to_beat, int size,
               int bombs);

/* All readings of all plays of a hand that contain a card of `rank`; returns their number, or ERROR_CAPACITY. */
int moves_with_rank(const struct rules *rules, hand_t hand, int rank, struct combo *out, int cap);

#endif
