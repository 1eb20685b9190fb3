/* Where side edges of sheets in space touch side guides. doc/theory/spatial-contact.md, 4. */
#include "contact/space/space_walls.h"

#include <math.h>

#include "contact/law/constants.h"
#include "contact/touch/space_touch.h"
#include "contact/touch/station.h"
#include "geometry/outline.h"

/* ---- a point and a wall ---- */

/* Curvature of an outline, which is straight beyond its ends. */
static double
bend_at(const struct quire_outline *way, double s)
{
    for (size_t i = 0; i < way->n; i++) {
        const struct quire_piece *p = way->piece + i;
        if (s >= p->start && s < p->start + p->length) {
            return p->radius > 0 ? p->turn / p->radius : 0;
        }
    }
    return 0;
}

void
quire_wall_beside(const struct quire_wall_view *w, const double at[3], struct quire_beside *b)
{
    double s, foot[2];

    quire_outline_project(&w->way, at, -1, &s, &b->left);
    quire_outline_at(&w->way, s, foot, b->along);
    const double behind = w->ends[0] ? s + w->mouth : HUGE_VAL,
                 ahead = w->ends[1] ? w->way.length + w->mouth - s : HUGE_VAL;
    /* into a mouth, along the way */
    const double out = s < 0 && w->ends[0]               ? s
                       : s > w->way.length && w->ends[1] ? s - w->way.length
                                                         : 0;
    const double above = w->side * (at[2] - w->z);

    b->inside = ahead < behind ? ahead : behind;
    b->nearer = ahead < behind ? 1 : -1;
    b->bend = bend_at(&w->way, s);
    b->stretch = 1 / (1 - b->bend * b->left);
    b->overlap = -above;
    b->normal[0] = b->turn = 0;
    b->normal[1] = w->side;
    if (out != 0 && w->mouth > 0) { /* a circle that the wall goes over into, behind its surface */
        const double up = above + w->radius, distance = sqrt(out * out + up * up);
        b->overlap = w->radius - distance;
        b->turn = 1 / distance;
        b->normal[0] = out * b->turn;
        b->normal[1] = w->side * up * b->turn;
    }
}

bool
quire_wall_is_beside(const struct quire_wall_view *w, const struct quire_beside *b)
{
    return b->inside > 0 && fabs(b->left) < w->height;
}

/* ---- an edge and a wall ---- */

/* One wall over one edge of a sheet. */
struct edge {
    const struct quire_wall *wall;
    const struct quire_guide *guide;
    const struct quire_contact_law *law;
    const struct quire_sheet *sheet;
    const struct quire_column *column;
    struct space_scatter to;
};

QUIRE_INLINE struct gradient
of_place(double f, quire_v4 direction)
{
    return (struct gradient){f * direction, {0, 0, 0, 0}, {0, 0, 0, 0}};
}

/* over half a station to either side of the wall's ends, over the last fifth of its height, and
 * deep in its solid */
static void
fade_all(const struct edge *e, const struct quire_beside *b, quire_v4 along, quire_v4 upright,
         struct space_facing *f, struct space_fading *fading)
{
    const double cq = e->to.cq, half = 0.5 * e->sheet->chain.h, height = e->wall->shape.height,
                 depth = e->guide->depth, side = b->left < 0 ? -1 : 1, bend = b->bend * b->stretch;
    const struct gradient none = {{0}, {0}, {0}}, on = of_place(cq, along),
                          off = of_place(cq, upright), ahead = scaled(-b->nearer * b->stretch, on);
    const struct second ends = second_ramp(b->inside, -half, 0, half, 1),
                        top = second_ramp(fabs(b->left), QUIRE_WALL_FULL * height, 1, height, 0);

    /* the way to the path turns with that */
    add_space_product(fading, 2 * bend * fade_in_space(f, fading, ends, ahead, none) * ends.d[0],
                      ahead, off);
    add_space_product(
        fading, -side * bend * fade_in_space(f, fading, top, scaled(side, off), none) * top.d[0],
        on, on);
    if (f->overlap > 0.5 * depth && f->share > 0) {
        e->to.state->deep = true;
        const struct second deep = second_ramp(f->overlap, 0.5 * depth, 1, depth, 0);
        const double share = fade_in_space(f, fading, (struct second){.x = deep.x}, none, none);
        f->d_share = sum2(f->d_share, of_place(-cq * deep.d[0] * share, f->n));
    }
}

/* The station of the edge. Its thickness does not matter, so its direction does not either, but
 * where it stands along the frame's axis. */
static void
place_station_at(const struct edge *e, int i, struct space_place *p)
{
    const struct quire_column *c = e->column;
    struct station w;

    fixed_weights(i, e->sheet->chain.n, &w);
    *p = (struct space_place){.station = w.node, .column = c->index, .columns = 1, .c = {1, 0}};
    for (int k = 0; k < 3; k++) {
        const int at = w.node + k;
        const quire_v4 x = {c->x[at], c->y[at], c->z[at], 0},
                       v = {c->vx[at], c->vy[at], c->vz[at], 0};
        p->b[k] = w.b[k];
        p->d[k] = w.d[k];
        p->dd[k] = w.dd[k];
        p->x += w.b[k] * x;
        p->xs += w.d[k] * x;
        p->xss += w.dd[k] * x;
        p->v += w.b[k] * v;
        p->vs += w.d[k] * v;
        p->vss += w.dd[k] * v;
    }
}

static void
touch_station(const struct edge *e, int i)
{
    const struct quire_wall_view *w = &e->wall->shape;
    struct quire_beside b;
    struct space_place p;

    place_station_at(e, i, &p);
    if (!(w->side * (w->z - p.x[2]) > -e->law->reach)) {
        return; /* mouths stand farther back */
    }
    quire_wall_beside(w, (const double[]){p.x[0], p.x[1], p.x[2]}, &b);
    if (!(b.overlap > -e->law->reach) || b.overlap >= e->guide->depth) {
        return;
    }
    const quire_v4 along = {b.along[0], b.along[1], 0, 0},
                   upright = {-b.along[1], b.along[0], 0, 0}, z = {0, 0, 1, 0};
    struct space_facing f = {.n = b.normal[0] * along + b.normal[1] * z,
                             .a = w->side * upright,
                             .overlap = b.overlap,
                             .factor = 1,
                             .share = e->sheet->station_length[i] / e->law->reference_length,
                             .belt = e->to.state->is_static ? 0 : e->guide->velocity,
                             .pad = -1};
    struct space_fading fading;
    begin_fading(&fading);
    f.t = cross3(f.a, f.n);
    f.turn = of_place(e->to.cq * b.turn, f.t);
    fade_all(e, &b, along, upright, &f, &fading);
    if (!(f.share > 0)) {
        return;
    }
    const double stands = dot3(f.a, p.xs), square = dot3(p.xs, p.xs);
    if (square - stands * stands < QUIRE_WALL_UPRIGHT * square) {
        p.xs = sqrt(square) * f.t;
    }
    quire_space_touch(&e->to, &p, &f, e->law, NULL, 0,
                      quire_partner(QUIRE_PARTNER_GUIDE, e->wall->guide));
}

void
quire_wall_contacts(struct quire_state *st, int index, double *force,
                    const struct quire_slabs *slabs, double cq, double cv)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + index;
    struct quire_space_work *w = st->sheet[index].space;

    for (int k = 0; k < sys->n_wall; k++) {
        const struct quire_wall *wall = sys->wall + k;
        const struct quire_guide *guide = sys->guide + wall->guide;
        const int law = guide->law[2 * index],
                  column = quire_wall_column(&wall->shape, sheet->ladder);
        const struct edge e = {
            .wall = wall,
            .guide = guide,
            .law = sys->law + (law < 0 ? 0 : law),
            .sheet = sheet,
            .column = w->column + column,
            .to = {
                .state = st, .sheet = index, .force = force, .slabs = slabs, .cq = cq, .cv = cv}};
        for (int i = 0; law >= 0 && i <= sheet->chain.n; i++) {
            touch_station(&e, i);
        }
    }
}
