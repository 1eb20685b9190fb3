/* S6: a loop between two clamps. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "figure.h"

#define SPAN 0.1

static void
loop(void)
{
    struct figure *f =
        figure_open("s6-loop", "Loops of 1, 5 and 10 mm more than the distance of the clamps.",
                    "x [mm]", "y [mm]");
    struct table refs;
    f->same_scale = true;
    table_load(&refs, "s6_loop.csv");
    for (size_t i = 0; i < refs.n_row; i++) {
        const double excess = table_number(&refs, i, "excess_m"),
                     height = table_number(&refs, i, "height_m"),
                     thrust = table_number(&refs, i, "thrust_N_per_m");
        struct settings s = {.n = 0};
        struct simulation sim;
        char name[80];
        snprintf(name, sizeof name, "S6 loop of +%g mm", 1e3 * excess);
        set_number(&s, "excess", excess, "m");
        set_number(&s, "segments", 60, "");
        if (!simulation_start(&sim, name, "loop.xml", &s)) {
            continue;
        }
        static double x[64], y[64];
        const size_t n = quire_run_nodes(sim.run, "page", x, y, 64);
        double *tension = simulation_column(&sim, name, "page.tension");
        if (n == 61 && tension != NULL) {
            const double middle = 1e3 * x[30], top = 1e3 * height;
            simulation_draw(&sim, f, f->n == 0 ? "60 segments" : NULL);
            figure_add(f, f->n == 1 ? "height of the elastica" : NULL, REFERENCE_MARKS, &middle,
                       &top, 1);
            report(name, "height [m], relative error", height, fabs(y[30]), height, 0.005);
            /* in the middle the sheet runs level, and its tension is the force between the clamps
             */
            report(name, "thrust per width [N/m], relative error", thrust,
                   -tension[quire_run_row_count(sim.run) - 1] / SHEET_WIDTH, thrust, 0.01);
        }
        free(tension);
        simulation_end(&sim);
    }
    table_clear(&refs);
}

const struct validation_case case_loop = {
    .id = "S6",
    .title = "Loop between two clamps",
    .tests = "A buckled shape and the thrust that goes with it.",
    .setup = "A strip of 80 g/m² paper between two level clamps 100 mm apart, which are pushed "
             "together slowly from where the strip is straight; 60 segments, no gravity.",
    .reference = "Closed form of the elastica: span/L = 2 E(k)/K(k) - 1, height = k L/K, thrust = "
                 "16 K² B/L².",
    .run = loop,
    .in_space = true,
};
