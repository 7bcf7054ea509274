/* memo.h - values of the states of the DP. See memo.c. */
#ifndef PAILI_SPLIT_MEMO_H
#define PAILI_SPLIT_MEMO_H

#include "engine.h"
#include "plays/balance.h"
#include "rules/hash.h"

#define MEMO_BITS_MOST 18
#define MEMO_FULL(bits) ((3u << (bits)) / 4) /* a fuller memo probes too long */
_Static_assert(MAX_NODES <= MEMO_FULL(MEMO_BITS_MOST), "the memo must hold what a search may look at");

struct entry {
    hand_t hand;
    uint32_t tag; /* low bits of the stamp of the question, then the balance */
    int32_t value;
};

/* The stamp marks the entries of this question. What a state is worth depends on rules and weights
 * only, but under BOMB_WHOLE, so the questions of one game keep theirs (`kept_bits`). */
struct memo {
    uint64_t stamp;
    uint32_t filled;     /* entries under this stamp */
    int spoilt;          /* some were cut short: no later question may keep them */
    int bits;            /* of a place in the memo of this question */
    int kept_bits;       /* 0: each question starts with an empty memo */
    struct entry entries[1 << MEMO_BITS_MOST];
};

/* Let the questions that follow share what is known, or (0) no longer. */
void memo_keep(struct memo *memo, int keep);

/* Make ready for a hand of so many cards, so many of them wild, and a question that looks at `limit` states at most (0: no
 * such limit); `own` if its states are worth something else than those of other questions. How many it may look at. */
uint32_t memo_begin(struct memo *memo, int size, int wilds, uint32_t limit, int own);

/* How the entries of a balance are marked. */
static inline uint32_t memo_tag(const struct memo *memo, int balance)
{
    return (uint32_t)memo->stamp << BALANCE_BITS | (uint32_t)balance;
}

/* The place of a state: the one it stands in, or the free one where it would. */
static inline struct entry *memo_slot(struct memo *memo, hand_t hand, uint32_t tag)
{
    uint32_t mask = (1u << memo->bits) - 1;
    for (uint32_t slot = hash_place(hand ^ (uint64_t)(tag & BALANCES) << 49, memo->bits);; slot = (slot + 1) & mask) {
        struct entry *entry = &memo->entries[slot];
        if ((entry->tag ^ tag) >> BALANCE_BITS || (entry->tag == tag && entry->hand == hand))
            return entry;
    }
}

#endif
