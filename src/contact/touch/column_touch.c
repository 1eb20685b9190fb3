/* A column of a sheet in space on a guide: as a planar sheet, with friction across as well.
 * doc/theory/spatial-contact.md, 3. */
#include "contact/touch/places.h"
#include "contact/touch/space_ribs.h"
#include "contact/touch/space_span_points.h"
#include "contact/touch/space_touch.h"
#include "contact/touch/tilt.h"

/* ---- a column on a guide ---- */

QUIRE_INLINE struct gradient
in_plane(form f)
{
    return (struct gradient){{f[0], f[1], 0, 0}, {f[2], f[3], 0, 0}, {0, 0, 0, 0}};
}

/* The fading of a share in the plane, times the part of the width that the line stands for. */
static void
in_plane_fading(const struct fading *f, double part, struct space_fading *out)
{
    out->by = scaled(part, in_plane(f->by));
    out->n = f->n;
    for (int k = 0; k < f->n; k++) {
        out->product[k].p = in_plane(f->product[k].p);
        out->product[k].q = in_plane(f->product[k].q);
        out->product[k].times = part * f->product[k].times;
    }
}

/* A vector from where a tilted guide stands level to where it is. */
QUIRE_INLINE quire_v4
tilted_vector(const struct quire_tilt *t, quire_v4 a)
{
    const double u = a[0] * t->normal[0] + a[1] * t->normal[1],
                 by = t->cosine * u - t->sine * a[2] - u;

    return (quire_v4){a[0] + by * t->normal[0], a[1] + by * t->normal[1],
                      t->sine * u + t->cosine * a[2], 0};
}

QUIRE_INLINE struct gradient
tilted_gradient(const struct quire_tilt *t, struct gradient g)
{
    return (struct gradient){tilted_vector(t, g.p), tilted_vector(t, g.s), tilted_vector(t, g.e)};
}

/* All that was told of a place as if the guide stood level, as it is. */
static void
tilt_touch(const struct quire_tilt *t, struct space_place *p, struct space_facing *f)
{
    const quire_v4 from = {t->at[0], t->at[1], 0, 0};

    p->at = from + tilted_vector(t, p->at - from);
    p->x = tilted_vector(t, p->x);
    p->xs = tilted_vector(t, p->xs);
    p->xss = tilted_vector(t, p->xss);
    p->v = tilted_vector(t, p->v);
    p->vs = tilted_vector(t, p->vs);
    p->vss = tilted_vector(t, p->vss);
    p->s = tilted_gradient(t, p->s);
    f->n = tilted_vector(t, f->n);
    f->t = tilted_vector(t, f->t);
    f->a = tilted_vector(t, f->a);
    f->turn = tilted_gradient(t, f->turn);
    f->d_share = tilted_gradient(t, f->d_share);
    f->d_factor = tilted_gradient(t, f->d_factor);
    if (f->fading != NULL) {
        f->fading->by = tilted_gradient(t, f->fading->by);
        for (int k = 0; k < f->fading->n; k++) {
            f->fading->product[k].p = tilted_gradient(t, f->fading->product[k].p);
            f->fading->product[k].q = tilted_gradient(t, f->fading->product[k].q);
        }
    }
}

/* the station's third dimension */
QUIRE_INLINE void
column_place(struct space_place *at, const struct quire_column *column, const struct station *p,
             const struct geometry_forms *g)
{
    double z = 0, zs = 0, zss = 0, w = 0, ws = 0, wss = 0;

    *at = (struct space_place){.station = p->node,
                               .column = column->index,
                               .line = column->line,
                               .c = {column->c[0], column->c[1]},
                               .at = {p->at[0], p->at[1], 0, 0}};
    for (int k = 0; k < 3; k++) {
        const int i = p->node + k;
        at->b[k] = p->b[k];
        at->d[k] = p->d[k];
        at->dd[k] = p->dd[k];
        z += p->b[k] * column->z[i];
        zs += p->d[k] * column->z[i];
        zss += p->dd[k] * column->z[i];
        w += p->b[k] * column->vz[i];
        ws += p->d[k] * column->vz[i];
        wss += p->dd[k] * column->vz[i];
    }
    at->x = (quire_v4){p->x[0], p->x[1], z, 0};
    at->xs = (quire_v4){p->x1[0], p->x1[1], zs, 0};
    at->xss = (quire_v4){p->x2[0], p->x2[1], zss, 0};
    at->v = (quire_v4){p->v[0], p->v[1], w, 0};
    at->vs = (quire_v4){p->v1[0], p->v1[1], ws, 0};
    at->vss = (quire_v4){p->v2[0], p->v2[1], wss, 0};
    at->s = in_plane(g->s);
}

/* What of it lies where the guide reaches across; it moves with the nodes' z. */
QUIRE_INLINE double
covered(const struct quire_strip *s, const struct quire_guide *guide, double z, double *slope)
{
    const double middle = z + s->middle;
    double by_low, by_high;

    const double low = quire_step(middle - guide->across[0], -s->half, 0, s->half, 1, &by_low);
    const double high = quire_step(guide->across[1] - middle, -s->half, 0, s->half, 1, &by_high);
    *slope = by_low * high - low * by_high;
    return low * high;
}

QUIRE_INLINE void
fade_across(struct space_facing *f, const struct space_place *at, const struct quire_guide *guide,
            const struct quire_strip *strip, double cq, struct space_fading *fading)
{
    struct gradient d_z = scaled(at->xs[2], at->s);
    double slope;

    const double part = covered(strip, guide, at->at[2] + at->x[2], &slope);
    d_z.p[2] += cq;
    if (slope != 0 || f->fading != NULL) {
        fade_in_space(f, fading, part, slope, d_z);
    } else {
        f->d_share = scaled(part, f->d_share);
        f->share *= part;
    }
}

/* a covector of a node where the guide stands level, where it is */
QUIRE_INLINE void
put_move(const struct quire_column *column, const double level[2], double out[3])
{
    quire_v4 v = {level[0], level[1], 0, 0};

    if (column->tilted != NULL) {
        v = tilted_vector(&column->tilted->tilt, v);
    }
    for (int q = 0; q < 3; q++) {
        out[q] = v[q];
    }
}

/* what else moves with the nodes, and how the facing changes along the curve; `share` before the
 * guide's ends across are looked at */
QUIRE_INLINE void
set_moves(const struct scatter *c, const struct station *p, const struct facing *f,
          const struct place_moves *moves, const struct space_place *at,
          const struct quire_guide *guide, const struct space_facing *facing,
          const struct quire_strip *strip, double share, struct space_moves *out)
{
    const struct quire_column *column = c->column;
    struct space_place along = *at;
    struct space_facing by_s = *facing;
    struct space_fading fading;
    struct geometry_forms g;

    begin_fading(&fading);
    geometry_along(&g, p, f, 0, 0, (form){1, 0, 0, 0});
    along.s = in_plane((form){1, 0, 0, 0});
    by_s.share = share;
    by_s.d_share = in_plane((form){strip->share * form_along(f->d_share, p) / c->cq, 0, 0, 0});
    by_s.fading = NULL;
    fade_across(&by_s, &along, guide, strip, 0, &fading);
    out->turn = in_plane((form){g.turn[0], 0, 0, 0});
    out->d_share = by_s.d_share;
    out->d_factor = in_plane((form){form_along(f->d_factor, p) / c->cq, 0, 0, 0});
    for (int l = 0; l < 3; l++) {
        put_move(column, moves->s[l], out->s[l]);
        put_move(column, moves->share[l], out->share[l]);
        put_move(column, moves->overlap[l], out->overlap[l]);
    }
}

static QUIRE_CLONES void
touch_guide(const struct scatter *c, const struct station *p, const struct facing *f,
            const struct quire_contact_law *law, const struct place_moves *moves, int guide)
{
    const struct quire_system *sys = c->state->system;
    const struct quire_column *column = c->column;
    const struct quire_strip *strip = quire_strip_on(column, guide);
    const struct space_scatter to = scatter_on_column(c);
    struct space_facing facing = {.n = {f->n[0], f->n[1], 0, 0},
                                  .t = {-f->n[1], f->n[0], 0, 0},
                                  .a = {0, 0, 1, 0},
                                  .overlap = f->overlap,
                                  .factor = f->factor,
                                  .share = strip->share * f->share,
                                  .d_share = scaled(strip->share, in_plane(f->d_share)),
                                  .d_factor = in_plane(f->d_factor),
                                  .belt = f->belt,
                                  .pad = -1,
                                  .slot = f->slot,
                                  .place = f->place,
                                  .grip = f->grip,
                                  .adds = f->adds,
                                  .given = f->given,
                                  .stiff = f->stiff};
    struct space_fading fading;
    struct geometry_forms g;
    struct space_place at;

    begin_fading(&fading);
    if (f->fading != NULL) {
        in_plane_fading(f->fading, strip->share, &fading);
        facing.fading = &fading;
    }
    geometry_forms(&g, p, f, c->cq, c->cv);
    facing.turn = in_plane(g.turn);
    column_place(&at, column, p, &g);
    if (column->tilted != NULL) {
        tilt_touch(&column->tilted->tilt, &at, &facing);
    }
    const double whole = facing.share;
    if (f->given != NULL) { /* all of it is in the share that is given */
        facing.share = f->given->share;
        facing.d_share = scaled(0, facing.d_share);
    } else {
        fade_across(&facing, &at, sys->guide + guide, strip, c->cq, &fading);
    }
    struct space_moves more;
    if (moves != NULL && column->slabs != NULL && c->cq != 0) {
        set_moves(c, p, f, moves, &at, sys->guide + guide, &facing, strip, whole, &more);
        if (f->given != NULL) {
            more.d_share = scaled(0, more.d_share);
            for (int k = 0; k < 9; k++) {
                more.share[k / 3][k % 3] = f->given->share_by[k / 3][k % 3] / f->given->share;
            }
        }
        facing.moves = &more;
    }
    if (!(facing.share > 0)) {
        return;
    }
    space_touch(&to, &at, &facing, law, NULL, 0, quire_partner(QUIRE_PARTNER_GUIDE, guide),
                column->columns);
}

void
quire_column_touch(const struct scatter *c, const struct station *p, const struct facing *f,
                   const struct quire_contact_law *law, const struct place_moves *moves, int guide)
{
    if (c->column->rib != NULL) {
        quire_rib_touch(c, p, f, law, guide);
    } else {
        touch_guide(c, p, f, law, moves, guide);
    }
}

/* ---- points of a span side by side ---- */

/* which of the strips are not covered wholly */
QUIRE_INLINE quire_mask4
covered_in_part(const struct quire_strip *s, const struct quire_guide *guide, quire_v4 z)
{
    const quire_v4 half = quire_all4(s->half), middle = z + s->middle;

    return (middle - guide->across[0] < half) | (guide->across[1] - middle < half);
}

/* As fade_across(), of points at z: shares, their derivatives, and the force that these have. */
static void
fade_points(const struct scatter *c, const struct quire_strip *strip,
            const struct quire_guide *guide, const double *z, struct span_points *s,
            struct across *a)
{
    const quire_v4 zero = {0};

    for (int k = 0; k < 4; k++) {
        s->at.d_share[k] = s->at.d_factor[k] = zero;
    }
    for (int lane = 0; lane < LANES; lane++) {
        double slope;
        const double part = covered(strip, guide, z[lane], &slope),
                     by_z = slope * s->at.share[lane];
        if (s->at.on[lane] == 0) {
            continue;
        }
        if (by_z != 0) {
            const struct quire_normal_in in = {.overlap = s->at.overlap[lane]};
            a->edge[lane] = -by_z * quire_normal_stored(s->law->normal, s->law->normal_data, &in);
        }
        a->d_share[lane] = c->cq * by_z;
        s->at.share[lane] *= part;
        s->at.on[lane] = s->at.share[lane] > 0 ? -1 : 0;
    }
}

/* How what acts across changes along the curve, and friction along it with the slip across. */
struct along_across {
    quire_v4 fx, fy, px, py, lateral;
};

QUIRE_INLINE void
along_across(const struct scatter *c, const struct span_points *s, const struct lane_laws *m,
             const struct across *a, const struct span_moves *moves, struct along_across *out)
{
    const quire_mask4 on = s->at.on;
    const quire_v4 share = s->at.share;
    struct sliding along;
    quire_v4 w[3];

    along_span(c, s, m, moves, &along);
    span_nodes(w, c->column->vz, s->node);
    const quire_v4 slip = weighted(m->d, w), mixed = share * a->more * a->u[0] * a->u[1] * slip,
                   moment = -c->half * mixed * m->q1;
    out->fx = quire_where4(on, along.fx - s->at.ny * mixed);
    out->fy = quire_where4(on, along.fy + s->at.nx * mixed);
    out->px = quire_where4(on, along.px - moment * m->y1);
    out->py = quire_where4(on, along.py + moment * m->x1);
    out->lateral = quire_where4(
        on, share * (a->ratio * slip +
                     a->u[1] * (a->more * (a->u[0] * along.flow[QUIRE_FLOW_SLIP] + a->u[1] * slip) +
                                a->d_normal * along.one)));
}

/* As move_ends(), of a column. Where the share fades across (`varies`), it changes along the curve
 * as that goes across. */
QUIRE_INLINE void
move_ends_across(const struct scatter *c, const struct span_points *s, const struct lane_laws *m,
                 const struct across *a, bool varies, struct span_moves moves)
{
    const struct space_scatter to = scatter_on_column(c);
    const struct quire_column *column = c->column;
    const struct space_place at = {
        .station = s->node, .column = column->index, .c = {column->c[0], column->c[1]}};
    const quire_v4 zero = {0}, lateral = across_friction(&s->at, a);
    struct along_across along;
    struct lane_forces f;
    quire_v4 z[3];

    if (varies) {
        span_nodes(z, column->z, s->node);
        moves.slope +=
            quire_where4(s->at.on, weighted(m->d, z) * a->d_share /
                                       quire_select4(s->at.on, c->cq * s->at.share, quire_all4(1)));
    }
    along_across(c, s, m, a, &moves, &along);
    lanes_forces(&s->at, m, c->half, &f);
    for (int k = 0; k < 3; k++) {
        const quire_v4 b = s->b[k], d = s->d[k];
        quire_v4 x[2], y[2], across[2];
        by_ends(&moves, b * along.fx + d * (f.fx + along.px) + moves.dd[k] * f.px,
                b * f.fx + d * f.px, x);
        by_ends(&moves, b * along.fy + d * (f.fy + along.py) + moves.dd[k] * f.py,
                b * f.fy + d * f.py, y);
        by_ends(&moves, b * along.lateral + d * lateral, b * lateral, across);
        const quire_v4 first = sums_of(x[0], y[0], across[0], zero),
                       second = sums_of(x[1], y[1], across[1], zero);
        for (int q = 0; q < 2; q++) {
            quire_v4 by[3];
            for (int l = 0; l < 3; l++) {
                by[l] = moves.end[0][l][q] * first + moves.end[1][l][q] * second;
            }
            take_entries(&to, &at, k, q, by, column->columns);
        }
    }
}

/* As record_space_swing(). `change`: NULL, or where it is noted what flows. */
QUIRE_INLINE void
swing_across(const struct scatter *c, const struct span_points *s, const struct lane_laws *m,
             const struct across *a, struct quire_space_span_change *change)
{
    const struct quire_column *column = c->column;
    const int block = c->state->system->sheet[c->sheet].ladder->block;
    struct lane_swing swing;

    swing_span(c, s, m, column->swings, column->spin, &swing);
    const quire_v4 lateral =
        quire_where4(s->at.on, s->at.share * a->u[1] *
                                   (a->more * a->u[0] * swing.slip + a->d_normal * swing.one));
    spread_forces(s, &swing.f, lateral, block, column, column->swing);
    if (change != NULL) {
        change->way.friction = swing.tangential;
        change->way.lateral = lateral;
        change->way.slip = swing.slip;
        change->way.closing = -swing.gap;
    }
}

/* What else there is with the matrix: on a pivot that a spring holds, and where ends move. */
static QUIRE_CLONES void
derive_further(const struct scatter *c, const struct span_points *s, const struct lane_laws *m,
               const struct across *a, bool varies, const struct span_moves *moves,
               struct quire_space_span_change *change)
{
    if (c->column->swings != NULL) {
        swing_across(c, s, m, a, change);
    }
    if (moves != NULL && c->cq != 0) {
        move_ends_across(c, s, m, a, varies, *moves);
    }
}

QUIRE_CLONES void
quire_column_points(const struct scatter *c, struct span_points *s, int index,
                    const struct span_moves *moves, struct lane_powers *powers)
{
    struct quire_state *st = c->state;
    const struct quire_system *sys = st->system;
    const struct quire_guide *guide = sys->guide + index;
    const struct quire_column *column = c->column;
    const struct quire_strip *strip = quire_strip_on(column, index);
    struct across a = {.d_share = {0}, .edge = {0}};
    struct lane_laws m;
    quire_v4 z[3], w[3];
    struct quire_space_span_change *change;
    bool varies = false;

    span_motion(c, s, &m);
    span_nodes(z, column->z, s->node);
    span_nodes(w, column->vz, s->node);
    const quire_v4 place = weighted(m.b, z);
    a.slip = weighted(m.b, w);
    if (quire_any(s->at.on & covered_in_part(strip, guide, place))) {
        fade_points(c, strip, guide, (const double *)&place, s, &a);
        varies = true;
    }
    if (!quire_any(s->at.on)) {
        return;
    }
    s->at.share *= strip->share;
    if (varies) {
        a.d_share *= strip->share;
        a.edge *= strip->share;
    }
    mark_touched(st, c->sheet, quire_partner(QUIRE_PARTNER_GUIDE, index));
    set_normal(&s->at, &m);
    ask_normal(s->law, &m.normal);
    friction_across(s->law, &s->at, &m, &a);
    if (varies) {
        change = spread_across(c, s, index, &m, &a, true, powers);
    } else {
        change = spread_across(c, s, index, &m, &a, false, powers);
    }
    if (column->slabs != NULL && (moves != NULL || column->swings != NULL)) {
        derive_further(c, s, &m, &a, varies, moves, change);
    }
}
