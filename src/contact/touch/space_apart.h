/* What a touching place of a sheet in space on a gate has besides. doc/theory/spatial-contact.md, 3
 */
#ifndef QUIRE_CONTACT_TOUCH_SPACE_APART_H
#define QUIRE_CONTACT_TOUCH_SPACE_APART_H

#include "contact/touch/facing.h"
#include "contact/touch/space_ways.h"

/* A way by itself: velocities turn back against a gate on a pivot that a spring holds, as its angle
 * grows (doc/theory/gates.md, 6). */
enum { TURNS_BACK };

/* a = J x */
QUIRE_INLINE quire_v4
turned_left(quire_v4 x)
{
    return (quire_v4){-x[1], x[0], 0, 0};
}

QUIRE_INLINE struct place_way
way_back(const struct space_touched *t)
{
    const struct space_scatter *c = t->c;
    const struct space_place *p = t->p;
    const struct space_facing *f = t->f;
    struct place_way way = {.share = {0}};

    if (c->swing != NULL && c->gate->turns) {
        const quire_v4 pivot = {c->gate->at[0], c->gate->at[1], 0, 0},
                       u = -c->cq * turned_left(p->v + c->spin * turned_left(p->at + p->x - pivot));
        set_lane(&way.u, TURNS_BACK, f, u);
        set_lane(way.rate, TURNS_BACK, f,
                 -c->cq * turned_left(p->vs + c->spin * turned_left(p->xs)));
        way.across[TURNS_BACK] = dot3(f->a, u);
    }
    return way;
}

/* R a */
QUIRE_INLINE quire_v4
turned_out(const struct quire_gate_pose *p, quire_v4 a)
{
    return (quire_v4){p->cos * a[0] - p->sin * a[1], p->sin * a[0] + p->cos * a[1], a[2], 0};
}

/* On a gate that a spring holds the place goes with its way as with the sheet moved backwards, and
 * on a pivot as velocities turn back. */
static void
keep_held(const struct space_touched *t, const struct place_change *c, struct space_kept *kept)
{
    const struct space_place *p = t->p;
    const struct quire_gate *gate = t->c->gate;
    const quire_v4 at = p->at + p->x - (quire_v4){gate->at[0], gate->at[1], 0, 0},
                   slide = {gate->at[0], gate->at[1], 0, 0}, zero = {0};
    const quire_v4 h[3] = {gate->turns ? turned_left(at) : slide,
                           gate->turns ? turned_left(p->xs) : zero,
                           gate->turns ? turned_left(p->xe) : zero};

    kept->body = t->c->state->system->small[gate->small].v0;
    kept->n_body = 1;
    kept->told_body[0] = -(dot3(kept->told[0], h[0]) + dot3(kept->told[1], h[1]));
    keep_body(kept, 0, c, TURNS_BACK, 3, h);
}

/* what is kept of a place that a gate sees, as it is */
static void
turn_out(const struct quire_gate_pose *pose, struct space_kept *kept)
{
    for (int k = 0; k < SPACE_FLOWS; k++) {
        for (int i = 0; i < 3; i++) {
            kept->by[k][i] = turned_out(pose, kept->by[k][i]);
        }
    }
    kept->told[0] = turned_out(pose, kept->told[0]);
    kept->told[1] = turned_out(pose, kept->told[1]);
}

/* To be completed with the rest in quire_space_flap_push(). */
static void
push_back(const struct space_touched *t, const struct place_change *c, int columns)
{
    const struct space_facing *f = t->f;
    struct space_action a = {.force =
                                 out_of_plane(f, c->f, TURNS_BACK) + c->lateral[TURNS_BACK] * f->a,
                             .pair = t->act.pair,
                             .moment = c->moment_a[TURNS_BACK]};

    add_action(t->c, t->p, &a, columns, t->c->swing);
}

#endif
