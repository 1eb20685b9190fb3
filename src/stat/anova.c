/* Analysis of variance. The sum of squares that a term adds to others is that of its effects Q'y
 * when its columns come last: no difference of two large sums. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stat/fit.h"
#include "stat/summary.h"

struct work {
    double *x, *effect; /* (m, n), (m) */
    size_t *term;       /* (n) */
    struct quire_qr qr;
};

/* which others stay when what term t adds is asked for */
static bool
is_before(enum quire_anova_type type, const struct quire_term *term, size_t t, size_t other)
{
    return type == QUIRE_ANOVA_I ? other < t
                                 : other != t && (type == QUIRE_ANOVA_III ||
                                                  !quire_term_within(&term[t], &term[other]));
}

static size_t
take_columns(struct work *w, const struct quire_regressors *x, size_t n, size_t t)
{
    for (size_t j = 0; j < x->n; j++) {
        if (x->term[j] == t) {
            memcpy(w->x + n * x->m, x->x + j * x->m, x->m * sizeof *x->x);
            w->term[n++] = t;
        }
    }
    return n;
}

/* after factoring: the squares of effects of term t, and of what no column explains */
static void
sum_effects(const struct work *w, const double *y, size_t m, size_t t, double *sum, double *freedom,
            double *rest)
{
    memcpy(w->effect, y, m * sizeof *y);
    quire_qr_transposed(&w->qr, w->effect);
    *sum = *freedom = *rest = 0;
    for (size_t i = 0; i < m; i++) {
        const double square = w->effect[i] * w->effect[i];
        if (i >= w->qr.rank) {
            *rest += square;
        } else if (w->term[w->qr.column[i]] == t) {
            *sum += square;
            *freedom += 1;
        }
    }
}

static bool
residual_of(struct work *w, struct quire_f_test *residual, const struct quire_regressors *x,
            const double *y, size_t runs)
{
    double none, no_freedom, rest;

    if (!quire_qr_factor(&w->qr, x->m, x->n, x->x)) {
        return false;
    }
    memcpy(w->term, x->term, x->n * sizeof *x->term);
    sum_effects(w, y, x->m, (size_t)-1, &none, &no_freedom, &rest);
    *residual = quire_f_test_of(rest, (double)(runs - w->qr.rank), 0, 0);
    return true;
}

bool
quire_anova(struct quire_f_test *row, struct quire_f_test *residual, enum quire_anova_type type,
            const struct quire_regressors *x, const struct quire_term *term, size_t n_term,
            const double *y)
{
    return quire_anova_of_runs(row, residual, type, x, term, n_term, y, x->m);
}

bool
quire_anova_of_runs(struct quire_f_test *row, struct quire_f_test *residual,
                    enum quire_anova_type type, const struct quire_regressors *x,
                    const struct quire_term *term, size_t n_term, const double *y, size_t runs)
{
    struct work w = {calloc(x->m * x->n + 1, sizeof *w.x),
                     calloc(x->m + 1, sizeof *w.effect),
                     calloc(x->n + 1, sizeof *w.term),
                     {0}};
    bool good =
        w.x != NULL && w.effect != NULL && w.term != NULL && residual_of(&w, residual, x, y, runs);

    for (size_t t = 0; good && t < n_term; t++) {
        size_t n = 0;
        double sum, freedom, rest;
        for (size_t other = 0; other < n_term; other++) {
            n = is_before(type, term, t, other) ? take_columns(&w, x, n, other) : n;
        }
        n = take_columns(&w, x, n, t);
        good = quire_qr_factor(&w.qr, x->m, n, w.x);
        if (good) {
            sum_effects(&w, y, x->m, t, &sum, &freedom, &rest);
            row[t] = quire_f_test_of(sum, freedom, residual->sum, residual->freedom);
        }
        if (term[t].order == 0) {
            row[t].f = row[t].p = (double)NAN;
        }
    }
    quire_qr_clear(&w.qr);
    free(w.x);
    free(w.effect);
    free(w.term);
    return good;
}
