/* ways.c - every way to use up the cards of one rank, listed once for all states of a plan that have as many of them.
 *
 * The walk meets a rank with the same number of cards again and again, and what its bodies make of each other does not
 * depend on the rest of the hand, but for the cards that runs take from it. So the choices are multiplied out once, in
 * the order in which the walk would meet them; of those that lead to the same state the first stands for all, at the
 * highest value.
 */
#include "walk.h"

/* Whether a way leads where `way` leads, and may be gone whenever it may. */
static int is_same(const struct way *way, const struct way *other)
{
    return way->cards == other->cards && way->balance == other->balance && way->singles == other->singles &&
           way->pairs == other->pairs;
}

/* Add a way to those from `first` on; ERROR_ROOM if there is no place left. */
static int add_way(struct search *s, int first, const struct way *way)
{
    for (int i = first; i < s->n_ways; i++)
        if (is_same(&s->ways[i], way)) {
            if (s->ways[i].value < way->value)
                s->ways[i].value = way->value;
            return 0;
        }
    if (s->n_ways == MAX_WAYS)
        return ERROR_ROOM;
    s->ways[s->n_ways++] = *way;
    return 0;
}

/* Add the ways that go on from `way`, which has left `hand`, with bodies from `from` on. */
static int extend(struct search *s, int first, hand_t hand, int rank, int from, const struct way *way)
{
    int count = cards_count(hand, rank);
    if (!count)
        return add_way(s, first, way);
    for (int i = from; i < s->mid[rank];) {
        const struct body *body = &s->bodies[i];
        if (body->own ? count < body->own : !cards_hold(hand, body->cards)) {
            i = body->next; /* longer runs are not there either */
            continue;
        }
        if (!(body->is_short && way->is_short)) {
            struct way more = *way;
            more.cards += body->cards;
            more.value += body->value;
            more.balance = (int16_t)(more.balance + body->balance);
            more.singles += body->row == ROW_GIVES && body->balance == BALANCE_SINGLE;
            more.pairs += body->row == ROW_GIVES && body->balance == BALANCE_PAIR;
            more.is_short |= body->is_short;
            if (extend(s, first, hand - body->cards, rank, i, &more))
                return ERROR_ROOM;
        }
        i++;
    }
    return 0;
}

void ways_list(struct search *s, int rank, int count)
{
    static const struct way none;
    struct ways *list = &s->listed[rank][count];
    int first = s->n_ways;
    hand_t own = cards_of(rank, count);
    hand_t above = walk_hand(s, s->hand) & ~cards_of(RANK_WILD, 15) & ~(cards_of(rank + 1, 1) - 1);
    if (extend(s, first, own + above, rank, s->first[rank], &none)) {
        s->n_ways = first;
        list->state = WAYS_TOO_MANY;
        return;
    }
    list->first = (uint16_t)first;
    list->end = (uint16_t)s->n_ways;
    list->state = WAYS_LISTED;
    for (int i = first; i < s->n_ways; i++) {
        int next = i + 1;
        s->ways[i].own = s->ways[i].cards == own;
        while (!s->ways[i].own && next < s->n_ways && cards_hold(s->ways[next].cards, s->ways[i].cards))
            next++;
        s->ways[i].next = (uint16_t)next;
    }
}
