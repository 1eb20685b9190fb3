#include "geometry/piece.h"

#include <float.h>
#include <math.h>

#include "math/detmath.h"

#define FULL_TURN (2.0 * M_PI)
#define STRAIGHT_HALF_ANGLE                                                                        \
    2.5e-7 /* [rad]; flatter arcs are lines: half of what counts as a corner */

static double
dot(const double a[2], const double b[2])
{
    return a[0] * b[0] + a[1] * b[1];
}

static double
cross(const double a[2], const double b[2])
{
    return a[0] * b[1] - a[1] * b[0];
}

void
quire_direction_of(double angle, double direction[2])
{
    static const double quarter[4][2] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
    const double turns = angle / M_PI_2;
    const double whole = floor(turns + 0.5);
    if (fabs(turns - whole) <= 4.0 * DBL_EPSILON * fabs(turns) && fabs(whole) < 1e6) {
        const double *exact = quarter[((long)whole % 4 + 4) % 4];
        direction[0] = exact[0];
        direction[1] = exact[1];
    } else {
        direction[0] = quire_cos(angle);
        direction[1] = quire_sin(angle);
    }
}

bool
quire_piece_line(struct quire_piece *out, const double from[2], const double to[2])
{
    const double chord[2] = {to[0] - from[0], to[1] - from[1]};
    const double length = sqrt(dot(chord, chord));
    if (!(length > 0.0) || !isfinite(length)) {
        return false;
    }
    *out = (struct quire_piece){.from = {from[0], from[1]}, .to = {to[0], to[1]}, .length = length};
    for (int i = 0; i < 2; i++) {
        out->direction[i] = out->end_direction[i] = chord[i] / length;
    }
    return true;
}

bool
quire_piece_arc(struct quire_piece *out, const double from[2], const double direction[2],
                double radius, double sweep, double turn)
{
    if (!(radius > 0.0) || !isfinite(radius) || !(sweep > 0.0) || !(sweep <= FULL_TURN)) {
        return false;
    }
    *out = (struct quire_piece){
        .from = {from[0], from[1]},
        .direction = {direction[0], direction[1]},
        .centre = {from[0] - turn * direction[1] * radius, from[1] + turn * direction[0] * radius},
        .radius = radius,
        .turn = turn,
        .sweep = sweep,
        .length = radius * sweep,
    };
    quire_piece_at(out, out->length, out->to, out->end_direction);
    if (sweep == FULL_TURN) { /* a circle closes exactly */
        out->to[0] = from[0];
        out->to[1] = from[1];
    }
    return out->length > 0.0;
}

bool
quire_piece_tangent_arc(struct quire_piece *out, const double from[2], const double direction[2],
                        const double to[2])
{
    /* the chord leaves the tangent by half the sweep: chord = 2 R sin(sweep / 2) */
    const double chord[2] = {to[0] - from[0], to[1] - from[1]};
    const double length = sqrt(dot(chord, chord)), aside = cross(direction, chord);
    const double half = quire_atan2(fabs(aside), dot(direction, chord));
    if (!(length > 0.0) || half > M_PI - STRAIGHT_HALF_ANGLE) {
        return false;
    }
    if (half < STRAIGHT_HALF_ANGLE) {
        return quire_piece_line(out, from, to);
    }
    const double radius = length * length / (2.0 * fabs(aside));
    if (!quire_piece_arc(out, from, direction, radius, 2.0 * half, aside > 0.0 ? 1.0 : -1.0)) {
        return false;
    }
    out->to[0] = to[0];
    out->to[1] = to[1];
    return true;
}

void
quire_piece_reverse(struct quire_piece *piece)
{
    const struct quire_piece old = *piece;
    for (int i = 0; i < 2; i++) {
        piece->from[i] = old.to[i];
        piece->to[i] = old.from[i];
        piece->direction[i] = -old.end_direction[i];
        piece->end_direction[i] = -old.direction[i];
    }
    piece->turn = -old.turn;
}

void
quire_piece_at(const struct quire_piece *piece, double along, double point[2], double tangent[2])
{
    const double *t = piece->direction;
    if (piece->turn == 0.0) {
        for (int i = 0; i < 2; i++) {
            point[i] = piece->from[i] + along * t[i];
        }
        if (tangent != NULL) {
            tangent[0] = t[0];
            tangent[1] = t[1];
        }
        return;
    }
    /* from + R (sin t + (1 - cos) n), n towards the centre; no differences of large numbers on flat
     * arcs */
    const double angle = along / piece->radius, n[2] = {-piece->turn * t[1], piece->turn * t[0]};
    double e[2];
    quire_direction_of(angle, e);
    const double half = fabs(angle) < 0.5 ? quire_sin(0.5 * angle) : 0.0;
    const double sagitta = fabs(angle) < 0.5 ? 2.0 * half * half : 1.0 - e[0];
    for (int i = 0; i < 2; i++) {
        point[i] = piece->from[i] + piece->radius * (e[1] * t[i] + sagitta * n[i]);
        if (tangent != NULL) {
            tangent[i] = e[0] * t[i] + e[1] * n[i];
        }
    }
}

/* From the centre a place stands R - inward behind the radius at the arc's beginning, and ahead of
 * it: R - |p - centre| without a difference of large numbers. */
static inline double
inside_of(double r, double ahead, double inward)
{
    const double reach = sqrt(ahead * ahead + (r - inward) * (r - inward));

    return (2.0 * r * inward - ahead * ahead - inward * inward) / (r + reach);
}

double
quire_piece_left(const struct quire_piece *piece, const double p[2])
{
    const double w[2] = {p[0] - piece->from[0], p[1] - piece->from[1]};
    const double ahead = dot(piece->direction, w), aside = cross(piece->direction, w);

    return piece->turn == 0.0 ? aside
                              : piece->turn * inside_of(piece->radius, ahead, piece->turn * aside);
}

struct quire_piece_foot
quire_piece_foot(const struct quire_piece *piece, const double p[2])
{
    const double w[2] = {p[0] - piece->from[0], p[1] - piece->from[1]};
    const double ahead = dot(piece->direction, w), aside = cross(piece->direction, w);
    if (piece->turn == 0.0) {
        return (struct quire_piece_foot){ahead, aside};
    }
    const double inward = piece->turn * aside, r = piece->radius;
    double angle = quire_atan2(ahead, r - inward);
    /* behind the start, unless the way round the circle to the arc's end is shorter */
    if (angle < 0.0 && angle + FULL_TURN - piece->sweep <= -angle) {
        angle += FULL_TURN;
    }
    return (struct quire_piece_foot){r * angle, piece->turn * inside_of(r, ahead, inward)};
}
