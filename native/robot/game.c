/* game.c - a deal in progress: turn, view of the mover, effect of a move, and end. */
#include "robot/game.h"
#include "robot/chance.h"
#include "robot/payment.h"
#include "rules/cards.h"
#include "rules/rules.h"

#include <string.h>

/* Write the ranks of a deck's cards one by one; return their number. */
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
    if (seats < 2 || seats > MAX_SEATS)
        return ERROR_STATE;
    for (int seat = 0; seat < seats; seat++)
        wanted += sizes[seat];
    if (wanted > n)
        return ERROR_STATE;
    memset(out, 0, sizeof *out);
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

static void show_bottom(struct game *g, uint64_t seed)
{
    uint8_t ranks[RANKS * 15];
    int n = list_cards(g->hands[0], ranks);
    for (int i = 0; i < g->deal->bottom && i < n; i++) {
        int other = i + chance_below(&seed, n - i);
        g->shown[0] += cards_of(ranks[other], 1);
        ranks[other] = ranks[i];
    }
}

void game_start(struct game *g, const struct rules *rules, const struct deal *deal, uint64_t seed)
{
    *g = (struct game){.rules = rules, .deal = deal};
    memcpy(g->hands, deal->hands, sizeof g->hands);
    memcpy(g->suits, deal->suits, sizeof g->suits);
    show_bottom(g, seed);
}

static int next_seat(const struct game *g, int seat)
{
    do
        seat = (seat + 1) % g->deal->seats;
    while (!g->hands[seat]);
    return seat;
}

int game_spare(const struct deal *deal, int seat)
{
    return seat == deal->first ? 0 : deal->handicap;
}

int game_has_ally(const struct game *g, int seat)
{
    int allies = 0;
    for (int i = 0; i < g->deal->seats; i++)
        allies += g->deal->side[i] == g->deal->side[seat];
    return allies > 1;
}

void game_table(const struct game *g, struct table *table)
{
    table->hand = g->hands[g->mover];
    memcpy(table->suits, g->suits[g->mover], sizeof table->suits);
    table->to_beat = g->to_beat;
    table->must_show = g->led ? 0 : g->deal->must_show;
    table->solo_top = g->rules->flags & SOLO_TOP && cards_size(g->hands[next_seat(g, g->mover)]) == 1;
}

void game_skip(struct game *g)
{
    g->mover = next_seat(g, g->mover);
}

void game_look(const struct game *g, struct view *view)
{
    int seats = g->deal->seats;
    memset(view, 0, sizeof *view);
    game_table(g, &view->table);
    view->seats = (uint8_t)seats;
    view->unseen = g->deal->undealt;
    view->undealt = (uint8_t)cards_size(g->deal->undealt);
    for (int i = 0; i < seats; i++) {
        int seat = (g->mover + i) % seats;
        view->left[i] = (uint8_t)cards_size(g->hands[seat]);
        view->ally[i] = g->deal->side[seat] == g->deal->side[g->mover];
        view->unseen += i ? g->hands[seat] : 0;
        view->held[i] = i ? g->shown[seat] : 0;
        view->enemies_allied |= i && !view->ally[i] && game_has_ally(g, seat);
        for (int suit = 0; suit < 4 && i; suit++)
            view->unseen_suits[suit] += g->suits[seat][suit];
    }
    view->to_places = g->deal->to_places;
    view->first = (uint8_t)((g->deal->first - g->mover + seats) % seats);
    view->gone = g->gone;
    memcpy(view->tricks, g->tricks, sizeof view->tricks);
    view->handicap = g->deal->handicap;
    view->payment = g->deal->payment;
    view->tally = (struct tally){.doubling = g->tally.doubling, .adding = g->tally.adding};
    for (int i = 0; i < seats; i++) {
        int seat = (g->mover + i) % seats;
        view->tally.bombs[i] = g->tally.bombs[seat];
        view->tally.plays[i] = g->tally.plays[seat];
    }
    view->owner = g->to_beat.length ? (uint8_t)((g->owner - g->mover + seats) % seats) : 0;
}

static int is_over(const struct game *g, const struct result *out)
{
    const uint8_t *side = g->deal->side;
    if (!g->deal->to_places || g->out == g->deal->seats - 1)
        return 1;
    return g->out == 2 && side[out->places[0]] == side[out->places[1]];
}

/* The seat that leads after an unbeaten play: its owner; if the owner has gone out, an ally 接风, or else the next
 * seat. */
static void end_trick(struct game *g)
{
    int seats = g->deal->seats, leader = g->owner;
    for (int i = 1; i < seats && !g->hands[leader]; i++) {
        int seat = (g->owner + i) % seats;
        if (g->hands[seat] && g->deal->side[seat] == g->deal->side[g->owner])
            leader = seat;
    }
    g->to_beat.length = 0;
    g->mover = g->hands[leader] ? leader : next_seat(g, leader);
}

static void pass(struct game *g)
{
    int others = g->deal->seats - g->out - (g->hands[g->owner] != 0);
    g->passes++;
    if (g->passes >= others)
        end_trick(g);
    else
        g->mover = next_seat(g, g->mover);
}

int game_step(struct game *g, const struct combo *combo, const uint32_t *taken, struct result *out)
{
    out->moves++;
    if (g->past)
        g->past[g->noted++] = (struct past){*combo, (uint8_t)g->mover};
    if (!combo->length) {
        pass(g);
        return 0;
    }
    if (!g->to_beat.length) {
        memmove(g->tricks + 1, g->tricks, sizeof g->tricks - sizeof *g->tricks);
        g->tricks[0] = 0;
    }
    g->gone += combo->cards;
    g->tricks[0] += combo->cards;
    g->hands[g->mover] -= combo->cards;
    g->shown[g->mover] -= cards_min(g->shown[g->mover], combo->cards);
    for (int suit = 0; suit < 4; suit++)
        g->suits[g->mover][suit] -= taken[suit];
    payment_count(g->deal->payment, combo, g->mover, &g->to_beat, g->owner, &g->tally);
    g->to_beat = *combo;
    g->owner = g->mover;
    g->passes = 0;
    g->led = 1;
    out->bombs += combo->tier > 0;
    if (cards_size(g->hands[g->mover]) <= game_spare(g->deal, g->mover)) {
        g->hands[g->mover] = 0;
        out->places[g->out++] = (uint8_t)g->mover;
        if (is_over(g, out))
            return 1;
    }
    g->mover = next_seat(g, g->mover);
    return 0;
}

int game_verify(const struct rules *rules, const struct deal *deal)
{
    hand_t all = 0;
    if (deal->seats < 2 || deal->seats > MAX_SEATS || deal->first >= deal->seats)
        return ERROR_STATE;
    int error = payment_verify(deal->payment);
    error = error ? error : rules_add_hand(&all, deal->undealt);
    for (int seat = 0; seat < deal->seats && !error; seat++) {
        error = rules_add_hand(&all, deal->hands[seat]);
        error = error ? error : rules_verify_suits(rules, deal->hands[seat], deal->suits[seat]);
        int cards = cards_size(deal->hands[seat]);
        if (!error && (cards <= game_spare(deal, seat) || cards > MAX_TURNS))
            error = ERROR_STATE;
    }
    return error;
}

void game_end(const struct game *g, struct result *out)
{
    int seats = g->deal->seats, n = g->out;
    struct closing closing = {g->deal->side, out->places, g->hands, seats, g->deal->first};
    for (int seat = 0; seat < seats; seat++)
        if (g->hands[seat])
            out->places[n++] = (uint8_t)seat;
    out->winner = out->places[0];
    out->tally = g->tally;
    payment_settle(g->deal->payment, &closing, &out->tally, out->points);
}

int game_stuck(const struct game *g)
{
    hand_t hand = g->hands[g->mover];
    return hand && !g->to_beat.length && g->rules->wild_rank == RANK_NONE && !(hand & ~cards_of(RANK_WILD, 15));
}

int game_ask(const struct game *g, const struct player *player, mover *mover, uint64_t seed, struct choice *out,
             uint32_t *taken)
{
    struct history history = {g->past, g->noted, (uint8_t)g->mover, g->deal->must_show};
    struct view view;
    game_look(g, &view);
    return mover(player, &view, &history, seed, out, taken);
}

/* Let a player move; 1 if that ends the deal, or an error. */
static int move(struct game *g, const struct player *player, mover *mover, uint64_t seed, struct result *out)
{
    uint32_t taken[4] = {0};
    struct choice choice;
    if (game_stuck(g)) { /* the next seat leads instead */
        game_skip(g);
        out->moves++;
        return 0;
    }
    int error = game_ask(g, player, mover, seed, &choice, taken);
    return error ? error : game_step(g, &choice.combo, taken, out);
}

int game_run(struct game *g, const struct player *players, mover *mover, uint64_t seed, struct result *out)
{
    int ended = 0;
    while (!ended && out->moves < MOST_MOVES)
        ended = move(g, &players[g->mover], mover, chance_next(&seed), out);
    if (ended <= 0)
        return ended ? ended : ERROR_STATE;
    game_end(g, out);
    return 0;
}
