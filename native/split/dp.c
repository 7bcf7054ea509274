/* dp.c - the best value of a hand when kickers are credits: a dynamic program (DP) over ranks.
 *
 * The rank of a kicker has no value, so kickers can be CREDITS: cards given at their own rank, owed by some body at a
 * lower or higher rank. The DP iterates over the ranks from the lowest. At each rank it tries all ways to use the
 * cards: giving kickers, or beginning bodies (a run removes its cards from the other ranks at once). The value of the
 * rest depends only on the cards left and on the BALANCE: groups of one and of two cards given (positive) or owed
 * (negative), and whether the split contains a play with missing kickers, which must be the last play.
 *
 * A STATE is the cards left. It is computed once, for all balances together: a window of those that the cards before it
 * can cause and that its own cards can settle. The bodies of a rank move the window of the state that they leave, and
 * add their value; for each balance the best is kept. Runs are chosen first; rank_fills.c lists the ways to use the
 * remaining cards of a rank. `nodes` counts states. The remaining hands of a list of hints share most of them; such a
 * hand itself is computed for the balance zero alone.
 *
 * Wild cards are counted in nibble RANK_WILD, the highest, and never expanded: a body takes the ordinary cards it
 * needs, and wild cards for missing ones. It takes a wild card instead of an available ordinary one only if the
 * ordinary one could be worth more elsewhere (`borrow`): alone, in a body without wild cards, or as a kicker that must
 * not be wild. In all other cases the two are interchangeable. Plays of wild cards only are not part of the DP.
 *
 * The functions call each other along one circle, a state at a time; a state is smaller than the one before:
 *
 *     state_of        looks up a state; complete calls compute_state if it is new, or lacks balances of this call
 *     compute_state   uses all cards of the lowest rank: use_rank
 *     use_rank        use_fills: the fills of the rank; use_runs: each run (use_wilds: with more wild cards), then
 *                     use_rest for the cards of the rank that the run leaves; offer_fills calls state_of for the rest
 *
 * Credits do not assign kickers to bodies, so the value is an upper bound; branch_bound.c assigns the kickers and
 * proves the exact value. One number orders everything: value * TURN_WEIGHT - turns, so that of equal splits the one
 * with fewer turns wins; of those, the one whose steps come first in the order of the DP.
 *
 * Tried and dropped: extracting whole plays around one rank (states then include the ranks of kickers, and there are
 * ten times as many); bounds inside the DP (exact values serve all hints, bounds only one); a state for each balance
 * (three to six times as many states, and each lists its bodies again); using first the ranks of segments without runs
 * to others that a play broke (a tenth fewer states for hints, and another order of equal splits).
 */
#include "split/dp.h"
#include "plays/balance.h"
#include "plays/value.h"
#include "rules/cards.h"

/* ---- balances ---------------------------------------------------------------------------------------------------- */

/* The groups of two that some cards could give at most. */
static inline int pairs_given(const struct kicker_credits *credits, hand_t cards)
{
    cards &= credits->givers;
    return cards_size(cards << 4 >> 5 & ~HIGH_BITS) + cards_count(cards, RANK_WILD); /* halved counts */
}

static inline int singles_given(const struct kicker_credits *credits, hand_t cards)
{
    return cards_size(cards & credits->givers);
}

/* The balances that the cards used before can cause and these cards can settle. */
static inline struct window window_of(const struct dp *w, hand_t hand)
{
    const struct kicker_credits *credits = &w->bodies->credits;
    hand_t used = w->whole - hand;
    int bare = used && w->bodies->shorts & SHORT_BARE;
    if (!w->bodies->takes)
        return (struct window){0, 0, 1, 1, bare ? 2 : 1};
    uint32_t takes = kicker_credits_groups(credits, hand), took = kicker_credits_groups(credits, used);
    int singles = 0, pairs = 0, owed_singles = 0, owed_pairs = 0;
    if (takes) {
        singles = least(groups_single(takes), singles_given(credits, used));
        pairs = least(groups_pair(takes), pairs_given(credits, used));
    }
    if (took) {
        owed_singles = least(groups_single(took), singles_given(credits, hand));
        owed_pairs = least(groups_pair(took), pairs_given(credits, hand));
    }
    return (struct window){(int8_t)-owed_singles, (int8_t)-owed_pairs, (uint8_t)(owed_singles + singles + 1),
                           (uint8_t)(owed_pairs + pairs + 1), bare || (took && w->bodies->shorts) ? 2 : 1};
}

static inline struct window window_at(int balance)
{
    return (struct window){(int8_t)balance_singles(balance), (int8_t)balance_pairs(balance), 1, 1,
                           balance & BALANCE_SHORT ? 2 : 1};
}

static inline int window_contains(const struct window *a, const struct window *b)
{
    return a->low_single <= b->low_single && a->low_pair <= b->low_pair && a->planes >= b->planes &&
           a->low_single + a->width >= b->low_single + b->width && a->low_pair + a->height >= b->low_pair + b->height;
}

static struct window window_with(const struct window *a, const struct window *b)
{
    int single = least(a->low_single, b->low_single), pair = least(a->low_pair, b->low_pair);
    return (struct window){(int8_t)single, (int8_t)pair,
                           (uint8_t)(larger(a->low_single + a->width, b->low_single + b->width) - single),
                           (uint8_t)(larger(a->low_pair + a->height, b->low_pair + b->height) - pair),
                           a->planes > b->planes ? a->planes : b->planes};
}

/* The index of a balance among the cells of a window; -1 if the window does not contain it. */
static inline int cell_of(const struct window *window, int balance)
{
    unsigned single = (unsigned)(balance_singles(balance) - window->low_single);
    unsigned pair = (unsigned)(balance_pairs(balance) - window->low_pair);
    unsigned plane = (unsigned)balance / BALANCE_SHORT;
    if (single >= window->width || pair >= window->height || plane >= window->planes)
        return -1;
    return (int)((plane * window->height + pair) * window->width + single);
}

/* ---- the DP ----------------------------------------------------------------------------------------------------- */

/* A state whose values are being computed: for each balance the best of all uses of a rank. With a step, for one
 * balance: the first body that has the goal, or else the highest value. */
struct target {
    int32_t *cells;
    struct window window;
    int size; /* of the cells */
    int rank;
    struct step *step;
    int32_t goal;
};

/* The bodies of a rank so far: their value, and the change of the balance. */
struct used {
    int32_t value;
    int balance;
};

/* Raise the values of a plane to those with the bodies of the rank, one of the fills with `shorts` plays with missing
 * kickers, and the remaining cards, whose plane is `in`. */
static inline void offer_plane(const struct target *at, int32_t *out, const struct window *from, const int32_t *in,
                               struct used used, const struct rank_fill *fill, const struct rank_fill *end, int shorts)
{
    const int balance = BALANCE_ZERO + used.balance, begun = used.value;
    const int width = at->window.width, height = at->window.height, in_width = from->width, in_height = from->height;
    const int single = balance_singles(balance) + at->window.low_single - from->low_single;
    const int pair = balance_pairs(balance) + at->window.low_pair - from->low_pair;
    for (; fill < end; fill++) {
        const int column = single + fill->singles, row = pair + fill->pairs; /* in the other state, of our first cell */
        const int left = column < 0 ? -column : 0, top = row < 0 ? -row : 0, value = begun + fill->value;
        const int n = least(width, in_width - column) - left;
        int rows = least(height, in_height - row) - top;
        if (n <= 0 || rows <= 0 || fill->shorts != shorts)
            continue;
        int32_t *to = out + top * width + left;
        const int32_t *of = in + (top + row) * in_width + left + column;
        for (; rows; rows--, to += width, of += in_width)
            for (int i = 0; i < n; i++)
                if (of[i] + value > to[i])
                    to[i] = of[i] + value;
    }
}

/* The same for all planes. */
static inline void offer(const struct target *at, const int32_t *cells, const struct window *from, struct used used,
                         const struct rank_fill *fill, const struct rank_fill *end)
{
    const int size = at->window.width * at->window.height, in_size = from->width * from->height;
    const int before = (BALANCE_ZERO + used.balance) / BALANCE_SHORT;
    for (int plane = 0; plane < at->window.planes; plane++)
        for (int shorts = 0; shorts < 2 && plane + before + shorts < from->planes; shorts++)
            offer_plane(at, at->cells + plane * size, from, cells + (plane + before + shorts) * in_size, used, fill,
                        end, shorts);
}

/* The same for one balance. */
static inline void offer_one(const struct target *at, const int32_t *cells, const struct window *from, struct used used,
                             const struct rank_fill *fill, const struct rank_fill *end)
{
    const int balance = BALANCE_ZERO + used.balance, before = balance / BALANCE_SHORT, begun = used.value;
    const unsigned in_width = from->width, in_height = from->height, in_planes = from->planes;
    const int single = balance_singles(balance) + at->window.low_single - from->low_single;
    const int pair = balance_pairs(balance) + at->window.low_pair - from->low_pair;
    int32_t best = at->cells[0];
    for (; fill < end; fill++) {
        unsigned column = (unsigned)(single + fill->singles), row = (unsigned)(pair + fill->pairs);
        unsigned plane = (unsigned)(before + fill->shorts);
        if (column >= in_width || row >= in_height || plane >= in_planes)
            continue;
        int32_t value = begun + fill->value + cells[(plane * in_height + row) * in_width + column];
        best = value > best ? value : best;
    }
    at->cells[0] = best;
}

static inline const struct entry *state_of(struct dp *w, hand_t hand);

/* Use up the rank by one of the fills, after which `left` is left. */
static inline void offer_fills(struct dp *w, const struct target *at, hand_t left, struct used used,
                               const struct rank_fill *fill, const struct rank_fill *end)
{
    const struct entry *rest = state_of(w, left);
    if (at->size == 1)
        offer_one(at, w->memo->cells + rest->cells, &rest->window, used, fill, end);
    else
        offer(at, w->memo->cells + rest->cells, &rest->window, used, fill, end);
}

static void use_rest(struct dp *w, const struct target *at, hand_t hand, int from, struct used used);

/* Use all remaining cards of the rank by bodies of this rank alone. */
static inline void use_fills(struct dp *w, const struct target *at, hand_t hand, int count, struct used used)
{
    const struct rank_fills *fills = &w->fills.of[at->rank][count];
    int wilds = at->rank < RANK_WILD ? cards_count(hand, RANK_WILD) : 0;
    hand_t left = hand - cards_of(at->rank, count);
    if (fills->stamp != w->fills.stamp && rank_fills_list(&w->fills, w->bodies, at->rank, count))
        w->cut = 1;
    const struct rank_fill *fill = w->fills.list + fills->mid, *end = w->fills.list + fills->end;
    if (fills->first < fills->mid)
        offer_fills(w, at, left, used, w->fills.list + fills->first, fill);
    while (fill < end && fill->wilds <= wilds) {
        const struct rank_fill *more = fill; /* the first with more wild cards */
        while (more < end && more->wilds == fill->wilds)
            more++;
        offer_fills(w, at, left - cards_of(RANK_WILD, fill->wilds), used, fill, more);
        fill = more;
    }
}

/* Record the missing cards of each rank for each number of copies of a run. */
static inline void set_lacks(hand_t ordinary, hand_t lacks[MOST_COPIES + 1])
{
    lacks[0] = 0;
    for (int copies = 1; copies <= MOST_COPIES; copies++)
        lacks[copies] = lacks[copies - 1] + EVERY_NIBBLE - (cards_at_least(ordinary, copies) >> 3);
}

/* The cards of a body that begins at a rank: ordinary cards as far as available, wild cards for the rest; `n` is their
 * number. */
static inline hand_t cards_taken(const struct body *body, hand_t hand, int rank, const hand_t lacks[MOST_COPIES + 1],
                                 int *n)
{
    if (body->own) {
        int has = cards_count(hand, rank);
        *n = body->own > has ? body->own - has : 0;
        return cards_of(rank, body->own - *n) + cards_of(RANK_WILD, *n);
    }
    hand_t wanted = body->copies ? lacks[body->copies] & body->ranks
                                 : body->cards - cards_min(hand & ~cards_of(RANK_WILD, 15), body->cards);
    *n = cards_size(wanted);
    return body->cards - wanted + cards_of(RANK_WILD, *n & 15);
}

/* A hand whose lowest rank is being used up. */
struct position_at_rank {
    const struct target *at;
    hand_t hand;
    struct used used; /* bodies of the rank so far */
};

/* Whether the bodies of a rank take more kickers than any hand has, so that their balance might not fit its word. */
static inline int owes_too_many(int balance, int more)
{
    int singles = balance_singles(BALANCE_ZERO + balance) + balance_singles(BALANCE_ZERO + more);
    int pairs = balance_pairs(BALANCE_ZERO + balance) + balance_pairs(BALANCE_ZERO + more);
    return singles < -MAX_TURNS || pairs < -MAX_TURNS;
}

/* Try body `i` with some cards, then use the cards of its rank that it leaves. */
static void use_body(struct dp *w, const struct position_at_rank *at_rank, int i, hand_t taken)
{
    const struct body *body = &w->bodies->list[i];
    const struct target *at = at_rank->at;
    if (body->balance && owes_too_many(at_rank->used.balance, body->balance))
        return;
    hand_t left = at_rank->hand - taken;
    struct used used = {at_rank->used.value + body->value, at_rank->used.balance + body->balance};
    if (!at->step) {
        use_rest(w, at, left, i, used);
        return;
    }
    struct target plain = *at;
    int32_t *best = &at->cells[at->window.planes - 1], before = *best;
    plain.step = NULL;
    use_rest(w, &plain, left, cards_count(left, RANK_WILD) ? i : w->bodies->first[at->rank], used);
    if (*best > before)
        *at->step = (struct step){i, taken};
}

/* Try a body with wild cards in place of some ordinary cards (from rank `from` on) that may be worth more elsewhere. */
static void use_wilds(struct dp *w, const struct position_at_rank *at_rank, int i, hand_t taken, int spare, int from)
{
    int rank = at_rank->at->rank;
    hand_t replaceable = cards_at_least(taken & ~cards_of(RANK_WILD, 15), 1) >> 4 * from << 4 * from;
    if (w->bodies->list[i].wilds != WILD_SOME)
        replaceable &= w->bodies->borrow;
    if (cards_count(taken, rank) < 2)
        replaceable &= ~cards_of(rank, 15);
    for (; replaceable; replaceable &= replaceable - 1) {
        int other = cards_lowest(replaceable);
        hand_t fewer = taken - cards_of(other, 1) + cards_of(RANK_WILD, 1);
        use_body(w, at_rank, i, fewer);
        if (spare > 1)
            use_wilds(w, at_rank, i, fewer, spare - 1, other);
    }
}

static inline int has_goal(const struct target *at)
{
    return at->step && at->cells[at->window.planes - 1] >= at->goal;
}

/* Try the bodies of the rank from `from` on: only those that take cards of other ranks, but all if a step is wanted. */
static void use_runs(struct dp *w, const struct target *at, hand_t hand, int from, struct used used)
{
    const int rank = at->rank, wilds = cards_count(hand, RANK_WILD), mixes = wilds && rank < RANK_WILD;
    const int last = wilds ? w->bodies->first[rank + 1] : w->bodies->mid[rank];
    const struct position_at_rank at_rank = {at, hand, used};
    hand_t lacks[MOST_COPIES + 1];
    if (mixes)
        set_lacks(hand & ~cards_of(RANK_WILD, 15), lacks);
    for (int i = from; i < last && !has_goal(at); i++) {
        i = at->step ? i : w->bodies->list[i].run;
        if (i >= last)
            break;
        const struct body *body = &w->bodies->list[i];
        hand_t taken = body->cards;
        int n = wilds; /* number of wild cards among them */
        if (mixes && body->wilds != WILD_NONE)
            taken = cards_taken(body, hand, rank, lacks, &n);
        else if (!cards_hold(hand, taken))
            n = RANKS;
        if (n > wilds) {
            i = body->next - 1; /* longer runs lack at least as many cards */
            continue;
        }
        if (n || body->wilds != WILD_SOME || !mixes)
            use_body(w, &at_rank, i, taken);
        if (n < wilds)
            use_wilds(w, &at_rank, i, taken, wilds - n, rank);
    }
}

/* The same for the runs of a hand without wild cards. */
static void use_plain_runs(struct dp *w, const struct target *at, hand_t hand, int from, struct used used)
{
    const struct body *bodies = w->bodies->list;
    const int last = w->bodies->mid[at->rank];
    for (int i = from; i < last && (i = bodies[i].run) < last;) {
        const struct body *body = &bodies[i];
        if (!cards_hold(hand, body->cards)) {
            i = body->next; /* longer runs lack at least as many cards */
            continue;
        }
        if (!body->balance || !owes_too_many(used.balance, body->balance))
            use_rest(w, at, hand - body->cards, i,
                     (struct used){used.value + body->value, used.balance + body->balance});
        i++;
    }
}

/* Use all cards of the rank, at least one: without runs, or with those from body `from` on. */
static inline void use_rank(struct dp *w, const struct target *at, hand_t hand, int count, int from, struct used used)
{
    use_fills(w, at, hand, count, used);
    if (!(w->bodies->runs >> at->rank & 1))
        return;
    if (cards_count(hand, RANK_WILD))
        use_runs(w, at, hand, from, used);
    else
        use_plain_runs(w, at, hand, from, used);
}

/* The same for any number of cards. */
static void use_rest(struct dp *w, const struct target *at, hand_t hand, int from, struct used used)
{
    static const struct rank_fill nothing;
    int count = cards_count(hand, at->rank);
    if (count)
        use_rank(w, at, hand, count, from, used);
    else
        offer_fills(w, at, hand, used, &nothing, &nothing + 1);
}

/* The value of the split without runs and kickers, rank by rank; NEVER if there is none. */
static int32_t plain_worth(const struct dp *w, hand_t hand)
{
    int32_t value = 0;
    while (hand) {
        int i = bodies_plain(w->bodies, hand);
        if (i < 0)
            return NEVER;
        value += w->bodies->list[i].value;
        hand -= w->bodies->list[i].cards;
    }
    return value;
}

/* The state of a hand beyond the limit: without runs and kickers. */
static const struct entry *state_beyond(struct dp *w, hand_t hand)
{
    static const struct entry beyond = {.cells = CELLS_BEYOND, .window = {0, 0, 1, 1, 2}};
    int32_t *cells = w->memo->cells + CELLS_BEYOND;
    w->cut = 1;
    w->limit = w->nodes; /* nor is any later state within it */
    cells[0] = cells[1] = plain_worth(w, hand);
    return &beyond;
}

/* Compute the values of a state for a window. `entry` is its slot; `whole`: see memo.h. noinline: only the memo lookup
 * is inlined. */
static __attribute__((noinline)) const struct entry *compute_state(struct dp *w, hand_t hand, struct window window,
                                                                   struct entry *entry, hand_t whole)
{
    struct memo *memo = w->memo;
    const struct used none = {0};
    const uint32_t stamp = (uint32_t)memo->stamp, first = memo->used;
    int known = entry->stamp == stamp;
    if (known)
        window = window_with(&window, &entry->window);
    uint32_t size = (uint32_t)(window.planes * window.height * window.width);
    if (w->nodes >= w->limit || first + size > MEMO_CELLS)
        return state_beyond(w, hand);
    struct target at = {.cells = memo->cells + first, .window = window, .size = (int)size, .rank = cards_lowest(hand)};
    w->nodes++;
    memo->used += size;
    for (uint32_t i = 0; i < size; i++)
        at.cells[i] = NEVER;
    use_rank(w, &at, hand, cards_count(hand, at.rank), w->bodies->first[at.rank], none);
    if (!known) {
        memo->filled++;
        if (entry->stamp == stamp) /* the slot was taken meanwhile */
            entry = memo_slot(memo, hand);
    }
    *entry = (struct entry){hand, whole, stamp, first, window};
    return entry;
}

/* The state of a hand whose entry is missing, or made for another whole; `entry` is its slot. noinline: as above. */
static __attribute__((noinline)) const struct entry *complete(struct dp *w, hand_t hand, struct entry *entry)
{
    static const struct entry empty = {.cells = CELLS_EMPTY, .window = {0, 0, 1, 1, 2}};
    if (!hand)
        return &empty;
    struct window window = window_of(w, hand);
    if (entry->stamp == (uint32_t)w->memo->stamp && window_contains(&entry->window, &window))
        return entry;
    return compute_state(w, hand, window, entry, w->whole);
}

/* The state of a hand with its values for all balances that can occur. */
static inline const struct entry *state_of(struct dp *w, hand_t hand)
{
    struct entry *entry = memo_slot(w->memo, hand);
    if (entry->stamp == (uint32_t)w->memo->stamp && cards_hold(entry->whole, w->whole))
        return entry;
    return complete(w, hand, entry);
}

static inline const struct entry *known_entry(const struct dp *w, hand_t hand)
{
    const struct entry *entry = memo_slot(w->memo, hand);
    return entry->stamp == (uint32_t)w->memo->stamp ? entry : NULL;
}

int dp_recall(const struct dp *w, hand_t hand, int balance, int32_t *value)
{
    const struct entry *entry = known_entry(w, hand);
    int cell = entry ? cell_of(&entry->window, balance) : -1;
    if (cell < 0)
        return 0;
    *value = w->memo->cells[entry->cells + (uint32_t)cell];
    return 1;
}

/* A list of bodies for a hand: in the calls of one game that of a larger hand serves too, except with wild cards, which
 * may replace more cards of the larger hand, and with ranks that must stay whole. */
static struct bodies *list_for(struct dp *w, const struct engine *engine, hand_t hand)
{
    int kept = w->memo->kept_bits != 0;
    for (int i = 0; i < BODY_LISTS && kept; i++)
        if (w->lists[i].serves == w->memo->stamp && cards_hold(w->lists[i].hand, hand))
            return &w->lists[i];
    w->last_list = kept ? (w->last_list + 1) % BODY_LISTS : 0;
    bodies_begin(&w->lists[w->last_list], engine, hand, kept);
    return &w->lists[w->last_list];
}

void dp_begin(struct dp *w, const struct engine *engine, hand_t hand, uint32_t limit)
{
    const int wilds = cards_size(cards_wild(engine->rules, hand));
    w->memo = engine->memo;
    w->memo->calls++;
    w->nodes = 0;
    w->cut = w->listed = 0;
    /* the ranks that must stay whole depend on the whole hand, so values cannot be shared with other hands */
    w->limit = memo_begin(w->memo, cards_size(hand), wilds, limit, engine->rules->flags & BOMB_WHOLE);
    w->bodies = list_for(w, engine, hand);
    w->all = bodies_hand(w->bodies, hand);
}

static void list_bodies(struct dp *w)
{
    if (w->listed)
        return;
    w->listed = 1;
    int shared = w->memo->kept_bits && !w->bodies->wilds && !(w->bodies->rules->flags & BOMB_WHOLE);
    if (!w->bodies->listed) {
        if (bodies_list(w->bodies))
            w->cut = 1;
        else
            w->bodies->serves = shared ? w->memo->stamp : 0;
    }
    rank_fills_begin(&w->fills, w->bodies, shared && w->fills_of == w->memo->stamp);
    w->fills_of = shared ? w->memo->stamp : 0;
}

void dp_split(struct dp *w, hand_t hand, int balance)
{
    list_bodies(w);
    w->whole = balance == BALANCE_ZERO ? hand : w->all; /* the balance is due to other cards of the hand */
}

int32_t dp_best(struct dp *w, hand_t hand, int balance)
{
    int32_t value;
    if (!hand)
        return (balance & ~BALANCE_SHORT) == BALANCE_ZERO ? 0 : NEVER;
    if (dp_recall(w, hand, balance, &value))
        return value;
    dp_split(w, hand, balance);
    const struct entry *entry = compute_state(w, hand, window_at(balance), memo_slot(w->memo, hand), 0);
    if (w->cut)
        w->memo->spoilt = 1; /* values after the limit are not the best and must not be kept */
    int cell = cell_of(&entry->window, balance);
    return cell < 0 ? NEVER : w->memo->cells[entry->cells + (uint32_t)cell];
}

int32_t dp_step(struct dp *w, hand_t hand, int from, int balance, int32_t goal, struct step *step)
{
    const struct used none = {0};
    int32_t best[2] = {NEVER, NEVER};
    struct target at = {best, window_at(balance), balance & BALANCE_SHORT ? 2 : 1, cards_lowest(hand), step, goal};
    use_runs(w, &at, hand, from, none);
    return best[at.window.planes - 1];
}

/* Write the steps that use up the cards of a rank with a value, in bodies from `from` on; returns their number. */
static int trace(const struct dp *w, hand_t hand, int rank, int from, int balance, int32_t value, struct step *steps)
{
    const int count = cards_count(hand, rank), last = w->bodies->mid[rank];
    const struct entry *entry = NULL; /* of the hand `found` */
    hand_t found = 0;
    for (int i = from; i < last; i++) {
        const struct body *body = &w->bodies->list[i];
        if (body->own ? count < body->own : !cards_hold(hand, body->cards)) {
            i = body->next - 1; /* longer runs do not fit either */
            continue;
        }
        hand_t left = hand - body->cards;
        int after = balance + body->balance, n = 0;
        int32_t rest = value - body->value;
        if (cards_count(left, rank)) {
            n = trace(w, left, rank, i, after, rest, steps + 1);
            if (!n)
                continue;
        } else if (left) {
            entry = found == left ? entry : known_entry(w, found = left);
            int cell = entry ? cell_of(&entry->window, after) : -1;
            if (cell < 0 || w->memo->cells[entry->cells + (uint32_t)cell] != rest)
                continue;
        } else if ((after & ~BALANCE_SHORT) != BALANCE_ZERO || rest) {
            continue;
        }
        *steps = (struct step){i, body->cards};
        return n + 1;
    }
    return 0;
}

int dp_trace(struct dp *w, hand_t hand, int balance, int32_t value, struct step *steps)
{
    int rank = cards_lowest(hand);
    return trace(w, hand, rank, w->bodies->first[rank], balance, value, steps);
}
