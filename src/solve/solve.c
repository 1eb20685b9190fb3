/* The linear system of a step: small bodies are condensed into the band of the sheet they touch at
 * one place; where they touch distant places or two sheets they form a border. */
#include "solve/solve.h"
#include "solve/linear_system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* room for the blocks of a cluster whose size is known */
static bool
create_cluster(struct cluster *c, size_t wide)
{
    const size_t n = (size_t)c->n;
    double *at = calloc(n * n + (12 + 2 * wide) * n + QUIRE_LANES, sizeof *at);

    c->lu = at;
    c->pivot = calloc(n + 1, sizeof *c->pivot);
    if (at == NULL || c->pivot == NULL) {
        return false;
    }
    c->column = (double(*)[6])(at + n * n);
    c->row = c->column + n;
    c->wide_column = at + n * n + 12 * n;
    c->wide_row = c->wide_column + n * wide;
    return true;
}

/* n of them, on boundaries of 64 bytes where their length is a multiple of 8 */
static double *
aligned_vectors(size_t n, size_t length)
{
    const size_t size = sizeof(double) * quire_round_up(n * length + QUIRE_LANES);
    double *v = aligned_alloc(64, size);

    if (v != NULL) {
        memset(v, 0, size);
    }
    return v;
}

/* the matrix of small unknowns, cluster by cluster */
static bool
create_blocks(struct quire_state *st, const struct solve *s)
{
    const struct quire_system *sys = st->system;
    size_t numbers = 0;

    st->dense_row = calloc((size_t)sys->n_unknown + 1, sizeof *st->dense_row);
    for (int k = 0; st->dense_row != NULL && k < sys->n_cluster; k++) {
        const struct cluster *c = s->cluster + k;
        for (int i = 0; i < c->n; i++, numbers += (size_t)c->n) {
            st->dense_row[c->first + i] = (ptrdiff_t)numbers - c->first;
        }
    }
    st->dense = aligned_vectors(1, numbers);
    return st->dense_row != NULL && st->dense != NULL;
}

/* room for a border of n unknowns, which holds no numbers yet */
static bool
enlarge_border(const struct quire_state *st, struct solve *s, int n)
{
    if (n <= s->cap_border) {
        return true;
    }
    free(s->schur);
    free(s->reduced);
    s->schur = calloc((size_t)n * (size_t)n, sizeof *s->schur);
    s->reduced = aligned_vectors((size_t)n, st->system->layout.sheet_length);
    s->cap_border = s->schur != NULL && s->reduced != NULL ? n : 0;
    return s->cap_border > 0;
}

int
quire_solve_create(struct quire_state *st)
{
    const struct quire_system *sys = st->system;
    const size_t n = (size_t)sys->n_unknown + 1;
    size_t wide = 0; /* rows of three stations */
    struct solve *s = calloc(1, sizeof *s);

    st->solve = s;
    if (s == NULL) {
        return -1;
    }
    s->cluster = calloc((size_t)sys->n_cluster + 1, sizeof *s->cluster);
    s->index = calloc(n, sizeof *s->index);
    s->pivot = calloc(n, sizeof *s->pivot);
    s->rhs = calloc(n, sizeof *s->rhs);
    s->touched = calloc((size_t)sys->n_sheet + 1, sizeof *s->touched);
    if (s->cluster == NULL || s->index == NULL || s->pivot == NULL || s->rhs == NULL ||
        s->touched == NULL) {
        return -1;
    }
    for (int k = 0; k < sys->n_sheet; k++) {
        const size_t rows =
            sys->sheet[k].ladder != NULL ? 3 * (size_t)sys->sheet[k].ladder->block : 0;
        wide = rows > wide ? rows : wide;
    }
    for (int k = 0; k < sys->n_small; k++) {
        const struct quire_small *b = sys->small + k;
        struct cluster *c = s->cluster + b->cluster;
        if (c->n == 0) {
            c->first = b->first;
        }
        c->n += b->body.nv + b->body.nz;
        for (int i = 0; i < b->body.nv; i++) {
            s->index[b->first + i] = (size_t)(b->v0 + i);
        }
        for (int i = 0; i < b->body.nz; i++) {
            s->index[b->first + b->body.nv + i] = sys->layout.nv + (size_t)(b->z0 + i);
        }
    }
    for (int k = 0; k < sys->n_cluster; k++) {
        if (!create_cluster(s->cluster + k, wide)) {
            return -1;
        }
    }
    return create_blocks(st, s) ? quire_joined_create(st, s) : -1;
}

void
quire_solve_destroy(struct quire_state *st)
{
    struct solve *s = st->solve;

    if (s != NULL) {
        for (int k = 0; s->cluster != NULL && k < st->system->n_cluster; k++) {
            free(s->cluster[k].lu);
            free(s->cluster[k].pivot);
        }
        quire_joined_destroy(s);
        free(s->cluster);
        free(s->index);
        free(s->schur);
        free(s->pivot);
        free(s->rhs);
        free(s->touched);
        free(s->reduced);
        free(s);
    }
    free(st->dense);
    free(st->dense_row);
    st->solve = NULL;
    st->dense = NULL;
    st->dense_row = NULL;
}

void
quire_solve_clear(struct quire_state *st)
{
    const struct solve *s = st->solve;

    QUIRE_EACH(k, st->part, cluster)
    {
        const struct cluster *c = s->cluster + k;
        double *block = c->n > 0 ? quire_dense_row(st, c->first) + c->first : NULL;
        if (c->n == 2) { /* a roller that slides and turns */
            block[0] = block[1] = block[2] = block[3] = 0;
        } else if (c->n > 0) {
            memset(block, 0, sizeof(double) * (size_t)c->n * (size_t)c->n);
        }
    }
}

/* which clusters touch one place, and which need the border */
static void
sort_clusters(struct quire_state *st, struct solve *s)
{
    const struct quire_system *sys = st->system;

    s->n_border = 0;
    QUIRE_EACH(k, st->part, cluster)
    {
        s->cluster[k].sheet = -1;
        s->cluster[k].border = false;
    }
    for (int k = 0; k < st->n_coupling; k++) {
        const struct quire_coupling *p = st->coupling + k;
        struct cluster *c = s->cluster + sys->small[p->small].cluster;
        if (c->sheet >= 0 && (c->sheet != p->sheet || c->node != p->node)) {
            c->border = true;
        }
        c->sheet = p->sheet;
        c->node = p->node;
    }
    for (int k = 0; k < st->n_space_coupling; k++) {
        const struct quire_space_coupling *p = st->space_coupling + k;
        struct cluster *c = s->cluster + sys->small[p->small].cluster;
        c->border = c->border || (c->sheet >= 0 && (c->sheet != p->sheet || c->node != p->station));
        c->sheet = p->sheet;
        c->node = p->station;
    }
    QUIRE_EACH(k, st->part, cluster)
    {
        struct cluster *c = s->cluster + k;
        c->border_first = s->n_border;
        s->n_border += c->border ? c->n : 0;
    }
}

/* E factored, and no B or C yet */
QUIRE_INLINE void
begin_cluster(struct cluster *c, int n, const double *block)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            c->lu[i * n + j] = block[i * n + j];
        }
    }
    lu_factor(c->lu, n, c->pivot);
    for (int j = 0; c->sheet >= 0 && j < n; j++) {
        for (int i = 0; i < 6; i++) {
            c->row[j][i] = c->column[j][i] = 0;
        }
    }
}

/* E^-1 C, then the band minus B E^-1 C */
QUIRE_INLINE void
condense_cluster(const struct cluster *c, int n, struct quire_band *band)
{
    lu_solve_six(c->lu, n, c->pivot, c->column);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            quire_v4 sum = {0, 0, 0, 0};
            for (int m = 0; m < n; m++) {
                const double *r = c->row[m] + 2 * i, *x = c->column[m] + 2 * j;
                sum += (quire_v4){r[0], r[0], r[1], r[1]} * (quire_v4){x[0], x[1], x[0], x[1]};
            }
            quire_band_add(band, c->node + i, c->node + j, -sum);
        }
    }
}

static QUIRE_CLONES void
condense(struct quire_state *st, struct solve *s)
{
    const struct quire_system *sys = st->system;

    QUIRE_EACH(k, st->part, cluster)
    {
        struct cluster *c = s->cluster + k;
        const double *block = c->n > 0 ? quire_dense_row(st, c->first) + c->first : NULL;
        if (!c->border && c->n == 2) {
            begin_cluster(c, 2, block);
        } else if (!c->border) {
            begin_cluster(c, c->n, block);
        }
    }
    if (sys->spatial) {
        quire_space_condense(st, s);
        return;
    }
    for (int k = 0; k < st->n_coupling; k++) {
        const struct quire_coupling *p = st->coupling + k;
        const struct quire_small *b = sys->small + p->small;
        struct cluster *c = s->cluster + b->cluster;
        const int at = b->first - c->first;
        for (int j = 0; !c->border && j < b->body.nv; j++) {
            for (int i = 0; i < 6; i++) {
                c->row[at + j][i] += p->row[i][j];
                c->column[at + j][i] += p->column[j][i];
            }
        }
    }
    QUIRE_EACH(k, st->part, cluster)
    {
        const struct cluster *c = s->cluster + k;
        struct quire_band *band = c->sheet >= 0 ? &st->sheet[c->sheet].band : NULL;
        if (!c->border && band != NULL && c->n == 2) {
            condense_cluster(c, 2, band);
        } else if (!c->border && band != NULL && c->n > 0) {
            condense_cluster(c, c->n, band);
        }
    }
}

static double *
sheet_entry(const struct quire_system *sys, double *r, int sheet, int node, int i)
{
    const struct quire_sheet *p = sys->sheet + sheet;

    return r + p->x0 + (size_t)((i & 1) * p->chain.stride + node + i / 2);
}

/* E^-1 r, and what it does to the sheet: x and y of the three nodes */
QUIRE_INLINE void
solve_cluster(const struct cluster *c, int n, const size_t *index, double *x, double *r, double *px,
              double *py)
{
    for (int i = 0; i < n; i++) {
        x[i] = r[index[i]];
    }
    lu_solve(c->lu, n, c->pivot, x);
    for (int i = 0; i < n; i++) {
        r[index[i]] = x[i];
    }
    for (int i = 0; px != NULL && i < 3; i++) {
        double along = 0, up = 0;
        for (int m = 0; m < n; m++) {
            along += c->row[m][2 * i] * x[m];
            up += c->row[m][2 * i + 1] * x[m];
        }
        px[i] -= along;
        py[i] -= up;
    }
}

/* what the sheet's own step does to the cluster */
QUIRE_INLINE void
follow_sheet(const struct cluster *c, int n, const size_t *index, double *r, const double *px,
             const double *py)
{
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int m = 0; m < 3; m++) {
            sum += c->column[i][2 * m] * px[m];
            sum += c->column[i][2 * m + 1] * py[m];
        }
        r[index[i]] -= sum;
    }
}

/* small bodies that are condensed, and what they do to the sheets' right-hand sides */
static void
solve_clusters(const struct quire_state *st, struct solve *s, double *r)
{
    QUIRE_EACH(k, st->part, cluster)
    {
        const struct cluster *c = s->cluster + k;
        const bool planar = c->sheet >= 0 && !st->system->spatial;
        double *x = planar ? sheet_entry(st->system, r, c->sheet, c->node, 0) : NULL;
        double *y = planar ? sheet_entry(st->system, r, c->sheet, c->node, 1) : NULL;
        if (!c->border && c->n == 2) {
            solve_cluster(c, 2, s->index + c->first, s->rhs, r, x, y);
        } else if (!c->border && c->n > 0) {
            solve_cluster(c, c->n, s->index + c->first, s->rhs, r, x, y);
        }
        if (!c->border && c->sheet >= 0 && !planar) {
            quire_space_push(st, c, s->rhs, r);
        }
    }
}

/* the other small bodies, when the sheets' bands are solved */
static void
solve_rest(struct quire_state *st, struct solve *s, double *r)
{
    if (s->n_border > 0) {
        quire_border_solve(st, s, r);
    }
    QUIRE_EACH(k, st->part, cluster)
    {
        const struct cluster *c = s->cluster + k;
        if (!c->border && c->sheet >= 0 && st->system->spatial) {
            quire_space_follow(st, c, s->index + c->first, r);
        } else if (!c->border && c->sheet >= 0) {
            follow_sheet(c, c->n, s->index + c->first, r,
                         sheet_entry(st->system, r, c->sheet, c->node, 0),
                         sheet_entry(st->system, r, c->sheet, c->node, 1));
        }
    }
}

void
quire_state_factorise(struct quire_state *st, double *r)
{
    struct solve *s = st->solve;

    sort_clusters(st, s);
    if (!enlarge_border(st, s, s->n_border)) {
        st->failed = true;
        s->n_border = 0; /* nothing comes of it: the next evaluation fails */
    }
    condense(st, s);
    solve_clusters(st, s, r);
    quire_joined_factorise(st, s, r);
    QUIRE_EACH(k, st->part, sheet)
    {
        const struct quire_sheet *sheet = st->system->sheet + k;
        struct quire_sheet_work *w = st->sheet + k;
        if (w->entered && sheet->ladder != NULL && !quire_is_joined(s, k)) {
            quire_slabs_factorise(w->slab_factor, &w->slabs, r + sheet->x0);
        } else if (w->entered && sheet->ladder == NULL && !quire_is_joined(s, k)) {
            quire_band_factorise(&w->factor, &w->band, r + sheet->x0,
                                 r + sheet->x0 + sheet->chain.stride);
        }
    }
    if (s->n_border > 0) {
        quire_border_factor(st, s);
    }
    solve_rest(st, s, r);
}

void
quire_state_solve_bodies(struct quire_state *st, double *r)
{
    struct solve *s = st->solve;

    sort_clusters(st, s);
    condense(st, s);
    solve_clusters(st, s, r);
}

int
quire_state_together(const struct quire_state *st)
{
    const struct solve *s = st->solve;

    return s->together;
}

void
quire_state_solve(struct quire_state *st, double *r)
{
    struct solve *s = st->solve;

    solve_clusters(st, s, r);
    quire_joined_solve(st, s, r);
    QUIRE_EACH(k, st->part, sheet)
    {
        if (st->sheet[k].entered && !quire_is_joined(s, k)) {
            quire_solve_sheet(st, k, r);
        }
    }
    solve_rest(st, s, r);
}

/* ---- entries, for tests and the generic solver ---- */

static void
chain_entries(const struct quire_state *st, int index, quire_entry_fn *fn, void *user)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const int n = sheet->chain.n;
    const size_t stride = (size_t)sheet->chain.stride;

    for (int i = 0; i <= n; i++) {
        for (int d = 0; d < 5; d++) {
            const int j = i + d - 2;
            for (int c = 0; j >= 0 && j <= n && c < 4; c++) {
                fn(user, sheet->x0 + (size_t)(c / 2) * stride + (size_t)i,
                   sheet->x0 + (size_t)(c & 1) * stride + (size_t)j,
                   st->sheet[index].band.row[i][d][c]);
            }
        }
    }
}

static void
ladder_entries(const struct quire_state *st, int index, quire_entry_fn *fn, void *user)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const struct quire_slabs *s = &st->sheet[index].slabs;

    for (int k = 0; k < s->n_station; k++) {
        for (int i = k < 2 ? 0 : k - 2; i <= k + 2 && i < s->n_station; i++) {
            for (int at = 0; at < s->block * s->block; at++) {
                const int b = at / s->block, r = at % s->block;
                fn(user, sheet->x0 + (size_t)(i * s->block + r),
                   sheet->x0 + (size_t)(k * s->block + b), quire_slab_entries(s, i, k, b)[r]);
            }
        }
    }
}

static void
space_coupling_entries(const struct quire_state *st, quire_entry_fn *fn, void *user)
{
    const struct solve *s = st->solve;

    for (int k = 0; k < st->n_space_coupling; k++) {
        const struct quire_space_coupling *p = st->space_coupling + k;
        const struct quire_sheet *sheet = st->system->sheet + p->sheet;
        const struct quire_small *b = st->system->small + p->small;
        for (int i = 0; i < QUIRE_SPACE_ROWS; i++) {
            const size_t at = sheet->x0 + (size_t)((p->station + i / 6) * sheet->ladder->block +
                                                   3 * p->column + i % 6);
            for (int j = 0; j < b->body.nv; j++) {
                fn(user, at, s->index[b->first + j], p->by_body[j][i]);
                fn(user, s->index[b->first + j], at, p->by_node[j][i]);
            }
        }
    }
}

static void
tie_entries(const struct quire_state *st, quire_entry_fn *fn, void *user)
{
    for (int k = 0; k < st->n_tie; k++) {
        const struct quire_tie *t = st->tie + k;
        for (int i = 0; t->sheet[0] >= 0 && i < 2 * 3 * 3 * 4; i++) {
            const int e = i / 36, row = i / 12 % 3, column = i / 4 % 3, c = i % 4;
            const struct quire_sheet *a = st->system->sheet + t->sheet[e],
                                     *b = st->system->sheet + t->sheet[1 - e];
            fn(user, a->x0 + (size_t)(c / 2 * a->chain.stride + t->node[e] + row),
               b->x0 + (size_t)(c % 2 * b->chain.stride + t->node[1 - e] + column),
               t->block[e][row][column][c]);
        }
    }
}

static void
space_tie_entries(const struct quire_state *st, quire_entry_fn *fn, void *user)
{
    for (int k = 0; k < st->n_space_tie; k++) {
        const struct quire_space_tie *t = st->space_tie + k;
        for (int at = 0; at < 18 * 18; at++) {
            const int i = at % 18, l = at / 18;
            const struct quire_sheet *a = st->system->sheet + t->sheet[0],
                                     *b = st->system->sheet + t->sheet[1];
            const size_t one = a->x0 + (size_t)((t->station[0] + i / 6) * a->ladder->block +
                                                3 * t->column[0] + i % 6),
                         other = b->x0 + (size_t)((t->station[1] + l / 6) * b->ladder->block +
                                                  3 * t->column[1] + l % 6);
            fn(user, one, other, t->by_second[i][l]);
            fn(user, other, one, t->by_first[l][i]);
        }
    }
}

void
quire_state_entries(const struct quire_state *st, quire_entry_fn *fn, void *user)
{
    const struct quire_system *sys = st->system;
    const struct solve *s = st->solve;

    QUIRE_EACH(k, st->part, sheet)
    {
        const struct quire_sheet *sheet = sys->sheet + k;
        if (st->sheet[k].entered) {
            (sheet->ladder != NULL ? ladder_entries : chain_entries)(st, k, fn, user);
            continue;
        }
        for (size_t i = 0;
             sheet->ladder != NULL && i < (size_t)(sheet->ladder->block * (sheet->chain.n + 1));
             i++) {
            fn(user, sheet->x0 + i, sheet->x0 + i, 1);
        }
        for (int i = 0; sheet->ladder == NULL && i <= sheet->chain.n; i++) {
            for (int c = 0; c < 2; c++) {
                const size_t at = sheet->x0 + (size_t)(c * sheet->chain.stride + i);
                fn(user, at, at, 1);
            }
        }
    }
    QUIRE_EACH(k, st->part, cluster)
    {
        const struct cluster *c = s->cluster + k;
        for (int i = 0; i < c->n; i++) {
            for (int j = 0; j < c->n; j++) {
                fn(user, s->index[c->first + i], s->index[c->first + j],
                   quire_dense_row(st, c->first + i)[c->first + j]);
            }
        }
    }
    for (int k = 0; k < st->n_coupling; k++) {
        const struct quire_coupling *p = st->coupling + k;
        const struct quire_small *b = sys->small + p->small;
        for (int i = 0; i < 6; i++) {
            const size_t at =
                (size_t)(sheet_entry(sys, st->force, p->sheet, p->node, i) - st->force);
            for (int j = 0; j < b->body.nv; j++) {
                fn(user, at, s->index[b->first + j], p->row[i][j]);
                fn(user, s->index[b->first + j], at, p->column[j][i]);
            }
        }
    }
    space_coupling_entries(st, fn, user);
    tie_entries(st, fn, user);
    space_tie_entries(st, fn, user);
}
