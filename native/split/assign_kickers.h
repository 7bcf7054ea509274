/* assign_kickers.h - the kickers of a layout, handed to its bodies. See assign_kickers.c. */
#ifndef PAILI_SPLIT_ASSIGN_KICKERS_H
#define PAILI_SPLIT_ASSIGN_KICKERS_H

#include "split/assemble.h"

/* A layout whose kickers are handed out, and what is done with each way to do it: not 0 if no other way is wanted. */
struct assignment {
    const struct rules *rules;
    struct assembly *assembly;
    int (*take)(struct assignment *assignment); /* NULL: the first way is taken */
};

/* Give the combos from the `i`th on their kickers, out of what is left; 0 if no way keeps the rules, or none was taken. */
int assign_kickers_from(struct assignment *assignment, int i);

#endif
