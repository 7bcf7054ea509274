/* policy.h - what the rules of play look at. */
#ifndef PAILI_POLICY_H
#define PAILI_POLICY_H

#include "robots.h"
#include "walk.h"

#define SURELY 50000000 /* is added to the value of a sure win */

/* The table as the mover judges it; worked out once for all options. */
struct outlook {
    const struct rules *rules;
    const struct weights *weights;
    const struct policy *policy;
    const struct view *view;
    struct scratch *scratch;
    int weak;             /* combos of the split that can be beaten, by bombs too: 2 is many */
    uint8_t weak_known;
    uint8_t enemy_least;  /* fewest cards of an enemy */
    uint8_t enemy_most;
    uint8_t ally_least;   /* LEFT_UNKNOWN without allies */
    uint8_t owner_is_ally, next_is_enemy, leads;
    int owner_left;       /* cards of who played last, at least one */
    int losers;           /* combos of the split that the enemies could answer in kind */
    struct split split;   /* of the whole hand, for policies of rules */
};

/* A rule looks at one option and changes its value; it notes its reason when that speaks for the option. */
typedef void rule(struct outlook *o, struct option *option);

static inline int policy_is_pass(const struct option *option)
{
    return option->combo.length == 0;
}

static inline int policy_is_bomb(const struct option *option)
{
    return option->combo.tier > 0;
}

/* The place of a move among options; -1 if it is not there. */
int policy_find(const struct option *options, int n, const struct combo *made);

/* tactics.c: let every rule look at every option */
void tactics_apply(struct outlook *o, struct option *options, int n);

/* 0, or an error: a view that can be */
int policy_verify(const struct rules *rules, const struct view *view);

/* Whether cards with suits are seen: games in which suits matter show them, though the mover's own may have none. */
int policy_sees_suits(const struct view *view);

/* `policy_choose` of a view that was verified. */
int policy_move(const struct rules *rules, const struct weights *weights, const struct policy *policy,
                const struct view *view, uint64_t seed, struct scratch *scratch, struct choice *out);

/* What the policy thinks of in a verified view, left in `scratch->options`: every follow, the combos of the best split on a
 * calm lead, and the move that was made, at `own` (-1 if the policy knows no such move); their number, or an error. */
int policy_thoughts(const struct rules *rules, const struct weights *weights, const struct policy *policy,
                    const struct view *view, const struct combo *made, struct scratch *scratch, int *own);

/* Every option of a verified view with what the rules think of it, all plays and the pass; their number, or an error. */
int policy_options(const struct rules *rules, const struct weights *weights, const struct policy *policy,
                   const struct view *view, struct scratch *scratch, struct option *options);

#endif
