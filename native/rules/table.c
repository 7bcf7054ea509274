/* table.c - legality of plays at a table, and the reading that is stored. */
#include "rules/table.h"
#include "rules/read.h"
#include "rules/rules.h"

static void play_of(const struct rules *rules, const struct combo *combo, struct play *out)
{
    hand_t plain = combo->cards - cards_wild(rules, combo->cards);
    *out = (struct play){.cards = combo->cards, .plays_as = combo->plays_as, .suit = combo->suit};
    if (combo->suit >= 1 && combo->suit <= 4)
        out->suits[combo->suit - 1] = read_suit_word(plain);
}

static int combo_is_read(const struct rules *rules, const struct combo *combo)
{
    struct play play;
    struct separated cards;
    struct reading under;
    struct combo reading;
    if (combo->shape >= rules->n_shapes || rules_verify_hand(combo->cards))
        return 0;
    if (cards_size(combo->plays_as) != cards_size(combo->cards))
        return 0;
    const struct shape *shape = &rules->shapes[combo->shape];
    if (combo->length < shape->run_min || combo->length > shape->run_max)
        return 0;
    play_of(rules, combo, &play);
    if (rules_verify_suits(rules, play.cards, play.suits))
        return 0;
    read_separate(rules, play.cards, &cards);
    if (!read_begin(rules, &play, &cards, combo->shape, &under))
        return 0;
    for (int i = read_places(rules, shape, combo->length) - 1; i >= 0; i--)
        if (read_at(&under, combo->cards, i, combo->length, &reading) && reading.rank == combo->rank &&
            reading.key == combo->key && reading.body == combo->body && reading.suit == combo->suit &&
            reading.size == combo->size)
            return combo->tier == shape->tier && combo->family == shape->family;
    return 0;
}

int table_verify_combo(const struct rules *rules, const struct combo *combo)
{
    return (combo->length ? combo_is_read(rules, combo) : !combo->cards) ? 0 : ERROR_COMBO;
}

int table_verify(const struct rules *rules, const struct table *table)
{
    if (rules_verify_hand(table->hand) || rules_verify_suits(rules, table->hand, table->suits))
        return ERROR_HAND;
    return !table->to_beat.length || combo_is_read(rules, &table->to_beat) ? 0 : ERROR_COMBO;
}

int table_allows(const struct rules *rules, const struct table *table, const struct combo *combo)
{
    int leads = !table->to_beat.length;
    if (rules->shapes[combo->shape].flags & KICKERS_SHORT && !(rules->flags & (leads ? SHORT_LEAD : SHORT_FOLLOW)))
        return 0;
    if (leads && table->must_show && !cards_hold(combo->cards, table->must_show))
        return 0;
    hand_t whole = rules->flags & BOMB_WHOLE ? cards_ranks(cards_at_least(table->hand, 4)) : 0;
    if (table->solo_top && combo->size == 1)
        for (hand_t left = cards_at_least(table->hand & ~whole, 1); left; left &= left - 1)
            if (rules->power[cards_lowest(left)] > rules->power[combo->rank])
                return 0;
    return cards_at_least(combo->cards & whole, 1) == cards_at_least(combo->cards & whole, 4);
}

/* Whether reading `a` is preferred to `b`, which precedes it in the order of readings; both beat the play on the
 * table. */
static int is_preferred(const struct rules *rules, const struct combo *a, const struct combo *b,
                        const struct combo *to_beat)
{
    int a_in_kind = a->shape == to_beat->shape, b_in_kind = b->shape == to_beat->shape;
    if (a_in_kind != b_in_kind)
        return !(rules->flags & FOLLOW_BOMB) && a_in_kind;
    return rules->flags & FOLLOW_WEAK && a->key < b->key;
}

/* The first legal reading on a lead, the preferred one in a follow; NULL if there is none. */
static const struct combo *best_reading(const struct rules *rules, const struct table *table,
                                        const struct combo *readings, int n)
{
    const struct combo *best = NULL;
    for (int i = 0; i < n; i++) {
        if (!table_allows(rules, table, &readings[i]) || !read_beats(rules, &readings[i], &table->to_beat))
            continue;
        if (!best || (table->to_beat.length && is_preferred(rules, &readings[i], best, &table->to_beat)))
            best = &readings[i];
    }
    return best;
}

int table_play(const struct rules *rules, const struct table *table, const struct play *play, struct combo *out)
{
    struct combo readings[MAX_READINGS];
    if (!cards_hold(table->hand, play->cards))
        return 0;
    int first = table->to_beat.length && rules->flags & READING_FIRST && !play->plays_as;
    int n = read_some(rules, play, table->hand, first ? 1 : MAX_READINGS + 1, readings, MAX_READINGS);
    if (n <= 0)
        return n;
    const struct combo *best = best_reading(rules, table, readings, first ? 1 : n);
    if (!best)
        return 0;
    *out = *best;
    return 1;
}

int table_may_pass(const struct rules *rules, int leads, int plays, int bombs)
{
    if (leads || !(rules->flags & PASS_NEVER))
        return !leads;
    return plays == (rules->flags & PASS_ON_BOMB ? bombs : 0);
}
