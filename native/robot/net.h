/* net.h - a small network that rates options. See net.c. */
#ifndef PAILI_ROBOT_NET_H
#define PAILI_ROBOT_NET_H

#include "robot/view.h"
#include "split/option.h"

/* The network of a view's mover, by its allies. */
int net_role(const struct view *view);

/* Write the ratings of the view's network into the values of the options: 1, or 0 if one of them surely wins. */
int net_rate(const struct outlook *o, struct option *options, int n);

/* Inputs that are on: their numbers, and how many. */
struct inputs {
    uint16_t on[NET_ACTIVE];
    int n;
};

/* The best option, with which all are compared. */
struct best {
    int32_t value, rest; /* the best of them */
};

/* The inputs of a view, and those of an option. */
void net_look(const struct rules *rules, const struct view *view, struct inputs *out);
void net_add(const struct rules *rules, const struct view *view, const struct option *option, struct best best,
             struct inputs *out);

/* The best value and remainder among options. */
struct best net_best(const struct option *options, int n);

#endif
