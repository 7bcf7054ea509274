/* forced_win.h - proof of sure wins that hold in every world. See forced_win.c. */
#ifndef PAILI_ROBOT_FORCED_WIN_H
#define PAILI_ROBOT_FORCED_WIN_H

#include "robots.h"
#include "split/option.h"

/* Find an option among `n` that is proven to win; returns its index, `n` if there is none, or an error. */
int forced_win_find(const struct engine *engine, const struct view *view, const struct option *options, int n);

#endif
