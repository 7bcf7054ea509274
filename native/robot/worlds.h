/* worlds.h - deals that agree with the knowledge of a seat: sizes of the other hands, and cards that they must have. */
#ifndef PAILI_ROBOT_WORLDS_H
#define PAILI_ROBOT_WORLDS_H

#include "robots.h"

/* 0, or ERROR_STATE for a view that no deal agrees with. */
int worlds_verify(const struct view *view);

/* Set seats and sides of a deal from a view. */
void worlds_sides(const struct view *view, struct deal *out);

/* Deal the unseen cards at random. */
void worlds_deal(const struct view *view, uint64_t seed, struct deal *out);

/* Visitor of a world: its index among all worlds, and the number of ways in which it can be dealt; 0 or an error. */
typedef int worlds_visitor(void *context, uint32_t place, double ways);

/* Visit all worlds that agree with a view, each in `world` (its sides are not set); returns their number. If they are
 * more than `most`, none is visited and the result is `most` + 1. Or an error of the visitor. */
int worlds_visit(const struct view *view, uint32_t most, struct deal *world, worlds_visitor *visit, void *context);

#endif
