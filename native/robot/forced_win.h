/* forced_win.h - sure wins that are valid in every world. See forced_win.c. */
#ifndef PAILI_ROBOT_FORCED_WIN_H
#define PAILI_ROBOT_FORCED_WIN_H

#include "robots.h"
#include "split/option.h"

/* Find an option that surely wins among `n`; its place, `n` if none is proven, or an error. */
int forced_win_find(const struct engine *engine, const struct view *view, const struct option *options, int n);

#endif
