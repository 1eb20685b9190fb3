/* Friction that sticks: what it must keep whatever happens to slip and normal force. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "fixtures/law_fixture.h"

#define LAW   "stiffness=2e5 N/m; damping-time=30 us; dynamic-coefficient=0.3"
#define DROPS LAW "; static-coefficient=0.5; weakening-slip=4 um"

static const double stiffness = 2e5, damping = 2e5 * 30e-6, weakening = 4e-6;

static quire_law *
make(const char *settings)
{
    return law_make(&quire_kind_friction_stick_slip, settings);
}

/* pseudo-random numbers in [-1, 1), always the same (Knuth's MMIX generator) */
static double
random_signed(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 11) * 0x1p-52 - 1;
}

static struct quire_friction_out
ask(const quire_law *law, const struct quire_friction_in *in)
{
    struct quire_friction_out out;

    law->friction->eval(law->compiled, in, &out);
    return out;
}

/* a spring stretched by less than it can hold neither creeps nor rattles */
Test(stick_slip, holds_without_creep)
{
    quire_law *law = make(LAW);
    struct quire_law_memory memory = {.mode = 1};
    struct quire_friction_in in = {.normal = 2, .factor = 1, .memory = &memory, .slid = 1e-6};

    for (int i = 0; i < 1000; i++) {
        cr_expect_float_eq(ask(law, &in).force, -stiffness * 1e-6, 1e-12);
        law->friction->commit(law->compiled, &in, &memory);
    }
    cr_expect_eq(memory.history[QUIRE_LAW_ANCHOR], 0);
    quire_law_destroy(law);
}

/* What the contact may hold after it has slid, with a strength of 0 to 1 at first: the root of
 * f = (0.3 + 0.2 strength) N - 0.2 N way/weakening, way = (|e| - f)/stiffness. */
static double
limit_of(double strength, double normal, double pull)
{
    const double before = (0.3 + 0.2 * strength) * normal,
                 /* no steeper than half of the spring */
        slope = fmin(0.2 * normal / weakening, 0.5 * stiffness),
                 way = (fabs(pull) - before) / (stiffness - slope);

    return way > 0 ? fmax(before - slope * way, 0.3 * normal) : before;
}

Test(stick_slip, derivatives_equal_differences)
{
    uint64_t state = 3;
    int slides = 0, sticks = 0, weakens = 0;

    for (int i = 0; i < 16000; i++) {
        quire_law *law = make(i % 2 == 0 ? LAW : DROPS);
        const double strength =
            i % 2 == 1 && i / 2 % 2 == 1 ? 0.5 + 0.5 * random_signed(&state) : 0;
        struct quire_law_memory memory = {.mode = i / 2 % 2,
                                          .history = {1e-5 * random_signed(&state), strength, 9}};
        const double at[4] = {0.2 * random_signed(&state), 3 + 3 * random_signed(&state),
                              1 + 0.5 * random_signed(&state), 1e-5 * random_signed(&state)};
        const double step[4] = {1e-7, 1e-7, 1e-7, 1e-12};
        double force[9];
        for (int k = 0; k < 9; k++) {
            double x[4] = {at[0], at[1], at[2], at[3]};
            x[k / 2 % 4] += k == 8 ? 0 : k % 2 == 0 ? step[k / 2] : -step[k / 2];
            force[k] = ask(law, &(struct quire_friction_in){.slip = x[0],
                                                            .normal = x[1],
                                                            .factor = x[2],
                                                            .slid = x[3],
                                                            .memory = &memory})
                           .force;
        }
        const struct quire_friction_out out = ask(
            law,
            &(struct quire_friction_in){
                .slip = at[0], .normal = at[1], .factor = at[2], .slid = at[3], .memory = &memory});
        const double derivative[4] = {out.d_slip, out.d_normal, out.d_factor, out.d_slid};
        const double pull = stiffness * (at[3] - memory.history[0]) + damping * at[0],
                     first = (0.3 + 0.2 * strength) * at[1] * at[2],
                     limit = limit_of(strength, at[1] * at[2], pull);
        const bool ends = limit <= 0.3 * at[1] * at[2] * (1 + 1e-3) && strength > 0;
        if (fabs(fabs(pull) - first) > 1e-4 && !ends &&
            fabs(0.2 * at[1] * at[2] / weakening - 0.5 * stiffness) > 10) { /* not at a kink */
            for (int k = 0; k < 4; k++) {
                const double difference = (force[2 * k] - force[2 * k + 1]) / (2 * step[k]);
                cr_expect(fabs(derivative[k] - difference) <= 1e-5 * (1 + fabs(difference)),
                          "%d: %g, not %g", k, derivative[k], difference);
            }
            slides += fabs(pull) > first && strength <= 0;
            sticks += fabs(pull) < first;
            weakens += fabs(pull) > first && strength > 0;
        }
        cr_expect_float_eq(fabs(out.force), fmin(fabs(pull), limit), 1e-9);
        quire_law_destroy(law);
    }
    cr_expect(slides > 500 && sticks > 500 && weakens > 200, "%d %d %d", slides, sticks, weakens);
}

/* settling between two steps leaves the force as it is */
Test(stick_slip, settling_leaves_the_force)
{
    uint64_t state = 5;

    for (int i = 0; i < 20000; i++) {
        quire_law *law = make(i % 2 == 0 ? LAW : DROPS);
        struct quire_law_memory memory = {
            .mode = i / 2 % 2,
            .history = {1e-5 * random_signed(&state), 0.5 + 0.5 * random_signed(&state)}};
        const struct quire_friction_in in = {.slip = 0.3 * random_signed(&state),
                                             .normal = 1 + random_signed(&state),
                                             .factor = 1,
                                             .slid = 1e-5 * random_signed(&state),
                                             .memory = &memory};
        const double before = ask(law, &in).force;
        law->friction->commit(law->compiled, &in, &memory);
        cr_expect_float_eq(ask(law, &in).force, before, 1e-9);
        quire_law_destroy(law);
    }
}

/* Over any walk with any load: the work done on the contact is at least what its spring has stored.
 */
Test(stick_slip, never_creates_energy)
{
    for (int run = 0; run < 40; run++) {
        uint64_t state = 100 + (uint64_t)run;
        quire_law *law = make(run % 2 == 0 ? LAW : DROPS);
        struct quire_law_memory memory = {0};
        double work = 0, power = 0, slip = 0, load = 1, slid = 0, most = 0;
        const double dt = 1e-6;
        for (int i = 0; i < 20000; i++) {
            slip = 0.998 * slip + 1e-3 * random_signed(&state);
            load = fmax(0, load + 1e-3 * random_signed(&state));
            slid += dt * slip;
            const struct quire_friction_in in = {
                .slip = slip, .normal = load, .factor = 1, .slid = slid, .memory = &memory};
            const double now = -ask(law, &in).force * slip;
            work += 0.5 * dt * (power + now);
            power = now;
            const double stored = law->friction->stored(law->compiled, &in);
            most = fmax(most, fabs(work));
            cr_assert(work >= stored - 1e-3 * most - 1e-12, "%d %d: %g < %g", run, i, work, stored);
            law->friction->commit(law->compiled, &in, &memory);
            cr_assert(law->friction->stored(law->compiled, &in) <= stored * (1 + 1e-9) + 1e-18);
        }
        quire_law_destroy(law);
    }
}

/* up to the static limit, then down to the dynamic one along the way it slides, and not back at
 * once */
Test(stick_slip, falls_from_the_static_limit_to_the_dynamic_one)
{
    quire_law *law = make(DROPS);
    /* it has stuck for a while */
    struct quire_law_memory memory = {.mode = 1, .history = {0, 1, 9}};
    struct quire_friction_in in = {.normal = 2, .factor = 1, .memory = &memory};
    const double breaks = 0.5 * 2 / stiffness; /* by which its spring is stretched then */

    in.slid = breaks;
    cr_expect_float_eq(ask(law, &in).force, -0.5 * 2, 1e-12);
    for (int i = 1; i <= 20; i++) { /* slope 1e5 N/m, the spring gives back twice as much */
        const double way = i / 10.0 * weakening, force = 0.4 * fmax(1 - way / weakening, 0) + 0.6;
        in.slid = way + force / stiffness;
        cr_expect_float_eq(ask(law, &in).force, -force, 1e-9);
        law->friction->commit(law->compiled, &in, &memory);
        cr_expect_float_eq(ask(law, &in).force, -force, 1e-9);
        cr_expect(i == 10 || memory.mode == (i < 10 ? 1 : 0), "%d", i);
    }
    in.slip = -1e-4; /* it comes back: sticks, from the force it had */
    in.slid -= 1e-8;
    cr_expect_float_eq(ask(law, &in).force, -0.3 * 2, 0.01);
    law->friction->commit(law->compiled, &in, &memory);
    cr_expect_eq(memory.mode, 1);
    struct quire_friction_in far = in;
    far.slid += breaks;
    cr_expect_float_eq(ask(law, &far).force, -0.3 * 2, 1e-12); /* too young to hold more */
    for (int i = 0; i < 9; i++) {
        law->friction->commit(law->compiled, &in, &memory);
    }
    far.slid = in.slid + 0.99 * 0.2 * 2 / stiffness;
    cr_expect_float_eq(ask(law, &far).force, -0.5 * 2, 0.02);
    quire_law_destroy(law);
}

Test(stick_slip, no_finite_input_gives_nan)
{
    static const double sizes[] = {0, 1e-300, 1, 1e300};
    quire_law *law = make(DROPS);

    for (int i = 0; i < 512; i++) {
        struct quire_law_memory memory = {.mode = i / 256, .history = {-sizes[i / 64 % 4]}};
        const struct quire_friction_in in = {.slip = -sizes[i % 4],
                                             .normal = sizes[i / 4 % 4],
                                             .factor = 1,
                                             .slid = sizes[i / 16 % 4],
                                             .memory = &memory};
        const struct quire_friction_out out = ask(law, &in);
        cr_expect(isfinite(out.force) && isfinite(out.d_normal) && isfinite(out.d_factor) &&
                  isfinite(law->friction->stored(law->compiled, &in)));
        law->friction->commit(law->compiled, &in, &memory);
        cr_expect(!isnan(memory.history[0]));
    }
    struct quire_law_memory memory = {0};
    cr_expect(isnan(ask(law,
                        &(struct quire_friction_in){
                            .slip = (double)NAN, .normal = 1, .factor = 1, .memory = &memory})
                        .force));
    quire_law_destroy(law);
}

Test(stick_slip, needs_a_spring)
{
    const quire_setting settings[] = {{"dynamic-coefficient", "0.3"}, {"stiffness", "0 N/m"}};
    quire_diag *diag = quire_diag_create();
    quire_law *law;
    char text[512];

    cr_assert_neq(quire_law_from_kind(&law, &quire_kind_friction_stick_slip, settings, 2, diag),
                  QUIRE_OK);
    quire_diag_format(diag, 0, text, sizeof text);
    cr_expect(strstr(text, "stiffness") != NULL && strstr(text, "greater than 0") != NULL, "%s",
              text);
    quire_diag_destroy(diag);
}
