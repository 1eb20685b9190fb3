/* <arc> in a guide: about a centre, or through three points. */
#include <math.h>

#include "geometry/outline.h"
#include "geometry/piece.h"
#include "model/problem.h"
#include "shape/shapes.h"

struct params {
    double centre[2], radius;          /* [m] */
    double start_angle, angle;         /* [rad] */
    double from[2], through[2], to[2]; /* [m] */
};

static const struct quire_field fields[] = {
    QUIRE_VECTOR_AS(QUIRE_POINT, struct params, centre, "centre", "m", QUIRE_OPTIONAL,
                    "centre of the circle; needs 'radius', 'start-angle' and 'angle'"),
    QUIRE_REAL(struct params, radius, "radius", "m", QUIRE_OPTIONAL,
               QUIRE_FROM_TO(QUIRE_SHAPE_LEAST_RADIUS, INFINITY), "radius of the circle", NULL),
    QUIRE_REAL_AS(QUIRE_HEADING, struct params, start_angle, "start-angle", "rad", QUIRE_OPTIONAL,
                  QUIRE_ANY,
                  "direction from the centre to the first point, counter-clockwise from x", NULL),
    QUIRE_REAL_AS(
        QUIRE_SIGNED, struct params, angle, "angle", "rad", QUIRE_OPTIONAL,
        QUIRE_FROM_TO(-2.0 * M_PI, 2.0 * M_PI),
        "angle from the first point to the last: positive counter-clockwise, negative clockwise",
        NULL),
    QUIRE_VECTOR_AS(QUIRE_POINT, struct params, from, "from", "m", QUIRE_OPTIONAL,
                    "first point; needs 'through' and 'to'"),
    QUIRE_VECTOR_AS(QUIRE_POINT, struct params, through, "through", "m", QUIRE_OPTIONAL,
                    "any point of the arc between 'from' and 'to'"),
    QUIRE_VECTOR_AS(QUIRE_POINT, struct params, to, "to", "m", QUIRE_OPTIONAL, "last point"),
    QUIRE_FIELD_END,
};

static const char *const by_centre[] = {"centre", "radius", "start-angle", "angle"};
static const char *const by_points[] = {"from", "through", "to"};

/* The arc through three points: at `from` the angle between chord and tangent is the inscribed
 * angle at `through`. */
static quire_status
trace_points(const struct quire_object *self, struct quire_outline *out, quire_diag *diag)
{
    const struct params *arc = self->params;
    const double *a = arc->from, *b = arc->through, *c = arc->to;
    const double u[2] = {b[0] - a[0], b[1] - a[1]}, v[2] = {c[0] - b[0], c[1] - b[1]},
                 w[2] = {c[0] - a[0], c[1] - a[1]};
    const double shortest = fmin(fmin(quire_point_distance(a, b), quire_point_distance(b, c)),
                                 quire_point_distance(a, c));
    const double aside = u[0] * v[1] - u[1] * v[0], ahead = u[0] * v[0] + u[1] * v[1];
    const double scale = quire_point_distance(a, b) * quire_point_distance(b, c);
    if (!(shortest > QUIRE_SHAPE_RESOLUTION)) {
        return quire_object_error(self, diag, "E-MODEL", NULL,
                                  "two of the points 'from', 'through' and 'to' are the same");
    }
    if (!(fabs(aside) > 1e-6 * scale)) {
        return quire_object_error(self, diag, "E-MODEL", "use <line>, or move 'through'",
                                  "'from', 'through' and 'to' lie on a straight line");
    }
    /* turn the chord w back by the angle from u to v: the tangent at `from` */
    const double tangent[2] = {w[0] * ahead + w[1] * aside, w[1] * ahead - w[0] * aside};
    const double length = sqrt(tangent[0] * tangent[0] + tangent[1] * tangent[1]);
    const double direction[2] = {tangent[0] / length, tangent[1] / length};
    struct quire_piece piece;
    return quire_shape_added(self, diag,
                             quire_piece_tangent_arc(&piece, a, direction, c)
                                 ? quire_outline_add_piece(out, &piece)
                                 : QUIRE_ERROR_INPUT);
}

static quire_status
trace(const struct quire_object *self, struct quire_outline *out, quire_diag *diag)
{
    const struct params *arc = self->params;
    const size_t n_centre = quire_object_count(self, by_centre, 4),
                 n_points = quire_object_count(self, by_points, 3);
    if (!(n_centre == 4 && n_points == 0) && !(n_centre == 0 && n_points == 3)) {
        return quire_object_error(self, diag,
                                  n_centre > 0 && n_points > 0 ? "E-MODEL" : "E-MISSING", NULL,
                                  "an arc in a guide has either 'centre', 'radius', 'start-angle' "
                                  "and 'angle', or 'from', "
                                  "'through' and 'to'");
    }
    if (n_points == 3) {
        return trace_points(self, out, diag);
    }
    if (!(fabs(arc->angle) * arc->radius > QUIRE_SHAPE_RESOLUTION)) {
        return quire_object_error(self, diag, "E-RANGE", NULL,
                                  "'angle' = %g deg: the angle of an arc must not be 0",
                                  arc->angle * 180.0 / M_PI);
    }
    return quire_shape_added(self, diag,
                             quire_outline_add_circular(out, arc->centre, arc->radius,
                                                        arc->start_angle, fabs(arc->angle),
                                                        arc->angle > 0.0 ? 1.0 : -1.0));
}

static const struct quire_shape_ops ops = {.trace = trace};

const struct quire_kind quire_kind_shape_arc = {
    .family = &quire_family_shape,
    .element = "arc",
    .size = sizeof(struct params),
    .fields = fields,
    .help =
        "A circular part of a guide. It is given by its centre, radius, start angle and angle "
        "(positive counter-clockwise), or by its first point, a point between and its last point.",
    .ops = &ops,
    .check = quire_shape_check,
};
