/* The border of the linear system: clusters of small bodies that touch distant places or two
 * sheets. */
#include <string.h>

#include "solve/solve.h"

static double *
sheet_entry(const struct quire_system *sys, double *r, int sheet, int node, int i)
{
    const struct quire_sheet *p = sys->sheet + sheet;

    return r + p->x0 + (size_t)((i & 1) * p->chain.stride + node + i / 2);
}

static void
border_columns(struct quire_state *st, struct solve *s)
{
    const struct quire_system *sys = st->system;

    for (int k = 0; k < st->n_coupling; k++) {
        const struct quire_coupling *p = st->coupling + k;
        const struct quire_small *b = sys->small + p->small;
        const struct cluster *c = s->cluster + b->cluster;
        if (!c->border) {
            continue;
        }
        s->touched[p->sheet] = true;
        for (int j = 0; j < b->body.nv; j++) {
            double *x = s->reduced + sys->layout.sheet_length *
                                         (size_t)(c->border_first + b->first - c->first + j);
            for (int i = 0; i < 6; i++) {
                *sheet_entry(sys, x, p->sheet, p->node, i) += p->row[i][j];
            }
        }
    }
    quire_space_border_columns(st, s);
}

/* to[(its number in the border) * step] -= C v */
static void
border_rows(const struct quire_state *st, const struct solve *s, double *v, double *to, int step)
{
    const struct quire_system *sys = st->system;

    for (int k = 0; k < st->n_coupling; k++) {
        const struct quire_coupling *p = st->coupling + k;
        const struct quire_small *b = sys->small + p->small;
        const struct cluster *c = s->cluster + b->cluster;
        for (int i = 0; c->border && i < b->body.nv; i++) {
            for (int m = 0; m < 6; m++) {
                to[(c->border_first + b->first - c->first + i) * step] -=
                    p->column[i][m] * *sheet_entry(sys, v, p->sheet, p->node, m);
            }
        }
    }
    quire_space_border_rows(st, s, v, to, step);
}

void
quire_border_factor(struct quire_state *st, struct solve *s)
{
    const struct quire_system *sys = st->system;
    const size_t length = sys->layout.sheet_length;
    const int n = s->n_border;

    for (int j = 0; j < n; j++) {
        for (int r = 0; r < st->part->n_q; r++) {
            const struct quire_range q = st->part->q[r];
            memset(s->reduced + length * (size_t)j + q.first, 0,
                   sizeof(double) * (q.last - q.first));
        }
    }
    memset(s->schur, 0, sizeof(double) * (size_t)n * (size_t)n);
    memset(s->touched, 0, sizeof(bool) * (size_t)sys->n_sheet);
    QUIRE_EACH(k, st->part, cluster)
    {
        const struct cluster *c = s->cluster + k;
        for (int i = 0; c->border && i < c->n; i++) {
            for (int j = 0; j < c->n; j++) {
                s->schur[(c->border_first + i) * n + c->border_first + j] =
                    quire_dense_row(st, c->first + i)[c->first + j];
            }
        }
    }
    border_columns(st, s);
    quire_joined_touch(st, s);
    quire_joined_solve_touched(st, s, s->reduced, n);
    for (int j = 0; j < n; j++) {
        QUIRE_EACH(k, st->part, sheet)
        {
            if (s->touched[k] && !quire_is_joined(s, k)) {
                quire_solve_sheet(st, k, s->reduced + length * (size_t)j);
            }
        }
    }
    for (int j = 0; j < n; j++) {
        border_rows(st, s, s->reduced + length * (size_t)j, s->schur + j, n);
    }
    lu_factor(s->schur, n, s->pivot);
}

void
quire_border_solve(struct quire_state *st, struct solve *s, double *r)
{
    const struct quire_system *sys = st->system;
    const size_t length = sys->layout.sheet_length;
    const int n = s->n_border;

    QUIRE_EACH(k, st->part, cluster)
    {
        const struct cluster *c = s->cluster + k;
        for (int i = 0; c->border && i < c->n; i++) {
            s->rhs[c->border_first + i] = r[s->index[c->first + i]];
        }
    }
    border_rows(st, s, r, s->rhs, 1);
    lu_solve(s->schur, n, s->pivot, s->rhs);
    for (int j = 0; j < n; j++) {
        const double *x = s->reduced + length * (size_t)j, y = s->rhs[j];
        for (int k = 0; k < st->part->n_q; k++) {
            for (size_t i = st->part->q[k].first; i < st->part->q[k].last; i++) {
                r[i] -= x[i] * y;
            }
        }
    }
    QUIRE_EACH(k, st->part, cluster)
    {
        const struct cluster *c = s->cluster + k;
        for (int i = 0; c->border && i < c->n; i++) {
            r[s->index[c->first + i]] = s->rhs[c->border_first + i];
        }
    }
}
