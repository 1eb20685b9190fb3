#include "observe/space_shape.h"

#include <math.h>

#include "math/detmath.h"
#include "math/kernel.h"

/* mirrored columns meet in one bracket each, so that a mirrored sheet has mirrored means to the
 * last bit */
QUIRE_INLINE void
mean_of(const struct quire_ladder *l, int m, const double *q, double *x, double *y, double *z)
{
    /* of an even number none, so that the first one's share counts nothing */
    const int middle = m % 2 != 0 ? m / 2 : 0;
    const double alone = m % 2 != 0 ? l->share[middle] : 0;

    for (int i = 0; i <= l->n; i++) {
        const double *r = q + (size_t)i * (size_t)(3 * m), *own = r + 3 * middle;
        double mean[3] = {alone * own[0], alone * own[1], alone * own[2]};
        for (int j = 0; j < m / 2; j++) {
            const double *left = r + 3 * j, *right = r + 3 * (m - 1 - j), a = l->share[j],
                         b = l->share[m - 1 - j];
            mean[0] += a * left[0] + b * right[0];
            mean[1] += a * left[1] + b * right[1];
            mean[2] += a * left[2] + b * right[2];
        }
        x[i] = mean[0];
        y[i] = mean[1];
        z[i] = mean[2];
    }
}

void
quire_space_mean(const struct quire_ladder *l, const double *q, double *x, double *y, double *z)
{
    switch (l->m) {
    case 2: mean_of(l, 2, q, x, y, z); break;
    case 3: mean_of(l, 3, q, x, y, z); break;
    default: mean_of(l, l->m, q, x, y, z);
    }
}

/* ---- hinge lines ---- */

/* A hinge line from its left to its right end against the direction t in which the mid-line runs
 * there, as seen along z: parts of it along t, along the normal n = z x t, and along z, and their
 * rates. */
struct line {
    double along, up, across;
    double along_rate, up_rate, across_rate;
};

static const double *
node(const struct quire_sheet_view *v, const double *of, size_t station, size_t column)
{
    return of + 3 * (station * v->n_column + column);
}

static void
direction(const struct quire_sheet_view *v, size_t station, double t[2], double *turning)
{
    const size_t to = station + 1 < v->n_node ? station + 1 : station,
                 from = station > 0 ? station - 1 : 0;
    const double dx = v->x[to] - v->x[from], dy = v->y[to] - v->y[from], square = dx * dx + dy * dy,
                 length = sqrt(square);

    t[0] = length > 0 ? dx / length : 1;
    t[1] = length > 0 ? dy / length : 0;
    *turning =
        square > 0 ? (dx * (v->vy[to] - v->vy[from]) - dy * (v->vx[to] - v->vx[from])) / square : 0;
}

static struct line
line_of(const struct quire_sheet_view *v, size_t station)
{
    const double *a = node(v, v->node, station, 0), *b = node(v, v->node, station, v->n_column - 1);
    const double *va = node(v, v->node_velocity, station, 0),
                 *vb = node(v, v->node_velocity, station, v->n_column - 1);
    double t[2], turning;
    struct line e;

    direction(v, station, t, &turning);
    e.along = (b[0] - a[0]) * t[0] + (b[1] - a[1]) * t[1];
    e.up = (b[1] - a[1]) * t[0] - (b[0] - a[0]) * t[1];
    e.across = b[2] - a[2];
    /* t' = n turning, n' = -t turning */
    e.along_rate = (vb[0] - va[0]) * t[0] + (vb[1] - va[1]) * t[1] + turning * e.up;
    e.up_rate = (vb[1] - va[1]) * t[0] - (vb[0] - va[0]) * t[1] - turning * e.along;
    e.across_rate = vb[2] - va[2];
    return e;
}

static double
roll_of(const struct line *e)
{
    return quire_atan2(-e->up, e->across);
}

static void
yaw_of(const struct line *e, double *yaw, double *rate)
{
    const double wide = sqrt(e->across * e->across + e->up * e->up),
                 square = wide * wide + e->along * e->along;
    const double wide_rate =
        wide > 0 ? (e->across * e->across_rate + e->up * e->up_rate) / wide : 0;

    *yaw = quire_atan2(e->along, wide);
    *rate = square > 0 ? (e->along_rate * wide - e->along * wide_rate) / square : 0;
}

static void
edge(const struct quire_sheet_view *v, size_t station, struct quire_edge_view *out)
{
    const struct line e = line_of(v, station);

    yaw_of(&e, &out->yaw, &out->yaw_rate);
    out->roll = roll_of(&e);
    for (size_t c = 0; c < 3; c++) {
        out->left[c] = node(v, v->node, station, 0)[c];
        out->right[c] = node(v, v->node, station, v->n_column - 1)[c];
    }
}

void
quire_space_edges(const struct quire_ladder *l, struct quire_sheet_view *v)
{
    const size_t n = (size_t)l->n;

    edge(v, n, &v->lead_edge);
    edge(v, 0, &v->trail_edge);
    v->lead.z = v->z[n];
    v->lead.vz = v->vz[n];
    v->trail.z = v->z[0];
    v->trail.vz = v->vz[0];
}

/* ---- the whole sheet ---- */

/* Torsion is borne as twist alone by straight hinge lines; a sheet that bends across as well bears
 * E t W^5 / 360 of the cube of the twist by its edges, which then are longer than its middle. */
static double
twist_limit(const struct quire_ladder *l)
{
    const double square = l->width * l->width;

    return l->m == 2 ? sqrt(360 * l->twist / (l->stretch_md * square * square)) : (double)NAN;
}

static void
add_line(struct line *sum, const struct line *e, double share)
{
    sum->along += share * e->along;
    sum->up += share * e->up;
    sum->across += share * e->across;
    sum->along_rate += share * e->along_rate;
    sum->up_rate += share * e->up_rate;
    sum->across_rate += share * e->across_rate;
}

/* yaw, shift and twist, from all hinge lines */
static void
lines(const struct quire_ladder *l, struct quire_sheet_view *v)
{
    struct line sum = {0};
    double before = 0, squares = 0;

    v->shift = v->twist = v->twist_at = 0;
    for (size_t i = 0; i < v->n_node; i++) {
        const struct line e = line_of(v, i);
        const double share = (i == 0 || i + 1 == v->n_node ? 0.5 : 1) / (double)l->n,
                     roll = roll_of(&e), twist = (roll - before) / l->h;
        add_line(&sum, &e, share);
        v->shift += share * v->z[i];
        before = roll;
        if (i > 0) {
            squares += twist * twist;
            if (fabs(twist) > fabs(v->twist)) {
                v->twist = twist;
                v->twist_at = l->h * ((double)i - 0.5);
            }
        }
    }
    v->twist_mean = sqrt(squares / (double)l->n);
    v->twist_limit = twist_limit(l);
    yaw_of(&sum, &v->yaw, &v->yaw_rate);
}

static void
bend_across(const struct quire_ladder *l, struct quire_sheet_view *v)
{
    v->bend_across = v->bend_across_at = 0;
    for (size_t i = 0; i < v->n_node; i++) {
        double t[2], turning;
        direction(v, i, t, &turning);
        for (size_t j = 1; j + 1 < v->n_column; j++) {
            const double *a = node(v, v->node, i, j - 1), *b = node(v, v->node, i, j),
                         *c = node(v, v->node, i, j + 1);
            const double x = (a[0] + c[0]) - 2 * b[0], y = (a[1] + c[1]) - 2 * b[1];
            const double bend = (y * t[0] - x * t[1]) / (l->w * l->w);
            if (fabs(bend) > fabs(v->bend_across)) {
                v->bend_across = bend;
                v->bend_across_at = l->h * (double)i;
            }
        }
    }
}

/* the smaller principal strain of Green's tensor, with the side `e` along the feed and `c` across
 */
static double
least_strain(const struct quire_ladder *l, const double e[3], const double c[3])
{
    const double along = (e[0] * e[0] + e[1] * e[1] + e[2] * e[2]) / (l->h * l->h) - 1;
    const double across = (c[0] * c[0] + c[1] * c[1] + c[2] * c[2]) / (l->w * l->w) - 1;
    const double shear = (e[0] * c[0] + e[1] * c[1] + e[2] * c[2]) / (l->h * l->w);

    return 0.25 * (along + across) -
           sqrt(0.0625 * (along - across) * (along - across) + 0.25 * shear * shear);
}

static void
squeeze(const struct quire_ladder *l, struct quire_sheet_view *v)
{
    double least = 0;

    for (size_t i = 0; i + 1 < v->n_node; i++) {
        for (size_t j = 0; j + 1 < v->n_column; j++) {
            const double *a = node(v, v->node, i, j), *b = node(v, v->node, i + 1, j);
            const double *d = node(v, v->node, i, j + 1), *c = node(v, v->node, i + 1, j + 1);
            double left[3], right[3], wide[3];
            for (int k = 0; k < 3; k++) {
                left[k] = b[k] - a[k];
                right[k] = c[k] - d[k];
                wide[k] = 0.5 * ((d[k] - a[k]) + (c[k] - b[k]));
            }
            least = fmin(least, fmin(least_strain(l, left, wide), least_strain(l, right, wide)));
        }
    }
    v->squeeze = -least;
}

static void
curvature(const struct quire_ladder *l, struct quire_sheet_view *v)
{
    v->peak_curvature = v->peak_curvature_at = 0;
    for (size_t i = 1; i + 1 < v->n_node; i++) {
        const double ax = v->x[i] - v->x[i - 1], ay = v->y[i] - v->y[i - 1],
                     bx = v->x[i + 1] - v->x[i], by = v->y[i + 1] - v->y[i];
        /* by the tangent of the joint's angle */
        const double bend = (ax * by - ay * bx) / (ax * bx + ay * by) / l->h;
        if (fabs(bend) > fabs(v->peak_curvature)) {
            v->peak_curvature = bend;
            v->peak_curvature_at = l->h * (double)i;
        }
    }
}

void
quire_space_shape(const struct quire_ladder *l, struct quire_sheet_view *v, double *tension)
{
    for (int i = 0; i < l->n; i++) {
        tension[i] = quire_ladder_tension(l, v->node, i);
    }
    v->tension_middle = tension[l->n / 2];
    quire_space_edges(l, v);
    curvature(l, v);
    lines(l, v);
    bend_across(l, v);
    squeeze(l, v);
}

/* the node that is nearest to a place along the feed, of several the first */
static QUIRE_CLONES size_t
nearest_node(const double *at_x, const double *at_y, size_t n, double x, double y)
{
    quire_v4 lanes = quire_all4(INFINITY);
    double least = INFINITY;
    size_t i = 0;

    for (; i + 4 <= n; i += 4) {
        const quire_v4 dx = x - quire_load4(at_x + i), dy = y - quire_load4(at_y + i),
                       square = dx * dx + dy * dy;
        lanes = quire_select4(square < lanes, square, lanes);
    }
    for (; i < n; i++) {
        const double dx = x - at_x[i], dy = y - at_y[i], square = dx * dx + dy * dy;
        least = square < least ? square : least;
    }
    for (int k = 0; k < 4; k++) {
        least = lanes[k] < least ? lanes[k] : least;
    }
    for (i = 0; i < n; i++) {
        const double dx = x - at_x[i], dy = y - at_y[i];
        if (dx * dx + dy * dy <= least) {
            return i;
        }
    }
    return 0;
}

double
quire_space_along(const struct quire_ladder *l, const struct quire_sheet_view *v, double x,
                  double y)
{
    const size_t best = nearest_node(v->x, v->y, v->n_node, x, y);
    double t[2], turning;

    direction(v, best, t, &turning);
    return l->h * (double)best + (x - v->x[best]) * t[0] + (y - v->y[best]) * t[1];
}
