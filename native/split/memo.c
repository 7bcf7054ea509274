/* memo.c - memo of the values of DP states: a new stamp invalidates all entries, and the calls of one game can share
 * them. */
#include "split/memo.h"

#include <string.h>

#define KEPT_BITS 15

/* Invalidate all entries. When the stamps would repeat, the table is cleared. */
static void forget(struct memo *memo)
{
    memo->filled = 0;
    memo->used = CELLS_FIRST;
    memo->spoilt = 0;
    memo->stamp++;
    if ((uint32_t)memo->stamp)
        return;
    memset(memo->entries, 0, sizeof memo->entries);
    memo->stamp++;
}

/* Bits of the memo size for a hand: plain hands of a seat are fastest with a small memo. */
static int bits_for(int size, int wilds, uint32_t limit)
{
    int bits = wilds || size > 20 ? size > 21 || wilds > 1 ? 17 : 14 : 13;
    while (bits < MEMO_BITS_MOST && limit > MEMO_FULL(bits))
        bits++;
    return bits;
}

void memo_keep(struct memo *memo, int keep)
{
    memo->kept_bits = keep ? KEPT_BITS : 0;
    forget(memo);
}

uint32_t memo_begin(struct memo *memo, int size, int wilds, uint32_t limit, int own)
{
    int kept = memo->kept_bits, bits = kept ? kept : bits_for(size, wilds, limit);
    memo->shift = 64 - bits;
    uint32_t most = MEMO_FULL(bits) / (kept ? 2 : 1); /* at the start, a shared memo may be half full */
    if (!kept || own || memo->spoilt || memo->filled > most || memo->used > MEMO_CELLS / 2)
        forget(memo);
    return limit && limit < most ? limit : most;
}
