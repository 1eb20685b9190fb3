/* Small bodies and sheets in space in the linear system of a step. */
#include <string.h>

#include "contact/touch/columns.h"
#include "force/space_sheet.h"
#include "machine/sheet_lines.h"
#include "math/sums.h"
#include "solve/solve.h"

/* how many couplings from here on are of the same body and sheet */
static int
run_length(const struct quire_state *st, int first)
{
    const struct quire_space_coupling *p = st->space_coupling + first;
    int n = 1;

    while (first + n < st->n_space_coupling && p[n].small == p->small && p[n].sheet == p->sheet) {
        n++;
    }
    return n;
}

/* What couples the body's unknown j to the rows, or as columns to the equations, of three stations.
 */
static const double *
column_of(const struct quire_space_coupling *p, int j)
{
    return p->by_body[j];
}

static const double *
row_of(const struct quire_space_coupling *p, int j)
{
    return p->by_node[j];
}

/* to where it stands among three stations of `block` each */
static void
add_coupling(const struct quire_space_coupling *p, const double *values, int block, double *to)
{
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 6; i++) {
            to[k * block + 3 * p->column + i] += values[6 * k + i];
        }
    }
}

/* the sum over a run of couplings, added to zeros */
static void
sum_run(const struct quire_space_coupling *p, int n, int block, int j,
        const double *(*values)(const struct quire_space_coupling *, int), double *to)
{
    for (int k = 0; k < n; k++) {
        add_coupling(p + k, values(p + k, j), block, to);
    }
}

/* ---- clusters that are condensed ---- */

/* the sheet's matrix minus B E^-1 C */
QUIRE_INLINE void
take_from_slabs(const struct cluster *c, int n, int block, struct quire_slabs *s)
{
    const int wide = 3 * block;

    for (int column = 0; column < wide; column++) {
        double *entry = quire_slab_entries(s, c->node, c->node + column / block, column % block);
        double x[QUIRE_BODY_DOFS * 2], any = 0;
        for (int k = 0; k < n; k++) {
            x[k] = c->wide_column[k * wide + column];
            any = x[k] != 0 ? 1 : any;
        }
        if (any == 0) {
            continue; /* of a column of nodes that it does not touch */
        }
        for (int i = 0; i < wide; i++) {
            double sum = 0;
            for (int k = 0; k < n; k++) {
                sum += c->wide_row[k * wide + i] * x[k];
            }
            entry[i] -= sum;
        }
    }
}

QUIRE_INLINE void
condense_sized(const struct cluster *c, int n, int block, struct quire_slabs *s)
{
    lu_solve_wide(c->lu, n, c->pivot, c->wide_column, 3 * block);
    take_from_slabs(c, n, block, s);
}

static QUIRE_CLONES void
condense_one(const struct cluster *c, int block, struct quire_slabs *s)
{
    if (c->n == 2 && block == 6) { /* rollers that slide and turn, on sheets with few columns */
        condense_sized(c, 2, 6, s);
    } else if (c->n == 2 && block == 9) {
        condense_sized(c, 2, 9, s);
    } else if (c->n == 1) {
        condense_sized(c, 1, block, s);
    } else if (c->n == 2) {
        condense_sized(c, 2, block, s);
    } else {
        condense_sized(c, c->n, block, s);
    }
}

void
quire_space_condense(struct quire_state *st, struct solve *s)
{
    const struct quire_system *sys = st->system;

    QUIRE_EACH(k, st->part, cluster)
    {
        const struct cluster *c = s->cluster + k;
        if (!c->border && c->sheet >= 0) {
            const size_t all = (size_t)(3 * sys->sheet[c->sheet].ladder->block * c->n);
            memset(c->wide_row, 0, sizeof(double) * all);
            memset(c->wide_column, 0, sizeof(double) * all);
        }
    }
    for (int k = 0, n = 0; k < st->n_space_coupling; k += n) {
        const struct quire_space_coupling *p = st->space_coupling + k;
        const struct quire_small *b = sys->small + p->small;
        const struct cluster *c = s->cluster + b->cluster;
        const int block = sys->sheet[p->sheet].ladder->block, wide = 3 * block;
        n = run_length(st, k);
        for (int j = 0; !c->border && j < b->body.nv; j++) {
            sum_run(p, n, block, j, column_of, c->wide_row + (b->first - c->first + j) * wide);
            sum_run(p, n, block, j, row_of, c->wide_column + (b->first - c->first + j) * wide);
        }
    }
    QUIRE_EACH(k, st->part, cluster)
    {
        const struct cluster *c = s->cluster + k;
        if (!c->border && c->sheet >= 0) {
            condense_one(c, sys->sheet[c->sheet].ladder->block, &st->sheet[c->sheet].slabs);
        }
    }
}

static double *
first_row(const struct quire_state *st, const struct cluster *c, double *r)
{
    const struct quire_sheet *sheet = st->system->sheet + c->sheet;

    return r + sheet->x0 + c->node * sheet->ladder->block;
}

void
quire_space_push(const struct quire_state *st, const struct cluster *c, const double *x, double *r)
{
    const int block = st->system->sheet[c->sheet].ladder->block, wide = 3 * block;
    double *at = first_row(st, c, r);

    for (int i = 0; i < wide; i++) {
        double sum = 0;
        for (int k = 0; k < c->n; k++) {
            sum += c->wide_row[k * wide + i] * x[k];
        }
        at[i] -= sum;
    }
}

void
quire_space_follow(const struct quire_state *st, const struct cluster *c, const size_t *index,
                   double *r)
{
    const struct quire_ladder *l = st->system->sheet[c->sheet].ladder;

    for (int i = 0; i < c->n; i++) {
        r[index[i]] -= quire_dot((size_t)(3 * l->block), c->wide_column + i * 3 * l->block,
                                 first_row(st, c, r));
    }
}

/* ---- the border ---- */

static void
add_to_vector(const struct quire_system *sys, const struct quire_space_coupling *p, int j,
              double *v)
{
    const struct quire_sheet *sheet = sys->sheet + p->sheet;

    add_coupling(p, column_of(p, j), sheet->ladder->block,
                 v + sheet->x0 + p->station * sheet->ladder->block);
}

void
quire_space_border_columns(struct quire_state *st, struct solve *s)
{
    const struct quire_system *sys = st->system;

    for (int k = 0, n = 0; k < st->n_space_coupling; k += n) {
        const struct quire_space_coupling *p = st->space_coupling + k;
        const struct quire_small *b = sys->small + p->small;
        const struct cluster *c = s->cluster + b->cluster;
        n = run_length(st, k);
        s->touched[p->sheet] = s->touched[p->sheet] || c->border;
        for (int j = 0; c->border && j < b->body.nv; j++) {
            double *x = s->reduced + sys->layout.sheet_length *
                                         (size_t)(c->border_first + b->first - c->first + j);
            for (int i = 0; i < n; i++) {
                add_to_vector(sys, p + i, j, x);
            }
        }
    }
}

static double
row_product(const struct quire_system *sys, const struct quire_space_coupling *p, int i,
            const double *v)
{
    const struct quire_sheet *sheet = sys->sheet + p->sheet;
    const double *a = p->by_node[i],
                 *at = v + sheet->x0 + (p->station * sheet->ladder->m + p->column) * 3;
    double sum = 0;

    for (int k = 0; k < 9; k++) {
        const int left = k / 3 * 6 + k % 3, node = k / 3 * sheet->ladder->block + k % 3;
        sum += a[left] * at[node] + a[left + 3] * at[node + 3];
    }
    return sum;
}

void
quire_space_border_rows(const struct quire_state *st, const struct solve *s, const double *v,
                        double *to, int step)
{
    const struct quire_system *sys = st->system;

    for (int k = 0, n = 0; k < st->n_space_coupling; k += n) {
        const struct quire_space_coupling *p = st->space_coupling + k;
        const struct quire_small *b = sys->small + p->small;
        const struct cluster *c = s->cluster + b->cluster;
        n = run_length(st, k);
        for (int i = 0; c->border && i < b->body.nv; i++) {
            double sum = 0;
            for (int j = 0; j < n; j++) {
                sum += row_product(sys, p + j, i, v);
            }
            to[(c->border_first + b->first - c->first + i) * step] -= sum;
        }
    }
}
