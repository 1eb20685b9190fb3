/* What every friction law must keep. Those that hold on have tests of their own. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "catalog/catalog.h"
#include "fixtures/law_trials.h"
#include "math/smoothstep.h"

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
    {&quire_kind_friction_directional, "with-coefficient=0.2; against-coefficient=0.5; lean=0.7"},
    {&quire_kind_friction_directional,
     "with-coefficient=0.3; against-coefficient=0; lean=-1; threshold-velocity=4 mm/s"},
};

/* the laws whose force follows from the present motion */
static struct trials
all_frictions(void)
{
    const struct trials all = trials_of(&quire_family_friction, frictions, COUNT(frictions));
    struct trials plain = {.n = 0};
    for (size_t i = 0; i < all.n; i++) {
        if (all.trial[i].law->friction->commit == NULL && !all.trial[i].law->friction->by_overlap) {
            plain.trial[plain.n++] = all.trial[i];
        } else {
            quire_law_destroy(all.trial[i].law);
        }
    }
    return plain;
}

Test(friction_contract, every_law_is_tried)
{
    const struct quire_catalog *catalog = quire_catalog_all();
    struct trials all = all_frictions();
    for (size_t i = 0; i < catalog->n; i++) {
        if (catalog->kind[i]->family == &quire_family_friction) {
            const struct quire_friction_law *law = catalog->kind[i]->ops;
            cr_expect(trials_have(&all, catalog->kind[i]) || law->commit != NULL || law->by_overlap,
                      "%s", catalog->kind[i]->variant);
        }
    }
    trials_free(&all);
}

/* Lanes side by side give what eval gives, to the last bit; a bound and NaN among them. */
Test(friction_contract, lanes_equal_eval)
{
    static const double loads[] = {1e-9, -0.4, 1.1e-3, 3.0, 1e35, NAN};
    static const double speeds[] = {-1e35, -2.3,   -1.2e-3, -2e-4, 0,    2e-4,
                                    1e-3,  1.3e-3, 5e-3,    0.4,   1e35, NAN};
    const size_t n_any = COUNT(loads), n_speed = COUNT(speeds);
    struct trials all = all_frictions();
    for (size_t s = 0; s < all.n; s++) {
        const quire_law *law = all.trial[s].law;
        for (size_t i = 0; law->friction->eval_lanes != NULL && i < n_any * n_speed;
             i += QUIRE_LAW_LANES) {
            struct quire_friction_lanes lanes;
            for (size_t j = 0; j < QUIRE_LAW_LANES; j++) {
                lanes.normal[j] = loads[(i + j) % n_any];
                lanes.slip[j] = speeds[(i + j) / n_any];
                lanes.factor[j] = 1.0 + 0.3 * (double)j;
            }
            law->friction->eval_lanes(law->compiled, &lanes);
            for (size_t j = 0; j < QUIRE_LAW_LANES; j++) {
                const struct quire_friction_out out =
                    law_friction(law, lanes.slip[j], lanes.normal[j], lanes.factor[j]);
                cr_expect(same_number(lanes.force[j], out.force) &&
                              same_number(lanes.d_slip[j], out.d_slip) &&
                              same_number(lanes.d_normal[j], out.d_normal) &&
                              same_number(lanes.d_factor[j], out.d_factor) &&
                              same_number(lanes.limit[j], out.limit) &&
                              same_number(lanes.creep[j], out.creep),
                          "%s at %g, %g: %.17g, not %.17g", all.trial[s].name, lanes.slip[j],
                          lanes.normal[j], lanes.force[j], out.force);
            }
        }
    }
    trials_free(&all);
}

Test(friction_contract, no_finite_input_gives_nan)
{
    uint64_t state = 1;
    struct trials all = all_frictions();
    for (size_t s = 0; s < all.n; s++) {
        const quire_law *law = all.trial[s].law;
        for (int i = 0; i < 12000; i++) {
            const double v = i % 10 == 0 ? 0.0 : random_any(&state);
            const double normal = i % 10 == 1 ? 0.0 : fabs(random_any(&state));
            const struct quire_friction_out out = law_friction(law, v, normal, 1.5);
            cr_assert(isfinite(out.force) && isfinite(out.d_slip) && isfinite(out.d_normal) &&
                          isfinite(out.d_factor) && isfinite(out.limit),
                      "%s at %g, %g", all.trial[s].name, v, normal);
        }
    }
    trials_free(&all);
}

static const double slips[] = {1e-9, 1e-5, 4e-4, 9.9e-4, 1.2e-3, 1.45e-3, 1.6e-3, 3e-3, 0.2, 10.0};

/* odd unless it is directed */
Test(friction_contract, opposes_slip_is_odd_and_bounded)
{
    struct trials all = all_frictions();
    for (size_t s = 0; s < all.n; s++) {
        const quire_law *law = all.trial[s].law;
        cr_expect_eq(law_friction(law, 0.0, 2.0, 1.0).force, 0.0);
        for (size_t i = 0; i < COUNT(slips); i++) {
            const struct quire_friction_out ahead = law_friction(law, slips[i], 2.0, 1.3),
                                            back = law_friction(law, -slips[i], 2.0, 1.3);
            cr_expect(ahead.force <= 0.0 && back.force >= 0.0);
            cr_expect(law->friction->directed ||
                      (ahead.force == -back.force && ahead.d_slip == back.d_slip));
            cr_expect(fabs(ahead.force) <= ahead.limit * (1.0 + 1e-15));
            cr_expect_eq(law_friction(law, slips[i], 0.0, 1.0).force, 0.0);
        }
    }
    trials_free(&all);
}

/* continuous at both thresholds and where the force is capped: no jump between neighbours */
Test(friction_contract, is_continuous)
{
    struct trials all = all_frictions();
    for (size_t s = 0; s < all.n; s++) {
        const quire_law *law = all.trial[s].law;
        for (int i = 0; i < 60000; i++) {
            const double v = 1e-7 * i, next = 1e-7 * (i + 1);
            const double jump =
                law_friction(law, next, 2.0, 1.0).force - law_friction(law, v, 2.0, 1.0).force;
            cr_assert(fabs(jump) <= 2.0 * 1.5 * 1.0 * 1e-7 / 1e-3 * 1.001); /* N mu' dv */
        }
    }
    trials_free(&all);
}

static double
friction_force(const quire_law *law, const double at[3])
{
    return law_friction(law, at[0], at[1], at[2]).force;
}

Test(friction_contract, derivatives_equal_differences)
{
    struct trials all = all_frictions();
    for (size_t s = 0; s < all.n; s++) {
        const quire_law *law = all.trial[s].law;
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
                cr_expect(matches_differences(derivative[k], difference[0], difference[1],
                                              1e-15 * fabs(out.force) / h),
                          "%s at %g, derivative %d: %.9g, not %.9g", all.trial[s].name, v, k,
                          derivative[k], difference[1]);
            }
        }
    }
    trials_free(&all);
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
