/* ways.c - every way to use up the cards of one rank, listed once for all states of a plan that have as many of them.
 *
 * The walk meets a rank with the same number of cards again and again, and what its bodies make of each other does not
 * depend on the rest of the hand, but for the cards that runs take from it. So the choices are multiplied out once, in
 * the order in which the walk would meet them; of those that lead to the same state the first stands for all, at the
 * highest value.
 */
#include "walk.h"

#define LOOK_BACK 24 /* ways that a new one is compared with: those that lead to the same state stand close */

/* A list while it is made. */
struct listing {
    struct search *s;
    hand_t hand; /* before the ways */
    int rank, first;
};

/* Add a way that leaves `left` to a list; ERROR_ROOM if there is no place for it. */
static int add_way(const struct listing *l, hand_t left, int32_t value, int balance, unsigned gates)
{
    struct search *s = l->s;
    hand_t cards = l->hand - left;
    int last = s->n_ways - LOOK_BACK > l->first ? s->n_ways - LOOK_BACK : l->first;
    for (int i = s->n_ways - 1; i >= last; i--) {
        struct way *way = &s->ways[i];
        if (way->cards == cards && way->balance == balance && way->gates == gates) {
            way->value = value > way->value ? value : way->value;
            return 0;
        }
    }
    if (s->n_ways == MAX_WAYS)
        return ERROR_ROOM;
    s->ways[s->n_ways++] = (struct way){.cards = cards, .value = value, .balance = (int16_t)balance, .gates = gates,
                                        .own = cards < cards_of(l->rank + 1, 1)};
    return 0;
}

/* Add the ways that go on with bodies from `from` on, where `hand` is left. */
static int extend(const struct listing *l, hand_t hand, int from, int32_t value, int balance, unsigned gates)
{
    const int count = cards_count(hand, l->rank), last = l->s->mid[l->rank];
    for (int i = from; i < last;) {
        const struct body *body = &l->s->bodies[i];
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

void ways_list(struct search *s, int rank, int count)
{
    struct ways *list = &s->listed[rank][count];
    hand_t above = walk_hand(s, s->hand) & ~cards_of(RANK_WILD, 15) & ~(cards_of(rank + 1, 1) - 1);
    struct listing l = {s, above + cards_of(rank, count), rank, s->n_ways};
    if (extend(&l, l.hand, s->first[rank], 0, 0, 0)) {
        s->n_ways = l.first;
        list->state = WAYS_TOO_MANY;
        return;
    }
    list->first = (uint16_t)l.first;
    list->end = (uint16_t)s->n_ways;
    list->state = WAYS_LISTED;
    for (int i = l.first; i < s->n_ways; i++) {
        int next = i + 1;
        while (!s->ways[i].own && next < s->n_ways && cards_hold(s->ways[next].cards, s->ways[i].cards))
            next++;
        s->ways[i].next = (uint16_t)next;
    }
}
