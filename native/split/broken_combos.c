/* broken_combos.c - the combos of the best split that a play breaks.
 *
 * The cards of a play come from combos that it uses completely, and from combos that it breaks; all other combos stay
 * whole in the remaining hand. Equal cards are interchangeable, so the smallest set of broken combos is searched: none,
 * then one, and so on. Combos of one suit need cards of their suit, in the play and in the remaining hand.
 */
#include "plays/value.h"
#include "rules/cards.h"
#include "rules/read.h"
#include "rules/rules.h"

struct breaking {
    const struct split *whole;
    hand_t wild_mask;
    hand_t behind[MAX_TURNS + 1]; /* cards of the combos from the i-th on */
};

/* The cards that are not yet explained, and those gained from broken combos. */
struct taking {
    hand_t need, spare;
    uint32_t play[4], rest[4];
};

/* Remove a combo's cards of one suit from the play or the remaining hand; 0 if they are not there. Other combos need no
 * suit. */
static int take_suit(const struct breaking *t, const struct combo *combo, uint32_t *side)
{
    if (!combo->suit)
        return 1;
    uint32_t cards = read_suit_word(combo->cards & ~t->wild_mask);
    if (!suit_holds(side[combo->suit - 1], cards))
        return 0;
    side[combo->suit - 1] -= cards;
    return 1;
}

/* Whether breaking at most `most` of the combos from the i-th on is enough; broken ones become bits. Later combos are
 * broken rather than earlier ones. */
static int break_combos(const struct breaking *t, int i, const struct taking *taking, int most, uint64_t *broken)
{
    if (!cards_hold(taking->spare + t->behind[i], taking->need))
        return 0;
    if (i == t->whole->turns)
        return 1;
    const struct combo *combo = &t->whole->combos[i];
    struct taking next = *taking;
    next.need -= combo->cards;
    if (cards_hold(taking->need, combo->cards) && take_suit(t, combo, next.play) &&
        break_combos(t, i + 1, &next, most, broken))
        return 1;
    next = *taking;
    if (take_suit(t, combo, next.rest) && break_combos(t, i + 1, &next, most, broken))
        return 1;
    next = *taking;
    next.spare += combo->cards;
    if (!most || !cards_min(taking->need, combo->cards) || !break_combos(t, i + 1, &next, most - 1, broken))
        return 0;
    *broken |= 1ull << i;
    return 1;
}

/* Whether the values of the play and of the remaining hand add up to that of the whole: the play belongs to a best
 * split. */
static int is_of_best(const struct engine *engine, const struct split *whole, const struct hint *hint)
{
    const struct combo *combo = &hint->combo;
    int start = value_start(engine->rules, combo);
    return engine->weights->value[combo->shape][start][combo->length] + hint->score >= whole->score;
}

/* Whether a combo can index the tables of rules and weights. */
static int is_in_range(const struct rules *rules, const struct combo *combo)
{
    return combo->shape < rules->n_shapes && combo->rank < RANKS && combo->key < RANKS && combo->length < MAX_RUN &&
           combo->suit <= 4;
}

/* 0, or an error for a split with cards that the hand lacks, or for plays that no table lists. */
static int verify(const struct rules *rules, hand_t hand, const struct split *whole, const struct hint *hints, int n)
{
    hand_t left = hand;
    if (n < 0 || whole->turns > MAX_TURNS)
        return ERROR_CAPACITY;
    if (rules_verify_hand(hand))
        return ERROR_HAND;
    for (int i = 0; i < whole->turns; i++) {
        if (!is_in_range(rules, &whole->combos[i]) || !cards_hold(left, whole->combos[i].cards))
            return ERROR_COMBO;
        left -= whole->combos[i].cards;
    }
    for (int i = 0; i < n; i++)
        if (!is_in_range(rules, &hints[i].combo) || !cards_hold(hand, hints[i].combo.cards))
            return ERROR_COMBO;
    return 0;
}

int broken_combos_list(const struct engine *engine, const struct table *table, const struct split *whole,
                       const struct hint *hints, const uint32_t *suits, int n, uint64_t *out)
{
    struct breaking t = {.whole = whole, .wild_mask = cards_wild(engine->rules, ~0ull)};
    struct taking all = {.spare = table->hand};
    int error = verify(engine->rules, table->hand, whole, hints, n);
    if (error)
        return error;
    for (int i = whole->turns; i--;) {
        t.behind[i] = t.behind[i + 1] + whole->combos[i].cards;
        all.spare -= whole->combos[i].cards; /* wild cards that no combo contains */
    }
    for (int i = 0; i < n; i++) {
        struct taking taking = all;
        taking.need = hints[i].combo.cards;
        for (int suit = 0; suit < 4 && suits; suit++) {
            taking.play[suit] = suits[4 * i + suit];
            taking.rest[suit] = table->suits[suit] - taking.play[suit];
        }
        out[i] = 0;
        for (int most = 0; !is_of_best(engine, whole, &hints[i]) && most <= whole->turns; most++)
            if (break_combos(&t, 0, &taking, most, &out[i]))
                break;
    }
    return n;
}
