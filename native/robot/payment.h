/* payment.h - payment of a deal. See payment.c. */
#ifndef PAILI_ROBOT_PAYMENT_H
#define PAILI_ROBOT_PAYMENT_H

#include "robots.h"

/* A finished deal. */
struct closing {
    const uint8_t *side;   /* of each seat */
    const uint8_t *places; /* seats in the order of going out, then the remaining ones */
    const hand_t *left;    /* remaining hand of each seat */
    int seats, first;      /* number of seats, and the first leader */
};

/* A NULL payment means that a deal pays nothing. */

/* 0, or ERROR_POLICY for an amount beyond MOST_AMOUNT. */
int payment_verify(const struct payment *payment);

/* Update the tally by a play of a seat. `beaten` is the play that it beats, of seat `owner` (length 0: a lead). */
void payment_count(const struct payment *payment, const struct combo *combo, int seat, const struct combo *beaten,
                   int owner, struct tally *tally);

/* Whether a play is a bomb that is paid for. */
int payment_for_bomb(const struct payment *payment, const struct combo *combo);

/* Compute the points of each seat. */
void payment_settle(const struct payment *payment, const struct closing *closing, const struct tally *tally,
                    int32_t *points);

#endif
