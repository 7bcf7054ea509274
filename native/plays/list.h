/* list.h - a list of plays under construction. */
#ifndef PAILI_PLAYS_LIST_H
#define PAILI_PLAYS_LIST_H

#include "rules/read.h"
#include "rules/table.h"

/* The list and the filters for its plays. */
struct list {
    const struct rules *rules;
    const struct table *table;
    struct combo *out;
    int n, cap;
    hand_t plain, wild; /* the hand, separated into ordinary and wild cards */
    int wilds;
    hand_t wanted;       /* not 0: list every reading of each play that contains one of these ranks */
    int largest;         /* plays with more cards are left out */
    int own_tier;        /* only the tier of the play to beat */
    int has_constraints; /* the table may forbid plays of some rows */
    int all_keys;        /* list every key that wild cards can be declared as, not only the highest */
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

/* The number of body ranks that a run must have to beat the play on the table; 0: any (bombs). */
static inline int list_length(const struct list *m, const struct shape *shape)
{
    return shape->tier ? 0 : m->table->to_beat.length;
}

/* Whether a body's key is too low for its plays to beat the play on the table. */
static inline int list_too_low(const struct list *m, const struct shape *shape, int start)
{
    const struct combo *to_beat = &m->table->to_beat;
    return to_beat->length && shape->tier == to_beat->tier && !(shape->flags & KEY_ANY_TRIO) &&
           read_key(m->rules, shape, start) <= to_beat->key;
}

#endif
