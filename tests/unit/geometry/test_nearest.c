/* Distances of segments, against the least over many points of both. */
#include <criterion/criterion.h>
#include <math.h>

#include "geometry/nearest.h"

enum { PIECES = 200 };

static double
by_points(const double a[2][3], const double b[2][3])
{
    double least = HUGE_VAL;

    for (int i = 0; i <= PIECES; i++) {
        double p[3];
        for (int d = 0; d < 3; d++) {
            p[d] = a[0][d] + (a[1][d] - a[0][d]) * i / PIECES;
        }
        least = fmin(least, quire_nearest_to_segment(p, b));
    }
    return least;
}

static double
number(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) / 16777216.0 - 0.5;
}

Test(nearest, is_the_least_distance_of_two_segments)
{
    unsigned seed = 1;

    for (int k = 0; k < 2000; k++) {
        double s[2][2][3];
        for (int i = 0; i < 12; i++) {
            /* a third of them in one plane, where they may cross */
            s[i / 6][i / 3 % 2][i % 3] = k % 3 == 0 && i % 3 == 2 ? 0 : number(&seed);
        }
        const double got = quire_nearest_segments(s[0], s[1]), points = by_points(s[0], s[1]);
        cr_assert(got <= points + 1e-12 && got >= points - 1.0 / PIECES, "%g, %g", got, points);
        cr_assert(fabs(got - quire_nearest_segments(s[1], s[0])) < 1e-12);
    }
}

Test(nearest, knows_crossings_points_and_parallels)
{
    const double a[2][3] = {{0, 0, 0}, {2, 0, 0}}, across[2][3] = {{1, -1, 0}, {1, 1, 0}},
                 above[2][3] = {{1, -1, 3}, {1, 1, 3}}, beside[2][3] = {{1, 2, 0}, {5, 2, 0}},
                 point[2][3] = {{5, 4, 0}, {5, 4, 0}};

    cr_expect(quire_nearest_segments(a, across) < 1e-15);
    cr_expect(fabs(quire_nearest_segments(a, above) - 3) < 1e-15);
    cr_expect(fabs(quire_nearest_segments(a, beside) - 2) < 1e-15);
    cr_expect(fabs(quire_nearest_segments(a, point) - 5) < 1e-15);
    cr_expect(fabs(quire_nearest_segments(point, point)) < 1e-15);
}
