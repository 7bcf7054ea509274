/* read.h - what the files of the engine share beyond the contract. */
#ifndef PAILI_READ_H
#define PAILI_READ_H

#include "cards.h"

/* 0, or ERROR_HAND */
int hand_verify(hand_t hand);

/* 0, or ERROR_RULES, ERROR_HAND, ERROR_COMBO: a table whose cards and combo the rules can have */
int table_verify(const struct rules *rules, const struct table *table);

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

/* A reading of `body` plus `kickers` under a row. */
void read_fill(const struct rules *rules, int row, int start, int length, hand_t body, hand_t kickers,
               struct combo *out);

#endif
