/* Yields of long searches, so that a cheap thread does not wait for the next tick of the scheduler. */
#ifndef PAILI_ROBOT_YIELD_H
#define PAILI_ROBOT_YIELD_H

#ifdef __linux__
#include <sched.h>

#ifndef SCHED_IDLE /* not in ISO C */
#define SCHED_IDLE 5
#endif

/* Let any other thread run if this one is idle (SCHED_IDLE): from Linux 6.6 on, a thread that was preempted by a third
   one is not eligible until the idle thread has run, and the scheduler compares them at ticks of 4 ms only. */
static inline void yield_if_idle(void)
{
    if (sched_getscheduler(0) == SCHED_IDLE)
        sched_yield();
}
#else
static inline void yield_if_idle(void)
{
}
#endif

#endif
