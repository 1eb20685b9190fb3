/* Derivatives of four touching places of two sheets side by side, and how their power flows change.
 * Derivation with the same letters: doc/theory/stacks.md, 2. */
#ifndef QUIRE_CONTACT_SHEETS_SHEETS_LANES_MATRIX_H
#define QUIRE_CONTACT_SHEETS_SHEETS_LANES_MATRIX_H

#include "contact/law/constants.h"
#include "contact/sheets/sheets_lanes.h"

/* In which ways the places move: a's place past b's (W), b's tangent (R), a's tangent (S), along x
 * and y each. */
enum { BY_WX, BY_WY, BY_RX, BY_RY, BY_SX, BY_SY, WAYS };

/* how everything changes in one of them, or along b's curve */
struct joints_change {
    quire_v4 one, gap, slip, friction; /* of the law's own normal force, ... */
    quire_v4 f[2], moment_a, moment_b;
};

/* ... and the force pairs of unit moments */
struct joints_pair {
    quire_v4 x, y;
};

/* The rate at which a tangent turns and the force pair of a unit moment, as the tangent and its
 * rate change by t and v. */
QUIRE_INLINE quire_v4
spin_by(const quire_v4 x1[2], const quire_v4 v1[2], quire_v4 q, quire_v4 spin, const quire_v4 t[2],
        const quire_v4 v[2], struct joints_pair *pair)
{
    const quire_v4 along = 2 * q * (x1[0] * t[0] + x1[1] * t[1]);

    pair->x = -q * t[1] + x1[1] * q * along;
    pair->y = q * t[0] - x1[0] * q * along;
    return q * (v1[1] * t[0] - v1[0] * t[1] + x1[0] * v[1] - x1[1] * v[0]) - spin * along;
}

/* As the surfaces pass each other by `past` more, and nothing else changes. */
QUIRE_INLINE void
pass_by(const struct joint_lanes *l, quire_v4 past, struct joints_change *c)
{
    const quire_v4 zero = {0};

    c->one = c->gap = zero;
    c->slip = past;
    c->friction = l->share * quire_lanes(l->fo.d_slip) * past;
    c->f[0] = -l->n_y * c->friction;
    c->f[1] = l->n_x * c->friction;
    c->moment_a = -l->arm_a * c->friction;
    c->moment_b = -l->arm_b * c->friction;
}

/* As a's place moves past b's by w, and by u faster; `past`: what passes besides. */
QUIRE_INLINE void
move_by(const struct joint_lanes *l, const quire_v4 w[2], const quire_v4 u[2], quire_v4 past,
        struct joints_change *c)
{
    const quire_v4 nx = l->n_x, ny = l->n_y, farther = nx * w[0] + ny * w[1],
                   turn = (nx * w[1] - ny * w[0]) / l->distance;

    c->gap = nx * u[0] + ny * u[1] + l->vt * turn;
    c->slip = nx * u[1] - ny * u[0] - l->vn * turn - 0.5 * (l->spin_a + l->spin_b) * farther + past;
    c->one = -quire_lanes(l->no.d_overlap) * farther - quire_lanes(l->no.d_closing) * c->gap;
    c->friction =
        l->share * (quire_lanes(l->fo.d_slip) * c->slip + quire_lanes(l->fo.d_normal) * c->one);
    const quire_v4 total = l->share * c->one;
    /* the force turns with the normal */
    c->f[0] = nx * total - ny * c->friction - l->f[1] * turn;
    c->f[1] = ny * total + nx * c->friction + l->f[0] * turn;
    c->moment_a = -l->arm_a * c->friction - 0.5 * l->friction * farther;
    c->moment_b = -l->arm_b * c->friction - 0.5 * l->friction * farther;
}

/* adds what changes as b's place slides along its curve */
QUIRE_INLINE void
slide_by(struct joints_change *c, const struct joints_change *slide, quire_v4 by)
{
    c->one += slide->one * by;
    c->gap += slide->gap * by;
    c->slip += slide->slip * by;
    c->friction += slide->friction * by;
    c->moment_a += slide->moment_a * by;
    c->moment_b += slide->moment_b * by;
    for (int i = 0; i < 2; i++) {
        c->f[i] += slide->f[i] * by;
    }
}

/* All of it. Of b's nodes: what moves their forces as the place slides under them. */
struct joints_changes {
    struct joints_change by[WAYS];
    struct joints_pair a[2], b[4]; /* with S; with W and R */
    quire_v4 slide[4];
    quire_v4 pair_a[2], pair_b[2];
};

/* by W and R */
QUIRE_INLINE void
change_by_curve(const struct joint_lanes *l, struct joints_changes *d)
{
    const double cq = l->pair->cq, cv = l->pair->cv;
    const quire_v4 zero = {0}, one_q = quire_all4(cq), one_v = quire_all4(cv);
    const quire_v4 back[2] = {-l->b1[0], -l->b1[1]}, slower[2] = {-l->bv1[0], -l->bv1[1]};
    const quire_v4 t2 = 1 / l->qb, curved = t2 - (l->w[0] * l->b2[0] + l->w[1] * l->b2[1]);
    const quire_v4 q =
        cq / quire_select4(curved < QUIRE_BEND_LEAST * t2, QUIRE_BEND_LEAST * t2, curved);
    struct joints_pair pair;
    struct joints_change slide;

    const quire_v4 spin = spin_by(l->b1, l->bv1, l->qb, l->spin_b, l->b2, l->bv2, &pair);
    move_by(l, back, slower, -l->arm_b * spin, &slide);
    for (int i = 0; i < 2; i++) {
        const quire_v4 w[2] = {i == 0 ? one_q : zero, i == 0 ? zero : one_q},
                       u[2] = {i == 0 ? one_v : zero, i == 0 ? zero : one_v};
        d->slide[i] = q * l->b1[i];
        d->slide[2 + i] = q * l->w[i];
        move_by(l, w, u, zero, d->by + BY_WX + i);
        d->b[i] = (struct joints_pair){zero, zero};
        const quire_v4 turned = spin_by(l->b1, l->bv1, l->qb, l->spin_b, w, u, d->b + 2 + i);
        pass_by(l, -l->arm_b * turned, d->by + BY_RX + i);
    }
    for (int k = 0; k < 4; k++) {
        slide_by(d->by + BY_WX + k, &slide, d->slide[k]);
        d->b[k].x += pair.x * d->slide[k];
        d->b[k].y += pair.y * d->slide[k];
    }
}

/* by S */
QUIRE_INLINE void
change_by_station(const struct joint_lanes *l, struct joints_changes *d)
{
    const quire_v4 zero = {0}, one_q = quire_all4(l->pair->cq), one_v = quire_all4(l->pair->cv);

    for (int i = 0; i < 2; i++) {
        const quire_v4 t[2] = {i == 0 ? one_q : zero, i == 0 ? zero : one_q},
                       v[2] = {i == 0 ? one_v : zero, i == 0 ? zero : one_v};
        const quire_v4 turned = spin_by(l->a1, l->av1, l->qa, l->spin_a, t, v, d->a + i);
        pass_by(l, -l->arm_a * turned, d->by + BY_SX + i);
    }
}

/* What acts on a row: with the weights of position, of tangent, and of the second derivative. */
struct joints_rows {
    quire_v4 b[LANES], d[LANES], dd[LANES];
};

/* of a, by the ways k and k + 1 */
QUIRE_INLINE void
rows_of_station(const struct joint_lanes *l, const struct joints_changes *d, int k,
                struct joints_rows *r)
{
    const struct joints_change *c = d->by + k;
    quire_v4 m[4];

    for (int i = 0; i < 2; i++) {
        m[i] = d->pair_a[0] * c[i].moment_a;
        m[2 + i] = d->pair_a[1] * c[i].moment_a;
        if (k == BY_SX) {
            m[i] += l->moment_a * d->a[i].x;
            m[2 + i] += l->moment_a * d->a[i].y;
        }
    }
    quire_transpose4(r->b, c[0].f[0], c[1].f[0], c[0].f[1], c[1].f[1]);
    quire_transpose4(r->d, m[0], m[1], m[2], m[3]);
}

/* of b, likewise */
QUIRE_INLINE void
rows_of_curve(const struct joint_lanes *l, const struct joints_changes *d, int k,
              struct joints_rows *r)
{
    const struct joints_change *c = d->by + k;
    const quire_v4 px = l->moment_b * d->pair_b[0], py = l->moment_b * d->pair_b[1];
    const quire_v4 zero = {0};
    quire_v4 m[4], s[2] = {zero, zero};

    for (int i = 0; i < 2; i++) {
        m[i] = d->pair_b[0] * c[i].moment_b;
        m[2 + i] = d->pair_b[1] * c[i].moment_b;
        if (k != BY_SX) {
            s[i] = d->slide[k + i];
            m[i] += l->moment_b * d->b[k + i].x - l->f[0] * s[i];
            m[2 + i] += l->moment_b * d->b[k + i].y - l->f[1] * s[i];
        }
    }
    quire_transpose4(r->b, -c[0].f[0], -c[1].f[0], -c[0].f[1], -c[1].f[1]);
    quire_transpose4(r->d, m[0], m[1], m[2], m[3]);
    quire_transpose4(r->dd, px * s[0], px * s[1], py * s[0], py * s[1]);
}

/* the weights of one place */
struct joint_weights {
    double ab[3], ad[3], bb[3], bd[3];
};

static const double second[3] = {1, -2, 1};

/* The rows of a at one place: its own nodes' columns, and b's, where b moves. */
QUIRE_INLINE void
put_station_rows(const struct joint_lanes *l, const struct joint_weights *g,
                 const struct joints_rows by[3], int k, struct quire_tie *tie)
{
    for (int i = 0; i < 3; i++) {
        const quire_v4 w = g->ab[i] * by[0].b[k] + g->ad[i] * by[0].d[k],
                       s = g->ab[i] * by[2].b[k] + g->ad[i] * by[2].d[k];
        for (int m = 0; m < 3; m++) {
            quire_band_add(l->pair->a->band, l->on[k] + i, l->on[k] + m,
                           -(g->ab[m] * w + g->ad[m] * s));
        }
        if (tie != NULL) {
            const quire_v4 r = g->ab[i] * by[1].b[k] + g->ad[i] * by[1].d[k];
            for (int m = 0; m < 3; m++) {
                tie->block[0][i][m] = g->bb[m] * w - g->bd[m] * r;
            }
        }
    }
}

QUIRE_INLINE void
put_curve_rows(const struct joint_lanes *l, const struct joint_weights *g,
               const struct joints_rows by[3], int k, struct quire_tie *tie)
{
    for (int i = 0; i < 3; i++) {
        const quire_v4 w = g->bb[i] * by[0].b[k] + g->bd[i] * by[0].d[k] + second[i] * by[0].dd[k],
                       r = g->bb[i] * by[1].b[k] + g->bd[i] * by[1].d[k] + second[i] * by[1].dd[k];
        for (int m = 0; m < 3; m++) {
            quire_band_add(l->pair->b->band, l->foot[k] + i, l->foot[k] + m,
                           g->bb[m] * w - g->bd[m] * r);
        }
        if (tie != NULL) {
            const quire_v4 s = g->bb[i] * by[2].b[k] + g->bd[i] * by[2].d[k];
            for (int m = 0; m < 3; m++) {
                tie->block[1][i][m] = -(g->ab[m] * w + g->ad[m] * s);
            }
        }
    }
}

/* How what flows changes in each of the ways, place by place; and the law's own normal force. */
struct joints_flow {
    quire_v4 now[LANES], by[WAYS][LANES];
};

QUIRE_INLINE void
flows_of(const struct joint_lanes *l, const struct joints_changes *d, struct joints_flow *f)
{
    const quire_v4 lost = -l->share * quire_lanes(l->no.d_closing);

    quire_transpose4(f->now, l->friction, l->slip, l->lost, -l->vn);
    for (int k = 0; k < WAYS; k++) {
        const struct joints_change *c = d->by + k;
        quire_transpose4(f->by[k], c->friction, c->slip, lost * c->gap, -c->gap);
    }
}

/* as record_joint_flow() */
QUIRE_INLINE void
record_flow_of(const struct joint_lanes *l, const struct joints_changes *d,
               const struct joints_flow *f, const struct joint_weights *g, int k)
{
    const struct joint *pair = l->pair;
    const struct quire_sheet *a = pair->a->sheet;
    struct quire_state *st = pair->state;
    struct quire_flow *flow = new_flow(st);
    const double moves = pair->b->band != NULL ? 1 : 0,
                 minus[3] = {-moves * g->bb[0], -moves * g->bb[1], -moves * g->bb[2]},
                 turn[3] = {moves * g->bd[0], moves * g->bd[1], moves * g->bd[2]};

    if (flow == NULL) {
        return;
    }
    flow->sheet = pair->b->index;
    flow->node = l->foot[k];
    flow->pair = st->n_flow_pair;
    flow->n_pair = 0;
    flow->now = f->now[k];
    flow->belt = flow->driven = flow->given = 0;
    flow->slide.grip = NULL;
    if (quire_law_holds(pair->over.law)) {
        flow->slide = l->slide[k];
    }
    record_changes(flow, minus, turn, f->by[BY_WX][k], f->by[BY_WY][k], f->by[BY_RX][k],
                   f->by[BY_RY][k]);
    for (int i = 0; i < 3; i++) {
        flow->normal_x[i] = turn[i] * d->by[BY_RX].one[k] + minus[i] * d->by[BY_WX].one[k];
        flow->normal_y[i] = turn[i] * d->by[BY_RY].one[k] + minus[i] * d->by[BY_WY].one[k];
    }
    for (int i = 0; pair->a->band != NULL && i < 6; i++) {
        const int way = i & 1, node = i / 2;
        add_flow_pair(st, flow,
                      g->ab[node] * f->by[BY_WX + way][k] + g->ad[node] * f->by[BY_SX + way][k],
                      g->ab[node] * d->by[BY_WX + way].one[k],
                      (int)a->x0 + way * a->chain.stride + l->on[k] + node);
    }
}

QUIRE_INLINE void
derive_joints(const struct joint_lanes *l)
{
    const struct party *a = l->pair->a, *b = l->pair->b;
    struct joints_changes d;
    struct joints_rows of_a[3], of_b[3]; /* by W, R and S */
    struct joints_flow flow;

    for (int i = 0; i < 2; i++) {
        const double sign = i == 0 ? -1 : 1;
        d.pair_a[i] = sign * l->a1[1 - i] * l->qa;
        d.pair_b[i] = sign * l->b1[1 - i] * l->qb;
    }
    change_by_curve(l, &d);
    change_by_station(l, &d);
    for (int k = 0; k < 3; k++) {
        if (a->band != NULL) {
            rows_of_station(l, &d, BY_WX + 2 * k, of_a + k);
        }
        if (b->band != NULL) {
            rows_of_curve(l, &d, BY_WX + 2 * k, of_b + k);
        }
    }
    flows_of(l, &d, &flow);
    for (int k = 0; k < LANES; k++) {
        if (l->touch[k] == 0) {
            continue;
        }
        struct joint_weights g;
        struct quire_tie *tie = NULL;
        for (int i = 0; i < 3; i++) {
            g.ab[i] = l->ab[i][k];
            g.ad[i] = l->ad[i][k];
            g.bb[i] = l->bb[i][k];
            g.bd[i] = l->bd[i][k];
        }
        record_flow_of(l, &d, &flow, &g, k);
        if (a->band != NULL && b->band != NULL) {
            tie = new_tie(l->pair->state, a, l->on[k], b, l->foot[k]);
            if (tie == NULL) {
                return;
            }
        }
        if (a->band != NULL) {
            put_station_rows(l, &g, of_a, k, tie);
        }
        if (b->band != NULL) {
            put_curve_rows(l, &g, of_b, k, tie);
        }
    }
}

#endif
