/* fuzz_hand.c - fuzz target: readings of cards, and the best split of a hand. */
#include "head.h"

const int most_cards = 27;

static struct combo readings[MAX_READINGS];
static struct split split;

/* Cards that may be a play, declared or not: each reading consists of these cards, and belongs to a row of the
 * rules. */
static uint64_t ask_readings(const struct input *in)
{
    struct play play = {.cards = in->cards, .plays_as = in->must_show};
    int n = read_all(&in->rules, &play, in->cards, readings, MAX_READINGS);
    require(n >= 0 || n == ERROR_HAND || n == ERROR_CAPACITY);
    for (int i = 0; i < n; i++)
        require(readings[i].cards == in->cards && readings[i].shape < in->rules.n_shapes && readings[i].length > 0 &&
                readings[i].size == cards_size(in->cards));
    return n > 0 ? digest_add((uint64_t)n, readings, sizeof *readings * (size_t)n) : (uint64_t)n;
}

/* The combos must add up to the hand without unplayable wild cards, and the values to the score, less ten turns for
 * each of those. */
static void check_split(const struct input *in)
{
    hand_t cards = 0;
    int32_t score = 0;
    for (int i = 0; i < split.turns; i++) {
        check_reading(&in->rules, &split.combos[i], split.combos[i].cards);
        cards += split.combos[i].cards;
        score += split.values[i];
    }
    require(cards_hold(in->hand, cards));
    hand_t left = in->hand - cards;
    require(cards_wild(&in->rules, left) == left);
    require(split.score == score - 10 * SCORE_UNIT * cards_size(left));
}

/* A proven split must be worth at least the result of a search of one state, and exactly the result of a search of more
 * states. */
static void check_limit(const struct input *in, const struct engine *engine)
{
    static struct split other;
    int error = split_best(engine, in->hand, in->suits, in->pick & 1 ? 1 : 0, &other);
    require(error == ERROR_HAND || !error);
    if (!error && split.exact)
        require(other.exact ? other.score == split.score : other.score <= split.score);
}

uint64_t ask(const struct input *in, const struct engine *engine)
{
    uint64_t digest = ask_readings(in);
    int error = split_best(engine, in->hand, in->suits, in->nodes % 300 + 1, &split);
    if (error)
        return digest_add(digest, &(int64_t){error}, sizeof(int64_t));
    check_split(in);
    digest = digest_add(digest, split.combos, sizeof *split.combos * split.turns);
    digest = digest_add(digest, &(int64_t[]){split.score, split.nodes, split.exact}, 3 * sizeof(int64_t));
    if (in->pick & 2)
        check_limit(in, engine);
    return digest;
}
