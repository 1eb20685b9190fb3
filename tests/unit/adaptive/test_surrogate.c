/* Where to run next: known functions come to their optimum in few designs, jams are kept away from,
 * words and levels are kept to, and what was run is not run again. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "adaptive/search.h"
#include "math/random.h"
#include "stat/surrogate/spread.h"

#define PI 3.14159265358979323846
enum { MOST = 80, K = 3 };

struct search {
    double x[MOST * K], y[MOST], jams[MOST];
    struct doe_axis axis[K];
    struct doe_observed of;
    double (*function)(const double *x);
};

static double
branin(const double *x)
{
    const double a = 7.5 * (x[0] + 1) - 5, b = 7.5 * (x[1] + 1),
                 t = b - 5.1 / 4 / (PI * PI) * a * a + 5 / PI * a - 6;

    return t * t + 10 * (1 - 1 / (8 * PI)) * cos(a) + 10;
}

/* a bowl whose bottom lies at (0.3, -0.2, the third word) */
static double
bowl(const double *x)
{
    return (x[0] - 0.3) * (x[0] - 0.3) + (x[1] + 0.2) * (x[1] + 0.2) + 0.3 * fabs(x[2] - 2);
}

static void
add(struct search *s, const double *x)
{
    const size_t n = s->of.n++;

    memcpy(s->x + n * s->of.k, x, s->of.k * sizeof *x);
    s->y[n] = s->function(x);
}

/* a Latin hypercube of n designs; words and levels by turns */
static void
begin(struct search *s, double (*function)(const double *), size_t k, size_t n, uint32_t seed)
{
    s->function = function;
    s->of = (struct doe_observed){
        .k = k, .axis = s->axis, .x = s->x, .y = s->y, .jams = s->jams, .jams_most = 1};
    for (size_t i = 0; i < n; i++) {
        double x[K], u[K];
        quire_spread(100 * seed + i, k, u);
        for (size_t j = 0; j < k; j++) {
            const uint32_t place[4] = {(uint32_t)i, QUIRE_RANDOM_ANALYSIS, (uint32_t)j, 3};
            const double jitter = 0.2 * (quire_random_uniform(seed, place) - 0.5);
            x[j] = s->axis[j].level != NULL ? s->axis[j].level[i % s->axis[j].n_level]
                                            : fmax(-1, fmin(1, 2 * u[j] - 1 + jitter));
        }
        add(s, x);
    }
}

static double
step(struct search *s, double *x)
{
    struct doe_surrogate surrogate;

    cr_assert_eq(doe_surrogate_make(&surrogate, &s->of, 1), DOE_SURROGATE_MADE);
    const double gain = doe_surrogate_next(&surrogate, x);
    doe_surrogate_clear(&surrogate);
    return gain;
}

static double
least(const struct search *s)
{
    double found = HUGE_VAL;

    for (size_t i = 0; i < s->of.n; i++) {
        found = fmin(found, s->y[i]);
    }
    return found;
}

Test(surrogate, finds_the_optimum_of_branin_in_few_designs)
{
    for (uint32_t seed = 1; seed <= 3; seed++) {
        struct search s = {.axis = {{0}}};
        double x[K];

        begin(&s, branin, 2, 10, seed);
        while (s.of.n < 40 && least(&s) > 1.01 * 0.397887) {
            step(&s, x);
            add(&s, x);
        }
        cr_expect_lt(s.of.n, 40, "seed %u", seed);
    }
}

Test(surrogate, keeps_to_levels_and_words)
{
    static const double levels[5] = {-1, -0.6, -0.2, 0.4, 1}, words[3] = {0, 1, 2};
    struct search s = {.axis = {[1] = {.level = levels, .n_level = 5},
                                [2] = {.words = true, .level = words, .n_level = 3}}};
    double x[K];

    begin(&s, bowl, 3, 15, 1);
    while (s.of.n < 40 && least(&s) > 1e-4) {
        cr_assert(isfinite(step(&s, x)));
        bool is_level = false;
        for (int i = 0; i < 5; i++) {
            is_level = is_level || x[1] == levels[i];
        }
        cr_expect(is_level && (x[2] == 0 || x[2] == 1 || x[2] == 2), "%g %g", x[1], x[2]);
        add(&s, x);
    }
    cr_expect_lt(s.of.n, 40);
}

Test(surrogate, runs_nothing_twice_and_says_when_nothing_is_left)
{
    static const double levels[3] = {-1, 0, 1};
    struct search s = {.axis = {{.level = levels, .n_level = 3}, {.level = levels, .n_level = 3}}};
    double x[K];

    s.function = bowl;
    s.of = (struct doe_observed){
        .k = 2, .axis = s.axis, .x = s.x, .y = s.y, .jams = s.jams, .jams_most = 1};
    for (int i = 0; i < 6; i++) {
        add(&s, (double[K]){levels[i % 3], levels[i / 3], 2});
    }
    for (int i = 0; i < 3; i++) {
        cr_assert_not(isnan(step(&s, x)));
        x[2] = 2;
        for (size_t d = 0; d < s.of.n; d++) {
            cr_expect(x[0] != s.x[2 * d] || x[1] != s.x[2 * d + 1]);
        }
        add(&s, x);
    }
    cr_expect(isnan(step(&s, x)));
}

/* the bowl's bottom jams, so that the best design lies beside it: all within 0.4 jam */
static double
away(const double *x)
{
    return hypot(x[0] - 0.3, x[1] + 0.2);
}

static double
flat_bowl(const double *x)
{
    const double d = away(x);

    return d < 0.4 ? (double)NAN : d * d;
}

static void
score_jams(struct search *s)
{
    for (size_t d = 0; d < s->of.n; d++) {
        s->jams[d] = isnan(s->y[d]) ? 2 : -2;
    }
    s->of.jams_most = 0;
}

/* the optimum is the edge of what jams, where half of the designs do */
Test(surrogate, comes_to_the_edge_of_jams)
{
    struct search s = {.axis = {{0}}};
    struct doe_surrogate surrogate;
    double x[K];
    size_t jams = 0;
    int quiet = 0;

    begin(&s, flat_bowl, 2, 12, 2);
    while (s.of.n < 60 && quiet < 3) {
        score_jams(&s);
        quiet = step(&s, x) < 0.003 ? quiet + 1 : 0;
        add(&s, x);
    }
    for (size_t d = 12; d < s.of.n; d++) {
        jams += isnan(s.y[d]);
    }
    score_jams(&s);
    cr_assert_eq(doe_surrogate_make(&surrogate, &s.of, 1), DOE_SURROGATE_MADE);
    cr_expect(surrogate.has_best);
    cr_expect_lt(s.of.n, 60);
    cr_expect_lt(s.y[surrogate.best], 0.19, "%g, 0.16 is the least that does not jam",
                 s.y[surrogate.best]);
    cr_expect_lt(doe_surrogate_allowed(&surrogate, (double[]){0.3, -0.2}), 0.2);
    cr_expect_gt(doe_surrogate_allowed(&surrogate, (double[]){-0.9, 0.8}), 0.5);
    cr_expect_leq(2 * jams, s.of.n - 12 + 6, "%zu of %zu jam", jams, s.of.n - 12);
    doe_surrogate_clear(&surrogate);
}

Test(surrogate, begins_where_it_may_not_jam)
{
    struct search s = {.axis = {{0}}};
    double x[K];

    begin(&s, branin, 2, 10, 1);
    for (size_t i = 0; i < s.of.n; i++) {
        s.jams[i] = 2 + s.x[2 * i];
    }
    s.of.jams_most = 0;
    cr_expect(isinf(step(&s, x)));
    cr_expect_lt(x[0], -0.8, "%g", x[0]);
}

Test(surrogate, designs_that_are_chosen_at_once_lie_apart)
{
    struct search s = {.axis = {{0}}};
    struct doe_surrogate surrogate;
    double x[4][K];

    begin(&s, branin, 2, 12, 1);
    cr_assert_eq(doe_surrogate_make(&surrogate, &s.of, 4), DOE_SURROGATE_MADE);
    for (int i = 0; i < 4; i++) {
        cr_assert(isfinite(doe_surrogate_next(&surrogate, x[i])));
        cr_assert(doe_surrogate_believe(&surrogate, x[i]));
        for (int j = 0; j < i; j++) {
            cr_expect_gt(hypot(x[i][0] - x[j][0], x[i][1] - x[j][1]), 1e-3);
        }
    }
    cr_expect_not(doe_surrogate_believe(&surrogate, (double[]){0, 0}), "there is no room");
    doe_surrogate_clear(&surrogate);
}

/* what is larger is what is smaller of the opposite sign, and distances from a target far above are
 * what is larger, to the bits of the logarithm's argument */
static double
minus_branin(const double *x)
{
    return -branin(x);
}

Test(surrogate, larger_is_smaller_of_the_opposite)
{
    struct search s = {.axis = {{0}}}, t = {.axis = {{0}}};
    double x[K], z[K];

    begin(&s, branin, 2, 12, 1);
    begin(&t, minus_branin, 2, 12, 1);
    t.of.goal = DOE_GOAL_MOST;
    const double a = step(&s, x), b = step(&t, z);
    cr_expect_float_eq(a, b, 1e-9 * a);
    cr_expect_float_eq(x[0], z[0], 1e-9);
}

Test(surrogate, comes_to_a_target)
{
    struct search s = {.axis = {{0}}};
    double x[K], nearest = HUGE_VAL;

    begin(&s, branin, 2, 10, 1);
    s.of.goal = DOE_GOAL_TARGET;
    s.of.target = 50;
    while (s.of.n < 30 && nearest > 0.3) {
        step(&s, x);
        add(&s, x);
        nearest = fmin(nearest, fabs(s.y[s.of.n - 1] - 50));
    }
    cr_expect_lt(s.of.n, 30, "%g", nearest);
}

Test(surrogate, the_error_is_that_of_leaving_each_out)
{
    struct search s = {.axis = {{0}}};
    struct doe_surrogate surrogate;
    double mean, deviation;

    begin(&s, bowl, 2, 20, 1);
    cr_assert_eq(doe_surrogate_make(&surrogate, &s.of, 1), DOE_SURROGATE_MADE);
    cr_expect_lt(doe_surrogate_error(&surrogate), 0.05);
    doe_surrogate_predict(&surrogate, s.x, &mean, &deviation);
    cr_expect_float_eq(mean, s.y[0], 1e-4);
    doe_surrogate_clear(&surrogate);
    for (size_t i = 0; i < s.of.n; i++) {
        s.y[i] = 1;
    }
    cr_expect_eq(doe_surrogate_make(&surrogate, &s.of, 1), DOE_SURROGATE_ALIKE);
    cr_expect_not(surrogate.starved);
    doe_surrogate_clear(&surrogate);
    for (size_t i = 1; i < s.of.n; i++) {
        s.y[i] = (double)NAN;
    }
    cr_expect_eq(doe_surrogate_make(&surrogate, &s.of, 1), DOE_SURROGATE_ALIKE);
    doe_surrogate_clear(&surrogate);
}
