/* view.c - the view of a seat: its verification, and facts derived from it for all options. */
#include "robot/view.h"
#include "plays/moves.h"
#include "robot/payment.h"
#include "rules/cards.h"
#include "rules/rules.h"
#include "rules/table.h"

#include <string.h>

int view_verify(const struct rules *rules, const struct view *view)
{
    int leads = view->table.to_beat.length == 0;
    if (view->seats < 2 || view->seats > MAX_SEATS || view->owner >= view->seats || view->first >= view->seats ||
        leads != (view->owner == 0) || view->n_only < 0 || view->n_avoid < 0)
        return ERROR_STATE;
    int others = 0;
    for (int i = 1; i < view->seats; i++) {
        if (view->left[i] && view->left[i] <= view_spare(view, i)) /* it would have gone out */
            return ERROR_STATE;
        others += view->left[i] > 0;
    }
    if (!others || cards_size(view->table.hand) <= view_spare(view, 0) || cards_size(view->table.hand) > MAX_TURNS)
        return ERROR_STATE;
    hand_t all = 0;
    int error = payment_verify(view->payment);
    error = error ? error : rules_add_hand(&all, view->unseen);
    error = error ? error : rules_add_hand(&all, view->table.hand);
    error = error ? error : rules_add_hand(&all, view->gone);
    error = error ? error : rules_verify_suits(rules, view->unseen, view->unseen_suits);
    hand_t tricks = 0;
    for (int i = 0; i < TRICKS_SEEN && !error; i++)
        error = rules_add_hand(&tricks, view->tricks[i]);
    if (!error && !cards_hold(view->gone, tricks))
        return ERROR_STATE;
    return error ? error : table_verify(rules, &view->table);
}

/* The ranks whose cards a policy counts, as whole nibbles: those of the highest powers. */
static hand_t counted_ranks(const struct rules *rules, int counts)
{
    hand_t ranks = 0;
    int top = 0;
    for (int rank = 0; rank < RANKS; rank++)
        top = rules->power[rank] > top ? rules->power[rank] : top;
    for (int rank = 0; rank < RANKS; rank++)
        if (rules->power[rank] > top - counts)
            ranks |= cards_of(rank, 15);
    return ranks;
}

const struct view *view_limit(const struct rules *rules, const struct limits *limits, const struct view *view,
                              struct view *out)
{
    if (!limits->forgets && !limits->notices)
        return view;
    *out = *view;
    if (limits->forgets) {
        hand_t forgotten = view->gone;
        for (int i = 0; i < limits->tricks; i++)
            forgotten -= view->tricks[i];
        forgotten &= ~counted_ranks(rules, limits->counts);
        out->unseen += forgotten;
        out->undealt += (uint8_t)cards_size(forgotten);
    }
    for (int i = 1; i < view->seats; i++)
        if (limits->notices && view->left[i] > limits->notices)
            out->left[i] = LEFT_UNKNOWN;
    return out;
}

int view_alarms(const struct limits *limits, const struct view *view)
{
    int left = view->left[view->owner];
    return view->owner && !view->ally[view->owner] && left && left <= limits->alarm;
}

int view_spare(const struct view *view, int seat)
{
    return seat == view->first ? 0 : view->handicap;
}

int view_until_out(const struct view *view, int seat)
{
    int left = view->left[seat], spare = view_spare(view, seat);
    return left == LEFT_UNKNOWN ? left : left > spare ? left - spare : 0;
}

static int is_among(const struct play_pattern *pattern, int n, const struct combo *combo)
{
    for (; n; n--, pattern++)
        if (pattern->cards == combo->cards && (!pattern->plays_as || pattern->plays_as == combo->plays_as) &&
            pattern->rows >> combo->shape & 1 && (!pattern->suit || !combo->suit || pattern->suit == combo->suit))
            return 1;
    return 0;
}

int view_allows(const struct view *view, const struct combo *combo)
{
    return (!view->n_only || is_among(view->only, view->n_only, combo)) && !is_among(view->avoid, view->n_avoid, combo);
}

int view_sees_suits(const struct view *view)
{
    return suits_any(view->table.suits) || suits_any(view->unseen_suits);
}

static void look_at_seats(struct judged_view *o)
{
    const struct view *view = o->view;
    int next = 0;
    o->enemy_least = o->ally_least = LEFT_UNKNOWN;
    for (int i = 1; i < view->seats; i++) {
        if (!view_until_out(view, i)) /* it has gone out, perhaps with the cards of its handicap */
            continue;
        next = next ? next : i;
        uint8_t *least = view->ally[i] ? &o->ally_least : &o->enemy_least;
        if (view_until_out(view, i) < *least)
            *least = (uint8_t)view_until_out(view, i);
        if (!view->ally[i] && view->left[i] > o->enemy_most)
            o->enemy_most = view->left[i];
    }
    o->leads = view->table.to_beat.length == 0;
    o->owner_is_ally = view->owner && view->ally[view->owner];
    o->next_is_enemy = !view->ally[next];
    o->owner_left = view_until_out(view, view->owner) ? view_until_out(view, view->owner) : 1;
    o->spare = view_spare(view, 0);
}

static int are_beaten(const struct judged_view *o, const struct combo *combo, int bombs)
{
    return moves_beat(o->rules, o->view->unseen, o->view->unseen_suits, combo, o->enemy_most, bombs);
}

/* Whether enemies could have a play of a higher tier than a combo. */
static int are_above(struct judged_view *o, const struct combo *combo)
{
    if (combo->tier < TIERS_KEPT && o->above[combo->tier])
        return o->above[combo->tier] > 1;
    struct combo highest = *combo; /* no play of its own tier beats it */
    highest.key = UINT8_MAX;
    int above = are_beaten(o, &highest, 1);
    if (combo->tier < TIERS_KEPT)
        o->above[combo->tier] = above ? 2 : 1;
    return above;
}

int view_is_beaten(struct judged_view *o, const struct combo *combo, int bombs)
{
    if (bombs && are_above(o, combo))
        return 1;
    if (o->rules->shapes[combo->shape].flags & UNREAD_KICKERS) /* the kickers matter */
        return are_beaten(o, combo, 0);
    uint32_t kind = 1u << 24 | (uint32_t)combo->shape << 16 | (uint32_t)combo->length << 8 | combo->key;
    int place = (combo->shape * 5 + combo->length * 11 + combo->key) % ASKED;
    if (o->asked[place].kind != kind) {
        o->asked[place].kind = kind;
        o->asked[place].answer = are_beaten(o, combo, 0);
    }
    return o->asked[place].answer;
}

void view_look(struct judged_view *o, const struct engine *engine, const struct policy *policy, const struct view *view)
{
    memset(o, 0, offsetof(struct judged_view, split));
    o->engine = engine;
    o->rules = engine->rules;
    o->policy = policy;
    o->view = view;
    o->split.turns = o->split.exact = 0;
    o->split.score = 0;
    look_at_seats(o);
}
