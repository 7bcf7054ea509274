/* value.h - value of a combo as one integer that orders splits by score, then by number of turns. */
#ifndef PAILI_PLAYS_VALUE_H
#define PAILI_PLAYS_VALUE_H

#include "engine.h"

#define TURN_BITS 6
#define TURN_WEIGHT (1 << TURN_BITS) /* more than the maximum turns of a split */
#define MAX_VALUE 250000    /* maximum score of one combo, so that MAX_TURNS of them times TURN_WEIGHT fit 32 bits */
#define NEVER (-1500000000) /* no split is possible from here */
#define IS_SPLIT(worth) ((worth) > NEVER / 2)

/* Index of a combo's value among those of its row. */
static inline int value_start(const struct rules *rules, const struct combo *combo)
{
    const struct shape *shape = &rules->shapes[combo->shape];
    int at = 0;
    if (shape->named || shape->run_max == 1)
        return shape->named ? 0 : combo->rank;
    if (!(shape->flags & KEY_ANY_TRIO))
        return combo->key;
    while (at < rules->n_run - 1 && rules->run[at] != combo->rank)
        at++;
    return at;
}

/* The value of a combo as one integer: its score, and one turn. */
static inline int32_t value_combo(const struct weights *weights, int row, int start, int length)
{
    return weights->value[row][start][length] * TURN_WEIGHT - 1;
}

/* The total score in a value. */
static inline int32_t value_score(int32_t worth)
{
    return (worth + TURN_WEIGHT - 1) >> TURN_BITS;
}

/* The number of turns in a value. */
static inline int value_turns(int32_t worth)
{
    return value_score(worth) * TURN_WEIGHT - worth;
}

#endif
