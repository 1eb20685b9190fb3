/* Mixed models of responses: the right terms and groups reach the fit (its numbers are held against
 * lme4 in tests/unit/stat_model). */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "fixtures/references.h"

#define SET   "mixed-split"
#define ERROR 1e-6 /* of what a search finds */

/* "hard", "sub", plots and blocks of the split plot, with a noise that the runs are coded by */
struct split_case {
    struct reference_data data;
    struct quire_varied varied[3];
    struct quire_groups random[2];
    struct quire_measured measured;
    struct quire_runs runs;
    size_t *point;
    unsigned char *outcome;
    double *noise;
    struct quire_analysis analysis;
};

static const struct quire_term terms[] = {{1, {0}}, {1, {1}}, {2, {0, 1}}, {1, {2}}};

static void
begin(struct split_case *c, size_t n_varied, size_t n_term, bool noise_is_error)
{
    *c = (struct split_case){.data = reference_data(SET)};
    const size_t m = c->data.m;
    c->point = calloc(m, sizeof *c->point);
    c->outcome = calloc(m, 1);
    c->noise = calloc(m, sizeof *c->noise);
    cr_assert(c->point != NULL && c->outcome != NULL && c->noise != NULL);
    for (size_t r = 0; r < m; r++) {
        c->point[r] = r;
        c->noise[r] = (double)(r * 7 % 11) / 10;
    }
    c->varied[0] = (struct quire_varied){
        .name = "hard", .unit = "", .coded = c->data.column[1], .low_si = -1, .high_si = 1};
    c->varied[1] = (struct quire_varied){
        .name = "sub", .unit = "", .coded = c->data.column[2], .low_si = -1, .high_si = 1};
    c->varied[2] = (struct quire_varied){
        .name = "curl", .unit = "", .noise = true, .coded = c->noise, .low_si = -1, .high_si = 1};
    for (size_t k = 0; k < 2; k++) {
        c->random[k] = (struct quire_groups){k == 0 ? "whole plot" : "block",
                                             c->data.n_level[3 + k], c->data.level[3 + k]};
    }
    c->measured = (struct quire_measured){.name = "y",
                                          .unit = "",
                                          .limits = {(double)NAN, (double)NAN},
                                          .value = c->data.column[0],
                                          .choice = {.term = terms, .n_term = n_term}};
    c->runs = (struct quire_runs){.n = m,
                                  .planned = m,
                                  .point = c->point,
                                  .outcome = c->outcome,
                                  .without_verdicts = true,
                                  .sampling = QUIRE_SAMPLING_INDEPENDENT,
                                  .n_varied = n_varied,
                                  .n_measured = 1,
                                  .varied = c->varied,
                                  .measured = &c->measured,
                                  .n_random = 2,
                                  .random = c->random,
                                  .noise_is_error = noise_is_error};
    cr_assert(quire_analyse(&c->analysis, &c->runs, 0.95));
    cr_assert_not_null(c->analysis.measured[0].mixed);
}

static void
end(struct split_case *c)
{
    quire_analysis_clear(&c->analysis);
    free(c->point);
    free(c->outcome);
    free(c->noise);
    reference_data_clear(&c->data);
}

static void
agrees(const char *what, size_t j, double value)
{
    char name[40];
    double wanted = 0;

    snprintf(name, sizeof name, "%s%zu", what, j);
    cr_assert(reference_find("mixed.csv", SET, name, &wanted), "%s", name);
    cr_expect(reference_near(value, wanted, ERROR), "%s: %.17g, not %.17g", name, value, wanted);
}

static void
expect_split(const struct split_case *c)
{
    const struct quire_mixed_analysis *mixed = c->analysis.measured[0].mixed;

    cr_assert_eq(mixed->status, QUIRE_MODEL_FINE);
    cr_assert_eq(mixed->of.n, 4);
    for (size_t j = 0; j < 4; j++) {
        const struct quire_mixed_coefficient *k = &mixed->of.coefficient[j];
        agrees("value", j, k->value);
        agrees("kr-error", j, k->by[QUIRE_KENWARD_ROGER].error);
        agrees("kr-freedom", j, k->by[QUIRE_KENWARD_ROGER].freedom);
        agrees("kr-low", j, k->by[QUIRE_KENWARD_ROGER].low);
    }
    agrees("variance.", 0, mixed->of.variance[0].value);
    agrees("variance.", 2, mixed->of.variance[2].value);
}

Test(analysis_mixed, models_of_responses_are_those_of_lme4)
{
    struct split_case c;
    struct quire_text text = {0};

    begin(&c, 2, 3, false);
    expect_split(&c);
    quire_analysis_mixed(&text, &c.analysis);
    cr_expect(strstr(text.data, "y: mixed model by REML, criterion 41.2089") != NULL, "%s",
              text.data);
    cr_expect(strstr(text.data, "hard x sub") != NULL, "%s", text.data);
    quire_text_clear(&text);
    end(&c);
}

Test(analysis_mixed, noise_is_part_of_the_error_or_a_term)
{
    struct split_case c;

    begin(&c, 3, 4, true);
    expect_split(&c);
    end(&c);
    begin(&c, 3, 4, false);
    cr_expect_eq(c.analysis.measured[0].mixed->of.n, 5);
    end(&c);
}
