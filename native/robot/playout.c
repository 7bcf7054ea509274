/* playout.c - play a sampled world to its end, by a policy without search.
 *
 * With `open` set, worlds near the end are solved with open hands instead (open_hands.c). */
#include "robot/playout.h"
#include "robot/game.h"
#include "robot/open_hands.h"
#include "robot/pause.h"
#include "robot/policy.h"
#include "robot/view.h"
#include "rules/cards.h"

#include <string.h>

#define MOST_STATES 400 /* maximum states visited to solve one world */

int playout_solvable(const struct view *view)
{
    int out = 0, enemies = 0;
    for (int i = 1; i < view->seats; i++) {
        out += view->left[i] == 0;
        enemies += !view->ally[i];
    }
    return !out && (enemies == 1 || view->enemies_allied) && !view_sees_suits(view);
}

/* The state of the game in this world before the next action; seats that have gone out get the first places. */
static void set_up(const struct playout *p, struct game *g, struct result *result)
{
    const struct view *view = p->view;
    const struct turn *turn = &p->turn;
    *g = (struct game){.rules = p->engine->rules,
                       .deal = p->world,
                       .to_beat = turn->to_beat,
                       .owner = turn->owner,
                       .mover = turn->mover,
                       .led = 1,
                       .tally = view->tally};
    memcpy(g->hands, p->world->hands, sizeof g->hands);
    memcpy(g->suits, p->world->suits, sizeof g->suits);
    for (int i = 1; i < view->seats; i++)
        if (!view->left[i])
            result->places[g->out++] = (uint8_t)i;
    if (turn->to_beat.length)
        for (int i = (turn->owner + 1) % view->seats; i != turn->mover; i = (i + 1) % view->seats)
            g->passes += g->hands[i] != 0;
}

static int is_ending(const struct playout *p, const struct game *g)
{
    int cards = 0;
    for (int i = 0; i < p->view->seats; i++)
        cards += cards_size(g->hands[i]);
    return cards <= (int)p->open;
}

struct outcome playout_run(const struct playout *p, const struct combo *first, const uint32_t *taken, uint64_t seed)
{
    struct game g;
    struct result result = {0};
    struct player players[MAX_SEATS];
    int error = pause_search(p->engine->cpu_until);
    if (error)
        return (struct outcome){.won = error};
    set_up(p, &g, &result);
    int next = g.out;
    for (int i = 0; i < p->view->seats; i++)
        players[i] = (struct player){p->policy, p->engine};
    int ended = first ? game_step(&g, first, taken, &result) : 0;
    int solved =
        g.out == next && is_ending(p, &g) ? open_hands_wins(&g, MOST_STATES, p->engine->endings) : ERROR_CAPACITY;
    if (solved != ERROR_CAPACITY && (solved < 0 || p->aim == AIM_WIN))
        return (struct outcome){.won = solved};
    error = ended ? 0 : game_run(&g, players, policy_mover, seed, &result);
    if (error)
        return (struct outcome){.won = error};
    if (ended)
        game_end(&g, &result);
    struct outcome outcome = {.won = p->world->side[result.places[next]] == p->world->side[0]};
    int turned = solved != ERROR_CAPACITY && solved != outcome.won;
    for (int i = 0; i < p->view->seats; i++)
        outcome.points[i] = turned ? -result.points[i] : result.points[i];
    outcome.won ^= turned;
    return outcome;
}
