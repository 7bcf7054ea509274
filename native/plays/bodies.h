/* bodies.h - bodies and kickers that can begin at each rank of a hand. See bodies.c. */
#ifndef PAILI_PLAYS_BODIES_H
#define PAILI_PLAYS_BODIES_H

#include "plays/kicker_credits.h"
#include "rules/cards.h"

#define MAX_BODIES 4096
#define ROW_GIVES 255 /* kickers given instead of a body */

/* A use of cards of a rank: kickers given, or a body that begins there. */
struct body {
    hand_t cards;
    int32_t value;   /* value, see value.h */
    int32_t balance; /* change of the balance */
    uint8_t row, start, length;
    uint8_t wilds;    /* enum wild_use, for this body */
    uint8_t own;      /* its cards if all have its first rank; else 0 */
    uint16_t next;    /* the first body that is not a longer run from the same start */
    uint16_t run;     /* the next body, including this one, that takes cards of other ranks */
    uint8_t is_short; /* 1: a play with missing kickers; a split has at most one, the last play */
    uint8_t copies;   /* cards of each rank of a run, if equal for all; else 0 */
    hand_t ranks;     /* masks of its ranks, as whole nibbles */
};

#define SHORT_OF_KICKERS 1 /* a row with missing kickers */
#define SHORT_BARE 2       /* a row that takes none */

#define MOST_COPIES 3 /* of a run, with `copies` cards of each body rank */

_Static_assert(MAX_SHAPES <= 64, "sets of rows are words");

struct bodies {
    const struct rules *rules;
    const struct weights *weights;
    hand_t hand;               /* hand for which the bodies are listed */
    hand_t wild_mask;          /* nibbles of wild cards */
    uint16_t first[RANKS + 1]; /* bodies of a rank: from first[rank] to first[rank + 1] */
    uint16_t mid[RANKS];       /* those from mid[rank] on need wild cards */
    uint32_t takes;            /* groups of kickers that all bodies could take at most */
    hand_t borrow;             /* high bits of ranks whose cards a wild card may replace */
    struct kicker_credits credits;
    int wilds;                    /* wild cards of the hand */
    int listed;                   /* the bodies are listed */
    unsigned runs;                /* bit r: a body that begins at rank r takes cards of other ranks */
    int shorts;                   /* kinds of plays that must empty the hand: SHORT_OF_KICKERS, SHORT_BARE */
    int ascending;                /* the run order equals the order of nibbles */
    hand_t above;                 /* only while bodies are listed: ordinary cards from the rank on */
    int adds_wild;                /* 1: bodies that need wild cards are listed */
    uint64_t rows[2];             /* bit i: row i may have bodies of ordinary cards; of bodies that need wild cards */
    uint64_t fits[16];            /* bit i: row i has bodies with at most this number of cards per rank */
    uint32_t places_of[RANKS];    /* bit i: place i of the run order has this rank */
    uint32_t places[16];          /* bit i: the rank at place i has at least this number of ordinary cards */
    uint32_t later;               /* only while bodies are listed: the places of ranks from the current one on */
    uint64_t serves;              /* not 0: stamp of the memo whose calls may use the list for parts of the hand */
    struct body list[MAX_BODIES]; /* filled as far as they are used */
};

/* Prepare for all subsets of `hand`; `keep`: later calls use the same rules, until bodies_forget(). */
void bodies_begin(struct bodies *bodies, const struct engine *engine, hand_t hand, int keep);

/* Forget the kicker credits of the engine's rules. */
void bodies_forget(const struct engine *engine);

/* List the bodies on first use; 0, or ERROR_CAPACITY if there are too many. */
int bodies_list(struct bodies *bodies);

/* The body that plays all or most of the cards of the lowest rank without other ranks; -1 if there is none. */
int bodies_plain(const struct bodies *bodies, hand_t hand);

/* Whether a body that begins at a rank also takes ordinary cards of others. */
static inline int bodies_is_run(const struct body *body, int rank)
{
    return (body->cards & ~(cards_of(rank, 15) | cards_of(RANK_WILD, 15))) != 0;
}

/* A hand as the DP sees it: all wild cards in nibble RANK_WILD. */
static inline hand_t bodies_hand(const struct bodies *bodies, hand_t hand)
{
    hand_t wild = hand & bodies->wild_mask;
    return wild ? hand - wild + cards_of(RANK_WILD, cards_size(wild)) : hand;
}

#endif
