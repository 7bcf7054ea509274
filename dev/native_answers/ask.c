/* ask.c - calls all functions of the core: at each moment of some deals, and with invalid arguments. */
#include "ask.h"
#include "rules/cards.h"
#include "robot/chance.h"
#include "robot/game.h"
#include "play.h"
#include "robot/policy.h"

#include <stdlib.h>
#include <string.h>

#define FAULTS 4000

struct asker {
    const struct set *set;
    struct engine engine;
    uint64_t seed;
    int move; /* of the current deal */
    struct digest answers, work;
    struct combo plays[MAX_MOVES];
    struct hint hints[MAX_MOVES];
    struct opinion opinions[MAX_MOVES];
    uint64_t breaks[MAX_MOVES];
    uint32_t taken[MAX_MOVES][4];
    struct combo readings[MAX_READINGS];
    struct sample samples[4000];
};

static _Thread_local struct asker *asker; /* argument of game_run's mover, which has no context parameter */

static void note(struct digest *digest, const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        digest->hash = (digest->hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3ull;
    digest->answers++;
}

static void note_number(struct digest *digest, int64_t number)
{
    note(digest, &number, sizeof number);
}

#define NOTE(digest, value) note(digest, &(value), sizeof(value))

/* ---- cards ------------------------------------------------------------------------------------------------------ */

/* Choose a few cards of a hand. */
static hand_t some_of(hand_t hand, uint64_t *seed)
{
    hand_t part = 0;
    int odds = 2 + chance_below(seed, 5);
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = cards_count(hand, rank); i; i--)
            part += chance_below(seed, odds) ? 0 : cards_of(rank, 1);
    return part;
}

/* The readings of cards, and their legality at a table. */
static void ask_play(struct asker *a, const struct table *table, const struct play *play)
{
    const struct rules *rules = a->engine.rules;
    struct combo stored = {0};
    int n = read_all(rules, play, table->hand, a->readings, MAX_READINGS);
    note(&a->answers, a->readings, n > 0 ? sizeof *a->readings * (size_t)n : 0);
    note_number(&a->answers, table_play(rules, table, play, &stored));
    NOTE(&a->answers, stored);
    for (int i = 1; i < n; i++)
        note_number(&a->answers, read_beats(rules, &a->readings[i], &a->readings[0]));
}

/* All legal plays, and random cards as plays. */
static int ask_moves(struct asker *a, const struct table *table, hand_t others, const uint32_t *suits)
{
    const struct rules *rules = a->engine.rules;
    int n = moves_legal(rules, table, a->plays, MAX_MOVES), bombs = 0, step = n / 12 + 1;
    note_number(&a->answers, n);
    note(&a->answers, a->plays, n > 0 ? sizeof *a->plays * (size_t)n : 0);
    for (int i = 0; i < n; i++)
        bombs += a->plays[i].tier > 0;
    for (int i = 0; i < n; i += step) {
        struct play play = play_of(rules, &a->plays[i]), other = {.cards = play.cards, .suit = SUITS_MIXED};
        ask_play(a, table, &play);
        ask_play(a, table, &other);
        note_number(&a->answers, moves_can_beat(rules, others, suits, &a->plays[i], 1 + (int)a->seed % 6, i % 2));
        note_number(&a->answers, read_beats(rules, &a->plays[i], &a->plays[n - 1 - i]));
    }
    for (int i = 0; i < 12; i++) {
        struct play play = {.cards = some_of(table->hand, &a->seed)};
        ask_play(a, table, &play);
    }
    note_number(&a->answers, table_may_pass(rules, !table->to_beat.length, n, bombs));
    uint64_t controls;
    if (n > 0) {
        moves_controls(rules, others, suits, a->plays, n < 64 ? n : 64, &controls);
        note_number(&a->answers, (int64_t)controls);
    }
    return n;
}

/* ---- splits and hints ------------------------------------------------------------------------------------------- */

static void note_split(struct asker *a, int error, const struct split *split)
{
    note_number(&a->answers, error);
    if (error)
        return;
    note(&a->answers, split->combos, sizeof *split->combos * split->turns);
    note(&a->answers, split->values, sizeof *split->values * split->turns);
    note_number(&a->answers, split->score);
    note_number(&a->answers, split->exact);
    note_number(&a->work, split->nodes);
}

static void ask_hints(struct asker *a, const struct table *table, uint32_t nodes)
{
    const struct engine *engine = &a->engine;
    struct survey survey;
    int n = hints_survey(engine, table, nodes, &survey, a->hints, MAX_MOVES);
    note_number(&a->answers, n);
    if (n <= 0)
        return;
    note_split(a, 0, &survey.whole);
    note_number(&a->answers, survey.sets * 65536 + survey.bombs * 256 + survey.most);
    for (int i = 0; i < n; i++) {
        const struct hint *hint = &a->hints[i];
        NOTE(&a->answers, hint->combo);
        note_number(&a->answers, hint->score);
        note_number(&a->answers, hint->turns * 4 + hint->exact * 2 + hint->cheapest);
        memset(a->taken[i], 0, sizeof a->taken[i]);
        if (a->set->suited && i < 40)
            note_number(&a->answers, hints_pick(engine, table, &hint->combo, a->taken[i]));
        NOTE(&a->answers, a->taken[i]);
    }
    n = a->set->suited && n > 40 ? 40 : n;
    note_number(&a->answers, broken_combos_list(engine, table, &survey.whole, a->hints,
                                                a->set->suited ? a->taken[0] : NULL, n, a->breaks));
    note(&a->answers, a->breaks, sizeof *a->breaks * (size_t)n);
}

/* ---- robots ----------------------------------------------------------------------------------------------------- */

static void note_choice(struct asker *a, int error, const struct choice *choice, const struct view *view)
{
    struct combo line[MAX_TURNS];
    note_number(&a->answers, error);
    if (error)
        return;
    NOTE(&a->answers, choice->combo);
    note_number(&a->answers, choice->value);
    note_number(&a->answers, choice->reasons * 2ll + choice->forced);
    if (!choice->combo.length)
        return;
    int n = forced_win_line(&a->engine, view, &choice->combo, line, MAX_TURNS);
    note_number(&a->answers, n);
    note(&a->answers, line, n > 0 ? sizeof *line * (size_t)n : 0);
}

static void ask_search(struct asker *a, const struct view *view, const struct history *history)
{
    const struct policy *policy = &a->set->policies[POLICIES - 1];
    struct search_result result = {0};
    struct beliefs beliefs;
    struct choice choice;
    int error = search_choose(&a->engine, policy, view, history, a->seed, &choice, &result);
    note_choice(a, error, &choice, view);
    for (uint32_t i = 0; !error && i < result.n; i++) {
        NOTE(&a->answers, result.candidates[i].combo);
        note_number(&a->answers, result.candidates[i].won * 65536ll + result.candidates[i].games);
        NOTE(&a->answers, result.candidates[i].effective);
    }
    error = beliefs_sample(&a->engine, &a->set->policies[2], view, history, 30, 60, a->seed, &beliefs);
    note_number(&a->answers, error);
    if (!error)
        NOTE(&a->answers, beliefs);
}

/* The choices of all policies in a view, with filters too, and the policies' scores of all plays. */
static void ask_robots(struct asker *a, const struct view *view, int n)
{
    struct choice choice;
    struct view filtered = *view;
    uint16_t on[NET_ACTIVE];
    for (int i = 0; i < POLICIES - 1; i++)
        note_choice(a, policy_choose(&a->engine, &a->set->policies[i], view, a->seed + (uint64_t)i, &choice), &choice,
                    view);
    struct play_pattern filters[2] = {{.cards = n > 0 ? a->plays[a->seed % (uint64_t)n].cards : 0, .rows = UINT64_MAX},
                                      {.cards = n > 0 ? a->plays[0].cards : 0, .rows = UINT64_MAX}};
    filtered.only = filtered.avoid = filters;
    filtered.n_only = a->move % 2 ? 2 : 0;
    filtered.n_avoid = a->move % 2 ? 0 : 2;
    note_choice(a, policy_choose(&a->engine, &a->set->policies[2], &filtered, a->seed, &choice), &choice, &filtered);
    int thought = policy_opinions(&a->engine, &a->set->policies[3], view, a->opinions, MAX_MOVES);
    note_number(&a->answers, thought);
    for (int i = 0; i < thought; i++) {
        NOTE(&a->answers, a->opinions[i].combo);
        note_number(&a->answers, a->opinions[i].value * 2ll + a->opinions[i].considered);
    }
    for (int i = 0; i < thought && i < 4 && a->set->nets; i++) {
        int inputs = training_inputs(&a->engine, &a->set->policies[2], view, &a->opinions[i].combo, on);
        note(&a->answers, on, inputs > 0 ? sizeof *on * (size_t)inputs : 0);
        int32_t rating = inputs;
        if (inputs > 0)
            net_rating(a->engine.nets, 0, on, inputs, &rating);
        note_number(&a->answers, rating);
    }
}

/* Call everything at a moment of a game, then move like the third policy (game.h). */
static int ask_and_move(const struct player *player, const struct view *view, const struct history *history,
                        uint64_t seed, struct choice *out, uint32_t *taken)
{
    struct asker *a = asker;
    struct split split;
    a->seed = seed;
    int n = ask_moves(a, &view->table, view->unseen, a->set->suited ? view->unseen_suits : NULL);
    note_split(a, split_best(&a->engine, view->table.hand, view->table.suits, 0, &split), &split);
    ask_hints(a, &view->table, a->move % 5 == 4 ? 60 : 4000);
    ask_robots(a, view, n);
    if (a->move % 6 == 2)
        ask_search(a, view, history);
    a->move++;
    return policy_mover(player, view, history, seed, out, taken);
}

/* ---- deals ------------------------------------------------------------------------------------------------------ */

static void note_result(struct asker *a, int error, const struct result *result)
{
    note_number(&a->answers, error);
    if (!error)
        NOTE(&a->answers, *result);
}

/* The search with open hands, which ends at a limit in a whole deal. */
static void ask_open_hands(struct asker *a, const struct deal *deal)
{
    struct open_question question = {.seats = deal->seats, .verdict_only = 1};
    struct open_play *plays = calloc(MAX_MOVES, sizeof *plays);
    struct open_answer answer;
    void *memory = calloc(1, OPEN_MEMORY_LEAST);
    memcpy(question.hands, deal->hands, sizeof question.hands);
    memcpy(question.suits, deal->suits, sizeof question.suits);
    for (int seat = 0; seat < deal->seats; seat++)
        question.side[seat] = deal->side[seat] != deal->side[0];
    note_number(&a->answers, open_hands_search_run(a->engine.rules, &question, memory, OPEN_MEMORY_LEAST, 3000, &answer,
                                                   plays, MAX_MOVES, plays, 0));
    note_number(&a->answers, answer.exact * 2 + answer.winner);
    note_number(&a->work, answer.nodes);
    free(memory);
    free(plays);
}

static void ask_deals(struct asker *a)
{
    const struct set *set = a->set;
    struct player players[MAX_SEATS], mixed[MAX_SEATS];
    struct past *past = calloc(MOST_MOVES, sizeof *past);
    struct result *results = calloc(set->deals, sizeof *results);
    uint64_t *seeds = calloc(set->deals, sizeof *seeds);
    for (int seat = 0; seat < MAX_SEATS; seat++) {
        players[seat] = (struct player){&set->policies[2], &a->engine};
        mixed[seat] = (struct player){&set->policies[(seat + 1) % (POLICIES - 1)], &a->engine};
    }
    for (uint32_t i = 0; i < set->deals; i++) {
        struct game game;
        seeds[i] = i;
        a->move = (int)i;
        note_number(&a->answers, game_verify(&set->rules, &set->deal[i]));
        game_start(&game, &set->rules, &set->deal[i], i);
        game.past = past;
        note_result(a, game_run(&game, players, ask_and_move, i, &results[i]), &results[i]);
        if (!set->suited)
            note_number(&a->answers, open_hands_solve(&a->engine, &set->deal[i], 3000));
    }
    memset(results, 0, sizeof *results * set->deals);
    int error = match_play(mixed, set->deal, seeds, (int)set->deals, results);
    for (uint32_t i = 0; i < set->deals; i++)
        note_result(a, error, &results[i]);
    for (int seat = 0; seat < MAX_SEATS; seat++)
        mixed[seat].policy = &set->policies[POLICIES - 1];
    note_result(a, match_play(mixed, &set->deal[2], seeds, 1, results), results);
    ask_open_hands(a, &set->deal[0]);
    if (set->deal[0].seats == 3 && !set->suited) {
        const struct sampling plan = {300, 100, 7};
        int n = training_samples(players, set->deal, seeds, (int)set->deals, &plan, a->samples, 4000);
        note_number(&a->answers, n);
        note(&a->answers, a->samples, n > 0 ? sizeof *a->samples * (size_t)n : 0);
    }
    free(past);
    free(results);
    free(seeds);
}

/* ---- faults ----------------------------------------------------------------------------------------------------- */

/* Rules, weights, tables, views and hands with one changed byte: the result is an error or an answer, always the
 * same. */
static void ask_faults(struct asker *a)
{
    struct rules rules;
    struct view view = {.seats = a->set->deal[0].seats, .unseen = a->set->deal[0].hands[1], .left = {5, 5, 5, 5}};
    struct table *table = &view.table;
    struct choice choice;
    struct split split;
    uint64_t seed = 1;
    for (int i = 0; i < FAULTS; i++) {
        rules = a->set->rules;
        ((uint8_t *)&rules)[chance_below(&seed, sizeof rules)] = (uint8_t)chance_next(&seed);
        note_number(&a->answers, rules_verify(&rules));
    }
    table->hand = some_of(a->set->deal[0].hands[0], &seed);
    for (int i = 0; i < FAULTS / 20; i++) {
        int n = moves_legal(&a->set->rules, table, a->plays, MAX_MOVES);
        struct view wrong = view;
        if (n > 0)
            wrong.table.to_beat = a->plays[i % n];
        wrong.owner = (uint8_t)chance_below(&seed, 5);
        ((uint8_t *)&wrong.table.to_beat)[chance_below(&seed, sizeof wrong.table.to_beat)] ^= i % 2 ? 0 : 1 << i % 8;
        wrong.seats = (uint8_t)(i % 9 ? view.seats : chance_below(&seed, 6));
        wrong.left[1] = i % 7 ? 5 : 0;
        if (i % 5 == 0)
            wrong.unseen = chance_next(&seed) & chance_next(&seed) & chance_next(&seed);
        note_number(&a->answers, moves_legal(&a->set->rules, &wrong.table, a->plays, 8 * (i % 3)));
        note_choice(a, policy_choose(&a->engine, &a->set->policies[i % 4], &wrong, seed, &choice), &choice, &wrong);
        hand_t hand = chance_next(&seed) & chance_next(&seed) & chance_next(&seed);
        if (cards_size(hand) <= MAX_TURNS) /* a random number of wild cards would make splits take seconds */
            hand = some_of(a->set->deal[0].hands[0], &seed) & hand;
        note_split(a, split_best(&a->engine, hand, NULL, 300, &split), &split);
    }
}

/* ---- entry point
 * --------------------------------------------------------------------------------------------------- */

void ask_set(const struct set *set, struct digest *answers, struct digest *work)
{
    struct asker *a = calloc(1, sizeof *a);
    void *memory = calloc(1, memory_size());
    if (!a || !memory)
        abort();
    a->set = set;
    a->answers.hash = a->work.hash = 0xcbf29ce484222325ull;
    a->engine = (struct engine){.rules = &set->rules, .weights = &set->weights, .nets = set->nets ? set->net : NULL};
    memory_begin(&a->engine, memory);
    asker = a;
    ask_deals(a);
    ask_faults(a);
    *answers = a->answers;
    *work = a->work;
    free(memory);
    free(a);
}
