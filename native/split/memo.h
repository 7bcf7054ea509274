/* memo.h - memo of the values of DP states. See memo.c. */
#ifndef PAILI_SPLIT_MEMO_H
#define PAILI_SPLIT_MEMO_H

#include "engine.h"
#include "plays/balance.h"
#include "rules/hash.h"

#define MEMO_BITS_MOST 18
#define MEMO_FULL(bits) ((3u << (bits)) / 4) /* more entries would make probing slow */
_Static_assert(MAX_NODES <= MEMO_FULL(MEMO_BITS_MOST), "the memo must hold what a search may look at");

struct entry {
    hand_t hand;
    uint32_t tag; /* low bits of the stamp, then the balance */
    int32_t value;
};

/* A step that assemble.c found, in the call of that number. */
struct known_step {
    hand_t hand, taken;
    uint64_t call;
    int32_t value;
    uint16_t balance, from, body;
};

#define STEP_BITS 10

/* The stamp marks the entries of this call. The value of a state depends only on rules and weights (and with BOMB_WHOLE
 * on the hand), so the calls of one game share entries (`kept_bits`). */
struct memo {
    uint64_t stamp;
    uint32_t filled; /* number of entries with this stamp */
    int spoilt;      /* some values are not exact: later calls must not use them */
    int shift;       /* 64 less the bits of the memo size of this call */
    int kept_bits;   /* 0: each call starts with an empty memo */
    uint64_t calls;  /* number of DPs so far */
    struct known_step steps[1 << STEP_BITS];
    struct entry entries[1 << MEMO_BITS_MOST];
};

/* Let the following calls share entries, or (0) stop that. */
void memo_keep(struct memo *memo, int keep);

/* Prepare for a hand of `size` cards, `wilds` of which are wild, and at most `limit` visited states (0: no limit).
 * `own`: its values cannot be shared with other calls. Returns the number of states that may be visited. */
uint32_t memo_begin(struct memo *memo, int size, int wilds, uint32_t limit, int own);

/* The tag of entries of a balance. */
static inline uint32_t memo_tag(const struct memo *memo, int balance)
{
    return (uint32_t)memo->stamp << BALANCE_BITS | (uint32_t)balance;
}

/* The slot of a state: its entry, or the free slot for it. */
static inline struct entry *memo_slot(struct memo *memo, hand_t hand, uint32_t tag)
{
    uint64_t key = hand ^ (uint64_t)tag << (64 - BALANCE_BITS);
    for (uint64_t slot = key * GOLDEN >> memo->shift;; slot = (slot + 1) & UINT64_MAX >> memo->shift) {
        struct entry *entry = &memo->entries[slot];
        if (entry->tag == tag && entry->hand == hand)
            return entry;
        if ((entry->tag ^ tag) >> BALANCE_BITS)
            return entry;
    }
}

#endif
