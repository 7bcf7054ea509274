/* play.h - conversion of combos to plays, for tests in C. */
#ifndef PAILI_PLAY_H
#define PAILI_PLAY_H

#include "rules/cards.h"

/* A combo as a play: declared if it has wild cards, with its suit if it has one. */
static inline struct play play_of(const struct rules *rules, const struct combo *combo)
{
    hand_t wild = cards_wild(rules, combo->cards), plain = combo->cards - wild;
    struct play play = {.cards = combo->cards, .plays_as = wild ? combo->plays_as : 0, .suit = combo->suit};
    for (int rank = 0; rank < SUIT_RANKS && combo->suit; rank++)
        play.suits[combo->suit - 1] |= (uint32_t)cards_count(plain, rank) << 2 * rank;
    return play;
}

#endif
