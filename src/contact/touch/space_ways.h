/* Ways of one touching place of a sheet in space, for contact's one derivation: its four lanes are
 * four ways in which the same place moves. All is along the place's own axes: its normal, the
 * direction of the surface and that across. Derivation with the same letters:
 * doc/theory/spatial-contact.md. */
#ifndef QUIRE_CONTACT_TOUCH_SPACE_WAYS_H
#define QUIRE_CONTACT_TOUCH_SPACE_WAYS_H

#define QUIRE_PLACE_SPACE
#include "contact/law/law_lanes.h"
#include "contact/place/place.h"
#include "contact/touch/space_kept.h"
#include "contact/touch/space_touch.h"

/* A place as it was evaluated. */
struct space_touched {
    const struct space_scatter *c;
    const struct space_place *p;
    const struct space_facing *f;
    const struct space_mover *mover; /* NULL: what it touches stands still */
    struct place_motion m;
    struct place_action *a; /* apart: laws are handed it, and all else here is known to stay */
    double stored;          /* by the law, where its share fades [J] */
    struct space_action act;
    double q1, vn, vt, spin; /* q1: 1 / (length of the direction in the place's plane)^2; of the
                                sheet here */
};

/* Along the place's axes: its derivatives along and across, the velocities' of these, and the
 * second derivatives of all that along the sheet, a lane each. */
enum { ALONG_SHEET, ACROSS_SHEET, RATE_ALONG, RATE_ACROSS };

struct space_axes {
    quire_v4 n[2], t[2], a[2];
};

QUIRE_INLINE void
along_axes(const struct space_facing *f, int k, quire_v4 x, quire_v4 y, quire_v4 u, quire_v4 v,
           struct space_axes *to)
{
    quire_v4 by[4];

    quire_transpose4(by, x, y, u, v);
    to->n[k] = f->n[0] * by[0] + f->n[1] * by[1] + f->n[2] * by[2];
    to->t[k] = f->t[0] * by[0] + f->t[1] * by[1] + f->t[2] * by[2];
    to->a[k] = f->a[0] * by[0] + f->a[1] * by[1] + f->a[2] * by[2];
}

QUIRE_INLINE void
axes_of(const struct space_touched *t, struct space_axes *to)
{
    const struct space_place *p = t->p;

    along_axes(t->f, 0, p->xs, p->xe, p->vs, p->ve, to);
    along_axes(t->f, 1, p->xss, p->xse, p->vss, p->vse, to);
}

QUIRE_INLINE struct flat
flat_of(const struct space_axes *g, int k, int lane)
{
    return (struct flat){quire_all4(g->n[k][lane]), quire_all4(g->t[k][lane])};
}

QUIRE_INLINE quire_v4
out_of_plane(const struct space_facing *f, struct flat v, int lane)
{
    return v.x[lane] * f->n + v.y[lane] * f->t;
}

/* the same place in all lanes; only what ways ask for */
QUIRE_INLINE void
place_of_space_touch(const struct space_touched *t, const struct space_axes *g, bool fades,
                     struct place *p)
{
    const struct place_action *a = t->a;
    const quire_v4 zero = {0}, one = quire_all4(1);

    p->on = zero == zero;
    p->n = (struct flat){one, zero};
    p->bend = zero;
    p->arm_by = 0;
    p->vn = quire_all4(t->vn);
    p->vt = quire_all4(t->vt);
    p->a.t = flat_of(g, 0, ALONG_SHEET);
    p->a.rate = flat_of(g, 0, RATE_ALONG);
    p->a.arm = quire_all4(t->c->half);
    p->a.q = quire_all4(t->q1);
    p->a.spin = quire_all4(t->spin);
    p->a.pair = times(p->a.q, left(p->a.t));
    p->share = quire_all4(t->m.share);
    p->total = quire_all4(a->total);
    p->friction = quire_all4(a->friction);
    p->f = (struct flat){p->total, p->friction};
    p->moment_a = -p->a.arm * p->friction;
    p->d_overlap = quire_all4(a->no.d_overlap);
    p->d_closing = quire_all4(a->no.d_closing);
    p->d_normal = quire_all4(a->fo.d_normal);
    p->d_rub = quire_all4(a->fo.d_overlap);
    p->rubs_deeper = a->fo.d_overlap != 0;
    p->way[0] = quire_all4(a->r.u[0]);
    p->way[1] = quire_all4(a->r.u[1]);
    p->ratio = quire_all4(a->r.ratio);
    p->more[0] = quire_all4(a->r.more[0]);
    p->more[1] = quire_all4(a->r.more[1]);
    p->force = quire_all4(a->no.force);
    p->lost = quire_all4(a->lost);
    p->rub = quire_all4(a->r.f[0]);
    p->rub_across = quire_all4(a->r.f[1]);
    p->fades = fades || t->m.by_factor;
    p->d_factor = quire_all4(t->m.by_factor ? a->fo.d_factor : 0);
    /* the overdrive counts the law's force before the share */
    p->drags = overdrive_slope(&t->m) != 0;
    p->drag = quire_all4(overdrive_slope(&t->m) / t->m.share);
}

QUIRE_INLINE struct place_change
respond_in_space(const struct place *p, struct place_way *way)
{
    if (p->drags && p->fades) {
        way->past += p->drag * p->force * way->share;
    }
    return place_respond(p, way, false);
}

/* how the pair of forces on the direction changes */
QUIRE_INLINE struct flat
pair_changes(const struct place *p, const struct place_way *way, const struct place_change *c)
{
    return mix(c->moment_a, p->a.pair, p->moment_a, pair_by(&p->a, way->t[0]));
}

QUIRE_INLINE quire_v4
part_of(const struct gradient *g, int i)
{
    return i == 0 ? g->p : i == 1 ? g->s : g->e;
}

/* Of u . V, by displacements: they count cv, and seen from a gate that turns by spin J more
 * (doc/theory/gates.md, 3). */
QUIRE_INLINE quire_v4
by_moves(const struct space_scatter *c, quire_v4 u)
{
    const quire_v4 by = c->cv * u;

    return c->spin == 0 ? by : by + (c->cq * c->spin) * (quire_v4){-u[1], u[0], 0, 0};
}

/* what the place's movement along and across make of a gradient's part */
QUIRE_INLINE struct flat
slid(const struct space_axes *g, int k, int lane, quire_v4 s, quire_v4 e)
{
    return mix(s, flat_of(g, k, lane), e, flat_of(g, k, lane + 1));
}

/* By x, y and z of the place (i = 0), of its derivative along (1) or across (2). */
QUIRE_INLINE struct place_way
way_by(const struct space_touched *t, const struct space_axes *g, int i)
{
    const struct space_scatter *c = t->c;
    const struct space_facing *f = t->f;
    const quire_v4 s = part_of(&t->p->s, i), e = part_of(&t->p->t, i);
    struct place_way way = {.w = slid(g, 0, ALONG_SHEET, s, e),
                            .u = slid(g, 0, RATE_ALONG, s, e),
                            .t = {slid(g, 1, ALONG_SHEET, s, e)},
                            .rate = {slid(g, 1, RATE_ALONG, s, e)},
                            .across = g->a[0][RATE_ALONG] * s + g->a[0][RATE_ACROSS] * e,
                            .turn = part_of(&f->turn, i),
                            .share = part_of(&f->d_share, i),
                            .factor = part_of(&f->d_factor, i)};

    const struct flat q = {c->cq * f->n, c->cq * f->t}, v = {by_moves(c, f->n), by_moves(c, f->t)};
    if (i == 0) {
        way.w = plus(way.w, q);
        way.u = plus(way.u, v);
        way.across += by_moves(c, f->a);
        if (f->moves != NULL) {
            way.share += f->share * f->moves->share;
            way.overlap = f->moves->overlap;
        }
    } else if (i == 1) {
        way.t[0] = plus(way.t[0], q);
        way.rate[0] = plus(way.rate[0], v);
    }
    if (t->mover != NULL && t->mover->soft != NULL) { /* its velocity turns with the normal */
        const quire_v4 turns = t->mover->soft->swing;
        const struct flat swing = {quire_all4(dot3(f->n, turns)), quire_all4(dot3(f->t, turns))};
        way.u = mix(quire_all4(1), way.u, -way.turn, swing);
    }
    return way;
}

QUIRE_INLINE void
set_lane(struct flat *to, int lane, const struct space_facing *f, quire_v4 v)
{
    to->x[lane] = dot3(f->n, v);
    to->y[lane] = dot3(f->t, v);
}

/* How all that acts changes with the place and its derivatives along and across, and what of it is
 * kept. */
struct space_changes {
    struct action_changes d;
    struct gradient total, friction;
    struct space_kept *kept; /* NULL: memory ran out */
};

/* what flows changes by, in the three parts of a gradient */
QUIRE_INLINE void
keep_part(struct space_kept *kept, int i, const struct place_change *c)
{
    kept->by[SPACE_FRICTION][i] = c->friction;
    kept->by[SPACE_LATERAL][i] = c->lateral;
    kept->by[SPACE_SLIP][i] = c->slip;
    kept->by[SPACE_ACROSS][i] = c->across;
    kept->by[SPACE_GAP][i] = c->gap;
    kept->by[SPACE_LOST][i] = c->lost;
    kept->by[SPACE_ONE][i] = c->one;
}

/* the same with a velocity of what is on the other side, one of the four ways, where the place
 * moves against it by h[0], and its derivatives along and across (`parts`) by h[1] and h[2] */
QUIRE_INLINE void
keep_body(struct space_kept *kept, int i, const struct place_change *c, int lane, int parts,
          const quire_v4 h[])
{
    const double more[SPACE_FLOWS] = {c->friction[lane], c->lateral[lane], c->slip[lane],
                                      c->across[lane],   c->gap[lane],     c->lost[lane],
                                      c->one[lane]};

    for (int k = 0; k < SPACE_FLOWS; k++) {
        kept->by_body[k][i] = more[k];
        for (int part = 0; part < parts; part++) {
            kept->by_body[k][i] -= dot3(kept->by[k][part], h[part]);
        }
    }
}

QUIRE_INLINE void
derive_by_place(const struct space_touched *t, const struct space_axes *g, const struct place *p,
                struct space_changes *out)
{
    const struct space_facing *f = t->f;
    quire_v4 total[3], friction[3];

    for (int i = 0; i < 3; i++) {
        struct place_way way = way_by(t, g, i);
        const struct place_change c = respond_in_space(p, &way);
        const struct flat pair = pair_changes(p, &way, &c);
        for (int q = 0; q < 3; q++) {
            out->d.force[3 * i + q] = out_of_plane(f, c.f, q) + c.lateral[q] * f->a;
            out->d.pair[3 * i + q] = out_of_plane(f, pair, q);
        }
        total[i] = c.total;
        friction[i] = c.friction;
        if (out->kept != NULL) {
            keep_part(out->kept, i, &c);
        }
    }
    out->total = (struct gradient){total[0], total[1], total[2]};
    out->friction = (struct gradient){friction[0], friction[1], friction[2]};
}

#endif
