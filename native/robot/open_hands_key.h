/* open_hands_key.h - complete keys of states with open hands. See open_hands_key.c. */
#ifndef PAILI_ROBOT_OPEN_HANDS_KEY_H
#define PAILI_ROBOT_OPEN_HANDS_KEY_H

#include "robots.h"

#define MAX_RUN_KINDS 6
#define OPEN_KEY_BITS 114 /* the other bits of the upper word are free */

/* A state: all hands, the mover, the play to beat, its owner and the passes since. */
struct open_state {
    hand_t hands[MAX_SEATS];
    uint32_t suits[MAX_SEATS][4]; /* zero if no seat can make a body of one suit */
    struct combo to_beat;         /* length 0: the mover leads */
    uint8_t mover, owner, passes;
};

/* A state encoded in OPEN_KEY_BITS bits. States that differ for the search have different keys. */
struct open_key {
    uint64_t high, low;
};

/* How the states of one deal are encoded; set once for a deal. */
struct open_keys {
    const struct rules *rules;
    int seats;
    int canonical; /* 0: ranks are written unchanged */
    int n_ranks;
    uint8_t order[RANKS]; /* ranks in use, weakest first */
    uint16_t special;     /* bit r: rank r is outside the largest block of interchangeable ranks */
    int n_run_kinds;
    struct {
        uint8_t copies, length;
    } run_kinds[MAX_RUN_KINDS];                    /* shortest runs of the rows, by copies */
    hand_t run_mask;                               /* masks of ranks in runs, as whole nibbles */
    int ascending;                                 /* the order of runs equals the order of power */
    uint8_t answer_copies[MAX_SHAPES];             /* minimum cards of a rank in a body that beats a row */
    uint8_t answer_place[MAX_SHAPES];              /* enum open_place: meaning of the keys of a row and its answers */
    int sorts;                                     /* ranks of only one seat may be swapped */
    uint8_t widths[MAX_SEATS][RANKS];              /* bits per count if ranks are written unchanged */
    uint8_t suit_widths[MAX_SEATS][4][SUIT_RANKS]; /* bits per count of a suit */
    struct {
        uint32_t code;
        uint8_t bits, size, holders;
    } pairs[2][256]; /* counts of two seats as written */
};

/* Prepare to encode the states of a deal that starts with the hands and suits of `root`. */
void open_hands_key_begin(struct open_keys *keys, const struct rules *rules, const struct open_state *root, int seats,
                          int canonical);

/* Clear the suits of a state in which no seat can make a body of one suit any more. */
void open_hands_key_drop_suits(const struct open_keys *keys, struct open_state *state);

/* Encode a state; 0 if it needs too many bits. */
int open_hands_key_write(const struct open_keys *keys, const struct open_state *state, struct open_key *out);

#endif
