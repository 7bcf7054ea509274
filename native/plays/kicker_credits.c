/* kicker_credits.c - limits on kickers under a rule set, for any hand: maximum groups of a rank over all bodies,
 * additional groups through wild cards, and the counts from which credits could break a kicker rule. */
#include "plays/kicker_credits.h"
#include "rules/kickers.h"

/* The smallest count of a rank at which credits could break a kicker rule of a row. */
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

/* Maximum groups of kickers of one kind for each count of a rank, and the increase through wild cards. */
struct slots {
    uint8_t of[2 * MOST_ALIKE + 1], gain[MOST_ALIKE + 1];
};

/* Add the kickers of a row's bodies to the totals of the rows before it. */
static void add_slots(struct slots *slots, const struct shape *shape, int most)
{
    for (int count = shape->copies; count <= most; count++)
        slots->of[count] = (uint8_t)larger(slots->of[count], slots->of[count - shape->copies] + shape->kickers);
}

/* Set the increase through wild cards: the maximum for one rank, or distributed over several. */
static void set_gains(struct slots *slots, int most, int most_wilds)
{
    for (int wilds = 1; wilds <= most_wilds; wilds++) {
        int gain = 0;
        for (int count = 0; count + wilds <= most; count++)
            gain = larger(gain, slots->of[count + wilds] - slots->of[count]);
        for (int some = 1; some < wilds; some++)
            gain = larger(gain, slots->gain[some] + slots->gain[wilds - some]);
        slots->gain[wilds] = (uint8_t)gain;
    }
}

/* Set the maximum kickers over all rows for ranks with at most `most` cards, wild ones included. */
static void set_slots(struct kicker_credits *credits, const struct rules *rules, int most, int most_wilds)
{
    struct slots kinds[2] = {0}; /* groups of one card, of two */
    for (int row = 0; row < rules->n_shapes; row++) {
        const struct shape *shape = &rules->shapes[row];
        if (!shape->kickers)
            continue;
        add_slots(&kinds[shape->kicker_size - 1], shape, most);
    }
    for (int kind = 0; kind < 2; kind++)
        set_gains(&kinds[kind], most, most_wilds);
    for (int count = 1; count <= most; count++)
        credits->slots[count] = groups_of(kinds[0].of[count], kinds[1].of[count]);
    for (int wilds = 1; wilds <= most_wilds; wilds++)
        credits->gain[wilds] = groups_of(kinds[0].gain[wilds], kinds[1].gain[wilds]);
}

/* Store the ranks that a row with kickers may take, and the counts from which credits could break its rules. */
static void add_risk(struct kicker_credits *credits, const struct shape *shape)
{
    credits->kicked_copies = least(credits->kicked_copies, shape->copies);
    credits->risky_count = least(credits->risky_count, risk_of(shape));
    credits->givers |= ~kickers_never(shape);
    credits->risky_ranks |= kickers_never(shape);
    credits->risky_jokers |= !(shape->flags & KICKER_BOTH_JOKERS) && shape->kickers * shape->run_max > 1;
}

void kicker_credits_set(struct kicker_credits *credits, const struct rules *rules, int most, int most_wilds)
{
    credits->known = 1;
    credits->risky_count = 16;
    credits->kicked_copies = 8;
    for (int row = 0; row < rules->n_shapes; row++) {
        credits->wild_kickers |= rules->shapes[row].flags & KICKER_WILD;
        if (rules->shapes[row].kickers)
            add_risk(credits, &rules->shapes[row]);
    }
    credits->risky_ranks &= credits->givers;
    if (!credits->wild_kickers)
        credits->givers &= ~cards_of(RANK_WILD, 15);
    set_slots(credits, rules, most, most_wilds);
}
