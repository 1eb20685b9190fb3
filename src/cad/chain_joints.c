#include "cad/chain_joints.h"

#include <math.h>

#include "geometry/curve.h"
#include "geometry/loops.h"
#include "geometry/outline.h"
#include "geometry/piece.h"
#include "math/detmath.h"

#define DEGREE   (M_PI / 180.0)
#define CORNER   5e-7             /* [rad]; what turns by less is smooth for all that touches it */
#define INTENDED (5.0 * DEGREE)   /* a corner that turns by more was meant */
#define BACK     (179.9 * DEGREE) /* beyond this it is the way back */

/* Lets two pieces share a point: a line is led there; of two arcs the second gets a new beginning.
 */
static void
join(struct quire_piece *before, struct quire_piece *after)
{
    struct quire_piece line;
    const double gap = quire_chain_distance(before->to, after->from);
    if (!(gap > 0.0)) {
        return;
    }
    if (after->turn == 0.0 && quire_piece_line(&line, before->to, after->to)) {
        *after = line;
    } else if (before->turn == 0.0 && quire_piece_line(&line, before->from, after->from)) {
        *before = line;
    } else if (gap > QUIRE_DRAWING_RESOLUTION && after->sweep < 1.5 * M_PI) {
        double middle[2], tangent[2];
        struct quire_piece half, rest;
        quire_piece_at(after, 0.5 * after->length, middle, tangent);
        const double back[2] = {-tangent[0], -tangent[1]};
        /* the arc that leaves the middle backwards to the new beginning tells the tangent there */
        if (quire_piece_tangent_arc(&half, middle, back, before->to)) {
            quire_piece_reverse(&half);
            if (quire_piece_tangent_arc(&rest, before->to, half.direction, after->to)) {
                *after = rest;
            }
        }
    }
}

/* by how much the outline turns to the left from one piece to the next [rad] */
static double
kink(const struct quire_piece *before, const struct quire_piece *after)
{
    const double *a = before->end_direction, *b = after->direction;
    return quire_atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]);
}

/* the tangent that both pieces get, if the joint becomes smooth */
static bool
common_tangent(const struct quire_piece *before, const struct quire_piece *after, double smooth,
               double tangent[2])
{
    const double angle = fabs(kink(before, after));
    if (!(angle > CORNER && angle <= smooth)) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        tangent[i] = before->end_direction[i] + after->direction[i];
    }
    const double length = sqrt(tangent[0] * tangent[0] + tangent[1] * tangent[1]);
    tangent[0] /= length;
    tangent[1] /= length;
    return true;
}

/* Pieces at joints that are nearly smooth become pairs of arcs between the same points with a
 * common tangent. */
static quire_status
smooth_joints(const struct quire_chain_site *c, struct quire_outline *out)
{
    struct quire_outline fair = {.closed = out->closed};
    const size_t n = out->n;
    bool good = true;
    for (size_t i = 0; i < n && good; i++) {
        const struct quire_piece *piece = &out->piece[i];
        double ta[2] = {piece->direction[0], piece->direction[1]},
               tb[2] = {piece->end_direction[0], piece->end_direction[1]};
        const bool has_before = i > 0 || (out->closed && n > 1),
                   has_after = i + 1 < n || (out->closed && n > 1);
        const bool bent_a = has_before && common_tangent(&out->piece[i > 0 ? i - 1 : n - 1], piece,
                                                         c->options->smooth, ta);
        const bool bent_b = has_after && common_tangent(piece, &out->piece[i + 1 < n ? i + 1 : 0],
                                                        c->options->smooth, tb);
        struct quire_piece pair[2];
        if ((bent_a || bent_b) && piece->sweep < M_PI &&
            quire_biarc(&pair[0], &pair[1], piece->from, ta, piece->to, tb)) {
            good = quire_outline_add_piece(&fair, &pair[0]) == QUIRE_OK &&
                   quire_outline_add_piece(&fair, &pair[1]) == QUIRE_OK;
        } else {
            good = quire_outline_add_piece(&fair, piece) == QUIRE_OK;
        }
    }
    quire_outline_clear(out);
    *out = fair;
    return good ? QUIRE_OK : quire_diag_memory_error(c->diag);
}

/* what is left of corners */
struct corners {
    size_t n_small;        /* those that were hardly meant */
    double first, largest; /* the first of them, the largest of all [rad] */
    double first_at[2], largest_at[2];
};

static struct corners
find_corners(const struct quire_outline *out)
{
    struct corners found = {0};
    for (size_t i = out->closed && out->n > 1 ? 0 : 1; i < out->n; i++) {
        const double angle = fabs(kink(&out->piece[i > 0 ? i - 1 : out->n - 1], &out->piece[i]));
        const double *p = out->piece[i].from;
        if (angle > 2.0 * CORNER && angle < INTENDED && found.n_small++ == 0) {
            found.first = angle;
            found.first_at[0] = p[0];
            found.first_at[1] = p[1];
        }
        if (angle > found.largest) {
            found.largest = angle;
            found.largest_at[0] = p[0];
            found.largest_at[1] = p[1];
        }
    }
    return found;
}

static void
warn_of_corners(const struct quire_chain_site *c, const struct corners *found)
{
    char at[QUIRE_CHAIN_PLACE_SIZE];
    quire_diag_warning(c->diag, "W-MODEL", c->options->place, c->options->object,
                       "'smooth' sets the largest angle of joints that are made smooth",
                       "%zu joint%s by less than %g deg and stay%s; the first turns by %.3g deg at "
                       "%s",
                       found->n_small, found->n_small == 1 ? " turns" : "s turn", INTENDED / DEGREE,
                       found->n_small == 1 ? "s a corner" : " corners", found->first / DEGREE,
                       quire_chain_place_words(c, found->first_at, at));
}

static quire_status
look_at_corners(const struct quire_chain_site *c, const struct quire_outline *out)
{
    const struct corners found = find_corners(out);
    char at[QUIRE_CHAIN_PLACE_SIZE];
    if (found.largest > BACK) {
        return quire_chain_error(c, "delete duplicate lines", "the line goes back on itself at %s",
                                 quire_chain_place_words(c, found.largest_at, at));
    }
    if (!c->options->corners && found.largest > 10.0 * CORNER) {
        return quire_chain_error(
            c,
            found.largest < INTENDED
                ? "'smooth' sets the largest angle of joints that are made smooth"
                : "draw an arc there",
            "the line turns by %.3g deg at %s, but a path has no corners", found.largest / DEGREE,
            quire_chain_place_words(c, found.largest_at, at));
    }
    if (found.n_small > 0) {
        warn_of_corners(c, &found);
    }
    return QUIRE_OK;
}

/* paths may cross themselves: sheets know how far they are; what a guide's line encloses is neither
 * sheet's side nor solid */
static void
look_for_loops(const struct quire_chain_site *c, const struct quire_outline *out)
{
    double crossing[2];
    char at[QUIRE_CHAIN_PLACE_SIZE];
    if (c->options->corners &&
        quire_outline_crosses_itself(out, 2.0 * c->options->join, crossing)) {
        quire_diag_warning(c->diag, "W-MODEL", c->options->place, c->options->object,
                           "give each part a guide of its own", "the line crosses itself at %s",
                           quire_chain_place_words(c, crossing, at));
    }
}

static void
turn_round(struct quire_outline *out)
{
    for (size_t i = 0, k = out->n; i < k; i++) {
        k--;
        struct quire_piece piece = out->piece[i];
        out->piece[i] = out->piece[k];
        quire_piece_reverse(&out->piece[i]);
        if (i != k) {
            quire_piece_reverse(&piece);
            out->piece[k] = piece;
        }
    }
}

quire_status
quire_chain_join(const struct quire_chain_site *c, struct quire_outline *out)
{
    if (c->options->reverse) {
        turn_round(out);
    }
    for (size_t i = 1; i < out->n; i++) {
        join(&out->piece[i - 1], &out->piece[i]);
    }
    if (out->closed && out->n > 1) {
        join(&out->piece[out->n - 1], &out->piece[0]);
    }
    const quire_status status = smooth_joints(c, out);
    if (status == QUIRE_OK) {
        look_for_loops(c, out);
    }
    return status == QUIRE_OK ? look_at_corners(c, out) : status;
}
