/* solve.h - the proven value of a hand. See solve.c. */
#ifndef PAILI_SOLVE_H
#define PAILI_SOLVE_H

#include "walk.h"

/* A hand whose cards may be chosen: `suits` are those of a larger hand that `taken` were taken from; NULL: no suits. */
struct question {
    hand_t hand;
    const uint32_t *suits, *taken;
};

/* The value of the best split, laid out; when the limit ended the search, of the best that was found, at worst rank by
 * rank; NEVER if the hand cannot be parted into plays. */
int32_t solve_best(struct search *s, const struct question *q, struct layout *out);

/* The value alone. */
int32_t solve_rate(struct search *s, const struct question *q);

/* The bodies of one suit that a best split keeps together; NULL if there are none in the hand at all. */
const struct flush_set *solve_kept(struct search *s, const struct question *q);

#endif
