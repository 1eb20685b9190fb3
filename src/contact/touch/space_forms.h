/* How what acts at a touching place of a sheet in space changes. Derivation with the same letters:
 * doc/theory/spatial-contact.md. */
#ifndef QUIRE_CONTACT_TOUCH_SPACE_FORMS_H
#define QUIRE_CONTACT_TOUCH_SPACE_FORMS_H

#include "contact/touch/space_place.h"

/* struct motion_change and struct action_change of each part of a gradient */
struct motion_gradient {
    struct gradient overlap, gap, past, across, share, factor;
};

struct action_gradient {
    struct gradient one, total, slip, friction, lateral;
};

QUIRE_INLINE quire_v4 *
part_of(struct gradient *g, int i)
{
    return i == 0 ? &g->p : i == 1 ? &g->s : &g->e;
}

QUIRE_INLINE void
change_part(const struct place_motion *m, const struct place_action *a, struct motion_gradient *d,
            int i, struct action_gradient *out)
{
    const struct motion_change motion = {.overlap = *part_of(&d->overlap, i),
                                         .gap = *part_of(&d->gap, i),
                                         .past = *part_of(&d->past, i),
                                         .across = *part_of(&d->across, i),
                                         .share = *part_of(&d->share, i),
                                         .factor = *part_of(&d->factor, i)};
    const struct action_change c = change_of_action(m, a, true, &motion);

    *part_of(&out->one, i) = c.one;
    *part_of(&out->total, i) = c.total;
    *part_of(&out->slip, i) = c.slip;
    *part_of(&out->friction, i) = c.friction;
    *part_of(&out->lateral, i) = c.lateral;
}

QUIRE_INLINE struct action_gradient
gradient_of_action(const struct place_motion *m, const struct place_action *a,
                   struct motion_gradient d)
{
    struct action_gradient out;

    change_part(m, a, &d, 0, &out);
    change_part(m, a, &d, 1, &out);
    change_part(m, a, &d, 2, &out);
    return out;
}

/* Of u . V, by displacements: they count cv, and seen from a gate that turns by spin J more
 * (doc/theory/gates.md, 3). */
QUIRE_INLINE quire_v4
by_moves(const struct space_scatter *c, quire_v4 u)
{
    const quire_v4 by = c->cv * u;

    return c->spin == 0 ? by : by + (c->cq * c->spin) * (quire_v4){-u[1], u[0], 0, 0};
}

/* of u . V at the place */
QUIRE_INLINE struct gradient
velocity_along(const struct space_scatter *c, const struct space_place *p, quire_v4 u)
{
    return along(p, u, by_moves(c, u), p->vs, p->ve);
}

/* How what acts changes: of the rate at which the gap grows, the slip across, what the laws say,
 * and of the forces along the normal and the tangent as they turn. */
struct space_forms {
    struct gradient gap, across;
    struct action_gradient by;
    struct gradient by_n, by_t;
    struct action_changes d;
};

/* of the sheet's own turning: pair . v_s */
QUIRE_INLINE struct gradient
change_of_spin(const struct space_touched *t)
{
    const struct space_place *p = t->p;
    const quire_v4 pair = t->act.pair, lever = t->q1 * cross3(p->vs, t->f->a),
                   steps = (2 * t->spin * t->q1) * t->steep;
    const double by_s = dot3(lever, p->xss) + dot3(pair, p->vss) - dot3(steps, p->xss),
                 by_e = dot3(lever, p->xse) + dot3(pair, p->vse) - dot3(steps, p->xse);
    struct gradient d = mix2(by_s, p->s, by_e, p->t);

    d.s += t->c->cq * (lever - steps) + by_moves(t->c, pair);
    return d;
}

/* how the force and the pair change, which turns with the sheet */
QUIRE_INLINE void
changes_of_action(const struct space_touched *t, struct space_forms *out)
{
    const struct space_place *p = t->p;
    const struct space_facing *f = t->f;
    const struct space_action *a = &t->act;
    const double cq = t->c->cq, q1 = t->q1;
    const quire_v4 steep = t->steep;
    const struct gradient d_steep = {{0, 0, 0, 0}, cq * steep, {0, 0, 0, 0}};
    const struct gradient tilt =
        sum2(d_steep, mix2(dot3(steep, p->xss), p->s, dot3(steep, p->xse), p->t));
    const struct gradient d_moment = mix2(-t->c->half, out->by.friction, -2 * q1 * a->moment, tilt);
    const quire_v4 bends = (a->moment * q1) * cross3(f->a, p->xss),
                   twists = (a->moment * q1) * cross3(f->a, p->xse);

    for (int i = 0; i < 9; i++) {
        out->d.force[i] = entry_of(&out->by_n, i) * f->n + entry_of(&out->by_t, i) * f->t +
                          entry_of(&out->by.lateral, i) * f->a;
        out->d.pair[i] = entry_of(&d_moment, i) * a->pair + entry_of(&p->s, i) * bends +
                         entry_of(&p->t, i) * twists;
    }
    const double turns = a->moment * q1 * cq;
    const quire_v4 x = {1, 0, 0, 0}, y = {0, 1, 0, 0}, z = {0, 0, 1, 0};
    out->d.pair[3] += turns * cross3(f->a, x);
    out->d.pair[4] += turns * cross3(f->a, y);
    out->d.pair[5] += turns * cross3(f->a, z);
}

QUIRE_INLINE void
space_forms(const struct space_touched *t, struct space_forms *out)
{
    const struct space_scatter *c = t->c;
    const struct space_place *p = t->p;
    const struct space_facing *f = t->f;
    const struct gradient d_spin = change_of_spin(t),
                          d_xn = along(p, f->n, c->cq * f->n, p->xs, p->xe);
    struct gradient d_vn = sum2(velocity_along(c, p, f->n), scaled(t->vt, f->turn));
    struct gradient d_past =
        sum2(velocity_along(c, p, f->t), mix2(-t->vn, f->turn, -c->half, d_spin));

    if (t->mover != NULL && t->mover->soft != NULL) { /* its velocity turns with the normal */
        d_vn = mix2(1, d_vn, -dot3(f->n, t->mover->soft->swing), f->turn);
        d_past = mix2(1, d_past, -dot3(f->t, t->mover->soft->swing), f->turn);
    }
    out->gap = d_vn;
    out->across = velocity_along(c, p, f->a);
    out->by = gradient_of_action(&t->m, t->a,
                                 (struct motion_gradient){.overlap = scaled(-1, d_xn),
                                                          .gap = d_vn,
                                                          .past = d_past,
                                                          .across = out->across,
                                                          .share = f->d_share,
                                                          .factor = f->d_factor});
    out->by_n = mix2(1, out->by.total, -t->a->friction, f->turn);
    out->by_t = mix2(1, out->by.friction, t->a->total, f->turn);
    changes_of_action(t, out);
}

/* a = J x */
QUIRE_INLINE quire_v4
quarter_turn(quire_v4 x)
{
    return (quire_v4){-x[1], x[0], 0, 0};
}

/* How what acts changes as the place gets the velocity v more and the sheet's turning takes `spun`
 * off the slip: the flows, the force and the moment. Returns the change of the law's own normal
 * force. */
QUIRE_INLINE double
respond(const struct space_touched *t, quire_v4 v, double spun, double flow[QUIRE_SPACE_FLOWING],
        struct space_action *a)
{
    const struct space_facing *f = t->f;
    const struct friction_vector *r = &t->a->r;
    const double gap = dot3(f->n, v), slip = dot3(f->t, v) - spun, across = dot3(f->a, v);
    const double one =
                     f->given != NULL ? f->given->way / f->given->share : -t->a->no.d_closing * gap,
                 press = f->given != NULL ? 0 : f->share * one,
                 by_law = r->more * (r->u[0] * slip + r->u[1] * across) + t->a->fo.d_normal * one;
    const double along = f->share * (r->ratio * slip + r->u[0] * by_law),
                 aside = f->share * (r->ratio * across + r->u[1] * by_law);

    flow[QUIRE_SPACE_FRICTION] = along;
    flow[QUIRE_SPACE_LATERAL] = aside;
    flow[QUIRE_SPACE_SLIP] = slip;
    flow[QUIRE_SPACE_SLIP_LATERAL] = across;
    flow[QUIRE_SPACE_CLOSING] = -gap;
    a->force = press * f->n + along * f->t + aside * f->a;
    a->moment = -t->c->half * along;
    return one;
}

#endif
