/* The nearest point of a sheet's curve: doc/theory/contact-kernel.md, 2. */
#include <criterion/criterion.h>
#include <math.h>

#include "contact/touch/station.h"
#include "fixtures/machine.h"

#define NODES  12
#define FOLDS  4000
#define CHANCE 7u

/* a chain that folds: segments of 6 to 1 mm, each turned by up to 2 rad against the last */
static void
draw_fold(unsigned *seed, double *x, double *y)
{
    double angle = 0;

    x[0] = y[0] = 0;
    for (int i = 1; i < NODES; i++) {
        const double length = 1e-3 * (3.5 + 2.5 * machine_random(seed));
        angle += 2 * machine_random(seed);
        x[i] = x[i - 1] + length * cos(angle);
        y[i] = y[i - 1] + length * sin(angle);
    }
}

/* The search ends where the way to the point stands square to the curve, or at the sheet's end,
 * wherever it begins. */
Test(nearest, points_of_folds_stand_square_to_the_way_to_them)
{
    unsigned seed = CHANCE;

    for (int k = 0; k < FOLDS; k++) {
        double x[NODES], y[NODES], none[NODES] = {0};
        const struct scatter c = {.x = x, .y = y, .vx = none, .vy = none};
        draw_fold(&seed, x, y);
        const int node = (int)(0.5 * (1 + machine_random(&seed)) * NODES);
        const double at[2] = {x[node] + 2e-3 * machine_random(&seed),
                              y[node] + 2e-3 * machine_random(&seed)};
        struct station p;

        nearest_station(&p, &c, NODES - 1, node, at);
        place_station(&p, &c, at, (const double[2]){0, 0});
        const double along = p.x[0] * p.x1[0] + p.x[1] * p.x1[1],
                     square = p.x1[0] * p.x1[0] + p.x1[1] * p.x1[1];
        cr_assert(p.cap != 0 || fabs(along) <= 1e-3 * square, "fold %d: %g of a segment off", k,
                  along / square);
    }
}
