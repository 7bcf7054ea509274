/* game.c - whole games: deal, let policies play to the end, count. */
#include "chance.h"
#include "read.h"

#include <string.h>

/* Write the ranks of a deck's cards one by one; their number. */
static int list_cards(hand_t deck, uint8_t *ranks)
{
    int n = 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = cards_count(deck, rank); i; i--)
            ranks[n++] = (uint8_t)rank;
    return n;
}

int game_deal(hand_t deck, const uint8_t *sizes, uint8_t seats, uint64_t seed, struct deal *out)
{
    uint8_t ranks[RANKS * 15];
    int n = list_cards(deck, ranks), next = 0, wanted = 0;
    for (int seat = 0; seat < seats; seat++)
        wanted += sizes[seat];
    if (seats < 2 || seats > MAX_SEATS || wanted > n)
        return ERROR_STATE;
    memset(out->hands, 0, sizeof out->hands);
    out->seats = seats;
    for (int seat = 0; seat < seats; seat++)
        for (int i = 0; i < sizes[seat]; i++, next++) {
            int other = next + chance_below(&seed, n - next);
            uint8_t rank = ranks[other];
            ranks[other] = ranks[next];
            out->hands[seat] += cards_of(rank, 1);
        }
    return 0;
}

struct game {
    const struct deal *deal;
    hand_t hands[MAX_SEATS];
    struct combo to_beat;
    int owner, mover, passes;
};

/* The table as the mover sees it. */
static void look(const struct game *g, struct view *view)
{
    int seats = g->deal->seats;
    memset(view, 0, sizeof *view);
    view->table.hand = g->hands[g->mover];
    view->table.to_beat = g->to_beat;
    view->seats = (uint8_t)seats;
    for (int i = 0; i < seats; i++) {
        int seat = (g->mover + i) % seats;
        view->left[i] = (uint8_t)cards_size(g->hands[seat]);
        view->ally[i] = g->deal->side[seat] == g->deal->side[g->mover];
        view->unseen += i ? g->hands[seat] : 0;
    }
    view->owner = g->to_beat.length ? (uint8_t)((g->owner - g->mover + seats) % seats) : 0;
}

/* Carry a choice out; 1 when it ends the game. */
static int carry_out(struct game *g, const struct combo *combo, struct result *out)
{
    out->moves++;
    if (!combo->length) {
        if (++g->passes == g->deal->seats - 1)
            g->to_beat.length = 0;
    } else {
        g->hands[g->mover] -= combo->cards;
        g->to_beat = *combo;
        g->owner = g->mover;
        g->passes = 0;
        out->plays[g->mover]++;
        out->bombs += combo->tier > 0;
        if (!g->hands[g->mover]) {
            out->winner = (uint8_t)g->mover;
            return 1;
        }
    }
    g->mover = (g->mover + 1) % g->deal->seats;
    return 0;
}

static int deal_verify(const struct deal *deal)
{
    if (deal->seats < 2 || deal->seats > MAX_SEATS)
        return ERROR_STATE;
    for (int seat = 0; seat < deal->seats; seat++)
        if (!deal->hands[seat] || hand_verify(deal->hands[seat]) || cards_size(deal->hands[seat]) > MAX_TURNS)
            return ERROR_STATE;
    return 0;
}

int game_play(const struct rules *rules, const struct weights *weights, const struct policy *policies,
              const struct deal *deal, uint64_t seed, void *scratch, struct result *out)
{
    struct game g = {.deal = deal};
    struct choice choice;
    struct view view;
    int error = deal_verify(deal);
    if (error)
        return error;
    memcpy(g.hands, deal->hands, sizeof g.hands);
    memset(out, 0, sizeof *out);
    do {
        look(&g, &view);
        error = policy_choose(rules, weights, &policies[g.mover], &view, chance_next(&seed), scratch, &choice);
        if (error)
            return error;
    } while (!carry_out(&g, &choice.combo, out));
    return 0;
}
