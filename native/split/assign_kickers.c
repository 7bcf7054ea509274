/* assign_kickers.c - assignment of kickers to the bodies of a split, by backtracking. */
#include "split/assign_kickers.h"
#include "rules/read.h"

/* Assign the chosen kickers and `left` wild cards to combo `i`, then continue with the next combos. */
static int give(struct assignment *h, int i, hand_t *from, hand_t plain, int left)
{
    struct part *combo = &h->assembly->combos[i];
    struct rest rest = {plain, left};
    hand_t taken = plain + (left ? cards_of(RANK_WILD, left) : 0);
    if (left > cards_count(*from, RANK_WILD) || !assemble_is_whole(h->assembly, combo->cards + plain))
        return 0;
    if (!((combo->cards + plain) & ~cards_of(RANK_WILD, 15)))
        return 0; /* only wild cards */
    if (!read_kickers(h->rules, &h->rules->shapes[combo->row], &rest, combo->body, combo->start, combo->length,
                      &combo->as))
        return 0;
    *from -= taken;
    combo->kickers = taken;
    if (assign_kickers_from(h, i + 1))
        return 1;
    *from += taken;
    return 0;
}

/* Choose `left` more kickers for combo `i`, ordinary ones from `rank` on; 0 if no choice satisfies the rules. */
static int choose(struct assignment *h, int i, hand_t *from, int rank, hand_t plain, int left)
{
    const struct shape *shape = &h->rules->shapes[h->assembly->combos[i].row];
    for (; rank < RANK_WILD && left; rank++) {
        int most = cards_count(*from, rank);
        if (most > shape->kicker_same * shape->kicker_size)
            most = shape->kicker_same * shape->kicker_size;
        for (int n = most < left ? most : left; n; n--)
            if (choose(h, i, from, rank + 1, plain + cards_of(rank, n), left - n))
                return 1;
    }
    return give(h, i, from, plain, left);
}

int assign_kickers_from(struct assignment *h, int i)
{
    while (i < h->assembly->n && !h->assembly->combos[i].owed)
        i++;
    if (i == h->assembly->n)
        return h->take ? h->take(h) : 1;
    struct part *combo = &h->assembly->combos[i];
    hand_t *from = h->rules->shapes[combo->row].kicker_size == 1 ? &h->assembly->singles : &h->assembly->pairs;
    return choose(h, i, from, 0, 0, combo->owed);
}
