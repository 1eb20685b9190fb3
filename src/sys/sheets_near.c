/* Which stations of a sheet may touch which nodes of another. The lists are longer than need be, so that they last while sheets move a little. */
#include "sys/sheets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sys/contact.h"

#define MARGIN 0.5e-3 /* by which either may move until the lists are made anew [m] */

static bool
create_list(const struct quire_system *sys, const struct quire_sheet *sheet, struct quire_near_list *list)
{
    const size_t stride = (size_t)sheet->chain.stride + QUIRE_LANES;
    double *room = calloc(2 * stride, sizeof *room);

    list->x = room;
    list->with = calloc((size_t)sys->n_sheet, sizeof *list->with);
    if (room == NULL || list->with == NULL) {
        return false;
    }
    list->y = room + stride;
    return true;
}

int
quire_sheets_create(struct quire_state *st)
{
    const struct quire_system *sys = st->system;

    if (!sys->sheets_meet) {
        return 0;
    }
    st->near = calloc(1, sizeof *st->near);
    if (st->near == NULL) {
        return -1;
    }
    st->near->list = calloc((size_t)sys->n_sheet, sizeof *st->near->list);
    st->near->n_sheet = st->near->list != NULL ? sys->n_sheet : 0;
    for (int k = 0; k < st->near->n_sheet; k++) {
        if (!create_list(sys, sys->sheet + k, st->near->list + k)) {
            return -1;
        }
    }
    return st->near->list != NULL ? 0 : -1;
}

void
quire_sheets_destroy(struct quire_state *st)
{
    for (int k = 0; st->near != NULL && k < st->near->n_sheet; k++) {
        free(st->near->list[k].x);
        free(st->near->list[k].with);
        free(st->near->list[k].station);
    }
    if (st->near != NULL) {
        free(st->near->list);
    }
    free(st->near);
    free(st->tie);
    st->near = NULL;
    st->tie = NULL;
}

double
quire_sheets_reach(const struct quire_sheet *a, const struct quire_sheet *b)
{
    return a->half + b->half + fmax(0.75 * b->chain.h, 0.55 * a->chain.h);
}

/* ---- boxes ---- */

struct box {
    double low[2], high[2];
};

static struct box
box_of(const double *x, const double *y, int first, int last)
{
    struct box b = {{x[first], y[first]}, {x[first], y[first]}};

    for (int i = first + 1; i < last; i++) {
        b.low[0] = fmin(b.low[0], x[i]);
        b.high[0] = fmax(b.high[0], x[i]);
        b.low[1] = fmin(b.low[1], y[i]);
        b.high[1] = fmax(b.high[1], y[i]);
    }
    return b;
}

static double
apart(const struct box *a, const struct box *b)
{
    const double x = fmax(a->low[0] - b->high[0], b->low[0] - a->high[0]), y = fmax(a->low[1] - b->high[1], b->low[1] - a->high[1]);

    return fmax(x, y);
}

/* ---- lists ---- */

static bool
has_moved(const struct quire_sheet *sheet, const struct quire_near_list *list, const double *x, const double *y)
{
    double most = 0;

    for (int i = 0; i <= sheet->chain.n; i++) {
        const double dx = x[i] - list->x[i], dy = y[i] - list->y[i], square = dx * dx + dy * dy;
        most = square > most || isnan(square) ? square : most;
    }
    return !(most <= MARGIN * MARGIN);
}

static bool
is_valid(const struct quire_state *st, int k, const double *y)
{
    const struct quire_near_list *list = st->near->list + k;
    const struct quire_sheet *sheet = st->system->sheet + k;

    if (!list->listed || has_moved(sheet, list, y + sheet->x0, y + sheet->x0 + sheet->chain.stride)) {
        return false;
    }
    for (int j = 0; j < st->near->n_sheet; j++) {
        if (list->with[j] != (st->part->has_sheet[j] && st->sheet[j].entered)) {
            return false;
        }
    }
    return true;
}

static bool
put(struct quire_near_list *list, const struct quire_near_station *station)
{
    if (list->n == list->cap) {
        const int cap = 2 * list->cap + 64;
        struct quire_near_station *more = realloc(list->station, sizeof *more * (size_t)cap);
        if (more == NULL) {
            return false;
        }
        list->station = more;
        list->cap = cap;
    }
    list->station[list->n++] = *station;
    return true;
}

/* the nodes of a sheet within reach of a point, from the first to the last of them */
static QUIRE_CLONES void
nodes_about(const double *x, const double *y, int n, const double at[2], double reach, int *first, int *last)
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

void
quire_sheet_station(const struct quire_state *st, int sheet, int station, const double *y, double at[2])
{
    const struct quire_sheet *s = st->system->sheet + sheet;
    const double *x = y + s->x0, *z = x + s->chain.stride;
    const int j = station - s->chain.n;

    at[0] = j > 0 ? 0.5 * (x[j] + x[j + 1]) : st->sheet[sheet].cx[station];
    at[1] = j > 0 ? 0.5 * (z[j] + z[j + 1]) : st->sheet[sheet].cy[station];
}

static bool
list_pair(struct quire_state *st, int a, int b, const double *y, const struct box *boxes)
{
    const struct quire_sheet *one = st->system->sheet + a, *other = st->system->sheet + b;
    struct quire_near_list *list = st->near->list + a;
    const double reach = quire_sheets_reach(one, other) + 2 * MARGIN, *ox = y + other->x0, *oy = ox + other->chain.stride;

    if (apart(boxes + a, boxes + b) > reach) {
        return true;
    }
    for (int i = 0; i < quire_sheet_stations(one); i++) {
        struct quire_near_station s = {.other = b, .station = i};
        double at[2];
        quire_sheet_station(st, a, i, y, at);
        const struct box point = {{at[0], at[1]}, {at[0], at[1]}};
        if (apart(&point, boxes + b) > reach) {
            continue;
        }
        nodes_about(ox, oy, other->chain.n + 1, at, reach, &s.first, &s.last);
        if (s.first < s.last && !put(list, &s)) {
            return false;
        }
    }
    return true;
}

static bool
make_list(struct quire_state *st, int a, const double *y, const struct box *boxes)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + a;
    struct quire_near_list *list = st->near->list + a;

    list->n = 0;
    memcpy(list->x, y + sheet->x0, sizeof(double) * (size_t)(sheet->chain.n + 1));
    memcpy(list->y, y + sheet->x0 + sheet->chain.stride, sizeof(double) * (size_t)(sheet->chain.n + 1));
    for (int b = 0; b < sys->n_sheet; b++) {
        list->with[b] = st->part->has_sheet[b] && st->sheet[b].entered;
        if (b != a && list->with[b] && sys->sheet_law[a * sys->n_sheet + b] >= 0 && !list_pair(st, a, b, y, boxes)) {
            return false;
        }
    }
    list->listed = true;
    return true;
}

static bool
make_lists(struct quire_state *st, const double *y)
{
    struct box *boxes = malloc(sizeof *boxes * (size_t)st->system->n_sheet);
    bool good = boxes != NULL;

    QUIRE_EACH(k, st->part, sheet) {
        const struct quire_sheet *sheet = st->system->sheet + k;
        if (good) {
            boxes[k] = box_of(y + sheet->x0, y + sheet->x0 + sheet->chain.stride, 0, sheet->chain.n + 1);
        }
    }
    QUIRE_EACH(k, st->part, sheet) {
        good = good && (!st->sheet[k].entered || make_list(st, k, y, boxes));
    }
    free(boxes);
    return good;
}

bool
quire_sheets_follow(struct quire_state *st, const double *y)
{
    bool valid = true;

    QUIRE_EACH(k, st->part, sheet) {
        const struct quire_sheet *sheet = st->system->sheet + k;
        if (st->sheet[k].entered) {
            quire_station_points(&sheet->chain, y + sheet->x0, y + sheet->x0 + sheet->chain.stride, st->sheet + k);
            valid = valid && is_valid(st, k, y);
        }
    }
    return valid || make_lists(st, y);
}

/* ---- distance ---- */

#define GROUP 8
#define FAR 20e-3 /* beyond it the distance of the boxes around two sheets will do [m] */

/* the squared distance of a point from the straight line between two nodes */
static double
segment_square(const double *x, const double *y, double px, double py)
{
    const double ex = x[1] - x[0], ey = y[1] - y[0], dx = px - x[0], dy = py - y[0];
    const double s = fmin(1, fmax(0, (dx * ex + dy * ey) / (ex * ex + ey * ey))), u = dx - s * ex, v = dy - s * ey;

    return u * u + v * v;
}

/* the least squared distance of nodes from segments */
static double
group_square(const double *ax, const double *ay, int n_node, const double *bx, const double *by, int n_segment)
{
    double least = HUGE_VAL;

    for (int i = 0; i < n_node; i++) {
        for (int j = 0; j < n_segment; j++) {
            least = fmin(least, segment_square(bx + j, by + j, ax[i], ay[i]));
        }
    }
    return least;
}

static struct quire_line
line_at(const struct quire_sheet *sheet, const double *y)
{
    return (struct quire_line){y + sheet->x0, y + sheet->x0 + sheet->chain.stride, sheet->chain.n};
}

static int
size_of(int first, int n)
{
    return n - first < GROUP ? n - first : GROUP;
}

/* the least squared distance of a's nodes from b's segments, or `least` if that is less */
static double
square_between(const struct quire_line *a, const struct quire_line *b, double least)
{
    for (int i = 0; i <= a->n; i += GROUP) {
        const int nodes = size_of(i, a->n + 1);
        const struct box mine = box_of(a->x, a->y, i, i + nodes);
        for (int j = 0; j < b->n; j += GROUP) {
            const int segments = size_of(j, b->n);
            const struct box yours = box_of(b->x, b->y, j, j + segments + 1);
            const double gap = apart(&mine, &yours);
            if (!(gap > 0 && gap * gap >= least)) {
                least = fmin(least, group_square(a->x + i, a->y + i, nodes, b->x + j, b->y + j, segments));
            }
        }
    }
    return least;
}

double
quire_sheets_distance(const struct quire_system *sys, const double *y, int a, int b)
{
    if (sys->sheet_law == NULL || sys->sheet_law[a * sys->n_sheet + b] < 0) {
        return HUGE_VAL;
    }
    const struct quire_line one = line_at(sys->sheet + a, y), other = line_at(sys->sheet + b, y);
    const struct box mine = box_of(one.x, one.y, 0, one.n + 1), yours = box_of(other.x, other.y, 0, other.n + 1);
    const double gap = apart(&mine, &yours);
    if (gap > FAR) {
        return gap;
    }
    const double least = square_between(&other, &one, square_between(&one, &other, HUGE_VAL));
    return sqrt(least);
}

/* whether segments i of one and j of another line cross */
static bool
segments_cross(const struct quire_line *a, int i, const struct quire_line *b, int j, double where[2])
{
    const double ex = a->x[i + 1] - a->x[i], ey = a->y[i + 1] - a->y[i], fx = b->x[j + 1] - b->x[j], fy = b->y[j + 1] - b->y[j];
    const double dx = b->x[j] - a->x[i], dy = b->y[j] - a->y[i], area = ex * fy - ey * fx;
    const double s = (dx * fy - dy * fx) / area, r = (dx * ey - dy * ex) / area; /* parallels: not between 0 and 1 */

    where[0] = a->x[i] + s * ex;
    where[1] = a->y[i] + s * ey;
    return s >= 0 && s <= 1 && r >= 0 && r <= 1;
}

bool
quire_lines_cross(const struct quire_line *a, const struct quire_line *b, double where[2])
{
    for (int i = 0; i < a->n; i += GROUP) {
        const int mine = size_of(i, a->n);
        const struct box box = box_of(a->x, a->y, i, i + mine + 1);
        for (int j = 0; j < b->n; j += GROUP) {
            const int yours = size_of(j, b->n);
            const struct box its = box_of(b->x, b->y, j, j + yours + 1);
            for (int k = 0; !(apart(&box, &its) > 0) && k < mine * yours; k++) {
                if (segments_cross(a, i + k / yours, b, j + k % yours, where)) {
                    return true;
                }
            }
        }
    }
    return false;
}
