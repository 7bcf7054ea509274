/* moves.h - what the splits need from the generator beyond the contract. */
#ifndef PAILI_MOVES_H
#define PAILI_MOVES_H

#include "engine.h"

/* Every reading of every play of a hand that uses a card of `rank`; their number, or ERROR_ROOM. */
int moves_with_rank(const struct rules *rules, hand_t hand, int rank, struct combo *out, int cap);

/* Whether `hand` holds a play of at most `size` cards that beats `to_beat`; of its own tier only, unless `bombs`. */
int moves_can_beat(const struct rules *rules, hand_t hand, const struct combo *to_beat, int size, int bombs);

#endif
