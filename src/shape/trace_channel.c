/* The walls of a channel. */
#include "shape/trace.h"

#include <math.h>

#include "geometry/outline.h"
#include "geometry/piece.h"
#include "model/problem.h"
#include "path/places.h"
#include "shape/shapes.h"

#define SHORTEST 1e-12 /* [m]; of the wall between two mouths */
#define SAMPLES  16    /* points of a mouth at which it is seen to open */

/* One wall: where it runs beside which path. */
struct wall {
    const struct quire_channel_params *channel;
    const struct quire_object *object;
    const struct quire_outline *path;
    double side;          /* +1 the left wall, -1 the right */
    double offset;        /* distance from the path [m] */
    double mouth, length; /* opening and length of the mouths, 0 without [m] */
};

static const char *
wall_name(const struct wall *wall)
{
    return wall->side > 0.0 ? "left" : "right";
}

/* A wall inside a bend has a smaller radius than the path, which must not vanish. */
static quire_status
check_radius(const struct wall *wall, double from, double to, double offset, quire_diag *diag)
{
    const double radius = quire_outline_tightest(wall->path, from, to, wall->side);
    if (radius > offset) {
        return QUIRE_OK;
    }
    return quire_object_error(wall->object, diag, "E-MODEL",
                              "choose a smaller gap or mouth, or a larger radius of the path",
                              "the %s wall would turn inside out: the radius of the path is %g mm "
                              "there, but the wall is %g mm from it (gap %g mm, mouth %g mm)",
                              wall_name(wall), 1e3 * radius, 1e3 * offset, 1e3 * wall->channel->gap,
                              1e3 * wall->mouth);
}

static void
point_beside(const struct wall *wall, double s, double offset, double point[2], double tangent[2])
{
    quire_outline_at(wall->path, s, point, tangent);
    point[0] -= wall->side * offset * tangent[1];
    point[1] += wall->side * offset * tangent[0];
}

/* Whether a mouth opens all along: nowhere nearer to the path than the wall. */
static bool
opens(const struct wall *wall, const struct quire_piece *mouth, double hint)
{
    for (int k = 1; k < SAMPLES; k++) {
        double p[2], s, left;
        quire_piece_at(mouth, mouth->length * k / SAMPLES, p, NULL);
        quire_outline_project(wall->path, p, hint, &s, &left);
        if (wall->side * left < wall->offset - 1e-9) {
            return false;
        }
    }
    return true;
}

/* The arc that leaves the wall tangentially beside `inner` and ends a mouth farther from the path
 * beside `outer`. */
static quire_status
make_mouth(struct quire_piece *out, const struct wall *wall, double inner, double outer,
           quire_diag *diag)
{
    double at[2], end[2], t[2], unused[2];
    point_beside(wall, inner, wall->offset, at, t);
    point_beside(wall, outer, wall->offset + wall->mouth, end, unused);
    const double way = outer < inner ? -1.0 : 1.0, direction[2] = {way * t[0], way * t[1]};
    if (!quire_piece_tangent_arc(out, at, direction, end) || out->sweep > M_PI ||
        !opens(wall, out, inner)) {
        return quire_object_error(wall->object, diag, "E-MODEL", "choose a shorter 'mouth-length'",
                                  "the path bends too much along the mouth at %g mm: the %s wall "
                                  "would not open by %g mm over %g mm",
                                  1e3 * outer, wall_name(wall), 1e3 * wall->mouth,
                                  1e3 * wall->length);
    }
    if (outer < inner) {
        quire_piece_reverse(out);
    }
    return QUIRE_OK;
}

static quire_status
check_wall(const struct wall *wall, quire_diag *diag)
{
    const double from = wall->channel->from, to = wall->channel->to;
    quire_status status = check_radius(wall, from, to, wall->offset, diag);
    if (status == QUIRE_OK && wall->mouth > 0.0) {
        status = check_radius(wall, from, from + wall->length, wall->offset + wall->mouth, diag);
    }
    if (status == QUIRE_OK && wall->mouth > 0.0) {
        status = check_radius(wall, to - wall->length, to, wall->offset + wall->mouth, diag);
    }
    return status;
}

/* The wall between its mouths, added to what is there. */
static quire_status
add_middle(struct quire_outline *out, const struct wall *wall, double from, double to)
{
    struct quire_outline middle;
    quire_status status = QUIRE_OK;
    if (to - from <= SHORTEST) {
        return QUIRE_OK;
    }
    if (quire_outline_parallel(&middle, wall->path, from, to, wall->side * wall->offset) !=
        QUIRE_OK) {
        return QUIRE_ERROR_LIMIT; /* radii have been checked */
    }
    for (size_t i = 0; i < middle.n && status == QUIRE_OK; i++) {
        status = quire_outline_add_piece(out, &middle.piece[i]);
    }
    quire_outline_clear(&middle);
    return status;
}

static quire_status
trace_wall(struct quire_outline *out, const struct wall *wall, quire_diag *diag)
{
    const double from = wall->channel->from, to = wall->channel->to;
    struct quire_piece mouth[2];
    quire_status status = check_wall(wall, diag);
    if (status == QUIRE_OK && wall->mouth > 0.0) {
        status = make_mouth(&mouth[0], wall, from + wall->length, from, diag);
        status =
            quire_status_first(status, make_mouth(&mouth[1], wall, to - wall->length, to, diag));
    }
    if (status != QUIRE_OK) {
        return status;
    }
    if (wall->mouth > 0.0) {
        status = quire_outline_add_piece(out, &mouth[0]);
    }
    status =
        quire_status_first(status, add_middle(out, wall, from + wall->length, to - wall->length));
    if (wall->mouth > 0.0) {
        status = quire_status_first(status, quire_outline_add_piece(out, &mouth[1]));
    }
    return quire_shape_added(wall->object, diag, status);
}

quire_status
quire_channel_trace(struct quire_outline *left, struct quire_outline *right,
                    const struct quire_object *channel, quire_diag *diag)
{
    const struct quire_channel_params *params = channel->params;
    struct quire_outline path;
    struct wall wall = {
        .channel = params, .object = channel, .path = &path, .offset = 0.5 * params->gap};
    wall.mouth = params->mouth;
    wall.length = params->mouth > 0.0 ? params->mouth_length : 0.0;
    *left = *right = (struct quire_outline){0};
    quire_status status = quire_path_trace(&path, params->path, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    if (!(params->from < params->to) || 2.0 * wall.length > params->to - params->from + SHORTEST) {
        status = quire_object_error(
            channel, diag, "E-MODEL", NULL,
            "no room from %g mm to %g mm for a channel with its mouths (%g mm each)",
            1e3 * params->from, 1e3 * params->to, 1e3 * wall.length);
        goto done;
    }
    wall.side = 1.0;
    status = trace_wall(left, &wall, diag);
    wall.side = -1.0;
    status = quire_status_first(status, trace_wall(right, &wall, diag));
done:
    if (status != QUIRE_OK) {
        quire_outline_clear(left);
        quire_outline_clear(right);
    }
    quire_outline_clear(&path);
    return status;
}
