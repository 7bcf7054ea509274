/* walk.c - the best value of a hand when kickers are credits.
 *
 * A kicker's own rank is worth nothing, so kickers can be CREDITS: cards given away at their own rank, owed to some
 * body lower or higher. Ranks are walked from the lowest; at each, every way to use its cards is tried: kickers
 * given, bodies begun (a run takes its cards from the ranks above at once). What is left to decide depends only on
 * the cards above and on two balances, groups of one and of two cards given (positive) or owed (negative). That
 * state is the key of the memo, and the hands that a list of hints leaves behind share most of their states.
 *
 * Credits do not say which body a kicker goes to, so the value is an upper bound; split.c hands the kickers out and
 * proves the rest. One number orders everything: value * TURN_WEIGHT - turns, so that of equal splits the one with
 * fewer turns wins; of those, the one whose steps come first in the order of the walk.
 *
 * Tried and dropped: extracting whole plays around one rank (the states then hold the kickers' ranks too, ten times
 * as many); bounds inside the walk (exact values serve all hints, bounds only one).
 */
#include "walk.h"

#include <string.h>

#define BALANCE_BITS 14 /* of a tag: two balances of -64..63; neither exceeds the cards of a hand */
#define INLINE inline __attribute__((always_inline)) /* steps must melt into the loops that take them */
#define BALANCES ((1u << BALANCE_BITS) - 1)

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* From how many cards of one rank on a row's kicker rules could be broken by credits. */
static int risk_of(const struct shape *shape)
{
    int groups = shape->kickers * shape->run_max, risk = 16;
    if (!(shape->flags & KICKER_OF_BODY))
        risk = least(risk, shape->copies + shape->kicker_size);
    if (groups > shape->kicker_same)
        risk = least(risk, (shape->kicker_same + 1) * shape->kicker_size);
    if (!(shape->flags & KICKER_NEIGHBOUR) && groups >= 3)
        risk = least(risk, 3);
    return risk;
}

/* Note what a row with kickers can take, and when its rules could be broken. */
static void plan_kickers(struct search *s, const struct part *part)
{
    const struct shape *shape = part->shape;
    for (int count = part->copies; count < 16; count++) {
        if (s->slots_single[count] < part->singles)
            s->slots_single[count] = part->singles;
        if (s->slots_pair[count] < part->pairs)
            s->slots_pair[count] = part->pairs;
    }
    s->risky_count = least(s->risky_count, risk_of(shape));
    s->risky_jokers |= !(shape->flags & KICKER_BOTH_JOKERS) && shape->kickers * shape->run_max > 1;
}

/* Whether a body of the row can begin at `rank`. */
static int can_begin(const struct search *s, const struct shape *shape, hand_t hand, int rank)
{
    if (shape->named)
        return cards_lowest(shape->named) == rank && cards_hold(hand, shape->named);
    if (shape->run_max == 1)
        return shape->ranks >> rank & 1 && cards_count(hand, rank) >= shape->copies;
    int start = s->run_at[rank], length = 0;
    while (start >= 0 && length < shape->run_min && start + length < s->rules->n_run &&
           cards_count(hand, s->rules->run[start + length]) >= shape->copies)
        length++;
    return length == shape->run_min;
}

/* Add a row to the plan, unless no body of it can begin anywhere in the hand. */
static void plan_row(struct search *s, int row, hand_t hand)
{
    const struct shape *shape = &s->rules->shapes[row];
    int places = 0;
    for (hand_t left = cards_at_least(hand, 1); left; left &= left - 1) {
        int rank = cards_lowest(left);
        if (can_begin(s, shape, hand, rank)) {
            s->at[rank][s->n_at[rank]++] = (uint8_t)s->n_parts;
            places++;
        }
    }
    if (!places)
        return;
    struct part *part = &s->parts[s->n_parts++];
    *part = (struct part){
        .shape = shape, .row = (uint8_t)row, .copies = shape->copies, .min = shape->run_min, .max = shape->run_max,
        .singles = shape->kicker_size == 1 ? shape->kickers : 0,
        .pairs = shape->kicker_size == 2 ? shape->kickers : 0,
    };
    if (shape->kickers)
        plan_kickers(s, part);
}

/* Note how many groups all bodies from a rank on could take at most: no more need be given there. */
static void plan_room(struct search *s, hand_t hand)
{
    int singles = 0, pairs = 0;
    for (int rank = RANK_WILD - 1; rank >= 0; rank--) {
        singles += s->slots_single[cards_count(hand, rank)];
        pairs += s->slots_pair[cards_count(hand, rank)];
        s->room_single[rank] = (int8_t)singles;
        s->room_pair[rank] = (int8_t)pairs;
    }
}

void walk_plan(struct search *s, const struct rules *rules, const struct weights *weights, hand_t hand,
               uint32_t limit, struct scratch *scratch)
{
    memset(s, 0, sizeof *s);
    s->rules = rules;
    s->weights = weights;
    s->scratch = scratch;
    s->limit = limit && limit < MAX_NODES ? limit : MAX_NODES;
    s->risky_count = 16;
    memset(s->run_at, -1, sizeof s->run_at);
    for (int i = 0; i < rules->n_run; i++)
        s->run_at[rules->run[i]] = i;
    for (int row = 0; row < rules->n_shapes; row++)
        plan_row(s, row, hand);
    plan_room(s, hand);
    if (++scratch->stamp >= 1u << (32 - BALANCE_BITS)) {
        memset(scratch->memo, 0, sizeof scratch->memo);
        scratch->stamp = 1;
    }
}

/* ---- steps: what can be done with cards of the lowest rank ------------------------------------------------- */

/* Indices before the parts: one card given as a kicker, then a pair given. */
enum { GIVE_SINGLE = -2, GIVE_PAIR = -1 };

/* Cards used at once: kickers given, or a body. Steps of one rank are taken in the order of index and length only,
 * so that no set of steps is tried twice. */
struct step {
    hand_t taken;
    int32_t value;
    int index, start, length;
    int singles, pairs; /* change of the balances */
};

static INLINE int step_gives(const struct search *s, hand_t hand, int rank, int given, struct step *step)
{
    int pair = step->index == GIVE_PAIR;
    int room = pair ? s->room_pair[rank] : s->room_single[rank];
    if (given >= room || cards_count(hand, rank) < 1 + pair)
        return 0;
    step->taken = cards_of(rank, 1 + pair);
    step->singles = !pair;
    step->pairs = pair;
    return 1;
}

/* Set what a body of the step's length is worth and owes. */
static INLINE void step_price(const struct search *s, const struct part *part, struct step *step)
{
    step->value = walk_worth(s, part->row, step->start, step->length);
    step->singles = -part->singles * step->length;
    step->pairs = -part->pairs * step->length;
}

static INLINE int step_body(const struct search *s, hand_t hand, int rank, const struct part *part, struct step *step)
{
    if (part->shape->named) {
        if (!cards_hold(hand, part->shape->named))
            return 0;
        step->taken = part->shape->named;
        step->start = 0;
    } else {
        if (cards_count(hand, rank) < part->copies)
            return 0;
        step->taken = cards_of(rank, part->copies);
        step->start = rank;
    }
    step->length = 1;
    step_price(s, part, step);
    return 1;
}

/* Let the step's run grow to the next length of at least `length`; 0 when the hand or the row has no more. */
static INLINE int step_grow(const struct search *s, hand_t hand, const struct part *part, struct step *step, int length)
{
    do {
        int place = step->start + step->length;
        if (step->length == part->max || place >= s->rules->n_run ||
            cards_count(hand, s->rules->run[place]) < part->copies)
            return 0;
        step->taken += cards_of(s->rules->run[place], part->copies);
        step->length++;
    } while (step->length < part->min || step->length < length);
    step_price(s, part, step);
    return 1;
}

/* The first step of an index, at least `length` long; 0 if there is none. */
static INLINE int step_first(const struct search *s, hand_t hand, int rank, int index, int length, int singles,
                             int pairs, struct step *step)
{
    *step = (struct step){.index = index};
    if (index < 0)
        return step_gives(s, hand, rank, index == GIVE_PAIR ? pairs : singles, step);
    const struct part *part = &s->parts[s->at[rank][index]];
    if (part->max == 1)
        return step_body(s, hand, rank, part, step);
    step->start = s->run_at[rank];
    return step_grow(s, hand, part, step, length);
}

/* The next longer step of the same index; 0 if there is none. */
static INLINE int step_next(const struct search *s, hand_t hand, int rank, struct step *step)
{
    if (step->index < 0)
        return 0;
    const struct part *part = &s->parts[s->at[rank][step->index]];
    return part->max > 1 && step_grow(s, hand, part, step, 0);
}

/* ---- the walk ----------------------------------------------------------------------------------------------- */

static int32_t best(struct search *s, hand_t hand, int singles, int pairs);

/* Use up the cards of one rank, starting with steps of `from` that are at least `length` long. */
static int32_t place(struct search *s, hand_t hand, int rank, int from, int length, int singles, int pairs)
{
    struct step step;
    int32_t found = NEVER;
    if (!cards_count(hand, rank))
        return best(s, hand, singles, pairs);
    for (int i = from; i < s->n_at[rank]; i++)
        for (int ok = step_first(s, hand, rank, i, i == from ? length : 0, singles, pairs, &step); ok;
             ok = step_next(s, hand, rank, &step)) {
            int32_t rest = place(s, hand - step.taken, rank, i, step.length, singles + step.singles,
                                 pairs + step.pairs);
            if (step.value + rest > found)
                found = step.value + rest;
        }
    return found;
}

/* Whether the balances can still be settled by the cards that are left. */
static int can_settle(const struct search *s, hand_t hand, int singles, int pairs)
{
    if (singles > 0 || pairs > 0) {
        int slots_single = 0, slots_pair = 0;
        for (hand_t left = cards_at_least(hand, 1); left; left &= left - 1) {
            int count = cards_count(hand, cards_lowest(left));
            slots_single += s->slots_single[count];
            slots_pair += s->slots_pair[count];
        }
        if (singles > slots_single || pairs > slots_pair)
            return 0;
    }
    int owed = (singles < 0 ? -singles : 0) + (pairs < 0 ? -2 * pairs : 0);
    return owed == 0 || owed <= cards_size(hand);
}

/* The memo's place for a state: the one it stands in, or the free one where it would. */
static struct entry *memo_slot(struct search *s, hand_t hand, uint32_t tag)
{
    uint64_t mixed = (hand ^ (uint64_t)(tag & BALANCES) << 50) * 0x9e3779b97f4a7c15ull;
    for (uint32_t slot = (uint32_t)(mixed >> (64 - MEMO_BITS));; slot = (slot + 1) & (MEMO_SIZE - 1)) {
        struct entry *entry = &s->scratch->memo[slot];
        if ((entry->tag ^ tag) >> BALANCE_BITS || (entry->tag == tag && entry->hand == hand))
            return entry;
    }
}

static uint32_t memo_tag(const struct search *s, int singles, int pairs)
{
    return s->scratch->stamp << BALANCE_BITS | (uint32_t)(singles + 64) << 7 | (uint32_t)(pairs + 64);
}

static int32_t best(struct search *s, hand_t hand, int singles, int pairs)
{
    if (!hand)
        return singles || pairs ? NEVER : 0;
    if ((singles | pairs) && !can_settle(s, hand, singles, pairs))
        return NEVER;
    uint32_t tag = memo_tag(s, singles, pairs);
    struct entry *entry = memo_slot(s, hand, tag);
    if (entry->tag == tag)
        return entry->value;
    if (s->nodes >= s->limit) {
        s->cut = 1;
        return singles || pairs ? NEVER : walk_lay_plain(s, hand, NULL);
    }
    s->nodes++;
    int32_t value = place(s, hand, cards_lowest(hand), GIVE_SINGLE, 0, singles, pairs);
    *memo_slot(s, hand, tag) = (struct entry){hand, tag, value > NEVER ? value : NEVER};
    return value > NEVER ? value : NEVER;
}

int32_t walk_best(struct search *s, hand_t hand)
{
    return best(s, hand, 0, 0);
}

/* ---- the layout --------------------------------------------------------------------------------------------- */

static void lay(const struct search *s, int rank, const struct step *step, struct layout *out)
{
    if (step->index == GIVE_SINGLE) {
        out->singles += step->taken;
    } else if (step->index == GIVE_PAIR) {
        out->pairs += step->taken;
    } else if (out->n < MAX_TURNS) {
        out->combos[out->n++] = (struct laid){.body = step->taken, .row = s->parts[s->at[rank][step->index]].row,
                                              .start = (uint8_t)step->start, .length = (uint8_t)step->length};
    }
}

/* The first step whose continuation has the value of this state; 0 if the walk never came here. */
static int best_step(struct search *s, hand_t hand, int rank, int from, int length, int singles, int pairs,
                     struct step *found)
{
    struct step step;
    int32_t most = NEVER;
    for (int i = from; i < s->n_at[rank]; i++)
        for (int ok = step_first(s, hand, rank, i, i == from ? length : 0, singles, pairs, &step); ok;
             ok = step_next(s, hand, rank, &step)) {
            int32_t rest = place(s, hand - step.taken, rank, i, step.length, singles + step.singles,
                                 pairs + step.pairs);
            if (step.value + rest > most) {
                most = step.value + rest;
                *found = step;
            }
        }
    return IS_SPLIT(most);
}

void walk_lay_out(struct search *s, hand_t hand, struct layout *out)
{
    int singles = 0, pairs = 0;
    memset(out, 0, sizeof *out);
    while (hand) {
        uint32_t tag = memo_tag(s, singles, pairs);
        int rank = cards_lowest(hand);
        struct step step = {.index = GIVE_SINGLE};
        if (memo_slot(s, hand, tag)->tag != tag) { /* where the limit ended the walk */
            walk_lay_plain(s, hand, out);
            return;
        }
        while (cards_count(hand, rank)) {
            if (!best_step(s, hand, rank, step.index, step.length, singles, pairs, &step))
                return; /* not reached: the value came from some step */
            lay(s, rank, &step, out);
            hand -= step.taken;
            singles += step.singles;
            pairs += step.pairs;
        }
    }
}

/* The step that plays `count` cards of one rank as they are; 0 if there is none. */
static int step_plain(const struct search *s, int rank, int count, struct step *step)
{
    for (int i = 0; i < s->n_at[rank]; i++) {
        const struct part *part = &s->parts[s->at[rank][i]];
        if (part->max == 1 && !part->shape->kickers && !part->shape->named && part->copies == count)
            return step_first(s, cards_of(rank, count), rank, i, 1, 0, 0, step);
    }
    return 0;
}

int32_t walk_lay_plain(struct search *s, hand_t hand, struct layout *out)
{
    int32_t value = 0;
    while (hand) {
        struct step step;
        int rank = cards_lowest(hand), count = cards_count(hand, rank);
        while (count && !step_plain(s, rank, count, &step))
            count--;
        if (!count)
            return NEVER;
        if (out)
            lay(s, rank, &step, out);
        value += step.value;
        hand -= step.taken;
    }
    return value;
}
