/* many.c - runs a target on as many inputs as possible, without coverage: `many INPUTS SEED SECONDS`.
 *
 * INPUTS is a file of concatenated inputs that libFuzzer found. Starting from one of them, the mutations of head.c are
 * applied repeatedly while the rules are valid and answers are fast; then from another one. A failed check ends the
 * program; the trail (head.c) contains the input.
 */
#define _POSIX_C_SOURCE 200809L
#include "rules/hash.h"
#include "head.h"

#include <string.h>
#include <time.h>

#define STEPS 32      /* maximum mutations from an initial input */
#define LONGEST 50000 /* maximum nanoseconds of an input to continue from */

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

static uint64_t chance;

static uint64_t draw(uint64_t below)
{
    chance = hash_mix(chance, 1);
    return (chance >> 32) * below >> 32;
}

/* Change a bit or a byte, or copy a byte: the mutations that libFuzzer would apply before head.c. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most)
{
    uint8_t *byte = data + draw(size);
    (void)most;
    switch (draw(4)) {
    case 0: *byte = (uint8_t)draw(256); break;
    case 1: *byte = data[draw(size)]; break;
    case 2: *byte = (uint8_t)(*byte + draw(2) * 2 - 1); break;
    default: *byte ^= (uint8_t)(1u << draw(8));
    }
    return size;
}

static struct input *read_inputs(const char *path, uint64_t *n)
{
    FILE *file = fopen(path, "rb");
    require(file && !fseek(file, 0, SEEK_END));
    *n = (uint64_t)ftell(file) / sizeof(struct input);
    struct input *inputs = malloc((size_t)*n * sizeof *inputs);
    rewind(file);
    require(inputs && *n && fread(inputs, sizeof *inputs, (size_t)*n, file) == *n && !fclose(file));
    return inputs;
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec;
}

/* Run an input; return whether to continue from it: its rules are valid, and it is fast. */
static int try(const struct input *in, int64_t *clock)
{
    int64_t began = *clock;
    uint64_t before = accepted_inputs;
    LLVMFuzzerTestOneInput((const uint8_t *)in, sizeof *in);
    *clock = now();
    return accepted_inputs > before && *clock - began < LONGEST;
}

int main(int argc, char **argv)
{
    uint64_t n, tried = 0;
    require(argc == 4 && !LLVMFuzzerInitialize(&argc, &argv));
    const struct input *inputs = read_inputs(argv[1], &n);
    int64_t clock = now();
    const int64_t end = clock + atol(argv[3]) * 1000000000ll;
    chance = hash_mix(0, strtoull(argv[2], NULL, 10));
    while (clock < end) {
        struct input in = inputs[draw(n)];
        if (!draw(4)) /* the rules of one input with the cards of another */
            in.rules = inputs[draw(n)].rules;
        if (tried++, !try(&in, &clock))
            continue;
        for (int left = STEPS; left; left--) {
            struct input other = in;
            LLVMFuzzerCustomMutator((uint8_t *)&other, sizeof other, sizeof other, (unsigned)draw(UINT32_MAX));
            if (tried++, try(&other, &clock))
                in = other;
        }
    }
    printf("%llu executions, %llu of them of sound rules\n", (unsigned long long)tried,
           (unsigned long long)accepted_inputs);
    return 0;
}
