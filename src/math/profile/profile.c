#include "math/profile/profile.h"

#include <stdlib.h>
#include <string.h>

#include "math/profile/kernel.h"

#define ALIGNMENT 64 /* of tiles [bytes] */

static int
get_rows(struct quire_profile *p, int n)
{
    const size_t size = (size_t)n;

    if (n <= p->cap) {
        return 0;
    }
    quire_profile_destroy(p);
    p->first = malloc(sizeof *p->first * size);
    p->last = malloc(sizeof *p->last * size);
    p->row = malloc(sizeof *p->row * size);
    p->pivot = aligned_alloc(ALIGNMENT, sizeof *p->pivot * QUIRE_TILE_PIVOT * size);
    p->cap = n;
    return p->first != NULL && p->last != NULL && p->row != NULL && p->pivot != NULL ? 0 : -1;
}

static int
get_tiles(struct quire_profile *p, size_t n)
{
    p->n_a = n;
    if (n > p->cap_a) {
        free(p->a);
        p->cap_a = n + n / 4;
        p->a = aligned_alloc(ALIGNMENT, sizeof *p->a * QUIRE_TILE_SIZE * p->cap_a);
    }
    return p->a != NULL ? 0 : -1;
}

/* the first tile of a row of tiles, from the first columns of rows */
static int
first_tile(int row, int n, const int *first)
{
    int least = row;

    for (int i = QUIRE_TILE * row; i < QUIRE_TILE * (row + 1) && i < n; i++) {
        least = first[i] / QUIRE_TILE < least ? first[i] / QUIRE_TILE : least;
    }
    return least;
}

int
quire_profile_shape(struct quire_profile *p, int n, const int *first)
{
    const int tiles = (n + QUIRE_TILE - 1) / QUIRE_TILE;
    ptrdiff_t size = 0;

    if (get_rows(p, tiles) != 0) {
        quire_profile_destroy(p);
        return -1;
    }
    p->n = n;
    p->n_tile = tiles;
    for (int i = 0; i < tiles; i++) {
        p->first[i] = first_tile(i, n, first);
        p->last[i] = i;
    }
    for (int j = 0; j < tiles; j++) { /* rising, so the last one is the largest */
        p->last[p->first[j]] = j;
    }
    for (int i = 0; i < tiles; i++) {
        p->last[i] = i > 0 && p->last[i - 1] > p->last[i] ? p->last[i - 1] : p->last[i];
        p->row[i] = size - p->first[i];
        size += p->last[i] - p->first[i] + 1;
    }
    if (get_tiles(p, (size_t)size) != 0) {
        quire_profile_destroy(p);
        return -1;
    }
    return 0;
}

/* every other row: those which this thread factors, so that they are in its cache */
static void
clear_half(void *context, int which)
{
    struct quire_profile *p = context;

    for (int i = which; i < p->n_tile; i += 2) {
        const size_t tiles = (size_t)(p->last[i] - p->first[i] + 1);
        memset(p->a + QUIRE_TILE_SIZE * (p->row[i] + p->first[i]), 0,
               sizeof *p->a * QUIRE_TILE_SIZE * tiles);
    }
}

void
quire_profile_clear(struct quire_profile *p, struct quire_worker *worker)
{
    quire_worker_halves(quire_profile_is_large(p) ? worker : NULL, clear_half, p);
    for (int i = p->n; i < QUIRE_TILE * p->n_tile; i++) {
        *quire_profile_at(p, i, i) = 1;
    }
}

void
quire_profile_destroy(struct quire_profile *p)
{
    free(p->first);
    free(p->last);
    free(p->row);
    free(p->a);
    free(p->pivot);
    *p = (struct quire_profile){0};
}

const struct quire_profile_kernel *
quire_profile_kernel_of(int set)
{
    if (set == 0) {
        return &quire_profile_kernel_plain;
    }
#ifdef QUIRE_KERNEL_SETS
    if (set == 1 && __builtin_cpu_supports("x86-64-v3")) {
        return &quire_profile_kernel_v3;
    }
    if (set == 2 && __builtin_cpu_supports("x86-64-v4")) {
        return &quire_profile_kernel_v4;
    }
#endif
    return NULL;
}

/* the quickest */
static const struct quire_profile_kernel *
kernel_here(void)
{
    const struct quire_profile_kernel *kernel = NULL;

    for (int set = 2; kernel == NULL; set--) {
        kernel = quire_profile_kernel_of(set);
    }
    return kernel;
}

static void
clear_padding(const struct quire_profile *p, double *b)
{
    memset(b + p->n, 0, sizeof *b * (size_t)(QUIRE_TILE * p->n_tile - p->n));
}

/* a matrix that two threads factor */
struct shared_factors {
    const struct quire_profile_kernel *kernel;
    const struct quire_profile *p;
    double *b;
    struct quire_profile_halves halves;
};

static void
factorise_half(void *context, int which)
{
    struct shared_factors *f = context;

    f->kernel->factorise_half(f->p, f->b, &f->halves, which);
}

void
quire_profile_factorise(const struct quire_profile *p, double *b, struct quire_worker *worker)
{
    const struct quire_profile_kernel *kernel = kernel_here();

    clear_padding(p, b);
    if (worker == NULL || !quire_profile_is_large(p)) {
        kernel->factorise(p, b);
        return;
    }
    struct shared_factors f = {.kernel = kernel, .p = p, .b = b};
    quire_worker_halves(worker, factorise_half, &f);
    if (atomic_load(&f.halves.late)) {
        quire_worker_was_late(worker);
    }
    kernel->backward(p, b);
}

void
quire_profile_solve(const struct quire_profile *p, double *b)
{
    clear_padding(p, b);
    kernel_here()->solve(p, b);
}

void
quire_profile_solve_four(const struct quire_profile *p, double *x)
{
    memset(x + QUIRE_TOGETHER * p->n, 0,
           sizeof *x * QUIRE_TOGETHER * (size_t)(QUIRE_TILE * p->n_tile - p->n));
    kernel_here()->solve_four(p, x);
}
