/* wild_fills.c - all ways to use all cards of one rank together with wild cards, by bodies of that rank alone.
 *
 * The result of such bodies depends on the number of their cards, not on the rest of the hand. So the fills of a number
 * of cards are those of fewer cards with one more body. Of those with the same wild cards and the same balance only the
 * one with the highest value is kept. The DP iterates over them once for each set of runs. */
#include "plays/wild_fills.h"

#include <string.h>

#define HEAPS 32

/* A list under construction, hashed into buckets by wild cards and balance. */
struct filling {
    struct all_wild_fills *fills;
    const struct bodies *bodies;
    int rank, first;
    uint16_t *heaps; /* for each bucket 1 + the index of its last fill, or 0 */
};

/* Add a fill unless an equivalent one has at least its value; ERROR_CAPACITY if the list is full. */
static int note(const struct filling *f, int wilds, int balance, int32_t value)
{
    struct all_wild_fills *all = f->fills;
    uint16_t *heap = &f->heaps[(unsigned)(5 * wilds + balance) % HEAPS];
    for (int next = *heap; next; next = all->list[next - 1].next) {
        struct wild_fill *fill = &all->list[next - 1];
        if (fill->wilds == wilds && fill->balance == balance) {
            fill->value = value > fill->value ? value : fill->value;
            return 0;
        }
    }
    if (all->n == MAX_WILD_FILLS)
        return ERROR_CAPACITY;
    all->list[all->n++] = (struct wild_fill){value, (int16_t)balance, (uint8_t)wilds, *heap};
    *heap = (uint16_t)all->n;
    return 0;
}

/* Add the fills that begin with a body with `wilds` wild cards and continue with fewer cards of the rank. */
static int add(const struct filling *f, const struct body *body, int wilds, const struct wild_fills *rest)
{
    if (wilds > f->bodies->wilds)
        return 0;
    if (!rest)
        return note(f, wilds, body->balance, body->value);
    for (int i = rest->first; i < rest->end; i++) {
        const struct wild_fill *fill = &f->fills->list[i];
        if (wilds + fill->wilds <= f->bodies->wilds &&
            note(f, wilds + fill->wilds, body->balance + fill->balance, body->value + fill->value))
            return ERROR_CAPACITY;
    }
    return 0;
}

/* Add the fills that begin with a body: with all of the `count` ordinary cards that it can use, and with wild cards
 * instead of some of them where ordinary cards may be worth more elsewhere. */
static int add_body(const struct filling *f, const struct body *body, int count)
{
    const struct wild_fills *of = f->fills->of[f->rank];
    int wanted = cards_count(body->cards, f->rank), mixes = body->wilds != WILD_NONE && f->rank < RANK_WILD;
    int lends = body->wilds == WILD_SOME || f->bodies->borrow >> (4 * f->rank) & 8;
    int given = f->rank < RANK_WILD ? cards_count(body->cards, RANK_WILD) : 0;
    if (!mixes)
        return wanted <= count ? add(f, body, given, wanted < count ? &of[count - wanted] : NULL) : 0;
    int most = wanted < count ? wanted : count;
    for (int own = most; own && (own == most || lends); own--)
        if ((own < wanted || body->wilds != WILD_SOME) &&
            add(f, body, wanted - own, own < count ? &of[count - own] : NULL))
            return ERROR_CAPACITY;
    return 0;
}

/* Sort by the number of wild cards. */
static void sort_fills(struct wild_fill *list, int n)
{
    for (int i = 1; i < n; i++) {
        struct wild_fill moved = list[i];
        int j = i;
        for (; j && list[j - 1].wilds > moved.wilds; j--)
            list[j] = list[j - 1];
        list[j] = moved;
    }
}

void wild_fills_begin(struct all_wild_fills *fills)
{
    memset(fills, 0, offsetof(struct all_wild_fills, list));
}

int wild_fills_list(struct all_wild_fills *fills, const struct bodies *bodies, int rank, int count)
{
    int error = 0;
    for (int fewer = 1; fewer < count; fewer++)
        error |= fills->of[rank][fewer].known ? 0 : wild_fills_list(fills, bodies, rank, fewer);
    struct filling f = {fills, bodies, rank, fills->n, (uint16_t[HEAPS]){0}};
    for (int i = bodies->first[rank]; i < bodies->first[rank + 1]; i++)
        if (!bodies_is_run(&bodies->list[i], rank))
            error |= add_body(&f, &bodies->list[i], count);
    sort_fills(fills->list + f.first, fills->n - f.first);
    fills->of[rank][count] = (struct wild_fills){(uint16_t)f.first, (uint16_t)fills->n, 1};
    return error ? ERROR_CAPACITY : 0;
}
