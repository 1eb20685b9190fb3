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

/* Places that wait until there are four of them. */
struct sliders {
    int n; /* how many there are; the others repeat the last */
    struct {
        struct quire_candidates *nodes;
        const struct quire_roller *roller;
        const struct quire_carrier *carrier;
        const struct quire_contact_law *law; /* NULL: as the face there has it */
        bool searched; /* the weights are known; else it is the nearest place about the node */
        bool alone;    /* of its roller the law's share, and its memory, are yet to be told */
        bool farthest; /* not the nearest place: the law is subtracted */
        double part;   /* of the law, where it is not alone */
        double load;   /* that overdrive counts; NaN: this place's own [N] */
        int node;      /* station of a wrap, or the node from which it is searched */
    } of[LANES];
    struct station place[LANES]; /* where they are searched */
    struct place_memory memory;
    struct quire_contact_pair pair[LANES];
};

/* a number of each carrier */
#define OF_CARRIERS(p_, what_)                                                                     \
    ((quire_v4){(p_)->of[0].carrier->what_, (p_)->of[1].carrier->what_,                            \
                (p_)->of[2].carrier->what_, (p_)->of[3].carrier->what_})

QUIRE_INLINE void
set_weights(struct roller_places *g, int lane, const struct station *p)
{
    g->on.node[lane] = p->node;
    g->per[lane] = p->slides ? 1 : 0;
    for (int i = 0; i < 3; i++) {
        g->on.b[i][lane] = p->b[i];
        g->on.d[i][lane] = p->d[i];
        g->dd[i][lane] = p->dd[i];
    }
}

/* the rest of them touches nothing */
QUIRE_INLINE void
fill_up(struct sliders *s)
{
    for (int k = s->n; k < LANES; k++) {
        s->of[k] = s->of[0];
        s->of[k].searched = true;
    }
}

/* ---- where they are ---- */

/* The nearest places on inner pieces of those that are not searched yet: which are found. */
QUIRE_INLINE quire_mask4
search_inner(const struct scatter *c, int n, const struct sliders *s, struct flat centre,
             struct roller_places *g)
{
    struct inner_pieces on = {.found = {0}};
    quire_mask4 inner;
    quire_v4 x[3], y[3];

    for (int k = 0; k < LANES; k++) {
        const int i = s->of[k].node;
        inner[k] = !s->of[k].searched && i >= 2 && i <= n - 2 ? -1 : 0;
        g->on.node[k] = inner[k] != 0 ? i - 1 : 0;
    }
    if (!quire_any(inner)) {
        return inner;
    }
    load_nodes(&g->on, c->x, x);
    load_nodes(&g->on, c->y, y);
    for (int k = 0; k < 3; k++) {
        x[k] -= centre.x;
        y[k] -= centre.y;
    }
    inner_pieces_of(&on, x, y);
    on.s = nearest_on_chord(&on);
    search_inner_pieces(&on);
    const quire_v4 at = on.s,
                   b[3] = {0.5 * (1 - at) * (1 - at), 0.5 + at * (1 - at), 0.5 * at * at},
                   d[3] = {at - 1, 1 - 2 * at, at};
    static const double dd[3] = {1, -2, 1};
    for (int i = 0; i < 3; i++) {
        g->on.b[i] = b[i];
        g->on.d[i] = d[i];
        g->dd[i] = quire_all4(dd[i]);
    }
    g->per = quire_all4(1);
    return inner & on.found;
}

/* The places as their rollers face them; p.on: which of them are near enough for a law. */
QUIRE_INLINE void
find_rollers(const struct scatter *c, const struct sliders *s, struct roller_places *g)
{
    const int n = c->state->system->sheet[c->sheet].chain.n;
    const struct flat centre = {OF_CARRIERS(s, centre[0]), OF_CARRIERS(s, centre[1])};
    static const struct station none;
    struct place *p = &g->p;
    quire_v4 x[3], y[3], radius, reach, side;

    g->on.row = false;
    const quire_mask4 found = search_inner(c, n, s, centre, g);
    for (int k = 0; k < LANES; k++) {
        radius[k] = s->of[k].roller->radius;
        reach[k] = s->of[k].roller->reach;
        side[k] = s->of[k].farthest ? -1 : 1;
        p->on[k] = k < s->n ? -1 : 0;
        if (s->of[k].searched) {
            set_weights(g, k, k < s->n ? s->place + k : &none);
        } else if (found[k] == 0) {
            struct station alone;
            nearest_station(&alone, c, n, s->of[k].node, s->of[k].carrier->centre);
            set_weights(g, k, &alone);
        }
    }
    load_nodes(&g->on, c->x, x);
    load_nodes(&g->on, c->y, y);
    for (int i = 0; i < 3; i++) { /* distances are small: so rounding is, too */
        x[i] -= centre.x;
        y[i] -= centre.y;
    }
    g->x = weigh_flat(g->on.b, x, y);
    p->a.t = weigh_flat(g->on.d, x, y);
    g->bent = weigh_flat(g->dd, x, y);
    const quire_v4 distance = quire_sqrt4(dot(g->x, g->x)), t2 = dot(p->a.t, p->a.t),
                   least = QUIRE_BEND_LEAST * t2;
    const quire_v4 bend = side * (t2 + dot(g->x, g->bent));
    g->per =
        quire_where4(g->per > quire_all4(0.5), -side / quire_select4(bend < least, least, bend));
    p->overlap = radius + c->half - distance;
    p->on &= p->overlap > -reach;
    p->bend = 1 / distance;
    p->n = times(p->bend, g->x);
    p->factor = quire_all4(1);
    p->a.arm = quire_all4(c->half);
    p->arm_by = p->swing = 0;
    p->fades = false;
}

/* The lanes that touch, law by law: in this order all sums are made. */
struct roller_laws {
    int n;
    const struct quire_contact_law *law[LANES];
    quire_mask4 on[LANES];
};

/* their factors of overdrive */
QUIRE_INLINE quire_v4
overdrives(const struct roller_laws *laws)
{
    quire_v4 factor = {0};

    for (int i = 0; i < laws->n; i++) {
        factor = quire_select4(laws->on[i], quire_all4(laws->law[i]->overdrive), factor);
    }
    return factor;
}

/* How the surfaces pass each other, and what is known of the rollers. */
QUIRE_INLINE void
move_rollers(const struct scatter *c, const struct sliders *s, quire_v4 overdrive,
             struct roller_places *g)
{
    const struct quire_system *sys = c->state->system;
    const struct flat centre = {OF_CARRIERS(s, velocity[0]), OF_CARRIERS(s, velocity[1])};
    const quire_v4 turn = OF_CARRIERS(s, turn), zero = {0};
    struct place *p = &g->p;
    quire_v4 u[3], v[3];

    load_nodes(&g->on, c->vx, u);
    load_nodes(&g->on, c->vy, v);
    p->u = minus(weigh_flat(g->on.b, u, v), centre);
    p->a.rate = weigh_flat(g->on.d, u, v);
    g->bent_rate = weigh_flat(g->dd, u, v);
    p->surface = turn * OF_CARRIERS(s, surface);
    p->belt = zero;
    p->drags = quire_any(overdrive != zero);
    p->drag = p->surface * overdrive;
    for (int k = 0; p->drags && k < LANES; k++) {
        if (!isnan(s->of[k].load)) { /* of several places, which the matrix leaves out */
            p->belt[k] = p->drag[k] * s->of[k].load;
            p->drag[k] = 0;
        }
    }
    g->driven = turn * OF_CARRIERS(s, driven);
    g->sheet = c->sheet;
    for (int i = 0; i < ROLLER_WAYS; i++) {
        struct roller_way *way = g->way + i;
        way->centre = (struct flat){OF_CARRIERS(s, d_centre[0][i]), OF_CARRIERS(s, d_centre[1][i])};
        way->surface = turn * OF_CARRIERS(s, d_surface[i]);
        for (int k = 0; k < LANES; k++) {
            const struct quire_small *small = sys->small + s->of[k].roller->small;
            g->at[i][k] = i < small->body.nv ? small->v0 + i : -1;
        }
    }
    for (int k = 0; k < LANES; k++) {
        g->small[k] = s->of[k].roller->small;
    }
    place_rates(p, false);
}

/* what the speed of surfaces does to the slip, once the normal force is known */
QUIRE_INLINE void
spin_rollers(const struct sliders *s, quire_v4 overdrive, struct roller_places *g)
{
    for (int k = 0; k < LANES; k++) {
        g->spun[k] = 1 + overdrive[k] * (isnan(s->of[k].load) ? g->p.total[k] : s->of[k].load);
    }
}

QUIRE_INLINE void
push_rollers(const struct scatter *c, const struct roller_places *g, const struct roller_laws *laws,
             struct place_powers *powers, struct quire_powers *power)
{
    const struct place *p = &g->p;
    const struct flat pair = times(p->moment_a, p->a.pair);
    quire_v4 rubs[ROLLER_WAYS];

    for (int i = 0; i < ROLLER_WAYS; i++) {
        rubs[i] = p->friction * g->way[i].surface;
    }
    for (int i = 0; i < laws->n; i++) {
        const quire_mask4 on = laws->on[i];
        spread_on_curve(g, on, p->f, pair, c->fx, c->fy);
        spread_on_rollers(g, on, p->f, rubs, c->state->force);
        power->drives += quire_sum4(p->friction * quire_where4(on, g->driven));
    }
    place_power(p, powers);
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

/* `f`: of all lanes; what it adds to the matrix in lane k */
QUIRE_INLINE void
derive_roller(const struct scatter *c, const struct roller_places *g, const struct roller_blocks *f,
              int k)
{
    quire_v4 by_w[3];

    for (int j = 0; j < 3; j++) {
        const double b = g->on.b[j][k], d = g->on.d[j][k];
        const quire_v4 by_a = b * f->f_a[k] + d * f->a_a[k] + g->dd[j][k] * f->dd_a[k];
        by_w[j] = b * f->f_w[k] + d * f->a_w[k] + g->dd[j][k] * f->dd_w[k];
        for (int l = 0; l < 3; l++) {
            quire_band_add(c->band, g->on.node[k] + j, g->on.node[k] + l,
                           g->on.b[l][k] * by_w[j] + g->on.d[l][k] * by_a);
        }
    }
    couple_roller(c, g, f, by_w, k);
}

QUIRE_INLINE void
derive_rollers(const struct scatter *c, const struct roller_places *g,
               const struct roller_laws *laws)
{
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
    for (int i = 0; i < laws->n * LANES; i++) {
        if (laws->on[i / LANES][i % LANES] != 0) {
            derive_roller(c, g, &f, i % LANES);
        }
    }
}

#endif
