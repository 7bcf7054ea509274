/* match.c - whole games: every seat plays by its policy until the end. */
#include "robot/match.h"
#include "robot/game.h"
#include "robot/policy.h"
#include "robot/search.h"
#include "split/split.h"

#include <string.h>

int match_choose(const struct player *player, const struct view *view, const struct history *history, uint64_t seed,
                 struct choice *out, uint32_t *taken)
{
    struct search_result searched;
    if (player->policy->kind != POLICY_SEARCH)
        return policy_mover(player, view, history, seed, out, taken);
    int error = search_move(player->engine, player->policy, view, history, seed, out, &searched);
    return error ? error : policy_take(player->engine, view, &out->combo, taken);
}

static int play(const struct player *players, const struct deal *deal, uint64_t seed, struct result *out)
{
    const struct rules *rules = players[0].engine->rules;
    struct past past[MOST_MOVES];
    struct game g;
    int error = game_verify(rules, deal);
    if (error)
        return error;
    memset(out, 0, sizeof *out);
    game_start(&g, rules, deal, seed);
    g.past = past;
    return game_run(&g, players, match_choose, seed, out);
}

int match_verify(const struct player *players, int seats)
{
    if (seats < 2 || seats > MAX_SEATS)
        return ERROR_STATE;
    int error = 0;
    for (int seat = 0; seat < seats && !error; seat++)
        error =
            players[seat].engine->rules == players[0].engine->rules ? policy_verify(players[seat].policy) : ERROR_STATE;
    return error;
}

int match_play(const struct player *players, const struct deal *deals, const uint64_t *seeds, int n, struct result *out)
{
    int seats = n ? deals[0].seats : 0, error = n ? match_verify(players, seats) : 0;
    if (error)
        return error;
    for (int seat = 0; seat < seats; seat++)
        split_keep(players[seat].engine, 1);
    for (int i = 0; i < n && !error; i++)
        error = deals[i].seats == seats ? play(players, &deals[i], seeds[i], &out[i]) : ERROR_STATE;
    for (int seat = 0; seat < seats; seat++)
        split_keep(players[seat].engine, 0);
    return error;
}
