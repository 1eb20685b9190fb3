/* C1: a mass strikes a linear spring and damper; the contact ends when its force does. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "closed_form.h"

#define MASS      1e-3   /* [kg] */
#define STIFFNESS 1000.0 /* [N/m] */

/* rebound speed over the last hundred samples, during which the sheet flies freely */
static double
final_speed(const double *time, const double *y, size_t n)
{
    return (y[n - 1] - y[n - 101]) / (time[n - 1] - time[n - 101]);
}

/* the same with a free body, for either way in which a contact may end; to a sample of 2 us */
static void
disc_bounces(double ratio, bool pulls)
{
    const double root = sqrt(1 - ratio * ratio), phase = pulls ? PI : PI - 2 * asin(ratio),
                 omega = sqrt(STIFFNESS / MASS);
    const double restitution = exp(-ratio * phase / root), duration = phase / (omega * root);
    struct settings s = {.n = 0};
    struct simulation sim;
    char name[80];

    snprintf(name, sizeof name, "C1 disc, ratio %g, end at zero %s", ratio,
             pulls ? "overlap" : "force");
    set_number(&s, "damping", 2 * ratio * sqrt(STIFFNESS * MASS), "N*s/m");
    s.list[s.n++] = (quire_setting){"release", pulls ? "overlap" : "force"};
    if (!simulation_start(&sim, name, "impact.xml", &s)) {
        return;
    }
    const size_t n = quire_run_row_count(sim.run);
    double *time = simulation_column(&sim, name, "time"),
           *speed = simulation_column(&sim, name, "ball.vy"),
           *force = simulation_column(&sim, name, "ball.normal");
    if (time != NULL && speed != NULL && force != NULL) {
        report(name, "restitution, relative error", restitution, speed[n - 1], restitution, 0.001);
        report(name, "contact time [s], relative error", duration, time_above_zero(time, force, n),
               duration, 0.001);
    }
    free(time);
    free(speed);
    free(force);
    simulation_end(&sim);
}

static void
discs_bounce(void)
{
    static const double ratios[3] = {0.1, 0.2, 0.5};

    for (int k = 0; k < 3; k++) {
        disc_bounces(ratios[k], false);
        disc_bounces(ratios[k], true);
    }
}

static void
bounce(void)
{
    discs_bounce();
    static const double ratios[3] = {0.1, 0.2, 0.5};
    for (int k = 0; k < 3; k++) {
        struct settings s = {.n = 0};
        struct simulation sim;
        char name[80], key[80];
        snprintf(name, sizeof name, "C1 damping ratio %g", ratios[k]);
        snprintf(key, sizeof key, "C1 bounce zeta=%.2f", ratios[k]);
        set_number(&s, "ratio", ratios[k], "");
        if (!simulation_start(&sim, name, "bounce.xml", &s)) {
            continue;
        }
        const size_t n = quire_run_row_count(sim.run);
        double *time = simulation_column(&sim, name, "time"),
               *y = simulation_column(&sim, name, "page.lead.y"),
               *force = simulation_column(&sim, name, "table.normal");
        if (time != NULL && y != NULL && force != NULL && n > 200) {
            const double restitution = closed_form(key, "restitution; force>=0 criterion"),
                         duration = closed_form(key, "contact time; force>=0 criterion [s]");
            report(name, "restitution, relative error", restitution, final_speed(time, y, n),
                   restitution, 0.001);
            report(name, "contact time [s], relative error", duration,
                   time_above_zero(time, force, n), duration, 0.001);
        }
        free(time);
        free(y);
        free(force);
        simulation_end(&sim);
    }
}

const struct validation_case case_bounce = {
    .id = "C1",
    .title = "Bounce on a spring and damper",
    .tests = "The normal force of a contact, and where it ends.",
    .setup = "A mass of 1 g strikes a contact of 1000 N/m and a damper at 1 m/s. The contact ends "
             "where its force would pull (a sheet and a disc) or where the overlap does (a disc); "
             "position tolerance 1e-8 m.",
    .reference =
        "The damped oscillator until its force is nil, or half a period, m x\" + c x' + k x = 0.",
    .run = bounce,
};
