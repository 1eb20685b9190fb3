#include "integ/norm.h"

#include <math.h>
#include <stdlib.h>

bool
quire_norm_create(struct quire_norm *norm, const struct quire_ode_problem *problem, bool packed)
{
    norm->problem = problem;
    norm->place = calloc((size_t)problem->n_block + 1, sizeof *norm->place);
    if (!quire_packing_create(&norm->packing, problem, packed) || norm->place == NULL) {
        return false;
    }
    quire_norm_regroup(norm);
    return true;
}

void
quire_norm_regroup(struct quire_norm *norm)
{
    const struct quire_layout *l = &norm->problem->layout;

    for (int k = 0; k < norm->problem->n_block; k++) {
        const struct quire_block *b = norm->problem->block + k;
        norm->place[k] = (struct quire_block_place){
            b->nq > 0 ? quire_packed(&norm->packing, b->q) : 0,
            b->nv > 0 ? quire_packed(&norm->packing, l->v0 + b->v) : 0,
            b->nz > 0 ? quire_packed(&norm->packing, l->z0 + b->z) : 0,
        };
    }
}

void
quire_norm_destroy(struct quire_norm *norm)
{
    quire_packing_destroy(&norm->packing);
    free(norm->place);
    norm->place = NULL;
}

/* in four sums at once, which do not wait for each other; n is a multiple of 16 */
QUIRE_INLINE double
square_in_lanes(const double *x, double w, int n)
{
    const quire_v4 *p = (const quire_v4 *)(const void *)x;
    quire_v4 s[4] = {{0}};

    for (int i = 0; i < n / 4; i += 4) {
        for (int k = 0; k < 4; k++) {
            s[k] += p[i + k] * p[i + k];
        }
    }
    return w * w * quire_sum8(s[0] + s[2], s[1] + s[3]);
}

/* the sum goes on with n more squares */
QUIRE_INLINE double
add_squares(double sum, const double *x, const double *w, int n)
{
    for (int i = 0; i < n; i++) {
        const double e = x[i] * w[i];
        sum += e * e;
    }
    return sum;
}

QUIRE_INLINE double
weighted_squares(const struct quire_block_place *at, const double *x, const double *w, int nq,
                 int nv, int nz)
{
    return add_squares(
        add_squares(add_squares(0, x + at->q, w + at->q, nq), x + at->v, w + at->v, nv), x + at->z,
        w + at->z, nz);
}

QUIRE_INLINE double
sum_of(const struct quire_block *b, const struct quire_block_place *at, const double *x,
       const double *w)
{
    const double *q = x + at->q, *v = x + at->v, wq = w[at->q], wv = w[at->v];

    switch (b->sum) {
    case QUIRE_SUM_LANES: return square_in_lanes(q, wq, b->nq) + square_in_lanes(v, wv, b->nv);
    default: /* one with two positions and velocities, as most: unrolled */
        return b->nq == 2 && b->nv == 2 && b->nz == 0
                   ? weighted_squares(at, x, w, 2, 2, 0)
                   : weighted_squares(at, x, w, b->nq, b->nv, b->nz);
    }
}

/* the larger one; not a number if one of them is none */
QUIRE_INLINE double
larger(double largest, double mean)
{
    return mean > largest || isnan(mean) ? mean : largest;
}

QUIRE_CLONES double
quire_norm_of(const struct quire_norm *norm, const double *x, const double *w)
{
    double largest = 0;

    for (int k = 0; k < norm->problem->n_block; k++) {
        const struct quire_block *b = norm->problem->block + k;
        largest = larger(largest, sum_of(b, norm->place + k, x, w) / b->count);
    }
    return sqrt(largest);
}

/* in two sums at once */
QUIRE_INLINE double
step_in_lanes(const double *step, int n)
{
    const quire_v4 *r = (const quire_v4 *)(const void *)step;
    quire_v4 s = {0}, t = {0};

    for (int i = 0; i < n / 4; i += 2) {
        s += r[i] * r[i];
        t += r[i + 1] * r[i + 1];
    }
    return quire_sum8(s, t);
}

QUIRE_INLINE double
weighted_step(const struct quire_block *b, const struct quire_layout *l, double g, const double *w,
              const double *step)
{
    const double *r = step + b->v, *wv = w + l->v0 + b->v, *wq = w + b->q;
    double sum = 0;

    for (int i = 0; i < b->nv; i++) {
        sum += r[i] * r[i] * (wv[i] * wv[i] + (i < b->nq ? (g * wq[i]) * (g * wq[i]) : 0));
    }
    for (int i = 0; i < b->nz; i++) {
        const double dz = step[l->nv + b->z + (size_t)i] * w[l->z0 + b->z + (size_t)i];
        sum += dz * dz;
    }
    return sum;
}

QUIRE_CLONES double
quire_norm_of_step(const struct quire_norm *norm, double g, const double *w, const double *step)
{
    const struct quire_layout *l = &norm->problem->layout;
    double largest = 0;

    for (int k = 0; k < norm->problem->n_block; k++) {
        const struct quire_block *b = norm->problem->block + k;
        const double *r = step + b->v;
        double sum;
        if (b->sum == QUIRE_SUM_WEIGHTED) {
            sum = weighted_step(b, l, g, w, step);
        } else {
            const double wv = w[l->v0 + b->v], wq = g * w[b->q];
            sum = (wv * wv + wq * wq) * step_in_lanes(r, b->nv);
        }
        largest = larger(largest, sum / b->count);
    }
    return sqrt(largest);
}

bool
quire_norm_is_opposite(const struct quire_norm *norm, const double *w, const double *a,
                       const double *b)
{
    const struct quire_ode_problem *problem = norm->problem;
    const struct quire_layout *l = &problem->layout;
    double along = 0;

    for (int k = 0; k < problem->sets.n_vz; k++) { /* the weights of others are not known */
        const struct quire_range at = problem->sets.vz[k];
        for (size_t i = at.first; i < at.last && i < l->nv; i++) {
            along += w[l->v0 + i] * w[l->v0 + i] * a[i] * b[i];
        }
    }
    return along < 0;
}
