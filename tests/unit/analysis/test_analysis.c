/* Analyses of studies whose truth is known. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/json/analysis_json.h"
#include "coefficient.h"

#define MOST 96

static const char *const two[] = {"low", "high"}, *const media[] = {"plain-80", "card-300", "film"};

/* a study in pieces that tests fill */
struct study {
    struct quire_runs runs;
    struct quire_varied varied[4];
    struct quire_measured measured[2];
    uint64_t index[MOST];
    size_t point[MOST], which[4][MOST];
    unsigned char outcome[MOST];
    double coded[4][MOST], y[2][MOST];
};

static void
begin(struct study *s, size_t n, size_t n_varied)
{
    static const char *const names[] = {"mu", "load", "angle", "medium"};

    memset(s, 0, sizeof *s);
    for (size_t i = 0; i < n_varied; i++) {
        s->varied[i] = (struct quire_varied){.name = names[i],
                                             .unit = "",
                                             .noise = false,
                                             .words = false,
                                             .level = two,
                                             .n_level = 2,
                                             .which = s->which[i],
                                             .coded = s->coded[i],
                                             .text = NULL,
                                             .low = "0.5",
                                             .high = "1"};
    }
    s->measured[0] = (struct quire_measured){
        .name = "arrival", .unit = "s", .limits = {NAN, NAN}, .value = s->y[0]};
    for (size_t r = 0; r < n; r++) {
        s->index[r] = s->point[r] = r;
    }
    s->runs = (struct quire_runs){.name = "test",
                                  .command = "quire run x.xml",
                                  .planned = n,
                                  .n = n,
                                  .index = s->index,
                                  .point = s->point,
                                  .sampling = QUIRE_SAMPLING_INDEPENDENT,
                                  .outcome = s->outcome,
                                  .n_varied = n_varied,
                                  .n_measured = 1,
                                  .varied = s->varied,
                                  .measured = s->measured};
}

static void
make_words(struct study *s, size_t i, const char *const *level, size_t n)
{
    s->varied[i].words = true;
    s->varied[i].level = level;
    s->varied[i].n_level = n;
    s->varied[i].coded = NULL;
}

/* 2 x 2 x 3 twice, 3 + mu - 2 load + 4 mu load + (0, 1, 5 by medium), with +-0.25 between the two
 */
static void
make_factorial(struct study *s)
{
    begin(s, 24, 3);
    make_words(s, 2, media, 3);
    for (size_t r = 0; r < 24; r++) {
        const size_t p = r / 2;
        const double by_medium[] = {0, 1, 5};
        s->point[r] = p;
        for (size_t i = 0; i < 2; i++) {
            s->which[i][r] = p >> i & 1;
            s->coded[i][r] = s->which[i][r] ? 1 : -1;
        }
        s->which[2][r] = p / 4;
        s->y[0][r] = 3 + s->coded[0][r] - 2 * s->coded[1][r] + 4 * s->coded[0][r] * s->coded[1][r] +
                     by_medium[p / 4] + (r % 2 ? 0.25 : -0.25);
    }
}

Test(analysis, finds_the_coefficients_a_study_was_made_with)
{
    struct study s;
    struct quire_analysis a = {0};

    make_factorial(&s);
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    const struct quire_measured_analysis *m = a.measured;
    cr_assert_eq(m->order, QUIRE_MODEL_INTERACTIONS); /* two levels have no squares */
    cr_assert_float_eq(coefficient_of(&a, m, "constant")->value, 5, 1e-13);
    cr_assert_float_eq(coefficient_of(&a, m, "mu")->value, 1, 1e-13);
    cr_assert_float_eq(coefficient_of(&a, m, "load")->value, -2, 1e-13);
    cr_assert_float_eq(coefficient_of(&a, m, "mu x load")->value, 4, 1e-13);
    cr_assert_float_eq(coefficient_of(&a, m, "angle=plain-80")->value, -2, 1e-13);
    cr_assert_float_eq(coefficient_of(&a, m, "angle=card-300")->value, -1, 1e-13);
    cr_assert_float_eq(coefficient_of(&a, m, "load x angle=card-300")->value, 0, 1e-13);
    /* 24 runs, +-0.25 in 12 points: all error is pure */
    cr_assert_eq(m->fit.pure.freedom, 12);
    cr_assert_float_eq(m->fit.pure.sum, 24 * 0.0625, 1e-12);
    cr_assert_float_eq(m->fit.sum, 24 * 0.0625, 1e-12);
    cr_assert_float_eq(fabs(m->bar[0].effect), 8, 1e-12); /* mu x load */
    cr_assert_float_eq(m->error_margin, 2 * (coefficient_of(&a, m, "mu")->high - 1), 1e-12);
    cr_assert_eq(m->level[2][1].n, 8);
    cr_assert_float_eq(m->level[2][2].mean, 8, 1e-13);
    cr_assert_float_eq(m->pair[0 * 3 + 1][3].mean, 3 + 1 - 2 + 4 + 2, 1e-13);
    cr_assert_not(m->has_surface);
    quire_analysis_clear(&a);
}

/* y = 2 + (x - 0.5)^2 + 3 (z + 0.25)^2 on three levels each */
Test(analysis, finds_where_a_surface_is_lowest)
{
    struct study s;
    struct quire_analysis a = {0};

    begin(&s, 9, 2);
    for (size_t r = 0; r < 9; r++) {
        s.coded[0][r] = (double)(r % 3) - 1;
        s.coded[1][r] = (double)(r / 3) - 1;
        s.y[0][r] = 2 + pow(s.coded[0][r] - 0.5, 2) + 3 * pow(s.coded[1][r] + 0.25, 2);
    }
    s.varied[0].n_level = s.varied[1].n_level = 0;
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    const struct quire_measured_analysis *m = a.measured;
    cr_assert(m->has_surface && m->inside);
    /* no point was run twice, and no contrast is left that is orthogonal: by the error of a run */
    cr_assert_float_eq(m->error_margin, 0, 1e-12);
    cr_assert_eq(m->surface.kind, QUIRE_SURFACE_MINIMUM);
    cr_assert_float_eq(m->surface.value, 2, 1e-12);
    cr_assert_float_eq(m->stationary[0], 0.5, 1e-12);
    cr_assert_float_eq(m->stationary[1], -0.25, 1e-12);
    cr_assert_null(m->level[0]);
    quire_analysis_clear(&a);
}

static void
expect_warning(const struct quire_analysis *a, const char *wanted, bool there)
{
    struct quire_text text = {0};

    quire_analysis_warnings(&text, a);
    cr_expect((text.data != NULL && strstr(text.data, wanted) != NULL) == there, "%s",
              text.data != NULL ? text.data : "nothing");
    quire_text_clear(&text);
}

/* runs without a verdict at one medium alone; all jams, and no other runs, at the other end of mu
 */
Test(analysis, says_what_is_missing_and_what_is_parted)
{
    struct study s;
    struct quire_analysis a = {0};

    make_factorial(&s);
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    expect_warning(&a, "", false);
    for (size_t r = 0; r < 24; r++) {
        const bool missing = s.which[2][r] == 1;
        s.outcome[r] = missing              ? QUIRE_OUTCOME_UNKNOWN
                       : s.which[0][r] == 1 ? QUIRE_OUTCOME_JAM
                                            : QUIRE_OUTCOME_PASSED;
        s.y[0][r] = missing ? (double)NAN : s.y[0][r];
    }
    s.runs.planned = 30;
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    cr_assert(a.jam.count == 8 && a.jam.undecided == 8 && a.jam.n == 24 &&
              a.count[QUIRE_OUTCOME_UNKNOWN] == 8);
    cr_assert(a.jam_by[0].rate[1].count == 8 && a.jam_by[0].rate[1].undecided == 4 &&
              a.jam_by[0].rate[1].n == 12 && a.jam_by[0].rate[0].count == 0);
    cr_assert_lt(a.jam_by[0].least_p, 0.001);
    cr_assert_eq(a.unknown_by[2].level, 1);
    cr_assert(a.has_odds && a.odds.separation == QUIRE_SEPARATION_COMPLETE && a.odds.penalised);
    cr_assert_eq(a.measured[0].missing, 8);
    /* what is left still tells the effects */
    cr_assert_float_eq(coefficient_of(&a, a.measured, "mu x load")->value, 4, 1e-12);
    expect_warning(&a, "24 of 30 runs are done", true);
    expect_warning(
        &a, "8 of 24 runs came to no verdict and have no numbers: neither jams nor successes",
        true);
    expect_warning(&a, "not spread evenly over angle: 8 of 8 at card-300", true);
    expect_warning(&a, "Firth", true);
    expect_warning(&a, "columns of the model cannot be separated", true);
    quire_analysis_clear(&a);
}

/* replicates whose noise is in the model are no repetitions of a point */
Test(analysis, noise_explains_scatter)
{
    struct study s;
    struct quire_analysis a = {0};

    begin(&s, 40, 2);
    s.varied[1].noise = true;
    s.varied[1].n_level = 0;
    for (size_t r = 0; r < 40; r++) {
        s.point[r] = r % 2;
        s.which[0][r] = r % 2;
        s.coded[0][r] = r % 2 ? 1 : -1;
        s.coded[1][r] = sin((double)(r * r));
        s.y[0][r] = 1 + 2 * s.coded[0][r] - 3 * s.coded[1][r];
    }
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    /* noise has interactions with factors alone */
    cr_assert_eq(a.measured->order, QUIRE_MODEL_NOISE_INTERACTIONS);
    cr_assert_float_eq(coefficient_of(&a, a.measured, "mu x load")->value, 0, 1e-12);
    cr_assert_float_eq(coefficient_of(&a, a.measured, "load")->value, -3, 1e-12);
    cr_assert_eq(a.measured[0].fit.pure.freedom, 0);
    quire_analysis_clear(&a);
}

static json_t *parsed(const struct quire_analysis *a, size_t most);

/* y = 5 x0 - 2 x1 in a trajectory that moves x1 down, then x0 up, and one that moves x0 down, then
 * x1 up */
Test(analysis, finds_elementary_effects)
{
    static const double at[6][2] = {{-1, 1}, {-1, 0}, {1, 0}, {1, -1}, {0, -1}, {0, 0.5}};
    struct study s;
    struct quire_analysis a = {0};

    begin(&s, 12, 2);
    s.varied[0].n_level = s.varied[1].n_level = 0;
    s.runs.layout = QUIRE_LAYOUT_MORRIS;
    for (size_t r = 0; r < 12; r++) { /* each point twice, with noise that cancels */
        s.point[r] = r % 6;
        s.coded[0][r] = at[r % 6][0];
        s.coded[1][r] = at[r % 6][1];
        s.y[0][r] = 5 * at[r % 6][0] - 2 * at[r % 6][1] + (r < 6 ? 0.5 : -0.5);
    }
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    const struct quire_measured_analysis *m = a.measured;
    cr_assert(m->of_factors.n == 2 && m->of_factors.rows == 2);
    cr_assert_float_eq(m->of_factors.morris[0].mean, 10, 1e-12); /* from -1 to 1 */
    cr_assert_float_eq(m->of_factors.morris[1].mean, -4, 1e-12);
    cr_assert_float_eq(m->of_factors.morris[1].size.value, 4, 1e-12);
    cr_assert_float_eq(m->of_factors.morris[0].deviation, 0, 1e-12);
    for (size_t r = 0; r < 12; r++) {
        /* touches both effects of the first trajectory */
        s.y[0][r] = s.point[r] == 1 ? (double)NAN : s.y[0][r];
    }
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    cr_assert(a.measured->of_factors.morris[0].n == 1 && a.measured->of_factors.morris[1].n == 1);
    for (size_t r = 0; r < 12; r++) {
        /* not run yet; a third trajectory has begun */
        s.point[r] = s.point[r] == 5 ? 6 : s.point[r];
    }
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    cr_assert(a.measured->of_factors.morris[0].n == 1 && a.measured->of_factors.morris[1].n == 0);
    cr_assert_float_eq(a.measured->of_factors.morris[0].mean, 10, 1e-12);
    for (size_t r = 0; r < 12; r++) {
        s.point[r] += 3000000000000000; /* a few runs of a plan that no memory could hold */
    }
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    cr_assert(a.measured->of_factors.rows == 3 && a.measured->of_factors.morris[0].n == 1 &&
              a.measured->of_factors.morris[1].n == 0);
    cr_assert_float_eq(a.measured->of_factors.morris[0].mean, 10, 1e-12);
    quire_analysis_clear(&a);
}

/* rows of a, a with x0 from b, a with x1 from b, b; y depends on x1 alone */
Test(analysis, finds_sobols_indices)
{
    struct study s;
    struct quire_analysis a = {0};

    begin(&s, 60, 2);
    s.varied[0].n_level = s.varied[1].n_level = 0;
    s.runs.layout = QUIRE_LAYOUT_SALTELLI;
    for (size_t r = 0; r < 60; r++) {
        const double from_a = sin((double)(r / 4)), from_b = sin((double)(r / 4) + 100);
        s.coded[0][r] = r % 4 == 1 || r % 4 == 3 ? from_b : from_a;
        s.coded[1][r] = r % 4 == 2 || r % 4 == 3 ? from_b : from_a;
        s.y[0][r] = 2 + s.coded[1][r];
    }
    s.y[0][59] = NAN;
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    const struct quire_measured_analysis *m = a.measured;
    cr_assert(m->of_factors.n == 2 && m->of_factors.rows == 14 && m->of_factors.morris == NULL);
    cr_assert_float_eq(m->of_factors.first[1].value, 1, 1e-12);
    cr_assert(m->of_factors.whole[0].value == 0 && m->of_factors.whole[1].value > 0);
    json_decref(parsed(&a, 5));
    for (size_t r = 0; r < 60; r++) {
        s.y[0][r] = 0.1; /* its sums are rounded */
    }
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    cr_assert(isnan(a.measured->of_factors.first[0].value) &&
              isnan(a.measured->of_factors.whole[1].value) &&
              isnan(a.measured->of_factors.first[0].interval.low));
    quire_analysis_clear(&a);
}

/* rows of a, two of ab, two of ba, b over all pairs of points of a square; y is the product of both
 * factors, which is all interaction, and the mean of its square is 1 */
Test(analysis, finds_sobols_indices_of_pairs)
{
    static struct study s;
    struct quire_analysis a = {0};

    begin(&s, 96, 2);
    s.varied[0].n_level = s.varied[1].n_level = 0;
    s.runs.layout = QUIRE_LAYOUT_SALTELLI_SECOND;
    for (size_t r = 0; r < 96; r++) {
        const size_t which = r % 6;
        for (size_t i = 0; i < 2; i++) {
            const bool from_b = which > 2 ? which != 3 + i : which == 1 + i;
            s.coded[i][r] = (r / 6 >> (from_b ? 2 + i : i) & 1) != 0 ? 1 : -1;
        }
        s.y[0][r] = 5 + s.coded[0][r] * s.coded[1][r];
    }
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    const struct quire_measured_analysis *m = a.measured;
    cr_assert(m->of_factors.n == 2 && m->of_factors.rows == 16 && m->of_factors.second != NULL);
    cr_assert_float_eq(m->of_factors.second[0].value, 1, 1e-12);
    json_t *root = parsed(&a, 5);
    char *text = json_dumps(root, JSON_COMPACT);
    cr_expect(strstr(text, "\"pairs\":[{\"first\":0,\"second\":1,\"index\":") != NULL, "%s", text);
    free(text);
    json_decref(root);
    quire_analysis_clear(&a);
}

static json_t *
parsed(const struct quire_analysis *a, size_t most)
{
    struct quire_text text = {0};
    json_error_t error;

    quire_analysis_json(&text, a, most);
    cr_assert_not(text.failed);
    json_t *root = json_loadb(text.data, text.size, JSON_REJECT_DUPLICATES, &error);
    cr_assert_not_null(root, "%d: %s\n%s", error.line, error.text, text.data);
    quire_text_clear(&text);
    return root;
}

/* 2^3 in two blocks by ABC: the second batch of paper arrives 0.5 s later, which tells nothing of
 * factors and interactions */
Test(analysis, blocks_are_no_effects)
{
    static struct study s;
    struct quire_analysis a = {0};
    size_t block[16];

    begin(&s, 16, 3);
    for (size_t r = 0; r < 16; r++) {
        int low = 0;
        for (size_t i = 0; i < 3; i++) {
            s.which[i][r] = r >> i & 1;
            s.coded[i][r] = s.which[i][r] == 1 ? 1 : -1;
            low += s.which[i][r] == 0;
        }
        s.point[r] = r % 8;
        block[r] = (size_t)low % 2;
        s.y[0][r] = 10 + 2 * s.coded[0][r] - 1 * s.coded[1][r] * s.coded[2][r] +
                    (block[r] == 1 ? 0.25 : -0.25) + (r < 8 ? 0.001 : -0.001) * s.coded[2][r];
    }
    s.runs.block = block;
    s.runs.n_block = 2;
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    const struct quire_measured_analysis *m = &a.measured[0];
    cr_assert(m->has_block);
    cr_expect_eq(m->order, QUIRE_MODEL_INTERACTIONS);
    cr_expect(fabs(coefficient_of(&a, m, "constant")->value - 10) < 1e-12);
    cr_expect(fabs(coefficient_of(&a, m, "mu")->value - 2) < 1e-12 &&
              fabs(coefficient_of(&a, m, "load x angle")->value + 1) < 1e-12);
    cr_expect(fabs(coefficient_of(&a, m, "block=1")->value + 0.25) < 1e-12);
    /* a block of 8 runs 0.25 off the mean, twice */
    cr_expect(fabs(m->anova[m->n_term - 1].sum - 16 * 0.0625) < 1e-12 &&
              m->anova[m->n_term - 1].freedom == 1);
    cr_expect(fabs(m->residual.sum - 16e-6) < 1e-12 && m->residual.freedom == 8);
    cr_expect_eq(m->n_bar, 6, "of the block there is no bar");
    quire_analysis_clear(&a);

    s.runs.n_block = 1; /* what the blocks were, is an error now */
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    cr_expect(!a.measured[0].has_block && fabs(a.measured[0].residual.sum - 1.000016) < 1e-9);
    quire_analysis_clear(&a);
}

/* 2^2 with two runs each: ratios by hand */
Test(analysis, ratios_of_signal_to_noise_are_those_of_each_point)
{
    static const double y[4][2] = {{1, 3}, {2, 2}, {10, 12}, {4, -4}};
    static struct study s;
    struct quire_analysis a = {0};

    begin(&s, 8, 2);
    for (size_t r = 0; r < 8; r++) {
        s.point[r] = 3 * (r % 4);
        for (size_t i = 0; i < 2; i++) {
            s.which[i][r] = r % 4 >> i & 1;
            s.coded[i][r] = s.which[i][r] == 1 ? 1 : -1;
        }
        s.y[0][r] = y[r % 4][r / 4];
    }
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    const struct quire_measured_analysis *m = &a.measured[0];
    const struct quire_signal *p = m->signal;
    cr_assert_eq(m->n_signal, 4);
    cr_expect(p[2].point == 6 && p[2].n == 2 && p[2].mean == 11 &&
              fabs(p[2].deviation - sqrt(2)) < 1e-15);
    cr_expect(fabs(p[0].ratio.smaller + 10 * log10(5)) < 1e-13);
    cr_expect(fabs(p[0].ratio.larger + 10 * log10((1 + 1.0 / 9) / 2)) < 1e-13);
    cr_expect(fabs(p[0].ratio.nominal - 10 * log10(2)) < 1e-13);
    cr_expect(isnan(p[1].ratio.nominal), "no noise, no ratio");
    cr_expect(isnan(p[3].ratio.nominal), "no signal, no ratio");
    /* mu low: points 0 and 2; of "nominal" load high has one point that tells */
    cr_expect(fabs(m->signal_level[0][0].smaller - (p[0].ratio.smaller + p[2].ratio.smaller) / 2) <
              1e-13);
    cr_expect(fabs(m->signal_level[1][1].nominal - p[2].ratio.nominal) < 1e-13);
    quire_analysis_clear(&a);
    for (size_t r = 0; r < 8; r++) {
        s.point[r] = r;
    }
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    cr_expect_eq(a.measured[0].n_signal, 0, "points that were run once have no noise");
    quire_analysis_clear(&a);
}

Test(analysis, json_says_all_of_it)
{
    struct study s;
    struct quire_analysis a = {0};

    make_factorial(&s);
    s.outcome[3] = QUIRE_OUTCOME_JAM;
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    json_t *root = parsed(&a, 10);
    cr_assert_str_eq(json_string_value(json_object_get(root, "schema")), "quire-study-analysis-1");
    cr_assert_eq(json_array_size(json_object_get(root, "runs")), 8); /* every third */
    const json_t *response = json_array_get(json_object_get(root, "responses"), 0);
    cr_assert_eq(json_array_size(json_object_get(response, "columns")), a.measured[0].fit.n);
    cr_assert_eq(json_array_size(json_object_get(json_object_get(response, "effects"), "bars")),
                 a.measured[0].n_bar);
    cr_assert_float_eq(json_number_value(json_object_get(response, "r2")), a.measured[0].fit.r2, 0);
    cr_assert_str_eq(json_string_value(json_object_get(root, "jam_sentence")),
                     "1 jam in 24 runs, 4.2 % at 12 settings; the design chose the settings, so "
                     "that only each one has a rate");
    cr_assert_eq(json_array_size(json_object_get(root, "settings")), 10);
    cr_assert_eq(json_integer_value(json_object_get(root, "n_settings")), 12);
    const json_t *jam =
        json_object_get(json_array_get(json_object_get(root, "settings"), 1), "jam");
    cr_assert_eq(json_integer_value(json_object_get(jam, "count")), 1);
    cr_assert_float_eq(json_number_value(json_array_get(json_object_get(jam, "exact"), 0)),
                       quire_rate_of(1, 0, 2, 0.95).exact.low, 0);
    cr_assert(
        json_is_null(json_array_get(json_object_get(json_object_get(root, "jam"), "exact"), 0)),
        "no population");
    json_decref(root);
    quire_analysis_clear(&a);
}

Test(analysis, takes_studies_of_nothing)
{
    struct study s;
    struct quire_analysis a = {0};

    begin(&s, 0, 3);
    make_words(&s, 2, media, 3);
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    json_decref(parsed(&a, 10));
    begin(&s, 1, 2);
    s.y[0][0] = NAN;
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    cr_assert_eq(a.measured[0].order, QUIRE_MODEL_NONE);
    json_decref(parsed(&a, 10));
    begin(&s, 4, 0);
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    json_decref(parsed(&a, 10));
    /* a response that never changes */
    make_factorial(&s);
    for (size_t r = 0; r < 24; r++) {
        s.y[0][r] = 0.1; /* its sums are rounded */
    }
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    cr_assert(a.measured->summary.deviation == 0 && a.measured->order == QUIRE_MODEL_NONE);
    expect_warning(&a, "arrival is the same in all 24 runs", true);
    expect_warning(&a, "too few", false);
    json_decref(parsed(&a, 10));
    quire_analysis_clear(&a);
}

/* thirteen media have no levels, and no column of a model */
Test(analysis, takes_more_words_than_levels)
{
    struct study s;
    struct quire_analysis a = {0};

    begin(&s, 26, 2);
    make_words(&s, 1, NULL, 0);
    s.varied[1].which = NULL;
    for (size_t r = 0; r < 26; r++) {
        s.which[0][r] = r % 2;
        s.coded[0][r] = r % 2 ? 1 : -1;
        s.outcome[r] = r % 3 == 0 ? QUIRE_OUTCOME_JAM : QUIRE_OUTCOME_PASSED;
        s.y[0][r] = 1 + 2 * s.coded[0][r];
    }
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    cr_assert_eq(a.measured->n_predictor, 1);
    cr_assert_float_eq(coefficient_of(&a, a.measured, "mu")->value, 2, 1e-13);
    json_decref(parsed(&a, 10));
    quire_analysis_clear(&a);
}

/* y = 10 + mu + z/2 and a departure of each setting: pure error is that of a model with a constant
 * for each setting beside the noise */
Test(analysis, tests_lack_of_fit_beside_noise)
{
    static const char *const settings[] = {"a", "b", "c", "d"};
    static const double off[] = {0.2, -0.3, -0.1, 0.4};
    static const struct quire_term line[] = {{1, {0}}, {1, {1}}}, own[] = {{1, {1}}, {1, {2}}};
    struct study s;
    struct quire_analysis a = {0}, b = {0};

    begin(&s, 24, 3);
    make_words(&s, 2, settings, 4);
    s.varied[1].noise = true;
    s.varied[1].n_level = 0;
    for (size_t r = 0; r < 24; r++) {
        const size_t k = r / 6;
        s.point[r] = s.which[2][r] = k;
        s.coded[0][r] = 2 * (double)k / 3 - 1;
        s.coded[1][r] = sin(3.0 * (double)(r * r)); /* any */
        s.y[0][r] = 10 + s.coded[0][r] + 0.5 * s.coded[1][r] + off[k] + 0.01 * cos(7.0 * (double)r);
    }
    s.varied[0].n_level = 0;
    s.measured[0].choice = (struct quire_model_choice){.term = line, .n_term = 2};
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    s.measured[0].choice = (struct quire_model_choice){.term = own, .n_term = 2};
    cr_assert(quire_analyse(&b, &s.runs, 0.95));
    const struct quire_fit *fit = &a.measured->fit, *full = &b.measured->fit;
    cr_expect_float_eq(fit->pure.sum, full->sum, 1e-12);
    cr_expect_eq(fit->pure.freedom, full->freedom);
    cr_expect_float_eq(fit->lack.sum, fit->sum - full->sum, 1e-12);
    cr_expect_eq(fit->lack.freedom, 2);
    cr_expect_lt(fit->lack.p, 1e-6);
    const double each = (fit->lack.mean_square - fit->pure.mean_square) / 6;
    cr_expect_float_eq(a.measured->misfit, sqrt(each), 1e-12);
    cr_expect_eq(b.measured->misfit, 0);
    quire_analysis_clear(&a);
    quire_analysis_clear(&b);
}

/* a 2^3 has 7 contrasts, six in two blocks by its longest product, three as half of it, and none if
 * a run is missing */
Test(analysis, counts_the_orthogonal_contrasts)
{
    static const struct quire_term main_effects[] = {{1, {0}}, {1, {1}}, {1, {2}}};
    static const struct {
        size_t n, blocks, contrasts;
        bool half;
    } cases[] = {{8, 1, 7, false}, {8, 2, 6, false}, {4, 1, 3, true}, {7, 1, 0, false}};

    for (size_t c = 0; c < 4; c++) {
        struct study s;
        struct quire_analysis a = {0};
        size_t block[8];
        begin(&s, cases[c].n, 3);
        for (size_t r = 0; r < cases[c].n; r++) {
            const size_t corner = cases[c].half ? r | ((r ^ r >> 1) & 1) << 2 : r;
            for (size_t i = 0; i < 3; i++) {
                s.which[i][r] = corner >> i & 1;
                s.coded[i][r] = s.which[i][r] ? 1 : -1;
            }
            block[r] = cases[c].blocks > 1 ? (corner ^ corner >> 1 ^ corner >> 2) & 1 : 0;
            s.y[0][r] = 1 + 3 * s.coded[0][r] + cos((double)(r * r));
        }
        s.runs.block = block;
        s.runs.n_block = cases[c].blocks;
        s.measured[0].choice = (struct quire_model_choice){.term = main_effects, .n_term = 3};
        cr_assert(quire_analyse(&a, &s.runs, 0.95));
        cr_expect_eq(a.measured->n_contrast, cases[c].contrasts, "%zu: %zu", c,
                     a.measured->n_contrast);
        cr_expect_eq(isnan(a.measured->error_margin), cases[c].contrasts > 0);
        quire_analysis_clear(&a);
    }
}
