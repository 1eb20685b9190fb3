#include "sys/pressures.h"

#include "kind/pressure.h"
#include "num/outline.h"

/* Where a point stands: distances along the guide and from it, its normal, and how s and the normal change as it moves along. */
struct beside {
    double s, left, t[2];
    double way; /* ds by a displacement along t */
};

/* curvature to the left at a distance along an outline; straight on beyond its ends */
static double
curvature_at(const struct quire_outline *in, double s)
{
    for (size_t i = 0; i < in->n; i++) {
        const struct quire_piece *p = in->piece + i;
        if (s >= p->start && s <= p->start + p->length) {
            return p->radius > 0 ? p->turn / p->radius : 0;
        }
    }
    return 0;
}

static void
stand(const struct quire_outline *in, const double at[2], struct beside *b)
{
    double foot[2];

    quire_outline_project(in, at, -1, &b->s, &b->left);
    quire_outline_at(in, b->s, foot, b->t);
    b->way = 1 / (1 - curvature_at(in, b->s) * b->left);
}

/* the part of a piece of the sheet that lies between the ends, and how that changes with its place */
static double
covered(const struct quire_pressure *p, double s, double length, double *slope)
{
    const double before = s - 0.5 * length, behind = s + 0.5 * length;
    const double from = before > p->from ? before : p->from, to = behind < p->to ? behind : p->to;

    *slope = ((behind < p->to) - (before > p->from)) / length;
    return (to - from) / length;
}

/* Pressure at the distance d of the mid-line from the guide. Beyond the guide's surface there is none. */
static double
pressure_at(const struct quire_pressure *p, double supply, double half, double d, double *slope)
{
    double fade = 1, by_fade = 0, enter, by_enter;
    const double gap = d > half ? d - half : 0;
    double value = p->ops->at(p->params, supply, gap, slope);

    if (d <= half) {
        *slope = 0;
    }
    if (!p->ops->ends) {
        fade = quire_step(gap, 0.5 * p->reach, 1, p->reach, 0, &by_fade);
        *slope = *slope * fade + value * by_fade;
        value *= fade;
    }
    enter = quire_step(d, 0, 0, 0.5 * half, 1, &by_enter);
    *slope = *slope * enter + value * by_enter;
    return value * enter;
}

bool
quire_pressure_at(const struct quire_pressure *p, double supply, double half, const double at[2], const double v[3], double length, double area,
                  bool matrix, struct quire_pressed *out)
{
    struct beside b;
    double by_gap, by_s, by_slip = 0;

    stand(p->outline, at, &b);
    const double d = p->side * b.left, share = covered(p, b.s, length, &by_s);
    if (!(share > 0) || !(d > 0)) {
        return false;
    }
    const double value = pressure_at(p, supply, half, d, &by_gap), load = fabs(value), sign = value < 0 ? -1 : 1;
    const double n[2] = {-p->side * b.t[1], p->side * b.t[0]}, along = v[0] * b.t[0] + v[1] * b.t[1];
    const double speed = sqrt(along * along + v[2] * v[2]);
    /* friction per speed, so that at rest it has a direction */
    double rub = 0;
    if (p->friction > 0) {
        const double s = quire_step(speed, -p->threshold, -1, p->threshold, 1, &by_slip);
        rub = speed > 0 ? p->friction * s / speed : p->friction * by_slip;
        by_slip *= p->friction;
    }
    const double f[3] = {-value * n[0] - load * rub * along * b.t[0], -value * n[1] - load * rub * along * b.t[1], -load * rub * v[2]};
    const double on = area * share;
    for (int i = 0; i < 3; i++) {
        out->force[i] = on * f[i];
    }
    out->normal = on * value;
    out->drag = on * load * rub * along;
    out->work = -on * value * (n[0] * v[0] + n[1] * v[1]);
    out->lost = on * load * rub * speed * speed;
    if (!matrix) {
        return true;
    }
    /* s moves with `way` along t; t turns towards the left by `turn`, n against t */
    const double way = b.way, turn = (way - 1) / (b.left != 0 ? b.left : 1), v_left = b.t[0] * v[1] - b.t[1] * v[0];
    const double slip[2] = {speed > 0 ? along / speed : 1, speed > 0 ? v[2] / speed : 0}; /* its direction, along and across */
    const double past = by_slip - rub; /* of friction along the slip, beyond rub */
    for (int c = 0; c < 2; c++) {
        const double by_d = p->side * (c == 0 ? -b.t[1] : b.t[0]), by_t = b.t[c];
        const double d_value = by_gap * by_d, d_load = sign * d_value, d_share = by_s * way * by_t;
        const double d_along = turn * by_t * v_left;
        const double d_rub = load * (rub + past * slip[0] * slip[0]) * d_along;
        out->by_place[2][c] = area * (d_share * f[2] - share * (d_load * rub * v[2] + load * past * slip[0] * slip[1] * d_along));
        for (int r = 0; r < 2; r++) {
            const double d_n = -p->side * turn * by_t * b.t[r], left = r == 0 ? -b.t[1] : b.t[0];
            out->by_place[r][c] = area * (d_share * f[r] + share * (-d_value * n[r] - value * d_n - (d_load * rub * along + d_rub) * b.t[r] -
                                                                    load * rub * along * turn * by_t * left));
        }
    }
    const double axis[3][2] = {{b.t[0], 0}, {b.t[1], 0}, {0, 1}}; /* along, across */
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            double sum = 0;
            for (int i = 0; i < 2; i++) {
                for (int j = 0; j < 2; j++) {
                    sum += axis[r][i] * ((i == j ? rub : 0) + past * slip[i] * slip[j]) * axis[c][j];
                }
            }
            out->by_velocity[r][c] = -on * load * sum;
        }
    }
    return true;
}

void
quire_pressure_book(struct quire_state *st, int index, const struct quire_pressed *p)
{
    st->power.loads += p->work;
    st->power.elements += p->lost;
    st->pressed[2 * index] += p->normal;
    st->pressed[2 * index + 1] += p->drag;
}

double
quire_pressure_supply(const struct quire_state *st, int index, double t)
{
    const struct quire_pressure *p = st->system->pressure + index;
    struct quire_command c;

    if (p->drive < 0) {
        return p->supply;
    }
    quire_drive_command(st, p->drive, t, &c);
    return c.value;
}

bool
quire_pressure_near(const struct quire_pressure *p, const double low[2], const double high[2])
{
    return low[0] <= p->high[0] && high[0] >= p->low[0] && low[1] <= p->high[1] && high[1] >= p->low[1];
}

/* ---- on planar sheets ---- */

/* The place is the curve's, the force acts on the node: so an even pressure leaves a sheet straight up to its ends, as its weight does. */
static bool
at_station(const struct quire_pressure *pressure, const struct quire_sheet *sheet, double supply, const struct quire_nodes *nodes, int i,
           bool matrix, struct quire_pressed *out)
{
    int node;
    const double *b = weights_of(i, sheet->chain.n, &node)->b, length = sheet->station_length[i];
    const double v[3] = {nodes->vx[i], nodes->vy[i], 0};
    double at[2] = {0, 0};

    for (int j = 0; j < 3; j++) {
        at[0] += b[j] * nodes->x[node + j];
        at[1] += b[j] * nodes->y[node + j];
    }
    return quire_pressure_near(pressure, at, at) &&
           quire_pressure_at(pressure, supply, sheet->half, at, v, length, length * sheet->width, matrix, out);
}

static void
add_changes(const struct scatter *c, int i, const struct quire_pressed *p)
{
    int node;
    const double *b = weights_of(i, c->state->system->sheet[c->sheet].chain.n, &node)->b;
    quire_v4 by_place, by_velocity;

    for (int k = 0; k < 4; k++) {
        by_place[k] = -c->cq * p->by_place[k / 2][k % 2];
        by_velocity[k] = -c->cv * p->by_velocity[k / 2][k % 2];
    }
    for (int j = 0; j < 3; j++) {
        quire_band_add(c->band, i, node + j, b[j] * by_place);
    }
    quire_band_add(c->band, i, i, by_velocity);
}

void
quire_pressure_forces(const struct scatter *c, double t)
{
    const struct quire_system *sys = c->state->system;
    const struct quire_sheet *sheet = sys->sheet + c->sheet;
    const struct quire_nodes nodes = {c->x, c->y, c->vx, c->vy};

    for (int k = 0; k < sys->n_pressure; k++) {
        const double supply = quire_pressure_supply(c->state, k, t);
        for (int i = 0; i <= sheet->chain.n; i++) {
            struct quire_pressed p;
            if (!at_station(sys->pressure + k, sheet, supply, &nodes, i, c->band != NULL, &p)) {
                continue;
            }
            c->fx[i] += p.force[0];
            c->fy[i] += p.force[1];
            quire_pressure_book(c->state, k, &p);
            if (c->band != NULL) {
                add_changes(c, i, &p);
            }
        }
    }
}

double
quire_pressure_work(const struct quire_state *st, int index, double t, const double *y, const double *d)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const int stride = sheet->chain.stride;
    const double *x = y + sheet->x0, *v = x + st->system->layout.v0;
    const struct quire_nodes nodes = {x, x + stride, v, v + stride};
    double work = 0;

    for (int k = 0; k < st->system->n_pressure; k++) {
        const double supply = quire_pressure_supply(st, k, t);
        for (int i = 0; i <= sheet->chain.n; i++) {
            struct quire_pressed p;
            if (at_station(st->system->pressure + k, sheet, supply, &nodes, i, false, &p)) {
                work += p.force[0] * d[i] + p.force[1] * d[stride + i];
            }
        }
    }
    return work;
}
