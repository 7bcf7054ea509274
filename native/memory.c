/* memory.c - layout of an engine's memory: each part is declared and used by the file that owns it. */
#include "plays/bodies.h"
#include "plays/flushes.h"
#include "plays/moves.h"
#include "robot/beliefs.h"
#include "robot/open_hands.h"
#include "robot/policy.h"
#include "split/branch_bound.h"
#include "split/memo.h"
#include "split/split.h"

struct memory {
    struct memo memo;
    struct kicker_credits credits;
    struct plays plays;
    struct flush_sets flush_sets;
    struct branches branches;
    struct search search;
    struct kept_splits splits;
    struct option_memory option_memory;
    struct endings endings;
    struct likelihoods likelihoods;
};

size_t memory_size(void)
{
    return sizeof(struct memory);
}

void memory_begin(struct engine *engine, void *memory)
{
    struct memory *parts = memory;
    engine->memo = &parts->memo;
    engine->credits = &parts->credits;
    engine->plays = &parts->plays;
    engine->flush_sets = &parts->flush_sets;
    engine->branches = &parts->branches;
    engine->search = &parts->search;
    engine->splits = &parts->splits;
    engine->option_memory = &parts->option_memory;
    engine->endings = &parts->endings;
    engine->likelihoods = &parts->likelihoods;
}
