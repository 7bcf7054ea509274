/* beliefs.h - likelihood of the history in sampled worlds. See beliefs.c. */
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

/* A history, and how its likelihood is computed. */
struct evidence {
    const struct engine *engine;
    const struct policy *policy; /* rule policy assumed for every seat */
    const struct view *view;
    const struct history *history;
    uint32_t worlds; /* minimum worlds to sample */
    uint32_t most;   /* maximum worlds to sample if their effective number is small */
    uint32_t policy_trust;
    uint64_t seed;
    struct deal world; /* the state after the history, with the requesting seat as seat 0 */
};

/* Weights of the sampled worlds of a history; the largest is 1. */
struct weighed {
    double weights[MOST_WORLDS];
    uint32_t n;
    double total, effective; /* sum of the weights; effective number of worlds */
};

/* A world that was drawn: its seed for `worlds_deal`, and the number of draws. */
struct drawn {
    uint64_t seed;
    uint32_t times;
};

struct likelihoods {
    uint32_t stamp; /* number of the history that the entries belong to */
    struct likelihood of[1 << LIKELIHOOD_BITS];
    double logs[MOST_WORLDS]; /* log weights of the worlds that are being weighted */
    struct weighed weighed;
    struct drawn drawn[MOST_WORLDS];
};

/* 0, or an error for a history of impossible moves, or of more cards than a deal has beside those of the view. */
int beliefs_verify(const struct rules *rules, const struct view *view, const struct history *history);

/* Weight all worlds that agree with the view, in the order of `worlds_visit`, into the engine's `weighed`; returns their
 * number, or an error. If they are more than `most`, none is weighted and the result is `most` + 1. */
int beliefs_weigh_all(struct evidence *s, uint32_t most);

/* Draw `n` of the sampled worlds with probabilities proportional to their weights, which are in the engine's `weighed`.
 * Returns the number of distinct worlds, in the engine's `drawn` in random order, or an error. */
int beliefs_draw(struct evidence *s, uint32_t n);

#endif
