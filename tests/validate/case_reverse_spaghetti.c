/* D1: a sheet pushed out of a slot at constant speed. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "figure.h"

#define LENGTH     0.3
#define TABLE_ROWS 16

/* Where the tip is when so much is outside. */
static bool
push_out(const char *name, const struct table *refs, size_t row, double segment, double tolerance,
         struct tip *tip)
{
    struct settings s = {.n = 0, .position_tolerance = tolerance};
    struct simulation sim;
    set_number(&s, "segments", round(LENGTH / segment), "");
    set_number(&s, "end", table_number(refs, row, "t_s"), "s");
    if (!simulation_start(&sim, name, "reverse-spaghetti.xml", &s)) {
        return false;
    }
    const bool good = simulation_tip(&sim, name, tip);
    simulation_end(&sim);
    return good;
}

static void
compare(const struct table *refs, size_t row, double segment)
{
    const double overhang = table_number(refs, row, "overhang_m"),
                 x = 1e-3 * table_number(refs, row, "x_tip_mm"),
                 drop = 1e-3 * table_number(refs, row, "drop_mm"),
                 angle = table_number(refs, row, "tip_angle_deg_below");
    struct tip tip;
    char name[80];
    snprintf(name, sizeof name, "D1 %g mm out, segments %g mm", 1e3 * overhang, 1e3 * segment);
    if (push_out(name, refs, row, segment, 0, &tip)) {
        report(name, "tip x [m], error / overhang", x, tip.x, overhang, 0.005);
        report(name, "drop [m], error / overhang", drop, -tip.y, overhang, 0.005);
        report(name, "tip angle [deg]", angle, -tip.angle * 180 / PI, 1, 1);
    }
}

/* largest distance of the tip from where it should be, as a part of the overhang, with the error in
 * time kept below that in space */
static double
largest_error(const struct table *refs, double segment)
{
    double largest = 0;
    for (size_t i = 0; i < refs->n_row; i++) {
        struct tip tip;
        if (!push_out("D1 refinement", refs, i, segment, 1e-7, &tip)) {
            return (double)NAN;
        }
        largest = fmax(largest, hypot(tip.x - 1e-3 * table_number(refs, i, "x_tip_mm"),
                                      -tip.y - 1e-3 * table_number(refs, i, "drop_mm")) /
                                    table_number(refs, i, "overhang_m"));
    }
    return largest;
}

static void
refine(const struct table *refs)
{
    static const double segment[3] = {5e-3, 2.5e-3, 1.25e-3};
    double mm[3], error[3];
    for (int k = 0; k < 3; k++) {
        mm[k] = 1e3 * segment[k];
        error[k] = largest_error(refs, segment[k]);
    }
    for (int k = 1; k < 3; k++) {
        struct row row = {.quantity =
                              "largest tip error, against that of twice the segments' length",
                          .reference = error[k - 1],
                          .result = error[k],
                          .error = error[k] / error[k - 1],
                          .tolerance = 1,
                          .order = log2(error[k - 1] / error[k]),
                          .pass = error[k] < error[k - 1]};
        snprintf(row.name, sizeof row.name, "D1 segments %g mm, tolerance 1e-7 m", mm[k]);
        report_row(&row);
    }
    struct figure *f = figure_open("d1-refinement",
                                   "Largest error of the tip's place, of the overhang; the error "
                                   "in time is kept below that of the segments.",
                                   "length of a segment [mm]", "error / overhang");
    f->log_x = f->log_y = true;
    figure_add(f, "position tolerance 1e-7 m", JOINED_DOTS, mm, error, 3);
}

/* the sheet's leading edge, from one run through all overhangs */
static void
draw(const struct table *refs)
{
    struct settings s = {.n = 0};
    struct simulation sim;
    set_number(&s, "segments", round(LENGTH / 2.5e-3), "");
    set_number(&s, "end", table_number(refs, refs->n_row - 1, "t_s"), "s");
    set_number(&s, "sample", 2e-3, "s");
    if (!simulation_start(&sim, "D1 figure", "reverse-spaghetti.xml", &s)) {
        return;
    }
    const size_t n = quire_run_row_count(sim.run);
    double *x = simulation_column(&sim, "D1 figure", "page.lead.x"),
           *y = simulation_column(&sim, "D1 figure", "page.lead.y");
    double at_x[TABLE_ROWS], at_y[TABLE_ROWS];
    for (size_t i = 0; i < refs->n_row && i < TABLE_ROWS; i++) {
        at_x[i] = table_number(refs, i, "x_tip_mm");
        at_y[i] = -table_number(refs, i, "drop_mm");
    }
    for (size_t i = 0; x != NULL && y != NULL && i < n; i++) {
        x[i] *= 1e3;
        y[i] *= 1e3;
    }
    if (x != NULL && y != NULL) {
        struct figure *f =
            figure_open("d1-reverse-spaghetti",
                        "The way of the leading edge out of the slot, which ends at the origin.",
                        "x [mm]", "y [mm]");
        f->same_scale = true;
        figure_add(f, "leading edge, segments of 2.5 mm", CURVE, x, y, n);
        figure_add(f, "spectral solution, 30 to 200 mm outside", REFERENCE_MARKS, at_x, at_y,
                   refs->n_row);
    }
    free(x);
    free(y);
    simulation_end(&sim);
}

static void
reverse_spaghetti(void)
{
    struct table refs;
    table_load(&refs, "d1_reverse_spaghetti.csv");
    for (size_t i = 0; i < refs.n_row; i++) {
        compare(&refs, i, 2.5e-3);
        compare(&refs, i, 1.25e-3);
    }
    refine(&refs);
    draw(&refs);
    table_clear(&refs);
}

const struct validation_case case_reverse_spaghetti = {
    .id = "D1",
    .title = "Reverse spaghetti",
    .tests = "How far a sheet droops while it is pushed out of a slot: a body that grows, moves "
             "along itself and turns far.",
    .setup = "Paper of 80 g/m² leaves a tight level slot at 0.3 m/s, 10 mm being "
             "outside at first; "
             "segments of 2.5 and 1.25 mm.",
    .reference = "A spectral Galerkin solution, converged to 1e-3 mm, for the problem of E. H. "
                 "Mansfield and J. G. Simmonds, J. Appl. Mech. 54 (1987) 147.",
    .run = reverse_spaghetti,
    .in_space = true,
};
