/* forced_win.c - proof of sure wins 必胜: plays that win against all possible hands and plays of the enemies.
 *
 * The enemies are replaced by one enemy who has all unseen cards at every moment, in a hand as large as their largest,
 * and may always beat or pass; allies pass. A play that beats the strongest answer of a shape beats all weaker ones and
 * leaves the same hand, so only the strongest answer is examined. The mover leads combos of the best split, or answers
 * with any play. A hand that wins against such an enemy wins in every world that agrees with the known facts; one that
 * does not may still win. A proof fails if the enemy could have a bomb, or go out with an answer. */
#include "robot/forced_win.h"
#include "plays/moves.h"
#include "robot/view.h"
#include "rules/cards.h"
#include "rules/table.h"

#include <string.h>

#define MOST_TURNS_LEFT 6 /* maximum size of the hand */
#define MOST_STEPS 1000   /* maximum states visited for one option */
#define MOST_ANSWERS 64
#define ANY_KEY 255
#define NO_LINE (-1)

struct proof {
    const struct engine *engine;
    const struct rules *rules;
    const struct view *view;
    int most, least; /* size of the largest and of the smallest enemy hand */
    int steps;
    int error; /* error of a nested call, or 0 */
    int length;
    struct combo line[MAX_TURNS]; /* winning line: the mover's plays if all others pass */
};

static int lead_wins(struct proof *p, hand_t hand, int shed, int depth);
static int play_wins(struct proof *p, hand_t hand, const struct combo *combo, int shed, int depth);

/* Whether the enemies could beat a combo if its key were `key`. */
static int are_beaten(const struct proof *p, const struct combo *combo, int key, int bombs)
{
    struct combo other = *combo;
    other.key = (uint8_t)key;
    return moves_beat(p->rules, p->view->unseen, NULL, &other, p->most, bombs);
}

/* Maximum cards of an answer of the shape: rows of a family may have more or fewer kickers, bombs more copies. */
static int answer_size(const struct proof *p, const struct combo *combo)
{
    int most = combo->size;
    for (int row = 0; row < p->rules->n_shapes; row++) {
        const struct shape *shape = &p->rules->shapes[row];
        int length = shape->tier ? shape->run_max : combo->length;
        int size =
            shape->named ? cards_size(shape->named) : (shape->copies + shape->kickers * shape->kicker_size) * length;
        int answers = shape->tier ? shape->tier == combo->tier
                                  : !combo->tier && shape->family == combo->family && shape->run_min <= length &&
                                        length <= shape->run_max;
        most = answers && size > most ? size : most;
    }
    return most < p->most ? most : p->most;
}

/* Whether some answer of the mover to the enemies' play wins; their play had `shed` cards. */
static int answer_wins(struct proof *p, hand_t hand, const struct combo *to_beat, int shed)
{
    struct combo plays[MOST_ANSWERS];
    struct table table = {.hand = hand, .to_beat = *to_beat, .solo_top = (p->rules->flags & SOLO_TOP) != 0};
    if (shed >= p->least)
        return 0;
    int n = moves_list(p->rules, &table, plays, MOST_ANSWERS);
    for (int i = 0; i < n; i++) /* too many answers, or an error: nothing is proven */
        if (play_wins(p, hand, &plays[i], shed, NO_LINE))
            return 1;
    return 0;
}

/* Whether a play wins. If it belongs to the line, write it there. */
static int play_wins(struct proof *p, hand_t hand, const struct combo *combo, int shed, int depth)
{
    hand_t rest = hand - combo->cards;
    struct combo answer = *combo;
    if (++p->steps > MOST_STEPS || (rest && are_beaten(p, combo, ANY_KEY, 1)))
        return 0;
    while (rest && are_beaten(p, combo, answer.key, 0))
        answer.key++;
    if (answer.key > combo->key && p->rules->shapes[combo->shape].flags & UNREAD_KICKERS)
        return 0; /* the kickers of the answer matter for what beats it */
    if (answer.key > combo->key && !answer_wins(p, rest, &answer, shed + answer_size(p, combo)))
        return 0;
    if (rest && !lead_wins(p, rest, shed, depth == NO_LINE ? NO_LINE : depth + 1))
        return 0;
    if (depth != NO_LINE)
        p->line[depth] = *combo;
    if (depth != NO_LINE && !rest)
        p->length = depth + 1;
    return 1;
}

/* The reading under which a combo is led: returns 1, 0 if it may not be led, or an error. */
static int is_led(const struct proof *p, hand_t hand, const struct combo *combo, struct combo *out)
{
    struct table table = {.hand = hand, .solo_top = (p->rules->flags & SOLO_TOP) != 0};
    struct play play = {.cards = combo->cards, .plays_as = cards_wild(p->rules, combo->cards) ? combo->plays_as : 0};
    return table_play(p->rules, &table, &play, out);
}

/* Whether leading some combo of the best split wins. */
static int lead_wins(struct proof *p, hand_t hand, int shed, int depth)
{
    struct split split;
    struct combo combo;
    int error = split_best(p->engine, hand, NULL, 0, &split);
    for (int i = 0; !error && split.turns <= MOST_TURNS_LEFT && i < split.turns; i++) {
        int led = is_led(p, hand, &split.combos[i], &combo);
        error = led < 0 ? led : 0;
        if (led > 0 && play_wins(p, hand, &combo, shed, depth))
            return 1;
    }
    p->error = error ? error : p->error;
    return 0;
}

/* Prepare a proof for a view; 0 if the view is not supported. */
static int begin(struct proof *p, const struct engine *engine, const struct view *view)
{
    *p = (struct proof){.engine = engine, .rules = engine->rules, .view = view, .least = LEFT_UNKNOWN};
    for (int i = 1; i < view->seats; i++) {
        int unknown = view->left[i] == LEFT_UNKNOWN;
        if (view->ally[i] || !view->left[i])
            continue;
        int most = unknown ? MAX_CARDS : view->left[i], least = unknown ? 1 : view_until_out(view, i);
        p->most = most > p->most ? most : p->most;
        p->least = least < p->least ? least : p->least;
    }
    return !view_sees_suits(view);
}

int forced_win_proves(const struct engine *engine, const struct view *view, const struct option *option)
{
    struct proof p;
    if (!option->combo.length || option->turns >= MOST_TURNS_LEFT || !begin(&p, engine, view))
        return 0;
    return play_wins(&p, view->table.hand, &option->combo, 0, NO_LINE) ? 1 : p.error;
}

int forced_win_line(const struct engine *engine, const struct view *view, const struct combo *combo, struct combo *line,
                    int cap)
{
    struct proof p;
    int error = view_verify(engine->rules, view);
    if (error)
        return error;
    if (!combo->length || table_verify_combo(engine->rules, combo) || !cards_hold(view->table.hand, combo->cards))
        return ERROR_COMBO;
    if (!begin(&p, engine, view) || !play_wins(&p, view->table.hand, combo, 0, 0))
        return p.error;
    if (p.length > cap)
        return ERROR_CAPACITY;
    memcpy(line, p.line, (size_t)p.length * sizeof *line);
    return p.length;
}
