/* <spline> in a guide. */
#include <math.h>

#include "geometry/curve.h"
#include "geometry/spline.h"
#include "model/problem.h"
#include "shape/shapes.h"

struct params {
    struct quire_points points;        /* [m] */
    double start_heading, end_heading; /* [rad]; NaN: no curvature there */
    double tolerance;                  /* [m] */
};

static const struct quire_field fields[] = {
    QUIRE_POINTS(struct params, points, "points", QUIRE_REQUIRED,
                 "points on the curve, two or more"),
    QUIRE_REAL_AS(QUIRE_HEADING, struct params, start_heading, "start-heading", "rad",
                  QUIRE_OPTIONAL, QUIRE_ANY,
                  "direction of the curve at the first point, counter-clockwise from x; default: "
                  "no curvature at this end",
                  NULL),
    QUIRE_REAL_AS(
        QUIRE_HEADING, struct params, end_heading, "end-heading", "rad", QUIRE_OPTIONAL, QUIRE_ANY,
        "direction of the curve at the last point; default: no curvature at this end", NULL),
    QUIRE_REAL(struct params, tolerance, "tolerance", "m", "1 um", QUIRE_FROM_TO(1e-9, 1e-3),
               "largest deviation of the arcs that approximate the curve", NULL),
    QUIRE_FIELD_END,
};

static quire_status
trace(const struct quire_object *self, struct quire_outline *out, quire_diag *diag)
{
    const struct params *spline = self->params;
    const struct quire_points *points = &spline->points;
    quire_status status = quire_shape_points_check(self, points, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    status = quire_spline_trace(out, (const double(*)[2])points->at, points->n,
                                spline->start_heading, spline->end_heading, spline->tolerance);
    if (status == QUIRE_ERROR_LIMIT && !quire_curve_is_full(out)) {
        return quire_diag_memory_error(diag);
    }
    if (status == QUIRE_ERROR_LIMIT) {
        return quire_object_error(self, diag, "E-LIMIT", "choose a larger 'tolerance'",
                                  "the curve needs more than 10000 arcs");
    }
    if (status != QUIRE_OK) {
        return quire_object_error(self, diag, "E-MODEL",
                                  "move or add points, or use <polyline> for a sharp corner",
                                  "the curve through these points has a cusp");
    }
    return QUIRE_OK;
}

static const struct quire_shape_ops ops = {.trace = trace};

const struct quire_kind quire_kind_shape_spline = {
    .family = &quire_family_shape,
    .element = "spline",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A smooth curve through points: a cubic spline with continuous curvature, parametrised "
            "by the distances between the points. It is approximated by pairs of arcs that join "
            "smoothly, within 'tolerance'.",
    .equation = "chord-length cubic spline, second derivative 0 at ends without a heading; biarcs "
                "with equal tangent lengths",
    .source = "K. M. Bolton, Biarc curves, Computer-Aided Design 7 (1975) 89-92",
    .ops = &ops,
    .check = quire_shape_check,
};
