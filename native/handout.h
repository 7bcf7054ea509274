/* handout.h - the kickers of a layout, handed to its bodies. See handout.c. */
#ifndef PAILI_HANDOUT_H
#define PAILI_HANDOUT_H

#include "layout.h"

/* A layout whose kickers are handed out, and what is done with each way to do it: not 0 if no other way is wanted. */
struct handout {
    const struct rules *rules;
    struct layout *layout;
    int (*take)(struct handout *handout); /* NULL: the first way is taken */
};

/* Give the combos from the `i`th on their kickers, out of what is left; 0 if no way keeps the rules, or none was taken. */
int handout_serve(struct handout *handout, int i);

#endif
