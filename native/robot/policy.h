/* policy.h - move of a robot. See policy.c. */
#ifndef PAILI_ROBOT_POLICY_H
#define PAILI_ROBOT_POLICY_H

#include "robots.h"
#include "split/option.h"

/* Options of the policy. */
struct thoughts {
    struct hint hints[MAX_OPTIONS];
    struct option options[MAX_OPTIONS + 1];
};

/* `policy_choose` of a view that was verified. */
int policy_move(const struct engine *engine, const struct policy *policy, const struct view *view, uint64_t seed,
                struct choice *out);

/* The suits of the cards of a move, in games where they matter; 0 or an error. */
int policy_take(const struct engine *engine, const struct view *view, const struct combo *combo, uint32_t *taken);

/* Choose for a player without a search, as games need it (game.h). */
int policy_mover(const struct player *player, const struct view *view, const struct history *history, uint64_t seed,
                 struct choice *out, uint32_t *taken);

/* Options of the policy in a verified view, left in the engine's thoughts: every follow, the combos of the best
 * split on a lead without danger, and the move that was made, at `own` (-1 if the policy has no such move); their
 * number, or an error. */
int policy_thoughts(const struct engine *engine, const struct policy *policy, const struct view *view,
                    const struct combo *made, int *own);

/* Every option of a verified view with its score by the rules, all plays and the pass, left there too; their number,
 * or an error. */
int policy_options(const struct engine *engine, const struct policy *policy, const struct view *view);

#endif
