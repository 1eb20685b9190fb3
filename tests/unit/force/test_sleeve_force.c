/* The end of a sleeve drives a bent sheet out: what the sleeve stores falls with the way out, and
 * that is a force along the path. */
#include <criterion/criterion.h>
#include <math.h>

#include "evaluate/evaluate.h"
#include "fixtures/machine.h"

#define ASIDE 1e-4 /* [m] */

/* A straight sheet beside the path, moved along it by `way`: the force along, and what the sleeve
 * stores by the forces with which it holds the nodes. */
static double
along(double way, double *stored)
{
    struct machine m;

    machine_open(
        &m,
        "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"
        "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"
        "<path name=\"p\" from=\"0 mm, 0 mm\" heading=\"0 deg\"><line length=\"200 mm\"/></path>"
        "<sleeve name=\"slot\" path=\"p\" from=\"0 mm\" to=\"50 mm\" stiffness=\"1e6 N/m^2\"/>"
        "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"12\"><start "
        "from=\"20 mm, 0.1 mm\"/></sheet>");
    const struct nodes sheet = machine_nodes(&m, 0, m.y);
    const double *fx = m.state->force + m.system->sheet[0].x0,
                 *fy = fx + m.system->sheet[0].chain.stride;
    double sum = 0;

    for (int i = 0; i <= sheet.n; i++) {
        sheet.x[i] += way;
    }
    cr_assert(quire_state_forces(m.state, 0, m.y));
    *stored = 0;
    for (int i = 0; i <= sheet.n; i++) {
        sum += fx[i];
        *stored -= 0.5 * fy[i] * ASIDE;
    }
    machine_close(&m);
    return sum;
}

Test(sleeve_force, the_force_along_is_what_the_stored_energy_falls_by)
{
    double most = 0;

    for (int k = 0; k < 20; k++) { /* over a segment */
        const double way = 0.25e-3 * k + 0.1e-3, step = 1e-8;
        double stored, less, more;
        const double force = along(way, &stored);
        along(way - step, &less);
        along(way + step, &more);
        cr_expect_float_eq(force, -(more - less) / (2 * step), 1e-4 * fabs(force) + 1e-6,
                           "at %g m: %g, by difference %g", way, force,
                           -(more - less) / (2 * step));
        most = fmax(most, force);
    }
    cr_expect_gt(most, 1e-3, "it is driven out");
}
