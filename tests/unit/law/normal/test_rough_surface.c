/* The law of rough surfaces: its limits, its equilibrium and its energy in closed form. */
#include <criterion/criterion.h>
#include <math.h>

#include "fixtures/law_fixture.h"

#define K     5e4   /* [N/m] */
#define SCALE 2e-6  /* [m] */
#define DEPTH 16e-6 /* 8 scales, the default [m] */
#define PAPER "stiffness=5e4 N/m; scale=2 um"

static void
expect_near(const char *what, double value, double reference, double relative)
{
    cr_expect(fabs(value - reference) <= relative * fabs(reference), "%s: %.15g, not %.15g", what,
              value, reference);
}

static double
stored(const quire_law *law, double overlap)
{
    return law->normal->stored(law->compiled, overlap);
}

/* N = k s exp((d - d0)/s) but for the k s exp(-d0/s) by which it begins at 0 */
Test(rough_surface, the_force_of_summits_grows_exponentially)
{
    quire_law *law = law_make(&quire_kind_normal_rough_surface, PAPER);
    const double begin = K * SCALE * exp(-8.0);

    for (double d = 1e-6; d < DEPTH - SCALE; d += 0.7e-6) {
        const double ratio =
            (law_normal(law, d + SCALE, 0).force + begin) / (law_normal(law, d, 0).force + begin);
        expect_near("force one scale deeper", ratio, exp(1.0), 1e-14);
        expect_near("force", law_normal(law, d, 0).force,
                    K * SCALE * (exp((d - DEPTH) / SCALE) - exp(-8.0)), 1e-12);
    }
    /* next to touch it is k exp(-d0/s) d, to the last bits */
    expect_near("force at touch", law_normal(law, 1e-15, 0).force, K * exp(-8.0) * 1e-15, 1e-9);
    quire_law_destroy(law);
}

/* beyond d0 a spring k, to which force and slope go over without a jump */
Test(rough_surface, beyond_the_depth_it_is_linear)
{
    quire_law *law = law_make(&quire_kind_normal_rough_surface, PAPER);
    const struct quire_normal_out at = law_normal(law, DEPTH, 0),
                                  before = law_normal(law, DEPTH * (1 - 1e-12), 0),
                                  deep = law_normal(law, DEPTH + 40e-6, 0);

    expect_near("force at d0", at.force, K * SCALE * (1 - exp(-8.0)), 1e-13);
    expect_near("slope at d0", at.d_overlap, K, 1e-13);
    expect_near("force before d0", before.force, at.force, 1e-10);
    expect_near("slope before d0", before.d_overlap, at.d_overlap, 1e-10);
    expect_near("force beyond", deep.force, at.force + K * 40e-6, 1e-13);
    expect_near("slope beyond", deep.d_overlap, K, 1e-13);
    quire_law_destroy(law);
}

Test(rough_surface, without_depth_it_is_a_spring)
{
    quire_law *law = law_make(&quire_kind_normal_rough_surface, PAPER "; depth=0 mm");

    expect_near("force", law_normal(law, 3e-6, 0).force, K * 3e-6, 1e-15);
    expect_near("slope", law_normal(law, 3e-6, 0).d_overlap, K, 1e-15);
    quire_law_destroy(law);
}

/* Under i sheets A4 of 80 g/m2, as long as i w < k s: d = s log(1 + i w exp(d0/s)/(k s)), w the
 * weight of 5 mm of a sheet */
Test(rough_surface, sheets_sink_by_the_logarithm_of_their_number)
{
    quire_law *law = law_make(&quire_kind_normal_rough_surface, PAPER);
    const double weight = 0.08 * 0.21 * 5e-3 * 9.80665;

    for (int i = 1; i <= 120; i++) {
        const double d = SCALE * log1p(i * weight * exp(8.0) / (K * SCALE));
        expect_near("load", law_normal(law, d, 0).force, i * weight, 1e-13);
    }
    expect_near("one page sinks by", SCALE * log1p(weight * exp(8.0) / (K * SCALE)), 6.5e-6, 0.01);
    quire_law_destroy(law);
}

/* What is stored is the integral of the elastic force in closed form, on both sides of d0:
 * k s (s (exp((d - d0)/s) - exp(-d0/s)) - exp(-d0/s) d). */
Test(rough_surface, stores_the_integral_of_its_force)
{
    quire_law *law = law_make(&quire_kind_normal_rough_surface, PAPER);
    const double z = exp(-8.0);

    for (double d = 0.1e-6; d < 100e-6; d *= 1.3) {
        const double u = (d - DEPTH) / SCALE, g = u <= 0 ? exp(u) : 1 + u + 0.5 * u * u;
        expect_near("energy", stored(law, d), K * SCALE * (SCALE * (g - z) - z * d), 1e-11);
    }
    /* k exp(-d0/s) d^2/2 next to touch, on both sides of where it is a series */
    for (double d = 1e-12; d < 1e-8; d *= 1.1) {
        const double x = d / SCALE;
        expect_near("energy at touch", stored(law, d),
                    K * z * d * d * (1.0 / 2 + x / 6 + x * x / 24 + x * x * x / 120), 1e-11);
    }
    quire_law_destroy(law);
}

/* Over a load cycle the work is what the damping takes: c times the integral of E d'^2. */
Test(rough_surface, a_cycle_costs_what_the_damping_takes)
{
    quire_law *law = law_make(&quire_kind_normal_rough_surface, PAPER "; damping=10 s/m");
    const int n = 20000;
    const double rate = 200, dt = 3.141592653589793 / rate / n;
    double work = 0, damped = 0, exchanged = 0;

    for (int i = 0; i < n; i++) {
        const double t = (i + 0.5) * dt, d = 30e-6 * sin(rate * t),
                     v = 30e-6 * rate * cos(rate * t);
        const struct quire_normal_out out = law_normal(law, d, v);
        work += out.force * v * dt;
        exchanged += fabs(out.force * v) * dt;
        damped += 10 * out.elastic * v * v * dt;
    }
    cr_expect(fabs(work - damped) < 1e-8 * exchanged, "%g, not %g", work, damped);
    cr_expect_gt(damped, 1e-3 * exchanged);
    quire_law_destroy(law);
}

Test(rough_surface, separation_is_damped_by_its_factor)
{
    quire_law *law =
        law_make(&quire_kind_normal_rough_surface, PAPER "; damping=10 s/m; "
                                                         "rebound-damping-factor=0.25");
    const double elastic = law_normal(law, 5e-6, 0).force;

    expect_near("approach", law_normal(law, 5e-6, 0.02).force, elastic * 1.2, 1e-14);
    expect_near("separation", law_normal(law, 5e-6, -0.02).force, elastic * 0.95, 1e-14);
    cr_expect_eq(law_normal(law, 5e-6, -0.5).force, 0.0);
    quire_law_destroy(law);
}
