/* batch.c - many tables of one game, stepped together into arrays of the caller. */
#include "plays/moves.h"
#include "robot/chance.h"
#include "robot/game.h"
#include "robot/match.h"
#include "robot/payment.h"
#include "robot/policy.h"
#include "rules/cards.h"
#include "rules/rules.h"
#include "split/split.h"

#include <string.h>

#define MOST_DECK 128

/* A turn, as later observations show it. */
struct seen_turn {
    hand_t cards; /* 0: a pass */
    uint8_t seat;
};

struct batch_table {
    struct game game;
    struct deal deal;
    struct result result;
    const struct batch_game *rules;
    uint64_t seed, dealt, chance; /* number of the table; deals so far; moves of players with a policy so far */
    hand_t bottom;
    uint32_t bottom_suits[4];
    hand_t played[MAX_SEATS];
    struct seen_turn turns[OBSERVED_TURNS];
    uint32_t n_turns;
    const struct auction_stage *stage; /* current stage of the auction; NULL during the play */
    uint8_t bids[AUCTION_BIDS], n_bids;
    uint8_t first; /* place of the first leader */
    int32_t stake[MAX_SEATS];
};

size_t batch_size(int n, int history)
{
    return (size_t)n * (sizeof(struct batch_table) + (history ? MOST_MOVES * sizeof(struct past) : 0));
}

/* ---- dealing ----------------------------------------------------------------------------------------------------- */

static void take_card(const struct batch *b, hand_t *hand, uint32_t *suits, uint8_t card)
{
    int rank = card & 15, suit = card >> 4;
    *hand += cards_of(rank, 1);
    if (suit && b->suited)
        suits[suit - 1] += 1u << 2 * rank;
}

/* Shuffle a deck as far as its cards are dealt. */
static void shuffle(const struct batch_game *game, uint8_t *cards, int dealt, uint64_t *chance)
{
    memcpy(cards, game->deck, (size_t)game->cards);
    for (int i = 0; i < dealt; i++) {
        int other = i + chance_below(chance, game->cards - i);
        uint8_t card = cards[other];
        cards[other] = cards[i];
        cards[i] = card;
    }
}

/* The order of cards for choosing the leader if no card decides: by rank, then by suit. */
static int place_of(uint8_t card)
{
    return (card & 15) << 3 | card >> 4;
}

/* Return the place that leads, decided by a card. */
static int leader_of(const struct batch *b, const uint8_t *cards, int *has_card)
{
    int leader = 0, lowest = 1 << 8, at = 0;
    for (int place = 0; place < b->seats && b->lead_card; place++)
        for (int i = 0; i < b->sizes[place]; i++) {
            uint8_t card = cards[at++];
            int order = card == b->lead_card ? -1 : place_of(card);
            if (order < lowest) {
                lowest = order;
                leader = place;
            }
        }
    *has_card = lowest < 0;
    return leader;
}

static void start_game(struct batch_table *t)
{
    struct past *past = t->game.past;
    game_start(&t->game, t->rules->rules, &t->deal, 0);
    t->game.past = past;
}

/* Begin the play: the first leader, at place `first`, takes up the bottom. */
static void begin_play(const struct batch *b, struct batch_table *t, int first)
{
    struct deal dealt = t->deal;
    for (int seat = 0; seat < b->seats; seat++) {
        t->deal.hands[seat] = dealt.hands[(seat + first) % b->seats];
        memcpy(t->deal.suits[seat], dealt.suits[(seat + first) % b->seats], sizeof dealt.suits[0]);
    }
    t->deal.hands[0] += t->bottom;
    for (int suit = 0; suit < 4; suit++)
        t->deal.suits[0][suit] += t->bottom_suits[suit];
    start_game(t);
    t->game.shown[0] = t->bottom;
    t->bottom = 0;
    t->first = (uint8_t)first;
}

/* Begin the auction: the places have their cards, and the first leader is unknown. */
static void begin_auction(const struct batch *b, struct batch_table *t)
{
    start_game(t);
    t->game.mover = b->auction->place;
    t->stage = b->auction;
    t->first = 0;
}

static void forget(struct batch_table *t)
{
    memset(&t->result, 0, sizeof t->result);
    memset(&t->deal, 0, sizeof t->deal);
    memset(t->played, 0, sizeof t->played);
    memset(t->bids, 0, sizeof t->bids);
    memset(t->bottom_suits, 0, sizeof t->bottom_suits);
    t->bottom = 0;
    t->n_turns = t->n_bids = 0;
    t->stage = NULL;
}

/* Deal the next cards to a table. */
static void deal_cards(const struct batch *b, struct batch_table *t)
{
    uint8_t cards[MOST_DECK];
    uint64_t chance = chance_at(t->seed, t->dealt++);
    int dealt = b->bottom, at = 0, has_card;
    forget(t);
    t->rules = &b->games[b->n_games > 1 ? chance_below(&chance, b->n_games) : 0];
    for (int place = 0; place < b->seats; place++)
        dealt += b->sizes[place];
    shuffle(t->rules, cards, dealt, &chance);
    int leader = leader_of(b, cards, &has_card);
    for (int place = 0; place < b->seats; place++) {
        int seat = (place - leader + b->seats) % b->seats;
        for (int i = 0; i < b->sizes[place]; i++)
            take_card(b, &t->deal.hands[seat], t->deal.suits[seat], cards[at++]);
    }
    while (at < dealt)
        take_card(b, &t->bottom, t->bottom_suits, cards[at++]);
    for (int i = dealt; i < t->rules->cards; i++)
        t->deal.undealt += cards_of(cards[i] & 15, 1);
    t->deal.must_show = has_card ? cards_of(b->lead_card & 15, 1) : 0;
    t->deal.seats = b->seats;
    memcpy(t->deal.side, b->side, sizeof b->side);
    t->deal.handicap = b->handicap;
    t->deal.to_places = b->to_places;
    t->deal.payment = t->rules->payment;
    for (int seat = 0; seat < b->seats; seat++)
        t->stake[seat] = 1;
    t->chance = chance_next(&chance);
    if (b->auction)
        begin_auction(b, t);
    else
        begin_play(b, t, 0);
}

/* ---- actions ------------------------------------------------------------------------------------------------------ */

static int place_to_move(const struct batch *b, const struct batch_table *t)
{
    return (t->game.mover + t->first) % b->seats;
}

static void add_reward(int32_t *reward, int64_t points)
{
    int64_t sum = *reward + points;
    *reward = (int32_t)(sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum);
}

/* Add the payments of a deal to the rewards of a table, by place. */
static void reward(const struct batch *b, struct batch_table *t, int32_t *rewards)
{
    int64_t sum = 0;
    game_end(&t->game, &t->result);
    for (int seat = 1; seat < b->seats; seat++)
        sum += t->stake[seat];
    for (int seat = 0; seat < b->seats; seat++) {
        int64_t paid = t->result.points[seat], won = b->side[seat] == b->side[t->result.winner];
        int64_t points = seat ? paid * t->stake[seat] : paid * sum / (b->seats - 1);
        add_reward(&rewards[(seat + t->first) % b->seats], b->by_points ? points : won ? 1 : -1);
    }
}

/* Carry out a bid; 2 if the auction ended without a landlord, so that new cards are dealt, or an error. */
static int bid(const struct batch *b, struct batch_table *t, int word)
{
    const struct auction_stage *stage = t->stage, *next = &b->auction[stage->next[word]];
    if (t->n_bids == AUCTION_BIDS)
        return ERROR_STATE;
    t->bids[t->n_bids++] = stage->bid[word];
    t->stage = next->words ? next : NULL;
    if (!next->words && !next->stake[0])
        return 2;
    if (!stage->known && (next->known || !next->words))
        begin_play(b, t, next->leader);
    if (next->words)
        t->game.mover = (next->place - t->first + b->seats) % b->seats;
    else {
        memcpy(t->stake, next->stake, sizeof t->stake);
        t->deal.handicap = next->handicap;
        t->game.mover = 0;
    }
    return 0;
}

/* Carry out a play or a pass; 1 when that ends the deal. */
static int play(struct batch_table *t, const struct combo *combo, const uint32_t *taken)
{
    struct game *g = &t->game;
    t->turns[t->n_turns++ % OBSERVED_TURNS] = (struct seen_turn){combo->length ? combo->cards : 0, (uint8_t)g->mover};
    t->played[g->mover] += combo->length ? combo->cards : 0;
    return game_step(g, combo, taken, &t->result);
}

/* Carry out a play of the caller. Where suits matter, those that leave the best remainder are chosen. */
static int play_own(const struct batch *b, struct batch_table *t, const struct combo *combo)
{
    uint32_t taken[4] = {0};
    if (!cards_hold(t->game.hands[t->game.mover], combo->cards) || combo->shape >= t->rules->rules->n_shapes)
        return ERROR_COMBO;
    if (combo->length && suits_any(t->game.suits[t->game.mover])) {
        struct view view;
        game_look(&t->game, &view);
        int error = policy_take(t->rules->players[place_to_move(b, t)].engine, &view, combo, taken);
        if (error)
            return error;
    }
    return play(t, combo, taken);
}

/* Let a player with a policy move; 1 when that ends the deal, or an error. */
static int play_policy(struct batch_table *t, const struct player *player)
{
    uint32_t taken[4] = {0};
    struct choice choice;
    int error = game_ask(&t->game, player, match_choose, chance_next(&t->chance), &choice, taken);
    return error ? error : play(t, &choice.combo, taken);
}

static int is_bidder(const struct batch *b, const struct batch_table *t)
{
    return t->stage && t->rules->players[place_to_move(b, t)].policy;
}

/* Continue until the caller has to act, or a player with a policy has to bid. `ended`: 1 if the deal is over, 2 if it
 * is over without payments. Returns 0 or an error. */
static int go_on(struct batch *b, int i, int ended)
{
    struct batch_table *t = &b->tables[i];
    for (;;) {
        if (ended < 0 || t->result.moves >= MOST_MOVES - 1)
            return ended < 0 ? ended : ERROR_STATE;
        if (ended && b->over[i] == UINT8_MAX)
            return ERROR_STATE;
        if (ended) {
            if (ended == 1)
                reward(b, t, &b->rewards[i * b->seats]);
            b->over[i]++;
            deal_cards(b, t);
            ended = 0;
        }
        const struct player *player = &t->rules->players[place_to_move(b, t)];
        if (!t->stage && game_stuck(&t->game)) {
            game_skip(&t->game);
            t->result.moves++;
        } else if (!t->stage && player->policy) {
            ended = play_policy(t, player);
        } else {
            b->bidders += is_bidder(b, t);
            return 0;
        }
    }
}

/* ---- lists -------------------------------------------------------------------------------------------------------- */

static inline void spread(hand_t hand, uint8_t *out)
{
    for (int half = 0; half < 2; half++) {
        uint64_t x = hand >> 32 * half & 0xffffffffull;
        x = (x | x << 16) & 0x0000ffff0000ffffull;
        x = (x | x << 8) & 0x00ff00ff00ff00ffull;
        x = (x | x << 4) & EVEN_NIBBLES;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        x = __builtin_bswap64(x);
#endif
        memcpy(out + 8 * half, &x, sizeof x);
    }
}

/* Write the features of a play, a pass or a bid: cards, declared cards, then single numbers. */
static inline void describe(const struct combo *combo, int word, uint8_t *out)
{
    spread(combo->cards, out);
    spread(combo->plays_as, out + RANKS);
    uint8_t *numbers = out + 2 * RANKS;
    numbers[0] = combo->shape;
    numbers[1] = combo->rank;
    numbers[2] = combo->length;
    numbers[3] = combo->key;
    numbers[4] = combo->tier;
    numbers[5] = combo->size;
    numbers[6] = combo->suit;
    numbers[7] = (uint8_t)word;
}

static inline uint64_t id_of(const struct combo *combo)
{
    uint64_t reading = (uint64_t)combo->shape | (uint64_t)combo->rank << 8 | (uint64_t)combo->length << 16 |
                       (uint64_t)combo->suit << 24 | 1ull << 32;
    uint64_t z = combo->cards * GOLDEN ^ (combo->plays_as ^ combo->cards) * 0x94d049bb133111ebull;
    z = (z ^ z >> 30 ^ reading * 0xd6e8feb86659fd93ull) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z >> 2 | 1ull << 62;
}

/* Write the bids of a stage; return their number. */
static int list_bids(const struct batch *b, const struct batch_table *t, int64_t at)
{
    const struct auction_stage *stage = t->stage;
    hand_t hand = t->game.hands[t->game.mover];
    int first = 0, n = stage->words;
    if (b->capacity - at < n)
        return ERROR_CAPACITY;
    for (int i = 0; i < 2 && stage->calls; i++)
        if (b->calls_with[i] && cards_hold(hand, b->calls_with[i]))
            first = n - 1;
    memset(&b->plays[at], 0, (size_t)n * sizeof *b->plays);
    for (int i = first; i < n; i++) {
        struct combo *combo = &b->plays[at + i - first];
        combo->rank = (uint8_t)i;
        b->ids[at + i - first] = stage->bid[i];
        if (b->values)
            b->values[at + i - first] = 0;
        if (b->features)
            describe(&(struct combo){0}, stage->bid[i], &b->features[(at + i - first) * ACTION_FEATURES]);
    }
    return n - first;
}

/* Write the scores of the hands that remain after some actions; 0 or an error. Suits are ignored. */
static int rate_rests(const struct batch *b, const struct batch_table *t, int64_t at, int n)
{
    hand_t hand = t->game.hands[t->game.mover];
    struct split split;
    for (int64_t i = at; i < at + n; i++) {
        hand_t rest = hand - b->plays[i].cards;
        int error = rest ? split_best(t->rules->players[0].engine, rest, NULL, 0, &split) : 0;
        if (error < 0)
            return error;
        b->values[i] = rest ? split.score : 0;
    }
    return 0;
}

/* Write the legal plays of a table, and the pass after them if it is legal; return their number. */
static int list_plays(const struct batch *b, const struct batch_table *t, int64_t at)
{
    const struct rules *rules = t->rules->rules;
    struct combo *plays = &b->plays[at];
    struct table table;
    int64_t left = b->capacity - at;
    game_table(&t->game, &table);
    int n = moves_list(rules, &table, plays, left - 1 < MAX_MOVES ? (int)left - 1 : MAX_MOVES), bombs = 0;
    if (n < 0)
        return n;
    for (int i = 0; i < n; i++) {
        b->ids[at + i] = id_of(&plays[i]);
        bombs += plays[i].tier > 0;
        if (b->features)
            describe(&plays[i], 0, &b->features[(at + i) * ACTION_FEATURES]);
    }
    if (table_may_pass(rules, !table.to_beat.length, n, bombs)) {
        plays[n] = (struct combo){0};
        b->ids[at + n] = ID_PASS;
        if (b->features)
            describe(&plays[n], ID_PASS, &b->features[(at + n) * ACTION_FEATURES]);
        n++;
    }
    int error = b->values ? rate_rests(b, t, at, n) : 0;
    return error ? error : n;
}

/* Write the cards of all seats that a seat can see. */
static void observe_seats(const struct batch *b, const struct batch_table *t, int own, struct observation *out)
{
    const struct game *g = &t->game;
    int known = !t->stage || t->stage->known;
    hand_t unseen = t->deal.undealt + t->bottom;
    for (int i = 0; i < b->seats; i++) {
        int seat = (own + i) % b->seats;
        unseen += i ? g->hands[seat] : 0;
        out->left[i] = (uint8_t)cards_size(g->hands[seat]);
        out->ally[i] = !i || (known && b->side[seat] == b->side[own]);
        if (g->shown[seat])
            spread(g->shown[seat], out->shown[i]);
        spread(t->played[seat], out->played[i]);
    }
    spread(unseen, out->unseen);
    spread(g->hands[own], out->hand);
    for (int suit = 0; suit < 4; suit++)
        for (int rank = 0; rank < SUIT_RANKS && g->suits[own][suit]; rank++)
            out->suits[suit][rank] = (uint8_t)suit_count(g->suits[own][suit], rank);
}

static void observe(const struct batch *b, const struct batch_table *t, int own, struct observation *out)
{
    const struct game *g = &t->game;
    memset(out, 0, sizeof *out);
    observe_seats(b, t, own, out);
    if (g->to_beat.length) {
        describe(&g->to_beat, 0, out->to_beat);
        out->owner = (uint8_t)((g->owner - own + b->seats) % b->seats);
    }
    out->seat = (uint8_t)(!t->stage || t->stage->known ? own : 0);
    out->place = (uint8_t)((own + t->first) % b->seats);
    out->turn = (uint8_t)((g->mover - own + b->seats) % b->seats);
    for (unsigned wild = t->rules->rules->wild_cards; wild; wild &= wild - 1)
        out->wild[__builtin_ctz(wild)] = 1;
    memcpy(out->bids, t->bids, sizeof out->bids);
    for (uint32_t i = 0; i < OBSERVED_TURNS && i < t->n_turns; i++) {
        const struct seen_turn *turn = &t->turns[(t->n_turns - 1 - i) % OBSERVED_TURNS];
        out->turns[i][0] = (uint8_t)(1 + (turn->seat - own + b->seats) % b->seats);
        spread(turn->cards, out->turns[i] + 1);
    }
}

int batch_observe(const struct batch *b, int table, int place, struct observation *out)
{
    if (!b->tables || table < 0 || table >= b->n || place < 0 || place >= b->seats)
        return ERROR_STATE;
    const struct batch_table *t = &b->tables[table];
    observe(b, t, (place - t->first + b->seats) % b->seats, out);
    return 0;
}

int batch_list(struct batch *b)
{
    int64_t at = 0;
    b->listed = 0;
    if (!b->tables || b->bidders)
        return ERROR_STATE;
    for (int i = 0; i < b->n; i++) {
        const struct batch_table *t = &b->tables[i];
        int n = b->capacity - at < 2 ? ERROR_CAPACITY : t->stage ? list_bids(b, t, at) : list_plays(b, t, at);
        if (n < 0)
            return n;
        b->movers[i] = (uint8_t)place_to_move(b, t);
        b->counts[i] = n;
        b->starts[i] = at;
        if (b->observations)
            observe(b, t, t->game.mover, &b->observations[i]);
        at += n;
    }
    b->listed = 1;
    return 0;
}

/* ---- the batch ---------------------------------------------------------------------------------------------------- */

/* 0, or an error for a deck that a seat could not hold, or with too few cards. */
static int verify_deck(const struct batch *b, const struct batch_game *game)
{
    int dealt = b->bottom;
    hand_t all = 0;
    for (int place = 0; place < b->seats; place++) {
        dealt += b->sizes[place];
        if (!b->sizes[place] || b->sizes[place] + b->bottom > MAX_TURNS)
            return ERROR_STATE;
    }
    if (game->cards > MOST_DECK || dealt > game->cards)
        return ERROR_STATE;
    for (int i = 0; i < game->cards; i++) {
        int rank = game->deck[i] & 15, suit = game->deck[i] >> 4;
        if (suit > 4 || (suit && rank >= SUIT_RANKS) || rules_add_hand(&all, cards_of(rank, 1)))
            return ERROR_HAND;
    }
    return 0;
}

/* 0, or ERROR_STATE unless each stage of the auction exists and is followed by later ones. */
static int verify_auction(const struct batch *b)
{
    if (b->auction && b->n_stages < 1)
        return ERROR_STATE;
    for (int i = 0; b->auction && i < b->n_stages; i++) {
        const struct auction_stage *stage = &b->auction[i];
        if (stage->place >= b->seats || stage->leader >= b->seats || stage->words > AUCTION_WORDS)
            return ERROR_STATE;
        for (int word = 0; word < stage->words; word++)
            if (stage->next[word] <= i || stage->next[word] >= b->n_stages)
                return ERROR_STATE;
    }
    return b->auction && !b->auction->words ? ERROR_STATE : 0;
}

/* 0, or an error for the players of a game, one of which must be the caller. */
static int verify_players(const struct batch *b, const struct batch_game *game)
{
    int error = ERROR_STATE;
    for (int place = 0; place < b->seats; place++)
        error = game->players[place].policy ? error : 0;
    for (int place = 0; place < b->seats && !error; place++) {
        const struct player *player = &game->players[place];
        error = player->engine && player->engine->rules == game->rules ? 0 : ERROR_STATE;
        error = error || !player->policy ? error : policy_verify(player->policy);
    }
    return error;
}

static int verify(const struct batch *b)
{
    if (b->n < 1 || b->n_games < 1 || b->seats < 2 || b->seats > MAX_SEATS || b->capacity < 0)
        return ERROR_STATE;
    int error = verify_auction(b);
    for (int i = 0; i < b->n_games && !error; i++) {
        const struct batch_game *game = &b->games[i];
        error = rules_verify(game->rules);
        error = error ? error : payment_verify(game->payment);
        error = error ? error : verify_deck(b, game);
        error = error ? error : verify_players(b, game);
    }
    return error;
}

int batch_begin(struct batch *b, void *memory, int history)
{
    uint64_t seed = b->seed, first = chance_next(&seed);
    int error = verify(b);
    b->tables = NULL;
    b->listed = 0;
    if (error)
        return error;
    b->tables = memory;
    b->past = history ? (struct past *)(void *)(b->tables + b->n) : NULL;
    b->bidders = 0;
    memset(b->over, 0, (size_t)b->n);
    memset(b->rewards, 0, (size_t)b->n * b->seats * sizeof *b->rewards);
    split_keep(b->games[0].players[0].engine, b->n_games == 1);
    for (int i = 0; i < b->n; i++) {
        struct batch_table *t = &b->tables[i];
        t->seed = chance_at(first, (uint64_t)i);
        t->dealt = 0;
        t->game.past = history ? b->past + (size_t)i * MOST_MOVES : NULL;
        deal_cards(b, t);
        error = go_on(b, i, 0);
        if (error) {
            b->tables = NULL; /* the other tables have no cards */
            return error;
        }
    }
    return b->bidders ? 0 : batch_list(b);
}

int batch_step(struct batch *b, const int32_t *actions, int32_t *wrong)
{
    *wrong = -1;
    if (!b->tables || !b->listed)
        return ERROR_STATE;
    for (int i = 0; i < b->n; i++)
        if (actions[i] < 0 || actions[i] >= b->counts[i]) {
            *wrong = i;
            return ERROR_STATE;
        }
    b->listed = 0;
    memset(b->over, 0, (size_t)b->n);
    memset(b->rewards, 0, (size_t)b->n * b->seats * sizeof *b->rewards);
    for (int i = 0; i < b->n; i++) {
        struct batch_table *t = &b->tables[i];
        const struct combo *combo = &b->plays[b->starts[i] + actions[i]];
        int error = go_on(b, i, t->stage ? bid(b, t, combo->rank) : play_own(b, t, combo));
        if (error)
            return error;
    }
    return b->bidders ? 0 : batch_list(b);
}

int batch_bidder(const struct batch *b, struct bidder *out)
{
    if (!b->tables || out->table < 0)
        return ERROR_STATE;
    while (out->table < b->n && !is_bidder(b, &b->tables[out->table]))
        out->table++;
    if (out->table >= b->n)
        return 0;
    const struct batch_table *t = &b->tables[out->table];
    out->game = (int32_t)(t->rules - b->games);
    out->stage = (int32_t)(t->stage - b->auction);
    out->place = (uint8_t)place_to_move(b, t);
    return 1;
}

int batch_bid(struct batch *b, const struct bidder *bidder, int word)
{
    if (!b->tables || bidder->table < 0 || bidder->table >= b->n)
        return ERROR_STATE;
    struct batch_table *t = &b->tables[bidder->table];
    if (!is_bidder(b, t) || word < 0 || word >= t->stage->words)
        return ERROR_STATE;
    b->bidders--;
    return go_on(b, bidder->table, bid(b, t, word));
}

int batch_hands(const struct batch *b, uint8_t *ranks, uint32_t *suits)
{
    for (int i = 0; b->tables && i < b->n; i++) {
        const struct batch_table *t = &b->tables[i];
        for (int place = 0; place < b->seats; place++) {
            int seat = (place - t->first + b->seats) % b->seats, at = i * b->seats + place;
            spread(t->game.hands[seat], &ranks[at * RANKS]);
            if (suits)
                memcpy(&suits[4 * at], t->game.suits[seat], sizeof t->game.suits[seat]);
        }
    }
    return b->tables ? 0 : ERROR_STATE;
}
