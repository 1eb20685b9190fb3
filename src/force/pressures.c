#include "force/pressures.h"

#include "element/pressure.h"
#include "geometry/outline.h"
#include "kind/pressure.h"
#include "state/commands.h"

/* Where a point stands: distances along the guide and from it, its normal, and how s and the normal
 * change as it moves along. */
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

/* the part of a piece of the sheet that lies between the ends, and how that changes with its place
 */
static double
covered(const struct quire_pressure *p, double s, double length, double *slope)
{
    const double before = s - 0.5 * length, behind = s + 0.5 * length;
    const double from = before > p->from ? before : p->from, to = behind < p->to ? behind : p->to;

    *slope = ((behind < p->to) - (before > p->from)) / length;
    return (to - from) / length;
}

/* Pressure at the distance d of the mid-line from the guide. Beyond the guide's surface there is
 * none. */
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
        fade = quire_step(gap, 0.5 * p->params->reach, 1, p->params->reach, 0, &by_fade);
        *slope = *slope * fade + value * by_fade;
        value *= fade;
    }
    enter = quire_step(d, 0, 0, 0.5 * half, 1, &by_enter);
    *slope = *slope * enter + value * by_enter;
    return value * enter;
}

/* What acts at a place, on a unit of area that is there, and what its derivatives are made of. */
struct acting {
    struct beside b;
    double n[2];          /* from the guide to the sheet */
    double share, by_s;   /* of the area, and how it changes with s */
    double value, by_gap; /* towards the guide [Pa] */
    double along, speed;  /* of the sheet past the guide [m/s] */
    /* friction per speed, so that at rest it has a direction, and by the speed, in parts of the
     * load */
    double friction_rate, by_slip;
    double force[3]; /* [Pa] */
};

/* friction where a pressure has it */
static void
set_friction(const struct quire_pressure *p, struct acting *a)
{
    a->friction_rate = a->by_slip = 0;
    if (p->params->friction > 0) {
        const double s =
            quire_step(a->speed, -p->params->threshold, -1, p->params->threshold, 1, &a->by_slip);
        a->friction_rate =
            a->speed > 0 ? p->params->friction * s / a->speed : p->params->friction * a->by_slip;
        a->by_slip *= p->params->friction;
    }
}

static bool
act(const struct quire_pressure *p, double supply, double half, const double at[2],
    const double v[3], double length, struct acting *a)
{
    stand(&p->guide->outline, at, &a->b);
    const double d = p->guide->side * a->b.left, *t = a->b.t;
    a->share = covered(p, a->b.s, length, &a->by_s);
    if (!(a->share > 0) || !(d > 0)) {
        return false;
    }
    a->value = pressure_at(p, supply, half, d, &a->by_gap);
    a->n[0] = -p->guide->side * t[1];
    a->n[1] = p->guide->side * t[0];
    a->along = v[0] * t[0] + v[1] * t[1];
    a->speed = sqrt(a->along * a->along + v[2] * v[2]);
    set_friction(p, a);
    const double load = fabs(a->value);
    a->force[0] = -a->value * a->n[0] - load * a->friction_rate * a->along * t[0];
    a->force[1] = -a->value * a->n[1] - load * a->friction_rate * a->along * t[1];
    a->force[2] = -load * a->friction_rate * v[2];
    return true;
}

/* The slip's direction, along and across. */
static void
direct(const struct acting *a, const double v[3], double slip[2])
{
    slip[0] = a->speed > 0 ? a->along / a->speed : 1;
    slip[1] = a->speed > 0 ? v[2] / a->speed : 0;
}

/* s moves with `way` along t; t turns towards the left by `turn`, n against t */
static void
change_by_place(const struct quire_pressure *p, const struct acting *a, const double v[3],
                double area, double out[3][2])
{
    const struct beside *b = &a->b;
    const double load = fabs(a->value), sign = a->value < 0 ? -1 : 1,
                 friction_rate = a->friction_rate, along = a->along, share = a->share;
    const double way = b->way, turn = (way - 1) / (b->left != 0 ? b->left : 1),
                 v_left = b->t[0] * v[1] - b->t[1] * v[0];
    const double past =
        a->by_slip - friction_rate; /* of friction along the slip, beyond friction_rate */
    double slip[2];

    direct(a, v, slip);
    for (int c = 0; c < 2; c++) {
        const double by_d = p->guide->side * (c == 0 ? -b->t[1] : b->t[0]), by_t = b->t[c];
        const double d_value = a->by_gap * by_d, d_load = sign * d_value,
                     d_share = a->by_s * way * by_t;
        const double d_along = turn * by_t * v_left;
        const double d_friction_rate = load * (friction_rate + past * slip[0] * slip[0]) * d_along;
        out[2][c] =
            area * (d_share * a->force[2] - share * (d_load * friction_rate * v[2] +
                                                     load * past * slip[0] * slip[1] * d_along));
        for (int r = 0; r < 2; r++) {
            const double d_n = -p->guide->side * turn * by_t * b->t[r],
                         left = r == 0 ? -b->t[1] : b->t[0];
            out[r][c] =
                area * (d_share * a->force[r] +
                        share * (-d_value * a->n[r] - a->value * d_n -
                                 (d_load * friction_rate * along + d_friction_rate) * b->t[r] -
                                 load * friction_rate * along * turn * by_t * left));
        }
    }
}

static void
change_by_velocity(const struct acting *a, const double v[3], double on, double out[3][3])
{
    const double load = fabs(a->value), past = a->by_slip - a->friction_rate;
    const double axis[3][2] = {{a->b.t[0], 0}, {a->b.t[1], 0}, {0, 1}}; /* along, across */
    double slip[2];

    direct(a, v, slip);
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            double sum = 0;
            for (int i = 0; i < 2; i++) {
                for (int j = 0; j < 2; j++) {
                    sum += axis[r][i] *
                           ((i == j ? a->friction_rate : 0) + past * slip[i] * slip[j]) *
                           axis[c][j];
                }
            }
            out[r][c] = -on * load * sum;
        }
    }
}

bool
quire_pressure_at(const struct quire_pressure *p, double supply,
                  const struct quire_pressed_place *place, bool matrix, struct quire_pressed *out)
{
    const double *v = place->v;
    struct acting a;

    if (!act(p, supply, place->half, place->at, v, place->length, &a)) {
        return false;
    }
    const double on = place->area * a.share, load = fabs(a.value);
    for (int i = 0; i < 3; i++) {
        out->force[i] = on * a.force[i];
    }
    out->normal = on * a.value;
    out->drag = on * load * a.friction_rate * a.along;
    out->work = -on * a.value * (a.n[0] * v[0] + a.n[1] * v[1]);
    out->lost = on * load * a.friction_rate * a.speed * a.speed;
    if (matrix) {
        change_by_place(p, &a, v, place->area, out->by_place);
        change_by_velocity(&a, v, on, out->by_velocity);
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
    return low[0] <= p->high[0] && high[0] >= p->low[0] && low[1] <= p->high[1] &&
           high[1] >= p->low[1];
}

/* ---- on planar sheets ---- */

/* The place is the curve's, the force acts on the node: so an even pressure leaves a sheet straight
 * up to its ends, as its weight does. */
static bool
at_station(const struct quire_pressure *pressure, const struct quire_sheet *sheet, double supply,
           const struct quire_nodes *nodes, int i, bool matrix, struct quire_pressed *out)
{
    int node;
    const double *b = weights_of(i, sheet->chain.n, &node)->b, length = sheet->station_length[i];
    struct quire_pressed_place place = {.v = {nodes->vx[i], nodes->vy[i], 0},
                                        .half = sheet->half,
                                        .length = length,
                                        .area = length * sheet->width};

    for (int j = 0; j < 3; j++) {
        place.at[0] += b[j] * nodes->x[node + j];
        place.at[1] += b[j] * nodes->y[node + j];
    }
    return quire_pressure_near(pressure, place.at, place.at) &&
           quire_pressure_at(pressure, supply, &place, matrix, out);
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
quire_pressure_forces(const struct scatter *c, double t, const double *y)
{
    const struct quire_system *sys = c->state->system;
    const struct quire_sheet *sheet = sys->sheet + c->sheet;
    const struct quire_nodes nodes = {c->x, c->y, c->vx, c->vy};

    (void)y;
    for (int k = 0; k < sys->n_pressure; k++) {
        if (sys->pressure[k].guide == NULL) {
            continue;
        }
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

void
quire_pressure_work(const struct quire_state *st, int index, double t, const double *y,
                    const double *d, double *sum)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const int stride = sheet->chain.stride;
    const double *x = y + sheet->x0, *v = x + st->system->layout.v0;
    const struct quire_nodes nodes = {x, x + stride, v, v + stride};
    double work = 0;

    for (int k = 0; k < st->system->n_pressure; k++) {
        if (st->system->pressure[k].guide == NULL) {
            continue;
        }
        const double supply = quire_pressure_supply(st, k, t);
        for (int i = 0; i <= sheet->chain.n; i++) {
            struct quire_pressed p;
            if (at_station(st->system->pressure + k, sheet, supply, &nodes, i, false, &p)) {
                work += p.force[0] * d[i] + p.force[1] * d[stride + i];
            }
        }
    }
    *sum += work;
}
