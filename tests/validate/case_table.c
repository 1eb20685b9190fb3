/* N7: a moving table takes a sheet along. N8: a sheet coasts down on a table. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "figure.h"
#include "incline.h"

#define TOLERANCE 0.005
#define FINE      5e-8 /* position tolerance; errors of speeds are below the threshold [m] */
#define THRESHOLD 1e-4 /* of the friction [m/s]: a speed is reached within it */

static void
draw(const char *file, const double *time, const double *speed, size_t n, double duration,
     double table_speed, double start_speed)
{
    double x[3] = {0, duration, time[n - 1]}, y[3] = {start_speed, table_speed, table_speed};
    struct figure *f =
        figure_open(file, "Speed of the sheet's leading edge.", "time [s]", "speed [m/s]");
    figure_add(f, "sheet", CURVE, time, speed, n);
    figure_add(f, "uniform acceleration μ g", REFERENCE_LINE, x, y, 3);
}

static void
on_table(const char *name, const char *file, double friction, double table_speed,
         double start_speed)
{
    const double change = fabs(table_speed - start_speed), deceleration = friction * GRAVITY,
                 duration = change / deceleration,
                 way = 0.5 * change * duration; /* of the sheet on the table */
    struct settings s = {.n = 0};
    struct simulation sim;
    set_number(&s, "friction", friction, "");
    set_number(&s, "threshold", THRESHOLD, "m/s");
    set_number(&s, "table_speed", table_speed, "m/s");
    set_number(&s, "start_speed", start_speed, "m/s");
    set_number(&s, "end", 1.5 * duration, "s");
    set_number(&s, "tolerance", FINE, "m");
    if (!simulation_start(&sim, name, "table.xml", &s)) {
        return;
    }
    const size_t n = quire_run_row_count(sim.run);
    double *time = simulation_column(&sim, name, "time"),
           *speed = simulation_column(&sim, name, "page.lead.speed"),
           *place = simulation_column(&sim, name, "page.lead.path");
    if (time != NULL && speed != NULL && place != NULL) {
        draw(file, time, speed, n, duration, table_speed, start_speed);
        const double slip = table_speed * time[n - 1] - (place[n - 1] - place[0]);
        for (size_t i = 0; i < n; i++) {
            speed[i] = start_speed > table_speed ? table_speed - speed[i] : speed[i] - table_speed;
        }
        report(name, "time until they move together [s], relative error", duration,
               first_time(time, speed, n, -THRESHOLD), duration, TOLERANCE);
        report(name, "way of the sheet on the table [m], relative error", way, fabs(slip), way,
               TOLERANCE);
    }
    free(time);
    free(speed);
    free(place);
    simulation_end(&sim);
}

/* a block on the table: it slides by v^2/(2 mu g) against it, with the table's speed or its own */
static void
block_on_table(const char *name, double friction, double table_speed, double start_speed)
{
    const double change = fabs(table_speed - start_speed), duration = change / (friction * GRAVITY),
                 way = 0.5 * change * duration;
    const struct incline p = {.friction = friction,
                              .threshold = THRESHOLD,
                              .table_speed = table_speed,
                              .speed = start_speed,
                              .end = 1.5 * duration};
    struct simulation sim;

    if (!incline_start(&sim, name, &p)) {
        return;
    }
    const size_t n = quire_run_row_count(sim.run);
    double *time = simulation_column(&sim, name, "time"),
           *speed = simulation_column(&sim, name, "crate.vx"),
           *x = simulation_column(&sim, name, "crate.x");
    if (time != NULL && speed != NULL && x != NULL) {
        const double slip = table_speed * time[n - 1] - (x[n - 1] - x[0]);
        for (size_t i = 0; i < n; i++) {
            speed[i] = start_speed > table_speed ? table_speed - speed[i] : speed[i] - table_speed;
        }
        report(name, "time until they move together [s], relative error", duration,
               first_time(time, speed, n, -THRESHOLD), duration, TOLERANCE);
        report(name, "way of the block on the table [m], relative error", way, fabs(slip), way,
               TOLERANCE);
    }
    free(time);
    free(speed);
    free(x);
    simulation_end(&sim);
}

static void
moving_table(void)
{
    on_table("N7 moving table", "n7-moving-table", 0.3, 0.4, 0);
    block_on_table("N7 moving table, block", 0.3, 0.4, 0);
}

static void
coast_down(void)
{
    on_table("N8 coast-down", "n8-coast-down", 0.25, 0, 0.5);
    block_on_table("N8 coast-down, block", 0.25, 0, 0.5);
}

const struct validation_case case_moving_table = {
    .id = "N7",
    .title = "A moving table takes a sheet along",
    .tests = "Friction of a moving guide on a sheet that lies on it by its weight.",
    .setup = "A sheet at rest on a table whose surface moves at 0.4 m/s, friction 0.3; reached "
             "means within the threshold speed of the regularised friction, 0.1 mm/s. The standard "
             "accuracy has an error of speeds of 1 mm/s in a step, so the position tolerance is "
             "0.05 um.",
    .reference = "Uniform acceleration μ g: t = v/(μ g), slip = v²/(2 μ g).",
    .run = moving_table,
};

const struct validation_case case_coast_down = {
    .id = "N8",
    .title = "Coast-down on a table",
    .tests = "Friction of a guide at rest until the sheet stops.",
    .setup = "The sheet of N7 comes with 0.5 m/s onto a table at rest, friction 0.25.",
    .reference = "Uniform deceleration μ g: t = v/(μ g), way = v²/(2 μ g).",
    .run = coast_down,
};
