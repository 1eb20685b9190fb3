/* K5: strips that are twisted. */
#include "validate.h"

#include <math.h>
#include <stdio.h>

#include "figure.h"

#define TORQUE 1e-6
#define WIDTH  0.21
#define SHEAR  1.54e9

static double
twist_rate(const char *name, int columns, double tension)
{
    struct settings s = {.n = 0};
    struct simulation sim;
    set_material(&s, material_find("paper80"));
    set_number(&s, "columns", columns, "");
    set_number(&s, "torque", TORQUE, "N*m");
    set_number(&s, "tension", tension, "N");
    if (!simulation_start(&sim, name, "torsion.xml", &s)) {
        return (double)NAN;
    }
    const double rate = quire_run_figure(sim.run, "page.twist");
    simulation_end(&sim);
    return rate;
}

static void
torsion(void)
{
    static const int columns[] = {2, 3, 5};
    static const double tension[] = {0, 0.3};
    const double t = material_find("paper80")->thickness, stiffness = SHEAR * WIDTH * t * t * t / 3;

    for (int k = 0; k < 6; k++) {
        const double pull = tension[k % 2],
                     exact = TORQUE / (stiffness + pull * WIDTH * WIDTH / 12);
        char name[80];
        snprintf(name, sizeof name, "K5 %d columns, %.1f N", columns[k / 2], pull);
        const double rate = twist_rate(name, columns[k / 2], pull);
        if (k < 2) {
            report(name, "twist [rad/m], relative error", exact, rate, exact, 0.01);
        } else { /* these bend across, and stiffen by their own twist */
            report_for_information(name, "twist [rad/m], relative error", exact, rate, exact);
        }
    }
}

const struct validation_case case_torsion = {
    .id = "K5",
    .title = "Torsion under tension",
    .tests = "The resistance of a sheet to twist, and what tension adds to it.",
    .setup =
        "A strip of 80 g/m² paper, 210 mm wide and 600 mm long, clamped at its trailing edge, "
        "under "
        "tension over its width. A moment of 1 µN m acts by two opposite forces at the corners of "
        "its "
        "leading edge; "
        "120 segments, two columns of nodes; three and five columns for information. The state of "
        "rest; the twist is the largest rate of roll along the strip.",
    .reference =
        "T/(G J + P W²/12), J = W t³/3: St. Venant's torsion, and fibres under tension that turn "
        "with the strip (J. C. Buckley, Phil. Mag. 28 (1914) 778). With more than two columns "
        "edges that grow longer than the middle add E t W⁵ k³/360 (H. Wagner, 1929).",
    .run = torsion,
};
