/* view.h - the view of a seat, and facts derived from it for all options. */
#ifndef PAILI_ROBOT_VIEW_H
#define PAILI_ROBOT_VIEW_H

#include "robots.h"

struct run_out;

/* The table as the mover judges it; worked out once for all options. */
struct outlook {
    const struct engine *engine;
    const struct rules *rules;
    const struct policy *policy;
    const struct view *view;
    int weak;             /* combos of the split that can be beaten, by bombs too: 2 is many */
    uint8_t weak_known;
    uint8_t enemy_least;  /* fewest cards of an enemy */
    uint8_t enemy_most;
    uint8_t ally_least;   /* LEFT_UNKNOWN without allies */
    uint8_t owner_is_ally, next_is_enemy, leads;
    uint8_t calm;           /* no seat is close to going out: only combos of the split are options */
    uint8_t learned;        /* networks had the last word */
    uint8_t low[3], top[3]; /* keys of the lowest and the highest ordinary play of one card, and of two */
    int owner_left;       /* cards of the last player, at least one */
    struct run_out *run_out; /* run_out.h: what its options have in common */
    int losers;           /* combos of the split that the enemies could answer in kind */
    int error;            /* of a rule of play, or 0 */
    int legal;            /* things that may be done, the pass among them; 2 is many */
    int alone;            /* more may be done, but the filters leave one thing */
    struct split split;   /* of the whole hand, for policies of rules */
};

/* 0, or an error: a view that can be */
int view_verify(const struct rules *rules, const struct view *view);

/* Whether the mover is free to play a combo. */
int view_allows(const struct view *view, const struct combo *combo);

/* Whether cards with suits are visible: games in which suits matter show them, although the mover may have none. */
int view_sees_suits(const struct view *view);

/* Start an outlook; the combos of its split are left as they are, for there are many of them. */
void view_look(struct outlook *o, const struct engine *engine, const struct policy *policy, const struct view *view);

#endif
