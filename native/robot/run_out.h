/* run_out.h - probability of emptying the hand by leading. See run_out.c. */
#ifndef PAILI_ROBOT_RUN_OUT_H
#define PAILI_ROBOT_RUN_OUT_H

#include "robot/view.h"
#include "split/option.h"

#define SURE_CHANCE 65536 /* fixed-point representation of probability 1 */
#define MOST_LINKS 6      /* maximum plays of a hand, the option included */
#define UNSEEN_COUNTS 9   /* counts of a rank among the unseen cards: 0..8 */

/* For a hand of `cards` cards: the probability of at least k cards of a rank, by the number of its unseen cards. */
struct hand_chances {
    int32_t at_least[UNSEEN_COUNTS][UNSEEN_COUNTS];
    int cards, until_out; /* all cards, and those that are played until the seat goes out */
};

/* Plays of a hand with three probabilities each: that the play holds the trick, that it retakes a trick lost by a lower
 * play of its type, and that no enemy goes out by beating it. */
struct chain {
    struct combo combos[MOST_LINKS];
    int32_t holds[MOST_LINKS], retakes[MOST_LINKS], safe[MOST_LINKS];
    int32_t best[1 << MOST_LINKS];  /* best probability of playing out each set of plays */
    uint8_t retaken_by[MOST_LINKS]; /* for each play, a bit for each higher play of its type */
    int n;
};

/* The properties of a play that matter to the enemies, as `kind`, and its probabilities: see `struct chain`. */
struct link {
    uint64_t kind;
    int32_t holds, retakes, safe;
};

/* The probability that no enemy with at most `most_cards` cards has a play above a tier. */
struct above {
    int tier, most_cards;
    int32_t none;
};

#define MOST_KNOWN 64 /* maximum cached links of a view */
#define MOST_ABOVE 16

/* Cache shared by the options of a view. */
struct run_out {
    hand_t unseen;
    uint64_t rows; /* bit i: row i is considered */
    struct hand_chances enemies[MAX_SEATS];
    int n_enemies; /* 0: not computed yet */
    struct link known[MOST_KNOWN];
    struct above above[MOST_ABOVE];
    int n_known, n_above;
    struct chain whole; /* of the best split of the whole hand; n = 0: not computed yet */
};

/* Forget another view. */
void run_out_begin(struct run_out *memory);

/* The probability, in 1 / SURE_CHANCE, that an option and all remaining plays can be played with every trick held or
 * retaken. 0 if too many plays remain; an error is stored in the judged view. */
int32_t run_out_chance(struct judged_view *o, struct run_out *memory, const struct option *option);

#endif
