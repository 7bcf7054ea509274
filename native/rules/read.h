/* read.h - building blocks of readings. See read.c. */
#ifndef PAILI_RULES_READ_H
#define PAILI_RULES_READ_H

#include "rules/cards.h"

/* The body of a row that starts at place `start` (of `run`, or a rank): `copies` of each of `length` ranks. */
static inline hand_t read_body(const struct rules *rules, const struct shape *shape, int start, int length)
{
    if (shape->named)
        return shape->named;
    if (shape->run_max == 1)
        return cards_of(start, shape->copies);
    hand_t body = 0;
    for (int i = 0; i < length; i++)
        body += cards_of(rules->run[start + i], shape->copies);
    return body;
}

/* Kickers of a body: plain cards, and wild ones that complete them. */
struct rest {
    hand_t plain;
    int wilds;
};

/* Whether `rest` is a legal choice of `cards` kicker cards for a body; `as` becomes the declared kickers. */
int read_kickers(const struct rules *rules, const struct shape *shape, const struct rest *rest, hand_t body, int start,
                 int length, hand_t *as);

/* Fill a combo of a row from its declared cards and its body. */
void read_fill(const struct rules *rules, int row, int start, int length, hand_t body, hand_t plays_as,
               struct combo *out);

#define PURE_FREE_MOST 3 /* maximum wild cards of several nibbles that may replace any rank without an ordinary card */

/* A play separated into ordinary and wild cards. A play of wild cards only has their printed ranks, unless it is
 * free. */
enum { PURE_PRINTED = 1, PURE_FREE };

struct separated {
    hand_t plain;
    int wilds, size;
    int pure;      /* of wild cards only: PURE_PRINTED as printed, PURE_FREE of several nibbles */
    int pure_rank; /* highest printed rank of a play of wild cards only */
};

void read_separate(const struct rules *rules, hand_t cards, struct separated *out);

/* A play that is read under a row. */
struct reading {
    const struct rules *rules;
    const struct play *play;
    const struct separated *cards;
    int row, suit;
};

/* Prepare to read a play under a row; 0 if the row is not for such cards. */
int read_begin(const struct rules *rules, const struct play *play, const struct separated *cards, int row,
               struct reading *out);

/* Read the play with the body at one place: 1, or 0 if that is not possible. */
int read_at(const struct reading *reading, hand_t hand, int start, int length, struct combo *out);

/* `read_all` until at least `wanted` readings are found. */
int read_some(const struct rules *rules, const struct play *play, hand_t hand, int wanted, struct combo *out, int cap);

/* The number of possible starts of a body of `length` ranks: indices into `run`, or ranks. */
static inline int read_places(const struct rules *rules, const struct shape *shape, int length)
{
    return shape->named ? 1 : shape->run_max > 1 ? rules->n_run - length + 1 : RANK_WILD;
}

/* The key of a body by its start. */
static inline int read_key(const struct rules *rules, const struct shape *shape, int start)
{
    return shape->named ? rules->power[cards_lowest(shape->named)] : shape->run_max > 1 ? start : rules->power[start];
}

/* Whether only bombs beat a combo under UNREAD_KICKERS. */
int read_is_unread(const struct rules *rules, const struct combo *combo);

/* One card of each rank of `plain`, as a suit's word. */
uint32_t read_suit_word(hand_t plain);

/* 1..4 if the plain cards `plain`, taken from a hand with `suits`, can only be of that suit; 0 if they can be mixed. */
int read_only_suit(const uint32_t *suits, hand_t plain);

#endif
