#include "space/slabs.h"

#include <stdlib.h>
#include <string.h>

struct quire_slab_factor {
    int n, half;    /* unknowns, entries beside the diagonal on either side */
    double *row;    /* (n, 2 half + 1) */
};

int
quire_slabs_create(struct quire_slabs *s, int n_station, int columns)
{
    const int block = 3 * columns, row = (5 * block + 7) / 8 * 8;
    const size_t slab = sizeof(double) * (size_t)block * (size_t)row, size = ((size_t)n_station + 4) * slab;

    s->n_station = n_station;
    s->block = block;
    s->row = row;
    s->memory = aligned_alloc(64, size);
    if (s->memory == NULL) {
        return -1;
    }
    memset(s->memory, 0, size);
    s->entry = (double *)s->memory + (size_t)2 * (size_t)block * (size_t)row;
    return 0;
}

void
quire_slabs_destroy(struct quire_slabs *s)
{
    free(s->memory);
    s->memory = NULL;
    s->entry = NULL;
}

void
quire_slabs_hold(struct quire_slabs *s, int i, int r)
{
    for (int k = i < 2 ? 0 : i - 2; k < s->n_station && k <= i + 2; k++) {
        for (int b = 0; b < s->block; b++) {
            quire_slab_entries(s, i, k, b)[r] = k == i && b == r;
        }
    }
}

struct quire_slab_factor *
quire_slab_factor_create(int n_station, int columns)
{
    struct quire_slab_factor *f = malloc(sizeof *f);

    if (f != NULL) {
        f->n = n_station * 3 * columns;
        f->half = 9 * columns - 1;
        f->row = calloc((size_t)f->n * (size_t)(2 * f->half + 1), sizeof *f->row);
        if (f->row == NULL) {
            free(f);
            return NULL;
        }
    }
    return f;
}

void
quire_slab_factor_destroy(struct quire_slab_factor *f)
{
    if (f != NULL) {
        free(f->row);
        free(f);
    }
}

static double *
at(const struct quire_slab_factor *f, int r, int b)
{
    return f->row + (ptrdiff_t)r * (2 * f->half + 1) + (b - r + f->half);
}

static void
load(struct quire_slab_factor *f, const struct quire_slabs *s)
{
    memset(f->row, 0, sizeof *f->row * (size_t)f->n * (size_t)(2 * f->half + 1));
    for (int k = 0; k < s->n_station; k++) {
        for (int i = k < 2 ? 0 : k - 2; i < s->n_station && i <= k + 2; i++) {
            for (int b = 0; b < s->block; b++) {
                for (int r = 0; r < s->block; r++) {
                    *at(f, i * s->block + r, k * s->block + b) = quire_slab_entries(s, i, k, b)[r];
                }
            }
        }
    }
}

void
quire_slabs_factorise(struct quire_slab_factor *f, struct quire_slabs *s)
{
    load(f, s);
    for (int p = 0; p < f->n; p++) {
        const int last = p + f->half < f->n ? p + f->half : f->n - 1;
        const double inverse = 1 / *at(f, p, p);
        *at(f, p, p) = inverse;
        for (int r = p + 1; r <= last; r++) {
            const double factor = *at(f, r, p) * inverse;
            *at(f, r, p) = factor;
            for (int b = p + 1; b <= last; b++) {
                *at(f, r, b) -= factor * *at(f, p, b);
            }
        }
    }
}

void
quire_slabs_solve(const struct quire_slab_factor *f, double *r)
{
    for (int p = 0; p < f->n; p++) {
        for (int b = p > f->half ? p - f->half : 0; b < p; b++) {
            r[p] -= *at(f, p, b) * r[b];
        }
    }
    for (int p = f->n - 1; p >= 0; p--) {
        for (int b = p + 1; b < f->n && b <= p + f->half; b++) {
            r[p] -= *at(f, p, b) * r[b];
        }
        r[p] *= *at(f, p, p);
    }
}
