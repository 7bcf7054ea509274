/* worlds.c - deals that agree with the knowledge of a seat: random ones, or all. */
#include "robot/worlds.h"
#include "robot/chance.h"
#include "rules/cards.h"

#include <string.h>

/* Cards dealt to each other seat: its known number; the rest, except cards aside, is distributed evenly within the
 * bounds; further cards have been played. */
static void count_hands(const struct view *view, int *wanted)
{
    int left = cards_size(view->unseen) - view->aside, unknown = 0, most = view->most ? view->most : MAX_TURNS;
    for (int i = 1; i < view->seats; i++) {
        wanted[i] = view->left[i] == LEFT_UNKNOWN ? 0 : view->left[i];
        unknown += view->left[i] == LEFT_UNKNOWN;
        left -= wanted[i];
    }
    for (int i = 1; i < view->seats && unknown; i++)
        if (view->left[i] == LEFT_UNKNOWN) {
            int share = left / unknown--;
            wanted[i] = share > most ? most : share < 1 ? 1 : share;
            left -= wanted[i];
        }
}

/* The unseen cards one by one, each with its suit (0..3) or 4; their number. */
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
    int wanted[MAX_SEATS] = {0}, next = 0;
    hand_t free = view->unseen;
    count_hands(view, wanted);
    for (int i = 1; i < view->seats; i++)
        free -= view->held[i];
    int n = list_unseen(view, free, ranks, suits);
    memset(out->suits, 0, sizeof out->suits);
    out->hands[0] = view->table.hand;
    memcpy(out->suits[0], view->table.suits, sizeof out->suits[0]);
    for (int seat = 1; seat < view->seats; seat++) {
        out->hands[seat] = view->held[seat];
        for (int i = cards_size(view->held[seat]); i < wanted[seat] && next < n; i++, next++) {
            int other = next + chance_below(&seed, n - next);
            uint8_t rank = ranks[other], suit = suits[other];
            ranks[other] = ranks[next];
            suits[other] = suits[next];
            out->hands[seat] += cards_of(rank, 1);
            if (suit < 4)
                out->suits[seat][suit] += 1u << 2 * rank;
        }
    }
    out->aside = 0;
    for (int i = 0; i < view->aside && next < n; i++, next++)
        out->aside += cards_of(ranks[next], 1);
}

void worlds_sides(const struct view *view, struct deal *out)
{
    out->seats = view->seats;
    out->to_places = view->to_places;
    out->first = view->first;
    out->payment = view->payment;
    for (int i = 0; i < view->seats; i++)
        out->side[i] = view->ally[i] || !i ? 0 : (uint8_t)(view->enemies_allied ? 1 : i);
}

/* ---- all deals ---- */

/* Unseen cards that are equal: rank, suit (0..3, or 4) and how many. */
struct kind {
    uint8_t rank, suit, count;
};

/* All worlds, kind by kind: each kind is divided between the seats, the cards aside, and those that nobody is dealt. */
struct walk {
    struct kind kinds[MAX_CARDS];
    int n_kinds, heaps, aside; /* `aside`: the heap of the cards aside; heap i is seat i + 1's before it */
    int space[MAX_SEATS + 1];
    uint32_t n, most;
    struct deal world;
    worlds_visitor *visit; /* NULL: they are counted */
    void *context;
};

static int set_up_walk(const struct view *view, struct walk *w)
{
    uint8_t ranks[MAX_CARDS], suits[MAX_CARDS];
    int wanted[MAX_SEATS] = {0};
    hand_t free = view->unseen;
    count_hands(view, wanted);
    w->world.hands[0] = view->table.hand;
    memcpy(w->world.suits[0], view->table.suits, sizeof w->world.suits[0]);
    for (int i = 1; i < view->seats; i++) {
        free -= view->held[i];
        w->world.hands[i] = view->held[i];
        w->space[i - 1] = wanted[i] - cards_size(view->held[i]);
    }
    int n = list_unseen(view, free, ranks, suits), rest = n;
    for (int i = 0; i < n; i++) {
        struct kind *last = w->n_kinds ? &w->kinds[w->n_kinds - 1] : NULL;
        if (last && last->rank == ranks[i] && last->suit == suits[i])
            last->count++;
        else
            w->kinds[w->n_kinds++] = (struct kind){ranks[i], suits[i], 1};
    }
    w->aside = view->seats - 1;
    w->heaps = view->seats + 1;
    w->space[w->aside] = view->aside;
    for (int i = 0; i <= w->aside; i++)
        rest -= w->space[i];
    w->space[w->aside + 1] = rest;
    return rest < 0 ? ERROR_STATE : 0;
}

/* Move `n` cards of a kind to a heap; a negative number takes them back. */
static void move_cards(struct walk *w, const struct kind *kind, int heap, int n)
{
    w->space[heap] -= n;
    hand_t cards = (hand_t)(int64_t)n * cards_of(kind->rank, 1);
    if (heap == w->aside)
        w->world.aside += cards;
    if (heap >= w->aside || heap + 1 >= MAX_SEATS)
        return;
    w->world.hands[heap + 1] += cards;
    if (kind->suit < 4)
        w->world.suits[heap + 1][kind->suit] += (uint32_t)n * (1u << 2 * kind->rank);
}

/* Divide the cards of the kinds from `k` on, `left` of that one between the heaps from `heap` on; 0 or an error. */
static int divide(struct walk *w, int k, int heap, int left, double ways)
{
    if (k == w->n_kinds)
        return w->n++ < w->most && w->visit ? w->visit(w->context, &w->world, w->n - 1, ways) : 0;
    const struct kind *kind = &w->kinds[k];
    int next = k + 1 < w->n_kinds ? w->kinds[k + 1].count : 0, last = heap == w->heaps - 1, error = 0;
    double chosen = 1; /* ways to choose the cards of this heap among those that are left */
    for (int i = 0; i <= left && i <= w->space[heap] && !error && w->n <= w->most; i++) {
        if (!last || i == left) {
            move_cards(w, kind, heap, i);
            error = i == left ? divide(w, k + 1, 0, next, ways * chosen) : divide(w, k, heap + 1, left - i, ways * chosen);
            move_cards(w, kind, heap, -i);
        }
        chosen = chosen * (left - i) / (i + 1);
    }
    return error;
}

int worlds_visit(const struct view *view, uint32_t most, worlds_visitor *visit, void *context)
{
    struct walk walk = {.most = most};
    int error = set_up_walk(view, &walk);
    worlds_sides(view, &walk.world);
    if (error)
        return error;
    error = divide(&walk, 0, 0, walk.n_kinds ? walk.kinds[0].count : 0, 1);
    if (error || walk.n > most || !visit)
        return error ? error : (int)walk.n;
    walk.n = 0;
    walk.visit = visit;
    walk.context = context;
    error = divide(&walk, 0, 0, walk.n_kinds ? walk.kinds[0].count : 0, 1);
    return error ? error : (int)walk.n;
}

int worlds_verify(const struct view *view)
{
    hand_t held = 0;
    int most = 0;
    for (int i = 1; i < view->seats; i++) {
        int known = view->left[i] == LEFT_UNKNOWN ? MAX_TURNS : view->left[i];
        if (cards_size(view->held[i]) > known || (known > MAX_TURNS))
            return ERROR_STATE;
        held += view->held[i];
        int least = cards_size(view->held[i]) ? cards_size(view->held[i]) : 1; /* seats that have gone out are known */
        most += view->left[i] == LEFT_UNKNOWN ? least : known;
    }
    return cards_hold(view->unseen, held) && most <= cards_size(view->unseen) ? 0 : ERROR_STATE;
}
