/* head.c - libFuzzer entry point of the core's targets: converts bytes to verified rules, and runs all inputs in one
 * engine.
 *
 * Data cached for one input must not change the answers to later inputs, whatever their rules. So one engine is used
 * for all inputs, and one input in sixteen is also run in a new engine: both answers must be equal. The file named by
 * PAILI_TRAIL stores the last inputs, so that a failure that depends on earlier inputs can be reproduced
 * (dev/fuzz/__main__.py).
 */
#define _DEFAULT_SOURCE /* mmap with MAP_ANONYMOUS, madvise */
#include "head.h"
#include "play.h"
#include "rules/hash.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define TRAIL_INPUTS 4096

/* The last inputs, at index (number % TRAIL_INPUTS). */
struct trail {
    uint64_t inputs;
    struct input of[TRAIL_INPUTS];
};

static struct weights weights;
static struct net nets[NET_ROLES];
static struct engine engine, fresh;
static void *blank; /* the memory of `fresh` */
static struct trail *trail;
uint64_t accepted_inputs;

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

uint64_t digest_add(uint64_t digest, const void *answer, size_t size)
{
    uint64_t word;
    for (const uint8_t *at = answer, *end = at + size; at < end; at += sizeof word) {
        memcpy(&word, at, sizeof word);
        digest = hash_mix(digest, word);
    }
    return digest;
}

void check_reading(const struct rules *rules, const struct combo *combo, hand_t hand)
{
    static struct combo readings[MAX_READINGS];
    struct play play = play_of(rules, combo);
    int n = read_all(rules, &play, hand, readings, MAX_READINGS), same = 0;
    for (int i = 0; i < n; i++)
        same |= readings[i].shape == combo->shape && readings[i].key == combo->key &&
                readings[i].length == combo->length && readings[i].plays_as == combo->plays_as &&
                readings[i].suit == combo->suit;
    require(same);
}

struct policy policy_of(const struct input *in, int kind)
{
    struct policy policy = {.kind = (uint8_t)kind, .learned = in->pick >> 8 & 1};
    policy.budget =
        (struct budget){.games = 4, .candidates = 3, .prior_weight = 4, .most_worlds = 8, .policy_trust = 60};
    for (int i = 0; i < POLICY_NUMBERS; i++)
        policy.numbers[i] = (int32_t)(in->seed >> (i % 16)) % 40000;
    return policy;
}

struct table lead_of(const struct input *in)
{
    struct table table = {.hand = in->hand, .must_show = in->must_show, .solo_top = in->solo_top & 1};
    memcpy(table.suits, in->suits, sizeof table.suits);
    return table;
}

/* ---- before and after an input ---------------------------------------------------------------------------------- */

static void fill_nets(void)
{
    int16_t *value = (int16_t *)nets;
    uint64_t seed = 0;
    for (size_t i = 0; i < sizeof nets / (sizeof *value); i++) {
        seed = hash_mix(seed, i);
        value[i] = (int16_t)((int)(seed >> 40) % (2 * NET_MOST_FIRST) - NET_MOST_FIRST);
    }
    for (int i = 0; i < NET_ROLES; i++)
        require(!net_verify(&nets[i]));
}

/* A straight flush must be worth at least a mixed straight, as split_verify() requires. */
static void fill_weights(const struct rules *rules, uint32_t seed)
{
    for (int row = 0; row < rules->n_shapes; row++) {
        int one_suit = rules->shapes[row].flags & BODY_ONE_SUIT,
            longest = one_suit ? MAX_RUN - 1 : rules->shapes[row].run_max;
        memset(weights.value[row], 0, sizeof weights.value[row]);
        for (int start = 0; start < RANKS; start++)
            for (int length = 1; length <= longest; length++) {
                seed = seed * 1664525 + 1013904223;
                weights.value[row][start][length] = (int32_t)(seed >> 8) % 30000 - (one_suit ? -10000 : 20000);
            }
    }
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    const char *path = getenv("PAILI_TRAIL");
    memory_begin(&engine, calloc(1, memory_size()));
    blank = mmap(NULL, memory_size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    require(blank != MAP_FAILED);
    memory_begin(&fresh, blank);
    fill_nets();
    if (path) {
        int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0644);
        require(file >= 0 && !ftruncate(file, sizeof *trail));
        trail = mmap(NULL, sizeof *trail, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        require(trail != MAP_FAILED);
    }
    return 0;
}

/* Set the rules of an input with their own weights, unless they are set already; 0 if they are inconsistent. */
static int set_rules(const struct input *in)
{
    static struct input last;
    if (last.rules.n_shapes && last.seed == in->seed && !memcmp(&last.rules, &in->rules, sizeof last.rules))
        return 1;
    if (rules_verify(&in->rules))
        return 0;
    last = *in;
    fill_weights(&in->rules, in->seed);
    require(!split_verify(&in->rules, &weights));
    return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in;
    if (size < sizeof in)
        return -1;
    memcpy(&in, data, sizeof in);
    if (!set_rules(&in) || cards_size(in.hand) > most_cards)
        return 0;
    accepted_inputs++;
    if (trail)
        trail->of[trail->inputs++ % TRAIL_INPUTS] = in;
    engine.rules = fresh.rules = &in.rules;
    engine.weights = fresh.weights = &weights;
    engine.nets = fresh.nets = nets;
    uint64_t digest = ask(&in, &engine);
    if (in.pick % 16)
        return 0;
    require(!madvise(blank, memory_size(), MADV_DONTNEED)); /* all zeros again */
    require(ask(&in, &fresh) == digest);
    return 0;
}

/* ---- other inputs ------------------------------------------------------------------------------------------------ */

/* Change the number of cards of some rank of a hand, or replace a few cards. */
static void change_hand(hand_t *hand, uint64_t chance)
{
    int rank = (int)(chance % RANKS);
    *hand = (*hand & ~cards_of(rank, 15)) + cards_of(rank, chance >> 8 & 1 ? 0 : (int)(chance >> 16) % 5);
}

/* Change a field of a row in use, or replace it by another row. */
static void change_row(struct rules *rules, uint64_t chance)
{
    int rows = rules->n_shapes && rules->n_shapes <= MAX_SHAPES ? rules->n_shapes : MAX_SHAPES;
    struct shape *row = &rules->shapes[chance % (uint64_t)rows];
    if (chance >> 16 & 1)
        LLVMFuzzerMutate((uint8_t *)row, sizeof *row, sizeof *row);
    else
        *row = rules->shapes[(chance >> 24) % (uint64_t)rows];
}

/* Most mutations change cards, because rules with one changed byte are usually rejected. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    struct input in = {.rules.n_shapes = 0};
    if (most < sizeof in)
        return size;
    memcpy(&in, data, size < sizeof in ? size : sizeof in);
    uint64_t chance = hash_mix(hash_mix(0, seed), seed);
    uint8_t *rest = (uint8_t *)&in + offsetof(struct input, suits);
    switch (chance >> 60) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4: change_hand(&in.hand, chance); break;
    case 5:
    case 6:
    case 7: change_hand(&in.cards, chance); break;
    case 8: change_hand(&in.must_show, chance); break;
    case 9:
    case 10: in.pick = (uint16_t)chance; break;
    case 11:
    case 12:
        LLVMFuzzerMutate(rest, sizeof in - offsetof(struct input, suits), sizeof in - offsetof(struct input, suits));
        break;
    case 13:
    case 14: change_row(&in.rules, chance); break;
    default: LLVMFuzzerMutate((uint8_t *)&in, sizeof in, sizeof in);
    }
    memcpy(data, &in, sizeof in);
    return sizeof in;
}

/* Combine the rules of one input with the cards of another. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other, size_t other_size,
                                 uint8_t *out, size_t most, unsigned seed)
{
    struct input in;
    (void)seed;
    if (size < sizeof in || other_size < sizeof in || most < sizeof in)
        return 0;
    memcpy(&in, data, sizeof in);
    memcpy(&in.rules, other, sizeof in.rules);
    memcpy(out, &in, sizeof in);
    return sizeof in;
}
