#include "stat/reliability/modes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 20
#define APART  0.5  /* cosine to all centres below which a direction begins another */
#define SAME   0.75 /* cosine above which two centres are one */

struct modes {
    const double *u;
    size_t count, n, most;
    double *direction; /* (count * n), unit length */
    double *centre;    /* (most * n), unit length */
    double *sum;       /* (most * n) */
    size_t *members;
    size_t k;
};

static double
dot(const double *a, const double *b, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

static void
normalise(double *a, size_t n)
{
    const double length = sqrt(dot(a, a, n));

    for (size_t i = 0; i < n && length > 0; i++) {
        a[i] /= length;
    }
}

/* number of the nearest centre */
static size_t
nearest(const struct modes *m, size_t i, double *cosine)
{
    size_t best = 0;

    *cosine = -2;
    for (size_t k = 0; k < m->k; k++) {
        const double c = dot(m->direction + i * m->n, m->centre + k * m->n, m->n);
        if (c > *cosine) {
            *cosine = c;
            best = k;
        }
    }
    return best;
}

/* Each next centre is the direction farthest from all before. */
static void
begin(struct modes *m)
{
    size_t next = 0;
    double farthest = -2;

    while (m->k < m->most && farthest < APART) {
        memcpy(m->centre + m->k++ * m->n, m->direction + next * m->n, m->n * sizeof *m->centre);
        farthest = 2;
        for (size_t i = 0; i < m->count; i++) {
            double c = 0;
            nearest(m, i, &c);
            if (c < farthest) {
                farthest = c;
                next = i;
            }
        }
    }
}

static void
assign(struct modes *m, const double *of)
{
    double c = 0;

    memset(m->sum, 0, m->k * m->n * sizeof *m->sum);
    memset(m->members, 0, m->k * sizeof *m->members);
    for (size_t i = 0; i < m->count; i++) {
        const size_t k = nearest(m, i, &c);
        m->members[k]++;
        for (size_t j = 0; j < m->n; j++) {
            m->sum[k * m->n + j] += of[i * m->n + j];
        }
    }
}

/* the two nearest centres become one, if they are near */
static void
merge(struct modes *m)
{
    double most = SAME;
    size_t drop = m->k;

    for (size_t i = 1; i < m->k; i++) {
        for (size_t j = 0; j < i; j++) {
            const double c = dot(m->centre + i * m->n, m->centre + j * m->n, m->n);
            if (c > most) {
                most = c;
                drop = i;
            }
        }
    }
    if (drop < m->k) {
        m->k--;
        memmove(m->centre + drop * m->n, m->centre + (drop + 1) * m->n,
                (m->k - drop) * m->n * sizeof *m->centre);
    }
}

/* Regions of one failure alone are left out. */
static size_t
take_means(struct modes *m, double *mean, double *share)
{
    size_t n = 0, all = 0;

    assign(m, m->u);
    for (size_t k = 0; k < m->k; k++) {
        if (m->members[k] >= 2 || m->count < 2) {
            for (size_t j = 0; j < m->n; j++) {
                mean[n * m->n + j] = m->sum[k * m->n + j] / (double)m->members[k];
            }
            share[n++] = (double)m->members[k];
            all += m->members[k];
        }
    }
    for (size_t k = 0; k < n; k++) {
        share[k] /= (double)all;
    }
    return n;
}

static void
find(struct modes *m)
{
    for (size_t i = 0; i < m->count; i++) {
        normalise(m->direction + i * m->n, m->n);
    }
    begin(m);
    for (int round = 0; round < ROUNDS; round++) {
        assign(m, m->direction);
        for (size_t k = 0; k < m->k; k++) {
            if (m->members[k] > 0) {
                memcpy(m->centre + k * m->n, m->sum + k * m->n, m->n * sizeof *m->centre);
                normalise(m->centre + k * m->n, m->n);
            }
        }
        merge(m);
    }
}

bool
quire_failure_modes(const double *u, size_t count, size_t n, size_t most, double *mean,
                    double *share, size_t *out_n)
{
    struct modes m = {.u = u,
                      .count = count,
                      .n = n,
                      .most = most,
                      .direction = malloc((count * n + 1) * sizeof *m.direction),
                      .centre = malloc(most * n * sizeof *m.centre),
                      .sum = malloc(most * n * sizeof *m.sum),
                      .members = malloc(most * sizeof *m.members)};
    const bool good = m.direction != NULL && m.centre != NULL && m.sum != NULL && m.members != NULL;

    *out_n = 0;
    if (good && count > 0) {
        memcpy(m.direction, u, count * n * sizeof *u);
        find(&m);
        *out_n = take_means(&m, mean, share);
    }
    free(m.direction);
    free(m.centre);
    free(m.sum);
    free(m.members);
    return good;
}
