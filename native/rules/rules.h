/* rules.h - whether hands can be, under some rules. See rules.c. */
#ifndef PAILI_RULES_RULES_H
#define PAILI_RULES_RULES_H

#include "engine.h"

/* What wild cards of two nibbles are together, printed as these ranks: the higher one; RANK_NONE if the second is nothing. */
static inline int rules_higher(const struct rules *rules, int a, int b)
{
    return a != RANK_NONE && b != RANK_NONE && rules->power[a] > rules->power[b] ? a : b;
}

/* 0, or ERROR_HAND: no more cards than a hand may have, nor more than eight of a nibble: two decks have no more */
int rules_verify_hand(hand_t hand);

/* 0, or ERROR_HAND: suits that are those of the hand's ordinary cards, none of nibble W where others are wild */
int rules_verify_suits(const struct rules *rules, hand_t hand, const uint32_t *suits);

#endif
