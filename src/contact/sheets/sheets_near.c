/* Which stations of a sheet may touch which nodes of another. For any two sheets there is a list
 * that is longer than need be, so that it lasts while they move a little. It is empty while they
 * are apart, as those of a pile are that have others between them, and lasts until they have moved
 * by what is between them. Theory: doc/theory/finders.md, 3. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/guide/contact.h"
#include "contact/law/constants.h"
#include "contact/sheets/boxes.h"
#include "contact/sheets/sheets.h"
#include "contact/sheets/sheets_halves.h"
#include "contact/sheets/space_sheets.h"
#include "contact/touch/gone.h"

#define MARGIN QUIRE_NEAR_MARGIN

/* ---- room ---- */

static bool
create_way(const struct quire_sheet *sheet, struct quire_near_way *way)
{
    way->gone.x = calloc(2 * sheet->size, sizeof *way->gone.x);
    way->seen = way->gone.x + sheet->size;
    return way->gone.x != NULL;
}

static bool
create_outline(struct quire_sheets_near *near, int n)
{
    const size_t wide = (size_t)n + 2 + QUIRE_LANES; /* the ends go on, and vectors are full */
    double *at = calloc(13 * wide, sizeof *at);

    near->outline = (struct quire_near_outline){
        at, at + wide, at + 2 * wide, at + 3 * wide, at + 4 * wide, at + 5 * wide, at + 6 * wide,
        0};
    near->clear = at + 7 * wide; /* two stations a segment */
    near->station_x = at + 9 * wide;
    near->station_y = at + 11 * wide;
    return at != NULL;
}

/* room for so many places of a sheet in space */
static bool
create_places(struct quire_sheets_near *near, int n)
{
    near->clear = calloc(4 * (size_t)n, sizeof *near->clear);
    near->at = near->clear + n;
    near->first = calloc(2 * (size_t)n, sizeof *near->first);
    near->last = near->first + n;
    return near->clear != NULL && near->first != NULL;
}

int
quire_sheets_create(struct quire_state *st)
{
    const struct quire_system *sys = st->system;
    const size_t n = (size_t)sys->n_sheet;
    int longest = 0;

    if (!sys->sheets_meet) {
        return 0;
    }
    st->near = calloc(1, sizeof *st->near);
    if (st->near == NULL) {
        return -1;
    }
    st->near->way = calloc(n, sizeof *st->near->way);
    st->near->pair = calloc(n, sizeof *st->near->pair);
    st->near->visit = calloc(n, sizeof *st->near->visit);
    if (st->near->way == NULL || st->near->pair == NULL || st->near->visit == NULL) {
        return -1;
    }
    st->near->n_sheet = sys->n_sheet;
    for (int k = 0; k < sys->n_sheet; k++) {
        const int size =
            sys->spatial ? quire_space_sheet_places(sys->sheet + k) : sys->sheet[k].chain.n;
        longest = size > longest ? size : longest;
        if (sys->spatial && !create_way(sys->sheet + k, st->near->way + k)) {
            return -1;
        }
    }
    return (sys->spatial ? create_places : create_outline)(st->near, longest) ? 0 : -1;
}

void
quire_sheets_destroy(struct quire_state *st)
{
    struct quire_sheets_near *near = st->near;

    for (int k = 0; near != NULL && k < near->n_sheet; k++) {
        free(near->way[k].gone.x);
    }
    for (int k = 0; near != NULL && k < near->n_sheet; k++) {
        for (int l = 0; near->pair[k] != NULL && l < near->n_sheet; l++) {
            free(near->pair[k][l].station);
        }
        free(near->pair[k]);
    }
    if (near != NULL) {
        if (near->at != NULL) { /* else it is a part of the outline's room */
            free(near->clear);
        }
        quire_near_visits_destroy(near);
        free(near->first);
        free(near->outline.x);
        free(near->way);
        free(near->pair);
    }
    free(near);
    free(st->tie);
    free(st->space_tie);
    st->near = NULL;
    st->tie = NULL;
    st->space_tie = NULL;
}

/* ---- how far sheets have gone ---- */

static struct quire_gone *
gone_of(const struct quire_state *st, int k)
{
    return st->system->spatial ? &st->near->way[k].gone : &st->sheet[k].gone;
}

static void
follow_in_space(struct quire_gone *gone, const double *q, int nodes)
{
    double most = 0;

    for (int i = 0; i < 3 * nodes; i += 3) {
        const double dx = q[i] - gone->x[i], dy = q[i + 1] - gone->x[i + 1],
                     dz = q[i + 2] - gone->x[i + 2], square = dx * dx + dy * dy + dz * dz;
        most = square > most ? square : most;
    }
    gone->since = quire_gone_by(most);
}

/* bound on what two sheets have gone together [m] */
static double
gone_both(const struct quire_state *st, int a, int b)
{
    return quire_gone(gone_of(st, a)) + quire_gone(gone_of(st, b));
}

static void
begin_anew(const struct quire_state *st, int k, const double *y)
{
    const struct quire_sheet *s = st->system->sheet + k;
    const double *x = quire_state_motion(st, k, y) + s->x0;
    struct quire_gone *gone = gone_of(st, k);

    if (s->ladder != NULL) {
        quire_gone_begin(gone, x, NULL, 3 * (s->chain.n + 1) * s->ladder->m);
    } else {
        quire_gone_begin(gone, x, x + s->chain.stride, s->chain.stride);
    }
}

/* ---- what is between two sheets ---- */

void
quire_sheets_look(const struct quire_state *st)
{
    st->near->look++;
}

const struct quire_node_box *
quire_sheet_box(const struct quire_state *st, int sheet, const double *y)
{
    struct quire_near_way *way = st->near->way + sheet;

    if (way->looked != st->near->look) {
        const struct quire_sheet *s = st->system->sheet + sheet;
        const double *x = quire_state_motion(st, sheet, y) + s->x0;
        way->box = quire_box_of(x, x + s->chain.stride, 0, s->chain.n + 1);
        way->looked = st->near->look;
    }
    return &way->box;
}

double
quire_sheets_reach(const struct quire_sheet *a, const struct quire_sheet *b)
{
    return a->half + b->half + fmax(0.75 * b->chain.h, 0.55 * a->chain.h);
}

/* how far the curve is from the polygon of its nodes about node i, at most */
static double
off_polygon(const double *x, const double *y, int i, int n)
{
    if (i < 1 || i > n - 1) {
        return 0;
    }
    const double bx = x[i - 1] - 2 * x[i] + x[i + 1], by = y[i - 1] - 2 * y[i] + y[i + 1];
    return (i == 1 || i == n - 1 ? 0.25 : 0.125) * sqrt(bx * bx + by * by);
}

static void
put_side(struct quire_near_outline *o, double x, double y, double ex, double ey, double off,
         double steady)
{
    const int i = o->n++;

    o->x[i] = x;
    o->y[i] = y;
    o->ex[i] = ex;
    o->ey[i] = ey;
    o->inverse[i] = 1 / (ex * ex + ey * ey);
    o->off[i] = off;
    o->steady[i] = steady;
}

/* b's polygon with the straight lines on which its curve goes on for the stations of a: as far as
 * these count (fade_at_end() in sheets.c), which is `more` segments. Such a line turns with the
 * end: its far end moves by more than nodes do. */
static void
outline_of(struct quire_near_outline *o, const struct quire_sheet *a, const struct quire_sheet *b,
           const double *x, const double *y)
{
    const int n = b->chain.n;
    const double more = 1.01 * fmax(0.5 * a->chain.h, a->half) / b->chain.h,
                 steady = 1 / (1 + 2 * more);
    double off = 0;

    o->n = 0;
    put_side(o, x[0], y[0], more * (x[0] - x[1]), more * (y[0] - y[1]), 0, steady);
    for (int i = 0; i < n; i++) {
        const double next = off_polygon(x, y, i + 1, n);
        put_side(o, x[i], y[i], x[i + 1] - x[i], y[i + 1] - y[i], fmax(off, next), 1);
        off = next;
    }
    do { /* the last one again until the vectors are full */
        put_side(o, x[n], y[n], more * (x[n] - x[n - 1]), more * (y[n] - y[n - 1]), 0, steady);
    } while (o->n % QUIRE_LANES != 0);
}

/* how far both may move at least until a point comes to within `thick` of the curve that has this
 * outline; n is a multiple of 8 */
static QUIRE_CLONES double
clear_of(const struct quire_near_outline *o, const double at[2], double thick)
{
    double least[QUIRE_LANES];

    for (int m = 0; m < QUIRE_LANES; m++) {
        least[m] = HUGE_VAL;
    }
    for (int i = 0; i < o->n; i += QUIRE_LANES) {
        QUIRE_IVDEP
        for (int m = i; m < i + QUIRE_LANES; m++) {
            const double dx = at[0] - o->x[m], dy = at[1] - o->y[m],
                         along = (dx * o->ex[m] + dy * o->ey[m]) * o->inverse[m];
            const double within = along > 0 ? along : 0, s = within < 1 ? within : 1,
                         u = dx - s * o->ex[m], v = dy - s * o->ey[m];
            const double clear = (sqrt(u * u + v * v) - o->off[m] - thick) * o->steady[m];
            least[m - i] = clear < least[m - i] ? clear : least[m - i];
        }
    }
    return -quire_largest8((double[8]){-least[0], -least[1], -least[2], -least[3], -least[4],
                                       -least[5], -least[6], -least[7]});
}

/* ---- a cheaper lower bound ---- */

/* A box around some sides, along the line from its origin: unit vector e, extent along and across
 * it. */
struct box {
    double x, y, ex, ey, along[2], across[2];
    double off, steady; /* the most by which the curve is off, the least steady side */
};

static void
widen_to(struct box *box, double x, double y)
{
    const double dx = x - box->x, dy = y - box->y;

    quire_widen(dx * box->ex + dy * box->ey, box->along, box->along + 1);
    quire_widen(box->ex * dy - box->ey * dx, box->across, box->across + 1);
}

/* around eight sides from i on */
static struct box
box_of_sides(const struct quire_near_outline *o, int i)
{
    const int last = i + QUIRE_LANES - 1;
    const double ex = o->x[last] + o->ex[last] - o->x[i], ey = o->y[last] + o->ey[last] - o->y[i],
                 length = sqrt(ex * ex + ey * ey);
    struct box box = {.x = o->x[i], .y = o->y[i], .ex = 1, .steady = 1};

    if (length > 0) {
        box.ex = ex / length;
        box.ey = ey / length;
    }
    for (int m = i; m <= last; m++) {
        widen_to(&box, o->x[m], o->y[m]);
        widen_to(&box, o->x[m] + o->ex[m], o->y[m] + o->ey[m]);
        box.off = o->off[m] > box.off ? o->off[m] : box.off;
        box.steady = o->steady[m] < box.steady ? o->steady[m] : box.steady;
    }
    return box;
}

/* A lower bound of clear_of() for each of n points, a multiple of 8. */
static QUIRE_CLONES void
clear_of_boxes(const struct quire_near_outline *o, const double *restrict x,
               const double *restrict y, int n, double thick, double *restrict clear)
{
    for (int i = 0; i < n; i++) {
        clear[i] = HUGE_VAL;
    }
    for (int k = 0; k < o->n; k += QUIRE_LANES) {
        const struct box b = box_of_sides(o, k);
        const double within = b.off + thick;
        QUIRE_IVDEP
        for (int i = 0; i < n; i++) {
            const double dx = x[i] - b.x, dy = y[i] - b.y, along = dx * b.ex + dy * b.ey,
                         across = b.ex * dy - b.ey * dx;
            const double before = b.along[0] - along, behind = along - b.along[1],
                         below = b.across[0] - across, above = across - b.across[1];
            const double u = before > behind ? before : behind, v = below > above ? below : above;
            const double p = u > 0 ? u : 0, q = v > 0 ? v : 0;
            const double gap = sqrt(p * p + q * q) - within, least = gap > 0 ? gap * b.steady : gap;
            clear[i] = least < clear[i] ? least : clear[i];
        }
    }
}

/* all stations of a sheet, and the last again until vectors are full; how many */
static int
stations_at(struct quire_state *st, int sheet, const double *y)
{
    const struct quire_sheet *s = st->system->sheet + sheet;
    double *sx = st->near->station_x, *sy = st->near->station_y;
    int n = 0;

    for (; n < quire_sheet_stations(s); n++) {
        double at[2];
        quire_sheet_station(st, sheet, n, y, at);
        sx[n] = at[0];
        sy[n] = at[1];
    }
    for (; n % QUIRE_LANES != 0; n++) {
        sx[n] = sx[n - 1];
        sy[n] = sy[n - 1];
    }
    return n;
}

/* ---- lists ---- */

static bool
put(struct quire_near_pair *pair, const struct quire_near_station *station)
{
    if (pair->n == pair->cap) {
        const int cap = 2 * pair->cap + 16;
        struct quire_near_station *more = realloc(pair->station, sizeof *more * (size_t)cap);
        if (more == NULL) {
            return false;
        }
        pair->station = more;
        pair->cap = cap;
    }
    pair->station[pair->n++] = *station;
    return true;
}

/* the nodes of a sheet within reach of a point, from the first to the last of them */
static QUIRE_CLONES void
nodes_about(const double *x, const double *y, int n, const double at[2], double reach, int *first,
            int *last)
{
    *first = n;
    *last = 0;
    for (int i = 0; i < n; i++) {
        const double dx = x[i] - at[0], dy = y[i] - at[1];
        if (dx * dx + dy * dy < reach * reach) {
            *first = i < *first ? i : *first;
            *last = i + 1;
        }
    }
}

/* The stations of a that may come to touch b within MARGIN. */
static bool
list_stations(struct quire_state *st, int a, int b, const double *y, struct quire_near_pair *pair)
{
    const struct quire_sheet *one = st->system->sheet + a, *other = st->system->sheet + b;
    const double reach = quire_sheets_reach(one, other) + MARGIN,
                 *x = quire_state_motion(st, b, y) + other->x0;

    for (int i = 0; i < quire_sheet_stations(one); i++) {
        struct quire_near_station s = {.station = i};
        double at[2];
        if (st->near->clear[i] > MARGIN) {
            continue;
        }
        quire_sheet_station(st, a, i, y, at);
        nodes_about(x, x + other->chain.stride, other->chain.n + 1, at, reach, &s.first, &s.last);
        if (s.first < s.last && !put(pair, &s)) {
            return false;
        }
    }
    return true;
}

/* the same in space, where quire_space_sheets_between() has found them */
static bool
list_places(const struct quire_state *st, int a, struct quire_near_pair *pair)
{
    const struct quire_sheets_near *near = st->near;

    for (int k = 0; k < quire_space_sheet_places(st->system->sheet + a); k++) {
        const struct quire_near_station s = {k, near->first[k], near->last[k]};
        if (s.first < s.last && !put(pair, &s)) {
            return false;
        }
    }
    return true;
}

static double
smallest(const double *x, int n)
{
    double least = HUGE_VAL;

    for (int i = 0; i < n; i++) {
        least = fmin(least, x[i]);
    }
    return least;
}

/* what is between the stations of a and the curve of b, as far as it matters; and of each station,
 * where that is little */
static double
between(struct quire_state *st, int a, int b, const double *y)
{
    const struct quire_sheet *one = st->system->sheet + a, *other = st->system->sheet + b;
    const double *bx = quire_state_motion(st, b, y) + other->x0, *by = bx + other->chain.stride;
    /* no station is farther from the nodes that it touches */
    double least = quire_boxes_apart(quire_sheet_box(st, a, y), quire_sheet_box(st, b, y)) -
                   quire_sheets_reach(one, other);

    if (least > QUIRE_SHEETS_CLOSE) {
        return least;
    }
    const double thick = one->half + other->half;
    const double *sx = st->near->station_x, *sy = st->near->station_y;
    double *clear = st->near->clear;
    const int n = stations_at(st, a, y);
    outline_of(&st->near->outline, one, other, bx, by);
    clear_of_boxes(&st->near->outline, sx, sy, n, thick, clear);
    least = smallest(clear, n);
    if (least > QUIRE_SHEETS_CLOSE) {
        return least;
    }
    for (int i = 0; i < n; i++) {
        if (!(clear[i] > MARGIN)) {
            clear[i] = clear_of(&st->near->outline, (const double[]){sx[i], sy[i]}, thick);
        }
    }
    return smallest(clear, n);
}

static bool
make_list(struct quire_state *st, int a, int b, const double *y, struct quire_near_pair *pair)
{
    const bool spatial = st->system->spatial;
    const double least = (spatial ? quire_space_sheets_between : between)(st, a, b, y),
                 lasts = least > QUIRE_SHEETS_CLOSE ? fmin(least, QUIRE_SHEETS_LONGEST) : MARGIN;

    pair->n = 0;
    begin_anew(st, a, y);
    begin_anew(st, b, y);
    pair->until = gone_both(st, a, b) + lasts - QUIRE_SHEETS_ROUNDING;
    return least > QUIRE_SHEETS_CLOSE ||
           (spatial ? list_places(st, a, pair) : list_stations(st, a, b, y, pair));
}

static bool
follow_others(struct quire_state *st, int a, const double *y)
{
    const struct quire_system *sys = st->system;

    if (st->near->pair[a] == NULL) {
        st->near->pair[a] = calloc((size_t)sys->n_sheet, sizeof *st->near->pair[a]);
        if (st->near->pair[a] == NULL) {
            return false;
        }
    }
    QUIRE_EACH_MET(b, st->part, a)
    {
        struct quire_near_pair *pair = st->near->pair[a] + b;
        if (b != a && st->sheet[b].entered && sys->sheet_law[a * sys->n_sheet + b] >= 0 &&
            !(gone_both(st, a, b) < pair->until) && !make_list(st, a, b, y, pair)) {
            return false;
        }
    }
    return true;
}

static void
follow_sheet(struct quire_state *st, int k, const double *y)
{
    const struct quire_sheet *sheet = st->system->sheet + k;
    const double *x = y + sheet->x0;

    if (sheet->ladder != NULL) {
        follow_in_space(gone_of(st, k), x, (sheet->chain.n + 1) * sheet->ladder->m);
        quire_space_sheet_look(st, k, y);
    } else {
        quire_station_points(&sheet->chain, x, x + sheet->chain.stride, st->sheet + k);
        quire_gone_follow(gone_of(st, k), x, x + sheet->chain.stride, sheet->chain.stride);
    }
}

bool
quire_sheets_follow(struct quire_state *st, const double *y)
{
    quire_sheets_look(st);
    QUIRE_EACH(k, st->part, meeting)
    {
        /* what stands still is where it was when it was looked at last */
        if (st->sheet[k].entered && quire_state_motion(st, k, y) == y) {
            follow_sheet(st, k, y);
        }
    }
    QUIRE_EACH(k, st->part, meeting)
    {
        if (st->sheet[k].entered && !follow_others(st, k, y)) {
            return false;
        }
    }
    return true;
}
