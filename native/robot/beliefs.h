/* beliefs.h - how well a deal explains the plays. See beliefs.c. */
#ifndef PAILI_ROBOT_BELIEFS_H
#define PAILI_ROBOT_BELIEFS_H

#include "robots.h"

#define LIKELIHOOD_BITS 11

/* Log likelihood of the moves of a seat, given a possible current hand. */
struct likelihood {
    hand_t hand;
    double log;
    uint32_t stamp;
    uint8_t seat;
};

struct likelihoods {
    uint32_t stamp; /* of the history in use */
    struct likelihood of[1 << LIKELIHOOD_BITS];
};

/* A history with which worlds are compared. */
struct evidence {
    const struct engine *engine;
    const struct policy *policy; /* rule policy assumed for every seat */
    const struct view *view;
    const struct history *history;
    uint32_t worlds;   /* that are sampled at least */
    uint32_t most;     /* and at most, where those before are worth too few */
    uint32_t policy_trust;
    uint64_t seed;
    struct deal world; /* the current state, the asking seat as seat 0 */
};

/* Weights of the sampled worlds of a history, the likeliest 1. */
struct weighed {
    double weights[MOST_WORLDS];
    uint32_t n;
    double total, effective; /* the sum of weights; worlds that all of them are worth */
};

/* A world that was drawn: its seed for `worlds_deal`, and how often. */
struct drawn {
    uint64_t seed;
    uint32_t times;
};

/* 0, or ERROR_STATE: a history that may belong to a view. */
int beliefs_verify(const struct view *view, const struct history *history);

/* Weigh all worlds of the view, in the order of `worlds_visit`; their number. Beyond `most` of them none is weighed, and
 * the number is `most` + 1; or an error. */
int beliefs_weigh_all(struct evidence *s, uint32_t most, struct weighed *out);

/* Draw `n` of the sampled worlds, each as likely as it explains the history; those that were drawn, in an order of
 * chance, or an error. */
int beliefs_draw(struct evidence *s, uint32_t n, struct weighed *weighed, struct drawn *out);

#endif
