/* Nearest places of a sheet's curve to centres of rollers, four side by side, on inner pieces of
 * the curve alone, whose weights are alike. doc/theory/contact-kernel.md, 2 and 5 */
#ifndef QUIRE_CONTACT_GUIDE_ROLLER_PLACES_H
#define QUIRE_CONTACT_GUIDE_ROLLER_PLACES_H

#include "contact/guide/roller_book.h"
#include "contact/law/constants.h"
#include "contact/law/couplings.h"
#include "contact/place/record.h"
#include "contact/touch/nearest_lanes.h"
#include "contact/touch/places.h"

/* What is looked for: the first of the three nodes of the piece on which a place is. */
struct sliders {
    int n; /* how many there are; the others repeat the last */
    struct quire_candidates *nodes[LANES];
    const struct quire_roller *roller[LANES];
    const struct quire_carrier *carrier[LANES];
    const struct quire_contact_law *law[LANES];
    struct roller_places at;
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

    p->at.on.node[lane] = node;
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
                   p->at.on.node[last]);
    }
    p->n = n;
}

/* The places as their rollers face them. Returns for which the nearest one lies on the piece around
 * the node where it was looked for; p.on: which of them overlap. */
QUIRE_INLINE quire_mask4
find_nearest(const struct scatter *c, struct sliders *s)
{
    const quire_v4 centre_x = OF_CARRIERS(s, centre[0]), centre_y = OF_CARRIERS(s, centre[1]),
                   zero = {0},
                   radius = {s->roller[0]->radius, s->roller[1]->radius, s->roller[2]->radius,
                             s->roller[3]->radius};
    struct roller_places *g = &s->at;
    struct place *p = &g->p;
    struct inner_pieces on = {.found = {0}};
    quire_v4 x[3], y[3];

    g->on.row = false;
    load_nodes(&g->on, c->x, x);
    load_nodes(&g->on, c->y, y);
    for (int k = 0; k < 3; k++) {
        x[k] -= centre_x;
        y[k] -= centre_y;
    }
    inner_pieces_of(&on, x, y);
    on.s = nearest_on_chord(&on);
    search_inner_pieces(&on);
    const quire_v4 at = on.s;
    g->on.b[0] = 0.5 * (1 - at) * (1 - at);
    g->on.b[1] = 0.5 + at * (1 - at);
    g->on.b[2] = 0.5 * at * at;
    g->on.d[0] = at - 1;
    g->on.d[1] = 1 - 2 * at;
    g->on.d[2] = at;
    g->x = weigh_flat(g->on.b, x, y);
    g->bent = (struct flat){on.cx, on.cy};
    p->a.t = (struct flat){on.tx + at * on.cx, on.ty + at * on.cy};
    const quire_v4 distance = quire_sqrt4(dot(g->x, g->x)), t2 = dot(p->a.t, p->a.t),
                   bend = t2 + dot(g->x, g->bent), least = QUIRE_BEND_LEAST * t2;
    g->per = -1 / quire_select4(bend < least, least, bend);
    p->overlap = radius + c->half - distance;
    p->on = on.found & (p->overlap > zero);
    p->bend = 1 / distance;
    p->n = times(p->bend, g->x);
    p->factor = quire_all4(1);
    p->belt = zero;
    p->a.arm = quire_all4(c->half);
    p->arm_by = p->swing = 0;
    p->fades = false;
    return on.found;
}

/* How the surfaces pass each other, and what is known of the rollers. */
QUIRE_INLINE void
move_rollers(const struct scatter *c, const struct sliders *s, const struct quire_contact_law *law,
             struct roller_places *g)
{
    const struct flat centre = {OF_CARRIERS(s, velocity[0]), OF_CARRIERS(s, velocity[1])};
    const quire_v4 turn = OF_CARRIERS(s, turn);
    struct place *p = &g->p;
    quire_v4 u[3], v[3];

    load_nodes(&g->on, c->vx, u);
    load_nodes(&g->on, c->vy, v);
    p->u = minus(weigh_flat(g->on.b, u, v), centre);
    p->a.rate = weigh_flat(g->on.d, u, v);
    g->bent_rate = (struct flat){(u[0] - u[1]) + (u[2] - u[1]), (v[0] - v[1]) + (v[2] - v[1])};
    p->surface = turn * OF_CARRIERS(s, surface);
    p->drags = law->overdrive != 0;
    p->drag = p->surface * law->overdrive;
    g->overdrive = law->overdrive;
    g->driven = turn * OF_CARRIERS(s, driven);
    g->sheet = c->sheet;
    for (int k = 0; k < ROLLER_WAYS; k++) {
        struct roller_way *way = g->way + k;
        way->centre = (struct flat){OF_CARRIERS(s, d_centre[0][k]), OF_CARRIERS(s, d_centre[1][k])};
        way->surface = turn * OF_CARRIERS(s, d_surface[k]);
        for (int m = 0; m < LANES; m++) {
            const int nv = c->state->system->small[s->roller[m]->small].body.nv;
            g->at[k][m] = k < nv ? c->state->system->small[s->roller[m]->small].v0 + k : -1;
        }
    }
    for (int k = 0; k < LANES; k++) {
        g->small[k] = s->roller[k]->small;
    }
    place_rates(p, false);
}

QUIRE_INLINE void
push_rollers(const struct scatter *c, const struct roller_places *g, struct place_powers *powers,
             struct quire_powers *power)
{
    const struct place *p = &g->p;
    const struct flat pair = times(p->moment_a, p->a.pair);
    quire_v4 rubs[ROLLER_WAYS];

    spread_on_curve(g, p->f, pair, c->fx, c->fy);
    for (int i = 0; i < ROLLER_WAYS; i++) {
        rubs[i] = p->friction * g->way[i].surface;
    }
    spread_on_rollers(g, p->f, rubs, c->state->force);
    place_power(p, powers);
    power->drives += quire_sum4(p->friction * quire_where4(p->on, g->driven));
}

/* ---- derivatives ---- */

/* place by place */
struct roller_blocks {
    quire_v4 f_w[LANES], f_a[LANES], a_w[LANES], a_a[LANES], dd_w[LANES], dd_a[LANES];
    quire_v4 rub[LANES]; /* of friction, by x, y of the place and of the direction */
};

/* How one roller couples to the sheet: `by_w`: blocks of the three nodes by the place. */
QUIRE_INLINE void
couple_roller(const struct scatter *c, const struct roller_places *g, const struct roller_blocks *f,
              const quire_v4 by_w[3], int k)
{
    struct quire_state *st = c->state;
    const struct quire_small *small = st->system->small + g->small[k];
    const struct place *p = &g->p;
    const int nv = small->body.nv;
    struct quire_coupling *coupling =
        nv > 0 ? new_coupling(st, g->small[k], c->sheet, g->on.node[k]) : NULL;
    const double t[2] = {-p->n.y[k], p->n.x[k]}, pair[2] = {p->a.pair.x[k], p->a.pair.y[k]},
                 arm = p->a.arm[k];
    double rubs[ROLLER_WAYS]; /* friction by each velocity through the surface's speed */

    for (int i = 0; coupling != NULL && i < nv; i++) {
        rubs[i] = p->share[k] * p->d_slip[k] * c->cv * surface_by(g, i)[k];
    }
    for (int i = 0; coupling != NULL && i < nv; i++) {
        const double cx = g->way[i].centre.x[k], cy = g->way[i].centre.y[k],
                     s = g->way[i].surface[k];
        /* the force along the coordinate, by x, y of the place and of the direction */
        const quire_v4 fx = QUIRE_PICK(f->f_w[k], f->f_a[k], 0, 1, 4, 5),
                       fy = QUIRE_PICK(f->f_w[k], f->f_a[k], 2, 3, 6, 7),
                       by = -(cx * fx + cy * fy + s * f->rub[k]);
        for (int j = 0; j < 3; j++) {
            const double b = g->on.b[j][k], d = g->on.d[j][k];
            for (int e = 0; e < 2; e++) {
                coupling->row[2 * j + e][i] = -(by_w[j][2 * e] * cx + by_w[j][2 * e + 1] * cy) +
                                              rubs[i] * (b * t[e] - d * arm * pair[e]);
                coupling->column[i][2 * j + e] = b * by[e] + d * by[2 + e];
            }
        }
        for (int m = 0; m < nv; m++) {
            quire_dense_row(st, small->first + i)[small->first + m] +=
                -(by[0] * g->way[m].centre.x[k] + by[1] * g->way[m].centre.y[k]) -
                rubs[m] * (t[0] * cx + t[1] * cy + s);
        }
    }
}

QUIRE_INLINE void
derive_rollers(const struct scatter *c, const struct roller_places *g)
{
    static const double dd[3] = {1, -2, 1};
    const quire_v4 q = -c->cq * g->per;
    const struct place_slide slide = {times(q, g->p.a.t), times(q, g->x)};
    const struct place_way along = way_along_roller(g);
    struct forms forms;
    struct roller_blocks f;
    quire_v4 dd_w[4], dd_a[4];

    /* of M - (cq K + cv D) */
    place_forms(&g->p, -c->cq, -c->cv, false, &forms);
    add_sliding(&g->p, 0, &along, &slide, &forms, dd_w, dd_a);
    quire_transpose4(f.f_w, forms.f_w[0], forms.f_w[1], forms.f_w[2], forms.f_w[3]);
    quire_transpose4(f.f_a, forms.f_a[0], forms.f_a[1], forms.f_a[2], forms.f_a[3]);
    quire_transpose4(f.a_w, forms.a_w[0], forms.a_w[1], forms.a_w[2], forms.a_w[3]);
    quire_transpose4(f.a_a, forms.a_a[0], forms.a_a[1], forms.a_a[2], forms.a_a[3]);
    quire_transpose4(f.dd_w, dd_w[0], dd_w[1], dd_w[2], dd_w[3]);
    quire_transpose4(f.dd_a, dd_a[0], dd_a[1], dd_a[2], dd_a[3]);
    quire_transpose4(f.rub, forms.rub_w.x, forms.rub_w.y, forms.rub_a.x, forms.rub_a.y);
    for (int k = 0; k < LANES; k++) {
        quire_v4 by_w[3];
        if (g->p.on[k] == 0) {
            continue;
        }
        for (int j = 0; j < 3; j++) {
            const double b = g->on.b[j][k], d = g->on.d[j][k];
            const quire_v4 by_a = b * f.f_a[k] + d * f.a_a[k] + dd[j] * f.dd_a[k];
            by_w[j] = b * f.f_w[k] + d * f.a_w[k] + dd[j] * f.dd_w[k];
            for (int l = 0; l < 3; l++) {
                quire_band_add(c->band, g->on.node[k] + j, g->on.node[k] + l,
                               g->on.b[l][k] * by_w[j] + g->on.d[l][k] * by_a);
            }
        }
        couple_roller(c, g, &f, by_w, k);
    }
}

#endif
