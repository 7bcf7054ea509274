/* match.h - the move of a player of any policy. See match.c. */
#ifndef PAILI_ROBOT_MATCH_H
#define PAILI_ROBOT_MATCH_H

#include "robots.h"

/* Choose a move, with a search if the policy has one; `taken` becomes the suits of its cards. 0 or an error. */
int match_choose(const struct player *player, const struct view *view, const struct history *history, uint64_t seed,
                 struct choice *out, uint32_t *taken);

/* 0, or an error for policies out of bounds, or engines of different rules. */
int match_verify(const struct player *players, int seats);

#endif
