/* S4: columns that buckle. */
#include "validate.h"

#include <math.h>
#include <stdio.h>

#include "figure.h"

#define LENGTH   0.05
#define SEGMENTS 40

/* the kind of support, and the length of half a wave of its buckled shape, over the column's */
struct column {
    const char *name, *file;
    double half_wave;
};

static double
critical_load(const struct column *c)
{
    const double wave = c->half_wave * LENGTH;
    return PI * PI * material_bending(material_find("paper80")) * SHEET_WIDTH / (wave * wave);
}

static bool
rest(struct simulation *sim, const char *name, const struct column *c, double load)
{
    struct settings s = {.n = 0};
    set_material(&s, material_find("paper80"));
    set_number(&s, "length", LENGTH, "m");
    set_number(&s, "segments", SEGMENTS, "");
    set_number(&s, "load", load, "N");
    return simulation_start(sim, name, c->file, &s);
}

/* the least load at which the straight column is not stable */
static void
find_critical(const struct column *c)
{
    const double exact = critical_load(c);
    double low = 0.9 * exact, high = 1.1 * exact;
    char name[80];
    snprintf(name, sizeof name, "S4 %s", c->name);
    while (high - low > 1e-5 * exact) {
        const double load = 0.5 * (low + high);
        struct simulation sim;
        if (!rest(&sim, name, c, load)) {
            return;
        }
        if (quire_run_figure(sim.run, "equilibrium.unstable-states") > 0) {
            high = load;
        } else {
            low = load;
        }
        simulation_end(&sim);
    }
    report(name, "critical load [N], relative error", exact, 0.5 * (low + high), exact, 0.005);
}

/* returns the angle of the tip [deg] */
static double
find_buckled(const struct column *c, const struct table *refs, size_t row)
{
    const double ratio = table_number(refs, row, "P/Pcr");
    struct simulation sim;
    struct tip tip = {.angle = (double)NAN};
    char name[80];
    snprintf(name, sizeof name, "S4 %s, P/Pcr = %.5g", c->name, ratio);
    if (!rest(&sim, name, c, ratio * critical_load(c))) {
        return (double)NAN;
    }
    if (simulation_tip(&sim, name, &tip)) {
        report(name, "tip x / length", table_number(refs, row, "x_tip/L"), tip.x / LENGTH, 1,
               0.005);
        report(name, "tip y / length", table_number(refs, row, "y_tip/L"), tip.y / LENGTH, 1,
               0.005);
        report(name, "tip angle [deg]", table_number(refs, row, "tip_angle_deg"),
               tip.angle * 180 / PI, 1, 0.5);
    }
    simulation_end(&sim);
    return tip.angle * 180 / PI;
}

#define MOST_ROWS 16

/* the states beyond the critical load of the column that is free at its end */
static void
follow(const struct column *c)
{
    double load[MOST_ROWS], angle[MOST_ROWS], exact[MOST_ROWS];
    struct table refs;
    table_load(&refs, "s4_postbuckling_clamped_free.csv");
    const size_t n = refs.n_row < MOST_ROWS ? refs.n_row : MOST_ROWS;
    for (size_t i = 0; i < n; i++) {
        load[i] = table_number(&refs, i, "P/Pcr");
        exact[i] = table_number(&refs, i, "tip_angle_deg");
        angle[i] = find_buckled(c, &refs, i);
    }
    struct figure *f =
        figure_open("s4-buckling", "A column clamped at one end, beyond its critical load.",
                    "load / critical load", "angle of the free end [°]");
    f->log_x = true;
    figure_add(f, "40 segments", JOINED_DOTS, load, angle, n);
    figure_add(f, "elliptic integrals", REFERENCE_MARKS, load, exact, n);
    table_clear(&refs);
}

static void
columns(void)
{
    static const struct column list[] = {
        {"clamped-free", "column-clamped-free.xml", 2},
        {"pinned-pinned", "column-pinned.xml", 1},
        /* pi / 4.4934094579, tan x = x */
        {"clamped-pinned", "column-clamped-pinned.xml", 0.6991556597},
        {"clamped-clamped", "column-clamped.xml", 0.5}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        find_critical(list + i);
    }
    follow(list);
}

const struct validation_case case_columns = {
    .id = "S4",
    .title = "Buckling",
    .tests = "Critical loads of columns held in four ways, and shapes beyond the critical load.",
    .setup = "Strips of 80 g/m² paper, 50 mm long, under a dead load along them; ends that carry "
             "it slide along; 40 segments, no gravity. The critical load is where the straight "
             "state of rest stops being stable, by bisection.",
    .reference = "Euler's loads π² B W/(half wave)², half a wave being 2, 1, 0.69916 and 0.5 "
                 "lengths; elliptic integrals (S. P. Timoshenko and J. M. Gere, Theory of Elastic "
                 "Stability, 1961, 2.7).",
    .run = columns,
    .in_space = true,
};
