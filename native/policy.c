/* policy.c - what a robot plays.
 *
 * Every option (a play, or the pass) starts with the worth of the hand it leaves. A policy of kind POLICY_POWER stops
 * there. POLICY_RULES lets each rule of the table below add or take away turns, in terms of allies and enemies, cards
 * left, and what the unseen cards can beat; the numbers are the policy's own. The best option is played, or one drawn
 * among those within the policy's looseness. Whatever the policy, a play that ends the game is never missed.
 */
#include "policy.h"
#include "chance.h"
#include "moves.h"

#include <string.h>

#define SURE 50000000
#define NUMBER(o, name) ((o)->policy->numbers[POLICY_##name])

static int is_pass(const struct option *option)
{
    return option->combo.length == 0;
}

static int is_bomb(const struct option *option)
{
    return option->combo.tier > 0;
}

/* Whether enemies could beat a combo with the cards that are unseen. */
static int can_be_beaten(const struct outlook *o, const struct combo *combo, int bombs)
{
    return moves_can_beat(o->rules, o->view->unseen, o->view->unseen_suits, combo, o->enemy_most, bombs);
}

/* ---- the rules ------------------------------------------------------------------------------------------------ */

/* How many combos of a split can be beaten at all; two are as many as matter. */
static int weak_combos(const struct outlook *o, const struct split *split)
{
    int weak = 0;
    for (int i = 0; i < split->turns && weak < 2; i++)
        weak += can_be_beaten(o, &split->combos[i], 1);
    return weak;
}

/* Whether all but one of the plays that an option leaves cannot be beaten, so that they can be led one after the other.
 * An option of the best split leaves the others of it. */
static int wins_by_leading(struct outlook *o, const struct option *option)
{
    struct split rest;
    if (option->place < 0)
        return !split_best(o->rules, o->weights, o->view->table.hand - option->combo.cards, NULL, 0, o->scratch, &rest) &&
               weak_combos(o, &rest) < 2;
    if (!o->weak_known)
        o->weak = weak_combos(o, &o->split);
    o->weak_known = 1;
    return o->weak < 2;
}

/* A sure win 必赢: a play that nobody can beat, after which the rest wins by leading. */
static void rule_sure_win(struct outlook *o, struct option *option)
{
    if (is_pass(option) || option->turns > 6 || (option->place >= 0 && !wins_by_leading(o, option)))
        return;
    if (can_be_beaten(o, &option->combo, 1) || (option->place < 0 && !wins_by_leading(o, option)))
        return;
    option->value += SURE;
    option->reasons |= REASON_SURE_WIN;
}

/* An enemy with few cards must not keep the trick. */
static void rule_stop_owner(struct outlook *o, struct option *option)
{
    if (o->leads || o->owner_is_ally)
        return;
    if (is_pass(option)) {
        option->value -= NUMBER(o, DANGER) / o->owner_left + NUMBER(o, ALARM) / o->enemy_least;
        return;
    }
    option->value += NUMBER(o, RUN) / (option->turns + 1);
    if (o->owner_left <= 4)
        option->reasons |= REASON_STOP_ENEMY;
}

/* Bombs are for danger and for the finish. */
static void rule_keep_bomb(struct outlook *o, struct option *option)
{
    int near = o->enemy_least <= 3 || option->turns <= 2;
    if (!is_bomb(option))
        return;
    option->value -= near ? NUMBER(o, BOMB_NEAR) : NUMBER(o, BOMB_KEEP);
    option->reasons |= near ? REASON_USE_BOMB : 0;
}

/* An ally's trick is left to him, the more so the stronger it is and the closer he is to going out; less so the
 * closer this hand is. */
static void rule_ally_trick(struct outlook *o, struct option *option)
{
    if (o->leads || !o->owner_is_ally)
        return;
    if (is_pass(option)) {
        option->reasons |= o->owner_left <= 2 ? REASON_ALLY_OUT | REASON_LEAVE_ALLY : REASON_LEAVE_ALLY;
        return;
    }
    const int32_t *numbers = o->policy->numbers + (o->next_is_enemy ? POLICY_ALLY_GUARD : POLICY_ALLY_NEXT);
    option->value -= numbers[0] + numbers[1] * o->view->table.to_beat.key + numbers[2] / o->owner_left;
    option->value += numbers[3] / (option->turns + 1);
}

/* Whoever moves right before an enemy keeps small solos and pairs from passing 顶牌. */
static void rule_guard(struct outlook *o, struct option *option)
{
    int key = NUMBER(o, GUARD_KEY);
    if (o->leads || !o->next_is_enemy || !o->owner_is_ally || is_pass(option) || is_bomb(option))
        return;
    if (option->combo.size > 2 || option->combo.key < key || o->view->table.to_beat.key >= key)
        return;
    option->value += NUMBER(o, GUARD);
    option->reasons |= REASON_GUARD;
}

/* Solos are not led to an enemy with one card, nor pairs to one with two; where it must be, the highest. */
static void rule_stop_shape(struct outlook *o, struct option *option)
{
    if (!o->leads || option->combo.size != o->enemy_least || o->enemy_least > 2) {
        if (o->leads && o->enemy_least <= 2)
            option->reasons |= REASON_STOP_ENEMY;
        return;
    }
    option->value -= NUMBER(o, STOP_SHAPE);
    option->value += NUMBER(o, STOP_KEY) * option->combo.key;
}

/* An ally whose last cards are one solo or one pair is led a low one. */
static void rule_feed_ally(struct outlook *o, struct option *option)
{
    if (!o->leads || o->next_is_enemy || o->ally_least > 2 || option->combo.size != o->ally_least)
        return;
    option->value += NUMBER(o, FEED) - NUMBER(o, FEED) / 16 * option->combo.key;
    option->reasons |= REASON_FEED_ALLY;
}

/* With one loser left, controls are led first and the loser last. */
static void rule_controls_first(struct outlook *o, struct option *option)
{
    if (!o->leads || o->losers > 1 || is_bomb(option) || can_be_beaten(o, &option->combo, 0))
        return;
    option->value += NUMBER(o, CONTROLS_FIRST);
    option->reasons |= REASON_CONTROLS_FIRST;
}

/* ◄ a new rule goes here; the arena says whether it stays. */
static rule *const RULES[] = {
    rule_sure_win, rule_stop_owner, rule_keep_bomb, rule_ally_trick,
    rule_guard,    rule_stop_shape, rule_feed_ally, rule_controls_first,
};

/* ---- the choice ----------------------------------------------------------------------------------------------- */

static void look_at_seats(struct outlook *o)
{
    const struct view *view = o->view;
    int next = 0;
    o->enemy_least = o->ally_least = LEFT_UNKNOWN;
    for (int i = 1; i < view->seats; i++) {
        if (!view->left[i])
            continue;
        next = next ? next : i;
        uint8_t *least = view->ally[i] ? &o->ally_least : &o->enemy_least;
        if (view->left[i] < *least)
            *least = view->left[i];
        if (!view->ally[i] && view->left[i] > o->enemy_most)
            o->enemy_most = view->left[i];
    }
    o->leads = view->table.to_beat.length == 0;
    o->owner_is_ally = view->owner && view->ally[view->owner];
    o->next_is_enemy = !view->ally[next];
    o->owner_left = view->left[view->owner] ? view->left[view->owner] : 1;
}

/* Start an outlook; the combos of its split are left as they are, for there are many of them. */
static void look(struct outlook *o, const struct rules *rules, const struct weights *weights,
                 const struct policy *policy, const struct view *view, struct scratch *scratch)
{
    memset(o, 0, offsetof(struct outlook, split));
    o->rules = rules;
    o->weights = weights;
    o->policy = policy;
    o->view = view;
    o->scratch = scratch;
    o->split.turns = o->split.exact = 0;
    o->split.score = 0;
    look_at_seats(o);
}

int policy_verify(const struct rules *rules, const struct view *view)
{
    int leads = view->table.to_beat.length == 0;
    if (view->seats < 2 || view->seats > MAX_SEATS || view->owner >= view->seats || leads != (view->owner == 0))
        return ERROR_STATE;
    if (!view->table.hand || cards_size(view->table.hand) > MAX_TURNS || hand_verify(view->unseen))
        return ERROR_STATE;
    int others = 0;
    for (int i = 1; i < view->seats; i++)
        others += view->left[i] != 0;
    if (!others || suits_verify(rules, view->unseen, view->unseen_suits))
        return ERROR_STATE;
    return table_verify(rules, &view->table);
}

/* Whether a combo of the best split may be led now. */
static int may_lead(const struct outlook *o, const struct combo *combo)
{
    const struct shape *shape = &o->rules->shapes[combo->shape];
    const struct table *table = &o->view->table;
    if (shape->flags & KICKERS_SHORT && combo->cards != table->hand)
        return 0;
    if (shape->flags & BODY_TWO_SUITS && combo->plays_as == combo->cards && read_only_suit(table->suits, combo->cards))
        return 0;
    return table_allows(o->rules, table, combo);
}

/* Options of a calm lead: the combos of the best split, each with what the others are worth. */
static int options_of_split(const struct outlook *o, struct option *options)
{
    const struct split *split = &o->split;
    int n = 0;
    for (int i = 0; i < split->turns; i++)
        if (may_lead(o, &split->combos[i]))
            options[n++] = (struct option){.combo = split->combos[i], .place = i, .value = split->score - split->values[i],
                                           .turns = (uint8_t)(split->turns - 1)};
    return n;
}

static int count_bombs(const struct hint *hints, int n)
{
    int bombs = 0;
    for (int i = 0; i < n; i++)
        bombs += hints[i].combo.tier > 0;
    return bombs;
}

/* Every legal play, and the pass; a policy of power alone passes only when it can do nothing else. The plays stand in
 * the order of hints when the policy only looks at what they leave, so that the best of equals is the first hint. */
static int options_of_table(struct outlook *o, struct option *options)
{
    struct search s;
    struct hint *hints = o->scratch->hints;
    const struct table *table = &o->view->table;
    int error = split_plan(&s, o->rules, o->weights, table->hand, table->suits, 0, o->scratch);
    if (error)
        return error;
    struct hint whole;
    int known = split_recall(&s, table, &o->split);
    int n = split_hints_of(&s, table, &o->split, hints, MAX_OPTIONS);
    if (n == 0 && !o->leads) {
        options[0] = (struct option){.turns = 1, .place = -1};
        return 1;
    }
    if (n < 0 || (!known && split_rate(&s, table, &(struct combo){0}, &whole)))
        return n < 0 ? n : ERROR_HAND;
    if (known)
        whole = (struct hint){.score = o->split.score, .turns = o->split.turns};
    if (o->policy->kind != POLICY_RULES)
        split_sort(hints, n, table->hand);
    for (int i = 0; i < n; i++)
        options[i] = (struct option){.combo = hints[i].combo, .value = hints[i].score, .turns = hints[i].turns,
                                     .place = split_place(&o->split, &hints[i].combo)};
    if (moves_may_pass(o->rules, table, n, count_bombs(hints, n)) && (n == 0 || o->policy->kind == POLICY_RULES))
        options[n++] = (struct option){.value = whole.score, .turns = whole.turns, .place = -1};
    return n;
}

static int list_options(struct outlook *o, struct option *options)
{
    int close = o->enemy_least <= 2 || o->ally_least <= 2;
    if (!o->leads || o->policy->kind != POLICY_RULES)
        return options_of_table(o, options);
    const struct table *table = &o->view->table;
    int error = split_best(o->rules, o->weights, table->hand, table->suits, 0, o->scratch, &o->split);
    if (error)
        return error;
    int n = close ? 0 : options_of_split(o, options);
    return n ? n : options_of_table(o, options);
}

static void apply_rules(struct outlook *o, struct option *options, int n)
{
    for (int i = 0; i < o->split.turns && o->leads; i++)
        o->losers += can_be_beaten(o, &o->split.combos[i], 0);
    for (int i = 0; i < n; i++) {
        if (is_pass(&options[i]))
            options[i].value += NUMBER(o, PASS);
        for (size_t r = 0; r < sizeof RULES / sizeof *RULES; r++)
            RULES[r](o, &options[i]);
    }
}

/* The best option, or one drawn among those at most `looseness` below it; options within it keep their order. */
static int pick(const struct option *options, int n, int32_t looseness, uint64_t seed, int *drawn)
{
    int best = 0, within = 0;
    for (int i = 1; i < n; i++)
        if (options[i].value > options[best].value)
            best = i;
    for (int i = 0; i < n; i++)
        within += options[i].value >= options[best].value - looseness;
    *drawn = looseness && within > 1;
    if (!*drawn)
        return best;
    int left = chance_below(&seed, within);
    for (int i = 0; i < n; i++)
        if (options[i].value >= options[best].value - looseness && left-- == 0)
            return i;
    return best;
}

static int holds_bomb(const struct option *options, int n)
{
    for (int i = 0; i < n; i++)
        if (is_bomb(&options[i]))
            return 1;
    return 0;
}

static void fill_choice(const struct option *option, int drawn, struct choice *out)
{
    out->combo = option->combo;
    out->value = option->value;
    out->reasons = option->reasons | (drawn ? REASON_LOOSE : 0);
    if (!out->reasons)
        out->reasons = REASON_BEST_REST;
}

/* The play that empties the hand, if there is one. */
static int finish(const struct rules *rules, const struct table *table, struct choice *out)
{
    const struct combo *to_beat = &table->to_beat;
    int ranks = __builtin_popcountll(cards_at_least(table->hand, 1));
    if (to_beat->length && ranks > 5 && cards_size(table->hand) != to_beat->size && !(rules->flags & SHORT_FOLLOW))
        return 0; /* no bomb has so many ranks */
    struct play all = {.cards = table->hand};
    memcpy(all.suits, table->suits, sizeof all.suits);
    if (table_play(rules, table, &all, &out->combo) != 1)
        return 0;
    out->reasons = REASON_FINISH;
    return 1;
}

/* Any legal thing, each equally likely. */
static int choose_any(const struct outlook *o, uint64_t seed, struct choice *out)
{
    struct combo *plays = o->scratch->plays;
    int n = moves_list(o->rules, &o->view->table, plays, MAX_MOVES);
    int bombs = 0;
    for (int i = 0; i < n; i++)
        bombs += plays[i].tier > 0;
    int choices = n < 0 ? n : n + moves_may_pass(o->rules, &o->view->table, n, bombs);
    if (choices <= 0)
        return n < 0 ? n : ERROR_STATE;
    int i = chance_below(&seed, choices);
    if (i < n)
        out->combo = plays[i];
    out->reasons = REASON_LOOSE;
    return 0;
}

static int choose_best(struct outlook *o, uint64_t seed, struct choice *out)
{
    struct option *options = o->scratch->options;
    int drawn, n = list_options(o, options);
    if (n <= 0)
        return n ? n : ERROR_STATE;
    if (o->policy->kind == POLICY_RULES)
        apply_rules(o, options, n);
    int best = pick(options, n, o->policy->looseness, seed, &drawn);
    if (is_pass(&options[best]))
        options[best].reasons |= holds_bomb(options, n) ? REASON_KEEP_BOMB : 0;
    fill_choice(&options[best], drawn, out);
    if (options[best].place >= 0 && o->split.turns && !is_pass(&options[best]))
        split_keep_rest(o->scratch, o->view->table.hand - options[best].combo.cards, &o->split, options[best].place);
    out->forced = n == 1;
    if (n == 1)
        out->reasons = REASON_ONLY;
    return 0;
}

int policy_choose(const struct rules *rules, const struct weights *weights, const struct policy *policy,
                  const struct view *view, uint64_t seed, void *scratch, struct choice *out)
{
    int error = policy_verify(rules, view);
    return error ? error : policy_move(rules, weights, policy, view, seed, scratch, out);
}

int policy_move(const struct rules *rules, const struct weights *weights, const struct policy *policy,
                const struct view *view, uint64_t seed, struct scratch *scratch, struct choice *out)
{
    struct outlook o;
    look(&o, rules, weights, policy, view, scratch);
    memset(out, 0, sizeof *out);
    if (policy->kind == POLICY_RANDOM)
        return choose_any(&o, seed, out);
    if (finish(rules, &view->table, out))
        return 0;
    return choose_best(&o, seed, out);
}

int policy_options(const struct rules *rules, const struct weights *weights, const struct policy *policy,
                   const struct view *view, struct scratch *scratch, struct option *options)
{
    struct outlook o;
    look(&o, rules, weights, policy, view, scratch);
    if (o.leads && split_best(rules, weights, view->table.hand, view->table.suits, 0, scratch, &o.split))
        return ERROR_HAND;
    int n = options_of_table(&o, options);
    if (n > 0)
        apply_rules(&o, options, n);
    return n;
}
