/* forced_win.h - proof of sure wins that hold in every world. See forced_win.c. */
#ifndef PAILI_ROBOT_FORCED_WIN_H
#define PAILI_ROBOT_FORCED_WIN_H

#include "robots.h"
#include "split/option.h"

/* Whether an option is proven to win: 1, 0 or an error. */
int forced_win_proves(const struct engine *engine, const struct view *view, const struct option *option);

#endif
