/* What every normal law must keep. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "catalog/catalog.h"
#include "fixtures/law_trials.h"

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
    {&quire_kind_normal_demlab_hertz,
     HERTZ "damping=critical-ratio; critical-ratio=0.3; remove-cohesion=no"},
    {&quire_kind_normal_demlab_hertz, HERTZ "restitution=0.5"},
    {&quire_kind_normal_demlab_hertz, HERTZ "damping=tti-exact; restitution=0; remove-cohesion=no"},
    {&quire_kind_normal_demlab_hertz, HERTZ "damping=kk; kk-coefficient=10 N*s/m^1.5"},
    {&quire_kind_normal_demlab_hertz,
     HERTZ "damping=lh; lh-coefficient=500 s^-1; remove-cohesion=no"},
    {&quire_kind_normal_distance_power,
     "area=1 cm^2; reference-distance=1 mm; cut-off=2 mm; repulsion=1 kPa; damping=5 Pa*s/m"},
    {&quire_kind_normal_distance_power, "area=1 cm^2; reference-distance=1 mm; cut-off=3 mm; "
                                        "layer=2 mm; repulsion=1 kPa; repulsion-exponent=2.5; "
                                        "damping=5 Pa*s/m; damping-exponent=0; adhesion=300 Pa; "
                                        "attraction-exponent=1; counter-exponent=4"},
    {&quire_kind_normal_hooke_scale_invariant,
     "youngs-modulus=10 MPa; mean-radius=1 cm; damping=20 N*s/m"},
    {&quire_kind_normal_hooke_scale_invariant,
     "youngs-modulus=10 MPa; rod-area=1 mm^2; rod-length=1 mm; damping=20 N*s/m; limit-force=yes"},
    {&quire_kind_normal_fibre_bed, "area=10 cm^2; height=0.5 mm; half-pressure=200 Pa"},
    {&quire_kind_normal_fibre_bed, "area=10 cm^2; height=2 mm; half-pressure=2 kPa; "
                                   "solid-fraction=0.4; damping=0.3 s/m"},
    {&quire_kind_normal_rough_surface, "stiffness=5e4 N/m; scale=2 um; damping=10 s/m"},
    {&quire_kind_normal_rough_surface,
     "stiffness=5e4 N/m; scale=30 um; depth=1.2 mm; damping=3 s/m; "
     "rebound-damping-factor=0.1"},
    {&quire_kind_normal_rough_surface, "stiffness=1e5 N/m; scale=5 um; depth=0 mm"},
    {&quire_kind_normal_hunt_crossley,
     "stiffness=1e8 N/m^1.5; restitution=0.5; impact-velocity=0.1 m/s"},
    {&quire_kind_normal_hunt_crossley,
     "stiffness=1e5 N/m; exponent=1; restitution=0.9; damping=1 N*s/m; cutoff=no"},
    {&quire_kind_normal_gonthier_carvalho_martins,
     "stiffness=1e8 N/m^1.5; restitution=0.1; impact-velocity=0.1 m/s; cutoff=no"},
    {&quire_kind_normal_gonthier_carvalho_martins,
     "force=8 N; at-penetration=0.05 mm; exponent=2.3; restitution=0.7; maximum-penetration=0.3 "
     "mm"},
    {&quire_kind_normal_restitution_exact,
     "stiffness=1e8 N/m^1.5; restitution=1e-6; minimum-impact-velocity=0 m/s"},
    {&quire_kind_normal_restitution_exact,
     "stiffness=1e8 N/m^1.5; restitution=0.5; impact-velocity=1 m/s"},
};

static const double overlaps[] = {1e-9, 3e-7, 7e-6, 1.9e-5, 6.3e-5, 2.1e-4, 1.1e-3};
static const double rates[] = {-2.3, -0.3, -0.011, -2e-4, 2e-4, 0.013, 0.4, 3.0};

static struct trials
all_normals(void)
{
    return trials_of(&quire_family_normal, normals, COUNT(normals));
}

Test(normal_contract, every_law_is_tried)
{
    const struct quire_catalog *catalog = quire_catalog_all();
    struct trials all = all_normals();
    for (size_t i = 0; i < catalog->n; i++) {
        if (catalog->kind[i]->family == &quire_family_normal) {
            cr_expect(trials_have(&all, catalog->kind[i]), "%s", catalog->kind[i]->variant);
        }
    }
    trials_free(&all);
}

Test(normal_contract, no_force_when_open_and_none_that_pulls)
{
    struct trials all = all_normals();
    for (size_t s = 0; s < all.n; s++) {
        const struct trial *t = &all.trial[s];
        for (size_t r = 0; r < COUNT(rates); r++) {
            cr_expect_eq(trial_normal(t, 0.0, rates[r]).force, 0.0, "%s", t->name);
            cr_expect_eq(trial_normal(t, -1e-5, rates[r]).force, 0.0, "%s", t->name);
            for (size_t d = 0; d < COUNT(overlaps); d++) {
                const double force = trial_normal(t, overlaps[d], rates[r]).force;
                cr_expect(t->law->normal->may_pull || force >= 0.0, "%s", t->name);
            }
        }
    }
    trials_free(&all);
}

static double
difference(const struct trial *t, double d, double v, double hd, double hv)
{
    const double one =
        trial_normal(t, d + hd, v + hv).force - trial_normal(t, d - hd, v - hv).force;
    const double two = trial_normal(t, d + 2 * hd, v + 2 * hv).force -
                       trial_normal(t, d - 2 * hd, v - 2 * hv).force;
    return (8.0 * one - two) / (12.0 * (hd + hv));
}

Test(normal_contract, derivatives_equal_differences)
{
    struct trials all = all_normals();
    for (size_t i = 0; i < all.n * COUNT(overlaps) * COUNT(rates); i++) {
        const struct trial *t = &all.trial[i / (COUNT(overlaps) * COUNT(rates))];
        const double d = overlaps[i / COUNT(rates) % COUNT(overlaps)], v = rates[i % COUNT(rates)];
        const struct quire_normal_out out = trial_normal(t, d, v);
        const double hd = 1e-3 * d, hv = 1e-3 * fabs(v),
                     size = 1e-14 * (fabs(out.force) + fabs(out.elastic) + fabs(out.d_closing * v));
        cr_expect(matches_differences(out.d_overlap, difference(t, d, v, hd, 0.0),
                                      difference(t, d, v, 0.5 * hd, 0.0), size / hd),
                  "%s at %g, %g: dN/doverlap %.9g, not %.9g", t->name, d, v, out.d_overlap,
                  difference(t, d, v, 0.5 * hd, 0.0));
        cr_expect(matches_differences(out.d_closing, difference(t, d, v, 0.0, hv),
                                      difference(t, d, v, 0.0, 0.5 * hv), size / hv),
                  "%s at %g, %g: dN/dclosing %.9g, not %.9g", t->name, d, v, out.d_closing,
                  difference(t, d, v, 0.0, 0.5 * hv));
    }
    trials_free(&all);
}

/* Lanes side by side give what eval gives, to the last bit; a bound and NaN among them. */
Test(normal_contract, lanes_equal_eval)
{
    static const double any[] = {1e-12, 1e-9, 6.3e-5, 1.1e-3, 3.0, 1e35, NAN};
    static const double speeds[] = {-1e35, -2.3,   -1.2e-3, -2e-4, 0,    2e-4,
                                    1e-3,  1.3e-3, 5e-3,    0.4,   1e35, NAN};
    const size_t n = COUNT(any) * COUNT(speeds);
    struct trials all = all_normals();
    for (size_t s = 0; s < all.n; s++) {
        const struct trial *t = &all.trial[s];
        const struct quire_normal_law *normal = t->law->normal;
        for (size_t i = 0; normal->eval_lanes != NULL && i < n; i += QUIRE_LAW_LANES) {
            struct quire_normal_lanes lanes;
            for (size_t j = 0; j < QUIRE_LAW_LANES; j++) {
                lanes.overlap[j] = any[(i + j) % n % COUNT(any)];
                lanes.closing[j] = speeds[(i + j) % n / COUNT(any)];
            }
            normal->eval_lanes(t->law->compiled, &lanes);
            for (size_t j = 0; j < QUIRE_LAW_LANES; j++) {
                const struct quire_normal_out out =
                    trial_normal(t, lanes.overlap[j], lanes.closing[j]);
                cr_expect(same_number(lanes.force[j], out.force) &&
                              same_number(lanes.d_overlap[j], out.d_overlap) &&
                              same_number(lanes.d_closing[j], out.d_closing) &&
                              same_number(lanes.elastic[j], out.elastic),
                          "%s at %g, %g: %.17g, not %.17g", t->name, lanes.overlap[j],
                          lanes.closing[j], lanes.force[j], out.force);
            }
        }
    }
    trials_free(&all);
}

/* At rate 0 the derivative is the one for approach; with a damping exponent below 1, where it is
 * infinite, it is capped, and the force is not. */
Test(normal_contract, slope_at_rate_zero)
{
    quire_law *law = law_make(normals[3].kind, normals[3].settings);
    const struct quire_normal_out rest = law_normal(law, 1e-5, 0.0),
                                  slow = law_normal(law, 1e-5, 1e-9);
    cr_expect(isfinite(rest.d_closing) && rest.d_closing > 0.0);
    const double damping = 3000.0 * pow(1e-9, 0.5) * pow(1e-5, 1.3);
    cr_expect_float_eq(slow.force - slow.elastic, damping, 1e-9 * damping);
    quire_law_destroy(law);
}

/* stored(d) is the integral of `elastic` from 0 to d (Simpson's rule in log d), for laws whose
 * stored energy follows from d alone */
Test(normal_contract, stored_energy_is_the_integral_of_the_elastic_force)
{
    struct trials all = all_normals();
    for (size_t s = 0; s < all.n; s++) {
        const struct trial *t = &all.trial[s];
        const double from = 1e-5, to = 2.9e-4;
        const int n = 4000;
        double sum = 0.0;
        cr_expect_eq(trial_stored(t, 0.0), 0.0, "%s", t->name);
        cr_expect_eq(trial_stored(t, -1e-4), 0.0, "%s", t->name);
        for (int i = 0; t->law->normal->stored_at == NULL && i <= n; i++) {
            const double d = from * pow(to / from, (double)i / n);
            const double weight = i == 0 || i == n ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
            sum += weight * trial_normal(t, d, -0.1).elastic * d;
        }
        sum *= log(to / from) / (3.0 * n);
        const double energy = trial_stored(t, to) - trial_stored(t, from);
        cr_expect(t->law->normal->stored_at != NULL || fabs(energy - sum) <= 1e-10 * fabs(energy),
                  "%s: %g, not %g", t->name, energy, sum);
    }
    trials_free(&all);
}

/* Power dissipated, (N - elastic) * rate, is never negative. */
Test(normal_contract, dissipates)
{
    struct trials all = all_normals();
    for (size_t i = 0; i < all.n * COUNT(overlaps) * COUNT(rates); i++) {
        const struct trial *t = &all.trial[i / (COUNT(overlaps) * COUNT(rates))];
        const double d = overlaps[i / COUNT(rates) % COUNT(overlaps)], v = rates[i % COUNT(rates)];
        const struct quire_normal_out out = trial_normal(t, d, v);
        cr_expect((out.force - out.elastic) * v >= -1e-15 * fabs(out.elastic * v), "%s at %g, %g",
                  t->name, d, v);
    }
    trials_free(&all);
}

/* A motion in small steps as an integrator takes them: what the law settles. */
struct walk {
    const struct quire_law *law;
    struct quire_law_memory memory;
    double overlap;
};

static void
walk_to(struct walk *w, double overlap, double closing, double since)
{
    const struct quire_normal_law *normal = w->law->normal;
    const struct quire_normal_in in = {
        .overlap = overlap, .closing = closing, .memory = &w->memory};
    if (normal->commit != NULL) {
        normal->commit(w->law->compiled, &in, since, &w->memory);
    }
    w->overlap = overlap;
}

/* Over any motion from open to open, through several touches, the work done on the contact is at
 * least 0, but for what the midpoint rule misses at touches. */
Test(normal_contract, never_creates_energy)
{
    struct trials all = all_normals();
    const int n = 6000;
    for (size_t s = 0; s < all.n; s++) {
        for (int run = 0; run < 4; run++) {
            const double a = 1e-5 * (1 + 3 * run), period = run % 2 == 0 ? 2e-3 : 0.1,
                         dt = period / n;
            struct walk w = {.law = all.trial[s].law, .overlap = -1e-6};
            double work = 0.0, exchanged = 0.0;
            walk_to(&w, -1e-6, 0.0, dt);
            for (int i = 0; i < n; i++) {
                /* at the middle and at the end: a (1 - cos - 0.9 sin 2 - 0.4 (1 - cos 5)) */
                double d[2], v[2];
                for (int k = 0; k < 2; k++) {
                    const double phase = 6.283185307179586 * (i + 0.5 * (k + 1)) / n,
                                 rate = 6.283185307179586 / period;
                    d[k] =
                        a * (1 - cos(phase) - 0.9 * sin(2 * phase) - 0.4 * (1 - cos(5 * phase))) -
                        1e-6;
                    v[k] = a * rate * (sin(phase) - 1.8 * cos(2 * phase) - 2 * sin(5 * phase));
                }
                const struct trial now = {.law = all.trial[s].law, .memory = w.memory};
                const double power = d[0] > 0.0 ? trial_normal(&now, d[0], v[0]).force * v[0] : 0.0;
                work += dt * power;
                exchanged += dt * fabs(power);
                walk_to(&w, d[1], v[1], dt);
            }
            cr_expect(work >= -3e-4 * exchanged, "%s, run %d: %g of %g", all.trial[s].name, run,
                      work, exchanged);
        }
    }
    trials_free(&all);
}

/* ---- what a law says of its smoothness is so ---- */

#define NEXT_TO_TOUCH 1e-200

static unsigned
traits_seen(const struct trial *t)
{
    unsigned traits = 0;
    for (size_t r = 0; r < COUNT(rates); r++) {
        const double v = rates[r], first = trial_normal(t, NEXT_TO_TOUCH, v).force;
        const double near = fabs(trial_normal(t, 1e-16, v).force - first),
                     far = fabs(trial_normal(t, 1e-12, v).force - first);
        traits |= fabs(first) > 1e-20 ? QUIRE_LAW_JUMPS_AT_TOUCH : 0u;
        traits |= near > 1e-300 && far < 0.5e4 * near ? QUIRE_LAW_STEEP_AT_TOUCH : 0u;
    }
    for (size_t i = 0; i < COUNT(overlaps); i++) {
        const double d = overlaps[i], at = trial_normal(t, d, 0.0).force;
        const double ahead = trial_normal(t, d, 1e-9).d_closing,
                     back = trial_normal(t, d, -1e-9).d_closing;
        const double little = fabs(trial_normal(t, d, 1e-10).force - at),
                     more = fabs(trial_normal(t, d, 1e-6).force - at);
        traits |=
            fabs(ahead - back) > 1e-3 * (fabs(ahead) + fabs(back)) ? QUIRE_LAW_KINK_AT_REST : 0u;
        traits |= little > 1e-12 * fabs(at) && more < 0.5e4 * little ? QUIRE_LAW_STEEP_AT_REST : 0u;
    }
    return traits;
}

/* no trial shows what its law does not admit, and what it admits is seen in one of them */
Test(normal_contract, traits_are_those_of_the_force)
{
    const unsigned shown = QUIRE_LAW_JUMPS_AT_TOUCH | QUIRE_LAW_STEEP_AT_TOUCH |
                           QUIRE_LAW_KINK_AT_REST | QUIRE_LAW_STEEP_AT_REST;
    struct trials all = all_normals();
    for (size_t s = 0; s < all.n; s++) {
        const struct quire_kind *kind = all.trial[s].law->kind;
        const unsigned said = all.trial[s].law->normal->traits;
        unsigned seen = 0;
        for (size_t i = 0; i < all.n; i++) {
            seen |= all.trial[i].law->kind == kind ? traits_seen(&all.trial[i]) : 0u;
        }
        cr_expect((traits_seen(&all.trial[s]) & ~said) == 0, "%s: %x, not only %x",
                  all.trial[s].name, traits_seen(&all.trial[s]), said);
        cr_expect((said & shown & ~seen) == 0, "%s: %x, not all of %x", all.trial[s].name, seen,
                  said);
    }
    trials_free(&all);
}

/* a law that may pull says how that ends, one that may not ends at zero force */
Test(normal_contract, release_goes_with_pulling)
{
    struct trials all = all_normals();
    for (size_t s = 0; s < all.n; s++) {
        const struct quire_normal_law *normal = all.trial[s].law->normal;
        cr_expect_eq(normal->may_pull, normal->release != QUIRE_RELEASE_FORCE, "%s",
                     all.trial[s].name);
        cr_expect_eq(normal->commit != NULL, normal->history[0].name != NULL, "%s",
                     all.trial[s].name);
    }
    trials_free(&all);
}

Test(normal_contract, no_finite_input_gives_nan)
{
    uint64_t state = 1;
    struct trials all = all_normals();
    for (size_t s = 0; s < all.n; s++) {
        struct trial t = all.trial[s];
        for (int i = 0; i < 6000; i++) {
            const double d = i % 10 == 0 ? 0.0 : random_any(&state);
            const double v = i % 10 == 1 ? 0.0 : random_any(&state);
            for (int k = 0; k < QUIRE_LAW_HISTORY && i > 3000; k++) {
                t.memory.history[k] = fabs(random_any(&state));
            }
            const struct quire_normal_out out = trial_normal(&t, d, v);
            cr_assert(isfinite(out.force) && isfinite(out.d_overlap) && isfinite(out.d_closing) &&
                          isfinite(out.elastic) && isfinite(trial_stored(&t, d)),
                      "%s at %g, %g", t.name, d, v);
        }
        cr_expect(isnan(trial_normal(&all.trial[s], 1e-5, (double)NAN).force) ||
                      !(trial_normal(&all.trial[s], 1e-5, 1.0).d_closing > 0.0),
                  "%s: NaN must not be hidden", t.name);
    }
    trials_free(&all);
}
