/* Ends that are held: where they are told to be at every step, and the work of those that move. */
#include <criterion/criterion.h>
#include <math.h>

#include "engine/engine.h"
#include "fixtures/machine.h"

#define PARTS(gravity, sheet)                                                                      \
    "<settings><gravity vector=\"0 m/s^2, " gravity " m/s^2\"/></settings>"                        \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "           \
    "damping-ratio=\"0.3\" damping-frequency=\"20 Hz\"/>"                                          \
    "<contact name=\"glide\"><normal law=\"mtt-boundary\" stiffness=\"1e5 N/m^1.3\" "              \
    "exponent=\"1.3\" boundary-penetration=\"0.02 mm\"/><friction law=\"mtt-linear\" "             \
    "dynamic-coefficient=\"0.4\" threshold-velocity=\"5 mm/s\"/></contact>"                        \
    "<pair surface=\"steel\" contact=\"glide\"/>"                                                  \
    "<sheet name=\"s\" media=\"m\" length=\"100 mm\" width=\"100 mm\" segments=\"20\">"            \
    "<start from=\"0 mm, 0 mm\"/>" sheet "</sheet>"

static const struct quire_integrator_options standard = {
    .position_tolerance = 5e-7, .velocity_rate = 1000, .order = 2};

static struct quire_integrator *
begin(struct machine *m, const char *parts)
{
    struct quire_integrator *it;

    machine_open(m, parts);
    cr_assert_eq(quire_engine_start(&it, m->state, &standard, NULL, 0, m->y, NULL), QUIRE_OK);
    return it;
}

/* a strip that its lead end, moved in, makes bulge */
Test(holds, are_on_their_course_at_every_step)
{
    struct machine m;
    struct quire_integrator *it =
        begin(&m, PARTS("-9.8", "<clamp end=\"trail\"/><clamp end=\"lead\"><to time=\"0.5 s\" "
                                "shift=\"-5 mm, 2 mm\" turn=\"10 deg\"/></clamp>"));

    for (double t = 0; t < 0.4;) {
        cr_assert_eq(quire_integrator_step(it, 0.5), QUIRE_OK);
        t = quire_integrator_time(it);
        quire_integrator_at(it, t, m.y);
        const struct nodes s = machine_nodes(&m, 0, m.y);
        const double u = t / 0.5, course = u * u * (3 - 2 * u), rate = 6 * u * (1 - u) / 0.5;
        cr_assert_float_eq(s.x[s.n], 0.1 - 5e-3 * course, 1e-15, "at %g s: %g off", t,
                           s.x[s.n] - 0.1 + 5e-3 * course);
        cr_assert_float_eq(s.y[s.n], 2e-3 * course, 1e-15);
        cr_assert_float_eq(s.vx[s.n], -5e-3 * rate, 1e-14);
        cr_assert_float_eq(s.x[0], 0, 1e-17);
    }
    quire_integrator_destroy(it);
    machine_close(&m);
}

/* A strip pulled over a table at a constant speed, pressed on it by its weight and at its held end
 * by 13 mN besides: what the hold puts in is what the table takes. */
Test(holds, pull_with_the_friction_of_all_that_touches)
{
    struct machine m;
    struct quire_integrator *it = begin(
        &m, PARTS("-9.8",
                  "<pin end=\"lead\" velocity=\"0.1 m/s, 0 m/s\"/>") "<guide name=\"table\" "
                                                                     "surface=\"steel\"><line "
                                                                     "from=\"-100 mm, -0.045 mm\" "
                                                                     "to=\"500 mm, -0.045 "
                                                                     "mm\"/></guide>");

    while (quire_integrator_time(it) < 1) {
        cr_assert_eq(quire_integrator_step(it, 1), QUIRE_OK);
    }
    const struct quire_powers work = quire_engine_work(it, quire_integrator_time(it));
    const double weight = m.system->sheet->mass * 9.8;
    cr_expect_gt(work.friction, 1.3 * 0.4 * weight * 0.1, "the held end does not rub");
    cr_expect_float_eq(work.loads, work.friction + work.sheet + work.contact, 0.02 * work.friction,
                       "%g in, %g out", work.loads, work.friction);
    quire_integrator_destroy(it);
    machine_close(&m);
}
