/* The work of forces along a path of which a few places are known. */
#include <criterion/criterion.h>
#include <math.h>

#include "math/path_work.h"

static const double times[][QUIRE_PATH_PLACES] = {
    {1, 0.75, 0.5, 0.25}, {3, 1, 0.2, 0}, {0.1, 0.09, -1, -4}, {1e-3, 0.9e-3, 0.5e-3, 0}};

#define TIMES (sizeof times / sizeof *times)

/* of any places at these times: forces linear in the place have a potential */
Test(path_work, of_linear_forces_is_exact_however_coarse_the_path)
{
    static const double place[QUIRE_PATH_PLACES][2] = {{1, -3}, {0.2, 0.5}, {-1, 2}, {0.7, 0.1}};
    static const double k[2][2] = {{5, -2}, {-2, 70}};

    for (size_t m = 0; m < TIMES; m++) {
        for (int n = 2; n <= QUIRE_PATH_PLACES; n++) {
            double weight[QUIRE_PATH_PLACES][QUIRE_PATH_PLACES - 1], time[QUIRE_PATH_PLACES],
                work = 0, size = 0, stored[2] = {0, 0};
            quire_path_weights(n, times[m], weight, time);
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n - 1; j++) {
                    for (int a = 0; a < 2; a++) {
                        const double force = -k[a][0] * place[i][0] - k[a][1] * place[i][1];
                        const double part = weight[i][j] * force * (place[j][a] - place[j + 1][a]);
                        work += part;
                        size += fabs(part);
                    }
                }
            }
            for (int e = 0; e < 2; e++) {
                const double *q = place[e];
                stored[e] = 0.5 * (k[0][0] * q[0] * q[0] + 2 * k[0][1] * q[0] * q[1] +
                                   k[1][1] * q[1] * q[1]);
            }
            cr_expect_lt(fabs(work - (stored[1] - stored[0])), 1e-13 * size, "%zu, %d: %g not %g",
                         m, n, work, stored[1] - stored[0]);
        }
    }
}

Test(path_work, of_powers_is_exact_for_polynomials)
{
    for (size_t m = 0; m < TIMES; m++) {
        for (int n = 2; n <= QUIRE_PATH_PLACES; n++) {
            const double *t = times[m];
            double weight[QUIRE_PATH_PLACES][QUIRE_PATH_PLACES - 1], time[QUIRE_PATH_PLACES],
                sum = 0, size = 0;
            quire_path_weights(n, t, weight, time);
            for (int i = 0; i < n; i++) {
                sum += time[i] * n * pow(t[i], n - 1);
                size += fabs(time[i] * n * pow(t[i], n - 1));
            }
            cr_expect_lt(fabs(sum - (pow(t[0], n) - pow(t[1], n))), 1e-13 * size);
        }
    }
}

Test(path_work, slope_is_exact_for_polynomials)
{
    for (size_t m = 0; m < TIMES; m++) {
        for (int n = 2; n <= QUIRE_PATH_PLACES; n++) {
            const double *t = times[m];
            double slope[QUIRE_PATH_PLACES];
            for (int at = 0; at < 2; at++) {
                double sum = 0, size = 0;
                quire_path_slope(n, t, t[at], slope);
                for (int i = 0; i < n; i++) {
                    sum += slope[i] * pow(t[i], n - 1);
                    size += fabs(slope[i] * pow(t[i], n - 1));
                }
                cr_expect_lt(fabs(sum - (n - 1) * pow(t[at], n - 2)), 1e-12 * size);
            }
        }
    }
}
