/* walk.h - the search under the splits: the best value of a hand when kickers are credits. See walk.c. */
#ifndef PAILI_WALK_H
#define PAILI_WALK_H

#include "read.h"

#define TURN_BITS 6
#define TURN_WEIGHT (1 << TURN_BITS)
#define MAX_VALUE 250000    /* of one combo, so that MAX_TURNS of them times TURN_WEIGHT fit 32 bits */
#define NEVER (-1500000000) /* no split from here */
#define IS_SPLIT(value) ((value) > NEVER / 2)
#define MEMO_BITS_MOST 18
#define MEMO_SIZE (1u << MEMO_BITS_MOST)
#define MEMO_FULL(bits) ((3u << (bits)) / 4) /* a fuller memo probes too long */
_Static_assert(MAX_NODES <= MEMO_FULL(MEMO_BITS_MOST), "the memo must hold what a search may look at");
#define MAX_BODIES 4096
#define MAX_FLUSHES 512     /* ways to make a body of one suit */
#define MAX_FLUSH_SETS 8192 /* sets of them that share no card */

/* The balance in one number: groups of one card and of two, both from -64 to 63, and whether a short play is used. */
#define BALANCE_BITS 15
#define BALANCES ((1u << BALANCE_BITS) - 1)
#define BALANCE_SINGLE 1
#define BALANCE_PAIR 128
#define BALANCE_SHORT (1 << 14)
#define BALANCE_ZERO (64 | 64 << 7)

/* A way to use cards of a rank: kickers given, or a body begun. */
struct body {
    hand_t cards;
    int32_t value;   /* worth */
    int32_t balance; /* change of the balance */
    uint8_t row, start, length;
    uint8_t wilds;   /* enum wild_use, for this body */
    uint8_t own;     /* cards that it takes of the rank it begins at, where it takes no others; else 0 */
    uint16_t next;   /* the first body that is no longer run from the same start */
    uint8_t is_short; /* plays short of kickers: one at most, the last */
    uint8_t copies;   /* cards of each rank of a run, where it has as many of all; else 0 */
    uint32_t gates;   /* what it may not be used for too often */
    hand_t ranks;     /* whole nibbles of its ranks */
};

#define MOST_COPIES 3 /* of a run, for `copies` of a body */

/* Groups given as kickers, of one card and of two, and whether a play is short of kickers, in one number. */
#define GATE_SINGLE 1u
#define GATE_PAIR (1u << 8)
#define GATE_SHORT (1u << 16)

_Static_assert(MAX_SHAPES <= 64, "sets of rows are words");
#define MAX_WAYS 4096

/* A way to use up so many cards of a rank without wild ones: bodies begun there and kickers given, taken together. */
struct way {
    hand_t cards;
    int32_t value;
    int16_t balance; /* change of the balance */
    uint16_t next;   /* the first way behind it that does not take all of its cards */
    uint32_t gates;  /* sum of those of its bodies */
    uint8_t own;     /* takes no cards of other ranks */
};

enum ways_state { WAYS_UNKNOWN = 0, WAYS_LISTED, WAYS_TOO_MANY };

/* The ways for so many cards of a rank, in the order in which the walk tries them. */
struct ways {
    uint16_t first, end; /* places in `ways` of the search */
    uint8_t state;       /* enum ways_state */
};

#define ROW_GIVES 255 /* of a body: kickers given */
#define ROW_NONE 254  /* of wild cards alone: no play */
#define DEAD_VALUE (-10 * SCORE_UNIT) /* of a card that can never be played: worse than any split that plays it */

struct entry {
    hand_t hand;
    uint32_t tag; /* stamp of the question, then the balance */
    int32_t value;
};

struct branch {
    struct combo combo;
    int32_t value, bound;
};

#define POOL_SIZE 16384       /* plays kept by the proof, all its depths together */

/* A body of one suit: what it takes, wild cards in nibble RANK_WILD. */
struct flush {
    hand_t cards, body;
    uint32_t word; /* its ordinary cards in their suit's word */
    int32_t value;
    uint8_t row, start, length, suit; /* suit 1..4 */
};

#define MAX_FLUSHES_OF_SET 7 /* of five cards in MAX_TURNS */

/* Bodies of one suit that share no card: what they take, by rank and by suit, and what they are worth. */
struct flush_set {
    hand_t cards;
    uint32_t suits[4];
    int32_t value;
    uint16_t n, flush[MAX_FLUSHES_OF_SET]; /* places in `flushes` */
};

/* Wild cards alone, so many of the lower nibble and so many of the higher: the best way to play them. */
struct alone {
    int32_t value, worth; /* of the best division; of the cards as one play */
    uint8_t row, start;   /* of that one play */
    uint8_t low, high;    /* cards of the first play of the division */
};

#define KEPT_SPLIT_BITS 10
#define KEPT_TURNS 12

/* The split of a hand that moves of one game may ask for again. */
struct kept_split {
    hand_t hand;
    uint32_t stamp;
    int32_t score;
    uint8_t turns;
    int32_t values[KEPT_TURNS];
    struct combo combos[KEPT_TURNS];
};

#define FILLED_CUT (1u << 31) /* in `filled`, above all numbers of entries: some are not the best */

/* What rows with kickers owe, whatever the hand. */
struct owing {
    int known;
    int slots_single[16], slots_pair[16]; /* groups that a rank of so many cards could take at most */
    int kicked_copies;                    /* cards of a rank at least where a body with kickers may stand */
    int gain_single, gain_pair;           /* groups that one wild card lets them take more */
    int risky_count;                      /* from so many cards of a rank on, credits could break a kicker rule */
    int risky_jokers;                     /* both jokers in hand could */
    int wild_kickers;                     /* a wild card may be a kicker */
};

/* The caller's scratch memory. The stamp tells this question's memo entries from those of earlier ones. What a state is
 * worth depends on rules and weights only, but under BOMB_WHOLE, so the questions of one game keep theirs (`kept_bits`). */
struct scratch {
    uint32_t stamp;
    uint32_t filled;   /* entries of the kept memo */
    struct owing owing; /* of the rules whose memo is kept */
    uint32_t kept_bits; /* 0: each question starts with an empty memo */
    struct entry memo[MEMO_SIZE];
    struct combo plays[MAX_MOVES];
    struct branch pool[POOL_SIZE];
    struct flush_set flush_sets[MAX_FLUSH_SETS];
    struct kept_split splits[1 << KEPT_SPLIT_BITS];
};

/* One combo of a split: its body, and its kickers once they are handed out. */
struct laid {
    hand_t cards;   /* that the body takes; wild ones in nibble RANK_WILD, but for wild cards alone */
    hand_t kickers; /* the same of its kickers */
    hand_t body;    /* what the body stands for */
    hand_t as;      /* what the kickers stand for */
    uint8_t row, start, length, suit;
    uint8_t owed;   /* kicker cards to be handed out */
    uint8_t alone;  /* wild cards alone */
};

/* A split whose kickers are still credits: `singles` and `pairs` are the cards given as such. */
struct layout {
    struct laid combos[MAX_TURNS];
    hand_t singles, pairs;
    hand_t whole; /* ranks that no combo may tear */
    int n;
};

struct search {
    const struct rules *rules;
    const struct weights *weights;
    struct scratch *scratch;
    hand_t hand;                  /* of the plan */
    hand_t wild_mask;             /* nibbles of wild cards */
    uint16_t first[RANKS + 1];    /* bodies of a rank: from first[rank] to first[rank + 1] */
    uint16_t mid[RANKS];          /* of them those from mid[rank] on need wild cards */
    int room_single[RANKS], room_pair[RANKS]; /* groups that all bodies from a rank on could take at most */
    hand_t borrow;                /* high bits of ranks whose cards may be worth more with a wild one in their place */
    struct owing owing;
    int wilds;                    /* wild cards of the hand of the plan */
    int memo_bits;
    uint32_t nodes, limit;
    int planned; /* the bodies are listed */
    int cut; /* the limit was met: values are no longer the best, only possible */
    int pool_used;
    int n_flushes, n_flush_sets;
    int n_low, n_high; /* wild cards of each nibble in the hand of the plan */
    int ascending;     /* the run order is that of the nibbles */
    hand_t above;      /* while bodies are listed: ordinary cards from the rank on */
    int adds_wild;     /* and whether those are listed that need wild cards */
    uint64_t rows[2];     /* bit i: row i may have bodies of ordinary cards; that need wild ones */
    uint64_t fits[16];    /* bit i: row i has bodies of at most so many cards of one rank */
    int8_t run_at[RANKS]; /* place of a rank in the run order; -1: none */
    int n_ways;
    struct ways listed[RANKS][16]; /* by rank and by how many of its cards there are */
    /* what follows is filled as far as it is used */
    struct alone alone[RANKS][RANKS];
    struct flush flushes[MAX_FLUSHES];
    struct body bodies[MAX_BODIES];
    struct way ways[MAX_WAYS];
};

/* plan.c: let the questions that follow share a memo, or (0) no longer */
void plan_keep(const struct engine *engine, int keep);

/* plan.c: prepare a search for hands that `hand` contains */
void plan_walk(struct search *s, const struct engine *engine, hand_t hand, uint32_t limit);

/* plan.c: list the bodies, once the memo does not know an answer */
void plan_bodies(struct search *s);

/* ways.c: list the ways to use up `count` cards of a rank; not for hands with more than the plan's */
void ways_list(struct search *s, int rank, int count);

/* value * TURN_WEIGHT - 1 of a combo */
static inline int32_t walk_worth(const struct search *s, int row, int start, int length)
{
    return s->weights->value[row][start][length] * TURN_WEIGHT - 1;
}

/* A hand as the walk sees it: all wild cards in nibble RANK_WILD. */
static inline hand_t walk_hand(const struct search *s, hand_t hand)
{
    hand_t wild = hand & s->wild_mask;
    return wild ? hand - wild + cards_of(RANK_WILD, cards_size(wild)) : hand;
}

/* The best value of a hand as the walk sees it, kickers being credits and every wild card beside an ordinary one: an
 * upper bound of the best split, unless the search was cut. */
int32_t walk_best(struct search *s, hand_t hand);

/* Whether the memo has the value of a hand. */
int walk_knows(const struct search *s, hand_t hand);

/* What the walk does at a rank: a body, and the cards it takes. */
struct step {
    int body;
    hand_t taken;
};

/* What the memo says a state is worth; 0 if it does not know. */
int walk_recall(const struct search *s, hand_t hand, int balance, int32_t *value);

/* The first step at the lowest rank, from body `from` on, that leads to a value of `goal`, or else to the most; what it
 * leads to. */
int32_t walk_step(struct search *s, hand_t hand, int from, int balance, int32_t goal, struct step *step);

/* layout.c: lay out a split that has the value walk_best gave, behind the combos that stand in `out` already. */
void walk_lay_out(struct search *s, hand_t hand, struct layout *out);

/* layout.c: lay out the split without runs and kickers, each rank for itself; its value, or NEVER. */
int32_t walk_lay_plain(const struct search *s, hand_t hand, struct layout *out);

/* hints.c: write what is left of a table's hand after a play is worth into score, turns and exact of a hint; 0, or
 * ERROR_HAND. A pass leaves it all. */
int hints_rate(struct search *s, const struct table *table, const struct combo *play, struct hint *hint);

/* split.c: prepare a search for a hand and what may be left of it; 0 or an error */
int split_plan(struct search *s, const struct engine *engine, hand_t hand, const uint32_t *suits, uint32_t nodes);

/* split.c: the best split of a table's hand under a plan for it; 0, or ERROR_HAND */
int split_whole(struct search *s, const struct table *table, struct split *out);

/* split.c: the same if a kept memo has it; 1, or 0 */
int split_recall(const struct search *s, const struct table *table, struct split *out);

/* split.c: let a kept memo know the split that is left when one of its combos has been played */
void split_keep_rest(const struct engine *engine, hand_t rest, const struct split *whole, int place);

/* hints.c: every legal play with what it leaves, in the generator's order; the search's memo serves them all. The
 * best split of the hand, where its turns are 0, is worked out once a remainder is not known, and saves the work for its
 * own combos: without one of them it is the best of the rest. */
int hints_of(struct search *s, const struct table *table, struct split *whole, struct hint *out, int cap);

/* hints.c: the place of a play among the combos of a split; -1 if it is none of them */
int hints_place(const struct split *split, const struct combo *play);

/* hints.c: put hints in order, best first */
void hints_sort(struct hint *hints, int n, hand_t hand);

/* flushes.c: list the sets of one-suit bodies of a hand as the walk sees it, the empty set first */
void flushes_list(struct search *s, hand_t hand, const uint32_t *suits);

/* Whether a hand as the walk sees it has the cards of a set, and its suits have them beside those in `taken`. */
int flushes_fit(const struct flush_set *set, hand_t hand, const uint32_t *suits, const uint32_t *taken);

/* alone.c: work out what wild cards are worth that are played by themselves */
void alone_plan(struct search *s, hand_t wild);

/* Lay out the best way to play `low` and `high` wild cards by themselves. */
void alone_lay_out(const struct search *s, int low, int high, struct layout *out);

#endif
