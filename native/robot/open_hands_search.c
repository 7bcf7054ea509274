/* open_hands_search.c - proof of the winner and of all winning moves with open hands.
 *
 * Depth-first search over all plays and passes: a state is won if some move of the side to move wins. Large plays are
 * tried first, among equal sizes those that leave few turns; the pass comes last, or first if an ally owns the trick.
 * Three rules keep the tree small. A seat that cannot beat the play passes without a state of its own. A play that no
 * enemy can beat wins if the remaining hand is one play. Equivalent states have the same key (open_hands_key.c).
 * Decided states are stored in the caller's memory under complete keys, in buckets; the state that took the fewest
 * nodes is overwritten first.
 *
 * A second search finds the least number of plays with which the winning side wins against every defence: it asks for
 * a win within 1, 2, 3 ... plays, and stores its states under the next generation.
 *
 * The search has no cycles: every play reduces the cards, and passes end with a lead. */
#include "robot/open_hands_search.h"
#include "plays/moves.h"
#include "robot/pause.h"
#include "rules/cards.h"
#include "rules/hash.h"
#include "rules/rules.h"
#include "rules/table.h"

#include <string.h>

#define BUCKET 4
#define GENERATIONS 255
#define GENERATION_SHIFT 56 /* offsets in the upper word of a stored key */
#define WINS_SHIFT 55       /* 1: the side of seat 0 wins */
#define COST_SHIFT 50       /* logarithm of the number of states visited for it; or a number of plays */
#define COST_BITS 31
#define SHORT_NODES 4096    /* states for the shortest win of a small search; a large one may double */
#define MOST_TURN_PLAYS 512 /* maximum plays listed per hand when turns are counted */
#define MANY_TURNS 15
#define PAUSE_NODES 128          /* some tenths of a millisecond */
#define MOST_LISTED (1ull << 23) /* plays of a search: a bound of its time, the same on every machine */
#define MOST_TURN_BITS 14        /* stored turns are invalid after the call */

struct solver {
    const struct rules *rules;
    const struct open_question *deal;
    struct open_memory *memory;
    struct open_key *entries;
    struct open_turns *turns;
    struct combo *plays;
    uint32_t (*suits)[4]; /* of each play, in games with suits */
    int used;             /* number of plays stored for the states above */
    struct open_keys keys;
    uint32_t nodes, limit;
    uint64_t listed; /* plays of all states */
    int allies, suited, spared;
    int ended; /* error that ended the search before its limit */
};

static const struct combo PASS;

/* ---- memory ----------------------------------------------------------------------------------------------------- */

static size_t part_bytes(const struct open_memory *m)
{
    return ((size_t)sizeof(struct open_key) << m->entry_bits) + ((size_t)sizeof(struct open_turns) << m->turn_bits) +
           (size_t)m->n_plays * (sizeof(struct combo) + sizeof(uint32_t[4]));
}

/* Divide the memory: at most an eighth for turns and a quarter for plays, the rest for states; sizes are powers of
 * two. */
static int lay_out(struct solver *s, void *memory, size_t bytes)
{
    struct open_memory *m = memory;
    if (bytes < OPEN_MEMORY_LEAST)
        return ERROR_CAPACITY;
    struct open_memory laid = {.bytes = bytes};
    laid.n_plays = (int)((bytes / 4 < OPEN_PLAYS_BYTES ? bytes / 4 : OPEN_PLAYS_BYTES) /
                         (sizeof(struct combo) + sizeof(uint32_t[4])));
    while (laid.turn_bits < MOST_TURN_BITS && (sizeof(struct open_turns) << (laid.turn_bits + 1)) <= bytes / 8)
        laid.turn_bits++;
    while (laid.entry_bits < 40 &&
           64 + sizeof laid + part_bytes(&laid) + (sizeof(struct open_key) << laid.entry_bits) <= bytes)
        laid.entry_bits++;
    if (m->bytes != bytes) {
        memset(memory, 0, bytes);
        *m = laid;
    }
    s->memory = m;
    s->entries = (struct open_key *)(((uintptr_t)(m + 1) + 63) & ~(uintptr_t)63);
    s->turns = (struct open_turns *)(s->entries + ((size_t)1 << m->entry_bits));
    s->plays = (struct combo *)(s->turns + ((size_t)1 << m->turn_bits));
    s->suits = (uint32_t (*)[4])(s->plays + m->n_plays);
    return 0;
}

/* Invalidate stored states, which belong to another deal, and stored turns if the rules differ too. A call uses two
 * generations: winners of states, and the numbers of plays. */
static void forget(struct solver *s)
{
    struct open_memory *m = s->memory;
    m->generation += 2;
    if (m->generation >= GENERATIONS) {
        memset(s->entries, 0, sizeof(struct open_key) << m->entry_bits);
        m->generation = 1;
    }
    memset(s->turns, 0, sizeof(struct open_turns) << m->turn_bits);
}

#define STATE_MASK ((1ull << (OPEN_KEY_BITS - 64)) - 1)

/* The bucket of a state, in every generation the same: otherwise the count of visited states would depend on the
 * searches before. */
static struct open_key *bucket_of(const struct solver *s, const struct open_key *key)
{
    uint64_t high = key->high & STATE_MASK;
    uint64_t hash = hash_mix(hash_mix(key->low, high), key->low);
    return s->entries + (hash_place(hash, s->memory->entry_bits) & ~(uint32_t)(BUCKET - 1));
}

#define KEY_MASK (STATE_MASK | (uint64_t)GENERATIONS << GENERATION_SHIFT)

/* The stored entry of a state; NULL if there is none. */
static struct open_key *entry_of(const struct solver *s, const struct open_key *key)
{
    struct open_key *bucket = bucket_of(s, key);
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].low == key->low && (bucket[i].high & KEY_MASK) == key->high)
            return &bucket[i];
    return NULL;
}

/* Write the key of a state in a generation of this call, 0 or 1; 0 if it cannot be stored. */
static int write_key(struct solver *s, const struct open_state *state, uint32_t generation, struct open_key *key)
{
    if (!open_hands_key_write(&s->keys, state, key))
        return 0;
    key->high |= (uint64_t)(s->memory->generation + generation) << GENERATION_SHIFT;
    return 1;
}

/* The stored winner of a state: 1 if the side of seat 0 wins, else 0; -1 if it is not stored. */
static int kept(const struct solver *s, const struct open_key *key)
{
    const struct open_key *entry = entry_of(s, key);
    return entry ? (int)(entry->high >> WINS_SHIFT & 1) : -1;
}

/* Store a bit and a number of COST_BITS in the place of least worth. */
static void keep(struct solver *s, const struct open_key *key, int wins, uint64_t number)
{
    struct open_key *bucket = bucket_of(s, key), *stored = entry_of(s, key), *place = stored;
    uint64_t least = ~0ull;
    for (int i = 0; i < BUCKET && !stored; i++) {
        int current = bucket[i].high >> GENERATION_SHIFT >= s->memory->generation &&
                      bucket[i].high >> GENERATION_SHIFT <= s->memory->generation + 1;
        uint64_t worth = current ? 1 + (bucket[i].high >> COST_SHIFT & COST_BITS) : 0;
        if (worth < least) {
            least = worth;
            place = &bucket[i];
        }
    }
    *place = (struct open_key){key->high | (uint64_t)wins << WINS_SHIFT | number << COST_SHIFT, key->low};
}

static uint64_t log_of(uint32_t cost)
{
    uint64_t log = 0;
    while (cost >>= 1)
        log++;
    return log;
}

/* ---- turns of a hand --------------------------------------------------------------------------------------------- */

/* Estimate the minimum number of plays that use up a hand. 1 is exact; a hand that is not counted gets MANY_TURNS or a guess
 * above 1. */
static int count_turns(struct solver *s, hand_t hand)
{
    if (!hand)
        return 0;
    if (cards_wild(s->rules, hand))
        return 1 + __builtin_popcountll(cards_at_least(hand, 1));
    struct open_turns *place = &s->turns[hash_place(hand, s->memory->turn_bits)];
    if (place->hand == hand)
        return (int)place->turns;
    int room = s->memory->n_plays - s->used;
    struct combo *plays = s->plays + s->used;
    int n = moves_with_rank(s->rules, hand, cards_lowest(hand), plays, room < MOST_TURN_PLAYS ? room : MOST_TURN_PLAYS);
    int best = n < 1 ? 2 + __builtin_popcountll(cards_at_least(hand, 1)) : MANY_TURNS;
    s->used += n > 0 ? n : 0;
    for (int i = 0; i < n && best > 1; i++) {
        int turns = 1 + count_turns(s, hand - plays[i].cards);
        best = turns < best ? turns : best;
    }
    s->used -= n > 0 ? n : 0;
    *place = (struct open_turns){hand, (uint64_t)best};
    return best;
}

/* ---- play ------------------------------------------------------------------------------------------------------- */

static int next_seat(const struct solver *s, int seat)
{
    return seat + 1 == s->deal->seats ? 0 : seat + 1;
}

static int side_of(const struct solver *s, int seat)
{
    return s->deal->side[seat] != s->deal->side[0];
}

static int is_out(const struct solver *s, const struct open_state *state, int seat)
{
    return cards_size(state->hands[seat]) <= s->deal->spare[seat];
}

/* The owner of a trick leads; a seat that cannot lead is skipped. */
static void lead(const struct solver *s, struct open_state *state)
{
    state->to_beat.length = 0;
    state->passes = 0;
    state->mover = state->owner;
    for (int i = 1; i < s->deal->seats && s->rules->wild_rank == RANK_NONE &&
                    !(state->hands[state->mover] & ~cards_of(RANK_WILD, 15));
         i++)
        state->mover = (uint8_t)next_seat(s, state->mover);
    state->owner = state->mover;
}

static void pass(const struct solver *s, struct open_state *state)
{
    state->passes++;
    if (state->passes >= s->deal->seats - 1)
        lead(s, state);
    else
        state->mover = (uint8_t)next_seat(s, state->mover);
}

static void step(const struct solver *s, struct open_state *state, const struct combo *combo, const uint32_t *suits)
{
    if (!combo->length) {
        pass(s, state);
        return;
    }
    state->hands[state->mover] -= combo->cards;
    if (s->suited) {
        for (int suit = 0; suit < 4 && suits_any(state->suits[state->mover]); suit++)
            state->suits[state->mover][suit] -= suits[suit];
        open_hands_key_drop_suits(&s->keys, state);
    }
    state->to_beat = *combo;
    state->owner = state->mover;
    state->passes = 0;
    state->mover = (uint8_t)next_seat(s, state->mover);
}

static int can_beat(const struct solver *s, const struct open_state *state, int seat, const struct combo *combo)
{
    hand_t hand = state->hands[seat];
    return moves_beat(s->rules, hand, s->suited ? state->suits[seat] : NULL, combo, cards_size(hand), 1);
}

static void pass_on(const struct solver *s, struct open_state *state)
{
    while (state->to_beat.length && !can_beat(s, state, state->mover, &state->to_beat))
        pass(s, state);
}

/* For each play, add its variants with other numbers of wild cards from the two nibbles: the remaining wild cards may
 * be led alone. Returns the new number, or -1. */
static int add_mixes(struct solver *s, hand_t hand, int n)
{
    hand_t wild = cards_wild(s->rules, hand);
    int low = wild ? cards_lowest(wild) : 0, high = wild ? cards_highest(wild) : 0;
    for (int i = 0, first = n; low != high && i < first; i++) {
        const struct combo *play = &s->plays[s->used + i];
        hand_t plain = play->cards & ~cards_of(low, 15) & ~cards_of(high, 15);
        int lows = cards_count(play->cards, low), highs = cards_count(play->cards, high);
        for (; plain && lows && highs < cards_count(wild, high);) {
            if (s->used + n == s->memory->n_plays)
                return -1;
            lows--;
            highs++;
            s->plays[s->used + n] = *play;
            s->plays[s->used + n++].cards = plain + cards_of(low, lows) + cards_of(high, highs);
        }
    }
    return n;
}

/* A play whose suits are being chosen. */
struct suiting {
    struct solver *s;
    const struct open_state *state;
    struct combo combo;
    uint32_t taken[4];
    int n;
    int mixed; /* cards of one suit would be a different play */
};

static int add_suited(struct suiting *c)
{
    struct solver *s = c->s;
    int suits = 0;
    for (int suit = 0; suit < 4; suit++)
        suits += c->taken[suit] != 0;
    if (c->mixed && suits == 1)
        return 0;
    if (s->used + c->n == s->memory->n_plays)
        return ERROR_CAPACITY;
    s->plays[s->used + c->n] = c->combo;
    memcpy(s->suits[s->used + c->n++], c->taken, sizeof c->taken);
    return 0;
}

/* Choose the suits of `left` cards of a rank from `suit` on, then those of the next ranks. */
static int choose_suits(struct suiting *c, int rank, int suit, int left)
{
    hand_t plain = c->combo.cards - cards_wild(c->s->rules, c->combo.cards);
    if (!left) {
        while (rank < SUIT_RANKS && !cards_count(plain, rank))
            rank++;
        return rank == SUIT_RANKS ? add_suited(c) : choose_suits(c, rank + 1, 0, cards_count(plain, rank));
    }
    if (suit == 4)
        return 0;
    int has = suit_count(c->state->suits[c->state->mover][suit], rank - 1), error = 0;
    if (c->combo.suit && c->combo.suit != suit + 1)
        has = 0;
    for (int n = has < left ? has : left; n >= 0 && !error; n--) {
        c->taken[suit] += (uint32_t)n << 2 * (rank - 1);
        error = choose_suits(c, rank, suit + 1, left - n);
        c->taken[suit] -= (uint32_t)n << 2 * (rank - 1);
    }
    return error;
}

/* Replace each play by all choices of its suits. Returns the new number, or -1. */
static int add_suits(struct solver *s, const struct open_state *state, int n)
{
    struct suiting c = {.s = s, .state = state};
    int first = s->used;
    if (2 * n > s->memory->n_plays - s->used)
        return -1;
    memmove(s->plays + s->memory->n_plays - n, s->plays + first, (size_t)n * sizeof(struct combo));
    for (int i = 0; i < n; i++) {
        c.combo = s->plays[s->memory->n_plays - n + i];
        c.mixed = s->rules->shapes[c.combo.shape].flags & BODY_TWO_SUITS && !cards_wild(s->rules, c.combo.cards);
        memset(c.taken, 0, sizeof c.taken);
        if (c.n + n - i > s->memory->n_plays - s->used - n || choose_suits(&c, 0, 0, 0))
            return -1;
    }
    return c.n;
}

/* List the mover's plays behind those of the states above; returns their number, or an error. Against enemies the
 * highest key of wild cards is at least as good as the others, but an ally may be able to beat only a lower key. */
static int list_plays(struct solver *s, const struct open_state *state, int *may_pass)
{
    struct table table = {.hand = state->hands[state->mover], .to_beat = state->to_beat};
    int wild = cards_wild(s->rules, table.hand) != 0, bombs = 0, suited = suits_any(state->suits[state->mover]);
    table.solo_top = s->rules->flags & SOLO_TOP && cards_size(state->hands[next_seat(s, state->mover)]) == 1;
    if (suited)
        memcpy(table.suits, state->suits[state->mover], sizeof table.suits);
    int room = s->memory->n_plays - s->used;
    int n = s->allies && wild ? moves_declared(s->rules, &table, s->plays + s->used, room)
                              : moves_list(s->rules, &table, s->plays + s->used, room);
    for (int i = 0; i < n; i++)
        bombs += s->plays[s->used + i].tier > 0;
    *may_pass = n >= 0 && table_may_pass(s->rules, !table.to_beat.length, n, bombs);
    if (n > 0 && wild)
        n = add_mixes(s, table.hand, n);
    if (n > 0 && suited)
        n = add_suits(s, state, n);
    else if (n > 0 && s->suited)
        memset(s->suits + s->used, 0, (size_t)n * sizeof *s->suits);
    return n < 0 ? ERROR_CAPACITY : n;
}

/* ---- search ----------------------------------------------------------------------------------------------------- */

static int wins(struct solver *s, const struct open_state *state);

/* Whether the side of seat 0 wins after a move. */
static int wins_after(struct solver *s, const struct open_state *state, const struct combo *combo,
                      const uint32_t *suits)
{
    struct open_state after = *state;
    step(s, &after, combo, suits);
    if (is_out(s, &after, after.owner))
        return !side_of(s, after.owner);
    pass_on(s, &after);
    return wins(s, &after);
}

/* Whether no enemy can beat a play of the mover, and all other seats may pass. */
static int keeps_lead(const struct solver *s, const struct open_state *state, const struct combo *combo)
{
    if (s->allies && s->rules->flags & PASS_NEVER)
        return 0;
    for (int seat = 0; seat < s->deal->seats; seat++)
        if (side_of(s, seat) != side_of(s, state->mover) && can_beat(s, state, seat, combo))
            return 0;
    return 1;
}

/* Sort the plays for the search; 1 if one of them wins at once. */
static int order_plays(struct solver *s, const struct open_state *state, int n)
{
    struct combo *plays = s->plays + s->used - n;
    uint32_t (*suits)[4] = s->suits + s->used - n;
    hand_t hand = state->hands[state->mover];
    int16_t rates[256];
    for (int i = 0; i < n; i++)
        if (cards_size(hand) - plays[i].size <= s->deal->spare[state->mover])
            return 1;
    for (int i = 0; i < n; i++) {
        int turns = count_turns(s, hand - plays[i].cards);
        if (turns == 1 && keeps_lead(s, state, &plays[i]))
            return 1;
        if (i >= 256)
            continue; /* the rest is tried in the given order */
        int16_t rate = (int16_t)(5 * turns - 10 * plays[i].size + (plays[i].tier ? 30 : 0));
        struct combo moved = plays[i];
        uint32_t taken[4] = {0};
        int j = i;
        if (s->suited)
            memcpy(taken, suits[i], sizeof taken);
        for (; j && rates[j - 1] > rate; j--) {
            rates[j] = rates[j - 1];
            plays[j] = plays[j - 1];
            if (s->suited)
                memcpy(suits[j], suits[j - 1], sizeof taken);
        }
        rates[j] = rate;
        plays[j] = moved;
        if (s->suited)
            memcpy(suits[j], taken, sizeof taken);
    }
    return 0;
}

/* Whether the side of seat 0 wins. The mover has the `n` plays that were listed last. */
static int try_plays(struct solver *s, const struct open_state *state, int n, int may_pass)
{
    int first = s->used - n, own = !side_of(s, state->mover), outcome;
    int ally = may_pass && side_of(s, state->owner) == side_of(s, state->mover);
    if (order_plays(s, state, n))
        return own;
    if (ally && (outcome = wins_after(s, state, &PASS, NULL)) != !own)
        return outcome;
    for (int i = first; i < first + n; i++)
        if ((outcome = wins_after(s, state, &s->plays[i], s->suits[i])) != !own)
            return outcome;
    return may_pass && !ally ? wins_after(s, state, &PASS, NULL) : !own;
}

/* Count a state and list the plays of its mover; returns their number, or an error at a bound of the search. */
static int visit(struct solver *s, const struct open_state *state, int *may_pass)
{
    if (s->nodes >= s->limit || s->listed >= MOST_LISTED)
        return ERROR_CAPACITY;
    if (!(++s->nodes % PAUSE_NODES) && (s->ended = pause_search(s->deal->cpu_until)))
        s->limit = 0; /* no further state */
    int n = s->ended ? s->ended : list_plays(s, state, may_pass);
    s->listed += n > 0 ? (uint64_t)n : 0;
    return n;
}

static int wins(struct solver *s, const struct open_state *state)
{
    struct open_key key;
    uint32_t before = s->nodes;
    int may_pass, is_written = write_key(s, state, 0, &key), outcome = is_written ? kept(s, &key) : -1;
    if (outcome >= 0)
        return outcome;
    int n = visit(s, state, &may_pass);
    if (n < 0)
        return n;
    s->used += n;
    outcome = try_plays(s, state, n, may_pass);
    s->used -= n;
    if (outcome >= 0 && is_written)
        keep(s, &key, outcome, log_of(s->nodes - before));
    return outcome;
}

/* ---- the shortest win ------------------------------------------------------------------------------------------- */

/* Whether every seat of the winning side needs more than `plays` plays, even if all others pass. */
static int needs_more(struct solver *s, const struct open_state *state, int winner, int plays)
{
    for (int seat = 0; seat < s->deal->seats; seat++)
        if (side_of(s, seat) == winner &&
            (s->spared || cards_wild(s->rules, state->hands[seat]) || count_turns(s, state->hands[seat]) <= plays))
            return 0;
    return 1;
}

static int wins_within(struct solver *s, const struct open_state *state, int winner, int plays);

/* Whether `winner` wins after a move within `plays` of its plays; a play of its own counts. */
static int within_after(struct solver *s, const struct open_state *state, const struct combo *combo,
                        const uint32_t *suits, int winner, int plays)
{
    struct open_state after = *state;
    int left = plays - (combo->length && side_of(s, state->mover) == winner);
    step(s, &after, combo, suits);
    if (is_out(s, &after, after.owner))
        return side_of(s, after.owner) == winner && left >= 0;
    pass_on(s, &after);
    return left > 0 ? wins_within(s, &after, winner, left) : 0;
}

/* As `try_plays`, for a win of `winner` within a number of plays. */
static int try_within(struct solver *s, const struct open_state *state, int n, int may_pass, int winner, int plays)
{
    int first = s->used - n, own = side_of(s, state->mover) == winner, outcome;
    int ally = may_pass && side_of(s, state->owner) == side_of(s, state->mover);
    if (order_plays(s, state, n) && (!own || plays > 1))
        return own;
    if (ally && (outcome = within_after(s, state, &PASS, NULL, winner, plays)) != !own)
        return outcome;
    for (int i = first; i < first + n; i++)
        if ((outcome = within_after(s, state, &s->plays[i], s->suits[i], winner, plays)) != !own)
            return outcome;
    return may_pass && !ally ? within_after(s, state, &PASS, NULL, winner, plays) : !own;
}

/* Whether `winner` wins within `plays` of its plays, against every defence. */
static int wins_within(struct solver *s, const struct open_state *state, int winner, int plays)
{
    struct open_key key;
    int may_pass, outcome, is_written = write_key(s, state, 0, &key);
    if ((is_written && kept(s, &key) == winner) || needs_more(s, state, winner, plays))
        return 0;
    const struct open_key *entry = write_key(s, state, 1, &key) ? entry_of(s, &key) : NULL;
    if (entry) {
        int within = entry->high >> WINS_SHIFT & 1, number = (int)(entry->high >> COST_SHIFT & COST_BITS);
        if (within ? number <= plays : number >= plays)
            return within;
    }
    int n = plays > COST_BITS ? ERROR_CAPACITY : visit(s, state, &may_pass);
    if (n < 0)
        return n;
    s->used += n;
    outcome = try_within(s, state, n, may_pass, winner, plays);
    s->used -= n;
    if (outcome >= 0 && is_written)
        keep(s, &key, outcome, (uint64_t)plays);
    return outcome;
}

/* The least number of plays with which `winner` wins against every defence, or an error. */
static __attribute__((cold)) int least_plays(struct solver *s, const struct open_state *root, int winner)
{
    int plays = 0, outcome = 0;
    while (!outcome)
        outcome = wins_within(s, root, winner, ++plays);
    return outcome < 0 ? outcome : plays;
}

/* ---- the answer ------------------------------------------------------------------------------------------------- */

/* The `i`-th move among `n` listed plays and the pass after them. */
static void get_move(const struct solver *s, int seat, int i, int n, struct open_play *out)
{
    *out = (struct open_play){.seat = (uint8_t)seat};
    if (i == n)
        return;
    out->combo = s->plays[s->used - n + i];
    if (s->suited)
        memcpy(out->suits, s->suits[s->used - n + i], sizeof out->suits);
}

/* Search every move of the root; `winner` becomes the side that wins. Returns the number of winning moves, or an
 * error. Cold, as the functions below: they run once a search, and the core for browsers stays small. */
static __attribute__((cold)) int judge_moves(struct solver *s, const struct open_state *root, int *winner,
                                             struct open_play *plays, int cap)
{
    int own = !side_of(s, root->mover), may_pass, n = list_plays(s, root, &may_pass), n_won = 0;
    if (n < 0)
        return n;
    s->used += n;
    if (s->deal->verdict_only)
        order_plays(s, root, n);
    for (int i = 0; i < n + may_pass && !(n_won && s->deal->verdict_only); i++) {
        struct open_play move;
        get_move(s, root->mover, i, n, &move);
        int outcome = wins_after(s, root, &move.combo, move.suits);
        if (outcome < 0 || (outcome == own && n_won == cap))
            return ERROR_CAPACITY;
        if (outcome == own)
            plays[n_won++] = move;
    }
    s->used -= n;
    *winner = n_won ? side_of(s, root->mover) : !side_of(s, root->mover);
    return n_won;
}

/* Whether a line continues with a move, or an error. Of the winning side: it keeps the win; of the losing side: every
 * move. With a number of plays `within`: the winner keeps to it, and the loser does not let it win with fewer. */
static __attribute__((cold)) int continues(struct solver *s, const struct open_state *state,
                                           const struct open_play *move, int winner, int within)
{
    int own = side_of(s, state->mover) == winner, outcome;
    if (!within)
        outcome = own ? wins_after(s, state, &move->combo, move->suits) : !winner;
    else
        outcome = within_after(s, state, &move->combo, move->suits, winner, within - !own);
    return outcome < 0 ? outcome : within ? outcome == own : outcome == !winner;
}

/* Write a line to the end: each side plays its first move that continues it. `within`: the least number of plays of the
 * winning side; 0: any win. Returns the length, or an error. */
static __attribute__((cold)) int write_line(struct solver *s, struct open_state state, int winner, int within,
                                            struct open_play *line, int cap)
{
    for (int length = 0;; length++) {
        int may_pass, n = list_plays(s, &state, &may_pass), outcome = 0;
        if (n < 0 || length == cap)
            return ERROR_CAPACITY;
        s->used += n;
        order_plays(s, &state, n);
        for (int i = 0; i < n + may_pass && !outcome; i++) {
            get_move(s, state.mover, i, n, &line[length]);
            outcome = continues(s, &state, &line[length], winner, within);
        }
        s->used -= n;
        if (outcome <= 0)
            return ERROR_CAPACITY;
        within -= within && line[length].combo.length && side_of(s, state.mover) == winner;
        step(s, &state, &line[length].combo, line[length].suits);
        if (is_out(s, &state, state.owner))
            return length + 1;
    }
}

/* Replace a line of `length` moves by one with the fewest plays of the winning side, if the states of the search are
 * enough for it. Returns the length. */
static __attribute__((cold)) int shorten_line(struct solver *s, const struct open_state *root, int winner,
                                              struct open_play *line, int length, int cap)
{
    uint64_t limit = s->nodes + (s->nodes > SHORT_NODES ? (uint64_t)s->nodes : SHORT_NODES);
    s->limit = limit < s->limit ? (uint32_t)limit : s->limit;
    int within = least_plays(s, root, winner);
    s->used = 0;
    int shorter = within < 0 ? within : write_line(s, *root, winner, within, line + length, cap - length);
    if (shorter < 0)
        return length;
    memmove(line, line + length, (size_t)shorter * sizeof *line);
    return shorter;
}

/* 0, or an error unless all seats have cards to play, there are two sides, and the trick is possible. */
static __attribute__((cold)) int verify(const struct rules *rules, const struct open_question *q)
{
    hand_t all = 0;
    int sides = 0;
    if (q->seats < 2 || q->seats > MAX_SEATS || q->mover >= q->seats || q->owner >= q->seats ||
        q->passes > 1 + MAX_SEATS)
        return ERROR_STATE;
    for (int seat = 0; seat < q->seats; seat++) {
        int error = rules_add_hand(&all, q->hands[seat]);
        error = error ? error : rules_verify_suits(rules, q->hands[seat], q->suits[seat]);
        if (error || cards_size(q->hands[seat]) <= q->spare[seat] || q->side[seat] > 1)
            return error ? error : ERROR_STATE;
        sides |= 1 << q->side[seat];
    }
    struct table table = {.hand = q->hands[q->mover], .to_beat = q->to_beat};
    if (q->to_beat.length &&
        (q->mover == q->owner || (q->owner + 1 + q->passes) % q->seats != q->mover || q->passes >= q->seats - 1))
        return ERROR_STATE;
    return sides == 3 ? table_verify(rules, &table) : ERROR_STATE;
}

int open_hands_search_run(const struct rules *rules, const struct open_question *question, void *memory, size_t bytes,
                          uint32_t nodes, struct open_answer *out, struct open_play *plays, int cap,
                          struct open_play *line, int line_cap)
{
    struct solver s = {.rules = rules, .deal = question, .limit = nodes};
    struct open_state root = {
        .to_beat = question->to_beat, .mover = question->mover, .owner = question->owner, .passes = question->passes};
    int error = verify(rules, question), winner = 0;
    memset(out, 0, sizeof *out);
    error = error ? error : cap < 0 || line_cap < 0 ? ERROR_CAPACITY : lay_out(&s, memory, bytes);
    if (error)
        return error;
    forget(&s);
    memcpy(root.hands, question->hands, question->seats * sizeof *root.hands);
    memcpy(root.suits, question->suits, question->seats * sizeof *root.suits);
    for (int seat = 0; seat < question->seats; seat++) {
        s.suited |= suits_any(question->suits[seat]);
        s.spared |= question->spare[seat]; /* a rank may then be more than its order */
        for (int other = 0; other < seat; other++)
            s.allies |= question->side[seat] == question->side[other];
    }
    if (!root.to_beat.length) {
        root.owner = root.mover;
        lead(&s, &root);
    }
    open_hands_key_begin(&s.keys, rules, &root, question->seats, !question->plain_keys && !s.spared);
    open_hands_key_drop_suits(&s.keys, &root);
    int n = judge_moves(&s, &root, &winner, plays, cap), length = n;
    s.used = 0;
    out->mover = root.mover;
    if (n >= 0 && !question->verdict_only)
        length = write_line(&s, root, winner, 0, line, line_cap);
    s.used = 0;
    if (length >= 0 && !question->verdict_only)
        length = shorten_line(&s, &root, winner, line, length, line_cap);
    out->nodes = s.nodes;
    if (s.ended)
        return s.ended;
    out->exact = length >= 0;
    out->n_plays = out->exact ? (uint32_t)n : 0;
    out->n_line = out->exact && !question->verdict_only ? (uint32_t)length : 0;
    out->winner = out->exact ? (uint8_t)(winner ? !question->side[0] : question->side[0]) : 0;
    return 0;
}
