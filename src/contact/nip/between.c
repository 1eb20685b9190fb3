#include "contact/nip/between.h"

#include <math.h>

#include "contact/law/constants.h"
#include "contact/touch/pad_strip.h"
#include "math/smoothstep.h"

static const double still[2] = {0, 0};

/* The way from the nearest place to the nearer end counts, which is nothing where the end itself is
 * nearest: so the share begins with 0 at whatever height the edge comes in. */
static void
part_by(struct quire_parted *out, const struct quire_sheet *sheet, const struct scatter *c,
        int near, double wedge, const double at[2])
{
    const int n = sheet->chain.n;
    struct station *p = &out->p;
    double slope, fall;

    *out = (struct quire_parted){.end = 0};
    nearest_station(p, c, n, near, at);
    place_station(p, c, at, still);
    if (p->cap != 0) {
        return;
    }
    const double trail[2] = {c->x[0] - at[0], c->y[0] - at[1]},
                 lead[2] = {c->x[n] - at[0], c->y[n] - at[1]};
    const double to_trail = trail[0] * trail[0] + trail[1] * trail[1],
                 to_lead = lead[0] * lead[0] + lead[1] * lead[1];
    const double *end = to_trail < to_lead ? trail : lead;
    const double square = p->x[0] * p->x[0] + p->x[1] * p->x[1], aside = sqrt(square),
                 past = sqrt(fmax(0, fmin(to_trail, to_lead) - square));
    const double beyond = quire_step(past, 0, 0, wedge, 1, &slope);
    const double within = quire_step(aside, sheet->thickness, 1, 2 * sheet->thickness, 0, &fall);

    out->end = to_trail < to_lead ? 0 : n;
    out->share = beyond * within;
    const double by_past = past > 0 ? slope * within / past : 0,
                 by_aside = aside > 0 ? beyond * fall / aside : 0;
    for (int d = 0; d < 2; d++) {
        out->by_end[d] = by_past * end[d];
        out->by_place[d] = (by_aside - by_past) * p->x[d];
    }
}

/* ---- in space ---- */

/* A sheet in space over one of the driver's pads, as a strip; `covers` of it lies on the sheet, at
 * the nearest place between its nodes as they weigh there. As the place slides along the strip this
 * changes with the place and with the strip's derivative there. */
struct over_pad {
    struct quire_pad pad;
    double covers, by_place[2], by_turn[2];
    struct quire_parted one;
};

static double
wedge_of(const struct quire_state *st, const struct quire_sheet *sheet, int driver)
{
    return sqrt(st->system->roller[driver].radius * sheet->thickness);
}

static void
cover_there(struct over_pad *out, const struct quire_sheet *sheet, const double *q)
{
    const struct station *p = &out->one.p;
    const double t2 = p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1],
                 bend = fmax(t2 + p->x[0] * p->x2[0] + p->x[1] * p->x2[1], QUIRE_BEND_LEAST * t2);
    double slope = 0;

    out->covers = 0;
    for (int j = 0; j < 3; j++) {
        const double cover = quire_strip_cover(sheet, &out->pad, q, p->node + j);
        out->covers += p->b[j] * cover;
        slope += p->d[j] * cover;
    }
    for (int d = 0; d < 2; d++) {
        out->by_place[d] = -slope / bend * p->x1[d];
        out->by_turn[d] = -slope / bend * p->x[d];
    }
}

/* ... by the stations low, ..., high - 1 */
static void
part_along(struct over_pad *out, const struct quire_sheet *sheet, const struct quire_space_work *w,
           const double *q, const double at[2], double wedge, int low, int high)
{
    const int near = quire_space_strip(sheet, w, &out->pad, q, at, low, high);
    const struct scatter c = {.x = w->strip[0],
                              .y = w->strip[1],
                              .vx = w->strip[2],
                              .vy = w->strip[2],
                              .half = sheet->half};
    double any = 0;

    out->one = (struct quire_parted){.share = 0};
    for (int i = near > 0 ? near - 1 : 0; i <= near + 1 && i <= sheet->chain.n; i++) {
        any += quire_strip_cover(sheet, &out->pad, q, i);
    }
    if (any > 0) {
        part_by(&out->one, sheet, &c, near, wedge, at);
    }
}

static void
part_at_pad(struct over_pad *out, const struct quire_state *st, int index,
            const struct quire_pad *pad, const double *y, const double at[2])
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + index;
    const struct quire_space_work *w = st->sheet[index].space;
    const double *q = y + sheet->x0;

    const struct quire_candidates *stations = w->pad, *end = stations + w->n_pad;

    while (stations < end && stations->target != (int)(pad - sys->pad)) {
        stations++;
    }
    out->pad = quire_pad_shifted(pad, st->carrier[sys->roller[pad->roller].small].shift);
    out->one.share = 0;
    if (stations == end) {
        return;
    }
    part_along(out, sheet, w, q, at, wedge_of(st, sheet, pad->roller), stations->low,
               stations->high);
    if (isnan(out->one.p.x[0])) { /* the search left these stations */
        part_along(out, sheet, w, q, at, wedge_of(st, sheet, pad->roller), 0, sheet->chain.n + 1);
    }
    if (out->one.share > 0) {
        cover_there(out, sheet, q);
    }
}

/* the pads of a roller: the first and the last */
static void
pads_of(const struct quire_system *sys, int roller, int *first, int *last)
{
    *first = 0;
    *last = sys->n_pad - 1;
    while (sys->pad[*first].roller != roller) {
        ++*first;
    }
    while (sys->pad[*last].roller != roller) {
        --*last;
    }
}

/* over its pads that face the other roller */
static void
part_in_space(const struct quire_state *st, int index, int roller, const double *y,
              const double at[2], struct quire_between *out)
{
    const struct quire_pad *pad = st->system->pad;
    int first, last;
    double sum = 0, facing = 0, by[2] = {0, 0};

    pads_of(st->system, roller, &first, &last);
    for (int k = first; k <= last; k++) {
        const struct quire_pad *p = pad + k;
        struct over_pad o;
        if (!p->faces) {
            continue;
        }
        facing += p->share;
        part_at_pad(&o, st, index, p, y, at);
        if (o.one.share > 0) {
            const double share = p->share * o.covers;
            sum += share * o.one.share;
            out->fades |= o.covers < 1;
            for (int d = 0; d < 2; d++) {
                by[d] += share * (o.one.by_end[d] + o.one.by_place[d]) +
                         p->share * o.one.share * o.by_place[d];
            }
        }
    }
    out->by_at[0] = -by[0] / facing;
    out->by_at[1] = -by[1] / facing;
    out->share = sum / facing;
    out->fades |= by[0] != 0 || by[1] != 0;
}

static void
part_in_plane(const struct quire_state *st, int index, int roller, int near, const double *y,
              const double at[2], struct quire_between *out)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const double *x = y + sheet->x0, *v = y + st->system->layout.v0 + sheet->x0;
    const struct scatter c = {.x = x,
                              .y = x + sheet->chain.stride,
                              .vx = v,
                              .vy = v + sheet->chain.stride,
                              .half = sheet->half};

    part_by(&out->one, sheet, &c, near, wedge_of(st, sheet, roller), at);
    out->share = out->one.share;
    out->fades = out->share > 0 && out->share < 1;
    for (int d = 0; d < 2; d++) {
        out->by_at[d] = -(out->one.by_end[d] + out->one.by_place[d]);
    }
}

/* ---- which sheet ---- */

/* The laws of the sheet's two faces then hold for the covers, and the rollers' own contact would
 * count them twice. It fades in over the wedge that the edge opens between the rollers. */
void
quire_find_between(struct quire_between *out, const struct quire_state *st,
                   const struct quire_nip *nip, const double *y, const double at[2])
{
    const struct quire_system *sys = st->system;

    out->sheet = -1; /* no more of it is known */
    out->share = 0;
    out->fades = false;
    QUIRE_EACH(k, st->part, sheet)
    {
        const struct quire_sheet *sheet = sys->sheet + k;
        const struct quire_sheet_work *w = st->sheet + k;
        for (int i = 0; w->entered && i < w->n_roller; i++) {
            if (w->roller[i].target == nip->driver) {
                struct quire_between here = {.sheet = k};
                if (sheet->ladder != NULL) {
                    part_in_space(st, k, nip->driver, y, at, &here);
                } else {
                    part_in_plane(st, k, nip->driver, w->roller[i].near, y, at, &here);
                }
                if (here.share > out->share) {
                    *out = here;
                }
            }
        }
    }
}

/* ---- forces ---- */

/* what it does there, `stored` being shared out to this pad */
static double
push_at_pad(const struct quire_sheet *sheet, const struct over_pad *o, const double *q,
            double stored, double *force)
{
    const struct station *p = &o->one.p;
    const double to_end[2] = {stored * o->covers * o->one.by_end[0],
                              stored * o->covers * o->one.by_end[1]};
    double along = quire_strip_push(sheet, &o->pad, q, o->one.end, to_end, 0, force);

    for (int j = 0; j < 3; j++) {
        const double part = stored * o->covers * p->b[j], cover = stored * o->one.share,
                     place = cover * p->b[j], turn = cover * p->d[j];
        double by[2];
        for (int d = 0; d < 2; d++) {
            by[d] = part * o->one.by_place[d] + place * o->by_place[d] + turn * o->by_turn[d];
        }
        along += quire_strip_push(sheet, &o->pad, q, p->node + j, by, place, force);
    }
    return along;
}

static double
push_in_space(struct quire_state *st, const struct quire_sheet *sheet, int roller, const double *y,
              const double at[2], double stored)
{
    const struct quire_system *sys = st->system;
    const int index = (int)(sheet - sys->sheet);
    int first, last;
    double facing = 0, along = 0;

    pads_of(sys, roller, &first, &last);
    for (int k = first; k <= last; k++) {
        facing += sys->pad[k].faces ? sys->pad[k].share : 0;
    }
    for (int k = first; k <= last; k++) {
        const struct quire_pad *p = sys->pad + k;
        struct over_pad o;
        if (!p->faces) {
            continue;
        }
        part_at_pad(&o, st, index, p, y, at);
        if (o.one.share > 0) {
            along += push_at_pad(sheet, &o, y + sheet->x0, stored * p->share / facing,
                                 st->force + sheet->x0);
        }
    }
    return along;
}

double
quire_push_between(struct quire_state *st, const struct quire_nip *nip,
                   const struct quire_between *between, const double *y, const double at[2],
                   double stored)
{
    const struct quire_sheet *sheet = st->system->sheet + between->sheet;
    const struct quire_parted *one = &between->one;

    if (sheet->ladder != NULL) {
        return -push_in_space(st, sheet, nip->driver, y, at, stored);
    }
    double *fx = st->force + sheet->x0, *fy = fx + sheet->chain.stride;
    fx[one->end] += stored * one->by_end[0];
    fy[one->end] += stored * one->by_end[1];
    for (int j = 0; j < 3; j++) {
        fx[one->p.node + j] += stored * one->by_place[0] * one->p.b[j];
        fy[one->p.node + j] += stored * one->by_place[1] * one->p.b[j];
    }
    return 0;
}
