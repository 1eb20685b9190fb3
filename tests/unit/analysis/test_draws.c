/* What is random in a study, and what is not: against tests/data/stat/draws.csv. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "analysis/json/analysis_json.h"
#include "coefficient.h"
#include "fixtures/references.h"

#define MOST 64
#define EXPECT(set, what, value)                                                                   \
    do {                                                                                           \
        double wanted;                                                                             \
        cr_assert(reference_find("draws.csv", set, what, &wanted), "%s %s", set, what);            \
        cr_expect(reference_near(value, wanted, 1e-9), "%s %s: %.17g, not %.17g", set, what,       \
                  value, wanted);                                                                  \
    } while (0)

static const char *const two[] = {"low", "high"};

/* ---- rates and pairs */

Test(draws, undecided_runs_widen_intervals_as_far_as_they_may)
{
    static const size_t cases[][3] = {{2, 3, 40}, {0, 1, 300}, {9, 1, 10}, {8, 0, 20}, {1, 1, 6}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct quire_rate r = quire_rate_of(cases[i][0], cases[i][1], cases[i][2], 0.95);
        char set[60];
        snprintf(set, sizeof set, "rate-%zu-%zu-%zu", cases[i][0], cases[i][1], cases[i][2]);
        EXPECT(set, "low", r.exact.low);
        EXPECT(set, "high", r.exact.high);
        EXPECT(set, "bound.low", r.bound.low);
        EXPECT(set, "bound.high", r.bound.high);
    }
}

Test(draws, pairs_that_differ_have_the_exact_test_of_mcnemar)
{
    EXPECT("pairs-86-150", "p",
           quire_pairs_differ(86, 150)); /* Agresti's voters; R: binom.test(86, 236) */
    EXPECT("pairs-0-5", "p", quire_pairs_differ(0, 5));
    EXPECT("pairs-1-5", "p", quire_pairs_differ(5, 1));
    EXPECT("pairs-3-3", "p", quire_pairs_differ(3, 3));
    EXPECT("pairs-2-11", "p", quire_pairs_differ(2, 11));
}

static void
expect_matched(const char *set, const struct quire_matched *m)
{
    EXPECT(set, "difference", m->difference);
    EXPECT(set, "error", m->error);
    EXPECT(set, "low", m->low);
    EXPECT(set, "high", m->high);
    EXPECT(set, "p", m->p);
}

Test(draws, matched_levels_are_those_of_the_paired_t_test)
{
    static const double gained[2][10] = {{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2},
                                         {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}};
    struct quire_trial trial[22];
    struct quire_matched m;

    for (size_t i = 0; i < 20; i++) {
        trial[i] = (struct quire_trial){.draw = i / 2, .level = i % 2, .y = gained[i % 2][i / 2]};
    }
    /* a pair of which one is not known counts for nothing, nor does a run that has no partner */
    trial[20] = (struct quire_trial){.rest = 1, .draw = 3, .level = 0, .y = 100};
    trial[21] = (struct quire_trial){.rest = 1, .draw = 3, .level = 1, .y = NAN};
    cr_assert(quire_matched_compare(&m, 2, trial, 22, 0.95));
    expect_matched("sleep", &m);
    cr_expect(m.n == 10 && m.left_out == 1 && m.more == 9 && m.fewer == 0);
    cr_expect_float_eq(m.sign_p, 2.0 / 512, 1e-15);
}

/* ---- whole studies */

struct study {
    struct quire_runs runs;
    struct quire_varied varied[3];
    struct quire_measured measured;
    uint64_t index[MOST];
    size_t point[MOST], draw[MOST], which[2][MOST];
    unsigned char outcome[MOST];
    double coded[3][MOST], y[MOST];
};

/* as stat-draws.py has it */
static double
response(size_t draw, double u, double v)
{
    static const double shift[] = {37, -52, 11, 80, -25, -66, 4, 43},
                        tilt[] = {3, -2, 1, 4, -3, 0, -1, 2};
    const double rest = fmod((double)draw * (u + 2) * (v + 3), 5);

    return (200 + 2 * shift[draw] + (9 + tilt[draw]) * u - 5 * v + (rest < 0 ? rest + 5 : rest)) /
           64;
}

/* 2 x 2 settings, each with eight draws */
static void
make(struct study *s, enum quire_sampling sampling)
{
    memset(s, 0, sizeof *s);
    s->varied[0] = (struct quire_varied){.name = "mu",
                                         .unit = "",
                                         .noise = false,
                                         .words = false,
                                         .level = two,
                                         .n_level = 2,
                                         .which = s->which[0],
                                         .coded = s->coded[0],
                                         .text = NULL,
                                         .low = "0.5",
                                         .high = "1"};
    s->varied[1] = (struct quire_varied){.name = "load",
                                         .unit = "",
                                         .noise = false,
                                         .words = false,
                                         .level = two,
                                         .n_level = 2,
                                         .which = s->which[1],
                                         .coded = s->coded[1],
                                         .text = NULL,
                                         .low = "4",
                                         .high = "8"};
    s->varied[2] =
        (struct quire_varied){.name = "curl", .unit = "", .noise = true, .coded = s->coded[2]};
    s->measured =
        (struct quire_measured){.name = "arrival", .unit = "s", .limits = {0, 10}, .value = s->y};
    for (size_t r = 0; r < 32; r++) {
        const size_t p = r / 8, d = r % 8;
        const double u = p % 2 ? 1 : -1, v = p / 2 ? 1 : -1;
        s->index[r] = r;
        s->point[r] = p;
        s->draw[r] = d;
        s->which[0][r] = p % 2;
        s->which[1][r] = p / 2;
        s->coded[0][r] = u;
        s->coded[1][r] = v;
        s->coded[2][r] = 0;
        s->y[r] = response(d, u, v);
    }
    s->runs = (struct quire_runs){.name = "test",
                                  .command = "quire run x.xml",
                                  .planned = 32,
                                  .n = 32,
                                  .index = s->index,
                                  .point = s->point,
                                  .sampling = sampling,
                                  .draw = sampling == QUIRE_SAMPLING_INDEPENDENT ? NULL : s->draw,
                                  .outcome = s->outcome,
                                  .n_varied = 3,
                                  .n_measured = 1,
                                  .varied = s->varied,
                                  .measured = &s->measured};
}

static const struct quire_coefficient *
column(const struct quire_analysis *a, const char *name)
{
    return coefficient_of(a, a->measured, name);
}

/* the coefficient in each draw by itself, eight times: their mean and its error */
Test(draws, common_draws_are_analysed_as_pairs)
{
    static const char *const names[] = {"constant", "mu", "load", "mu x load"};
    struct study s;
    struct quire_analysis a = {0};

    make(&s, QUIRE_SAMPLING_COMMON);
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    for (size_t i = 0; i < 4; i++) {
        const struct quire_coefficient *c = column(&a, names[i]);
        char set[60];
        snprintf(set, sizeof set, "common.%s", names[i]);
        EXPECT(set, "difference", c->value);
        EXPECT(set, "error", c->error);
        EXPECT(set, "low", c->low);
        EXPECT(set, "high", c->high);
        EXPECT(set, "p", c->p);
    }
    const struct quire_measured_analysis *m = a.measured;
    cr_expect_float_eq(m->anova[1].f, pow(column(&a, "mu")->t, 2),
                       1e-9 * m->anova[1].f); /* one column: Hotelling's is Student's */
    cr_expect(isnan(m->error_margin) && isnan(m->lenth.margin) && isnan(m->level[0][0].error));
    expect_matched("common.levels", &m->matched[0][0]);
    cr_expect(m->matched[0][0].n == 8 && m->matched[2] == NULL);
    quire_analysis_clear(&a);
    /* and not as what they are not */
    make(&s, QUIRE_SAMPLING_INDEPENDENT);
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    EXPECT("common", "independent-error", column(&a, "load")->error);
    cr_expect_null(a.measured->matched[0]);
    quire_analysis_clear(&a);
}

/* A noise explains a part of what draws do to settings: a coefficient has the scatter of the draws
 * about their line over the noise. */
Test(draws, noise_explains_draws)
{
    static const char *const names[] = {"constant", "mu", "load"};
    struct study s;
    struct quire_analysis a = {0};

    make(&s, QUIRE_SAMPLING_COMMON);
    for (size_t r = 0; r < 64; r++) { /* the eight draws twice, with other noise */
        s.index[r] = r;
        s.point[r] = r % 32 / 8;
        s.draw[r] = r % 8 + 8 * (r / 32);
        s.which[0][r] = s.which[0][r % 32];
        s.which[1][r] = s.which[1][r % 32];
        s.coded[0][r] = s.coded[0][r % 32];
        s.coded[1][r] = s.coded[1][r % 32];
        s.coded[2][r] = sin((double)(s.draw[r] * s.draw[r]));
        s.y[r] = s.y[r % 32];
    }
    s.runs.n = s.runs.planned = 64;
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    for (size_t i = 0; i < 3; i++) {
        const struct quire_coefficient *c = column(&a, names[i]);
        char set[60];
        snprintf(set, sizeof set, "explained.%s", names[i]);
        EXPECT(set, "value", c->value);
        EXPECT(set, "error", c->error);
        EXPECT(set, "p", c->p);
    }
    quire_analysis_clear(&a);
}

/* what a noise does to all settings alike takes nothing from the comparison of these; a
 * coefficient of the noise has the scatter of eight draws, not of 32 runs */
Test(draws, noise_is_told_between_draws)
{
    struct study s;
    struct quire_analysis a = {0};

    make(&s, QUIRE_SAMPLING_COMMON);
    for (size_t r = 0; r < 32; r++) {
        s.coded[2][r] = sin((double)(r % 8 * (r % 8)));
    }
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    EXPECT("common.mu", "error", column(&a, "mu")->error);
    EXPECT("common.load", "p", column(&a, "load")->p);
    const double between = column(&a, "curl")->error;
    quire_analysis_clear(&a);
    s.runs.sampling = QUIRE_SAMPLING_INDEPENDENT;
    s.runs.draw = NULL;
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    cr_expect_gt(between, column(&a, "curl")->error);
    quire_analysis_clear(&a);
    /* runs that are missing leave errors, which are of what is there */
    s.runs.sampling = QUIRE_SAMPLING_COMMON;
    s.runs.draw = s.draw;
    s.y[3] = s.y[17] = NAN;
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    cr_expect(column(&a, "mu")->error > 0 && column(&a, "mu")->p < 0.05 &&
              a.measured->matched[0][0].left_out == 2);
    quire_analysis_clear(&a);
}

/* one draw alone: differences, and nothing that is sure of them */
Test(draws, one_common_draw_has_no_error)
{
    struct study s;
    struct quire_analysis a = {0};

    make(&s, QUIRE_SAMPLING_COMMON);
    for (size_t p = 0; p < 4; p++) {
        s.point[p] = p;
        s.draw[p] = 0;
        s.which[0][p] = p % 2;
        s.which[1][p] = p / 2;
        s.coded[0][p] = p % 2 ? 1 : -1;
        s.coded[1][p] = p / 2 ? 1 : -1;
        s.y[p] = (double)(p * p);
    }
    s.runs.n = s.runs.planned = 4;
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    cr_expect(isnan(column(&a, "mu")->error) && isnan(column(&a, "mu")->p) &&
              isfinite(column(&a, "mu")->value));
    cr_expect(a.measured->matched[0][0].n == 1 && isnan(a.measured->matched[0][0].p) &&
              isfinite(a.measured->matched[0][0].difference));
    quire_analysis_clear(&a);
}

Test(draws, words_are_tested_together)
{
    static const char *const three[] = {"a", "b", "c"};
    struct study s;
    struct quire_analysis a = {0};

    make(&s, QUIRE_SAMPLING_COMMON);
    s.varied[0] = (struct quire_varied){.name = "medium",
                                        .unit = "",
                                        .words = true,
                                        .level = three,
                                        .n_level = 3,
                                        .which = s.which[0]};
    for (size_t r = 0; r < 24; r++) {
        const size_t d = r % 8, word = r / 8;
        s.point[r] = s.which[0][r] = word;
        s.which[1][r] = 0;
        s.coded[1][r] = -1;
        s.y[r] = response(d, 2 * (double)word - 1, (double)(d % 3) - (double)word);
    }
    s.runs.n = s.runs.planned = 24;
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    EXPECT("words", "f", a.measured->anova[1].f);
    EXPECT("words", "p", a.measured->anova[1].p);
    quire_analysis_clear(&a);
}

/* a run that is there twice is one draw */
Test(draws, a_common_draw_counts_once)
{
    struct study s;
    struct quire_analysis a = {0};

    make(&s, QUIRE_SAMPLING_COMMON);
    for (size_t r = 0; r < 32; r++) { /* two points of each setting of mu, equal in load */
        s.which[1][r] = 0;
        s.coded[1][r] = -1;
        s.point[r] = r / 8 % 2;
        s.outcome[r] = r % 8 == 3 ? QUIRE_OUTCOME_JAM : QUIRE_OUTCOME_PASSED;
    }
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    cr_assert_eq(a.n_setting, 2);
    cr_expect(a.setting[0].jam.count == 1 && a.setting[0].jam.n == 8);
    cr_expect_float_eq(a.setting[0].jam.exact.high, quire_rate_of(1, 0, 8, 0.95).exact.high, 0);
    cr_expect(a.measured->setting[1].of.n == 8);
    quire_analysis_clear(&a);
}

static void
expect_sentence(const struct quire_analysis *a, const char *wanted)
{
    struct quire_text text = {0};

    quire_analysis_sentence(&text, a);
    cr_expect_str_eq(text.data, wanted);
    quire_text_clear(&text);
}

static bool
has_interval(const struct quire_rate *r)
{
    return !isnan(r->exact.low) || !isnan(r->wilson.low) || !isnan(r->bound.high);
}

/* neither settings that a design chose nor levels that an outer array sets are draws */
Test(draws, no_probability_where_nothing_is_random)
{
    static const enum quire_sampling none[] = {QUIRE_SAMPLING_NONE, QUIRE_SAMPLING_SPREAD,
                                               QUIRE_SAMPLING_SET};
    struct study s;

    for (size_t i = 0; i < 3; i++) {
        struct quire_analysis a = {0};
        make(&s, none[i]);
        for (size_t r = 0; r < 4; r++) {
            s.outcome[8 * r + r] = QUIRE_OUTCOME_JAM;
        }
        cr_assert(quire_analyse(&a, &s.runs, 0.95));
        const struct quire_measured_analysis *m = a.measured;
        cr_expect(!has_interval(&a.jam) && !has_interval(&a.setting[2].jam) &&
                  !has_interval(&a.jam_by[0].rate[1]));
        for (size_t j = 0; j < m->fit.n; j++) {
            const struct quire_coefficient *c = &m->fit.coefficient[j];
            cr_expect(isnan(c->error) && isnan(c->t) && isnan(c->p) && isnan(c->low) &&
                      isnan(c->high));
        }
        for (size_t t = 1; t < m->n_term; t++) {
            cr_expect(isnan(m->anova[t].p) && isfinite(m->anova[t].sum));
        }
        cr_expect(isnan(m->fit.model.p) && isnan(m->fit.lack.p) && isnan(m->lenth.margin) &&
                  isnan(m->error_margin) && m->lenth.pseudo_error > 0);
        cr_expect(isnan(m->summary.mean_interval.low) && isnan(m->summary.capability.cpk) &&
                  isfinite(m->summary.deviation));
        cr_expect(isnan(m->level[0][1].error) && m->setting == NULL && m->matched[0] == NULL);
        cr_expect(a.has_odds && isnan(a.odds.odds[1].p) && isnan(a.odds.odds[1].low) &&
                  isfinite(a.odds.odds[1].value));
        quire_analysis_clear(&a);
    }
    struct quire_analysis a = {0};
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    expect_sentence(&a, "4 jams in 32 runs, 12 % at 4 settings; the outer array chose the noise, "
                        "so this is no estimate of a probability");
    quire_analysis_clear(&a);
}

/* what is drawn belongs to its setting */
Test(draws, settings_are_not_pooled)
{
    struct study s;
    struct quire_analysis a = {0};

    make(&s, QUIRE_SAMPLING_INDEPENDENT);
    for (size_t r = 24; r < 32; r++) {
        s.outcome[r] = r < 27    ? QUIRE_OUTCOME_JAM
                       : r == 27 ? QUIRE_OUTCOME_DOUBTFUL
                       : r == 28 ? QUIRE_OUTCOME_NOT_EVALUATED
                                 : QUIRE_OUTCOME_PASSED;
    }
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    cr_expect(!has_interval(&a.jam) && !has_interval(&a.jam_by[0].rate[1]) &&
              isnan(a.measured->summary.capability.cpk));
    cr_expect(a.setting[3].jam.count == 3 && a.setting[3].jam.undecided == 2 &&
              a.setting[3].jam.n == 8);
    cr_expect(a.setting[3].jam.exact.low == quire_rate_of(3, 0, 8, 0.95).exact.low &&
              a.setting[3].jam.exact.high == quire_rate_of(5, 0, 8, 0.95).exact.high);
    const struct quire_statistics *one = &a.measured->setting[3].of;
    cr_expect(one->n == 8 && isfinite(one->capability.cpk) && isfinite(one->mean_interval.low));
    expect_sentence(&a, "3 to 5 jams in 32 runs (2 undecided), 9.4 % to 16 % at 4 settings; the "
                        "design chose the settings, so that only each one has a rate");
    struct quire_text text = {0};
    quire_analysis_settings(&text, &a, 10);
    cr_expect_str_eq(
        text.data,
        "each setting by itself:\n"
        "  mu=high, load=high: 3 to 5 jams in 8 runs (2 undecided), 38 % to 62 %: with 95 % "
        "confidence between 8.5 % and 91.5 %\n"
        "  the other 3 settings, each: 0 jams in 8 runs: with 95 % confidence less than 1 in 3\n");
    quire_text_clear(&text);
    quire_analysis_clear(&a);
    /* one setting: a population, with rate and capability */
    s.runs.n = s.runs.planned = 8;
    s.outcome[5] = QUIRE_OUTCOME_DOUBTFUL;
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    cr_expect(has_interval(&a.jam) && isfinite(a.measured->summary.capability.cpk) &&
              isfinite(a.measured->summary.mean_interval.low));
    expect_sentence(
        &a,
        "0 to 1 jam in 8 runs (1 undecided), 0 % to 12 %: with 95 % confidence less than 1 in 2");
    quire_text_add(&text, "");
    quire_analysis_warnings(&text, &a);
    cr_expect(strstr(text.data, "1 of 8 runs is doubtful: neither jams nor successes") != NULL,
              "%s", text.data);
    quire_text_clear(&text);
    quire_analysis_clear(&a);
}

/* the error of a mean is that of draws, whatever the other factors do to it */
Test(draws, means_of_levels_have_the_error_of_their_draws)
{
    struct study s;
    struct quire_analysis a = {0};

    make(&s, QUIRE_SAMPLING_INDEPENDENT);
    for (size_t r = 0; r < 32; r++) {
        s.y[r] =
            100 * s.coded[1][r] + (r % 2 ? 0.5 : -0.5); /* squares within a setting: 8 times 1/4 */
    }
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    cr_expect_float_eq(a.measured->level[0][0].error, sqrt(2 * 2.0 / 14 / 16), 1e-14);
    quire_analysis_clear(&a);
}

Test(draws, survivors_are_told)
{
    struct study s;
    struct quire_analysis a = {0};
    struct quire_text text = {0};

    make(&s, QUIRE_SAMPLING_INDEPENDENT);
    for (size_t r = 8; r < 14; r++) {
        s.y[r] = NAN;
        s.outcome[r] = QUIRE_OUTCOME_JAM;
    }
    for (size_t r = 16; r < 24; r++) {
        s.y[r] = NAN; /* of this point nothing is left */
    }
    cr_assert(quire_analyse(&a, &s.runs, 0.95));
    const struct quire_measured_analysis *m = a.measured;
    cr_expect(m->n_repeated == 4 && m->n_incomplete == 2 && m->n_signal == 3);
    cr_expect(m->signal[0].missing == 0 && m->signal[1].missing == 6 && m->signal[2].missing == 0);
    cr_expect(m->setting[1].missing == 6 && m->setting[1].of.n == 2);
    quire_analysis_warnings(&text, &a);
    cr_expect(strstr(text.data, "arrival has no number in some runs of 2 of the 4 points") !=
                      NULL &&
                  strstr(text.data, "survivors alone") != NULL,
              "%s", text.data);
    quire_text_clear(&text);
    quire_analysis_json(&text, &a, 10);
    json_t *root = json_loads(text.data, 0, NULL);
    const json_t *points = json_object_get(
        json_object_get(json_array_get(json_object_get(root, "responses"), 0), "signal_to_noise"),
        "points");
    cr_expect_eq(json_integer_value(json_array_get(json_array_get(points, 1), 7)), 6);
    json_decref(root);
    quire_text_clear(&text);
    quire_analysis_clear(&a);
}
