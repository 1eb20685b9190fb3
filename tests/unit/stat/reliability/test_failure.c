/* Rare failures of limit states whose probability is known; the whole of it is
 * `make scan-probability`. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "probability/families.h"
#include "stat/reliability/draws.h"
#include "stat/reliability/limit_states.h"
#include "stat/reliability/modes.h"

#define SEEDS  20
#define FEWEST 17 /* of 20 at a true coverage of 0.95, but for chance of 2 % */
#define BUDGET 5000

Test(failure, intervals_of_importance_sampling_hold_the_probability)
{
    for (size_t i = 0; i < n_limit_states; i++) {
        const struct limit_score s =
            limit_score_of(&limit_states[i], IMPORTANCE, 1e-5, BUDGET, 1, SEEDS);
        cr_expect_leq(s.most_runs, BUDGET);
        if (limit_states[i].covered) {
            cr_expect_geq(s.covered, FEWEST, "%s: %d", limit_states[i].name, s.covered);
        } else {
            cr_expect_geq(s.doubtful, FEWEST, "%s: %d", limit_states[i].name, s.doubtful);
        }
    }
}

Test(failure, intervals_of_subset_simulation_hold_the_probability)
{
    for (size_t i = 0; i < n_limit_states; i++) {
        const struct limit_score s =
            limit_score_of(&limit_states[i], SUBSET, 1e-5, BUDGET, 1, SEEDS);
        cr_expect_leq(s.most_runs, BUDGET);
        cr_expect_eq(s.answered, SEEDS);
        cr_expect_geq(s.covered, FEWEST, "%s: %d", limit_states[i].name, s.covered);
    }
}

/* ---- single answers ---- */

struct machine {
    double at;       /* fails where the sum of the inputs over sqrt(n) is above */
    size_t n, calls; /* calls left until it stops; 0: never */
    double unclear;  /* no verdict where the first input is above */
    bool tied;
};

static bool
attempt(void *user, const double *u, size_t count, double *margin)
{
    struct machine *m = user;

    if (m->calls > 0 && --m->calls == 0) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        double sum = 0;
        for (size_t j = 0; j < m->n; j++) {
            sum += u[i * m->n + j] / sqrt((double)m->n);
        }
        margin[i] = m->tied ? (sum < m->at ? 1 : -1) : m->at - sum;
        if (u[i * m->n] > m->unclear) {
            margin[i] = (double)NAN;
        }
    }
    return true;
}

static struct quire_failure_problem
problem_of(struct machine *m)
{
    return (struct quire_failure_problem){
        .n = m->n, .budget = BUDGET, .seed = 7, .confidence = 0.95, .attempt = attempt, .user = m};
}

Test(failure, the_region_is_told)
{
    struct machine m = {.at = 4, .n = 2, .unclear = HUGE_VAL};
    const struct quire_failure_problem problem = problem_of(&m);
    struct quire_failure f;

    cr_assert(quire_failure_importance(&problem, &f));
    cr_assert_eq(f.n_mode, 1);
    cr_assert_eq(f.kind, QUIRE_FAILURE_WEIGHED);
    cr_assert(f.distance >= 4 && f.distance < 4.3, "%g", f.distance);
    /* the mean of a normal number above 4, in both inputs */
    const double mean = quire_normal_density(4) / quire_normal_tails(4).above / sqrt(2);
    cr_expect_float_eq(f.mode[0], mean, 0.05);
    cr_expect_float_eq(f.mode[1], mean, 0.05);
    cr_expect(f.share[0] > 0.99);
    quire_failure_clear(&f);
}

Test(failure, the_same_seed_gives_the_same_numbers)
{
    struct machine m = {.at = 4, .n = 3, .unclear = HUGE_VAL};
    const struct quire_failure_problem problem = problem_of(&m);

    for (int method = 0; method < 2; method++) {
        struct quire_failure f[2];
        for (int i = 0; i < 2; i++) {
            cr_assert(method == 0 ? quire_failure_importance(&problem, &f[i])
                                  : quire_failure_subset(&problem, &f[i]));
        }
        cr_expect_eq(memcmp(&f[0].probability, &f[1].probability, sizeof f[0].probability), 0);
        cr_expect_eq(f[0].runs, f[1].runs);
        quire_failure_clear(&f[0]);
        quire_failure_clear(&f[1]);
    }
}

Test(failure, what_is_not_rare_is_counted)
{
    struct machine m = {.at = 0.5, .n = 2, .unclear = HUGE_VAL};
    const struct quire_failure_problem problem = problem_of(&m);
    struct quire_failure f;

    for (int method = 0; method < 2; method++) {
        cr_assert(method == 0 ? quire_failure_importance(&problem, &f)
                              : quire_failure_subset(&problem, &f));
        cr_expect(f.common && f.kind == QUIRE_FAILURE_COUNTED);
        cr_expect(f.runs <= 900 && f.interval.low < 0.3085 && f.interval.high > 0.3085);
        quire_failure_clear(&f);
    }
}

Test(failure, what_never_fails_has_an_upper_bound)
{
    struct machine m = {.at = HUGE_VAL, .n = 2, .unclear = HUGE_VAL};
    const struct quire_failure_problem problem = problem_of(&m);
    struct quire_failure f;

    cr_assert(quire_failure_importance(&problem, &f));
    cr_expect(f.kind == QUIRE_FAILURE_COUNTED && f.failures == 0 && f.runs == BUDGET);
    cr_expect(f.interval.low == 0 && f.probability == 0);
    /* 1 - 0.05^(1/n) of plain draws */
    cr_expect_float_eq(f.interval.high, 1 - pow(0.05, 1 / (double)f.final), 1e-12);
    cr_expect_eq(f.final, 3400);
    cr_expect_eq(f.distance, HUGE_VAL);
    quire_failure_clear(&f);
}

Test(failure, what_is_rarer_than_the_budget_reaches_has_an_upper_bound)
{
    struct machine m = {.at = 6.5, .n = 2, .unclear = HUGE_VAL};
    const struct quire_failure_problem problem = problem_of(&m);
    struct quire_failure f;

    cr_assert(quire_failure_subset(&problem, &f));
    cr_expect(f.kind == QUIRE_FAILURE_BOUND && f.runs <= BUDGET);
    cr_expect(f.interval.low == 0 && f.interval.high > 1e-6 && f.interval.high < 1e-4);
    quire_failure_clear(&f);
}

Test(failure, pass_or_fail_is_nothing_for_subset_simulation)
{
    struct machine m = {.at = 3, .n = 2, .unclear = HUGE_VAL, .tied = true};
    const struct quire_failure_problem problem = problem_of(&m);
    struct quire_failure f;

    cr_assert(quire_failure_subset(&problem, &f));
    cr_expect_eq(f.kind, QUIRE_FAILURE_TIED);
    quire_failure_clear(&f);
}

/* A stop at any batch leaves what is known. */
Test(failure, may_be_stopped)
{
    const double p = quire_normal_tails(4).above;

    for (int method = 0; method < 2; method++) {
        for (size_t calls = 1; calls < 40; calls++) {
            struct machine m = {.at = 4, .n = 2, .unclear = HUGE_VAL, .calls = calls};
            const struct quire_failure_problem problem = problem_of(&m);
            struct quire_failure f;
            cr_assert(method == 0 ? quire_failure_importance(&problem, &f)
                                  : quire_failure_subset(&problem, &f));
            cr_expect(f.interval.low <= p && p <= f.interval.high, "%d, %zu calls: %g to %g",
                      method, calls, f.interval.low, f.interval.high);
            quire_failure_clear(&f);
        }
    }
}

/* No verdict beyond 4.3 of the first input: at most Q(4.3) more failures, all of them failures. */
Test(failure, runs_without_a_verdict_widen_the_interval)
{
    for (int method = 0; method < 2; method++) {
        struct machine m = {.at = 4, .n = 1, .unclear = 4.3};
        const struct quire_failure_problem problem = problem_of(&m);
        const double all = quire_normal_tails(4).above, none = all - quire_normal_tails(4.3).above;
        struct quire_failure f;
        cr_assert(method == 0 ? quire_failure_importance(&problem, &f)
                              : quire_failure_subset(&problem, &f));
        cr_expect(f.undecided > 0 && f.interval.low < none && f.interval.high > all,
                  "%d: %zu, %g to %g", method, f.undecided, f.interval.low, f.interval.high);
        quire_failure_clear(&f);
    }
}

/* ---- parts ---- */

Test(failure, draws_are_standard_normal)
{
    struct quire_draws draws = {.seed = 3};
    static double x[100001];
    double sum = 0, square = 0, cube = 0, fourth = 0;
    const size_t n = sizeof x / sizeof *x;

    quire_draws_normal(&draws, x, n);
    for (size_t i = 0; i < n; i++) {
        sum += x[i];
        square += x[i] * x[i];
        cube += x[i] * x[i] * x[i];
        fourth += x[i] * x[i] * x[i] * x[i];
    }
    cr_expect_float_eq(sum / (double)n, 0, 0.013);
    cr_expect_float_eq(square / (double)n, 1, 0.018);
    cr_expect_float_eq(cube / (double)n, 0, 0.05);
    cr_expect_float_eq(fourth / (double)n, 3, 0.13);
}

Test(failure, regions_are_told_apart_by_direction)
{
    static const double u[] = {4, 0.5, 5, -0.5, 4.5, 0, -4, 0.3, -5, -0.1};
    double mean[8], share[4];
    size_t n = 0;

    cr_assert(quire_failure_modes(u, 5, 2, 4, mean, share, &n));
    cr_assert_eq(n, 2);
    cr_expect_float_eq(mean[0], 4.5, 1e-12);
    cr_expect_float_eq(share[0], 0.6, 1e-12);
    cr_expect_float_eq(mean[2], -4.5, 1e-12);
    cr_expect_float_eq(mean[3], 0.1, 1e-12);
    cr_assert(quire_failure_modes(u, 0, 2, 4, mean, share, &n));
    cr_expect_eq(n, 0);
}
