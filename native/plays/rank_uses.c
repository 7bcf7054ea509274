/* rank_uses.c - all ways to use all cards of one rank, listed once for all states with the same number of these cards.
 *
 * The DP visits many states with the same number of cards of a rank, and the result of its bodies does not depend on
 * the rest of the hand, except for the cards that runs take from it. So all combinations are listed once, in the order
 * of the DP. Of those that lead to the same state only the first is kept, with the highest value. */
#include "plays/rank_uses.h"
#include "rules/cards.h"
#include "rules/hash.h"

#include <string.h>

#define LOOK_BACK 24 /* number of earlier uses that are compared with a new one: equivalent uses are close together */

#define SEEN_BITS 9

/* A list of uses under construction. */
struct listing {
    struct all_rank_uses *uses;
    const struct bodies *bodies;
    hand_t hand; /* before the uses */
    int rank, first;
    uint64_t seen[(1 << SEEN_BITS) / 64]; /* a bit for each hash of cards and balance in the list */
};

/* An equivalent use close to the end of the list, or NULL. */
static struct rank_use *find_use(const struct listing *l, hand_t cards, int balance, unsigned gates)
{
    struct rank_use *first = l->uses->list + l->first, *end = l->uses->list + l->uses->n;
    for (struct rank_use *use = end; use > first && use > end - LOOK_BACK;) {
        use--;
        if (use->cards == cards && use->balance == balance && use->gates == gates)
            return use;
    }
    return NULL;
}

/* Add a use that leaves `left` to a list, or give its value to an equivalent one with a lower value; ERROR_CAPACITY if
 * the list is full. */
static inline int add_use(struct listing *l, hand_t left, int32_t value, int balance, unsigned gates)
{
    hand_t cards = l->hand - left;
    uint32_t place = hash_place(cards ^ (uint64_t)(unsigned)balance << 32, SEEN_BITS);
    uint64_t bit = 1ull << place % 64, *seen = &l->seen[place / 64];
    struct rank_use *known = *seen & bit ? find_use(l, cards, balance, gates) : NULL;
    if (known) {
        known->value = value > known->value ? value : known->value;
        return 0;
    }
    if (l->uses->n == MAX_RANK_USES)
        return ERROR_CAPACITY;
    *seen |= bit;
    l->uses->list[l->uses->n++] = (struct rank_use){.cards = cards,
                                                    .value = value,
                                                    .balance = (int16_t)balance,
                                                    .gates = gates,
                                                    .own = cards < cards_of(l->rank + 1, 1)};
    return 0;
}

/* Add the uses that continue with bodies from `body` on, where `hand` is left; `whole`: of the other ranks all is
 * left. */
static int extend(struct listing *l, hand_t hand, int whole, const struct body *body, int32_t value, int balance,
                  unsigned gates)
{
    const struct body *bodies = l->bodies->list, *end = bodies + l->bodies->mid[l->rank];
    const int count = cards_count(hand, l->rank);
    while (body < end) {
        if (count < body->here || !(whole || body->own || cards_hold(hand, body->cards))) {
            body = bodies + body->next; /* longer runs do not fit either */
            continue;
        }
        if (!(body->gates & gates & GATE_SHORT)) {
            hand_t left = hand - body->cards;
            int full = count > body->here
                           ? extend(l, left, whole && body->own, body, value + body->value, balance + body->balance,
                                    gates + body->gates)
                           : add_use(l, left, value + body->value, balance + body->balance, gates + body->gates);
            if (full)
                return ERROR_CAPACITY;
        }
        body++;
    }
    return 0;
}

void rank_uses_begin(struct all_rank_uses *uses)
{
    memset(uses, 0, offsetof(struct all_rank_uses, list));
}

void rank_uses_list(struct all_rank_uses *uses, const struct bodies *bodies, int rank, int count)
{
    struct rank_uses *list = &uses->of[rank][count];
    hand_t above = bodies_hand(bodies, bodies->hand) & ~cards_of(RANK_WILD, 15) & ~(cards_of(rank + 1, 1) - 1);
    struct listing l = {uses, bodies, above + cards_of(rank, count), rank, uses->n, {0}};
    if (extend(&l, l.hand, 1, bodies->list + bodies->first[rank], 0, 0, 0)) {
        uses->n = l.first;
        list->state = RANK_USES_TOO_MANY;
        return;
    }
    list->first = (uint16_t)l.first;
    list->end = (uint16_t)uses->n;
    list->state = RANK_USES_LISTED;
    for (int i = l.first; i < uses->n; i++) {
        int next = i + 1;
        while (!uses->list[i].own && next < uses->n && cards_hold(uses->list[next].cards, uses->list[i].cards))
            next++;
        uses->list[i].next = (uint16_t)next;
    }
}
