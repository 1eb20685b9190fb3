#include "strip.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double
strip_random(unsigned *seed)
{
    *seed = *seed * 1103515245u + 12345u;
    return ((*seed >> 8) & 0xffff) / 32767.5 - 1;
}

struct quire_ladder
strip_soft(int n, int m)
{
    return (struct quire_ladder){.n = n,
                                 .m = m,
                                 .length = 0.06,
                                 .width = 0.04,
                                 .grammage = 0.08,
                                 .stretch_md = 200,
                                 .stretch_cd = 90,
                                 .shear = 50,
                                 .bend_md = 3e-4,
                                 .bend_cd = 1.5e-4,
                                 .twist = 2e-4,
                                 .damp_membrane = 4e-5,
                                 .damp_bend = 1e-4,
                                 .damp_twist = 2e-4};
}

void
strip_open(struct strip *s, const struct quire_ladder *ladder)
{
    memset(s, 0, sizeof *s);
    s->ladder = *ladder;
    quire_ladder_prepare(&s->ladder);
    const struct quire_ladder *l = &s->ladder;
    s->work = quire_ladder_work_create(l);
    s->factor = quire_slab_factor_create(l->n + 1, l->m);
    const size_t bytes = (3 * l->size * sizeof(double) + 63) / 64 * 64;
    s->q = aligned_alloc(64, bytes);
    cr_assert(s->work != NULL && s->factor != NULL && s->q != NULL &&
              quire_slabs_create(&s->slabs, l->n + 1, l->m) == 0);
    memset(s->q, 0, bytes);
    s->v = s->q + l->size;
    s->f = s->v + l->size;
    for (int k = 0; k < (l->n + 1) * l->m; k++) {
        s->q[3 * k] = l->h * (k / l->m);
        s->q[3 * k + 2] = l->w * (k % l->m - (l->m - 1) / 2.);
    }
}

void
strip_close(struct strip *s)
{
    quire_ladder_work_destroy(s->work);
    quire_slab_factor_destroy(s->factor);
    quire_slabs_destroy(&s->slabs);
    free(s->q);
}

void
strip_crumple(struct strip *s, unsigned seed, double far, double speed)
{
    for (int k = 0; k < (s->ladder.n + 1) * s->ladder.block; k++) {
        s->q[k] += far * strip_random(&seed);
        s->v[k] += speed * strip_random(&seed);
    }
}

void
strip_turn(struct strip *s, const double axis[3], double angle)
{
    const double size = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    const double a[3] = {axis[0] / size, axis[1] / size, axis[2] / size};

    for (int k = 0; k < (s->ladder.n + 1) * s->ladder.m; k++) { /* Rodrigues */
        double *x = s->q + 3 * k;
        const double along = (1 - cos(angle)) * (a[0] * x[0] + a[1] * x[1] + a[2] * x[2]);
        const double turned[3] = {a[1] * x[2] - a[2] * x[1], a[2] * x[0] - a[0] * x[2],
                                  a[0] * x[1] - a[1] * x[0]};
        for (int c = 0; c < 3; c++) {
            x[c] = cos(angle) * x[c] + sin(angle) * turned[c] + along * a[c];
        }
    }
}

void
strip_mirror(const struct quire_ladder *l, const double *a, double *image)
{
    for (int i = 0; i <= l->n; i++) {
        for (int r = 0; r < l->block; r++) {
            image[i * l->block + r] =
                (r % 3 == 2 ? -1 : 1) * a[i * l->block + 3 * (l->m - 1 - r / 3) + r % 3];
        }
    }
}

void
strip_forces(struct strip *s)
{
    memset(s->f, 0, sizeof(double) * s->ladder.size);
    quire_ladder_forces(&s->ladder, s->work, s->q, s->v, s->f);
}

void
strip_multiply(const struct strip *s, const double *x, double *r)
{
    const int block = s->slabs.block, n = s->slabs.n_station;

    memset(r, 0, sizeof(double) * (size_t)(n * block));
    for (int k = 0; k < n; k++) {
        for (int i = k < 2 ? 0 : k - 2; i < n && i <= k + 2; i++) {
            for (int b = 0; b < block; b++) {
                const double *entry = quire_slab_entries(&s->slabs, i, k, b);
                for (int a = 0; a < block; a++) {
                    r[i * block + a] += entry[a] * x[k * block + b];
                }
            }
        }
    }
}

void
strip_hold(struct quire_slabs *s, int i, int r)
{
    for (int k = i < 2 ? 0 : i - 2; k < s->n_station && k <= i + 2; k++) {
        for (int b = 0; b < s->block; b++) {
            quire_slab_entries(s, i, k, b)[r] = k == i && b == r;
        }
    }
}
