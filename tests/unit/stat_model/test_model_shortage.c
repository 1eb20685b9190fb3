/* Analyses of models, when memory runs out in the middle. */
#include <criterion/criterion.h>

#include "base/diag.h"
#include "fixtures/shortage.h"
#include "stat/model/boxcox.h"
#include "stat/model/efficiency.h"
#include "stat/model/mixed.h"
#include "stat/model/power.h"
#include "stat/model/select.h"

enum { RUNS = 12, TERMS = 4 };

static const double a[RUNS] = {-1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1},
                    b[RUNS] = {-1, -1, 1, 1, -1, -1, 1, 1, -1, -1, 1, 1},
                    y[RUNS] = {1, 2, 4, 5, 3, 3.5, 6, 7.5, 2, 2.25, 5, 7};
static const size_t day[RUNS] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2},
                    batch[RUNS] = {0, 1, 2, 3, 3, 2, 1, 0, 0, 2, 1, 3};
static const struct quire_predictor predictor[] = {{.x = a}, {.x = b}};
static const struct quire_term term[TERMS] = {{0}, {1, {0}}, {1, {1}}, {2, {0, 1}}};
static struct quire_regressors x;

static void
make_regressors(void)
{
    cr_assert(quire_regressors_make(&x, predictor, term, TERMS, NULL, RUNS));
}

static void
clear_regressors(void)
{
    quire_regressors_clear(&x);
}

TestSuite(shortage_of_models, .init = make_regressors, .fini = clear_regressors);

static quire_status
outcome(enum quire_model_status status, quire_diag *diag)
{
    cr_expect(status == QUIRE_MODEL_FINE || status == QUIRE_MODEL_MEMORY, "%s",
              quire_model_status_text(status));
    return status == QUIRE_MODEL_FINE ? QUIRE_OK : quire_diag_memory_error(diag);
}

static quire_status
select_terms(quire_diag *diag)
{
    struct quire_selection s = {0};
    const enum quire_model_status status = quire_selection_make(&s, &x, term, TERMS, NULL, y);

    quire_selection_clear(&s);
    return outcome(status, diag);
}

static quire_status
find_power(quire_diag *diag)
{
    struct quire_box_cox_fit fit;

    return outcome(quire_box_cox_make(&fit, &x, y, -2, 2, 0.95, NULL), diag);
}

static quire_status
judge_design(quire_diag *diag)
{
    struct quire_term_power row[TERMS];
    struct quire_efficiency e;
    const enum quire_model_status status = quire_design_power(row, &x, TERMS, 0.05, 0.9, 0);

    return outcome(status == QUIRE_MODEL_FINE ? quire_efficiency_make(&e, &x, &x, NULL) : status,
                   diag);
}

static quire_status
fit_mixed(quire_diag *diag)
{
    const struct quire_random random[] = {{3, day}, {4, batch}};
    struct quire_mixed fit = {0};
    const enum quire_model_status status =
        quire_mixed_make(&fit, &x, TERMS, random, 2, y, 0.95, NULL);

    quire_mixed_clear(&fit);
    return outcome(status, diag);
}

Test(shortage_of_models, of_every_kind)
{
    shortage_sweep(select_terms, 400);
    shortage_sweep(find_power, 50);
    shortage_sweep(judge_design, 50);
    shortage_sweep(fit_mixed, 400);
}
