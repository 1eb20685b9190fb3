/* I-optimal designs against all choices. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "design/plans.h"

TestSuite(i_optimal, .init = begin_plans, .fini = end_plans);

enum { TERMS_MOST = 6, POINTS_MOST = 8 };

/* exponents of the terms of two factors (of one: the first, second and fifth) */
static const int power[TERMS_MOST][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 0}, {0, 2}};

struct model {
    size_t n_term;
    int term[TERMS_MOST];
};

static double
value_of(int term, const double *x)
{
    return pow(x[0], power[term][0]) * pow(x[1], power[term][1]);
}

/* average of x^a over -1 to 1 */
static double
moment(int a)
{
    return a % 2 != 0 ? 0 : 1.0 / (a + 1);
}

/* x := A^-1 b by elimination; false if A is singular */
static bool
solve(double a[TERMS_MOST][TERMS_MOST], double *x, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        if (fabs(a[k][k]) < 1e-9) { /* A is positive or singular */
            return false;
        }
        for (size_t i = 0; i < n; i++) {
            const double f = a[i][k] / a[k][k];
            for (size_t j = k; j < n && i != k; j++) {
                a[i][j] -= f * a[k][j];
            }
            x[i] -= i != k ? f * x[k] : 0;
        }
    }
    for (size_t k = 0; k < n; k++) {
        x[k] /= a[k][k];
    }
    return true;
}

/* the average variance of a prediction over the square, infinite where the points do not tell */
static double
average_variance(const struct model *m, double (*x)[2], size_t n)
{
    double trace = 0;
    for (size_t column = 0; column < m->n_term; column++) {
        double matrix[TERMS_MOST][TERMS_MOST] = {{0}}, of[TERMS_MOST];
        for (size_t a = 0; a < m->n_term; a++) {
            for (size_t b = 0; b < m->n_term; b++) {
                for (size_t i = 0; i < n; i++) {
                    matrix[a][b] += value_of(m->term[a], x[i]) * value_of(m->term[b], x[i]);
                }
            }
            const int *p = power[m->term[a]], *q = power[m->term[column]];
            of[a] = moment(p[0] + q[0]) * moment(p[1] + q[1]);
        }
        if (!solve(matrix, of, m->n_term)) {
            return INFINITY;
        }
        trace += of[column];
    }
    return trace;
}

/* over all choices, with repetition, of n of the grid's points from number `from` on */
static double
best_choice(const struct model *m, double (*x)[2], size_t n, size_t at, int from, int factors)
{
    double best = INFINITY;
    if (at == n) {
        return average_variance(m, x, n);
    }
    for (int c = from; c < (factors == 1 ? 3 : 9); c++) {
        x[at][0] = c % 3 - 1;
        x[at][1] = factors == 1 ? 0 : c / 3 - 1;
        best = fmin(best, best_choice(m, x, n, at + 1, c, factors));
    }
    return best;
}

Test(i_optimal, points_are_the_best_of_all_choices)
{
    static const struct {
        size_t n;
        const char *points;
        struct model model;
        int factors;
    } cases[] = {
        {4, "4", {3, {0, 1, 4}}, 1},
        {7, "7", {6, {0, 1, 2, 3, 4, 5}}, 2},
        {8, "8", {6, {0, 1, 2, 3, 4, 5}}, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct quire_design_plan plan;
        double x[POINTS_MOST][2] = {{0}}, all[POINTS_MOST][2] = {{0}}, row[COLUMNS_MOST];
        PLAN(&plan, "i-optimal", (size_t)cases[i].factors, 0, {"points", cases[i].points},
             {"terms", "quadratic"});
        for (uint64_t p = 0; p < plan.points; p++) {
            coded(&plan, p, row);
            memcpy(x[p], row, (size_t)cases[i].factors * sizeof row[0]);
        }
        const double found = average_variance(&cases[i].model, x, cases[i].n),
                     best = best_choice(&cases[i].model, all, cases[i].n, 0, 0, cases[i].factors);
        cr_expect(isfinite(best) && fabs(found - best) < 1e-9, "%s points: %.12g, not %.12g",
                  cases[i].points, found, best);
        struct quire_text text = {0};
        char says[80];
        plan.ops->describe(&plan, &text);
        snprintf(says, sizeof says, "over the region: %.4g times that of one run", best);
        cr_expect(strstr(text.data, says) != NULL, "%s", text.data);
        quire_text_clear(&text);
    }
}

/* two levels of each factor and main effects: orthogonal points are best for predictions too */
Test(i_optimal, points_are_orthogonal_where_that_is_possible)
{
    struct quire_design_plan plan;
    double sum[3][3] = {{0}}, x[COLUMNS_MOST];
    PLAN(&plan, "i-optimal", 3, 0, {"points", "4"});
    for (uint64_t p = 0; p < 4; p++) {
        coded(&plan, p, x);
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                sum[a][b] += x[a] * x[b];
            }
        }
    }
    for (int a = 0; a < 9; a++) {
        cr_expect_eq(sum[a / 3][a % 3], a / 3 == a % 3 ? 4.0 : 0.0);
    }
}

Test(i_optimal, too_few_points_are_refused)
{
    struct quire_design_plan plan;
    const quire_setting settings[] = {{"points", "5"}, {"terms", "quadratic"}};
    cr_expect_neq(try_plan(&plan, "i-optimal", 2, 0, settings, 2), QUIRE_OK);
    cr_expect(strstr(plan_problem(), "5 points cannot determine 6 coefficients") != NULL, "%s",
              plan_problem());
}
