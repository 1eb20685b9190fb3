#include "geometry/spline.h"

#include <math.h>
#include <stdlib.h>

#include "geometry/curve.h"
#include "geometry/piece.h"

static double
dot(const double a[2], const double b[2])
{
    return a[0] * b[0] + a[1] * b[1];
}

/* One cubic between two points, by its end points and derivatives, t from 0 to 1. */
struct span {
    double a[2], b[2], da[2], db[2];
};

static void
span_at(const void *self, double t, double point[2], double derivative[2])
{
    const struct span *span = self;
    const double u = 1.0 - t;
    for (int i = 0; i < 2; i++) {
        const double rise = span->b[i] - span->a[i];
        point[i] = u * u * (1.0 + 2.0 * t) * span->a[i] + t * t * (3.0 - 2.0 * t) * span->b[i] +
                   t * u * (u * span->da[i] - t * span->db[i]);
        derivative[i] = 6.0 * t * u * rise + u * (1.0 - 3.0 * t) * span->da[i] -
                        t * (2.0 - 3.0 * t) * span->db[i];
    }
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
        status = quire_curve_trace(out, &(struct quire_curve){span_at, &span}, tolerance);
    }
done:
    free(slope);
    free(h);
    free(work);
    return status;
}
