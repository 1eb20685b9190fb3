/* Studies: the runs they stand for, and what is refused. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/parts.h"
#include "study_fixture.h"

#define FACTORS                                                                                    \
    "<factor parameter=\"mu\" low=\"0.6\" high=\"1.1\"/> <factor parameter=\"load\" levels=\"4 "   \
    "N, 8 N, 12 N\"/>"                                                                             \
    "<factor parameter=\"medium\" levels=\"plain-80, card-300\"/>"
#define CURL                                                                                       \
    "<noise parameter=\"curl\" distribution=\"normal\" mean=\"0 m^-1\" deviation=\"0.5 m^-1\"/>"
#define FULL "<design kind=\"full-factorial\"/>"

/* the texts of a run with blanks between them */
static const char *
texts(const struct quire_study *study, uint64_t index)
{
    static char line[1000];
    struct quire_study_run run = {0};
    size_t used = 0;
    cr_assert_eq(quire_study_run(study, index, &run), QUIRE_OK);
    line[0] = '\0';
    for (size_t i = 0; i < run.n; i++) {
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%s", i > 0 ? " | " : "",
                                 run.value[i].text);
    }
    quire_study_run_clear(&run);
    return line;
}

Test(study, full_factorial_runs_in_standard_order)
{
    struct quire_study *study = study_load("", FACTORS FULL);
    cr_assert_eq(quire_study_runs(study), 12);
    cr_expect_str_eq(texts(study, 0), "0.6 | 4 N | plain-80");
    cr_expect_str_eq(texts(study, 1), "1.1 | 4 N | plain-80");
    cr_expect_str_eq(texts(study, 2), "0.6 | 8 N | plain-80");
    cr_expect_str_eq(texts(study, 5), "1.1 | 12 N | plain-80");
    cr_expect_str_eq(texts(study, 6), "0.6 | 4 N | card-300");
    cr_expect_str_eq(texts(study, 11), "1.1 | 12 N | card-300");
    quire_study_destroy(study);
}

Test(study, values_are_given_in_si_and_coded)
{
    struct quire_study *study =
        study_load("", FACTORS "<design kind=\"full-factorial\" levels=\"3\"/>");
    struct quire_study_run run = {0};
    cr_assert_eq(quire_study_run(study, 1 + 3 * 1 + 9 * 1, &run), QUIRE_OK);
    cr_expect_str_eq(run.value[0].text, "0.85");
    cr_expect(run.value[0].si == 0.85 && fabs(run.value[0].coded) < 1e-15 &&
              run.value[0].level == -1);
    cr_expect(run.value[1].si == 8 && run.value[1].coded == 0 && run.value[1].level == 1);
    cr_expect(isnan(run.value[2].si) && isnan(run.value[2].coded) && run.value[2].level == 1);
    quire_study_run_clear(&run);
    quire_study_destroy(study);
}

Test(study, equal_values_have_equal_texts_whatever_their_unit)
{
    struct quire_study *study =
        study_load("", "<factor parameter=\"speed\" levels=\"400 mm/s, 0.5 m/s, 36 m/min\"/>" FULL);
    cr_expect_str_eq(texts(study, 0), "400 mm/s");
    cr_expect_str_eq(texts(study, 1), "500 mm/s");
    cr_expect_str_eq(texts(study, 2), "600 mm/s");
    quire_study_destroy(study);
}

Test(study, logarithmic_ranges_and_steps)
{
    struct quire_study *study =
        study_load("", "<factor parameter=\"radius\" low=\"5 mm\" high=\"20 mm\" scale=\"log\"/>"
                       "<factor parameter=\"segments\" low=\"10\" high=\"25\" step=\"1\"/>"
                       "<design kind=\"full-factorial\" levels=\"3\"/>");
    struct quire_study_run run = {0};
    cr_assert_eq(quire_study_run(study, 4, &run), QUIRE_OK);
    cr_expect_str_eq(run.value[0].text, "10 mm");
    cr_expect(fabs(run.value[0].coded) < 1e-14);
    cr_expect_str_eq(run.value[1].text, "18"); /* 17.5 */
    quire_study_run_clear(&run);
    quire_study_destroy(study);
}

Test(study, one_at_a_time_keeps_the_model_and_skips_what_it_has)
{
    struct quire_study *study = study_load("", FACTORS "<design kind=\"one-at-a-time\"/>");
    /* mu: both ends; load: 4 N and 12 N; medium: card-300 */
    cr_assert_eq(quire_study_runs(study), 1 + 2 + 2 + 1);
    cr_expect_str_eq(texts(study, 0), "1 | 8 N | plain-80");
    cr_expect_str_eq(texts(study, 1), "0.6 | 8 N | plain-80");
    cr_expect_str_eq(texts(study, 2), "1.1 | 8 N | plain-80");
    cr_expect_str_eq(texts(study, 3), "1 | 4 N | plain-80");
    cr_expect_str_eq(texts(study, 4), "1 | 12 N | plain-80");
    cr_expect_str_eq(texts(study, 5), "1 | 8 N | card-300");
    quire_study_destroy(study);
}

Test(study, tables_bring_their_points)
{
    struct quire_study *study = NULL;
    const char *csv = "load [N],medium,mu\n4,plain-80,0.7\n\n\"12\",card-300,1\n";
    cr_assert_eq(
        study_try(
            &study, "",
            "<factor parameter=\"mu\"/><factor parameter=\"load\"/><factor parameter=\"medium\"/>"
            "<design kind=\"table\" file=\"points.csv\"/>",
            csv, NULL),
        QUIRE_OK);
    cr_assert_eq(quire_study_runs(study), 2);
    cr_expect_str_eq(texts(study, 0), "0.7 | 4 N | plain-80");
    cr_expect_str_eq(texts(study, 1), "1 | 12 N | card-300");
    size_t n;
    const struct quire_study_variable *v = quire_study_variables(study, &n);
    cr_expect(n == 3 && v[1].low == 4 && v[1].high == 12 && v[2].words);
    quire_study_destroy(study);
}

Test(study, excluded_points_are_left_out_and_the_others_keep_their_numbers)
{
    struct quire_study *study =
        study_load("", FACTORS "<exclude when=\"medium = card-300 and load > 4 N\"/><exclude "
                               "when=\"mu > 1 and load = 12 N\"/>" FULL);
    struct quire_study_run run = {0};
    static const uint64_t left[] = {0, 1, 2, 3, 4, 6, 7};
    cr_assert_eq(quire_study_runs(study), 7);
    for (uint64_t i = 0; i < 7; i++) {
        cr_assert_eq(quire_study_run(study, i, &run), QUIRE_OK);
        cr_expect_eq(run.point, left[i]);
    }
    quire_study_run_clear(&run);
    quire_study_destroy(study);
}

/* ---- noise ---- */

Test(study, noise_depends_on_point_and_replicate_alone)
{
    struct quire_study *few =
        study_load("seed=\"3\"", FACTORS CURL "<design kind=\"full-factorial\" replicates=\"5\"/>");
    struct quire_study *many =
        study_load("seed=\"3\"", FACTORS CURL "<design kind=\"full-factorial\" replicates=\"9\"/>");
    struct quire_study_run a = {0}, b = {0};
    for (uint64_t point = 0; point < 12; point++) {
        for (uint64_t replicate = 0; replicate < 5; replicate++) {
            cr_assert_eq(quire_study_run(few, point * 5 + replicate, &a), QUIRE_OK);
            cr_assert_eq(quire_study_run(many, point * 9 + replicate, &b), QUIRE_OK);
            cr_expect(a.point == point && b.replicate == replicate);
            cr_expect_str_eq(a.value[3].text, b.value[3].text);
        }
    }
    cr_assert_eq(quire_study_run(few, 0, &b), QUIRE_OK);
    cr_expect_str_neq(a.value[3].text, b.value[3].text);
    quire_study_run_clear(&a);
    quire_study_run_clear(&b);
    quire_study_destroy(few);
    quire_study_destroy(many);
}

Test(study, common_noise_is_the_same_at_every_point)
{
    struct quire_study *study = study_load("draws=\"common\"", FACTORS CURL
                                           "<design kind=\"full-factorial\" replicates=\"5\"/>");
    struct quire_study_run a = {0}, b = {0};
    cr_assert_eq(quire_study_run(study, 2, &a), QUIRE_OK);
    cr_assert_eq(quire_study_run(study, 5 * 7 + 2, &b), QUIRE_OK);
    cr_expect_str_eq(a.value[3].text, b.value[3].text);
    quire_study_run_clear(&a);
    quire_study_run_clear(&b);
    quire_study_destroy(study);
}

/* whether two runs of one replicate meet the same noise, which is behind three factors */
static bool
meet_the_same(const struct quire_study *study, uint64_t i, uint64_t j)
{
    struct quire_study_run a = {0}, b = {0};
    cr_assert(quire_study_run(study, i, &a) == QUIRE_OK &&
              quire_study_run(study, j, &b) == QUIRE_OK && a.replicate == b.replicate);
    const bool same = strcmp(a.value[3].text, b.value[3].text) == 0;
    quire_study_run_clear(&a);
    quire_study_run_clear(&b);
    return same;
}

/* From point to point of a trajectory, and from a to a with one factor from b, one factor alone
 * changes; b is another sample throughout. */
Test(study, noise_stays_where_indices_compare)
{
    enum { R = 2 };
    struct quire_study *morris = study_load(
        "", FACTORS CURL "<design kind=\"morris\" trajectories=\"5\" replicates=\"2\"/>");
    struct quire_study *saltelli =
        study_load("", FACTORS CURL "<design kind=\"saltelli\" points=\"8\" replicates=\"2\"/>");
    for (uint64_t row = 0; row < 5; row++) {
        for (uint64_t r = 0; r < R; r++) {
            for (uint64_t j = 1; j < 4; j++) {
                cr_expect(meet_the_same(morris, row * 4 * R + r, (row * 4 + j) * R + r));
                cr_expect(meet_the_same(saltelli, row * 5 * R + r, (row * 5 + j) * R + r));
            }
            cr_expect_not(meet_the_same(morris, row * 4 * R + r, (row == 0 ? 16 : 0) + r));
            cr_expect_not(meet_the_same(saltelli, row * 5 * R + r, (row * 5 + 4) * R + r));
            cr_expect_not(meet_the_same(saltelli, (row * 5 + 4) * R + r, (row + 1) * 5 * R + r));
        }
    }
    quire_study_destroy(morris);
    quire_study_destroy(saltelli);
}

/* Mean, deviation and correlation of 20000 draws, within five standard errors (1/sqrt(n), 1/sqrt(2
 * n), (1 - r^2)/sqrt(n)). */
Test(study, noise_has_the_moments_and_correlation_that_are_asked_for)
{
    enum { N = 20000 };
    struct quire_study *study =
        study_load("", "<factor parameter=\"mu\" levels=\"1\"/>" CURL
                       "<noise parameter=\"thickness\" distribution=\"normal\" mean=\"0.1 mm\" "
                       "deviation=\"5 um\"/>"
                       "<correlation between=\"curl, thickness\" value=\"0.6\"/>"
                       "<design kind=\"full-factorial\" replicates=\"20000\"/>");
    struct quire_study_run run = {0};
    double sum[2] = {0}, square[2] = {0}, product = 0;
    for (uint64_t i = 0; i < N; i++) {
        cr_assert_eq(quire_study_run(study, i, &run), QUIRE_OK);
        const double z[2] = {run.value[1].si / 0.5, (run.value[2].si - 1e-4) / 5e-6};
        for (int k = 0; k < 2; k++) {
            sum[k] += z[k];
            square[k] += z[k] * z[k];
        }
        product += z[0] * z[1];
        cr_expect(fabs(run.value[1].coded - z[0]) < 1e-9); /* one deviation is one coded unit */
    }
    for (int k = 0; k < 2; k++) {
        cr_expect(fabs(sum[k] / N) < 5 / sqrt(N), "mean %g", sum[k] / N);
        cr_expect(fabs(sqrt(square[k] / N) - 1) < 5 / sqrt(2.0 * N), "deviation %g",
                  sqrt(square[k] / N));
    }
    cr_expect(fabs(product / N - 0.6) < 5 * (1 - 0.36) / sqrt(N), "correlation %g", product / N);
    quire_study_run_clear(&run);
    quire_study_destroy(study);
}

#define GAP(rest_) "<factor parameter=\"mu\" levels=\"1\"/><noise parameter=\"gap\" " rest_ "/>"
#define NORMAL_GAP(deviation_)                                                                     \
    GAP("distribution=\"normal\" mean=\"2 mm\" deviation=\"" deviation_ "\"")

/* The model's gap is from 1 mm to 3 mm. Outside of 5 deviations lie 5.7e-7 of normal draws, outside
 * of 2.5 deviations 0.0124. */
Test(study, noise_that_leaves_the_range_of_its_parameter_is_refused)
{
    static const char *const good[] = {
        NORMAL_GAP("0.2 mm") FULL,
        GAP("distribution=\"truncated-normal\" mean=\"2 mm\" deviation=\"1 mm\" low=\"1 mm\" "
            "high=\"3 mm\"") FULL,
        GAP("distribution=\"lognormal\" median=\"1.5 mm\" deviation=\"0.08\"") FULL,
        NORMAL_GAP("0.8 mm") FULL "<design of=\"noise\" kind=\"full-factorial\"/>"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        quire_study_destroy(study_load("", good[i]));
    }
    const char *why = study_refusal(
        NORMAL_GAP("0.4 mm") "<design kind=\"full-factorial\" replicates=\"1000\"/>", NULL);
    cr_expect(strstr(why, "E-RANGE") != NULL &&
                  strstr(why, "a probability of 0.012: of 1000 runs about 12 ") != NULL,
              "%s", why);
    cr_expect(strstr(why, "at least 1 mm, at most 3 mm") != NULL &&
                  strstr(why, "truncated-normal") != NULL,
              "%s", why);
    why = study_refusal(NORMAL_GAP("0.21 mm") FULL, NULL);
    cr_expect_not_null(strstr(why, "a probability of 1.9e-06"), "%s", why);
    why = study_refusal(GAP("distribution=\"weibull\" scale=\"2 mm\" shape=\"3\"") FULL, NULL);
    /* 1 - exp(-1/8) + exp(-27/8) */
    cr_expect_not_null(strstr(why, "a probability of 0.15"), "%s", why);
    why = study_refusal(NORMAL_GAP("0.9 mm") FULL
                        "<design of=\"noise\" kind=\"full-factorial\" levels=\"3\"/>",
                        NULL);
    cr_expect_not_null(strstr(why, "must be at least 1 mm"), "%s", why);
}

/* Within five standard errors of a proportion. */
Test(study, discrete_noise_occurs_as_often_as_its_weights_say)
{
    enum { N = 20000 };
    struct quire_study *study =
        study_load("", "<factor parameter=\"mu\" levels=\"1\"/>"
                       "<noise parameter=\"medium\" distribution=\"discrete\" levels=\"plain-80, "
                       "card-300\" weights=\"9, 1\"/>"
                       "<design kind=\"full-factorial\" replicates=\"20000\"/>");
    struct quire_study_run run = {0};
    double cards = 0;
    for (uint64_t i = 0; i < N; i++) {
        cr_assert_eq(quire_study_run(study, i, &run), QUIRE_OK);
        cards += run.value[1].level == 1 ? 1 : 0;
    }
    cr_expect(fabs(cards / N - 0.1) < 5 * sqrt(0.09 / N), "%g", cards / N);
    quire_study_run_clear(&run);
    quire_study_destroy(study);
}

#define MEDIA(weights_)                                                                            \
    "<noise parameter=\"medium\" distribution=\"discrete\" levels=\"plain-80, "                    \
    "card-300\" " weights_ "/>"
#define THICK                                                                                      \
    "<noise parameter=\"thickness\" distribution=\"normal\" mean=\"0.1 mm\" deviation=\"5 um\"/>"
#define GRADES                                                                                     \
    "<noise parameter=\"grade\" distribution=\"discrete\" levels=\"A, B, C\" weights=\"5, 3, "     \
    "2\"/>"

/* Outer points at which both happen, of all. Exactly: 0.1 times 0.8, as the two are independent. */
Test(study, outer_designs_that_draw_their_points_keep_weights)
{
    static const struct {
        const char *design;
        double points, error;
    } designs[] = {
        {"<design of=\"noise\" kind=\"latin-hypercube\" points=\"1000\"/>", 1000, 0.04},
        {"<design of=\"noise\" kind=\"latin-hypercube\" points=\"6000\"/>", 6000, 0.02},
        {"<design of=\"noise\" kind=\"latin-hypercube\" points=\"1000\" criterion=\"centred\"/>",
         1000, 0.04},
        {"<design of=\"noise\" kind=\"sobol\" points=\"1024\"/>", 1024, 0.01},
        {"<design of=\"noise\" kind=\"saltelli\" points=\"1024\"/>", 5 * 1024, 0.01},
    };
    for (size_t d = 0; d < sizeof designs / sizeof designs[0]; d++) {
        char elements[1000];
        snprintf(elements, sizeof elements,
                 "<factor parameter=\"mu\" levels=\"1\"/>" MEDIA("weights=\"9, 1\"")
                     CURL GRADES FULL "%s",
                 designs[d].design);
        struct quire_study *study = study_load("", elements);
        struct quire_study_run run = {0};
        double cards = 0, grades[3] = {0}, both = 0;
        cr_assert_eq(quire_study_runs(study), (uint64_t)designs[d].points);
        for (uint64_t i = 0; i < quire_study_runs(study); i++) {
            cr_assert_eq(quire_study_run(study, i, &run), QUIRE_OK);
            cards += run.value[1].level == 1;
            /* above the 20 % point */
            both += run.value[1].level == 1 && run.value[2].si > 0.5 * -0.8416212335729143;
            grades[run.value[3].level]++;
        }
        /* whole slices, or some too many */
        const double n = designs[d].points,
                     even = strstr(designs[d].design, "latin") != NULL ? 0 : 8;
        cr_expect(fabs(cards - 0.1 * n) <= even, "%s: %g of %g", designs[d].design, cards, n);
        cr_expect(fabs(grades[0] - 0.5 * n) <= even && fabs(grades[1] - 0.3 * n) <= even &&
                      fabs(grades[2] - 0.2 * n) <= even,
                  "%s", designs[d].design);
        cr_expect(fabs(both / n - 0.08) < designs[d].error, "%s: %g", designs[d].design, both / n);
        quire_study_run_clear(&run);
        quire_study_destroy(study);
    }
}

/* An array's levels occur as often as it has them: no more often than the weights say. */
Test(study, outer_arrays_that_would_change_weights_are_refused)
{
#define NINE_TO_ONE  "<factor parameter=\"mu\" levels=\"1\"/>" FULL MEDIA("weights=\"9, 1\"")
#define EQUAL        "<factor parameter=\"mu\" levels=\"1\"/>" FULL MEDIA("")
#define OUTER(rest_) "<design of=\"noise\" kind=\"" rest_ "/>"
    static const struct {
        const char *elements, *csv, *says;
    } bad[] = {
        {NINE_TO_ONE OUTER("full-factorial\""), NULL,
         "full-factorial array at line 2, of 2 points, has plain-80 in 1, card-300 in 1; a "
         "latin-hypercube"},
        {NINE_TO_ONE CURL OUTER("taguchi\" array=\"l8\""), NULL,
         "taguchi array at line 2, of 8 points, has plain-80 in 4, card-300 in 4"},
        {NINE_TO_ONE CURL THICK OUTER("fractional-factorial\" generators=\"C=AB\""), NULL,
         "fractional-factorial"},
        {NINE_TO_ONE CURL OUTER("plackett-burman\""), NULL, "plackett-burman"},
        {NINE_TO_ONE OUTER("one-at-a-time\""), NULL, "one-at-a-time"},
        {NINE_TO_ONE CURL OUTER("d-optimal\" points=\"6\""), NULL, "d-optimal"},
        {NINE_TO_ONE OUTER("table\" file=\"points.csv\""), "medium\nplain-80\nplain-80\ncard-300\n",
         "table array at line 2, of 3 points, has plain-80 in 2, card-300 in 1"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *why = study_refusal(bad[i].elements, bad[i].csv);
        cr_expect(strstr(why, bad[i].says) != NULL &&
                      strstr(why, "[E-MODEL]: noise 'medium': weights = '9, 1', but the outer ") !=
                          NULL,
                  "%s", why);
    }
    const char *why = study_refusal(EQUAL OUTER("table\" file=\"points.csv\""),
                                    "medium\nplain-80\nplain-80\ncard-300\n");
    cr_expect_not_null(
        strstr(why, "without weights all levels are equally likely, but the outer table array"),
        "%s", why);
    why = study_refusal(EQUAL OUTER("table\" file=\"points.csv\""), "medium\nplain-80\nplain-60\n");
    cr_expect_not_null(strstr(why, "points.csv:3:1: error [E-MODEL]: the outer array gives noise "
                                   "'medium' a value that is none of its levels"),
                       "%s", why);
    why = study_refusal(NINE_TO_ONE OUTER("morris\""), NULL);
    cr_expect_not_null(strstr(why, "a grid of 4 levels is too coarse for the weights of 'medium': "
                                   "its level number 2 would never occur; use more levels"),
                       "%s", why);
}

/* Points that an array has as often as the weights say; equal weights are those of a balanced
 * array. */
Test(study, outer_arrays_that_have_the_weights_are_taken)
{
    static const struct {
        const char *elements, *csv;
        uint64_t runs;
    } good[] = {
        {EQUAL OUTER("full-factorial\""), NULL, 2},
        {EQUAL CURL OUTER("taguchi\" array=\"l8\""), NULL, 8},
        {"<factor parameter=\"mu\" levels=\"1\"/>" FULL MEDIA("weights=\"0.5, 0.5\"")
             OUTER("full-factorial\""),
         NULL, 2},
        {"<factor parameter=\"mu\" levels=\"1\"/>" FULL MEDIA("weights=\"2, 1\"")
             OUTER("table\" file=\"points.csv\""),
         "medium\nplain-80\nplain-80\ncard-300\n", 3},
        {NINE_TO_ONE OUTER("morris\" levels=\"10\" trajectories=\"4\""), NULL, 8},
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct quire_study *study = NULL;
        cr_assert_eq(study_try(&study, "", good[i].elements, good[i].csv, NULL), QUIRE_OK, "%s",
                     good[i].elements);
        cr_expect_eq(quire_study_runs(study), good[i].runs);
        quire_study_destroy(study);
    }
}

/* Two levels lie one deviation from the mean, three at sqrt(3/2): so the outer array has the
 * noise's mean and deviation. */
Test(study, outer_arrays_have_the_mean_and_deviation_of_the_noise)
{
    for (int levels = 2; levels <= 5; levels++) {
        char elements[1000];
        snprintf(elements, sizeof elements,
                 "%s%s%s<design of=\"noise\" kind=\"full-factorial\" levels=\"%d\"/>", FACTORS,
                 CURL, FULL, levels);
        struct quire_study *study = study_load("", elements);
        struct quire_study_run run = {0};
        double sum = 0, square = 0;
        cr_assert_eq(quire_study_runs(study), 12 * (uint64_t)levels);
        for (uint64_t i = 0; i < (uint64_t)levels; i++) {
            cr_assert_eq(quire_study_run(study, i, &run), QUIRE_OK);
            cr_expect(run.point == 0 && run.outer == i);
            sum += run.value[3].si;
            square += run.value[3].si * run.value[3].si;
        }
        cr_expect(fabs(sum) < 1e-12 && fabs(square / levels - 0.25) < 1e-12, "%d levels: %g, %g",
                  levels, sum, square / levels);
        quire_study_run_clear(&run);
        quire_study_destroy(study);
    }
}

/* ---- noise alone ---- */

/* the machine as it is, met by noise: plain Monte Carlo */
Test(study, noise_alone_is_one_point_with_replicates)
{
    struct quire_study *study =
        study_load("", CURL "<design kind=\"full-factorial\" replicates=\"500\"/>");
    struct quire_study_run run = {0};
    struct quire_text plan = {0};
    double sum = 0, squares = 0;
    cr_assert(quire_study_runs(study) == 500 && study->points == 1);
    for (uint64_t i = 0; i < 500; i++) {
        cr_assert_eq(quire_study_run(study, i, &run), QUIRE_OK);
        cr_assert(run.n == 1 && run.point == 0 && run.replicate == i);
        sum += run.value[0].si;
        squares += run.value[0].si * run.value[0].si;
    }
    cr_expect_lt(fabs(sum / 500), 4 * 0.5 / sqrt(500)); /* four standard errors */
    cr_expect_float_eq(sqrt(squares / 500), 0.5, 4 * 0.5 / sqrt(1000));
    quire_study_describe_plan(study, &plan);
    cr_expect(strncmp(plan.data,
                      "test: 500 runs = 1 point of the full-factorial design x 500 "
                      "replicates\n\nnoise\n  curl",
                      84) == 0,
              "%s", plan.data);
    quire_text_clear(&plan);
    quire_study_run_clear(&run);
    quire_study_destroy(study);
}

Test(study, noise_alone_may_lie_in_an_outer_array)
{
    struct quire_study *study =
        study_load("", CURL FULL "<design kind=\"latin-hypercube\" of=\"noise\" points=\"40\"/>");
    struct quire_study_run run = {0};
    int above = 0;
    cr_assert(quire_study_runs(study) == 40 && study->outer_points == 40);
    for (uint64_t i = 0; i < 40; i++) {
        cr_assert_eq(quire_study_run(study, i, &run), QUIRE_OK);
        above += run.value[0].si > 0;
    }
    cr_expect_eq(above, 20); /* a slice each of equal probability */
    quire_study_run_clear(&run);
    quire_study_destroy(study);
}

/* ---- size ---- */

Test(study, a_million_runs_cost_no_memory)
{
    struct quire_study *study =
        study_load("", "<factor parameter=\"mu\" low=\"0.6\" high=\"1.1\"/><factor "
                       "parameter=\"load\" low=\"4 N\" high=\"12 N\"/>"
                       "<factor parameter=\"curl\" low=\"-1 m^-1\" high=\"1 m^-1\"/>"
                       "<design kind=\"full-factorial\" levels=\"1000\"/>");
    cr_expect_eq(quire_study_runs(study), 1000000000);
    cr_expect_str_eq(texts(study, 999999999), "1.1 | 12 N | 1 m^-1");
    quire_study_destroy(study);
}

/* ---- what is refused ---- */

static const struct {
    const char *elements, *says;
} refusals[] = {
    {"<factor parameter=\"loda\" levels=\"4 N\"/>" FULL,
     "study.xml:2:1: error [E-PARAMETER]: factor 'loda': model 'machine.xml' has no parameter "
     "'loda'; did you mean 'load'?"},
    {"<factor parameter=\"load\" levels=\"4 N, 8 mm\"/>" FULL,
     "[E-UNIT]: factor 'load': levels = '8 mm' is a length; parameter 'load' is a force"},
    {"<factor parameter=\"load\" levels=\"4 N, 8\"/>" FULL,
     "[E-UNIT]: factor 'load': levels = '8' is a plain number; parameter 'load' is a force"},
    {"<factor parameter=\"load\" levels=\"4 N, , 8 N\"/>" FULL, "value 2 of the list is empty"},
    {"<factor parameter=\"load\" levels=\"4 N, 4000 mN\"/>" FULL,
     "[E-DUPLICATE]: factor 'load': levels 1 and 2 are the same"},
    {"<factor parameter=\"load\" low=\"4 N\"/>" FULL, "give both 'low' and 'high'"},
    {"<factor parameter=\"load\" low=\"4 N\" high=\"2 N\"/>" FULL,
     "low = '4 N' must be less than high = '2 N'"},
    {"<factor parameter=\"load\" low=\"4 N\" high=\"nan N\"/>" FULL, "[E-NUMBER]"},
    {"<factor parameter=\"load\" low=\"4 N\" high=\"1e999 N\"/>" FULL, "[E-NUMBER]"},
    {"<factor parameter=\"load\" low=\"4 N\" high=\"8 N\" levels=\"4 N\"/>" FULL, "levels"},
    {"<factor parameter=\"load\" low=\"0 N\" high=\"8 N\" scale=\"log\"/>" FULL,
     "must be greater than 0 on a logarithmic scale"},
    {"<factor parameter=\"load\" low=\"1 N\" high=\"8 N\" step=\"0 N\"/>" FULL,
     "step = '0 N' must be greater than 0"},
    {"<factor parameter=\"medium\" low=\"1\" high=\"2\"/>" FULL,
     "is no quantity and has no low and high; list its values by levels"},
    {"<factor parameter=\"medium\" levels=\"plain-80, card-333\"/>" FULL,
     "[E-RANGE]: factor 'medium': with medium = card-333 the model is refused:"},
    {"<factor parameter=\"radius\" low=\"-5 mm\" high=\"5 mm\"/>" FULL,
     "with radius = -5 mm the model is refused:"},
    {"<factor parameter=\"gap\" levels=\"1 mm, 4 mm\"/>" FULL,
     "[E-RANGE]: factor 'gap': parameter 'gap': '4 mm' must be at most 3 mm, as the model says at "
     "line"},
    {"<factor parameter=\"gap\" low=\"0.5 mm\" high=\"2 mm\"/>" FULL,
     "parameter 'gap': '0.5 mm' must be at least 1 mm"},
    {FACTORS FULL "<noise parameter=\"gap\" distribution=\"uniform\" low=\"1 mm\" high=\"5 mm\"/>",
     "noise 'gap': parameter 'gap': '5 mm' must be at most 3 mm"},
    {FACTORS FULL
     "<noise parameter=\"gap\" distribution=\"normal\" mean=\"9 mm\" deviation=\"1 mm\"/>",
     "'9 mm' must be at most 3 mm"},
    {FACTORS FULL "<noise parameter=\"grade\" distribution=\"discrete\" levels=\"A, D\"/>",
     "parameter 'grade': 'D' must be one of A, B, C"},
    {"<factor parameter=\"load\"/>" FULL,
     "factor 'load' has neither 'levels' nor 'low' and 'high'"},
    {"<factor parameter=\"mu\" levels=\"1\"/><factor parameter=\"mu\" levels=\"2\"/>" FULL,
     "parameter 'mu' is varied already at line 2"},
    {FULL, "a child <factor> or <noise> is missing"},
    {CURL "<design kind=\"latin-hypercube\" points=\"9\"/>",
     "there is no <factor> for a latin-hypercube design to vary; kind=\"full-factorial\" "
     "replicates="},
    {CURL "<design kind=\"latin-hypercube\" of=\"noise\" points=\"9\"/>",
     "but none of the factors; without factors add <design kind=\"full-factorial\"/>"},
    {"<factor parameter=\"mu\" levels=\"1\"/>", "a child <design> is missing"},
    {"<factor parameter=\"mu\" levels=\"1\"/>" FULL FULL,
     "there is a design of the factors already"},
    {"<factor parameter=\"mu\" levels=\"1\"/><design kind=\"ful-factorial\"/>",
     "did you mean 'full-factorial'?"},
    {"<factor parameter=\"mu\" low=\"0.1\" high=\"1\"/><factor parameter=\"load\" low=\"1 N\" "
     "high=\"2 N\"/><factor parameter=\"curl\" low=\"0 m^-1\" "
     "high=\"1 m^-1\"/><design kind=\"full-factorial\" levels=\"10000\"/>",
     "[E-LIMIT]: design: the plan has more than 1000000000 points"},
    {FACTORS CURL "<design kind=\"full-factorial\" replicates=\"999999999\"/>",
     "[E-LIMIT]: design: 12 points with 999999999 runs each"},
    {FACTORS FULL "<exclude when=\"mu > 0\"/>", "every one of the design's 12 points is left out"},
    {FACTORS FULL "<exclude when=\"mu > 0 N\"/>", "[E-FORMULA]"},
    {FACTORS "<exclude when=\"mu > 1\"/><design kind=\"morris\"/>",
     "[E-MODEL]: exclude: indices of the morris design at line 2 compare whole rows"},
    {FACTORS "<exclude when=\"mu > 1\"/><design kind=\"saltelli\" points=\"8\"/>",
     "none can be left out; narrow the ranges, or take a latin-hypercube design"},
    {FACTORS FULL "<exclude when=\"m > 0\"/>", "there is no factor 'm'"},
    {FACTORS FULL "<exclude when=\"mu\"/>", "neither true nor false"},
    {FACTORS FULL "<response name=\"a\" from=\"s11.lead.time\"/>",
     "the model has nothing that is called 's11'; did you mean 's1'?"},
    {FACTORS FULL "<response name=\"a\" from=\"arrival\"/>", "is no dotted name of a figure"},
    {FACTORS FULL "<response name=\"a\" from=\"s1.lead.time\" minimum=\"2 s\" maximum=\"1 s\"/>",
     "minimum = '2 s' is greater than maximum = '1 s'"},
    {FACTORS FULL "<response name=\"a\" from=\"buckle.value\" maximum=\"16\"/>",
     "maximum = '16' is a plain number; buckle.value is a length; write it like '10 mm'"},
    {FACTORS FULL "<response name=\"a\" from=\"2 * stall.margin\" minimum=\"0 mm\"/>",
     "minimum = '0 mm' is a length; 2 * stall.margin is a time"},
    {FACTORS FULL "<response name=\"a\" from=\"arrival.margin\"/>",
     "no run of the model has such a figure"},
    {FACTORS FULL "<response name=\"a\" from=\"s1.lead.time\" better=\"nominal\"/>",
     "attribute 'target' is missing"},
    {FACTORS FULL
     "<noise parameter=\"curl\" distribution=\"normal\" mean=\"0 m\" deviation=\"1 m^-1\"/>",
     "[E-UNIT]: noise 'curl'"},
    {FACTORS FULL
     "<noise parameter=\"curl\" distribution=\"normal\" mean=\"0 m^-1\" deviation=\"-1 m^-1\"/>",
     "[E-RANGE]: noise 'curl': deviation must be positive"},
    {FACTORS FULL "<noise parameter=\"cover\" distribution=\"normal\" mean=\"0\" deviation=\"1\"/>",
     "words scatter with distribution=\"discrete\""},
    {FACTORS FULL "<noise parameter=\"cover\" distribution=\"discrete\" levels=\"hard, soft\" "
                  "weights=\"1, 2, 3\"/>",
     "there are 3 weights for 2 levels"},
    {FACTORS FULL "<noise parameter=\"cover\" distribution=\"discrete\" levels=\"hard, soft\" "
                  "weights=\"1, -2\"/>",
     "must be a number greater than 0"},
    {FACTORS FULL CURL "<correlation between=\"curl\" value=\"0.5\"/>",
     "a correlation is between two parameters, not 1"},
    {FACTORS FULL CURL "<correlation between=\"curl, curls\" value=\"0.5\"/>",
     "there is no noise of a parameter 'curls'; did you mean 'curl'?"},
    {FACTORS FULL CURL "<correlation between=\"curl, curl\" value=\"0.5\"/>", "with itself is 1"},
    {FACTORS FULL CURL
     "<noise parameter=\"thickness\" distribution=\"uniform\" low=\"0.1 mm\" high=\"0.2 "
     "mm\"/><noise parameter=\"speed\" distribution=\"uniform\" low=\"0.1 m/s\" "
     "high=\"0.2 m/s\"/><correlation between=\"curl, thickness\" value=\"0.9\"/><correlation "
     "between=\"curl, speed\" value=\"0.9\"/><correlation "
     "between=\"thickness, speed\" value=\"-0.9\"/>",
     "no noise can have these correlations at the same time"},
    {FACTORS "<design of=\"noise\" kind=\"full-factorial\"/>" FULL, "an outer array needs <noise>"},
    {FACTORS CURL "<design of=\"noise\" kind=\"full-factorial\"/>", "but none of the factors"},
    {FACTORS CURL "<design of=\"noise\" kind=\"full-factorial\"/><design kind=\"full-factorial\" "
                  "replicates=\"2\"/>",
     "replicates would be equal"},
    {"<factor parameter=\"mu\"/><design kind=\"table\" file=\"../points.csv\"/>",
     "is not in the study's folder or below"},
    {"<factor parameter=\"mu\"/><design kind=\"table\" file=\"/etc/passwd\"/>",
     "is not in the study's folder or below"},
    {"<factor parameter=\"mu\"/><design kind=\"table\" file=\"absent.csv\"/>", "[E-FILE]"},
};

Test(study, limits_have_the_unit_of_their_figure)
{
    size_t n;
    struct quire_study *study =
        study_load("", FACTORS FULL
                   "<response name=\"a\" from=\"buckle.value\" maximum=\"16 mm\"/>"
                   "<response name=\"b\" from=\"1 s - stall.margin\" minimum=\"50 ms\"/>"
                   "<response name=\"c\" from=\"wrap.value\" better=\"nominal\" target=\"90 deg\"/>"
                   "<response name=\"d\" from=\"overfull.value\" maximum=\"3\"/>");
    const struct quire_study_response *r = quire_study_responses(study, &n);

    cr_assert_eq(n, 4);
    cr_expect_eq(r[0].maximum, 0.016);
    cr_expect_eq(r[1].minimum, 0.05);
    cr_expect_float_eq(r[2].target, acos(0), 1e-15);
    cr_expect_eq(r[3].maximum, 3);
    quire_study_destroy(study);
}

Test(study, what_is_wrong_is_said_where_it_stands)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const char *found = study_refusal(refusals[i].elements, NULL);
        cr_expect(strstr(found, refusals[i].says) != NULL, "found:    %s\nexpected: %s", found,
                  refusals[i].says);
        cr_expect(strstr(found, "study.xml:") != NULL || strstr(found, "absent.csv") != NULL,
                  "no place: %s", found);
    }
}

static const struct {
    const char *csv, *says;
} tables[] = {
    {"", "the table is empty"},
    {"mu,load\n", "the table has no rows"},
    {"mu\n1\n", "points.csv:1: error [E-MISSING]: factor 'load' has no column"},
    {"mu,load,laod\n1,2 N,3\n", "factor 'laod' does not exist in the study; did you mean 'load'?"},
    {"mu,load,mu\n1,2 N,1\n", "factor 'mu' has two columns"},
    {"mu,load\n1,2 N\n1,3 mm\n",
     "points.csv:3:3: error [E-UNIT]: factor 'load': load = '3 mm' is a length"},
    {"mu,load\n1,2 N\n1\n", "points.csv:3"},
    {"mu,load\n1,\n", "the cell is empty"},
    {"mu,load [m]\n1,2\n", "load = '2 m' is a length"},
};

Test(study, wrong_tables_are_refused_by_line)
{
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        const char *found =
            study_refusal("<factor parameter=\"mu\"/><factor parameter=\"load\"/><design "
                          "kind=\"table\" file=\"points.csv\"/>",
                          tables[i].csv);
        cr_expect(strstr(found, tables[i].says) != NULL, "found:    %s\nexpected: %s", found,
                  tables[i].says);
    }
}
