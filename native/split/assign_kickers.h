/* assign_kickers.h - assignment of kickers to the bodies of a split. See assign_kickers.c. */
#ifndef PAILI_SPLIT_ASSIGN_KICKERS_H
#define PAILI_SPLIT_ASSIGN_KICKERS_H

#include "split/assemble.h"

/* State of an assignment, with a callback for each complete assignment; not 0 ends the search. */
struct assignment {
    const struct rules *rules;
    struct assembly *assembly;
    int (*take)(struct assignment *assignment); /* NULL: accept the first assignment */
};

/* Assign kickers to the combos from `i` on; 0 if no assignment satisfies the rules or is accepted. */
int assign_kickers_from(struct assignment *assignment, int i);

#endif
