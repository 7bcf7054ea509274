/* view.h - the view of a seat, and facts derived from it for all options. */
#ifndef PAILI_ROBOT_VIEW_H
#define PAILI_ROBOT_VIEW_H

#include "robots.h"

struct run_out;

#define ASKED 32      /* kinds of plays whose answers are kept */
#define TIERS_KEPT 16 /* tiers whose answers are kept */

/* The view with derived facts, computed once for all options. */
struct judged_view {
    const struct engine *engine;
    const struct rules *rules;
    const struct policy *policy;
    const struct view *view;
    int weak; /* number of combos of the split that can be beaten, by bombs too; at most 2 */
    uint8_t weak_known;
    uint8_t enemy_least; /* minimum cards until an enemy goes out */
    uint8_t enemy_most;
    uint8_t ally_least; /* LEFT_UNKNOWN without allies */
    uint8_t owner_is_ally, next_is_enemy, leads;
    uint8_t calm;            /* no seat is close to going out: only combos of the split are options */
    uint8_t learned;         /* the networks replaced the values */
    uint8_t alarmed;         /* a limited policy sees the last cards of the enemy who owns the play to beat */
    uint8_t low[3], top[3];  /* keys of the lowest and the highest ordinary play of one card, and of two */
    int owner_left;          /* cards until the owner of the play to beat goes out, at least one */
    int spare;               /* cards that the mover may have left when it goes out */
    struct run_out *run_out; /* run_out.h: cache of the options */
    int losers;              /* combos of the split that the enemies could beat by the same type */
    int error;               /* error of a rule of play, or 0 */
    int legal;               /* number of legal actions, the pass included; at most 2 */
    struct {
        uint32_t kind;
        int answer;
    } asked[ASKED];            /* whether plays are beaten by the same type, by kind of play */
    uint8_t above[TIERS_KEPT]; /* whether enemies could have plays of higher tiers, by tier: 0 unknown, 1 no, 2 yes */
    int alone;                 /* there are other legal actions, but the filters leave one */
    struct split split;        /* value of the whole hand, for policies of rules */
};

/* 0, or an error for an impossible view. */
int view_verify(const struct rules *rules, const struct view *view);

/* The view as a policy with limits sees it, in `out`; the view itself without limits. */
const struct view *view_limit(const struct rules *rules, const struct limits *limits, const struct view *view,
                              struct view *out);

/* Whether the play to beat is of an enemy whose last cards alarm a policy, although it notices no number of cards. */
int view_alarms(const struct limits *limits, const struct view *view);

/* The cards that a seat may have left when it goes out. */
int view_spare(const struct view *view, int seat);

/* The cards that a seat must play until it goes out, or LEFT_UNKNOWN; 0: it has gone out. */
int view_until_out(const struct view *view, int seat);

/* Whether the filters allow the mover to play a combo. */
int view_allows(const struct view *view, const struct combo *combo);

/* Whether visible cards have suits: in games where suits matter, although the mover's own hand may have none. */
int view_sees_suits(const struct view *view);

/* Whether enemies could beat a play with the unseen cards. */
int view_is_beaten(struct judged_view *o, const struct combo *combo, int bombs);

/* Initialise a judged view; the combos of its split are left uninitialised, because they are large. */
void view_look(struct judged_view *o, const struct engine *engine, const struct policy *policy,
               const struct view *view);

#endif
