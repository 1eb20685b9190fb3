#include "geometry/outline.h"
#include "geometry/piece.h"

static void
turn_vector(double v[2], const double e[2])
{
    const double x = v[0] * e[0] - v[1] * e[1], y = v[0] * e[1] + v[1] * e[0];
    v[0] = x;
    v[1] = y;
}

static void
mirror_piece(struct quire_piece *piece)
{
    piece->from[1] = -piece->from[1];
    piece->to[1] = -piece->to[1];
    piece->direction[1] = -piece->direction[1];
    piece->end_direction[1] = -piece->end_direction[1];
    piece->centre[1] = -piece->centre[1];
    piece->turn = -piece->turn;
}

void
quire_outline_move(struct quire_outline *outline, bool mirrored, double angle,
                   const double shift[2])
{
    double e[2];
    quire_direction_of(angle, e);
    for (size_t i = 0; i < outline->n; i++) {
        struct quire_piece *piece = &outline->piece[i];
        if (mirrored) {
            mirror_piece(piece);
        }
        turn_vector(piece->from, e);
        turn_vector(piece->to, e);
        turn_vector(piece->direction, e);
        turn_vector(piece->end_direction, e);
        turn_vector(piece->centre, e);
        for (int k = 0; k < 2; k++) {
            piece->from[k] += shift[k];
            piece->to[k] += shift[k];
            piece->centre[k] += piece->turn != 0.0 ? shift[k] : 0.0;
        }
    }
}
