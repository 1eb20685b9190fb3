#include "geometry/outline.h"

#include <math.h>
#include <stdlib.h>

#include "geometry/piece.h"

void
quire_outline_begin(struct quire_outline *out, const double at[2], double heading)
{
    *out = (struct quire_outline){.origin = {at[0], at[1]}};
    quire_direction_of(heading, out->heading);
}

void
quire_outline_clear(struct quire_outline *out)
{
    free(out->piece);
    *out = (struct quire_outline){0};
}

static void
start_of(const struct quire_outline *in, const double **point, const double **direction)
{
    *point = in->n > 0 ? in->piece[0].from : in->origin;
    *direction = in->n > 0 ? in->piece[0].direction : in->heading;
}

static void
end_of(const struct quire_outline *in, const double **point, const double **direction)
{
    *point = in->n > 0 ? in->piece[in->n - 1].to : in->origin;
    *direction = in->n > 0 ? in->piece[in->n - 1].end_direction : in->heading;
}

quire_status
quire_outline_add_piece(struct quire_outline *out, const struct quire_piece *piece)
{
    if (out->n == out->capacity) {
        const size_t capacity = out->capacity > 0 ? 2 * out->capacity : 8;
        struct quire_piece *grown = realloc(out->piece, capacity * sizeof *grown);
        if (grown == NULL) {
            return QUIRE_ERROR_LIMIT;
        }
        out->piece = grown;
        out->capacity = capacity;
    }
    out->piece[out->n] = *piece;
    out->piece[out->n].start = out->length;
    out->length += piece->length;
    out->n++;
    return QUIRE_OK;
}

quire_status
quire_outline_add_line(struct quire_outline *out, double length)
{
    const double *at, *direction;
    end_of(out, &at, &direction);
    if (!(length > 0.0) || !isfinite(length)) {
        return QUIRE_ERROR_INPUT;
    }
    /* the direction is handed on as it is: taken from the end points it would lose digits on short
     * lines */
    const struct quire_piece piece = {
        .from = {at[0], at[1]},
        .to = {at[0] + length * direction[0], at[1] + length * direction[1]},
        .direction = {direction[0], direction[1]},
        .end_direction = {direction[0], direction[1]},
        .length = length,
    };
    return quire_outline_add_piece(out, &piece);
}

quire_status
quire_outline_add_arc(struct quire_outline *out, double radius, double angle, double turn)
{
    const double *at, *direction;
    struct quire_piece piece;
    end_of(out, &at, &direction);
    return quire_piece_arc(&piece, at, direction, radius, angle, turn)
               ? quire_outline_add_piece(out, &piece)
               : QUIRE_ERROR_INPUT;
}

quire_status
quire_outline_add_segment(struct quire_outline *out, const double from[2], const double to[2])
{
    struct quire_piece piece;
    return quire_piece_line(&piece, from, to) ? quire_outline_add_piece(out, &piece)
                                              : QUIRE_ERROR_INPUT;
}

quire_status
quire_outline_add_circular(struct quire_outline *out, const double centre[2], double radius,
                           double start_angle, double sweep, double turn)
{
    double e[2];
    struct quire_piece piece;
    quire_direction_of(start_angle, e);
    const double from[2] = {centre[0] + radius * e[0], centre[1] + radius * e[1]};
    const double direction[2] = {-turn * e[1], turn * e[0]};
    if (!quire_piece_arc(&piece, from, direction, radius, sweep, turn)) {
        return QUIRE_ERROR_INPUT;
    }
    piece.centre[0] = centre[0];
    piece.centre[1] = centre[1];
    const quire_status status = quire_outline_add_piece(out, &piece);
    out->closed = status == QUIRE_OK && out->n == 1 && sweep == 2.0 * M_PI;
    return status;
}

/* The last piece that starts at or before s. */
static const struct quire_piece *
piece_at(const struct quire_outline *in, double s)
{
    size_t low = 0, high = in->n; /* the piece is in [low, high) */
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (in->piece[middle].start <= s) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return &in->piece[low];
}

void
quire_outline_at(const struct quire_outline *in, double s, double point[2], double tangent[2])
{
    const double *at, *direction;
    double beyond;
    if (in->n > 0 && s >= 0.0 && s <= in->length) {
        const struct quire_piece *piece = piece_at(in, s);
        quire_piece_at(piece, fmin(s - piece->start, piece->length), point, tangent);
        return;
    }
    if (s < 0.0) {
        start_of(in, &at, &direction);
        beyond = s;
    } else {
        end_of(in, &at, &direction);
        beyond = s - in->length;
    }
    for (int i = 0; i < 2; i++) {
        point[i] = at[i] + beyond * direction[i];
        if (tangent != NULL) {
            tangent[i] = direction[i];
        }
    }
}

/* The foot chosen among those found so far. */
struct choice {
    double hint;  /* < 0: the nearest foot wins, otherwise the one whose s is nearest to it */
    double limit; /* feet farther away do not count [m] */
    double score, s, left;
};

static void
offer(struct choice *choice, double s, double left)
{
    const double score = choice->hint < 0.0 ? fabs(left) : fabs(s - choice->hint);
    if (fabs(left) <= choice->limit && score < choice->score) {
        choice->score = score;
        choice->s = s;
        choice->left = left;
    }
}

/* A point nearest to the vertex between two pieces: to the left when on the left of both on
 * average. */
static void
offer_vertex(struct choice *choice, double s, const double p[2], const double at[2],
             const double before[2], const double after[2])
{
    const double w[2] = {p[0] - at[0], p[1] - at[1]};
    const double t[2] = {before[0] + after[0], before[1] + after[1]};
    offer(choice, s, copysign(sqrt(w[0] * w[0] + w[1] * w[1]), t[0] * w[1] - t[1] * w[0]));
}

/* Which end of a piece is nearest: -1 the first, +1 the last, 0 a point between. */
static int
nearest_end(const struct quire_piece *piece, double along)
{
    return along < 0.0 ? -1 : along > piece->length ? 1 : 0;
}

/* Offers every foot: points of pieces and of the straight ends where the distance to p is least
 * nearby. */
static void
offer_feet(struct choice *choice, const struct quire_outline *in, const double p[2])
{
    const double *first, *first_direction, *last, *last_direction;
    start_of(in, &first, &first_direction);
    end_of(in, &last, &last_direction);
    const double *before = first_direction;
    int end = 1; /* nearest end of the piece before */
    if (in->closed) {
        before = last_direction;
        end = nearest_end(&in->piece[in->n - 1], quire_piece_foot(&in->piece[in->n - 1], p).along);
    } else {
        const double w[2] = {p[0] - first[0], p[1] - first[1]};
        const double ahead = w[0] * before[0] + w[1] * before[1];
        if (ahead < 0.0 || in->n == 0) {
            offer(choice, ahead, before[0] * w[1] - before[1] * w[0]);
            end = 0;
        }
    }
    for (size_t i = 0; i < in->n; i++) {
        const struct quire_piece *piece = &in->piece[i];
        const struct quire_piece_foot foot = quire_piece_foot(piece, p);
        const int nearest = nearest_end(piece, foot.along);
        if (nearest == 0) {
            offer(choice, piece->start + foot.along, foot.left);
        } else if (nearest < 0 && end > 0) {
            offer_vertex(choice, piece->start, p, piece->from, before, piece->direction);
        }
        before = piece->end_direction;
        end = nearest;
    }
    if (!in->closed && in->n > 0) {
        const double w[2] = {p[0] - last[0], p[1] - last[1]};
        const double ahead = w[0] * before[0] + w[1] * before[1];
        if (ahead > 0.0) {
            offer(choice, in->length + ahead, before[0] * w[1] - before[1] * w[0]);
        } else if (end > 0) {
            offer_vertex(choice, in->length, p, last, before, before);
        }
    }
}

void
quire_outline_project(const struct quire_outline *in, const double p[2], double hint, double *s,
                      double *left)
{
    struct choice nearest = {.hint = -1.0, .limit = INFINITY, .score = INFINITY};
    offer_feet(&nearest, in, p);
    *s = nearest.s;
    *left = nearest.left;
    if (hint >= 0.0) {
        struct choice hinted = {.hint = hint, .score = INFINITY};
        hinted.limit =
            1.5 * fabs(nearest.left) + 1e-9; /* 1 nm: the path itself where it crosses itself */
        offer_feet(&hinted, in, p);
        *s = hinted.s;
        *left = hinted.left;
    }
}

/* from a place of the outline to a point */
static double
distance_squared(const struct quire_outline *path, double s, const double p[2])
{
    double at[2];

    quire_outline_at(path, s, at, NULL);
    const double dx = p[0] - at[0], dy = p[1] - at[1];
    return dx * dx + dy * dy;
}

bool
quire_outline_follow(const struct quire_outline *path, const double p[2], double hint,
                     double window, double *s, double *left)
{
    double best = -1; /* not asked for until there are two */
    bool found = false;

    for (size_t i = 0; i < path->n; i++) {
        const struct quire_piece *piece = path->piece + i;
        if ((i + 1 < path->n && piece->start + piece->length < hint - window) ||
            (i > 0 && piece->start > hint + window)) {
            continue;
        }
        const struct quire_piece_foot foot = quire_piece_foot(piece, p);
        double along = foot.along;
        /* straight on at the ends */
        along = along < 0 && i > 0                         ? 0
                : along > piece->length && i + 1 < path->n ? piece->length
                                                           : along;
        const double at_s = piece->start + along;
        if (fabs(at_s - hint) > window) {
            continue;
        }
        best = found && best < 0 ? distance_squared(path, *s, p) : best;
        const double d = found ? distance_squared(path, at_s, p) : -1;
        if (!found || d < best) {
            best = d;
            *s = at_s;
            *left = foot.left;
        }
        found = true;
    }
    return found;
}
