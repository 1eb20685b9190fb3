#include "stat/effects.h"

#include <math.h>
#include <stdlib.h>

#include "math/detmath.h"
#include "probability/families.h"
#include "stat/summary.h"

/* Welford's: mean and sum of squares about it as runs come in */
static void
take(struct quire_cell *c, double y)
{
    const double off = y - c->mean;

    c->n++;
    c->mean += off / (double)c->n;
    c->deviation += off * (y - c->mean);
}

static void
finish(struct quire_cell *cell, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        cell[i].error = (double)NAN;
        cell[i].mean = cell[i].n > 0 ? cell[i].mean : (double)NAN;
        cell[i].deviation =
            cell[i].n > 1 ? sqrt(cell[i].deviation / (double)(cell[i].n - 1)) : (double)NAN;
    }
}

void
quire_level_means(struct quire_cell *cell, size_t n_level, const size_t *level, const double *y,
                  size_t m)
{
    for (size_t i = 0; i < n_level; i++) {
        cell[i] = (struct quire_cell){0};
    }
    for (size_t i = 0; i < m; i++) {
        take(&cell[level[i]], y[i]);
    }
    finish(cell, n_level);
}

bool
quire_pair_means(struct quire_cell *cell, size_t n_a, const size_t *a, size_t n_b, const size_t *b,
                 const double *y, size_t m)
{
    size_t *pair = calloc(m + 1, sizeof *pair);

    for (size_t i = 0; pair != NULL && i < m; i++) {
        pair[i] = a[i] * n_b + b[i];
    }
    if (pair != NULL) {
        quire_level_means(cell, n_a * n_b, pair, y, m);
    }
    free(pair);
    return pair != NULL;
}

void
quire_standard_effects(double *effect, const struct quire_fit *fit)
{
    for (size_t j = 0; j < fit->n; j++) {
        const struct quire_coefficient *c = &fit->coefficient[j];
        effect[j] =
            j == 0 || c->aliased ? (double)NAN : 2 * c->value / sqrt(c->variance * (double)fit->m);
    }
}

/* 1.5 times the median of those below `most`; sizes are sorted */
static double
middle_below(const double *size, size_t n, double most)
{
    size_t few = 0;

    while (few < n && size[few] < most) {
        few++;
    }
    return few > 0 ? 1.5 * quire_sorted_quantile(size, few, 0.5) : 0;
}

/* Student's t with n/3 degrees of freedom, as Lenth took it from simulations */
bool
quire_lenth(struct quire_lenth *out, const double *effect, size_t n, double confidence)
{
    double *size = calloc(n + 1, sizeof *size);
    size_t known = 0;

    for (size_t i = 0; size != NULL && i < n; i++) {
        if (!isnan(effect[i])) {
            size[known++] = fabs(effect[i]);
        }
    }
    *out = (struct quire_lenth){known, NAN, NAN, NAN};
    if (size != NULL && known > 0) {
        quire_sort(size, known);
        const double m = (double)known, first = middle_below(size, known, HUGE_VAL);
        const struct quire_distribution t = quire_student(m / 3);
        const double all = -quire_expm1(quire_log(confidence) / m); /* 1 - confidence^(1/m) */
        out->pseudo_error = middle_below(size, known, 2.5 * first);
        out->margin = quire_upper_quantile(t, (1 - confidence) / 2) * out->pseudo_error;
        out->all_margin = quire_upper_quantile(t, all / 2) * out->pseudo_error;
    }
    free(size);
    return size != NULL;
}

double
quire_half_normal_place(size_t i, size_t n)
{
    return quire_upper_quantile(quire_normal(0, 1), 0.5 - 0.5 * ((double)i + 0.5) / (double)n);
}
