#include "statics/vibration.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/jacobi.h"

#define NOISE     (8 * DBL_EPSILON) /* of the highest eigenvalue: smaller ones are rigid motions */
#define SHIFT     16                /* of the noise: makes the matrix of a free sheet positive */
#define MOST      200               /* iterations */
#define PRECISION 1e-10             /* of an eigenvalue, from one iteration to the next */

/* A subspace that turns towards the lowest modes; vectors are columns, one after the other. */
struct subspace {
    struct quire_stiffness *s;
    int n, size;
    double shift;
    double *x, *y, *mx;     /* (size, n) */
    double *a, *b;          /* the projected matrix (size, size) and its eigenvalues (size) */
    double *value, *before; /* omega^2 + shift, after this iteration and the one before (size) */
};

static double *
column(double *vectors, const struct subspace *v, int j)
{
    return vectors + (size_t)j * (size_t)v->n;
}

/* unknowns that have mass */
static int
count_modes(const struct quire_stiffness *s)
{
    int n = 0;

    for (int i = 0; i < s->n; i++) {
        n += s->m[s->shape.row[i + 1] - 1] > 0;
    }
    return n;
}

static void
close_subspace(struct subspace *v)
{
    free(v->x);
    free(v->y);
    free(v->mx);
    free(v->a);
    free(v->b);
    free(v->value);
    free(v->before);
}

static bool
open_subspace(struct subspace *v, struct quire_stiffness *s, int count)
{
    const int most = count_modes(s), size = 2 * count + 8 < most ? 2 * count + 8 : most;
    const size_t n = (size_t)s->n, p = (size_t)size;

    *v = (struct subspace){
        .s = s, .n = s->n, .size = size, .shift = SHIFT * NOISE * quire_stiffness_largest(s)};
    v->x = calloc(n * p, sizeof *v->x);
    v->y = calloc(n * p, sizeof *v->y);
    v->mx = calloc(n * p, sizeof *v->mx);
    v->a = calloc(p * p, sizeof *v->a);
    v->b = calloc(p, sizeof *v->b);
    v->value = calloc(p, sizeof *v->value);
    v->before = calloc(p, sizeof *v->before);
    return v->x != NULL && v->y != NULL && v->mx != NULL && v->a != NULL && v->b != NULL &&
           v->value != NULL && v->before != NULL;
}

/* start vectors without any symmetry: a fixed sequence (Numerical Recipes' quick generator) */
static void
fill(struct subspace *v)
{
    uint32_t seed = 1;

    for (size_t i = 0; i < (size_t)v->n * (size_t)v->size; i++) {
        seed = seed * 1664525u + 1013904223u;
        v->x[i] = (double)seed / 4294967296.0 - 0.5;
    }
}

static void
subtract(double *x, const double *y, double factor, int n)
{
    for (int i = 0; i < n; i++) {
        x[i] -= factor * y[i];
    }
}

/* makes X^T M X = 1, and MX; twice each, because vectors that were nearly parallel have lost their
 * digits after once */
static void
orthonormalise(struct subspace *v)
{
    for (int j = 0; j < v->size; j++) {
        double *x = column(v->x, v, j), *mx = column(v->mx, v, j);
        for (int pass = 0; pass < 2; pass++) {
            for (int k = 0; k < j; k++) {
                subtract(x, column(v->x, v, k), quire_dot(x, column(v->mx, v, k), v->n), v->n);
            }
            quire_skyline_multiply(&v->s->shape, v->s->m, x, mx);
            const double length = sqrt(quire_dot(x, mx, v->n));
            for (int i = 0; i < v->n; i++) {
                x[i] /= length;
                mx[i] /= length;
            }
        }
    }
}

/* X = Y Q, Q in A, its columns taken from the last to the first or the other way round */
static void
rotate(struct subspace *v, const double *y, bool backward)
{
    memset(v->x, 0, sizeof *v->x * (size_t)v->n * (size_t)v->size);
    for (int j = 0; j < v->size; j++) {
        const int from = backward ? v->size - 1 - j : j;
        for (int k = 0; k < v->size; k++) {
            subtract(column(v->x, v, j), y + (size_t)k * (size_t)v->n, -v->a[from * v->size + k],
                     v->n);
        }
    }
    orthonormalise(v);
}

/* Y = (K + shift M)^-1 M X, A = X^T M Y: its eigenvalues come to be 1 / (omega^2 + shift), from the
 * largest down; then X = Y Q */
static bool
turn(struct subspace *v)
{
    memcpy(v->before, v->value, sizeof *v->value * (size_t)v->size);
    for (int j = 0; j < v->size; j++) {
        double *y = column(v->y, v, j);
        memcpy(y, column(v->mx, v, j), sizeof *y * (size_t)v->n);
        quire_stiffness_solve(v->s, y);
        for (int i = 0; i <= j; i++) {
            v->a[j * v->size + i] = quire_dot(column(v->mx, v, i), y, v->n);
        }
    }
    if (!quire_eigenvalues((size_t)v->size, v->a, v->b)) {
        return false;
    }
    for (int j = 0; j < v->size; j++) {
        v->value[j] = 1 / v->b[v->size - 1 - j];
    }
    rotate(v, v->y, true);
    return true;
}

/* the noise of an eigenvalue of A, which is the same for all of them, in terms of its inverse */
static double
wide(const struct subspace *v, int j)
{
    return 16 * DBL_EPSILON * v->value[j] * (v->value[j] / v->value[0]);
}

static bool
has_converged(const struct subspace *v, int count)
{
    for (int j = 0; j < count; j++) {
        if (fabs(v->value[j] - v->before[j]) >
            PRECISION * v->value[j] + v->shift / SHIFT + wide(v, j)) {
            return false;
        }
    }
    return true;
}

/* whether no mode lies between those found: the inertia tells how many there are below */
static bool
is_complete(struct subspace *v, int count)
{
    const double last = v->value[count - 1] - v->shift,
                 above = last + 1e-6 * fabs(last) + 0.5 * v->shift;
    int below = 0;

    if (count == v->n) {
        return true;
    }
    for (int j = 0; j < v->size; j++) {
        below += v->value[j] - v->shift < above;
    }
    const bool complete = quire_stiffness_factorise(v->s, -above) <= below;
    quire_stiffness_factorise(v->s, v->shift);
    return complete;
}

/* Modes so much higher than the first that A knows nothing of them any more: the same subspace,
 * from X^T K X. */
static bool
refine(struct subspace *v, int count)
{
    if (wide(v, count - 1) <= 100 * PRECISION * v->value[count - 1]) {
        return true;
    }
    for (int j = 0; j < v->size; j++) {
        double *kx = column(v->y, v, j);
        quire_skyline_multiply(&v->s->shape, v->s->k, column(v->x, v, j), kx);
        for (int i = 0; i <= j; i++) {
            v->a[j * v->size + i] = quire_dot(column(v->x, v, i), kx, v->n);
        }
    }
    if (!quire_eigenvalues((size_t)v->size, v->a, v->b)) {
        return false;
    }
    memcpy(v->y, v->x, sizeof *v->y * (size_t)v->n * (size_t)v->size);
    rotate(v, v->y, false);
    for (int j = 0; j < v->size; j++) {
        v->value[j] = v->b[j] + v->shift;
    }
    return true;
}

static bool
iterate(struct subspace *v, int count)
{
    fill(v);
    if (quire_stiffness_factorise(v->s, v->shift) != 0) {
        return false;
    }
    orthonormalise(v);
    for (int k = 0; k < MOST; k++) {
        if (!turn(v)) {
            return false;
        }
        if (has_converged(v, count) && refine(v, count) && is_complete(v, count)) {
            return true;
        }
    }
    return false;
}

quire_status
quire_vibration_find(struct quire_stiffness *s, int count, double *eigenvalue, double *shape)
{
    struct subspace v;
    quire_status status = open_subspace(&v, s, count) ? QUIRE_OK : QUIRE_ERROR_LIMIT;

    if (status == QUIRE_OK && !iterate(&v, count)) {
        status = QUIRE_ERROR_NUMERIC;
    }
    for (int j = 0; status == QUIRE_OK && j < count; j++) {
        const double value = v.value[j] - v.shift;
        eigenvalue[j] = value > NOISE * quire_stiffness_largest(s) ? value : 0;
        memcpy(shape + (size_t)j * (size_t)v.n, column(v.x, &v, j), sizeof *shape * (size_t)v.n);
    }
    close_subspace(&v);
    return status;
}
