/* search.h - search for a player in a game. See search.c. */
#ifndef PAILI_ROBOT_SEARCH_H
#define PAILI_ROBOT_SEARCH_H

#include "robots.h"

/* `search_choose` for a view that was verified before. */
int search_move(const struct engine *engine, const struct policy *policy, const struct view *view,
                const struct history *history, uint64_t seed, struct choice *out, struct search_result *result);

#endif
