/* tactics.h - the rules of play. See tactics.c. */
#ifndef PAILI_TACTICS_H
#define PAILI_TACTICS_H

#include "option.h"
#include "view.h"

/* Let every rule look at every option; 0 or an error. */
int tactics_apply(struct outlook *o, struct option *options, int n);

#endif
