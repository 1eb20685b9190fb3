/* I1, I2: the integrator alone, on stiff problems that others have published; no models, but the
 * module itself. */
#include "validate.h"

#include <math.h>
#include <stdio.h>

#include "../unit/integ/stiff_problems.h"
#include "figure.h"

#define TOLERANCES 5

/* rows for tolerances 1e-4 .. 1e-8; the error may be `factor` times the tolerance, and falls with
 * it */
static void
solve(const char *id, const struct stiff_problem *problem, double factor, struct figure *f)
{
    double tolerance[TOLERANCES], error[TOLERANCES], accepted[TOLERANCES];
    for (int k = 0; k < TOLERANCES; k++) {
        double y[STIFF_MOST];
        struct quire_integrator_stats stats;
        char name[80];
        tolerance[k] = pow(10, -4 - k);
        accepted[k] = factor * tolerance[k];
        snprintf(name, sizeof name, "%s %s, tolerance %.0e", id, problem->name, tolerance[k]);
        if (!stiff_solve(problem, tolerance[k], 5, y, &stats)) {
            report_failure(name, "the integrator has failed");
            return;
        }
        error[k] = stiff_error(problem, y);
        for (int i = 0; i < problem->n; i++) {
            char quantity[80];
            snprintf(quantity, sizeof quantity, "y%d, relative error", i + 1);
            report(name, quantity, problem->exact[i], y[i], fabs(problem->exact[i]),
                   k > 0 ? fmin(accepted[k], error[k - 1]) : accepted[k]);
        }
    }
    figure_add(f, "largest relative error", JOINED_DOTS, tolerance, error, TOLERANCES);
    figure_add(f, "accepted", REFERENCE_LINE, tolerance, accepted, TOLERANCES);
}

static struct figure *
error_figure(const char *file)
{
    struct figure *f =
        figure_open(file, "Largest relative error at the end over the requested tolerance.",
                    "requested tolerance", "error");
    f->log_x = f->log_y = true;
    return f;
}

static void
robertson(void)
{
    solve("I1", &stiff_robertson, 10, error_figure("i1-robertson"));
}

static void
van_der_pol(void)
{
    solve("I2", &stiff_van_der_pol, 300, error_figure("i2-van-der-pol"));
}

const struct validation_case case_robertson = {
    .id = "I1",
    .title = "Robertson's reaction",
    .tests = "The integrator itself, on rates that differ by nine powers of ten.",
    .setup = "Three concentrations as the first-order states of a body, up to t = 40 s, with "
             "formulas up to order 5. The tolerance is the one of "
             "their root mean square; y2, which is about 1e-5, is measured in this unit. The error "
             "may be ten times the tolerance and falls with it.",
    .reference = "H. H. Robertson, in J. Walsh (ed.), Numerical Analysis, Academic Press 1966; F. "
                 "Mazzia and C. Magherini, Test Set for Initial "
                 "Value Problem Solvers, Bari 2008; recomputed.",
    .run = robertson,
};

const struct validation_case case_van_der_pol = {
    .id = "I2",
    .title = "Van der Pol's oscillator",
    .tests = "The integrator itself, on a motion that creeps and jumps: steps change by six powers "
             "of ten.",
    .setup = "A mass with y\" = 1000 (1 - y²) y' - y as a body's position and velocity, up to t = "
             "2000 s, with formulas up to order 5. The "
             "error, which is one of the time at which it jumps, may be 300 times the tolerance "
             "and falls with it.",
    .reference = "F. Mazzia and C. Magherini, Test Set for Initial Value Problem Solvers, Bari "
                 "2008; recomputed.",
    .run = van_der_pol,
};
