/* balance.h - balance of kicker credits in one integer: groups of one and of two cards, given less owed, each from -64
 * to 63, and a bit for a play with missing kickers. See split/dp.c. */
#ifndef PAILI_PLAYS_BALANCE_H
#define PAILI_PLAYS_BALANCE_H

#define BALANCE_SINGLE 1
#define BALANCE_PAIR 128
#define BALANCE_SHORT (1 << 14)
#define BALANCE_ZERO (64 | 64 << 7)

static inline int balance_singles(int balance)
{
    return (balance & 127) - 64;
}

static inline int balance_pairs(int balance)
{
    return (balance >> 7 & 127) - 64;
}

#endif
