/* C2: a ball bounces until it rests. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "figure.h"

#define MASS 0.01 /* [kg] */

/* damping ratio for this restitution of a contact that is released at zero overlap */
static double
ratio_for(double restitution)
{
    const double l = log(restitution);

    return -l / sqrt(PI * PI + l * l);
}

static void
compare_rest(const char *name, double restitution, double height, double stiffness)
{
    const double first = sqrt(2 * height / GRAVITY),
                 reference = first * (1 + restitution) / (1 - restitution);
    struct settings s = {.n = 0};
    struct simulation sim;

    set_number(&s, "height", height, "m");
    set_number(&s, "stiffness", stiffness, "N/m");
    set_number(&s, "damping", 2 * ratio_for(restitution) * sqrt(stiffness * MASS), "N*s/m");
    set_number(&s, "end", 1.1 * reference, "s");
    if (!simulation_start(&sim, name, "bouncing-ball.xml", &s)) {
        return;
    }
    const size_t n = quire_run_row_count(sim.run);
    double *time = simulation_column(&sim, name, "time"),
           *y = simulation_column(&sim, name, "ball.y");
    if (time != NULL && y != NULL) {
        size_t last = 0; /* above the floor by a millionth of the height */
        for (size_t i = 0; i < n; i++) {
            last = y[i] > 0.01 + 1e-6 * height ? i : last;
        }
        report(name, "time until it rests [s], relative error", reference, time[last], reference,
               0.01);
        if (restitution < 0.81 && restitution > 0.79) {
            struct figure *f = figure_open("c2-bouncing-ball", "Height of the ball's centre.",
                                           "time [s]", "height [m]");
            figure_add(f, "Quire", CURVE, time, y, n);
        }
    }
    free(time);
    free(y);
    simulation_end(&sim);
}

static void
bouncing_ball(void)
{
    compare_rest("C2 e = 0.8", 0.8, 0.2, 1e7);
    compare_rest("C2 e = 0.5", 0.5, 0.1, 1e7);
}

const struct validation_case case_bouncing_ball = {
    .id = "C2",
    .title = "Bouncing ball",
    .tests = "Free flight and impacts of a free body, each touch located.",
    .setup = "A disc of 10 g falls from 0.2 m onto a floor of 1e7 N/m, with a linear damper for "
             "the restitution; position tolerance 1e-9 m.",
    .reference = "Rigid impacts: t = √(2h/g) (1 + e)/(1 − e).",
    .run = bouncing_ball,
};
