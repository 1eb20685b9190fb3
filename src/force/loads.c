#include "force/loads.h"

#include <math.h>
#include <string.h>

#include "force/holds.h"
#include "geometry/outline.h"
#include "machine/hold.h"
#include "math/detmath.h"

/* what a load puts on the two nodes it stands between: (x, y) of each */
static void
load_on_nodes(const struct quire_load *load, double factor, const double *x, const double *y,
              double f[2][2])
{
    const int i = load->node;

    if (load->is_moment) { /* a force pair on the segment, square to it */
        const double ex = x[i + 1] - x[i], ey = y[i + 1] - y[i],
                     m = factor * load->torque / (ex * ex + ey * ey);
        f[1][0] = -m * ey;
        f[1][1] = m * ex;
        f[0][0] = -f[1][0];
        f[0][1] = -f[1][1];
        return;
    }
    for (int j = 0; j < 2; j++) {
        f[j][0] = factor * load->weight[j] * load->force[0];
        f[j][1] = factor * load->weight[j] * load->force[1];
    }
}

static void
moment_derivatives(const struct scatter *c, int i, double moment)
{
    const double ex = c->x[i + 1] - c->x[i], ey = c->y[i + 1] - c->y[i],
                 q = 1 / (ex * ex + ey * ey), m = c->cq * moment;
    const double ha = 2 * ex * ey * q * q * m, hb = (ex * ex - ey * ey) * q * q * m;

    /* with p the force on the second node: d(px) = ha dex - hb dey; d(py) = -hb dex - ha dey */
    for (int r = 0; r < 2; r++) {
        for (int s = 0; s < 2; s++) {
            const double g = r == s ? -1 : 1;
            quire_band_add(c->band, i + r, i + s, (quire_v4){g * ha, g * -hb, g * -hb, g * -ha});
        }
    }
}

void
quire_load_force(const struct scatter *c, const struct quire_load *load, double t)
{
    const double factor = quire_course_at(&load->factor, t, NULL, NULL);
    double f[2][2];

    load_on_nodes(load, factor, c->x, c->y, f);
    for (int j = 0; j < 2; j++) {
        const int i = load->node + j;
        c->fx[i] += f[j][0];
        c->fy[i] += f[j][1];
        c->state->power.loads += f[j][0] * c->vx[i] + f[j][1] * c->vy[i];
    }
    if (load->is_moment && c->band != NULL) {
        moment_derivatives(c, load->node, factor * load->torque);
    }
}

double
quire_load_work(const struct quire_load *load, double t, const double *x, const double *y,
                const double *dx, const double *dy)
{
    double f[2][2], work = 0;

    load_on_nodes(load, quire_course_at(&load->factor, t, NULL, NULL), x, y, f);
    for (int j = 0; j < 2; j++) {
        work += f[j][0] * dx[load->node + j] + f[j][1] * dy[load->node + j];
    }
    return work;
}

/* Stiffness with which a sleeve holds a node that is `u` outside it, and by how much it changes
 * with u. Up to half a segment outside the node is still on the straight part. Then the joint
 * behind it stands for a length of sheet of which u - h/2 has left the sleeve, and bends with B/(u
 * - h/2) instead of B/h: what that is more is put on this node, h in front of the joint. In this
 * way the sheet is clamped at the sleeve's end wherever its joints are. */
static double
sleeve_stiffness(const struct quire_chain *chain, double full, double u, double *slope)
{
    const double h = chain->h, v = u - 0.5 * h;

    *slope = 0;
    if (v <= 0) {
        return full;
    }
    if (v >= h) {
        return 0;
    }
    const double one = chain->kb / (h * h), k = full * one * (h - v) / (one * (h - v) + full * v);
    *slope = -k * k * h / (one * (h - v) * (h - v));
    return k;
}

/* holds the nodes between `from` and `to` on the path, square to it */
void
quire_sleeve_forces(const struct scatter *c, const struct quire_sheet *sheet,
                    const struct quire_sleeve *sleeve)
{
    for (int i = 0; i <= sheet->chain.n; i++) {
        const double p[2] = {c->x[i], c->y[i]}, full = sheet->station_length[i] * sleeve->stiffness;
        double s, left, at[2], t[2], slope;
        quire_outline_project(sleeve->path, p, -1, &s, &left);
        const double before = sleeve->from - s, behind = s - sleeve->to;
        const double k =
            sleeve_stiffness(&sheet->chain, full, before > behind ? before : behind, &slope);
        if (!(k > 0) || fabs(left) > 0.02) {
            continue;
        }
        quire_outline_at(sleeve->path, s, at, t);
        const double nx = -t[1], ny = t[0], rate = nx * c->vx[i] + ny * c->vy[i];
        const double d = k / sleeve->stiffness * sleeve->damping, f = -k * left - d * rate;
        /* the bent part is driven out: that the energy falls with the way out is a force along the
         * path */
        const double along = (before > behind ? 0.5 : -0.5) * slope * left * left;
        c->fx[i] += f * nx + along * t[0];
        c->fy[i] += f * ny + along * t[1];
        c->state->power.contact += d * rate * rate;
        /* the derivatives by the way out are left out: they act on a deviation that is nearly
         * nothing */
        if (c->band != NULL) {
            const double g = c->cq * k + c->cv * d;
            quire_band_add(c->band, i, i,
                           (quire_v4){g * nx * nx, g * nx * ny, g * nx * ny, g * ny * ny});
        }
    }
}

/* ---- held nodes ---- */

void
quire_state_held(const struct quire_state *st, double t, quire_held_fn *fn, void *user)
{
    QUIRE_EACH(k, st->part, sheet)
    {
        const struct quire_sheet *sheet = st->system->sheet + k;
        for (int e = 0; e < 2 && st->sheet[k].entered; e++) {
            const struct quire_hold *hold = sheet->hold + e;
            if (quire_hold_is_on(hold, t)) {
                struct quire_held held = {.sheet = k, .node = e == 0 ? 0 : sheet->chain.n};
                double rate;
                quire_course_at(&hold->shift_x, t, &rate, &held.acceleration[0]);
                quire_course_at(&hold->shift_y, t, &rate, &held.acceleration[1]);
                quire_hold_directions(hold, held.held);
                fn(user, &held);
            }
        }
    }
}

/* a held station in space: all its nodes have gone the same way since the start */
static void
sync_station(const struct quire_sheet *sheet, int i, const double held[3], const double shift[2],
             const double velocity[2], double *q, double *v)
{
    const int m = sheet->ladder->m;

    for (int at = 3 * i * m; at < 3 * (i + 1) * m; at += 3) {
        const double place[2] = {sheet->start[at] + shift[0], sheet->start[at + 1] + shift[1]};
        quire_held_set(held, q + at, q + at + 1, place);
        quire_held_set(held, v + at, v + at + 1, velocity);
        q[at + 2] = sheet->start[at + 2];
        v[at + 2] = 0;
    }
}

void
quire_state_sync(const struct quire_state *st, double t, double *y)
{
    const struct quire_layout *l = &st->system->layout;

    QUIRE_EACH(k, st->part, sheet)
    {
        const struct quire_sheet *sheet = st->system->sheet + k;
        for (int e = 0; e < 2 && st->sheet[k].entered; e++) {
            const struct quire_hold *hold = sheet->hold + e;
            if (quire_hold_is_on(hold, t)) {
                const int i = e == 0 ? 0 : sheet->chain.n, stride = sheet->chain.stride;
                double *q = y + sheet->x0, *v = q + l->v0, rate[2], held[3];
                const double since = t - sheet->enter_time,
                             way[2] = {hold->velocity[0] * since, hold->velocity[1] * since};
                const double shift[2] = {quire_course_at(&hold->shift_x, t, &rate[0], NULL),
                                         quire_course_at(&hold->shift_y, t, &rate[1], NULL)};
                const double velocity[2] = {hold->velocity[0] + rate[0],
                                            hold->velocity[1] + rate[1]};
                quire_hold_directions(hold, held);
                if (sheet->ladder != NULL) {
                    sync_station(sheet, i, held, (double[2]){way[0] + shift[0], way[1] + shift[1]},
                                 velocity, q, v);
                    continue;
                }
                quire_held_set(held, q + i, q + i + stride,
                               (double[2]){sheet->start_x[i] + way[0] + shift[0],
                                           sheet->start_y[i] + way[1] + shift[1]});
                quire_held_set(held, v + i, v + i + stride, velocity);
            }
        }
    }
}
