/* memo.h - memo of the values of DP states. See memo.c. */
#ifndef PAILI_SPLIT_MEMO_H
#define PAILI_SPLIT_MEMO_H

#include "engine.h"
#include "rules/hash.h"

#define MEMO_BITS_MOST 18
#define MEMO_FULL(bits) ((3u << (bits)) / 4) /* more entries would make probing slow */
#define MEMO_CELLS (1u << 20)
_Static_assert(MAX_NODES <= MEMO_FULL(MEMO_BITS_MOST), "the memo must hold what a search may look at");

/* The balances for which a state has values: `width` numbers of single cards and `height` numbers of pairs from the
 * lowest ones on; without a play with missing kickers before it, or (`planes` 2) with one too. */
struct window {
    int8_t low_single, low_pair;
    uint8_t width, height, planes;
};

/* A state: the cards that are left, and the index of its first cell. A cell is the value for one balance; those of a
 * window are in rows of single cards. */
struct entry {
    hand_t hand;
    hand_t whole; /* the window has all balances that can occur in a split of this hand and its subsets */
    uint32_t stamp, cells;
    struct window window;
};

#define CELLS_EMPTY 0  /* cells of the state without cards */
#define CELLS_BEYOND 2 /* cells of a state beyond the limit, until the next one */
#define CELLS_FIRST 4  /* the first one of the entries */

/* A step that assemble.c found, in the call of that number. */
struct known_step {
    hand_t hand, taken;
    uint64_t call;
    int32_t value;
    uint16_t balance, from, body;
};

#define STEP_BITS 10

/* The stamp marks the entries of this call. The values of a state depend only on rules and weights (and with BOMB_WHOLE
 * on the hand), so the calls of one game share entries (`kept_bits`). */
struct memo {
    uint64_t stamp;
    uint32_t filled; /* number of entries with this stamp */
    uint32_t used;   /* number of cells in use */
    int spoilt;      /* some values are not exact: later calls must not use them */
    int shift;       /* 64 less the bits of the memo size of this call */
    int kept_bits;   /* 0: each call starts with an empty memo */
    uint64_t calls;  /* number of DPs so far */
    struct known_step steps[1 << STEP_BITS];
    struct entry entries[1 << MEMO_BITS_MOST];
    int32_t cells[MEMO_CELLS];
};

/* Let the following calls share entries, or (0) stop that. */
void memo_keep(struct memo *memo, int keep);

/* Prepare for a hand of `size` cards, `wilds` of which are wild, and at most `limit` visited states (0: no limit).
 * `own`: its values cannot be shared with other calls. Returns the number of states that may be visited. */
uint32_t memo_begin(struct memo *memo, int size, int wilds, uint32_t limit, int own);

/* The slot of a state: its entry, or the free slot for it. */
static inline struct entry *memo_slot(struct memo *memo, hand_t hand)
{
    for (uint64_t slot = hand * GOLDEN >> memo->shift;; slot = (slot + 1) & UINT64_MAX >> memo->shift) {
        struct entry *entry = &memo->entries[slot];
        if (entry->hand == hand || entry->stamp != (uint32_t)memo->stamp)
            return entry;
    }
}

#endif
