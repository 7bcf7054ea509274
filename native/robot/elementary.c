/* elementary.c - exponential and logarithm in basic operations.
 *
 * The last bit of exp() and log() depends on the C library and on the processor, and with it the order of nearly equal
 * candidates. IEEE 754 defines the results of the basic operations, so these functions return the same on every
 * machine. */
#include "robot/elementary.h"

#include <stdint.h>
#include <string.h>

#define LEAST_EXPONENT (-708.0) /* powers below are not normal numbers */
#define LOG_2 0.693147180559945309
#define LOG_2_HIGH 0x1.62e42feep-1 /* its first 32 bits: products with small integers are exact */
#define LOG_2_LOW 0x1.a39ef35793c76p-33
#define INVERSE_LOG_2 1.44269504088896341
#define ROOT_2 1.41421356237309505

#define MANTISSA_BITS 52
#define MANTISSA ((1ull << MANTISSA_BITS) - 1)
#define EXPONENT_OF_1 1023

/* 1 / k! for k = 2..13: the Taylor series up to log(2) / 2; the next term is below 1e-17. */
static const double EXP_TERMS[] = {0.5,
                                   0.16666666666666666,
                                   0.041666666666666664,
                                   0.008333333333333333,
                                   0.001388888888888889,
                                   0.0001984126984126984,
                                   2.48015873015873e-05,
                                   2.7557319223985893e-06,
                                   2.755731922398589e-07,
                                   2.505210838544172e-08,
                                   2.08767569878681e-09,
                                   1.6059043836821613e-10};

/* 1 / (2 k + 1): the series of the inverse hyperbolic tangent up to 0.172; the next term is below 1e-18. */
static const double LOG_TERMS[] = {1.0,
                                   0.3333333333333333,
                                   0.2,
                                   0.14285714285714285,
                                   0.1111111111111111,
                                   0.09090909090909091,
                                   0.07692307692307693,
                                   0.06666666666666667,
                                   0.058823529411764705,
                                   0.05263157894736842,
                                   0.047619047619047616};

static double polynomial(const double *coefficients, int n, double x)
{
    double sum = 0;
    for (int k = n - 1; k >= 0; k--)
        sum = sum * x + coefficients[k];
    return sum;
}

static double of_bits(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

double elementary_exp(double x)
{
    if (x < LEAST_EXPONENT)
        return 0;
    int n = (int)(x * INVERSE_LOG_2 + (x < 0 ? -0.5 : 0.5));
    double rest = x - n * LOG_2_HIGH - n * LOG_2_LOW;
    double terms = polynomial(EXP_TERMS, sizeof EXP_TERMS / sizeof *EXP_TERMS, rest);
    return (1 + (rest + rest * rest * terms)) * of_bits((uint64_t)(n + EXPONENT_OF_1) << MANTISSA_BITS);
}

double elementary_log(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int n = (int)(bits >> MANTISSA_BITS) - EXPONENT_OF_1;
    double mantissa = of_bits((bits & MANTISSA) | (uint64_t)EXPONENT_OF_1 << MANTISSA_BITS);
    if (mantissa > ROOT_2) {
        mantissa /= 2;
        n++;
    }
    double ratio = (mantissa - 1) / (mantissa + 1);
    return n * LOG_2 + 2 * ratio * polynomial(LOG_TERMS, sizeof LOG_TERMS / sizeof *LOG_TERMS, ratio * ratio);
}
