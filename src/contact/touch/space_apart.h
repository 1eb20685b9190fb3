/* What a touching place of a sheet in space has besides: it may belong to a stretch whose ends
 * move, press together with others, or be on a gate. doc/theory/spatial-contact.md, 3 */
#ifndef QUIRE_CONTACT_TOUCH_SPACE_APART_H
#define QUIRE_CONTACT_TOUCH_SPACE_APART_H

#include "contact/touch/facing.h"
#include "contact/touch/space_ways.h"

/* ---- stretches ---- */

/* Ways by themselves, a lane each: along the curve at resting nodes, by the logarithm of the share
 * and by the overlap, as the ends of a stretch move; and velocities that turn back against a gate
 * on a pivot that a spring holds, as its angle grows (doc/theory/gates.md, 6). */
enum { ALONG, BY_SHARE, BY_OVERLAP, TURNS_BACK };

/* a = J x */
QUIRE_INLINE quire_v4
turned_left(quire_v4 x)
{
    return (quire_v4){-x[1], x[0], 0, 0};
}

QUIRE_INLINE struct place_way
ways_apart(const struct space_touched *t)
{
    const struct space_scatter *c = t->c;
    const struct space_place *p = t->p;
    const struct space_facing *f = t->f;
    const struct space_moves *moves = f->moves;
    struct place_way way = {.share = {0}};

    if (moves != NULL) {
        set_lane(&way.w, ALONG, f, p->xs);
        set_lane(&way.u, ALONG, f, p->vs);
        set_lane(way.t, ALONG, f, p->xss);
        set_lane(way.rate, ALONG, f, p->vss);
        way.across[ALONG] = dot3(f->a, p->vs);
        way.turn[ALONG] = moves->turn.p[0];
        way.share[ALONG] = moves->d_share.p[0];
        way.share[BY_SHARE] = f->share;
        way.w.x[BY_OVERLAP] = -1;
        way.factor[ALONG] = moves->d_factor.p[0];
    }
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

/* what the place presses with changes, too */
static void
add_to_pressing(const struct space_touched *t, const struct space_changes *by,
                const struct place_change *c)
{
    const struct space_place *p = t->p;
    const struct space_facing *f = t->f;
    const struct space_moves *moves = f->moves;
    struct pressing *to = f->adds;

    for (int l = 0; l < 3; l++) {
        const quire_v4 total = p->b[l] * by->total.p + p->d[l] * by->total.s,
                       share = p->b[l] * f->d_share.p + p->d[l] * f->d_share.s;
        for (int q = 0; q < 3; q++) {
            to->force_by[l][q] += total[q];
            to->share_by[l][q] += share[q];
            if (moves != NULL) {
                const double s = moves->s[l][q], w = moves->share[l][q], o = moves->overlap[l][q];
                to->force_by[l][q] +=
                    c->total[ALONG] * s + c->total[BY_SHARE] * w + c->total[BY_OVERLAP] * o;
                to->share_by[l][q] += moves->d_share.p[0] * s + f->share * w;
            }
        }
    }
    to->way += c->total[TURNS_BACK];
}

/* What changes as the place moves along the curve, as its share does, and as its overlap does by
 * itself: as add_moves() in the plane, but for the ledger. */
static void
add_space_moves(const struct space_touched *t, const struct place *place,
                const struct place_way *way, const struct place_change *c, int columns)
{
    const struct space_place *p = t->p;
    const struct space_facing *f = t->f;
    const struct space_moves *moves = f->moves;
    const struct space_action *a = &t->act;
    const struct flat pair = pair_changes(place, way, c);
    quire_v4 force[3], moment[3];

    for (int i = 0; i < 3; i++) {
        force[i] = out_of_plane(f, c->f, i) + c->lateral[i] * f->a;
        moment[i] = out_of_plane(f, pair, i);
    }
    for (int k = 0; k < 3; k++) {
        quire_v4 by[3];
        for (int i = 0; i < 3; i++) {
            by[i] = p->b[k] * force[i] + p->d[k] * moment[i];
        }
        by[ALONG] += p->d[k] * a->force + (p->dd[k] * a->moment) * a->pair;
        for (int q = 0; q < 3; q++) {
            quire_v4 v[3];
            for (int l = 0; l < 3; l++) {
                v[l] = moves->s[l][q] * by[ALONG] + moves->share[l][q] * by[BY_SHARE] +
                       moves->overlap[l][q] * by[BY_OVERLAP];
            }
            quire_columns_take(t->c->slabs, p->station, p->column, columns, p->c, k, q, v);
        }
    }
}

/* As add_pressing() in the plane. */
static void
add_space_pressing(const struct space_touched *t, struct space_kept *kept, int columns)
{
    const struct space_place *p = t->p;
    const struct pressing *all = t->m.given;
    const double *u = t->a->r.u, slope = t->m.share * t->a->fo.d_normal;
    const quire_v4 force = (slope * u[0]) * t->f->t + (slope * u[1]) * t->f->a,
                   moment = (-t->c->half * slope * u[0]) * t->act.pair;

    for (int k = 0; k < 3; k++) {
        const quire_v4 by = p->b[k] * force + p->d[k] * moment;
        for (int q = 0; q < 3; q++) {
            const quire_v4 v[3] = {mean_by(all, 0, q) * by, mean_by(all, 1, q) * by,
                                   mean_by(all, 2, q) * by};
            quire_columns_take(t->c->slabs, p->station, p->column, columns, p->c, k, q, v);
        }
    }
    for (int l = 0; kept != NULL && l < 3; l++) {
        for (int q = 0; q < 3; q++) {
            kept->normal_by[l][q] = mean_by(all, l, q);
        }
    }
    if (kept != NULL) {
        kept->pressed = true;
        kept->friction_by_normal[0] = slope * u[0];
        kept->friction_by_normal[1] = slope * u[1];
    }
}

/* ---- gates ---- */

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
    for (int l = 0; kept->pressed && l < 3; l++) {
        const double *by = kept->normal_by[l];
        const quire_v4 out = turned_out(pose, (quire_v4){by[0], by[1], by[2], 0});
        memcpy(kept->normal_by[l], &out, sizeof kept->normal_by[l]);
    }
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

    if (f->given != NULL) { /* the others' mean normal force changes, too */
        const double more = t->m.share * t->a->fo.d_normal * f->given->way / f->given->share,
                     *u = t->a->r.u;
        a.force += (more * u[0]) * f->t + (more * u[1]) * f->a;
        a.moment -= t->c->half * more * u[0];
    }
    add_action(t->c, t->p, &a, columns, t->c->swing);
}

#endif
