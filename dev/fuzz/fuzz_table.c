/* fuzz_table.c - fuzz target: all legal plays of a table, their hints, broken combos, and cards by suit. */
#include "head.h"
#include "play.h"

#include <string.h>

const int most_cards = 21;

#define MOST_LOOKED_AT 8 /* maximum plays of a table that are checked one by one */

static struct combo plays[MAX_MOVES];
static struct hint hints[MAX_MOVES];
static struct survey survey;

/* A play must be in the hand, be read back, be legal as listed, and beat the table. */
static void check_play(const struct rules *rules, const struct table *table, const struct combo *combo)
{
    struct combo stored;
    struct play play = play_of(rules, combo);
    require(cards_hold(table->hand, combo->cards));
    check_reading(rules, combo, table->hand);
    require(table_play(rules, table, &play, &stored) == 1);
    require(stored.plays_as == combo->plays_as || !play.plays_as);
    require(read_beats(rules, combo, &table->to_beat) == 1);
}

/* The cards of a play by suit must be in the hand, and as many as the play has. */
static void check_pick(const struct input *in, const struct engine *engine, const struct table *table,
                       const struct combo *combo)
{
    uint32_t taken[4] = {0};
    if (hints_pick(engine, table, combo, taken))
        return;
    hand_t plain = combo->cards - cards_wild(&in->rules, combo->cards);
    for (int suit = 0; suit < 4; suit++)
        require(suit_holds(table->suits[suit], taken[suit]));
    for (int rank = 0; rank < SUIT_RANKS; rank++) {
        int n = 0;
        for (int suit = 0; suit < 4; suit++)
            n += suit_count(taken[suit], rank);
        require(n == cards_count(plain, rank));
    }
}

/* The hints must be the same plays in order; broken combos must belong to the best split and share a card with the
 * play. */
static uint64_t ask_hints(const struct input *in, const struct engine *engine, const struct table *table, int n)
{
    static uint64_t breaks[MAX_MOVES];
    int n_hints = hints_survey(engine, table, in->nodes % 300 + 1, &survey, hints, MAX_MOVES);
    require(n_hints == n || n_hints == ERROR_HAND);
    if (n_hints <= 0)
        return (uint64_t)n_hints;
    for (int i = 1; i < n_hints; i++)
        require(hints[i - 1].score >= hints[i].score || hints[i - 1].combo.cards == table->hand);
    int listed = n_hints < MOST_LOOKED_AT || suits_any(table->suits) ? 0 : MOST_LOOKED_AT;
    require(broken_combos_list(engine, table, &survey.whole, hints, NULL, listed, breaks) == listed);
    for (int i = 0; i < listed; i++)
        for (int j = 0; j < 64; j++)
            require(!(breaks[i] >> j & 1) ||
                    (j < survey.whole.turns && cards_min(hints[i].combo.cards, survey.whole.combos[j].cards)));
    uint64_t digest = digest_add((uint64_t)n_hints, breaks, sizeof *breaks * (size_t)listed);
    for (int i = 0; i < n_hints; i++)
        digest = digest_add(digest_add(digest, &hints[i].combo, sizeof hints[i].combo), &(int64_t){hints[i].score},
                            sizeof(int64_t));
    return digest;
}

/* Whether any play beats must be found without listing the plays. */
static void check_beats(const struct input *in, const struct table *table, int n)
{
    const uint32_t *suits = suits_any(table->suits) ? table->suits : NULL;
    if (table->to_beat.length && !table->solo_top && !(in->rules.flags & BOMB_WHOLE))
        require(moves_can_beat(&in->rules, table->hand, suits, &table->to_beat, cards_size(table->hand), 1) == (n > 0));
}

static uint64_t ask_table(const struct input *in, const struct engine *engine, const struct table *table, int *n)
{
    int bombs = 0;
    *n = moves_legal(&in->rules, table, plays, MAX_MOVES);
    if (*n < 0)
        return (uint64_t)*n;
    check_beats(in, table, *n);
    if (!*n)
        return 0;
    for (int i = in->pick % *n, step = *n / MOST_LOOKED_AT + 1; i < *n; i += step)
        check_play(&in->rules, table, &plays[i]);
    for (int i = 0; i < *n; i++)
        bombs += plays[i].tier > 0;
    require(table->to_beat.length || !table_may_pass(&in->rules, 1, *n, bombs));
    uint64_t digest = digest_add((uint64_t)*n, plays, sizeof *plays * (size_t)*n);
    if (in->pick & 2)
        digest = digest_add(digest, &(uint64_t){ask_hints(in, engine, table, *n)}, sizeof digest);
    else if (suits_any(table->suits))
        check_pick(in, engine, table, &plays[in->pick % *n]);
    return digest;
}

uint64_t ask(const struct input *in, const struct engine *engine)
{
    struct table table = lead_of(in);
    int n;
    uint64_t digest = ask_table(in, engine, &table, &n);
    if (n <= 0)
        return digest;
    table.to_beat = plays[in->pick % n];
    if (in->pick & 4 && cards_size(in->cards) <= most_cards && !suits_any(table.suits)) /* with a different hand */
        table.hand = in->cards;
    return in->pick & 1 ? digest_add(digest, &(uint64_t){ask_table(in, engine, &table, &n)}, sizeof digest) : digest;
}
