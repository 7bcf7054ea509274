/* worlds.h - deals that agree with the knowledge of a seat: sizes of the other hands, and cards that they must have. */
#ifndef PAILI_ROBOT_WORLDS_H
#define PAILI_ROBOT_WORLDS_H

#include "robots.h"

/* 0, or ERROR_STATE: a view that some deal agrees with */
int worlds_verify(const struct view *view);

/* Set seats and sides of a deal, as the mover sees them. */
void worlds_sides(const struct view *view, struct deal *out);

/* Deal the unseen cards at random. */
void worlds_deal(const struct view *view, uint64_t seed, struct deal *out);

/* What is done with the world at a place of all worlds, which arises in so many ways; 0 or an error. */
typedef int worlds_visitor(void *context, uint32_t place, double ways);

/* Visit all worlds that agree with a view, each in `world` (its sides are left); their number. Beyond `most` of them
 * none is visited, and the number is `most` + 1; or an error of the visitor. */
int worlds_visit(const struct view *view, uint32_t most, struct deal *world, worlds_visitor *visit, void *context);

#endif
