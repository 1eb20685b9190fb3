/* Choices of terms against all models that keep heredity (tests/tools/stat-choice.R). */
#include <criterion/criterion.h>
#include <math.h>

#include "model_case.h"
#include "stat/model/select.h"

#define TABLE "choice.csv"

static void
check_set(const char *set, struct model_terms terms, bool all_compared)
{
    struct model_case c = model_case_read(set, terms);
    struct quire_selection s = {0};

    cr_assert_eq(quire_selection_make(&s, &c.x, c.terms.term, c.terms.n, NULL, c.y),
                 QUIRE_MODEL_FINE);
    model_agrees(TABLE, set, "aicc", -1, s.aicc, 1e-10);
    model_agrees(TABLE, set, "sum", -1, s.sum, 1e-8);
    cr_expect_eq(s.all_compared, all_compared);
    cr_expect(s.term[0].kept);
    for (size_t t = 1; t < terms.n; t++) {
        model_agrees(TABLE, set, "kept", (long)t - 1, s.term[t].kept, 0);
        cr_expect(!s.term[t].changeable || s.term[t].change > -1e-8);
    }
    quire_selection_clear(&s);
    model_case_clear(&c);
}

Test(selection, finds_the_best_model)
{
    check_set("choice-swiss", model_products(5, 2, false), false);
    check_set("choice-mtcars", model_products(10, 1, false), true);
    check_set("choice-stackloss", model_products(3, 2, true), true);
}

Test(selection, begins_with_the_fullest_model)
{
    struct model_case c = model_case_read("choice-swiss", model_products(5, 2, false));
    struct quire_selection s = {0};

    quire_selection_make(&s, &c.x, c.terms.term, c.terms.n, NULL, c.y);
    model_agrees(TABLE, "choice-swiss", "full-aicc", -1, s.full_aicc, 1e-10);
    quire_selection_clear(&s);
    model_case_clear(&c);
}

/* y of a two-level factorial in 8 runs that only a*b moves */
static const double a[] = {-1, 1, -1, 1, -1, 1, -1, 1}, b[] = {-1, -1, 1, 1, -1, -1, 1, 1},
                    c[] = {-1, -1, -1, -1, 1, 1, 1, 1};
static const double crossed[] = {5.1, 0.9, 1.05, 4.9, 5, 1, 0.95, 5.2};
static const struct quire_predictor cube[] = {{.x = a}, {.x = b}, {.x = c}};

static enum quire_model_status
select_of(struct quire_selection *s, const struct quire_predictor *predictor,
          const struct quire_term *term, size_t n, const bool *fixed, const double *y)
{
    struct quire_regressors x = {0};

    cr_assert(quire_regressors_make(&x, predictor, term, n, NULL, 8));
    const enum quire_model_status status = quire_selection_make(s, &x, term, n, fixed, y);
    quire_regressors_clear(&x);
    return status;
}

Test(selection, keeps_heredity)
{
    const struct quire_term term[] = {{0}, {1, {0}}, {1, {1}}, {1, {2}}, {2, {0, 1}}};
    struct quire_selection s = {0};

    cr_assert_eq(select_of(&s, cube, term, 5, NULL, crossed), QUIRE_MODEL_FINE);
    /* neither a nor b gains by itself */
    cr_expect(s.term[1].kept && s.term[2].kept && s.term[4].kept && !s.term[3].kept);
    cr_expect(!s.term[1].changeable && s.term[4].changeable && s.term[4].change > 0);
    quire_selection_clear(&s);
}

Test(selection, fixed_terms_stay)
{
    const struct quire_term term[] = {{0}, {1, {0}}, {1, {2}}};
    const bool fixed[] = {false, false, true};
    struct quire_selection s = {0};

    cr_assert_eq(select_of(&s, cube, term, 3, fixed, crossed), QUIRE_MODEL_FINE);
    cr_expect(!s.term[1].kept && s.term[2].kept && !s.term[2].changeable);
    quire_selection_clear(&s);
}

Test(selection, dependent_terms_are_left_out)
{
    const struct quire_predictor twice[] = {{.x = a}, {.x = a}, {.x = c}};
    const struct quire_term term[] = {{0}, {1, {0}}, {1, {1}}};
    const double y[] = {1, 3, 1.1, 3.1, 0.9, 3, 1, 2.8};
    struct quire_selection s = {0};

    cr_assert_eq(select_of(&s, twice, term, 3, NULL, y), QUIRE_MODEL_FINE);
    cr_expect(s.term[1].kept && !s.term[1].aliased);
    cr_expect(!s.term[2].kept && s.term[2].aliased);
    quire_selection_clear(&s);
}

Test(selection, an_exact_model_has_the_terms_that_it_needs)
{
    const struct quire_term term[] = {{0}, {1, {0}}, {1, {1}}, {1, {2}}};
    double y[8];
    struct quire_selection s = {0};

    for (int i = 0; i < 8; i++) {
        y[i] = 3 + 0.1 * a[i];
    }
    cr_assert_eq(select_of(&s, cube, term, 4, NULL, y), QUIRE_MODEL_FINE);
    cr_expect(isfinite(s.aicc) && s.term[1].kept && !s.term[2].kept && !s.term[3].kept);
    quire_selection_clear(&s);
}

Test(selection, says_what_is_wrong)
{
    const struct quire_term term[] = {{0},         {1, {0}},    {1, {1}},    {1, {2}},
                                      {2, {0, 1}}, {2, {0, 2}}, {2, {1, 2}}, {3, {0, 1, 2}}};
    const bool all[] = {true, true, true, true, true, true, true, true};
    const double flat[] = {2, 2, 2, 2, 2, 2, 2, 2};
    const double broken[] = {1, 2, 3, (double)NAN, 5, 6, 7, 8};
    struct quire_selection s = {0};

    cr_expect_eq(select_of(&s, cube, term, 4, NULL, flat), QUIRE_MODEL_CONSTANT);
    quire_selection_clear(&s);
    cr_expect_eq(select_of(&s, cube, term, 4, NULL, broken), QUIRE_MODEL_NOT_FINITE);
    quire_selection_clear(&s);
    cr_expect_eq(select_of(&s, cube, term, 8, all, crossed), QUIRE_MODEL_SATURATED);
    quire_selection_clear(&s);
    cr_expect_eq(select_of(&s, cube, term, 8, NULL, crossed), QUIRE_MODEL_FINE);
    quire_selection_clear(&s);
    cr_expect(isinf(quire_aicc(8, 6, 1)));
    cr_expect(isfinite(quire_aicc(8, 5, 1)));
}
