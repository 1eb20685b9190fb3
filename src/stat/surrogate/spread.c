#include "stat/surrogate/spread.h"

#include <math.h>

#include "math/detmath.h"

void
quire_spread(size_t i, size_t k, double *u)
{
    double root = 1.5;

    for (int step = 0; step < 60; step++) {
        root = quire_exp(quire_log(1 + root) / (double)(k + 1));
    }
    double power = 1;
    for (size_t j = 0; j < k; j++) {
        power /= root;
        u[j] = 0.5 + power * (double)i;
        u[j] -= floor(u[j]);
    }
}
