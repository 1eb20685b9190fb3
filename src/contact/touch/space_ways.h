/* Ways of one touching place of a sheet in space, for contact's one derivation: its four lanes are
 * four ways in which the same place moves. All is along the place's own axes: its normal, the
 * direction of the surface and that across. Derivation with the same letters:
 * doc/theory/spatial-contact.md. */
#ifndef QUIRE_CONTACT_TOUCH_SPACE_WAYS_H
#define QUIRE_CONTACT_TOUCH_SPACE_WAYS_H

#define QUIRE_PLACE_SPACE
#include "contact/place/alone.h"
#include "contact/touch/space_kept.h"
#include "contact/touch/space_touch.h"

/* A place as it was evaluated. */
struct space_touched {
    const struct space_scatter *c;
    const struct space_place *p;
    const struct space_facing *f;
    const struct space_mover *mover; /* NULL: what it touches stands still */
    const struct quire_contact_law *law;
    struct place_alone *at; /* apart: laws are handed it, and all else here is known to stay */
    double load; /* normal force that the overdrive counts; NaN: the law's own here [N] */
    struct space_action act;
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
flat_of(const struct space_facing *f, quire_v4 v)
{
    return (struct flat){quire_all4(dot3(f->n, v)), quire_all4(dot3(f->t, v))};
}

QUIRE_INLINE struct flat
flat_along(const struct space_axes *g, int k, int lane)
{
    return (struct flat){quire_all4(g->n[k][lane]), quire_all4(g->t[k][lane])};
}

QUIRE_INLINE quire_v4
out_of_plane(const struct space_facing *f, struct flat v, int lane)
{
    return v.x[lane] * f->n + v.y[lane] * f->t;
}

/* whether the share, the factor or the overlap change in any way */
QUIRE_INLINE bool
fades_in_space(const struct space_facing *f)
{
    const struct gradient *s = &f->d_share, *d = &f->d_factor;

    return f->moves != NULL || quire_any((s->p != 0) | (s->s != 0) | (s->e != 0) | (d->p != 0) |
                                         (d->s != 0) | (d->e != 0));
}

/* The place up to its slip. */
QUIRE_INLINE void
find_space_touch(const struct space_touched *t)
{
    const struct space_place *at = t->p;
    const struct space_facing *f = t->f;
    const double surface = f->surface * t->law->overdrive;
    const quire_v4 zero = {0};
    struct place *p = &t->at->p;

    p->on = zero == zero;
    p->n = (struct flat){quire_all4(1), zero};
    p->u = flat_of(f, at->v);
    p->overlap = quire_all4(f->overlap);
    p->bend = zero; /* how the normal turns is said of each way */
    p->share = quire_all4(f->share);
    p->factor = quire_all4(f->factor);
    p->belt = quire_all4(isnan(t->load) ? f->belt : f->belt + surface * t->load);
    p->surface = quire_all4(f->surface);
    p->a.t = flat_of(f, at->xs);
    p->a.rate = flat_of(f, at->vs);
    p->a.arm = quire_all4(t->c->half);
    p->arm_by = p->swing = 0;
    /* the overdrive counts the law's force before the share */
    p->drags = isnan(t->load) && surface != 0;
    p->drag = quire_all4(surface / f->share);
    p->fades = fades_in_space(f);
    p->across = quire_all4(dot3(f->a, at->v));
    place_rates(p, false);
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
    return mix(s, flat_along(g, k, lane), e, flat_along(g, k, lane + 1));
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
        way.u = mix(quire_all4(1), way.u, -way.turn, flat_of(f, turns));
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
derive_by_place(const struct space_touched *t, const struct space_axes *g,
                struct space_changes *out)
{
    const struct place *p = &t->at->p;
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
