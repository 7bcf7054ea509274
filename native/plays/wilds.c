/* wilds.c - plays with wild cards, plays of wild cards only, and bodies of one suit. */
#include "plays/wilds.h"
#include "plays/list.h"
#include "rules/kickers.h"
#include "rules/read.h"

/* A body while its cards are chosen. */
struct choice_of_body {
    struct list *m;
    const struct shape *shape;
    int row, start, length;
    int suit;    /* 1..4: the required suit of ordinary cards */
    hand_t body; /* the declared body */
    hand_t from; /* ordinary cards that it may take */
    hand_t used; /* ordinary cards that it takes */
    int wilds;   /* wild cards that it takes */
};

/* Whether the same cards have a reading of the same row and length with a higher key. */
static int has_higher_key(const struct choice_of_body *c, const struct combo *combo)
{
    const struct rules *rules = c->m->rules;
    struct play play = {.cards = combo->cards};
    struct separated cards;
    struct reading under;
    struct combo other;
    if (c->suit)
        play.suits[c->suit - 1] = read_suit_word(c->used);
    read_separate(rules, combo->cards, &cards);
    if (!read_begin(rules, &play, &cards, c->row, &under))
        return 0;
    for (int i = read_places(rules, c->shape, c->length) - 1; i >= 0; i--)
        if (read_key(rules, c->shape, i) > combo->key && read_at(&under, c->m->table->hand, i, c->length, &other))
            return 1;
    return 0;
}

/* Whether rules that keep only one reading of some cards keep this one. */
static int is_first_reading(const struct list *m, const struct combo *combo)
{
    struct combo stored;
    struct play play = {.cards = combo->cards};
    if (m->wanted || !(m->rules->flags & READING_FIRST) || !m->table->to_beat.length)
        return 1;
    return table_play(m->rules, m->table, &play, &stored) == 1 && stored.shape == combo->shape &&
           stored.key == combo->key;
}

/* Add a body with ordinary kickers `plain` and `wilds` wild ones, if they are legal. */
static int keep(const struct choice_of_body *c, hand_t plain, int wilds)
{
    struct list *m = c->m;
    struct combo combo;
    struct rest rest = {plain, wilds};
    hand_t as;
    if (!read_kickers(m->rules, c->shape, &rest, c->body, c->start, c->length, &as))
        return 0;
    read_fill(m->rules, c->row, c->start, c->length, c->body, c->body + as, &combo);
    combo.cards = c->used + plain + cards_take(m->wild, c->wilds + wilds);
    combo.suit = (uint8_t)c->suit;
    if (m->table->to_beat.length && !read_beats(m->rules, &combo, &m->table->to_beat))
        return 0;
    if (!m->wanted &&
        ((c->wilds + wilds && m->cap && !m->all_keys && has_higher_key(c, &combo)) || !is_first_reading(m, &combo)))
        return 0;
    return list_add(m, &combo);
}

/* Choose ordinary kickers from `rank` on, then wild ones for the rest. */
static int choose_kickers(const struct choice_of_body *c, int rank, hand_t plain, int left, int odd)
{
    const struct list *m = c->m;
    const struct shape *shape = c->shape;
    int wilds = shape->flags & KICKER_WILD ? m->wilds - c->wilds : 0;
    if (odd > wilds)
        return 0;
    if (left <= wilds && (left || c->wilds) && c->used + plain && keep(c, plain, left))
        return ERROR_CAPACITY;
    for (; rank < RANK_WILD && left; rank++) {
        int most = cards_count(m->plain - c->used, rank), in_body = cards_count(c->body, rank);
        if (cards_count(kickers_never(shape), rank))
            continue;
        if (in_body && (!(shape->flags & KICKER_OF_BODY) || cards_count(c->used, rank) < in_body))
            continue;
        if (most > shape->kicker_same * shape->kicker_size)
            most = shape->kicker_same * shape->kicker_size;
        for (int n = 1; n <= most && n <= left; n++)
            if (choose_kickers(c, rank + 1, plain + cards_of(rank, n), left - n,
                               odd + (shape->kicker_size == 2 && n % 2)))
                return ERROR_CAPACITY;
    }
    return 0;
}

/* Choose the number of ordinary cards of each rank from `rank` on; the rest of the body is wild. */
static int choose_body(struct choice_of_body *c, int rank)
{
    while (rank < RANK_WILD && !cards_count(c->body, rank))
        rank++;
    if (rank == RANK_WILD) {
        if (c->shape->kickers)
            return choose_kickers(c, 0, 0, c->shape->kickers * c->shape->kicker_size * c->length, 0);
        return c->used && (c->wilds || c->suit) ? keep(c, 0, 0) : 0;
    }
    int wanted = cards_count(c->body, rank), has = cards_count(c->from, rank), full = 0;
    for (int n = has < wanted ? has : wanted; n >= 0 && !full; n--) {
        int lacks = wanted - n;
        if (c->wilds + lacks > c->m->wilds || (lacks && !(c->m->rules->wild_ranks >> rank & 1)))
            break;
        c->used += cards_of(rank, n);
        c->wilds += lacks;
        full = choose_body(c, rank + 1);
        c->used -= cards_of(rank, n);
        c->wilds -= lacks;
    }
    return full;
}

/* Bodies at one place: of any suits, or of each suit in turn. */
static int keep_place(struct list *m, int row, int start, int length)
{
    const struct shape *shape = &m->rules->shapes[row];
    int suits = shape->flags & BODY_ONE_SUIT;
    if (list_too_low(m, shape, start))
        return 0;
    struct choice_of_body c = {.m = m,
                               .shape = shape,
                               .row = row,
                               .start = start,
                               .length = length,
                               .body = read_body(m->rules, shape, start, length),
                               .from = m->plain};
    for (c.suit = suits ? 1 : 0; c.suit <= (suits ? 4 : 0); c.suit++) {
        if (suits)
            c.from = suit_cards(m->table->suits[c.suit - 1]);
        if (cards_size(c.body - cards_min(c.body, c.from)) <= m->wilds && choose_body(&c, 0))
            return ERROR_CAPACITY;
    }
    return 0;
}

int wilds_row(struct list *m, int row)
{
    const struct shape *shape = &m->rules->shapes[row];
    int only = shape->run_max > 1 ? list_length(m, shape) : 1;
    if (shape->named || shape->wilds == WILD_NONE || shape->wilds == WILD_ONLY)
        return 0;
    for (int length = shape->run_min; length <= shape->run_max; length++)
        for (int start = 0; start < read_places(m->rules, shape, length) && (!only || length == only); start++)
            if ((shape->run_max > 1 || shape->ranks >> start & 1) && keep_place(m, row, start, length))
                return ERROR_CAPACITY;
    return 0;
}

/* Add the readings of wild cards only: each row and length once, at the highest key. */
static int keep_pure(struct list *m, hand_t cards)
{
    struct combo readings[MAX_READINGS];
    struct play play = {.cards = cards};
    int n = read_all(m->rules, &play, m->table->hand, readings, MAX_READINGS);
    int step = m->rules->flags & KEY_LOW ? -1 : 1; /* towards lower keys of a row */
    for (int i = 0; i < n; i++) {
        const struct combo *combo = step > 0 ? &readings[i] : &readings[n - 1 - i], *higher = i ? combo - step : NULL;
        int doubled = higher && higher->shape == combo->shape;
        if (m->table->to_beat.length && !read_beats(m->rules, combo, &m->table->to_beat))
            continue;
        if (m->own_tier && combo->tier != m->table->to_beat.tier)
            continue;
        if ((!doubled || m->wanted || m->all_keys) && is_first_reading(m, combo) && list_add(m, combo))
            return ERROR_CAPACITY;
    }
    return 0;
}

int wilds_only(struct list *m)
{
    int low = cards_lowest(m->wild), high = cards_highest(m->wild);
    for (int i = 0; i <= cards_count(m->wild, low); i++)
        for (int j = 0; j <= (high > low ? cards_count(m->wild, high) : 0); j++)
            if (i + j && keep_pure(m, cards_of(low, i) + (j ? cards_of(high, j) : 0)))
                return ERROR_CAPACITY;
    return 0;
}
