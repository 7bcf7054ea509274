/* flushes.c - bodies of one suit in a hand, and the sets of them that can stand side by side.
 *
 * The walk knows no suits. What suits allow is listed before it: every set of such bodies that share no card; the
 * rest of the hand is then the walk's. Hands hold few such sets, and the walks share their memo.
 */
#include "walk.h"

#include <string.h>

/* The ordinary cards of one suit that a body finds, one of each rank, as a suit's word. */
static uint32_t found_in(const struct rules *rules, int start, int length, uint32_t suit)
{
    uint32_t found = 0;
    for (int i = 0; i < length; i++)
        if (suit_count(suit, rules->run[start + i]))
            found |= 1u << 2 * rules->run[start + i];
    return found;
}

static hand_t cards_of_word(uint32_t word)
{
    hand_t cards = 0;
    for (; word; word &= word - 1)
        cards += cards_of(__builtin_ctz(word) / 2, 1);
    return cards;
}

/* Add the body that takes the ordinary cards `word`, then those that have a wild card in the place of one or more. */
static void add_flushes(struct search *s, const struct flush *like, uint32_t word, int from)
{
    int lacks = like->length - __builtin_popcount(word);
    if (lacks > s->wilds || !word)
        return;
    if (s->n_flushes == MAX_FLUSHES) {
        s->cut = 1;
        return;
    }
    struct flush *flush = &s->flushes[s->n_flushes++];
    *flush = *like;
    flush->word = word;
    flush->cards = cards_of_word(word) + cards_of(RANK_WILD, lacks);
    for (int rank = from; rank < SUIT_RANKS; rank++)
        if (word >> 2 * rank & 1)
            add_flushes(s, like, word & ~(1u << 2 * rank), rank + 1);
}

/* Add a set, then those that have one more body from `from` on. */
static void add_sets(struct search *s, const struct flush_set *set, hand_t hand, const uint32_t *suits, int from)
{
    if (s->n_flush_sets == MAX_FLUSH_SETS) {
        s->cut = 1;
        return;
    }
    s->scratch->flush_sets[s->n_flush_sets++] = *set;
    for (int i = from; i < s->n_flushes && set->n < MAX_FLUSHES_OF_SET; i++) {
        const struct flush *flush = &s->flushes[i];
        struct flush_set more = *set;
        more.cards += flush->cards;
        more.suits[flush->suit - 1] += flush->word;
        if (!suit_holds(suits[flush->suit - 1], more.suits[flush->suit - 1]) || !cards_hold(hand, more.cards))
            continue;
        more.value += flush->value;
        more.flush[more.n++] = (uint16_t)i;
        add_sets(s, &more, hand, suits, i);
    }
}

void flushes_list(struct search *s, hand_t hand, const uint32_t *suits)
{
    const struct rules *rules = s->rules;
    struct flush_set none;
    memset(&none, 0, sizeof none);
    s->n_flushes = s->n_flush_sets = 0;
    for (int row = 0; row < rules->n_shapes; row++) {
        const struct shape *shape = &rules->shapes[row];
        if (!(shape->flags & BODY_ONE_SUIT))
            continue;
        for (int suit = 0; suit < 4; suit++)
            for (int length = shape->run_min; length <= shape->run_max; length++)
                for (int start = 0; start + length <= rules->n_run; start++) {
                    struct flush like = {.body = read_body(rules, shape, start, length), .row = (uint8_t)row,
                                         .start = (uint8_t)start, .length = (uint8_t)length,
                                         .suit = (uint8_t)(suit + 1), .value = walk_worth(s, row, start, length)};
                    add_flushes(s, &like, found_in(rules, start, length, suits[suit]), 0);
                }
    }
    add_sets(s, &none, hand, suits, 0);
}

int flushes_fit(const struct flush_set *set, hand_t hand, const uint32_t *suits, const uint32_t *taken)
{
    if (!cards_hold(hand, set->cards))
        return 0;
    for (int suit = 0; suit < 4; suit++)
        if (!suit_holds(suits[suit], set->suits[suit] + taken[suit]))
            return 0;
    return 1;
}
