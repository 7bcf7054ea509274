/* engine.c - the memory of an engine: each part is declared and used by the file that owns it. */
#include "beliefs.h"
#include "endgame.h"
#include "policy.h"
#include "walk.h"

struct memory {
    struct scratch scratch;
    struct thoughts thoughts;
    struct endings endings;
    struct tellings tellings;
};

size_t engine_memory_size(void)
{
    return sizeof(struct memory);
}

void engine_begin(struct engine *engine, void *memory)
{
    struct memory *parts = memory;
    engine->scratch = &parts->scratch;
    engine->thoughts = &parts->thoughts;
    engine->endings = &parts->endings;
    engine->tellings = &parts->tellings;
}
