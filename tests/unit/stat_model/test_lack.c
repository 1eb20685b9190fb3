/* Lack of fit against pure error of given groups, as R's anova of the model and that of the groups
 * has it (tests/tools/stat-choice.R). */
#include <criterion/criterion.h>

#include "model_case.h"
#include "stat/fit.h"

#define TABLE "choice.csv"

/* the last column numbers the groups */
static void
check_set(const char *set, struct model_terms terms)
{
    struct model_case c = model_case_read(set, terms);
    struct quire_fit fit = {0};

    cr_assert(quire_fit_make(&fit, &c.x, c.y, c.data.level[c.data.n - 1], 0.95));
    model_agrees(TABLE, set, "pure", -1, fit.pure.sum, 1e-10);
    model_agrees(TABLE, set, "pure-freedom", -1, fit.pure.freedom, 0);
    model_agrees(TABLE, set, "lack", -1, fit.lack.sum, 1e-10);
    model_agrees(TABLE, set, "lack-freedom", -1, fit.lack.freedom, 0);
    model_agrees(TABLE, set, "lack-f", -1, fit.lack.f, 1e-10);
    model_agrees(TABLE, set, "lack-p", -1, fit.lack.p, 1e-10);
    quire_fit_clear(&fit);
    model_case_clear(&c);
}

Test(lack_of_fit, agrees_with_anova_of_groups)
{
    const struct model_terms curved = {4, {{0}, {1, {0}}, {1, {1}}, {2, {1, 1}}}};

    check_set("lack-cars", model_products(1, 1, false));
    check_set("lack-poisons", model_products(2, 1, false));
    check_set("lack-toothgrowth", curved);
}
