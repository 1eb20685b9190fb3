/* A force that is no number at one trial of Newton's takes nothing from the steps after it. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>

#include "engine/engine.h"
#include "fixtures/machine.h"

/* a disc that is thrown onto a table, bounces and rolls: its contact is asked in each trial */
#define PARTS                                                                                      \
    "<settings><gravity vector=\"0 m/s^2, -9.8 m/s^2\"/></settings>"                               \
    "<contact name=\"c\"><normal law=\"linear\" stiffness=\"1e5 N/m\" damping=\"20 N*s/m\"/>"      \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"0.3\" threshold-velocity=\"5 "               \
    "mm/s\"/></contact><pair contact=\"c\"/>"                                                      \
    "<guide name=\"g\" surface=\"w\"><line from=\"-1000 mm, 0 mm\" to=\"1000 mm, 0 mm\"/></guide>" \
    "<disc name=\"d\" surface=\"w\" mass=\"10 g\" radius=\"10 mm\" centre=\"0 mm, 12 mm\" "        \
    "velocity=\"0.3 m/s, 0 m/s\"/>"

static void (*true_eval)(const void *compiled, const struct quire_normal_in *in,
                         struct quire_normal_out *out);
static long asked, poisoned;

static void
flaky_eval(const void *compiled, const struct quire_normal_in *in, struct quire_normal_out *out)
{
    true_eval(compiled, in, out);
    if (in->overlap > 0 && ++asked == poisoned) {
        out->force = NAN;
    }
}

/* iterations for each step that begins after 60 ms, when the disc rolls */
static double
iterations_later(long poison)
{
    static const struct quire_integrator_options options = {
        .position_tolerance = 5e-7, .velocity_rate = 1000, .order = 2, .largest_step = 2e-4};
    struct quire_integrator_stats early = {0}, late;
    struct quire_integrator *it;
    struct quire_normal_law flaky;
    struct machine m;

    machine_open(&m, PARTS);
    struct quire_contact_law *law = (struct quire_contact_law *)(uintptr_t)m.system->law;
    flaky = *law->normal;
    true_eval = flaky.eval;
    flaky.eval = flaky_eval;
    law->normal = &flaky;
    asked = 0;
    poisoned = poison;
    cr_assert_eq(quire_engine_start(&it, m.state, &options, NULL, 0, m.y, NULL), QUIRE_OK);
    while (quire_integrator_time(it) < 0.15) {
        cr_assert_eq(quire_integrator_step(it, 0.15), QUIRE_OK);
        if (quire_integrator_time(it) < 0.06) {
            quire_integrator_get_stats(it, &early);
        }
    }
    quire_integrator_get_stats(it, &late);
    cr_expect_gt(asked, poison);
    quire_integrator_destroy(it);
    machine_close(&m);
    return (double)(late.iterations - early.iterations) / (double)(late.steps - early.steps);
}

Test(curvature, one_force_that_is_no_number_is_forgotten)
{
    const double sound = iterations_later(0);
    double most = 0;

    /* some are of a second iteration, which measures the curvature */
    for (long poison = 1; poison < 60; poison++) {
        most = fmax(most, iterations_later(poison));
    }
    cr_expect_lt(most, 1.1 * sound + 0.05, "%g iterations a step, %g without", most, sound);
}
