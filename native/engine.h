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
 * WILD CARDS are those of the nibbles in `wild_cards`: W, or the rank that laizi drew. Together with an ordinary
 * card each may replace any rank of `wild_ranks`. Wild cards alone are what is printed on them (a W is `wild_rank`,
 * or nothing), or what a row for wild cards ONLY defines; wild cards of different nibbles together may again replace any rank.
 *
 * SUITS accompany a hand in games in which they matter: four words, one for each suit, with two bits for each of the
 * thirteen ranks 3..2. Wild cards and jokers have none. In other games the words are zero.
 *
 * A call carries its RULES; no function here knows which game it is. A rule set is a table of SHAPES (rows):
 *
 * body:    `copies` cards of each of `run_min`..`run_max` consecutive ranks
 * kickers: for each body rank `kickers` groups of `kicker_size` cards, which never count for power;
 *          a row with KICKERS_SHORT has fewer, and only plays that empty the hand
 * tier:    0 is an ordinary play; a higher tier beats every lower one
 * family:  rows that can beat each other (with equal length); usually the row's own number
 *
 * The plane with single wings of Dou Dizhu has copies 3, run 2..5, kickers 1 of size 1, and the permissions that
 * differ between platforms: `kicker_same`, and flags. A rocket is no pattern: such a row names its cards (`named`).
 *
 * There are two orders: `run` lists the ranks that runs pass through, lowest first (a rank may occur twice:
 * Guandan's ace), `power` gives every rank its place in comparisons. A reading's `key` decides comparisons: the
 * place of the first body rank in `run` for rows with runs, the `power` of the body rank for the others.
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

#define RANKS 16         /* nibbles of a hand */
#define RANK_WILD 15     /* the nibble that counts wild cards */
#define RANK_NONE 255
#define MAX_SHAPES 40    /* rows of a rule set */
#define MAX_RUN 16       /* entries of the run order */
#define MAX_CARDS 108    /* cards of one hand word, eight of a nibble at most: what a seat holds, or all that is unseen */
#define MAX_TURNS 36     /* combos of a split, so cards of a hand that is split */
#define MAX_READINGS 640 /* of one set of cards: rows times places */
#define MAX_MOVES 16384  /* plays of one hand: each reading of its cards is one; 20 plain cards have 564 at most, with wild ranks 12,892 known */
#define MAX_NODES 196608 /* states in a search's memory; a search never visits more */
#define SCORE_UNIT 10000

typedef uint64_t hand_t;

enum engine_error {
    ERROR_RULES = -1,   /* a rule set or a weight that contradicts itself */
    ERROR_HAND = -2,    /* a hand with too many cards, or that no split uses up */
    ERROR_COMBO = -3,   /* a play that is no reading under these rules */
    ERROR_CAPACITY = -4, /* the caller's array is too small */
    ERROR_STATE = -5,   /* a table or a game that cannot be */
    ERROR_BUDGET = -6   /* the budget exceeds MOST_BUDGET or MOST_WORLDS */
};

enum shape_flags {
    KICKER_OF_BODY = 1,       /* a kicker may have the rank of a body card */
    KICKER_BOTH_JOKERS = 2,   /* X and D may be kickers together */
    KICKER_NEIGHBOUR = 4,     /* three kickers of one rank may touch the body's run */
    KICKER_WILD = 8,          /* a wild card may be a kicker; the same for all rows of a rule set */
    KICKERS_SHORT = 16,       /* kickers are missing: the play empties the hand */
    BODY_ONE_SUIT = 32,       /* all body cards have one suit */
    KEY_ANY_TRIO = 64,        /* the key is the highest rank that occurs exactly three times, kickers included */
    UNREAD_KICKERS = 128,     /* four alike among the kickers, or three next to the run: only a higher tier beats it */
    BODY_TWO_SUITS = 256      /* body cards of one suit need a wild card among them */
};

/* Which plays a row is for: any; with wild and ordinary cards; without wild cards; of wild cards only. */
enum wild_use { WILD_ANY = 0, WILD_SOME = 1, WILD_NONE = 2, WILD_ONLY = 3 };

/* A row of the rules. Rows are in the order of the readings of an ambiguous lead. */
struct shape {
    uint8_t copies;      /* cards of each body rank, 1..12 */
    uint8_t run_min;     /* body ranks at least; 1: no run */
    uint8_t run_max;     /* body ranks at most */
    uint8_t kickers;     /* groups of kickers for each body rank, 0..4 */
    uint8_t kicker_size; /* cards of one group: 1 or 2; 0 without kickers */
    uint8_t kicker_same; /* groups of one rank at most */
    uint16_t flags;      /* enum shape_flags */
    uint8_t tier;        /* 0: ordinary; a higher tier beats all lower ones */
    uint8_t family;      /* rows of one family can beat each other */
    uint8_t wilds;       /* enum wild_use: which plays the row is for; with kickers any */
    uint8_t kickers_least; /* with KICKERS_SHORT: fewest kicker cards */
    uint16_t ranks;      /* bit r: rank r may be a body rank (rows without runs) */
    uint8_t net_row;     /* as which row networks see it (robots.h) */
    hand_t named;        /* not 0: the row is exactly these cards, `copies` or more */
};

enum rules_flags {
    READING_FIRST = 1, /* a play has its lead reading only, also in a follow */
    KEY_LOW = 2,       /* of several keys of one row, the lowest is stored */
    PASS_NEVER = 4,    /* a player who can beat must beat */
    PASS_ON_BOMB = 8,  /* with PASS_NEVER: a pass is free when only bombs beat */
    BOMB_WHOLE = 16,   /* four of a rank may not be torn */
    SHORT_LEAD = 32,   /* plays short of kickers may be led */
    SHORT_FOLLOW = 64, /* and may answer */
    FOLLOW_BOMB = 128, /* a play that could answer in kind or as a bomb is stored as the bomb */
    FOLLOW_WEAK = 256, /* of several keys that beat, the lowest is stored */
    SOLO_TOP = 512     /* a solo must be the highest legal one while the next seat has one card */
};

struct rules {
    struct shape shapes[MAX_SHAPES];
    uint8_t n_shapes;
    uint8_t n_run;          /* entries of `run` */
    uint8_t run[MAX_RUN];   /* ranks in run order, lowest first */
    uint8_t power[RANKS];   /* place of a rank in comparisons, below RANKS */
    uint16_t wild_cards;    /* bit r: the cards of nibble r are wild */
    uint16_t wild_ranks;    /* bit r: a wild card may replace rank r */
    uint8_t wild_rank;      /* rank of a lone card of nibble RANK_WILD; RANK_NONE: it has none */
    uint16_t flags;         /* enum rules_flags */
};

/* One reading of some cards. A zeroed combo (length 0) is a pass. */
struct combo {
    hand_t cards;    /* the cards */
    hand_t plays_as; /* the declared cards: equal to `cards` without wild cards */
    hand_t body;    /* the part of `plays_as` that gives the combo its power */
    uint8_t shape;  /* row */
    uint8_t rank;   /* first body rank */
    uint8_t length; /* body ranks; 0: pass */
    uint8_t key;    /* place in comparisons */
    uint8_t tier;
    uint8_t family;
    uint8_t size;   /* cards */
    uint8_t suit;   /* 1..4 if the row requires one suit, else 0 */
};

/* The situation of a seat to move. */
struct table {
    hand_t hand;          /* of the seat that moves */
    uint32_t suits[4];    /* the same by suit, two bits for each of the ranks 3..2; zero in suitless games */
    struct combo to_beat; /* length 0: the seat leads */
    hand_t must_show;     /* a lead must contain these cards (spade three) */
    uint8_t solo_top;     /* not 0: a solo must be the highest legal one (the next seat has one card) */
};

#define SUIT_RANKS 13

/* value[row][start][length] of a combo; start is its place in `run` for rows with runs, its rank for the others. A
 * straight flush must have at least the value that it has as a row of BODY_TWO_SUITS. */
struct weights {
    int32_t value[MAX_SHAPES][RANKS][MAX_RUN];
};

struct net;
struct memo;
struct kicker_credits;
struct plays;
struct flush_sets;
struct branches;
struct kept_splits;
struct thoughts;
struct endings;
struct likelihoods;

/* State of a search: the rules, the values of combos, and memory, each part declared in the header of the file that
 * owns it. The caller sets the first three. */
struct engine {
    const struct rules *rules;
    const struct weights *weights;
    const struct net *nets; /* NET_ROLES of them that rate a robot's options (robots.h), or NULL */
    struct memo *memo;             /* memo.h: values of the states of dp.c */
    struct kicker_credits *credits; /* kicker_credits.h: kickers that the rows of the rules take */
    struct plays *plays;           /* moves.h: a list of plays */
    struct flush_sets *flush_sets; /* flushes.h: bodies of one suit side by side */
    struct branches *branches;     /* branch_bound.h: plays that a proof tries */
    struct kept_splits *splits;    /* split.h: splits kept for later calls */
    struct thoughts *thoughts;     /* policy.h: options of a robot */
    struct endings *endings;       /* open_hands.h: winners near the end */
    struct likelihoods *likelihoods; /* beliefs.h: likelihoods of hands, given the moves */
};

/* memory.c: the bytes of an engine's memory. A call also uses up to a megabyte of its thread's stack: a search of a
 * hand takes 350 kB of it and may call another. */
size_t memory_size(void);
/* give an engine its memory: zeroed, exclusive */
void memory_begin(struct engine *engine, void *memory);

struct split {
    struct combo combos[MAX_TURNS]; /* worth most first */
    int32_t values[MAX_TURNS];      /* of each combo */
    int32_t score;                  /* their sum, less ten turns for each wild card that nothing can be made of */
    uint32_t nodes;                 /* states looked at */
    uint8_t turns;                  /* how many combos */
    uint8_t exact;                  /* proven the best under these weights */
};

struct hint {
    struct combo combo;
    int32_t score;    /* of the remaining hand */
    uint8_t turns;    /* of the remaining hand */
    uint8_t exact;
    uint8_t cheapest; /* an ordinary play, the lowest of those comparable with it, kickers included */
};

/* Totals over all plays of a table. */
struct survey {
    struct split whole; /* the best split of the hand */
    uint16_t sets;      /* distinct cards among the plays; of cards of one suit, each suit counts */
    uint16_t bombs;     /* plays of a higher tier */
    uint8_t most;       /* cards of the largest play */
};

/* rules.c: 0, or ERROR_RULES */
int rules_verify(const struct rules *rules);

/* Cards to be played. */
struct play {
    hand_t cards;
    hand_t plays_as;   /* the declared cards; 0: no declaration */
    uint32_t suits[4]; /* of the cards; zero in suitless games */
    uint8_t suit;      /* 1..4: declared to be of one suit; SUITS_MIXED: not to be, nor of one colour; 0: not declared */
};

#define SUITS_MIXED 5

/* read.c: every reading of a play, best lead reading first; returns their number (0: no play). `hand` is the hand
 * that contains it (short kickers must empty it). */
int read_all(const struct rules *rules, const struct play *play, hand_t hand, struct combo *out, int cap);
/* 1 if `a` beats `b`, else 0; any combo beats a pass */
int read_beats(const struct rules *rules, const struct combo *a, const struct combo *b);
/* table.c: the reading under which a play is stored at this table: 1, or 0 if it may not be played */
int table_play(const struct rules *rules, const struct table *table, const struct play *play, struct combo *out);
/* 1 if a seat with `plays` legal plays, `bombs` of them bombs (of a tier above 0), may pass; else 0. A leader may
 * not. */
int table_may_pass(const struct rules *rules, int leads, int plays, int bombs);

/* moves.c: every legal play without the pass, in a fixed order; returns their number. Plain cards occur once, under
 * the stored reading; sets with wild cards occur once for each row and length, at the highest key, and so do cards
 * of one suit. Of equivalent wild cards those of the lowest nibble are used. */
int moves_legal(const struct rules *rules, const struct table *table, struct combo *out, int cap);
/* whether `hand`, of `suits` or NULL, contains a play of at most `size` cards that beats `to_beat`; bombs only if
 * `bombs`. A hand of another size than `size` is that of several seats: any play short of kickers could be the last
 * of one of them */
int moves_can_beat(const struct rules *rules, hand_t hand, const uint32_t *suits, const struct combo *to_beat, int size,
                   int bombs);
/* of `n` combos, at most 64, those that `hand` cannot beat in kind: bit i for each */
uint64_t moves_controls(const struct rules *rules, hand_t hand, const uint32_t *suits, const struct combo *combos, int n);

/* split.c: the best split of a hand; `nodes` bounds the states looked at (0: MAX_NODES) */
/* 0, or ERROR_RULES; the searches take rules and weights that passed */
int split_verify(const struct rules *rules, const struct weights *weights);
int split_best(const struct engine *engine, hand_t hand, const uint32_t *suits, uint32_t nodes, struct split *out);

/* hints.c: every legal play, best remainder first; a play that empties the hand before all others; ties: more cards,
 * then the lower body, then the lower row, then the lower cards. Returns the number of plays, or an error; `nodes`
 * bounds the states visited for the split and the plays together. */
int hints_survey(const struct engine *engine, const struct table *table, uint32_t nodes, struct survey *survey,
                 struct hint *out, int cap);
/* broken_combos.c: for each of `n` hints the combos of a survey's best split that the play breaks: bit i for the
 * i-th; none for a play of whole combos, or one that is a combo of another best split. They are the fewest that must
 * be broken, and of several such sets the one that spares the first combos. `suits` has four words for each play,
 * its own cards by suit; NULL in games without suits. Returns `n` */
int broken_combos_list(const struct engine *engine, const struct table *table, const struct split *whole,
                       const struct hint *hints, const uint32_t *suits, int n, uint64_t *out);
/* hints.c: the cards of a play that leave the best remainder, by suit; `out` is `suits` of the play; 0 or an error */
int hints_pick(const struct engine *engine, const struct table *table, const struct combo *combo, uint32_t *out);

#endif
