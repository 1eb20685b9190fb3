/* Where a sheet in space touches the pads of rollers. doc/theory/spatial-contact.md, 2. */
#include "contact/space/space_pads.h"

#include <math.h>
#include <string.h>

#include "contact/body/soft.h"
#include "contact/space/pad_places.h"
#include "contact/touch/space_touch.h"

/* ---- one pad ---- */

/* Where what a pad does is added up. */
struct adding {
    struct space_scatter to;
    struct space_mover body;
};

/* what the pads of one roller do to it */
struct roller_sums {
    double force[QUIRE_BODY_DOFS], self[QUIRE_BODY_DOFS][QUIRE_BODY_DOFS], squeeze;
};

/* a pad and a place of the sheet; `load`: of all places together, NaN: of this one */
QUIRE_INLINE void
touch_place(const struct over *o, const struct adding *to, const struct quire_contact_law *law,
            double weight, double load, struct disc_place *d)
{
    const struct space_scatter *c = &to->to;
    const double surface = o->carrier->turn * o->carrier->surface;
    struct space_mover body = to->body;
    struct space_place *p = &d->p;
    struct space_rim rim;
    struct over soft;

    if (o->roller->soft >= 0) {
        soft = quire_soft_over(c->state, o, d, &rim);
        o = &soft;
        body.soft = &rim;
    }
    move_place(o, d->e, d->slides, c->cq, p);
    const double radial = 1 / sqrt(dot3(p->x, p->x)), share = weight * o->pad->share;
    struct space_facing f = {.n = radial * p->x,
                             .a = o->axis,
                             .overlap = d->overlap,
                             .share = share,
                             .factor = 1,
                             .surface = body.soft == NULL ? body.rim * surface : 0,
                             .pad = (int)(o->pad - c->state->system->pad)};
    f.t = cross3(f.a, f.n);
    f.turn = scaled(radial, along(p, f.t, c->cq * f.t, p->xs, p->xe));
    struct space_fading fading;
    begin_fading(&fading);
    fade_on_cell(&f, &fading, d->part, p, o->axis, d->slides, c->cq);
    if (quire_law_holds(law)) {
        f.grip = c->state->grip + quire_pad_grip(o->sheet, f.pad, p->column);
        f.rolling = fabs(body.rim * surface) / (2 * o->sheet->ladder->stretch_md * o->sheet->width);
    }
    f.slot = quire_slot_of(c->state->system, c->sheet, law);
    f.place = f.slot != NULL ? quire_pad_place(c->state->system, c->sheet, f.pad, p->column) : 0;
    quire_space_touch(c, p, &f, law, &body, load,
                      quire_partner(QUIRE_PARTNER_ROLLER, o->pad->roller));
}

QUIRE_CLONES double
quire_pad_rows(const struct over *o, const struct quire_candidates *nodes, double *square)
{
    double least = o->sheet->ladder->w;

    for (int i = nodes->low; i < nodes->high; i++) {
        int j = 0;
        quire_v4 a = node_of(o, o->q, i, 0) - o->centre, b = node_of(o, o->q, i, 1) - o->centre;
        double da = along_axis(o, a), db = along_axis(o, b);
        while (j < o->m - 2 && !(db > 0)) {
            j++;
            a = b;
            da = db;
            b = node_of(o, o->q, i, j + 1) - o->centre;
            db = along_axis(o, b);
        }
        const quire_v4 half = 0.5 * (b - a), x = 0.5 * (a + b) - ((da + db) / (db - da)) * half;
        square[i] = db > da ? dot3(x, x) : HUGE_VAL;
        least = db - da < least ? db - da : least;
    }
    return o->sheet->ladder->w / least;
}

struct over
quire_pad_over(const struct quire_state *st, int sheet, const struct quire_pad *pad,
               const double *q, const double *v)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *s = sys->sheet + sheet;
    const struct quire_roller *roller = sys->roller + pad->roller;
    const struct quire_carrier *c = st->carrier + roller->small;
    const quire_v4 axis = {pad->axis[0], pad->axis[1], pad->axis[2], 0},
                   centre = {c->centre[0] + pad->at[0], c->centre[1] + pad->at[1], pad->at[2], 0},
                   velocity = {c->velocity[0], c->velocity[1], 0, 0};

    return (struct over){.pad = pad,
                         .roller = roller,
                         .carrier = c,
                         .sheet = s,
                         .q = q,
                         .v = v,
                         .n = s->chain.n,
                         .m = s->ladder->m,
                         .centre = centre + c->shift * axis,
                         .velocity = velocity + c->shift_speed * axis,
                         .axis = axis,
                         .level = axis[2] == 1,
                         .radius = quire_pad_reach(st, pad)};
}

/* where what a pad does is added up */
QUIRE_INLINE struct adding
adding_of(const struct near_pad *n)
{
    const struct over *o = n->over;

    return (struct adding){.to = *n->middle,
                           .body = {.carrier = o->carrier,
                                    .small = o->roller->small,
                                    .rim = o->pad->radius / o->roller->radius,
                                    .squeeze = &n->sums->squeeze,
                                    .force = n->sums->force,
                                    .self = n->sums->self}};
}

/* ---- along a line ---- */

/* The share of a line where a law acts. There is memory for the nearest point alone. */
QUIRE_INLINE double
follow(const struct near_pad *n, const struct quire_contact_law *law)
{
    return quire_keeps_at_sheet(n->middle->state->system, n->middle->sheet, law)
               ? 0
               : wrap_share(n->middle->state, law, n->middle->sheet, n->nodes->target);
}

/* the normal force of a station before the pad's share */
QUIRE_INLINE double
load_of_station(const struct near_pad *n, const struct quire_contact_law *law, double length,
                struct disc_place *d)
{
    struct quire_normal_out out;

    move_place(n->over, d->e, false, 0, &d->p);
    const struct quire_normal_in in = {.overlap = d->overlap,
                                       .closing =
                                           -dot3(d->p.x, d->p.v) / sqrt(dot3(d->p.x, d->p.x)),
                                       .memory = &no_memory};
    law->normal->eval(law->normal_data, &in, &out);
    return length / law->reference_length * d->cells * out.force;
}

/* the stations of a sheet that wraps a pad; `weight` of the law is shared out among them */
static QUIRE_CLONES void
touch_wrap(const struct near_pad *n, double weight)
{
    const struct over *o = n->over;
    const double inside = o->radius + o->sheet->half + o->roller->reach;
    double load = 0;

    /* the overdrive counts the whole force, so that comes first */
    for (int pass = 0; pass < 2; pass++) {
        for (int i = n->nodes->low; i < n->nodes->high; i++) {
            for (int k = 0; may_overlap(n, i, inside) && k < o->m - 1; k++) {
                struct disc_place d;
                if (!station_of_pad(n->middle->state, o, i, k, &d)) {
                    continue;
                }
                const struct quire_contact_law *law =
                    law_at(n->middle->state->system, o, n->middle->sheet, &d);
                if (law != NULL && pass == 1) {
                    const struct adding to = adding_of(n);
                    const double part = o->sheet->station_length[i] / law->reference_length;
                    touch_place(o, &to, law, weight * part, load, &d);
                } else if (law != NULL && law->overdrive != 0) {
                    load += load_of_station(n, law, weight * o->sheet->station_length[i], &d);
                }
            }
        }
    }
}

/* ---- both ---- */

/* A pad and the sheet where its row i is the nearest. Returns how far the sheet follows the pad
 * there. */
static QUIRE_CLONES double
touch_row(const struct near_pad *n, int i)
{
    struct disc_place foot[QUIRE_COLUMNS_MOST];
    const int n_foot = find_feet(n->middle->state, n->over, i, foot);
    const struct quire_contact_law *law = law_of_feet(n, foot, n_foot);

    if (law == NULL) {
        return 0;
    }
    const double follows = follow(n, law);
    for (int k = 0; follows < 1 && k < n_foot; k++) {
        if ((law = law_at(n->middle->state->system, n->over, n->middle->sheet, foot + k)) != NULL) {
            const struct adding to = adding_of(n);
            touch_place(n->over, &to, law, 1 - follows, (double)NAN, foot + k);
        }
    }
    return follows;
}

/* all places where a pad touches the sheet */
static void
touch_pad(struct quire_state *st, const struct quire_candidates *nodes, const double *q,
          const double *v, const struct space_scatter *middle, struct roller_sums *sums)
{
    struct quire_space_work *w = st->sheet[middle->sheet].space;
    const struct over over =
                          quire_pad_over(st, middle->sheet, st->system->pad + nodes->target, q, v),
                      *o = &over;
    const double limit = o->radius + o->sheet->half + 0.75 * o->sheet->chain.h + o->roller->reach;
    struct near_pad near = {.over = o, .nodes = nodes, .work = w, .middle = middle, .sums = sums};
    double most = 0;
    double *square = w->square;

    near.longer = quire_pad_rows(o, nodes, square);
    for (int i = nodes->low; i < nodes->high; i++) {
        if (!is_nearest_row(square, nodes, limit, i)) {
            continue;
        }
        const double follows = touch_row(&near, i);
        most = follows > most ? follows : most;
    }
    if (most > 0) {
        touch_wrap(&near, most);
    }
}

/* ---- all pads ---- */

static void
add_to_roller(struct quire_state *st, const struct quire_roller *roller,
              const struct roller_sums *sums, bool matrix)
{
    const struct quire_small *s = st->system->small + roller->small;
    const int nv = s->body.nv;

    for (int i = 0; i < nv; i++) {
        st->force[s->v0 + i] += sums->force[i];
        for (int k = 0; matrix && k < nv; k++) {
            quire_dense_row(st, s->first + i)[s->first + k] += sums->self[i][k];
        }
    }
    if (roller->soft >= 0) {
        st->squeeze[roller->soft] += sums->squeeze;
    }
}

/* the pads of one roller that are near, from `first` up to `last` */
static void
touch_roller(struct quire_state *st, int first, int last, const double *q, const double *v,
             const struct space_scatter *middle)
{
    const struct quire_system *sys = st->system;
    struct quire_space_work *w = st->sheet[middle->sheet].space;
    const struct quire_roller *roller = sys->roller + sys->pad[w->pad[first].target].roller;
    struct roller_sums sums;

    memset(&sums, 0, sizeof sums);
    for (int k = first; k < last; k++) {
        touch_pad(st, w->pad + k, q, v, middle, &sums);
    }
    add_to_roller(st, roller, &sums, middle->slabs != NULL);
}

void
quire_pad_contacts(struct quire_state *st, int sheet, const double *q, const double *v, double cq,
                   double cv, const struct quire_slabs *slabs)
{
    const struct quire_system *sys = st->system;
    const struct quire_space_work *w = st->sheet[sheet].space;
    const struct space_scatter middle = {.state = st,
                                         .sheet = sheet,
                                         .force = st->force + sys->sheet[sheet].x0,
                                         .slabs = slabs,
                                         .cq = cq,
                                         .cv = cv,
                                         .half = sys->sheet[sheet].half};

    for (int k = 0; k < w->n_pad;) {
        const int first = k, roller = sys->pad[w->pad[k].target].roller;
        while (k < w->n_pad && sys->pad[w->pad[k].target].roller == roller) {
            k++;
        }
        /* else another part's, and too far away to touch */
        if (st->part->has_small[sys->roller[roller].small]) {
            touch_roller(st, first, k, q, v, &middle);
        }
    }
}

/* ---- for memories ---- */

void
quire_pad_gap_at(const struct quire_state *st, int sheet, const struct quire_contact_law *law,
                 const double *q, const double *v, int pad, int cell, struct quire_normal_in *in)
{
    const struct quire_system *sys = st->system;
    struct quire_space_work *w = st->sheet[sheet].space;
    const struct over over = quire_pad_over(st, sheet, sys->pad + pad, q, v), *o = &over;
    const double limit = o->radius + o->sheet->half + 0.75 * o->sheet->chain.h + o->roller->reach;
    int k = 0;

    while (k < w->n_pad && w->pad[k].target != pad) {
        k++;
    }
    if (k == w->n_pad || !st->part->has_small[o->roller->small]) {
        return;
    }
    quire_pad_rows(o, w->pad + k, w->square);
    for (int i = w->pad[k].low; i < w->pad[k].high; i++) {
        struct disc_place d;
        if (is_nearest_row(w->square, w->pad + k, limit, i) && foot_of_pad(st, o, i, cell, &d) &&
            law_at(sys, o, sheet, &d) == law && d.overlap > in->overlap) {
            const struct space_place *p = &d.p;
            const bool soft = o->roller->soft >= 0;
            struct space_rim rim;
            const struct over there = soft ? quire_soft_over(st, o, &d, &rim) : *o;
            move_place(&there, d.e, d.slides, 1, &d.p);
            const quire_v4 n = 1 / sqrt(dot3(p->x, p->x)) * p->x;
            *in = (struct quire_normal_in){.overlap = d.overlap, .closing = -dot3(n, p->v)};
        }
    }
}
