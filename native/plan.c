/* plan.c - what a walk can do with a hand, worked out before it: the bodies that may begin at each rank, the kickers that
 * may be given there, how many of them are worth giving, and where credits could break a kicker rule.
 */
#include "walk.h"

#include <string.h>

#define KEPT_BITS 14

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* From how many cards of one rank on a row's kicker rules could be broken by credits. */
static int risk_of(const struct shape *shape)
{
    int groups = shape->kickers * shape->run_max, risk = 16;
    if (!(shape->flags & KICKER_OF_BODY))
        risk = least(risk, shape->copies + shape->kicker_size);
    if (groups > shape->kicker_same)
        risk = least(risk, (shape->kicker_same + 1) * shape->kicker_size);
    if (!(shape->flags & KICKER_NEIGHBOUR) && groups >= 3)
        risk = least(risk, 3);
    return risk;
}

/* Note what a row with kickers can take, and when its rules could be broken. */
static void plan_kickers(struct search *s, const struct shape *shape)
{
    int *slots = shape->kicker_size == 1 ? s->owing.slots_single : s->owing.slots_pair;
    int *gain = shape->kicker_size == 1 ? &s->owing.gain_single : &s->owing.gain_pair;
    for (int count = 1, groups = 0, lacks = shape->copies; count < 16; count++) {
        if (!--lacks) {
            groups += shape->kickers;
            lacks = shape->copies;
        }
        if (slots[count] < groups)
            slots[count] = groups;
    }
    s->owing.kicked_copies = least(s->owing.kicked_copies, shape->copies);
    if (*gain < shape->kickers)
        *gain = shape->kickers;
    s->owing.risky_count = least(s->owing.risky_count, risk_of(shape));
    s->owing.risky_jokers |= !(shape->flags & KICKER_BOTH_JOKERS) && shape->kickers * shape->run_max > 1;
}

/* Note how many groups all bodies from a rank on could take at most without wild cards: no more need be given there.
 * A wild card completes one rank of one body, so each lets them take as many more as the row with most kickers. */
static void plan_room(struct search *s, hand_t hand)
{
    int singles = 0, pairs = 0;
    for (int rank = RANK_WILD - 1; rank >= 0; rank--) {
        singles += s->owing.slots_single[cards_count(hand, rank)];
        pairs += s->owing.slots_pair[cards_count(hand, rank)];
        s->room_single[rank] = singles;
        s->room_pair[rank] = pairs;
    }
}

/* What `copies` cards of one rank are worth: wild ones but for one (WILD_SOME), or printed so (WILD_ONLY). */
static int32_t worth_alone(const struct search *s, int copies, int rank, enum wild_use make)
{
    int32_t most = NEVER;
    for (int row = 0; row < s->rules->n_shapes; row++) {
        const struct shape *shape = &s->rules->shapes[row];
        if (shape->run_max == 1 && shape->copies == copies && !shape->kickers && !shape->named &&
            (shape->wilds == WILD_ANY || shape->wilds == make) && shape->ranks >> rank & 1 &&
            walk_worth(s, row, rank, 1) > most)
            most = walk_worth(s, row, rank, 1);
    }
    return most;
}

/* What all wild cards are by themselves; RANK_NONE if that is nothing, or not the same. */
static int printed_rank(const struct rules *rules)
{
    unsigned cards = rules->wild_cards;
    if (!cards || cards & (cards - 1))
        return RANK_NONE;
    return cards >> RANK_WILD ? rules->wild_rank : __builtin_ctz(cards);
}

/* Which ranks may lend: their cards could be worth more than a wild card put in their place. */
static void plan_borrow(struct search *s, hand_t hand)
{
    int printed = printed_rank(s->rules);
    for (int rank = 0; rank < RANK_WILD; rank++)
        for (int copies = 1; copies <= s->wilds; copies++)
            if (printed == RANK_NONE ||
                worth_alone(s, copies, rank, WILD_SOME) > worth_alone(s, copies, printed, WILD_ONLY))
                s->borrow |= cards_of(rank, 8);
    for (int row = 0; row < s->rules->n_shapes; row++) {
        const struct shape *shape = &s->rules->shapes[row];
        if (shape->kickers && !(shape->flags & KICKER_WILD))
            s->borrow = HIGH_BITS & ~cards_of(RANK_WILD, 15);
        for (int rank = 0; rank < RANK_WILD && shape->wilds == WILD_NONE; rank++)
            s->borrow |= cards_of(rank, cards_count(hand, rank) >= shape->copies ? 8 : 0);
    }
}

/* Add a body to the rank that is being planned: first those that ordinary cards can make, then those that need wild ones,
 * so that a hand without any need not look at the latter. */
static inline int add_body(struct search *s, int *n, const struct body *like)
{
    int needs_wild = s->wilds && (like->wilds == WILD_SOME || !cards_hold(s->above, like->cards));
    if (needs_wild != s->adds_wild)
        return 0;
    if (*n == MAX_BODIES)
        return ERROR_RULES;
    struct body *body = &s->bodies[(*n)++];
    int lowest = cards_lowest(like->cards), own = cards_count(like->cards, lowest);
    *body = *like;
    body->next = (uint16_t)*n;
    body->own = like->cards == cards_of(lowest, own) ? (uint8_t)own : 0;
    if (s->wilds) {
        body->ranks = cards_ranks(like->cards);
        body->copies = own <= MOST_COPIES && like->cards == body->ranks / 15 * (unsigned)own ? (uint8_t)own : 0;
    }
    return 0;
}

static int add_gift(struct search *s, int *n, hand_t cards, int balance)
{
    const struct body gift = {.cards = cards, .balance = balance, .row = ROW_GIVES, .wilds = WILD_NONE,
                              .gates = balance == BALANCE_PAIR ? GATE_PAIR : GATE_SINGLE};
    return add_body(s, n, &gift);
}

/* Kickers that can be given at a rank: one card, two, one and a wild card to make two. */
static int plan_gives(struct search *s, int *n, hand_t hand, int rank)
{
    int count = cards_count(hand, rank);
    if (rank == RANK_WILD && !s->owing.wild_kickers)
        return 0;
    int mixed = s->wilds && s->owing.wild_kickers && rank < RANK_WILD && s->rules->wild_ranks >> rank & 1;
    int singles = s->room_single[0] || (s->wilds && s->owing.gain_single);
    int pairs = s->room_pair[0] || (s->wilds && s->owing.gain_pair);
    if (singles && add_gift(s, n, cards_of(rank, 1), BALANCE_SINGLE))
        return ERROR_RULES;
    if (pairs && count >= 2 && add_gift(s, n, cards_of(rank, 2), BALANCE_PAIR))
        return ERROR_RULES;
    if (!pairs || !mixed)
        return 0;
    return add_gift(s, n, cards_of(rank, 1) + cards_of(RANK_WILD, 1), BALANCE_PAIR);
}

/* Whether wild cards may be part of a body that begins at a place. */
static enum wild_use wilds_of(const struct search *s, const struct shape *shape, int start)
{
    if (!s->wilds || shape->named || (shape->run_max == 1 && !(s->rules->wild_ranks >> start & 1)))
        return WILD_NONE;
    return shape->wilds;
}

/* One body with its kickers; short of kickers, one for each number of them that it still has. */
static int plan_body(struct search *s, int *n, int row, int start, int length, hand_t cards)
{
    const struct shape *shape = &s->rules->shapes[row];
    int groups = shape->kickers * length, unit = shape->kicker_size == 2 ? BALANCE_PAIR : BALANCE_SINGLE;
    struct body body = {.cards = cards, .value = walk_worth(s, row, start, length), .balance = -groups * unit,
                        .row = (uint8_t)row, .start = (uint8_t)start, .length = (uint8_t)length,
                        .wilds = (uint8_t)wilds_of(s, shape, start), .is_short = shape->flags & KICKERS_SHORT,
                        .gates = shape->flags & KICKERS_SHORT ? GATE_SHORT : 0};
    if (!body.is_short)
        return add_body(s, n, &body);
    for (int has = groups - 1; has >= shape->kickers_least && s->rules->flags & SHORT_LEAD; has--) {
        body.balance = BALANCE_SHORT - has * unit;
        if (add_body(s, n, &body))
            return ERROR_RULES;
    }
    return 0;
}

/* Whether the cards from a rank on, and the wild ones, can make a body that has a card of the rank. */
static int can_make(const struct search *s, hand_t above, int rank, const struct shape *shape, int start, hand_t body)
{
    if (!cards_count(body, rank))
        return 0;
    if (wilds_of(s, shape, start) == WILD_NONE)
        return shape->wilds != WILD_SOME && cards_hold(above, body);
    return cards_size(body - cards_min(above, body)) <= s->wilds;
}

/* Whether a body takes ranks that must stay whole as a whole; its kickers may take what it leaves. */
static int keeps_whole(const struct search *s, const struct shape *shape, hand_t hand, hand_t body)
{
    if (!(s->rules->flags & BOMB_WHOLE) || (shape->kickers && shape->flags & KICKER_OF_BODY))
        return 1;
    hand_t taken = body & cards_ranks(cards_at_least(hand & ~s->wild_mask, 4));
    return cards_at_least(taken, 1) == cards_at_least(taken, 4);
}

/* Wild cards that a body must have in the place of its cards of one rank, which it takes `copies` more of. */
static int lacks_of(hand_t above, hand_t body, int rank, int copies)
{
    int lacks = cards_count(body, rank) - cards_count(above, rank);
    return lacks < 0 ? 0 : least(lacks, copies);
}

/* Bodies of a row with runs that have a card of the rank: from lower starts only where wild cards fill what is gone, or
 * where the run comes to the rank from above. */
static int plan_runs(struct search *s, int *n, hand_t hand, int rank, int row)
{
    const struct shape *shape = &s->rules->shapes[row];
    const struct rules *rules = s->rules;
    hand_t above = hand >> 4 * rank << 4 * rank;
    int spare = s->adds_wild ? s->wilds : 0, last = s->ascending ? s->run_at[rank] : rules->n_run - shape->run_min;
    int start = s->ascending && last > spare ? last - spare : 0;
    for (; start <= last && start + shape->run_min <= rules->n_run; start++) {
        hand_t body = 0;
        int first = *n;
        for (int length = 1, lacks = 0; length <= shape->run_max && start + length <= rules->n_run; length++) {
            int end = rules->run[start + length - 1];
            body += cards_of(end, shape->copies);
            lacks += lacks_of(above, body, end, shape->copies);
            if (lacks > spare)
                break;
            if (length >= shape->run_min && cards_count(body, rank) && keeps_whole(s, shape, hand, body) &&
                plan_body(s, n, row, start, length, body))
                return ERROR_RULES;
        }
        for (int i = first; i < *n; i++)
            s->bodies[i].next = (uint16_t)*n;
    }
    return 0;
}

/* Bodies that wild cards alone make for kickers of ordinary ones. */
static int plan_wild_bodies(struct search *s, int *n, int row)
{
    const struct shape *shape = &s->rules->shapes[row];
    if (!shape->kickers || shape->wilds == WILD_NONE || shape->wilds == WILD_ONLY)
        return 0;
    for (int length = shape->run_min; length <= shape->run_max && length * shape->copies <= s->wilds; length++)
        for (int start = 0; start < read_places(s->rules, shape, length); start++)
            if ((shape->run_max > 1 || (shape->ranks & s->rules->wild_ranks) >> start & 1) &&
                plan_body(s, n, row, start, length, cards_of(RANK_WILD, length * shape->copies)))
                return ERROR_RULES;
    return 0;
}

static int plan_row(struct search *s, int *n, hand_t hand, int rank, int row)
{
    const struct shape *shape = &s->rules->shapes[row];
    if (rank == RANK_WILD)
        return plan_wild_bodies(s, n, row);
    if (shape->run_max > 1)
        return plan_runs(s, n, hand, rank, row);
    hand_t body = shape->named ? shape->named : cards_of(rank, shape->copies), above = hand >> 4 * rank << 4 * rank;
    if (shape->named ? cards_lowest(shape->named) != rank : !(shape->ranks >> rank & 1))
        return 0;
    if (!can_make(s, above, rank, shape, rank, body) || !keeps_whole(s, shape, hand, body))
        return 0;
    return plan_body(s, n, row, shape->named ? 0 : rank, 1, body);
}

/* Note which rows a hand could have bodies of: without wild cards, and with some. */
static void plan_rows(struct search *s, hand_t hand)
{
    int size = cards_size(hand);
    for (int row = 0; row < s->rules->n_shapes; row++) {
        const struct shape *shape = &s->rules->shapes[row];
        uint64_t bit = 1ull << row;
        if (shape->wilds == WILD_ONLY || shape->flags & BODY_ONE_SUIT || shape->copies * shape->run_min > size ||
            (shape->flags & KICKERS_SHORT && !(s->rules->flags & SHORT_LEAD)))
            continue;
        if (shape->wilds != WILD_SOME)
            s->rows[0] |= bit;
        if (s->wilds && shape->wilds != WILD_NONE && !shape->named)
            s->rows[1] |= bit;
        s->fits[shape->named ? 1 : shape->copies] |= bit;
    }
    for (int count = 1; count < 16; count++)
        s->fits[count] |= s->fits[count - 1];
}

/* How large a memo the hand wants: plain hands of a seat are answered fastest in a small one. */
static int bits_for(const struct search *s, hand_t hand, uint32_t limit)
{
    int bits = s->wilds || cards_size(hand) > 20 ? cards_size(hand) > 21 || s->wilds > 1 ? 18 : 15 : 14;
    while (bits < MEMO_BITS_MOST && limit != MAX_NODES && limit > MEMO_FULL(bits))
        bits++;
    return bits;
}

/* Where each rank stands in runs. */
static void plan_order(struct search *s)
{
    s->ascending = 1;
    memset(s->run_at, -1, sizeof s->run_at);
    for (int i = 0; i < s->rules->n_run; i++) {
        s->run_at[s->rules->run[i]] = (int8_t)i;
        s->ascending &= !i || s->rules->run[i] > s->rules->run[i - 1];
    }
}

/* List the bodies that may begin at a rank. */
static int plan_rank(struct search *s, int *n, hand_t hand, int rank)
{
    s->above = hand >> 4 * rank << 4 * rank;
    if (rank < RANK_WILD)
        s->above &= ~cards_of(RANK_WILD, 15);
    for (s->adds_wild = 0; s->adds_wild <= (s->wilds > 0); s->adds_wild++) {
        if (plan_gives(s, n, hand, rank))
            return ERROR_RULES;
        int most = least(cards_count(hand, rank) + (s->adds_wild ? s->wilds : 0), 15);
        uint64_t rows = s->rows[s->adds_wild] & s->fits[most];
        for (; rows; rows &= rows - 1)
            if (plan_row(s, n, hand, rank, __builtin_ctzll(rows)))
                return ERROR_RULES;
        if (!s->adds_wild)
            s->mid[rank] = (uint16_t)*n;
    }
    return 0;
}

/* Forget what the memo holds. */
static void new_stamp(struct scratch *scratch)
{
    scratch->filled = 0;
    if (++scratch->stamp < 1u << (32 - BALANCE_BITS))
        return;
    memset(scratch->memo, 0, sizeof scratch->memo);
    memset(scratch->splits, 0, sizeof scratch->splits);
    scratch->stamp = 1;
}

static void plan_owing(struct search *s)
{
    s->owing.known = 1;
    s->owing.risky_count = 16;
    s->owing.kicked_copies = 8;
    for (int row = 0; row < s->rules->n_shapes; row++) {
        s->owing.wild_kickers |= s->rules->shapes[row].flags & KICKER_WILD;
        if (s->rules->shapes[row].kickers)
            plan_kickers(s, &s->rules->shapes[row]);
    }
    s->scratch->owing = s->owing;
}

void plan_bodies(struct search *s)
{
    int n = 0;
    hand_t hand = walk_hand(s, s->hand);
    s->planned = 1;
    plan_order(s);
    if (s->wilds)
        plan_borrow(s, s->hand);
    plan_room(s, hand);
    plan_rows(s, hand);
    for (int rank = 0; rank < RANKS; rank++) {
        s->first[rank] = s->mid[rank] = (uint16_t)n;
        if (cards_count(hand, rank) && plan_rank(s, &n, hand, rank))
            s->cut = 1; /* more bodies than are listed: the best of those is no longer proven to be the best */
    }
    s->first[RANKS] = (uint16_t)n;
}

void plan_walk(struct search *s, const struct engine *engine, hand_t hand, uint32_t limit)
{
    const struct rules *rules = engine->rules;
    struct scratch *scratch = engine->scratch;
    memset(s, 0, offsetof(struct search, alone));
    s->rules = rules;
    s->weights = engine->weights;
    s->scratch = scratch;
    s->hand = hand;
    s->wild_mask = cards_ranks(cards_wild(rules, hand));
    s->wilds = cards_size(hand & s->wild_mask);
    s->memo_bits = scratch->kept_bits ? (int)scratch->kept_bits : bits_for(s, hand, limit && limit < MAX_NODES ? limit : MAX_NODES);
    s->limit = MEMO_FULL(s->memo_bits) / (scratch->kept_bits ? 2 : 1); /* a kept memo may be half full already */
    if (limit && limit < s->limit)
        s->limit = limit;
    if (scratch->kept_bits && scratch->owing.known)
        s->owing = scratch->owing;
    else
        plan_owing(s);
    if (s->wilds)
        alone_plan(s, hand & s->wild_mask);
    /* which ranks must stay whole, the whole hand says: then a state's worth is not its own */
    if (!scratch->kept_bits || rules->flags & BOMB_WHOLE || scratch->filled > MEMO_FULL(scratch->kept_bits) / 2)
        new_stamp(scratch);
}

void plan_keep(const struct engine *engine, int keep)
{
    struct scratch *scratch = engine->scratch;
    scratch->kept_bits = keep ? KEPT_BITS : 0;
    scratch->owing.known = 0;
    new_stamp(scratch);
}
