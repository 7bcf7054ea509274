/* wilds.h - plays with wild cards among them, and bodies of one suit. See wilds.c. */
#ifndef PAILI_PLAYS_WILDS_H
#define PAILI_PLAYS_WILDS_H

#include "plays/list.h"

/* Add the plays of a row that contain wild cards, or have bodies of one suit; 0 or ERROR_CAPACITY. */
int wilds_row(struct list *m, int row);

/* Add the plays of wild cards only; 0 or ERROR_CAPACITY. */
int wilds_only(struct list *m);

#endif
