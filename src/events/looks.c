#include "events/looks.h"

#include <math.h>

#include "math/kernel.h"

/* the largest square of n planar velocities; NaN counts nothing */
static QUIRE_CLONES double
largest_square(const double *vx, const double *vy, size_t n)
{
    quire_v4 lane = {0};
    size_t i = 0;

    for (; i + 4 <= n; i += 4) {
        const quire_v4 x = quire_load4(vx + i), y = quire_load4(vy + i), square = x * x + y * y;
        lane = quire_select4(square > lane, square, lane);
    }
    double most = quire_larger(quire_larger(lane[0], lane[1]), quire_larger(lane[2], lane[3]));
    for (; i < n; i++) {
        most = quire_larger(vx[i] * vx[i] + vy[i] * vy[i], most);
    }
    return most;
}

double
quire_look_speed(const struct quire_sheet_view *s)
{
    double most = s->node_velocity == NULL ? largest_square(s->vx, s->vy, s->n_node) : 0;

    for (size_t i = 0; s->node_velocity != NULL && i < s->n_node * s->n_column; i++) {
        const double *v = s->node_velocity + 3 * i,
                     square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
        most = square > most ? square : most;
    }
    return sqrt(most);
}

/* speed of a node across the sheet, which goes from one place to another there */
static double
speed_across(const double from[2], const double to[2], const double v[2])
{
    const double x = to[0] - from[0], y = to[1] - from[1], length = sqrt(x * x + y * y);

    return length > 0 ? fabs(x * v[1] - y * v[0]) / length : sqrt(v[0] * v[0] + v[1] * v[1]);
}

static double
across_in_plane(const struct quire_sheet_view *s)
{
    double most = 0;

    for (size_t i = 0; i < s->n_node; i++) {
        const size_t a = i > 0 ? i - 1 : 0, b = i + 1 < s->n_node ? i + 1 : i;
        const double from[2] = {s->x[a], s->y[a]}, to[2] = {s->x[b], s->y[b]},
                     v[2] = {s->vx[i], s->vy[i]};
        most = fmax(most, speed_across(from, to, v));
    }
    return most;
}

static double
across_in_space(const struct quire_sheet_view *s)
{
    const size_t row = 3 * s->n_column, n = s->n_node;
    double most = 0;

    for (size_t i = 0; i < n; i++) {
        for (size_t at = i * row; at < (i + 1) * row; at += 3) {
            const double *q = s->node + at;
            most = fmax(most, speed_across(i > 0 ? q - row : q, i + 1 < n ? q + row : q,
                                           s->node_velocity + at));
        }
    }
    return most;
}

void
quire_look_speed_add(struct quire_look_speed *speed, const struct quire_sheet_view *s)
{
    speed->all = fmax(speed->all, quire_look_speed(s));
    speed->across = fmax(speed->across, s->node != NULL ? across_in_space(s) : across_in_plane(s));
}

double
quire_look_after(const struct quire_sensor_ways *ways, const struct quire_look_speed *speed,
                 double h)
{
    const double after = fmin(fmax(ways->edge, QUIRE_LOOK_WAY) / speed->all,
                              fmax(ways->side, QUIRE_LOOK_WAY) / speed->across) /
                         QUIRE_LOOK_FASTER;

    return ways->speed ? fmin(after, h / QUIRE_LOOKS_AT_SPEED) : after;
}
