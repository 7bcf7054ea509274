/* rules.c - whether a rule set is one that the engine can work with. */
#include "read.h"

static int shape_is_sound(const struct shape *shape)
{
    int kickers = shape->kickers != 0;
    if (shape->copies < 1 || shape->copies > 12 || shape->run_min < 1 || shape->run_min > shape->run_max)
        return 0;
    if (shape->run_max >= MAX_RUN || (shape->run_min == 1 && shape->run_max > 1))
        return 0;
    if (shape->kickers > 4 || shape->kicker_size > 2 || kickers != (shape->kicker_size != 0))
        return 0;
    if (kickers != (shape->kicker_same != 0) || shape->kicker_same > 12)
        return 0;
    if (shape->named && (kickers || shape->run_max > 1 || cards_size(shape->named) > MAX_CARDS))
        return 0;
    return shape->wilds <= WILD_ONLY;
}

/* Wild cards and suits have their columns, but the searches do not walk them yet: such rules are refused. */
static int shape_is_supported(const struct shape *shape)
{
    return shape->wilds == WILD_ANY && !(shape->flags & (BODY_ONE_SUIT | KICKERS_SHORT | KICKER_WILD));
}

static int run_is_sound(const struct rules *rules)
{
    if (rules->n_run > MAX_RUN)
        return 0;
    for (int i = 0; i < rules->n_run; i++)
        if (rules->run[i] >= RANK_WILD || (i && rules->run[i] <= rules->run[i - 1]))
            return 0;
    return 1;
}

int rules_verify(const struct rules *rules)
{
    if (rules->n_shapes < 1 || rules->n_shapes > MAX_SHAPES || !run_is_sound(rules))
        return ERROR_RULES;
    if (rules->wild_ranks || rules->wild_rank != RANK_NONE || rules->flags & ~(READING_FIRST | KEY_LOW))
        return ERROR_RULES;
    for (int i = 0; i < rules->n_shapes; i++) {
        const struct shape *shape = &rules->shapes[i];
        if (!shape_is_sound(shape) || !shape_is_supported(shape) || shape->run_max > MAX_RUN)
            return ERROR_RULES;
        if (shape->run_max > 1 && shape->run_min > rules->n_run)
            return ERROR_RULES;
    }
    return 0;
}

int hand_verify(hand_t hand)
{
    return cards_size(hand) <= MAX_CARDS && !cards_count(hand, RANK_WILD) ? 0 : ERROR_HAND;
}
