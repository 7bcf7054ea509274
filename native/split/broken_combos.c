/* broken_combos.c - which combos of the best split a play tears.
 *
 * The cards of a play come out of combos that it uses up whole, and out of combos that it tears; all other combos stay
 * whole in the rest of the hand. Equal cards may be taken for one another, so the fewest torn combos are looked for: none,
 * then one, and so on. Combos of one suit take the cards of their suit, in the play as in the rest.
 */
#include "plays/value.h"
#include "rules/cards.h"

struct tearing {
    const struct split *whole;
    hand_t wild_mask;
    hand_t behind[MAX_TURNS + 1]; /* cards of the combos from the i-th on */
};

/* What is still to be taken out of combos, and what torn ones give. */
struct taking {
    hand_t need, spare;
    uint32_t play[4], rest[4];
};

/* Take a combo's cards of one suit, if it has a suit, out of a side that must have them; 0 if it has not. */
static int take_suit(const struct tearing *t, const struct combo *combo, uint32_t *side)
{
    if (!combo->suit)
        return 1;
    uint32_t cards = cards_suit(combo->cards & ~t->wild_mask);
    if (!suit_holds(side[combo->suit - 1], cards))
        return 0;
    side[combo->suit - 1] -= cards;
    return 1;
}

/* Whether at most `most` of the combos from the i-th on need be torn; those that are become bits. The first ones are
 * spared where that can be chosen. */
static int spare_combos(const struct tearing *t, int i, const struct taking *taking, int most, uint64_t *torn)
{
    if (!cards_hold(taking->spare + t->behind[i], taking->need))
        return 0;
    if (i == t->whole->turns)
        return 1;
    const struct combo *combo = &t->whole->combos[i];
    struct taking next = *taking;
    next.need -= combo->cards;
    if (cards_hold(taking->need, combo->cards) && take_suit(t, combo, next.play) && spare_combos(t, i + 1, &next, most, torn))
        return 1;
    next = *taking;
    if (take_suit(t, combo, next.rest) && spare_combos(t, i + 1, &next, most, torn))
        return 1;
    next = *taking;
    next.spare += combo->cards;
    if (!most || !cards_min(taking->need, combo->cards) || !spare_combos(t, i + 1, &next, most - 1, torn))
        return 0;
    *torn |= 1ull << i;
    return 1;
}

/* Whether the play and what it leaves are worth as much as the whole: a combo of a best split. */
static int is_of_best(const struct engine *engine, const struct split *whole, const struct hint *hint)
{
    const struct combo *combo = &hint->combo;
    int start = value_start(engine->rules, combo);
    return engine->weights->value[combo->shape][start][combo->length] + hint->score >= whole->score;
}

int broken_combos_list(const struct engine *engine, const struct table *table, const struct split *whole,
                       const struct hint *hints, const uint32_t *suits, int n, uint64_t *out)
{
    struct tearing t = {.whole = whole, .wild_mask = cards_wild(engine->rules, ~0ull)};
    struct taking all = {.spare = table->hand};
    for (int i = whole->turns; i--;) {
        t.behind[i] = t.behind[i + 1] + whole->combos[i].cards;
        all.spare -= whole->combos[i].cards; /* wild cards that fit into no combo */
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
            if (spare_combos(&t, 0, &taking, most, &out[i]))
                break;
    }
    return n;
}
