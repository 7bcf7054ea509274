/* rules.c - check whether the engine supports a rule set, and whether hands are valid under it. */
#include "rules/rules.h"
#include "rules/cards.h"

#define WILD_KINDS 2 /* maximum number of nibbles with wild cards */

/* Named cards must be two of one rank, or one or two of each of several ranks, at least one of which is in no run. Of
 * these only pairs have other readings, and the generator handles those. */
static int named_is_sound(const struct rules *rules, hand_t named)
{
    hand_t left = cards_at_least(named, 1);
    int ranks = __builtin_popcountll(left);
    for (int i = 0; i < rules->n_run; i++)
        left &= ~cards_of(rules->run[i], 15);
    return !cards_at_least(named, 3) && (ranks > 1 ? left != 0 : cards_size(named) == 2);
}

static int shape_is_sound(const struct shape *shape)
{
    int kickers = shape->kickers != 0;
    if (shape->copies < 1 || shape->copies > 12 || shape->run_min < 1 || shape->run_min > shape->run_max)
        return 0;
    if (shape->run_max >= MAX_RUN || (shape->run_min == 1 && shape->run_max > 1))
        return 0;
    if (shape->kickers_least > shape->kickers || (shape->kickers_least && !(shape->flags & KICKERS_SHORT)))
        return 0;
    if (kickers && shape->copies < 3) /* a solo or a pair with kickers would have ambiguous readings */
        return 0;
    if (shape->kickers > 4 || shape->kicker_size > 2 || kickers != (shape->kicker_size != 0))
        return 0;
    if (kickers != (shape->kicker_same != 0) || shape->kicker_same > 12)
        return 0;
    if (shape->named && (kickers || shape->run_max > 1 || shape->copies > cards_size(shape->named)))
        return 0;
    return shape->wilds <= WILD_ONLY;
}

/* Check fields that only some rows may set. */
static int columns_are_sound(const struct shape *shape)
{
    if (shape->flags & KICKERS_SHORT && (shape->kicker_size > 1 || shape->flags & (KEY_ANY_TRIO | UNREAD_KICKERS)))
        return 0;
    int suits = shape->flags & (BODY_ONE_SUIT | BODY_TWO_SUITS);
    if (suits == BODY_ONE_SUIT && shape->wilds != WILD_ANY) /* only rows with WILD_ANY may require one suit */
        return 0;
    if (suits) /* at most one of the two flags, and only for runs of single cards */
        return suits != (BODY_ONE_SUIT | BODY_TWO_SUITS) && shape->copies == 1 && shape->run_max > 1 && !shape->kickers;
    if (shape->named && (shape->wilds == WILD_SOME || shape->wilds == WILD_ONLY))
        return 0;
    if (shape->kickers && shape->wilds != WILD_ANY)
        return 0;
    return shape->wilds != WILD_ONLY || shape->run_max == 1;
}

/* Check that no rank occurs twice in the run order, except the first rank again at the end. */
static int run_is_sound(const struct rules *rules)
{
    unsigned met = 0;
    if (rules->n_run > MAX_RUN)
        return 0;
    for (int i = 0; i < rules->n_run; i++) {
        int again = i && i == rules->n_run - 1 && rules->run[i] == rules->run[0];
        if (rules->run[i] >= RANK_WILD || (met >> rules->run[i] & 1 && !again))
            return 0;
        met |= 1u << rules->run[i];
    }
    return 1;
}

/* Check wild cards: of at most two nibbles, able to replace all ranks of runs and no W; alone, a rank, or nothing if
 * there is only one nibble. */
static int wilds_are_sound(const struct rules *rules)
{
    if (__builtin_popcount(rules->wild_cards) > WILD_KINDS || rules->wild_ranks >> RANK_WILD)
        return 0;
    for (int i = 0; i < rules->n_run && rules->wild_cards; i++)
        if (!(rules->wild_ranks >> rules->run[i] & 1))
            return 0;
    if (rules->wild_rank == RANK_NONE)
        return !(rules->wild_cards >> RANK_WILD) || rules->wild_cards == 1u << RANK_WILD;
    return rules->wild_rank < RANK_WILD;
}

/* Check a row against the rule set. A run must not contain a rank twice; all rows with kickers agree on KICKER_WILD.
 * With wild cards: no missing kickers, and KICKER_OF_BODY only with KICKER_WILD (a body takes all its ordinary cards).
 * With suits only W may be wild. Named cards must not be wild. */
static int shape_fits(const struct rules *rules, const struct shape *shape)
{
    if (cards_wild(rules, shape->named) || (shape->named && !named_is_sound(rules, shape->named)))
        return 0;
    if (shape->flags & KICKERS_SHORT && rules->wild_cards)
        return 0;
    if (shape->kickers && rules->wild_cards && (shape->flags & (KICKER_OF_BODY | KICKER_WILD)) == KICKER_OF_BODY)
        return 0;
    if (shape->flags & BODY_ONE_SUIT && rules->wild_cards & ~(1u << RANK_WILD))
        return 0;
    if (shape->kickers && shape->tier && rules->flags & READING_FIRST) /* ordinary rows may match too */
        return 0;
    int runs = rules->n_run > 1 && rules->run[0] == rules->run[rules->n_run - 1] ? rules->n_run - 1 : rules->n_run;
    for (int i = 0; i < rules->n_shapes; i++)
        if (shape->kickers && rules->shapes[i].kickers && (shape->flags ^ rules->shapes[i].flags) & KICKER_WILD)
            return 0;
    return shape->run_max == 1 || (shape->run_min <= runs && (shape->run_max <= runs || runs == rules->n_run));
}

static int bodies_meet(const struct shape *a, const struct shape *b)
{
    return a->copies == b->copies && !a->named && !b->named && a->run_min <= b->run_max && b->run_min <= a->run_max;
}

/* Whether two rows without kickers may match the same ordinary cards. */
static int plain_rows_meet(const struct shape *a, const struct shape *b)
{
    int suits = (a->flags | b->flags) & (BODY_ONE_SUIT | BODY_TWO_SUITS);
    return (a->copies < 3 || a->run_max > 1) && !(a->kickers + b->kickers) && !suits && bodies_meet(a, b);
}

/* Whether two rows with all their kickers may match the same ordinary cards; two single kickers may be a pair if equal
 * ranks are allowed. */
static int kicked_rows_meet(const struct shape *a, const struct shape *b)
{
    int alike = a->kicker_same * a->kicker_size > 1 && b->kicker_same * b->kicker_size > 1;
    return a->kickers && a->kickers * a->kicker_size == b->kickers * b->kicker_size &&
           (a->kicker_size == b->kicker_size || alike) && !((a->flags | b->flags) & KICKERS_SHORT) && bodies_meet(a, b);
}

/* Check that solos, pairs, runs and plays with kickers match one row only, because the generator does not check other
 * rows for them. */
static int rows_differ(const struct rules *rules)
{
    for (int i = 0; i < rules->n_shapes; i++)
        for (int j = 0; j < i; j++)
            if (plain_rows_meet(&rules->shapes[i], &rules->shapes[j]) ||
                kicked_rows_meet(&rules->shapes[i], &rules->shapes[j]))
                return 0;
    return 1;
}

int rules_verify(const struct rules *rules)
{
    /* BOMB_WHOLE: a wild card must not replace one of the four cards */
    if (rules->flags >= 2 * SOLO_TOP || (rules->wild_cards && rules->flags & BOMB_WHOLE))
        return ERROR_RULES;
    if (rules->n_shapes < 1 || rules->n_shapes > MAX_SHAPES || !run_is_sound(rules) || !wilds_are_sound(rules))
        return ERROR_RULES;
    for (int rank = 0; rank < RANKS; rank++)
        if (rules->power[rank] >= RANKS) /* arrays are indexed by powers */
            return ERROR_RULES;
    if (!rows_differ(rules))
        return ERROR_RULES;
    for (int i = 0; i < rules->n_shapes; i++) {
        const struct shape *shape = &rules->shapes[i];
        if (!shape_is_sound(shape) || !columns_are_sound(shape) || !shape_fits(rules, shape))
            return ERROR_RULES;
    }
    return 0;
}

int rules_verify_hand(hand_t hand)
{
    hand_t too_many = hand & HIGH_BITS & cards_at_least(hand & ~HIGH_BITS, 1); /* nibbles of nine and more */
    return too_many || cards_size(hand) > MAX_CARDS ? ERROR_HAND : 0;
}

int rules_add_hand(hand_t *pool, hand_t hand)
{
    if (rules_verify_hand(hand) || !cards_hold(HIGH_BITS - *pool, hand) ||
        cards_size(*pool) + cards_size(hand) > MAX_CARDS)
        return ERROR_HAND;
    *pool += hand;
    return 0;
}

int rules_verify_suits(const struct rules *rules, hand_t hand, const uint32_t *suits)
{
    hand_t plain = hand - cards_wild(rules, hand);
    if (cards_count(plain, RANK_WILD)) /* W without wild cards: no row contains this rank */
        return ERROR_HAND;
    if (!suits_any(suits))
        return 0;
    for (int rank = 0; rank < SUIT_RANKS; rank++) {
        int n = 0;
        for (int suit = 0; suit < 4; suit++)
            n += suit_count(suits[suit], rank);
        if (n != cards_count(plain, rank))
            return ERROR_HAND;
    }
    for (int suit = 0; suit < 4; suit++)
        if (suits[suit] >> 2 * SUIT_RANKS)
            return ERROR_HAND;
    return 0;
}
