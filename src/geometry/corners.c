#include "geometry/corners.h"

#include <math.h>
#include <stdlib.h>

#include "math/detmath.h"

void
quire_corners_clear(struct quire_corners *corners)
{
    free(corners->convex);
    free(corners->concave);
    *corners = (struct quire_corners){0};
}

/* The face's normal, when its tangent is t and the sheet is to the left (+1) or right (-1). */
static void
set_face(struct quire_corner *corner, int face, const double t[2], double side, double outward)
{
    corner->normal[face][0] = -side * t[1];
    corner->normal[face][1] = side * t[0];
    corner->tangent[face][0] = outward * t[0];
    corner->tangent[face][1] = outward * t[1];
}

static void
set_axis(struct quire_corner *corner)
{
    const double *a = corner->normal[0], *b = corner->normal[1];
    const double sum[2] = {a[0] + b[0], a[1] + b[1]},
                 length = sqrt(sum[0] * sum[0] + sum[1] * sum[1]);
    const bool sharp = length < QUIRE_SMOOTH_JOINT; /* opposite faces */
    for (int i = 0; i < 2; i++) {
        corner->axis[i] = sharp ? corner->tangent[0][i] : sum[i] / length;
    }
    corner->angle = fabs(quire_atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]));
}

/* first: the outline's beginning, where face 1 is the surface; otherwise its end, where face 0 is.
 */
static void
add_end(struct quire_corners *out, const struct quire_outline *in, double side, bool first)
{
    struct quire_corner *corner = &out->convex[out->n_convex++];
    const size_t index = first ? 0 : in->n - 1;
    const struct quire_piece *piece = &in->piece[index];
    const double *at = first ? piece->from : piece->to,
                 *t = first ? piece->direction : piece->end_direction;
    const double outward = first ? -1.0 : 1.0;
    const int surface = first ? 1 : 0, other = 1 - surface;
    *corner = (struct quire_corner){
        .at = {at[0], at[1]}, .s = first ? 0.0 : in->length, .piece = {index, index}, .end = true};
    if (side == 0.0) {
        set_face(corner, surface, t, 1.0, outward);
        set_face(corner, other, t, -1.0, outward);
    } else {
        set_face(corner, surface, t, side, outward);
        for (int i = 0; i < 2; i++) {
            corner->normal[other][i] = corner->tangent[surface][i];
            corner->tangent[other][i] = corner->normal[surface][i];
        }
    }
    set_axis(corner);
}

/* How far the outline turns to the left from one piece to the next [rad]. */
static double
kink_angle(const struct quire_piece *before, const struct quire_piece *after)
{
    const double *a = before->end_direction, *b = after->direction;
    return quire_atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]);
}

static void
add_kink(struct quire_corner *corner, const struct quire_outline *in, size_t before, size_t after,
         double side)
{
    const struct quire_piece *a = &in->piece[before], *b = &in->piece[after];
    *corner = (struct quire_corner){
        .at = {b->from[0], b->from[1]}, .s = b->start, .piece = {before, after}};
    set_face(corner, 0, a->end_direction, side, 1.0);
    set_face(corner, 1, b->direction, side, -1.0);
    set_axis(corner);
}

static void
add_joint(struct quire_corners *out, const struct quire_outline *in, size_t before, size_t after,
          double side)
{
    const double angle = kink_angle(&in->piece[before], &in->piece[after]);
    const double outside = angle > 0.0 ? -1.0 : 1.0; /* the side on which the kink sticks out */
    const bool folded = fabs(angle) > M_PI - QUIRE_SMOOTH_JOINT;
    if (fabs(angle) < QUIRE_SMOOTH_JOINT) {
        return;
    }
    if (side != -outside || folded) {
        add_kink(&out->convex[out->n_convex++], in, before, after, side == 0.0 ? outside : side);
    }
    if (side != outside && !folded) {
        add_kink(&out->concave[out->n_concave++], in, before, after, -outside);
    }
}

quire_status
quire_corners_find(struct quire_corners *out, const struct quire_outline *in, double side)
{
    *out = (struct quire_corners){0};
    if (in->n == 0) {
        return QUIRE_OK;
    }
    out->convex = calloc(in->n + 1, sizeof *out->convex);
    out->concave = calloc(in->n, sizeof *out->concave);
    if (out->convex == NULL || out->concave == NULL) {
        quire_corners_clear(out);
        return QUIRE_ERROR_LIMIT;
    }
    if (in->closed) {
        add_joint(out, in, in->n - 1, 0, side);
    } else {
        add_end(out, in, side, true);
    }
    for (size_t i = 1; i < in->n; i++) {
        add_joint(out, in, i - 1, i, side);
    }
    if (!in->closed) {
        add_end(out, in, side, false);
    }
    return QUIRE_OK;
}
