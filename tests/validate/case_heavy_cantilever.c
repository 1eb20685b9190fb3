/* S1: a strip clamped horizontally sags under its own weight. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "figure.h"

#define TOLERANCE   0.002 /* of the length, at N = 40 */
#define LEAST_ORDER 1.8

static bool
find_tip(const char *name, const struct material *m, double length, int segments, struct tip *tip,
         struct figure *f)
{
    struct settings s = {.n = 0};
    struct simulation sim;
    set_material(&s, m);
    set_number(&s, "length", length, "m");
    set_number(&s, "segments", segments, "");
    if (!simulation_start(&sim, name, "heavy-cantilever.xml", &s)) {
        return false;
    }
    const bool good = simulation_tip(&sim, name, tip);
    if (f != NULL) {
        simulation_draw(&sim, f, f->n == 0 ? "80 g/m² paper, 40 segments" : NULL);
    }
    simulation_end(&sim);
    return good;
}

static void
heavy_cantilever(void)
{
    static const int segments[3] = {20, 40, 80};
    double at_x[8], at_y[8];
    size_t drawn = 0;
    struct figure *f = figure_open(
        "s1-heavy-cantilever", "Strips of 50, 100, 150 and 200 mm at rest.", "x [mm]", "y [mm]");
    struct table refs;
    f->same_scale = true;
    table_load(&refs, "s1_heavy_cantilever_SI.csv");
    for (size_t i = 0; i < refs.n_row; i++) {
        const struct material *m = material_find(table_text(&refs, i, "material"));
        const double length = table_number(&refs, i, "L_m"),
                     x = 1e-3 * table_number(&refs, i, "x_tip_mm"),
                     drop = 1e-3 * table_number(&refs, i, "drop_mm");
        char name[80];
        double distance[3];
        int n = 0;
        snprintf(name, sizeof name, "S1 %s %g mm", m->name, 1e3 * length);
        const bool draw = strcmp(m->name, "paper80") == 0 && drawn < 8;
        if (draw) {
            at_x[drawn] = 1e3 * x;
            at_y[drawn++] = -1e3 * drop;
        }
        for (; n < 3; n++) {
            struct tip tip;
            if (!find_tip(name, m, length, segments[n], &tip,
                          draw && segments[n] == 40 ? f : NULL)) {
                break;
            }
            distance[n] = hypot(tip.x - x, -tip.y - drop);
            if (segments[n] == 40) {
                report(name, "tip x [m], error / length", x, tip.x, length, TOLERANCE);
                report(name, "drop [m], error / length", drop, -tip.y, length, TOLERANCE);
            }
        }
        if (n == 3) {
            report_order(name, "order of the tip's error, N = 20, 40, 80",
                         fmin(log2(distance[0] / distance[1]), log2(distance[1] / distance[2])),
                         LEAST_ORDER);
        }
    }
    figure_add(f, "ends of the elastica", REFERENCE_MARKS, at_x, at_y, drawn);
    table_clear(&refs);
}

const struct validation_case case_heavy_cantilever = {
    .id = "S1",
    .title = "Heavy cantilever",
    .tests =
        "Bending stiffness, gravity and large rotations of a strip that is clamped at one end.",
    .setup = "A strip of paper, film or card sags under its own weight; its state of rest is "
             "looked for from straight; 40 segments, and 20 and 80 for the order.",
    .reference = "The elastica under its own weight, solved as a boundary-value problem by "
                 "collocation to 1e-11 (F. V. Rohde, Quart. Appl. Math. 11 (1953) 337; C. Y. Wang, "
                 "Int. J. Mech. Sci. 28 (1986) 549).",
    .run = heavy_cantilever,
    .in_space = true,
};
