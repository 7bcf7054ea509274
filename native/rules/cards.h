/* cards.h - arithmetic on packed hands: sixteen counts in one word, all at once where that is possible. */
#ifndef PAILI_RULES_CARDS_H
#define PAILI_RULES_CARDS_H

#include "engine.h"

#define EVERY_NIBBLE 0x1111111111111111ull
#define HIGH_BITS 0x8888888888888888ull
#define EVEN_NIBBLES 0x0f0f0f0f0f0f0f0full
#define SUIT_MASK ((1u << 2 * SUIT_RANKS) - 1)

static inline int least(int a, int b)
{
    return a < b ? a : b;
}

static inline int larger(int a, int b)
{
    return a > b ? a : b;
}

static inline int cards_count(hand_t hand, int rank)
{
    return (int)(hand >> (4 * rank) & 15);
}

/* `n` cards of one rank */
static inline hand_t cards_of(int rank, int n)
{
    return (hand_t)n << (4 * rank);
}

/* How many cards a hand has. */
static inline int cards_size(hand_t hand)
{
    hand_t bytes = (hand & EVEN_NIBBLES) + (hand >> 4 & EVEN_NIBBLES);
    return (int)(bytes * 0x0101010101010101ull >> 56);
}

/* The high bit of each nibble whose count is at least `n` (1..8). */
static inline hand_t cards_at_least(hand_t hand, int n)
{
    return (((hand & ~HIGH_BITS) + EVERY_NIBBLE * (unsigned)(8 - n)) | hand) & HIGH_BITS;
}

/* Whether a hand contains all cards of `part`. Bytes are compared, so that counts up to 15 do not borrow from a
 * neighbour. */
static inline int cards_hold(hand_t hand, hand_t part)
{
    const hand_t borrow = 0x8080808080808080ull;
    hand_t even = ((hand & EVEN_NIBBLES) | borrow) - (part & EVEN_NIBBLES);
    hand_t odd = ((hand >> 4 & EVEN_NIBBLES) | borrow) - (part >> 4 & EVEN_NIBBLES);
    return (even & odd & borrow) == borrow;
}

/* The smaller count of each rank. */
static inline hand_t cards_min(hand_t a, hand_t b)
{
    const hand_t borrow = 0x8080808080808080ull;
    hand_t even = (((a & EVEN_NIBBLES) | borrow) - (b & EVEN_NIBBLES)) & borrow;
    hand_t odd = (((a >> 4 & EVEN_NIBBLES) | borrow) - (b >> 4 & EVEN_NIBBLES)) & borrow;
    hand_t mask = (even >> 7) * 15 | (odd >> 7) * 15 << 4; /* nibbles in which a has at least as many as b */
    return (b & mask) | (a & ~mask);
}

/* All cards of the ranks of `part`, as a mask of whole nibbles. */
static inline hand_t cards_ranks(hand_t part)
{
    return (cards_at_least(part, 1) >> 3) * 15;
}

static inline int cards_lowest(hand_t hand)
{
    return __builtin_ctzll(hand) / 4;
}

static inline int cards_highest(hand_t hand)
{
    return 15 - __builtin_clzll(hand) / 4;
}

/* The wild cards of a hand. */
static inline hand_t cards_wild(const struct rules *rules, hand_t hand)
{
    hand_t mask = 0;
    for (unsigned left = rules->wild_cards; left; left &= left - 1)
        mask |= 15ull << (4 * __builtin_ctz(left));
    return hand & mask;
}

/* The lowest `n` of the wild cards `wild`, which has at least `n`. */
static inline hand_t cards_take(hand_t wild, int n)
{
    hand_t taken = 0;
    for (; n > 0; n--) {
        hand_t one = 1ull << (cards_lowest(wild) * 4);
        taken += one;
        wild -= one;
    }
    return taken;
}

/* The cards of a suit's word. */
static inline hand_t suit_cards(uint32_t word)
{
    hand_t cards = 0;
    for (; word; word &= word - 1) {
        int bit = __builtin_ctz(word);
        cards += cards_of(bit / 2, 1 + bit % 2);
    }
    return cards;
}

/* Whether the game uses suits. */
static inline int suits_any(const uint32_t suits[4])
{
    return (suits[0] | suits[1] | suits[2] | suits[3]) != 0;
}

/* Whether a suit's word has every card of `part`. Nibbles are compared, so that two bits do not borrow from others. */
static inline int suit_holds(uint32_t suit, uint32_t part)
{
    const uint32_t pairs = 0x33333333u, borrow = 0x44444444u;
    suit &= SUIT_MASK;
    part &= SUIT_MASK;
    uint32_t even = ((suit & pairs) | borrow) - (part & pairs);
    uint32_t odd = ((suit >> 2 & pairs) | borrow) - (part >> 2 & pairs);
    return (even & odd & borrow) == borrow;
}

/* Cards of one rank in a suit's word. */
static inline int suit_count(uint32_t suit, int rank)
{
    return rank < SUIT_RANKS ? (int)(suit >> 2 * rank & 3) : 0;
}

#endif
