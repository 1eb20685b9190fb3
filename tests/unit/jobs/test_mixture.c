/* Scheffe's models of mixtures against R's lm (tests/tools/stat-mixture.R). */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fixtures/references.h"
#include "jobs/mixture.h"

#define TABLE "mixture.csv"
#define ERROR 1e-8

enum { VARIED_MOST = 8 };

struct mixture_case {
    struct reference_data data;
    struct doe_columns columns;
    struct quire_varied varied[VARIED_MOST];
    double *coded[VARIED_MOST], *si[VARIED_MOST], *shares[VARIED_MOST];
    size_t *point;
    unsigned char *outcome;
    struct quire_measured measured;
    struct quire_runs runs;
    struct quire_analysis analysis;
};

/* the first column is the response; `n` of the others are of the unit of components */
static void
begin(struct mixture_case *c, const char *set, size_t n)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g"};

    *c = (struct mixture_case){.data = reference_data(set)};
    const size_t m = c->data.m;
    cr_assert(c->data.n <= VARIED_MOST);
    c->point = calloc(m, sizeof *c->point);
    c->outcome = calloc(m, 1);
    cr_assert(c->point != NULL && c->outcome != NULL);
    for (size_t i = 0; i + 1 < c->data.n; i++) {
        c->varied[i] = (struct quire_varied){.name = names[i], .unit = i < n ? "" : "K"};
        c->si[i] = c->data.column[i + 1];
        c->shares[i] = calloc(m, sizeof **c->shares);
        cr_assert(c->shares[i] != NULL);
        for (size_t r = 0; r < m; r++) {
            c->shares[i][r] = c->si[i][r];
        }
        c->varied[i].low_si = -1;
        c->varied[i].high_si = 1;
        c->varied[i].coded = c->coded[i] = c->shares[i];
    }
    for (size_t r = 0; r < m; r++) {
        c->point[r] = r;
    }
    c->columns = (struct doe_columns){
        .n_varied = c->data.n - 1, .varied = c->varied, .n = m, .coded = c->coded, .si = c->si};
    doe_columns_find_mixture(&c->columns);
}

static void
analyse(struct mixture_case *c, const struct quire_term *term, size_t n_term)
{
    c->measured = (struct quire_measured){.name = "y",
                                          .unit = "",
                                          .limits = {(double)NAN, (double)NAN},
                                          .value = c->data.column[0],
                                          .choice = {.term = term, .n_term = n_term}};
    c->runs = (struct quire_runs){.n = c->data.m,
                                  .planned = c->data.m,
                                  .point = c->point,
                                  .outcome = c->outcome,
                                  .without_verdicts = true,
                                  .sampling = QUIRE_SAMPLING_INDEPENDENT,
                                  .n_varied = c->columns.n_varied,
                                  .n_measured = 1,
                                  .varied = c->varied,
                                  .measured = &c->measured};
    cr_assert(quire_analyse(&c->analysis, &c->runs, 0.95));
}

static void
end(struct mixture_case *c)
{
    quire_analysis_clear(&c->analysis);
    for (size_t i = 0; i < VARIED_MOST; i++) {
        free(c->shares[i]);
    }
    free(c->point);
    free(c->outcome);
    reference_data_clear(&c->data);
}

static void
agrees(const char *set, const char *what, double value)
{
    double wanted = 0;

    cr_assert(reference_find(TABLE, set, what, &wanted), "%s %s", set, what);
    cr_expect(reference_near(value, wanted, ERROR), "%s %s: %.17g, not %.17g", set, what, value,
              wanted);
}

/* by the order of R's columns: components, others, products */
static void
check_set(const char *set, size_t components, enum quire_model_order order)
{
    struct mixture_case c;

    begin(&c, set, components);
    analyse(&c, NULL, 0);
    const struct quire_measured_analysis *m = &c.analysis.measured[0];
    cr_assert(quire_analysis_is_mixture(&c.runs));
    cr_expect_eq(m->order, order, "%s: %d", set, m->order);
    for (size_t j = 0; j < m->fit.n; j++) {
        char what[40];
        snprintf(what, sizeof what, "value.%zu", j);
        agrees(set, what, m->fit.coefficient[j].value);
        snprintf(what, sizeof what, "error.%zu", j);
        agrees(set, what, m->fit.coefficient[j].error);
    }
    agrees(set, "deviation", m->fit.deviation);
    agrees(set, "freedom", m->fit.freedom);
    agrees(set, "r2", m->fit.r2);
    agrees(set, "predicted-r2", m->fit.predicted_r2);
    agrees(set, "f", m->fit.model.f);
    agrees(set, "p", m->fit.model.p);
    end(&c);
}

Test(mixture, models_agree_with_R)
{
    check_set("mixture-yarn", 3, QUIRE_MODEL_INTERACTIONS);
    check_set("mixture-flare", 4, QUIRE_MODEL_INTERACTIONS);
}

/* components beside a factor of another unit; main effects alone are asked for */
Test(mixture, other_factors_stand_beside_the_components)
{
    static const struct quire_term linear[] = {{1, {0}}, {1, {1}}, {1, {2}}, {1, {3}}};
    struct mixture_case c;

    begin(&c, "mixture-heat", 3);
    cr_expect(c.varied[0].component && c.varied[2].component && !c.varied[3].component);
    analyse(&c, linear, 4);
    const struct quire_measured_analysis *m = &c.analysis.measured[0];
    cr_assert_eq(m->fit.n, 4);
    for (size_t j = 0; j < 4; j++) {
        char what[40];
        snprintf(what, sizeof what, "value.%zu", j);
        agrees("mixture-heat", what, m->fit.coefficient[j].value);
        snprintf(what, sizeof what, "error.%zu", j);
        agrees("mixture-heat", what, m->fit.coefficient[j].error);
    }
    agrees("mixture-heat", "r2", m->fit.r2);
    end(&c);
}

Test(mixture, factors_without_a_common_total_are_none)
{
    struct mixture_case c;

    begin(&c, "mixture-yarn", 2); /* the third has another unit */
    cr_expect(!c.varied[0].component && !c.varied[1].component && !c.varied[2].component);
    cr_expect_eq(c.coded[0][0], 1);
    analyse(&c, NULL, 0);
    cr_expect(!quire_analysis_is_mixture(&c.runs));
    end(&c);
}

/* coded values are shares: those of SI values too */
Test(mixture, shares_follow_from_SI_values)
{
    struct mixture_case c;

    begin(&c, "mixture-flare", 4);
    cr_expect(fabs(c.coded[0][0] - 0.4) < 1e-15);
    cr_expect(fabs(quire_analysis_coded(&c.varied[0], 40) - 0.4) < 1e-15);
    cr_expect(fabs(quire_analysis_si(&c.varied[0], 0.4) - 40) < 1e-13);
    end(&c);
}
