/* Advancing in time: against exact motions, the generic configuration, and itself. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "engine/engine.h"
#include "evaluate/create_state.h"
#include "evaluate/evaluate.h"
#include "fixtures/machine.h"
#include "force/holds.h"
#include "integ/integrator.h"
#include "observe/error_source.h"

#ifdef QUIRE_HAVE_KLU
#define CONFIGURATIONS 3 /* velocities; generic with own vectors; with serial vectors */
#else
#define CONFIGURATIONS 1
#endif

#define MEDIA                                                                                      \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "           \
    "damping-ratio=\"0.05\" "                                                                      \
    "damping-frequency=\"160 Hz\"/>"
#define UNDAMPED                                                                                   \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "           \
    "damping-ratio=\"0\" "                                                                         \
    "damping-frequency=\"160 Hz\" axial-damping-time=\"0 s\"/>"
#define GRAVITY "<settings><gravity vector=\"0 m/s^2, -10 m/s^2\"/></settings>"
#define SHEET(name, from, more, children)                                                          \
    "<sheet name=\"" name                                                                          \
    "\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"12\"><start from=\"" from         \
    "\" " more "/>" children "</sheet>"
#define OSCILLATOR                                                                                 \
    "<roller name=\"r\" centre=\"0 mm, 0 mm\" radius=\"10 mm\" surface=\"rubber\" mass=\"1 kg\" "  \
    "slide=\"90 deg\" rate=\"400 N/m\" "                                                           \
    "load=\"0 N\" damping=\"0 N*s/m\" travel=\"3 mm\"/>"
/* a sheet drawn through a nip, its trail half on a tray */
#define NIP_PARTS                                                                                  \
    MEDIA                                                                                          \
    "<contact name=\"grip\"><normal law=\"mtt-indentation\" force=\"8 N\" at-penetration=\"0.05 "  \
    "mm\" damping=\"1e8 N*s/m^2.5\"/>"                                                             \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"1\" threshold-velocity=\"10 "                \
    "mm/s\"/></contact>"                                                                           \
    "<contact name=\"glide\"><normal law=\"mtt-boundary\" stiffness=\"1e6 N/m^1.3\" "              \
    "exponent=\"1.3\" damping=\"1 N*s/m\" "                                                        \
    "boundary-penetration=\"0.02 mm\"/><friction law=\"mtt-linear\" dynamic-coefficient=\"0.2\" "  \
    "threshold-velocity=\"10 mm/s\"/></contact>"                                                   \
    "<pair surface=\"rubber\" contact=\"grip\"/><pair surface=\"steel\" contact=\"glide\"/>"       \
    "<path name=\"p\" from=\"0 mm, 0 mm\" heading=\"0 deg\"><line length=\"300 mm\"/></path>"      \
    "<guide name=\"tray\" surface=\"steel\"><line from=\"-20 mm, -0.06 mm\" to=\"42 mm, -0.06 "    \
    "mm\"/></guide>"                                                                               \
    "<drive name=\"feed\" speed=\"0 mm/s\"><to time=\"10 ms\" speed=\"300 mm/s\"/></drive>"        \
    "<nip name=\"n\" path=\"p\" at=\"55 mm\" load=\"5 N\" rate=\"500 N/m\"><driver radius=\"10 "   \
    "mm\" surface=\"rubber\" "                                                                     \
    "drive=\"feed\"/><idler radius=\"8 mm\" surface=\"rubber\" mass=\"20 g\" inertia=\"1e-6 "      \
    "kg*m^2\"/></nip>"                                                                             \
    "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"15\"><start "      \
    "path=\"p\" lead=\"62 mm\"/></sheet>"
#define NIP_RUN GRAVITY NIP_PARTS

static const struct quire_integrator_options standard = {
    .position_tolerance = 5e-7, .velocity_rate = 1000, .order = 2};

static struct quire_integrator *
begin(struct machine *m, const struct quire_integrator_options *options)
{
    struct quire_integrator *it;

    cr_assert_eq(quire_engine_start(&it, m->state, options, NULL, 0, m->y, NULL), QUIRE_OK);
    return it;
}

static void
advance(struct quire_integrator *it, double end)
{
    while (quire_integrator_time(it) < end) {
        const quire_status status = quire_integrator_step(it, end);
        cr_assert_eq(status, QUIRE_OK, "%s: %s", quire_integrator_why(it)->name,
                     quire_integrator_why(it)->text);
    }
}

/* runs the machine to `end`; its y is then the state there */
static struct quire_integrator_stats
run(struct machine *m, const struct quire_integrator_options *options, double end)
{
    struct quire_integrator *it = begin(m, options);
    struct quire_integrator_stats stats;

    advance(it, end);
    quire_integrator_at(it, end, m->y);
    quire_integrator_get_stats(it, &stats);
    quire_integrator_destroy(it);
    return stats;
}

/* ---- exact motions ---- */

Test(integrator, lets_a_sheet_fall_in_a_parabola)
{
    struct machine m;

    machine_open(&m, GRAVITY MEDIA SHEET("s", "10 mm, 20 mm",
                                         "heading=\"20 deg\" velocity=\"0.3 m/s, 0.1 m/s\"", ""));
    const struct nodes s = machine_nodes(&m, 0, m.y);
    double x[13], y[13];
    memcpy(x, s.x, sizeof x);
    memcpy(y, s.y, sizeof y);
    run(&m, &standard, 0.2);
    for (int i = 0; i <= s.n; i++) { /* exact but for the first steps, which are of first order */
        cr_expect_float_eq(s.x[i], x[i] + 0.3 * 0.2, 1e-13);
        cr_expect_float_eq(s.y[i], y[i] + 0.1 * 0.2 - 0.5 * 10 * 0.04,
                           4 * standard.position_tolerance);
        cr_expect_float_eq(s.vy[i], 0.1 - 10 * 0.2, 1e-12);
        cr_expect_float_eq(s.y[i] - s.y[0], y[i] - y[0], 1e-13);
    }
    machine_close(&m);
}

/* travel = 3 mm cos(20/s t) */
static double
oscillator_error(double tolerance, double end, long *steps)
{
    struct machine m;
    struct quire_integrator_options options = standard;

    options.position_tolerance = tolerance;
    options.velocity_rate = 20;
    machine_open(&m, GRAVITY OSCILLATOR);
    *steps = run(&m, &options, end).steps;
    const double error = m.y[m.system->small->q0] - 3e-3 * cos(20 * end);
    machine_close(&m);
    return fabs(error);
}

Test(integrator, is_of_second_order)
{
    long n1, n2, n3;
    const double e1 = oscillator_error(1e-8, 1, &n1), e2 = oscillator_error(1e-9, 1, &n2),
                 e3 = oscillator_error(1e-10, 1, &n3);

    cr_expect_lt(e3, 2e-6);
    cr_expect_float_eq(log(e1 / e2) / log((double)n2 / (double)n1), 2, 0.3, "%g %g, %ld %ld", e1,
                       e2, n1, n2);
    cr_expect_float_eq(log(e2 / e3) / log((double)n3 / (double)n2), 2, 0.3, "%g %g, %ld %ld", e2,
                       e3, n2, n3);
}

static double
energy(struct machine *m)
{
    const struct quire_sheet *sheet = m->system->sheet;
    const struct nodes s = machine_nodes(m, 0, m->y);
    double sum = 0;

    cr_assert(quire_state_forces(m->state, 0, m->y));
    for (int i = 0; i <= s.n; i++) {
        sum -= sheet->weight[i] * (m->system->gravity[0] * s.x[i] + m->system->gravity[1] * s.y[i]);
    }
    return sum + quire_chain_elastic(&sheet->chain, &m->state->sheet[0].chain) +
           quire_chain_kinetic(&sheet->chain, s.vx, s.vy);
}

/* where a sheet's centre of mass is along x */
static double
centre(const struct machine *m)
{
    const struct nodes s = machine_nodes(m, 0, m->y);
    double sum = 0.5 * (s.x[0] + s.x[s.n]);

    for (int i = 1; i < s.n; i++) {
        sum += s.x[i];
    }
    return sum / s.n;
}

Test(integrator, keeps_the_energy_of_a_swinging_sheet)
{
    double lost[2];

    for (int k = 0; k < 2; k++) {
        struct machine m;
        struct quire_integrator_options options = standard;
        options.position_tolerance = k == 0 ? 1e-8 : 1e-9;
        machine_open(&m, GRAVITY UNDAMPED SHEET("s", "0 mm, 0 mm", "", "<pin end=\"trail\"/>"));
        const double before = energy(&m), scale = m.system->sheet[0].mass * 10 * 0.03;
        run(&m, &options, 0.1);
        const struct nodes s = machine_nodes(&m, 0, m.y);
        cr_expect_lt(s.y[s.n], -0.03); /* it has swung well down */
        cr_expect_lt(hypot(s.x[0], s.y[0]), 1e-12);
        lost[k] = fabs(before - energy(&m)) / scale;
        machine_close(&m);
    }
    cr_expect_lt(lost[0], 1e-2, "%g", lost[0]);
    cr_expect_lt(lost[1], 0.4 * lost[0], "%g of %g", lost[1], lost[0]);
}

/* A sheet that hangs from a pin on a level rail and swings: nothing acts along the rail, so its
 * centre stays above one place. */
Test(integrator, slides_along_a_rail)
{
    for (int k = 0; k < 2; k++) {
        struct machine m;
        struct quire_integrator_options options = standard;
        options.generic = k == 1;
        options.position_tolerance = 1e-8;
        machine_open(&m, GRAVITY UNDAMPED SHEET("s", "0 mm, 0 mm", "",
                                                "<pin end=\"trail\" slide=\"0 deg\"/>"));
        const double before = centre(&m), start = energy(&m),
                     scale = m.system->sheet[0].mass * 10 * 0.03;
        run(&m, &options, 0.1);
        const struct nodes s = machine_nodes(&m, 0, m.y);
        cr_expect_lt(s.y[s.n], -0.03);
        cr_expect_gt(s.x[0], 5e-3, "it has gone along: %g", s.x[0]);
        cr_expect_lt(fabs(s.y[0]), 1e-12);
        cr_expect_lt(fabs(centre(&m) - before), 1e-7, "%g", centre(&m) - before);
        cr_expect_lt(fabs(energy(&m) - start) / scale, 1e-2);
        machine_close(&m);
    }
}

/* ---- configurations ---- */

/* A body that swings so slowly that steps last for seconds: with exact derivatives of all terms
 * Newton's iteration of a linear problem is done at once. */
Test(integrator, solves_a_slow_oscillator_in_one_iteration_a_step)
{
    for (int k = 0; k < CONFIGURATIONS; k++) {
        struct quire_integrator_options options = {
            .position_tolerance = 1e-6, .velocity_rate = 0.1, .order = 2};
        struct machine m;
        options.generic = k > 0;
        machine_open(
            &m, "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings><roller name=\"r\" "
                "centre=\"0 mm, 0 mm\" radius=\"10 mm\" surface=\"rubber\" mass=\"1 kg\" "
                "slide=\"90 deg\" rate=\"0.01 N/m\" load=\"0 N\" damping=\"0 N*s/m\" travel=\"3 "
                "mm\"/>");
        const size_t q = (size_t)m.system->small[0].q0;
        const double from = m.y[q];
        const struct quire_integrator_stats stats = run(&m, &options, 100);
        cr_expect_float_eq(m.y[q], from * cos(10.0), 0.02 * fabs(from), "configuration %d: %g", k,
                           m.y[q]);
        cr_expect_eq(stats.newton_failures, 0, "configuration %d", k);
        cr_expect_lt((double)stats.iterations, 1.3 * (double)stats.steps,
                     "configuration %d: %ld iterations in %ld steps", k, stats.iterations,
                     stats.steps);
        machine_close(&m);
    }
}

Test(integrator, agrees_with_the_generic_configuration)
{
    double lead[3], travel[3];

    for (int k = 0; k < CONFIGURATIONS; k++) {
        struct machine m;
        struct quire_integrator_options options = standard;
        options.position_tolerance = 2e-8;
        options.generic = k > 0;
        options.serial_vectors = k == 2;
        machine_open(&m, NIP_RUN);
        run(&m, &options, 0.03);
        const struct nodes s = machine_nodes(&m, 0, m.y);
        lead[k] = s.x[s.n];
        travel[k] = m.y[m.system->small[1].q0];
        machine_close(&m);
    }
    cr_expect_float_eq(lead[0], 62e-3 + 0.3 * 0.025,
                       1e-4); /* it has been fed: ramp of 10 ms, then 20 ms */
    for (int k = 1; k < CONFIGURATIONS; k++) {
        cr_expect_float_eq(lead[0], lead[k], 1e-6, "%.9g %.9g", lead[0], lead[k]);
        cr_expect_float_eq(travel[0], travel[k], 1e-7, "%.9g %.9g", travel[0], travel[k]);
    }
}

Test(integrator, holds_an_error_in_all_tolerances)
{
    static const double tolerance[] = {2e-6, 2e-7, 2e-9};
    double lead[3];

    for (int k = 0; k < 3; k++) {
        struct machine m;
        struct quire_integrator_options options = standard;
        options.position_tolerance = tolerance[k];
        machine_open(&m, NIP_RUN);
        run(&m, &options, 0.03);
        const struct nodes s = machine_nodes(&m, 0, m.y);
        lead[k] = s.x[s.n];
        machine_close(&m);
    }
    cr_expect_lt(fabs(lead[0] - lead[2]), 5e-5);
    cr_expect_lt(fabs(lead[1] - lead[2]), 5e-6);
}

/* an end that is led is where its course says, by integration alone */
Test(integrator, leads_an_end_as_prescribed)
{
    for (int generic = 0; generic < 2 && generic < CONFIGURATIONS; generic++) {
        struct machine m;
        struct quire_integrator_options options = standard;
        options.generic = generic == 1;
        machine_open(&m, GRAVITY MEDIA SHEET(
                             "s", "0 mm, 0 mm", "",
                             "<clamp end=\"trail\"><to time=\"40 ms\" shift=\"3 mm, -5 mm\" "
                             "turn=\"30 deg\"/></clamp>"
                             "<pin end=\"lead\" velocity=\"-0.2 m/s, 0.1 m/s\" until=\"20 ms\"/>"));
        struct quire_integrator *it = begin(&m, &options);
        const struct nodes s = machine_nodes(&m, 0, m.y);
        advance(it, 0.02);
        quire_integrator_at(it, 0.02, m.y);
        cr_expect_float_eq(s.x[0], 1.5e-3,
                           2e-6); /* half-way of a smooth course, at its largest speed */
        cr_expect_float_eq(s.y[0], -2.5e-3, 2e-6);
        cr_expect_float_eq(s.vy[0], -1.5 * 5e-3 / 0.04, 1e-3);
        cr_expect_float_eq(s.x[s.n], 60e-3 - 0.2 * 0.02, 1e-12);
        cr_expect_float_eq(s.y[s.n], 0.1 * 0.02, 1e-12);
        quire_state_sync(m.state, 0.02, m.y);
        cr_expect_float_eq(s.x[0], 1.5e-3, 1e-15);
        cr_assert_eq(quire_integrator_restart(it, 0.02, m.y), QUIRE_OK);
        advance(it, 0.04);
        quire_integrator_at(it, 0.04, m.y);
        cr_expect_float_eq(s.x[0], 3e-3, 2e-6);
        cr_expect_float_eq(s.y[0], -5e-3, 2e-6);
        cr_expect_float_eq(atan2(s.y[1] - s.y[0], s.x[1] - s.x[0]), 30 / 57.295779513,
                           0.3); /* held half a segment before */
        cr_expect_gt(hypot(s.x[s.n] - 52e-3, s.y[s.n] - 4e-3), 1e-4); /* it was let go */
        quire_integrator_destroy(it);
        machine_close(&m);
    }
}

/* a sheet that is not there yet has no part in anything; when it enters it goes as it was told */
Test(integrator, lets_a_sheet_enter)
{
    for (int generic = 0; generic < 2 && generic < CONFIGURATIONS; generic++) {
        struct machine m;
        struct quire_integrator_options options = standard;
        options.generic = generic == 1;
        machine_open(&m, GRAVITY MEDIA SHEET("first", "0 mm, 0 mm", "", "") SHEET(
                             "late", "0 mm, 0.001 mm", "time=\"0.05 s\" speed=\"2 m/s\"", ""));
        struct quire_integrator *it = begin(&m, &options);
        const struct nodes s = machine_nodes(&m, 1, m.y);
        const double y0 = s.y[4], x0 = s.x[4];
        advance(it, 0.05);
        quire_integrator_at(it, 0.05, m.y);
        cr_expect_eq(s.x[4], x0);
        cr_expect_eq(s.y[4], y0);
        cr_expect_eq(s.vx[4], 0);
        quire_state_enter(m.state, 1, m.y);
        cr_expect_eq(s.vx[4], 2);
        cr_assert_eq(quire_integrator_restart(it, 0.05, m.y), QUIRE_OK);
        advance(it, 0.08);
        quire_integrator_at(it, 0.08, m.y);
        cr_expect_float_eq(s.x[4], x0 + 2 * 0.03, 1e-12);
        cr_expect_float_eq(s.y[4], y0 - 5 * 0.0009, 4 * standard.position_tolerance);
        cr_expect_float_eq(machine_nodes(&m, 0, m.y).y[4], -5 * 0.0064,
                           8 * standard.position_tolerance);
        quire_integrator_destroy(it);
        machine_close(&m);
    }
}

/* ---- the last step ---- */

Test(integrator, interpolates_within_the_last_step)
{
    struct machine m;
    struct quire_integrator *it;

    machine_open(&m, NIP_RUN);
    it = begin(&m, &standard);
    advance(it, 0.02);
    double *before = malloc(sizeof(double) * m.system->layout.length),
           *y = malloc(sizeof(double) * m.system->layout.length);
    cr_assert(before != NULL && y != NULL);
    quire_integrator_at(it, quire_integrator_time(it), before);
    const double t0 = quire_integrator_time(it);
    cr_assert_eq(quire_integrator_step(it, 0.03), QUIRE_OK);
    const double t1 = quire_integrator_time(it);
    cr_expect_eq(quire_integrator_before(it), t0);
    cr_expect_gt(t1, t0);
    const struct nodes s = machine_nodes(&m, 0, y);
    quire_integrator_at(it, t0, y);
    for (size_t i = 0; i < m.system->layout.v0; i++) {
        cr_expect_float_eq(y[i], before[i], 1e-9);
    }
    quire_integrator_at(it, t1, y);
    const double end = s.x[s.n];
    quire_integrator_at(it, 0.5 * (t0 + t1), y);
    const double middle = s.x[s.n];
    quire_integrator_at(it, t0, y);
    cr_expect_float_eq(middle, 0.5 * (end + s.x[s.n]), 1e-7);
    cr_expect_gt(middle, s.x[s.n]);
    free(before);
    free(y);
    quire_integrator_destroy(it);
    machine_close(&m);
}

Test(integrator, goes_on_from_a_time_inside_a_step)
{
    struct machine whole, broken;
    struct quire_integrator *it;

    machine_open(&whole, GRAVITY OSCILLATOR);
    machine_open(&broken, GRAVITY OSCILLATOR);
    struct quire_integrator_options options = standard;
    options.position_tolerance = 1e-10;
    options.velocity_rate = 20;
    run(&whole, &options, 0.5);
    it = begin(&broken, &options);
    advance(it, 0.2);
    cr_assert_eq(quire_integrator_step(it, 0.5), QUIRE_OK);
    const double t = 0.7 * quire_integrator_before(it) + 0.3 * quire_integrator_time(it);
    quire_integrator_at(it, t, broken.y);
    cr_expect_float_eq(broken.y[broken.system->small->q0], 3e-3 * cos(20 * t), 1e-6);
    cr_assert_eq(quire_integrator_restart(it, t, broken.y), QUIRE_OK);
    cr_expect_eq(quire_integrator_time(it), t);
    advance(it, 0.5);
    quire_integrator_at(it, 0.5, broken.y);
    const double q = broken.y[broken.system->small->q0];
    cr_expect_float_eq(q, whole.y[whole.system->small->q0], 1e-6);
    cr_expect_float_eq(q, 3e-3 * cos(10), 2e-6);
    struct quire_integrator_stats stats;
    quire_integrator_get_stats(it, &stats);
    cr_expect_eq(stats.restarts, 1);
    quire_integrator_destroy(it);
    machine_close(&whole);
    machine_close(&broken);
}

/* Friction that all but jumps when the slip turns: Newton's steps go to and fro across the jump and
 * must be halved. The sheet stops after v^2/(2 mu g). */
Test(integrator, stops_a_sheet_by_friction_that_all_but_jumps)
{
    struct machine m;

    machine_open(
        &m, GRAVITY MEDIA
        "<contact name=\"glide\"><normal law=\"mtt-boundary\" stiffness=\"1e5 N/m\" "
        "exponent=\"1\" damping=\"1 N*s/m\" boundary-penetration=\"0.02 mm\"/>"
        "<friction law=\"mtt-step\" dynamic-coefficient=\"0.2\" "
        "threshold-velocity=\"0.001 mm/s\"/></contact><pair contact=\"glide\"/>"
        "<guide name=\"table\" surface=\"steel\"><line from=\"-100 mm, 0 mm\" to=\"200 mm, 0 "
        "mm\"/></guide>" SHEET("s", "0 mm, 0.05 mm", "velocity=\"0.3 m/s, 0 m/s\"", ""));
    const struct quire_integrator_stats stats = run(&m, &standard, 0.2);
    const struct nodes s = machine_nodes(&m, 0, m.y);
    cr_expect_float_eq(s.x[s.n / 2], 0.03 + 0.3 * 0.3 / (2 * 0.2 * 10), 10e-6, "%g", s.x[s.n / 2]);
    cr_expect_lt(fabs(s.vx[s.n / 2]), 1e-6);
    cr_expect_leq(stats.newton_failures, 10, "%ld of %ld steps failed", stats.newton_failures,
                  stats.steps);
    machine_close(&m);
}

/* steps that are suddenly much shorter, here because they are asked for: the watchdog starts
 * afresh, but the last step stays whole until the next */
Test(integrator, can_be_looked_into_also_where_the_watchdog_starts_afresh)
{
    struct machine m;
    struct quire_integrator *it;
    struct quire_integrator_stats stats;
    struct quire_integrator_options options = standard;
    double before = 0, end = 0;

    options.position_tolerance = 1e-9;
    options.velocity_rate = 20;
    machine_open(&m, GRAVITY OSCILLATOR);
    const int q = m.system->small->q0;
    it = begin(&m, &options);
    for (int k = 0; k < 600; k++) {
        cr_assert_eq(quire_integrator_step(it, 10), QUIRE_OK);
    }
    for (int k = 0; k < 600; k++) {
        quire_integrator_at(it, quire_integrator_time(it), m.y);
        before = m.y[q];
        cr_assert_eq(quire_integrator_step(it, quire_integrator_time(it) + 1e-6), QUIRE_OK);
        quire_integrator_get_stats(it, &stats);
        if (stats.watchdog > 0) {
            break;
        }
    }
    cr_assert_eq(stats.watchdog, 1);
    const double t0 = quire_integrator_before(it), t1 = quire_integrator_time(it);
    quire_integrator_at(it, t1, m.y);
    end = m.y[q];
    quire_integrator_at(it, 0.5 * (t0 + t1), m.y);
    cr_expect_gt(fabs(end - before), 1e-9);
    cr_expect_float_eq(m.y[q], 0.5 * (before + end), 1e-3 * fabs(end - before));
    advance(it, t1 + 0.1);
    quire_integrator_at(it, t1 + 0.1, m.y);
    cr_expect_float_eq(m.y[q], 3e-3 * cos(20 * (t1 + 0.1)), 1e-5);
    quire_integrator_destroy(it);
    machine_close(&m);
}

/* ---- the norm ---- */

/* a sheet that rests or glides is exact in every step: it must neither loosen nor tighten what the
 * others need */
#define FLOATING "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>" NIP_PARTS
Test(integrator, takes_the_same_steps_beside_a_quiet_sheet)
{
    static const char *const parts[] = {
        FLOATING, FLOATING SHEET("quiet", "0 mm, 500 mm", "", ""),
        FLOATING SHEET("quiet", "0 mm, 500 mm", "velocity=\"0.5 m/s, 0 m/s\"", "")
            SHEET("too", "0 mm, 900 mm", "", "")};
    double x[3][16];
    struct quire_integrator_stats stats[3];

    for (int k = 0; k < 3; k++) {
        struct machine m;
        machine_open(&m, parts[k]);
        stats[k] = run(&m, &standard, 0.03);
        memcpy(x[k], machine_nodes(&m, 0, m.y).x, sizeof x[k]);
        machine_close(&m);
        cr_expect_eq(stats[k].steps, stats[0].steps, "%ld and %ld steps", stats[k].steps,
                     stats[0].steps);
        cr_expect_eq(stats[k].iterations, stats[0].iterations);
        cr_expect_eq(memcmp(x[k], x[0], sizeof x[k]), 0, "the bits differ");
    }
}

/* ---- failures ---- */

Test(integrator, names_what_is_not_finite_at_the_start)
{
    struct machine m;
    struct quire_integrator *it;

    machine_open(&m, GRAVITY MEDIA SHEET("good", "0 mm, 0 mm", "", "")
                         SHEET("bad", "0 mm, 50 mm", "", ""));
    machine_nodes(&m, 1, m.y).y[3] = NAN;
    it = begin(&m, &standard);
    cr_assert_eq(quire_integrator_step(it, 1), QUIRE_ERROR_NUMERIC);
    cr_expect_str_eq(quire_integrator_why(it)->name, "nonfinite-force");
    cr_expect_not_null(strstr(quire_integrator_why(it)->text, "'bad'"), "%s",
                       quire_integrator_why(it)->text);
    quire_integrator_destroy(it);
    machine_close(&m);
}

Test(integrator, names_what_ceases_to_be_finite)
{
    for (int generic = 0; generic < 2 && generic < CONFIGURATIONS; generic++) {
        struct machine m;
        struct quire_integrator *it;
        struct quire_integrator_options options = standard;
        options.generic = generic == 1;
        machine_open(&m, GRAVITY MEDIA SHEET(
                             "s", "0 mm, 0 mm", "",
                             "") "<drive name=\"motor\" torque=\"1 mN*m\"/>"
                                 "<contact name=\"c\"><normal law=\"mtt-boundary\" stiffness=\"1e5 "
                                 "N/m\" exponent=\"1\" boundary-penetration=\"0.02 mm\"/>"
                                 "</contact><pair contact=\"c\"/>"
                                 "<roller name=\"first\" centre=\"0 mm, 300 mm\" radius=\"10 mm\" "
                                 "surface=\"rubber\"/>"
                                 "<roller name=\"second\" centre=\"0 mm, 400 mm\" radius=\"10 mm\" "
                                 "surface=\"rubber\" drive=\"motor\"/>");
        it = begin(&m, &options);
        advance(it, 0.01);
        m.state->override[0] =
            (struct quire_override){.active = true, .quantity = QUIRE_DRIVE_TORQUE, .value = NAN};
        cr_assert_eq(quire_integrator_step(it, 1), QUIRE_ERROR_NUMERIC);
        cr_expect_str_eq(quire_integrator_why(it)->name, "nonfinite-force");
        cr_expect_not_null(strstr(quire_integrator_why(it)->text, "'second'"), "%s",
                           quire_integrator_why(it)->text);
        quire_integrator_destroy(it);
        machine_close(&m);
    }
}

/* the place on the sheet, and what presses on it there */
Test(integrator, blames_a_place_and_what_presses_on_it)
{
    struct machine m;
    char text[320];

    machine_open(&m, NIP_RUN);
    const struct quire_layout *l = &m.system->layout;
    const struct quire_sheet *s = m.system->sheet;
    double *error = calloc(l->length, sizeof *error);
    cr_assert_not_null(error);
    /* the nip is 7 mm behind the leading edge */
    const int node = (int)lround((s->length - 7e-3) / s->chain.h);
    error[l->v0 + s->x0 + (size_t)node] = -3;
    error[s->x0 + 1] = 2e-3; /* less than that, in tolerances */
    quire_error_source(m.state, 0, m.y, error, 1e-3, 1, text, sizeof text);
    cr_expect_not_null(strstr(text, "velocity of sheet 's' 52.0 mm from its trailing edge"), "%s",
                       text);
    cr_expect_not_null(strstr(text, "roller 'n."), "%s", text);
    cr_expect_not_null(strstr(text, "(contact 'grip')"), "%s", text);
    error[l->v0 + (size_t)m.system->small[m.system->roller[m.system->nip->idler].small].v0] = 9;
    quire_error_source(m.state, 0, m.y, error, 1e-3, 1, text, sizeof text);
    cr_expect_str_eq(text, "velocity of 'n.idler'");
    free(error);
    machine_close(&m);
}

Test(integrator, blames_a_gate_that_a_spring_holds)
{
    struct machine m;
    char text[320];

    machine_open(
        &m, GRAVITY MEDIA SHEET("s", "0 mm, 0 mm", "",
                                "") "<contact name=\"c\"><normal law=\"linear\" stiffness=\"1e4 "
                                    "N/m\"/></contact><pair surface=\"steel\" contact=\"c\"/>"
                                    "<guide name=\"flap\" surface=\"steel\"><line from=\"0 mm, -90 "
                                    "mm\" to=\"10 mm, -90 mm\"/>"
                                    "<pivot at=\"0 mm, -90 mm\" inertia=\"1e-6 kg*m^2\" "
                                    "stiffness=\"1 mN*m/rad\"/></guide>");
    double *error = calloc(m.system->layout.length, sizeof *error);
    cr_assert_not_null(error);
    error[m.system->small[m.system->gate[0].small].q0] = -3;
    const struct quire_object *about =
        quire_error_source(m.state, 0, m.y, error, 1e-3, 1, text, sizeof text);
    cr_expect_str_eq(text, "position of 'flap'");
    cr_expect_eq(about, m.system->gate[0].object);
    free(error);
    machine_close(&m);
}

/* a trial point that the integrator took back is no reason for what fails later */
Test(integrator, forgets_a_force_that_is_finite_again)
{
    struct machine m;

    machine_open(&m, GRAVITY MEDIA SHEET("s", "0 mm, 0 mm", "", ""));
    struct nodes s = machine_nodes(&m, 0, m.y);
    const double kept = s.y[2];
    s.y[2] = NAN;
    cr_assert_not(quire_state_forces(m.state, 0, m.y));
    cr_expect_str_eq(m.state->not_finite, "s");
    s.y[2] = kept;
    cr_assert(quire_state_forces(m.state, 0, m.y));
    cr_expect_null(m.state->not_finite);
    machine_close(&m);
}
