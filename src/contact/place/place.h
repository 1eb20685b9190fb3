/* Four places side by side where two parties, a and b, touch: from the rates of gap and slip to
 * forces, and how all that changes. It is the only derivation of contact: every party is known by
 * what stands in struct place, and how its unknowns move a place is a way (struct place_way).
 *
 * All is in the axes of the plane in which the place lies; the axis across it is the third. In
 * space, where QUIRE_PLACE_SPACE is defined before this is included, friction has a part across.
 * Derivation with the same letters: doc/theory/place.md. */
#ifndef QUIRE_CONTACT_PLACE_PLACE_H
#define QUIRE_CONTACT_PLACE_PLACE_H

#include "contact/place/flat.h"
#include "state/places.h"
#include "state/powers.h"

/* ---- a place ---- */

/* What turns with a party: the direction of a sheet's curve, or a body. Friction acts `arm` away
 * from the line to which the party's place belongs, so that its spin counts arm times against the
 * slip, and it gets the moment -arm F. */
struct turner {
    struct flat t, rate;   /* direction, of any length, and how fast it changes */
    quire_v4 arm, q, spin; /* [m], 1 / t^2, [rad/s] */
    struct flat pair;      /* of the angle by t; also the pair of forces that makes a unit moment */
};

struct place {
    /* what finders and parties say */
    quire_mask4 on;   /* which of the four touch; what stands for the others has no meaning */
    struct flat n;    /* normal, from b to a */
    struct flat u;    /* velocity of a's place past b's material [m/s] */
    quire_v4 overlap; /* [m] */
    quire_v4 bend;    /* by how much the normal turns for each way of a past b along t [1/m] */
    quire_v4 share, factor;
    quire_v4 belt,
        surface; /* speeds of a belt on b and of b's surface along t, off the slip [m/s] */
    struct turner a, b;
    double arm_by;    /* by which both arms grow with the distance: 1/2 or 0 */
    double swing;     /* of b's material, past which `u` is [rad/s] */
    bool drags;       /* overdrive: by `drag` the slip falls with each newton of normal force, */
    quire_v4 drag;    /* [m/(N s)], not looked at where it does not */
    bool rubs_deeper; /* friction follows the overlap by itself, by d_rub */
    /* the share, the factor or the overlap change by themselves as the places move: then `force`,
     * `rub` and `d_factor` are kept */
    bool fades;
#ifdef QUIRE_PLACE_SPACE
    quire_v4 across; /* the slip across [m/s] */
#endif
    /* what comes of it */
    quire_v4 vn, vt, slip; /* rate of the gap, and of the slip [m/s] */
    quire_v4 total, friction,
        lost;      /* with the share [N]; lost: what dissipates of the normal force */
    struct flat f; /* on a; b has the opposite */
    quire_v4 moment_a, moment_b;
#ifdef QUIRE_PLACE_SPACE
    quire_v4 lateral; /* friction across, with the share [N] */
    quire_v4 way[2];  /* the direction of the slip, along and across */
    quire_v4 ratio;   /* F/w, F' at rest [N s/m] */
    quire_v4 more[2]; /* F by the slip along and across, less F/w times its direction */
#endif
    /* of the laws' own forces: normal force by overlap and closing, friction by slip, normal force
     * and overlap */
    quire_v4 d_overlap, d_closing, d_slip, d_normal, d_rub;
    quire_v4 force, rub; /* without the share; not looked at where nothing fades [N] */
    quire_v4 d_factor;   /* of the law's friction by the factor [N] */
#ifdef QUIRE_PLACE_SPACE
    quire_v4 rub_across;
#endif
};

/* Powers of friction, of belts and drives, and of what contacts lose [W], to be added up. */
struct place_powers {
    quire_v4 friction, belts, lost;
};

QUIRE_INLINE void
add_place_powers(struct quire_powers *to, const struct place_powers *p)
{
    to->friction -= quire_sum4(p->friction);
    to->belts += quire_sum4(p->belts);
    to->contact += quire_sum4(p->lost);
}

/* One place after the other, so that it does not matter which of them stand side by side. */
QUIRE_INLINE void
add_place_powers_each(struct quire_powers *to, const struct place_powers *p)
{
    for (int k = 0; k < 4; k++) {
        to->friction -= p->friction[k];
        to->belts += p->belts[k];
        to->contact += p->lost[k];
    }
}

QUIRE_INLINE void
turner_rates(quire_mask4 on, struct turner *t)
{
    /* beyond a sheet's end there is no length */
    t->q = 1 / quire_select4(on, dot(t->t, t->t), quire_all4(1));
    t->pair = times(t->q, left(t->t));
    t->spin = dot(t->pair, t->rate);
}

/* How fast the surfaces pass each other. `two`: b turns, too. */
QUIRE_INLINE void
place_rates(struct place *p, bool two)
{
    turner_rates(p->on, &p->a);
    p->vn = dot(p->n, p->u);
    p->vt = dot(left(p->n), p->u);
    p->slip = p->vt - p->a.arm * p->a.spin;
    if (two) {
        turner_rates(p->on, &p->b);
        p->slip -= p->b.arm * p->b.spin;
    }
    p->slip -= p->belt + p->surface;
}

#ifdef QUIRE_PLACE_SPACE
/* How friction follows the slip whose direction is known: F' - F/w, and F by the direction, of
 * 1 less its cosine for each slip. */
QUIRE_INLINE void
follow_slip(struct place *p, quire_v4 more, quire_v4 by_aside)
{
    const quire_v4 turn = by_aside * p->way[1];

    p->more[0] = more * p->way[0] - turn * p->way[1];
    p->more[1] = more * p->way[1] + turn * p->way[0];
}
#endif

QUIRE_INLINE void
place_forces(struct place *p, bool two)
{
    p->f = mix(p->total, p->n, p->friction, left(p->n));
    p->moment_a = -p->a.arm * p->friction;
    if (two) {
        p->moment_b = -p->b.arm * p->friction;
    }
}

/* the speed that belts and overdrive take off the slip, at a normal force */
QUIRE_INLINE quire_v4
belt_of(const struct place *p, quire_v4 total)
{
    return p->drags ? p->belt + p->drag * total : p->belt;
}

QUIRE_INLINE void
place_power(const struct place *p, struct place_powers *powers)
{
    powers->friction += p->friction * quire_where4(p->on, p->slip);
    powers->belts += p->friction * belt_of(p, p->total);
    powers->lost += p->lost * quire_where4(p->on, -p->vn);
#ifdef QUIRE_PLACE_SPACE
    powers->friction += p->lateral * quire_where4(p->on, p->across);
#endif
}

/* ---- how it changes, in one way ---- */

/* A way in which places move: of a past b, and faster; what turns with either; the surfaces past
 * each other and the normal by themselves; what friction is told of other places' normal force; and
 * where places fade share, factor and overlap. */
struct place_way {
    struct flat w, u;
    struct flat t[2], rate[2];
    quire_v4 past, turn, press;
    quire_v4 share, factor, overlap;
#ifdef QUIRE_PLACE_SPACE
    quire_v4 across; /* the slip across */
#endif
};

struct place_change {
    quire_v4 gap, slip, one, total, lost, friction; /* one: of the law's own normal force */
    struct flat f;
    quire_v4 moment_a, moment_b;
    quire_v4 turn; /* of the normal */
#ifdef QUIRE_PLACE_SPACE
    quire_v4 across, lateral; /* slip and friction across */
#endif
};

/* of the spin, by the direction at a given rate */
QUIRE_INLINE struct flat
lever_of(const struct turner *t)
{
    return mix(-t->q, left(t->rate), -2 * t->spin * t->q, t->t);
}

/* the pair of forces of a unit moment, as the direction changes by `by` */
QUIRE_INLINE struct flat
pair_by(const struct turner *t, struct flat by)
{
    return mix(t->q, left(by), -2 * t->q * dot(t->t, by), t->pair);
}

QUIRE_INLINE quire_v4
turner_spin_by(const struct turner *t, struct flat by, struct flat rate)
{
    return dot(lever_of(t), by) + dot(t->pair, rate);
}

/* friction, along (and across), as the slip, the law's own normal force and the overlap change */
QUIRE_INLINE void
rub_by(const struct place *p, quire_v4 farther, struct place_change *c)
{
    const quire_v4 by_one =
        p->rubs_deeper ? p->d_normal * c->one - p->d_rub * farther : p->d_normal * c->one;
#ifdef QUIRE_PLACE_SPACE
    const quire_v4 by_law = p->more[0] * c->slip + p->more[1] * c->across + by_one;
    c->friction = p->share * (p->ratio * c->slip + p->way[0] * by_law);
    c->lateral = p->share * (p->ratio * c->across + p->way[1] * by_law);
#else
    c->friction = p->share * (p->d_slip * c->slip + by_one);
#endif
}

QUIRE_INLINE struct place_change
place_respond(const struct place *p, const struct place_way *way, bool two)
{
    const struct flat t = left(p->n);
    const quire_v4 farther = dot(p->n, way->w);
    quire_v4 spins = p->a.spin, arms;
    struct place_change c = {.turn = p->bend * dot(t, way->w) + way->turn};

    c.gap = dot(p->n, way->u) + p->vt * c.turn;
    arms = p->a.arm * turner_spin_by(&p->a, way->t[0], way->rate[0]);
    if (two) {
        arms += p->b.arm * turner_spin_by(&p->b, way->t[1], way->rate[1]);
        spins += p->b.spin;
    }
    c.slip = dot(t, way->u) - p->vn * c.turn - arms - p->arm_by * spins * farther + way->past;
    c.one = -p->d_overlap * farther - p->d_closing * c.gap;
    if (p->fades) {
        c.one += p->d_overlap * way->overlap;
        c.total = p->share * c.one + way->share * p->force;
        c.lost = way->share * p->lost / p->share - p->share * p->d_closing * c.gap;
    } else {
        c.total = p->share * c.one;
        c.lost = -p->share * p->d_closing * c.gap;
    }
    c.one += way->press;
    if (p->drags) {
        c.slip -= p->drag * c.total;
    }
#ifdef QUIRE_PLACE_SPACE
    c.across = way->across;
#endif
    rub_by(p, p->fades ? farther - way->overlap : farther, &c);
    if (p->fades) {
        const quire_v4 more = p->share * p->d_factor * way->factor;
#ifdef QUIRE_PLACE_SPACE
        c.friction += way->share * p->rub + p->way[0] * more;
        c.lateral += way->share * p->rub_across + p->way[1] * more;
#else
        c.friction += way->share * p->rub + more;
#endif
    }
    /* the force turns with the normal */
    c.f = plus(mix(c.total, p->n, c.friction, t), times(c.turn, left(p->f)));
    c.moment_a = -p->a.arm * c.friction - p->arm_by * p->friction * farther;
    if (two) {
        c.moment_b = -p->b.arm * c.friction - p->arm_by * p->friction * farther;
    }
    return c;
}

/* ---- how it changes, in all ways of sheets ---- */

/* The same as co-vectors: by the place of a past b (w), with its velocity, and by the direction of
 * either party (a, b), with its rate: displacements times cq, velocities times cv. All of it is
 * linear in these two: for a matrix M - (cq K + cv D) they are handed over with a minus. */
struct forms {
    quire_v4 f_w[4], f_a[4], f_b[4]; /* of the force on a, */
    quire_v4 a_w[4], a_a[4], a_b[4]; /* of the pair of forces on a's direction, */
    quire_v4 b_w[4], b_a[4], b_b[4]; /* and on b's; */
    struct flat rub_w, rub_a;        /* of friction alone, which moves surfaces */
#ifdef QUIRE_PLACE_SPACE
    quire_v4 l_w[3], l_a[2], l_b[2]; /* of the force across; by x, y and across */
    quire_v4 f_z[2], a_z[2], b_z[2]; /* of the others by the place across */
#endif
};

/* how the slip follows a direction and its rate */
QUIRE_INLINE struct flat
slip_by_turner(const struct place *p, const struct turner *t, double cq, double cv)
{
    const struct flat by = mix(quire_all4(cq), lever_of(t), quire_all4(cv), t->pair);

    /* rates past a material that turns change with the direction itself */
    return times(
        -t->arm,
        p->swing == 0 ? by : mix(quire_all4(1), by, quire_all4(-cq * p->swing), times(t->q, t->t)));
}

/* the pair of forces itself turns with its direction: m d(pair)/dt */
QUIRE_INLINE void
add_pair_turning(quire_v4 to[4], const struct turner *t, quire_v4 moment, double cq)
{
    const quire_v4 m = cq * moment * t->q;

    add_outer(to, times(-2 * m, t->pair), t->t);
    to[1] -= m;
    to[2] += m;
}

/* How gap, slip and the law's own normal force follow a's place past b's. */
struct rates_by {
    struct flat gap, slip, one;
};

QUIRE_INLINE struct rates_by
rates_by_place(const struct place *p, double cq, double cv, bool two)
{
    const struct flat n = p->n, t = left(n), turn = times(cq * p->bend, t);
    const quire_v4 v = quire_all4(cv), swing = quire_all4(cq * p->swing),
                   spins = two ? p->a.spin + p->b.spin : p->a.spin;
    struct rates_by by = {.gap = mix(v, n, p->vt, turn), .slip = mix(v, t, -p->vn, turn)};

    if (p->swing != 0) {
        by.gap = mix(quire_all4(1), by.gap, swing, t);
        by.slip = mix(quire_all4(1), by.slip, -swing, n);
    }
    if (p->arm_by != 0) {
        by.slip = mix(quire_all4(1), by.slip, -(cq * p->arm_by) * spins, n);
    }
    by.one = mix(-cq * p->d_overlap, n, -p->d_closing, by.gap);
    if (p->drags) {
        by.slip = mix(quire_all4(1), by.slip, -p->drag * p->share, by.one);
    }
    return by;
}

QUIRE_INLINE void
place_forms(const struct place *p, double cq, double cv, bool two, struct forms *out)
{
    const struct flat n = p->n, t = left(n), turn = times(cq * p->bend, t);
#ifdef QUIRE_PLACE_SPACE
    /* friction is F/w times the slip, and follows the law along it */
    const quire_v4 law = p->share * p->d_normal, along = p->share * p->way[0],
                   across = p->share * p->way[1], by_one = law * p->way[0],
                   across_by_one = law * p->way[1],
                   by_slip = p->share * p->ratio + along * p->more[0],
                   by_across = p->share * p->ratio + across * p->more[1],
                   mixed = across * p->more[0], mixed_z = along * p->more[1];
#else
    const quire_v4 by_slip = p->share * p->d_slip, by_one = p->share * p->d_normal;
#endif
    const struct rates_by by = rates_by_place(p, cq, cv, two);
    const struct flat total = times(p->share, by.one);
    struct flat friction = mix(by_slip, by.slip, by_one, by.one);
    const struct flat slip_a = slip_by_turner(p, &p->a, cq, cv), rubs_a = times(by_slip, slip_a),
                      arm_a = times(-p->a.arm, p->a.pair),
                      farther = times((cq * p->arm_by) * p->friction, n);
#ifdef QUIRE_PLACE_SPACE
    struct flat lateral = mix(mixed, by.slip, across_by_one, by.one);
#endif

    if (p->rubs_deeper) {
        const struct flat deeper = times(-cq * p->share * p->d_rub, n);
#ifdef QUIRE_PLACE_SPACE
        friction = mix(quire_all4(1), friction, p->way[0], deeper);
        lateral = mix(quire_all4(1), lateral, p->way[1], deeper);
#else
        friction = plus(friction, deeper);
#endif
    }
    out->rub_w = friction;
    out->rub_a = rubs_a;
    set_outer(out->f_w, n, total);
    add_outer(out->f_w, t, friction);
    add_outer(out->f_w, left(p->f), turn);
    set_outer(out->f_a, t, rubs_a);
    set_outer(out->a_w, arm_a, friction);
    set_outer(out->a_a, arm_a, rubs_a);
    add_pair_turning(out->a_a, &p->a, p->moment_a, cq);
    if (p->arm_by != 0) {
        add_outer(out->a_w, times(quire_all4(-1), p->a.pair), farther);
    }
#ifdef QUIRE_PLACE_SPACE
    const struct flat lateral_a = times(mixed, slip_a), z = times(cv * mixed_z, t),
                      z_a = times(cv * mixed_z, arm_a);
    out->l_w[0] = lateral.x;
    out->l_w[1] = lateral.y;
    out->l_w[2] = cv * by_across;
    out->l_a[0] = lateral_a.x;
    out->l_a[1] = lateral_a.y;
    out->f_z[0] = z.x;
    out->f_z[1] = z.y;
    out->a_z[0] = z_a.x;
    out->a_z[1] = z_a.y;
#endif
    if (two) {
        const struct flat slip_b = slip_by_turner(p, &p->b, cq, cv),
                          rubs_b = times(by_slip, slip_b), arm_b = times(-p->b.arm, p->b.pair);
        set_outer(out->f_b, t, rubs_b);
        set_outer(out->a_b, arm_a, rubs_b);
        set_outer(out->b_w, arm_b, friction);
        set_outer(out->b_a, arm_b, rubs_a);
        set_outer(out->b_b, arm_b, rubs_b);
        add_pair_turning(out->b_b, &p->b, p->moment_b, cq);
        add_outer(out->b_w, times(quire_all4(-1), p->b.pair), farther);
#ifdef QUIRE_PLACE_SPACE
        const struct flat z_b = times(cv * mixed_z, arm_b), lateral_b = times(mixed, slip_b);
        out->l_b[0] = lateral_b.x;
        out->l_b[1] = lateral_b.y;
        out->b_z[0] = z_b.x;
        out->b_z[1] = z_b.y;
#endif
    }
}

/* ---- places that slide along a sheet's curve ---- */

/* The parameter of a nearest point follows the nodes: by place (w) and by the curve's direction
 * there (t), times cq. */
struct place_slide {
    struct flat w, t;
};

/* Adds what changes as the place of one side, 0: a's, slides along its curve; `way`: what moves for
 * each parameter. Its forces then also go to other nodes: to those of the weights' derivatives, and
 * of the direction's pair to those of their second derivatives (`dd`: by w and by the direction).
 */
QUIRE_INLINE void
add_sliding(const struct place *p, int side, const struct place_way *way,
            const struct place_slide *s, struct forms *to, quire_v4 dd_w[4], quire_v4 dd_t[4])
{
    const bool two = side == 1;
    const struct place_change c = place_respond(p, way, two);
    const struct turner *t = two ? &p->b : &p->a;
    const quire_v4 moment = two ? p->moment_b : p->moment_a, by_s = two ? c.moment_b : c.moment_a;
    const struct flat pair = times(moment, t->pair),
                      turned = mix(by_s, t->pair, moment, pair_by(t, way->t[side])),
                      own = mix(quire_all4(1), turned, quire_all4(two ? -1 : 1), p->f);

    add_outer(to->f_w, c.f, s->w);
    add_outer(two ? to->f_b : to->f_a, c.f, s->t);
    add_outer(two ? to->b_w : to->a_w, own, s->w);
    add_outer(two ? to->b_b : to->a_a, own, s->t);
    if (two) {
        const struct flat on_a = times(c.moment_a, p->a.pair);
        add_outer(to->a_w, on_a, s->w);
        add_outer(to->a_b, on_a, s->t);
    } else {
        to->rub_w = mix(quire_all4(1), to->rub_w, c.friction, s->w);
        to->rub_a = mix(quire_all4(1), to->rub_a, c.friction, s->t);
    }
    set_outer(dd_w, pair, s->w);
    set_outer(dd_t, pair, s->t);
}

/* ---- the power book ---- */

/* Powers when the places have changed so from where the matrix was made. */
QUIRE_INLINE void
place_power_changed(const struct place *p, const struct place_change *c,
                    struct place_powers *powers)
{
    const quire_v4 friction = p->friction + quire_where4(p->on, c->friction),
                   slip = quire_where4(p->on, p->slip + c->slip),
                   closing = quire_where4(p->on, -(p->vn + c->gap)),
                   lost = p->lost + quire_where4(p->on, c->lost);

    powers->friction += friction * slip;
    powers->belts += friction * belt_of(p, p->total);
    powers->lost += lost * closing;
#ifdef QUIRE_PLACE_SPACE
    powers->friction +=
        (p->lateral + quire_where4(p->on, c->lateral)) * quire_where4(p->on, p->across + c->across);
#endif
}

QUIRE_INLINE void
place_power_after(const struct place *p, const struct place_way *way, bool two,
                  struct place_powers *powers)
{
    const struct place_change c = place_respond(p, way, two);

    place_power_changed(p, &c, powers);
}

/* The power of friction and of what is lost for each parameter as a place slides along its curve in
 * the way `along`: what place_tells() leaves out. */
QUIRE_INLINE quire_v4
place_tells_along(const struct place *p, const struct place_way *along, bool two)
{
    const struct place_change c = place_respond(p, along, two);

#ifdef QUIRE_PLACE_SPACE
    return quire_where4(p->on, (p->friction * c.slip + p->lost * c.gap) + p->lateral * c.across);
#else
    return quire_where4(p->on, p->friction * c.slip + p->lost * c.gap);
#endif
}

/* Forces whose powers are those of friction and of what is lost: on a's place past b's, and on
 * either direction; velocities count 1, displacements `gamma`. */
struct place_told {
    struct flat w, a, b;
#ifdef QUIRE_PLACE_SPACE
    quire_v4 across;
#endif
};

QUIRE_INLINE struct place_told
place_tells(const struct place *p, double gamma, bool two)
{
    const quire_v4 rubs = quire_where4(p->on, p->friction), lost = quire_where4(p->on, p->lost);
    const struct rates_by by = rates_by_place(p, gamma, 1, two);
    struct place_told told;

    told.w = mix(rubs, by.slip, lost, by.gap);
    told.a = times(rubs, slip_by_turner(p, &p->a, gamma, 1));
    if (two) {
        told.b = times(rubs, slip_by_turner(p, &p->b, gamma, 1));
    }
#ifdef QUIRE_PLACE_SPACE
    told.across = quire_where4(p->on, p->lateral);
#endif
    return told;
}

/* what a change is to friction that holds on */
QUIRE_INLINE void
place_slides(const struct place_change *c, struct quire_place_slides *to)
{
    quire_store4(to->slip, c->slip);
#ifdef QUIRE_PLACE_SPACE
    quire_store4(to->across, c->across);
#else
    quire_store4(to->across, quire_all4(0));
#endif
    quire_store4(to->normal, c->one);
}

/* Whether friction follows slip or normal force in one of the lanes. */
QUIRE_INLINE bool
place_rubs(const struct place *p)
{
#ifdef QUIRE_PLACE_SPACE
    const quire_mask4 follows = (p->ratio != 0) | (p->more[0] != 0) | (p->more[1] != 0);
#else
    const quire_mask4 follows = p->d_slip != 0;
#endif
    return quire_any(p->on & (follows | (p->d_normal != 0)));
}

#endif
