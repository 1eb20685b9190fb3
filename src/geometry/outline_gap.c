#include <math.h>

#include "geometry/outline.h"
#include "geometry/piece.h"

/* The nearest point of the outline: in piece `piece`, at its first (-1) or last (+1) end or between
 * (0). */
struct nearest {
    size_t piece;
    int end;
    double distance;
    struct quire_piece_foot foot;
};

static struct nearest
find_nearest(const struct quire_outline *in, const double p[2])
{
    struct nearest best = {.distance = INFINITY};
    for (size_t i = 0; i < in->n; i++) {
        const struct quire_piece *piece = &in->piece[i];
        const struct quire_piece_foot foot = quire_piece_foot(piece, p);
        const int end = foot.along < 0.0 ? -1 : foot.along > piece->length ? 1 : 0;
        const double *at = end < 0 ? piece->from : piece->to;
        const double dx = p[0] - at[0], dy = p[1] - at[1];
        const double distance = end == 0 ? fabs(foot.left) : sqrt(dx * dx + dy * dy);
        if (distance < best.distance) {
            best = (struct nearest){i, end, distance, foot};
        }
    }
    return best;
}

/* Beside the inside of a piece. */
static void
fill_face(struct quire_gap *gap, const struct quire_piece *piece, double side,
          struct quire_piece_foot foot)
{
    double t[2];
    const double sign = side != 0.0 ? side : foot.left < 0.0 ? -1.0 : 1.0;
    quire_piece_at(piece, foot.along, gap->foot, t);
    gap->s = piece->start + foot.along;
    gap->distance = sign * foot.left;
    gap->normal[0] = -sign * t[1];
    gap->normal[1] = sign * t[0];
}

/* Beside an end of a piece: `before` and `after` are the tangents on both sides of it, one of them
 * NULL at a free end. */
static void
fill_end(struct quire_gap *gap, const double at[2], const double *before, const double *after,
         double side, const double p[2])
{
    const double w[2] = {p[0] - at[0], p[1] - at[1]}, distance = sqrt(w[0] * w[0] + w[1] * w[1]);
    const double *only = before != NULL ? before : after;
    const bool free_end = before == NULL || after == NULL;
    const double t[2] = {free_end ? only[0] : before[0] + after[0],
                         free_end ? only[1] : before[1] + after[1]};
    const double length = sqrt(t[0] * t[0] + t[1] * t[1]), left = t[0] * w[1] - t[1] * w[0];
    const double sign = !free_end && side * left < 0.0 ? -1.0 : 1.0;
    gap->distance = sign * distance;
    for (int i = 0; i < 2; i++) {
        gap->foot[i] = at[i];
        gap->normal[i] = sign * w[i] / distance;
    }
    if (distance == 0.0) {
        const double face = side < 0.0 ? -1.0 : 1.0;
        gap->normal[0] = length > 0.0 ? -face * t[1] / length : only[0];
        gap->normal[1] = length > 0.0 ? face * t[0] / length : only[1];
    }
}

struct quire_gap
quire_outline_gap(const struct quire_outline *in, double side, const double p[2])
{
    const struct nearest nearest = find_nearest(in, p);
    struct quire_gap gap = {
        .piece = nearest.piece, .distance = nearest.distance, .normal = {0.0, 1.0}};
    if (in->n == 0) {
        return gap;
    }
    const struct quire_piece *piece = &in->piece[nearest.piece];
    if (nearest.end == 0) {
        fill_face(&gap, piece, side, nearest.foot);
        return gap;
    }
    const struct quire_piece *first = in->piece, *last = &in->piece[in->n - 1];
    if (nearest.end < 0) {
        const struct quire_piece *before = piece > first ? piece - 1 : in->closed ? last : NULL;
        fill_end(&gap, piece->from, before != NULL ? before->end_direction : NULL, piece->direction,
                 side, p);
        gap.s = piece->start;
    } else {
        const struct quire_piece *after = piece < last ? piece + 1 : in->closed ? first : NULL;
        fill_end(&gap, piece->to, piece->end_direction, after != NULL ? after->direction : NULL,
                 side, p);
        gap.s = piece->start + piece->length;
    }
    return gap;
}
