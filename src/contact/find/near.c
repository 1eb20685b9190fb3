#include "contact/find/near.h"

#include <math.h>

#include "contact/gate/flap.h"
#include "force/terms.h"

/* squared distance of a point from a straight line between two, seen along the feed's crossing
 * direction */
static double
from_straight(const double a[2], const double b[2], const double p[2])
{
    const double t[2] = {b[0] - a[0], b[1] - a[1]}, d[2] = {p[0] - a[0], p[1] - a[1]},
                 length2 = t[0] * t[0] + t[1] * t[1];
    const double s = length2 > 0 ? fmin(fmax((d[0] * t[0] + d[1] * t[1]) / length2, 0), 1) : 0;
    const double u = d[0] - s * t[0], v = d[1] - s * t[1];

    return u * u + v * v;
}

/* of a sheet in space: between two columns it is no nearer than half of what lies between them less
 * than from one of both */
static double
line_in_space(const struct quire_sheet *s, const double *q, const double at[2])
{
    const struct quire_ladder *l = s->ladder;
    double least = HUGE_VAL;

    for (int j = 0; j < l->m; j++) {
        double offset2 = 0, nearest = HUGE_VAL;
        for (int i = 0; i <= l->n; i++) {
            const double *a = q + (i * l->m + j) * 3, *b = j + 1 < l->m ? a + 3 : a - 3,
                         dx = b[0] - a[0], dy = b[1] - a[1];
            offset2 = fmax(offset2, dx * dx + dy * dy);
            nearest =
                i < l->n ? fmin(nearest, from_straight(a, a + (ptrdiff_t)3 * l->m, at)) : nearest;
        }
        least = fmin(least, sqrt(nearest) - 0.5 * sqrt(offset2));
    }
    return least;
}

double
quire_near_line(const struct quire_sheet *s, const double *q, const double at[2])
{
    const double *x = q, *y = q + s->chain.stride;
    double least = HUGE_VAL;

    if (s->ladder != NULL) {
        return line_in_space(s, q, at);
    }
    for (int i = 0; i < s->chain.n; i++) {
        const double a[2] = {x[i], y[i]}, b[2] = {x[i + 1], y[i + 1]};
        least = fmin(least, from_straight(a, b, at));
    }
    return sqrt(least);
}

/* of a sheet in space: across, it is straight between its columns */
static double
distance_in_space(const struct quire_sheet *s, const double *q, const double centre[2])
{
    const struct quire_ladder *l = s->ladder;
    double least = HUGE_VAL;

    for (int i = 0; i <= l->n; i++) {
        for (int j = 0; j + 1 < l->m; j++) {
            const double *at = q + (i * l->m + j) * 3;
            least = fmin(least, from_straight(at, at + 3, centre));
        }
    }
    return sqrt(least) - 0.5 * l->h - s->half;
}

static double
distance(const struct quire_sheet *s, const double *q, const double centre[2])
{
    const double *x = q, *y = q + s->chain.stride;
    double least = HUGE_VAL;

    if (s->ladder != NULL) {
        return distance_in_space(s, q, centre);
    }

    for (int i = 0; i <= s->chain.n; i++) {
        const double dx = x[i] - centre[0], dy = y[i] - centre[1], square = dx * dx + dy * dy;
        least = square < least ? square : least;
    }
    /* a place between two nodes may be half a segment nearer */
    return sqrt(least) - 0.5 * s->chain.h - s->half;
}

/* of a sheet in space: between two columns it is no farther than half of what lies between them
 * from one of both */
static double
flap_in_space(const struct quire_sheet *s, const double *q, const struct quire_gate *gate)
{
    const struct quire_ladder *l = s->ladder;
    double least = HUGE_VAL;

    for (int i = 0; i <= l->n; i++) {
        for (int j = 0; j + 1 < l->m; j++) {
            const double *a = q + (i * l->m + j) * 3, *b = a + 3, dx = b[0] - a[0],
                         dy = b[1] - a[1];
            least = fmin(least, fmin(quire_flap_distance(gate, a), quire_flap_distance(gate, b)) -
                                    0.5 * sqrt(dx * dx + dy * dy));
        }
    }
    return least - 0.5 * l->h - s->half;
}

/* of a sheet from where a gate that a spring holds may come to */
static double
distance_to_flap(const struct quire_sheet *s, const double *q, const struct quire_gate *gate)
{
    const double *x = q, *y = q + s->chain.stride;
    double least = HUGE_VAL;

    if (s->ladder != NULL) {
        return flap_in_space(s, q, gate);
    }

    for (int i = 0; i <= s->chain.n; i++) {
        least = fmin(least, quire_flap_distance(gate, (const double[]){x[i], y[i]}));
    }
    return least - 0.5 * s->chain.h - s->half;
}

double
quire_near_cluster(const struct quire_state *st, const double *y, int sheet, int cluster)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *s = sys->sheet + sheet;
    const double *x = y + s->x0;
    double least = quire_terms_join(sys, sheet, cluster) ? 0 : HUGE_VAL;

    for (int k = 0; k < sys->n_roller; k++) {
        const struct quire_roller *r = sys->roller + k;
        if (sys->small[r->small].cluster == cluster &&
            (r->law[2 * sheet] >= 0 || r->law[2 * sheet + 1] >= 0)) {
            if (r->free >= 0) {
                return 0; /* a free disc may come from anywhere */
            }
            least = fmin(least, distance(s, x, st->carrier[r->small].centre) - r->radius);
        }
    }
    for (int k = 0; k < sys->n_free; k++) {
        const struct quire_free *b = sys->free + k;
        if (sys->small[b->small].cluster == cluster && b->roller < 0 &&
            (b->sheet_law[2 * sheet] >= 0 || b->sheet_law[2 * sheet + 1] >= 0)) {
            return 0; /* so may a block */
        }
    }
    for (int k = 0; k < sys->n_gate; k++) {
        if (sys->gate[k].small >= 0 && sys->small[sys->gate[k].small].cluster == cluster) {
            least = fmin(least, distance_to_flap(s, x, sys->gate + k));
        }
    }
    return least;
}

QUIRE_CLONES double
quire_near_speed(const struct quire_state *st, const double *y, int sheet)
{
    const struct quire_sheet *s = st->system->sheet + sheet;
    const double *v = y + st->system->layout.v0 + s->x0;
    double largest[QUIRE_LANES];
    quire_v4 most[2] = {{0}};

    for (size_t i = 0; i < s->size; i += QUIRE_LANES) { /* padding is at rest */
        for (int k = 0; k < 2; k++) {
            const quire_v4 one = quire_load4(v + i + 4 * (size_t)k), square = one * one;
            most[k] = quire_select4(square > most[k], square, most[k]);
        }
    }
    quire_store4(largest, most[0]);
    quire_store4(largest + 4, most[1]);
    return sqrt(quire_largest8(largest));
}

/* the same as quire_near_extent() in space, where z does not count */
static struct quire_near_extent
extent_in_space(const struct quire_sheet *s, const double *q, const double *v)
{
    struct quire_near_extent out = {.box = {{q[0], q[1]}, {q[0], q[1]}},
                                    .speed = {{v[0], v[0]}, {v[1], v[1]}, {v[2], v[2]}}};

    for (int i = 0; i < (s->chain.n + 1) * s->ladder->m; i++) {
        for (int axis = 0; axis < 3; axis++) {
            quire_widen(v[3 * i + axis], out.speed[axis], out.speed[axis] + 1);
        }
        quire_widen(q[3 * i], out.box.low, out.box.high);
        quire_widen(q[3 * i + 1], out.box.low + 1, out.box.high + 1);
    }
    return out;
}

/* the least and the greatest velocity of a sheet's nodes along one axis */
static void
range_of(const struct quire_sheet *s, const double *v, int axis, double range[2])
{
    const double *u = v + s->x0 + (size_t)(axis * s->chain.stride);

    range[0] = range[1] = u[0];
    for (int i = 1; i <= s->chain.n; i++) {
        quire_widen(u[i], range, range + 1);
    }
}

struct quire_near_extent
quire_near_extent(const struct quire_system *sys, const double *y, int sheet)
{
    const struct quire_sheet *s = sys->sheet + sheet;
    const double *x = y + s->x0, *v = y + sys->layout.v0;

    if (s->ladder != NULL) {
        return extent_in_space(s, x, v + s->x0);
    }
    struct quire_near_extent out = {.box = quire_box_of(x, x + s->chain.stride, 0, s->chain.n + 1)};

    for (int axis = 0; axis < 2; axis++) {
        range_of(s, v, axis, out.speed[axis]);
    }
    return out;
}

double
quire_near_speed_between(const struct quire_near_extent *a, const struct quire_near_extent *b)
{
    double most = 0;

    for (int axis = 0; axis < 3; axis++) {
        const double *one = a->speed[axis], *other = b->speed[axis];
        most = fmax(most, fmax(one[1] - other[0], other[1] - one[0]));
    }
    return most;
}
