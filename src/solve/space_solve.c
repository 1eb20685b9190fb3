/* Small bodies and sheets in space in the linear system of a step. Couplings of one body are summed
 * up on either side of the sheet's middle by themselves, then both sides are added in one step, so
 * that the mirrored machine has the same sums. */
#include <string.h>

#include "contact/touch/columns.h"
#include "force/space_sheet.h"
#include "machine/sheet_lines.h"
#include "math/mirror_dot.h"
#include "solve/solve.h"

#define WIDE (9 * QUIRE_COLUMNS_MOST) /* most rows of three stations */

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
    double other[WIDE];

    if (n == 1) {
        add_coupling(p, values(p, j), block, to);
        return;
    }
    memset(other, 0, sizeof *other * (size_t)(3 * block));
    for (int k = 0; k < n; k++) {
        if (p[k].side < 2) {
            add_coupling(p + k, values(p + k, j), block, p[k].side == 0 ? to : other);
        }
    }
    for (int i = 0; i < 3 * block; i++) {
        to[i] += other[i];
    }
    for (int k = 0; k < n; k++) {
        if (p[k].side == 2) {
            add_coupling(p + k, values(p + k, j), block, to);
        }
    }
}

/* ---- sides ---- */

/* Whether another cluster is condensed into some of the same rows. */
static bool
has_neighbour(const struct quire_state *st, const struct solve *s, const struct cluster *c)
{
    bool any = false;

    QUIRE_EACH(k, st->part, cluster)
    {
        const struct cluster *o = s->cluster + k;
        any = any || (o != c && !o->border && o->sheet == c->sheet && o->node < c->node + 3 &&
                      c->node < o->node + 3);
    }
    return any;
}

/* Where clusters are summed up: those on the left and on the right by themselves if they meet. */
static void
find_sides(const struct quire_state *st, struct solve *s)
{
    enum { UNKNOWN = -1, MIDDLE = 2 };

    QUIRE_EACH(k, st->part, cluster)
    {
        s->cluster[k].side = UNKNOWN;
    }
    for (int k = 0; k < st->n_space_coupling; k++) {
        const struct quire_space_coupling *p = st->space_coupling + k;
        struct cluster *c = s->cluster + st->system->small[p->small].cluster;
        c->side = c->side == UNKNOWN || c->side == p->side ? p->side : MIDDLE;
    }
    QUIRE_EACH(k, st->part, cluster)
    {
        struct cluster *c = s->cluster + k;
        if (c->border || c->sheet < 0 || c->side == UNKNOWN || !has_neighbour(st, s, c)) {
            c->side = MIDDLE;
        }
    }
}

/* The side's own sums of the three stations; NULL: it is added to the sheet itself. */
static struct quire_space_side *
side_of_cluster(const struct quire_state *st, const struct cluster *c, bool matrix)
{
    const struct quire_sheet *sheet = st->system->sheet + c->sheet;
    struct quire_space_side *side = st->sheet[c->sheet].space->side + c->side;

    if (c->side > 1) {
        return NULL;
    }
    for (int j = 0; j < sheet->ladder->m - 1; j++) {
        quire_side_open(side, sheet, c->node, j, matrix);
    }
    return side;
}

/* adds what the sides have to vectors like V, or to the sheets' matrices where there is none */
static void
add_sides(const struct quire_state *st, double *r)
{
    QUIRE_EACH(k, st->part, sheet)
    {
        const struct quire_sheet *sheet = st->system->sheet + k;
        struct quire_space_work *w = st->sheet[k].space;
        struct quire_powers none = {0};
        if (w != NULL && w->side[0].n_opened + w->side[1].n_opened > 0) {
            quire_sides_add(
                w,
                &(struct quire_columns_sums){.force = (r != NULL ? r : st->force) + sheet->x0,
                                             .slabs = r != NULL ? NULL : &st->sheet[k].slabs},
                &none);
        }
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
    find_sides(st, s);
    QUIRE_EACH(k, st->part, cluster)
    {
        const struct cluster *c = s->cluster + k;
        if (!c->border && c->sheet >= 0) {
            struct quire_space_side *side = side_of_cluster(st, c, true);
            condense_one(c, sys->sheet[c->sheet].ladder->block,
                         side != NULL ? &side->slabs : &st->sheet[c->sheet].slabs);
        }
    }
    add_sides(st, NULL);
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
    struct quire_space_side *side = side_of_cluster(st, c, false);
    double *at = side != NULL ? side->force + (ptrdiff_t)c->node * block : first_row(st, c, r);

    for (int i = 0; i < wide; i++) {
        double sum = 0;
        for (int k = 0; k < c->n; k++) {
            sum += c->wide_row[k * wide + i] * x[k];
        }
        at[i] -= sum;
    }
}

void
quire_space_pushed(const struct quire_state *st, double *r)
{
    add_sides(st, r);
}

void
quire_space_follow(const struct quire_state *st, const struct cluster *c, const size_t *index,
                   double *r)
{
    const struct quire_ladder *l = st->system->sheet[c->sheet].ladder;

    for (int i = 0; i < c->n; i++) {
        r[index[i]] -=
            quire_mirror_dot(l->m, 3, c->wide_column + i * 3 * l->block, first_row(st, c, r));
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

/* the stations of a run of couplings, as entries of V */
static struct quire_range
range_of(const struct quire_system *sys, const struct quire_space_coupling *p, int n)
{
    const struct quire_sheet *sheet = sys->sheet + p->sheet;
    int low = p->station, high = p->station;

    for (int k = 1; k < n; k++) {
        low = p[k].station < low ? p[k].station : low;
        high = p[k].station > high ? p[k].station : high;
    }
    return (struct quire_range){sheet->x0 + (size_t)(low * sheet->ladder->block),
                                sheet->x0 + (size_t)((high + 3) * sheet->ladder->block)};
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
        const struct quire_range at = range_of(sys, p, n);
        s->touched[p->sheet] = s->touched[p->sheet] || c->border;
        for (int j = 0; c->border && j < b->body.nv; j++) {
            double *x = s->reduced + sys->layout.sheet_length *
                                         (size_t)(c->border_first + b->first - c->first + j);
            memset(s->other + at.first, 0, sizeof(double) * (at.last - at.first));
            for (int i = 0; i < n; i++) {
                if (p[i].side < 2) {
                    add_to_vector(sys, p + i, j, p[i].side == 0 ? x : s->other);
                }
            }
            for (size_t i = at.first; i < at.last; i++) {
                x[i] += s->other[i];
            }
            for (int i = 0; i < n; i++) {
                if (p[i].side == 2) {
                    add_to_vector(sys, p + i, j, x);
                }
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
            double sum[3] = {0, 0, 0};
            for (int j = 0; j < n; j++) {
                sum[p[j].side] += row_product(sys, p + j, i, v);
            }
            to[(c->border_first + b->first - c->first + i) * step] -= (sum[0] + sum[1]) + sum[2];
        }
    }
}
