/* Nearest points of a sheet to centres of rollers, four side by side: they slide along the sheet as
 * its nodes move, so that derivatives are those of fixed stations and what changes as they slide.
 * On inner pieces of the curve alone, whose weights are alike. doc/theory/contact-kernel.md, 2
 * and 4. */
#ifndef QUIRE_CONTACT_TOUCH_NEAREST_POINTS_H
#define QUIRE_CONTACT_TOUCH_NEAREST_POINTS_H

#include "contact/law/constants.h"
#include "contact/touch/lanes.h"
#include "contact/touch/nearest_lanes.h"
#include "contact/touch/reaction.h"

struct sliders {
    int n;           /* how many there are; the others repeat the last */
    int node[LANES]; /* first of the piece's three nodes */
    struct quire_candidates *nodes[LANES];
    const struct quire_roller *roller[LANES];
    const struct quire_carrier *carrier[LANES];
    const struct quire_contact_law *law[LANES];
    quire_v4 px[3], py[3]; /* the nodes, seen from the centres */
    quire_v4 s, b[3];      /* parameter of the nearest point, weights there */
    quire_v4 x, y, x1, y1, x2, y2;
    struct lanes at;
};

/* a number of each carrier */
#define OF_CARRIERS(p_, what_)                                                                     \
    ((quire_v4){(p_)->carrier[0]->what_, (p_)->carrier[1]->what_, (p_)->carrier[2]->what_,         \
                (p_)->carrier[3]->what_})

QUIRE_INLINE void
add_slider(struct sliders *p, struct quire_candidates *nodes, const struct quire_roller *roller,
           const struct quire_carrier *carrier, const struct quire_contact_law *law, int node)
{
    const int lane = p->n++;

    p->node[lane] = node;
    p->nodes[lane] = nodes;
    p->roller[lane] = roller;
    p->carrier[lane] = carrier;
    p->law[lane] = law;
}

QUIRE_INLINE void
fill_up(struct sliders *p)
{
    const int last = p->n - 1, n = p->n;

    while (p->n < LANES) {
        add_slider(p, p->nodes[last], p->roller[last], p->carrier[last], p->law[last],
                   p->node[last]);
    }
    p->n = n;
}

/* Returns for which the nearest point lies on the piece around the node where it was looked for. */
QUIRE_INLINE quire_mask4
find_nearest(const struct scatter *c, struct sliders *p)
{
    const quire_v4 centre_x = OF_CARRIERS(p, centre[0]), centre_y = OF_CARRIERS(p, centre[1]);
    struct inner_pieces on = {.found = {0}};

    for (int k = 0; k < 3; k++) {
        p->px[k] = gather_nodes(c->x, p->node, k) - centre_x;
        p->py[k] = gather_nodes(c->y, p->node, k) - centre_y;
    }
    inner_pieces_of(&on, p->px, p->py);
    on.s = nearest_on_chord(&on);
    search_inner_pieces(&on);
    const quire_v4 s = on.s;
    p->s = s;
    p->b[0] = 0.5 * (1 - s) * (1 - s);
    p->b[1] = 0.5 + s * (1 - s);
    p->b[2] = 0.5 * s * s;
    p->x = weighted(p->b, p->px);
    p->y = weighted(p->b, p->py);
    p->x1 = on.tx + s * on.cx;
    p->y1 = on.ty + s * on.cy;
    p->x2 = on.cx;
    p->y2 = on.cy;
    return on.found;
}

/* The rollers' side, where the nearest point was found, and which of them overlap. */
QUIRE_INLINE void
face_rollers(const struct scatter *c, struct sliders *p, quire_mask4 found)
{
    const quire_v4 radius = {p->roller[0]->radius, p->roller[1]->radius, p->roller[2]->radius,
                             p->roller[3]->radius},
                   zero = {0};
    const quire_v4 distance = quire_sqrt4(p->x * p->x + p->y * p->y);

    p->at.overlap = radius + c->half - distance;
    p->at.on = found & (p->at.overlap > zero);
    p->at.radial = 1 / distance;
    p->at.nx = p->x * p->at.radial;
    p->at.ny = p->y * p->at.radial;
    p->at.factor = quire_all4(1);
}

/* Surfaces that turn, and what overdrive makes of the slip: it counts each place's own force. */
struct turning_surface {
    quire_v4 speed, driven;   /* along the tangent; the part of it that drives command [m/s] */
    quire_v4 overdrive, belt; /* the laws' factor [1/N]; the speed that it adds [m/s] */
};

/* Everything up to the laws' answers. */
QUIRE_INLINE void
sliders_laws(const struct scatter *c, const struct sliders *p, const struct quire_contact_law *law,
             struct lane_laws *m, struct turning_surface *surface)
{
    const quire_v4 turn = OF_CARRIERS(p, turn), at_u = OF_CARRIERS(p, velocity[0]),
                   at_v = OF_CARRIERS(p, velocity[1]);
    const quire_v4 u[3] = {gather_nodes(c->vx, p->node, 0) - at_u,
                           gather_nodes(c->vx, p->node, 1) - at_u,
                           gather_nodes(c->vx, p->node, 2) - at_u};
    const quire_v4 v[3] = {gather_nodes(c->vy, p->node, 0) - at_v,
                           gather_nodes(c->vy, p->node, 1) - at_v,
                           gather_nodes(c->vy, p->node, 2) - at_v};

    for (int k = 0; k < 3; k++) {
        m->b[k] = p->b[k];
    }
    m->d[0] = p->s - 1;
    m->d[1] = 1 - 2 * p->s;
    m->d[2] = p->s;
    lanes_motion(&p->at, c->half, p->px, p->py, u, v, m);
    surface->speed = turn * OF_CARRIERS(p, surface);
    surface->driven = turn * OF_CARRIERS(p, driven);
    surface->overdrive = quire_all4(law->overdrive);
    set_normal(&p->at, m);
    ask_normal(law, &m->normal);
    surface->belt = surface->speed * surface->overdrive *
                    (p->at.share * quire_where4(p->at.on, quire_lanes(m->normal.force)));
    m->slip -= surface->speed + surface->belt;
    set_friction(&p->at, m);
    ask_friction(law, &m->friction);
}

QUIRE_INLINE void
sliders_forces(const struct scatter *c, const struct sliders *p, const struct lane_laws *m,
               const struct turning_surface *surface, struct lane_powers *powers)
{
    const quire_v4 friction = lanes_friction(&p->at, m);
    struct lane_forces f;
    quire_v4 gx[3], gy[3];

    lanes_forces(&p->at, m, c->half, &f);
    for (int k = 0; k < 3; k++) {
        gx[k] = m->b[k] * f.fx + m->d[k] * f.px;
        gy[k] = m->b[k] * f.fy + m->d[k] * f.py;
    }
    powers->friction += friction * m->slip;
    powers->belts += friction * surface->belt;
    powers->drives += friction * surface->driven;
    powers->lost += lanes_lost(&p->at, m) * -m->vn;
    for (int lane = 0; lane < LANES; lane++) {
        if (p->at.on[lane] != 0) {
            for (int k = 0; k < 3; k++) {
                c->fx[p->node[lane] + k] += gx[k][lane];
                c->fy[p->node[lane] + k] += gy[k][lane];
            }
            push_body(c->state, c->state->system->small + p->roller[lane]->small, p->carrier[lane],
                      f.fx[lane], f.fy[lane], friction[lane]);
        }
    }
}

/* How everything changes along the curve at resting nodes, and how the nearest point moves along
 * it: differentiate x . x1 = 0. */
QUIRE_INLINE void
slide_along(const struct scatter *c, const struct sliders *p, const struct lane_laws *m,
            const quire_v4 *overdrive, struct sliding *out)
{
    const quire_v4 x2 = p->x2, y2 = p->y2;
    const struct lane_bends bends = {
        x2, y2,
        gather_nodes(c->vx, p->node, 0) - 2 * gather_nodes(c->vx, p->node, 1) +
            gather_nodes(c->vx, p->node, 2),
        gather_nodes(c->vy, p->node, 0) - 2 * gather_nodes(c->vy, p->node, 1) +
            gather_nodes(c->vy, p->node, 2)};

    lanes_along(&p->at, m, c->half, &bends, overdrive, out);
    const quire_v4 t2 = p->x1 * p->x1 + p->y1 * p->y1, bend = t2 + p->x * x2 + p->y * y2,
                   least = QUIRE_BEND_LEAST * t2;
    const quire_v4 q = -c->cq / quire_select4(bend < least, least, bend);
    out->bx = q * p->x1;
    out->by = q * p->y1;
    out->dx = q * p->x;
    out->dy = q * p->y;
}

/* one of the places: its blocks, and how it couples the body to the sheet */
QUIRE_INLINE void
slider_matrix(const struct scatter *c, const struct sliders *p, const struct lane_laws *m,
              const struct lane_derivatives *by, quire_v4 more_b, quire_v4 more_d, int lane,
              struct quire_flow *flow)
{
    static const double dd[3] = {1, -2, 1};
    const double b[3] = {m->b[0][lane], m->b[1][lane], m->b[2][lane]},
                 d[3] = {m->d[0][lane], m->d[1][lane], m->d[2][lane]};
    const quire_v4 bb = by->bb[lane], bd = by->bd[lane], db = by->db[lane], dd_ = by->dd[lane];
    const quire_v4 flow_x = by->flow_bx[lane], flow_y = by->flow_by[lane];
    const double moment = c->half * m->q1[lane];
    struct reaction reaction = {
        .small = p->roller[lane]->small,
        .node = p->node[lane],
        .carrier = p->carrier[lane],
        .b = b,
        .d = d,
        .fx = QUIRE_PICK(bb, bd, 0, 1, 4, 5),
        .fy = QUIRE_PICK(bb, bd, 2, 3, 6, 7),
        .friction = {flow_x[0], flow_y[0], by->flow_dx[lane][0], by->flow_dy[lane][0]},
        .flow_x = flow_x,
        .flow_y = flow_y,
        .tangent = {-p->at.ny[lane], p->at.nx[lane]},
        .moment = {moment * m->y1[lane], -moment * m->x1[lane]},
        .by_slip = p->at.share[lane] * m->friction.d_slip[lane],
        .drag = 1 + p->law[lane]->overdrive * (p->at.share[lane] * m->normal.force[lane])};

    for (int j = 0; j < 3; j++) {
        const quire_v4 by_b = b[j] * bb + d[j] * db + dd[j] * more_b,
                       by_d = b[j] * bd + d[j] * dd_ + dd[j] * more_d;
        for (int l = 0; l < 3; l++) {
            quire_band_add(c->band, p->node[lane] + j, p->node[lane] + l,
                           -(b[l] * by_b + d[l] * by_d));
        }
        reaction.by_b[j] = by_b;
    }
    couple_body(c, &reaction, flow);
}

QUIRE_INLINE void
sliders_matrix(const struct scatter *c, const struct sliders *p, const struct lane_laws *m,
               const struct turning_surface *surface)
{
    const quire_v4 overdrive = surface->speed * surface->overdrive * p->at.share;
    struct sliding slide;
    struct lane_derivatives by;
    struct lane_forces f;
    quire_v4 now[LANES], more_b[LANES], more_d[LANES];

    slide_along(c, p, m, &overdrive, &slide);
    lanes_derivatives(c, &p->at, m, false, &overdrive, &slide, &by);
    lanes_now(&p->at, m, now);
    lanes_forces(&p->at, m, c->half, &f);
    quire_transpose4(more_b, f.px * slide.bx, f.px * slide.by, f.py * slide.bx, f.py * slide.by);
    quire_transpose4(more_d, f.px * slide.dx, f.px * slide.dy, f.py * slide.dx, f.py * slide.dy);
    for (int lane = 0; lane < LANES; lane++) {
        if (p->at.on[lane] != 0) {
            const double b[3] = {m->b[0][lane], m->b[1][lane], m->b[2][lane]},
                         d[3] = {m->d[0][lane], m->d[1][lane], m->d[2][lane]};
            struct quire_flow *flow = lane_flow(c, now[lane]);
            if (flow != NULL) {
                flow->node = p->node[lane];
                record_changes(flow, b, d, by.flow_bx[lane], by.flow_by[lane], by.flow_dx[lane],
                               by.flow_dy[lane]);
                flow->belt = surface->belt[lane];
                flow->driven = surface->driven[lane];
            }
            slider_matrix(c, p, m, &by, more_b[lane], more_d[lane], lane, flow);
        }
    }
}

/* Evaluates those that touch and have this law, and adds forces, powers and, with a band,
 * derivatives. */
QUIRE_INLINE void
sliders_touch(const struct scatter *c, const struct sliders *p, const struct quire_contact_law *law,
              struct lane_powers *powers)
{
    struct turning_surface surface;
    struct lane_laws m;

    sliders_laws(c, p, law, &m, &surface);
    sliders_forces(c, p, &m, &surface, powers);
    if (c->band != NULL) {
        sliders_matrix(c, p, &m, &surface);
    }
}

#endif
