/* D1: a sheet pushed out of a slot at constant speed. */
#include "validate.h"

#include <math.h>
#include <stdio.h>

#define LENGTH 0.3

/* error of the tip as a part of the overhang; NaN if the run failed */
static double
push_out(const struct table *refs, size_t row, double segment)
{
    const double overhang = table_number(refs, row, "overhang_m"), x = 1e-3 * table_number(refs, row, "x_tip_mm"),
                 drop = 1e-3 * table_number(refs, row, "drop_mm"), angle = table_number(refs, row, "tip_angle_deg_below");
    struct settings s = {.n = 0};
    struct simulation sim;
    struct tip tip;
    char name[80];
    double error = (double)NAN;
    snprintf(name, sizeof name, "D1 %g mm out, segments %g mm", 1e3 * overhang, 1e3 * segment);
    set_number(&s, "segments", round(LENGTH / segment), "");
    set_number(&s, "end", table_number(refs, row, "t_s"), "s");
    if (!simulation_start(&sim, name, "reverse-spaghetti.xml", &s)) {
        return error;
    }
    if (simulation_tip(&sim, name, &tip)) {
        error = hypot(tip.x - x, -tip.y - drop) / overhang;
        report(name, "tip x [m], error / overhang", x, tip.x, overhang, 0.005);
        report(name, "drop [m], error / overhang", drop, -tip.y, overhang, 0.005);
        report(name, "tip angle [deg]", angle, -tip.angle * 180 / PI, 1, 1);
    }
    simulation_end(&sim);
    return error;
}

void
case_reverse_spaghetti(void)
{
    struct table refs;
    double coarse = 0, fine = 0;
    table_load(&refs, "d1_reverse_spaghetti.csv");
    for (size_t i = 0; i < refs.n_row; i++) {
        coarse = fmax(coarse, push_out(&refs, i, 2.5e-3));
        fine = fmax(fine, push_out(&refs, i, 1.25e-3));
    }
    struct row row = {.name = "D1 segments 1.25 mm", .quantity = "largest tip error, against that of 2.5 mm", .reference = coarse,
                      .result = fine, .error = fine / coarse, .tolerance = 1, .order = log2(coarse / fine), .pass = fine < coarse};
    report_row(&row);
    table_clear(&refs);
}
