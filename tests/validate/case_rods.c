/* P1: one rod and two hinged rods swing from the horizontal. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"

#define ROD 0.1 /* [m] */
/* of one rod let go from the horizontal [s]: 4 sqrt(2l/3g) K(1/sqrt 2) */
#define PERIOD    0.611374162
#define MASS      (0.3 * 0.21 * ROD) /* of one rod [kg] */
#define TOLERANCE "1e-8 m"

/* time at which the column falls through zero for the first time; NaN if never */
static double
first_fall(const double *time, const double *x, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        if (x[i - 1] > 0 && x[i] <= 0) {
            return time[i - 1] + (time[i] - time[i - 1]) * x[i - 1] / (x[i - 1] - x[i]);
        }
    }
    return (double)NAN;
}

static void
one_rod(void)
{
    static const char name[] = "P1 one rod";
    struct settings s = {.n = 0};
    struct simulation sim;

    set_number(&s, "end", 0.3, "s");
    set_number(&s, "sample", 1e-4, "s");
    if (!simulation_start(&sim, name, "rods.xml", &s)) {
        return;
    }
    double *time = simulation_column(&sim, name, "time"),
           *x = simulation_column(&sim, name, "page.lead.x");
    if (time != NULL && x != NULL) {
        report(name, "period [s], relative error", PERIOD,
               4 * first_fall(time, x, quire_run_row_count(sim.run)), PERIOD, 1e-5);
    }
    free(time);
    free(x);
    simulation_end(&sim);
}

/* angles from the downward vertical at the end of the run */
static bool
angles_at(const char *name, double end, double angle[2])
{
    struct settings s = {.n = 0};
    struct simulation sim;
    double x[3], y[3];

    set_number(&s, "rods", 2, "");
    set_number(&s, "end", end, "s");
    set_number(&s, "sample", end, "s");
    if (!simulation_start(&sim, name, "rods.xml", &s)) {
        return false;
    }
    const size_t n = quire_run_nodes(sim.run, "page", x, y, 3);
    for (int k = 0; n == 3 && k < 2; k++) {
        angle[k] = atan2(x[k + 1] - x[k], y[k] - y[k + 1]);
    }
    simulation_end(&sim);
    return n == 3;
}

static void
two_rods(void)
{
    struct table t;

    table_load(&t, "p1_double_rod_pendulum.csv");
    for (size_t i = 0; i < t.n_row; i++) {
        const double at = table_number(&t, i, "t_s");
        double angle[2];
        char name[80], quantity[80];
        snprintf(name, sizeof name, "P1 two rods at %g s", at);
        if (at > 1.01 || !angles_at(name, at, angle)) {
            continue;
        }
        for (int k = 0; k < 2; k++) {
            const double reference = table_number(&t, i, k == 0 ? "theta1_rad" : "theta2_rad");
            snprintf(quantity, sizeof quantity, "angle of rod %d [rad]", k + 1);
            if (at < 0.51) {
                report(name, quantity, reference, angle[k], 1, 1e-4);
            } else { /* close paths part exponentially */
                report_for_information(name, quantity, reference, angle[k], 1);
            }
        }
    }
    table_clear(&t);
}

/* largest change of the stored energy over 10 s, over m g l */
static double
drift(const char *name, int rods, const char *tolerance)
{
    static const char *const term[] = {"energy.kinetic", "energy.gravity", "energy.elastic"};
    struct settings s = {.n = 0};
    struct simulation sim;
    double *sum = NULL, most = 0;

    set_number(&s, "rods", rods, "");
    set_number(&s, "tolerance", strtod(tolerance, NULL), "m");
    set_number(&s, "end", 10, "s");
    set_number(&s, "sample", 0.01, "s");
    if (!simulation_start(&sim, name, "rods.xml", &s)) {
        return (double)NAN;
    }
    const size_t n = quire_run_row_count(sim.run);
    for (int k = 0; k < 3; k++) {
        double *one = simulation_column(&sim, name, term[k]);
        for (size_t i = 0; sum != NULL && one != NULL && i < n; i++) {
            sum[i] += one[i];
        }
        if (sum == NULL) {
            sum = one;
        } else {
            free(one);
        }
    }
    for (size_t i = 0; sum != NULL && i < n; i++) {
        most = fmax(most, fabs(sum[i] - sum[0]));
    }
    free(sum);
    simulation_end(&sim);
    return most / (rods * MASS * GRAVITY * ROD);
}

static void
rods(void)
{
    one_rod();
    two_rods();
    for (int n = 1; n <= 2; n++) {
        char name[80];
        snprintf(name, sizeof name, "P1 %s, energy over 10 s", n == 1 ? "one rod" : "two rods");
        const double coarse = drift(name, n, "1e-8"), fine = drift(name, n, "1e-10");
        report(name, "drift at 1e-10 m, order 5, over m g l", 0, fine, 1, 1e-5);
        report(name, "drift at 1e-10 m over that at 1e-8 m", 0, fine / coarse, 1, 0.5);
    }
}

const struct validation_case case_rods = {
    .id = "P1",
    .title = "Rod pendulum and double rod pendulum",
    .tests = "The chain of rigid rods itself, and the energy that the integrator keeps.",
    .setup =
        "A sheet of one or two segments of 0.1 m without bending stiffness, pinned at one end, is "
        "let go from the horizontal; order 5, position tolerance 1e-8 m, for the energy 1e-10 m.",
    .reference = "One rod: the complete elliptic integral. Two rods: the equations of the double "
                 "compound pendulum, integrated independently at two tolerances (2e-8).",
    .run = rods,
};
