/* rank_fills.c - all ways to use all cards of one rank, together with wild cards, by bodies of that rank alone.
 *
 * The result of such bodies depends on the number of their cards, not on the rest of the hand. So the fills of a number
 * of cards are those of fewer cards with one more body. Of those with the same wild cards and the same kickers only the
 * one with the highest value is kept. The DP iterates over them once for each set of runs. */
#include "plays/rank_fills.h"
#include "plays/balance.h"

#include <string.h>

#define HEAPS 32

/* A list under construction, hashed into buckets by wild cards and kickers. */
struct filling {
    struct all_rank_fills *fills;
    const struct bodies *bodies;
    int rank, first;
    uint16_t *heaps; /* for each bucket 1 + the index of its last fill, or 0 */
};

/* Add a fill unless an equivalent one has at least its value; ERROR_CAPACITY if the list is full. */
static inline int note(const struct filling *f, int wilds, int balance, int32_t value)
{
    struct all_rank_fills *all = f->fills;
    uint16_t *heap = &f->heaps[(unsigned)(5 * wilds + balance + (balance >> 5)) % HEAPS];
    for (int next = *heap; next; next = all->list[next - 1].next) {
        struct rank_fill *fill = &all->list[next - 1];
        if (fill->wilds == wilds && fill->balance == balance) {
            fill->value = value > fill->value ? value : fill->value;
            return 0;
        }
    }
    if (all->n == MAX_RANK_FILLS)
        return ERROR_CAPACITY;
    const int from_zero = BALANCE_ZERO + balance;
    all->list[all->n++] = (struct rank_fill){.value = value,
                                             .singles = (int8_t)balance_singles(from_zero),
                                             .pairs = (int8_t)balance_pairs(from_zero),
                                             .shorts = from_zero >= BALANCE_SHORT,
                                             .wilds = (uint8_t)wilds,
                                             .balance = (int16_t)balance,
                                             .next = *heap};
    *heap = (uint16_t)all->n;
    return 0;
}

/* Add the fills that begin with a body with `wilds` wild cards and continue with fewer cards of the rank. A split has at
 * most one play with missing kickers. */
static inline int add(const struct filling *f, const struct body *body, int wilds, const struct rank_fills *rest)
{
    if (wilds > f->bodies->wilds)
        return 0;
    if (!rest)
        return note(f, wilds, body->balance, body->value);
    for (int i = rest->first; i < rest->end; i++) {
        const struct rank_fill *fill = &f->fills->list[i];
        if (wilds + fill->wilds > f->bodies->wilds || (body->is_short && fill->balance > BALANCE_SHORT / 2))
            continue;
        if (note(f, wilds + fill->wilds, body->balance + fill->balance, body->value + fill->value))
            return ERROR_CAPACITY;
    }
    return 0;
}

/* Add the fills that begin with a body: with all of the `count` ordinary cards that it can use, and with wild cards
 * instead of some of them where ordinary cards may be worth more elsewhere. */
static inline int add_body(const struct filling *f, const struct body *body, int count)
{
    const struct rank_fills *of = f->fills->of[f->rank];
    int wanted = cards_count(body->cards, f->rank), mixes = body->wilds != WILD_NONE && f->rank < RANK_WILD;
    int replaceable = body->wilds == WILD_SOME || f->bodies->borrow >> (4 * f->rank) & 8;
    int given = f->rank < RANK_WILD ? cards_count(body->cards, RANK_WILD) : 0;
    if (!mixes)
        return wanted <= count ? add(f, body, given, wanted < count ? &of[count - wanted] : NULL) : 0;
    int most = wanted < count ? wanted : count;
    for (int own = most; own && (own == most || replaceable); own--)
        if ((own < wanted || body->wilds != WILD_SOME) &&
            add(f, body, wanted - own, own < count ? &of[count - own] : NULL))
            return ERROR_CAPACITY;
    return 0;
}

static void sort_fills(struct rank_fill *list, int n)
{
    for (int i = 1; i < n; i++) {
        struct rank_fill moved = list[i];
        int j = i;
        for (; j && list[j - 1].wilds > moved.wilds; j--)
            list[j] = list[j - 1];
        list[j] = moved;
    }
}

void rank_fills_begin(struct all_rank_fills *fills, const struct bodies *bodies, int keep)
{
    fills->of = fills->of_kind[(groups_single(bodies->takes) > 0) + 2 * (groups_pair(bodies->takes) > 0)];
    if (keep && fills->n < MAX_RANK_FILLS / 2)
        return;
    fills->n = 0;
    if (!++fills->stamp) { /* stamps would repeat */
        memset(fills->of_kind, 0, sizeof fills->of_kind);
        fills->stamp = 1;
    }
}

int rank_fills_list(struct all_rank_fills *fills, const struct bodies *bodies, int rank, int count)
{
    int error = 0;
    for (int fewer = 1; fewer < count; fewer++)
        if (fills->of[rank][fewer].stamp != fills->stamp)
            error |= rank_fills_list(fills, bodies, rank, fewer);
    struct filling f = {fills, bodies, rank, fills->n, (uint16_t[HEAPS]){0}};
    for (int i = bodies->first[rank]; i < bodies->first[rank + 1]; i++)
        if (bodies->list[i].run != i)
            error |= add_body(&f, &bodies->list[i], count);
    int mid = fills->n;
    if (bodies->wilds) {
        sort_fills(fills->list + f.first, fills->n - f.first);
        while (mid > f.first && fills->list[mid - 1].wilds)
            mid--;
    }
    fills->of[rank][count] = (struct rank_fills){fills->stamp, f.first, fills->n, mid};
    return error ? ERROR_CAPACITY : 0;
}
