/* S7: a sheet hangs out of a slot. W4: it is let out slowly over the slot's edge. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "figure.h"

/* ---- S7 ---- */

#define SEGMENTS  60
#define OF_TIP    0.001 /* of the length that hangs out */
#define OF_FORCES 0.005

/* the last value of a column */
static double
at_end(const struct simulation *sim, const char *name, const char *column)
{
    double *values = simulation_column(sim, name, column),
           last = values != NULL ? values[quire_run_row_count(sim->run) - 1] : (double)NAN;
    free(values);
    return last;
}

static void
hang_out(const struct table *refs, size_t row, struct figure *f)
{
    const double clearance = 1e-3 * table_number(refs, row, "clearance_mm"),
                 inside = 1e-3 * table_number(refs, row, "inside_mm"),
                 outside = 1e-3 * table_number(refs, row, "outside_mm"),
                 x = 1e-3 * table_number(refs, row, "x_tip_mm"),
                 y = 1e-3 * table_number(refs, row, "y_tip_mm"),
                 lip = table_number(refs, row, "lip_N"), wall = table_number(refs, row, "wall_N");
    char name[80];
    struct settings s = {.n = 0};
    struct simulation sim;
    struct tip tip;

    snprintf(name, sizeof name, "S7 clearance %g mm, %g mm in, %g mm out", 1e3 * clearance,
             1e3 * inside, 1e3 * outside);
    set_number(&s, "clearance", clearance, "m");
    set_number(&s, "inside", inside, "m");
    set_number(&s, "outside", outside, "m");
    set_number(&s, "segments", SEGMENTS, "");
    if (!simulation_start(&sim, name, "slot.xml", &s)) {
        return;
    }
    if (simulation_tip(&sim, name, &tip)) {
        report(name, "tip x [m], error / length outside", x, tip.x, outside, OF_TIP);
        report(name, "tip y [m], error / length outside", y, tip.y, outside, OF_TIP);
    }
    report(name, "force of the slot's edge [N], relative error", lip,
           at_end(&sim, name, "low.normal"), lip, OF_FORCES);
    report(name, "force of the upper wall [N], relative error", wall,
           at_end(&sim, name, "high.normal"), wall, OF_FORCES);
    if (fmod(1e3 * inside, 1) < 1e-9) {
        simulation_draw(&sim, f, f->n == 0 ? "80 g/m² paper, 60 segments" : NULL);
    }
    simulation_end(&sim);
}

static void
slot(void)
{
    struct figure *f = figure_open("s7-slot", "Sheets that hang out of a slot of 0.1 to 2 mm.",
                                   "x [mm]", "y [mm]");
    struct table refs;
    double x[20], y[20];
    size_t n = 0;

    f->same_scale = true;
    table_load(&refs, "s7_slot.csv");
    for (size_t i = 0; i < refs.n_row; i++) {
        hang_out(&refs, i, f);
        if (fmod(table_number(&refs, i, "inside_mm"), 1) < 1e-9 && n < 20) {
            x[n] = table_number(&refs, i, "x_tip_mm");
            y[n++] = table_number(&refs, i, "y_tip_mm");
        }
    }
    figure_add(f, "ends of the elastica", REFERENCE_MARKS, x, y, n);
    table_clear(&refs);
}

const struct validation_case case_slot = {
    .id = "S7",
    .title = "Out of a slot",
    .tests =
        "Rest on an edge and against a wall: the edge's force at every place of a segment, and "
        "how far the sheet droops.",
    .setup =
        "Paper of 80 g/m² hangs out of a slot with a clearance of 0.1 to 2 mm by 60 to 110 mm; "
        "20 to 41.6 mm are inside, moved by fifths of a segment. Its trailing edge may rise, but "
        "not slide out. No friction; contact of 1000 N/mm; 60 segments.",
    .reference = "The inextensible elastica under its own weight, integrated by Runge and Kutta's "
                 "method of order 4 to 1e-10, with the slot's edge and the place where it touches "
                 "the upper wall as unknowns. The edge's force is normal to the sheet.",
    .run = slot,
    .in_space = true,
};

/* ---- W4 ---- */

#define FROM 0.5 /* part of the run that does not count: it settles */
#define LOST 0.005
#define FINE 0.05e-6 /* position tolerance that goes with the accuracy fine [m] */

/* what an energy has changed by since FROM */
static double
change(const struct simulation *sim, const char *name, const char *column)
{
    const size_t n = quire_run_row_count(sim->run);
    double *values = simulation_column(sim, name, column),
           by = values != NULL ? values[n - 1] - values[(size_t)(FROM * (double)(n - 1))]
                               : (double)NAN;
    free(values);
    return by;
}

static void
let_out(double clearance, double stiffness, double segments, double tolerance)
{
    char name[80];
    struct settings s = {.n = 0, .position_tolerance = tolerance};
    struct simulation sim;

    snprintf(name, sizeof name, "W4 %g mm, %g N/mm, segments of %g mm", 1e3 * clearance,
             1e-3 * stiffness, 140 / segments);
    set_number(&s, "clearance", clearance, "m");
    set_number(&s, "stiffness", stiffness, "N/m");
    set_number(&s, "segments", segments, "");
    set_number(&s, "out", 15e-3 + 0.02 / segments, "m");
    if (!simulation_start(&sim, name, "letting-out.xml", &s)) {
        return;
    }
    const double work =
        -(change(&sim, name, "energy.gravity") + change(&sim, name, "energy.elastic") +
          change(&sim, name, "energy.contact") + change(&sim, name, "energy.kinetic"));
    report(name, "counted as damping of contacts [J], of the work", 0,
           change(&sim, name, "energy.contact-damping"), work, LOST);
    report(name, "work given to the clamp [J], relative error", work,
           -change(&sim, name, "energy.loads"), work, LOST);
    simulation_end(&sim);
}

static void
letting_out(void)
{
    static const double segments[] = {140, 70, 28};

    for (int k = 0; k < 3; k++) {
        let_out(0.1e-3, 1e5, segments[k], 0);
        let_out(0.3e-3, 1e5, segments[k], 0);
        let_out(0.05e-3, 1e6, segments[k], FINE);
        let_out(0.1e-3, 1e6, segments[k], FINE);
    }
}

const struct validation_case case_letting_out = {
    .id = "W4",
    .title = "Let out over an edge",
    .tests = "An edge that a sheet slides over takes no energy from it, wherever its nodes are.",
    .setup =
        "A clamp lets 80 mm of paper out of a slot without friction within 4 s, in segments of 1, "
        "2 and 5 mm. At the default accuracy clearances of 0.1 and 0.3 mm and contact of 100 N/mm. "
        "With the accuracy fine 0.05 and 0.1 mm and 1000 N/mm, where the edge is pressed "
        "in by less than the default tolerance of 0.5 μm. The second half counts.",
    .reference = "What gravity gives and bending does not take goes to the clamp.",
    .run = letting_out,
};
