/* What studies of all kinds are said to show, whose truth is known. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "predict/conclusion.h"

#define MOST 256

static const char *const loads[] = {"2 N", "6 N", "10 N"},
                         *const speeds[] = {"250 mm/s", "350 mm/s", "450 mm/s"},
                         *const media[] = {"plain", "card"};

/* a full factorial of three levels of two numbers, some times: what tests change */
struct study {
    struct quire_runs runs;
    struct quire_varied varied[4];
    struct quire_measured measured[8];
    uint64_t index[MOST];
    size_t point[MOST], draw[MOST], which[4][MOST];
    unsigned char outcome[MOST];
    double coded[4][MOST], y[2][MOST];
};

static void
make_number(struct study *s, size_t i, const char *name, const char *const *level, const char *unit,
            double low, double high)
{
    s->varied[i] = (struct quire_varied){.name = name,
                                         .unit = unit,
                                         .level = level,
                                         .n_level = 3,
                                         .which = s->which[i],
                                         .coded = s->coded[i],
                                         .low = level[0],
                                         .high = level[2],
                                         .low_si = low,
                                         .high_si = high,
                                         .worth = strcmp(unit, "mm/s") == 0 ? 1e-3 : 1};
}

static void
begin(struct study *s, size_t times, enum quire_sampling sampling)
{
    static const struct quire_goal none = {QUIRE_BETTER_ANY, NAN, NAN, NAN, 1, 1};

    memset(s, 0, sizeof *s);
    make_number(s, 0, "speed", speeds, "mm/s", 0.25, 0.45);
    make_number(s, 1, "load", loads, "N", 2, 10);
    for (size_t r = 0; r < 9 * times; r++) {
        s->index[r] = r;
        s->point[r] = r / times;
        s->draw[r] = r % times;
        for (size_t i = 0; i < 2; i++) {
            s->which[i][r] = i == 0 ? r / times / 3 : r / times % 3;
            s->coded[i][r] = (double)s->which[i][r] - 1;
        }
    }
    for (size_t k = 0; k < 8; k++) {
        s->measured[k] = (struct quire_measured){
            .name = "margin", .unit = "s", .limits = {NAN, NAN}, .value = s->y[0], .goal = none};
    }
    s->runs = (struct quire_runs){.name = "test",
                                  .planned = 9 * times,
                                  .n = 9 * times,
                                  .index = s->index,
                                  .point = s->point,
                                  .sampling = sampling,
                                  .outcome = s->outcome,
                                  .n_varied = 2,
                                  .n_measured = 1,
                                  .varied = s->varied,
                                  .measured = s->measured};
}

/* the same for each run and each compiler: -1 to 1 */
static double
chance(size_t r)
{
    static const double of[] = {0.31,  -0.77, 0.92,  -0.15, 0.58,  -0.94, 0.07,
                                -0.42, 0.83,  -0.61, 0.24,  -0.29, 0.66};

    return of[r * 7 % 13];
}

static void
expect(struct study *s, const char *wanted)
{
    struct quire_analysis a = {0};
    struct quire_text text = {0};

    cr_assert(quire_analyse(&a, &s->runs, 0.95));
    cr_assert(quire_conclude(&text, &a));
    cr_expect_str_eq(text.data, wanted, "%s", text.data);
    quire_text_clear(&text);
    quire_analysis_clear(&a);
}

Test(conclusion, one_factor_decides_a_study_without_noise)
{
    struct study s;

    begin(&s, 1, QUIRE_SAMPLING_NONE);
    s.measured[0].goal.better = QUIRE_BETTER_MORE;
    for (size_t r = 0; r < 9; r++) {
        s.y[0][r] = 0.5 + 0.115 * s.coded[0][r] + 0.002 * s.coded[1][r];
        s.outcome[r] = s.which[1][r] == 0 ? QUIRE_OUTCOME_JAM : QUIRE_OUTCOME_PASSED;
    }
    expect(&s,
           "speed decides margin: 0.23 s over its range, load 0.004 s; jams only at load 2 N (3 of "
           "9 runs); best: speed 450 mm/s, load 10 N, at the edge of the region\n");
}

Test(conclusion, two_factors_of_like_size_and_their_interaction)
{
    struct study s;

    begin(&s, 1, QUIRE_SAMPLING_NONE);
    for (size_t r = 0; r < 9; r++) {
        s.y[0][r] =
            0.5 + 0.1 * s.coded[0][r] + 0.08 * s.coded[1][r] + 0.05 * s.coded[0][r] * s.coded[1][r];
    }
    expect(&s,
           "margin depends most on speed (0.2 s over its range), load (0.16 s) and speed x load "
           "(0.1 s); no jam in 9 runs\n");
}

Test(conclusion, units_are_those_that_people_read)
{
    struct study s;

    begin(&s, 1, QUIRE_SAMPLING_NONE);
    s.measured[0].unit = "m";
    for (size_t r = 0; r < 9; r++) {
        s.y[0][r] = 0.001 * s.coded[0][r];
    }
    expect(&s, "speed decides margin: 2 mm over its range; no jam in 9 runs\n");
}

Test(conclusion, chance_is_no_effect)
{
    struct study s;

    begin(&s, 4, QUIRE_SAMPLING_INDEPENDENT);
    for (size_t r = 0; r < 36; r++) {
        s.y[0][r] = 0.5 + 0.01 * chance(r);
    }
    s.measured[0].goal.better = QUIRE_BETTER_MORE;
    expect(&s, "no effect on margin is shown: the largest, of load, is 0.00167 s, and "
               "chance reaches 0.0114 s; no jam in 36 runs; no setting is shown to be "
               "better than another\n");
}

Test(conclusion, what_chance_hides_is_not_stated)
{
    struct study s;

    begin(&s, 4, QUIRE_SAMPLING_INDEPENDENT);
    for (size_t r = 0; r < 36; r++) {
        s.y[0][r] = 0.5 + 0.1 * s.coded[0][r] + 0.01 * chance(r);
    }
    expect(&s, "speed decides margin: 0.201 s over its range; no effect of load is "
               "shown (chance reaches 0.0106 s); no jam in 36 runs\n");
}

Test(conclusion, main_effects_alone)
{
    struct study s;

    begin(&s, 1, QUIRE_SAMPLING_INDEPENDENT);
    s.runs.n = s.runs.planned = 8;
    s.runs.n_varied = 4;
    make_number(&s, 2, "gap", loads, "mm", 1, 3);
    make_number(&s, 3, "angle", loads, "deg", 1, 3);
    for (size_t i = 0; i < 4; i++) {
        s.varied[i].n_level = 2;
    }
    for (size_t r = 0; r < 8; r++) {
        for (size_t i = 0; i < 3; i++) {
            s.which[i][r] = r >> i & 1;
            s.coded[i][r] = s.which[i][r] ? 1 : -1;
        }
        s.coded[3][r] = s.coded[0][r] * s.coded[1][r] * s.coded[2][r];
        s.which[3][r] = s.coded[3][r] > 0;
        s.y[0][r] = 10 + 5 * s.coded[0][r] + 0.1 * chance(r);
        s.point[r] = r;
    }
    s.runs.without_verdicts = true;
    s.measured[0].unit = "";
    expect(&s, "speed decides margin: 9.99 over its range (main effects alone, "
               "interactions are not separated); no effect of gap, angle or load is "
               "shown (chance reaches 0.331)\n");
}

Test(conclusion, effects_without_replicates_pass_the_margin_of_all)
{
    static const struct quire_term all[] = {{1, {0}},    {1, {1}},    {1, {2}},      {2, {0, 1}},
                                            {2, {0, 2}}, {2, {1, 2}}, {3, {0, 1, 2}}};
    struct study s;

    begin(&s, 1, QUIRE_SAMPLING_INDEPENDENT);
    s.runs.n = s.runs.planned = 8;
    s.runs.n_varied = 3;
    s.measured[0].choice = (struct quire_model_choice){.term = all, .n_term = 7};
    make_number(&s, 2, "gap", loads, "mm", 1, 3);
    make_number(&s, 3, "angle", loads, "deg", 1, 3);
    for (size_t i = 0; i < 4; i++) {
        s.varied[i].n_level = 2;
    }
    for (size_t r = 0; r < 8; r++) {
        for (size_t i = 0; i < 3; i++) {
            s.which[i][r] = r >> i & 1;
            s.coded[i][r] = s.which[i][r] ? 1 : -1;
        }
        s.coded[3][r] = s.coded[0][r] * s.coded[1][r] * s.coded[2][r];
        s.which[3][r] = s.coded[3][r] > 0;
        s.y[0][r] = 10 + 5 * s.coded[0][r] + 0.1 * chance(r);
        s.point[r] = r;
    }
    s.runs.without_verdicts = true;
    s.measured[0].unit = "";
    expect(&s, "speed decides margin: 9.99 over its range; no effect of gap or load is shown "
               "(chance reaches 0.135)\n");
}

Test(conclusion, jams_that_no_level_explains)
{
    struct study s;

    begin(&s, 4, QUIRE_SAMPLING_INDEPENDENT);
    for (size_t r = 0; r < 36; r++) {
        s.outcome[r] = r % 5 == 0 ? QUIRE_OUTCOME_JAM : QUIRE_OUTCOME_PASSED;
        s.y[0][r] = 0.5;
    }
    expect(
        &s,
        "margin is the same in all 36 runs: 0.5 s; 8 of 36 runs jam, at no single level alone\n");
    for (size_t r = 0; r < 36; r++) {
        s.outcome[r] = r == 7 ? QUIRE_OUTCOME_JAM : QUIRE_OUTCOME_PASSED;
    }
    expect(&s, "margin is the same in all 36 runs: 0.5 s; 1 of 36 runs jams, at speed=250 mm/s, "
               "load=6 N\n");
    memset(s.outcome, QUIRE_OUTCOME_JAM, sizeof s.outcome);
    expect(&s, "margin is the same in all 36 runs: 0.5 s; all 36 runs jam\n");
}

Test(conclusion, jams_alone)
{
    struct study s;

    begin(&s, 1, QUIRE_SAMPLING_NONE);
    s.runs.n_measured = 0;
    s.varied[0].n_level = 0; /* numbers without levels */
    s.varied[0].which = NULL;
    for (size_t r = 0; r < 9; r++) {
        s.outcome[r] = s.coded[0][r] > 0 ? QUIRE_OUTCOME_JAM : QUIRE_OUTCOME_PASSED;
    }
    expect(&s, "jams only at speed from 450 mm/s on (3 of 9 runs)\n");
    s.outcome[0] = QUIRE_OUTCOME_OTHER;
    expect(&s,
           "jams only at speed from 450 mm/s on (3 of 9 runs), 1 of 9 runs fail another check\n");
}

Test(conclusion, runs_without_a_verdict)
{
    struct study s;

    begin(&s, 1, QUIRE_SAMPLING_NONE);
    for (size_t r = 0; r < 9; r++) {
        s.outcome[r] = r < 3 ? QUIRE_OUTCOME_UNKNOWN : QUIRE_OUTCOME_PASSED;
        s.y[0][r] = r < 3 ? (double)NAN : 0.5 + 0.1 * s.coded[1][r];
    }
    expect(&s,
           "load decides margin: 0.2 s over its range; no jam in 6 runs, 3 without a verdict\n");
    for (size_t r = 0; r < 9; r++) {
        s.outcome[r] = QUIRE_OUTCOME_UNKNOWN;
        s.y[0][r] = (double)NAN;
    }
    expect(&s, "margin has no number in any run; no run of 9 has a verdict\n");
    s.runs.n = 0;
    expect(&s, "margin has no number in any run; no run is done yet\n");
}

Test(conclusion, too_few_runs)
{
    struct study s;

    begin(&s, 1, QUIRE_SAMPLING_NONE);
    s.runs.n = 2;
    s.y[0][0] = 1;
    s.y[0][1] = 2;
    s.point[1] = 1;
    s.varied[0].n_level = s.varied[1].n_level = 0;
    s.varied[0].which = s.varied[1].which = NULL;
    s.coded[0][1] = s.coded[1][1] = 1;
    expect(&s,
           "2 runs with a number are too few to show what margin depends on; no jam in 2 runs\n");
}

Test(conclusion, noise_alone)
{
    struct study s;

    begin(&s, 4, QUIRE_SAMPLING_INDEPENDENT);
    s.varied[0].noise = s.varied[1].noise = true;
    s.varied[0].n_level = s.varied[1].n_level = 0;
    s.varied[0].which = s.varied[1].which = NULL;
    for (size_t r = 0; r < 36; r++) {
        s.point[r] = 0;
        s.coded[0][r] = chance(r);
        s.coded[1][r] = chance(5 * r + 3);
        s.y[0][r] = 0.3 + 0.02 * s.coded[0][r];
    }
    expect(&s, "margin scatters by 0.0119 s (standard deviation) about 0.301 s, most "
               "through speed; no jam in 36 runs\n");
}

Test(conclusion, robust_study_with_noise)
{
    struct study s;

    begin(&s, 4, QUIRE_SAMPLING_INDEPENDENT);
    make_number(&s, 2, "curl", loads, "1/m", -1, 1);
    s.varied[2].noise = true;
    s.varied[2].n_level = 0;
    s.varied[2].which = NULL;
    s.runs.n_varied = 3;
    for (size_t r = 0; r < 36; r++) {
        s.coded[2][r] = chance(r);
        s.y[0][r] = 0.3 + 0.1 * s.coded[0][r] + 0.03 * s.coded[2][r] + 1e-3 * chance(r / 2);
    }
    s.measured[0].goal.better = QUIRE_BETTER_LESS;
    expect(&s, "speed decides margin: 0.2 s over its range; no effect of load is shown "
               "(chance reaches 0.00114 s); noise scatters it by 0.0176 s (standard "
               "deviation at the best settings), most through curl; no jam in 36 runs; "
               "best: speed 250 mm/s, load 6.629 N, speed at the edge of the region\n");
}

Test(conclusion, mixtures)
{
    struct study s;

    begin(&s, 1, QUIRE_SAMPLING_NONE);
    for (size_t i = 0; i < 2; i++) {
        s.varied[i].component = true;
        s.varied[i].unit = "";
        s.varied[i].level = speeds;
    }
    static const char *const shares[] = {"0", "0.5", "1"};
    for (size_t r = 0; r < 3; r++) {
        s.which[0][r] = r;
        s.which[1][r] = 2 - r;
        s.coded[0][r] = 0.5 * (double)r;
        s.coded[1][r] = 1 - s.coded[0][r];
        s.y[0][r] = 1 + (double)r;
    }
    s.varied[0].level = s.varied[1].level = shares;
    s.runs.n = s.runs.planned = 3;
    s.runs.without_verdicts = true;
    s.measured[0].unit = "";
    expect(&s, "margin lies between 1 (speed=0, load=1) and 3 (speed=1, load=0) in these runs\n");
}

Test(conclusion, several_responses_have_a_line_each)
{
    struct study s;

    begin(&s, 1, QUIRE_SAMPLING_NONE);
    s.runs.n_measured = 8;
    for (size_t r = 0; r < 9; r++) {
        s.y[0][r] = 0.1 * s.coded[0][r];
    }
    s.measured[1].name = "drag";
    expect(&s, "speed decides margin: 0.2 s over its range\n"
               "speed decides drag: 0.2 s over its range\n"
               "speed decides margin: 0.2 s over its range\n"
               "speed decides margin: 0.2 s over its range\n"
               "speed decides margin: 0.2 s over its range\n"
               "speed decides margin: 0.2 s over its range\n"
               "2 more responses are below\nno jam in 9 runs\n");
}

Test(conclusion, a_bad_model_says_so)
{
    struct study s;

    begin(&s, 1, QUIRE_SAMPLING_NONE);
    for (size_t r = 0; r < 9; r++) {
        s.y[0][r] = (r == 4 ? 1 : 0) + 0.1 * s.coded[0][r];
    }
    struct quire_term terms[] = {{1, {0}}, {1, {1}}};
    s.measured[0].choice.term = terms;
    s.measured[0].choice.n_term = 2;
    expect(&s, "speed decides margin: 0.2 s over its range (by a model that explains 6 % of the "
               "variation); no jam in 9 runs\n");
}

Test(conclusion, words)
{
    struct study s;

    begin(&s, 1, QUIRE_SAMPLING_NONE);
    s.varied[1] = (struct quire_varied){.name = "medium",
                                        .unit = "",
                                        .words = true,
                                        .level = media,
                                        .n_level = 2,
                                        .which = s.which[1]};
    for (size_t r = 0; r < 9; r++) {
        s.which[1][r] = r % 2;
        s.y[0][r] = (double)(r % 2);
        s.outcome[r] = r % 2 ? QUIRE_OUTCOME_JAM : QUIRE_OUTCOME_PASSED;
    }
    expect(&s,
           "medium decides margin: 1 s over its range; jams only at medium card (4 of 9 runs)\n");
}
