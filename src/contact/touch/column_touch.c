/* A column of a sheet in space on a guide: as a planar sheet, with friction across as well.
 * doc/theory/spatial-contact.md, 3. */
#include "contact/touch/cover.h"
#include "contact/touch/places.h"
#include "contact/touch/space_ribs.h"
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
    out->by = out->turns = scaled(part, in_plane(f->by));
    out->in_plane = true;
    for (int k = 0; k < f->n; k++) {
        add_space_product(out, part * f->product[k].times, in_plane(f->product[k].p),
                          in_plane(f->product[k].q));
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
    struct space_fading *fading = f->fading;
    if (fading != NULL) {
        fading->by = fading->turns = tilted_gradient(t, fading->by);
        for (int k = 0; k < fading->n; k++) {
            fading->product[k].p = tilted_gradient(t, fading->product[k].p);
            fading->product[k].q = tilted_gradient(t, fading->product[k].q);
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
                               .columns = column->columns,
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

QUIRE_INLINE void
fade_across(struct space_facing *f, const struct space_place *at, const struct quire_guide *guide,
            const struct quire_strip *strip, double cq, struct space_fading *fading)
{
    const quire_v4 none = {0}, z = {0, 0, cq, 0};
    const struct gradient own = {z, none, none}, turn = {none, z, none},
                          d_z = sum2(scaled(at->xs[2], at->s), own);
    const struct second part = quire_strip_covered(strip, guide, at->at[2] + at->x[2]);

    if (part.d[0] != 0 || f->fading != NULL) {
        const double by_z = fade_in_space(f, fading, part, d_z, own) * part.d[0];
        /* the place moves along the curve, which is not level */
        add_space_product(fading, 2 * by_z, at->s, mix2(1, turn, 0.5 * at->xss[2], at->s));
    } else {
        f->d_share = scaled(part.x, f->d_share);
        f->share *= part.x;
    }
}

/* what else moves with the place, in the plane in which the guide stands level */
static void
set_moves(const struct quire_column *column, const struct place_moves *moves,
          struct space_moves *out)
{
    const quire_v4 none = {0};

    out->share = out->overlap = none;
    for (int l = 0; l < 3; l++) {
        const double *share = moves->share[l], *overlap = moves->overlap[l];
        out->share += (quire_v4){share[0], share[1], 0, 0};
        out->overlap += (quire_v4){overlap[0], overlap[1], 0, 0};
    }
    if (column->tilted != NULL) {
        out->share = tilted_vector(&column->tilted->tilt, out->share);
        out->overlap = tilted_vector(&column->tilted->tilt, out->overlap);
    }
}

static QUIRE_CLONES void
touch_guide(const struct scatter *c, const struct station *p, const struct facing *f,
            const struct quire_contact_law *law, const struct place_moves *moves, int guide)
{
    const struct quire_system *sys = c->state->system;
    const struct quire_column *column = c->column;
    const struct quire_strip *strip = quire_strip_on(column, guide);
    const struct space_scatter to = quire_scatter_on_column(c);
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
    fade_across(&facing, &at, sys->guide + guide, strip, c->cq, &fading);
    struct space_moves more;
    if (moves != NULL && column->slabs != NULL && c->cq != 0) {
        set_moves(column, moves, &more);
        facing.moves = &more;
    }
    if (!(facing.share > 0)) {
        return;
    }
    quire_space_touch(&to, &at, &facing, law, NULL, 0, quire_partner(QUIRE_PARTNER_GUIDE, guide));
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
