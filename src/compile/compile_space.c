/* Rollers as sheets in space touch them: discs side by side on shafts that may be turned.
 * doc/theory/spatial-machine.md */
#include <limits.h>

#include "body/nip.h"
#include "body/roller.h"
#include "compile/compile.h"
#include "geometry/outline.h"
#include "machine/lookup.h"
#include "math/detmath.h"
#include "model/order.h"
#include "model/problem.h"

#define NARROW        0.03 /* a disc stands for a roller up to this width [m] */
#define DISC_WIDTH    0.06 /* and for so much of a wider one at most [m] */
#define DEGREES       (180 / 3.14159265358979323846)
#define MOST_CROSSING 0.1 /* angle between the shafts of a nip [rad] */

struct shaft {
    struct quire_shaft_params given;
    double axis[3];
};

/* A free disc, as wide as it says; without an end as a roller without a width. */
static struct quire_shaft_params
shaft_of_disc(const struct quire_free *disc, double widest)
{
    const double *z = disc->across, half = 0.5 * widest;
    const double from = isfinite(z[0])   ? z[0]
                        : isfinite(z[1]) ? fmin(-half, z[1] - widest)
                                         : -half,
                 to = isfinite(z[1])   ? z[1]
                      : isfinite(z[0]) ? fmax(half, z[0] + widest)
                                       : half;
    const double middle = 0.5 * (from + to);

    return (struct quire_shaft_params){
        .across = middle, .pivot = middle, .width = to - from, .pads = LONG_MIN};
}

/* what a driver or idler does not say itself, its nip does */
static struct quire_shaft_params
shaft_params(const struct quire_object *roller)
{
    struct quire_shaft_params s = ((const struct quire_roller_params *)roller->params)->shaft;

    if (roller->kind != &quire_kind_roller) {
        const struct quire_shaft_params *nip =
            &((const struct quire_nip_params *)roller->parent->params)->shaft;
        s.across = isnan(s.across) ? nip->across : s.across;
        s.width = isnan(s.width) ? nip->width : s.width;
        s.yaw = isnan(s.yaw) ? nip->yaw : s.yaw;
        s.tilt = isnan(s.tilt) ? nip->tilt : s.tilt;
        s.pivot = isnan(s.pivot) ? nip->pivot : s.pivot;
        s.pads = s.pads == LONG_MIN ? nip->pads : s.pads;
        s.carriage = s.carriage == NULL ? nip->carriage : s.carriage;
    }
    s.pivot = isnan(s.pivot) ? s.across : s.pivot;
    return s;
}

/* Direction of feed at a roller; along x if no path says. */
static void
feed_at(const struct quire_system *sys, const struct quire_object *roller, double t[2])
{
    const bool of_nip = roller->kind != &quire_kind_roller;
    const struct quire_nip_params *nip = of_nip ? roller->parent->params : NULL;
    const struct quire_roller_params *own = roller->params;
    const struct quire_object *path = of_nip ? nip->path : own->path;
    double at[2];

    t[0] = 1;
    t[1] = 0;
    if (path != NULL) {
        quire_outline_at(quire_system_path(sys, path), of_nip ? nip->at : own->at, at, t);
    }
}

/* z turned about the feed by the tilt, and then about the left-hand normal by the yaw */
static struct shaft
shaft_of(const struct quire_system *sys, const struct quire_object *roller)
{
    struct shaft s = {.given = shaft_params(roller)};
    const double sin_tilt = quire_sin(s.given.tilt), cos_tilt = quire_cos(s.given.tilt);
    double t[2];

    feed_at(sys, roller, t);
    const double along = cos_tilt * quire_sin(s.given.yaw);
    s.axis[0] = along * t[0] + sin_tilt * t[1];
    s.axis[1] = along * t[1] - sin_tilt * t[0];
    s.axis[2] = cos_tilt * quire_cos(s.given.yaw);
    return s;
}

/* ---- stretches ---- */

/* What of a roller touches sheets, one of its tyres or itself: where it lies across, the shaft's
 * turns aside. */
struct stretch {
    struct quire_tyre_params p;
    double from, to; /* [m] */
};

/* A piece of a stretch, on which discs stand side by side. */
struct part {
    const struct stretch *of;
    double from, to;  /* where they stand [m] */
    double beside[2]; /* widths of narrow pieces on either side, which have none of their own [m] */
    int n;            /* discs */
    bool faces;       /* the other roller of its nip */
};

/* All of one roller, from the least z on. */
struct rolling {
    struct shaft shaft;
    int n_stretch, n_part;
    struct stretch *stretch;
    struct part *part;
    double total; /* width of all stretches [m] */
};

static void
add_stretch(struct rolling *r, const struct quire_tyre_params *p)
{
    const double middle = r->shaft.given.across + p->across;
    const struct stretch new = {*p, r->shaft.given.across + (p->across - 0.5 * p->width),
                                r->shaft.given.across + (p->across + 0.5 * p->width)};
    int at = r->n_stretch++;

    for (; at > 0 && r->shaft.given.across + r->stretch[at - 1].p.across > middle; at--) {
        r->stretch[at] = r->stretch[at - 1];
    }
    r->stretch[at] = new;
    r->total += p->width;
}

static void
find_stretches(struct quire_compile *c, const struct quire_roller *own, double widest,
               struct rolling *r)
{
    const struct quire_object *roller = own->object;
    const struct quire_object *tyre = NULL;
    size_t n = 1;

    while ((tyre = quire_object_following(roller, &quire_kind_tyre, tyre)) != NULL) {
        n++;
    }
    r->stretch = quire_compile_get(c, n, sizeof *r->stretch);
    if (r->stretch == NULL) {
        return;
    }
    while ((tyre = quire_object_following(roller, &quire_kind_tyre, tyre)) != NULL) {
        struct quire_tyre_params p = *(const struct quire_tyre_params *)tyre->params;
        p.radius = isnan(p.radius) ? own->radius : p.radius;
        add_stretch(r, &p);
    }
    if (r->n_stretch == 0) {
        const struct quire_shaft_params *given = &r->shaft.given;
        add_stretch(
            r, &(struct quire_tyre_params){.across = 0,
                                           .width = isnan(given->width) ? widest : given->width,
                                           .radius = own->radius,
                                           .crown = given->crown,
                                           .taper = given->taper,
                                           .pads = given->pads});
    }
}

/* ---- parts ---- */

static bool
is_whole(const struct part *p)
{
    return p->from == p->of->from && p->to == p->of->to;
}

/* of the stretch, that its discs stand for; the same from either side */
static double
width_of(const struct part *p)
{
    return is_whole(p) ? p->of->p.width : (p->to - p->from) + (p->beside[0] + p->beside[1]);
}

static int
disc_count(const struct part *part)
{
    const struct quire_tyre_params *p = &part->of->p;
    const double width = width_of(part);

    if (p->pads != LONG_MIN) {
        return (int)fmax(1, ceil((double)p->pads * (width / p->width) - 1e-9));
    }
    return width <= NARROW * (1 + 1e-9) ? 1
                                        : (int)fmax(2, fmin(64, ceil(width / DISC_WIDTH - 1e-9)));
}

static struct part *
add_part(struct rolling *r, const struct stretch *of, double from, double to, bool faces)
{
    struct part *new = r->part + r->n_part++;

    *new = (struct part){.of = of, .from = from, .to = to, .faces = faces};
    return new;
}

/* What of a stretch is left between two of its parts, or beside one: a part of its own, unless it
 * is narrow. */
static void
add_rest(struct rolling *r, const struct stretch *s, double from, double to, struct part *before,
         struct part *behind)
{
    const double each = before != NULL && behind != NULL ? 0.5 * (to - from) : to - from;

    if (to - from > NARROW * (1 - 1e-9) || (before == NULL && behind == NULL)) {
        add_part(r, s, from, to, false);
        return;
    }
    if (before != NULL) {
        before->beside[1] = each;
    }
    if (behind != NULL) {
        behind->beside[0] = each;
    }
}

/* The parts of one stretch: those that face the other roller, and between and beside these what is
 * not narrow. Discs of both rollers then stand face to face: nothing but the sheet's bending across
 * would bear what they do to it side by side. */
static void
part_stretch(struct rolling *r, const struct stretch *s, const struct rolling *other)
{
    double edge = s->from;
    struct part *last = NULL;

    for (int k = 0; other != NULL && k < other->n_stretch; k++) {
        const double from = fmax(s->from, other->stretch[k].from),
                     to = fmin(s->to, other->stretch[k].to);
        if (to > from) {
            struct part *next = add_part(r, s, from, to, true);
            add_rest(r, s, edge, from, last, next);
            last = next;
            edge = to;
        }
    }
    add_rest(r, s, edge, s->to, last, NULL);
}

static void
part_roller(struct quire_compile *c, struct rolling *r, const struct rolling *other)
{
    const size_t most = 3 * (size_t)(r->n_stretch + (other == NULL ? 0 : other->n_stretch));

    r->part = quire_compile_get(c, most, sizeof *r->part);
    for (int k = 0; r->part != NULL && k < r->n_stretch; k++) {
        part_stretch(r, r->stretch + k, other);
    }
    for (int k = 0; k < r->n_part; k++) {
        r->part[k].n = disc_count(r->part + k);
    }
}

/* As many discs on both sides of what faces each other. Where nothing does, tyres that pass each
 * other by, a sheet parts the rollers wherever it lies. */
static void
match_parts(struct rolling *a, struct rolling *b)
{
    bool any = false;

    for (int k = 0; k < a->n_part; k++) {
        for (int l = 0; l < b->n_part; l++) {
            struct part *p = a->part + k, *q = b->part + l;
            if (p->faces && q->faces && p->from == q->from && p->to == q->to) {
                p->n = q->n = p->n > q->n ? p->n : q->n;
                any = true;
            }
        }
    }
    for (int k = 0; !any && k < a->n_part; k++) {
        a->part[k].faces = true;
    }
}

/* ---- discs ---- */

static void
add_pads(struct quire_compile *c, int roller, const struct rolling *r, const struct part *part)
{
    struct quire_system *sys = c->sys;
    const struct shaft *shaft = &r->shaft;
    const struct quire_tyre_params *p = &part->of->p;
    const int n = part->n;
    const bool whole = is_whole(part);
    const double width = width_of(part);
    /* of the stretch's middle, in halves of its width */
    const double middle =
        whole ? 0 : ((part->from + part->to) - (part->of->from + part->of->to)) / p->width;
    const double part_of = whole ? 1 : (part->to - part->from) / p->width;

    for (int k = 0; k < n; k++) {
        struct quire_pad *pad = sys->pad + sys->n_pad++;
        /* -1 to 1 over the stretch; the same on both sides */
        const double place = middle + part_of * ((double)(2 * k + 1 - n) / n);
        const double along =
            shaft->given.across - shaft->given.pivot + (p->across + 0.5 * place * p->width);
        *pad = (struct quire_pad){.roller = roller,
                                  .radius =
                                      p->radius + 0.5 * place * p->taper - place * place * p->crown,
                                  .half = 0.5 * width / n,
                                  .share = width / r->total / n,
                                  .faces = part->faces};
        for (int d = 0; d < 3; d++) {
            pad->axis[d] = shaft->axis[d];
            pad->at[d] = along * shaft->axis[d];
        }
        pad->at[2] += shaft->given.pivot;
    }
}

/* Side by side from the least z on, in whichever order the tyres are written: so the order of sums
 * over them is not that of the file. */
static void
sort_pads(struct quire_pad *pad, int n)
{
    for (int k = 1; k < n; k++) {
        const struct quire_pad moved = pad[k];
        int at = k;
        for (; at > 0 && pad[at - 1].at[2] > moved.at[2]; at--) {
            pad[at] = pad[at - 1];
        }
        pad[at] = moved;
    }
}

/* ---- nips ---- */

static void
check_nip(struct quire_compile *c, const struct quire_nip *nip, const struct rolling *a,
          const struct rolling *b)
{
    double square = 0, dot = 0;

    for (int d = 0; d < 3; d++) {
        const int e = (d + 1) % 3, f = (d + 2) % 3;
        const double *u = a->shaft.axis, *v = b->shaft.axis, cross = u[e] * v[f] - u[f] * v[e];
        square += cross * cross;
        dot += u[d] * v[d];
    }
    const double angle = quire_atan2(sqrt(square), dot);
    if (angle > MOST_CROSSING) {
        c->status = quire_status_first(
            c->status,
            quire_object_error(
                nip->object, c->diag, "E-MODEL", "give both rollers nearly the same yaw and tilt",
                "its shafts cross at %.3g deg; its rollers can pinch a sheet up to %.3g deg",
                DEGREES * angle, DEGREES * MOST_CROSSING));
    }
    if (a->stretch[0].from >= b->stretch[b->n_stretch - 1].to ||
        b->stretch[0].from >= a->stretch[a->n_stretch - 1].to) {
        c->status = quire_status_first(
            c->status,
            quire_object_error(
                nip->object, c->diag, "E-MODEL", "give both rollers nearly the same 'across'",
                "its rollers are beside each other across the feed and cannot pinch a sheet"));
    }
}

static struct rolling *
find_rollers(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    struct rolling *all = quire_compile_get(c, (size_t)sys->n_roller, sizeof *all);
    double widest = sys->n_sheet > 0 ? 0 : NARROW; /* without sheets it does not matter */

    for (int k = 0; k < sys->n_sheet; k++) {
        widest = fmax(widest, sys->sheet[k].width);
    }
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_roller; k++) {
        const struct quire_roller *roller = sys->roller + k;
        if (roller->free >= 0) {
            all[k].shaft = (struct shaft){.given = shaft_of_disc(sys->free + roller->free, widest),
                                          .axis = {0, 0, 1}};
        } else {
            all[k].shaft = shaft_of(sys, roller->object);
            sys->small[roller->small].carriage =
                quire_drive_index(sys, all[k].shaft.given.carriage);
        }
        find_stretches(c, roller, widest, all + k);
    }
    return all;
}

/* how each is cut into parts, those of a nip together; how many discs that are */
static size_t
part_rollers(struct quire_compile *c, struct rolling *all)
{
    struct quire_system *sys = c->sys;
    size_t pads = 0;

    for (int k = 0; c->status == QUIRE_OK && k < sys->n_nip; k++) {
        struct rolling *a = all + sys->nip[k].driver, *b = all + sys->nip[k].idler;
        check_nip(c, sys->nip + k, a, b);
        part_roller(c, a, b);
        part_roller(c, b, a);
        match_parts(a, b);
    }
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_roller; k++) {
        if (all[k].part == NULL) {
            part_roller(c, all + k, NULL);
        }
        for (int l = 0; l < all[k].n_part; l++) {
            pads += (size_t)all[k].part[l].n;
        }
    }
    return pads;
}

bool
quire_roller_reaches(struct quire_compile *c, int roller, const double across[2])
{
    const struct quire_object *object = c->sys->roller[roller].object;
    struct rolling r = {0};
    bool any = !c->sys->spatial;

    if (any) {
        return true;
    }
    r.shaft.given = shaft_params(object);
    find_stretches(c, c->sys->roller + roller, HUGE_VAL, &r);
    for (int k = 0; k < r.n_stretch; k++) {
        any = any || (across[0] < r.stretch[k].to && across[1] > r.stretch[k].from);
    }
    return any;
}

void
quire_compile_pads(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;

    if (!sys->spatial || c->status != QUIRE_OK) {
        return;
    }
    struct rolling *all = find_rollers(c);
    const size_t pads = part_rollers(c, all);
    sys->pad = quire_compile_get(c, pads, sizeof *sys->pad);
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_roller; k++) {
        const int first = sys->n_pad;
        for (int l = 0; l < all[k].n_part; l++) {
            add_pads(c, k, all + k, all[k].part + l);
        }
        sort_pads(sys->pad + first, sys->n_pad - first);
    }
}
