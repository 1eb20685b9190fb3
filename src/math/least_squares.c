#include "math/least_squares.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/jacobi.h"

#define MOST_ITERATIONS 200
#define ENOUGH          1e-9 /* a step of this many scales ends the search */
#define DIFFERENCE      1e-4 /* of the scale */
/* singular values of the scaled derivatives below this share of the largest say nothing */
#define BLIND 1e-7

struct work {
    double *r, *trial, *less, *more; /* residuals (m) */
    double *jacobian;                /* scaled (m x n), row-major */
    double *step;                    /* (n) */
    double *system;                  /* of one step (m x n), and following it in memory: */
    double *singular, *v;            /* singular values (n), V' (n x n) */
    double *x, *free;                /* (n); 0 or 1 */
};

static bool
create(struct work *w, size_t m, size_t n)
{
    double *at = calloc(4 * m + 2 * m * n + n * n + 4 * n, sizeof *at);

    w->r = at;
    if (at == NULL) {
        return false;
    }
    w->trial = w->r + m;
    w->less = w->trial + m;
    w->more = w->less + m;
    w->jacobian = w->more + m;
    w->step = w->jacobian + m * n;
    w->system = w->step + n;
    w->singular = w->system + m * n;
    w->v = w->singular + n;
    w->x = w->v + n * n;
    w->free = w->x + n;
    return true;
}

static double
square(const double *r, size_t m)
{
    double sum = 0;

    for (size_t i = 0; i < m; i++) {
        sum += r[i] * r[i];
    }
    return isfinite(sum) ? sum : HUGE_VAL;
}

/* x in direction j, not beyond the bounds */
static double
within(const struct quire_least_squares *p, size_t j, double x)
{
    return fmin(fmax(x, p->lower[j]), p->upper[j]);
}

static void
differentiate(const struct quire_least_squares *p, const double *x, struct work *w)
{
    memcpy(w->x, x, p->n * sizeof *x);
    for (size_t j = 0; j < p->n; j++) {
        const double low = within(p, j, x[j] - DIFFERENCE * p->scale[j]),
                     high = within(p, j, x[j] + DIFFERENCE * p->scale[j]);
        w->x[j] = low;
        bool good = p->residuals(p->user, w->x, w->less);
        w->x[j] = high;
        good = p->residuals(p->user, w->x, w->more) && good && high > low;
        w->x[j] = x[j];
        for (size_t i = 0; i < p->m; i++) {
            const double d = good ? (w->more[i] - w->less[i]) / (high - low) * p->scale[j] : 0;
            w->jacobian[i * p->n + j] = isfinite(d) ? d : 0;
        }
    }
}

/* an unknown that would only leave its bounds does not move */
static void
freeze(const struct quire_least_squares *p, const double *x, struct work *w)
{
    for (size_t j = 0; j < p->n; j++) {
        double slope = 0;
        for (size_t i = 0; i < p->m; i++) {
            slope += w->jacobian[i * p->n + j] * w->r[i];
        }
        w->free[j] = (x[j] > p->lower[j] || slope < 0) && (x[j] < p->upper[j] || slope > 0) ? 1 : 0;
    }
}

/* J = U S V', d = -V (S^2 + damping)^-1 (U S)' r */
bool
quire_least_squares_step(size_t m, size_t n, const double *jacobian, const double *r,
                         const double *free, double damping, double *room, double *step)
{
    double *system = room, *singular = system + m * n, *v = singular + n;

    for (size_t i = 0; i < m * n; i++) {
        system[i] = free[i % n] * jacobian[i];
    }
    if (!quire_singular_values(m, n, system, singular, v)) {
        return false;
    }
    memset(step, 0, n * sizeof *step);
    for (size_t k = 0; k < n; k++) {
        double along = 0;
        for (size_t i = 0; i < m; i++) {
            along -= system[i * n + k] * r[i];
        }
        for (size_t j = 0; j < n && along != 0; j++) {
            step[j] += v[k * n + j] * (along / (singular[k] * singular[k] + damping));
        }
    }
    return true;
}

static double
largest(const double *x, size_t n)
{
    double most = 0;

    for (size_t j = 0; j < n; j++) {
        most = fmax(most, x[j]);
    }
    return most;
}

/* Standard deviations from the derivatives J = U S V': those of x are s sqrt(sum over k of
 * (V_jk/S_k)^2), s^2 the residuals' mean square. */
static void
deviations(const struct quire_least_squares *p, struct work *w, double sum, double *out)
{
    const double spread = p->m > p->n ? sqrt(sum / (double)(p->m - p->n)) : (double)NAN,
                 *s = w->singular;

    memcpy(w->system, w->jacobian, p->m * p->n * sizeof *w->system);
    const bool good = quire_singular_values(p->m, p->n, w->system, w->singular, w->v);
    const double most = largest(s, p->n);
    for (size_t j = 0; j < p->n; j++) {
        double variance = 0;
        for (size_t k = 0; k < p->n; k++) {
            const double share = w->v[k * p->n + j];
            variance += s[k] > BLIND * most  ? share * share / (s[k] * s[k])
                        : fabs(share) > 1e-3 ? HUGE_VAL
                                             : 0;
        }
        out[j] = !good || !(most > 0) || isinf(variance) ? HUGE_VAL
                                                         : p->scale[j] * spread * sqrt(variance);
    }
}

bool
quire_least_squares(const struct quire_least_squares *p, double *x,
                    struct quire_least_squares_result *out)
{
    struct work w;
    double damping = 1e-3, *next = calloc(p->n, sizeof *next);
    const bool created = create(&w, p->m, p->n);
    bool good = created && next != NULL && p->residuals(p->user, x, w.r), done = false;

    out->starved = !created || next == NULL;
    out->sum = good ? square(w.r, p->m) : HUGE_VAL;
    out->iterations = 0;
    good = good && isfinite(out->sum);
    while (good && !done && out->iterations++ < MOST_ITERATIONS) {
        differentiate(p, x, &w);
        freeze(p, x, &w);
        for (bool better = false; !better && !done;) {
            double way = 0;
            good = quire_least_squares_step(p->m, p->n, w.jacobian, w.r, w.free, damping, w.system,
                                            w.step);
            for (size_t j = 0; good && j < p->n; j++) {
                next[j] = within(p, j, x[j] + p->scale[j] * w.step[j]);
                way = fmax(way, fabs(next[j] - x[j]) / p->scale[j]);
            }
            done = !good || !(way > ENOUGH);
            const double sum =
                !done && p->residuals(p->user, next, w.trial) ? square(w.trial, p->m) : HUGE_VAL;
            better = sum < out->sum;
            if (better) {
                memcpy(x, next, p->n * sizeof *x);
                memcpy(w.r, w.trial, p->m * sizeof *w.r);
                out->sum = sum;
            }
            damping = better ? 0.1 * damping : 10 * damping;
        }
    }
    if (good) {
        differentiate(p, x, &w);
        deviations(p, &w, out->sum, out->deviation);
    }
    free(next);
    free(w.r);
    return good;
}
