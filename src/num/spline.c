#include "num/spline.h"

#include <math.h>
#include <stdlib.h>

#include "num/outline.h"
#include "num/piece.h"

#define MOST_PIECES 10000
#define SAMPLES     12 /* points of a span that are compared with its biarc */
#define MOST_SPLITS 20 /* halvings of one span */

static double
dot(const double a[2], const double b[2])
{
    return a[0] * b[0] + a[1] * b[1];
}

bool
quire_biarc(struct quire_piece *first, struct quire_piece *second, const double a[2],
            const double ta[2], const double b[2], const double tb[2])
{
    /* doc/theory/geometry.md, section 4: equal tangent lengths d on both sides of the joint */
    const double v[2] = {b[0] - a[0], b[1] - a[1]}, t[2] = {ta[0] + tb[0], ta[1] + tb[1]};
    const double vv = dot(v, v), vt = dot(v, t);
    const double bend[2] = {tb[0] - ta[0], tb[1] - ta[1]}; /* |bend|^2 = 2 (1 - ta tb) */
    const double below = vt + sqrt(vt * vt + dot(bend, bend) * vv);
    if (!(vv > 0.0) || !(below > 0.0)) {
        return false;
    }
    const double d = vv / below, back[2] = {-tb[0], -tb[1]};
    double joint[2];
    for (int i = 0; i < 2; i++) {
        joint[i] = 0.5 * (a[i] + d * ta[i] + b[i] - d * tb[i]);
    }
    if (!quire_piece_tangent_arc(first, a, ta, joint) ||
        !quire_piece_tangent_arc(second, b, back, joint)) {
        return false;
    }
    quire_piece_reverse(second);
    return true;
}

/* One cubic between two points, by its end points and derivatives, t from 0 to 1. */
struct span {
    double a[2], b[2], da[2], db[2];
};

static void
span_at(const struct span *span, double t, double point[2], double derivative[2])
{
    const double u = 1.0 - t;
    for (int i = 0; i < 2; i++) {
        const double rise = span->b[i] - span->a[i];
        point[i] = u * u * (1.0 + 2.0 * t) * span->a[i] + t * t * (3.0 - 2.0 * t) * span->b[i] +
                   t * u * (u * span->da[i] - t * span->db[i]);
        derivative[i] = 6.0 * t * u * rise + u * (1.0 - 3.0 * t) * span->da[i] -
                        t * (2.0 - 3.0 * t) * span->db[i];
    }
}

static double
distance_to(const struct quire_piece *piece, const double p[2])
{
    const struct quire_foot foot = quire_piece_foot(piece, p);
    const double *end = foot.along < 0.0 ? piece->from : piece->to;
    const double w[2] = {p[0] - end[0], p[1] - end[1]};
    return foot.along >= 0.0 && foot.along <= piece->length ? fabs(foot.left) : sqrt(dot(w, w));
}

/* The biarc of the part of a span between two parameters, if it is close enough to the curve. */
static bool
fit(struct quire_piece pair[2], const struct span *span, double from, double to, double tolerance)
{
    double a[2], ta[2], b[2], tb[2];
    span_at(span, from, a, ta);
    span_at(span, to, b, tb);
    const double la = sqrt(dot(ta, ta)), lb = sqrt(dot(tb, tb));
    if (!(la > 0.0) || !(lb > 0.0)) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        ta[i] /= la;
        tb[i] /= lb;
    }
    if (!quire_biarc(&pair[0], &pair[1], a, ta, b, tb) || pair[0].sweep > M_PI_2 ||
        pair[1].sweep > M_PI_2) {
        return false;
    }
    for (int k = 1; k < SAMPLES; k++) {
        double p[2], dp[2];
        span_at(span, from + (to - from) * k / SAMPLES, p, dp);
        /* 0.9: the largest deviation may fall between two samples */
        if (!(fmin(distance_to(&pair[0], p), distance_to(&pair[1], p)) <= 0.9 * tolerance)) {
            return false;
        }
    }
    return true;
}

/* Halves parts of the span until their biarcs fit, from its start on. */
static quire_status
add_span(struct quire_outline *out, const struct span *span, double tolerance)
{
    const double smallest = ldexp(1.0, -MOST_SPLITS);
    double from = 0.0, width = 1.0;
    while (from < 1.0) {
        struct quire_piece pair[2];
        if (!fit(pair, span, from, from + width, tolerance)) {
            width *= 0.5;
            if (width < smallest) {
                return QUIRE_ERROR_INPUT;
            }
            continue;
        }
        if (out->n + 2 > MOST_PIECES || quire_outline_add_piece(out, &pair[0]) != QUIRE_OK ||
            quire_outline_add_piece(out, &pair[1]) != QUIRE_OK) {
            return QUIRE_ERROR_LIMIT;
        }
        from += width;
        /* widths are powers of two and `from` a multiple of them: the next part may be twice as
         * wide where that stays so */
        while (width < 1.0 && fmod(from, 2.0 * width) == 0.0 && from + 2.0 * width <= 1.0) {
            width *= 2.0;
        }
    }
    return QUIRE_OK;
}

/* First derivatives at the points, for the parameter that grows by the chords: continuous second
 * derivatives, by elimination of the tridiagonal system of each coordinate. h: chords (n - 1).
 * work: (n). */
static void
solve_slopes(double (*slope)[2], const double (*p)[2], const double *h, double *work, size_t n,
             const double *start, const double *end)
{
    for (int i = 0; i < 2; i++) {
        double diagonal = start != NULL ? 1.0 : 2.0;
        work[0] = start != NULL ? 0.0 : 1.0 / diagonal;
        slope[0][i] = start != NULL ? start[i] : 3.0 * (p[1][i] - p[0][i]) / h[0] / diagonal;
        for (size_t k = 1; k + 1 < n; k++) {
            const double a = 1.0 / h[k - 1], c = 1.0 / h[k];
            const double right =
                3.0 * ((p[k][i] - p[k - 1][i]) * a * a + (p[k + 1][i] - p[k][i]) * c * c);
            diagonal = 2.0 * (a + c) - a * work[k - 1];
            work[k] = c / diagonal;
            slope[k][i] = (right - a * slope[k - 1][i]) / diagonal;
        }
        if (end != NULL) {
            slope[n - 1][i] = end[i];
        } else {
            const double right = 3.0 * (p[n - 1][i] - p[n - 2][i]) / h[n - 2];
            slope[n - 1][i] = (right - slope[n - 2][i]) / (2.0 - work[n - 2]);
        }
        for (size_t k = n - 1; k-- > 0;) {
            slope[k][i] -= work[k] * slope[k + 1][i];
        }
    }
}

quire_status
quire_spline_trace(struct quire_outline *out, const double (*point)[2], size_t n,
                   double start_heading, double end_heading, double tolerance)
{
    if (n < 2) {
        return QUIRE_ERROR_INPUT;
    }
    quire_status status = QUIRE_OK;
    double start[2], end[2];
    double(*slope)[2] = calloc(n, sizeof *slope);
    double *h = calloc(n, sizeof *h), *work = calloc(n, sizeof *work);
    if (slope == NULL || h == NULL || work == NULL) {
        status = QUIRE_ERROR_LIMIT;
        goto done;
    }
    for (size_t k = 0; k + 1 < n; k++) {
        const double v[2] = {point[k + 1][0] - point[k][0], point[k + 1][1] - point[k][1]};
        h[k] = sqrt(dot(v, v));
        if (!(h[k] > 0.0)) {
            status = QUIRE_ERROR_INPUT;
            goto done;
        }
    }
    const bool clamp_start = !isnan(start_heading), clamp_end = !isnan(end_heading);
    quire_direction_of(clamp_start ? start_heading : 0.0, start);
    quire_direction_of(clamp_end ? end_heading : 0.0, end);
    solve_slopes(slope, point, h, work, n, clamp_start ? start : NULL, clamp_end ? end : NULL);
    for (size_t k = 0; k + 1 < n && status == QUIRE_OK; k++) {
        struct span span;
        for (int i = 0; i < 2; i++) {
            span.a[i] = point[k][i];
            span.b[i] = point[k + 1][i];
            span.da[i] = h[k] * slope[k][i];
            span.db[i] = h[k] * slope[k + 1][i];
        }
        status = add_span(out, &span, tolerance);
    }
done:
    free(slope);
    free(h);
    free(work);
    return status;
}
