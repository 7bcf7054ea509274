/* branch_bound.c - the proven best split of a hand.
 *
 * dp.c gives an upper bound: the best value if any body may take any kicker credit. These steps prove an exact value:
 *
 * 0. The choices outside the DP are enumerated first: bodies of one suit (flushes.c), and the number of wild cards
 *    played alone (wild_only.c). Each choice has a bound; the best bound is tried first.
 * 1. If no kicker rule can be broken, the bound is the value. The counts show this: no rank has enough cards to be body
 *    and kicker at once, or to repeat too often among the kickers.
 * 2. Otherwise the split is assembled and its kickers are assigned to its bodies by backtracking. If that succeeds, the
 *    bound is the value.
 * 3. If not, every play that uses a card of the lowest rank is tried in the order of its bound (its own value plus the
 *    bound of the remaining hand). The remaining hand is solved by the same steps, until no bound exceeds the best
 *    split found. A play with missing kickers must be the last one, but any play of the split may be last. So plays
 *    with missing kickers and a card of the lowest rank are tried in addition, with each choice of their kickers, if
 *    their bound exceeds the best split.
 */
#include "split/branch_bound.h"
#include "plays/balance.h"
#include "plays/moves.h"
#include "plays/value.h"
#include "split/assign_kickers.h"

/* Whether the bound of a hand may count kickers that no split gives. Without a body that takes kickers there are none. */
static int is_risky(const struct search *s, hand_t hand)
{
    const hand_t jokers = cards_of(13, 1) | cards_of(14, 1);
    const struct kicker_credits *credits = &s->dp.bodies->credits;
    if (hand & s->wild_mask || (s->rules->flags & BOMB_WHOLE && cards_at_least(hand, 4)))
        return 1;
    return cards_at_least(hand, credits->kicked_copies) &&
           ((credits->risky_count <= 8 && cards_at_least(hand, credits->risky_count)) || hand & credits->risky_ranks ||
            (credits->risky_jokers && cards_hold(hand, jokers)));
}

/* Sort by bound, best first; the sort is stable. */
static void sort_branches(struct branch *branches, int n)
{
    for (int i = 1; i < n; i++) {
        struct branch moved = branches[i];
        int j = i;
        for (; j && branches[j - 1].bound < moved.bound; j--)
            branches[j] = branches[j - 1];
        branches[j] = moved;
    }
}

static int lowest_of(const struct search *s, hand_t hand)
{
    return cards_lowest(hand & ~s->wild_mask);
}

/* The bound of a hand beside other combos, with all wild cards combined with ordinary ones; `used`: BALANCE_SHORT if
 * one of these combos has missing kickers. */
static int32_t bound_beside(struct search *s, hand_t hand, int used)
{
    return dp_best(&s->dp, bodies_hand(s->dp.bodies, hand), BALANCE_ZERO + used);
}

static int32_t bound_of(struct search *s, hand_t hand)
{
    return bound_beside(s, hand, 0);
}

static int32_t prove(struct search *s, hand_t hand, int used, int32_t floor, struct assembly *out);

/* Put every play with a card of the lowest rank into the pool, best bound first; returns their number, or
 * ERROR_CAPACITY. At most one play of a split may have missing kickers. */
static int open_branches(struct search *s, hand_t hand, int used)
{
    struct branch *pool = s->engine->branches->of + s->pool_used;
    struct combo *plays = s->engine->plays->of;
    int n = moves_with_rank(s->rules, hand, lowest_of(s, hand), plays, MAX_MOVES), opened = 0;
    if (n < 0 || n > POOL_SIZE - s->pool_used)
        return ERROR_CAPACITY;
    for (int i = 0; i < n; i++) {
        if (used && s->rules->shapes[plays[i].shape].flags & KICKERS_SHORT)
            continue;
        int32_t value =
            value_combo(s->engine->weights, plays[i].shape, value_start(s->rules, &plays[i]), plays[i].length);
        pool[opened++] = (struct branch){plays[i], value, value + bound_beside(s, hand - plays[i].cards, used)};
    }
    sort_branches(pool, opened);
    return opened;
}

static struct part part_from(const struct search *s, const struct combo *combo)
{
    return (struct part){.cards = bodies_hand(s->dp.bodies, combo->cards),
                         .body = combo->body,
                         .as = combo->plays_as - combo->body,
                         .row = combo->shape,
                         .start = (uint8_t)value_start(s->rules, combo),
                         .length = combo->length};
}

static void clear_assembly(const struct search *s, hand_t hand, struct assembly *out)
{
    out->n = 0;
    out->singles = out->pairs = 0;
    out->whole = s->rules->flags & BOMB_WHOLE ? cards_ranks(cards_at_least(hand & ~s->wild_mask, 4)) : 0;
}

/* Trial of a play with missing kickers, the only combo of an assembly, with each choice of its kickers; and the
 * result. */
struct trial {
    struct assignment assignment;
    struct search *search;
    int32_t value, best_value; /* value of the play; best value with it, initially the floor */
    int lowest;                /* rank that the play must contain */
    int left;                  /* number of choices that may still be tried */
    struct assembly *best;
};

/* Prove the best split of the cards that remain after a choice of kickers; 1 to end the trial. */
static int try_choice(struct assignment *assignment)
{
    struct trial *trial = (struct trial *)assignment;
    struct dp *dp = &trial->search->dp;
    const struct assembly *assembly = assignment->assembly;
    const struct part *combo = &assembly->combos[0];
    const hand_t cards = combo->cards + combo->kickers;
    struct assembly rest;
    if (!cards_count(cards, trial->lowest) || !assemble_is_whole(assembly, cards))
        return 0;
    if (!trial->left--)
        dp->cut = 1;
    int32_t floor = trial->best_value - trial->value;
    int32_t value = dp->cut ? NEVER : prove(trial->search, assembly->singles, BALANCE_SHORT, floor, &rest);
    if (IS_SPLIT(value)) {
        trial->best_value = value + trial->value;
        *trial->best = rest;
        trial->best->combos[trial->best->n++] = *combo;
    }
    return dp->cut;
}

/* The best value above `floor` with a play that has missing kickers and a card of the lowest rank, assembled in `out`;
 * NEVER if there is none. Rules with such plays have no wild cards. */
static int32_t prove_short(struct search *s, hand_t hand, int32_t floor, struct assembly *out)
{
    const struct bodies *bodies = s->dp.bodies;
    struct assembly assembly;
    struct trial trial = {.assignment = {s->rules, &assembly, try_choice},
                          .search = s,
                          .best_value = floor,
                          .lowest = lowest_of(s, hand),
                          .left = POOL_SIZE,
                          .best = out};
    for (int i = 0; i < bodies->first[RANKS] && !s->dp.cut; i++) {
        const struct body *body = &bodies->list[i];
        if (!body->is_short || !cards_hold(hand, body->cards))
            continue;
        if (body->value + bound_beside(s, hand - body->cards, body->balance) <= trial.best_value)
            continue;
        clear_assembly(s, hand, &assembly);
        assemble_add(bodies, &(struct step){i, body->cards}, &assembly);
        assembly.singles = hand - body->cards;
        trial.value = body->value;
        assign_kickers_from(&trial.assignment, 0);
    }
    return trial.best_value > floor ? trial.best_value : NEVER;
}

/* The best value above `floor` in which wild cards are combined with ordinary ones, assembled in `out` with kickers;
 * NEVER if there is none. `used` is BALANCE_SHORT beside a play with missing kickers, else 0. */
static int32_t prove(struct search *s, hand_t hand, int used, int32_t floor, struct assembly *out)
{
    int32_t bound = bound_beside(s, hand, used);
    if (bound <= floor || !IS_SPLIT(bound))
        return NEVER;
    clear_assembly(s, hand, out);
    if (assemble_dp(&s->dp, bodies_hand(s->dp.bodies, hand), BALANCE_ZERO + used, bound, out) &&
        assign_kickers_from(&(struct assignment){s->rules, out, NULL}, 0))
        return bound;
    if (!(hand & ~s->wild_mask))
        return NEVER; /* the bound counted kickers that no body takes */
    struct assembly rest;
    int32_t best = NEVER;
    int n = open_branches(s, hand, used);
    if (n < 0) {
        s->dp.cut = 1;
        return NEVER;
    }
    struct branch *branches = s->engine->branches->of + s->pool_used;
    s->pool_used += n;
    for (int i = 0; i < n && branches[i].bound > floor && !s->dp.cut; i++) {
        hand_t left = hand - branches[i].combo.cards;
        int32_t value = prove(s, left, used, floor - branches[i].value, &rest);
        if (!IS_SPLIT(value))
            continue;
        best = floor = value + branches[i].value;
        *out = rest;
        out->combos[out->n++] = part_from(s, &branches[i].combo);
    }
    s->pool_used -= n;
    if (used || s->dp.cut)
        return best;
    int32_t value = prove_short(s, hand, floor, &rest);
    if (!IS_SPLIT(value))
        return best;
    *out = rest;
    return value;
}

/* ---- choices outside the DP -------------------------------------------------------------------------------------- */

/* A choice outside the DP: a set of one-suit bodies, and the wild cards of each nibble that are played alone. */
struct fixed {
    int set, low, high;
    int32_t bound;
};

static const struct flush_set *set_of(const struct search *s, int i)
{
    return &s->flushes.sets[i];
}

/* The cards left for the DP, in the nibbles of the hand. */
static hand_t left_for_dp(const struct search *s, hand_t hand, const struct fixed *fixed)
{
    hand_t rest = hand;
    if (s->flushes.n_sets)
        rest -= set_of(s, fixed->set)->cards;
    if (fixed->low)
        rest -= cards_of(cards_lowest(s->wild_mask), fixed->low);
    if (fixed->high)
        rest -= cards_of(cards_highest(s->wild_mask), fixed->high);
    return rest;
}

/* Advance to the next choice that the hand allows; 0 if there is none. Starts at set -1. */
static int next_fixed(const struct search *s, const struct question *q, struct fixed *f)
{
    int low = wild_only_low(&s->wild_only, q->hand), high = wild_only_high(&s->wild_only, q->hand);
    if (f->set >= 0 && s->flushes.n_sets)
        low -= cards_count(set_of(s, f->set)->cards, RANK_WILD);
    if (f->set >= 0 && f->low < low) {
        f->low++;
        return 1;
    }
    f->low = 0;
    if (f->set >= 0 && f->high < high) {
        f->high++;
        return 1;
    }
    f->high = 0;
    do {
        if (++f->set >= (s->flushes.n_sets ? s->flushes.n_sets : 1))
            return 0;
    } while (s->flushes.n_sets && !flushes_fit(set_of(s, f->set), q->hand, q->suits, q->taken));
    return 1;
}

static void set_bound(struct search *s, const struct question *q, struct fixed *f)
{
    int32_t alone = f->low + f->high ? s->wild_only.of[f->low][f->high].value : 0;
    f->bound = NEVER;
    if (!IS_SPLIT(alone))
        return;
    int32_t rest = bound_of(s, left_for_dp(s, q->hand, f));
    if (IS_SPLIT(rest))
        f->bound = alone + rest + (s->flushes.n_sets ? set_of(s, f->set)->value : 0);
}

/* Find the choice with the best bound below `ceiling`, or with an equal bound and a later position; a ceiling with set
 * -1 excludes nothing. `second` becomes the best bound of the remaining choices. */
static struct fixed best_fixed(struct search *s, const struct question *q, const struct fixed *ceiling, int32_t *second)
{
    struct fixed best = {.set = -1, .bound = NEVER}, f = {.set = -1};
    int met = ceiling->set < 0;
    *second = NEVER;
    while (next_fixed(s, q, &f)) {
        set_bound(s, q, &f);
        int below = ceiling->set < 0 || f.bound < ceiling->bound || (f.bound == ceiling->bound && met);
        if (below && f.bound > best.bound) {
            *second = best.bound;
            best = f;
        } else if (below && f.bound > *second) {
            *second = f.bound;
        }
        met |= f.set == ceiling->set && f.low == ceiling->low && f.high == ceiling->high;
    }
    return best;
}

/* Append the plays of a choice to the DP's combos. */
static void add_fixed(const struct search *s, const struct fixed *f, struct assembly *out)
{
    const struct flush_set *set = s->flushes.n_sets ? set_of(s, f->set) : NULL;
    for (int i = 0; set && i < set->n && out->n < MAX_TURNS; i++) {
        const struct flush *flush = &s->flushes.of[set->flush[i]];
        out->combos[out->n++] = (struct part){.cards = flush->cards,
                                              .body = flush->body,
                                              .row = flush->row,
                                              .start = flush->start,
                                              .length = flush->length,
                                              .suit = flush->suit};
    }
    if (f->low + f->high)
        wild_only_assemble(&s->wild_only, f->low, f->high, out);
}

/* Assemble a split that always exists, for a limit reached before any other was found: rank by rank, all wild cards
 * alone. Returns its value. */
static int32_t assemble_fallback(const struct search *s, hand_t hand, struct assembly *out)
{
    int low = wild_only_low(&s->wild_only, hand), high = wild_only_high(&s->wild_only, hand);
    int32_t alone = low + high ? s->wild_only.of[low][high].value : 0;
    clear_assembly(s, hand, out);
    int32_t value = assemble_plain(s->dp.bodies, hand & ~s->wild_mask, out);
    if (!IS_SPLIT(alone) || !IS_SPLIT(value))
        return NEVER;
    if (low + high)
        wild_only_assemble(&s->wild_only, low, high, out);
    return value + alone;
}

static int has_one_suit_rows(const struct rules *rules)
{
    for (int row = 0; row < rules->n_shapes; row++)
        if (rules->shapes[row].flags & BODY_ONE_SUIT)
            return 1;
    return 0;
}

void branch_bound_begin(const struct engine *engine, hand_t hand, const uint32_t *suits, uint32_t nodes)
{
    struct search *s = engine->search;
    s->engine = engine;
    s->rules = engine->rules;
    s->pool_used = 0;
    dp_begin(&s->dp, engine, hand, nodes);
    s->wild_mask = s->dp.bodies->wild_mask;
    wild_only_begin(&s->wild_only, engine->rules, engine->weights, hand & s->wild_mask);
    s->flushes.sets = engine->flush_sets->of;
    s->flushes.n = s->flushes.n_sets = 0;
    if (suits_any(suits) && has_one_suit_rows(engine->rules) &&
        flushes_list(&s->flushes, engine, bodies_hand(s->dp.bodies, hand), suits))
        s->dp.cut = 1;
}

int branch_bound_knows(const struct search *s, hand_t hand)
{
    int32_t value;
    return !s->flushes.n_sets && (!hand || dp_recall(&s->dp, bodies_hand(s->dp.bodies, hand), BALANCE_ZERO, &value));
}

/* Whether there is only one choice outside the DP. */
static int is_all_dp(const struct search *s, hand_t hand)
{
    return !s->flushes.n_sets && !(hand & s->wild_mask);
}

/* The best value over all choices outside the DP, assembled. */
static int32_t best_of_fixed(struct search *s, const struct question *q, struct assembly *out)
{
    int32_t best = NEVER, second = NEVER + 1;
    struct assembly assembly;
    for (struct fixed f = {.set = -1}; second > best;) {
        f = best_fixed(s, q, &f, &second);
        if (!IS_SPLIT(f.bound))
            break;
        hand_t rest = left_for_dp(s, q->hand, &f);
        int32_t fixed = f.bound - bound_of(s, rest);
        int32_t value = rest ? prove(s, rest, 0, IS_SPLIT(best) ? best - fixed : NEVER, &assembly) : 0;
        if (!rest)
            clear_assembly(s, rest, &assembly);
        if (!IS_SPLIT(value) || value + fixed <= best)
            continue;
        best = value + fixed;
        add_fixed(s, &f, &assembly);
        *out = assembly;
    }
    return best;
}

int32_t branch_bound_best(struct search *s, const struct question *q, struct assembly *out)
{
    int32_t best = q->hand && is_all_dp(s, q->hand) ? prove(s, q->hand, 0, NEVER, out) : best_of_fixed(s, q, out);
    return IS_SPLIT(best) || !s->dp.cut ? best : assemble_fallback(s, q->hand, out);
}

int32_t branch_bound_rate(struct search *s, const struct question *q)
{
    struct assembly assembly;
    int32_t second;
    if (is_risky(s, q->hand))
        return branch_bound_best(s, q, &assembly);
    return is_all_dp(s, q->hand) ? bound_of(s, q->hand) : best_fixed(s, q, &(struct fixed){.set = -1}, &second).bound;
}

const struct flush_set *branch_bound_kept(struct search *s, const struct question *q)
{
    int32_t second;
    struct fixed f = best_fixed(s, q, &(struct fixed){.set = -1}, &second);
    return f.set >= 0 && s->flushes.n_sets ? set_of(s, f.set) : NULL;
}
