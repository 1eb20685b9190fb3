/* S2: elastica with a dead load at its tip. S3: elastica with an end moment, which is an arc of a
 * circle. */
#include "validate.h"

#include <math.h>
#include <stdio.h>

#include "figure.h"

#define LENGTH    0.1
#define SEGMENTS  40
#define TOLERANCE 0.002

static bool
find_tip(const char *name, int segments, double force, double torque, struct tip *tip,
         struct figure *f)
{
    struct settings s = {.n = 0};
    struct simulation sim;
    set_material(&s, material_find("paper80"));
    set_number(&s, "length", LENGTH, "m");
    set_number(&s, "segments", segments, "");
    set_number(&s, "force", force, "N");
    set_number(&s, "torque", torque, "N*m");
    if (!simulation_start(&sim, name, "end-loads.xml", &s)) {
        return false;
    }
    const bool good = simulation_tip(&sim, name, tip);
    simulation_draw(&sim, f, f->n == 0 ? "40 segments" : NULL);
    simulation_end(&sim);
    return good;
}

static void
tip_load(const struct table *refs, size_t row, struct figure *f)
{
    const double p = table_number(refs, row, "PL2/B"),
                 bending = material_bending(material_find("paper80"));
    char name[80];
    struct tip tip;
    snprintf(name, sizeof name, "S2 P L^2/B = %g", p);
    if (find_tip(name, SEGMENTS, p * bending * SHEET_WIDTH / (LENGTH * LENGTH), 0, &tip, f)) {
        const double x = 1e3 * LENGTH * table_number(refs, row, "x_tip/L"),
                     y = -1e3 * LENGTH * table_number(refs, row, "drop/L");
        figure_add(f, f->n == 1 ? "end of the elastica" : NULL, REFERENCE_MARKS, &x, &y, 1);
        report(name, "tip x / length", table_number(refs, row, "x_tip/L"), tip.x / LENGTH, 1,
               TOLERANCE);
        report(name, "drop / length", table_number(refs, row, "drop/L"), -tip.y / LENGTH, 1,
               TOLERANCE);
    }
}

static void
draw_arc(struct figure *f, double turn)
{
    double x[61], y[61];
    const double radius = 1e3 * LENGTH / turn;
    for (int i = 0; i < 61; i++) {
        x[i] = radius * sin(turn * i / 60);
        y[i] = radius * (1 - cos(turn * i / 60));
    }
    figure_add(f, f->n == 1 ? "arc of a circle" : NULL, REFERENCE_LINE, x, y, 61);
}

static void
end_moment(const char *name, double turn, struct figure *f)
{
    const double bending = material_bending(material_find("paper80"));
    struct tip tip;
    /* in space a hinge bends by the square of its chord: of second order, where the chain is exact
     */
    const int segments = running_in_space() ? 5 * SEGMENTS : SEGMENTS;
    if (!find_tip(name, segments, 0, turn * bending * SHEET_WIDTH / LENGTH, &tip, f)) {
        return;
    }
    draw_arc(f, turn);
    report(name, "tip x / length", sin(turn) / turn, tip.x / LENGTH, 1, TOLERANCE);
    report(name, "tip y / length", (1 - cos(turn)) / turn, tip.y / LENGTH, 1, TOLERANCE);
    /* the last segment is half a segment from the end */
    report(name, "direction of the last segment [deg]", turn * (1 - 0.5 / segments) * 180 / PI,
           tip.angle * 180 / PI, 1, 0.1);
}

static void
tip_loads(void)
{
    struct figure *f = figure_open(
        "s2-tip-load", "Strips under loads of 1, 2, 5 and 10 times B/L².", "x [mm]", "y [mm]");
    struct table refs;
    f->same_scale = true;
    table_load(&refs, "s2_tip_load.csv");
    for (size_t i = 0; i < refs.n_row; i++) {
        const double p = table_number(&refs, i, "PL2/B");
        if (p == 1 || p == 2 || p == 5 || p == 10) {
            tip_load(&refs, i, f);
        }
    }
    table_clear(&refs);
}

static void
end_moments(void)
{
    struct figure *f = figure_open(
        "s3-end-moment", "A strip of 100 mm bent by a moment at its end.", "x [mm]", "y [mm]");
    f->same_scale = true;
    end_moment("S3 half a circle", PI, f);
    end_moment("S3 full circle", 2 * PI, f);
}

const struct validation_case case_tip_load = {
    .id = "S2",
    .title = "Elastica with a load at its tip",
    .tests = "Large rotations under a force that keeps its direction.",
    .setup = "A strip of 80 g/m² paper, 100 mm long, clamped at one end; its state of rest is "
             "looked for from straight; 40 segments, no gravity.",
    .reference =
        "Elliptic integrals: K. E. Bisshopp and D. C. Drucker, Quart. Appl. Math. 3 (1945) 272.",
    .run = tip_loads,
    .in_space = true,
};

const struct validation_case case_end_moment = {
    .id = "S3",
    .title = "End moment",
    .tests = "Bending to a full circle by a moment at the free end.",
    .setup = "The strip of S2 with the moment 2 π B/L at its tip, and with half of it; spatial "
             "models have 200 segments.",
    .reference = "A moment bends an elastica to the arc of a circle. The last of N equal segments "
                 "points at the turn times 1 - 1/2N.",
    .run = end_moments,
    .in_space = true,
};
