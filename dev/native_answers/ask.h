/* ask.h - calls of all functions of engine.h and robots.h, and a hash of the results. */
#ifndef PAILI_ASK_H
#define PAILI_ASK_H

#include "robots.h"

#define POLICIES 5 /* those without a search, then the search */

struct set {
    char name[32];
    uint32_t suited, nets, deals;
    struct rules rules;
    struct weights weights;
    struct net net[NET_ROLES];
    struct payment payment;
    struct policy policies[POLICIES];
    struct deal *deal;
};

/* The number of answers and a hash of them (FNV-1a). */
struct digest {
    uint64_t hash, answers;
};

/* Call everything under one set of rules; returns digests of the answers and of the numbers of visited states. */
void ask_set(const struct set *set, struct digest *answers, struct digest *work);

#endif
