/* Fixed stations on one face of a guide, four neighbours side by side: position enters by b alone
 * and rotation by d alone, and forces go to nodes side by side. Most of what touches is of this
 * sort. doc/theory/contact-kernel.md, 4. */
#ifndef QUIRE_CONTACT_TOUCH_STATIONS_H
#define QUIRE_CONTACT_TOUCH_STATIONS_H

#include "contact/touch/lanes.h"

/* Weights of one place on each of four neighbouring spans. */
struct span_places {
    quire_v4 b[3], d[3];
};

struct stations {
    int first; /* of the four; a multiple of four */
    /* They stand elsewhere on the spans around their nodes, with these weights of the nodes before,
     * at and behind each; NULL: at the stations. */
    const struct span_places *elsewhere;
    const struct quire_contact_law *law; /* of all of them */
    double belt;
    double given[LANES]; /* given_by_share(), looked at only where shares vary */
    struct lanes at;
};

/* The numbers before each of four; before the first of all there is none, and what stands there
 * counts nothing. */
QUIRE_INLINE quire_v4
lanes_before(const double *a, int first)
{
    if (first > 0) {
        return quire_load4(a + first - 1);
    }
    const quire_v4 own = quire_load4(a);
    return QUIRE_PICK(own, own, 0, 0, 1, 2);
}

QUIRE_INLINE void
stations_motion(const struct scatter *c, const struct stations *s, struct lane_laws *m)
{
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;
    const int i = s->first;
    const quire_v4 x[3] = {lanes_before(c->x, i), quire_load4(c->x + i), quire_load4(c->x + i + 1)};
    const quire_v4 y[3] = {lanes_before(c->y, i), quire_load4(c->y + i), quire_load4(c->y + i + 1)};
    const quire_v4 u[3] = {lanes_before(c->vx, i), quire_load4(c->vx + i),
                           quire_load4(c->vx + i + 1)};
    const quire_v4 v[3] = {lanes_before(c->vy, i), quire_load4(c->vy + i),
                           quire_load4(c->vy + i + 1)};

    for (int k = 0; k < 3; k++) {
        m->b[k] = s->elsewhere != NULL ? s->elsewhere->b[k] : quire_load4(sheet->station_b[k] + i);
        m->d[k] = s->elsewhere != NULL ? s->elsewhere->d[k] : quire_load4(sheet->station_d[k] + i);
    }
    lanes_motion(&s->at, c->half, x, y, u, v, m);
    m->slip -= s->belt;
}

/* adds to four nodes from `first` on, to those before them and to those behind, where there are any
 */
QUIRE_INLINE void
add_nodes(double *f, int first, int last, quire_v4 before, quire_v4 own, quire_v4 behind)
{
    const quire_v4 zero = {0};

    quire_store4(f + first,
                 quire_load4(f + first) + (own + (QUIRE_PICK(before, zero, 1, 2, 3, 4) +
                                                  QUIRE_PICK(behind, zero, 4, 0, 1, 2))));
    if (first > 0) {
        f[first - 1] += before[0];
    }
    if (first + LANES <= last) {
        f[first + LANES] += behind[3];
    }
}

QUIRE_INLINE void
stations_forces(const struct scatter *c, const struct stations *s, const struct lane_laws *m,
                struct lane_powers *powers)
{
    const int n = c->state->system->sheet[c->sheet].chain.n;
    const quire_v4 friction = lanes_friction(&s->at, m);
    struct lane_forces f;
    quire_v4 gx[3], gy[3];

    lanes_forces(&s->at, m, c->half, &f);
    for (int k = 0; k < 3; k++) {
        gx[k] = m->b[k] * f.fx + m->d[k] * f.px;
        gy[k] = m->b[k] * f.fy + m->d[k] * f.py;
    }
    add_nodes(c->fx, s->first, n, gx[0], gx[1], gx[2]);
    add_nodes(c->fy, s->first, n, gy[0], gy[1], gy[2]);
    powers->friction += friction * m->slip;
    powers->belts += friction * s->belt;
    powers->lost += lanes_lost(&s->at, m) * -m->vn;
}

QUIRE_INLINE void
station_matrix(struct quire_band *band, const struct station_weights *w, int node,
               const struct lane_derivatives *by, int lane)
{
    quire_v4(*row)[5] = band->row + node;

    for (int j = 0; j < 3; j++) {
        const quire_v4 by_b = w->b[j] * by->bb[lane] + w->d[j] * by->db[lane],
                       by_d = w->b[j] * by->bd[lane] + w->d[j] * by->dd[lane];
        for (int l = 0; l < 3; l++) {
            row[j][l - j + 2] -= w->b[l] * by_b + w->d[l] * by_d;
        }
    }
}

/* The same for an inner one, whose weights are constant: b = (1, 6, 1) / 8, d = (-1, 0, 1) / 2. */
QUIRE_INLINE void
inner_matrix(struct quire_band *band, int node, const struct lane_derivatives *by, int lane)
{
    quire_v4(*row)[5] = band->row + node;
    const quire_v4 bb = 0.125 * by->bb[lane], db = 0.5 * by->db[lane], bd = 0.125 * by->bd[lane],
                   dd = 0.5 * by->dd[lane];
    const quire_v4 by_b[3] = {bb - db, 6 * bb, bb + db}, by_d[3] = {bd - dd, 6 * bd, bd + dd};

    for (int j = 0; j < 3; j++) {
        const quire_v4 own = 0.125 * by_b[j], turn = 0.5 * by_d[j];
        row[j][2 - j] -= own - turn;
        row[j][3 - j] -= 6 * own;
        row[j][4 - j] -= own + turn;
    }
}

QUIRE_INLINE void
inner_changes(quire_v4 out[3], quire_v4 b, quire_v4 d)
{
    const quire_v4 own = 0.125 * b, turn = 0.5 * d;

    out[0] = own - turn;
    out[1] = 6 * own;
    out[2] = own + turn;
}

/* weights of one of the places, and the first of the three nodes that they are of */
QUIRE_INLINE struct station_weights
lane_weights(const struct stations *s, int lane, int n, int *node)
{
    const int i = s->first + lane;
    const struct span_places *p = s->elsewhere;

    if (p == NULL || i < 1 || i > n - 1) {
        return *weights_of(i, n, node);
    }
    *node = i - 1;
    return (struct station_weights){.b = {p->b[0][lane], p->b[1][lane], p->b[2][lane]},
                                    .d = {p->d[0][lane], p->d[1][lane], p->d[2][lane]}};
}

/* Whether the weights at one of the places are those inside a sheet. */
QUIRE_INLINE bool
is_inner_station(const struct stations *s, int lane, int n)
{
    const int i = s->first + lane;

    return s->elsewhere == NULL && i > 1 && i < n - 1;
}

/* one of the stations: how it changes what flows, and its blocks */
QUIRE_INLINE void
station_derivatives(const struct scatter *c, const struct stations *s, int n,
                    const struct lane_derivatives *by, int lane, quire_v4 now, double given)
{
    const int i = s->first + lane;
    struct quire_flow *flow = lane_flow(c, now);

    if (flow != NULL) {
        flow->belt = s->belt;
        flow->given = given;
    }
    if (is_inner_station(s, lane, n)) {
        if (flow != NULL) {
            flow->node = i - 1;
            inner_changes(flow->by_x, by->flow_bx[lane], by->flow_dx[lane]);
            inner_changes(flow->by_y, by->flow_by[lane], by->flow_dy[lane]);
        }
        inner_matrix(c->band, i - 1, by, lane);
    } else {
        int node;
        const struct station_weights w = lane_weights(s, lane, n, &node);
        if (flow != NULL) {
            flow->node = node;
            record_changes(flow, w.b, w.d, by->flow_bx[lane], by->flow_by[lane], by->flow_dx[lane],
                           by->flow_dy[lane]);
        }
        station_matrix(c->band, &w, node, by, lane);
    }
}

QUIRE_INLINE void
stations_matrix(const struct scatter *c, const struct stations *s, const struct lane_laws *m,
                bool varies)
{
    const int n = c->state->system->sheet[c->sheet].chain.n;
    struct lane_derivatives by;
    quire_v4 now[LANES];

    lanes_derivatives(c, &s->at, m, varies, NULL, NULL, &by);
    lanes_now(&s->at, m, now);
    for (int lane = 0; lane < LANES; lane++) {
        if (s->at.on[lane] != 0) {
            station_derivatives(c, s, n, &by, lane, now[lane], varies ? s->given[lane] : 0);
        }
    }
}

/* Evaluates what touches, and adds forces, powers and, with a band, derivatives. `varies`: shares
 * and factors have derivatives. */
QUIRE_INLINE void
stations_touch(const struct scatter *c, const struct stations *s, bool varies,
               struct lane_powers *powers)
{
    struct lane_laws m;

    stations_motion(c, s, &m);
    set_normal(&s->at, &m);
    ask_normal(s->law, &m.normal);
    set_friction(&s->at, &m);
    ask_friction(s->law, &m.friction);
    stations_forces(c, s, &m, powers);
    if (c->band != NULL) {
        stations_matrix(c, s, &m, varies);
    }
}

#endif
