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

static int
disc_count(long told, double width)
{
    if (told != LONG_MIN) {
        return (int)told;
    }
    return width <= NARROW ? 1 : (int)fmax(2, fmin(64, ceil(width / DISC_WIDTH - 1e-9)));
}

/* One stretch of a roller's width, with its middle `across` from the roller's. */
static void
add_pads(struct quire_compile *c, int roller, const struct shaft *shaft,
         const struct quire_tyre_params *p, double share)
{
    struct quire_system *sys = c->sys;
    const int n = disc_count(p->pads, p->width);

    for (int k = 0; k < n; k++) {
        struct quire_pad *pad = sys->pad + sys->n_pad++;
        /* -1 to 1 over the width; the same on both sides */
        const double place = (double)(2 * k + 1 - n) / n;
        const double along =
            shaft->given.across - shaft->given.pivot + (p->across + 0.5 * place * p->width);
        *pad = (struct quire_pad){.roller = roller,
                                  .radius =
                                      p->radius + 0.5 * place * p->taper - place * place * p->crown,
                                  .half = 0.5 * p->width / n,
                                  .share = share / n};
        for (int d = 0; d < 3; d++) {
            pad->axis[d] = shaft->axis[d];
            pad->at[d] = along * shaft->axis[d];
        }
        pad->at[2] += shaft->given.pivot;
    }
}

/* Calls back for each stretch of a roller that touches sheets: its tyres, or itself. Returns their
 * width together. */
typedef void stretch_fn(void *user, const struct quire_tyre_params *stretch);
static double
each_stretch(const struct quire_object *roller, const struct shaft *shaft, double widest,
             stretch_fn *fn, void *user)
{
    const struct quire_roller_params *own = roller->params;
    const struct quire_object *tyre = NULL;
    double total = 0;

    while ((tyre = quire_object_following(roller, &quire_kind_tyre, tyre)) != NULL) {
        struct quire_tyre_params p = *(const struct quire_tyre_params *)tyre->params;
        p.radius = isnan(p.radius) ? own->radius : p.radius;
        total += p.width;
        fn(user, &p);
    }
    if (total > 0) {
        return total;
    }
    const struct quire_tyre_params whole = {.across = 0,
                                            .width = isnan(shaft->given.width) ? widest
                                                                               : shaft->given.width,
                                            .radius = own->radius,
                                            .crown = own->shaft.crown,
                                            .taper = own->shaft.taper,
                                            .pads = shaft->given.pads};
    fn(user, &whole);
    return whole.width;
}

struct tally {
    int pads;
    double from, to; /* of all it has been shown, along the shaft from the roller's middle [m] */
};

static void
count_stretch(void *user, const struct quire_tyre_params *p)
{
    struct tally *t = user;

    t->pads += disc_count(p->pads, p->width);
    t->from = fmin(t->from, p->across - 0.5 * p->width);
    t->to = fmax(t->to, p->across + 0.5 * p->width);
}

struct adding {
    struct quire_compile *c;
    const struct shaft *shaft;
    int roller;
    double total;
};

static void
add_stretch(void *user, const struct quire_tyre_params *p)
{
    const struct adding *a = user;

    add_pads(a->c, a->roller, a->shaft, p, p->width / a->total);
}

/* Side by side from the least z on, in whichever order the tyres are written: sums over them are
 * those of the mirrored machine. */
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
check_nip(struct quire_compile *c, const struct quire_nip *nip, const struct shaft *shaft,
          const struct tally *tally)
{
    const struct shaft *a = shaft + nip->driver, *b = shaft + nip->idler;
    double square = 0, dot = 0;

    for (int d = 0; d < 3; d++) {
        const int e = (d + 1) % 3, f = (d + 2) % 3;
        const double cross = a->axis[e] * b->axis[f] - a->axis[f] * b->axis[e];
        square += cross * cross;
        dot += a->axis[d] * b->axis[d];
    }
    const double angle = quire_atan2(sqrt(square), dot);
    if (angle > MOST_CROSSING) {
        c->status = quire_status_first(
            c->status,
            quire_object_error(
                nip->object, c->diag, "E-MODEL", "give both rollers nearly the same yaw and tilt",
                "its shafts cross at %.3g deg; up to %.3g deg its rollers can pinch a sheet",
                DEGREES * angle, DEGREES * MOST_CROSSING));
    }
    if (a->given.across + tally[nip->driver].from >= b->given.across + tally[nip->idler].to ||
        b->given.across + tally[nip->idler].from >= a->given.across + tally[nip->driver].to) {
        c->status = quire_status_first(
            c->status,
            quire_object_error(
                nip->object, c->diag, "E-MODEL", "give both rollers nearly the same 'across'",
                "its rollers stand beside each other across the feed and can not pinch a sheet"));
    }
}

void
quire_compile_pads(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    const size_t n = (size_t)sys->n_roller;
    struct shaft *shaft = sys->spatial ? quire_compile_get(c, n, sizeof *shaft) : NULL;
    struct tally *tally = sys->spatial ? quire_compile_get(c, n, sizeof *tally) : NULL;
    double widest = 0, *total = sys->spatial ? quire_compile_get(c, n, sizeof *total) : NULL;
    size_t pads = 0;

    if (!sys->spatial || c->status != QUIRE_OK) {
        return;
    }
    for (int k = 0; k < sys->n_sheet; k++) {
        widest = fmax(widest, sys->sheet[k].width);
    }
    for (int k = 0; k < sys->n_roller; k++) {
        if (sys->roller[k].free < 0) { /* discs do not touch sheets in space */
            shaft[k] = shaft_of(sys, sys->roller[k].object);
            tally[k] = (struct tally){.from = HUGE_VAL, .to = -HUGE_VAL};
            total[k] =
                each_stretch(sys->roller[k].object, shaft + k, widest, count_stretch, tally + k);
            pads += (size_t)tally[k].pads;
            sys->small[sys->roller[k].small].carriage =
                quire_drive_index(sys, shaft[k].given.carriage);
        }
    }
    for (int k = 0; k < sys->n_nip; k++) {
        check_nip(c, sys->nip + k, shaft, tally);
    }
    sys->pad = quire_compile_get(c, pads, sizeof *sys->pad);
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_roller; k++) {
        if (sys->roller[k].free < 0) {
            const int first = sys->n_pad;
            each_stretch(sys->roller[k].object, shaft + k, widest, add_stretch,
                         &(struct adding){c, shaft + k, k, total[k]});
            sort_pads(sys->pad + first, sys->n_pad - first);
        }
    }
}
