/* worlds.c - deals that agree with the knowledge of a seat: sampled at random, or enumerated. */
#include "robot/worlds.h"
#include "robot/chance.h"
#include "rules/cards.h"
#include "rules/rules.h"

#include <string.h>

/* The free cards, those that no seat must have, and how many of them each heap gets: the other seats in their order,
 * then the undealt cards, then those that have been played. A seat gets its known number; the others share the rest
 * evenly within the bounds, each at least one card and those that it must have. No heap gets more than the heaps before
 * it leave. */
struct shares {
    hand_t free;
    int n[MAX_SEATS + 1]; /* of seat i at i - 1, then undealt, then played */
};

static void set_shares(const struct view *view, struct shares *out)
{
    int left = cards_size(view->unseen) - view->undealt, unknown = 0, least = 0; /* of the seats of unknown size */
    out->free = view->unseen;
    for (int i = 1; i < view->seats; i++) {
        int own = cards_size(view->held[i]), is_unknown = view->left[i] == LEFT_UNKNOWN;
        unknown += is_unknown;
        least += is_unknown ? own + !own : 0;
        left -= is_unknown ? 0 : view->left[i];
        out->free -= view->held[i];
    }
    int free = cards_size(out->free), most = view->most ? view->most : MAX_TURNS;
    for (int i = 1; i < view->seats; i++) {
        int own = cards_size(view->held[i]), wanted = view->left[i];
        if (wanted == LEFT_UNKNOWN) {
            int share = left / unknown--;
            least -= own + !own;
            share = share < left - least ? share : left - least;
            share = share < most ? share : most;
            wanted = share > own ? share : own + !own;
            left -= wanted;
        }
        out->n[i - 1] = wanted - own < free ? wanted - own : free;
        free -= out->n[i - 1];
    }
    int undealt = view->undealt < free ? view->undealt : free;
    out->n[view->seats - 1] = undealt;
    out->n[view->seats] = free - undealt;
}

/* The unseen cards one by one, each with its suit (0..3) or 4; returns their number. */
static int list_unseen(const struct view *view, hand_t unseen, uint8_t *ranks, uint8_t *suits)
{
    int n = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        int left = cards_count(unseen, rank);
        for (int suit = 0; suit < 4; suit++)
            for (int i = suit_count(view->unseen_suits[suit], rank); i && left; i--, left--, n++) {
                ranks[n] = (uint8_t)rank;
                suits[n] = (uint8_t)suit;
            }
        for (; left; left--, n++) {
            ranks[n] = (uint8_t)rank;
            suits[n] = 4;
        }
    }
    return n;
}

void worlds_deal(const struct view *view, uint64_t seed, struct deal *out)
{
    uint8_t ranks[MAX_CARDS], suits[MAX_CARDS];
    struct shares shares;
    int next = 0;
    set_shares(view, &shares);
    int n = list_unseen(view, shares.free, ranks, suits);
    memset(out->suits, 0, sizeof out->suits);
    out->hands[0] = view->table.hand;
    memcpy(out->suits[0], view->table.suits, sizeof out->suits[0]);
    for (int seat = 1; seat < view->seats; seat++) {
        out->hands[seat] = view->held[seat];
        for (int i = 0; i < shares.n[seat - 1]; i++, next++) {
            int other = next + chance_below(&seed, n - next);
            uint8_t rank = ranks[other], suit = suits[other];
            ranks[other] = ranks[next];
            suits[other] = suits[next];
            out->hands[seat] += cards_of(rank, 1);
            if (suit < 4)
                out->suits[seat][suit] += 1u << 2 * rank;
        }
    }
    out->undealt = 0;
    for (int i = 0; i < shares.n[view->seats - 1]; i++, next++)
        out->undealt += cards_of(ranks[next], 1);
}

void worlds_sides(const struct view *view, struct deal *out)
{
    out->seats = view->seats;
    out->to_places = view->to_places;
    out->first = view->first;
    out->handicap = view->handicap;
    out->payment = view->payment;
    for (int i = 0; i < view->seats; i++)
        out->side[i] = view->ally[i] || !i ? 0 : (uint8_t)(view->enemies_allied ? 1 : i);
}

/* ---- enumeration ---- */

/* Enumerate all worlds card by card: a card goes to a seat, to the undealt cards, or to those that have been played.
 * Equal cards go to the same heap as the previous one, or to a later heap. */
struct walk {
    uint8_t ranks[MAX_CARDS], suits[MAX_CARDS];
    int cards, undealt; /* `undealt`: index of the heap of undealt cards */
    struct shares space;
    uint32_t n, most;
    struct deal *world;
    worlds_visitor *visit;
    void *context;
};

static void set_up_walk(const struct view *view, struct walk *w)
{
    set_shares(view, &w->space);
    memset(w->world->suits, 0, sizeof w->world->suits);
    for (int i = 0; i < view->seats; i++)
        w->world->hands[i] = i ? view->held[i] : view->table.hand;
    memcpy(w->world->suits[0], view->table.suits, sizeof w->world->suits[0]);
    w->world->undealt = 0;
    w->undealt = view->seats - 1;
    w->cards = list_unseen(view, w->space.free, w->ranks, w->suits);
}

static void move_card(struct walk *w, int card, int heap, int n)
{
    hand_t moved = (hand_t)(int64_t)n * cards_of(w->ranks[card], 1);
    w->space.n[heap] -= n;
    if (heap == w->undealt)
        w->world->undealt += moved;
    if (heap >= w->undealt || heap + 1 >= MAX_SEATS)
        return;
    w->world->hands[heap + 1] += moved;
    if (w->suits[card] < 4)
        w->world->suits[heap + 1][w->suits[card]] += (uint32_t)n << 2 * w->ranks[card];
}

/* Deal the cards from `card` on. The previous card is in heap `heap`; it is the `same`-th of equal cards, and the
 * `here`-th of them in that heap. Each world is visited with the number of ways to deal it. 0 or an error. */
static int deal_on(struct walk *w, int card, int heap, int same, int here, double ways)
{
    if (card == w->cards)
        return w->n++ < w->most ? w->visit(w->context, w->n - 1, ways) : 0;
    int error = 0, equal = card && w->ranks[card] == w->ranks[card - 1] && w->suits[card] == w->suits[card - 1];
    same = equal ? same + 1 : 1;
    for (int to = equal ? heap : 0; to <= w->undealt + 1 && !error && w->n <= w->most; to++) {
        int there = equal && to == heap ? here + 1 : 1;
        if (!w->space.n[to])
            continue;
        move_card(w, card, to, 1);
        error = deal_on(w, card + 1, to, same, there, ways * same / there);
        move_card(w, card, to, -1);
    }
    return error;
}

static int count_one(void *context, uint32_t place, double ways)
{
    (void)context, (void)place, (void)ways;
    return 0;
}

int worlds_visit(const struct view *view, uint32_t most, struct deal *world, worlds_visitor *visit, void *context)
{
    struct walk walk = {.most = most, .world = world, .visit = count_one, .context = context};
    set_up_walk(view, &walk);
    deal_on(&walk, 0, 0, 0, 0, 1);
    if (walk.n > most)
        return (int)walk.n;
    walk.n = 0;
    walk.visit = visit;
    int error = deal_on(&walk, 0, 0, 0, 0, 1);
    return error ? error : (int)walk.n;
}

int worlds_verify(const struct view *view)
{
    hand_t held = 0;
    int most = 0;
    for (int i = 1; i < view->seats; i++) {
        int known = view->left[i] == LEFT_UNKNOWN ? MAX_TURNS : view->left[i], own = cards_size(view->held[i]);
        if (rules_add_hand(&held, view->held[i]) || own > known || known > MAX_TURNS)
            return ERROR_STATE;
        most += view->left[i] != LEFT_UNKNOWN ? known : own ? own : 1; /* seats that have gone out are known */
    }
    return cards_hold(view->unseen, held) && most <= cards_size(view->unseen) ? 0 : ERROR_STATE;
}
