#include "contact/touch/space_ribs.h"

#include "contact/law/constants.h"
#include "contact/touch/places.h"
#include "contact/touch/space_disc.h"
#include "contact/touch/space_touch.h"

/* ---- where the plane cuts ---- */

/* Where the plane of a rib cuts a row of weights b of three nodes: the cell, from its first column
 * on, and e across it from -1 to 1. */
struct cut {
    int cell;
    double e;
    /* it passes through the cell's second column, and the next cell has as much of it */
    bool on_column;
};

static double
away(const struct quire_ladder *l, const struct quire_column *c, const struct station *p,
     int column)
{
    const double *z = c->q + p->node * l->block + 3 * column + 2;

    return (p->b[0] * (z[0] - c->rib_z) + p->b[1] * (z[l->block] - c->rib_z)) +
           p->b[2] * (z[2 * l->block] - c->rib_z);
}

static struct cut
find_cut(const struct quire_ladder *l, const struct quire_column *c, const struct station *p)
{
    double z[2] = {away(l, c, p, 0), away(l, c, p, 1)};
    int j = 0;

    while (j < l->m - 2 && z[1] < 0) {
        j++;
        z[0] = z[1];
        z[1] = away(l, c, p, j + 1);
    }
    return (struct cut){
        .cell = j, .e = -(z[0] + z[1]) / (z[1] - z[0]), .on_column = j < l->m - 2 && !(z[1] > 0)};
}

/* a coordinate of three rows of nodes at the cut, from `at` */
static void
rows_at(const struct quire_ladder *l, const double *block, int node, const struct cut *cut,
        double at, double out[3])
{
    const double left = 0.5 * (1 - cut->e), right = 0.5 * (1 + cut->e);
    const double *x = block + node * l->block + 3 * cut->cell;

    for (int k = 0; k < 3; k++, x += l->block) {
        out[k] = left * (x[0] - at) + right * (x[3] - at);
    }
}

static double
sum_of(const double w[3], const double x[3])
{
    return (w[0] * x[0] + w[1] * x[1]) + w[2] * x[2];
}

void
quire_rib_points(const struct quire_sheet *sheet, struct quire_column *column)
{
    const struct quire_ladder *l = sheet->ladder;

    for (int i = 0; i <= l->n; i++) {
        struct station p;
        double row[3];
        fixed_weights(i, l->n, &p);
        const struct cut cut = find_cut(l, column, &p);
        rows_at(l, column->q, p.node, &cut, 0, row);
        column->work.cx[i] = sum_of(p.b, row);
        rows_at(l, column->q + 1, p.node, &cut, 0, row);
        column->work.cy[i] = sum_of(p.b, row);
    }
}

void
quire_rib_place(const struct scatter *c, struct station *p, const double at[2])
{
    const struct quire_ladder *l = c->state->system->sheet[c->sheet].ladder;
    const struct cut cut = find_cut(l, c->column, p);

    for (int d = 0; d < 2; d++) {
        double row[3];
        p->at[d] = at[d];
        rows_at(l, c->column->q + d, p->node, &cut, at[d], row);
        p->x[d] = sum_of(p->b, row);
        p->x1[d] = sum_of(p->d, row);
        p->x2[d] = sum_of(p->dd, row);
        rows_at(l, c->column->v + d, p->node, &cut, 0, row);
        p->v[d] = sum_of(p->b, row);
        p->v1[d] = sum_of(p->d, row);
        p->v2[d] = sum_of(p->dd, row);
    }
}

/* ---- what acts there ---- */

/* Of a quantity of the cut that changes with its place and tangent in the plane: as the nodes move
 * the place moves across as well, by t. */
QUIRE_INLINE struct gradient
of_nodes(form f, const struct space_place *p, double cq)
{
    const struct gradient g = {{f[0], f[1], 0, 0}, {f[2], f[3], 0, 0}, {0, 0, 0, 0}};
    const double across = dot3(g.p, p->xe) + dot3(g.s, p->xse);

    /* without displacements there are none of f */
    return across == 0 ? g : mix2(1, g, across / cq, p->t);
}

/* The fading of a share in the plane, times a part, of the cut. */
static void
fading_of_nodes(const struct fading *f, double part, const struct space_place *p, double cq,
                struct space_fading *out)
{
    const quire_v4 none = {0}, axis = {0, 0, 1, 0},
                   by = part * (quire_v4){f->by[0], f->by[1], 0, 0},
                   turn = part * (quire_v4){f->by[2], f->by[3], 0, 0};

    out->by = scaled(part, of_nodes(f->by, p, cq));
    for (int k = 0; k < f->n; k++) {
        add_space_product(out, part * f->product[k].times, of_nodes(f->product[k].p, p, cq),
                          of_nodes(f->product[k].q, p, cq));
    }
    /* the cut moves across, and its way does */
    add_space_product(out, 2, p->t, (struct gradient){none, none, by});
    bend_fading(out, p, axis, false, cq, (dot3(by, p->xe) + dot3(turn, p->xse)) / cq);
}

static QUIRE_CLONES void
touch_on_cell(const struct scatter *c, const struct station *p, const struct facing *f,
              const struct quire_contact_law *law, int guide, int cell, double part)
{
    const struct quire_column *column = c->column;
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;
    const struct over o = {.sheet = sheet,
                           .q = column->q,
                           .v = column->v,
                           .n = sheet->chain.n,
                           .m = sheet->ladder->m,
                           .centre = {p->at[0], p->at[1], column->rib_z, 0},
                           .axis = {0, 0, 1, 0}};
    struct space_place at = {.station = p->node};
    struct space_fading fading;
    struct geometry_forms g;

    memcpy(at.b, p->b, sizeof at.b);
    memcpy(at.d, p->d, sizeof at.d);
    memcpy(at.dd, p->dd, sizeof at.dd);
    const double e = place_on_cell(&o, cell, &at), all = part * column->strip->share;
    const struct second on = part_on_sheet(&o, column->rib_half, cell, e);
    if (!(on.x > 0) || !(at.xe[2] > 0.5 * QUIRE_PAD_UPRIGHT * sheet->ladder->w)) {
        return;
    }
    move_place(&o, e, false, c->cq, &at);
    geometry_forms(&g, p, f, c->cq, c->cv);
    struct space_facing facing = {.n = {f->n[0], f->n[1], 0, 0},
                                  .t = {-f->n[1], f->n[0], 0, 0},
                                  .a = {0, 0, 1, 0},
                                  .overlap = f->overlap,
                                  .factor = f->factor,
                                  .share = all * f->share,
                                  .turn = of_nodes(g.turn, &at, c->cq),
                                  .d_share = scaled(all, of_nodes(f->d_share, &at, c->cq)),
                                  .d_factor = of_nodes(f->d_factor, &at, c->cq),
                                  .belt = f->belt,
                                  .stiff = f->stiff,
                                  .pad = -1};
    begin_fading(&fading);
    if (f->fading != NULL && c->cq != 0) {
        fading_of_nodes(f->fading, all, &at, c->cq, &fading);
        facing.fading = &fading;
    }
    at.s = of_nodes(g.s, &at, c->cq);
    at.t = mix2(1, at.t, -at.xs[2] / at.xe[2], at.s);
    fade_on_cell(&facing, &fading, on, &at, o.axis, false, c->cq);
    const struct space_scatter to = quire_scatter_on_column(c);
    quire_space_touch(&to, &at, &facing, law, NULL, 0, quire_partner(QUIRE_PARTNER_GUIDE, guide));
}

void
quire_rib_touch(const struct scatter *c, const struct station *p, const struct facing *f,
                const struct quire_contact_law *law, int guide)
{
    const struct cut cut = find_cut(c->state->system->sheet[c->sheet].ladder, c->column, p);

    if (cut.on_column) {
        touch_on_cell(c, p, f, law, guide, cut.cell, 0.5);
        touch_on_cell(c, p, f, law, guide, cut.cell + 1, 0.5);
    } else {
        touch_on_cell(c, p, f, law, guide, cut.cell, 1);
    }
}
