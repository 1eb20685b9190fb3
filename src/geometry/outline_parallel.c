#include <math.h>

#include "geometry/corners.h"
#include "geometry/loops.h"
#include "geometry/outline.h"
#include "geometry/piece.h"
#include "math/detmath.h"

#define ROUNDED  1e-6  /* [m]; by which numbers of models and drawings are rounded */
#define SHORTEST 1e-12 /* [m]; what is left of a piece when an end falls on a joint */

double
quire_outline_tightest(const struct quire_outline *in, double from, double to, double turn)
{
    double radius = INFINITY;
    for (size_t i = 0; i < in->n; i++) {
        const struct quire_piece *piece = &in->piece[i];
        const bool inside =
            piece->start < to - SHORTEST && piece->start + piece->length > from + SHORTEST;
        if (inside && piece->turn == turn && piece->radius < radius) {
            radius = piece->radius;
        }
    }
    return radius;
}

/* The point beside the outline's straight end or piece, and the tangent there. */
static void
point_beside(const struct quire_outline *in, double s, double offset, double point[2])
{
    double tangent[2];
    quire_outline_at(in, s, point, tangent);
    point[0] -= offset * tangent[1];
    point[1] += offset * tangent[0];
}

static quire_status
add_straight(struct quire_outline *out, const struct quire_outline *in, double from, double to,
             double offset)
{
    double a[2], b[2];
    if (to - from <= SHORTEST) {
        return QUIRE_OK;
    }
    point_beside(in, from, offset, a);
    point_beside(in, to, offset, b);
    return quire_outline_add_segment(out, a, b);
}

/* The part of a piece between two distances from its start, moved aside. */
static quire_status
add_part(struct quire_outline *out, const struct quire_piece *piece, double from, double to,
         double offset)
{
    struct quire_piece part;
    double at[2], t[2];
    if (to - from <= SHORTEST) {
        return QUIRE_OK;
    }
    quire_piece_at(piece, from, at, t);
    at[0] -= offset * t[1];
    at[1] += offset * t[0];
    if (piece->turn == 0.0) {
        const double end[2] = {at[0] + (to - from) * t[0], at[1] + (to - from) * t[1]};
        return quire_piece_line(&part, at, end) ? quire_outline_add_piece(out, &part)
                                                : QUIRE_ERROR_INPUT;
    }
    const double radius = piece->radius - piece->turn * offset;
    const double sweep = fmin((to - from) / piece->radius, piece->sweep);
    return quire_piece_arc(&part, at, t, radius, sweep, piece->turn)
               ? quire_outline_add_piece(out, &part)
               : QUIRE_ERROR_INPUT;
}

/* ---- kinks ---- */

/* By how much the outline turns to the left between two pieces [rad]; 0 where it goes on smoothly,
 * or by rounding not quite so: then the parallel has a step there, shorter than any piece. */
static double
kink_between(const struct quire_piece *before, const struct quire_piece *after, double offset)
{
    const double *a = before->end_direction, *b = after->direction;
    const double turn = quire_atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]);
    return fabs(turn) < QUIRE_SMOOTH_JOINT || fabs(turn * offset) < ROUNDED ? 0.0 : turn;
}

/* Round a kink that sticks out: all that is as far from it. */
static quire_status
add_round(struct quire_outline *out, const struct quire_piece *before, double turn, double offset)
{
    const double *t = before->end_direction,
                 at[2] = {before->to[0] - offset * t[1], before->to[1] + offset * t[0]};
    struct quire_piece arc;
    return quire_piece_arc(&arc, at, t, fabs(offset), fabs(turn), turn > 0.0 ? 1.0 : -1.0)
               ? quire_outline_add_piece(out, &arc)
               : QUIRE_ERROR_INPUT;
}

/* What is left of a piece between two distances from its start. */
static bool
shorten(struct quire_piece *piece, double from, double to)
{
    struct quire_piece part;
    double a[2], b[2], t[2];
    quire_piece_at(piece, from, a, t);
    quire_piece_at(piece, to, b, NULL);
    const bool good =
        to - from > SHORTEST &&
        (piece->turn == 0.0 ? quire_piece_line(&part, a, b)
                            : quire_piece_arc(&part, a, t, piece->radius,
                                              (to - from) / piece->radius, piece->turn));
    if (good) {
        *piece = part;
    }
    return good;
}

/* In a hollow kink both pieces end where they cross. */
static quire_status
cut_hollow(struct quire_piece *before, struct quire_piece *after)
{
    double p[2][2];
    const int n = quire_pieces_cross(before, after, -SHORTEST, p);
    if (n == 0) {
        return QUIRE_ERROR_INPUT;
    }
    int first = 0; /* the one that is nearer to the kink */
    if (n > 1 && quire_piece_foot(before, p[1]).along > quire_piece_foot(before, p[0]).along) {
        first = 1;
    }
    return shorten(before, 0.0, quire_piece_foot(before, p[first]).along) &&
                   shorten(after, quire_piece_foot(after, p[first]).along, after->length)
               ? QUIRE_OK
               : QUIRE_ERROR_INPUT;
}

/* The last joint of an outline that is closed, between the last piece and the first. */
static quire_status
close_kink(struct quire_outline *out, const struct quire_outline *in, double offset)
{
    const double turn = kink_between(&in->piece[in->n - 1], &in->piece[0], offset);
    return turn == 0.0 || out->n < 2 ? QUIRE_OK
           : turn * offset < 0.0     ? add_round(out, &in->piece[in->n - 1], turn, offset)
                                     : cut_hollow(&out->piece[out->n - 1], &out->piece[0]);
}

/* After pieces were cut: distances along the outline. */
static void
measure(struct quire_outline *out)
{
    out->length = 0.0;
    for (size_t i = 0; i < out->n; i++) {
        out->piece[i].start = out->length;
        out->length += out->piece[i].length;
    }
}

/* A piece moved aside, with the kink before it. */
static quire_status
add_joined(struct quire_outline *out, const struct quire_outline *in, size_t i, double from,
           double to, double offset)
{
    const struct quire_piece *piece = &in->piece[i];
    const bool follows = i > 0 && out->n > 0 && from <= piece->start && to > piece->start;
    const double turn = follows ? kink_between(piece - 1, piece, offset) : 0.0;
    quire_status status = turn * offset < 0.0 ? add_round(out, piece - 1, turn, offset) : QUIRE_OK;
    const size_t n = out->n;
    if (status == QUIRE_OK) {
        status = add_part(out, piece, fmax(from - piece->start, 0.0),
                          fmin(to - piece->start, piece->length), offset);
    }
    if (status == QUIRE_OK && turn * offset > 0.0 && out->n > n) {
        status = cut_hollow(&out->piece[n - 1], &out->piece[n]);
    }
    return status;
}

quire_status
quire_outline_parallel(struct quire_outline *out, const struct quire_outline *in, double from,
                       double to, double offset)
{
    double at[2], tangent[2];
    quire_outline_at(in, from, at, tangent);
    *out = (struct quire_outline){.heading = {tangent[0], tangent[1]}};
    point_beside(in, from, offset, out->origin);
    quire_status status =
        from < to ? add_straight(out, in, from, fmin(to, 0.0), offset) : QUIRE_ERROR_INPUT;
    for (size_t i = 0; i < in->n && status == QUIRE_OK; i++) {
        status = add_joined(out, in, i, from, to, offset);
    }
    if (status == QUIRE_OK && in->closed && from <= 0.0 && to >= in->length) {
        status = close_kink(out, in, offset);
    } else if (status == QUIRE_OK) {
        status = add_straight(out, in, fmax(from, in->length), to, offset);
    }
    measure(out);
    if (status != QUIRE_OK) {
        quire_outline_clear(out);
    }
    return status;
}

/* ---- solids ---- */

static quire_status
add_all(struct quire_outline *out, const struct quire_outline *in, bool backwards)
{
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < in->n && status == QUIRE_OK; i++) {
        struct quire_piece piece = in->piece[backwards ? in->n - 1 - i : i];
        if (backwards) {
            quire_piece_reverse(&piece);
        }
        status = quire_outline_add_piece(out, &piece);
    }
    return status;
}

/* From behind the surface to its beginning, or from its end to there. */
static quire_status
add_end_wall(struct quire_outline *out, const double at[2], const double along[2], double behind,
             bool begins)
{
    const double deep[2] = {at[0] + behind * along[1], at[1] - behind * along[0]};
    return begins ? quire_outline_add_segment(out, deep, at)
                  : quire_outline_add_segment(out, at, deep);
}

static quire_status
add_wall(struct quire_outline *out, const struct quire_outline *right,
         const struct quire_outline *left)
{
    const struct quire_piece *first = right->piece, *last = right->piece + right->n - 1;
    quire_status status = add_all(out, left, false);
    if (status == QUIRE_OK && !left->closed) {
        status = quire_outline_add_segment(out, left->piece[left->n - 1].to, last->to);
    }
    if (status == QUIRE_OK) {
        status = add_all(out, right, true);
    }
    if (status == QUIRE_OK && !left->closed) {
        status = quire_outline_add_segment(out, first->from, left->piece[0].from);
    }
    out->closed = !left->closed;
    return status;
}

quire_status
quire_outline_solid(struct quire_outline *out, const struct quire_outline *surface,
                    const struct quire_outline *other, double side, double depth)
{
    *out = (struct quire_outline){0};
    if (surface->n == 0) {
        return QUIRE_OK;
    }
    const struct quire_piece *first = surface->piece, *last = first + surface->n - 1;
    const bool open = !surface->closed && depth > 0.0;
    const double behind = side < 0.0 ? -depth : depth;
    quire_status status = QUIRE_OK;
    if (other != NULL && other->n > 0) {
        status = add_wall(out, surface, other);
    } else {
        status = open ? add_end_wall(out, first->from, first->direction, behind, true) : QUIRE_OK;
        status = status == QUIRE_OK ? add_all(out, surface, false) : status;
        status = status == QUIRE_OK && open
                     ? add_end_wall(out, last->to, last->end_direction, behind, false)
                     : status;
        out->closed = surface->closed;
    }
    if (status != QUIRE_OK) {
        quire_outline_clear(out);
    }
    return status;
}
