#include "cause/turning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cause/limits.h"
#include "cause/pull.h"
#include "cause/symptoms.h"
#include "check/around.h"

#define LEAST_SHARE 0.1  /* of what is named */
#define SIDE        0.05 /* of the width: a drive is on one side from so far beside the middle on */
#define SEEN        1e-3 /* a yaw is seen from here on [rad] */
#define SLIPPING    0.5  /* part of the time in which yaw grew */
#define BESIDE      0.01 /* along the path: two nips are side by side [m] */

/* Of one sheet. Parts are the view's rollers, then its guides. */
struct turned {
    bool begun;
    double time, yaw;       /* at the last look */
    double start_yaw;       /* what is left of that at the start [rad] */
    double since;           /* when its yaw came to be SEEN, and has stayed [s]; NaN: it is not */
    double start_shift;     /* of its middle at the start [m] */
    double heading;         /* sideways by its own yaw since the start [m] */
    double grown;           /* time in which yaw grew [s] */
    double *moment;         /* at the last look (n_part) [N m] */
    double *impulse;        /* while yaw grew, positive where it made it grow (n_part) [N m s] */
    double *held, *slipped; /* of that time, how long each roller held the sheet, and slipped on it
                             * (n_roller) [s] */
    double *drift;          /* sideways by shafts that are turned, since the start (n_roller) [m] */
};

struct quire_turning {
    size_t n_roller, n_part;
    struct turned *sheet; /* (n_sheet); NULL: planar */
    double *memory;
};

struct quire_turning *
quire_turning_create(const struct quire_view *view)
{
    struct quire_turning *self = calloc(1, sizeof *self);

    if (self == NULL || !view->spatial) {
        return self;
    }
    self->n_roller = view->n_roller;
    self->n_part = view->n_roller + view->n_guide;
    const size_t each = 2 * self->n_part + 3 * self->n_roller;
    self->sheet = calloc(view->n_sheet + 1, sizeof *self->sheet);
    self->memory = calloc(view->n_sheet * each + 1, sizeof *self->memory);
    if (self->sheet == NULL || self->memory == NULL) {
        quire_turning_destroy(self);
        return NULL;
    }
    for (size_t i = 0; i < view->n_sheet; i++) {
        struct turned *t = self->sheet + i;
        t->moment = self->memory + i * each;
        t->impulse = t->moment + self->n_part;
        t->held = t->impulse + self->n_part;
        t->slipped = t->held + self->n_roller;
        t->drift = t->slipped + self->n_roller;
    }
    return self;
}

void
quire_turning_destroy(struct quire_turning *self)
{
    if (self != NULL) {
        free(self->sheet);
        free(self->memory);
        free(self);
    }
}

/* ---- what is kept ---- */

static bool
drives(const struct quire_view *view, size_t sheet, size_t i)
{
    const struct quire_roller_view *r = view->roller + i;
    return r->is_driver && r->normal >= QUIRE_HOLDING_FORCE && quire_around_touches(view, sheet, r);
}

/* Sideways velocity that a roller gives by the turn of its shaft: one whose right end is ahead
 * takes sheets to the left. */
static double
sideways(const struct quire_sheet_view *s, const struct quire_roller_view *r)
{
    double t[2];

    if (r->n_pad == 0) {
        return 0;
    }
    quire_around_direction(s, r->x, r->y, t);
    return -fabs(r->surface_speed) * (r->pad[0].axis[0] * t[0] + r->pad[0].axis[1] * t[1]);
}

static void
add_drift(const struct quire_turning *self, struct turned *t, const struct quire_view *view,
          size_t sheet, double dt)
{
    double normal = 0;

    for (size_t i = 0; i < self->n_roller; i++) {
        normal += drives(view, sheet, i) ? view->roller[i].normal : 0;
    }
    for (size_t i = 0; normal > 0 && i < self->n_roller; i++) {
        const struct quire_roller_view *r = view->roller + i;
        if (drives(view, sheet, i)) {
            t->drift[i] += dt * r->normal / normal * sideways(view->sheet + sheet, r);
        }
    }
    t->heading -= dt * view->sheet[sheet].lead.path_speed * t->yaw;
}

static void
add_growth(const struct quire_turning *self, struct turned *t, const struct quire_view *view,
           size_t sheet, double dt)
{
    const double *now = view->sheet[sheet].moment, way = t->yaw + view->sheet[sheet].yaw;

    t->grown += dt;
    for (size_t i = 0; i < self->n_part; i++) {
        const double mean = 0.5 * (t->moment[i] + now[i]);
        t->impulse[i] += dt * (way > 0 ? mean : -mean);
    }
    for (size_t i = 0; i < self->n_roller; i++) {
        const struct quire_roller_view *r = view->roller + i;
        if (drives(view, sheet, i)) {
            t->held[i] += dt;
            const bool slower = r->slip * view->sheet[sheet].lead.path_speed < 0,
                       slips = fabs(r->slip) >= QUIRE_DIAGNOSIS_SLIP * fabs(r->surface_speed);
            t->slipped[i] += slower && slips ? dt : 0;
        }
    }
}

/* Yaw has fallen to a part of what it was: so has all that made it. */
static void
take_off(const struct quire_turning *self, struct turned *t, double part)
{
    t->start_yaw *= part;
    t->grown *= part;
    for (size_t i = 0; i < self->n_part; i++) {
        t->impulse[i] *= part;
    }
    for (size_t i = 0; i < self->n_roller; i++) {
        t->held[i] *= part;
        t->slipped[i] *= part;
    }
}

void
quire_turning_observe(struct quire_turning *self, const struct quire_view *view, size_t sheet)
{
    const struct quire_sheet_view *s = view->sheet + sheet;

    if (self->sheet == NULL || s->moment == NULL) {
        return;
    }
    struct turned *t = self->sheet + sheet;
    const double dt = view->time - t->time;
    if (!t->begun) {
        t->begun = true;
        t->since = NAN;
        t->start_yaw = s->yaw;
        t->start_shift = s->shift;
    } else if (dt > 0) {
        add_drift(self, t, view, sheet, dt);
        if (fabs(s->yaw) > fabs(t->yaw) && t->yaw * s->yaw >= 0) {
            add_growth(self, t, view, sheet, dt);
        } else if (fabs(t->yaw) > 0) {
            take_off(self, t, fmax(s->yaw / t->yaw, 0));
        }
    }
    if (!(fabs(s->yaw) >= SEEN)) {
        t->since = NAN;
    } else if (isnan(t->since)) {
        t->since = view->time;
    }
    t->time = view->time;
    t->yaw = s->yaw;
    memcpy(t->moment, s->moment, self->n_part * sizeof *t->moment);
}

/* ---- what is found ---- */

/* The largest first. */
static void
insert(struct quire_why *out, struct quire_share one)
{
    size_t k = 0;

    if (!(one.share >= LEAST_SHARE)) {
        return;
    }
    for (k = out->n_share; k > 0 && out->share[k - 1].share < one.share; k--) {
        if (k < QUIRE_SHARES) {
            out->share[k] = out->share[k - 1];
        }
    }
    if (k < QUIRE_SHARES) {
        out->share[k] = one;
        out->n_share += out->n_share < QUIRE_SHARES;
    }
}

static void
add_share(struct quire_why *out, const char *sort, const char *name, double share)
{
    insert(out, (struct quire_share){sort, name, share, false});
}

static void
add_start(struct quire_why *out, const struct quire_sheet_view *sheet, double share)
{
    insert(out, (struct quire_share){"sheet", sheet->name, share, true});
}

/* Whether a drive holds the side that lags: the left one where yaw is positive. */
static bool
lags(const struct quire_view *view, size_t sheet, const struct quire_roller_view *r, double yaw)
{
    const struct quire_sheet_view *s = view->sheet + sheet;
    double z = 0;

    for (size_t k = 0; k < r->n_pad; k++) {
        z += r->pad[k].at[2] / (double)r->n_pad;
    }
    return (z - s->shift) * yaw < -SIDE * s->width * fabs(yaw);
}

/* A drive at the side that lags and that has slipped most of the time: too little grip lets that
 * side fall behind, whoever pulls at the other; -1: none. */
static int
one_that_slips(const struct quire_turning *self, const struct turned *t,
               const struct quire_view *view, size_t sheet)
{
    int found = -1;

    for (size_t i = 0; i < self->n_roller; i++) {
        if (t->held[i] > SLIPPING * t->grown && t->slipped[i] > SLIPPING * t->held[i] &&
            lags(view, sheet, view->roller + i, t->yaw) &&
            (found < 0 || t->slipped[i] > t->slipped[found])) {
            found = (int)i;
        }
    }
    return found;
}

/* Of nips, rollers outside of nips and guides, one after the other: what each gave; false: there
 * are no more. */
struct part {
    const char *sort, *name;
    double impulse, held;
};

static bool
part_at(const struct quire_turning *self, const struct turned *t, const struct quire_view *view,
        size_t i, struct part *out)
{
    *out = (struct part){NULL, NULL, 0, 0};
    if (i < view->n_nip) {
        const struct quire_nip_view *nip = view->nip + i;
        *out = (struct part){"nip", nip->name, t->impulse[nip->driver] + t->impulse[nip->idler],
                             t->held[nip->driver]};
    } else if ((i -= view->n_nip) < self->n_roller) {
        if (view->roller[i].nip < 0) {
            *out = (struct part){"roller", view->roller[i].name, t->impulse[i], t->held[i]};
        }
    } else if ((i -= self->n_roller) < view->n_guide) {
        *out = (struct part){"guide", view->guide[i].name, t->impulse[self->n_roller + i], 0};
    } else {
        return false;
    }
    return true;
}

/* Moments too small to have turned the sheet in that time: what held it longest rolled it round. */
static void
add_longest(const struct quire_turning *self, const struct turned *t, const struct quire_view *view,
            double whole, struct quire_why *out)
{
    struct part part, best = {NULL, NULL, 0, 0};

    for (size_t i = 0; part_at(self, t, view, i, &part); i++) {
        best = part.held > best.held ? part : best;
    }
    if (best.name != NULL) {
        add_share(out, best.sort, best.name, whole);
    }
}

static size_t
nip_named(const struct quire_view *view, const char *name)
{
    size_t i = 0;
    while (i < view->n_nip && view->nip[i].name != name) {
        i++;
    }
    return i;
}

/* Two nips side by side turn a sheet by the same moment, one that is slow as one that is fast: the
 * one whose speed is not that of the others comes first. */
static void
put_odd_first(const struct quire_view *view, struct quire_why *out)
{
    const size_t named = nip_named(view, out->share[0].name);

    for (size_t i = 0; named < view->n_nip && i < view->n_nip; i++) {
        const struct quire_nip_view *a = view->nip + named, *b = view->nip + i;
        const double here = fabs(view->roller[a->driver].surface_speed),
                     there = fabs(view->roller[b->driver].surface_speed);
        const struct quire_push slow = {.speed = fmin(here, there)},
                                fast = {.speed = fmax(here, there)};
        const double odd = quire_pull_like(view, &slow, &fast) * (there - here);
        if (i != named && fabs(a->path_distance - b->path_distance) < BESIDE && odd > 0) {
            out->share[0].share *= 0.5;
            out->share[1] = out->share[0];
            out->share[0].name = b->name;
            out->n_share = out->n_share > 2 ? out->n_share : 2;
            return;
        }
    }
}

static void
name_first(const struct quire_view *view, struct quire_why *out, enum quire_mechanism mechanism)
{
    if (out->n_share == 0) {
        return;
    }
    put_odd_first(view, out);
    out->mechanism = out->share[0].start ? QUIRE_MECHANISM_START : mechanism;
    out->sort = out->share[0].sort;
    out->name = out->share[0].name;
}

/* Adds what turned the sheet, `whole` in all. */
static void
add_turning(const struct quire_turning *self, const struct turned *t, const struct quire_view *view,
            size_t sheet, double whole, struct quire_why *out)
{
    const struct quire_sheet_view *s = view->sheet + sheet;
    const double inertia = s->mass * (s->length * s->length + s->width * s->width) / 12,
                 least = t->grown > 0 ? inertia * fabs(t->yaw - t->start_yaw) / t->grown : 0;
    struct part part;
    double sum = 0, most = 0;

    for (size_t i = 0; part_at(self, t, view, i, &part); i++) {
        sum += fmax(part.impulse, 0);
        most = fmax(most, part.impulse);
    }
    if (!(most > least)) {
        add_longest(self, t, view, whole, out);
        return;
    }
    for (size_t i = 0; part_at(self, t, view, i, &part); i++) {
        if (part.name != NULL) {
            add_share(out, part.sort, part.name, whole * part.impulse / sum);
        }
    }
}

/* Adds what made the yaw, `whole` in all: the start, and what turned the sheet since. */
static void
add_yaw(const struct quire_turning *self, const struct turned *t, const struct quire_view *view,
        size_t sheet, double whole, struct quire_why *out)
{
    const double yaw = view->sheet[sheet].yaw,
                 start = fabs(yaw) > 0 ? fmin(fmax(t->start_yaw / yaw, 0), 1) : 0;

    add_start(out, view->sheet + sheet, whole * start);
    add_turning(self, t, view, sheet, whole * (1 - start), out);
}

void
quire_turning_find(const struct quire_turning *self, const struct quire_view *view, size_t sheet,
                   struct quire_why *out)
{
    if (self->sheet == NULL || !self->sheet[sheet].begun) {
        return;
    }
    const struct turned *t = self->sheet + sheet;
    const int slips = one_that_slips(self, t, view, sheet);

    add_yaw(self, t, view, sheet, 1, out);
    quire_symptoms_insert(out,
                          (struct quire_symptom){QUIRE_SYMPTOM_TURNED, t->since, NULL, NULL, SEEN});
    name_first(view, out, QUIRE_MECHANISM_TURN);
    if (slips >= 0 && out->mechanism == QUIRE_MECHANISM_TURN) {
        const struct quire_around at = quire_around_roller(view, view->roller + slips);
        quire_why_blame(out, QUIRE_MECHANISM_SLIP, at.sort, at.name);
        out->n_share = 0;
    }
}

void
quire_turning_find_aside(const struct quire_turning *self, const struct quire_view *view,
                         size_t sheet, double off, double edge, struct quire_why *out)
{
    if (self->sheet == NULL || !self->sheet[sheet].begun || !(fabs(off) > 0)) {
        return;
    }
    const struct turned *t = self->sheet + sheet;
    /* where it started, how far it has run askew, and how far the edge is aside by its yaw now */
    const double start = (off - (edge - t->start_shift)) / off,
                 yaw = (t->heading + edge - view->sheet[sheet].shift) / off;
    double sum = fmax(start, 0) + fmax(yaw, 0);

    for (size_t i = 0; i < self->n_roller; i++) {
        sum += fmax(t->drift[i] / off, 0);
    }
    if (!(sum > 0)) {
        return;
    }
    add_start(out, view->sheet + sheet, start / sum);
    for (size_t i = 0; i < self->n_roller; i++) {
        const struct quire_around at = quire_around_roller(view, view->roller + i);
        add_share(out, at.sort, at.name, t->drift[i] / off / sum);
    }
    if (yaw > 0) {
        add_yaw(self, t, view, sheet, yaw / sum, out);
    }
    name_first(view, out, QUIRE_MECHANISM_TURN);
}
