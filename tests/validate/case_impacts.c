/* C6: a disc strikes a wall with each of the damped normal laws, a sheet falls flat on a table. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RADIUS 5e-3 /* [m], of the disc */
#define FLIGHT 1e-4 /* before the touch [s] */

/* from the force where it is cut at zero, and from the penetration where it may pull */
static double
contact_time(const double *time, const double *y, const double *force, bool cut, size_t n)
{
    double *inside = calloc(n, sizeof *inside);
    if (inside == NULL) {
        return (double)NAN;
    }
    for (size_t i = 0; i < n; i++) {
        inside[i] = cut ? force[i] : RADIUS - y[i];
    }
    const double duration = time_above_zero(time, inside, n);
    free(inside);
    return duration;
}

static void
strike(const struct table *refs, size_t row)
{
    const char *law = table_text(refs, row, "law"), *cut = table_text(refs, row, "cut"),
               *nominal = table_text(refs, row, "nominal");
    const double restitution = table_number(refs, row, "restitution"),
                 depth = table_number(refs, row, "penetration"),
                 duration = table_number(refs, row, "duration");
    struct settings s = {.n = 0};
    struct simulation sim;
    char name[80];

    snprintf(name, sizeof name, "C6 %s, nominal %s, %s", law, nominal,
             strcmp(cut, "yes") == 0 ? "cut" : "may pull");
    s.list[s.n++] = (quire_setting){"law", law};
    s.list[s.n++] = (quire_setting){"cut", cut};
    s.list[s.n++] = (quire_setting){"restitution", nominal};
    set_number(&s, "mass", table_number(refs, row, "mass"), "kg");
    set_number(&s, "speed", table_number(refs, row, "speed"), "m/s");
    set_number(&s, "end", FLIGHT + 1.2 * duration, "s");
    set_number(&s, "sample", duration / 4000, "s");
    set_number(&s, "tolerance", depth / 1000, "m");
    if (!simulation_start(&sim, name, "impact-laws.xml", &s)) {
        return;
    }
    const size_t n = quire_run_row_count(sim.run);
    double *time = simulation_column(&sim, name, "time"),
           *y = simulation_column(&sim, name, "ball.y"),
           *speed = simulation_column(&sim, name, "ball.vy"),
           *force = simulation_column(&sim, name, "ball.normal");
    if (time != NULL && y != NULL && speed != NULL && force != NULL) {
        double deepest = 0;
        for (size_t i = 0; i < n; i++) {
            deepest = fmax(deepest, RADIUS - y[i]);
        }
        const double rebound = speed[n - 1] / table_number(refs, row, "speed");
        report(name, "restitution, relative error", restitution, rebound, restitution, 0.001);
        report(name, "peak penetration [m], relative error", depth, deepest, depth, 0.001);
        report(name, "contact time [s], relative error", duration,
               contact_time(time, y, force, strcmp(cut, "yes") == 0, n), duration, 0.001);
    }
    free(time);
    free(y);
    free(speed);
    free(force);
    simulation_end(&sim);
}

/* ---- a sheet, whose points remember for themselves at what speed they touched ---- */

static void
fall(double restitution)
{
    struct settings s = {.n = 0};
    struct simulation sim;
    char name[80];

    snprintf(name, sizeof name, "C6 sheet, restitution %g", restitution);
    set_number(&s, "restitution", restitution, "");
    if (!simulation_start(&sim, name, "falling-sheet.xml", &s)) {
        return;
    }
    const size_t n = quire_run_row_count(sim.run);
    double *time = simulation_column(&sim, name, "time"),
           *y = simulation_column(&sim, name, "page.lead.y");
    if (time != NULL && y != NULL && n > 200) {
        const double rebound = (y[n - 1] - y[n - 101]) / (time[n - 1] - time[n - 101]);
        report(name, "restitution, relative error", restitution, rebound, restitution, 0.001);
    }
    free(time);
    free(y);
    simulation_end(&sim);
}

static void
impacts(void)
{
    struct table refs;

    table_load(&refs, "c6_impacts.csv");
    for (size_t row = 0; row < refs.n_row; row++) {
        strike(&refs, row);
    }
    table_clear(&refs);
    fall(0.2);
    fall(0.5);
    fall(0.8);
}

const struct validation_case case_impacts = {
    .id = "C6",
    .title = "Impacts with damped normal laws",
    .tests =
        "Restitution, peak penetration and contact time of the laws hunt-crossley, "
        "gonthier-carvalho-martins, restitution-exact, demlab-hertz and hooke-scale-invariant.",
    .setup = "A disc strikes a wall, and a sheet of 20 segments falls flat on a table, at 1 m/s "
             "without gravity. A contact that may pull ends where the penetration does, one that "
             "is cut where its force does; position tolerance a thousandth of the peak penetration "
             "for the disc, 1e-9 m and order 3 for the sheet.",
    .reference = "An independent implementation of the laws, integrated to 1e-10, with which the "
                 "closed forms of the first three laws, tti-exact and hooke agree; for the sheet "
                 "the restitution that was asked for.",
    .run = impacts,
};
