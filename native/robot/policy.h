/* policy.h - move of a robot. See policy.c. */
#ifndef PAILI_ROBOT_POLICY_H
#define PAILI_ROBOT_POLICY_H

#include "robots.h"
#include "split/option.h"

/* Memory for the options of the policy. */
struct option_memory {
    struct hint hints[MAX_OPTIONS];
    struct option options[MAX_OPTIONS + 1];
};

/* 0, or ERROR_POLICY or ERROR_BUDGET for a policy with a kind, numbers or limits out of bounds. */
int policy_verify(const struct policy *policy);

/* `policy_choose` for a view that was verified before. */
int policy_move(const struct engine *engine, const struct policy *policy, const struct view *view, uint64_t seed,
                struct choice *out);

/* Choose the suits of the cards of a move in games where they matter; 0 or an error. */
int policy_take(const struct engine *engine, const struct view *view, const struct combo *combo, uint32_t *taken);

/* Choose for a player without search; signature as in game.h. */
int policy_mover(const struct player *player, const struct view *view, const struct history *history, uint64_t seed,
                 struct choice *out, uint32_t *taken);

/* List the options of the policy in a verified view, in the engine's `option_memory`: every follow, on a lead without
 * danger the combos of the best split, and the move that was made, at index `own` (-1 if the policy has no such move).
 * Returns their number, or an error. */
int policy_options_and_made(const struct engine *engine, const struct policy *policy, const struct view *view,
                            const struct combo *made, int *own);

/* List all plays and the pass of a verified view in the engine's `option_memory`, scored by the rules of play; returns
 * their number, or an error. */
int policy_options(const struct engine *engine, const struct policy *policy, const struct view *view);

#endif
