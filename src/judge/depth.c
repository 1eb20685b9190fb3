#include "judge/depth.h"

#include <math.h>
#include <stdlib.h>

#include "contact/gate/gates.h"
#include "contact/space/space_walls.h"
#include "contact/touch/tilt.h"
#include "geometry/outline.h"

bool
quire_guide_sees(const struct quire_state *st, const struct quire_guide *g, const double at[3],
                 double out[2])
{
    double z = at[2];

    if (st->system->spatial && (z < g->across[0] || z > g->across[1])) {
        return false;
    }
    out[0] = at[0];
    out[1] = at[1];
    if (g->gate >= 0) {
        quire_gate_into(st->system->gate + g->gate, st->gate + g->gate, at, out);
    }
    if (g->tilted) {
        const double by =
            quire_tilt_back(&g->tilt, quire_tilt_height(&g->tilt, out[0], out[1]), &z);
        out[0] += by * g->tilt.normal[0];
        out[1] += by * g->tilt.normal[1];
    }
    return true;
}

double
quire_depth_in_guide(const struct quire_state *st, const struct quire_guide *g, const double at[3])
{
    double p[2];

    if (!quire_guide_sees(st, g, at, p) || p[0] < g->low[0] - g->depth ||
        p[0] > g->high[0] + g->depth || p[1] < g->low[1] - g->depth ||
        p[1] > g->high[1] + g->depth) {
        return -1;
    }
    const struct quire_gap gap = quire_outline_gap(&g->outline, g->side, p);
    return -gap.distance <= g->depth ? -gap.distance : -1;
}

bool
quire_row_at_middle(const struct quire_guide *g, const double *row, size_t columns, double out[3])
{
    const double z = 0.5 * (g->across[0] + g->across[1]);

    for (size_t j = 0; isfinite(z) && j + 1 < columns; j++) {
        const double *a = row + 3 * j, *b = a + 3;
        if (a[2] <= z && z <= b[2] && a[2] < b[2]) {
            for (int d = 0; d < 3; d++) {
                out[d] = a[d] + (z - a[2]) / (b[2] - a[2]) * (b[d] - a[d]);
            }
            return true;
        }
    }
    return false;
}

double
quire_depth_of_row(const struct quire_state *st, const struct quire_guide *g, const double *row,
                   size_t columns, double where[2])
{
    double middle[3], deepest = -1;
    const size_t n = quire_row_at_middle(g, row, columns, middle) ? columns + 1 : columns;

    for (size_t j = 0; j < n; j++) {
        const double *p = j < columns ? row + 3 * j : middle,
                     depth = quire_depth_in_guide(st, g, p);
        if (depth > deepest) {
            deepest = depth;
            where[0] = p[0];
            where[1] = p[1];
        }
    }
    return deepest;
}

double
quire_depth_in_roller(const double centre[2], double radius, const double p[2])
{
    const double dx = p[0] - centre[0], dy = p[1] - centre[1];

    return radius - sqrt(dx * dx + dy * dy);
}

double
quire_depth_in_wall(const struct quire_wall_view *wall, double depth,
                    const struct quire_ladder *ladder, const double *nodes)
{
    const int column = quire_wall_column(wall, ladder);
    const double *at = nodes + 3 * column, *other = nodes + 3 * (ladder->m - 1 - column);
    struct quire_beside b;

    quire_wall_beside(wall, at, &b);
    const bool astride = wall->side * (other[2] - wall->z) > 0;
    return quire_wall_is_beside(wall, &b) && (b.overlap < depth || astride) ? b.overlap : -1;
}

#define MOST_POINTS(n) (2 * (n))

/* Points of the curve that contact sees, between them nearly straight: the chain's own bends are
 * twice as sharp. */
static int
curve_points(const double *x, int n, double *out)
{
    int k = 0;

    out[k++] = x[0];
    for (int i = 1; i < n; i++) {
        if (i > 1 && i < n - 1) {
            out[k++] = 0.125 * (x[i - 1] + x[i + 1]) + 0.75 * x[i];
        }
        if (i < n - 1) {
            out[k++] = 0.5 * (x[i] + x[i + 1]);
        }
    }
    out[k++] = x[n];
    return k - 1;
}

bool
quire_curves_cross(const struct quire_line *a, const struct quire_line *b, double where[2],
                   double *depth)
{
    double *room =
        malloc(sizeof *room * (size_t)(2 * MOST_POINTS(a->n) + 2 * MOST_POINTS(b->n) + 8));
    bool cross = false;

    if (room != NULL) {
        double *other = room + 2 * MOST_POINTS(a->n) + 4;
        const int n = curve_points(a->x, a->n, room), m = curve_points(b->x, b->n, other);
        curve_points(a->y, a->n, room + n + 1);
        curve_points(b->y, b->n, other + m + 1);
        const struct quire_line one = {room, room + n + 1, n}, two = {other, other + m + 1, m};
        cross = quire_lines_cross(&one, &two, where);
        if (cross && depth != NULL) {
            *depth = quire_lines_depth(&one, &two);
        }
    }
    free(room);
    return cross;
}

/* ---- sheets in space ---- */

/* the least and the greatest z of a sheet's nodes */
static void
reach_across(const struct quire_rows *s, double range[2])
{
    range[0] = HUGE_VAL;
    range[1] = -HUGE_VAL;
    for (int i = 0; i < s->rows * s->columns; i++) {
        range[0] = fmin(range[0], s->node[3 * i + 2]);
        range[1] = fmax(range[1], s->node[3 * i + 2]);
    }
}

/* where a plane cuts the rows, those that reach there; how many segments that is */
static int
cut_rows(const struct quire_rows *s, double z, double *x, double *y)
{
    int n = 0;

    for (int i = 0; i < s->rows; i++) {
        const double *row = s->node + 3 * i * s->columns;
        int j = 0;
        while (j < s->columns - 2 && row[3 * j + 5] < z) {
            j++;
        }
        const double *a = row + 3 * j, r = (z - a[2]) / (a[5] - a[2]);
        if (r >= 0 && r <= 1) {
            x[n] = a[0] + r * (a[3] - a[0]);
            y[n++] = a[1] + r * (a[4] - a[1]);
        }
    }
    return n - 1;
}

bool
quire_surfaces_cross(const struct quire_rows *a, const struct quire_rows *b, double where[2],
                     double *depth, double *distance)
{
    static const double at[] = {0.02, 0.5, 0.98}; /* of what both reach across */
    double *room = malloc(sizeof *room * 2 * (size_t)(a->rows + b->rows)), mine[2], its[2];
    bool cross = false;

    reach_across(a, mine);
    reach_across(b, its);
    const double low = fmax(mine[0], its[0]), high = fmin(mine[1], its[1]);
    if (distance != NULL) {
        *distance = HUGE_VAL;
    }
    for (int k = 0; room != NULL && !cross && low < high && k < 3; k++) {
        const double z = low + at[k] * (high - low);
        double *other = room + 2 * a->rows;
        const struct quire_line one = {room, room + a->rows, cut_rows(a, z, room, room + a->rows)},
                                two = {other, other + b->rows,
                                       cut_rows(b, z, other, other + b->rows)};
        if (one.n < 3 || two.n < 3) {
            continue; /* a corner */
        }
        cross = quire_curves_cross(&one, &two, where, depth);
        if (distance != NULL) {
            *distance = fmin(*distance, cross ? 0 : quire_lines_distance(&one, &two));
        }
    }
    free(room);
    return cross;
}
