#include "math/path_work.h"

#include <string.h>

#include "math/kernel.h"

#define POINTS 3 /* of Gauss' rule: exact up to the fifth degree */

struct point {
    double value[QUIRE_PATH_PLACES], slope[QUIRE_PATH_PLACES];
};

/* Lagrange's polynomials at t, and their derivatives; inverse: of the differences of times */
QUIRE_INLINE void
lagrange(const int n, const double *at, double inverse[][QUIRE_PATH_PLACES], double t,
         struct point *p)
{
    for (int i = 0; i < n; i++) {
        p->value[i] = 1;
        p->slope[i] = 0;
        for (int j = 0; j < n; j++) {
            if (j != i) {
                const double share = inverse[i][j] * (t - at[j]);
                p->slope[i] = p->slope[i] * share + inverse[i][j] * p->value[i];
                p->value[i] *= share;
            }
        }
    }
}

/* of the differences of times */
QUIRE_INLINE void
invert(const int n, const double *t, double inverse[][QUIRE_PATH_PLACES])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            inverse[i][j] = 1 / (t[i] - t[j]);
            inverse[j][i] = -inverse[i][j];
        }
    }
}

QUIRE_INLINE void
weights(const int n, const double *t, double weight[][QUIRE_PATH_PLACES - 1], double *time)
{
    static const double off[POINTS] = {-0.77459666924148337704, 0, 0.77459666924148337704},
                        share[POINTS] = {5. / 18, 8. / 18, 5. / 18};
    const double h = t[0] - t[1], middle = 0.5 * (t[0] + t[1]);
    double inverse[QUIRE_PATH_PLACES][QUIRE_PATH_PLACES];

    invert(n, t, inverse);
    for (int g = 0; g < POINTS; g++) {
        struct point p;
        double rate = 0;
        lagrange(n, t, inverse, middle + 0.5 * h * off[g], &p);
        for (int i = 0; i < n; i++) {
            time[i] += h * share[g] * p.value[i];
        }
        /* the places are sums of the ways: that from k + 1 to k is missing in all beyond k */
        for (int j = n - 2; j >= 0; j--) {
            rate -= h * share[g] * p.slope[j + 1];
            for (int i = 0; i < n; i++) {
                weight[i][j] += rate * p.value[i];
            }
        }
    }
}

void
quire_path_weights(int n, const double *t, double weight[QUIRE_PATH_PLACES][QUIRE_PATH_PLACES - 1],
                   double time[QUIRE_PATH_PLACES])
{
    memset(weight, 0, sizeof *weight * QUIRE_PATH_PLACES);
    memset(time, 0, sizeof *time * QUIRE_PATH_PLACES);
    switch (n) { /* unrolled */
    case 4: weights(4, t, weight, time); return;
    case 3: weights(3, t, weight, time); return;
    default: weights(2, t, weight, time);
    }
}

void
quire_path_slope(int n, const double *times, double t, double slope[QUIRE_PATH_PLACES])
{
    double inverse[QUIRE_PATH_PLACES][QUIRE_PATH_PLACES];
    struct point p;

    invert(n, times, inverse);
    lagrange(n, times, inverse, t, &p);
    for (int i = 0; i < QUIRE_PATH_PLACES; i++) {
        slope[i] = i < n ? p.slope[i] : 0;
    }
}
