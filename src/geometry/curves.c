#include "geometry/curves.h"

#include <float.h>
#include <math.h>

#include "geometry/curve.h"
#include "geometry/outline.h"
#include "geometry/piece.h"
#include "math/detmath.h"

#define ROUND 1e-12 /* an ellipse whose axes differ by less, relatively, is a circle */

/* ---- ellipses ---- */

struct ellipse {
    const double *centre, *u, *v;
    double from, sweep;
};

static void
ellipse_at(const void *self, double t, double point[2], double derivative[2])
{
    const struct ellipse *e = self;
    double c[2];
    quire_direction_of(e->from + t * e->sweep, c);
    for (int i = 0; i < 2; i++) {
        point[i] = e->centre[i] + e->u[i] * c[0] + e->v[i] * c[1];
        derivative[i] = e->sweep * (e->v[i] * c[0] - e->u[i] * c[1]);
    }
}

quire_status
quire_ellipse_trace(struct quire_outline *out, const double centre[2], const double u[2],
                    const double v[2], double from, double sweep, double tolerance)
{
    const double uu = u[0] * u[0] + u[1] * u[1], vv = v[0] * v[0] + v[1] * v[1],
                 uv = u[0] * v[0] + u[1] * v[1], area = u[0] * v[1] - u[1] * v[0];
    if (!(fabs(area) > 0.0) || !(fabs(sweep) > 0.0)) {
        return QUIRE_ERROR_INPUT;
    }
    const double turn = area * sweep > 0.0 ? 1.0 : -1.0;
    if (fabs(uu - vv) <= ROUND * uu && fabs(uv) <= ROUND * uu) {
        const double first = quire_atan2(u[1], u[0]) + (area > 0.0 ? from : -from);
        return quire_outline_add_circular(out, centre, sqrt(uu), first, fabs(sweep), turn);
    }
    /* by quarters: a biarc turns by less than half a turn */
    const double quarters = ceil(fabs(sweep) / M_PI_2 - 1e-9);
    quire_status status = QUIRE_OK;
    for (double k = 0.0; k < quarters && status == QUIRE_OK; k += 1.0) {
        const struct ellipse part = {centre, u, v, from + k / quarters * sweep, sweep / quarters};
        status = quire_curve_trace(out, &(struct quire_curve){ellipse_at, &part}, tolerance);
    }
    return status;
}

/* ---- Bezier curves ---- */

struct bezier {
    const double (*p)[2];
    int degree;
};

/* Where the first control points coincide the tangent points to the next. */
static void
bezier_end(const struct bezier *b, int end, int way, double derivative[2])
{
    for (int k = 1; k <= b->degree; k++) {
        derivative[0] = way * (b->p[end + way * k][0] - b->p[end][0]);
        derivative[1] = way * (b->p[end + way * k][1] - b->p[end][1]);
        if (derivative[0] != 0.0 || derivative[1] != 0.0) {
            return;
        }
    }
}

/* de Casteljau */
static void
bezier_at(const void *self, double t, double point[2], double derivative[2])
{
    const struct bezier *b = self;
    double q[4][2];
    for (int k = 0; k <= b->degree; k++) {
        q[k][0] = b->p[k][0];
        q[k][1] = b->p[k][1];
    }
    for (int level = b->degree; level > 1; level--) {
        for (int k = 0; k < level; k++) {
            q[k][0] += t * (q[k + 1][0] - q[k][0]);
            q[k][1] += t * (q[k + 1][1] - q[k][1]);
        }
    }
    for (int i = 0; i < 2; i++) {
        derivative[i] = b->degree * (q[1][i] - q[0][i]);
        point[i] = q[0][i] + t * (q[1][i] - q[0][i]);
    }
    if (t == 0.0 || t == 1.0) {
        const int end = t == 0.0 ? 0 : b->degree;
        point[0] = b->p[end][0];
        point[1] = b->p[end][1];
        bezier_end(b, end, t == 0.0 ? 1 : -1, derivative);
    }
}

quire_status
quire_bezier_trace(struct quire_outline *out, const double (*p)[2], int degree, double tolerance)
{
    const struct bezier bezier = {p, degree};
    return quire_curve_trace(out, &(struct quire_curve){bezier_at, &bezier}, tolerance);
}

/* ---- NURBS ---- */

/* The part between two knots. */
struct span {
    const struct quire_nurbs *of;
    size_t k; /* knot[k] < knot[k + 1], degree <= k < n */
};

/* de Boor's recursion in homogeneous coordinates; with one level less the last two points give the
 * derivative. doc/theory/geometry.md, section 7 */
static void
nurbs_at(const void *self, double t, double point[2], double derivative[2])
{
    const struct span *span = self;
    const int p = span->of->degree;
    const double *knot = span->of->knot + span->k;
    const double low = knot[0], high = knot[1], u = t == 1.0 ? high : low + t * (high - low);
    double d[QUIRE_NURBS_DEGREE + 1][3], rise[3];
    for (int j = 0; j <= p; j++) {
        const double *c = span->of->point[span->k - (size_t)p + (size_t)j];
        d[j][0] = c[0] * c[2];
        d[j][1] = c[1] * c[2];
        d[j][2] = c[2];
    }
    for (int r = 1; r <= p; r++) {
        for (int j = p; j >= r; j--) {
            const double a = knot[j - p], b = knot[j + 1 - r], share = (u - a) / (b - a);
            for (int i = 0; i < 3; i++) {
                const double step = d[j][i] - d[j - 1][i];
                rise[i] = p / (b - a) * step; /* of the last level */
                d[j][i] = d[j - 1][i] + share * step;
            }
        }
    }
    const double w = d[p][2];
    for (int i = 0; i < 2; i++) {
        point[i] = d[p][i] / w;
        derivative[i] = (high - low) * (rise[i] - point[i] * rise[2]) / w;
    }
}

static double
square(const double a[2])
{
    return a[0] * a[0] + a[1] * a[1];
}

/* The same with a tangent where the derivative vanishes at an end of the span, since control points
 * coincide there: that to a point a little inside. */
static void
span_at(const void *self, double t, double point[2], double derivative[2])
{
    double near[2], unused[2];
    nurbs_at(self, t, point, derivative);
    if (t != 0.0 && t != 1.0) {
        return;
    }
    nurbs_at(self, t == 0.0 ? 1e-4 : 1.0 - 1e-4, near, unused);
    const double sign = t == 0.0 ? 1.0 : -1.0,
                 chord[2] = {sign * (near[0] - point[0]), sign * (near[1] - point[1])};
    if (square(derivative) < 5e2 * 5e2 * square(chord)) {
        derivative[0] = chord[0];
        derivative[1] = chord[1];
    }
}

quire_status
quire_nurbs_trace(struct quire_outline *out, const struct quire_nurbs *nurbs, double tolerance)
{
    quire_status status = QUIRE_OK;
    const size_t before = out->n;
    for (size_t k = (size_t)nurbs->degree; k < nurbs->n && status == QUIRE_OK; k++) {
        const struct span span = {nurbs, k};
        if (nurbs->knot[k + 1] > nurbs->knot[k]) {
            status = quire_curve_trace(out, &(struct quire_curve){span_at, &span}, tolerance);
        }
    }
    return status == QUIRE_OK && out->n == before ? QUIRE_ERROR_INPUT : status;
}

/* ---- bulges ---- */

bool
quire_bulge_piece(struct quire_piece *out, const double from[2], const double to[2], double bulge)
{
    if (bulge == 0.0) {
        return quire_piece_line(out, from, to);
    }
    /* the tangent leaves the chord by half the angle, 2 atan(bulge), to the right */
    const double chord[2] = {to[0] - from[0], to[1] - from[1]};
    const double length = sqrt(chord[0] * chord[0] + chord[1] * chord[1]);
    const double below = 1.0 + bulge * bulge;
    const double c = (1.0 - bulge * bulge) / below, s = 2.0 * bulge / below;
    const double direction[2] = {(chord[0] * c + chord[1] * s) / length,
                                 (chord[1] * c - chord[0] * s) / length};
    return length > 0.0 && quire_piece_tangent_arc(out, from, direction, to);
}
