/* How often 95 % intervals of predictions hold the truth, of studies that are drawn again and
 * again: 2000 times each, so that 95 % have a standard error of 0.5 %. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/random.h"
#include "predict/prediction.h"
#include "probability/families.h"

enum { REPEATS = 2000, MOST_RUNS = 200, LEVELS = 5 };

struct made {
    size_t settings, draws;
    bool common;
    bool noise_terms; /* z is told to the analysis; otherwise it is the error */
    double misfit;    /* deviation of settings from the model that is fitted */
    double error;     /* of a run, of its own; of a draw where they are common */
    double product;   /* of x and z, which makes the scatter differ between settings */
};

struct study {
    struct quire_runs runs;
    struct quire_varied varied[2];
    struct quire_measured measured;
    uint64_t index[MOST_RUNS];
    size_t point[MOST_RUNS], draw[MOST_RUNS];
    unsigned char outcome[MOST_RUNS];
    double coded[2][MOST_RUNS], y[MOST_RUNS], noise[4];
};

static double
normal(uint32_t repeat, uint32_t use, uint32_t i, uint32_t j)
{
    const uint32_t place[4] = {i, repeat, j, use};

    return quire_quantile(quire_normal(0, 1), quire_random_uniform(11, place));
}

/* the mean over z; what z adds is (3 + product x) z */
static double
truth(double x)
{
    return 10 + x;
}

static void
make(struct study *s, const struct made *m, uint32_t repeat)
{
    static const struct quire_term terms[] = {{1, {0}}, {1, {1}}, {2, {0, 1}}};
    const size_t n = m->settings * m->draws;

    memset(s, 0, sizeof *s);
    s->varied[0] = (struct quire_varied){
        .name = "x", .unit = "", .coded = s->coded[0], .low_si = -1, .high_si = 1, .worth = 1};
    s->varied[1] = s->varied[0];
    s->varied[1].name = "z";
    s->varied[1].noise = true;
    s->varied[1].coded = s->coded[1];
    s->measured = (struct quire_measured){.name = "y",
                                          .unit = "",
                                          .limits = {NAN, NAN},
                                          .value = s->y,
                                          .goal = {QUIRE_BETTER_ANY, NAN, NAN, NAN, 1, 1}};
    if (m->noise_terms) {
        s->measured.choice = (struct quire_model_choice){.term = terms, .n_term = 3};
    } else {
        s->measured.choice = (struct quire_model_choice){.term = terms, .n_term = 1};
    }
    for (size_t k = 0; k < m->settings; k++) {
        const double off = m->misfit * normal(repeat, 1, (uint32_t)k, 0);
        for (size_t d = 0; d < m->draws; d++) {
            const size_t r = k * m->draws + d;
            const uint32_t of = (uint32_t)(m->common ? d : r);
            const double x = 2 * (double)k / (double)(m->settings - 1) - 1,
                         z = normal(repeat, 2, of, 1);
            s->coded[0][r] = x;
            s->coded[1][r] = z;
            s->y[r] =
                truth(x) + (3 + m->product * x) * z + off + m->error * normal(repeat, 3, of, 2);
            s->index[r] = r;
            s->point[r] = k;
            s->draw[r] = of;
        }
    }
    s->noise[1] = -1; /* of the distribution: mean 0, deviation 1 */
    s->noise[3] = 1;
    s->runs = (struct quire_runs){.name = "made",
                                  .planned = n,
                                  .n = n,
                                  .index = s->index,
                                  .point = s->point,
                                  .draw = s->draw,
                                  .sampling = m->common ? QUIRE_SAMPLING_COMMON
                                                        : QUIRE_SAMPLING_INDEPENDENT,
                                  .outcome = s->outcome,
                                  .n_varied = m->noise_terms ? 2 : 1,
                                  .n_measured = 1,
                                  .n_noise = m->noise_terms ? 2 : 0,
                                  .noise = s->noise,
                                  .varied = s->varied,
                                  .measured = &s->measured};
}

/* of the mean at a setting that was not run, and of one more run there */
static void
count(const struct made *m, double x, double *mean, double *run)
{
    struct study *s = calloc(1, sizeof *s);

    cr_assert(s != NULL);
    *mean = *run = 0;
    for (uint32_t repeat = 0; repeat < REPEATS; repeat++) {
        struct quire_analysis a = {0};
        struct quire_predictions space;
        struct quire_prediction p;
        const double at[] = {x, NAN}, there = truth(x) + m->misfit * normal(repeat, 4, 0, 0),
                     next = there + (3 + m->product * x) * normal(repeat, 5, 0, 1) +
                            m->error * normal(repeat, 6, 0, 2);
        make(s, m, repeat);
        cr_assert(quire_analyse(&a, &s->runs, 0.95) && quire_prediction_begin(&space, &a));
        cr_assert(quire_predict(&space, 0, at, &p));
        *mean += (p.of.low <= there && there <= p.of.high) / (double)REPEATS;
        *run += (p.run.low <= next && next <= p.run.high) / (double)REPEATS;
        quire_prediction_clear(&space);
        quire_analysis_clear(&a);
    }
    free(s);
}

/* none below 93.5 %: three standard errors */
static void
expect_coverage(const char *name, const struct made *m, double x, bool of_run)
{
    double mean, run;

    count(m, x, &mean, &run);
    cr_expect(mean >= 0.935, "%s: %.4f of means are within their intervals", name, mean);
    cr_expect(!of_run || run >= 0.935, "%s: %.4f of runs are within theirs", name, run);
}

Test(coverage, of_noise_in_the_model)
{
    expect_coverage("independent", &(struct made){5, 6, false, true, 0, 0.5, 2}, 0.3, true);
}

Test(coverage, of_noise_that_is_the_error)
{
    expect_coverage("error", &(struct made){5, 8, false, false, 0, 4, 0}, 0.3, true);
}

Test(coverage, of_common_draws)
{
    expect_coverage("common", &(struct made){5, 12, true, true, 0, 0.5, 2}, 0.3, true);
}

/* the departure at a new setting is one more draw of those at the others */
Test(coverage, of_lack_of_fit)
{
    expect_coverage("misfit", &(struct made){9, 8, false, true, 3, 0.5, 2}, 0.3, true);
}

Test(coverage, of_lack_of_fit_with_common_draws)
{
    expect_coverage("misfit, common", &(struct made){9, 12, true, true, 3, 0.5, 2}, 0.3, true);
}
