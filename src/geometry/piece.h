/* One straight or circular piece of an outline: making it, points on it, the foot of a point on it.
 * Lengths in m, angles in rad. Only + - * / sqrt and math/detmath.h, so that results are the same
 * on every processor. */
#ifndef QUIRE_GEOMETRY_PIECE_H
#define QUIRE_GEOMETRY_PIECE_H

#include <stdbool.h>
#include <stddef.h>

/* A straight or circular piece of an outline, run through from `from` to `to`. */
struct quire_piece {
    double from[2], to[2];   /* end points [m] */
    double direction[2];     /* unit tangent at `from` */
    double end_direction[2]; /* unit tangent at `to` */
    double centre[2];        /* of the circle [m]; 0 for lines */
    double radius;           /* [m]; 0 for lines */
    double turn;             /* +1 turns left (counter-clockwise), -1 right, 0 straight */
    double sweep;            /* angle of the arc [rad], > 0; 0 for lines */
    double length;           /* [m] */
    double start;            /* distance of `from` along the outline [m] */
};

/* Cosine and sine of an angle, exact at whole quarter turns. */
void quire_direction_of(double angle, double direction[2]);

/* Straight from point to point; false when they coincide. */
bool quire_piece_line(struct quire_piece *out, const double from[2], const double to[2]);

/* Circular, leaving `from` along the unit vector `direction`; turn +1 to the left, -1 to the right.
 * False unless radius > 0 and 0 < sweep <= 2 pi. */
bool quire_piece_arc(struct quire_piece *out, const double from[2], const double direction[2],
                     double radius, double sweep, double turn);

/* The one arc that leaves `from` along `direction` and ends at `to`; a line when it would turn by
 * less than 5e-7 rad. False when the points coincide or `to` lies straight behind. */
bool quire_piece_tangent_arc(struct quire_piece *out, const double from[2],
                             const double direction[2], const double to[2]);

/* The same piece run through the other way. */
void quire_piece_reverse(struct quire_piece *piece);

/* Point and unit tangent at distance `along` from the piece's start; tangent may be NULL. */
void quire_piece_at(const struct quire_piece *piece, double along, double point[2],
                    double tangent[2]);

/* Where a point stands beside the piece. */
struct quire_piece_foot {
    /* of the nearest point, from the piece's start [m]; below 0 or above the length: beyond that
     * end, then the nearest point is the end itself */
    double along;
    double left; /* distance to the left of the piece gone on with beyond its ends [m] */
};
struct quire_piece_foot quire_piece_foot(const struct quire_piece *piece, const double p[2]);
/* Its distance to the left alone. */
double quire_piece_left(const struct quire_piece *piece, const double p[2]);

#endif
