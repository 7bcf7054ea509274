/* worlds.c - deals that agree with the knowledge of a seat. */
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
