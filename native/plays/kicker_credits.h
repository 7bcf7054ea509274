/* kicker_credits.h - kickers that the rows of a rule set take, by rank. See kicker_credits.c. */
#ifndef PAILI_PLAYS_KICKER_CREDITS_H
#define PAILI_PLAYS_KICKER_CREDITS_H

#include "engine.h"

#define MOST_ALIKE 15 /* maximum of a nibble: cards of one rank, or wild cards */

/* Groups of kickers in one word: of one card, of two, and of either, each below its guard bit. */
#define GROUPS_PAIR (1u << 10)
#define GROUPS_ANY (1u << 20)
#define GROUPS_GUARDS (1u << 9 | 1u << 19 | 1u << 29)

static inline uint32_t groups_of(int singles, int pairs, int any)
{
    return (uint32_t)singles + (uint32_t)pairs * GROUPS_PAIR + (uint32_t)any * GROUPS_ANY;
}

static inline int groups_single(uint32_t groups)
{
    return groups & (GROUPS_PAIR - 1);
}

static inline int groups_pair(uint32_t groups)
{
    return groups / GROUPS_PAIR & (GROUPS_PAIR - 1);
}

/* Whether there are at least as many groups of each kind as in `part`. */
static inline int groups_hold(uint32_t groups, uint32_t part)
{
    return (((groups | GROUPS_GUARDS) - part) & GROUPS_GUARDS) == GROUPS_GUARDS;
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

/* Set the credits, zeroed before, for the rows of a rule set and ranks with at most `most` cards, wild ones
 * included. */
void kicker_credits_set(struct kicker_credits *credits, const struct rules *rules, int most, int most_wilds);

#endif
