#include "shape/trace.h"

#include "geometry/outline.h"
#include "geometry/piece.h"
#include "model/problem.h"
#include "path/places.h"
#include "shape/shapes.h"

#define JOINED                                                                                     \
    1e-6 /* [m]; shapes that meet this closely are joined: drawings are rounded to micrometres */

quire_status
quire_path_trace(struct quire_outline *out, const struct quire_object *path, quire_diag *diag)
{
    const struct quire_path_params *params = path->params;
    quire_status status = QUIRE_OK;
    quire_outline_begin(out, params->from, params->heading);
    for (size_t i = 0; i < path->n_child && status == QUIRE_OK; i++) {
        const struct quire_object *child = path->child[i];
        if (child->kind->family == &quire_family_path_piece) {
            const struct quire_shape_ops *ops = child->kind->ops;
            status = ops->trace(child, out, diag);
        }
    }
    if (status != QUIRE_OK) {
        quire_outline_clear(out);
    }
    return status;
}

/* Lets two pieces that nearly meet share a point exactly, where one of them is a line. */
static void
join(struct quire_piece *before, struct quire_piece *after)
{
    struct quire_piece line;
    if (after->turn == 0.0 && quire_piece_line(&line, before->to, after->to)) {
        *after = line;
    } else if (before->turn == 0.0 && quire_piece_line(&line, before->from, after->from)) {
        *before = line;
    }
}

/* Joins the shape that begins with piece `first` to the one before it. */
static quire_status
join_shapes(struct quire_outline *out, size_t first, const struct quire_object *shape,
            quire_diag *diag)
{
    if (first == 0 || first == out->n) {
        return QUIRE_OK;
    }
    const double *end = out->piece[first - 1].to, *begin = out->piece[first].from;
    const double gap = quire_point_distance(end, begin);
    if (gap > JOINED) {
        return quire_object_error(
            shape, diag, "E-MODEL",
            shape->parent == NULL || shape->parent->kind == &quire_kind_guide
                ? "each shape of a guide must start where the previous one ends; otherwise use "
                  "another <guide>"
                : "each shape must start where the previous one ends",
            "it begins at (%.9g mm, %.9g mm), but the previous shape ends at (%.9g mm, %.9g mm)",
            1e3 * begin[0], 1e3 * begin[1], 1e3 * end[0], 1e3 * end[1]);
    }
    if (gap > 0.0) {
        join(&out->piece[first - 1], &out->piece[first]);
    }
    return QUIRE_OK;
}

/* After joints have moved: distances along the outline, and whether it is closed. */
static void
measure(struct quire_outline *out)
{
    out->length = 0.0;
    for (size_t i = 0; i < out->n; i++) {
        out->piece[i].start = out->length;
        out->length += out->piece[i].length;
    }
    out->closed = out->n > 0 && out->length > JOINED &&
                  quire_point_distance(out->piece[out->n - 1].to, out->piece[0].from) <= JOINED;
}

quire_status
quire_guide_trace(struct quire_outline *out, const struct quire_object *guide, quire_diag *diag)
{
    quire_status status = QUIRE_OK;
    *out = (struct quire_outline){0};
    for (size_t i = 0; i < guide->n_child && status == QUIRE_OK; i++) {
        const struct quire_object *child = guide->child[i];
        const size_t first = out->n;
        if (child->kind->family == &quire_family_shape) {
            const struct quire_shape_ops *ops = child->kind->ops;
            status = ops->trace(child, out, diag);
            status = status == QUIRE_OK ? join_shapes(out, first, child, diag) : status;
        }
    }
    if (status != QUIRE_OK) {
        quire_outline_clear(out);
        return status;
    }
    measure(out);
    return QUIRE_OK;
}
