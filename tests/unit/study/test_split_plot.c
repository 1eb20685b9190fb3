/* Split plots, and noise that the runs of a block share. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "study/parts.h"
#include "study_fixture.h"

#define THREE                                                                                      \
    "<factor parameter=\"mu\" low=\"0.6\" high=\"1.0\"/><factor parameter=\"load\" levels=\"4 N, " \
    "8 N, 12 N\"/><factor parameter=\"speed\" low=\"400 mm/s\" high=\"600 mm/s\"/>"
#define NOISE(per_)                                                                                \
    "<noise parameter=\"curl\" distribution=\"normal\" mean=\"0 m^-1\" deviation=\"0.5 m^-1\" "    \
    "per=\"" per_ "\"/>"                                                                           \
    "<noise parameter=\"modulus\" distribution=\"lognormal\" median=\"4 GPa\" deviation=\"0.1\"/>"
#define SPLIT "<design kind=\"split-plot\" hard=\"load, mu\" plots=\"2\"/>"

enum { WITHIN = 2, PLOTS = 12 };

/* all values of the plan's run (n) */
static void
values_of(const struct quire_study *study, uint64_t index, double *x, int *block)
{
    struct quire_study_run run = {0};
    cr_assert_eq(quire_study_run(study, index, &run), QUIRE_OK);
    for (size_t j = 0; j < run.n; j++) {
        x[j] = run.value[j].si;
    }
    *block = run.block;
    quire_study_run_clear(&run);
}

Test(split_plot, hard_factors_are_set_once_for_a_whole_plot)
{
    struct quire_study *study = study_load("", THREE SPLIT);
    size_t plots[2][3] = {{0}}, order = 0;
    double last = 0;
    cr_assert_eq(quire_study_runs(study), PLOTS * WITHIN);
    cr_expect_str_eq(quire_study_random_blocks(study), "whole plot");
    for (uint64_t p = 0; p < PLOTS; p++) {
        double x[WITHIN][3];
        int block;
        for (uint64_t i = 0; i < WITHIN; i++) {
            values_of(study, p * WITHIN + i, x[i], &block);
            cr_expect_eq(block, (int)p + 1);
        }
        cr_expect(x[0][0] == x[1][0] && x[0][1] == x[1][1], "plot %zu", (size_t)p);
        cr_expect(fabs(x[0][2] + x[1][2] - 1.0) < 1e-12 && x[0][2] != x[1][2], "both speeds");
        plots[x[0][0] > 0.8][(size_t)round(x[0][1] / 4) - 1]++;
        order += p > 0 && x[0][1] < last;
        last = x[0][1];
    }
    for (size_t k = 0; k < 6; k++) {
        cr_expect_eq(plots[k / 3][k % 3], 2);
    }
    cr_expect(order > 2, "whole plots are in a random order");
    quire_study_destroy(study);
}

Test(split_plot, noise_of_a_block_is_shared_by_its_runs)
{
    struct quire_study *study = study_load("", THREE NOISE("block") SPLIT),
                       *each = study_load("", THREE NOISE("run") SPLIT);
    double seen[PLOTS];
    for (uint64_t p = 0; p < PLOTS; p++) {
        double x[WITHIN][5], y[WITHIN][5];
        int block;
        for (uint64_t i = 0; i < WITHIN; i++) {
            values_of(study, p * WITHIN + i, x[i], &block);
            values_of(each, p * WITHIN + i, y[i], &block);
            cr_expect_eq(x[i][4], y[i][4], "what is drawn for runs stays as it was");
        }
        cr_expect(x[0][3] == x[1][3] && x[0][4] != x[1][4] && y[0][3] != y[1][3]);
        seen[p] = x[0][3];
        for (uint64_t q = 0; q < p; q++) {
            cr_expect_neq(seen[q], seen[p]);
        }
    }
    quire_study_destroy(study);
    quire_study_destroy(each);
}

Test(split_plot, blocks_are_random_where_the_study_says_so)
{
    static const char blocked[] = THREE "<design kind=\"box-behnken\" blocks=\"1\"/>";
    struct quire_study *study = study_load("blocks=\"random\"", blocked);
    cr_expect_null(quire_study_random_blocks(study), "there is one block");
    quire_study_destroy(study);
    static const char two[] =
        "<factor parameter=\"mu\" low=\"0.6\" high=\"1.0\"/><factor parameter=\"load\" levels=\"4 "
        "N, 12 N\"/><factor parameter=\"speed\" low=\"400 mm/s\" high=\"600 mm/s\"/><design "
        "kind=\"full-factorial\" blocks=\"2\"/>";
    study = study_load("blocks=\"random\"", two);
    cr_expect_str_eq(quire_study_random_blocks(study), "block");
    quire_study_destroy(study);
    study = study_load("", two);
    cr_expect_null(quire_study_random_blocks(study));
    quire_study_destroy(study);
}
