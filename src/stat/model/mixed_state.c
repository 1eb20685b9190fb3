/* The criterion: with S = diag(theta), |H| = |I + S Z'Z S|, and H^-1 = I - Z S (I + S Z'Z S)^-1 S
 * Z'. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/detmath.h"
#include "stat/model/dense.h"
#include "stat/model/mixed_parts.h"

#define LN_2_PI 1.83787706640934548356
#define EXACT   1e-11 /* of the residual's squares: nothing that is not rounding */

bool
quire_mixed_state_create(struct quire_mixed_state *s, const struct quire_mixed_data *d)
{
    const size_t p = d->p, q = d->q;
    double *at = calloc(q * q + (p + 2) * q + p * p + p + 1, sizeof *at);

    *s = (struct quire_mixed_state){.l = at, .diagonal = d->r > 0 ? d->first[1] : 0};
    if (at == NULL) {
        return false;
    }
    s->t = s->l + q * q;
    s->u = s->t + p * q;
    s->scale = s->u + q;
    s->c = s->scale + q;
    s->shift = s->c + p * p;
    return true;
}

void
quire_mixed_state_clear(struct quire_mixed_state *s)
{
    free(s->l);
    *s = (struct quire_mixed_state){0};
}

static void
fill_groups(struct quire_mixed_state *s, const struct quire_mixed_data *d, const double *theta)
{
    for (size_t k = 0; k < d->r; k++) {
        for (size_t i = d->first[k]; i < d->first[k + 1]; i++) {
            s->scale[i] = theta[k];
        }
    }
    for (size_t i = 0; i < d->q; i++) {
        for (size_t j = 0; j < i; j++) {
            s->l[i * d->q + j] = s->scale[i] * d->zz[i * d->q + j] * s->scale[j];
        }
        s->l[i * d->q + i] = 1 + s->scale[i] * d->zz[i * d->q + i] * s->scale[i];
    }
}

static void
scale_and_solve(const struct quire_mixed_state *s, size_t q, const double *from, double *to)
{
    for (size_t i = 0; i < q; i++) {
        to[i] = s->scale[i] * from[i];
    }
    quire_dense_forward(q, s->diagonal, s->l, to);
}

/* twice the logarithms of a factor's diagonal */
static double
log_of(size_t n, const double *l)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        sum += 2 * quire_log(l[i * n + i]);
    }
    return sum;
}

bool
quire_mixed_state_set(struct quire_mixed_state *s, const struct quire_mixed_data *d,
                      const double *theta)
{
    const size_t p = d->p, q = d->q;
    const double left = (double)(d->m - p);

    fill_groups(s, d, theta);
    if (!quire_dense_factor(q, s->diagonal, s->l)) {
        return false;
    }
    for (size_t j = 0; j < p; j++) {
        scale_and_solve(s, q, d->zx + j * q, s->t + j * q);
    }
    scale_and_solve(s, q, d->ze, s->u);
    for (size_t i = 0; i < p; i++) {
        for (size_t j = 0; j <= i; j++) {
            s->c[i * p + j] = (i == j ? 1 : 0) - quire_dense_dot(q, s->t + i * q, s->t + j * q);
        }
        s->shift[i] = -quire_dense_dot(q, s->t + i * q, s->u);
    }
    if (!quire_dense_factor(p, 0, s->c)) {
        return false;
    }
    quire_dense_forward(p, 0, s->c, s->shift);
    s->square = d->sum - quire_dense_dot(q, s->u, s->u) - quire_dense_dot(p, s->shift, s->shift);
    if (!(s->square > EXACT * d->sum)) {
        return false;
    }
    s->criterion = log_of(q, s->l) + log_of(p, s->c) + d->log_r +
                   left * (1 + LN_2_PI + quire_log(s->square / left));
    return true;
}
