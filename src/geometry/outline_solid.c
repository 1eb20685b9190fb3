#include "geometry/outline.h"
#include "geometry/piece.h"

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
