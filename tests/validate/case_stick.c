/* C5: jerking on a belt. T1: what else friction that sticks does. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NEARLY 1e-4 /* [m/s]: what is left of the sheet's own vibrations */

/* ---- C5 ---- */

#define SPRING 100.0 /* [N/m] */
#define BELT   0.05  /* [m/s] */

struct jerks {
    int n;              /* peaks */
    double first, last; /* times of them [s] */
    /* stretch at the peaks, where it breaks away first, where it sticks again [m] */
    double largest, broke, stuck;
};

static struct jerks
find_jerks(const double *time, const double *force, const double *speed, size_t n)
{
    struct jerks j = {.broke = (double)NAN, .stuck = (double)NAN};
    for (size_t i = 1; i + 1 < n; i++) {
        const double stretch = force[i] / SPRING;
        if (isnan(j.broke) && speed[i] < (1 - 1e-3) * BELT) {
            j.broke = force[i - 1] / SPRING;
        }
        if (stretch > 5e-3 && force[i] > force[i - 1] && force[i] >= force[i + 1]) {
            j.first = j.n++ == 0 ? time[i] : j.first;
            j.last = time[i];
            j.largest = fmax(j.largest, stretch);
        }
        if (j.n == 1 && isnan(j.stuck) && speed[i] > (1 - 1e-3) * BELT) {
            j.stuck = stretch;
        }
    }
    return j;
}

static void
run_jerking(void)
{
    const char *name = "C5 block on a belt";
    const struct settings none = {.n = 0};
    struct simulation sim;
    if (!simulation_start(&sim, name, "stick-slip.xml", &none)) {
        return;
    }
    double *time = simulation_column(&sim, name, "time"),
           *force = simulation_column(&sim, name, "leash.force"),
           *speed = simulation_column(&sim, name, "weight.vx");
    if (time != NULL && force != NULL && speed != NULL) {
        const struct jerks j = find_jerks(time, force, speed, quire_run_row_count(sim.run));
        report(name, "stretch when it breaks away [m], relative error", 8e-3, j.broke, 8e-3, 0.01);
        report(name, "largest stretch [m], relative error", 8.39116e-3, j.largest, 8.39116e-3,
               0.01);
        report(name, "stretch when it sticks again [m], of the first", 2e-3, j.stuck, 8e-3, 0.01);
        report(name, "period [s], relative error", 0.250023, (j.last - j.first) / (j.n - 1),
               0.250023, 0.01);
    }
    free(time);
    free(force);
    free(speed);
    simulation_end(&sim);
}

const struct validation_case case_jerking = {
    .id = "C5",
    .title = "Stick-slip on a belt",
    .tests =
        "Sticking, the drop of friction when a contact breaks away, sliding and sticking again.",
    .setup = "A block of 0.1 kg that presses with 2 N on a belt of 0.05 m/s is held by a spring of "
             "100 N/m; static friction 0.4, dynamic 0.25. Three to four "
             "periods.",
    .reference = "It breaks away at μ_s N/k; then x″ = −ω² (x − μ_d N/k) with "
                 "x′ = v at "
                 "first, "
                 "until x′ = v again: period 0.250023 s, largest stretch "
                 "8.39116 mm, sticking again at 2.000 mm.",
    .run = run_jerking,
};

/* ---- T1 ---- */

static void
set_surface(struct settings *s)
{
    s->list[s->n].name = "surface";
    s->list[s->n++].value = "sticky";
}

/* how far a sheet goes down a slope of 30 degrees that holds it */
static void
on_slope(void)
{
    const char *name = "T1 sheet on a slope";
    struct settings s = {.n = 0};
    struct simulation sim;
    set_surface(&s);
    set_number(&s, "along", GRAVITY * sin(PI / 6), "m/s^2");
    set_number(&s, "across", GRAVITY * cos(PI / 6), "m/s^2");
    set_number(&s, "friction", 0.6, "");
    set_number(&s, "start_speed", 0, "m/s");
    set_number(&s, "end", 0.5, "s");
    if (!simulation_start(&sim, name, "table.xml", &s)) {
        return;
    }
    const size_t n = quire_run_row_count(sim.run);
    double *place = simulation_column(&sim, name, "page.lead.path"),
           *creep = simulation_column(&sim, name, "page.trail.path");
    if (place != NULL && creep != NULL) {
        report(name, "way down in 0.5 s [m], of 1 um", 0, place[n - 1] - place[0], 1e-6, 1);
        report(name, "way in the second half [m], of 10 nm", 0, place[n - 1] - place[n / 2], 1e-8,
               1);
    }
    free(place);
    free(creep);
    simulation_end(&sim);
}

static void
on_table(const char *name, double friction, double table_speed, double start_speed)
{
    const double change = fabs(table_speed - start_speed), duration = change / (friction * GRAVITY),
                 way = 0.5 * change * duration;
    struct settings s = {.n = 0};
    struct simulation sim;
    set_surface(&s);
    set_number(&s, "friction", friction, "");
    set_number(&s, "table_speed", table_speed, "m/s");
    set_number(&s, "start_speed", start_speed, "m/s");
    set_number(&s, "end", 1.5 * duration, "s");
    if (!simulation_start(&sim, name, "table.xml", &s)) {
        return;
    }
    const size_t n = quire_run_row_count(sim.run);
    double *time = simulation_column(&sim, name, "time"),
           *speed = simulation_column(&sim, name, "page.lead.speed"),
           *place = simulation_column(&sim, name, "page.lead.path");
    if (time != NULL && speed != NULL && place != NULL) {
        for (size_t i = 0; i < n; i++) {
            speed[i] = start_speed > table_speed ? table_speed - speed[i] : speed[i] - table_speed;
        }
        report(name, "time until they move together [s], relative error", duration,
               first_time(time, speed, n, -1e-3 * change), duration, 0.005);
        report(name, "way of the sheet on the table [m], relative error", way,
               fabs(table_speed * time[n - 1] - (place[n - 1] - place[0])), way, 0.005);
        report(name, "speed on the table in the end [m/s], of 0.1 mm/s", 0, speed[n - 1], NEARLY,
               1);
    }
    free(time);
    free(speed);
    free(place);
    simulation_end(&sim);
}

static void
nip_start(void)
{
    const char *name = "T1 nip start";
    const double reached = 6.2370e-3, loss = 1.55925e-3; /* as N1 */
    struct settings s = {.n = 0};
    struct simulation sim;
    set_surface(&s);
    if (!simulation_start(&sim, name, "nip-start.xml", &s)) {
        return;
    }
    const size_t n = quire_run_row_count(sim.run);
    double *time = simulation_column(&sim, name, "time"),
           *lead = simulation_column(&sim, name, "page.lead.speed"),
           *trail = simulation_column(&sim, name, "page.trail.speed"),
           *place = simulation_column(&sim, name, "page.lead.path");
    if (time != NULL && lead != NULL && trail != NULL && place != NULL) {
        double speed = 0;
        /* mean of both edges, so that stretching waves do not count */
        for (size_t i = 0; i < n; i++) {
            lead[i] = 0.5 * (lead[i] + trail[i]);
            speed = lead[i];
        }
        report(name, "time to the roller's speed [s], relative error", reached,
               first_time(time, lead, n, 0.499), reached, 0.01);
        report(name, "slip loss [m], relative error", loss,
               0.5 * time[n - 1] - (place[n - 1] - place[0]), loss, 0.01);
        report(name, "sheet's speed in the end [m/s], relative error", 0.5, speed, 0.5, 1e-3);
    }
    free(time);
    free(lead);
    free(trail);
    free(place);
    simulation_end(&sim);
}

static void
run_sticking(void)
{
    on_slope();
    nip_start();
    on_table("T1 moving table", 0.3, 0.4, 0);
    on_table("T1 coast-down", 0.25, 0, 0.5);
}

const struct validation_case case_sticking = {
    .id = "T1",
    .title = "Friction that sticks",
    .tests = "A sheet held on a slope does not creep; the starts and stops of N1, N7 and N8 end in "
             "rest, not in creep.",
    .setup = "The sheet of N7 and N8 on a slope of 30 degrees, friction 0.6, and in the machines "
             "of N1, N7 and N8, with friction that sticks.",
    .reference = "At rest it stays where it is. Otherwise as N1, N7 and N8.",
    .run = run_sticking,
};
