/* flushes.c - bodies of one suit in a hand, and the sets of them without a common card.
 *
 * The DP knows no suits. The suited bodies are listed before it: every set of such bodies that share no card; the DP
 * then splits the rest of the hand. Hands have few such sets, and the DP runs share their memo. */
#include "plays/flushes.h"
#include "plays/value.h"
#include "rules/cards.h"
#include "rules/read.h"

/* The ordinary cards of one suit that a body can use, one of each rank, as a suit's word. */
static uint32_t run_cards_in(const struct rules *rules, int start, int length, uint32_t suit)
{
    uint32_t cards = 0;
    for (int i = 0; i < length; i++)
        if (suit_count(suit, rules->run[start + i]))
            cards |= 1u << 2 * rules->run[start + i];
    return cards;
}

/* Add the body that takes the ordinary cards `word`, and its variants with wild cards instead of some of them. */
static int add_flushes(struct flushes *f, const struct flush *like, int wilds, uint32_t word, int from)
{
    int lacks = like->length - __builtin_popcount(word);
    if (lacks > wilds || !word)
        return 0;
    if (f->n == MAX_FLUSHES)
        return ERROR_CAPACITY;
    struct flush *flush = &f->of[f->n++];
    *flush = *like;
    flush->word = word;
    flush->cards = suit_cards(word) + cards_of(RANK_WILD, lacks);
    for (int rank = from; rank < SUIT_RANKS; rank++)
        if (word >> 2 * rank & 1 && add_flushes(f, like, wilds, word & ~(1u << 2 * rank), rank + 1))
            return ERROR_CAPACITY;
    return 0;
}

/* Whether the hand contains the cards of a body in addition to those of a set. */
static int is_beside(const struct flush *flush, const struct flush_set *set, hand_t hand, const uint32_t *suits)
{
    const int suit = flush->suit - 1;
    return cards_hold(hand, set->cards + flush->cards) && suit_holds(suits[suit], set->suits[suit] + flush->word);
}

/* Add a set, then all its extensions by one of the bodies `from`..`end` - 1. */
static int add_sets(struct flushes *f, const struct flush_set *set, hand_t hand, const uint32_t *suits,
                    const uint16_t *from, const uint16_t *end)
{
    uint16_t beside[MAX_FLUSHES];
    if (f->n_sets == MAX_FLUSH_SETS)
        return ERROR_CAPACITY;
    f->sets[f->n_sets++] = *set;
    for (; from < end && set->n < MAX_FLUSHES_OF_SET; from++) {
        const struct flush *flush = &f->of[*from];
        struct flush_set more = *set;
        int n = 0;
        more.cards += flush->cards;
        more.suits[flush->suit - 1] += flush->word;
        more.value += flush->value;
        more.flush[more.n++] = *from;
        for (const uint16_t *other = from; other < end; other++)
            if (is_beside(&f->of[*other], &more, hand, suits))
                beside[n++] = *other;
        if (add_sets(f, &more, hand, suits, beside, beside + n))
            return ERROR_CAPACITY;
    }
    return 0;
}

/* Add the bodies of one row that can be made in a suit. */
static int add_row(struct flushes *f, const struct engine *engine, int row, int suit, uint32_t word, int wilds)
{
    const struct rules *rules = engine->rules;
    const struct shape *shape = &rules->shapes[row];
    for (int length = shape->run_min; length <= shape->run_max; length++)
        for (int start = 0; start + length <= rules->n_run; start++) {
            struct flush like = {.body = read_body(rules, shape, start, length),
                                 .row = (uint8_t)row,
                                 .start = (uint8_t)start,
                                 .length = (uint8_t)length,
                                 .suit = (uint8_t)(suit + 1),
                                 .value = value_combo(engine->weights, row, start, length)};
            if (add_flushes(f, &like, wilds, run_cards_in(rules, start, length, word), 0))
                return ERROR_CAPACITY;
        }
    return 0;
}

int flushes_list(struct flushes *f, const struct engine *engine, hand_t hand, const uint32_t *suits)
{
    static const struct flush_set none;
    const struct rules *rules = engine->rules;
    int wilds = cards_count(hand, RANK_WILD), error = 0;
    for (int row = 0; row < rules->n_shapes; row++)
        for (int suit = 0; suit < 4 && rules->shapes[row].flags & BODY_ONE_SUIT && !error; suit++)
            error = add_row(f, engine, row, suit, suits[suit], wilds);
    uint16_t all[MAX_FLUSHES] = {0};
    for (int i = 0; i < f->n; i++)
        all[i] = (uint16_t)i;
    int more = add_sets(f, &none, hand, suits, all, all + f->n);
    return error ? error : more;
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
