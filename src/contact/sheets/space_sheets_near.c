/* How near sheets in space are to each other, from boxes around the pieces of their surfaces, each
 * along its piece. Theory: doc/theory/stacks.md, 8. */
#include <math.h>
#include <string.h>

#include "contact/law/constants.h"
#include "contact/sheets/sheet_ends.h"
#include "contact/sheets/space_sheets.h"
#include "contact/touch/gone.h"

/* Around all places of the surface about a row of nodes: along it, square to it, and z. */
struct piece_box {
    double t[2], low[3], high[3];
};

/* how far what touches a sheet may lie beyond its ends, in segments, and beyond its side edges, in
 * cells */
struct margins {
    double ahead, aside;
};

static const double *
node_at(const struct quire_sheet *s, const double *q, int i, int j)
{
    return q + (i * s->ladder->m + j) * 3;
}

static void
widen(struct piece_box *b, const double x[3])
{
    const double at[3] = {b->t[0] * x[0] + b->t[1] * x[1], b->t[0] * x[1] - b->t[1] * x[0], x[2]};

    for (int d = 0; d < 3; d++) {
        b->low[d] = fmin(b->low[d], at[d]);
        b->high[d] = fmax(b->high[d], at[d]);
    }
}

/* x + f (x - y) */
static void
widen_beyond(struct piece_box *b, const double x[3], const double y[3], double f)
{
    const double at[3] = {x[0] + f * (x[0] - y[0]), x[1] + f * (x[1] - y[1]),
                          x[2] + f * (x[2] - y[2])};

    widen(b, at);
}

/* a row of nodes, and as far beside it */
static void
widen_by_row(struct piece_box *b, const struct quire_sheet *s, const double *row, double aside)
{
    const int m = s->ladder->m;

    for (int j = 0; j < m; j++) {
        widen(b, row + 3 * j);
    }
    widen_beyond(b, row, row + 3, aside);
    widen_beyond(b, row + 3 * (m - 1), row + 3 * (m - 2), aside);
}

/* beyond the trail (row 0) or leading edge (row n) */
static void
widen_by_end(struct piece_box *b, const struct quire_sheet *s, const double *q, int end,
             const struct margins *more)
{
    const double *at = node_at(s, q, end, 0),
                 *next = node_at(s, q, end == 0 ? 1 : s->chain.n - 1, 0);
    double row[3 * QUIRE_COLUMNS_MOST] = {0};

    for (int k = 0; k < 3 * s->ladder->m; k++) {
        row[k] = at[k] + more->ahead * (at[k] - next[k]);
    }
    widen_by_row(b, s, row, more->aside);
}

static struct piece_box
no_box(void)
{
    return (struct piece_box){.low = {HUGE_VAL, HUGE_VAL, HUGE_VAL},
                              .high = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
}

static struct piece_box
box_about(const struct quire_sheet *s, const double *q, int i, const struct margins *more)
{
    const int n = s->chain.n, m = s->ladder->m, first = i < 1 ? 0 : i - 1, last = i < n ? i + 1 : n;
    struct piece_box b = no_box();

    for (int j = 0; j < m; j++) {
        b.t[0] += node_at(s, q, last, j)[0] - node_at(s, q, first, j)[0];
        b.t[1] += node_at(s, q, last, j)[1] - node_at(s, q, first, j)[1];
    }
    const double length = sqrt(b.t[0] * b.t[0] + b.t[1] * b.t[1]), unit = 1 / length;
    b.t[0] = length > 0 ? b.t[0] * unit : 1;
    b.t[1] = length > 0 ? b.t[1] * unit : 0;
    for (int k = first; k <= last; k++) {
        widen_by_row(&b, s, node_at(s, q, k, 0), more->aside);
    }
    if (i == 0 || i == n) {
        widen_by_end(&b, s, q, i, more);
    }
    return b;
}

static double
distance_from(const struct piece_box *b, const double x[3])
{
    const double at[3] = {b->t[0] * x[0] + b->t[1] * x[1], b->t[0] * x[1] - b->t[1] * x[0], x[2]};
    double square = 0;

    for (int d = 0; d < 3; d++) {
        const double out = fmax(fmax(b->low[d] - at[d], at[d] - b->high[d]), 0);
        square += out * out;
    }
    return sqrt(square);
}

/* all that piece boxes have in them, along x, y and z */
static struct piece_box
box_around(const struct quire_sheet *s, const double *q, const struct margins *more)
{
    const int n = s->chain.n;
    struct piece_box b = no_box();

    b.t[0] = 1;
    for (int i = 0; i <= n; i++) {
        widen_by_row(&b, s, node_at(s, q, i, 0), more->aside);
    }
    widen_by_end(&b, s, q, 0, more);
    widen_by_end(&b, s, q, n, more);
    return b;
}

static double
boxes_apart(const struct piece_box *a, const struct piece_box *b)
{
    double most = -HUGE_VAL;

    for (int d = 0; d < 3; d++) {
        most = fmax(most, fmax(a->low[d] - b->high[d], b->low[d] - a->high[d]));
    }
    return most;
}

/* ---- places and pieces ---- */

/* where a place of a sheet is whose block is q */
static void
sheet_place(const struct quire_sheet *sheet, int place, const double *q, double at[3])
{
    const int m = sheet->ladder->m, stations = quire_sheet_stations(sheet);
    const struct quire_line_across across = quire_line_across(sheet, place / stations);
    const double e = across.at;
    struct station p;

    weights_at(sheet, place % stations, &p);
    for (int d = 0; d < 3; d++) {
        at[d] = 0;
        for (int k = 0; k < 3; k++) {
            const double *x = q + ((p.node + k) * m + across.cell) * 3 + d;
            at[d] += p.b[k] * (0.5 * (1 - e) * x[0] + 0.5 * (1 + e) * x[3]);
        }
    }
}

/* As far as places of a touch b at all: contact/sheets/sheet_ends.h and part_covered(). */
static struct margins
margins_of(const struct quire_sheet *a, const struct quire_sheet *b)
{
    return (struct margins){1.01 * fmax(0.5 * a->chain.h, a->half) / b->chain.h,
                            0.5 * a->ladder->w / b->ladder->w};
}

/* what lies beyond nodes moves more than these */
static double
steady_of(const struct margins *more)
{
    return 1 / ((1 + 2 * more->ahead) * (1 + 2 * more->aside));
}

double
quire_space_sheets_between(struct quire_state *st, int a, int b, const double *y)
{
    struct quire_sheets_near *near = st->near;
    const struct quire_sheet *one = st->system->sheet + a, *other = st->system->sheet + b;
    const double *mine = quire_state_motion(st, a, y) + one->x0,
                 *its = quire_state_motion(st, b, y) + other->x0, thick = one->half + other->half;
    const struct margins more = margins_of(one, other);
    const double steady = steady_of(&more);
    const struct margins none = {0, 0};
    const struct piece_box around = box_around(one, mine, &none),
                           others = box_around(other, its, &more);
    const double apart = steady * (boxes_apart(&around, &others) - thick);
    const int places = quire_space_sheet_places(one), n = other->chain.n;
    double least = HUGE_VAL;

    if (apart > QUIRE_SHEETS_CLOSE) { /* else a list is asked for */
        return apart;
    }
    for (int k = 0; k < places; k++) {
        near->clear[k] = HUGE_VAL;
        near->first[k] = n;
        near->last[k] = 0;
        sheet_place(one, k, mine, near->at + 3 * k);
    }
    for (int i = 0; i <= n; i++) {
        const struct piece_box box = box_about(other, its, i, &more);
        for (int k = 0; k < places; k++) {
            const double clear = (distance_from(&box, near->at + 3 * k) - thick) * steady;
            near->clear[k] = fmin(near->clear[k], clear);
            if (clear <= QUIRE_NEAR_MARGIN) {
                near->first[k] = i < near->first[k] ? i : near->first[k];
                near->last[k] = i + 1;
            }
        }
    }
    for (int k = 0; k < places; k++) {
        least = fmin(least, near->clear[k]);
    }
    return least;
}

/* ---- sheets that are apart ---- */

/* As long as both only move together nothing changes between them: what counts is how far their
 * centres have moved past each other, and their nodes beside these. */
void
quire_space_sheet_look(struct quire_state *st, int k, const double *y)
{
    const struct quire_sheet *s = st->system->sheet + k;
    const int nodes = (s->chain.n + 1) * s->ladder->m;
    const double *q = y + s->x0;
    struct quire_near_way *way = st->near->way + k;
    double centre[3] = {0}, shift[3], most = 0;

    for (int i = 0; i < 3 * nodes; i++) {
        centre[i % 3] += q[i] / nodes;
    }
    for (int d = 0; d < 3; d++) {
        shift[d] = centre[d] - way->centre[d];
    }
    for (int i = 0; i < 3 * nodes; i += 3) {
        const double dx = q[i] - way->seen[i] - shift[0],
                     dy = q[i + 1] - way->seen[i + 1] - shift[1],
                     dz = q[i + 2] - way->seen[i + 2] - shift[2],
                     square = dx * dx + dy * dy + dz * dz;
        most = square > most || isnan(square) ? square : most;
    }
    way->path += quire_gone_by(most);
    memcpy(way->seen, q, sizeof *q * (size_t)(3 * nodes));
    memcpy(way->centre, centre, sizeof centre);
}

void
quire_space_sheets_are_apart(struct quire_state *st, int a, int b, double least)
{
    const struct quire_near_way *one = st->near->way + a, *other = st->near->way + b;
    const struct margins more = margins_of(st->system->sheet + a, st->system->sheet + b);
    struct quire_near_pair *pair = st->near->pair[a] + b;

    for (int d = 0; d < 3; d++) {
        pair->shift[d] = one->centre[d] - other->centre[d];
    }
    pair->apart = one->path + other->path + steady_of(&more) * least - QUIRE_SHEETS_ROUNDING;
}

bool
quire_space_sheets_stay_apart(const struct quire_state *st, int a, int b)
{
    const struct quire_near_way *one = st->near->way + a, *other = st->near->way + b;
    const struct quire_near_pair *pair = st->near->pair[a] + b;
    double square = 0;

    for (int d = 0; d < 3; d++) {
        const double by = one->centre[d] - other->centre[d] - pair->shift[d];
        square += by * by;
    }
    return one->path + other->path + sqrt(square) < pair->apart;
}

/* ---- distances ---- */

/* of the nodes of a from the pieces of b */
static double
nodes_from(const struct quire_sheet *a, const double *q, const struct quire_sheet *b,
           const double *p)
{
    const struct margins none = {0, 0};
    double least = HUGE_VAL;

    for (int i = 0; i <= b->chain.n; i++) {
        const struct piece_box box = box_about(b, p, i, &none);
        for (int k = 0; k < (a->chain.n + 1) * a->ladder->m; k++) {
            least = fmin(least, distance_from(&box, q + 3 * k));
        }
    }
    return least;
}

double
quire_space_sheets_distance(const struct quire_system *sys, const double *y, int a, int b)
{
    const struct quire_sheet *one = sys->sheet + a, *other = sys->sheet + b;
    const double *mine = y + one->x0, *its = y + other->x0;
    const struct margins none = {0, 0};
    const struct piece_box around = box_around(one, mine, &none),
                           others = box_around(other, its, &none);
    const double apart = boxes_apart(&around, &others);

    return apart > QUIRE_SHEETS_FAR
               ? apart
               : fmin(nodes_from(one, mine, other, its), nodes_from(other, its, one, mine));
}
