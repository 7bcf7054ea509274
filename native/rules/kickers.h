/* kickers.h - iterate over all choices of kickers for a body, lowest ranks first. */
#ifndef PAILI_RULES_KICKERS_H
#define PAILI_RULES_KICKERS_H

#include "rules/cards.h"

struct kickers {
    hand_t chosen;   /* the current choice of kickers */
    hand_t touching; /* ranks next to the body, as whole nibbles */
    const struct shape *shape;
    uint8_t n; /* ranks to choose from */
    uint8_t most[RANKS], taken[RANKS];
    hand_t group[RANKS]; /* one group of each possible rank */
};

/* Nibbles of the ranks that are no kickers of a row. */
static inline hand_t kickers_never(const struct shape *shape)
{
    return (shape->flags & KICKER_NO_JOKER ? cards_of(13, 15) | cards_of(14, 15) : 0) |
           (shape->flags & KICKER_NO_TWO ? cards_of(12, 15) : 0);
}

/* Ranks just below and above a body in the run order; also used by rows without runs. */
static inline hand_t kickers_touching(const struct rules *rules, const struct shape *shape, int start, int length)
{
    hand_t touching = 0;
    if (shape->run_max == 1)
        return 0;
    if (start > 0)
        touching |= cards_of(rules->run[start - 1], 15);
    if (start + length < rules->n_run)
        touching |= cards_of(rules->run[start + length], 15);
    return touching;
}

/* Whether a choice satisfies the two rules that depend on more than one rank. */
static inline int kickers_allowed(const struct shape *shape, hand_t chosen, hand_t touching)
{
    const hand_t jokers = cards_of(13, 15) | cards_of(14, 15);
    if (!(shape->flags & KICKER_BOTH_JOKERS) && cards_at_least(chosen & jokers, 1) == (HIGH_BITS & jokers))
        return 0;
    return shape->flags & KICKER_NEIGHBOUR || !(cards_at_least(chosen, 3) & touching);
}

/* Choose `left` groups of the lowest ranks. Returns the number of groups that could not be chosen. */
static inline int kickers_fill(struct kickers *k, int left)
{
    for (int i = 0; i < k->n && left; i++) {
        int take = k->most[i] < left ? k->most[i] : left;
        k->taken[i] = (uint8_t)take;
        k->chosen += k->group[i] * (unsigned)take;
        left -= take;
    }
    return left;
}

/* Advance to the next choice, legal or not; 0 if there is none. */
static inline int kickers_step(struct kickers *k)
{
    int below = 0;
    for (int i = 0; i < k->n; i++) {
        if (below && k->taken[i] < k->most[i]) {
            k->taken[i]++;
            k->chosen += k->group[i];
            return kickers_fill(k, below - 1) == 0;
        }
        below += k->taken[i];
        k->chosen -= k->group[i] * k->taken[i];
        k->taken[i] = 0;
    }
    return 0;
}

static inline int kickers_next(struct kickers *k)
{
    while (kickers_step(k))
        if (kickers_allowed(k->shape, k->chosen, k->touching))
            return 1;
    return 0;
}

/* Start with the lowest choice of `groups` groups from `from`, which excludes the body; 0 if there is none. */
static inline int kickers_first(struct kickers *k, const struct rules *rules, const struct shape *shape, hand_t from,
                                hand_t body, int start, int length)
{
    if (!(shape->flags & KICKER_OF_BODY))
        from &= ~cards_ranks(body);
    from &= ~kickers_never(shape);
    k->chosen = 0;
    k->shape = shape;
    k->touching = kickers_touching(rules, shape, start, length);
    k->n = 0;
    for (hand_t left = cards_at_least(from, shape->kicker_size); left; left &= left - 1) {
        int rank = cards_lowest(left), held = cards_count(from, rank) >> (shape->kicker_size - 1); /* by group size */
        k->group[k->n] = cards_of(rank, shape->kicker_size);
        k->most[k->n] = (uint8_t)(held < shape->kicker_same ? held : shape->kicker_same);
        k->taken[k->n++] = 0;
    }
    if (kickers_fill(k, shape->kickers * length))
        return 0;
    return kickers_allowed(shape, k->chosen, k->touching) || kickers_next(k);
}

#endif
