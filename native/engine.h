/* engine.h - the interface of the card engine, and its design notes.
 *
 * A HAND is one 64-bit word: sixteen counts of four bits, lowest rank lowest.
 *
 * nibble 15 14 13 12 11 10  9  8  7  6  5  4  3  2  1  0
 * rank    W  D  X  2  A  K  Q  J  T  9  8  7  6  5  4  3
 *
 * X and D are the small and the big joker. W counts cards that are separate from their rank: Yuncheng's flower, the
 * two hearts of Guandan's level. A word is both the hand and its key in every cache.
 *
 * WILD CARDS are those of the nibbles in `wild_cards`: W, or the rank that laizi drew. Together with an ordinary card
 * each may replace any rank of `wild_ranks`. A play of wild cards only has their printed ranks (`wild_rank` for a W, if
 * that is set), or matches a row for wild cards ONLY; wild cards of different nibbles together may again replace any
 * rank.
 *
 * SUITS accompany a hand in games in which they matter: four words, one for each suit, with two bits for each of the
 * thirteen ranks 3..2. Wild cards and jokers have none. In other games the words are zero.
 *
 * A call carries its RULES; no function here knows which game it is. A rule set is a table of SHAPES (rows):
 *
 * body:    `copies` cards of each of `run_min`..`run_max` consecutive ranks
 * kickers: for each body rank `kickers` groups of `kicker_size` cards, which never count for power;
 *          a row with KICKERS_SHORT has fewer, or takes none, and only plays that empty the hand
 * tier:    0 is an ordinary play; a higher tier beats every lower one
 * family:  rows that can beat each other (with equal length); usually the row's own number
 *
 * The plane with single wings of Dou Dizhu has copies 3, run 2..5, kickers 1 of size 1, and `kicker_same` and flags,
 * which differ between platforms. A rocket does not fit this pattern: its row lists its cards (`named`).
 *
 * There are two orders of ranks: `run` lists the ranks that runs pass through, lowest first (a rank may occur twice:
 * Guandan's ace), `power` gives every rank its place in comparisons. A reading's `key` decides comparisons: the place
 * of the first body rank in `run` for rows with runs, the `power` of the body rank for the others.
 *
 * MEMORY: every array belongs to the caller. Nothing is allocated and nothing global is written, so calls run in
 * parallel. The searches work with a `struct engine`, whose memory of `memory_size()` bytes is zeroed once and used
 * by one call at a time.
 *
 * ERRORS are negative: an `enum engine_error`. An array that is too small is an error, never a shorter answer.
 * Scores are integers in units of 1 / SCORE_UNIT of a turn. */
#ifndef PAILI_ENGINE_H
#define PAILI_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#define RANKS 16     /* nibbles of a hand */
#define RANK_WILD 15 /* the nibble that counts wild cards */
#define RANK_NONE 255
#define MAX_SHAPES 40    /* rows of a rule set */
#define MAX_RUN 16       /* entries of the run order */
#define MAX_CARDS 108    /* cards of one hand word, at most eight per nibble: the hand of a seat, or all unseen cards */
#define MAX_TURNS 36     /* maximum combos of a split, so also the maximum cards of a hand to be split */
#define MAX_READINGS 640 /* of one set of cards: rows times start places */
#define MAX_MOVES 16384  /* readings of one hand; maxima: 564 for 20 cards, 6,433 for 33, 12,892 with wild ranks */
#define MAX_NODES 196608 /* states (sets of remaining cards) that a search visits at most */
#define SCORE_UNIT 10000

typedef uint64_t hand_t;

enum engine_error {
    ERROR_RULES = -1,    /* inconsistent rule set or weights */
    ERROR_HAND = -2,     /* a hand with too many cards, or one that cannot be split completely */
    ERROR_COMBO = -3,    /* a play without a reading under these rules */
    ERROR_CAPACITY = -4, /* the caller's array is too small */
    ERROR_STATE = -5,    /* an impossible table or game */
    ERROR_BUDGET = -6,   /* the budget exceeds MOST_BUDGET or MOST_WORLDS */
    ERROR_POLICY = -7,   /* a policy or a payment with numbers out of bounds */
    ERROR_CPU = -8       /* a search reached its bound of CPU time (robot/pause.h) */
};

enum shape_flags {
    KICKER_OF_BODY = 1,     /* a kicker may have the rank of a body card */
    KICKER_BOTH_JOKERS = 2, /* X and D may be kickers together */
    KICKER_NEIGHBOUR = 4,   /* three kickers of one rank may be adjacent to the body's run */
    KICKER_WILD = 8,        /* a wild card may be a kicker; either all rows of a rule set allow this or none */
    KICKERS_SHORT = 16,     /* kickers are missing, or the row takes none: the play must empty the hand */
    BODY_ONE_SUIT = 32,     /* all body cards have one suit */
    KEY_ANY_TRIO = 64,      /* the key is the highest rank that occurs exactly three times, kickers included */
    UNREAD_KICKERS = 128,   /* kickers with four of a rank, or a trio next to the run: beaten by bombs only */
    BODY_TWO_SUITS = 256,   /* body cards of one suit must include a wild card */
    KICKER_NO_JOKER = 512,  /* X and D are no kickers */
    KICKER_NO_TWO = 1024    /* twos are no kickers */
};

/* Which cards the plays of a row have: any; wild and ordinary cards; no wild cards; wild cards only. */
enum wild_use { WILD_ANY = 0, WILD_SOME = 1, WILD_NONE = 2, WILD_ONLY = 3 };

/* A row of the rules. The order of rows is the order of the readings of an ambiguous lead. */
struct shape {
    uint8_t copies;        /* cards of each body rank, 1..12 */
    uint8_t run_min;       /* minimum body ranks; 1: no run */
    uint8_t run_max;       /* maximum body ranks */
    uint8_t kickers;       /* groups of kickers for each body rank, 0..4 */
    uint8_t kicker_size;   /* cards of one group: 1 or 2; 0 without kickers */
    uint8_t kicker_same;   /* maximum groups of one rank */
    uint16_t flags;        /* enum shape_flags */
    uint8_t tier;          /* 0: ordinary; a higher tier beats all lower ones */
    uint8_t family;        /* rows of one family can beat each other */
    uint8_t wilds;         /* enum wild_use: which cards its plays have; with kickers: any */
    uint8_t kickers_least; /* with KICKERS_SHORT: minimum kicker cards */
    uint16_t ranks;        /* bit r: rank r may be a body rank (rows without runs) */
    uint8_t net_row;       /* number of the row among those that networks distinguish (robots.h) */
    hand_t named;          /* not 0: the body is exactly these cards, `copies` or more */
};

enum rules_flags {
    READING_FIRST = 1, /* a follow, too, is stored only under the reading that it would have as a lead */
    KEY_LOW = 2,       /* if a row has several possible keys, the lowest is stored */
    PASS_NEVER = 4,    /* a player who can beat the play must do so */
    PASS_ON_BOMB = 8,  /* with PASS_NEVER: a pass is free when only bombs beat */
    BOMB_WHOLE = 16,   /* four of a rank must stay together */
    SHORT_LEAD = 32,   /* plays with missing kickers may be led */
    SHORT_FOLLOW = 64, /* and may beat others */
    FOLLOW_BOMB = 128, /* a play that could beat as its own type or as a bomb is stored as the bomb */
    FOLLOW_WEAK = 256, /* of several keys that beat the play, the lowest is stored */
    SOLO_TOP = 512     /* a solo must be the highest legal one while the next seat has one card */
};

struct rules {
    struct shape shapes[MAX_SHAPES];
    uint8_t n_shapes;
    uint8_t n_run;        /* entries of `run` */
    uint8_t run[MAX_RUN]; /* ranks in run order, lowest first */
    uint8_t power[RANKS]; /* place of a rank in comparisons, below RANKS */
    uint16_t wild_cards;  /* bit r: the cards of nibble r are wild */
    uint16_t wild_ranks;  /* bit r: a wild card may replace rank r */
    uint8_t wild_rank;    /* rank of a single W; RANK_NONE: it has none */
    uint16_t flags;       /* enum rules_flags */
};

/* One reading of some cards. A combo of zeros (length 0) is a pass. */
struct combo {
    hand_t cards;    /* the cards */
    hand_t plays_as; /* the declared cards; without wild cards equal to `cards` */
    hand_t body;     /* the part of `plays_as` that is compared */
    uint8_t shape;   /* row */
    uint8_t rank;    /* first body rank */
    uint8_t length;  /* body ranks; 0: pass */
    uint8_t key;     /* place in comparisons */
    uint8_t tier;
    uint8_t family;
    uint8_t size; /* number of cards */
    uint8_t suit; /* 1..4 if the row requires one suit, else 0 */
};

/* The situation of a seat to move. */
struct table {
    hand_t hand;          /* of the seat that moves */
    uint32_t suits[4];    /* the hand by suit, two bits for each of the ranks 3..2; zero in games without suits */
    struct combo to_beat; /* length 0: the seat leads */
    hand_t must_show;     /* a lead must contain these cards (spade three) */
    uint8_t solo_top;     /* not 0: a solo must be the highest legal one (the next seat has one card) */
};

#define SUIT_RANKS 13

/* value[row][start][length] of a combo; start is an index into `run` for rows with runs, a rank for the others. A
 * straight flush must be worth at least as much as the same cards in a row of BODY_TWO_SUITS. */
struct weights {
    int32_t value[MAX_SHAPES][RANKS][MAX_RUN];
};

struct net;
struct memo;
struct kicker_credits;
struct plays;
struct flush_sets;
struct branches;
struct search;
struct kept_splits;
struct option_memory;
struct endings;
struct likelihoods;

/* State of a search: the rules, the values of combos, and memory. Each part is declared in the header of the file that
 * uses it. The caller sets the first four members. */
struct engine {
    const struct rules *rules;
    const struct weights *weights;
    const struct net *nets;         /* NET_ROLES networks that rate the options of a robot (robots.h), or NULL */
    double cpu_until;               /* seconds of CPU of the thread at which searches end with ERROR_CPU; 0: none */
    struct memo *memo;              /* memo.h: values of the states of dp.c */
    struct kicker_credits *credits; /* kicker_credits.h: how many kickers the rows take */
    struct plays *plays;            /* moves.h: a list of plays */
    struct flush_sets *flush_sets;  /* flushes.h: disjoint sets of bodies of one suit */
    struct branches *branches;      /* branch_bound.h: plays of the branches */
    struct search *search;          /* branch_bound.h: the search that is going on, one at a time like its memo */
    struct kept_splits *splits;     /* split.h: splits cached for later calls */
    struct option_memory *option_memory; /* policy.h: options of a robot */
    struct endings *endings;             /* open_hands.h: winners of states near the end */
    struct likelihoods *likelihoods;     /* beliefs.h: likelihoods of hands, given the moves */
};

/* memory.c: size of the memory of an engine in bytes. A call also needs up to 256 kB of its thread's stack. */
size_t memory_size(void);
/* set the memory of an engine: zeroed, and used by no other engine */
void memory_begin(struct engine *engine, void *memory);

struct split {
    struct combo combos[MAX_TURNS]; /* highest value first */
    int32_t values[MAX_TURNS];      /* of each combo */
    int32_t score;                  /* their sum, less ten turns for each wild card that fits into no play */
    uint32_t nodes;                 /* states visited */
    uint8_t turns;                  /* number of combos */
    uint8_t exact;                  /* proven to be the best under these weights */
};

struct hint {
    struct combo combo;
    int32_t score; /* of the remaining hand */
    uint8_t turns; /* of the remaining hand */
    uint8_t exact;
    uint8_t cheapest; /* an ordinary play, and the lowest of the comparable ones, kickers included */
};

/* Totals over all plays of a table. */
struct survey {
    struct split whole; /* the best split of the hand */
    uint16_t sets;      /* number of different sets of cards; for cards of one suit, each suit counts */
    uint16_t bombs;     /* plays of a higher tier */
    uint8_t most;       /* cards of the largest play */
};

/* rules.c: 0, or ERROR_RULES */
int rules_verify(const struct rules *rules);

/* Cards to be played, with their declaration. */
struct play {
    hand_t cards;
    hand_t plays_as;   /* the declared cards; 0: no declaration */
    uint32_t suits[4]; /* of the cards; zero in suitless games */
    uint8_t suit;      /* 1..4: declared suit; SUITS_MIXED: declared as mixed suits; 0: not declared */
};

#define SUITS_MIXED 5

/* read.c: all readings of a play, the best lead reading first; returns their number (0: not a play). `hand` contains
 * the play (plays with missing kickers must empty it). */
int read_all(const struct rules *rules, const struct play *play, hand_t hand, struct combo *out, int cap);
/* 1 if `a` beats `b`, else 0, or ERROR_COMBO for a row that does not exist; any combo beats a pass */
int read_beats(const struct rules *rules, const struct combo *a, const struct combo *b);
/* table.c: the reading under which this table stores a play: returns 1, 0 if the play is illegal, or an error */
int table_play(const struct rules *rules, const struct table *table, const struct play *play, struct combo *out);
/* Returns 1 if a seat with `plays` legal plays, `bombs` of which have a tier above 0, may pass; else 0. A leader may
 * not. */
int table_may_pass(const struct rules *rules, int leads, int plays, int bombs);

/* moves.c: all legal plays without the pass, in a fixed order; returns their number. A play of plain cards is listed
 * once, under its stored reading. A set of cards with wild cards, or of one suit, is listed once for each row and
 * length, at the highest key. If wild cards are equivalent, those of the lowest nibble are used. */
int moves_legal(const struct rules *rules, const struct table *table, struct combo *out, int cap);
/* Whether `hand` contains a play of at most `size` cards that beats `to_beat`; without `bombs` only plays of its tier
 * count. `suits` may be NULL. Unless `hand` has `size` cards, it is the union of several hands, and a play with missing
 * kickers may be the last play of any of them. Returns 1, 0 or an error. */
int moves_can_beat(const struct rules *rules, hand_t hand, const uint32_t *suits, const struct combo *to_beat, int size,
                   int bombs);
/* Set bit i of `out` if `hand` cannot beat combo i of `n` (at most 64) by a play of the same type; 0 or an error. */
int moves_controls(const struct rules *rules, hand_t hand, const uint32_t *suits, const struct combo *combos, int n,
                   uint64_t *out);

/* split.c: 0, or ERROR_RULES; searches require rules and weights that passed this check */
int split_verify(const struct rules *rules, const struct weights *weights);
/* The best split of a hand, visiting at most `nodes` states (0: as many as the memo of such a hand takes). Returns 0 or
 * an error. */
int split_best(const struct engine *engine, hand_t hand, const uint32_t *suits, uint32_t nodes, struct split *out);

/* hints.c: all legal plays, ordered by the value of the remaining hand; a play that empties the hand comes first. Ties:
 * more cards first, then the lower body, the lower row, the lower cards. Returns the number of plays, or an error;
 * `nodes` limits the states visited for the split and all plays together. */
int hints_survey(const struct engine *engine, const struct table *table, uint32_t nodes, struct survey *survey,
                 struct hint *out, int cap);
/* broken_combos.c: for each of `n` hints the combos of a survey's best split that the play breaks, as bits; none if the
 * play consists of whole combos, or belongs to another split of the same value. The set is the smallest possible; of
 * several such sets it is the one that leaves the first combos whole. `suits` has four words for each play, its cards
 * by suit; NULL in games without suits. Returns `n`, or an error. */
int broken_combos_list(const struct engine *engine, const struct table *table, const struct split *whole,
                       const struct hint *hints, const uint32_t *suits, int n, uint64_t *out);
/* hints.c: choose the suits of a play so that the remaining hand is best; `out` becomes the four words of the play.
 * Returns 0 or an error. */
int hints_pick(const struct engine *engine, const struct table *table, const struct combo *combo, uint32_t *out);

#endif
