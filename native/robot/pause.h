/* pause.h - pauses of long searches. See pause.c. */
#ifndef PAILI_ROBOT_PAUSE_H
#define PAILI_ROBOT_PAUSE_H

/* Let other threads run if this one is idle. 0, or ERROR_CPU if this thread has used `cpu_until` seconds of CPU (0: no
 * bound). Searches pause every some tenths of a millisecond. */
int pause_search(double cpu_until);

#endif
