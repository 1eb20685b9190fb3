/* Indices of sensitivity from the points of a study's own plan, of functions whose indices are
 * known. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/json/analysis_json.h"
#include "study_fixture.h"

#define FACTORS                                                                                    \
    "<factor parameter=\"mu\" low=\"0.6\" high=\"1.1\"/> <factor parameter=\"load\" low=\"4 N\" "  \
    "high=\"12 N\"/>"
#define CURL                                                                                       \
    "<noise parameter=\"curl\" distribution=\"normal\" mean=\"0 m^-1\" deviation=\"0.5 m^-1\"/>"
#define THICK                                                                                      \
    "<noise parameter=\"thickness\" distribution=\"normal\" mean=\"0.1 mm\" deviation=\"5 um\"/>"
#define GRADE                                                                                      \
    "<noise parameter=\"grade\" distribution=\"discrete\" levels=\"A, B, C\" weights=\"5, 3, "     \
    "2\"/>"
#define THREE                                                                                      \
    "<factor parameter=\"mu\" low=\"0.6\" high=\"1.1\"/><design kind=\"full-factorial\" "          \
    "levels=\"3\"/>"

enum { MOST = 4 }; /* variables */

struct case_of {
    struct quire_study *study;
    struct quire_varied varied[MOST];
    struct quire_measured measured;
    struct quire_runs runs;
    struct quire_analysis analysis;
};

/* all runs of the study, with y of the coded values, of words the number of the level; one run in
 * `every` is not there (0: all are) */
static const struct quire_measured_analysis *
analyse(struct case_of *self, const char *attributes, const char *elements,
        double (*y)(const double *x), size_t every)
{
    struct quire_study_run run = {0};
    size_t n_varied;
    *self = (struct case_of){.study = study_load(attributes, elements)};
    const struct quire_study_variable *v = quire_study_variables(self->study, &n_varied);
    const size_t n = (size_t)quire_study_runs(self->study);
    double *value = calloc(n * (1 + MOST), sizeof *value), x[MOST];
    size_t *place = calloc(n * (3 + MOST), sizeof *place);
    uint64_t *index = calloc(n, sizeof *index);
    unsigned char *outcome = calloc(n, 1);
    for (size_t i = 0; i < n_varied; i++) {
        self->varied[i] = (struct quire_varied){.name = v[i].name,
                                                .unit = "",
                                                .noise = v[i].role == QUIRE_STUDY_NOISE,
                                                .words = v[i].words,
                                                .level = v[i].level,
                                                .n_level = v[i].n_level,
                                                .which = place + (3 + i) * n,
                                                .coded = v[i].words ? NULL : value + (1 + i) * n};
    }
    for (size_t r = 0; r < n; r++) {
        cr_assert_eq(quire_study_run(self->study, r, &run), QUIRE_OK);
        index[r] = r;
        place[r] = (size_t)run.point, place[n + r] = (size_t)run.outer,
        place[2 * n + r] = (size_t)run.replicate;
        for (size_t i = 0; i < n_varied; i++) {
            value[(1 + i) * n + r] = run.value[i].coded;
            place[(3 + i) * n + r] = (size_t)(run.value[i].level >= 0 ? run.value[i].level : 0);
            x[i] = v[i].words ? (double)run.value[i].level : run.value[i].coded;
        }
        value[r] = every > 0 && r % every == 0 ? (double)NAN : y(x);
    }
    quire_study_run_clear(&run);
    self->measured =
        (struct quire_measured){.name = "y", .unit = "", .limits = {NAN, NAN}, .value = value};
    self->runs = (struct quire_runs){.layout = quire_study_layout(self->study),
                                     .noise_layout = quire_study_noise_layout(self->study),
                                     .name = "test",
                                     .planned = n,
                                     .n = n,
                                     .index = index,
                                     .point = place,
                                     .outer = place + n,
                                     .replicate = place + 2 * n,
                                     .outcome = outcome,
                                     .n_varied = n_varied,
                                     .n_measured = 1,
                                     .varied = self->varied,
                                     .measured = &self->measured};
    cr_assert(quire_analyse(&self->analysis, &self->runs, 0.95));
    return self->analysis.measured;
}

static void
end(struct case_of *self)
{
    free((void *)self->runs.index);
    free((void *)self->runs.point);
    free((void *)self->runs.outcome);
    free((void *)self->measured.value);
    quire_analysis_clear(&self->analysis);
    quire_study_destroy(self->study);
}

static void
expect_index(const struct quire_index *index, double exact, double error, const char *what)
{
    cr_expect(fabs(index->value - exact) <= error, "%s: %g instead of %g", what, index->value,
              exact);
    cr_expect(index->interval.low <= exact && exact <= index->interval.high,
              "%s: %g is not in %g to %g", what, exact, index->interval.low, index->interval.high);
}

/* ---- factors beside noise: mu acts, also on what the noise does; the load does nothing ---- */

static double
with_noise(const double *x)
{
    return 2 * x[0] + 3 * x[2] + 4 * x[0] * x[2];
}

/* Variances: 4/3 of mu, 9 of the noise, 16/3 of both together. Averages of r replicates have 1/r of
 * the noise's. */
Test(indices, sobol_of_factors_where_there_is_noise)
{
    static const int replicates[] = {1, 4};
    /* runs that came to nothing cost their row or replicate */
    static const size_t missing[] = {0, 97};
    for (int k = 0; k < 4; k++) {
        struct case_of c;
        char elements[1000];
        const double r = replicates[k % 2], all = 4.0 / 3 + 9 / r + 16.0 / 3 / r;
        snprintf(elements, sizeof elements,
                 FACTORS CURL "<design kind=\"saltelli\" points=\"1024\" replicates=\"%g\"/>", r);
        const struct quire_measured_analysis *m =
            analyse(&c, "", elements, with_noise, missing[k / 2]);
        cr_assert(m->of_factors.n == 2 && m->of_noise.n == 0);
        expect_index(&m->of_factors.first[0], 4.0 / 3 / all, 0.15, "first");
        expect_index(&m->of_factors.whole[0], (4.0 / 3 + 16.0 / 3 / r) / all, 0.1, "total");
        expect_index(&m->of_factors.first[1], 0, 0, "first of what does nothing");
        expect_index(&m->of_factors.whole[1], 0, 0, "total of what does nothing");
        end(&c);
    }
}

static double
with_pair(const double *x)
{
    return with_noise(x) + 4 * x[0] * x[1];
}

/* the noise belongs to the samples: what is made of b meets that of b, so that a factor that does
 * nothing has no interaction to the last bit; 16/9 of mu and load */
Test(indices, sobol_of_pairs_of_factors_where_there_is_noise)
{
    static const char *elements =
        FACTORS CURL "<design kind=\"saltelli\" points=\"1024\" second-order=\"yes\"/>";
    const double all = 4.0 / 3 + 9 + 16.0 / 3 + 16.0 / 9;
    struct case_of c;
    const struct quire_measured_analysis *m = analyse(&c, "", elements, with_noise, 97);
    cr_assert(m->of_factors.n == 2 && m->of_factors.second != NULL);
    expect_index(&m->of_factors.second[0], 0, 0, "pair with what does nothing");
    expect_index(&m->of_factors.whole[1], 0, 0, "total of what does nothing");
    end(&c);
    m = analyse(&c, "", elements, with_pair, 0);
    cr_assert_eq(m->of_factors.rows, 1024);
    expect_index(&m->of_factors.second[0], 16.0 / 9 / all, 0.05, "pair");
    expect_index(&m->of_factors.first[0], 4.0 / 3 / all, 0.15, "first");
    end(&c);
}

static double
curl_and_thickness(const double *x)
{
    return 3 + 10 * x[0] + 2 * x[1] + x[1] * x[2];
}

/* variances of the scatter: 4 of curl, 1 of both */
Test(indices, sobol_of_pairs_of_noise)
{
    struct case_of c;
    const struct quire_measured_analysis *m =
        analyse(&c, "",
                THREE CURL THICK GRADE
                "<design of=\"noise\" kind=\"saltelli\" points=\"512\" second-order=\"yes\"/>",
                curl_and_thickness, 0);
    cr_assert(m->of_noise.n == 3 && m->of_noise.rows == 3 * 512 && m->of_noise.second != NULL &&
              m->of_factors.second == NULL);
    expect_index(&m->of_noise.second[0], 1.0 / 5, 0.06, "curl and thickness");
    expect_index(&m->of_noise.second[1], 0, 0, "curl and grade");
    expect_index(&m->of_noise.second[2], 0, 0, "thickness and grade");
    expect_index(&m->of_noise.first[0], 4.0 / 5, 0.1, "first of curl");
    end(&c);
}

/* the effect of mu is 4 + 8 z; that of the load none */
Test(indices, morris_of_factors_where_there_is_noise)
{
    static const char *const attributes[] = {"", "draws=\"common\""};
    static const size_t missing[] = {0, 0, 7};
    for (int k = 0; k < 3; k++) {
        struct case_of c;
        const struct quire_measured_analysis *m =
            analyse(&c, attributes[k % 2],
                    FACTORS CURL "<design kind=\"morris\" trajectories=\"200\" replicates=\"3\"/>",
                    with_noise, missing[k]);
        const struct quire_morris *mu = &m->of_factors.morris[0], *load = &m->of_factors.morris[1];
        cr_expect(k == 1 || fabs(mu->mean - 4) < 4 * 8 / sqrt(600), "%g", mu->mean);
        cr_expect(k == 2 ||
                      (k == 1 ? mu->deviation < 1e-9 : fabs(mu->deviation - 8 / sqrt(3)) < 0.8),
                  "%g", mu->deviation);
        cr_expect(load->mean == 0 && load->deviation == 0 && load->size.interval.high == 0);
        end(&c);
    }
}

/* ---- which tolerance makes the scatter ---- */

static double
scatter(const double *x)
{
    return 10 * x[0] + 2 * x[1] + x[0] * x[2];
}

/* At mu = -1, 0, 1 the curl makes a variance of 4, the thickness of 1, 0, 1; what mu does is no
 * scatter. */
Test(indices, sobol_of_noise)
{
    struct case_of c;
    const struct quire_measured_analysis *m = analyse(
        &c, "", THREE CURL THICK GRADE "<design of=\"noise\" kind=\"saltelli\" points=\"512\"/>",
        scatter, 0);
    const double all = 4 + 2.0 / 3;
    cr_assert(m->of_factors.n == 0 && m->of_noise.n == 3 && m->of_noise.rows == 3 * 512);
    expect_index(&m->of_noise.first[0], 4 / all, 0.06, "first of curl");
    expect_index(&m->of_noise.whole[0], 4 / all, 0.06, "total of curl");
    expect_index(&m->of_noise.whole[1], 2.0 / 3 / all, 0.04, "total of thickness");
    expect_index(&m->of_noise.first[2], 0, 0, "first of grade");
    expect_index(&m->of_noise.whole[2], 0, 0, "total of grade");
    end(&c);
}

static double
by_grade(const double *x)
{
    return (x[2] == 2) * 3 + x[1];
}

/* C, of which there is 0.2, costs 3: a variance of 9 * 0.2 * 0.8 beside 1 */
Test(indices, sobol_of_weighted_noise)
{
    struct case_of c;
    const struct quire_measured_analysis *m =
        analyse(&c, "",
                "<design kind=\"full-factorial\"/>" THICK CURL GRADE
                "<design of=\"noise\" kind=\"saltelli\" points=\"1024\"/>",
                by_grade, 0);
    const double all = 1.44 + 1;
    cr_assert_eq(m->of_noise.n, 3);
    expect_index(&m->of_noise.whole[0], 0, 0, "thickness");
    expect_index(&m->of_noise.whole[1], 1 / all, 0.05, "curl");
    expect_index(&m->of_noise.whole[2], 1.44 / all, 0.05, "grade");
    end(&c);
}

/* from one deviation below to one above the curl makes 4, the thickness -2, 0, 2 by mu */
Test(indices, morris_of_noise)
{
    struct case_of c;
    const struct quire_measured_analysis *m =
        analyse(&c, "",
                THREE CURL THICK GRADE
                "<design of=\"noise\" kind=\"morris\" trajectories=\"50\" levels=\"10\"/>",
                scatter, 0);
    const struct quire_morris *effect = m->of_noise.morris;
    cr_assert(m->of_noise.n == 3 && m->of_noise.rows == 150 && effect[0].n == 150);
    cr_expect(fabs(effect[0].mean - 4) < 1e-9 && effect[0].deviation < 1e-9, "%g", effect[0].mean);
    cr_expect(fabs(effect[1].mean) < 1e-9 && fabs(effect[1].size.value - 4.0 / 3) < 1e-9 &&
                  fabs(effect[1].deviation - sqrt(8.0 / 3 * 150 / 149)) < 1e-9,
              "%g", effect[1].size.value);
    cr_expect(effect[2].mean == 0 && effect[2].size.interval.high == 0);
    end(&c);
}

/* Rows of noise are met at every point of the factors: nine points tell no more of its shares than
 * one where they say the same. */
Test(indices, intervals_of_noise_do_not_shrink_with_points)
{
    struct case_of one, nine;
    const struct quire_measured_analysis *a = analyse(
        &one, "",
        "<factor parameter=\"mu\" levels=\"1\"/><design kind=\"full-factorial\"/>" CURL THICK
        "<design of=\"noise\" kind=\"saltelli\" points=\"64\"/>",
        by_grade, 0);
    const struct quire_measured_analysis *b = analyse(
        &nine, "",
        "<factor parameter=\"mu\" low=\"0.6\" high=\"1.1\"/><design kind=\"full-factorial\" "
        "levels=\"9\"/>" CURL THICK "<design of=\"noise\" kind=\"saltelli\" points=\"64\"/>",
        by_grade, 0);
    for (int i = 0; i < 2; i++) {
        const struct quire_interval x = a->of_noise.first[i].interval,
                                    y = b->of_noise.first[i].interval;
        cr_expect(fabs(x.low - y.low) < 0.01 && fabs(x.high - y.high) < 0.01, "%g to %g, %g to %g",
                  x.low, x.high, y.low, y.high);
    }
    end(&one);
    end(&nine);
}

/* both designs: indices of the factors for the mean over the outer points, and of the noise */
Test(indices, of_factors_and_noise)
{
    struct case_of c;
    const struct quire_measured_analysis *m =
        analyse(&c, "",
                FACTORS "<design kind=\"morris\" trajectories=\"8\"/>" CURL THICK
                        "<design of=\"noise\" kind=\"saltelli\" points=\"32\"/>",
                with_noise, 0);
    struct quire_text json = {0};
    cr_assert(m->of_factors.n == 2 && m->of_noise.n == 2 && m->of_factors.morris != NULL &&
              m->of_noise.whole != NULL);
    cr_expect(m->of_factors.morris[1].size.value == 0 && m->of_noise.whole[1].value == 0);
    quire_analysis_json(&json, &c.analysis, 10);
    cr_expect_not_null(
        strstr(json.data, "\"sensitivity\": {\"method\": \"morris\", \"rows\": 8, \"factors\": ["));
    cr_expect_not_null(
        strstr(json.data, "{\"variable\": 3, \"method\": \"sobol\", \"rows\": 768, \"first\": 0"));
    quire_text_clear(&json);
    end(&c);
}
