/* A rigid party on the other side of a place: a gate on its pivot or slide, a roller, a body.
 *
 * It needs no derivatives of its own. Moving it is moving the other party backwards, seen from it,
 * and turning the answer: along each of its coordinates its material moves with a velocity J (at
 * the place) and turns at `turns` (1 of an angle, 0 of a way). doc/theory/place.md, 4 */
#ifndef QUIRE_CONTACT_PLACE_RIGID_H
#define QUIRE_CONTACT_PLACE_RIGID_H

#include "contact/place/place.h"

struct rigid {
    struct flat j;
    double turns;
    quire_v4 surface; /* what its surface does along t besides: of a roller that spins */
    double overdrive; /* [1/N] */
};

/* Velocities of a past the body's material, which moves at `rate` along this coordinate. */
QUIRE_INLINE void
rigid_moves_place(const struct rigid *g, double rate, struct place *p)
{
    p->u = mix(quire_all4(1), p->u, quire_all4(-rate), g->j);
    p->surface += rate * g->surface;
    if (g->turns != 0) {
        const double turn = rate * g->turns;
        p->a.rate = mix(quire_all4(1), p->a.rate, quire_all4(-turn), left(p->a.t));
        p->swing += turn;
    }
}

/* The coordinate's way: a moved backwards past the body. The overdrive counts on its surface. */
QUIRE_INLINE struct place_way
rigid_way(const struct place *p, const struct rigid *g, double cq, double cv)
{
    const quire_v4 q = quire_all4(-cq), v = quire_all4(-cv), turn = quire_all4(-cq * g->turns),
                   turning = quire_all4(-cv * g->turns),
                   spun = p->drags ? g->surface * (1 + g->overdrive * p->total) : g->surface;

    return (struct place_way){.w = times(q, g->j),
                              .u = mix(v, g->j, turn, left(p->u)),
                              .t = {times(turn, left(p->a.t))},
                              .rate = {mix(turning, left(p->a.t), turn, left(p->a.rate))},
                              .past = v * spun};
}

/* Velocities of a turn back, too, against a body that turns, as its coordinate, which goes at
 * `rate`, grows: moving a backwards does not know of that. */
QUIRE_INLINE struct place_way
rigid_swing(const struct place *p, const struct rigid *g, double rate, double cq)
{
    const quire_v4 turn = quire_all4(-cq * g->turns), one = quire_all4(1);
    const struct flat u = mix(one, p->u, quire_all4(rate), g->j),
                      t = mix(one, p->a.rate, quire_all4(rate * g->turns), left(p->a.t));

    return (struct place_way){.u = times(turn, left(u)), .rate = {times(turn, left(t))}};
}

/* How the force on a and the pair on its direction change in such a way, in axes that do not turn
 * with the body, which turns by cq `turns`. */
QUIRE_INLINE struct place_change
rigid_column(const struct place *p, const struct rigid *g, const struct place_way *way, double cq,
             struct flat *force, struct flat *pair)
{
    const struct place_change c = place_respond(p, way, false);
    const quire_v4 turn = quire_all4(cq * g->turns);

    *force = mix(quire_all4(1), c.f, turn, left(p->f));
    *pair = mix(c.moment_a, p->a.pair, p->moment_a, pair_by(&p->a, way->t[0]));
    *pair = mix(quire_all4(1), *pair, turn * p->moment_a, left(p->a.pair));
    return c;
}

/* the force along the coordinate, of what acts on a and of friction on the body's surface */
QUIRE_INLINE quire_v4
rigid_force(const struct place *p, const struct rigid *g, struct flat force, struct flat pair,
            quire_v4 friction)
{
    return -(dot(g->j, force) + g->turns * dot(left(p->a.t), pair) + g->surface * friction);
}

/* How what pushes a along the coordinate changes in a way of a: of a force on it, and one on its
 * direction. */
QUIRE_INLINE quire_v4
rigid_pushes(const struct place *p, const struct rigid *g, const struct place_way *way,
             struct flat force, struct flat pair, struct flat d_force, struct flat d_pair)
{
    const quire_v4 turned =
        dot(left(way->w), force) + dot(left(way->t[0]), pair) + dot(left(p->a.t), d_pair);

    return dot(g->j, d_force) + g->turns * turned;
}

/* one column of a block */
QUIRE_INLINE struct flat
column_of(const quire_v4 block[4], int k)
{
    return (struct flat){block[k], block[2 + k]};
}

/* ... and how it changes with the place of a (w) and its direction (t); J and the arm of the pair
 * follow a */
QUIRE_INLINE void
rigid_row(const struct place *p, const struct rigid *g, const struct forms *by, double cq,
          struct flat *w, struct flat *t)
{
    const quire_v4 turn = quire_all4(cq * g->turns);
    const struct flat pair = times(p->moment_a, p->a.pair);

    w->x = rigid_force(p, g, column_of(by->f_w, 0), column_of(by->a_w, 0), by->rub_w.x) -
           turn * p->f.y;
    w->y = rigid_force(p, g, column_of(by->f_w, 1), column_of(by->a_w, 1), by->rub_w.y) +
           turn * p->f.x;
    t->x = rigid_force(p, g, column_of(by->f_a, 0), column_of(by->a_a, 0), by->rub_a.x) -
           turn * pair.y;
    t->y = rigid_force(p, g, column_of(by->f_a, 1), column_of(by->a_a, 1), by->rub_a.y) +
           turn * pair.x;
}

#endif
