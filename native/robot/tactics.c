/* tactics.c - rules of play: terms added to the value of an option besides its remaining hand.
 *
 * Each rule is a function that examines one option and adds or subtracts turns, depending on allies and enemies, cards
 * left, and the plays that unseen cards can beat; it records its reason if that favours the option. The size of each
 * term is a number of the policy. */
#include "robot/tactics.h"
#include "robot/payment.h"
#include "robot/run_out.h"
#include "rules/cards.h"
#include "split/split.h"

#include <string.h>

#define NUMBER(o, name) ((o)->policy->numbers[POLICY_##name])

#define LAST_CHANCE (4 * SCORE_UNIT)
#define ACE_KEY 11 /* the highest rank below twos, or below the level rank, and jokers */

/* Count the combos of a hand's split that can be beaten, or may only be the last play; more than two count as two. A
 * card that can never be played counts as two. */
static int weak_combos(struct judged_view *o, hand_t hand, const struct split *split)
{
    int weak = 0;
    for (int i = 0; i < split->turns && weak < 2; i++) {
        weak +=
            o->rules->shapes[split->combos[i].shape].flags & KICKERS_SHORT || view_is_beaten(o, &split->combos[i], 1);
        hand -= split->combos[i].cards;
    }
    return hand ? 2 : weak;
}

/* Whether at most one play remaining after an option can be beaten, so that they can be led one after the other. After
 * a combo of the best split the other combos remain. */
static int wins_by_leading(struct judged_view *o, const struct option *option)
{
    hand_t hand = o->view->table.hand, left = hand - option->combo.cards;
    struct split rest;
    if (option->place < 0) {
        int error = split_part(o->engine, hand, left, &rest);
        o->error = error ? error : o->error;
        return !error && weak_combos(o, left, &rest) < 2;
    }
    if (!o->weak_known)
        o->weak = weak_combos(o, hand, &o->split);
    o->weak_known = 1;
    return o->weak < 2;
}

/* A sure win 必胜: a play that empties the hand, or an unbeatable one after which all remaining plays can be led. */
static void rule_sure_win(struct judged_view *o, struct option *option)
{
    int left = cards_size(o->view->table.hand) - option->combo.size;
    if (option->combo.length && left <= o->spare) { /* beliefs assume that every seat makes this play */
        option->value += SURELY;
        return;
    }
    if (option_is_pass(option) || option->turns > 6 || (option->place >= 0 && !wins_by_leading(o, option)))
        return;
    if (view_is_beaten(o, &option->combo, 1) || (option->place < 0 && !wins_by_leading(o, option)))
        return;
    int paid = o->policy->aim == AIM_POINTS && payment_for_bomb(o->view->payment, &option->combo);
    option->value += SURELY + paid * (SURELY / 4); /* bombs that are paid for come first */
    option->reasons |= REASON_SURE_WIN;
}

/* Against letting an enemy with few cards keep the trick. */
static void rule_stop_owner(struct judged_view *o, struct option *option)
{
    if (o->leads || o->owner_is_ally)
        return;
    if (option_is_pass(option)) {
        option->value -= NUMBER(o, DANGER) / o->owner_left + NUMBER(o, ALARM) / o->enemy_least;
        return;
    }
    option->value += NUMBER(o, RUN) / (option->turns + 1);
    if (o->owner_left <= 4 && o->view->left[o->view->owner]) /* a seat that has gone out needs no attention */
        option->reasons |= REASON_STOP_ENEMY;
}

/* The networks were trained on options scored by the other rules only: those of games of three before `run_out`, all
 * before the rules about twos and jokers. */
static int networks_rate(const struct judged_view *o)
{
    return o->policy->learned && o->engine->nets;
}

static int networks_of_three_rate(const struct judged_view *o)
{
    return networks_rate(o) && o->view->seats == 3;
}

/* Who holds a bomb without wild cards does not pass on the last cards of an enemy. */
static void rule_last_chance(struct judged_view *o, struct option *option)
{
    if (o->alarmed && option_is_pass(option))
        option->value -= LAST_CHANCE;
}

/* Bombs are kept for danger and for the finish; a hand with several bombs may use some to take the lead. */
static void rule_keep_bomb(struct judged_view *o, struct option *option)
{
    int near = o->enemy_least <= 3 || option->turns <= 2;
    if (!option_is_bomb(option))
        return;
    option->value -= near ? NUMBER(o, BOMB_NEAR) : NUMBER(o, BOMB_KEEP);
    option->reasons |= near ? REASON_USE_BOMB : 0;
    if (near || networks_of_three_rate(o) || (!o->leads && o->owner_is_ally))
        return;
    int others = __builtin_popcountll(cards_at_least(o->view->table.hand - option->combo.cards, 4));
    option->value += NUMBER(o, BOMB_MORE) * others;
}

/* Whether an ally's solo or pair goes to an enemy who moves next and whose last cards may beat it. */
static int is_exposed(struct judged_view *o)
{
    const struct combo *combo = &o->view->table.to_beat;
    return !o->leads && o->owner_is_ally && o->next_is_enemy && combo->size == o->enemy_least && combo->size <= 2 &&
           o->view->left[1] == o->enemy_least && !combo->tier && !networks_rate(o) && view_is_beaten(o, combo, 0);
}

/* The danger that an enemy's last cards beat a solo or a pair, full if half of the unseen cards are higher. */
static int32_t danger_of(const struct judged_view *o, const struct combo *combo)
{
    hand_t unseen = o->view->unseen;
    int above = 0, all = cards_size(unseen);
    for (int rank = 0; rank < RANKS; rank++)
        above += o->rules->power[rank] > combo->key ? cards_count(unseen, rank) : 0;
    return 2 * above < all ? NUMBER(o, STOP_SHAPE) / all * 2 * above : NUMBER(o, STOP_SHAPE);
}

/* Cover an ally's low solo or pair before an enemy with as many cards. */
static void rule_cover(struct judged_view *o, struct option *option)
{
    if (!is_exposed(o) || option_is_bomb(option))
        return;
    const struct combo *combo = option_is_pass(option) ? &o->view->table.to_beat : &option->combo;
    option->value -= danger_of(o, combo);
    option->reasons |= option_is_pass(option) ? 0 : REASON_STOP_ENEMY;
}

/* An ally's trick is left to the ally: more so the stronger the play and the fewer cards the ally has, less so the
 * fewer turns this hand needs; twos and jokers cost more. */
static void rule_ally_trick(struct judged_view *o, struct option *option)
{
    if (o->leads || !o->owner_is_ally)
        return;
    if (option_is_pass(option)) {
        int near = o->owner_left <= 2 && o->view->left[o->view->owner]; /* an ally that has gone out does not count */
        option->reasons |= near ? REASON_ALLY_OUT | REASON_LEAVE_ALLY : REASON_LEAVE_ALLY;
        return;
    }
    const int32_t *numbers = o->policy->numbers + (o->next_is_enemy ? POLICY_ALLY_GUARD : POLICY_ALLY_NEXT);
    option->value -= numbers[0] + numbers[1] * o->view->table.to_beat.key + numbers[2] / o->owner_left;
    option->value += numbers[3] / (option->turns + 1);
    if (!networks_rate(o) && !option_is_bomb(option) && option->combo.key > ACE_KEY)
        option->value -= SCORE_UNIT / 8 * (option->combo.key - ACE_KEY);
}

/* Before an enemy: play over low solos and pairs 顶牌, but not with twos and jokers. */
static void rule_guard(struct judged_view *o, struct option *option)
{
    int key = NUMBER(o, GUARD_KEY);
    if (o->leads || !o->next_is_enemy || !o->owner_is_ally || option_is_pass(option) || option_is_bomb(option))
        return;
    if (option->combo.size > 2 || option->combo.key < key || o->view->table.to_beat.key >= key)
        return;
    if (!networks_rate(o) && option->combo.key > ACE_KEY)
        return;
    option->value += NUMBER(o, GUARD);
    option->reasons |= REASON_GUARD;
}

/* Whether the next seat is an ally whose last cards are one solo or one pair, and this is the lowest lead of that
 * type. */
static int feeds_ally(const struct judged_view *o, const struct option *option)
{
    return o->leads && !o->next_is_enemy && o->ally_least <= 2 && option->combo.size == o->ally_least &&
           !option_is_bomb(option) && option->combo.key == o->low[o->ally_least];
}

/* Do not lead a solo to an enemy with one card, nor a pair to one with two; if unavoidable, lead the highest. */
static void rule_stop_shape(struct judged_view *o, struct option *option)
{
    if (!o->leads || option->combo.size != o->enemy_least || o->enemy_least > 2) {
        if (o->leads && o->enemy_least <= 2)
            option->reasons |= REASON_STOP_ENEMY;
        return;
    }
    if (feeds_ally(o, option))
        return;
    option->value -= NUMBER(o, STOP_SHAPE);
    option->value += NUMBER(o, STOP_KEY) * option->combo.key;
    if (option->combo.key == o->top[option->combo.size])
        option->reasons |= REASON_STOP_ENEMY;
}

/* Lead the lowest solo or pair to an ally whose last cards are one. */
static void rule_feed_ally(struct judged_view *o, struct option *option)
{
    if (!feeds_ally(o, option))
        return;
    option->value += NUMBER(o, FEED) - NUMBER(o, FEED) / 16 * option->combo.key;
    option->reasons |= REASON_FEED_ALLY;
}

/* If at most one remaining play can be beaten, lead the unbeatable ones first and it last. */
static void rule_controls_first(struct judged_view *o, struct option *option)
{
    if (!o->leads || o->losers > 1 || option_is_bomb(option) || view_is_beaten(o, &option->combo, 0))
        return;
    option->value += NUMBER(o, CONTROLS_FIRST);
    option->reasons |= REASON_CONTROLS_FIRST;
}

/* Lead the lowest cards first, of any shape, and bombs last; beat low plays with low ones, or leave them. */
static void rule_low_first(struct judged_view *o, struct option *option)
{
    if (o->enemy_least <= 2)
        return;
    if (o->leads)
        option->value -= NUMBER(o, LEAD_LOW) * (option_is_bomb(option) ? RANKS : option->combo.key);
    else if (!option_is_pass(option) && !option_is_bomb(option))
        option->value -= NUMBER(o, SPARE_HIGH) * (option->combo.key - o->view->table.to_beat.key);
}

/* Near the end, prefer an order in which plays hold the trick or are retaken by higher ones of the same type. Beating
 * an ally's play for that did not win more. */
static void rule_run_out(struct judged_view *o, struct option *option)
{
    int32_t number = o->rules->flags & PASS_NEVER ? NUMBER(o, RUN_OUT_FORCED) : NUMBER(o, RUN_OUT);
    int beats_ally = !o->leads && o->owner_is_ally;
    if (!number || beats_ally || networks_of_three_rate(o) || option_is_pass(option) || !option->turns ||
        option->reasons & REASON_SURE_WIN)
        return;
    option->value += (int32_t)((int64_t)number * run_out_chance(o, o->run_out, option) / SURE_CHANCE);
}

/* Apply every rule to an option. Direct calls: a table of functions costs more, in browsers above all. */
static void apply_rules(struct judged_view *o, struct option *option)
{
    rule_sure_win(o, option);
    rule_stop_owner(o, option);
    rule_last_chance(o, option);
    rule_keep_bomb(o, option);
    rule_cover(o, option);
    rule_ally_trick(o, option);
    rule_guard(o, option);
    rule_stop_shape(o, option);
    rule_feed_ally(o, option);
    rule_controls_first(o, option);
    rule_low_first(o, option);
    rule_run_out(o, option);
    /* ◄ a new rule goes here; an arena match decides whether it stays. */
}

/* Store the keys of the lowest and the highest ordinary leads of one card and of two. */
static void look_at_small(struct judged_view *o, const struct option *options, int n)
{
    memset(o->low, 255, sizeof o->low);
    for (int i = 0; i < n; i++) {
        const struct combo *combo = &options[i].combo;
        if (combo->size > 2 || option_is_bomb(&options[i]))
            continue;
        o->low[combo->size] = combo->key < o->low[combo->size] ? combo->key : o->low[combo->size];
        o->top[combo->size] = combo->key > o->top[combo->size] ? combo->key : o->top[combo->size];
    }
}

int tactics_apply(struct judged_view *o, struct option *options, int n)
{
    struct run_out run_out;
    run_out_begin(&run_out);
    o->run_out = &run_out;
    if (o->leads && (o->enemy_least <= 2 || o->ally_least <= 2))
        look_at_small(o, options, n);
    for (int i = 0; i < o->split.turns && o->leads; i++)
        o->losers += view_is_beaten(o, &o->split.combos[i], 0);
    int bombs = 0;
    for (int i = 0; i < n; i++)
        bombs += option_is_bomb(&options[i]) && options[i].combo.plays_as == options[i].combo.cards;
    o->alarmed &= bombs > 0;
    for (int i = 0; i < n; i++) {
        options[i].rest = options[i].value;
        if (option_is_pass(&options[i]))
            options[i].value += NUMBER(o, PASS);
        apply_rules(o, &options[i]);
    }
    return o->error;
}
