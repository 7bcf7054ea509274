/* bodies.c - the options of the dynamic program (split/dp.c) at each rank of a hand: bodies that may begin there,
 * kickers that may be given there, and the maximum useful number of kickers. */
#include "plays/bodies.h"
#include "plays/balance.h"
#include "plays/value.h"
#include "rules/cards.h"
#include "rules/read.h"

#include <string.h>

/* Value of `copies` cards of one rank: all but one of them wild (WILD_SOME), or all with their printed rank
 * (WILD_ONLY). */
static int32_t worth_by_itself(const struct bodies *p, int copies, int rank, enum wild_use make)
{
    int32_t most = NEVER;
    for (int row = 0; row < p->rules->n_shapes; row++) {
        const struct shape *shape = &p->rules->shapes[row];
        if (shape->run_max == 1 && shape->copies == copies && !shape->kickers && !shape->named &&
            (shape->wilds == WILD_ANY || shape->wilds == make) && shape->ranks >> rank & 1 &&
            value_combo(p->weights, row, rank, 1) > most)
            most = value_combo(p->weights, row, rank, 1);
    }
    return most;
}

/* The printed rank that all wild cards have in common, or RANK_NONE. There is at least one wild card. */
static int printed_rank(const struct rules *rules)
{
    unsigned cards = rules->wild_cards;
    if (cards & (cards - 1))
        return RANK_NONE;
    return cards >> RANK_WILD ? rules->wild_rank : __builtin_ctz(cards);
}

/* Find the ranks whose ordinary cards could be worth more elsewhere, so that a wild card may replace them in a body. */
static void set_borrow(struct bodies *p, hand_t hand)
{
    int printed = printed_rank(p->rules);
    for (int rank = 0; rank < RANK_WILD; rank++)
        for (int copies = 1; copies <= p->wilds; copies++)
            if (printed == RANK_NONE ||
                worth_by_itself(p, copies, rank, WILD_SOME) > worth_by_itself(p, copies, printed, WILD_ONLY))
                p->borrow |= cards_of(rank, 8);
    for (int row = 0; row < p->rules->n_shapes; row++) {
        const struct shape *shape = &p->rules->shapes[row];
        if (shape->kickers && !(shape->flags & KICKER_WILD))
            p->borrow = HIGH_BITS & ~cards_of(RANK_WILD, 15);
        for (int rank = 0; rank < RANK_WILD && shape->wilds == WILD_NONE; rank++)
            p->borrow |= cards_of(rank, cards_count(hand, rank) >= shape->copies ? 8 : 0);
    }
}

/* Add a body to the current rank. Bodies of ordinary cards come before bodies with wild cards, so a hand without wild
 * cards skips the latter. */
static inline int add_body(struct bodies *p, int *n, struct body like)
{
    int needs_wild = p->wilds && (like.wilds == WILD_SOME || !cards_hold(p->above, like.cards));
    if (needs_wild != p->adds_wild)
        return 0;
    if (*n == MAX_BODIES)
        return ERROR_CAPACITY;
    struct body *body = &p->list[(*n)++];
    int lowest = cards_lowest(like.cards), own = cards_count(like.cards, lowest);
    like.next = (uint16_t)*n;
    like.own = like.cards == cards_of(lowest, own) ? (uint8_t)own : 0;
    if (p->wilds) {
        like.ranks = cards_ranks(like.cards);
        like.copies = own <= MOST_COPIES && like.cards == like.ranks / 15 * (unsigned)own ? (uint8_t)own : 0;
    }
    *body = like;
    return 0;
}

static int add_gift(struct bodies *p, int *n, hand_t cards, int balance)
{
    const struct body gift = {.cards = cards, .balance = balance, .row = ROW_GIVES, .wilds = WILD_NONE};
    return add_body(p, n, gift);
}

/* Kickers that can be given at a rank: one card, two cards, or one card and a wild card as a pair. */
static int add_gifts(struct bodies *p, int *n, hand_t hand, int rank)
{
    int count = cards_count(hand, rank);
    if (!(p->credits.givers >> 4 * rank & 15))
        return 0;
    int mixed = p->wilds && p->credits.wild_kickers && rank < RANK_WILD && p->rules->wild_ranks >> rank & 1;
    int singles = groups_single(p->takes) > 0, pairs = groups_pair(p->takes) > 0;
    if (singles && add_gift(p, n, cards_of(rank, 1), BALANCE_SINGLE))
        return ERROR_CAPACITY;
    if (pairs && count >= 2 && add_gift(p, n, cards_of(rank, 2), BALANCE_PAIR))
        return ERROR_CAPACITY;
    if (!pairs || !mixed)
        return 0;
    return add_gift(p, n, cards_of(rank, 1) + cards_of(RANK_WILD, 1), BALANCE_PAIR);
}

/* Whether wild cards may be part of a body that begins at a place. */
static enum wild_use wilds_of(const struct bodies *p, const struct shape *shape, int start)
{
    if (!p->wilds || shape->named || (shape->run_max == 1 && !(p->rules->wild_ranks >> start & 1)))
        return WILD_NONE;
    return shape->wilds;
}

/* One body with its kickers; if kickers may be missing, one body for each number of remaining kickers. */
static int add_bodies(struct bodies *p, int *n, int row, int start, int length, hand_t cards)
{
    const struct shape *shape = &p->rules->shapes[row];
    int groups = shape->kickers * length, unit = shape->kicker_size == 2 ? BALANCE_PAIR : BALANCE_SINGLE;
    struct body body = {.cards = cards,
                        .value = value_combo(p->weights, row, start, length),
                        .balance = -groups * unit,
                        .row = (uint8_t)row,
                        .start = (uint8_t)start,
                        .length = (uint8_t)length,
                        .wilds = (uint8_t)wilds_of(p, shape, start),
                        .is_short = shape->flags & KICKERS_SHORT ? 1 : 0};
    if (!body.is_short)
        return add_body(p, n, body);
    p->shorts |= groups ? SHORT_OF_KICKERS : SHORT_BARE;
    for (int has = larger(groups - 1, 0); has >= shape->kickers_least; has--) {
        body.balance = BALANCE_SHORT - has * unit;
        if (add_body(p, n, body))
            return ERROR_CAPACITY;
    }
    return 0;
}

/* Whether the cards from a rank on, together with the wild cards, can form a body. */
static int can_make(const struct bodies *p, hand_t above, const struct shape *shape, int start, hand_t body)
{
    if (wilds_of(p, shape, start) == WILD_NONE)
        return shape->wilds != WILD_SOME && cards_hold(above, body);
    return cards_size(body - cards_min(above, body)) <= p->wilds;
}

/* Whether a body takes all or none of the cards of each rank that must stay whole; kickers may take the remaining
 * cards. */
static int keeps_whole(const struct bodies *p, const struct shape *shape, hand_t hand, hand_t body)
{
    if (!(p->rules->flags & BOMB_WHOLE) || (shape->kickers && shape->flags & KICKER_OF_BODY))
        return 1;
    hand_t taken = body & cards_ranks(cards_at_least(hand & ~p->wild_mask, 4));
    return cards_at_least(taken, 1) == cards_at_least(taken, 4);
}

/* Number of wild cards that a body needs at one rank, where it takes `copies` more cards. */
static int lacks_of(hand_t above, hand_t body, int rank, int copies)
{
    int lacks = cards_count(body, rank) - cards_count(above, rank);
    return lacks < 0 ? 0 : least(lacks, copies);
}

/* Bodies of ordinary cards of a row with runs: those of ranks from this one on that contain it. */
static int add_plain_runs(struct bodies *p, int *n, hand_t hand, int rank, int row)
{
    const struct shape *shape = &p->rules->shapes[row];
    unsigned there = p->places[shape->copies] & p->later, here = p->places_of[rank];
    for (unsigned starts = p->ascending ? there & here : there; starts; starts &= starts - 1) {
        int start = __builtin_ctz(starts), longest = least(__builtin_ctz(~(there >> start)), shape->run_max),
            first = *n;
        hand_t body = 0;
        for (int length = 1; longest >= shape->run_min && length <= longest; length++) {
            body += cards_of(p->rules->run[start + length - 1], shape->copies);
            if (length >= shape->run_min && cards_count(body, rank) && keeps_whole(p, shape, hand, body) &&
                add_bodies(p, n, row, start, length, body))
                return ERROR_CAPACITY;
        }
        for (int i = first; i < *n; i++)
            p->list[i].next = (uint16_t)*n;
    }
    return 0;
}

/* Bodies of a row with runs that contain the rank and need wild cards. Runs that start at a lower rank count if wild
 * cards fill the gaps, or if the run order reaches the rank from above. */
static int add_wild_runs(struct bodies *p, int *n, hand_t hand, int rank, int row)
{
    const struct shape *shape = &p->rules->shapes[row];
    const struct rules *rules = p->rules;
    hand_t above = hand >> 4 * rank << 4 * rank;
    int last = p->ascending ? __builtin_ctz(p->places_of[rank] | 1u << MAX_RUN) : rules->n_run - shape->run_min;
    int start = p->ascending && last > p->wilds ? last - p->wilds : 0;
    for (; start <= last && start + shape->run_min <= rules->n_run; start++) {
        hand_t body = 0;
        int first = *n;
        for (int length = 1, lacks = 0; length <= shape->run_max && start + length <= rules->n_run; length++) {
            int end = rules->run[start + length - 1];
            body += cards_of(end, shape->copies);
            lacks += lacks_of(above, body, end, shape->copies);
            if (lacks > p->wilds)
                break;
            if (length >= shape->run_min && cards_count(body, rank) && keeps_whole(p, shape, hand, body) &&
                add_bodies(p, n, row, start, length, body))
                return ERROR_CAPACITY;
        }
        for (int i = first; i < *n; i++)
            p->list[i].next = (uint16_t)*n;
    }
    return 0;
}

/* Bodies of wild cards only that take ordinary cards as kickers. */
static int add_wild_bodies(struct bodies *p, int *n, int row)
{
    const struct shape *shape = &p->rules->shapes[row];
    if (!shape->kickers)
        return 0;
    for (int length = shape->run_min; length <= shape->run_max && length * shape->copies <= p->wilds; length++)
        for (int start = 0; start < read_places(p->rules, shape, length); start++)
            if ((shape->run_max > 1 || (shape->ranks & p->rules->wild_ranks) >> start & 1) &&
                add_bodies(p, n, row, start, length, cards_of(RANK_WILD, length * shape->copies)))
                return ERROR_CAPACITY;
    return 0;
}

static int add_row(struct bodies *p, int *n, hand_t hand, int rank, int row)
{
    const struct shape *shape = &p->rules->shapes[row];
    if (rank == RANK_WILD)
        return add_wild_bodies(p, n, row);
    if (shape->run_max > 1)
        return p->adds_wild ? add_wild_runs(p, n, hand, rank, row) : add_plain_runs(p, n, hand, rank, row);
    hand_t body = shape->named ? shape->named : cards_of(rank, shape->copies), above = hand >> 4 * rank << 4 * rank;
    if (shape->named ? cards_lowest(shape->named) != rank : !(shape->ranks >> rank & 1))
        return 0;
    if ((p->wilds && !can_make(p, above, shape, rank, body)) || !keeps_whole(p, shape, hand, body))
        return 0; /* without wild cards, only rows of which the hand has the cards are tried */
    return add_bodies(p, n, row, shape->named ? 0 : rank, 1, body);
}

/* Whether the ordinary cards of a hand have the named cards of a row, or enough ranks for its runs. */
static int has_ranks(const struct bodies *p, const struct shape *shape, hand_t hand)
{
    unsigned starts = p->places[shape->copies];
    if (shape->named)
        return cards_hold(hand, shape->named);
    for (int length = 1; length < shape->run_min; length++)
        starts &= starts >> 1;
    return shape->run_max == 1 || starts;
}

/* Mark the rows of which the hand could contain bodies: without wild cards, and with wild cards. */
static void set_rows(struct bodies *p, hand_t hand)
{
    int size = cards_size(hand);
    for (int row = 0; row < p->rules->n_shapes; row++) {
        const struct shape *shape = &p->rules->shapes[row];
        uint64_t bit = 1ull << row;
        if (shape->wilds == WILD_ONLY || shape->flags & BODY_ONE_SUIT || shape->copies * shape->run_min > size ||
            (shape->flags & KICKERS_SHORT && !(p->rules->flags & SHORT_LEAD)))
            continue;
        if (shape->wilds != WILD_SOME && has_ranks(p, shape, hand))
            p->rows[0] |= bit;
        if (p->wilds && shape->wilds != WILD_NONE && !shape->named)
            p->rows[1] |= bit;
        p->fits[shape->named ? 1 : shape->copies] |= bit;
    }
    for (int count = 1; count < 16; count++)
        p->fits[count] |= p->fits[count - 1];
}

/* Places of each rank in runs, and places by the number of their ordinary cards. */
static void set_places(struct bodies *p, hand_t hand)
{
    p->ascending = 1;
    p->later = UINT32_MAX;
    for (int i = 0; i < p->rules->n_run; i++) {
        int rank = p->rules->run[i];
        p->places_of[rank] |= 1u << i;
        p->ascending &= !i || rank > p->rules->run[i - 1];
        for (int count = cards_count(hand, rank); count; count--)
            p->places[count] |= 1u << i;
    }
}

/* List the bodies that may begin at a rank. */
static int add_rank(struct bodies *p, int *n, hand_t hand, int rank)
{
    p->above = hand >> 4 * rank << 4 * rank;
    if (rank < RANK_WILD)
        p->above &= ~cards_of(RANK_WILD, 15);
    for (p->adds_wild = 0; p->adds_wild <= (p->wilds > 0); p->adds_wild++) {
        if (add_gifts(p, n, hand, rank))
            return ERROR_CAPACITY;
        int most = least(cards_count(hand, rank) + (p->adds_wild ? p->wilds : 0), 15);
        uint64_t rows = p->rows[p->adds_wild] & p->fits[most];
        for (; rows; rows &= rows - 1)
            if (add_row(p, n, hand, rank, __builtin_ctzll(rows)))
                return ERROR_CAPACITY;
        if (!p->adds_wild)
            p->mid[rank] = (uint16_t)*n;
    }
    p->later &= ~p->places_of[rank];
    return 0;
}

/* Maximum cards of one rank in a hand. */
static int most_alike(hand_t hand)
{
    int most = 0;
    while (most < 8 && cards_at_least(hand, most + 1))
        most++;
    return most < 8 ? most : MOST_ALIKE;
}

/* For each body of a rank, store the next body that takes cards of other ranks. */
static void set_chains(struct bodies *p, int rank)
{
    int end = p->first[rank + 1], run = end;
    for (int i = end - 1; i >= p->first[rank]; i--) {
        run = bodies_is_run(&p->list[i], rank) ? i : run;
        p->list[i].run = (uint16_t)run;
    }
    p->runs |= (unsigned)(run < end) << rank;
}

int bodies_list(struct bodies *p)
{
    int n = 0, error = 0;
    hand_t hand = bodies_hand(p, p->hand);
    p->listed = 1;
    set_places(p, hand);
    if (p->wilds)
        set_borrow(p, p->hand);
    p->takes = kicker_credits_groups(&p->credits, hand);
    set_rows(p, hand);
    for (int rank = 0; rank < RANKS; rank++) {
        p->first[rank] = p->mid[rank] = (uint16_t)n;
        if (cards_count(hand, rank) && add_rank(p, &n, hand, rank))
            error = ERROR_CAPACITY; /* the list is incomplete, so the result may not be the best */
    }
    p->first[RANKS] = (uint16_t)n;
    for (int rank = 0; rank < RANK_WILD; rank++)
        set_chains(p, rank);
    return error;
}

/* The body that plays `count` cards of one rank as they are; -1 if there is none. */
static int plain_body(const struct bodies *p, int rank, int count)
{
    for (int i = p->first[rank]; i < p->first[rank + 1]; i++) {
        const struct body *body = &p->list[i];
        if (body->row != ROW_GIVES && body->balance == 0 && body->cards == cards_of(rank, count) &&
            body->wilds != WILD_SOME)
            return i;
    }
    return -1;
}

int bodies_plain(const struct bodies *p, hand_t hand)
{
    int i = -1, rank = cards_lowest(hand);
    for (int count = cards_count(hand, rank); count && i < 0; count--)
        i = plain_body(p, rank, count);
    return i;
}

void bodies_begin(struct bodies *p, const struct engine *engine, hand_t hand, int keep)
{
    memset(p, 0, offsetof(struct bodies, list));
    p->rules = engine->rules;
    p->weights = engine->weights;
    p->hand = hand;
    p->wild_mask = cards_ranks(cards_wild(p->rules, hand));
    p->wilds = cards_size(hand & p->wild_mask);
    if (keep && engine->credits->known) {
        p->credits = *engine->credits;
        return;
    }
    if (!keep) {
        kicker_credits_set(&p->credits, p->rules, most_alike(hand) + p->wilds, p->wilds);
        return;
    }
    kicker_credits_set(&p->credits, p->rules, 2 * MOST_ALIKE, p->rules->wild_cards ? MOST_ALIKE : 0);
    *engine->credits = p->credits;
}

void bodies_forget(const struct engine *engine)
{
    engine->credits->known = 0;
}
