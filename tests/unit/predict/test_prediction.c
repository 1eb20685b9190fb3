/* Predictions and optima: closed forms, R, SciPy, fronts that are known. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures/references.h"
#include "predict/optimum_parts.h"
#include "probability/families.h"

#define MOST_RUNS   256
#define MOST_VARIED 5

/* numbers as variables, one response after the other */
struct table {
    struct quire_runs runs;
    struct quire_varied varied[MOST_VARIED];
    struct quire_measured measured[3];
    uint64_t index[MOST_RUNS];
    size_t point[MOST_RUNS];
    unsigned char outcome[MOST_RUNS];
    double coded[MOST_VARIED][MOST_RUNS], y[3][MOST_RUNS];
    struct quire_analysis analysis;
    struct quire_predictions space;
    double at[MOST_VARIED];
};

static struct table *
create(size_t m, size_t n, size_t responses)
{
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    static const char *const measured[] = {"y", "z", "w"};
    struct table *t = calloc(1, sizeof *t);

    cr_assert(t != NULL && m <= MOST_RUNS && n <= MOST_VARIED);
    for (size_t i = 0; i < n; i++) {
        t->varied[i] = (struct quire_varied){.name = names[i],
                                             .unit = "",
                                             .coded = t->coded[i],
                                             .low_si = -1,
                                             .high_si = 1,
                                             .worth = 1};
        t->at[i] = NAN;
    }
    for (size_t k = 0; k < responses; k++) {
        t->measured[k] = (struct quire_measured){.name = measured[k],
                                                 .unit = "",
                                                 .limits = {NAN, NAN},
                                                 .value = t->y[k],
                                                 .goal = {QUIRE_BETTER_ANY, NAN, NAN, NAN, 1, 1}};
    }
    for (size_t r = 0; r < m; r++) {
        t->index[r] = t->point[r] = r;
    }
    t->runs = (struct quire_runs){.name = "table",
                                  .planned = m,
                                  .n = m,
                                  .index = t->index,
                                  .point = t->point,
                                  .sampling = QUIRE_SAMPLING_INDEPENDENT,
                                  .outcome = t->outcome,
                                  .n_varied = n,
                                  .n_measured = responses,
                                  .varied = t->varied,
                                  .measured = t->measured};
    return t;
}

static void
analyse(struct table *t)
{
    cr_assert(quire_analyse(&t->analysis, &t->runs, 0.95));
    cr_assert(quire_prediction_begin(&t->space, &t->analysis));
}

static void
destroy(struct table *t)
{
    quire_prediction_clear(&t->space);
    quire_analysis_clear(&t->analysis);
    free(t);
}

static void
expect(const char *table, const char *set, const char *what, double value, double error)
{
    double wanted;

    cr_assert(reference_find(table, set, what, &wanted), "%s.%s", set, what);
    cr_expect(reference_near(value, wanted, error), "%s.%s: %.17g, not %.17g", set, what, value,
              wanted);
}

/* ---- a published table */

/* Montgomery's filtration rate: temperature is noise, which the machine does not choose */
static struct table *
filtration(void)
{
    static const double rate[] = {45, 71, 48, 65, 68, 60, 80, 65, 43, 100, 45, 104, 75, 86, 70, 96};
    struct table *t = create(16, 4, 1);

    for (size_t r = 0; r < 16; r++) {
        for (size_t i = 0; i < 4; i++) {
            t->coded[i][r] = r >> i & 1 ? 1 : -1;
        }
        t->y[0][r] = rate[r];
    }
    t->varied[0].noise = true;
    return t;
}

/* The mean over the noise is the rest of the model, and the noise's deviation the size of its
 * slope, with what errors of the slope's coefficients add on average taken away. */
Test(prediction, transmits_the_noise)
{
    static const double place[][4] = {{NAN, 0, 0, 0}, {NAN, 1, -1, 1}, {NAN, -0.3, 0.8, -0.2}};
    struct table *t = filtration();

    analyse(t);
    for (size_t i = 0; i < 3; i++) {
        const double p = place[i][1], c = place[i][2], r = place[i][3];
        const double mean = 70.0625 + 1.5625 * p + 4.9375 * c + 7.3125 * r + 1.1875 * p * c -
                            0.1875 * p * r - 0.5625 * c * r,
                     slope = 10.8125 + 0.0625 * p - 9.0625 * c + 8.3125 * r,
                     s2 = t->analysis.measured[0].fit.deviation *
                          t->analysis.measured[0].fit.deviation;
        const double row = 1 + p * p + c * c + r * r,
                     leverage = (row + p * p * c * c + p * p * r * r + c * c * r * r) / 16;
        struct quire_prediction out;
        double raw, noise;
        cr_assert(quire_predict(&t->space, 0, place[i], &out));
        cr_assert(quire_predict_mean(&t->space, 0, place[i], &raw, &noise));
        cr_expect_float_eq(out.mean, mean, 1e-10);
        cr_expect_float_eq(noise, fabs(slope), 1e-10);
        cr_expect_float_eq(out.noise, sqrt(fmax(0, slope * slope - s2 * row / 16)), 1e-9);
        const double t95 = 2.570581835636314; /* of 5 degrees of freedom */
        cr_expect_float_eq(out.of.high - out.mean, t95 * sqrt(s2 * leverage), 1e-9);
        /* the noise's part is known: degrees of freedom after Satterthwaite */
        const double rest = s2 * (1 + leverage), all = rest + out.noise * out.noise,
                     freedom = 5 * all * all / (rest * rest);
        cr_expect_float_eq(out.run.high - out.mean,
                           quire_upper_quantile(quire_student(freedom), 0.025) * sqrt(all), 1e-9);
    }
    destroy(t);
}

/* of three independent noises at two levels each, by the squares of their slopes */
Test(prediction, shares_the_transmitted_variance)
{
    struct table *t = filtration();
    const double place[] = {NAN, NAN, 0.5, NAN}; /* temperature, pressure, stirring scatter */
    double share[4];

    t->varied[1].noise = t->varied[3].noise = true;
    analyse(t);
    const struct quire_measured_analysis *m = t->analysis.measured;
    cr_assert_eq(m->order, QUIRE_MODEL_NOISE_INTERACTIONS);
    const double slope[] = {10.8125 - 9.0625 * 0.5, 1.5625 + 1.1875 * 0.5, 7.3125 - 0.5625 * 0.5},
                 all = slope[0] * slope[0] + slope[1] * slope[1] + slope[2] * slope[2];
    cr_assert(quire_predict_shares(&t->space, 0, place, share));
    cr_expect_float_eq(share[0], slope[0] * slope[0] / all, 1e-12);
    cr_expect_float_eq(share[1], slope[1] * slope[1] / all, 1e-12);
    cr_expect_float_eq(share[3], slope[2] * slope[2] / all, 1e-12);
    cr_expect_eq(share[2], 0);
    destroy(t);
}

/* ln y = 1 + a/2 + (1 - a) z/4, modelled by its logarithm: the median and, near it, deviations */
Test(prediction, turns_transforms_back)
{
    struct table *t = create(9, 2, 1);
    const double place[] = {0.5, NAN};
    double mean, noise;
    struct quire_prediction p;

    t->varied[1].noise = true;
    t->measured[0].choice.transform = QUIRE_TRANSFORM_LOG;
    t->measured[0].limits = (struct quire_limits){NAN, exp(1.25)};
    for (size_t r = 0; r < 9; r++) {
        const double a = (double)(r % 3) - 1, z = (double)(r / 3) - 1;
        t->coded[0][r] = a;
        t->coded[1][r] = z;
        t->y[0][r] = exp(1 + a / 2 + (1 - a) * z / 4 + (r % 2 ? 1e-4 : -1e-4));
    }
    analyse(t);
    cr_assert_eq(t->analysis.measured[0].lambda, 0);
    cr_assert(quire_predict_mean(&t->space, 0, place, &mean, &noise));
    cr_expect_float_eq(mean, exp(1.25), 1e-3);
    cr_expect_float_eq(noise, mean * 0.125 * sqrt(2.0 / 3), 1e-3); /* z is -1, 0 or 1 */
    cr_assert(quire_predict(&t->space, 0, place, &p));
    cr_expect_float_eq(p.within, 0.5, 1e-3);
    cr_expect_float_eq(p.of.low * p.of.high, mean * mean, 1e-9); /* even on the logarithm */
    destroy(t);
}

/* ---- R */

static struct table *
load(const char *set, size_t from, size_t n)
{
    struct reference_data d = reference_data(set);
    struct table *t = create(d.m, n, 1);

    for (size_t i = 0; i < n; i++) {
        double least = HUGE_VAL, most = -HUGE_VAL;
        for (size_t r = 0; r < d.m; r++) {
            least = fmin(least, d.column[from + i][r]);
            most = fmax(most, d.column[from + i][r]);
        }
        t->at[i] = 0;
        for (size_t r = 0; r < d.m; r++) {
            t->coded[i][r] = (2 * d.column[from + i][r] - least - most) / (most - least);
            t->at[i] += t->coded[i][r] / (double)d.m;
        }
    }
    memcpy(t->y[0], d.column[0], d.m * sizeof *t->y[0]);
    reference_data_clear(&d);
    return t;
}

Test(prediction, agrees_with_linear_models_of_r)
{
    static const struct {
        const char *set;
        size_t n;
    } sets[] = {{"swiss", 5}, {"stackloss", 3}, {"airquality", 2}};

    for (size_t i = 0; i < 3; i++) {
        struct table *t = load(sets[i].set, 1, sets[i].n);
        struct quire_prediction p;
        analyse(t);
        cr_assert_eq(t->analysis.measured[0].order, QUIRE_MODEL_SQUARES);
        cr_assert(quire_predict(&t->space, 0, t->at, &p));
        expect("predict.csv", sets[i].set, "mean", p.mean, 1e-8);
        expect("predict.csv", sets[i].set, "mean.low", p.of.low, 1e-8);
        expect("predict.csv", sets[i].set, "mean.high", p.of.high, 1e-8);
        expect("predict.csv", sets[i].set, "run.low", p.run.low, 1e-8);
        expect("predict.csv", sets[i].set, "run.high", p.run.high, 1e-8);
        destroy(t);
    }
}

Test(prediction, agrees_with_logistic_models_of_r)
{
    static const struct {
        const char *set;
        size_t from, n;
        double above;
    } sets[] = {{"swiss", 1, 5, 70}, {"stackloss", 2, 2, 13}, {"airquality", 1, 2, 40}};

    for (size_t i = 0; i < 3; i++) {
        struct table *t = load(sets[i].set, sets[i].from, sets[i].n);
        struct quire_predicted_jam jam;
        for (size_t r = 0; r < t->runs.n; r++) {
            t->outcome[r] = t->y[0][r] > sets[i].above ? QUIRE_OUTCOME_JAM : QUIRE_OUTCOME_PASSED;
        }
        analyse(t);
        quire_predict_jam(&t->space, t->at, &jam);
        expect("predict.csv", sets[i].set, "jam", jam.share, 1e-7);
        expect("predict.csv", sets[i].set, "jam.low", jam.of.low, 1e-6);
        expect("predict.csv", sets[i].set, "jam.high", jam.of.high, 1e-6);
        destroy(t);
    }
}

/* ---- optima */

/* all combinations of three values of each variable */
static struct table *
grid(size_t n, size_t responses, double end)
{
    size_t m = 1;

    for (size_t i = 0; i < n; i++) {
        m *= 3;
    }
    struct table *t = create(m, n, responses);
    for (size_t r = 0; r < m; r++) {
        for (size_t i = 0, rest = r; i < n; i++, rest /= 3) {
            t->coded[i][r] = ((double)(rest % 3) - 1) * end;
        }
    }
    return t;
}

/* as stat-optimum.py has it */
static double
polynomial(const struct table *t, size_t r, int first)
{
    const size_t n = t->runs.n_varied;
    double sum = sin(first);
    int k = 1;

    for (size_t i = 0; i < n; i++) {
        sum += sin(first + 7 * k++) * t->coded[i][r];
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i; j < n; j++) {
            sum += sin(first + 7 * k++) * t->coded[i][r] * t->coded[j][r];
        }
    }
    return sum;
}

static void
expect_optimum(struct table *t, const char *set, bool places)
{
    const struct quire_optimum_request request = {.held = t->at, .jams = NAN};
    struct quire_optimum best;
    double wanted;

    analyse(t);
    cr_assert(quire_optimise(&best, &t->space, &request) && best.found, "%s", set);
    cr_assert(reference_find("optimum.csv", set, "desirability", &wanted));
    cr_expect_gt(best.desirability, wanted - 1e-8, "%s: %.12g < %.12g", set, best.desirability,
                 wanted);
    for (size_t i = 0; places && i < t->runs.n_varied; i++) {
        char what[32];
        snprintf(what, sizeof what, "x%zu", i);
        cr_assert(reference_find("optimum.csv", set, what, &wanted));
        cr_expect_float_eq(best.at[i], wanted, 1e-4, "%s.%s: %.8g, not %.8g", set, what, best.at[i],
                           wanted);
    }
    destroy(t);
}

Test(optimum, is_that_of_scipy)
{
    struct table *t = grid(3, 2, 1.682);

    for (size_t r = 0; r < t->runs.n; r++) {
        const double x = t->coded[0][r], y = t->coded[1][r], z = t->coded[2][r];
        t->y[0][r] = 81.09 + 1.0284 * x + 4.043 * y + 6.2037 * z - 1.8366 * x * x + 2.9382 * y * y -
                     5.1915 * z * z + 2.2150 * x * y + 11.375 * x * z - 3.875 * y * z;
        t->y[1][r] = 59.85 + 3.583 * x + .2546 * y + 2.2298 * z + .83479 * x * x + .07484 * y * y +
                     .05716 * z * z - .3875 * x * y - .375 * x * z + .3125 * y * z;
    }
    t->measured[0].goal = (struct quire_goal){QUIRE_BETTER_MORE, NAN, 80, 97, 1, 1};
    t->measured[1].goal = (struct quire_goal){QUIRE_BETTER_TARGET, 57.5, NAN, NAN, 1, 1};
    t->measured[1].limits = (struct quire_limits){55, 60};
    expect_optimum(t, "vignette", true);

    t = grid(2, 3, 1);
    for (size_t r = 0; r < t->runs.n; r++) {
        for (int k = 0; k < 3; k++) {
            t->y[k][r] = polynomial(t, r, k + 1);
        }
    }
    t->measured[0].goal = (struct quire_goal){QUIRE_BETTER_LESS, NAN, 2, -2, 2, 1};
    t->measured[1].goal = (struct quire_goal){QUIRE_BETTER_MORE, NAN, -2, 2, 1, 2};
    t->measured[2].goal = (struct quire_goal){QUIRE_BETTER_TARGET, 0.5, NAN, NAN, 1, 1};
    t->measured[2].limits = (struct quire_limits){-3, 3};
    expect_optimum(t, "two", true);

    t = grid(4, 2, 1);
    for (size_t r = 0; r < t->runs.n; r++) {
        t->y[0][r] = polynomial(t, r, 4);
        t->y[1][r] = polynomial(t, r, 5);
    }
    t->measured[0].goal = (struct quire_goal){QUIRE_BETTER_LESS, NAN, 3, -3, 1, 1};
    t->measured[1].goal = (struct quire_goal){QUIRE_BETTER_MORE, NAN, -3, 3, 0.5, 1};
    expect_optimum(t, "four", true);
}

/* Binh and Korn's: f = 4 x^2 + 4 y^2 against (x - 5)^2 + (y - 5)^2, whose best compromises lie on
 * x = y, within 0 <= x <= 5, 0 <= y <= 3 until y ends there */
Test(optimum, finds_a_front)
{
    struct table *t = grid(2, 2, 1);
    struct quire_optimum best;

    for (size_t r = 0; r < t->runs.n; r++) {
        const double x = 2.5 + 2.5 * t->coded[0][r], y = 1.5 + 1.5 * t->coded[1][r];
        t->y[0][r] = 4 * x * x + 4 * y * y;
        t->y[1][r] = (x - 5) * (x - 5) + (y - 5) * (y - 5);
    }
    t->measured[0].goal.better = t->measured[1].goal.better = QUIRE_BETTER_LESS;
    analyse(t);
    const struct quire_optimum_request request = {.held = t->at, .jams = NAN, .pareto = 20};
    cr_assert(quire_optimise(&best, &t->space, &request) && best.found);
    cr_assert_geq(best.n_front, 15);
    for (size_t p = 0; p < best.n_front; p++) {
        const double x = 2.5 + 2.5 * best.front[2 * p], y = 1.5 + 1.5 * best.front[2 * p + 1];
        cr_expect(fabs(x - y) < 0.01 || (y > 2.99 && x > y - 0.01), "%g %g", x, y);
    }
    destroy(t);
}

/* Of one response the mean is weighed against what noise does to it: with slopes 1 - a, at a = 1
 * there is none. */
Test(optimum, weighs_mean_against_noise)
{
    struct table *t = grid(2, 1, 1);
    struct quire_optimum best;

    t->varied[1].noise = true;
    for (size_t r = 0; r < t->runs.n; r++) {
        t->y[0][r] = 5 + t->coded[0][r] + (1 - t->coded[0][r]) * t->coded[1][r];
    }
    t->measured[0].goal.better = QUIRE_BETTER_LESS;
    analyse(t);
    struct quire_optimum_request request = {.held = t->at, .jams = NAN, .deviations = 0};
    cr_assert(quire_optimise(&best, &t->space, &request));
    cr_expect_float_eq(best.at[0], -1, 1e-6); /* the mean alone */
    request.deviations = 2;
    cr_assert(quire_optimise(&best, &t->space, &request));
    cr_expect_float_eq(best.at[0], 1, 1e-6); /* 5 + a + 2 sqrt(2/3) (1 - a) */
    destroy(t);
}

Test(optimum, is_refused_where_nothing_is_desired)
{
    struct table *t = grid(2, 1, 1);
    struct quire_optimum best;

    for (size_t r = 0; r < t->runs.n; r++) {
        t->y[0][r] = t->coded[0][r];
    }
    analyse(t);
    const struct quire_optimum_request request = {.held = t->at, .jams = NAN};
    cr_assert(quire_optimise(&best, &t->space, &request));
    cr_expect(!best.found && strstr(best.refusal, "better") != NULL);
    destroy(t);
}

/* ---- searches step by step */

static size_t evaluations;

/* a little better wherever it is asked for next, as rounding may make it, for a long time */
static double
ever_better(const struct quire_search *s, const double *at)
{
    (void)s;
    (void)at;
    evaluations++;
    return evaluations < 3000000 ? -1e-9 * (double)evaluations : 0;
}

/* a valley that winds, with a kink at its bottom */
static double
winding(const struct quire_search *s, const double *at)
{
    (void)s;
    evaluations++;
    return 10 * fabs(at[1] - at[0] * at[0]) + fabs(1 - at[0]);
}

static double
polish(quire_loss_fn *loss, double at[2])
{
    double low[2] = {-1, -1}, high[2] = {1, 1}, value = NAN;
    size_t free_ones[2] = {0, 1};
    struct quire_predictions space = {.low = low, .high = high};
    struct quire_search s = {.space = &space, .n_free = 2, .free = free_ones, .at = at};

    evaluations = 0;
    cr_assert(quire_search_polish(&s, loss, &value));
    return value;
}

Test(optimum, a_search_step_by_step_ends)
{
    double at[2] = {-0.5, 0.25};

    polish(ever_better, at);
    cr_expect_lt(evaluations, 110000);
    at[0] = at[1] = -0.5;
    cr_expect_lt(polish(winding, at), 0.05, "at %g, %g", at[0], at[1]);
    cr_expect_lt(evaluations, 110000);
}
