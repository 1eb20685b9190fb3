#include <math.h>

#include "geometry/outline.h"
#include "geometry/piece.h"

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
        const struct quire_piece *piece = &in->piece[i];
        status = add_part(out, piece, fmax(from - piece->start, 0.0),
                          fmin(to - piece->start, piece->length), offset);
    }
    if (status == QUIRE_OK) {
        status = add_straight(out, in, fmax(from, in->length), to, offset);
    }
    if (status != QUIRE_OK) {
        quire_outline_clear(out);
    }
    return status;
}
