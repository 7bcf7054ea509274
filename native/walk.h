/* walk.h - the search under the splits: the best value of a hand when kickers are credits. See walk.c. */
#ifndef PAILI_WALK_H
#define PAILI_WALK_H

#include "read.h"

#define TURN_WEIGHT 64
#define MAX_VALUE 250000    /* of one combo, so that MAX_TURNS of them times TURN_WEIGHT fit 32 bits */
#define NEVER (-1500000000) /* no split from here */
#define IS_SPLIT(value) ((value) > NEVER / 2)
#define MEMO_BITS 14
#define MEMO_SIZE (1u << MEMO_BITS)
_Static_assert(MAX_NODES <= MEMO_SIZE / 4 * 3, "a fuller memo probes too long");
#define MAX_OPTIONS 2048 /* of a robot: plays and the pass */
#define POOL_SIZE 4096 /* plays kept by the proof, all its depths together */

/* A row as the walk sees it: what one body takes and owes. */
struct part {
    const struct shape *shape;
    uint8_t row, copies, min, max;
    uint8_t singles, pairs; /* groups of kickers owed for each body rank */
};

struct entry {
    hand_t hand;
    uint32_t tag; /* stamp of the question, then the balances */
    int32_t value;
};

struct branch {
    struct combo combo;
    int32_t value, bound;
};

/* One thing a robot may do, and what speaks for it. */
struct option {
    struct combo combo; /* length 0: pass */
    int32_t value;
    uint8_t turns; /* of what remains in hand */
    uint32_t reasons;
};

/* The caller's scratch memory. The stamp tells this question's memo entries from those of earlier ones. */
struct scratch {
    uint32_t stamp;
    struct entry memo[MEMO_SIZE];
    struct combo plays[MAX_MOVES];
    struct branch pool[POOL_SIZE];
    struct hint hints[MAX_OPTIONS];
    struct option options[MAX_OPTIONS];
};

/* One combo of a split: its body, and its kickers once they are handed out. */
struct laid {
    hand_t body, kickers;
    uint8_t row, start, length;
};

/* A split whose kickers are still credits: `singles` and `pairs` are the cards given as such. */
struct layout {
    struct laid combos[MAX_TURNS];
    hand_t singles, pairs;
    int n;
};

struct search {
    const struct rules *rules;
    const struct weights *weights;
    struct scratch *scratch;
    struct part parts[MAX_SHAPES];
    int n_parts;
    uint8_t at[RANKS][MAX_SHAPES];        /* parts that can begin at a rank, for the hand of the plan */
    uint8_t n_at[RANKS];
    int8_t room_single[RANKS], room_pair[RANKS]; /* groups that all bodies from a rank on could take at most */
    int slots_single[16], slots_pair[16]; /* groups that a rank of so many cards could take at most */
    int run_at[RANKS];                    /* place of a rank in the run order; -1: none */
    int risky_count;                      /* from so many cards of a rank on, credits could break a kicker rule */
    int risky_jokers;                     /* both jokers in hand could */
    uint32_t nodes, limit;
    int cut; /* the limit was met: values are no longer the best, only possible */
    int pool_used;
};

/* Prepare a search for hands that `hand` contains. */
void walk_plan(struct search *s, const struct rules *rules, const struct weights *weights, hand_t hand,
               uint32_t limit, struct scratch *scratch);

/* value * TURN_WEIGHT - 1 of a combo */
static inline int32_t walk_worth(const struct search *s, int row, int start, int length)
{
    return s->weights->value[row][start][length] * TURN_WEIGHT - 1;
}

/* The best value of a hand, kickers being credits: an upper bound of the best split, unless the search was cut. */
int32_t walk_best(struct search *s, hand_t hand);

/* Lay out a split that has the value walk_best gave. */
void walk_lay_out(struct search *s, hand_t hand, struct layout *out);

/* Lay out the split without runs and kickers, each rank for itself; its value, or NEVER. */
int32_t walk_lay_plain(struct search *s, hand_t hand, struct layout *out);

/* split.c: write what a hand is worth into score, turns and exact of a hint; 0, or ERROR_HAND */
int split_rate(struct search *s, hand_t rest, struct hint *hint);

/* split.c: every legal play with what it leaves, in the generator's order; the search's memo serves them all */
int split_hints_of(struct search *s, const struct table *table, struct hint *out, int cap);

/* split.c: put hints in order, best first */
void split_sort(struct hint *hints, int n, hand_t hand);

#endif
