/* L1: a strip on an elastic foundation: contact shared out along the sheet converges as the mesh is
 * refined. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "figure.h"

#define LENGTH     0.4
#define WIDTH      0.1
#define FOUNDATION 25e3 /* [N/m^2] */
#define BENDING    1e-3 /* over the width [N m^2] */
#define FORCE      0.03
#define NODES      400

/* how deep the middle of a strip lies below where it touches [m]; NaN if the run failed */
static double
middle(int segments, double length, double reference, struct figure *f)
{
    struct settings s = {.n = 0};
    struct simulation sim;
    double x[NODES], y[NODES], deep = (double)NAN;

    set_number(&s, "segments", segments, "");
    set_number(&s, "length", length, "m");
    set_number(&s, "reference", reference, "m");
    if (!simulation_start(&sim, "L1", "foundation.xml", &s)) {
        return deep;
    }
    if (quire_run_nodes(sim.run, "page", x, y, NODES) == (size_t)segments + 1) {
        deep = -y[segments / 2];
    }
    if (f != NULL) {
        for (int i = 0; i <= segments; i++) {
            x[i] *= 1e3;
            y[i] *= 1e6;
        }
        figure_add(f, "Quire, 80 segments", CURVE, x, y, (size_t)segments + 1);
    }
    simulation_end(&sim);
    return deep;
}

static void
draw_exact(struct figure *f, double own, double depth, double lambda)
{
    double x[81], y[81];

    for (int i = 0; i < 81; i++) {
        const double z = lambda * fabs(i / 80.0 - 0.5) * LENGTH;
        x[i] = 1e3 * LENGTH * i / 80;
        y[i] = -1e6 * (own + depth * exp(-z) * (cos(z) + sin(z)));
    }
    figure_add(f, "infinite beam", REFERENCE_LINE, x, y, 81);
}

static void
foundation(void)
{
    static const int segments[4] = {20, 40, 80, 160};
    const double lambda = pow(FOUNDATION / (4 * BENDING), 0.25),
                 depth = FORCE * lambda / (2 * FOUNDATION),
                 own = 0.08 * GRAVITY * WIDTH / FOUNDATION;
    double error[4];
    struct figure *f =
        figure_open("l1-foundation", "Sag of the strip's mid-line.", "x [mm]", "y [um]");

    for (int k = 0; k < 4; k++) {
        const double deep = middle(segments[k], LENGTH, 5e-3, segments[k] == 80 ? f : NULL);
        char name[40];
        snprintf(name, sizeof name, "L1 %d segments", segments[k]);
        error[k] = fabs(deep - own - depth);
        report(name, "depth of the middle [m], relative error", own + depth, deep, own + depth,
               1.0 / (segments[k] * 0.05) / (segments[k] * 0.05));
    }
    report_order("L1", "order of the middle's error, N = 20 to 160", log2(error[0] / error[3]) / 3,
                 1.8);
    /* the ends, where the law acts once more, are farther off: the strip does not feel them */
    const double other = middle(160, 2 * LENGTH, 20e-3, NULL),
                 same = middle(160, 2 * LENGTH, 5e-3, NULL);
    report("L1", "the same stiffness per length by another reference-length", same, other, same,
           1e-9);
    draw_exact(f, own, depth, lambda);
}

const struct validation_case case_foundation = {
    .id = "L1",
    .title = "Strip on an elastic foundation",
    .tests = "Contact that is distributed along the sheet: what acts along the sheet converges "
             "with the mesh and does not depend on the length to which the law is referred.",
    .setup = "A strip of 400 mm lies with its weight on a table of 25 kN/m² and is pressed by 30 "
             "mN in its middle; its state of rest with 20 to 160 segments. A strip twice as long, "
             "whose ends do not matter "
             "in the middle, with a law for 5 mm and for 20 mm.",
    .reference = "The infinite beam on Winkler's foundation, w = Pλ/(2κ) e^(−λ|x|)(cos "
                 "λx + sin "
                 "λ|x|), λ = (κ/4EI)^(1/4) = 50/m (M. Hetényi, Beams on Elastic "
                 "Foundation, 1946), "
                 "and the sag under the own weight.",
    .run = foundation,
};
