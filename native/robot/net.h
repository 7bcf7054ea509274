/* net.h - a small network that rates options. See net.c. */
#ifndef PAILI_ROBOT_NET_H
#define PAILI_ROBOT_NET_H

#include "robot/view.h"
#include "split/option.h"

/* The network of a view's mover, selected by the seats of its allies. */
int net_role(const struct view *view);

/* Replace the values of the options by the ratings of the view's network: 1, or 0 if an option is a sure win. */
int net_rate(struct judged_view *o, struct option *options, int n);

/* Inputs that are on: their indices, and their number. */
struct inputs {
    uint16_t on[NET_ACTIVE];
    int n;
};

/* Inputs relative to the best option. */
struct best {
    int32_t value, rest; /* the best value */
};

/* The inputs of a view, and of an option. */
void net_look(const struct rules *rules, const struct view *view, struct inputs *out);
void net_add(const struct rules *rules, const struct view *view, const struct option *option, struct best best,
             struct inputs *out);

/* The highest value and the best remaining hand among the options. */
struct best net_best(const struct option *options, int n);

#endif
