/* N6: paper falls flat through the air. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "figure.h"

#define MASS (0.08 * 0.297 * 0.21) /* [kg] */
#define AREA (0.297 * 0.21)
#define AT   0.1 /* [s] */

static void
compare(const char *name, const struct simulation *sim, const char *place, const char *speed,
        double terminal, double v_at, double y_at)
{
    double *time = simulation_column(sim, name, "time"), *y = simulation_column(sim, name, place),
           *v = speed != NULL ? simulation_column(sim, name, speed) : NULL;

    if (time != NULL && y != NULL) {
        const size_t n = quire_run_row_count(sim->run);
        size_t i = 0;
        while (i + 2 < n && time[i] < AT - 1e-9) {
            i++;
        }
        const double last = (y[n - 1] - y[n - 2]) / (time[n - 1] - time[n - 2]);
        report(name, "terminal speed [m/s], relative error", terminal, -last, terminal, 0.001);
        report(name, "way after 0.1 s [m], relative error", y_at, y[0] - y[i], y_at, 0.001);
        if (v != NULL) {
            report(name, "speed after 0.1 s [m/s], relative error", v_at, -v[i], v_at, 0.001);
        }
    }
    free(time);
    free(y);
    free(v);
}

/* the block's speed, and marks of the exact one */
static void
draw(struct figure *f, const char *label, const struct simulation *sim, double terminal,
     bool quadratic, double rate)
{
    double *time = simulation_column(sim, label, "time"),
           *v = simulation_column(sim, label, "plate.vy");
    double x[9], exact[9];
    if (time != NULL && v != NULL) {
        const size_t n = quire_run_row_count(sim->run);
        for (size_t i = 0; i < n; i++) {
            v[i] = -v[i];
        }
        for (int i = 0; i < 9; i++) {
            x[i] = 0.05 * (i + 1);
            exact[i] = quadratic ? terminal * tanh(GRAVITY * x[i] / terminal)
                                 : terminal * (1 - exp(-rate * x[i]));
        }
        figure_add(f, label, CURVE, time, v, n);
        figure_add(f, f->n == 1 ? "exact" : NULL, REFERENCE_MARKS, x, exact, 9);
    }
    free(time);
    free(v);
}

static void
fall(const char *kind, double coefficient, double linear, struct figure *f)
{
    const double k = 0.5 * 1.2 * coefficient * AREA,
                 quadratic = sqrt(MASS * GRAVITY / (k > 0 ? k : 1)), rate = linear / MASS;
    const double terminal = coefficient > 0 ? quadratic : MASS * GRAVITY / linear;
    const double v = coefficient > 0 ? terminal * tanh(GRAVITY * AT / terminal)
                                     : terminal * (1 - exp(-rate * AT));
    const double y = coefficient > 0
                         ? terminal * terminal / GRAVITY * log(cosh(GRAVITY * AT / terminal))
                         : terminal * (AT - (1 - exp(-rate * AT)) / rate);
    struct settings s = {.n = 0};
    struct simulation sim;
    char name[80];

    set_number(&s, "coefficient", coefficient, "");
    set_number(&s, "linear", linear, "N*s/m");
    snprintf(name, sizeof name, "N6 %s, sheet", kind);
    if (!simulation_start(&sim, name, "drag.xml", &s)) {
        return;
    }
    compare(name, &sim, "page.lead.y", NULL, terminal, v, y);
    snprintf(name, sizeof name, "N6 %s, block", kind);
    compare(name, &sim, "plate.y", "plate.vy", terminal, v, y);
    draw(f, kind, &sim, terminal, coefficient > 0, rate);
    simulation_end(&sim);
}

static void
drag(void)
{
    struct figure *f =
        figure_open("n6-drag", "Speed of the falling block.", "time [s]", "speed [m/s]");
    fall("quadratic", 1.2, 0, f);
    fall("linear", 0, 0.05, f);
}

const struct validation_case case_drag = {
    .id = "N6",
    .title = "Drag",
    .tests = "Quadratic and linear drag of the air, on a sheet and on a block.",
    .setup =
        "A sheet of paper 80 g/m² of A4, and a block of the same mass and area, fall flat; drag "
        "coefficient 1.2 in air of 1.2 kg/m³, or a linear drag of 0.05 N s/m. Fine accuracy.",
    .reference = "v = v∞ tanh(g t/v∞), v∞ = √(2 m g/(ρ C A)); "
                 "linear: v = v∞ (1 − e^(−c "
                 "t/m)).",
    .run = drag,
};
