/* engine.c - the memory of an engine: each part is declared and used by the file that owns it. */
#include "beliefs.h"
#include "endgame.h"
#include "flushes.h"
#include "memo.h"
#include "moves.h"
#include "plan.h"
#include "policy.h"
#include "solve.h"
#include "split.h"

struct memory {
    struct memo memo;
    struct owing owing;
    struct plays plays;
    struct flush_sets flush_sets;
    struct branches branches;
    struct kept_splits splits;
    struct thoughts thoughts;
    struct endings endings;
    struct likelihoods likelihoods;
};

size_t engine_memory_size(void)
{
    return sizeof(struct memory);
}

void engine_begin(struct engine *engine, void *memory)
{
    struct memory *parts = memory;
    engine->memo = &parts->memo;
    engine->owing = &parts->owing;
    engine->plays = &parts->plays;
    engine->flush_sets = &parts->flush_sets;
    engine->branches = &parts->branches;
    engine->splits = &parts->splits;
    engine->thoughts = &parts->thoughts;
    engine->endings = &parts->endings;
    engine->likelihoods = &parts->likelihoods;
}
