/* kicker_credits.h - kickers that the rows of a rule set take, by rank. See kicker_credits.c. */
#ifndef PAILI_PLAYS_KICKER_CREDITS_H
#define PAILI_PLAYS_KICKER_CREDITS_H

#include "rules/cards.h"

#define MOST_ALIKE 15 /* maximum of a nibble: cards of one rank, or wild cards */

/* Groups of kickers in one word: of one card, and of two. */
#define GROUPS_PAIR (1u << 10)

static inline uint32_t groups_of(int singles, int pairs)
{
    return (uint32_t)singles + (uint32_t)pairs * GROUPS_PAIR;
}

static inline int groups_single(uint32_t groups)
{
    return groups & (GROUPS_PAIR - 1);
}

static inline int groups_pair(uint32_t groups)
{
    return groups / GROUPS_PAIR;
}

/* Limits on kickers under a rule set, for any hand. */
struct kicker_credits {
    int known;
    uint32_t slots[2 * MOST_ALIKE + 1]; /* maximum groups for each count of a rank, wild cards included */
    uint32_t gain[MOST_ALIKE + 1];      /* additional groups of all ranks together for each number of wild cards */
    int kicked_copies;                  /* minimum cards of a rank that can be the body of a row with kickers */
    int risky_count;                    /* count of a rank from which credits could break a kicker rule */
    int risky_jokers;                   /* both jokers in one hand could break a kicker rule */
    int wild_kickers;                   /* a wild card may be a kicker */
    hand_t givers;                      /* nibbles of cards that may be kickers of some row */
    hand_t risky_ranks;                 /* those of them that are no kickers of another row */
};

/* The groups of kickers that the bodies of some cards could take at most; wild cards are in nibble RANK_WILD. */
static inline uint32_t kicker_credits_groups(const struct kicker_credits *credits, hand_t cards)
{
    uint32_t groups = credits->gain[cards_count(cards, RANK_WILD)];
    hand_t left = cards_at_least(cards & ~cards_of(RANK_WILD, 15), credits->kicked_copies);
    for (; left; left &= left - 1)
        groups += credits->slots[cards_count(cards, cards_lowest(left))];
    return groups;
}

/* Set the credits, zeroed before, for the rows of a rule set and ranks with at most `most` cards, wild ones
 * included. */
void kicker_credits_set(struct kicker_credits *credits, const struct rules *rules, int most, int most_wilds);

#endif
