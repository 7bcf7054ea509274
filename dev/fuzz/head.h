/* head.h - shared by the fuzz targets of the core: an input, and the code before and after each input. See head.c. */
#ifndef PAILI_FUZZ_HEAD_H
#define PAILI_FUZZ_HEAD_H

#include "rules/cards.h"
#include "robots.h"

#include <stdio.h>
#include <stdlib.h>

/* Any bytes are an input; dev/fuzz/corpus.py writes well-formed initial ones. Each target uses a part of the
 * fields. */
struct input {
    struct rules rules;
    hand_t hand, cards, must_show;
    uint32_t suits[4]; /* of `hand`; zero: no suits */
    uint32_t seed, nodes;
    uint16_t pick;
    uint8_t solo_top;
    uint8_t seats, owner, left[MAX_SEATS], ally[MAX_SEATS];
};

/* A target: maximum cards of a hand, and its test under verified rules, weights and networks. It returns a digest of
 * the answers (digest_add), which must not depend on earlier calls. */
extern const int most_cards;
uint64_t ask(const struct input *in, const struct engine *engine);

/* Number of valid inputs so far: with consistent rules, and a hand that is not too large. */
extern uint64_t accepted_inputs;

/* Abort with a message if a condition is false. */
#define require(promise) ((promise) ? (void)0 : broken(#promise, __FILE__, __LINE__))

static inline void broken(const char *promise, const char *file, int line)
{
    fprintf(stderr, "%s:%d: not kept: %s\n", file, line, promise);
    abort();
}

/* Return a digest with `size` more bytes of an answer, a multiple of a word. */
uint64_t digest_add(uint64_t digest, const void *answer, size_t size);

/* A play from `hand` must be read back as it was listed. */
void check_reading(const struct rules *rules, const struct combo *combo, hand_t hand);

/* A policy with the numbers of an input and a small search. */
struct policy policy_of(const struct input *in, int kind);

/* The table of an input, at which its hand leads. */
struct table lead_of(const struct input *in);

#endif
