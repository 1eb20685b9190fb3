/* Contact of a sheet in space. What is extruded across, the faces and corners of guides, each column meets as a sheet in the plane does, by the
 * same rules; only what acts there has friction across as well. doc/theory/spatial-contact.md, 3. */
#include <math.h>

#include "sys/places.h"
#include "sys/space_pads.h"
#include "sys/space_touch.h"

/* ---- a column on a guide ---- */

QUIRE_INLINE struct gradient
in_plane(form f)
{
    return (struct gradient){{f[0], f[1], 0, 0}, {f[2], f[3], 0, 0}, {0, 0, 0, 0}};
}

/* the station's third dimension */
QUIRE_INLINE void
column_place(struct space_place *at, const struct quire_column *column, const struct station *p, const struct geometry_forms *g)
{
    double z = 0, zs = 0, zss = 0, w = 0, ws = 0, wss = 0;

    *at = (struct space_place){.station = p->node, .column = column->index, .c = {1, 0}, .at = {p->at[0], p->at[1], 0, 0}};
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

/* What of a column's strip of the width lies where the guide reaches across; it moves with the station's z. */
QUIRE_INLINE void
fade_across(struct space_facing *f, const struct space_place *at, const struct quire_guide *guide, const struct quire_ladder *l, int column, double cq)
{
    const bool edge = column == 0 || column == l->m - 1;
    const double half = edge ? 0.25 * l->w : 0.5 * l->w, z = at->x[2] + (!edge ? 0 : column == 0 ? half : -half), zs = at->xs[2];
    double by_low, by_high;

    const double low = quire_step(z - guide->across[0], -half, 0, half, 1, &by_low), high = quire_step(guide->across[1] - z, -half, 0, half, 1, &by_high);
    const double slope = by_low * high - low * by_high;
    struct gradient d_z = scaled(zs, at->s);
    d_z.p[2] += cq;
    f->d_share = mix2(low * high, f->d_share, slope * f->share, d_z);
    f->share *= low * high;
}

static QUIRE_CLONES void
touch_guide(const struct scatter *c, const struct station *p, const struct facing *f, const struct quire_contact_law *law, int guide)
{
    const struct quire_system *sys = c->state->system;
    const struct quire_column *column = c->column;
    const struct space_scatter to = {.state = c->state, .sheet = c->sheet, .force = column->force, .slabs = column->slabs, .power = column->power,
                                     .cq = c->cq, .cv = c->cv, .half = c->half};
    struct space_facing facing = {.n = {f->n[0], f->n[1], 0, 0}, .t = {-f->n[1], f->n[0], 0, 0}, .a = {0, 0, 1, 0}, .overlap = f->overlap,
                                  .factor = f->factor, .share = column->share * f->share, .d_share = scaled(column->share, in_plane(f->d_share)),
                                  .d_factor = in_plane(f->d_factor), .belt = f->belt, .pad = -1};
    struct geometry_forms g;
    struct space_place at;

    geometry_forms(&g, p, f, c->cq, c->cv);
    facing.turn = in_plane(g.turn);
    column_place(&at, column, p, &g);
    fade_across(&facing, &at, sys->guide + guide, sys->sheet[c->sheet].ladder, column->index, c->cq);
    if (!(facing.share > 0)) {
        return;
    }
    space_touch(&to, &at, &facing, law, NULL, 0, QUIRE_TARGET_GUIDE, guide, 1);
}

void
quire_column_touch(const struct scatter *c, const struct station *p, const struct facing *f, const struct quire_contact_law *law, int guide)
{
    touch_guide(c, p, f, law, guide);
}

/* ---- all of a sheet ---- */

static void
column_contacts(struct quire_state *st, int sheet, struct quire_column *column, double cq, double cv)
{
    const struct quire_sheet *s = st->system->sheet + sheet;
    const struct scatter c = {.state = st, .sheet = sheet, .work = &column->work, .column = column, .x = column->x, .y = column->y, .vx = column->vx,
                              .vy = column->vy, .cq = cq, .cv = cv, .half = s->half};

    if (column->work.n_face > 0) {
        quire_station_points(&s->chain, c.x, c.y, &column->work);
        quire_face_contacts(&c);
    }
    if (column->work.n_corner > 0) {
        quire_corner_contacts(&c);
    }
}

/* Columns are taken from outside inwards, left and right in turn: then the sums of either side, which are added in one step, have the same
 * order. */
static void
guide_contacts(struct quire_state *st, int sheet, struct quire_space_work *w, double *force, const struct quire_slabs *slabs, double cq, double cv)
{
    const int m = st->system->sheet[sheet].ladder->m;

    for (int k = 0; k < m; k++) {
        struct quire_column *column = w->column + (k % 2 == 0 ? k / 2 : m - 1 - k / 2);
        column->force = force;
        column->slabs = slabs;
        column->power = 2 * column->index == m - 1 ? &st->power : &w->side[k % 2].power;
        column_contacts(st, sheet, column, cq, cv);
    }
}

void
quire_space_contact_forces(struct quire_state *st, int sheet, const double *y, double cq, double cv, bool matrix)
{
    const struct quire_sheet *s = st->system->sheet + sheet;
    struct quire_space_work *w = st->sheet[sheet].space;
    const double *q = y + s->x0, *v = y + st->system->layout.v0 + s->x0;
    double *force = st->force + s->x0;
    const struct quire_slabs *slabs = matrix ? &st->sheet[sheet].slabs : NULL;

    if (!matrix) { /* changes of shares are told of displacements as they are, for their powers */
        cq = 1;
        cv = 0;
    }
    quire_columns_fill(s, w, q, v);
    quire_space_reach(st, sheet);
    guide_contacts(st, sheet, w, force, slabs, cq, cv);
    if (w->n_pad > 0) {
        quire_pad_contacts(st, sheet, q, v, cq, cv, slabs);
    }
    quire_sides_add(w, s, force, slabs, &st->power);
}
