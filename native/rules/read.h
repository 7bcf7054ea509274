/* read.h - the parts of a reading. See read.c. */
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

/* Whether `rest` is a lawful choice of `cards` kicker cards for a body; `as` becomes what they stand for. */
int read_kickers(const struct rules *rules, const struct shape *shape, const struct rest *rest, hand_t body, int start,
                 int length, hand_t *as);

/* A combo of a row, filled from what its cards stand for and its body. */
void read_fill(const struct rules *rules, int row, int start, int length, hand_t body, hand_t plays_as,
               struct combo *out);

/* One reading: row `row` with its body at one place. 1, or 0 if the cards do not read so. */
int read_one(const struct rules *rules, const struct play *play, hand_t hand, int row, int start, int length,
             struct combo *out);

/* How many places a body of `length` ranks can start at: places of `run`, or ranks. */
static inline int read_places(const struct rules *rules, const struct shape *shape, int length)
{
    return shape->named ? 1 : shape->run_max > 1 ? rules->n_run - length + 1 : RANK_WILD;
}

/* The key of a body at a place. */
static inline int read_key(const struct rules *rules, const struct shape *shape, int start)
{
    return shape->named ? rules->power[cards_lowest(shape->named)] : shape->run_max > 1 ? start : rules->power[start];
}

/* 1..4 if a choice of cards can only be of one suit, 0 if it can be mixed: `suits` are those of the hand that the
 * plain cards `plain` come from. */
int read_only_suit(const uint32_t *suits, hand_t plain);

#endif
