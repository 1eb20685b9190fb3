#include "strip/ladder.h"

#include <stdlib.h>
#include <string.h>

#include "strip/across.h"
#include "strip/constant.h"
#include "strip/curl.h"
#include "strip/damping.h"
#include "strip/kernel.h"

#define MOST QUIRE_COLUMNS_MOST

/* ---- constants */

static void
mass_across(struct quire_ladder *l)
{
    memset(l->across, 0, sizeof l->across);
    for (int j = 0; j < l->m; j++) {
        l->share[j] = (j == 0 || j == l->m - 1 ? 0.5 : 1) / (l->m - 1);
        l->across[j][j] = 2 * l->share[j] * l->width / 3;
        if (j > 0) {
            l->across[j][j - 1] = l->across[j - 1][j] = l->w / 6;
        }
    }
}

/* Gauss and Jordan; Z is diagonally dominant */
static void
invert_across(struct quire_ladder *l)
{
    const int m = l->m;
    double a[MOST][MOST], b[MOST][MOST] = {{0}};

    memcpy(a, l->across, sizeof a);
    for (int p = 0; p < m; p++) {
        b[p][p] = 1;
    }
    for (int p = 0; p < m; p++) {
        const double inverse = 1 / a[p][p];
        for (int k = 0; k < m; k++) {
            a[p][k] *= inverse;
            b[p][k] *= inverse;
        }
        for (int i = 0; i < m; i++) {
            const double factor = i == p ? 0 : a[i][p];
            for (int k = 0; k < m; k++) {
                a[i][k] -= factor * a[p][k];
                b[i][k] -= factor * b[p][k];
            }
        }
    }
    for (int i = 0; i < m; i++) { /* the same from either side, to the last bit */
        for (int k = 0; k < m; k++) {
            l->inverse[i][k] = (b[i][k] + b[quire_mirrored(i, m)][quire_mirrored(k, m)]) / 2;
        }
    }
}

void
quire_ladder_prepare(struct quire_ladder *l)
{
    l->block = 3 * l->m;
    l->size = ((size_t)(l->n + 1) * (size_t)l->block + 7) / 8 * 8;
    l->h = l->length / l->n;
    l->w = l->width / (l->m - 1);
    l->along = quire_rods_of(l->n, l->grammage * l->h);
    mass_across(l);
    invert_across(l);
}

/* ---- work space */

static size_t
rows_of(const struct quire_ladder *l)
{
    return (size_t)(5 * l->block + (12 + QUIRE_STRAINS) * (l->m - 1) + 2);
}

/* Stiffnesses of hinges and stations, which are 0 beyond the sheet's ends, and the table of what is
 * constant. */
static void
set_stiffness(const struct quire_ladder *l, struct quire_ladder_work *w)
{
    memcpy(w->clamped, l->clamped, sizeof w->clamped);
    quire_constant_table(l, w->table);
    w->cq = w->cv = -1;
    for (int i = 0; i <= l->n; i++) {
        w->hinge[i] = quire_hinge(l, i) * l->bend_md / (l->h * l->h * l->h);
        w->strip[i] = l->bend_cd * quire_station_length(l, i) / (l->w * l->w * l->w);
    }
}

struct quire_ladder_work *
quire_ladder_work_create(const struct quire_ladder *l)
{
    const int stride = (l->n + 1 + 7) / 8 * 8 + 2 * QUIRE_ROW_EDGE;
    const size_t rows = rows_of(l) * (size_t)stride,
                 slabs = quire_constant_size(l) + quire_constant_table_size(l);
    struct quire_ladder_work *work = calloc(1, sizeof *work);
    double *next;

    if (work == NULL) {
        return NULL;
    }
    work->memory = aligned_alloc(64, sizeof(double) * (rows + slabs + 8 + 63) / 64 * 64);
    if (work->memory == NULL) {
        free(work);
        return NULL;
    }
    memset(work->memory, 0, sizeof(double) * (rows + slabs + 8));
    work->stride = stride;
    next = (double *)work->memory + QUIRE_ROW_EDGE;
    double **const row[] = {&work->place, &work->motion, &work->damped, &work->moment, &work->force,
                            &work->pull,  &work->stress, &work->hinge,  &work->strip};
    const int count[] = {l->block,
                         l->block,
                         l->block,
                         l->block,
                         l->block,
                         12 * (l->m - 1),
                         QUIRE_STRAINS * (l->m - 1),
                         1,
                         1};
    for (int k = 0; k < 9; k++) {
        *row[k] = next;
        next += count[k] * stride;
    }
    work->constant = (double *)work->memory + rows;
    work->table = work->constant + quire_constant_size(l);
    work->direction[0][0] = work->direction[1][0] = 1;
    set_stiffness(l, work);
    return work;
}

void
quire_ladder_work_destroy(struct quire_ladder_work *work)
{
    if (work != NULL) {
        free(work->memory);
        free(work);
    }
}

void
quire_ladder_aim(struct quire_ladder_work *work, int end, const double direction[3],
                 const double rate[3])
{
    memcpy(work->direction[end], direction, sizeof work->direction[end]);
    memcpy(work->rate[end], rate, sizeof work->rate[end]);
}

/* ---- forces and matrix */

/* ends may be clamped or let go between two evaluations */
static void
follow_clamps(const struct quire_ladder *l, struct quire_ladder_work *work)
{
    if (l->clamped[0] != work->clamped[0] || l->clamped[1] != work->clamped[1]) {
        set_stiffness(l, work);
    }
}

void
quire_ladder_forces(const struct quire_ladder *l, struct quire_ladder_work *work, const double *q,
                    const double *v, double *f)
{
    follow_clamps(l, work);
    quire_space_kernel(l->m)->forces(l, work, q, v, f);
    if (quire_curled(l)) {
        quire_curl_forces(l, work, q, f);
    }
}

void
quire_ladder_matrix(const struct quire_ladder *l, struct quire_ladder_work *work, const double *q,
                    const double *v, double *f, double cq, double cv, struct quire_slabs *s)
{
    const struct quire_space_kernel *kernel = quire_space_kernel(l->m);

    follow_clamps(l, work);
    if (cq != work->cq || cv != work->cv) {
        quire_constant_slabs(l, work->table, cq, cv, work->constant);
        work->cq = cq;
        work->cv = cv;
    }
    kernel->forces(l, work, q, v, f);
    kernel->matrix(l, work, q, v, cq, cv, s);
    if (quire_curled(l)) {
        quire_curl_forces(l, work, q, f);
        quire_curl_matrix(l, work, q, cq, s);
    }
}

double
quire_ladder_dissipation(const struct quire_ladder *l, const struct quire_ladder_work *work,
                         const double *q, const double *v)
{
    return quire_space_kernel(l->m)->damping(l, work, q, v, NULL);
}

double
quire_ladder_damping_work(const struct quire_ladder *l, const struct quire_ladder_work *work,
                          const double *q, const double *v, const double *e)
{
    return -quire_space_kernel(l->m)->damping(l, work, q, v, e);
}

void
quire_ladder_residual(const struct quire_ladder *l, const double *f, const double *a, double g,
                      double *r)
{
    quire_space_kernel(l->m)->residual(l, f, a, g, r);
}

void
quire_ladder_divide_across(const struct quire_ladder *l, double *r)
{
    for (int i = 0; i <= l->n; i++) {
        double *at = r + (ptrdiff_t)i * l->block, given[MOST * 3];
        memcpy(given, at, sizeof(double) * (size_t)l->block);
        for (int k = 0; k < l->block; k++) {
            double term[MOST];
            for (int j = 0; j < l->m; j++) {
                term[j] = l->inverse[k / 3][j] * given[3 * j + k % 3];
            }
            at[k] = quire_sum_across(term, l->m);
        }
    }
}

#define TOGETHER 8 /* stations: as many numbers as fill vectors, whatever the columns are */

QUIRE_CLONES void
quire_ladder_weight(const struct quire_ladder *l, const double gravity[3], double *f)
{
    double weight[2][3 * MOST], inner[TOGETHER * 3 * MOST]; /* at an end, and elsewhere */
    const int block = l->block, all = (l->n - 1) * block, most = TOGETHER * block;
    double *restrict at = f + block, *restrict last = at + all;

    for (int k = 0; k < 2 * block; k++) {
        const int c = k % block;
        weight[k / block][c] = l->grammage * quire_station_length(l, k / block) * l->width *
                               l->share[c / 3] * gravity[c % 3];
    }
    for (int k = 0; k < most; k += block) {
        memcpy(inner + k, weight[1], sizeof *inner * (size_t)block);
    }
    for (int k = 0; k < block; k++) {
        f[k] += weight[0][k];
        last[k] += weight[0][k];
    }
    for (int from = 0; from < all; from += most) {
        const int n = all - from < most ? all - from : most;
        QUIRE_IVDEP
        for (int k = 0; k < n; k++) {
            at[from + k] += inner[k];
        }
    }
}
