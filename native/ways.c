/* ways.c - every way to use up the cards of one rank, listed once for all states of a plan that have as many of them.
 *
 * The walk meets a rank with the same number of cards again and again, and what its bodies make of each other does not
 * depend on the rest of the hand, but for the cards that runs take from it. So the choices are multiplied out once, in
 * the order in which the walk would meet them; of those that lead to the same state the first stands for all, at the
 * highest value.
 */
#include "ways.h"
#include "cards.h"

#include <string.h>

#define LOOK_BACK 24 /* ways that a new one is compared with: those that lead to the same state stand close */

/* A list while it is made. */
struct listing {
    struct all_ways *ways;
    const struct plan *plan;
    hand_t hand; /* before the ways */
    int rank, first;
};

/* Add a way that leaves `left` to a list; ERROR_ROOM if there is no place for it. */
static int add_way(const struct listing *l, hand_t left, int32_t value, int balance, unsigned gates)
{
    struct all_ways *ways = l->ways;
    hand_t cards = l->hand - left;
    int last = ways->n - LOOK_BACK > l->first ? ways->n - LOOK_BACK : l->first;
    for (int i = ways->n - 1; i >= last; i--) {
        struct way *way = &ways->list[i];
        if (way->cards == cards && way->balance == balance && way->gates == gates) {
            way->value = value > way->value ? value : way->value;
            return 0;
        }
    }
    if (ways->n == MAX_WAYS)
        return ERROR_ROOM;
    ways->list[ways->n++] = (struct way){.cards = cards, .value = value, .balance = (int16_t)balance, .gates = gates,
                                        .own = cards < cards_of(l->rank + 1, 1)};
    return 0;
}

/* Add the ways that go on with bodies from `from` on, where `hand` is left. */
static int extend(const struct listing *l, hand_t hand, int from, int32_t value, int balance, unsigned gates)
{
    const int count = cards_count(hand, l->rank), last = l->plan->mid[l->rank];
    for (int i = from; i < last;) {
        const struct body *body = &l->plan->bodies[i];
        if (body->own ? count < body->own : !cards_hold(hand, body->cards)) {
            i = body->next; /* longer runs are not there either */
            continue;
        }
        if (!(body->gates & gates & GATE_SHORT)) {
            hand_t left = hand - body->cards;
            int full = cards_count(left, l->rank)
                           ? extend(l, left, i, value + body->value, balance + body->balance, gates + body->gates)
                           : add_way(l, left, value + body->value, balance + body->balance, gates + body->gates);
            if (full)
                return ERROR_ROOM;
        }
        i++;
    }
    return 0;
}

void ways_begin(struct all_ways *ways)
{
    memset(ways, 0, offsetof(struct all_ways, list));
}

void ways_list(struct all_ways *ways, const struct plan *plan, int rank, int count)
{
    struct ways *list = &ways->of[rank][count];
    hand_t above = plan_hand(plan, plan->hand) & ~cards_of(RANK_WILD, 15) & ~(cards_of(rank + 1, 1) - 1);
    struct listing l = {ways, plan, above + cards_of(rank, count), rank, ways->n};
    if (extend(&l, l.hand, plan->first[rank], 0, 0, 0)) {
        ways->n = l.first;
        list->state = WAYS_TOO_MANY;
        return;
    }
    list->first = (uint16_t)l.first;
    list->end = (uint16_t)ways->n;
    list->state = WAYS_LISTED;
    for (int i = l.first; i < ways->n; i++) {
        int next = i + 1;
        while (!ways->list[i].own && next < ways->n && cards_hold(ways->list[next].cards, ways->list[i].cards))
            next++;
        ways->list[i].next = (uint16_t)next;
    }
}
