#include "cad/chain.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "geometry/curve.h"
#include "geometry/loops.h"
#include "geometry/outline.h"
#include "geometry/piece.h"
#include "math/detmath.h"
#include "text/number.h"

#define DEGREE   (M_PI / 180.0)
#define CORNER   5e-7             /* [rad]; what turns by less is smooth for all that touches it */
#define INTENDED (5.0 * DEGREE)   /* a corner that turns by more was meant */
#define BACK     (179.9 * DEGREE) /* beyond this it is the way back */
#define NOBODY   SIZE_MAX

/* One of the two ends of a stroke: 2 i its first, 2 i + 1 its last point. */
struct end {
    double at[2];
    int64_t cell[2]; /* of a grid as wide as ends are joined */
    size_t number;
};

struct chaining {
    const struct quire_drawing *drawing;
    const struct quire_chain_options *options;
    quire_diag *diag;
    struct end *end; /* (n_end), by cell */
    size_t n_end;
    size_t *partner; /* (2 n): the end that meets this one; NOBODY */
    bool *seen;      /* (n): the stroke is in a chain that was looked at */
};

/* A chain: where it begins, and how its first stroke in the file lies in it. */
struct chain {
    size_t begin;  /* end of a stroke at which it begins */
    size_t n;      /* strokes */
    size_t oldest; /* its first stroke in the file */
    bool against;  /* which is run through backwards */
    bool closed;
    double distance; /* of its end, or joint, nearest to the start point [m] */
    size_t nearest;  /* that end, or the end of a stroke behind that joint */
};

static double
distance(const double a[2], const double b[2])
{
    const double dx = b[0] - a[0], dy = b[1] - a[1];
    return sqrt(dx * dx + dy * dy);
}

static const double *
end_point(const struct quire_drawing *drawing, size_t number)
{
    const struct quire_stroke *stroke = &drawing->stroke[number / 2];
    return number % 2 == 0 ? drawing->pieces.piece[stroke->first].from
                           : drawing->pieces.piece[stroke->first + stroke->n - 1].to;
}

#define complain(c, hint, ...)                                                                     \
    quire_diag_error((c)->diag, "E-DRAWING", (c)->options->place, (c)->options->object, hint,      \
                     __VA_ARGS__)

/* a coordinate as it is in the drawing [mm] */
static double
drawn(const struct chaining *c, double length)
{
    return 1e3 * length / c->options->scale;
}

/* the line of the file where what ends, or turns, nearest to a point begins */
static int
line_at(const struct chaining *c, const double at[2])
{
    const struct quire_drawing *drawing = c->drawing;
    double best = HUGE_VAL;
    int line = 0;
    for (size_t i = 0; i < drawing->n; i++) {
        const struct quire_stroke *stroke = &drawing->stroke[i];
        for (size_t k = stroke->first; k < stroke->first + stroke->n; k++) {
            const struct quire_piece *piece = &drawing->pieces.piece[k];
            const double near = fmin(distance(piece->from, at), distance(piece->to, at));
            if (near < best) {
                best = near;
                line = stroke->line;
            }
        }
    }
    return line;
}

/* "(100 mm, 0 mm), line 41 of the drawing" */
#define AT_SIZE 120
static const char *
place_words(const struct chaining *c, const double at[2], char *buffer)
{
    quire_number_format(buffer, AT_SIZE, "(%.6g mm, %.6g mm), line %d of the drawing",
                        drawn(c, at[0]), drawn(c, at[1]), line_at(c, at));
    return buffer;
}

/* ---- which ends meet ---- */

static int
compare_cells(const int64_t a[2], const int64_t b[2])
{
    if (a[0] != b[0]) {
        return a[0] < b[0] ? -1 : 1;
    }
    return a[1] < b[1] ? -1 : a[1] > b[1];
}

static int
compare_ends(const void *a, const void *b)
{
    const struct end *x = a, *y = b;
    const int order = compare_cells(x->cell, y->cell);
    return order != 0 ? order : x->number < y->number ? -1 : x->number > y->number;
}

/* index of the first end that is not before this cell */
static size_t
find_cell(const struct chaining *c, const int64_t cell[2])
{
    size_t low = 0, high = c->n_end;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare_cells(c->end[middle].cell, cell) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static quire_status
report_branch(const struct chaining *c, const struct end *e)
{
    char at[AT_SIZE];
    return complain(c, "delete what is drawn twice, or give this outline a layer of its own",
                    "more than two lines meet at %s", place_words(c, e->at, at));
}

/* Strokes shorter than the reach of a joint were refused, so that both ends of one are never
 * partners by chance. */
static quire_status
find_partner(struct chaining *c, const struct end *e)
{
    for (int k = 0; k < 9; k++) {
        const int64_t cell[2] = {e->cell[0] + k / 3 - 1, e->cell[1] + k % 3 - 1};
        for (size_t i = find_cell(c, cell);
             i < c->n_end && compare_cells(c->end[i].cell, cell) == 0; i++) {
            const struct end *other = &c->end[i];
            if (other == e || distance(e->at, other->at) > c->options->join) {
                continue;
            }
            if (c->partner[e->number] != NOBODY) {
                return report_branch(c, e);
            }
            c->partner[e->number] = other->number;
        }
    }
    return QUIRE_OK;
}

/* nearness is not transitive: a joint is one of two ends that have each other */
static quire_status
find_partners(struct chaining *c)
{
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < c->n_end && status == QUIRE_OK; i++) {
        status = find_partner(c, &c->end[i]);
    }
    for (size_t i = 0; i < c->n_end && status == QUIRE_OK; i++) {
        const size_t number = c->end[i].number, partner = c->partner[number];
        if (partner != NOBODY && c->partner[partner] != number) {
            status = report_branch(c, &c->end[i]);
        }
    }
    return status;
}

static quire_status
check_length(const struct chaining *c, const struct quire_stroke *stroke)
{
    double length = 0.0;
    for (size_t i = stroke->first; i < stroke->first + stroke->n; i++) {
        length += c->drawing->pieces.piece[i].length;
    }
    if (length > 2.0 * c->options->join) {
        return QUIRE_OK;
    }
    char at[AT_SIZE];
    return complain(c, "choose a smaller 'join', or delete the line",
                    "a line at %s, is only %.3g mm long, but ends %.3g mm apart are joined",
                    place_words(c, c->drawing->pieces.piece[stroke->first].from, at),
                    drawn(c, length), drawn(c, c->options->join));
}

static quire_status
gather_ends(struct chaining *c)
{
    const size_t n = 2 * c->drawing->n;
    quire_status status = QUIRE_OK;
    c->end = calloc(n, sizeof *c->end);
    c->partner = calloc(n, sizeof *c->partner);
    c->seen = calloc(c->drawing->n, sizeof *c->seen);
    if (c->end == NULL || c->partner == NULL || c->seen == NULL) {
        return quire_diag_memory_error(c->diag);
    }
    for (size_t number = 0; number < n && status == QUIRE_OK; number++) {
        const double *at = end_point(c->drawing, number);
        struct end *e = &c->end[c->n_end++];
        *e = (struct end){.at = {at[0], at[1]}, .number = number};
        e->cell[0] = (int64_t)floor(at[0] / c->options->join);
        e->cell[1] = (int64_t)floor(at[1] / c->options->join);
        c->partner[number] = NOBODY;
        status = number % 2 == 0 ? check_length(c, &c->drawing->stroke[number / 2]) : status;
    }
    qsort(c->end, c->n_end, sizeof *c->end, compare_ends);
    return status == QUIRE_OK ? find_partners(c) : status;
}

/* ---- chains ---- */

/* runs through the chain from this end on; `closed` ones come back to it */
static struct chain
walk(struct chaining *c, size_t begin)
{
    struct chain chain = {.begin = begin, .oldest = NOBODY, .distance = HUGE_VAL};
    const bool wants = !isnan(c->options->start[0]);
    const double start[2] = {c->options->scale * c->options->start[0],
                             c->options->scale * c->options->start[1]};
    size_t at = begin;
    for (;;) {
        const size_t stroke = at / 2, far = at ^ 1u;
        const double near = wants ? distance(end_point(c->drawing, at), start) : HUGE_VAL;
        c->seen[stroke] = true;
        chain.n++;
        if (stroke < chain.oldest) {
            chain.oldest = stroke;
            chain.against = at % 2 != 0;
        }
        if (near < chain.distance && (c->partner[at] != NOBODY || at == begin)) {
            chain.distance = near;
            chain.nearest = at;
        }
        at = c->partner[far];
        if (at == NOBODY || at == begin) {
            chain.closed = at == begin;
            if (!chain.closed) { /* only its two ends count */
                const double a = wants ? distance(end_point(c->drawing, begin), start) : HUGE_VAL,
                             b = wants ? distance(end_point(c->drawing, far), start) : HUGE_VAL;
                chain.nearest = b < a ? far : begin;
                chain.distance = fmin(a, b);
            }
            return chain;
        }
    }
}

/* The next chain that was not looked at, open ones first: from a free end, or, where there are
 * none left, from any stroke. */
static bool
next_chain(struct chaining *c, size_t *from, struct chain *out)
{
    for (; *from < 4 * c->drawing->n; (*from)++) {
        const size_t number = *from % (2 * c->drawing->n);
        const bool loops = *from >= 2 * c->drawing->n;
        if (!c->seen[number / 2] && (loops || c->partner[number] == NOBODY)) {
            *out = walk(c, number);
            return true;
        }
    }
    return false;
}

/* the two chains' ends, or points, that are nearest to each other, told */
static quire_status
report_several(const struct chaining *c, size_t n, const struct chain *a, const struct chain *b)
{
    const double *p = end_point(c->drawing, a->begin), *q = end_point(c->drawing, b->begin);
    double best = HUGE_VAL, at[2] = {p[0], p[1]};
    char one[AT_SIZE], other[AT_SIZE];
    for (size_t i = 0; i < c->n_end;
         i++) { /* neighbours in the order of the grid come near enough */
        const struct end *e = &c->end[i];
        for (size_t k = i + 1; k < c->n_end && k < i + 50; k++) {
            const struct end *f = &c->end[k];
            const double apart = distance(e->at, f->at);
            if (c->partner[e->number] == NOBODY && c->partner[f->number] == NOBODY &&
                e->number / 2 != f->number / 2 && apart < best) {
                best = apart;
                at[0] = e->at[0];
                at[1] = e->at[1];
            }
        }
    }
    if (best < HUGE_VAL) {
        return complain(c,
                        "close the gap in the drawing, choose a larger 'join', or tell by 'start' "
                        "which of them is meant",
                        "there are %zu separate outlines: they end %.6g mm apart at %s", n,
                        drawn(c, best), place_words(c, at, one));
    }
    return complain(c, "tell by 'start' which of them is meant",
                    "there are %zu separate outlines, at %s, and at %s", n, place_words(c, p, one),
                    place_words(c, q, other));
}

static quire_status
choose_chain(struct chaining *c, struct chain *out)
{
    const bool wants = !isnan(c->options->start[0]);
    struct chain chain, other = {0};
    size_t from = 0, n = 0;
    while (next_chain(c, &from, &chain)) {
        if (n == 0 || (wants && chain.distance < out->distance)) {
            *out = chain;
        } else if (!wants && n == 1) {
            other = chain;
        }
        n++;
    }
    if (n == 0) {
        return complain(c, NULL, "nothing is drawn there but texts or points");
    }
    return n > 1 && !wants ? report_several(c, n, out, &other) : QUIRE_OK;
}

/* the chain's strokes one after the other, from the end at which it shall begin */
static quire_status
lay_out(const struct chaining *c, const struct chain *chain, struct quire_outline *out)
{
    const bool wants = !isnan(c->options->start[0]);
    size_t at = chain->begin;
    if (wants) {
        at = chain->nearest;
    }
    if (chain->against && (chain->closed || !wants)) { /* as its oldest stroke was drawn */
        size_t last = at;
        if (chain->closed) {
            last = c->partner[at];
        } else {
            while (c->partner[last ^ 1u] != NOBODY) {
                last = c->partner[last ^ 1u];
            }
            last ^= 1u;
        }
        at = last;
    }
    for (size_t k = 0; k < chain->n; k++) {
        const struct quire_stroke *stroke = &c->drawing->stroke[at / 2];
        for (size_t i = 0; i < stroke->n; i++) {
            const size_t index = stroke->first + (at % 2 == 0 ? i : stroke->n - 1 - i);
            struct quire_piece piece = c->drawing->pieces.piece[index];
            if (at % 2 != 0) {
                quire_piece_reverse(&piece);
            }
            if (quire_outline_add_piece(out, &piece) != QUIRE_OK) {
                return quire_diag_memory_error(c->diag);
            }
        }
        at = c->partner[at ^ 1u];
    }
    out->closed = chain->closed;
    return QUIRE_OK;
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

/* ---- joints ---- */

/* Lets two pieces share a point: a line is led there; of two arcs the second gets a new beginning.
 */
static void
join(struct quire_piece *before, struct quire_piece *after)
{
    struct quire_piece line;
    const double gap = distance(before->to, after->from);
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
smooth_joints(const struct chaining *c, struct quire_outline *out)
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
warn_of_corners(const struct chaining *c, const struct corners *found)
{
    char at[AT_SIZE];
    quire_diag_warning(c->diag, "W-MODEL", c->options->place, c->options->object,
                       "'smooth' tells up to which angle joints are made smooth",
                       "%zu joint%s by less than %g deg and stay%s; the first turns by %.3g deg at "
                       "%s",
                       found->n_small, found->n_small == 1 ? " turns" : "s turn", INTENDED / DEGREE,
                       found->n_small == 1 ? "s a corner" : " corners", found->first / DEGREE,
                       place_words(c, found->first_at, at));
}

static quire_status
look_at_corners(const struct chaining *c, const struct quire_outline *out)
{
    const struct corners found = find_corners(out);
    char at[AT_SIZE];
    if (found.largest > BACK) {
        return complain(c, "delete what is drawn twice", "the line goes back on itself at %s",
                        place_words(c, found.largest_at, at));
    }
    if (!c->options->corners && found.largest > 10.0 * CORNER) {
        return complain(c,
                        found.largest < INTENDED
                            ? "'smooth' tells up to which angle joints are made smooth"
                            : "draw an arc there",
                        "the line turns by %.3g deg at %s, but a path has no corners",
                        found.largest / DEGREE, place_words(c, found.largest_at, at));
    }
    if (found.n_small > 0) {
        warn_of_corners(c, &found);
    }
    return QUIRE_OK;
}

/* paths may cross themselves: sheets know how far they are; what a guide's line encloses is neither
 * sheet's side nor solid */
static void
look_for_loops(const struct chaining *c, const struct quire_outline *out)
{
    double crossing[2];
    char at[AT_SIZE];
    if (c->options->corners &&
        quire_outline_crosses_itself(out, 2.0 * c->options->join, crossing)) {
        quire_diag_warning(c->diag, "W-MODEL", c->options->place, c->options->object,
                           "give each part a guide of its own", "the line crosses itself at %s",
                           place_words(c, crossing, at));
    }
}

static quire_status
finish(const struct chaining *c, struct quire_outline *out)
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

quire_status
quire_drawing_chain(struct quire_outline *out, const struct quire_drawing *drawing,
                    const struct quire_chain_options *options, quire_diag *diag)
{
    struct chaining c = {.drawing = drawing, .options = options, .diag = diag};
    struct chain chain = {0};
    *out = (struct quire_outline){0};
    quire_status status = drawing->n > 0
                              ? gather_ends(&c)
                              : complain(&c, NULL, "nothing is drawn there but texts or points");
    status = status == QUIRE_OK ? choose_chain(&c, &chain) : status;
    status = status == QUIRE_OK ? lay_out(&c, &chain, out) : status;
    status = status == QUIRE_OK ? finish(&c, out) : status;
    free(c.end);
    free(c.partner);
    free(c.seen);
    if (status != QUIRE_OK) {
        quire_outline_clear(out);
    }
    return status;
}

/* ---- moving ---- */

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
