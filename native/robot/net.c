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
 * All arithmetic is integer, so that every machine plays the same: the layers are written twice, for vectors of 128 bits
 * (SSE2, NEON, WebAssembly) and for AVX2. Parameters are bounded (`net_verify`) so that no sum overflows. There is a
 * network for each role: alone, an enemy next, an ally next. */
#include "robot/net.h"
#include "plays/moves.h"
#include "rules/cards.h"

#include <string.h>
#if defined __x86_64__ && defined __GNUC__
#include <immintrin.h>
#define WIDE __attribute__((target("avx2"))) /* a function for processors with registers of 256 bits */
#elif defined __ARM_NEON
#include <arm_neon.h>
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
    int control = combo->length && !moves_beat(rules, view->unseen, view->unseen_suits, combo, most, 0);
    turn_on_counts(rules, out, ON_REST, apart(rules, view->table.hand - combo->cards), 0);
    add_option(rules, view, option, best, control, out);
}

/* ---- layers ------------------------------------------------------------------------------------------------------ */

/* Sums of the first layer, and what changes in them: a view's, and the inputs of an option. */
struct changed {
    const int16_t *sums;
    const struct inputs *gone, *in; /* inputs whose rows are taken from them, and added to them */
};

#define LANES 8
#define BLOCKS (NET_FIRST / LANES)

typedef int16_t lanes __attribute__((vector_size(2 * LANES), may_alias, aligned(2)));
typedef int32_t quad __attribute__((vector_size(16), may_alias, aligned(2)));

/* A loop over blocks, unrolled so that they stay in registers: the build for browsers has `-fno-unroll-loops`. */
#ifdef __clang__
#define EACH_BLOCK(block) _Pragma("clang loop unroll(full)") for (int block = 0; block < BLOCKS; block++)
#define SHUFFLED(v, a, b, c, d) __builtin_shufflevector(v, v, a, b, c, d)
#else
#define EACH_BLOCK(block) _Pragma("GCC unroll 8") for (int block = 0; block < BLOCKS; block++)
#define SHUFFLED(v, a, b, c, d) __builtin_shuffle(v, (quad){a, b, c, d})
#endif

/* The changed sums. */
static inline void sum_up(const struct net *net, const struct changed *changed, lanes sums[BLOCKS])
{
    const lanes *row = (const lanes *)changed->sums;
    EACH_BLOCK (block)
        sums[block] = row[block];
    for (int i = 0; i < changed->gone->n; i++) {
        row = (const lanes *)net->first[changed->gone->on[i]];
        EACH_BLOCK (block)
            sums[block] -= row[block];
    }
    for (int i = 0; i < changed->in->n; i++) {
        row = (const lanes *)net->first[changed->in->on[i]];
        EACH_BLOCK (block)
            sums[block] += row[block];
    }
}

/* Add the products of two blocks to four sums, two products to each. Vectors are passed by address, because a
 * processor without them has no way to pass them. */
static inline void add_products(const lanes *a, const lanes *b, quad *sums)
{
#if defined __wasm_simd128__
    *sums += __builtin_wasm_dot_s_i32x4_i16x8(*a, *b);
#elif defined WIDE /* with registers of 128 bits too */
    *sums += (quad)_mm_madd_epi16((__m128i)*a, (__m128i)*b);
#elif defined __ARM_NEON
    int32x4_t low = vmlal_s16((int32x4_t)*sums, vget_low_s16((int16x8_t)*a), vget_low_s16((int16x8_t)*b));
    *sums = (quad)vmlal_s16(low, vget_high_s16((int16x8_t)*a), vget_high_s16((int16x8_t)*b));
#else
    for (int i = 0; i < LANES; i++)
        (*sums)[i / 2] += (*a)[i] * (*b)[i];
#endif
}

/* Outputs of the first layer: its sums from 0 to the maximum. */
static inline void set_first_outputs(lanes *sums)
{
    lanes positive = *sums & (*sums > 0), above = positive > NET_TOP_FIRST;
    *sums = (positive & ~above) | (above & NET_TOP_FIRST);
}

/* The sum of the products of a row of the second layer with the first layer's outputs. */
static inline int32_t row_sum(const int16_t *weights, const lanes first[BLOCKS])
{
    const lanes *row = (const lanes *)weights;
    quad sums = {0};
    EACH_BLOCK (block)
        add_products(&row[block], &first[block], &sums);
    sums += SHUFFLED(sums, 2, 3, 0, 1);
    sums += SHUFFLED(sums, 1, 0, 3, 2);
    return sums[0];
}

/* The sum of the last layer for the changed sums of the first. */
static int32_t last_sum(const struct net *net, const struct changed *changed)
{
    lanes first[BLOCKS];
    int32_t out = 0;
    sum_up(net, changed, first);
    EACH_BLOCK (block)
        set_first_outputs(&first[block]);
    for (int k = 0; k < NET_SECOND; k++) {
        int32_t sum = row_sum(net->second[k], first) + net->second_bias[k] * NET_UNIT;
        sum = sum > 0 ? sum / NET_UNIT : 0;
        out += net->last[k] * (sum < NET_TOP_SECOND ? sum : NET_TOP_SECOND);
    }
    return out;
}

#ifdef WIDE /* the same two functions: 350 instructions of an option instead of 1,400 */

#define UNIT_BITS 8
_Static_assert(1 << UNIT_BITS == NET_UNIT && NET_FIRST == 4 * 16 && NET_SECOND % 8 == 0, "layers fill registers");

/* A number for each place of the first layer. */
struct wide {
    __m256i a, b, c, d;
};

static inline WIDE struct wide wide_row(const int16_t *row)
{
    const __m256i *parts = (const __m256i *)row;
    return (struct wide){_mm256_loadu_si256(parts), _mm256_loadu_si256(parts + 1), _mm256_loadu_si256(parts + 2),
                         _mm256_loadu_si256(parts + 3)};
}

static inline WIDE struct wide wide_sum_up(const struct net *net, const struct changed *changed)
{
    struct wide sums = wide_row(changed->sums);
    for (int i = 0; i < changed->gone->n; i++) {
        struct wide row = wide_row(net->first[changed->gone->on[i]]);
        sums.a = _mm256_sub_epi16(sums.a, row.a);
        sums.b = _mm256_sub_epi16(sums.b, row.b);
        sums.c = _mm256_sub_epi16(sums.c, row.c);
        sums.d = _mm256_sub_epi16(sums.d, row.d);
    }
    for (int i = 0; i < changed->in->n; i++) {
        struct wide row = wide_row(net->first[changed->in->on[i]]);
        sums.a = _mm256_add_epi16(sums.a, row.a);
        sums.b = _mm256_add_epi16(sums.b, row.b);
        sums.c = _mm256_add_epi16(sums.c, row.c);
        sums.d = _mm256_add_epi16(sums.d, row.d);
    }
    return sums;
}

static WIDE void wide_store(const struct net *net, const struct changed *changed, int16_t *out)
{
    __m256i *parts = (__m256i *)out;
    struct wide sums = wide_sum_up(net, changed);
    _mm256_storeu_si256(parts, sums.a);
    _mm256_storeu_si256(parts + 1, sums.b);
    _mm256_storeu_si256(parts + 2, sums.c);
    _mm256_storeu_si256(parts + 3, sums.d);
}

/* Outputs of the first layer: its sums from 0 to the maximum. */
static inline WIDE __m256i wide_outputs(__m256i sums)
{
    return _mm256_min_epi16(_mm256_max_epi16(sums, _mm256_setzero_si256()), _mm256_set1_epi16(NET_TOP_FIRST));
}

/* The products of a row of the second layer with the first layer's outputs, added up to eight sums. */
static inline WIDE __m256i wide_products(const int16_t *row, struct wide first)
{
    struct wide weights = wide_row(row);
    __m256i ab = _mm256_add_epi32(_mm256_madd_epi16(weights.a, first.a), _mm256_madd_epi16(weights.b, first.b));
    __m256i cd = _mm256_add_epi32(_mm256_madd_epi16(weights.c, first.c), _mm256_madd_epi16(weights.d, first.d));
    return _mm256_add_epi32(ab, cd);
}

/* The products of four rows, added up to two sums each, in the halves of a register. */
static inline WIDE __m256i wide_rows(const int16_t (*rows)[NET_FIRST], struct wide first)
{
    __m256i ab = _mm256_hadd_epi32(wide_products(rows[0], first), wide_products(rows[1], first));
    __m256i cd = _mm256_hadd_epi32(wide_products(rows[2], first), wide_products(rows[3], first));
    return _mm256_hadd_epi32(ab, cd);
}

/* Eight numbers of 16 bits as numbers of 32 bits. */
static inline WIDE __m256i widened(const int16_t *numbers)
{
    return _mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)numbers));
}

static WIDE int32_t wide_last_sum(const struct net *net, const struct changed *changed)
{
    struct wide sums = wide_sum_up(net, changed);
    struct wide first = {wide_outputs(sums.a), wide_outputs(sums.b), wide_outputs(sums.c), wide_outputs(sums.d)};
    __m256i sum = _mm256_setzero_si256();
    for (int k = 0; k < NET_SECOND; k += 8) {
        __m256i low = wide_rows(net->second + k, first), high = wide_rows(net->second + k + 4, first);
        __m256i products =
            _mm256_add_epi32(_mm256_permute2x128_si256(low, high, 0x20), _mm256_permute2x128_si256(low, high, 0x31));
        __m256i bias = _mm256_slli_epi32(widened(net->second_bias + k), UNIT_BITS);
        __m256i outputs = _mm256_srai_epi32(_mm256_add_epi32(products, bias), UNIT_BITS);
        outputs = _mm256_max_epi32(outputs, _mm256_setzero_si256());
        outputs = _mm256_min_epi32(outputs, _mm256_set1_epi32(NET_TOP_SECOND));
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(outputs, widened(net->last + k)));
    }
    sum = _mm256_hadd_epi32(sum, sum);
    sum = _mm256_hadd_epi32(sum, sum);
    return _mm256_extract_epi32(sum, 0) + _mm256_extract_epi32(sum, 4);
}

static inline int is_wide(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}

#endif

/* The sums of the first layer for some inputs. */
static void first_sums(const struct net *net, const struct inputs *in, int16_t *out)
{
    const struct inputs none = {.n = 0};
    const struct changed changed = {net->first_bias, &none, in};
#ifdef WIDE
    if (is_wide()) {
        wide_store(net, &changed, out);
        return;
    }
#endif
    lanes sums[BLOCKS];
    sum_up(net, &changed, sums);
    memcpy(out, sums, sizeof sums);
}

/* Output of a network, in 1 / SCORE_UNIT of a turn. */
static int32_t output_of(const struct net *net, const struct changed *changed)
{
#ifdef WIDE
    int32_t sum = is_wide() ? wide_last_sum(net, changed) : last_sum(net, changed);
#else
    int32_t sum = last_sum(net, changed);
#endif
    return (int32_t)((int64_t)sum * TURNS_OF_ODDS / (NET_UNIT * NET_UNIT));
}

int net_rating(const struct net *nets, int role, const uint16_t *on, int n, int32_t *out)
{
    struct inputs in = {.n = n}, none = {.n = 0};
    if (role < 0 || role >= NET_ROLES)
        return ERROR_STATE;
    if (n < 0 || n > NET_ACTIVE)
        return ERROR_CAPACITY;
    for (int i = 0; i < n; i++) {
        if (on[i] >= NET_INPUTS)
            return ERROR_STATE;
        in.on[i] = on[i];
    }
    *out = output_of(&nets[role], &(struct changed){nets[role].first_bias, &none, &in});
    return 0;
}

int net_rate(struct judged_view *o, struct option *options, int n)
{
    const struct net *net = &o->engine->nets[net_role(o->view)];
    struct best best = net_best(options, n);
    struct inputs in, gone = {.n = 0};
    int16_t whole[NET_FIRST];
    const struct changed changed = {whole, &gone, &in};
    hand_t hand = apart(o->rules, o->view->table.hand);
    if (best.value > SURELY / 2)
        return 0;
    net_look(o->rules, o->view, &in);
    turn_on_counts(o->rules, &in, ON_REST, hand, 0);
    first_sums(net, &in, whole);
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
        options[i].value = output_of(net, &changed);
    }
    return 1;
}
