/* N1: a nip starts a sheet. N2: a sheet starts an idler. N5: overdrive. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "closed_form.h"
#include "figure.h"

#define SPEED     0.5  /* [m/s] */
#define THRESHOLD 1e-3 /* of the friction [m/s]: a speed is reached within it */

/* mean of both edges, so that stretching waves do not count */
static double *
sheet_mean(const struct simulation *sim, const char *name, const char *lead, const char *trail)
{
    double *a = simulation_column(sim, name, lead), *b = simulation_column(sim, name, trail);
    for (size_t i = 0; a != NULL && b != NULL && i < quire_run_row_count(sim->run); i++) {
        a[i] = 0.5 * (a[i] + b[i]);
    }
    if (b == NULL) {
        free(a);
        a = NULL;
    }
    free(b);
    return a;
}

/* a speed over time, beside that of uniform acceleration */
static void
draw(struct figure *f, const char *label, const double *time, const double *speed, size_t n,
     double reached)
{
    const double x[3] = {0, reached, time[n - 1]}, y[3] = {0, SPEED, SPEED};
    figure_add(f, label, CURVE, time, speed, n);
    figure_add(f, f->n == 1 ? "uniform acceleration" : NULL, REFERENCE_LINE, x, y, 3);
}

static void
start_up(struct figure *f, const char *name, const char *model, const char *key,
         const char *loss_key, double reached)
{
    const struct settings none = {.n = 0};
    struct simulation sim;
    if (!simulation_start(&sim, name, model, &none)) {
        return;
    }
    const size_t n = quire_run_row_count(sim.run);
    double *time = simulation_column(&sim, name, "time"),
           *speed = sheet_mean(&sim, name, "page.lead.speed", "page.trail.speed"),
           *place = sheet_mean(&sim, name, "page.lead.path", "page.trail.path");
    if (time != NULL && speed != NULL && place != NULL && n > 10) {
        const double a = closed_form(key, "acceleration [m/s2]"), loss = closed_form(key, loss_key);
        report(name, "acceleration [m/s^2], relative error", a,
               slope(time, speed, n, 0.1 * reached, 0.9 * reached), a, 0.01);
        report(name, "time to the roller's speed [s], relative error", reached,
               first_time(time, speed, n, SPEED - THRESHOLD), reached, 0.01);
        draw(f, name + strlen("N1 "), time, speed, n, reached);
        report(name, "slip loss [m], relative error", loss,
               SPEED * time[n - 1] - (place[n - 1] - place[0]), loss, 0.01);
    }
    free(time);
    free(speed);
    free(place);
    simulation_end(&sim);
}

static void
spin_up(void)
{
    const char *name = "N2 idler spin-up";
    const struct settings none = {.n = 0};
    struct simulation sim;
    if (!simulation_start(&sim, name, "idler-spin-up.xml", &none)) {
        return;
    }
    const size_t n = quire_run_row_count(sim.run);
    double *time = simulation_column(&sim, name, "time"),
           *speed = simulation_column(&sim, name, "nip.idler.speed"),
           *drag = simulation_column(&sim, name, "nip.idler.friction");
    if (time != NULL && speed != NULL && drag != NULL) {
        const double reached = closed_form("N2 idler spin-up", "time to no-slip at v=0.5 [s]"),
                     force =
                         closed_form("N2 idler spin-up", "drag on the sheet while slipping [N]");
        double sum = 0, count = 0;
        for (size_t i = 0; i < n; i++) {
            if (time[i] > 0.1 * reached && time[i] < 0.9 * reached) {
                sum -= drag[i];
                count++;
            }
        }
        struct figure *f = figure_open("n2-idler-spin-up", "Surface speed of the idler.",
                                       "time [s]", "speed [m/s]");
        draw(f, "idler", time, speed, n, reached);
        report(name, "time to no slip [s], relative error", reached,
               first_time(time, speed, n, SPEED - THRESHOLD), reached, 0.01);
        report(name, "drag on the sheet [N], relative error", force, sum / count, force, 0.01);
    }
    free(time);
    free(speed);
    free(drag);
    simulation_end(&sim);
}

static void
overdrive(double factor, double load)
{
    const double expected = SPEED * (1 + factor * load);
    struct settings s = {.n = 0};
    struct simulation sim;
    char name[80];
    snprintf(name, sizeof name, "N5 overdrive %g/N at %g N", factor, load);
    set_number(&s, "load", load, "N");
    set_number(&s, "overdrive", factor, "N^-1");
    set_number(&s, "start_speed", SPEED, "m/s");
    set_number(&s, "end", 0.03, "s");
    if (!simulation_start(&sim, name, "nip-start.xml", &s)) {
        return;
    }
    double *speed = sheet_mean(&sim, name, "page.lead.speed", "page.trail.speed");
    if (speed != NULL) {
        report(name, "sheet speed [m/s], relative error", expected,
               speed[quire_run_row_count(sim.run) - 1], expected, 1e-4);
    }
    free(speed);
    simulation_end(&sim);
}

static void
start_ups(void)
{
    const double reached = closed_form("N1 nip start paper80", "time to roller speed [s]");
    struct figure *f = figure_open("n1-nip-start", "Speed of the sheet, mean of both edges.",
                                   "time [s]", "speed [m/s]");
    start_up(f, "N1 one roller driven", "nip-start.xml", "N1 nip start paper80",
             "roller travel minus sheet travel at stick [m]", reached);
    start_up(f, "N1 both rollers driven", "nip-start-both.xml", "N1b both rollers driven",
             "slip loss [m]", 0.5 * reached);
}

static void
overdrives(void)
{
    overdrive(1e-3, 5);
    overdrive(2e-3, 10);
}

const struct validation_case case_nip_start = {
    .id = "N1",
    .title = "A nip starts a sheet",
    .tests = "The drive force of a nip while it slips, and the way lost until it grips.",
    .setup = "A sheet of A4 lies in a nip of 0.5 N, friction 0.8, whose driver turns at 0.5 m/s "
             "from the start; the other roller is free and without mass, or driven as well. Means "
             "of both edges, so that stretching waves do not count.",
    .reference = "Uniform acceleration μ N/m, twice that with both rollers driven.",
    .run = start_ups,
    .in_space = true,
};

const struct validation_case case_idler_spin_up = {
    .id = "N2",
    .title = "A sheet spins an idler up",
    .tests = "Torque of friction on a roller with inertia, and its drag on the sheet.",
    .setup =
        "A sheet drawn at 0.5 m/s by its leading edge through a nip of 0.2 N, friction 0.3; the "
        "idler has 2e-6 kg m² and a radius of 8 mm.",
    .reference = "Uniform angular acceleration μ N r/J: t = J v/(μ N r²).",
    .run = spin_up,
    .in_space = true,
};

const struct validation_case case_overdrive = {
    .id = "N5",
    .title = "Overdrive",
    .tests = "A roller whose surface, pressed into its cover, is faster than its radius says.",
    .setup = "The nip of N1 with an overdrive factor α, the sheet already at speed.",
    .reference = "v = v_r (1 + α F).",
    .run = overdrives,
    .in_space = true,
};
