/* What every contact law must keep, over all laws and several settings of each. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "catalog/catalog.h"
#include "law_fixture.h"
#include "num/step.h"

struct sample {
    const struct quire_kind *kind;
    const char *settings;
};

static const struct sample normals[] = {
    {&quire_kind_normal_mtt_indentation,
     "force=8 N; at-penetration=0.05 mm; damping=1e8 N*s/m^2.5"},
    {&quire_kind_normal_mtt_indentation,
     "stiffness=1e7 N/m^1.5; damping=5e6 N*s/m^2.5; rebound-damping-factor=1"},
    {&quire_kind_normal_mtt_indentation,
     "stiffness=1e6 N/m^1.3; exponent=1.3; indentation-exponent=1; damping=1e5 N*s/m^2; "
     "rebound-damping-factor=1"},
    {&quire_kind_normal_mtt_indentation,
     "stiffness=1e6 N/m^1.3; exponent=1.3; indentation-exponent=1.3; damping-exponent=0.5; "
     "damping=3000 N*s^0.5/m^1.8; rebound-damping-factor=0.5"},
    {&quire_kind_normal_mtt_indentation,
     "stiffness=1e5 N/m; exponent=1; indentation-exponent=0.5; damping-exponent=2; "
     "damping=3000 N*s^2/m^2.5; maximum-penetration=0.3 mm"},
    {&quire_kind_normal_mtt_boundary,
     "stiffness=1e7 N/m^1.5; damping=5 N*s/m; boundary-penetration=0.1 mm; "
     "rebound-damping-factor=1"},
    {&quire_kind_normal_mtt_boundary,
     "stiffness=1e6 N/m^1.3; exponent=1.3; damping=50 N*s/m; boundary-penetration=0.02 mm"},
    {&quire_kind_normal_mtt_boundary,
     "stiffness=1e5 N/m; exponent=1; damping=20 N*s/m; boundary-penetration=0.1 mm; "
     "profile=linear; rebound-damping-factor=0.3"},
    {&quire_kind_normal_mtt_boundary,
     "stiffness=1e5 N/m^2; exponent=2; damping=20 N*s/m; boundary-penetration=0 mm"},
    {&quire_kind_normal_linear, "stiffness=1e5 N/m; damping=20 N*s/m"},
    {&quire_kind_normal_linear, "stiffness=1e5 N/m; damping=20 N*s/m; release=overlap"},
#define HERTZ "effective-modulus=5 MPa; effective-radius=1 cm; effective-mass=1 g; "
    {&quire_kind_normal_demlab_hertz, HERTZ "damping=none; viscous-coefficient=0.05 N*s/m"},
    {&quire_kind_normal_demlab_hertz, HERTZ "damping=critical-ratio; critical-ratio=0.3; remove-cohesion=no"},
    {&quire_kind_normal_demlab_hertz, HERTZ "restitution=0.5"},
    {&quire_kind_normal_demlab_hertz, HERTZ "damping=tti-exact; restitution=0; remove-cohesion=no"},
    {&quire_kind_normal_demlab_hertz, HERTZ "damping=kk; kk-coefficient=10 N*s/m^1.5"},
    {&quire_kind_normal_demlab_hertz, HERTZ "damping=lh; lh-coefficient=500 s^-1; remove-cohesion=no"},
    {&quire_kind_normal_hooke_scale_invariant, "youngs-modulus=10 MPa; mean-radius=1 cm; damping=20 N*s/m"},
    {&quire_kind_normal_hooke_scale_invariant, "youngs-modulus=10 MPa; rod-area=1 mm^2; rod-length=1 mm; damping=20 N*s/m; limit-force=yes"},
    {&quire_kind_normal_hunt_crossley, "stiffness=1e8 N/m^1.5; restitution=0.5; impact-velocity=0.1 m/s"},
    {&quire_kind_normal_hunt_crossley, "stiffness=1e5 N/m; exponent=1; restitution=0.9; damping=1 N*s/m; cutoff=no"},
    {&quire_kind_normal_gonthier_carvalho_martins, "stiffness=1e8 N/m^1.5; restitution=0.1; impact-velocity=0.1 m/s; cutoff=no"},
    {&quire_kind_normal_gonthier_carvalho_martins, "force=8 N; at-penetration=0.05 mm; exponent=2.3; restitution=0.7; maximum-penetration=0.3 mm"},
    {&quire_kind_normal_restitution_exact, "stiffness=1e8 N/m^1.5; restitution=1e-6; minimum-impact-velocity=0 m/s"},
    {&quire_kind_normal_restitution_exact, "stiffness=1e8 N/m^1.5; restitution=0.5; impact-velocity=1 m/s"},
};

static const struct sample frictions[] = {
    {&quire_kind_friction_mtt_step, "dynamic-coefficient=1; threshold-velocity=1 mm/s"},
    {&quire_kind_friction_mtt_step, "dynamic-coefficient=0.3; static-coefficient=0.4"},
    {&quire_kind_friction_mtt_step,
     "dynamic-coefficient=0.3; static-coefficient=0.4; maximum-force=0.5 N"},
    {&quire_kind_friction_mtt_step, "dynamic-coefficient=0"},
    {&quire_kind_friction_mtt_linear, "dynamic-coefficient=1; threshold-velocity=1 mm/s"},
    {&quire_kind_friction_mtt_linear,
     "dynamic-coefficient=0.2; static-coefficient=0.25; static-velocity=2 mm/s; "
     "dynamic-velocity=5 mm/s"},
    {&quire_kind_friction_mtt_linear,
     "dynamic-coefficient=0.3; static-coefficient=0.4; maximum-force=0.5 N"},
    {&quire_kind_friction_regularised, "dynamic-coefficient=0.3; regularisation-velocity=2 mm/s"},
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* pseudo-random numbers in [0, 1), always the same (Knuth's MMIX generator) */
static double
random_unit(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 11) * 0x1p-53;
}

/* either sign, any size */
static double
random_any(uint64_t *state)
{
    const double size = exp((random_unit(state) - 0.5) * 1400.0);
    return random_unit(state) < 0.5 ? -size : size;
}

static const double overlaps[] = {1e-9, 3e-7, 7e-6, 1.9e-5, 6.3e-5, 2.1e-4, 1.1e-3};
static const double rates[] = {-2.3, -0.3, -0.011, -2e-4, 2e-4, 0.013, 0.4, 3.0};

/* the same number, or both NaN */
static bool
same(double a, double b)
{
    return (isnan(a) && isnan(b)) || (a <= b && a >= b);
}

static bool
has_sample(const struct quire_kind *kind, const struct sample *sample, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (sample[i].kind == kind) {
            return true;
        }
    }
    return false;
}

/* a law that is new in the catalog needs samples here, or tests of its own where its force depends on more than the present motion */
Test(law_contract, every_law_is_tested)
{
    const struct quire_catalog *catalog = quire_catalog_all();
    int laws = 0;
    for (size_t i = 0; i < catalog->n; i++) {
        const struct quire_kind *kind = catalog->kind[i];
        if (strcmp(kind->family, "normal") == 0) {
            const struct quire_normal_law *law = kind->ops;
            cr_expect(has_sample(kind, normals, COUNT(normals)) || law->settle != NULL, "%s", kind->variant);
            laws++;
        } else if (strcmp(kind->family, "friction") == 0) {
            const struct quire_friction_law *law = kind->ops;
            cr_expect(has_sample(kind, frictions, COUNT(frictions)) || law->settle != NULL, "%s", kind->variant);
            laws++;
        }
    }
    cr_expect_geq(laws, 4);
}

Test(law_contract, no_force_when_open_and_none_that_pulls)
{
    for (size_t s = 0; s < COUNT(normals); s++) {
        quire_law *law = law_make(normals[s].kind, normals[s].settings);
        for (size_t r = 0; r < COUNT(rates); r++) {
            cr_expect_eq(law_normal(law, 0.0, rates[r]).force, 0.0);
            cr_expect_eq(law_normal(law, -1e-5, rates[r]).force, 0.0);
            for (size_t d = 0; d < COUNT(overlaps); d++) {
                const double force = law_normal(law, overlaps[d], rates[r]).force;
                cr_expect(law->normal->may_pull || force >= 0.0);
            }
        }
        quire_law_destroy(law);
    }
}

/* The derivative of f at x by central differences of order 4, and by ones half as wide: their
 * difference bounds the error unless there is a kink near. */
static bool
matches(double derivative, double wide, double narrow, double floor)
{
    const double error = fabs(wide - narrow) + 1e-6 * fabs(narrow) + floor;
    return fabs(derivative - narrow) <= error;
}

static double
normal_difference(const quire_law *law, double d, double v, double hd, double hv)
{
    const double h = hd + hv;
    const double one =
        law_normal(law, d + hd, v + hv).force - law_normal(law, d - hd, v - hv).force;
    const double two = law_normal(law, d + 2 * hd, v + 2 * hv).force -
                       law_normal(law, d - 2 * hd, v - 2 * hv).force;
    return (8.0 * one - two) / (12.0 * h);
}

Test(law_contract, normal_derivatives_equal_differences)
{
    for (size_t s = 0; s < COUNT(normals); s++) {
        quire_law *law = law_make(normals[s].kind, normals[s].settings);
        for (size_t i = 0; i < COUNT(overlaps) * COUNT(rates); i++) {
            const double d = overlaps[i / COUNT(rates)], v = rates[i % COUNT(rates)];
            const struct quire_normal_out out = law_normal(law, d, v);
            const double hd = 1e-3 * d, hv = 1e-3 * fabs(v);
            cr_expect(matches(out.d_overlap, normal_difference(law, d, v, hd, 0.0),
                              normal_difference(law, d, v, 0.5 * hd, 0.0),
                              1e-14 * (fabs(out.force) + fabs(out.elastic)) / hd),
                      "%s at %g, %g: dN/doverlap %.9g, not %.9g", normals[s].settings, d, v,
                      out.d_overlap, normal_difference(law, d, v, 0.5 * hd, 0.0));
            cr_expect(matches(out.d_closing, normal_difference(law, d, v, 0.0, hv),
                              normal_difference(law, d, v, 0.0, 0.5 * hv),
                              1e-14 * (fabs(out.force) + fabs(out.elastic)) / hv),
                      "%s at %g, %g: dN/dclosing %.9g, not %.9g", normals[s].settings, d, v,
                      out.d_closing, normal_difference(law, d, v, 0.0, 0.5 * hv));
        }
        quire_law_destroy(law);
    }
}

/* Lanes side by side give what eval gives, to the last bit; a bound and NaN among them. */
Test(law_contract, lanes_equal_eval)
{
    static const double any[] = {1e-9, 6.3e-5, 1.1e-3, 3.0, 1e35, NAN}, loads[] = {1e-9, -0.4, 1.1e-3, 3.0, 1e35, NAN};
    static const double speeds[] = {-1e35, -2.3, -1.2e-3, -2e-4, 0, 2e-4, 1e-3, 1.3e-3, 5e-3, 0.4, 1e35, NAN};
    const size_t n_any = COUNT(any), n_speed = COUNT(speeds);

    for (size_t s = 0; s < COUNT(normals); s++) {
        quire_law *law = law_make(normals[s].kind, normals[s].settings);
        for (size_t i = 0; law->normal->eval_lanes != NULL && i < n_any * n_speed; i += QUIRE_LAW_LANES) {
            struct quire_normal_lanes lanes;
            for (size_t j = 0; j < QUIRE_LAW_LANES; j++) {
                lanes.overlap[j] = any[(i + j) % n_any];
                lanes.closing[j] = speeds[(i + j) / n_any];
            }
            law->normal->eval_lanes(law->compiled, &lanes);
            for (size_t j = 0; j < QUIRE_LAW_LANES; j++) {
                const struct quire_normal_out out = law_normal(law, lanes.overlap[j], lanes.closing[j]);
                cr_expect(same(lanes.force[j], out.force) && same(lanes.d_overlap[j], out.d_overlap) &&
                              same(lanes.d_closing[j], out.d_closing) && same(lanes.elastic[j], out.elastic),
                          "%s at %g, %g: %.17g, not %.17g", normals[s].settings, lanes.overlap[j], lanes.closing[j], lanes.force[j],
                          out.force);
            }
        }
        quire_law_destroy(law);
    }
    for (size_t s = 0; s < COUNT(frictions); s++) {
        quire_law *law = law_make(frictions[s].kind, frictions[s].settings);
        for (size_t i = 0; law->friction->eval_lanes != NULL && i < n_any * n_speed; i += QUIRE_LAW_LANES) {
            struct quire_friction_lanes lanes;
            for (size_t j = 0; j < QUIRE_LAW_LANES; j++) {
                lanes.normal[j] = loads[(i + j) % n_any];
                lanes.slip[j] = speeds[(i + j) / n_any];
                lanes.factor[j] = 1.0 + 0.3 * (double)j;
            }
            law->friction->eval_lanes(law->compiled, &lanes);
            for (size_t j = 0; j < QUIRE_LAW_LANES; j++) {
                const struct quire_friction_out out = law_friction(law, lanes.slip[j], lanes.normal[j], lanes.factor[j]);
                cr_expect(same(lanes.force[j], out.force) && same(lanes.d_slip[j], out.d_slip) && same(lanes.d_normal[j], out.d_normal) &&
                              same(lanes.d_factor[j], out.d_factor),
                          "%s at %g, %g: %.17g, not %.17g", frictions[s].settings, lanes.slip[j], lanes.normal[j], lanes.force[j],
                          out.force);
            }
        }
        quire_law_destroy(law);
    }
}

/* At rate 0 the derivative is the one for approach; with a damping exponent below 1, where it is
 * infinite, it is capped, and the force is not. */
Test(law_contract, slope_at_rate_zero)
{
    quire_law *law = law_make(normals[3].kind, normals[3].settings);
    const struct quire_normal_out rest = law_normal(law, 1e-5, 0.0),
                                  slow = law_normal(law, 1e-5, 1e-9);
    cr_expect(isfinite(rest.d_closing) && rest.d_closing > 0.0);
    const double damping = 3000.0 * pow(1e-9, 0.5) * pow(1e-5, 1.3);
    cr_expect_float_eq(slow.force - slow.elastic, damping, 1e-9 * damping);
    quire_law_destroy(law);
}

/* stored(d) is the integral of `elastic` from 0 to d (Simpson's rule in log d) */
Test(law_contract, stored_energy_is_the_integral_of_the_elastic_force)
{
    for (size_t s = 0; s < COUNT(normals); s++) {
        quire_law *law = law_make(normals[s].kind, normals[s].settings);
        cr_expect_eq(law->normal->stored(law->compiled, 0.0), 0.0);
        cr_expect_eq(law->normal->stored(law->compiled, -1e-4), 0.0);
        const double from = 1e-5, to = 2.9e-4;
        const int n = 4000;
        double sum = 0.0;
        for (int i = 0; i <= n; i++) {
            const double d = from * pow(to / from, (double)i / n);
            const double weight = i == 0 || i == n ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
            sum += weight * law_normal(law, d, -0.1).elastic * d;
        }
        sum *= log(to / from) / (3.0 * n);
        const double stored =
            law->normal->stored(law->compiled, to) - law->normal->stored(law->compiled, from);
        cr_expect_float_eq(stored, sum, 1e-10 * stored, "%s", normals[s].settings);
        quire_law_destroy(law);
    }
}

/* Power dissipated, (N - elastic) * rate, is never negative; so no closed cycle yields energy. */
Test(law_contract, never_creates_energy)
{
    for (size_t s = 0; s < COUNT(normals); s++) {
        quire_law *law = law_make(normals[s].kind, normals[s].settings);
        for (size_t d = 0; d < COUNT(overlaps); d++) {
            for (size_t r = 0; r < COUNT(rates); r++) {
                const struct quire_normal_out out = law_normal(law, overlaps[d], rates[r]);
                cr_expect((out.force - out.elastic) * rates[r] >= 0.0);
            }
        }
        /* overlap a (1 - cos) once around: the work done on the law is >= 0 */
        const double a = 4e-5, frequency = 2000.0;
        double work = 0.0, exchanged = 0.0;
        for (int i = 0; i < 2000; i++) {
            const double phase = 6.283185307179586 * (i + 0.5) / 2000;
            const double rate = a * frequency * sin(phase);
            const double power = law_normal(law, a * (1.0 - cos(phase)), rate).force * rate;
            work += power;
            exchanged += fabs(power);
        }
        cr_expect(work >= -1e-14 * exchanged, "%s", normals[s].settings);
        quire_law_destroy(law);
    }
}

Test(law_contract, no_finite_input_gives_nan)
{
    uint64_t state = 1;
    for (size_t s = 0; s < COUNT(normals); s++) {
        quire_law *law = law_make(normals[s].kind, normals[s].settings);
        for (int i = 0; i < 12000; i++) {
            const double d = i % 10 == 0 ? 0.0 : random_any(&state);
            const double v = i % 10 == 1 ? 0.0 : random_any(&state);
            const struct quire_normal_out out = law_normal(law, d, v);
            cr_assert(isfinite(out.force) && isfinite(out.d_overlap) && isfinite(out.d_closing) &&
                          isfinite(out.elastic) && isfinite(law->normal->stored(law->compiled, d)),
                      "%s at %g, %g", normals[s].settings, d, v);
        }
        cr_expect(isnan(law_normal(law, 1e-5, (double)NAN).force), "NaN must not be hidden");
        quire_law_destroy(law);
    }
    for (size_t s = 0; s < COUNT(frictions); s++) {
        quire_law *law = law_make(frictions[s].kind, frictions[s].settings);
        for (int i = 0; i < 12000; i++) {
            const double v = i % 10 == 0 ? 0.0 : random_any(&state);
            const double normal = i % 10 == 1 ? 0.0 : fabs(random_any(&state));
            const struct quire_friction_out out = law_friction(law, v, normal, 1.5);
            cr_assert(isfinite(out.force) && isfinite(out.d_slip) && isfinite(out.d_normal) &&
                          isfinite(out.d_factor) && isfinite(out.limit),
                      "%s at %g, %g", frictions[s].settings, v, normal);
        }
        quire_law_destroy(law);
    }
}

static const double slips[] = {1e-9, 1e-5, 4e-4, 9.9e-4, 1.2e-3, 1.45e-3, 1.6e-3, 3e-3, 0.2, 10.0};

Test(law_contract, friction_opposes_slip_is_odd_and_bounded)
{
    for (size_t s = 0; s < COUNT(frictions); s++) {
        quire_law *law = law_make(frictions[s].kind, frictions[s].settings);
        cr_expect_eq(law_friction(law, 0.0, 2.0, 1.0).force, 0.0);
        for (size_t i = 0; i < COUNT(slips); i++) {
            const struct quire_friction_out ahead = law_friction(law, slips[i], 2.0, 1.3),
                                            back = law_friction(law, -slips[i], 2.0, 1.3);
            cr_expect(ahead.force <= 0.0 && ahead.force == -back.force);
            cr_expect_eq(ahead.d_slip, back.d_slip);
            cr_expect(fabs(ahead.force) <= ahead.limit * (1.0 + 1e-15));
            cr_expect_eq(law_friction(law, slips[i], 0.0, 1.0).force, 0.0);
        }
        quire_law_destroy(law);
    }
}

/* continuous at both thresholds and where the force is capped: no jump between neighbours */
Test(law_contract, friction_is_continuous)
{
    for (size_t s = 0; s < COUNT(frictions); s++) {
        quire_law *law = law_make(frictions[s].kind, frictions[s].settings);
        for (int i = 0; i < 60000; i++) {
            const double v = 1e-7 * i, next = 1e-7 * (i + 1);
            const double jump =
                law_friction(law, next, 2.0, 1.0).force - law_friction(law, v, 2.0, 1.0).force;
            cr_assert(fabs(jump) <= 2.0 * 1.5 * 1.0 * 1e-7 / 1e-3 * 1.001); /* N mu' dv */
        }
        quire_law_destroy(law);
    }
}

static double
friction_force(const quire_law *law, const double at[3])
{
    return law_friction(law, at[0], at[1], at[2]).force;
}

Test(law_contract, friction_derivatives_equal_differences)
{
    for (size_t s = 0; s < COUNT(frictions); s++) {
        quire_law *law = law_make(frictions[s].kind, frictions[s].settings);
        for (size_t i = 0; i < 2 * COUNT(slips); i++) {
            const double v = i % 2 == 0 ? slips[i / 2] : -slips[i / 2];
            const double at[3] = {v, 2.0, 1.1};
            const struct quire_friction_out out = law_friction(law, v, at[1], at[2]);
            const double derivative[3] = {out.d_slip, out.d_normal, out.d_factor};
            for (int k = 0; k < 3; k++) {
                double h = 1e-4 * fabs(at[k]), difference[2];
                for (int half = 0; half < 2; half++, h *= 0.5) {
                    double high[3] = {at[0], at[1], at[2]}, low[3] = {at[0], at[1], at[2]};
                    high[k] += h;
                    low[k] -= h;
                    difference[half] =
                        (friction_force(law, high) - friction_force(law, low)) / (2.0 * h);
                }
                cr_expect(matches(derivative[k], difference[0], difference[1],
                                  1e-15 * fabs(out.force) / h),
                          "%s at %g, derivative %d: %.9g, not %.9g", frictions[s].settings, v, k,
                          derivative[k], difference[1]);
            }
        }
        quire_law_destroy(law);
    }
}

Test(step, is_cubic_and_level_outside)
{
    double slope;
    cr_expect_eq(quire_step(-1.0, 0.0, 2.0, 4.0, 6.0, &slope), 2.0);
    cr_expect_eq(slope, 0.0);
    cr_expect_eq(quire_step(5.0, 0.0, 2.0, 4.0, 6.0, &slope), 6.0);
    cr_expect_eq(quire_step(2.0, 0.0, 2.0, 4.0, 6.0, &slope), 4.0);
    cr_expect_eq(slope, 1.5); /* 3/2 of the mean slope */
    cr_expect_eq(quire_step(1e-30, 0.0, 0.0, 0.0, 1.0, &slope), 1.0);
}
