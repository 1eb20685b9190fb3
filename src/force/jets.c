/* Air jets on sheets: the force per area is square to the sheet, p (d . n)|d . n| n. It is
 * integrated along each straight segment between two nodes, over what of it is in the jet, and
 * shared out by the segment's form functions: so it does not depend on how long segments are.
 * doc/theory/pressures.md,
 * 5 */
#include "element/jet.h"
#include "force/across_cells.h"
#include "force/pressures.h"
#include "force/terms.h"
#include "math/gauss.h"

enum { MOST = QUIRE_COLUMNS_MOST, CUTS = 8 };

/* A segment as the jet sees it: both ends along the axis and to the left of it. */
struct seen {
    double s[2], r[2];
};

static struct seen
see(const struct quire_jet *jet, const double x[2][2])
{
    struct seen e;

    for (int i = 0; i < 2; i++) {
        const double dx = x[i][0] - jet->at[0], dy = x[i][1] - jet->at[1];
        e.s[i] = dx * jet->along[0] + dy * jet->along[1];
        e.r[i] = dy * jet->along[0] - dx * jet->along[1];
    }
    return e;
}

/* whether all of it is behind the nozzle, beyond the reach or beyond one side of the jet; not
 * always seen */
static bool
is_outside(const struct quire_jet *jet, const struct seen *e)
{
    const bool rises = e->s[0] < e->s[1];
    const double from = e->s[!rises], to = e->s[rises];
    const double r = fabs(e->r[0]) < fabs(e->r[1]) ? e->r[0] : e->r[1];

    return !(to > 0 && from < jet->reach) ||
           (e->r[0] * e->r[1] > 0 && r * r > quire_jet_half_squared(jet, to));
}

static void
add_cut(double *cut, int *n, double at)
{
    if (at > 0 && at < 1) {
        int i = (*n)++;
        for (; cut[i - 1] > at; i--) {
            cut[i] = cut[i - 1];
        }
        cut[i] = at;
    }
}

/* Where the field is not smooth along the segment, from 0 to 1: at the jet's sides, where it sets
 * in, where it fades. In order, with both ends; how many. */
static int
find_cuts(const struct quire_jet *jet, const struct seen *e, double cut[CUTS])
{
    const double level[4] = {0, 0.5 * jet->width, 0.5 * jet->reach, jet->reach};
    const double ds = e->s[1] - e->s[0], dr = e->r[1] - e->r[0], g2 = jet->growth * jet->growth;
    const double a = dr * dr - g2 * ds * ds, b = e->r[0] * dr - g2 * e->s[0] * ds,
                 c = e->r[0] * e->r[0] - quire_jet_half_squared(jet, e->s[0]), root = b * b - a * c;
    int n = 1;

    cut[0] = 0;
    for (int i = 0; i < 4 && ds != 0; i++) {
        add_cut(cut, &n, (level[i] - e->s[0]) / ds);
    }
    if (root > 0) {
        const double q = b < 0 ? sqrt(root) - b : -b - sqrt(root);
        add_cut(cut, &n, a != 0 ? q / a : 0);
        add_cut(cut, &n, q != 0 ? c / q : 0);
    }
    cut[n++] = 1;
    return n;
}

/* Integrals along a segment of the field by the form functions of its ends [1], and, if a matrix is
 * wanted, of its slope by two of them [1/m], from 0 to 1. */
struct sums {
    double of[2], slope[2][2][2];
};

static void
add_piece(const struct quire_jet *jet, const struct seen *e, double from, double to, bool matrix,
          struct sums *out)
{
    for (int k = 0; k < QUIRE_GAUSS_POINTS; k++) {
        const double at = 0.5 * (from + to) + 0.5 * (to - from) * quire_gauss_point[k],
                     w = 0.5 * (to - from) * quire_gauss_weight[k], share[2] = {1 - at, at};
        double slope[2];
        const double p = quire_jet_at(jet, share[0] * e->s[0] + at * e->s[1],
                                      share[0] * e->r[0] + at * e->r[1], slope);
        for (int i = 0; i < 2; i++) {
            out->of[i] += w * share[i] * p;
            for (int j = 0; matrix && j < 2; j++) {
                out->slope[i][j][0] += w * share[i] * share[j] * slope[0];
                out->slope[i][j][1] += w * share[i] * share[j] * slope[1];
            }
        }
    }
}

/* What acts on both ends of a segment, by its width and what the jet is supplied with [m], and how
 * that changes with the place of both ends [1]. */
struct on_segment {
    double force[2][2], by[2][2][2][2]; /* end, component; by end, component */
};

/* g = (d . N)|d . N| N / l^2 of N = (-e_y, e_x), e the segment: the sheet's normal and length */
static void
direct(const struct quire_jet *jet, const double e[2], double g[2], double by[2][2])
{
    const double *d = jet->along, n[2] = {-e[1], e[0]}, q = 1 / (e[0] * e[0] + e[1] * e[1]),
                 c = d[0] * n[0] + d[1] * n[1], cc = c * fabs(c) * q;
    const double turn[2][2] = {{0, -1}, {1, 0}}; /* of N by e */

    for (int r = 0; r < 2; r++) {
        g[r] = cc * n[r];
        for (int k = 0; k < 2; k++) {
            const double by_c = k == 0 ? d[1] : -d[0];
            by[r][k] = 2 * fabs(c) * q * by_c * n[r] + cc * turn[r][k] - 2 * cc * q * e[k] * n[r];
        }
    }
}

static bool
press_segment(const struct quire_jet *jet, const double x[2][2], bool matrix,
              struct on_segment *out)
{
    const struct seen e = see(jet, x);
    const double way[2] = {x[1][0] - x[0][0], x[1][1] - x[0][1]};
    const double *d = jet->along;
    struct sums sum = {0};
    double cut[CUTS], g[2], by[2][2];

    if (is_outside(jet, &e)) {
        return false;
    }
    const int n = find_cuts(jet, &e, cut);
    for (int k = 0; k + 1 < n; k++) {
        const double at = 0.5 * (cut[k] + cut[k + 1]), s = (1 - at) * e.s[0] + at * e.s[1],
                     r = (1 - at) * e.r[0] + at * e.r[1];
        if (s > 0 && s < jet->reach && r * r < quire_jet_half_squared(jet, s)) {
            add_piece(jet, &e, cut[k], cut[k + 1], matrix, &sum);
        }
    }
    direct(jet, way, g, by);
    for (int i = 0; i < 2; i++) {
        for (int r = 0; r < 2; r++) {
            out->force[i][r] = g[r] * sum.of[i];
            for (int j = 0; matrix && j < 2; j++) {
                const double *slope = sum.slope[i][j], sign = j == 0 ? -1 : 1;
                out->by[i][r][j][0] =
                    g[r] * (slope[0] * d[0] - slope[1] * d[1]) + sign * by[r][0] * sum.of[i];
                out->by[i][r][j][1] =
                    g[r] * (slope[0] * d[1] + slope[1] * d[0]) + sign * by[r][1] * sum.of[i];
            }
        }
    }
    return sum.of[0] > 0 || sum.of[1] > 0;
}

/* what a jet blows with; 0: nothing, also where a drive would have it draw in */
static double
supply_of(const struct quire_state *st, int index, double t)
{
    const double supply = quire_pressure_supply(st, index, t);

    return supply > 0 ? supply : 0;
}

/* NULL: a pressure of another kind */
static const struct quire_jet *
jet_of(const struct quire_system *sys, int index)
{
    const struct quire_pressure *p = sys->pressure + index;

    return p->ops == &quire_jet_ops ? p->compiled : NULL;
}

/* ---- on planar sheets ---- */

static void
add_to_nodes(const struct scatter *c, int node, double factor, const struct on_segment *p)
{
    for (int i = 0; i < 2; i++) {
        c->fx[node + i] += factor * p->force[i][0];
        c->fy[node + i] += factor * p->force[i][1];
        for (int j = 0; c->band != NULL && j < 2; j++) {
            quire_v4 block;
            for (int k = 0; k < 4; k++) {
                block[k] = -c->cq * factor * p->by[i][k / 2][j][k % 2];
            }
            quire_band_add(c->band, node + i, node + j, block);
        }
    }
}

static void
forces(const struct scatter *c, double t, const double *y)
{
    const struct quire_system *sys = c->state->system;
    const struct quire_sheet *sheet = sys->sheet + c->sheet;

    (void)y;
    for (int k = 0; k < sys->n_pressure; k++) {
        const struct quire_jet *jet = jet_of(sys, k);
        const double factor = jet != NULL ? supply_of(c->state, k, t) * sheet->width : 0;
        if (!(factor > 0)) {
            continue;
        }
        for (int i = 0; i < sheet->chain.n; i++) {
            const double x[2][2] = {{c->x[i], c->y[i]}, {c->x[i + 1], c->y[i + 1]}};
            struct on_segment p;
            if (!press_segment(jet, x, c->band != NULL, &p)) {
                continue;
            }
            struct quire_pressed sum = {.work = 0};
            for (int j = 0; j < 2; j++) {
                sum.normal +=
                    factor * (p.force[j][0] * jet->along[0] + p.force[j][1] * jet->along[1]);
                sum.work += factor * (p.force[j][0] * c->vx[i + j] + p.force[j][1] * c->vy[i + j]);
            }
            quire_pressure_book(c->state, k, &sum);
            add_to_nodes(c, i, factor, &p);
        }
    }
}

static void
work(const struct quire_state *st, int index, double t, const double *y, const double *d,
     double *sum)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + index;
    const int stride = sheet->chain.stride;
    const double *at = y + sheet->x0;

    for (int k = 0; k < sys->n_pressure; k++) {
        const struct quire_jet *jet = jet_of(sys, k);
        const double factor = jet != NULL ? supply_of(st, k, t) * sheet->width : 0;
        if (!(factor > 0)) {
            continue;
        }
        for (int i = 0; i < sheet->chain.n; i++) {
            const double x[2][2] = {{at[i], at[stride + i]}, {at[i + 1], at[stride + i + 1]}};
            struct on_segment p;
            if (!press_segment(jet, x, false, &p)) {
                continue;
            }
            for (int j = 0; j < 2; j++) {
                *sum += factor * (p.force[j][0] * d[i + j] + p.force[j][1] * d[stride + i + j]);
            }
        }
    }
}

/* ---- on sheets in space ----
 * Between two stations each cell has a part under the slot's extent across. There two lines along
 * the sheet stand for it, at Gauss points; forces have no part across. */

/* Two stations: what acts on them, of the cells on either side of a column apart, and the
 * derivatives. */
struct row {
    double force[2][2][MOST][2]; /* cell, station */
    struct quire_cell_changes by[2][2];
};

/* a line of a cell at e, from -1 to 1, that stands for `factor` */
static void
spread_line(const struct on_segment *p, int j, double e, double factor, bool matrix,
            struct row *row)
{
    const double w[2] = {0.5 * (1 - e), 0.5 * (1 + e)};

    for (int i = 0; i < 2; i++) {
        for (int r = 0; r < 2; r++) {
            row->force[1][i][j][r] += factor * w[0] * p->force[i][r];
            row->force[0][i][j + 1][r] += factor * w[1] * p->force[i][r];
            for (int m = 0; matrix && m < 4; m++) {
                quire_cell_add_change(&row->by[i][m / 2], j, r, m % 2, w,
                                      factor * p->by[i][r][m / 2][m % 2]);
            }
        }
    }
}

static void
clear_row(struct row *row, bool matrix)
{
    memset(row->force, 0, sizeof row->force);
    if (matrix) {
        memset(row->by, 0, sizeof row->by);
    }
}

/* One cell between the stations at q and one block on; the row is cleared at the first that is met.
 * What of the cell is under the slot changes as the sheet moves across; that derivative is left
 * out, as for pressures along guides. */
static void
press_cell(const struct quire_pressure *pressure, const struct quire_ladder *l, const double *q,
           int j, double factor, bool matrix, bool *any, struct row *row)
{
    const double *left = q + 3 * j, *right = left + 3,
                 z[2] = {0.5 * (left[2] + left[l->block + 2]),
                         0.5 * (right[2] + right[l->block + 2])};
    double e[2], at[2];

    if (!quire_cell_extent(pressure->across, z[0], z[1], e)) {
        return;
    }
    quire_cell_points(e, at);
    for (int g = 0; g < 2; g++) {
        double x[2][2];
        struct on_segment p;
        for (int m = 0; m < 4; m++) {
            const int c = m / 2 * l->block + m % 2;
            x[m / 2][m % 2] = 0.5 * (1 - at[g]) * left[c] + 0.5 * (1 + at[g]) * right[c];
        }
        if (!press_segment(pressure->compiled, x, matrix, &p)) {
            continue;
        }
        if (!*any) {
            clear_row(row, matrix);
            *any = true;
        }
        spread_line(&p, j, at[g], 0.5 * (0.5 * (e[1] - e[0])) * factor, matrix, row);
    }
}

/* false: nothing acts, and the row is not set */
static bool
press_row(const struct quire_pressure *pressure, const struct quire_sheet *sheet, const double *q,
          double supply, bool matrix, struct row *row)
{
    const struct quire_ladder *l = sheet->ladder;
    bool any = false;

    for (int j = 0; j < l->m - 1; j++) {
        press_cell(pressure, l, q, j, supply * sheet->width / (l->m - 1), matrix, &any, row);
    }
    return any;
}

/* adds the forces on two stations; their power, and their sum along the jet */
static void
spread_row(const struct quire_jet *jet, const struct quire_ladder *l, const struct row *row,
           const double *v, double *f, struct quire_pressed *sum)
{
    for (int b = 0; b < 2 * l->m; b++) {
        const int i = b / l->m, j = b % l->m, at = i * l->block + 3 * j;
        for (int r = 0; r < 2; r++) {
            const double force = row->force[0][i][j][r] + row->force[1][i][j][r];
            if (f != NULL) {
                f[at + r] += force;
            }
            sum->normal += force * jet->along[r];
            sum->work += force * v[at + r];
        }
    }
}

static void
space_forces(struct quire_state *st, int index, double t, const double *y, double cq, double cv,
             bool matrix)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + index;
    const struct quire_ladder *l = sheet->ladder;

    (void)cv;
    for (int k = 0; k < sys->n_pressure; k++) {
        const struct quire_jet *jet = jet_of(sys, k);
        const double supply = jet != NULL ? supply_of(st, k, t) : 0;
        if (!(supply > 0)) {
            continue;
        }
        for (int i = 0; i < l->n; i++) {
            const size_t at = sheet->x0 + (size_t)(i * l->block);
            struct quire_pressed sum = {.work = 0};
            struct row row;
            if (!press_row(sys->pressure + k, sheet, y + at, supply, matrix, &row)) {
                continue;
            }
            spread_row(jet, l, &row, y + sys->layout.v0 + at, st->force + at, &sum);
            quire_pressure_book(st, k, &sum);
            for (int m = 0; matrix && m < 4; m++) {
                quire_cell_spread_changes(l, &st->sheet[index].slabs, i + m / 2, i + m % 2, cq,
                                          &row.by[m / 2][m % 2]);
            }
        }
    }
}

static void
space_work(const struct quire_state *st, int index, double t, const double *y, const double *d,
           double *sum)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + index;
    const struct quire_ladder *l = sheet->ladder;

    for (int k = 0; k < sys->n_pressure; k++) {
        const struct quire_jet *jet = jet_of(sys, k);
        const double supply = jet != NULL ? supply_of(st, k, t) : 0;
        if (!(supply > 0)) {
            continue;
        }
        struct quire_pressed all = {.work = 0};
        for (int i = 0; i < l->n; i++) {
            const double *q = y + sheet->x0 + i * l->block;
            struct row row;
            if (press_row(sys->pressure + k, sheet, q, supply, false, &row)) {
                spread_row(jet, l, &row, d + i * l->block, NULL, &all);
            }
        }
        *sum += all.work;
    }
}

/* ---- */

static bool
moves(const struct quire_system *sys, int index)
{
    const struct quire_sheet *s = sys->sheet + index;

    for (int k = 0; k < sys->n_pressure; k++) {
        const struct quire_jet *jet = jet_of(sys, k);
        for (int i = 0; jet != NULL && i < s->chain.n; i++) {
            const double x[2][2] = {{s->start_x[i], s->start_y[i]},
                                    {s->start_x[i + 1], s->start_y[i + 1]}};
            struct on_segment p;
            if (press_segment(jet, x, false, &p)) {
                return true;
            }
        }
    }
    return false;
}

const struct quire_force_term quire_term_jets = {
    .on_planar = forces,
    .on_spatial = space_forces,
    .planar_work = work,
    .spatial_work = space_work,
    .moves = moves,
};
