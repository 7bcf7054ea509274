/* tactics.h - the rules of play. See tactics.c. */
#ifndef PAILI_ROBOT_TACTICS_H
#define PAILI_ROBOT_TACTICS_H

#include "robot/view.h"
#include "split/option.h"

/* Apply every rule to every option; 0 or an error. */
int tactics_apply(struct judged_view *o, struct option *options, int n);

#endif
