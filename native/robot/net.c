/* net.c - rating of options by a small network.
 *
 * The inputs are binary: the play on the table, the cards of each seat, each rank's count in the remaining hand and
 * among the unseen cards, the option itself, and its distance to the best option by split value and by the rules of
 * tactics.c. About forty inputs are on. The first layer is therefore a sum of about forty rows. Rows of the table and
 * the whole hand are added once for all options; each option replaces the rows of the ranks that it changes. Two ReLU
 * layers follow.
 *
 * Wild cards have inputs of their own, the same for all wild ranks, because their value hardly depends on the rank.
 * Ranks count in the order of their power, so that the level rank of Guandan is always the one below the jokers. With
 * two decks the counts of the unseen cards are halved. In games of four, "last" is the seat before the mover; in games
 * of two the other seat is both, so that networks of a seat alone against two fit.
 *
 * In training the best option was chosen among all legal ones; on a lead without danger the policy compares only the
 * combos of its split. The networks were trained on log odds; the output is in turns, like the values of the rules.
 *
 * All arithmetic is integer, so that every machine plays the same. Parameters are bounded (`net_verify`) so that no
 * sum overflows. There is a network for each role: alone, an enemy next, an ally next. */
#include "robot/net.h"
#include "rules/cards.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define RANK_INPUTS 4  /* an input for each count of a rank */
#define LEFT_INPUTS 21 /* 0..20 cards */
#define TURN_INPUTS 12
#define BEHIND_INPUTS 12
#define WORTH_INPUTS 32
#define WORTH_LEAST (-11 * SCORE_UNIT)
#define WORTH_STEP (SCORE_UNIT / 2)
#define HOPELESS (5 * SCORE_UNIT)          /* options further behind the best by the rules are not rated */
#define BOTTOM (-SURELY)                   /* the value of an option that is not rated */
#define TURNS_OF_ODDS (5 * SCORE_UNIT / 2) /* turns per unit of log odds, fitted to the likelihood of played games */

/* The first input of each group. */
enum {
    ON_TABLE = 0,                      /* of a lead, or of the owner of the play to beat */
    ON_NEXT = ON_TABLE + 3,            /* cards of the next seat */
    ON_LAST = ON_NEXT + LEFT_INPUTS,   /* cards of the seat after it */
    ON_UNSEEN = ON_LAST + LEFT_INPUTS, /* of each count of a rank */
    ON_BEATEN_ROW = ON_UNSEEN + RANKS * RANK_INPUTS,
    ON_BEATEN_KEY = ON_BEATEN_ROW + NET_ROWS, /* bodies of one card, of two, of more */
    ON_REST = ON_BEATEN_KEY + 3 * RANKS,      /* of each count of a rank */
    ON_OWN = ON_REST + RANKS * RANK_INPUTS,   /* number of remaining cards */
    ON_TURNS = ON_OWN + LEFT_INPUTS,          /* number of remaining turns */
    ON_ROW = ON_TURNS + TURN_INPUTS,
    ON_KEY = ON_ROW + NET_ROWS,
    ON_CONTROL = ON_KEY + 3 * RANKS,                  /* no enemy could beat it with a play of the same type */
    ON_REST_BEHIND = ON_CONTROL + 3,                  /* distance of the remaining hand's value to the best one */
    ON_VALUE_BEHIND = ON_REST_BEHIND + BEHIND_INPUTS, /* distance of the rules' score to the best one */
    ON_WORTH = ON_VALUE_BEHIND + BEHIND_INPUTS,       /* value of the remaining hand */
    ON_OPPOSITE = ON_WORTH + WORTH_INPUTS,            /* cards of the opposite seat, in games of four */
    ON_OPPOSITE_OWNS = ON_OPPOSITE + LEFT_INPUTS,     /* it owns the play to beat */
    ON_END = ON_OPPOSITE_OWNS + 1
};
_Static_assert(ON_END == NET_INPUTS && ON_BEATEN_ROW == NET_BEATEN_ROW && ON_ROW == NET_ROW,
               "every input has its place");

int net_verify(const struct net *net)
{
    const int16_t *bounded[] = {net->first[0], net->first_bias, net->second[0], net->second_bias, net->last};
    const size_t sizes[] = {NET_INPUTS * NET_FIRST, NET_FIRST, NET_SECOND * NET_FIRST, NET_SECOND, NET_SECOND};
    for (int part = 0; part < 5; part++) {
        int most = part < 2 ? NET_MOST_FIRST : NET_MOST_LATER;
        for (size_t i = 0; i < sizes[part]; i++)
            if (bounded[part][i] > most || bounded[part][i] < -most)
                return ERROR_RULES;
    }
    return 0;
}

int net_role(const struct view *view)
{
    return view->ally[1] ? 2 : view->ally[2] ? 1 : 0;
}

/* ---- inputs ------------------------------------------------------------------------------------------------------ */

static void turn_on(struct inputs *in, int input)
{
    in->on[in->n++] = (uint16_t)input;
}

/* The input of a rank's count, at least 1, among those that begin at `from`. */
static int count_of(const struct rules *rules, int from, int rank, int count)
{
    int place = rank == RANK_WILD ? RANK_WILD : rules->power[rank];
    return from + place * RANK_INPUTS + least(count, RANK_INPUTS) - 1;
}

/* The counts of a hand's ranks; `two` decks: halves of the counts, rounded up. */
static void turn_on_counts(const struct rules *rules, struct inputs *in, int from, hand_t hand, int two)
{
    for (; hand; hand &= ~(15ull << 4 * cards_lowest(hand))) {
        int rank = cards_lowest(hand);
        turn_on(in, count_of(rules, from, rank, (cards_count(hand, rank) + two) >> two));
    }
}

/* The counts of a hand's ranks before and after some cards are played, of the ranks of these cards. */
static void change_counts(const struct rules *rules, hand_t hand, hand_t cards, struct inputs *gone, struct inputs *in)
{
    for (; cards; cards &= ~(15ull << 4 * cards_lowest(cards))) {
        int rank = cards_lowest(cards), count = cards_count(hand, rank), left = count - cards_count(cards, rank);
        turn_on(gone, count_of(rules, ON_REST, rank, count));
        if (left)
            turn_on(in, count_of(rules, ON_REST, rank, left));
    }
}

/* A hand in which all wild cards are counted in the nibble for wild cards without a rank. */
static hand_t apart(const struct rules *rules, hand_t hand)
{
    hand_t wild = cards_wild(rules, hand);
    return hand - wild + cards_of(RANK_WILD, cards_size(wild));
}

static int key_of(const struct combo *combo)
{
    return (combo->size > 2 ? 2 : combo->size - 1) * RANKS + (combo->key & (RANKS - 1));
}

static int row_of(const struct rules *rules, const struct combo *combo)
{
    return least(rules->shapes[combo->shape].net_row, NET_ROWS - 2);
}

/* Quantize a distance on a scale with growing steps. */
static int behind_of(int32_t behind)
{
    static const int32_t edges[BEHIND_INPUTS - 1] = {10,    1000,  2000,  3500,  5000, 7500,
                                                     10000, 15000, 20000, 30000, 50000};
    int i = 0;
    while (i < BEHIND_INPUTS - 1 && behind > edges[i])
        i++;
    return i;
}

static int worth_of(int32_t rest)
{
    return rest < WORTH_LEAST ? 0 : least((rest - WORTH_LEAST) / WORTH_STEP, WORTH_INPUTS - 1);
}

void net_look(const struct rules *rules, const struct view *view, struct inputs *out)
{
    const struct combo *beaten = &view->table.to_beat;
    out->n = 0;
    int four = view->seats == 4;
    if (!beaten->length)
        turn_on(out, ON_TABLE);
    for (int i = 1; i < view->seats; i++) {
        int opposite = four && i == 2;
        if (beaten->length && view->owner == i)
            turn_on(out, opposite ? ON_OPPOSITE_OWNS : ON_TABLE + 1 + (i > 1));
        if (view->left[i] < LEFT_INPUTS)
            turn_on(out, (opposite ? ON_OPPOSITE : i > 1 ? ON_LAST : ON_NEXT) + view->left[i]);
    }
    if (view->seats == 2 && view->left[1] < LEFT_INPUTS)
        turn_on(out, ON_LAST + view->left[1]);
    turn_on_counts(rules, out, ON_UNSEEN, apart(rules, view->unseen), four);
    if (beaten->length) {
        turn_on(out, ON_BEATEN_ROW + row_of(rules, beaten));
        turn_on(out, ON_BEATEN_KEY + key_of(beaten));
    }
}

struct best net_best(const struct option *options, int n)
{
    struct best best = {options[0].value, options[0].rest};
    for (int i = 1; i < n; i++) {
        best.value = options[i].value > best.value ? options[i].value : best.value;
        best.rest = options[i].rest > best.rest ? options[i].rest : best.rest;
    }
    return best;
}

/* The inputs of an option except the counts of its remaining hand; `control`: no enemy can beat it by the same type. */
static void add_option(const struct rules *rules, const struct view *view, const struct option *option,
                       struct best best, int control, struct inputs *out)
{
    const struct combo *combo = &option->combo;
    turn_on(out, ON_OWN + least(cards_size(view->table.hand - combo->cards), LEFT_INPUTS - 1));
    turn_on(out, ON_TURNS + least(option->turns, TURN_INPUTS - 1));
    turn_on(out, ON_ROW + (combo->length ? row_of(rules, combo) : NET_ROWS - 1));
    if (combo->length) {
        turn_on(out, ON_KEY + key_of(combo));
        if (control)
            turn_on(out, ON_CONTROL + least(combo->size, 3) - 1);
    }
    turn_on(out, ON_REST_BEHIND + behind_of(best.rest - option->rest));
    turn_on(out, ON_VALUE_BEHIND + behind_of(best.value - option->value));
    turn_on(out, ON_WORTH + worth_of(option->rest));
}

void net_add(const struct rules *rules, const struct view *view, const struct option *option, struct best best,
             struct inputs *out)
{
    const struct combo *combo = &option->combo;
    int most = 0;
    for (int i = 1; i < view->seats; i++)
        most = !view->ally[i] && view->left[i] > most ? view->left[i] : most;
    int control = combo->length && !moves_can_beat(rules, view->unseen, view->unseen_suits, combo, most, 0);
    turn_on_counts(rules, out, ON_REST, apart(rules, view->table.hand - combo->cards), 0);
    add_option(rules, view, option, best, control, out);
}

/* ---- layers ------------------------------------------------------------------------------------------------------ */

#define LANES 8
#define BLOCKS (NET_FIRST / LANES)

typedef int16_t lanes __attribute__((vector_size(2 * LANES), may_alias, aligned(2)));

/* Sums of the first layer, kept in registers while rows are added. */
struct sums {
    lanes of[BLOCKS];
};

static struct sums sums_of(const int16_t *row)
{
    struct sums sums;
    memcpy(&sums, row, sizeof sums);
    return sums;
}

static struct sums add_rows(const struct net *net, const struct inputs *in, struct sums sums)
{
    for (int i = 0; i < in->n; i++) {
        const lanes *row = (const lanes *)net->first[in->on[i]];
        for (int block = 0; block < BLOCKS; block++)
            sums.of[block] += row[block];
    }
    return sums;
}

static struct sums take_rows(const struct net *net, const struct inputs *in, struct sums sums)
{
    for (int i = 0; i < in->n; i++) {
        const lanes *row = (const lanes *)net->first[in->on[i]];
        for (int block = 0; block < BLOCKS; block++)
            sums.of[block] -= row[block];
    }
    return sums;
}

/* The sum of the last layer for the outputs of the first. */
#ifdef __SSE2__ /* compilers add up the lanes of each row on its own: 1,400 instructions, not 1,050 */

#define UNIT_BITS 8
_Static_assert(1 << UNIT_BITS == NET_UNIT, "shifts multiply and divide by the unit");

/* Add up the four lanes of each of four rows. */
static inline __m128i add_lanes(const __m128i *rows)
{
    __m128i a = _mm_add_epi32(_mm_unpacklo_epi32(rows[0], rows[1]), _mm_unpackhi_epi32(rows[0], rows[1]));
    __m128i b = _mm_add_epi32(_mm_unpacklo_epi32(rows[2], rows[3]), _mm_unpackhi_epi32(rows[2], rows[3]));
    return _mm_add_epi32(_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b));
}

/* The outputs of four rows, not yet bounded; `bias`: theirs, in the high halves of 32 bits. */
static inline __m128i four_outputs(const __m128i *rows, __m128i bias)
{
    __m128i sums = _mm_add_epi32(add_lanes(rows), _mm_srai_epi32(bias, 16 - UNIT_BITS));
    return _mm_srai_epi32(sums, UNIT_BITS);
}

static int32_t later_sum(const struct net *net, const int16_t *first)
{
    __m128i rows[NET_SECOND], zero = _mm_setzero_si128(), top = _mm_set1_epi16(NET_TOP_SECOND), sum = zero;
    const __m128i *inputs = (const __m128i *)first;
    int32_t parts[LANES / 2];
#pragma GCC unroll 4
    for (int k = 0; k < NET_SECOND; k++) {
        const __m128i *row = (const __m128i *)net->second[k];
        rows[k] = zero;
        for (int i = 0; i < BLOCKS; i++) {
            __m128i products = _mm_madd_epi16(_mm_loadu_si128(row + i), _mm_loadu_si128(inputs + i));
            rows[k] = _mm_add_epi32(rows[k], products);
        }
    }
    for (int k = 0; k < NET_SECOND; k += LANES) {
        __m128i bias = _mm_loadu_si128((const __m128i *)(net->second_bias + k));
        __m128i outputs = _mm_packs_epi32(four_outputs(rows + k, _mm_unpacklo_epi16(zero, bias)),
                                          four_outputs(rows + k + 4, _mm_unpackhi_epi16(zero, bias)));
        outputs = _mm_min_epi16(_mm_max_epi16(outputs, zero), top);
        sum = _mm_add_epi32(sum, _mm_madd_epi16(outputs, _mm_loadu_si128((const __m128i *)(net->last + k))));
    }
    _mm_storeu_si128((__m128i *)parts, sum);
    return parts[0] + parts[1] + parts[2] + parts[3];
}

#else

static int32_t later_sum(const struct net *net, const int16_t *first)
{
    int32_t out = 0;
    for (int k = 0; k < NET_SECOND; k++) {
        int32_t sum = net->second_bias[k] * NET_UNIT;
        for (int j = 0; j < NET_FIRST; j++)
            sum += (int32_t)net->second[k][j] * first[j];
        sum = sum > 0 ? sum / NET_UNIT : 0;
        out += net->last[k] * (sum < NET_TOP_SECOND ? sum : NET_TOP_SECOND);
    }
    return out;
}

#endif

/* Output of the later layers for the first layer's sums, in 1 / SCORE_UNIT of a turn. */
static int32_t finish(const struct net *net, const struct sums *sums)
{
    int16_t first[NET_FIRST];
    memcpy(first, sums, sizeof first);
    for (int j = 0; j < NET_FIRST; j++) {
        first[j] = first[j] > 0 ? first[j] : 0;
        first[j] = first[j] < NET_TOP_FIRST ? first[j] : NET_TOP_FIRST;
    }
    return (int32_t)((int64_t)later_sum(net, first) * TURNS_OF_ODDS / (NET_UNIT * NET_UNIT));
}

int net_rating(const struct net *nets, int role, const uint16_t *on, int n, int32_t *out)
{
    struct inputs in = {.n = n};
    if (role < 0 || role >= NET_ROLES)
        return ERROR_STATE;
    if (n < 0 || n > NET_ACTIVE)
        return ERROR_CAPACITY;
    for (int i = 0; i < n; i++) {
        if (on[i] >= NET_INPUTS)
            return ERROR_STATE;
        in.on[i] = on[i];
    }
    struct sums sums = add_rows(&nets[role], &in, sums_of(nets[role].first_bias));
    *out = finish(&nets[role], &sums);
    return 0;
}

int net_rate(struct judged_view *o, struct option *options, int n)
{
    const struct net *net = &o->engine->nets[net_role(o->view)];
    struct best best = net_best(options, n);
    struct inputs in, gone = {.n = 0};
    hand_t hand = apart(o->rules, o->view->table.hand);
    if (best.value > SURELY / 2)
        return 0;
    net_look(o->rules, o->view, &in);
    turn_on_counts(o->rules, &in, ON_REST, hand, 0);
    struct sums whole = add_rows(net, &in, sums_of(net->first_bias));
    for (int i = 0; i < n; i++) {
        hand_t cards = apart(o->rules, options[i].combo.cards);
        if (best.value - options[i].value > HOPELESS) {
            options[i].value = BOTTOM;
            continue;
        }
        in.n = gone.n = 0;
        change_counts(o->rules, hand, cards, &gone, &in);
        int control = options[i].combo.length && !view_is_beaten(o, &options[i].combo, 0);
        add_option(o->rules, o->view, &options[i], best, control, &in);
        struct sums sums = add_rows(net, &in, take_rows(net, &gone, whole));
        options[i].value = finish(net, &sums);
    }
    return 1;
}
