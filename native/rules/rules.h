/* rules.h - validity of hands under a rule set. See rules.c. */
#ifndef PAILI_RULES_RULES_H
#define PAILI_RULES_RULES_H

#include "engine.h"

/* The printed rank of the wild cards of a nibble; RANK_NONE: they have none. */
static inline int rules_printed(const struct rules *rules, int nibble)
{
    return nibble == RANK_WILD ? rules->wild_rank : nibble;
}

/* The rank of a play of wild cards from two nibbles, printed as these ranks: the higher one; RANK_NONE if the second
 * has none. */
static inline int rules_higher(const struct rules *rules, int a, int b)
{
    return a != RANK_NONE && b != RANK_NONE && rules->power[a] > rules->power[b] ? a : b;
}

/* 0, or ERROR_HAND for too many cards, or more than eight of a nibble, the maximum of two decks. */
int rules_verify_hand(hand_t hand);

/* Add a valid hand to a valid pool; 0, or ERROR_HAND if the pool would have too many cards, or more than eight of a
 * nibble. */
int rules_add_hand(hand_t *pool, hand_t hand);

/* 0, or ERROR_HAND unless the suits match the ordinary cards of the hand; nibble W must be empty if other cards are
 * wild. */
int rules_verify_suits(const struct rules *rules, hand_t hand, const uint32_t *suits);

#endif
