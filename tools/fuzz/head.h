/* head.h - what the fuzz targets of the core share: an input, and what comes before and after it is asked about. See head.c. */
#ifndef PAILI_FUZZ_HEAD_H
#define PAILI_FUZZ_HEAD_H

#include "rules/cards.h"
#include "robots.h"

#include <stdio.h>
#include <stdlib.h>

/* Any bytes are one; tools/fuzz/corpus.py writes well-formed ones to start from. Each target reads what it needs of it. */
struct input {
    struct rules rules;
    hand_t hand, cards, must_show;
    uint32_t suits[4]; /* of `hand`; zero: they do not matter */
    uint32_t seed, nodes;
    uint16_t pick;
    uint8_t solo_top;
    uint8_t seats, owner, left[MAX_SEATS], ally[MAX_SEATS];
};

/* A target: the cards of the largest hand that it asks about; and what it asks under rules, weights and networks that passed.
 * It returns a digest of the answers (digest_add), independent of what the engine answered before. */
extern const int most_cards;
uint64_t ask(const struct input *in, const struct engine *engine);

/* Inputs so far that could be asked about: whose rules are sound, and whose hand is not too large. */
extern uint64_t accepted_inputs;

/* End the run if a promise is not kept, and say which. */
#define require(promise) ((promise) ? (void)0 : broken(#promise, __FILE__, __LINE__))

static inline void broken(const char *promise, const char *file, int line)
{
    fprintf(stderr, "%s:%d: not kept: %s\n", file, line, promise);
    abort();
}

/* Return a digest with `size` more bytes of an answer, a multiple of a word. */
uint64_t digest_add(uint64_t digest, const void *answer, size_t size);

/* The table of an input, at which its hand leads. */
struct table lead_of(const struct input *in);

#endif
