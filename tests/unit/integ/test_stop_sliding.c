/* Friction that sticks ends sliding where the slip ends, however long the step is in which it does.
 */
#include <criterion/criterion.h>
#include <math.h>

#include "engine/engine.h"
#include "fixtures/machine.h"

/* a sheet at rest in a nip whose rollers both turn with 0.5 m/s from the start */
#define START(segments)                                                                            \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"                                  \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"          \
    "<contact name=\"c\"><normal law=\"mtt-indentation\" force=\"8 N\" at-penetration=\"0.05 "     \
    "mm\" "                                                                                        \
    "damping=\"1e8 N*s/m^2.5\"/><friction law=\"stick-slip\" dynamic-coefficient=\"0.8\"/>"        \
    "</contact><pair contact=\"c\"/><path name=\"p\"><line length=\"300 mm\"/></path>"             \
    "<drive name=\"d\" speed=\"0.5 m/s\"/><nip name=\"n\" path=\"p\" at=\"150 mm\" load=\"0.5 "    \
    "N\">"                                                                                         \
    "<driver radius=\"10 mm\" surface=\"rubber\" drive=\"d\"/>"                                    \
    "<idler radius=\"10 mm\" surface=\"rubber\" drive=\"d\"/></nip>"                               \
    "<sheet name=\"s\" media=\"m\" length=\"297 mm\" width=\"210 mm\" segments=\"" segments "\">"  \
    "<start path=\"p\" lead=\"298.5 mm\"/></sheet>"

/* the largest speed of the sheet's middle on the way to that of the rollers, and beyond */
static double
largest_speed(const char *parts, double *last)
{
    const struct quire_integrator_options options = {
        .position_tolerance = 5e-7, .velocity_rate = 1000, .order = 2};
    struct quire_integrator *it;
    struct machine m;
    double largest = 0;

    machine_open(&m, parts);
    cr_assert_eq(quire_engine_start(&it, m.state, &options, NULL, 0, m.y, NULL), QUIRE_OK);
    while (quire_integrator_time(it) < 8e-3) {
        cr_assert_eq(quire_integrator_step(it, 8e-3), QUIRE_OK);
        quire_integrator_at(it, quire_integrator_time(it), m.y);
        const struct nodes s = machine_nodes(&m, 0, m.y);
        *last = s.vx[s.n / 2];
        largest = fmax(largest, *last);
    }
    quire_integrator_destroy(it);
    machine_close(&m);
    return largest;
}

Test(stop_sliding, a_nip_never_makes_a_sheet_faster_than_its_rollers)
{
    static const char *const starts[] = {START("30"), START("60"), START("90")};

    for (int k = 0; k < 3; k++) {
        double last = 0;
        const double largest = largest_speed(starts[k], &last);
        cr_expect_float_eq(last, 0.5, 1e-3, "%g", last);
        cr_expect_leq(largest, 0.505, "%g", largest);
    }
}
