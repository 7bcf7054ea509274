/* run_out.h - how likely a hand is played out by leading. See run_out.c. */
#ifndef PAILI_ROBOT_RUN_OUT_H
#define PAILI_ROBOT_RUN_OUT_H

#include "robot/view.h"
#include "split/option.h"

#define SURE_CHANCE 65536 /* what a chance of 1 is counted as */
#define MOST_LINKS 6       /* plays that a hand is played out in, the option among them */
#define UNSEEN_COUNTS 9   /* of a rank among the unseen cards: 0..8 */

/* Chances that a hand holds at least so many of so many cards of a rank. */
struct hand_chances {
    int32_t at_least[UNSEEN_COUNTS][UNSEEN_COUNTS];
    int cards;
};

/* Plays of a hand: how surely each holds the trick, how surely it takes back one that a lower play of its kind lost, and how
 * surely no enemy goes out by beating it. */
struct chain {
    struct combo combos[MOST_LINKS];
    int32_t holds[MOST_LINKS], retakes[MOST_LINKS], safe[MOST_LINKS];
    int32_t best[1 << MOST_LINKS]; /* the chance to play out each set of them */
    int n;
};

/* What makes two plays alike to the enemies, and how surely one is answered: see `struct chain`. */
struct link {
    uint64_t kind;
    int32_t holds, retakes, safe;
};

/* The chance that no enemy with at most so many cards holds a play above a tier. */
struct above {
    int tier, most_cards;
    int32_t none;
};

#define MOST_KNOWN 64 /* links of a view that are remembered */
#define MOST_ABOVE 16

/* What the options of a view have in common. */
struct run_out {
    hand_t unseen;
    struct hand_chances enemies[MAX_SEATS];
    int n_enemies; /* 0: not known yet */
    struct link known[MOST_KNOWN];
    struct above above[MOST_ABOVE];
    int n_known, n_above;
    struct chain whole; /* of the best split of the whole hand; no links: not known yet */
};

/* The chance, in 1 / SURE_CHANCE, that an option and all that it leaves can be played with the trick held or taken back every
 * time; 0 where more plays remain than are looked at, or an error is noted in the outlook. The counts in
 * `memory` are zero before the first option of a view. */
int32_t run_out_chance(struct outlook *o, struct run_out *memory, const struct option *option);

#endif
