/* pause.c - pauses of long searches: other threads run, and a search ends at its bound of CPU time.
 *
 * Only Linux has both; elsewhere, as in browsers, a pause does nothing. */
#ifdef __linux__
#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#include <sched.h>
#include <time.h>
#endif

#include "robot/pause.h"
#include "engine.h"

#ifdef __linux__
#ifndef SCHED_IDLE /* not in POSIX */
#define SCHED_IDLE 5
#endif

/* From Linux 6.6 on, a thread that was preempted by a third one is not eligible until the idle thread has run, and the
 * scheduler compares them at ticks of 4 ms only. */
static void yield_if_idle(void)
{
    if (sched_getscheduler(0) == SCHED_IDLE)
        sched_yield();
}

int pause_search(double cpu_until)
{
    struct timespec used;
    yield_if_idle();
    if (cpu_until <= 0 || clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used))
        return 0;
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9 >= cpu_until ? ERROR_CPU : 0;
}
#else
int pause_search(double cpu_until)
{
    (void)cpu_until;
    return 0;
}
#endif
