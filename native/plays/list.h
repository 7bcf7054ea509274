/* list.h - plays while they are listed. */
#ifndef PAILI_PLAYS_LIST_H
#define PAILI_PLAYS_LIST_H

#include "rules/table.h"

/* A list in the making, and which plays are wanted in it. */
struct list {
    const struct rules *rules;
    const struct table *table;
    struct combo *out;
    int n, cap;
    hand_t plain, wild; /* the hand, parted */
    int wilds;
    hand_t wanted; /* not 0: every reading of plays that have one of these ranks */
    int largest;   /* plays of more cards are left out; 0: none are */
    int own_tier;  /* only the tier of the play to beat */
    int has_constraints; /* the table may forbid plays of any row */
    int all_keys;  /* of wild cards every key that they can be declared to be, not the highest alone */
};

/* Add a play that beats the play on the table if it is legal; ERROR_CAPACITY if the list is full. */
static inline int list_add(struct list *m, const struct combo *combo)
{
    int restricted = m->has_constraints || m->rules->shapes[combo->shape].flags & KICKERS_SHORT;
    if ((m->wanted && !(combo->cards & m->wanted)) || (restricted && !table_allows(m->rules, m->table, combo)))
        return 0;
    if (m->largest && combo->size > m->largest)
        return 0;
    if (m->n == m->cap)
        return ERROR_CAPACITY;
    m->out[m->n++] = *combo;
    return 0;
}

/* The number of body ranks that a run must have to answer; 0: any, as bombs may. */
static inline int list_length(const struct list *m, const struct shape *shape)
{
    return shape->tier ? 0 : m->table->to_beat.length;
}

#endif
