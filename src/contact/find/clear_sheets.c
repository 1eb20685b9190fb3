/* Sheets that fly towards each other: a step must not carry one through another, where they overlap
 * at neither end of it. doc/theory/finders.md, 5. */
#include <math.h>

#include "contact/find/clear_parts.h"
#include "contact/find/near.h"
#include "contact/sheets/sheets.h"
#include "integ/constants.h"
#include "machine/sheet_lines.h"
#include "math/kernel.h"

/* A sheet's block of positions at some time. */
struct surface {
    double *q;
    double longest; /* segment of a sheet in the plane [m] */
};

/* Two sheets of which a node of the first is looked at; as they are moved at some time. */
struct flying {
    const struct quire_sheet *sheet;
    const double *q, *v, *a;      /* its blocks at the step's begin */
    struct surface before, after; /* of a piece of the step */
    double across, speed;         /* across itself, and at all, at most [m/s] */
};

static void
node_of(const struct quire_sheet *s, const double *q, int i, int j, double at[3])
{
    const double *p = s->ladder != NULL ? q + (i * s->ladder->m + j) * 3 : q + i;

    at[0] = p[0];
    at[1] = s->ladder != NULL ? p[1] : p[s->chain.stride];
    at[2] = s->ladder != NULL ? p[2] : 0;
}

/* where row i of a sheet in space is at z; false where it does not reach there */
static bool
row_at(const struct quire_sheet *s, const double *q, int i, double z, double at[2])
{
    double a[3], b[3];
    int j = 0;

    while (j < s->ladder->m - 2 && q[(i * s->ladder->m + j + 1) * 3 + 2] < z) {
        j++;
    }
    node_of(s, q, i, j, a);
    node_of(s, q, i, j + 1, b);
    const double r = (z - a[2]) / (b[2] - a[2]);
    at[0] = a[0] + r * (b[0] - a[0]);
    at[1] = a[1] + r * (b[1] - a[1]);
    return r >= 0 && r <= 1;
}

/* A point seen from a segment. */
struct seen {
    double square; /* of the distance */
    double along;  /* where on its line, 0 to 1 between its ends */
    double left;   /* positive: to its left */
};

QUIRE_INLINE struct seen
seen_from(const struct quire_sheet *s, const double *q, int i, const double p[2])
{
    const double *x = q + i, *y = x + s->chain.stride;
    const double ex = x[1] - x[0], ey = y[1] - y[0], dx = p[0] - x[0], dy = p[1] - y[0],
                 r = (dx * ex + dy * ey) / (ex * ex + ey * ey), more = r > 0 ? r : 0,
                 in = more < 1 ? more : 1, u = dx - in * ex, v = dy - in * ey;

    return (struct seen){u * u + v * v, r, ex * dy - ey * dx};
}

/* How far to the left of a sheet in the plane a point is; 0 where it is beyond an edge. Of the
 * nearest segments the first one counts. `near`: one that may be the nearest; becomes it. A segment
 * k further along is no nearer than this one by more than k + 1 lengths. */
static double
left_in_plane(const struct quire_sheet *s, const double *q, double longest, const double p[2],
              int *near)
{
    struct seen best = seen_from(s, q, *near, p);
    double distance = sqrt(best.square);

    for (int i = 0; i < s->chain.n;) {
        const struct seen here = seen_from(s, q, i, p);
        if (here.square < best.square || (here.square == best.square && i < *near)) {
            best = here;
            distance = sqrt(best.square);
            *near = i;
        }
        const double ahead = (sqrt(here.square) - distance) / longest - 1;
        i += ahead > 1 ? (int)fmin(ahead, s->chain.n) : 1;
    }
    const bool beyond =
        (*near == 0 && best.along <= 0) || (*near == s->chain.n - 1 && best.along >= 1);
    return beyond || best.left == 0 ? 0 : copysign(distance, best.left);
}

static double
longest_segment(const struct quire_sheet *s, const double *q)
{
    const double *x = q, *y = q + s->chain.stride;
    double most = 0;

    for (int i = 0; i < s->chain.n; i++) {
        const double ex = x[i + 1] - x[i], ey = y[i + 1] - y[i], square = ex * ex + ey * ey;
        most = square > most ? square : most;
    }
    return sqrt(most);
}

/* how far to the left of a sheet a point is; 0 where it is beyond an edge */
static double
left_of(const struct quire_sheet *s, const struct surface *on, const double p[3], int *near)
{
    const double *q = on->q;

    if (s->ladder == NULL) {
        return left_in_plane(s, q, on->longest, p, near);
    }
    double least = HUGE_VAL, left = 0, a[2], b[2];
    bool have = row_at(s, q, 0, p[2], a);

    for (int i = 0; i < s->chain.n; i++) {
        const bool next = row_at(s, q, i + 1, p[2], b);
        const double ex = b[0] - a[0], ey = b[1] - a[1], dx = p[0] - a[0], dy = p[1] - a[1],
                     r = (dx * ex + dy * ey) / (ex * ex + ey * ey), in = fmin(1, fmax(0, r)),
                     u = dx - in * ex, v = dy - in * ey, square = u * u + v * v;
        if (have && next && square < least) {
            const bool beyond = (i == 0 && r <= 0) || (i == s->chain.n - 1 && r >= 1);
            least = square;
            left = beyond ? 0 : copysign(sqrt(square), ex * dy - ey * dx);
        }
        a[0] = b[0];
        a[1] = b[1];
        have = next;
    }
    return left;
}

static double
distance_between(const double a[3], const double b[3])
{
    const double x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2];

    return sqrt(x * x + y * y + z * z);
}

/* The part of a piece after which a node of `one` is half-way to the mid-surface of the other, no
 * node of which goes further than `way`, that it goes through; 1: it does not. A distance changes
 * by no more than both go. */
static double
part_before(const struct flying *one, const struct flying *other, double way, double thick)
{
    const int columns = quire_sheet_lines(one->sheet);
    double least = 1;
    int near[2] = {0, 0};

    for (int k = 0; k < columns * (one->sheet->chain.n + 1); k++) {
        double p[3], q[3];
        node_of(one->sheet, one->before.q, k / columns, k % columns, p);
        node_of(one->sheet, one->after.q, k / columns, k % columns, q);
        const double through = way + distance_between(p, q) - QUIRE_CLEAR_BEYOND * thick;
        if (through < QUIRE_CLEAR_FEELING * thick) {
            continue;
        }
        const double from = left_of(other->sheet, &other->before, p, near), size = fabs(from);
        if (size < QUIRE_CLEAR_FEELING * thick || size > through) {
            continue;
        }
        const double to = left_of(other->sheet, &other->after, q, near + 1);
        const double left = from < 0 ? -to : to; /* of what was between the mid-surfaces */
        if (left < -QUIRE_CLEAR_BEYOND * thick) {
            const double gap = size > thick ? size - QUIRE_CLEAR_BEYOND * thick : 0.5 * size;
            least = fmin(least, gap / (size - left));
        }
    }
    return least;
}

static void
move_to(const struct flying *f, double time, double later, struct surface *to)
{
    for (size_t i = 0; i < f->sheet->size; i++) {
        to->q[i] = f->q[i] + time * (f->v[i] + later * f->a[i]);
    }
    to->longest = f->sheet->ladder == NULL ? longest_segment(f->sheet, to->q) : 0;
}

/* the step that two sheets allow */
static double
clear_of_each_other(struct flying *a, struct flying *b, double h, double later)
{
    const double thick = a->sheet->half + b->sheet->half,
                 segment = fmin(a->sheet->chain.h, b->sheet->chain.h),
                 pieces =
                     fmin(fmax(ceil(h * (a->speed + b->speed) / segment), 1), QUIRE_CLEAR_PIECES),
                 piece = fmin(h / pieces, segment / (a->speed + b->speed));

    for (double t = 0; t < 0.999 * h; t += piece) {
        struct flying *const f[2] = {a, b};
        for (int k = 0; k < 2; k++) {
            move_to(f[k], t, later, &f[k]->before);
            move_to(f[k], t + piece, later, &f[k]->after);
        }
        const double part = fmin(part_before(a, b, piece * b->speed, thick),
                                 part_before(b, a, piece * a->speed, thick));
        if (part < 1) {
            return fmin(h, t + part * piece);
        }
        if (t > QUIRE_CLEAR_PIECES * piece) {
            return t; /* so far it has been looked at */
        }
    }
    return h;
}

/* how fast nodes move at most, across their sheet and at all */
static void
measure_speeds(struct flying *f, double later)
{
    const struct quire_sheet *s = f->sheet;
    const int columns = quire_sheet_lines(s), step = s->ladder != NULL ? 3 * columns : 1,
              up = s->ladder != NULL ? 1 : s->chain.stride;

    f->across = f->speed = 0;
    for (int k = 0; k < columns * (s->chain.n + 1); k++) {
        const int i = k / columns, at = i * step + (s->ladder != NULL ? 3 * (k % columns) : 0),
                  from = i < 1 ? at : at - step, to = i < s->chain.n ? at + step : at;
        const double x = f->q[to] - f->q[from], y = f->q[to + up] - f->q[from + up],
                     u = f->v[at] + later * f->a[at], v = f->v[at + up] + later * f->a[at + up];
        const double across = fabs(x * v - y * u) / sqrt(x * x + y * y), all = sqrt(u * u + v * v);
        f->across = across > f->across ? across : f->across;
        f->speed = all > f->speed ? all : f->speed;
    }
}

/* but for how fast */
static struct flying
flying_of(const struct quire_state *st, const double *y, const double *rate, int index)
{
    const struct quire_sheet *s = st->system->sheet + index;
    const size_t v0 = st->system->layout.v0 + s->x0;
    const double *at = quire_state_motion(st, index, y);
    const struct quire_near_way *way = st->near->way + index;

    return (struct flying){.sheet = s,
                           .q = at + s->x0,
                           .v = at + v0,
                           /* none where it stands still, as it has no velocity */
                           .a = (at != y ? at : rate) + v0,
                           .before.q = st->sheet[index].line[2],
                           .after.q = st->sheet[index].line[3],
                           .across = way->across,
                           .speed = way->speed};
}

/* how fast sheets are: once for all that they may meet */
static void
look_at_speeds(const struct quire_state *st, const struct quire_part *part, const double *y,
               const double *rate, double later)
{
    QUIRE_EACH(k, part, meeting)
    {
        struct quire_near_way *way = st->near->way + k;
        way->across = way->speed = 0;
        if (st->sheet[k].entered && quire_state_motion(st, k, y) == y) {
            struct flying f = flying_of(st, y, rate, k);
            measure_speeds(&f, later);
            way->across = f.across;
            way->speed = f.speed;
        }
    }
}

/* whether two sheets are so far from each other that they cannot meet in a step */
static bool
are_apart(const struct quire_state *st, const double *y, int a, int b, double way)
{
    const struct quire_system *sys = st->system;

    if (!sys->spatial) {
        return quire_boxes_apart(quire_sheet_box(st, a, y), quire_sheet_box(st, b, y)) > way;
    }
    const struct quire_near_extent one = quire_near_extent(sys, quire_state_motion(st, a, y), a),
                                   other = quire_near_extent(sys, quire_state_motion(st, b, y), b);

    return quire_boxes_apart(&one.box, &other.box) > way;
}

double
quire_clear_of_sheets(const struct quire_state *st, const struct quire_part *part, const double *y,
                      const double *rate, double h, double later)
{
    const struct quire_system *sys = st->system;

    quire_sheets_look(st);
    look_at_speeds(st, part, y, rate, later);
    QUIRE_EACH(a, part, sheet)
    {
        struct flying one = flying_of(st, y, rate, a);
        QUIRE_EACH(b, part, meeting)
        {
            const double thick = sys->sheet[a].half + sys->sheet[b].half;
            if ((part->has_sheet[b] && b <= a) || !st->sheet[a].entered || !st->sheet[b].entered ||
                sys->sheet_law[a * sys->n_sheet + b] < 0) {
                continue;
            }
            /* along itself a sheet comes to where it is already */
            struct flying other = flying_of(st, y, rate, b);
            if (h * (one.across + other.across) > QUIRE_CLEAR_SMALL * thick &&
                !are_apart(st, y, a, b, h * (one.speed + other.speed) + thick)) {
                h = clear_of_each_other(&one, &other, h, later);
            }
        }
    }
    return h;
}

bool
quire_clear_sheets_may_pass(const struct quire_state *st, const struct quire_part *part,
                            const double *y, double h)
{
    double way = 0, thin = HUGE_VAL;

    if (!st->system->sheets_meet || part->n_meeting < 2) {
        return false;
    }
    QUIRE_EACH(k, part, meeting)
    {
        if (st->sheet[k].entered) {
            way = part->has_sheet[k] ? fmax(way, quire_clear_way(st, y, k, h)) : way;
            thin = fmin(thin, st->system->sheet[k].half);
        }
    }
    return way > QUIRE_CLEAR_SMALL * thin;
}
