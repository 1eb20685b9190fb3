/* Lack of fit beside noise in the model, and what it adds to the error of predictions
 * (doc/theory/statistics.md, 2 and 9). */
#include "analysis/analysis_parts.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "probability/families.h"

/* Lack of fit with a smaller p is not taken for chance (Bancroft 1964): at 0.05 much of it would
 * be. */
#define POOLED 0.25
/* squares about the means of settings count as rounding below this share of all squares */
#define ROUNDING 1e-24

/* The columns of a model about their means over the runs of each setting: what draws at one
 * setting can tell. */
struct within {
    const struct quire_rows *rows;
    size_t n;            /* settings */
    const size_t *group; /* (rows->m) */
    double *size;        /* (n): runs of each */
    double *mean;        /* (rows->n, n) */
};

static void
read_within(const void *of, size_t first, size_t count, double *out)
{
    const struct within *w = of;

    w->rows->read(w->rows->of, first, count, out);
    for (size_t j = 0; j < w->rows->n; j++) {
        const double *mean = w->mean + j * w->n;
        for (size_t i = 0; i < count; i++) {
            const double about = mean[w->group[first + i]], off = out[j * count + i] - about;
            /* a column of factors alone is the same in all runs of a setting */
            out[j * count + i] = fabs(off) > 1e-12 * fabs(about) ? off : 0;
        }
    }
}

static bool
find_means(struct within *w)
{
    double *block = calloc(QUIRE_ROWS_BLOCK * w->rows->n + 1, sizeof *block);

    for (size_t first = 0; block != NULL && first < w->rows->m; first += QUIRE_ROWS_BLOCK) {
        const size_t rest = w->rows->m - first,
                     count = rest < QUIRE_ROWS_BLOCK ? rest : QUIRE_ROWS_BLOCK;
        w->rows->read(w->rows->of, first, count, block);
        for (size_t j = 0; j < w->rows->n; j++) {
            for (size_t i = 0; i < count; i++) {
                const size_t g = w->group[first + i];
                w->mean[j * w->n + g] += block[j * count + i] / w->size[g];
            }
        }
    }
    free(block);
    return block != NULL;
}

static size_t
number_settings(size_t *group, const struct quire_runs *runs, const size_t *run, size_t m,
                size_t *room)
{
    const size_t *number = runs->setting != NULL ? runs->setting : runs->point;
    size_t n = 0, most = 0;

    for (size_t r = 0; r < runs->n; r++) {
        most = number[r] > most ? number[r] : most;
    }
    if (most >= runs->n) { /* points of a study may be far apart: as they come */
        for (size_t i = 0; i < m; i++) {
            group[i] = i > 0 && number[run[i]] == number[run[i - 1]] ? group[i - 1] : n++;
        }
        return n;
    }
    memset(room, 0, (most + 1) * sizeof *room);
    for (size_t i = 0; i < m; i++) {
        size_t *known = &room[number[run[i]]];
        *known = *known > 0 ? *known : ++n;
        group[i] = *known - 1;
    }
    return n;
}

/* squares of the residuals about what settings of their own and the noise's columns explain */
static bool
find_pure(const struct within *w, const double *residual, double *sum, double *freedom)
{
    const struct quire_rows rows = {.m = w->rows->m, .n = w->rows->n, .read = read_within, .of = w};
    const size_t n = rows.n;
    double *triangle = calloc((n + 1) * (n + 1), sizeof *triangle),
           *mean = calloc(w->n + 1, sizeof *mean), *y = calloc(rows.m + 1, sizeof *y);
    struct quire_qr qr = {0};
    bool good = triangle != NULL && mean != NULL && y != NULL;

    for (size_t i = 0; good && i < rows.m; i++) {
        mean[w->group[i]] += residual[i] / w->size[w->group[i]];
    }
    for (size_t i = 0; good && i < rows.m; i++) {
        y[i] = residual[i] - mean[w->group[i]];
    }
    good =
        good && quire_rows_triangle(triangle, &rows, y) && quire_qr_factor(&qr, n + 1, n, triangle);
    *sum = 0;
    if (good) {
        double *rest = triangle + n * (n + 1);
        quire_qr_transposed(&qr, rest);
        for (size_t i = qr.rank; i <= n; i++) {
            *sum += rest[i] * rest[i];
        }
        *freedom = (double)rows.m - (double)w->n - (double)qr.rank;
    }
    quire_qr_clear(&qr);
    free(triangle);
    free(mean);
    free(y);
    return good;
}

/* The excess of squares of residuals over those of draws at one setting. Where all settings meet
 * the same draws, runs of a draw are alike, and degrees of freedom are those of Geisser and
 * Greenhouse's (1958) lower bound. */
static void
test_lack(struct quire_fit *fit, double sum, double freedom, bool common, double squares)
{
    const double own = fit->freedom - freedom, lack = fmax(0, fit->sum - sum);

    if (!(freedom > 0) || !(own > 0)) {
        return;
    }
    sum = fmax(sum, ROUNDING * squares);
    fit->pure = quire_f_test_of(sum, freedom, 0, 0);
    fit->lack = quire_f_test_of(lack, own, sum, freedom);
    if (!(lack > 1e4 * ROUNDING * squares)) {
        fit->lack.f = fit->lack.p = (double)NAN;
    } else if (common && own > 1) {
        const double below = freedom / own;
        fit->lack.p = below >= 1 ? quire_above(quire_fisher(1, below), fit->lack.f) : (double)NAN;
    }
}

/* The deviation of settings about the model that draws at them do not explain, as that of groups of
 * runs with a random effect: its mean square is that of draws and n0 times its variance. */
static void
find_misfit(struct quire_measured_analysis *out, const struct within *w)
{
    const struct quire_f_test *lack = &out->fit.lack, *pure = &out->fit.pure;
    const double m = (double)out->x.m;
    double squares = 0;

    for (size_t g = 0; g < w->n; g++) {
        squares += w->size[g] * w->size[g];
    }
    out->pure_error = sqrt(pure->mean_square);
    if (lack->p < POOLED && w->n > 1) {
        const double each = (m - squares / m) / ((double)w->n - 1);
        const double square = fmax(0, lack->mean_square - pure->mean_square) / each,
                     leverage = (double)out->fit.qr.rank / m, known = pure->mean_square * leverage,
                     more = square * (each * leverage + 1);
        out->misfit = sqrt(square);
        /* Satterthwaite's, of the mean at an average run */
        out->misfit_freedom = (known + more) * (known + more) /
                              (known * known / pure->freedom + more * more / lack->freedom);
    }
}

/* the sums of a setting's rows as a random effect adds them to the coefficients: (X'X)^-1 X_s'1 */
static bool
find_shares(struct quire_arena *arena, struct quire_measured_analysis *out, const struct within *w)
{
    const struct quire_fit *fit = &out->fit;
    const size_t rank = fit->qr.rank;
    double *share = calloc(w->n * rank + 1, sizeof *share),
           *one = calloc(w->rows->m + 1, sizeof *one);
    bool good = share != NULL && one != NULL;

    out->misfit_covariance = quire_arena_get(arena, rank * rank, sizeof *out->misfit_covariance);
    for (size_t i = 0; good && i < w->rows->m; i++) {
        one[i] = 1;
    }
    good = good && out->misfit_covariance != NULL &&
           quire_rows_add_by_group(&fit->qr, w->rows, one, w->group, share);
    for (size_t g = 0; good && g < w->n; g++) {
        double *u = share + g * rank;
        quire_qr_forward(&fit->qr, u);
        quire_qr_back(&fit->qr, u);
        for (size_t j = 0; j < rank; j++) {
            for (size_t k = 0; k < rank; k++) {
                out->misfit_covariance[j * rank + k] += out->misfit * out->misfit * u[j] * u[k];
            }
        }
    }
    free(share);
    free(one);
    return good;
}

static bool
has_noise(const struct quire_measured_analysis *out, const struct quire_runs *runs)
{
    bool any = false;

    for (size_t i = 0; i < out->n_predictor; i++) {
        any = any || runs->varied[out->predictor[i]].noise;
    }
    return any;
}

bool
quire_analysis_lack(struct quire_arena *arena, struct quire_measured_analysis *out,
                    const struct quire_runs *runs, const size_t *run)
{
    const size_t m = out->x.m;
    struct quire_regressors x = {0};
    struct quire_analysis_rows rows = {0};
    struct within w = {.rows = &rows.rows};
    size_t *group = calloc(m + 1, sizeof *group), *room = calloc(runs->n + 1, sizeof *room);
    bool good =
        group != NULL && room != NULL && quire_analysis_rows_begin(&rows, &x, runs, out, run, m);

    if (good) {
        w.n = number_settings(group, runs, run, m, room);
        w.group = group;
        w.size = calloc(w.n + 1, sizeof *w.size);
        good = w.size != NULL;
    }
    for (size_t i = 0; good && i < m; i++) {
        w.size[group[i]]++;
    }
    if (good && w.n < m && has_noise(out, runs)) {
        double sum, freedom, squares = 0;
        w.mean = calloc(w.n * rows.rows.n + 1, sizeof *w.mean);
        good = w.mean != NULL && find_means(&w) && find_pure(&w, out->fit.residual, &sum, &freedom);
        for (size_t i = 0; good && i < m; i++) {
            const double y = out->fit.fitted[i] + out->fit.residual[i];
            squares += y * y;
        }
        if (good) {
            test_lack(&out->fit, sum, freedom, runs->sampling == QUIRE_SAMPLING_COMMON, squares);
        }
    }
    if (good && out->fit.pure.freedom > 0) {
        find_misfit(out, &w);
        good = !(out->misfit > 0) || find_shares(arena, out, &w);
    }
    free(w.size);
    free(w.mean);
    free(group);
    free(room);
    quire_analysis_rows_clear(&rows);
    quire_regressors_clear(&x);
    return good;
}
