/* open_hands_key.c - keys of states with open hands; equivalent states have equal keys.
 *
 * Canonical keys leave out ranks that are in no hand and number the others from the weakest. The adjacency of two ranks
 * is kept only if some seat can still make a run over both; the play to beat becomes the weakest rank with which one of
 * the seats that may still answer could beat it. Adjacent ranks that only one seat has and that are in no run are
 * sorted by count, because they are never compared with each other. If wild cards or bodies of one suit are left, or if
 * runs do not follow the order of power, ranks are written unchanged, with as many bits as the first state needs. Keys
 * are complete, not hashes: equal keys are equivalent states. */
#include "robot/open_hands_key.h"
#include "rules/cards.h"
#include "rules/read.h"

#include <string.h>

enum open_place { PLACE_POWER, PLACE_RUN, PLACE_MIXED };

enum open_mode { MODE_APART, MODE_RUNS, MODE_RANKS, MODE_SUITS };

#define KEY_BITS OPEN_KEY_BITS
#define NO_ANSWER 15 /* by the same type, by any seat that may still answer */

/* A key under construction; its first bit is always 1. */
struct writer {
    uint64_t high, low;
    int bits;
};

static inline void put(struct writer *w, unsigned value, int bits)
{
    w->bits += bits;
    if (!bits)
        return;
    w->high = w->high << bits | w->low >> (64 - bits);
    w->low = w->low << bits | value;
}

/* ---- once for a deal -------------------------------------------------------------------------------------------- */

/* Whether all rows treat two ranks alike: as bodies of one rank, as kickers, and as named cards. */
static int are_alike(const struct rules *rules, int a, int b)
{
    if (a >= 13 || b >= 13) /* jokers: kickers_allowed() treats them specially */
        return 0;
    for (int row = 0; row < rules->n_shapes; row++) {
        const struct shape *shape = &rules->shapes[row];
        if (shape->flags & KICKER_NO_TWO && (a == 12) != (b == 12))
            return 0;
        if (shape->named ? cards_count(shape->named, a) != cards_count(shape->named, b)
                         : shape->run_max == 1 && (shape->ranks >> a & 1) != (shape->ranks >> b & 1))
            return 0;
    }
    return 1;
}

/* Sort the ranks in use by power, and mark those outside the largest block of interchangeable ranks. */
static void set_order(struct open_keys *keys, hand_t held)
{
    int first = 0, most = 0;
    keys->n_ranks = 0;
    for (int rank = 0; rank < RANK_WILD; rank++) {
        if (!(cards_at_least(held, 1) >> 4 * rank & 15))
            continue;
        int i = keys->n_ranks++;
        for (; i && keys->rules->power[keys->order[i - 1]] > keys->rules->power[rank]; i--)
            keys->order[i] = keys->order[i - 1];
        keys->order[i] = (uint8_t)rank;
    }
    for (int i = 0, start = 0; i < keys->n_ranks; i++) {
        if (!are_alike(keys->rules, keys->order[start], keys->order[i]))
            start = i;
        if (i - start + 1 > most) {
            first = start;
            most = i - start + 1;
        }
    }
    keys->special = 0;
    for (int i = 0; i < keys->n_ranks; i++)
        keys->special |= i < first || i >= first + most ? (uint16_t)(1u << keys->order[i]) : 0;
}

/* Store the shortest run for each number of copies, and whether runs follow the order of power. */
static void set_runs(struct open_keys *keys)
{
    const struct rules *rules = keys->rules;
    keys->ascending = 1;
    for (int i = 0; i < rules->n_run; i++) {
        keys->run_mask |= cards_of(rules->run[i], 15);
        keys->ascending &= !i || (rules->run[i] == rules->run[i - 1] + 1 &&
                                  rules->power[rules->run[i]] > rules->power[rules->run[i - 1]]);
    }
    for (int row = 0; row < rules->n_shapes; row++) {
        const struct shape *shape = &rules->shapes[row];
        int i = 0;
        if (shape->run_max == 1 || shape->copies > 8)
            continue;
        while (i < keys->n_run_kinds && keys->run_kinds[i].copies != shape->copies)
            i++;
        if (i == MAX_RUN_KINDS) { /* longer than any run */
            keys->canonical = 0;
            return;
        }
        if (i == keys->n_run_kinds) {
            keys->run_kinds[i].copies = shape->copies;
            keys->run_kinds[keys->n_run_kinds++].length = shape->run_min;
        }
        if (shape->run_min < keys->run_kinds[i].length)
            keys->run_kinds[i].length = shape->run_min;
    }
}

/* Meaning of the keys of a row: indices into `run`, or powers of ranks. */
static int place_of(const struct shape *shape)
{
    return shape->run_max > 1 && !(shape->flags & KEY_ANY_TRIO) ? PLACE_RUN : PLACE_POWER;
}

/* Store for each row how many copies a body needs to beat it, and the meaning of the keys. */
static void set_answers(struct open_keys *keys)
{
    const struct rules *rules = keys->rules;
    for (int row = 0; row < rules->n_shapes; row++) {
        const struct shape *shape = &rules->shapes[row];
        int place = place_of(shape), copies = 8;
        for (int i = 0; i < rules->n_shapes; i++) {
            const struct shape *other = &rules->shapes[i];
            if (shape->tier ? other->tier != shape->tier : other->tier || other->family != shape->family)
                continue;
            if (place_of(other) != place)
                place = PLACE_MIXED;
            int least = other->named ? 1 : other->flags & KEY_ANY_TRIO && other->copies > 3 ? 3 : other->copies;
            copies = least < copies ? least : copies;
        }
        keys->answer_copies[row] = (uint8_t)copies;
        keys->answer_place[row] = (uint8_t)place;
    }
}

static int width_of(int count)
{
    int width = 0;
    for (; count; count >>= 1)
        width++;
    return width;
}

/* The code of the counts of two seats, or of one if there is no other. */
static void set_pairs(struct open_keys *keys)
{
    for (int half = 0; half < 2; half++)
        for (int both = 0; both < 256; both++)
            for (int seat = 0; seat < 2 && 2 * half + seat < keys->seats; seat++) {
                int count = both >> 4 * seat & 15;
                keys->pairs[half][both].code = keys->pairs[half][both].code << (count + 1) | ((1u << (count + 1)) - 2);
                keys->pairs[half][both].bits += (uint8_t)(count + 1);
                keys->pairs[half][both].size += (uint8_t)count;
                keys->pairs[half][both].holders |= (uint8_t)((count > 0) << (2 * half + seat));
            }
}

/* The counts of all seats of each rank, four bits for each seat. */
static inline void set_counts(const struct open_state *state, uint16_t *counts)
{
    const hand_t *h = state->hands;
    hand_t even = (h[0] & EVEN_NIBBLES) | (h[1] & EVEN_NIBBLES) << 4,
           odd = (h[0] >> 4 & EVEN_NIBBLES) | (h[1] & ~EVEN_NIBBLES);
    hand_t even_high = (h[2] & EVEN_NIBBLES) | (h[3] & EVEN_NIBBLES) << 4,
           odd_high = (h[2] >> 4 & EVEN_NIBBLES) | (h[3] & ~EVEN_NIBBLES);
    for (int i = 0; i < RANKS / 2; i++) {
        counts[2 * i] = (uint16_t)((even >> 8 * i & 255) | (even_high >> 8 * i & 255) << 8);
        counts[2 * i + 1] = (uint16_t)((odd >> 8 * i & 255) | (odd_high >> 8 * i & 255) << 8);
    }
}

/* cold: once a search, and the core for browsers stays small. */
__attribute__((cold)) void open_hands_key_begin(struct open_keys *keys, const struct rules *rules,
                                                const struct open_state *root, int seats, int canonical)
{
    memset(keys, 0, sizeof *keys);
    keys->rules = rules;
    keys->seats = seats;
    keys->canonical = canonical;
    keys->sorts = !(rules->flags & SOLO_TOP);
    hand_t held = 0;
    for (int seat = 0; seat < seats; seat++)
        held |= root->hands[seat];
    set_order(keys, held);
    set_runs(keys);
    set_answers(keys);
    set_pairs(keys);
    for (int seat = 0; seat < seats; seat++) {
        for (int rank = 0; rank < RANKS; rank++)
            keys->widths[seat][rank] = (uint8_t)width_of(cards_count(root->hands[seat], rank));
        for (int suit = 0; suit < 4; suit++)
            for (int rank = 0; rank < SUIT_RANKS; rank++)
                keys->suit_widths[seat][suit][rank] = (uint8_t)width_of(suit_count(root->suits[seat][suit], rank));
    }
}

/* ---- each state ------------------------------------------------------------------------------------------------- */

/* Whether a seat can make a body of one suit: enough different ranks of the suit within a run, wild cards included. */
static int makes_flush(const struct open_keys *keys, hand_t hand, const uint32_t suits[4])
{
    const struct rules *rules = keys->rules;
    int wilds = cards_size(cards_wild(rules, hand));
    for (int row = 0; row < rules->n_shapes; row++) {
        const struct shape *shape = &rules->shapes[row];
        if (!(shape->flags & BODY_ONE_SUIT))
            continue;
        for (int suit = 0; suit < 4; suit++)
            for (int start = 0; start + shape->run_min <= rules->n_run; start++) {
                int has = wilds;
                for (int i = 0; i < shape->run_min; i++)
                    has += suit_count(suits[suit], rules->run[start + i]) > 0;
                if (has >= shape->run_min)
                    return 1;
            }
    }
    return 0;
}

void open_hands_key_drop_suits(const struct open_keys *keys, struct open_state *state)
{
    for (int seat = 0; seat < keys->seats; seat++)
        if (suits_any(state->suits[seat]) && !makes_flush(keys, state->hands[seat], state->suits[seat]))
            memset(state->suits[seat], 0, sizeof state->suits[seat]);
}

/* The high bit of each rank such that some seat can make a run over it and the rank below; `covered`: of each rank in
 * such a run. */
static hand_t joined_ranks(const struct open_keys *keys, const struct open_state *state, hand_t *covered)
{
    hand_t joined = 0, all = 0;
    for (int seat = 0; seat < keys->seats; seat++)
        for (int i = 0; i < keys->n_run_kinds; i++) {
            int length = keys->run_kinds[i].length;
            hand_t starts = cards_at_least(state->hands[seat], keys->run_kinds[i].copies) & keys->run_mask;
            for (int j = 1, by = 1; starts && j < length; j += by) { /* the first of `length` consecutive ranks */
                by = 2 * j <= length ? j : length - j;
                starts &= starts >> 4 * by;
            }
            for (int j = 0; starts && j < length; j++) {
                all |= starts << 4 * j;
                joined |= j ? starts << 4 * j : 0;
            }
        }
    *covered = all;
    return joined;
}

/* Whether some seat can make a run where runs do not follow the order of power. */
static int makes_run(const struct open_keys *keys, const struct open_state *state)
{
    const struct rules *rules = keys->rules;
    for (int seat = 0; seat < keys->seats; seat++)
        for (int i = 0; i < keys->n_run_kinds; i++)
            for (int at = 0, length = 0; at < rules->n_run; at++) {
                length = cards_count(state->hands[seat], rules->run[at]) >= keys->run_kinds[i].copies ? length + 1 : 0;
                if (length >= keys->run_kinds[i].length)
                    return 1;
            }
    return 0;
}

/* For each rank the maximum count among the seats that may still answer. */
static hand_t answering(const struct open_keys *keys, const struct open_state *state)
{
    hand_t all = 0;
    for (int seat = state->mover; seat != state->owner; seat = (seat + 1) % keys->seats)
        all |= cards_at_least(state->hands[seat], keys->answer_copies[state->to_beat.shape]);
    return all;
}

/* The lowest first rank of a body that beats by the same type; -1 if no hand has one. */
static int weakest_answer(const struct open_keys *keys, const struct open_state *state, int runs)
{
    const struct rules *rules = keys->rules;
    const struct combo *to_beat = &state->to_beat;
    hand_t ranks = answering(keys, state);
    if (keys->answer_place[to_beat->shape] == PLACE_RUN) {
        for (int i = to_beat->key + 1; runs && i < rules->n_run; i++)
            if (cards_count(ranks, rules->run[i]))
                return rules->run[i];
        return -1;
    }
    for (int i = 0; i < keys->n_ranks; i++)
        if (rules->power[keys->order[i]] > to_beat->key && cards_count(ranks, keys->order[i]))
            return keys->order[i];
    return -1;
}

static void put_table(struct writer *w, const struct open_keys *keys, const struct open_state *state, int mode,
                      int answer)
{
    const struct combo *to_beat = &state->to_beat;
    put(w, (unsigned)mode, 2);
    put(w, state->mover, 2);
    if (!to_beat->length)
        return put(w, 0, 1);
    put(w, 1, 1);
    put(w, state->owner, 2);
    put(w, state->passes, 2);
    put(w, to_beat->shape, 6);
    put(w, to_beat->length, 4);
    put(w, (unsigned)answer, 4);
    put(w, (unsigned)read_is_unread(keys->rules, to_beat), 1);
}

/* Write the counts of all ranks unchanged. */
static int write_plainly(const struct open_keys *keys, const struct open_state *state, struct open_key *out)
{
    struct writer w = {0, 1, 1};
    int suited = 0;
    for (int seat = 0; seat < keys->seats; seat++)
        suited |= suits_any(state->suits[seat]) << seat;
    for (int seat = 0; seat < keys->seats; seat++) {
        for (int rank = 0; rank < RANKS; rank++)
            if (keys->widths[seat][rank] && (!(suited >> seat & 1) || rank >= SUIT_RANKS))
                put(&w, (unsigned)cards_count(state->hands[seat], rank), keys->widths[seat][rank]);
        for (int suit = 0; suit < 4 && suited >> seat & 1; suit++)
            for (int rank = 0; rank < SUIT_RANKS; rank++)
                put(&w, (unsigned)suit_count(state->suits[seat][suit], rank), keys->suit_widths[seat][suit][rank]);
    }
    if (suited)
        put(&w, (unsigned)suited, 4);
    put_table(&w, keys, state, suited ? MODE_SUITS : MODE_RANKS, state->to_beat.key);
    *out = (struct open_key){w.high, w.low};
    return w.bits <= KEY_BITS;
}

/* A rank of a canonical key. */
struct token {
    uint32_t counts; /* four bits for each seat */
    uint8_t alone;   /* only one seat has it, and it may be swapped with its neighbours */
    uint8_t joined;
};

/* Sort adjacent ranks of the same seat that are never compared, by count. */
static void sort_tokens(struct token *tokens, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i;
             j && tokens[j].alone && tokens[j].alone == tokens[j - 1].alone && tokens[j].counts < tokens[j - 1].counts;
             j--) {
            struct token moved = tokens[j];
            tokens[j] = tokens[j - 1];
            tokens[j - 1] = moved;
        }
}

/* The ranks of a state as tokens, and what is written besides them. */
struct tokens {
    struct token of[RANKS];
    int n, size;      /* number of tokens, and of their cards */
    int answer;       /* the token of the weakest answer, or NO_ANSWER */
    unsigned special; /* bit i: the special rank at place i of the order has cards */
    hand_t covered;   /* ranks of runs; 0: no runs */
};

/* List the ranks that have cards in their order; a rank of one seat that may be swapped with others gets its group. */
static inline void list_tokens(const struct open_keys *keys, const struct open_state *state, struct tokens *out)
{
    uint16_t counts[RANKS];
    int n = 0, group = 1;
    out->size = 0;
    out->answer = NO_ANSWER;
    out->special = 0;
    out->covered = 0;
    hand_t joined = keys->ascending ? joined_ranks(keys, state, &out->covered) : 0;
    int weakest = state->to_beat.length ? weakest_answer(keys, state, out->covered != 0) : -1;
    set_counts(state, counts);
    for (int i = 0; i < keys->n_ranks; i++) {
        int rank = keys->order[i];
        if (!counts[rank])
            continue;
        struct token *token = &out->of[n];
        *token = (struct token){counts[rank], 0, (uint8_t)(cards_count(joined, rank) != 0)};
        out->size += keys->pairs[0][counts[rank] & 255].size + keys->pairs[1][counts[rank] >> 8].size;
        unsigned holders = keys->pairs[0][counts[rank] & 255].holders | keys->pairs[1][counts[rank] >> 8].holders;
        int is_special = keys->special >> rank & 1;
        out->special |= is_special ? 1u << i : 0;
        if (rank == weakest) {
            out->answer = n;
            group++;
        }
        if (!(holders & (holders - 1)) && !is_special && !cards_count(out->covered, rank) && keys->sorts)
            token->alone = (uint8_t)(group << 2 | __builtin_ctz(holders));
        n++;
    }
    out->n = n;
}

/* Write the counts of a token, and with runs whether it is joined to the next rank. */
static inline void put_token(struct writer *w, const struct open_keys *keys, const struct token *token, int runs)
{
    unsigned low = token->counts & 255, high = token->counts >> 8;
    int bits = keys->pairs[1][high].bits;
    unsigned code = keys->pairs[0][low].code << bits | keys->pairs[1][high].code;
    put(w, code << runs | (unsigned)(runs & token->joined), keys->pairs[0][low].bits + bits + runs);
}

/* Write the ranks in use, numbered from the weakest; 0 if the key would need too many bits. */
static int write_canonically(const struct open_keys *keys, const struct open_state *state, struct open_key *out)
{
    struct tokens tokens;
    list_tokens(keys, state, &tokens);
    int runs = tokens.covered != 0;
    if (keys->sorts)
        sort_tokens(tokens.of, tokens.n);
    if (tokens.n > NO_ANSWER || tokens.size + tokens.n * (keys->seats + runs) + RANKS + 26 > KEY_BITS)
        return 0;
    struct writer w = {0, 1, 1};
    for (int i = 0; i < tokens.n; i++)
        put_token(&w, keys, &tokens.of[i], runs);
    for (int i = 0; i < keys->n_ranks; i++)
        if (keys->special >> keys->order[i] & 1)
            put(&w, tokens.special >> i & 1, 1);
    put_table(&w, keys, state, runs ? MODE_RUNS : MODE_APART, tokens.answer);
    *out = (struct open_key){w.high, w.low};
    return 1;
}

int open_hands_key_write(const struct open_keys *keys, const struct open_state *state, struct open_key *out)
{
    const struct rules *rules = keys->rules;
    int plain = !keys->canonical;
    for (int seat = 0; seat < keys->seats && !plain; seat++)
        plain = cards_wild(rules, state->hands[seat]) || suits_any(state->suits[seat]);
    plain = plain || (state->to_beat.length && keys->answer_place[state->to_beat.shape] == PLACE_MIXED);
    plain = plain || (!keys->ascending && makes_run(keys, state));
    return (!plain && write_canonically(keys, state, out)) || write_plainly(keys, state, out);
}
