#include "stat/model/power.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "probability/families.h"
#include "probability/families_noncentral.h"
#include "stat/qr.h"

#define MOST  1e6
#define STEPS 200

double
quire_power_f(double level, double freedom_above, double freedom_below, double noncentrality)
{
    const double limit = quire_upper_quantile(quire_fisher(freedom_above, freedom_below), level);

    return quire_noncentral_fisher(freedom_above, freedom_below, noncentrality, limit).above;
}

double
quire_power_t(double level, double freedom, double noncentrality)
{
    const double limit = quire_upper_quantile(quire_student(freedom), level / 2);

    return quire_noncentral_student(freedom, noncentrality, limit).above +
           quire_noncentral_student(freedom, noncentrality, -limit).below;
}

/* a bracket by doubling, then secants kept within it (Illinois, Dowell and Jarratt 1971) */
double
quire_power_noncentrality(double level, double freedom_above, double freedom_below, double power)
{
    const double limit = quire_upper_quantile(quire_fisher(freedom_above, freedom_below), level);
    double low = 0, high = 1, at_low = level - power, at_high = 0;

    while (high <= MOST) {
        at_high = quire_noncentral_fisher(freedom_above, freedom_below, high, limit).above - power;
        if (at_high >= 0) {
            break;
        }
        low = high;
        at_low = at_high;
        high *= 2;
    }
    if (at_high < 0) {
        return HUGE_VAL;
    }
    for (int i = 0, side = 0; i < STEPS && high - low > 1e-14 * high; i++) {
        double x = high - at_high * (high - low) / (at_high - at_low);
        if (!(x > low && x < high)) {
            x = low + 0.5 * (high - low);
        }
        const double at =
            quire_noncentral_fisher(freedom_above, freedom_below, x, limit).above - power;
        if (at == 0) {
            return x;
        }
        if (at > 0) {
            high = x;
            at_high = at;
            at_low *= side == 1 ? 0.5 : 1;
            side = 1;
        } else {
            low = x;
            at_low = at;
            at_high *= side == -1 ? 0.5 : 1;
            side = -1;
        }
    }
    return low + 0.5 * (high - low);
}

double
quire_term_power_of(const struct quire_term_power *row, double effect, double level, double freedom)
{
    return row->freedom > 0
               ? quire_power_f(level, row->freedom, freedom, effect * effect / row->variance)
               : 0;
}

struct work {
    const struct quire_regressors *x;
    struct quire_qr qr;
    double *row;   /* (rank) for each run that differs from earlier ones in the term */
    size_t *run;   /* numbers of these runs */
    size_t n;      /* how many there are */
    size_t *place; /* (n): position of columns among the independent ones, or behind */
};

static bool
differs(const struct work *w, size_t term, size_t i, size_t k)
{
    for (size_t j = 0; j < w->x->n; j++) {
        const double *x = w->x->x + j * w->x->m;
        if (w->x->term[j] == term && x[i] != x[k]) {
            return true;
        }
    }
    return false;
}

/* R'^-1 x of the term's columns alone, in each run that differs from earlier ones */
static void
list_rows(struct work *w, size_t term)
{
    w->n = 0;
    for (size_t i = 0; i < w->x->m; i++) {
        bool fresh = true;
        for (size_t k = 0; k < w->n && fresh; k++) {
            fresh = differs(w, term, i, w->run[k]);
        }
        if (!fresh) {
            continue;
        }
        double *row = w->row + w->n * w->qr.rank;
        memset(row, 0, w->qr.rank * sizeof *row);
        for (size_t j = 0; j < w->x->n; j++) {
            if (w->x->term[j] == term && w->place[j] < w->qr.rank) {
                row[w->place[j]] = w->x->x[j * w->x->m + i];
            }
        }
        quire_qr_forward(&w->qr, row);
        w->run[w->n++] = i;
    }
}

static double
worst_variance(const struct work *w)
{
    double worst = 0;

    for (size_t i = 0; i < w->n; i++) {
        for (size_t k = 0; k < i; k++) {
            const double *a = w->row + i * w->qr.rank, *b = w->row + k * w->qr.rank;
            double sum = 0;
            for (size_t j = 0; j < w->qr.rank; j++) {
                sum += (a[j] - b[j]) * (a[j] - b[j]);
            }
            worst = fmax(worst, sum);
        }
    }
    return worst;
}

static double
range_of(const double *x, size_t m)
{
    double least = x[0], most = x[0];

    for (size_t i = 1; i < m; i++) {
        least = fmin(least, x[i]);
        most = fmax(most, x[i]);
    }
    return most - least;
}

static struct quire_term_power
judge_term(struct work *w, size_t term, double level, double power, double freedom)
{
    struct quire_term_power out = {0};
    size_t columns = 0, last = 0;

    for (size_t j = 0; j < w->x->n; j++) {
        if (w->x->term[j] == term) {
            columns++;
            last = j;
            out.freedom += w->place[j] < w->qr.rank;
        }
    }
    list_rows(w, term);
    out.variance = worst_variance(w);
    if (out.freedom == 0 || out.variance == 0) {
        return (struct quire_term_power){0};
    }
    out.effect = sqrt(quire_power_noncentrality(level, out.freedom, freedom, power) * out.variance);
    out.coefficient = columns == 1 ? out.effect / range_of(w->x->x + last * w->x->m, w->x->m) : 0;
    return out;
}

enum quire_model_status
quire_design_power(struct quire_term_power *row, const struct quire_regressors *x, size_t n_term,
                   double level, double power, double freedom)
{
    struct work w = {.x = x};

    memset(row, 0, n_term * sizeof *row);
    if (!(level > 0 && level < power && power < 1 && freedom >= 0)) {
        return QUIRE_MODEL_RANGE;
    }
    w.row = calloc(x->m * x->n + 1, sizeof *w.row);
    w.run = calloc(x->m + x->n + 1, sizeof *w.run);
    enum quire_model_status status = QUIRE_MODEL_MEMORY;
    if (w.row != NULL && w.run != NULL && quire_qr_factor(&w.qr, x->m, x->n, x->x)) {
        w.place = w.run + x->m;
        for (size_t k = 0; k < x->n; k++) {
            w.place[w.qr.column[k]] = k;
        }
        const double left = freedom > 0 ? freedom : (double)(x->m - w.qr.rank);
        status = left > 0 ? QUIRE_MODEL_FINE : QUIRE_MODEL_SATURATED;
        for (size_t t = 0; t < n_term && status == QUIRE_MODEL_FINE; t++) {
            row[t] = judge_term(&w, t, level, power, left);
        }
    }
    quire_qr_clear(&w.qr);
    free(w.row);
    free(w.run);
    return status;
}
