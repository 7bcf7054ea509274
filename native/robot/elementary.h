/* elementary.h - exponential and logarithm. See elementary.c. */
#ifndef PAILI_ROBOT_ELEMENTARY_H
#define PAILI_ROBOT_ELEMENTARY_H

/* e to the power of x, within 2e-16 of its value for -708 <= x <= 0; 0 for smaller x. x must not be above 700. */
double elementary_exp(double x);

/* The natural logarithm of a normal number above 0, within 4e-16 of 1 or of its value. */
double elementary_log(double x);

#endif
