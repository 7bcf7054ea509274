/* run_out.c - probability of emptying the hand by leading one play after the other.
 *
 * A play HOLDS the trick if no enemy can beat it. An enemy's hand is a random part of the unseen cards; its ranks are
 * treated as independent. For each play that would beat the lead this gives the probability that the enemy has its
 * body, summed over the enemies. Kickers and wild cards are ignored, and the probability that no enemy has one of these
 * plays is approximated by the product. A play that does not hold may be RETAKEN by a higher play of the same type, if
 * the enemies have nothing as high and do not go out. If few cards are unseen, the lowest body that beats the first
 * play is assumed to be gone after that.
 *
 * A hand is played out if every play but the last holds or is retaken. The best order is computed over all subsets of
 * its plays. All arithmetic is integer, so that every machine plays the same. */
#include "robot/run_out.h"
#include "rules/cards.h"
#include "split/split.h"

#define FEW_UNSEEN 8

/* The probability of two independent events; neither is negative. */
static int32_t both(int32_t a, int32_t b)
{
    return (int32_t)((uint64_t)a * (uint64_t)b / SURE_CHANCE);
}

void run_out_begin(struct run_out *memory)
{
    memory->n_enemies = memory->n_known = memory->n_above = memory->whole.n = 0;
}

/* ---- probability that a play holds --------------------------------------------------------------------------------- */

/* Compute the probabilities of counts, for at most `most` cards of a rank, in a hand of `cards` cards out of `unseen`,
 * drawn without replacement. */
static void fill_chances(struct hand_chances *chances, int cards, int unseen, int most)
{
    int32_t exactly[UNSEEN_COUNTS] = {SURE_CHANCE};
    chances->cards = cards;
    for (int n = 0; n <= most; n++) {
        int32_t sum = 0;
        for (int k = n; n && k >= 0; k--) { /* k cards in the hand, without this one or with it */
            int others = unseen - n + 1, space = cards - k;
            int32_t next = others > 0 && space > 0 ? SURE_CHANCE / others * (space < others ? space : others) : 0;
            int32_t into =
                others > 0 && space >= 0 ? SURE_CHANCE / others * (space + 1 < others ? space + 1 : others) : 0;
            exactly[k] = both(exactly[k], SURE_CHANCE - next) + (k ? both(exactly[k - 1], into) : 0);
        }
        for (int k = UNSEEN_COUNTS - 1; k >= 0; k--)
            chances->at_least[n][k] = sum += exactly[k];
    }
}

/* The rows that are considered. Runs of one suit are rare and ignored. */
static uint64_t rows_to_beat_by(const struct rules *rules)
{
    uint64_t rows = 0;
    for (int row = 0; row < rules->n_shapes; row++) {
        const struct shape *shape = &rules->shapes[row];
        if (!shape->named && shape->copies < UNSEEN_COUNTS && shape->wilds != WILD_ONLY &&
            !(shape->flags & (KICKERS_SHORT | BODY_ONE_SUIT)))
            rows |= 1ull << row;
    }
    return rows;
}

static void look_at_enemies(const struct rules *rules, const struct view *view, hand_t unseen_cards,
                            struct run_out *memory)
{
    int unseen = cards_size(unseen_cards), dealt = unseen - view->undealt, most = 0;
    memory->unseen = unseen_cards;
    memory->rows = rows_to_beat_by(rules);
    while (most + 1 < UNSEEN_COUNTS && cards_at_least(unseen_cards, most + 1))
        most++;
    for (int seat = 1; seat < view->seats; seat++) {
        int left = view->left[seat] == LEFT_UNKNOWN ? dealt / (view->seats - 1) : view->left[seat];
        if (!view->ally[seat] && left > 0 && unseen) {
            memory->enemies[memory->n_enemies].until_out = left - view_spare(view, seat);
            fill_chances(&memory->enemies[memory->n_enemies++], left, unseen, most);
        }
    }
}

/* The probability that a hand contains a body: `copies` cards of each of `length` ranks of the run from `start` on, or
 * of one rank. */
static int32_t chance_of_body(const struct rules *rules, const struct hand_chances *chances, hand_t unseen,
                              const struct shape *shape, int start, int length)
{
    int32_t chance = SURE_CHANCE;
    for (int i = 0; i < length && chance; i++) {
        int there = cards_count(unseen, shape->run_max > 1 ? rules->run[start + i] : start);
        chance = both(chance, chances->at_least[there < UNSEEN_COUNTS ? there : UNSEEN_COUNTS - 1][shape->copies]);
    }
    return chance;
}

/* Whether a row has plays of a combo's type, ignoring kickers and wild cards; for bombs, plays of the same tier. */
static int is_of_kind(const struct shape *shape, const struct combo *combo)
{
    if (shape->tier || combo->tier)
        return shape->tier == combo->tier;
    return shape->family == combo->family && shape->run_min <= combo->length && combo->length <= shape->run_max;
}

/* The enemies that may have a play: with at most `most_cards` cards until they go out, and enough for it. */
struct able {
    const struct hand_chances *of[MAX_SEATS];
    int n;
};

static struct able able_enemies(const struct run_out *memory, const struct shape *shape, int length, int most_cards)
{
    int size = (shape->copies + shape->kickers * shape->kicker_size) * length;
    struct able able = {.n = 0};
    for (int i = 0; i < memory->n_enemies; i++)
        if (size <= memory->enemies[i].cards && memory->enemies[i].until_out <= most_cards)
            able.of[able.n++] = &memory->enemies[i];
    return able;
}

/* The probability that some enemy has a body. */
static int32_t chance_of_any(const struct rules *rules, const struct able *able, hand_t unseen,
                             const struct shape *shape, int start, int length)
{
    int32_t chance = 0;
    for (int i = 0; i < able->n; i++)
        chance += chance_of_body(rules, able->of[i], unseen, shape, start, length);
    return chance < SURE_CHANCE ? chance : SURE_CHANCE;
}

/* Multiply `none`, the probability for the rows before, by the probability that the enemies have no play of this row
 * with `length` body ranks and at least `least_key`. */
static int32_t chance_of_row(const struct rules *rules, const struct run_out *memory, const struct shape *shape,
                             int length, int least_key, int most_cards, int32_t none)
{
    struct able able = able_enemies(memory, shape, length, most_cards);
    hand_t ranks = cards_at_least(memory->unseen, shape->copies);
    if (!able.n)
        return none;
    if (shape->run_max > 1) {
        for (int end = least_key, run = 0; end < rules->n_run && none; end++) {
            run = cards_count(ranks, rules->run[end]) ? run + 1 : 0; /* ranks in a row, up to this one */
            if (run >= length)
                none = both(none,
                            SURE_CHANCE - chance_of_any(rules, &able, memory->unseen, shape, end - length + 1, length));
        }
        return none;
    }
    for (; ranks && none; ranks &= ranks - 1) {
        int rank = cards_lowest(ranks);
        if (shape->ranks >> rank & 1 && rules->power[rank] >= least_key)
            none = both(none, SURE_CHANCE - chance_of_any(rules, &able, memory->unseen, shape, rank, 1));
    }
    return none;
}

/* The probability that enemies with at most `most_cards` cards have no play of a tier above `tier`. */
static int32_t chance_above(const struct judged_view *o, struct run_out *memory, int tier, int most_cards)
{
    int32_t none = SURE_CHANCE;
    for (int i = 0; i < memory->n_above; i++)
        if (memory->above[i].tier == tier && memory->above[i].most_cards == most_cards)
            return memory->above[i].none;
    for (uint64_t rows = memory->rows; rows; rows &= rows - 1) {
        const struct shape *shape = &o->rules->shapes[__builtin_ctzll(rows)];
        if (shape->tier > tier)
            none = chance_of_row(o->rules, memory, shape, shape->run_min, 0, most_cards, none);
    }
    if (memory->n_above < MOST_ABOVE)
        memory->above[memory->n_above++] = (struct above){tier, most_cards, none};
    return none;
}

/* The considered rows with plays of a combo's type. */
static uint64_t rows_of_kind(const struct judged_view *o, const struct run_out *memory, const struct combo *combo)
{
    uint64_t of_kind = 0;
    for (uint64_t rows = memory->rows; rows; rows &= rows - 1)
        if (is_of_kind(&o->rules->shapes[__builtin_ctzll(rows)], combo))
            of_kind |= rows & -rows;
    return of_kind;
}

/* The probability that enemies with at most `most_cards` cards have no play of a higher tier than the combo, and none
 * of its type, in `rows`, with at least `least_key`. */
static int32_t chance_from(const struct judged_view *o, struct run_out *memory, const struct combo *combo,
                           uint64_t rows, int least_key, int most_cards)
{
    int32_t none = chance_above(o, memory, combo->tier, most_cards);
    for (; rows && none; rows &= rows - 1) {
        const struct shape *shape = &o->rules->shapes[__builtin_ctzll(rows)];
        none = chance_of_row(o->rules, memory, shape, shape->run_max > 1 ? combo->length : shape->run_min, least_key,
                             most_cards, none);
    }
    return none;
}

/* ---- chains ------------------------------------------------------------------------------------------------------ */

/* Probabilities of one play. For `retakes`, an enemy's play that is exactly as high counts for a quarter, because it is
 * not always played. Results are cached, because the options of a view share most of their plays. */
static struct link link_of(const struct judged_view *o, struct run_out *memory, const struct combo *combo)
{
    uint64_t kind = (uint64_t)combo->family << 32 | (uint64_t)combo->tier << 24 | (uint64_t)combo->length << 16 |
                    (uint64_t)combo->key << 8 | combo->size;
    for (int i = 0; i < memory->n_known; i++)
        if (memory->known[i].kind == kind)
            return memory->known[i];
    uint64_t rows = rows_of_kind(o, memory, combo);
    int32_t holds = chance_from(o, memory, combo, rows, combo->key + 1, MAX_CARDS);
    struct link link = {.kind = kind,
                        .holds = holds,
                        .safe = chance_from(o, memory, combo, rows, combo->key + 1, combo->size),
                        .retakes = holds / 4 * 3 + chance_from(o, memory, combo, rows, combo->key, MAX_CARDS) / 4};
    if (memory->n_known < MOST_KNOWN)
        memory->known[memory->n_known++] = link;
    return link;
}

/* Add a play to a chain. A play with missing kickers can only be the last one. */
static void add_link(const struct judged_view *o, struct run_out *memory, struct chain *chain,
                     const struct combo *combo)
{
    int last = o->rules->shapes[combo->shape].flags & KICKERS_SHORT && o->view->table.hand != combo->cards;
    struct link link = last ? (struct link){0} : link_of(o, memory, combo);
    chain->combos[chain->n] = *combo;
    chain->holds[chain->n] = link.holds;
    chain->safe[chain->n] = link.safe;
    chain->retakes[chain->n++] = link.retakes;
}

static int is_retaken(const struct combo *low, const struct combo *high)
{
    return low->family == high->family && low->length == high->length && low->tier == high->tier &&
           high->key > low->key;
}

/* The probability of playing out a set of links, `first` before the others. */
static int32_t chance_after(const struct chain *chain, int set, int first)
{
    int left = set & ~(1 << first);
    int32_t chance = left ? both(chain->holds[first], chain->best[left]) : SURE_CHANCE;
    for (int higher = left & chain->retaken_by[first]; higher; higher &= higher - 1) {
        int i = __builtin_ctz(higher);
        int32_t other = both(both(chain->safe[first], chain->retakes[i]), chain->best[left & ~(1 << i)]);
        chance = other > chance ? other : chance;
    }
    return chance;
}

static void find_retakes(struct chain *chain)
{
    for (int low = 0; low < chain->n; low++) {
        chain->retaken_by[low] = 0;
        for (int high = 0; high < chain->n; high++)
            chain->retaken_by[low] |= is_retaken(&chain->combos[low], &chain->combos[high]) << high;
    }
}

/* Compute the best probability of each set of links that excludes the first `fixed` ones. */
static void fill_best(struct chain *chain, int fixed)
{
    find_retakes(chain);
    chain->best[0] = SURE_CHANCE;
    for (int set = 1 << fixed; set < 1 << chain->n; set += 1 << fixed) {
        int32_t best = 0;
        for (int left = set; left; left &= left - 1) {
            int32_t chance = chance_after(chain, set, __builtin_ctz(left));
            best = chance > best ? chance : best;
        }
        chain->best[set] = best;
    }
}

/* The lowest unseen body of one rank that beats a play with a body of the same type; 0 if there is none, and for
 * runs. */
static hand_t lowest_answer(const struct judged_view *o, hand_t unseen, const struct combo *combo)
{
    const struct shape *shape = &o->rules->shapes[combo->shape];
    int lowest = -1;
    for (int rank = 0; rank < RANKS && shape->run_max == 1; rank++)
        if (shape->ranks >> rank & 1 && o->rules->power[rank] > combo->key &&
            cards_count(unseen, rank) >= shape->copies &&
            (lowest < 0 || o->rules->power[rank] < o->rules->power[lowest]))
            lowest = rank;
    return lowest < 0 ? 0 : cards_of(lowest, shape->copies);
}

/* The probability that the first play is beaten by the lowest possible body and retaken, and the other plays are played
 * out. */
static int32_t chance_if_beaten(const struct judged_view *o, const struct run_out *memory, const struct chain *chain,
                                int first)
{
    hand_t answer = lowest_answer(o, memory->unseen, &chain->combos[first]);
    struct run_out less;
    int32_t best = 0;
    if (!answer)
        return 0;
    run_out_begin(&less);
    look_at_enemies(o->rules, o->view, memory->unseen - answer, &less);
    for (int i = 0; i < chain->n; i++) {
        struct chain others;
        others.n = 0;
        if (!(chain->retaken_by[first] >> i & 1))
            continue;
        for (int other = 0; other < chain->n; other++)
            if (other != first && other != i)
                add_link(o, &less, &others, &chain->combos[other]);
        fill_best(&others, 0);
        int32_t chance = both(both(chain->safe[first], chain->retakes[i]), others.best[(1 << others.n) - 1]);
        best = chance > best ? chance : best;
    }
    return best;
}

/* The probability of playing out a whole chain, `first` before the others. */
static int32_t chance_of_chain(const struct judged_view *o, const struct run_out *memory, const struct chain *chain,
                               int first)
{
    int32_t chance = chance_after(chain, (1 << chain->n) - 1, first);
    int32_t beaten = cards_size(memory->unseen) <= FEW_UNSEEN ? chance_if_beaten(o, memory, chain, first) : 0;
    return beaten > chance ? beaten : chance;
}

/* The probability of an option that is a combo of the best split; the other combos remain. */
static int32_t chance_of_whole(const struct judged_view *o, struct run_out *memory, int place)
{
    struct chain *chain = &memory->whole;
    if (!chain->n) {
        for (int i = 0; i < o->split.turns; i++)
            add_link(o, memory, chain, &o->split.combos[i]);
        fill_best(chain, 0);
    }
    return chance_of_chain(o, memory, chain, place);
}

int32_t run_out_chance(struct judged_view *o, struct run_out *memory, const struct option *option)
{
    struct split rest;
    struct chain chain;
    if (option->turns >= MOST_LINKS || (option->place >= 0 && o->split.turns > MOST_LINKS))
        return 0;
    if (!memory->n_enemies)
        look_at_enemies(o->rules, o->view, o->view->unseen, memory);
    if (option->place >= 0)
        return chance_of_whole(o, memory, option->place);
    int error = split_part(o->engine, o->view->table.hand, o->view->table.hand - option->combo.cards, &rest);
    o->error = error ? error : o->error;
    if (error || rest.turns >= MOST_LINKS)
        return 0;
    chain.n = 0;
    add_link(o, memory, &chain, &option->combo);
    for (int i = 0; i < rest.turns; i++)
        add_link(o, memory, &chain, &rest.combos[i]);
    fill_best(&chain, 1);
    return chance_of_chain(o, memory, &chain, 0);
}
