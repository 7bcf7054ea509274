/* dp.c - the best value of a hand when kickers are credits: a dynamic program (DP) over ranks.
 *
 * The rank of a kicker has no value, so kickers can be CREDITS: cards given at their own rank, owed by some body at a
 * lower or higher rank. The DP iterates over the ranks from the lowest. At each rank it tries all ways to use the
 * cards: giving kickers, or beginning bodies (a run removes its cards from the other ranks at once). The rest of the
 * problem depends only on the cards left and on the BALANCE: groups of one and of two cards given (positive) or owed
 * (negative), and whether the split contains a play with missing kickers, which must be the last play. This state is
 * the key of the memo. The remaining hands of a list of hints share most of their states.
 *
 * Wild cards are counted in nibble RANK_WILD, the highest, and never expanded: a body takes the ordinary cards it
 * needs, and wild cards for missing ones. It takes a wild card instead of an available ordinary one only if the
 * ordinary one could be worth more elsewhere (`borrow`): alone, in a body without wild cards, or as a kicker that must
 * not be wild. In all other cases the two are interchangeable. Plays of wild cards only are not part of the DP. Runs
 * are chosen first; wild_fills.c lists the ways to use the remaining cards of a rank.
 *
 * The functions call each other along one circle, a state at a time; a state is smaller than the one before:
 *
 *     state_value   looks up a state, or calls work_out
 *     work_out      uses all cards of the lowest rank: place_rank without wild cards, use_up with them
 *     place_rank    place_one, place_listed or place_plain: each use of the rank, then state_value
 *     use_up        fill_up: each fill of the rank, then state_value; place: each run and its loans of wild cards (lend),
 *                   then state_value, or use_up for the cards of the rank that the run leaves
 *
 * Credits do not assign kickers to bodies, so the value is an upper bound; branch_bound.c assigns the kickers and
 * proves the exact value. One number orders everything: value * TURN_WEIGHT - turns, so that of equal splits the one
 * with fewer turns wins; of those, the one whose steps come first in the order of the DP.
 *
 * Tried and dropped: extracting whole plays around one rank (states then include the ranks of kickers, and there are
 * ten times as many); bounds inside the DP (exact values serve all hints, bounds only one); the values of a hand by
 * balance in front of the memo (half of all lookups are of states that are new or cannot be settled).
 */
#include "split/dp.h"
#include "plays/balance.h"
#include "plays/mixes.h"
#include "plays/value.h"
#include "rules/cards.h"

#define MOST_VALUE (INT32_MAX / 2) /* above all values, and above all values less that of a body */

/* ---- the DP ----------------------------------------------------------------------------------------------------- */

/* Maximum groups of kickers that the bodies of a hand could take. */
struct means {
    hand_t hand;
    uint32_t groups;
};

static inline void set_means(const struct dp *w, hand_t hand, struct means *out)
{
    const struct kicker_credits *credits = &w->bodies.credits;
    *out = (struct means){hand, credits->gain[cards_count(hand, RANK_WILD)]};
    hand_t left = cards_at_least(hand & ~cards_of(RANK_WILD, 15), credits->kicked_copies);
    for (; left; left &= left - 1)
        out->groups += credits->slots[cards_count(hand, cards_lowest(left))];
}

/* Whether enough cards are left for `owed` kickers, including `pairs` groups of two. */
static inline int can_give(const struct dp *w, hand_t hand, int owed, int pairs)
{
    hand &= w->bodies.credits.givers;
    if (owed > cards_size(hand))
        return 0;
    return pairs <= 1 ||
           pairs <= cards_size(hand << 4 >> 5 & ~HIGH_BITS) + cards_count(hand, RANK_WILD); /* halved counts */
}

/* Whether the remaining cards can still bring the balance to zero. */
static inline int can_settle(const struct dp *w, hand_t hand, int balance, struct means *means)
{
    int singles = balance_singles(balance), pairs = balance_pairs(balance), owed = 0;
    uint32_t given = 0;
    if (singles > 0)
        given = (uint32_t)singles * groups_of(1, 0, 1);
    else
        owed = -singles;
    if (pairs > 0)
        given += (uint32_t)pairs * groups_of(0, 1, 1);
    else
        owed -= 2 * pairs;
    if (given) {
        if (means->hand != hand)
            set_means(w, hand, means);
        if (!groups_hold(means->groups, given))
            return 0;
    }
    return owed == 0 || can_give(w, hand, owed, -pairs);
}

/* noinline: only the memo lookup is inlined; fully inlined, clang's code is a third slower. */
static __attribute__((noinline)) int32_t work_out(struct dp *w, hand_t hand, int balance, uint32_t tag,
                                                  struct entry *free);

/* The value of a state that has cards and whose balance can be settled. */
static inline int32_t worth_of(struct dp *w, hand_t hand, int balance)
{
    uint32_t tag = memo_tag(w->memo, balance);
    struct entry *entry = memo_slot(w->memo, hand, tag);
    return entry->tag == tag ? entry->value : work_out(w, hand, balance, tag, entry);
}

/* The value of a state; `means` caches those of the previous state, often of the same hand. */
static inline __attribute__((always_inline)) int32_t state_value(struct dp *w, hand_t hand, int balance,
                                                                 struct means *means)
{
    int open = (balance & ~BALANCE_SHORT) - BALANCE_ZERO;
    if (!hand)
        return open ? NEVER : 0;
    if (open && !can_settle(w, hand, balance, means))
        return NEVER;
    return worth_of(w, hand, balance);
}

/* Limits on the bodies of a rank: no more groups than all bodies from this rank on could take, less those already
 * given, and at most one play with missing kickers. Giving more could never be settled, so such results do not
 * matter. */
static inline uint32_t open_gates(const struct dp *w, int rank, int balance, int wilds)
{
    uint32_t capacity = w->bodies.capacity[rank] + w->bodies.credits.gain[wilds];
    return groups_of(groups_single(capacity) - balance_singles(balance), groups_pair(capacity) - balance_pairs(balance),
                     !(balance & BALANCE_SHORT));
}

/* Use all remaining cards of one rank without wild cards, starting with body `from`, until a value reaches the goal.
 * Equivalent to `place`, but faster. */
static int32_t place_plain(struct dp *w, hand_t hand, int rank, int from, int balance, int32_t goal)
{
    struct means means = {.hand = 0};
    int32_t best = NEVER;
    int count = cards_count(hand, rank), last = w->bodies.mid[rank];
    uint32_t open = open_gates(w, rank, balance, 0);
    for (int i = from; i < last && best < goal;) {
        const struct body *body = &w->bodies.list[i];
        if (body->own ? count < body->own : !cards_hold(hand, body->cards)) {
            i = body->next; /* longer runs do not fit either */
            continue;
        }
        if (!body->gates || groups_hold(open, body->gates)) {
            hand_t left = hand - body->cards;
            int after = balance + body->balance;
            int32_t value =
                body->value + (cards_count(left, rank) ? place_plain(w, left, rank, i, after, goal - body->value)
                                                       : state_value(w, left, after, &means));
            best = value > best ? value : best;
        }
        i++;
    }
    return best;
}

/* Use all cards of the lowest rank without wild cards, from the list of uses. Equivalent to `place_plain` from the
 * first body on, but faster: games spend nearly all their time here. */
static inline int32_t place_listed(struct dp *w, hand_t hand, int rank, const struct rank_uses *list, int balance)
{
    struct means means = {.hand = 0};
    int32_t best = NEVER;
    uint32_t open = open_gates(w, rank, balance, 0);
    const struct rank_use *uses = w->uses.list, *end = uses + list->end;
    for (const struct rank_use *use = uses + list->first; use < end;) {
        if (!use->own && !cards_hold(hand, use->cards)) {
            use = uses + use->next;
            continue;
        }
        if (groups_hold(open, use->gates)) {
            int32_t value = use->value + state_value(w, hand - use->cards, balance + use->balance, &means);
            best = value > best ? value : best;
        }
        use++;
    }
    return best;
}

/* Use the only card of the lowest rank: each body is a use. */
static inline int32_t place_one(struct dp *w, hand_t hand, int rank, int balance)
{
    struct means means = {.hand = 0};
    int32_t best = NEVER;
    uint32_t open = open_gates(w, rank, balance, 0);
    const struct body *bodies = w->bodies.list, *end = bodies + w->bodies.mid[rank];
    for (const struct body *body = bodies + w->bodies.first[rank]; body < end;) {
        if (body->own ? body->own > 1 : !cards_hold(hand, body->cards)) {
            body = bodies + body->next;
            continue;
        }
        if (groups_hold(open, body->gates)) {
            int32_t value = body->value + state_value(w, hand - body->cards, balance + body->balance, &means);
            best = value > best ? value : best;
        }
        body++;
    }
    return best;
}

/* Use all cards of the lowest rank, without wild cards. */
static inline __attribute__((always_inline)) int32_t place_rank(struct dp *w, hand_t hand, int rank, int balance)
{
    int count = cards_count(hand, rank);
    struct rank_uses *list = &w->uses.of[rank][count];
    if (count == 1)
        return place_one(w, hand, rank, balance);
    if (list->state == RANK_USES_UNKNOWN)
        rank_uses_list(&w->uses, &w->bodies, rank, count);
    return list->state == RANK_USES_LISTED ? place_listed(w, hand, rank, list, balance)
                                           : place_plain(w, hand, rank, w->bodies.first[rank], balance, MOST_VALUE);
}

/* A rank whose cards are being used. */
struct spot {
    hand_t hand;
    int rank, balance;
    int32_t best, goal; /* best value so far; value that ends the search */
    struct step *step;  /* NULL, or the first step of the best value */
    struct means means;
};

static int32_t use_up(struct dp *w, hand_t hand, int rank, int from, int balance, int32_t goal);

/* Use the cards of the rank that body `i` left; returns their value, which may be too low beyond the goal. */
static int32_t place_left(struct dp *w, const struct spot *at, hand_t left, int i, int balance, int32_t goal)
{
    if (cards_count(left, RANK_WILD))
        return use_up(w, left, at->rank, i, balance, goal);
    return w->bodies.wilds ? place_rank(w, left, at->rank, balance) : place_plain(w, left, at->rank, i, balance, goal);
}

/* Try body `i` with some cards, and use the cards of the rank that it leaves. */
static void take(struct dp *w, struct spot *at, int i, hand_t taken)
{
    const struct body *body = &w->bodies.list[i];
    hand_t left = at->hand - taken;
    int balance = at->balance + body->balance;
    int32_t value =
        body->value + (cards_count(left, at->rank) ? place_left(w, at, left, i, balance, at->goal - body->value)
                                                   : state_value(w, left, balance, &at->means));
    if (value <= at->best)
        return;
    at->best = value;
    if (at->step)
        *at->step = (struct step){i, taken};
}

/* Try a body with wild cards in place of some ordinary cards (from rank `from` on) that may be worth more elsewhere. */
static void lend(struct dp *w, struct spot *at, int i, hand_t taken, int spare, int from)
{
    hand_t lends = cards_at_least(taken & ~cards_of(RANK_WILD, 15), 1) >> 4 * from << 4 * from;
    if (w->bodies.list[i].wilds != WILD_SOME)
        lends &= w->bodies.borrow;
    if (cards_count(taken, at->rank) < 2)
        lends &= ~cards_of(at->rank, 15);
    for (; lends; lends &= lends - 1) {
        int other = cards_lowest(lends);
        hand_t fewer = taken - cards_of(other, 1) + cards_of(RANK_WILD, 1);
        take(w, at, i, fewer);
        if (spare > 1)
            lend(w, at, i, fewer, spare - 1, other);
    }
}

/* Use all remaining cards of one rank, starting with body `from`. Any body is tried if the step is wanted, otherwise
 * only bodies that take cards of other ranks. */
static void place(struct dp *w, struct spot *at, int from)
{
    const hand_t hand = at->hand;
    const int rank = at->rank, wilds = cards_count(hand, RANK_WILD), mixes = wilds && rank < RANK_WILD;
    const struct body *bodies = w->bodies.list;
    hand_t lacks[MOST_COPIES + 1] = {0};
    if (mixes)
        mixes_lacks(hand & ~cards_of(RANK_WILD, 15), lacks);
    int last = wilds ? w->bodies.first[rank + 1] : w->bodies.mid[rank];
    uint32_t open = open_gates(w, rank, at->balance, wilds);
    for (int i = from; i < last && at->best < at->goal; i++) {
        i = at->step ? i : bodies[i].run;
        if (i == last)
            break;
        const struct body *body = &bodies[i];
        hand_t taken = body->cards;
        int n = wilds; /* number of wild cards among them */
        if (body->gates && !groups_hold(open, body->gates))
            continue;
        if (mixes && body->wilds != WILD_NONE)
            taken = mixes_taken(body, hand, rank, lacks, &n);
        else if (!cards_hold(hand, taken))
            n = RANKS;
        if (n > wilds) {
            i = body->next - 1; /* longer runs lack at least as many cards */
            continue;
        }
        if (n || body->wilds != WILD_SOME || !mixes)
            take(w, at, i, taken);
        if (n < wilds)
            lend(w, at, i, taken, wilds - n, rank);
    }
}

/* Use all cards of one rank by bodies of that rank alone, with wild cards. */
static int32_t fill_up(struct dp *w, hand_t hand, int rank, int balance)
{
    int count = cards_count(hand, rank), wilds = cards_count(hand, RANK_WILD);
    const struct wild_fills *fills = &w->fills.of[rank][count];
    struct means means = {.hand = 0};
    hand_t left = hand - cards_of(rank, count);
    int32_t best = NEVER;
    if (!fills->known && wild_fills_list(&w->fills, &w->bodies, rank, count))
        w->cut = 1;
    for (int i = fills->first; i < fills->end; i++) {
        const struct wild_fill *fill = &w->fills.list[i];
        if (fill->wilds > wilds)
            break;
        int32_t value =
            fill->value + state_value(w, left - cards_of(RANK_WILD, fill->wilds), balance + fill->balance, &means);
        best = value > best ? value : best;
    }
    return best;
}

/* Use all remaining cards of one rank, runs starting with body `from`, until a value reaches the goal. */
static int32_t use_up(struct dp *w, hand_t hand, int rank, int from, int balance, int32_t goal)
{
    struct spot at = {.hand = hand, .rank = rank, .balance = balance, .goal = goal};
    at.best = fill_up(w, hand, rank, balance);
    if (rank < RANK_WILD)
        place(w, &at, from);
    return at.best;
}

/* Use all cards of the lowest rank; returns the value, including that of the remaining cards. */
static int32_t place_all(struct dp *w, hand_t hand, int balance)
{
    int rank = cards_lowest(hand);
    return cards_count(hand, RANK_WILD) ? use_up(w, hand, rank, w->bodies.first[rank], balance, MOST_VALUE)
                                        : place_rank(w, hand, rank, balance);
}

/* The value of the split without runs and kickers, rank by rank; NEVER if there is none. */
static int32_t plain_worth(const struct dp *w, hand_t hand)
{
    int32_t value = 0;
    while (hand) {
        int i = bodies_plain(&w->bodies, hand);
        if (i < 0)
            return NEVER;
        value += w->bodies.list[i].value;
        hand -= w->bodies.list[i].cards;
    }
    return value;
}

/* Compute the value of a state that is not in the memo; `free` is its slot. */
static int32_t work_out(struct dp *w, hand_t hand, int balance, uint32_t tag, struct entry *free)
{
    if (w->nodes >= w->limit) {
        w->cut = 1;
        return (balance & ~BALANCE_SHORT) != BALANCE_ZERO ? NEVER : plain_worth(w, hand);
    }
    w->nodes++;
    w->memo->filled++;
    int32_t value = place_all(w, hand, balance);
    if (!IS_SPLIT(value))
        value = NEVER;
    if (!((free->tag ^ tag) >> BALANCE_BITS)) /* the slot was taken meanwhile */
        free = memo_slot(w->memo, hand, tag);
    *free = (struct entry){hand, tag, value};
    return value;
}

int dp_recall(const struct dp *w, hand_t hand, int balance, int32_t *value)
{
    uint32_t tag = memo_tag(w->memo, balance);
    const struct entry *entry = memo_slot(w->memo, hand, tag);
    *value = entry->value;
    return entry->tag == tag;
}

int dp_knows(const struct dp *w, hand_t hand)
{
    int32_t value;
    return !hand || dp_recall(w, hand, BALANCE_ZERO, &value);
}

void dp_begin(struct dp *w, const struct engine *engine, hand_t hand, uint32_t limit)
{
    w->memo = engine->memo;
    w->memo->calls++;
    w->nodes = 0;
    w->cut = 0;
    bodies_begin(&w->bodies, engine, hand, w->memo->kept_bits != 0);
    /* the ranks that must stay whole depend on the whole hand, so values cannot be shared with other hands */
    w->limit = memo_begin(w->memo, cards_size(hand), w->bodies.wilds, limit, engine->rules->flags & BOMB_WHOLE);
}

void dp_list(struct dp *w)
{
    if (w->bodies.listed)
        return;
    rank_uses_begin(&w->uses);
    if (w->bodies.wilds)
        wild_fills_begin(&w->fills);
    if (bodies_list(&w->bodies))
        w->cut = 1;
}

int32_t dp_best(struct dp *w, hand_t hand, int balance)
{
    struct means none = {.hand = 0};
    int32_t value;
    if (hand && dp_recall(w, hand, balance, &value))
        return value;
    dp_list(w);
    value = state_value(w, hand, balance, &none);
    if (w->cut)
        w->memo->spoilt = 1; /* values after the limit are not the best and must not be kept */
    return value;
}

int32_t dp_step(struct dp *w, hand_t hand, int from, int balance, int32_t goal, struct step *step)
{
    struct spot at = {
        .hand = hand, .rank = cards_lowest(hand), .balance = balance, .best = NEVER, .goal = goal, .step = step};
    place(w, &at, from);
    return at.best;
}

/* Write the steps that use up the cards of a rank with a value, in bodies from `from` on; returns their number. */
static int trace(struct dp *w, hand_t hand, int rank, int from, int balance, int32_t value, struct step *steps)
{
    int count = cards_count(hand, rank), last = w->bodies.mid[rank];
    uint32_t open = open_gates(w, rank, balance, 0);
    for (int i = from; i < last; i++) {
        const struct body *body = &w->bodies.list[i];
        if (body->own ? count < body->own : !cards_hold(hand, body->cards)) {
            i = body->next - 1; /* longer runs do not fit either */
            continue;
        }
        if (body->gates && !groups_hold(open, body->gates))
            continue;
        hand_t left = hand - body->cards;
        int after = balance + body->balance, n = 0;
        int32_t rest = value - body->value, known = 0;
        if (cards_count(left, rank))
            n = trace(w, left, rank, i, after, rest, steps + 1);
        else if (left ? !dp_recall(w, left, after, &known) : (after & ~BALANCE_SHORT) != BALANCE_ZERO)
            continue;
        if (!n && (cards_count(left, rank) || known != rest))
            continue;
        *steps = (struct step){i, body->cards};
        return n + 1;
    }
    return 0;
}

int dp_trace(struct dp *w, hand_t hand, int balance, int32_t value, struct step *steps)
{
    int rank = cards_lowest(hand);
    return trace(w, hand, rank, w->bodies.first[rank], balance, value, steps);
}
