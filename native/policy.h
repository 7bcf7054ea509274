/* policy.h - what a robot plays. See policy.c. */
#ifndef PAILI_POLICY_H
#define PAILI_POLICY_H

#include "option.h"
#include "robots.h"
#include "walk.h"

/* `policy_choose` of a view that was verified. */
int policy_move(const struct rules *rules, const struct weights *weights, const struct policy *policy,
                const struct view *view, uint64_t seed, struct scratch *scratch, struct choice *out);

/* The suits of the cards of a move, in games where they matter; 0 or an error. */
int policy_take(const struct rules *rules, const struct weights *weights, const struct view *view,
                const struct combo *combo, struct scratch *scratch, uint32_t *taken);

/* Let a player choose without a search, as games want it (game.h). */
int policy_mover(const struct player *player, const struct rules *rules, const struct view *view,
                 const struct history *history, uint64_t seed, struct choice *out, uint32_t *taken);

/* What the policy thinks of in a verified view, left in `scratch->options`: every follow, the combos of the best split on a
 * calm lead, and the move that was made, at `own` (-1 if the policy knows no such move); their number, or an error. */
int policy_thoughts(const struct rules *rules, const struct weights *weights, const struct policy *policy,
                    const struct view *view, const struct combo *made, struct scratch *scratch, int *own);

/* Every option of a verified view with what the rules think of it, all plays and the pass; their number, or an error. */
int policy_options(const struct rules *rules, const struct weights *weights, const struct policy *policy,
                   const struct view *view, struct scratch *scratch, struct option *options);

#endif
