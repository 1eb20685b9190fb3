#include "judge/start_across.h"

#include <math.h>

#include "geometry/loops.h"
#include "geometry/piece.h"
#include "judge/depth.h"

#define HAIR 1e-9 /* pieces go on by so much, so that nothing slips through between two [m] */
#define MOST 16   /* crossings of a segment with one surface that are looked at */
/* of the second differences of nodes: what a segment cuts off where all of the bend is in it */
#define CUT_OFF  0.25
#define NEAR_END 4   /* times that: what passes an end so near may go round it */
#define ASTRIDE  0.5 /* of a circle's radius: deeper between two nodes it is on neither side */

/* A segment between two nodes, as a guide sees it. */
struct segment {
    struct quire_piece piece;
    double cut_off; /* by how much it may be beside the sheet's own curve [m] */
};

struct crossing {
    double along, sine; /* on the segment [m]; of its direction to the surface, > 0: it comes out */
    double at[2], normal[2];
    double rim; /* how far the surface's end is away [m] */
};

struct crossings {
    struct crossing one[MOST];
    int n;
};

/* Node i of a line: of a column in space; beyond the last column where the guide's middle is. */
static bool
node_of(const struct quire_state *st, const struct quire_sheet *s, const struct quire_guide *g,
        int line, int i, double out[2])
{
    double at[3] = {s->start_x[i], s->start_y[i], 0};

    if (s->ladder != NULL) {
        const double *row = s->start + i * s->ladder->block;
        if (line == s->ladder->m) {
            if (!quire_row_at_middle(g, row, (size_t)s->ladder->m, at)) {
                return false;
            }
        } else {
            for (int d = 0; d < 3; d++) {
                at[d] = row[3 * line + d];
            }
        }
    }
    return quire_guide_sees(st, g, at, out);
}

static double
bend_at(const struct quire_sheet *s, int i)
{
    if (i < 1 || i >= s->chain.n) {
        return 0;
    }
    const double *x = s->start_x + i, *y = s->start_y + i;
    return hypot(x[-1] - 2 * x[0] + x[1], y[-1] - 2 * y[0] + y[1]);
}

/* By how much segment i may be beside the curve that the sheet was laid along. */
static double
cut_off(const struct quire_sheet *s, int i)
{
    return CUT_OFF * (bend_at(s, i) + bend_at(s, i + 1));
}

static void
add_crossing(struct crossings *found, const struct quire_guide *g, const struct segment *segment,
             const double at[2])
{
    const double *u = segment->piece.direction;
    const struct quire_gap gap = quire_outline_gap(&g->outline, g->side, at);
    const struct quire_piece *piece = g->outline.piece + gap.piece;
    struct crossing new = {.at = {at[0], at[1]}};
    double p[2], t[2];
    int k = found->n;

    quire_piece_at(piece, gap.s - piece->start, p, t);
    new.normal[0] = -g->side *t[1];
    new.normal[1] = g->side *t[0];
    new.along = (at[0] - segment->piece.from[0]) * u[0] + (at[1] - segment->piece.from[1]) * u[1];
    new.sine = u[0] * new.normal[0] + u[1] * new.normal[1];
    new.rim = g->outline.closed ? HUGE_VAL : fmin(gap.s, g->outline.length - gap.s);
    for (int i = 0; i < k; i++) {
        if (fabs(found->one[i].along - new.along) < HAIR) {
            return; /* where two pieces meet */
        }
    }
    if (k == MOST) {
        return;
    }
    for (; k > 0 && found->one[k - 1].along > new.along; k--) {
        found->one[k] = found->one[k - 1];
    }
    found->one[k] = new;
    found->n++;
}

static void
find_crossings(struct crossings *found, const struct quire_guide *g, const struct segment *segment)
{
    const double *a = segment->piece.from, *b = segment->piece.to;

    found->n = 0;
    for (int d = 0; d < 2; d++) {
        if (fmax(a[d], b[d]) < g->low[d] - HAIR || fmin(a[d], b[d]) > g->high[d] + HAIR) {
            return;
        }
    }
    for (size_t i = 0; i < g->outline.n; i++) {
        double at[2][2];
        const int n = quire_pieces_cross(&segment->piece, g->outline.piece + i, -HAIR, at);
        for (int k = 0; k < n; k++) {
            add_crossing(found, g, segment, at[k]);
        }
    }
}

/* How deep the segment goes behind the surface where it crosses that. */
static double
depth_behind(const struct crossings *all, int k, const struct quire_guide *g,
             const struct segment *segment)
{
    const struct crossing *c = all->one + k;
    const double way = c->sine > 0 ? -1 : 1,
                 next = way < 0 ? (k > 0 ? all->one[k - 1].along : 0)
                                : (k + 1 < all->n ? all->one[k + 1].along : segment->piece.length);
    const double room = 0.5 * fmin(fabs(next - c->along), g->depth / fmax(fabs(c->sine), HAIR));
    double at[2];

    for (int d = 0; d < 2; d++) {
        at[d] = c->at[d] + way * room * segment->piece.direction[d];
    }
    return -quire_outline_gap(&g->outline, g->side, at).distance;
}

/* In by one side of the solid and out by the other. */
static bool
goes_through(const struct crossings *all, const struct segment *segment)
{
    double rim = HUGE_VAL;

    for (int k = 0; k < all->n; k++) {
        const double *a = all->one[k].normal, *b = k > 0 ? all->one[k - 1].normal : a;
        rim = fmin(rim, all->one[k].rim);
        if (a[0] * b[0] + a[1] * b[1] < 0 && all->one[k - 1].sine < 0 && all->one[k].sine > 0) {
            return true;
        }
    }
    return all->n % 2 == 1 && rim > NEAR_END * segment->cut_off + HAIR;
}

static bool
is_across(const struct quire_guide *g, const struct segment *segment, double half, double *part)
{
    struct crossings all;

    find_crossings(&all, g, segment);
    const bool through = goes_through(&all, segment);
    for (int k = 0; k < all.n; k++) {
        if (through || depth_behind(&all, k, g, segment) > half + segment->cut_off + HAIR) {
            *part = all.one[k].along / segment->piece.length;
            return true;
        }
    }
    return false;
}

bool
quire_starts_across(const struct quire_state *st, const struct quire_sheet *s,
                    const struct quire_guide *g, double where[2])
{
    const int lines = s->ladder != NULL ? s->ladder->m + 1 : 1;

    for (int line = 0; line < lines; line++) {
        double a[2], b[2], part;
        bool before = node_of(st, s, g, line, 0, a);
        for (int i = 0; i < s->chain.n; i++) {
            struct segment segment = {.cut_off = cut_off(s, i)};
            const bool now = node_of(st, s, g, line, i + 1, b);
            if (before && now && quire_piece_line(&segment.piece, a, b) &&
                is_across(g, &segment, s->half, &part)) {
                where[0] = s->start_x[i] + part * (s->start_x[i + 1] - s->start_x[i]);
                where[1] = s->start_y[i] + part * (s->start_y[i + 1] - s->start_y[i]);
                return true;
            }
            before = now;
            a[0] = b[0];
            a[1] = b[1];
        }
    }
    return false;
}

/* whether all inside a guide's outline is solid */
static bool
is_block(const struct quire_system *sys, const struct quire_guide *g)
{
    const double far[2] = {g->high[0] + 1, g->high[1] + 1};
    const int k = (int)(g - sys->guide);
    const bool wall = (k > 0 && sys->guide[k - 1].view == g->view) ||
                      (k + 1 < sys->n_guide && sys->guide[k + 1].view == g->view);

    return g->outline.closed && !wall && quire_outline_gap(&g->outline, g->side, far).distance > 0;
}

bool
quire_starts_enclosed(const struct quire_state *st, const struct quire_sheet *s,
                      const struct quire_guide *g, double where[2])
{
    const int lines = s->ladder != NULL ? s->ladder->m + 1 : 1;

    for (int line = 0; is_block(st->system, g) && line < lines; line++) {
        for (int i = 0; i <= s->chain.n; i++) {
            double p[2];
            if (node_of(st, s, g, line, i, p) &&
                quire_outline_gap(&g->outline, g->side, p).distance < -g->depth) {
                where[0] = s->start_x[i];
                where[1] = s->start_y[i];
                return true;
            }
        }
    }
    return false;
}

double
quire_start_in_circle(const struct quire_sheet *s, const double centre[2], double radius)
{
    double deepest = -radius;

    for (int i = 0; i <= s->chain.n; i++) {
        deepest = fmax(deepest, quire_depth_in_roller(centre, radius,
                                                      (double[2]){s->start_x[i], s->start_y[i]}));
    }
    for (int i = 0; i < s->chain.n; i++) {
        const double *x = s->start_x + i, *y = s->start_y + i, u[2] = {x[1] - x[0], y[1] - y[0]},
                     w[2] = {centre[0] - x[0], centre[1] - y[0]};
        const double length2 = u[0] * u[0] + u[1] * u[1],
                     part = fmin(fmax((w[0] * u[0] + w[1] * u[1]) / length2, 0), 1);
        const double at[2] = {x[0] + part * u[0], y[0] + part * u[1]};
        const double depth = quire_depth_in_roller(centre, radius, at) - cut_off(s, i);
        deepest = depth > ASTRIDE * radius ? fmax(deepest, depth) : deepest;
    }
    return deepest;
}
