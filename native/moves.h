/* moves.h - the generator's parts, and what the splits need from it beyond the contract. */
#ifndef PAILI_MOVES_H
#define PAILI_MOVES_H

#include "read.h"

/* A list of plays while it is made. */
struct moves {
    const struct rules *rules;
    const struct table *table;
    struct combo *out;
    int n, cap;
    hand_t plain, wild; /* the hand, parted */
    int wilds;
    hand_t wanted; /* not 0: every reading of plays that have one of these ranks */
    int largest;   /* plays of more cards are left out; 0: none are */
    int own_tier;  /* only the tier of what is to beat */
    int has_duty;  /* the table may forbid plays of any row */
};

/* `moves_legal` of a table that was verified. */
int moves_list(const struct rules *rules, const struct table *table, struct combo *out, int cap);

/* Every reading of every play of a hand that uses a card of `rank`; their number, or ERROR_ROOM. */
int moves_with_rank(const struct rules *rules, hand_t hand, int rank, struct combo *out, int cap);

/* Add a play if the table allows it and it beats what lies there; ERROR_ROOM if the list is full. */
int moves_add(struct moves *m, const struct combo *combo);

/* wilds.c: add the plays of a row that have wild cards among them, or bodies of one suit; 0 or ERROR_ROOM */
int wilds_row(struct moves *m, int row);

/* wilds.c: add the plays of wild cards only; 0 or ERROR_ROOM */
int wilds_alone(struct moves *m);

/* The number of body ranks that a run must have to answer; 0: any. */
static inline int moves_length(const struct moves *m, const struct shape *shape)
{
    const struct combo *to_beat = &m->table->to_beat;
    return to_beat->length && to_beat->tier == shape->tier ? to_beat->length : 0;
}

#endif
