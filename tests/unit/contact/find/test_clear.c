/* Steps that would carry a sheet past a solid end before it. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/find/clear.h"
#include "evaluate/evaluate.h"
#include "fixtures/machine.h"

#define MM 1e-3
#define HEAD                                                                                       \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"                                  \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"          \
    "<contact name=\"grip\"><normal law=\"linear\" stiffness=\"1e5 N/m\"/></contact><pair "        \
    "contact=\"grip\"/>"
#define SHEET                                                                                      \
    "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"12\">"             \
    "<start from=\"0 mm, 0 mm\"/></sheet>"

/* the longest step of at most h where the sheet flies on as it does */
static double
step_of(struct machine *m, double h)
{
    double *rate = calloc(m->system->layout.length + 16, sizeof *rate);

    cr_assert_not_null(rate);
    memcpy(rate, m->y + m->system->layout.v0, sizeof *rate * m->system->sheet->size);
    cr_assert(quire_state_forces(m->state, 0, m->y));
    const bool asks = quire_clear_is_doubtful(m->state, &m->state->whole, 0, m->y, h);
    const double step = quire_clear_step(m->state, &m->state->whole, 0, m->y, rate, h);
    cr_expect(asks || step >= h);
    free(rate);
    return step;
}

/* The trail end runs over a roller that it touches 0.02 mm deep, and off it. It has a quarter of
 * its way through the roller's reach in one step at the most, or what is left before that. */
Test(clear, an_end_does_not_pass_a_roller_unseen)
{
    /* the end, before the roller's highest point [mm] */
    static const double behind[] = {0.5, 0.9, 1.05, 3};
    const double radius = 10, half = 0.05, height = 10.03, speed = 2;
    const double reach = sqrt((radius + half) * (radius + half) - height * height); /* [mm] */

    for (int k = 0; k < 4; k++) {
        struct machine m;
        machine_open(&m, HEAD SHEET "<roller name=\"r\" centre=\"0 mm, -10.03 mm\" radius=\"10 "
                                    "mm\" surface=\"rubber\" inertia=\"1e-6 kg*m^2\"/>");
        const struct nodes s = machine_nodes(&m, 0, m.y);
        for (int i = 0; i <= s.n; i++) {
            s.x[i] -= behind[k] * MM;
        }
        machine_drift(&m, 0, speed, 0);
        const double before = fmax(behind[k] - reach, 0), part = 0.25 * 2 * reach; /* [mm] */
        const double way = before > part ? before : before + part;
        cr_expect_float_eq(step_of(&m, 5e-3), way * MM / speed, 1e-9, "%g mm before: %g, not %g",
                           behind[k], step_of(&m, 5e-3), way * MM / speed);
        /* a step that ends on the roller passes nothing */
        cr_expect_eq(step_of(&m, 0.5 * (behind[k] + reach) * MM / speed),
                     0.5 * (behind[k] + reach) * MM / speed);
        machine_close(&m);
    }
}
