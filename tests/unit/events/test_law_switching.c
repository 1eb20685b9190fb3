/* Events of contacts in a run: the touch of a free body is found, however long the step. */
#include <criterion/criterion.h>
#include <math.h>

#include "events/law_switching.h"
#include "fixtures/machine.h"

/* a disc at rest 0.1 mm above a wall, but for a dip into it from 4 ms to 5.2 ms */
struct dip {
    struct machine m;
    size_t height; /* where it is in the state */
    double start;
};

static const double *
dip_at(void *user, double t)
{
    struct dip *d = user;

    d->m.y[d->height] = d->start - 1e-4 + 300 * (t - 4e-3) * (t - 5.2e-3);
    return d->m.y;
}

Test(law_switching, no_touch_within_a_long_step_is_passed_unseen)
{
    struct dip d;
    struct quire_law_switching *modes;

    machine_open(&d.m, "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings><contact "
                       "name=\"c\"><normal law=\"linear\" stiffness=\"1e5 "
                       "N/m\"/></contact><pair contact=\"c\"/>"
                       "<guide name=\"wall\" surface=\"steel\" thickness=\"10 "
                       "mm\"><line from=\"-50 mm, 0 mm\" to=\"50 mm, 0 mm\"/></guide>"
                       "<disc name=\"b\" surface=\"steel\" mass=\"1 g\" radius=\"5 "
                       "mm\" centre=\"0 m, 5.1 mm\"/>");
    d.height = (size_t)d.m.system->small[0].q0 + 1;
    d.start = d.m.y[d.height];
    cr_assert_float_eq(d.start, 5.1e-3, 1e-12, "%g", d.start);
    cr_assert_eq(quire_law_switching_create(&modes, d.m.state), QUIRE_OK);
    quire_law_switching_begin(modes, 0, dip_at(&d, 0));
    cr_expect_float_eq(quire_law_switching_find(modes, 0, 20e-3, dip_at, &d), 4e-3, 1e-9);
    quire_law_switching_begin(modes, 6e-3, dip_at(&d, 6e-3));
    cr_expect(isinf(quire_law_switching_find(modes, 6e-3, 20e-3, dip_at, &d)));
    quire_law_switching_destroy(modes);
    machine_close(&d.m);
}

Test(law_switching, are_none_where_nothing_has_any)
{
    struct machine m;
    struct quire_law_switching *modes = (struct quire_law_switching *)&m;

    machine_open(
        &m, "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"
            "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "
            "segments=\"12\"><start from=\"0 mm, 0 mm\"/></sheet>");
    cr_assert_eq(quire_law_switching_create(&modes, m.state), QUIRE_OK);
    cr_expect_null(modes);
    machine_close(&m);
}
