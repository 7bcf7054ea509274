/* open_hands.c - winner of the end of a deal with open hands and best play.
 *
 * Depth-first search over all plays and passes: a state is won if some move of the side to move wins. A state consists
 * of all hands, the mover, the play to beat, its owner and the passes since; results are stored in a table in which
 * later states replace earlier ones. The worlds of one search share the table, because states repeat near the end. */
#include "robot/open_hands.h"
#include "plays/moves.h"
#include "rules/cards.h"
#include "rules/hash.h"

#define UNKNOWN ERROR_CAPACITY

struct endgame {
    struct endings *endings;
    uint32_t nodes, limit;
    int used; /* number of plays stored for the states above */
};

/* Hash of a state. */
static uint64_t key_of(const struct game *g)
{
    const struct combo *beaten = &g->to_beat;
    uint64_t key = (uint64_t)g->mover | (uint64_t)g->deal->seats << 4;
    if (beaten->length)
        key |= (uint64_t)g->owner << 8 | (uint64_t)g->passes << 12 | (uint64_t)beaten->shape << 16 |
               (uint64_t)beaten->length << 24 | (uint64_t)beaten->key << 32;
    if (beaten->length && g->rules->shapes[beaten->shape].flags & UNREAD_KICKERS)
        key = hash_mix(key, beaten->plays_as);
    key = hash_mix(key, 0); /* mixed separately, because a hand could cancel the play to beat */
    for (int seat = 0; seat < g->deal->seats; seat++)
        key = hash_mix(key, g->hands[seat]);
    return key;
}

static int wins(struct endgame *e, const struct game *g);

/* Whether the side of seat 0 wins after a move. */
static int wins_after(struct endgame *e, const struct game *g, const struct combo *combo)
{
    static const uint32_t none[4];
    struct game after = *g;
    struct result result = {0};
    game_step(&after, combo, none, &result);
    return wins(e, &after);
}

/* Whether the side of seat 0 wins. The seat to move has `n` plays; larger plays are tried first. */
static int try_plays(struct endgame *e, const struct game *g, const struct table *table, const struct combo *plays,
                     int n)
{
    static const struct combo pass;
    int own = g->deal->side[g->mover] == g->deal->side[0], bombs = 0, largest = 0;
    int spare = game_spare(g->deal, g->mover);
    for (int i = 0; i < n; i++) {
        if (cards_size(table->hand) - plays[i].size <= spare)
            return own;
        bombs += plays[i].tier > 0;
        largest = plays[i].size > largest ? plays[i].size : largest;
    }
    int may_pass = table_may_pass(g->rules, !table->to_beat.length, n, bombs);
    int ally = may_pass && g->deal->side[g->owner] == g->deal->side[g->mover], outcome = UNKNOWN;
    if (ally && (outcome = wins_after(e, g, &pass)) != !own)
        return outcome;
    for (int size = largest; size; size--)
        for (int i = 0; i < n; i++)
            if (plays[i].size == size && (outcome = wins_after(e, g, &plays[i])) != !own)
                return outcome;
    return may_pass && !ally ? wins_after(e, g, &pass) : !own;
}

/* List the plays of the mover behind those of the states above; returns their number, or an error. Against enemies the
 * highest key of wild cards is at least as good as the others, but an ally may be able to beat only a lower key. */
static int list_plays(struct endgame *e, const struct game *g, struct table *table)
{
    game_table(g, table);
    int declares = game_has_ally(g, g->mover) && cards_wild(g->rules, table->hand);
    struct combo *plays = e->endings->plays + e->used;
    return declares ? moves_declared(g->rules, table, plays, MAX_MOVES - e->used)
                    : moves_list(g->rules, table, plays, MAX_MOVES - e->used);
}

static int wins(struct endgame *e, const struct game *g)
{
    uint64_t key = key_of(g);
    struct ending *kept = &e->endings->known[key >> (64 - ENDING_BITS)];
    if (kept->key == key && kept->stamp == e->endings->stamp)
        return kept->wins;
    if (++e->nodes > e->limit)
        return UNKNOWN;
    struct game here = *g;
    struct table table;
    struct combo *plays = e->endings->plays + e->used;
    int n = list_plays(e, &here, &table);
    for (int i = 1; i < g->deal->seats && !n && !table.to_beat.length; i++) { /* a seat that cannot lead is skipped */
        game_skip(&here);
        n = list_plays(e, &here, &table);
    }
    if (n < 0 || (!n && !table.to_beat.length))
        return n ? n : UNKNOWN;
    e->used += n;
    int outcome = try_plays(e, &here, &table, plays, n);
    e->used -= n;
    if (outcome >= 0)
        *kept = (struct ending){key, e->endings->stamp, (uint8_t)outcome};
    return outcome;
}

void open_hands_forget(struct endings *endings)
{
    endings->stamp++;
}

int open_hands_wins(const struct game *g, uint32_t limit, struct endings *endings)
{
    struct endgame e = {.endings = endings, .limit = limit};
    return wins(&e, g);
}

int open_hands_solve(const struct engine *engine, const struct deal *deal, uint32_t states)
{
    struct game g = {.rules = engine->rules, .deal = deal};
    int others = -1, error = game_verify(engine->rules, deal);
    if (error)
        return error;
    for (int seat = 0; seat < deal->seats; seat++) {
        int other = deal->side[seat] != deal->side[0];
        if (suits_any(deal->suits[seat]) || (other && others >= 0 && deal->side[seat] != others))
            return ERROR_STATE;
        others = other ? deal->side[seat] : others;
        g.hands[seat] = deal->hands[seat];
    }
    open_hands_forget(engine->endings);
    return open_hands_wins(&g, states, engine->endings);
}
