/* assign_kickers.h - assignment of kickers to the bodies of a split. See assign_kickers.c. */
#ifndef PAILI_SPLIT_ASSIGN_KICKERS_H
#define PAILI_SPLIT_ASSIGN_KICKERS_H

#include "split/assemble.h"

/* A split whose kickers are assigned, and a callback for each assignment: not 0 ends the search. */
struct assignment {
    const struct rules *rules;
    struct assembly *assembly;
    int (*take)(struct assignment *assignment); /* NULL: accept the first assignment */
};

/* Give the combos from the `i`th on their kickers, out of what is left; 0 if no way keeps the rules, or none was taken. */
int assign_kickers_from(struct assignment *assignment, int i);

#endif
