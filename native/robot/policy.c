/* policy.c - move of a robot.
 *
 * Every option (a play, or the pass) starts with the value of the remaining hand. A policy of kind POLICY_POWER
 * stops there. With POLICY_RULES each rule of tactics.c adds or subtracts turns; networks, if present, replace the
 * result. The best option is played, or one drawn among those within the policy's looseness. Every policy plays a
 * move that ends the game. */
#include "robot/policy.h"
#include "plays/moves.h"
#include "plays/value.h"
#include "robot/chance.h"
#include "robot/elementary.h"
#include "robot/net.h"
#include "robot/payment.h"
#include "robot/tactics.h"
#include "robot/view.h"
#include "rules/cards.h"
#include "rules/read.h"
#include "rules/table.h"
#include "split/hints.h"
#include "split/split.h"

#include <string.h>

/* Whether a combo of the best split may be led under the table's constraints and the filters. */
static int may_lead(const struct judged_view *o, const struct combo *combo)
{
    const struct shape *shape = &o->rules->shapes[combo->shape];
    const struct table *table = &o->view->table;
    if (shape->flags & KICKERS_SHORT && combo->cards != table->hand)
        return 0;
    if (shape->flags & BODY_TWO_SUITS && combo->plays_as == combo->cards && read_only_suit(table->suits, combo->cards))
        return 0;
    return table_allows(o->rules, table, combo);
}

/* Options of a lead without danger: the combos of the best split, each valued by the remaining combos. */
static int options_of_split(const struct judged_view *o, struct option *options)
{
    const struct split *split = &o->split;
    int n = 0;
    for (int i = 0; i < split->turns; i++)
        if (view_allows(o->view, &split->combos[i]) && may_lead(o, &split->combos[i]))
            options[n++] = (struct option){.combo = split->combos[i],
                                           .place = i,
                                           .value = split->score - split->values[i],
                                           .turns = (uint8_t)(split->turns - 1)};
    return n;
}

/* Every legal play, and the pass; a policy of kind POLICY_POWER passes only without another option. If the policy
 * compares only the remaining hands, the plays are in the order of hints, so that the first hint wins ties. */
static int options_of_table(struct judged_view *o, struct option *options)
{
    struct search *s = o->engine->search;
    struct hint *hints = o->engine->option_memory->hints;
    const struct table *table = &o->view->table;
    int error = split_plan(o->engine, table->hand, table->suits, 0);
    if (error)
        return error;
    struct hint whole;
    int known = split_recall(s, table->hand, &o->split);
    int n = hints_of(s, table, &o->split, hints, MAX_OPTIONS - 1); /* one entry is reserved for the pass */
    if (n == 0 && !o->leads) {
        options[0] = (struct option){.turns = 1, .place = -1};
        return o->legal = 1;
    }
    error = n < 0 ? n : known ? 0 : hints_rate(s, table, &(struct combo){0}, &whole);
    if (error)
        return error;
    if (known)
        whole = (struct hint){.score = o->split.score, .turns = o->split.turns};
    if (o->policy->kind != POLICY_RULES)
        hints_sort(o->engine, hints, n, table->hand);
    int bombs = 0, left = 0;
    for (int i = 0; i < n; i++) {
        bombs += hints[i].combo.tier > 0;
        if (view_allows(o->view, &hints[i].combo))
            options[left++] = (struct option){.combo = hints[i].combo,
                                              .value = hints[i].score,
                                              .turns = hints[i].turns,
                                              .place = hints_place(&o->split, &hints[i].combo)};
    }
    int may_pass = table_may_pass(o->rules, o->leads, n, bombs);
    o->legal = n + may_pass;
    o->alone = o->legal > 1 && left + may_pass == 1;
    if (may_pass && (left == 0 || o->policy->kind == POLICY_RULES))
        options[left++] = (struct option){.value = whole.score, .turns = whole.turns, .place = -1};
    return left;
}

/* Lower the values of leads that the policy overlooks, whose weight is -MAX_VALUE. */
static void lower_overlooked(const struct judged_view *o, struct option *options, int n)
{
    for (int i = 0; i < n; i++) {
        const struct combo *combo = &options[i].combo;
        int32_t value = o->engine->weights->value[combo->shape][value_start(o->rules, combo)][combo->length];
        options[i].value += value == -MAX_VALUE ? value : 0;
    }
}

static int list_options(struct judged_view *o, struct option *options)
{
    int close = o->enemy_least <= 2 || o->ally_least <= 2;
    if (!o->leads || o->policy->kind != POLICY_RULES)
        return options_of_table(o, options);
    const struct table *table = &o->view->table;
    int error = split_best(o->engine, table->hand, table->suits, 0, &o->split);
    if (error)
        return error;
    int n = close ? 0 : options_of_split(o, options);
    o->calm = n > 1; /* one leadable combo does not mean that it is the only legal lead */
    o->legal = n;
    if (o->calm)
        return n;
    n = options_of_table(o, options);
    if (!close)
        lower_overlooked(o, options, n);
    return n;
}

/* Apply the rules of play, and the networks if there are any; returns `n`, or an error. */
static int judge(struct judged_view *o, struct option *options, int n)
{
    int error = n > 0 ? tactics_apply(o, options, n) : n;
    if (!error && o->policy->learned && o->engine->nets && n > 1)
        o->learned = net_rate(o, options, n);
    return error ? error : n;
}

/* Draw one of the options, each with a probability proportional to exp(value / temperature). */
static int pick_at_random(const struct option *options, int n, int32_t temperature, uint64_t seed)
{
    double total = 0;
    int32_t most = net_best(options, n).value;
    for (int i = 0; i < n; i++)
        total += elementary_exp((double)(options[i].value - most) / temperature);
    double mark = total * chance_unit(&seed);
    for (int i = 0; i < n - 1; i++) {
        mark -= elementary_exp((double)(options[i].value - most) / temperature);
        if (mark < 0)
            return i;
    }
    return n - 1;
}

/* The best option, or a random one at most `looseness` below it; the order of the options does not change. */
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
    int left = chance_below(&seed, within), i = 0;
    while (options[i].value < options[best].value - looseness || left--)
        i++;
    return i;
}

static int holds_bomb(const struct option *options, int n)
{
    for (int i = 0; i < n; i++)
        if (option_is_bomb(&options[i]))
            return 1;
    return 0;
}

/* The reason of a best option for which no rule recorded a reason: a pass, because no play is worth its cards; a play
 * that leaves the strongest hand (of all plays, or on a lead without danger of the combos of the split); otherwise
 * rules against other options decide, or the networks. */
static uint32_t reason_of_rest(const struct judged_view *o, const struct option *options, int n,
                               const struct option *best)
{
    uint32_t learned = o->learned ? REASON_LEARNED : 0;
    if (option_is_pass(best))
        return REASON_NOT_WORTH | learned;
    if (o->policy->kind != POLICY_RULES)
        return REASON_BEST_REST;
    for (int i = 0; i < n; i++)
        if (options[i].rest > best->rest && !option_is_pass(&options[i]))
            return REASON_BALANCE | learned;
    return o->calm ? REASON_BEST_OF_SPLIT : REASON_BEST_REST;
}

static void fill_choice(const struct judged_view *o, const struct option *options, int n, int best, struct choice *out)
{
    const struct option *option = &options[best];
    out->combo = option->combo;
    out->value = option->value;
    out->reasons = option->reasons & REASON_SURE_WIN ? REASON_SURE_WIN : option->reasons;
    if (option_is_pass(option) && holds_bomb(options, n))
        out->reasons |= REASON_KEEP_BOMB;
    if (!out->reasons)
        out->reasons = reason_of_rest(o, options, n, option);
}

/* Whether this play is the only legal action. */
static int must_play_so(const struct rules *rules, const struct table *table, const struct combo *combo)
{
    struct combo one;
    return !table_may_pass(rules, !table->to_beat.length, 1, combo->tier > 0) && moves_list(rules, table, &one, 1) == 1;
}

/* Find a play that leaves no more than the spare cards: 1, 0 if there is none, or an error. */
static int finish_with_spare(const struct judged_view *o, struct choice *out)
{
    struct combo *plays = o->engine->plays->of;
    int n = moves_list(o->rules, &o->view->table, plays, MAX_MOVES), least = cards_size(o->view->table.hand) - o->spare;
    for (int i = 0; i < n; i++)
        if (plays[i].size >= least && view_allows(o->view, &plays[i])) {
            out->combo = plays[i];
            out->reasons = REASON_FINISH;
            return 1;
        }
    return n < 0 ? n : 0;
}

/* Find a play that empties the hand: 1, 0 if there is none, or an error. */
static int finish(const struct rules *rules, const struct table *table, struct choice *out)
{
    const struct combo *to_beat = &table->to_beat;
    int ranks = __builtin_popcountll(cards_at_least(table->hand, 1));
    if (to_beat->length && ranks > 5 && cards_size(table->hand) != to_beat->size && !(rules->flags & SHORT_FOLLOW))
        return 0; /* no bomb has this number of ranks */
    struct play all = {.cards = table->hand};
    memcpy(all.suits, table->suits, sizeof all.suits);
    int status = table_play(rules, table, &all, &out->combo);
    if (status != 1)
        return status;
    out->reasons = REASON_FINISH;
    out->forced = (!to_beat->length && cards_size(table->hand) == 1) || must_play_so(rules, table, &out->combo);
    return 1;
}

/* Choose among all legal actions with equal probabilities. */
static int choose_any(const struct judged_view *o, uint64_t seed, struct choice *out)
{
    struct combo *plays = o->engine->plays->of;
    int n = moves_list(o->rules, &o->view->table, plays, MAX_MOVES);
    int bombs = 0;
    for (int i = 0; i < n; i++)
        bombs += plays[i].tier > 0;
    int choices = n < 0 ? n : n + table_may_pass(o->rules, o->leads, n, bombs);
    if (choices <= 0)
        return n < 0 ? n : ERROR_STATE;
    int i = chance_below(&seed, choices);
    if (i < n)
        out->combo = plays[i];
    out->reasons = REASON_LOOSE;
    return 0;
}

static int choose_best(struct judged_view *o, uint64_t seed, struct choice *out)
{
    struct option *options = o->engine->option_memory->options;
    int drawn = 0, n = list_options(o, options);
    if (o->policy->kind == POLICY_RULES)
        n = judge(o, options, n);
    if (n <= 0)
        return n ? n : ERROR_STATE;
    int best = pick(options, n, o->policy->looseness, seed, &drawn);
    if (o->policy->temperature) {
        int other = pick_at_random(options, n, o->policy->temperature, seed);
        drawn = options[other].value < options[best].value;
        best = drawn ? other : best;
    }
    fill_choice(o, options, n, best, out);
    if (drawn)
        out->reasons = REASON_LOOSE;
    if (options[best].place >= 0)
        split_keep_rest(o->engine, o->view->table.hand - options[best].combo.cards, &o->split, options[best].place);
    out->forced = o->legal == 1;
    if (out->forced || o->alone)
        out->reasons = out->forced ? REASON_ONLY : REASON_FILTERED;
    return 0;
}

/* Whether a hand that can be emptied by one play may contain a bomb that is paid for separately. */
static int may_pay_more(const struct judged_view *o, const struct choice *all)
{
    const struct payment *payment = o->view->payment;
    return o->policy->kind == POLICY_RULES && o->policy->aim == AIM_POINTS && payment && !all->forced &&
           (payment->bomb || payment->doubling || payment->adding) && !all->combo.tier &&
           cards_at_least(o->view->table.hand, 4);
}

/* Instead of emptying the hand by one play, play a bomb first if it is a sure win too; 0 or an error. */
static int bomb_first(struct judged_view *o, uint64_t seed, struct choice *out)
{
    struct choice first = {0};
    int error = choose_best(o, seed, &first);
    if (!error && first.reasons & REASON_SURE_WIN && payment_for_bomb(o->view->payment, &first.combo))
        *out = first;
    return error;
}

int policy_verify(const struct policy *policy)
{
    int sound = policy->kind <= POLICY_SEARCH && policy->aim <= AIM_POINTS && policy->looseness >= 0 &&
                policy->looseness <= MOST_NUMBER && policy->temperature >= 0;
    sound &= policy->limits.tricks <= TRICKS_SEEN && policy->limits.counts <= RANKS;
    for (int i = 0; i < POLICY_NUMBERS; i++)
        sound &= policy->numbers[i] >= -MOST_NUMBER && policy->numbers[i] <= MOST_NUMBER;
    const struct budget *budget = &policy->budget;
    if (budget->games > MOST_BUDGET || budget->prior_weight > MOST_BUDGET || budget->worlds > MOST_WORLDS ||
        budget->most_worlds > MOST_WORLDS)
        return ERROR_BUDGET;
    return sound ? 0 : ERROR_POLICY;
}

int policy_choose(const struct engine *engine, const struct policy *policy, const struct view *view, uint64_t seed,
                  struct choice *out)
{
    int error = policy_verify(policy);
    error = error ? error : view_verify(engine->rules, view);
    return error ? error : policy_move(engine, policy, view, seed, out);
}

int policy_move(const struct engine *engine, const struct policy *policy, const struct view *view, uint64_t seed,
                struct choice *out)
{
    struct judged_view o;
    struct view limited;
    int alarmed = view_alarms(&policy->limits, view);
    view = view_limit(engine->rules, &policy->limits, view, &limited);
    view_look(&o, engine, policy, view);
    o.alarmed = (uint8_t)alarmed;
    memset(out, 0, sizeof *out);
    if (policy->kind == POLICY_RANDOM)
        return choose_any(&o, seed, out);
    int status = finish(engine->rules, &view->table, out);
    if (!status && o.spare)
        status = finish_with_spare(&o, out);
    if (status < 0 || (status && view_allows(view, &out->combo)))
        return status < 0 ? status : may_pay_more(&o, out) ? bomb_first(&o, seed, out) : 0;
    memset(out, 0, sizeof *out);
    return choose_best(&o, seed, out);
}

int policy_take(const struct engine *engine, const struct view *view, const struct combo *combo, uint32_t *taken)
{
    if (!combo->length || !suits_any(view->table.suits))
        return 0;
    return hints_pick(engine, &view->table, combo, taken);
}

int policy_mover(const struct player *player, const struct view *view, const struct history *history, uint64_t seed,
                 struct choice *out, uint32_t *taken)
{
    (void)history; /* only a search uses the history */
    int error = policy_move(player->engine, player->policy, view, seed, out);
    return error ? error : policy_take(player->engine, view, &out->combo, taken);
}

int policy_options_and_made(const struct engine *engine, const struct policy *policy, const struct view *view,
                            const struct combo *made, int *own)
{
    struct judged_view o;
    struct hint hint;
    struct option *options = engine->option_memory->options;
    const struct table *table = &view->table;
    view_look(&o, engine, policy, view);
    int n = list_options(&o, options);
    *own = n > 0 ? option_find(options, n, made) : -1;
    if (*own < 0 && n > 0 && made->length) {
        split_plan(engine, table->hand, table->suits, 0);      /* the same plan as for the options */
        if (!hints_rate(engine->search, table, made, &hint)) { /* else it breaks a bomb: an impossible hand */
            *own = n;
            options[n++] = (struct option){.combo = *made, .value = hint.score, .turns = hint.turns, .place = -1};
        }
    }
    return judge(&o, options, n);
}

int policy_options(const struct engine *engine, const struct policy *policy, const struct view *view)
{
    struct option *options = engine->option_memory->options;
    struct judged_view o;
    view_look(&o, engine, policy, view);
    int error = o.leads ? split_best(engine, view->table.hand, view->table.suits, 0, &o.split) : 0;
    int n = error ? error : options_of_table(&o, options);
    return judge(&o, options, n);
}

/* Record the score of each option that is not among the first `known` records; returns the new number of records, or
 * ERROR_CAPACITY. */
static int note_opinions(const struct option *options, int n, struct opinion *out, int known, int cap)
{
    int before = known;
    for (int i = 0; i < n; i++) {
        const struct combo *combo = &options[i].combo;
        int noted = 0;
        for (int j = 0; j < before && !noted; j++)
            noted = out[j].combo.cards == combo->cards && out[j].combo.shape == combo->shape &&
                    out[j].combo.key == combo->key && out[j].combo.suit == combo->suit;
        if (noted)
            continue;
        if (known == cap)
            return ERROR_CAPACITY;
        out[known++] = (struct opinion){*combo, options[i].value, !before};
    }
    return known;
}

int policy_opinions(const struct engine *engine, const struct policy *policy, const struct view *view,
                    struct opinion *out, int cap)
{
    struct option *options = engine->option_memory->options;
    struct policy fast = *policy;
    struct judged_view o;
    struct view limited;
    int error = cap < 0 ? ERROR_CAPACITY : policy_verify(policy);
    error = error ? error : view_verify(engine->rules, view);
    if (error)
        return error;
    int alarmed = view_alarms(&policy->limits, view);
    view = view_limit(engine->rules, &policy->limits, view, &limited);
    fast.kind = fast.kind == POLICY_SEARCH ? POLICY_RULES : fast.kind;
    view_look(&o, engine, &fast, view);
    o.alarmed = (uint8_t)alarmed;
    int n = list_options(&o, options);
    n = fast.kind == POLICY_RULES ? judge(&o, options, n) : n;
    int noted = n < 0 ? n : note_opinions(options, n, out, 0, cap);
    if (noted < 0 || !o.calm)
        return noted;
    n = policy_options(engine, &fast, view);
    return n < 0 ? n : note_opinions(options, n, out, noted, cap);
}
