/* read.c - the classifier: readings of a set of cards as combos, and which combo beats which.
 *
 * All other files use this classifier; no other code classifies plays. A set of cards is read under each row that
 * allows its size: for each start of the body, wild cards fill missing cards of the body, and the remaining cards must
 * be a legal choice of kickers. A body takes as many ordinary cards as it can: any further card of its ranks would have
 * to be a kicker, and where that is allowed a wild card there is equivalent.
 */
#include "rules/read.h"
#include "rules/kickers.h"
#include "rules/rules.h"

/* The highest rank with exactly three cards; without one, the body's own. */
static int key_of_any_trio(const struct rules *rules, hand_t cards, int fallback)
{
    hand_t trios = cards_at_least(cards, 3) & ~cards_at_least(cards, 4);
    return trios ? rules->power[cards_highest(trios)] : fallback;
}

void read_fill(const struct rules *rules, int row, int start, int length, hand_t body, hand_t plays_as,
               struct combo *out)
{
    const struct shape *shape = &rules->shapes[row];
    int rank = shape->named ? cards_lowest(body) : shape->run_max > 1 ? rules->run[start] : start;
    int key = read_key(rules, shape, start);
    if (shape->flags & KEY_ANY_TRIO)
        key = key_of_any_trio(rules, plays_as, key);
    *out = (struct combo){
        .cards = plays_as,
        .plays_as = plays_as,
        .body = body,
        .shape = (uint8_t)row,
        .rank = (uint8_t)rank,
        .length = (uint8_t)length,
        .key = (uint8_t)key,
        .tier = shape->tier,
        .family = shape->family,
        .size = (uint8_t)cards_size(plays_as),
    };
}

/* ---- kickers --------------------------------------------------------------------------------------------------- */

/* How many more cards of a rank may be added to the kickers. */
static int capacity_for(const struct shape *shape, hand_t kickers, hand_t body, hand_t touching, int rank)
{
    int most = shape->kicker_same * shape->kicker_size;
    if (cards_count(kickers_never(shape), rank) || (!(shape->flags & KICKER_OF_BODY) && cards_count(body, rank)))
        most = 0;
    if (!(shape->flags & KICKER_NEIGHBOUR) && cards_count(touching, rank) && most > 2)
        most = 2;
    return most - cards_count(kickers, rank);
}

/* Declare `n` wild cards as one group of kickers: their own rank if possible, else the lowest; 0 if no rank is
 * legal. */
static int add_wild_group(const struct rules *rules, const struct shape *shape, hand_t *as, hand_t body,
                          hand_t touching, int n)
{
    for (unsigned own = rules->wild_cards; own; own &= own - 1) {
        int rank = rules_printed(rules, __builtin_ctz(own));
        if (rank < RANK_WILD && rules->wild_ranks >> rank & 1 && capacity_for(shape, *as, body, touching, rank) >= n) {
            *as += cards_of(rank, n);
            return 1;
        }
    }
    for (unsigned left = rules->wild_ranks; left; left &= left - 1) {
        int rank = __builtin_ctz(left);
        if (capacity_for(shape, *as, body, touching, rank) >= n) {
            *as += cards_of(rank, n);
            return 1;
        }
    }
    return 0;
}

/* Complete single cards to pairs of kickers with wild cards; returns the number of remaining wild cards, or -1 if a
 * card cannot be completed. */
static int complete_pairs(const struct rules *rules, hand_t *as, int wilds)
{
    for (hand_t left = cards_at_least(*as, 1); left; left &= left - 1) {
        int rank = cards_lowest(left);
        if (cards_count(*as, rank) % 2 == 0)
            continue;
        if (!wilds-- || !(rules->wild_ranks >> rank & 1))
            return -1;
        *as += cards_of(rank, 1);
    }
    return wilds;
}

int read_kickers(const struct rules *rules, const struct shape *shape, const struct rest *rest, hand_t body, int start,
                 int length, hand_t *as)
{
    hand_t touching = kickers_touching(rules, shape, start, length);
    int wilds = rest->wilds;
    *as = rest->plain;
    if (wilds && !(shape->flags & KICKER_WILD))
        return 0;
    if (shape->kicker_size == 2 && (wilds = complete_pairs(rules, as, wilds)) < 0)
        return 0;
    for (; wilds; wilds -= shape->kicker_size)
        if (!add_wild_group(rules, shape, as, body, touching, shape->kicker_size))
            return 0;
    for (hand_t left = cards_at_least(*as, 1); left; left &= left - 1)
        if (capacity_for(shape, *as, body, touching, cards_lowest(left)) < 0)
            return 0;
    return kickers_allowed(shape, *as, touching);
}

/* ---- one reading ----------------------------------------------------------------------------------------------- */

void read_separate(const struct rules *rules, hand_t cards, struct separated *out)
{
    hand_t wild = cards_wild(rules, cards);
    *out = (struct separated){.plain = cards - wild, .wilds = cards_size(wild), .size = cards_size(cards)};
    if (out->plain || !wild)
        return;
    int highest =
        rules_higher(rules, rules_printed(rules, cards_lowest(wild)), rules_printed(rules, cards_highest(wild)));
    out->pure = cards_lowest(wild) == cards_highest(wild) ? PURE_PRINTED : PURE_FREE;
    out->pure_rank = highest;
    if (out->pure == PURE_PRINTED && highest != RANK_NONE)
        *out = (struct separated){cards_of(highest, out->size), 0, out->size, PURE_PRINTED, highest};
}

/* Whether a row is for plays with this mix of ordinary and wild cards. */
static int row_takes(const struct shape *shape, const struct separated *cards)
{
    if (shape->wilds == WILD_ONLY)
        return cards->pure && cards->size == shape->copies;
    if (cards->pure)
        return shape->wilds == WILD_ANY &&
               (cards->pure == PURE_PRINTED ? !cards->wilds : cards->size <= PURE_FREE_MOST && !shape->kickers);
    return shape->wilds == WILD_ANY || (shape->wilds == WILD_SOME) == (cards->wilds > 0);
}

uint32_t read_suit_word(hand_t plain)
{
    uint32_t word = 0;
    for (hand_t left = cards_at_least(plain, 1); left; left &= left - 1)
        word |= 1u << 2 * cards_lowest(left);
    return word & SUIT_MASK;
}

int read_only_suit(const uint32_t *suits, hand_t plain)
{
    int match = 0;
    for (int suit = 0; suits_any(suits) && suit < 4; suit++) {
        int others = 0;
        for (hand_t left = cards_at_least(plain, 1); left && !others; left &= left - 1)
            for (int other = 0; other < 4; other++)
                others += other != suit && suit_count(suits[other], cards_lowest(left));
        if (!others)
            match = suit + 1;
    }
    return match;
}

static int suits_fit(const struct shape *shape, const struct play *play, const struct separated *cards, int *suit)
{
    if (!(shape->flags & (BODY_ONE_SUIT | BODY_TWO_SUITS)))
        return 1;
    int one = read_only_suit(play->suits, cards->plain);
    if (shape->flags & BODY_ONE_SUIT) {
        *suit = one;
        return one && play->suit != SUITS_MIXED && (!play->suit || play->suit == one);
    }
    return (!one || cards->wilds) && (!play->suit || play->suit == SUITS_MIXED);
}

static int kickers_fit(const struct shape *shape, int n, int length, hand_t cards, hand_t hand)
{
    int full = shape->kickers * shape->kicker_size * length;
    return shape->flags & KICKERS_SHORT ? n >= shape->kickers_least && n < larger(full, 1) && cards == hand : n == full;
}

/* The declared kickers of a play, or 0 if the declaration is not a reading. */
static int declared_kickers(const struct rules *rules, const struct shape *shape, const struct separated *cards,
                            hand_t plays_as, hand_t body, struct rest *rest)
{
    if (!cards_hold(plays_as, body) || !cards_hold(plays_as, cards->plain))
        return 0;
    for (hand_t left = cards_at_least(plays_as - cards->plain, 1); left; left &= left - 1)
        if (!(rules->wild_ranks >> cards_lowest(left) & 1))
            return 0;
    *rest = (struct rest){plays_as - body, 0};
    return shape->flags & KICKER_WILD || cards_hold(cards->plain, rest->plain);
}

/* The kickers that remain after taking a body from the cards; 0 if there are too few wild cards for the body. */
static int leftover(const struct rules *rules, const struct separated *cards, hand_t body, struct rest *rest)
{
    hand_t used = cards_min(cards->plain, body), lacks = body - used;
    int lacking = cards_size(lacks);
    if (lacking > cards->wilds)
        return 0;
    for (hand_t left = lacking ? cards_at_least(lacks, 1) : 0; left; left &= left - 1)
        if (!(rules->wild_ranks >> cards_lowest(left) & 1))
            return 0;
    *rest = (struct rest){cards->plain - used, cards->wilds - lacking};
    return 1;
}

int read_begin(const struct rules *rules, const struct play *play, const struct separated *cards, int row,
               struct reading *out)
{
    const struct shape *shape = &rules->shapes[row];
    *out = (struct reading){.rules = rules, .play = play, .cards = cards, .row = row};
    if (shape->named && cards->wilds) /* named cards must be natural */
        return 0;
    return row_takes(shape, cards) && suits_fit(shape, play, cards, &out->suit);
}

int read_at(const struct reading *r, hand_t hand, int start, int length, struct combo *out)
{
    const struct shape *shape = &r->rules->shapes[r->row];
    const struct play *play = r->play;
    struct rest rest = {0, 0};
    hand_t as;
    if (shape->run_max == 1 && !shape->named && !(shape->ranks >> start & 1))
        return 0;
    hand_t body = read_body(r->rules, shape, start, length);
    if (shape->wilds == WILD_ONLY) {
        if (start != r->cards->pure_rank || (play->plays_as && play->plays_as != body))
            return 0;
    } else if (!leftover(r->rules, r->cards, body, &rest) ||
               (play->plays_as && !declared_kickers(r->rules, shape, r->cards, play->plays_as, body, &rest))) {
        return 0;
    }
    if (!kickers_fit(shape, cards_size(rest.plain) + rest.wilds, length, play->cards, hand))
        return 0;
    if (!read_kickers(r->rules, shape, &rest, body, start, length, &as))
        return 0;
    read_fill(r->rules, r->row, start, length, body, body + as, out);
    out->cards = play->cards;
    out->suit = (uint8_t)r->suit;
    return 1;
}

/* ---- all readings ---------------------------------------------------------------------------------------------- */

/* Sort the readings from `from` on by key; they are few and almost sorted. */
static void sort_by_key(struct combo *readings, int from, int n, int low)
{
    for (int i = from + 1; i < n; i++) {
        struct combo moved = readings[i];
        int j = i;
        for (; j > from && (low ? readings[j - 1].key > moved.key : readings[j - 1].key < moved.key); j--)
            readings[j] = readings[j - 1];
        readings[j] = moved;
    }
}

/* Read a play with bodies of one length, preferred key first. Returns the new number of readings, or
 * ERROR_CAPACITY. */
static int read_length(const struct reading *r, hand_t hand, int length, struct combo *out, int n, int cap)
{
    const struct rules *rules = r->rules;
    const struct shape *shape = &rules->shapes[r->row];
    int places = read_places(rules, shape, length), from = n;
    int plain = !shape->named && shape->copies <= 8 && !cards_wild(rules, r->play->cards);
    hand_t starts = plain ? cards_at_least(r->play->cards, shape->copies) : 0; /* possible first ranks of the body */
    for (int i = places - 1; i >= 0; i--) {
        struct combo reading;
        if (plain && !(starts >> (4 * (shape->run_max > 1 ? rules->run[i] : i)) & 8))
            continue;
        if (!read_at(r, hand, i, length, &reading))
            continue;
        if (n == cap)
            return ERROR_CAPACITY;
        out[n++] = reading;
    }
    sort_by_key(out, from, n, rules->flags & KEY_LOW);
    return n;
}

/* The maximum and minimum number of body ranks with which a row has `size` cards; 0 if there is none. */
static int lengths_for_size(const struct shape *shape, int size, int *least)
{
    int kickers = shape->kickers * shape->kicker_size, each = shape->copies + kickers, most = size / each;
    *least = most;
    if (shape->named)
        return *least = size == cards_size(shape->named);
    if (shape->flags & KICKERS_SHORT && kickers) {
        *least = most + 1; /* plays with missing kickers have fewer cards */
        most = size / shape->copies;
    } else if (size % each) {
        return 0;
    }
    *least = *least < shape->run_min ? shape->run_min : *least;
    most = most > shape->run_max ? shape->run_max : most;
    return most < *least ? 0 : most;
}

/* Whether a row can have a reading of these cards by their counts alone. Without wild cards, each rank of a body has
 * `copies` cards; without kickers, no other card is left. */
static inline int counts_fit(const struct shape *shape, const struct separated *cards)
{
    if (cards->wilds || shape->named || shape->copies > 8)
        return 1;
    hand_t ranks = cards_at_least(cards->plain, shape->copies);
    return shape->kickers ? ranks != 0 : cards->plain == (ranks >> 3) * shape->copies;
}

static int verify_play(const struct rules *rules, const struct play *play, hand_t hand)
{
    if (rules_verify_hand(play->cards) || rules_verify_hand(hand) || cards_size(play->plays_as) > MAX_CARDS ||
        !cards_hold(hand, play->cards))
        return ERROR_HAND;
    return rules_verify_suits(rules, play->cards, play->suits) || play->suit > SUITS_MIXED ? ERROR_HAND : 0;
}

int read_some(const struct rules *rules, const struct play *play, hand_t hand, int wanted, struct combo *out, int cap)
{
    struct separated cards;
    struct reading reading;
    int n = 0, least, error = verify_play(rules, play, hand);
    if (error || cap < 0)
        return error ? error : ERROR_CAPACITY;
    read_separate(rules, play->cards, &cards);
    if (play->plays_as && cards_size(play->plays_as) != cards.size)
        return 0;
    for (int row = 0; row < rules->n_shapes && n < wanted; row++) {
        if (!counts_fit(&rules->shapes[row], &cards))
            continue;
        int length = lengths_for_size(&rules->shapes[row], cards.size, &least);
        if (!length || !read_begin(rules, play, &cards, row, &reading))
            continue;
        for (; length && length >= least && n < wanted; length--) {
            n = read_length(&reading, hand, length, out, n, cap);
            if (n < 0)
                return n;
        }
    }
    return n;
}

int read_all(const struct rules *rules, const struct play *play, hand_t hand, struct combo *out, int cap)
{
    return read_some(rules, play, hand, MAX_READINGS + 1, out, cap);
}

int read_is_unread(const struct rules *rules, const struct combo *combo)
{
    if (!(rules->shapes[combo->shape].flags & UNREAD_KICKERS))
        return 0;
    hand_t kickers = combo->plays_as - combo->body;
    return cards_at_least(kickers, 4) || (combo->length >= 4 && cards_at_least(kickers, 3));
}

int read_beats(const struct rules *rules, const struct combo *a, const struct combo *b)
{
    if (!a->length || !b->length)
        return a->length != 0;
    if (a->tier != b->tier)
        return a->tier > b->tier;
    if (b->shape >= rules->n_shapes)
        return ERROR_COMBO;
    if (a->tier == 0 && (a->family != b->family || a->length != b->length || read_is_unread(rules, b)))
        return 0;
    return a->key > b->key;
}
