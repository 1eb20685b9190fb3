#include "geometry/loops.h"

#include <math.h>
#include <stdlib.h>

#include "geometry/outline.h"
#include "geometry/piece.h"

#define OFF 1e-9 /* how far points that are on a piece may be computed away from it [m] */

struct box {
    double low[2], high[2];
};

static bool
are_apart(const struct box *a, const struct box *b)
{
    return a->high[0] < b->low[0] || b->high[0] < a->low[0] || a->high[1] < b->low[1] ||
           b->high[1] < a->low[1];
}

/* ---- points that two pieces share, gone on with beyond their ends ---- */

static int
line_and_line(const struct quire_piece *a, const struct quire_piece *b, double p[2][2])
{
    const double *u = a->direction, *v = b->direction,
                 w[2] = {b->from[0] - a->from[0], b->from[1] - a->from[1]};
    const double below = u[0] * v[1] - u[1] * v[0], t = (w[0] * v[1] - w[1] * v[0]) / below;
    if (!isfinite(t)) {
        return 0;
    }
    p[0][0] = a->from[0] + t * u[0];
    p[0][1] = a->from[1] + t * u[1];
    return 1;
}

/* the two points at right angles to `e`, a unit vector, from `foot` that are sqrt(square) away */
static int
both_sides(const double foot[2], const double e[2], double square, double p[2][2])
{
    const double h = sqrt(square);
    for (int k = 0; k < 2 && square >= 0.0; k++) {
        const double side = k == 0 ? h : -h;
        p[k][0] = foot[0] - side * e[1];
        p[k][1] = foot[1] + side * e[0];
    }
    return square >= 0.0 ? 2 : 0;
}

static int
line_and_arc(const struct quire_piece *line, const struct quire_piece *arc, double p[2][2])
{
    const double *u = line->direction, e[2] = {u[1], -u[0]},
                 w[2] = {arc->centre[0] - line->from[0], arc->centre[1] - line->from[1]};
    const double t = w[0] * u[0] + w[1] * u[1], d = w[0] * u[1] - w[1] * u[0];
    const double foot[2] = {line->from[0] + t * u[0], line->from[1] + t * u[1]};
    return both_sides(foot, e, arc->radius * arc->radius - d * d, p);
}

static int
arc_and_arc(const struct quire_piece *a, const struct quire_piece *b, double p[2][2])
{
    const double w[2] = {b->centre[0] - a->centre[0], b->centre[1] - a->centre[1]};
    const double d = sqrt(w[0] * w[0] + w[1] * w[1]);
    if (!(d > OFF)) {
        return 0;
    }
    const double e[2] = {w[0] / d, w[1] / d};
    const double t = 0.5 * (d + (a->radius - b->radius) * (a->radius + b->radius) / d);
    const double foot[2] = {a->centre[0] + t * e[0], a->centre[1] + t * e[1]};
    return both_sides(foot, e, a->radius * a->radius - t * t, p);
}

static int
meet(const struct quire_piece *a, const struct quire_piece *b, double p[2][2])
{
    if (a->turn == 0.0) {
        return b->turn == 0.0 ? line_and_line(a, b, p) : line_and_arc(a, b, p);
    }
    return b->turn == 0.0 ? line_and_arc(b, a, p) : arc_and_arc(a, b, p);
}

/* ---- within both ---- */

static bool
is_inside(const struct quire_piece *piece, const double p[2], double margin)
{
    const struct quire_piece_foot foot = quire_piece_foot(piece, p);
    return foot.along > margin && foot.along < piece->length - margin && fabs(foot.left) < OFF;
}

int
quire_pieces_cross(const struct quire_piece *a, const struct quire_piece *b, double margin,
                   double at[2][2])
{
    double p[2][2];
    int found = 0;
    const int n = meet(a, b, p);
    for (int k = 0; k < n; k++) {
        if (is_inside(a, p[k], margin) && is_inside(b, p[k], margin)) {
            at[found][0] = p[k][0];
            at[found++][1] = p[k][1];
        }
    }
    return found;
}

static bool
cross(const struct quire_piece *a, const struct quire_piece *b, double margin, double at[2])
{
    double p[2][2];
    if (quire_pieces_cross(a, b, margin, p) == 0) {
        return false;
    }
    at[0] = p[0][0];
    at[1] = p[0][1];
    return true;
}

static void
find_boxes(const struct quire_outline *in, struct box *box)
{
    for (size_t i = 0; i < in->n; i++) {
        const struct quire_outline one = {.piece = &in->piece[i], .n = 1};
        quire_outline_bounds(&one, box[i].low, box[i].high);
    }
}

bool
quire_outline_crosses_itself(const struct quire_outline *in, double margin, double at[2])
{
    bool found = false;
    struct box *box = in->n <= QUIRE_LOOPS_LIMIT ? malloc((in->n + 1) * sizeof *box) : NULL;
    if (box == NULL) {
        return false;
    }
    find_boxes(in, box);
    for (size_t i = 0; i < in->n && !found; i++) {
        for (size_t k = i + 2; k < in->n && !found; k++) {
            found = !are_apart(&box[i], &box[k]) && cross(&in->piece[i], &in->piece[k], margin, at);
        }
    }
    free(box);
    return found;
}
