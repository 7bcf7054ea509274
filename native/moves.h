/* moves.h - what the splits need from the generator beyond the contract. */
#ifndef PAILI_MOVES_H
#define PAILI_MOVES_H

#include "engine.h"

/* Every reading of every play of a hand that uses a card of `rank`; their number, or ERROR_ROOM. */
int moves_with_rank(const struct rules *rules, hand_t hand, int rank, struct combo *out, int cap);

#endif
