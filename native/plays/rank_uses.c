/* rank_uses.c - all ways to use all cards of one rank, listed once for all states with the same number of these cards.
 *
 * The DP visits many states with the same number of cards of a rank, and the result of its bodies does not depend on
 * the rest of the hand, except for the cards that runs take from it. So all combinations are listed once, in the order
 * of the DP. Of those that lead to the same state only the first is kept, with the highest value. */
#include "plays/rank_uses.h"
#include "rules/cards.h"

#include <string.h>

#define LOOK_BACK 24 /* number of earlier uses that are compared with a new one: equivalent uses are close together */

/* A list of uses under construction. */
struct listing {
    struct all_rank_uses *uses;
    const struct bodies *bodies;
    hand_t hand; /* before the uses */
    int rank, first;
};

/* Add a use that leaves `left` to a list; ERROR_CAPACITY if the list is full. */
static int add_use(const struct listing *l, hand_t left, int32_t value, int balance, unsigned gates)
{
    struct all_rank_uses *uses = l->uses;
    hand_t cards = l->hand - left;
    int last = uses->n - LOOK_BACK > l->first ? uses->n - LOOK_BACK : l->first;
    for (int i = uses->n - 1; i >= last; i--) {
        struct rank_use *use = &uses->list[i];
        if (use->cards == cards && use->balance == balance && use->gates == gates) {
            use->value = value > use->value ? value : use->value;
            return 0;
        }
    }
    if (uses->n == MAX_RANK_USES)
        return ERROR_CAPACITY;
    uses->list[uses->n++] = (struct rank_use){.cards = cards, .value = value, .balance = (int16_t)balance, .gates = gates,
                                        .own = cards < cards_of(l->rank + 1, 1)};
    return 0;
}

/* Add the uses that continue with bodies from `from` on, where `hand` is left. */
static int extend(const struct listing *l, hand_t hand, int from, int32_t value, int balance, unsigned gates)
{
    const int count = cards_count(hand, l->rank), last = l->bodies->mid[l->rank];
    for (int i = from; i < last;) {
        const struct body *body = &l->bodies->list[i];
        if (body->own ? count < body->own : !cards_hold(hand, body->cards)) {
            i = body->next; /* longer runs do not fit either */
            continue;
        }
        if (!(body->gates & gates & GATE_SHORT)) {
            hand_t left = hand - body->cards;
            int full = cards_count(left, l->rank)
                           ? extend(l, left, i, value + body->value, balance + body->balance, gates + body->gates)
                           : add_use(l, left, value + body->value, balance + body->balance, gates + body->gates);
            if (full)
                return ERROR_CAPACITY;
        }
        i++;
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
    struct listing l = {uses, bodies, above + cards_of(rank, count), rank, uses->n};
    if (extend(&l, l.hand, bodies->first[rank], 0, 0, 0)) {
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
