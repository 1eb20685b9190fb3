#include "cause/turning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cause/limits.h"
#include "cause/rolling.h"
#include "cause/symptoms.h"
#include "check/around.h"

#define LEAST_SHARE 0.1  /* of what is named */
#define SIDE        0.05 /* of the width: a drive is on one side from so far beside the middle on */
#define SEEN        1e-3 /* a yaw is seen from here on [rad] */
#define SLIPPING    0.5  /* part of the time in which yaw grew */

/* Of one sheet. Parts are the view's rollers, then its guides. */
struct turned {
    bool begun;
    double time, yaw;   /* at the last look */
    double start_yaw;   /* what is left of that at the start [rad] */
    double since;       /* when its yaw came to be SEEN, and has stayed [s]; NaN: it is not */
    double start_shift; /* of its middle at the start [m] */
    double grown;       /* time in which yaw grew [s] */
    double rest;        /* of what it grew by, what rollers have not made by how they run [rad] */
    double debt;        /* 0 or less: what they should have made beyond what it grew by [rad] */
    double *moment;     /* at the last look (n_part) [N m] */
    double *impulse;    /* while yaw grew, positive where it made it grow (n_part) [N m s] */
    double *pressed;    /* of the rest, by these moments (n_part) [rad] */
    double *held, *slipped; /* of that time, how long each roller held the sheet, and slipped on it
                             * (n_roller) [s] */
    double *rate, *going;   /* at the last look, by how they run (n_roller) [rad/s], [m/s] */
    double *turn;  /* that each made by that, positive where it made yaw grow (n_roller) [rad] */
    double *aside; /* of the sheet's middle by that since the start (n_roller) [m] */
    double *press; /* sideways since the start (n_guide) [N s] */
};

struct quire_turning {
    size_t n_roller, n_guide, n_part;
    struct turned *sheet; /* (n_sheet); NULL: planar */
    double *memory;
    double *rate, *going; /* of this look (n_roller) [rad/s], [m/s] */
};

/* Each list takes its place in the memory. */
static double *
take(double **memory, size_t n)
{
    double *list = *memory;
    *memory += n;
    return list;
}

static void
lay_out(struct quire_turning *self, size_t n_sheet)
{
    double *memory = self->memory;

    self->rate = take(&memory, self->n_roller);
    self->going = take(&memory, self->n_roller);
    for (size_t i = 0; i < n_sheet; i++) {
        struct turned *t = self->sheet + i;
        t->moment = take(&memory, self->n_part);
        t->impulse = take(&memory, self->n_part);
        t->pressed = take(&memory, self->n_part);
        t->held = take(&memory, self->n_roller);
        t->slipped = take(&memory, self->n_roller);
        t->rate = take(&memory, self->n_roller);
        t->going = take(&memory, self->n_roller);
        t->turn = take(&memory, self->n_roller);
        t->aside = take(&memory, self->n_roller);
        t->press = take(&memory, self->n_guide);
    }
}

struct quire_turning *
quire_turning_create(const struct quire_view *view)
{
    struct quire_turning *self = calloc(1, sizeof *self);

    if (self == NULL || !view->spatial) {
        return self;
    }
    self->n_roller = view->n_roller;
    self->n_guide = view->n_guide;
    self->n_part = view->n_roller + view->n_guide;
    const size_t each = 3 * self->n_part + 6 * self->n_roller + self->n_guide;
    self->sheet = calloc(view->n_sheet + 1, sizeof *self->sheet);
    self->memory = calloc(view->n_sheet * each + 2 * self->n_roller + 1, sizeof *self->memory);
    if (self->sheet == NULL || self->memory == NULL) {
        quire_turning_destroy(self);
        return NULL;
    }
    lay_out(self, view->n_sheet);
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

/* How far each roller has taken the sheet aside, and how hard each guide has pressed. */
static void
add_aside(const struct quire_turning *self, struct turned *t, const struct quire_view *view,
          size_t sheet, double dt)
{
    for (size_t i = 0; i < self->n_roller; i++) {
        t->aside[i] += dt * 0.5 * (t->going[i] + self->going[i]);
    }
    for (size_t i = 0; i < self->n_guide; i++) {
        t->press[i] += view->guide[i].sheet == (int)sheet ? dt * view->guide[i].lateral : 0;
    }
}

/* Moment of a part since the last look, where it made yaw grow: a nip's, that of both its rollers,
 * stands with its driver. */
static double
growing_moment(const struct turned *t, const struct quire_view *view, const double *now, size_t i,
               double way)
{
    const int nip = i < view->n_roller ? view->roller[i].nip : -1;
    double mean = 0.5 * (t->moment[i] + now[i]);

    if (nip >= 0 && (int)i != view->nip[nip].driver) {
        return 0;
    }
    if (nip >= 0) {
        const size_t idler = (size_t)view->nip[nip].idler;
        mean += 0.5 * (t->moment[idler] + now[idler]);
    }
    return fmax(way * mean, 0);
}

/* Divides what rollers have not made of the growth, by moments now: where yaw hardly grows, large
 * ones count for little. */
static void
add_rest(const struct quire_turning *self, struct turned *t, const struct quire_view *view,
         const double *now, double way, double rest)
{
    double sum = 0;

    for (size_t i = 0; i < self->n_part; i++) {
        sum += growing_moment(t, view, now, i, way);
    }
    if (!(rest + t->debt > 0 && sum > 0)) {
        t->debt = fmin(rest + t->debt, 0);
        return;
    }
    for (size_t i = 0; i < self->n_part; i++) {
        t->pressed[i] += (rest + t->debt) * growing_moment(t, view, now, i, way) / sum;
    }
    t->rest += rest + t->debt;
    t->debt = 0;
}

static void
add_growth(const struct quire_turning *self, struct turned *t, const struct quire_view *view,
           size_t sheet, double dt)
{
    const double *now = view->sheet[sheet].moment, yaw = view->sheet[sheet].yaw,
                 way = t->yaw + yaw > 0 ? 1 : -1;
    double rest = fabs(yaw - t->yaw);

    t->grown += dt;
    for (size_t i = 0; i < self->n_part; i++) {
        t->impulse[i] += dt * way * 0.5 * (t->moment[i] + now[i]);
    }
    for (size_t i = 0; i < self->n_roller; i++) {
        const struct quire_roller_view *r = view->roller + i;
        const double turn = dt * way * 0.5 * (t->rate[i] + self->rate[i]);
        t->turn[i] += turn;
        rest -= turn;
        if (drives(view, sheet, i)) {
            t->held[i] += dt;
            const bool slower = r->slip * view->sheet[sheet].lead.path_speed < 0,
                       slips = fabs(r->slip) >= QUIRE_DIAGNOSIS_SLIP * fabs(r->surface_speed);
            t->slipped[i] += slower && slips ? dt : 0;
        }
    }
    add_rest(self, t, view, now, way, rest);
}

/* Yaw has fallen to a part of what it was: so has all that made it. */
static void
take_off(const struct quire_turning *self, struct turned *t, double part)
{
    t->start_yaw *= part;
    t->grown *= part;
    t->rest *= part;
    t->debt *= part;
    for (size_t i = 0; i < self->n_part; i++) {
        t->impulse[i] *= part;
        t->pressed[i] *= part;
    }
    for (size_t i = 0; i < self->n_roller; i++) {
        t->held[i] *= part;
        t->slipped[i] *= part;
        t->turn[i] *= part;
    }
}

/* Since when it is seen: between two looks its yaw has grown evenly. */
static void
note_yaw(struct turned *t, double time, double yaw)
{
    const double before = fabs(t->yaw), now = fabs(yaw);

    if (!(now >= SEEN)) {
        t->since = NAN;
    } else if (isnan(t->since)) {
        t->since = before < SEEN && t->time < time
                       ? t->time + (time - t->time) * (SEEN - before) / (now - before)
                       : time;
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
    quire_rolling_rates(view, sheet, self->rate, self->going);
    if (!t->begun) {
        t->begun = true;
        t->since = NAN;
        t->time = view->time;
        t->start_yaw = s->yaw;
        t->start_shift = s->shift;
    } else if (dt > 0) {
        add_aside(self, t, view, sheet, dt);
        if (fabs(s->yaw) > fabs(t->yaw) && t->yaw * s->yaw >= 0) {
            add_growth(self, t, view, sheet, dt);
        } else if (fabs(t->yaw) > 0) {
            take_off(self, t, fmax(s->yaw / t->yaw, 0));
        }
    }
    note_yaw(t, view->time, s->yaw);
    t->time = view->time;
    t->yaw = s->yaw;
    memcpy(t->moment, s->moment, self->n_part * sizeof *t->moment);
    memcpy(t->rate, self->rate, self->n_roller * sizeof *t->rate);
    memcpy(t->going, self->going, self->n_roller * sizeof *t->going);
}

/* ---- what is found ---- */

/* The largest first. */
static void
insert(struct quire_why *out, struct quire_share one)
{
    size_t k = 0;

    if (one.name == NULL || !(one.share >= LEAST_SHARE)) {
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
    const char *sort, *name; /* NULL: a roller of a nip */
    double impulse, pressed, held, turn, aside, press;
};

static void
add_roller(const struct turned *t, int roller, struct part *out)
{
    out->impulse += t->impulse[roller];
    out->pressed += t->pressed[roller];
    out->turn += t->turn[roller];
    out->aside += t->aside[roller];
    out->held = fmax(out->held, t->held[roller]);
}

static bool
part_at(const struct quire_turning *self, const struct turned *t, const struct quire_view *view,
        size_t i, struct part *out)
{
    *out = (struct part){.sort = NULL};
    if (i < view->n_nip) {
        const struct quire_nip_view *nip = view->nip + i;
        out->sort = "nip";
        out->name = nip->name;
        add_roller(t, nip->driver, out);
        add_roller(t, nip->idler, out);
    } else if ((i -= view->n_nip) < self->n_roller) {
        if (view->roller[i].nip < 0) {
            out->sort = "roller";
            out->name = view->roller[i].name;
            add_roller(t, (int)i, out);
        }
    } else if ((i -= self->n_roller) < view->n_guide) {
        out->sort = "guide";
        out->name = view->guide[i].name;
        out->impulse = t->impulse[self->n_roller + i];
        out->pressed = t->pressed[self->n_roller + i];
        out->press = t->press[i];
    } else {
        return false;
    }
    return true;
}

/* What made the yaw: what is left of the start; rollers by how they run; and, for the rest, all
 * that has pressed, by its moments. */
struct split {
    double start;           /* of the yaw */
    double turned, pressed; /* of what it grew by */
    double turns, rest;     /* sums of those that made it grow [rad] */
    const char *longest;    /* drive that held the sheet longest, where nothing else is known */
};

/* Moments too small to have turned the sheet in that time are none. */
static double
least_impulse(const struct turned *t, const struct quire_sheet_view *s)
{
    const double inertia = s->mass * (s->length * s->length + s->width * s->width) / 12;

    return t->grown > 0 ? inertia * fabs(t->yaw - t->start_yaw) / t->grown : 0;
}

static struct split
split_yaw(const struct quire_turning *self, const struct turned *t, const struct quire_view *view,
          size_t sheet)
{
    const struct quire_sheet_view *s = view->sheet + sheet;
    struct split out = {.start = fabs(s->yaw) > 0 ? fmin(fmax(t->start_yaw / s->yaw, 0), 1) : 0};
    struct part part;
    double most = 0, held = 0;

    for (size_t i = 0; part_at(self, t, view, i, &part); i++) {
        out.turns += fmax(part.turn, 0);
        most = fmax(most, part.impulse);
        out.longest = part.held > held ? part.name : out.longest;
        held = fmax(held, part.held);
    }
    out.rest = most > least_impulse(t, s) ? t->rest : 0;
    const double sum = out.turns + out.rest;
    out.turned = sum > 0 ? out.turns / sum : 0;
    out.pressed = sum > 0 ? out.rest / sum : 0;
    out.longest = sum > 0 ? NULL : out.longest;
    return out;
}

/* The share of a part in the yaw. */
static double
share_of(const struct split *split, const struct part *part)
{
    double share = part->name != NULL && part->name == split->longest ? 1 : 0;

    if (split->turned > 0) {
        share += split->turned * fmax(part->turn, 0) / split->turns;
    }
    if (split->pressed > 0) {
        share += split->pressed * part->pressed / split->rest;
    }
    return (1 - split->start) * share;
}

static void
name_first(struct quire_why *out, enum quire_mechanism mechanism)
{
    if (out->n_share == 0) {
        return;
    }
    out->mechanism = out->share[0].start ? QUIRE_MECHANISM_START : mechanism;
    out->sort = out->share[0].sort;
    out->name = out->share[0].name;
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
    const struct split split = split_yaw(self, t, view, sheet);
    struct part part;

    add_start(out, view->sheet + sheet, split.start);
    for (size_t i = 0; part_at(self, t, view, i, &part); i++) {
        add_share(out, part.sort, part.name, share_of(&split, &part));
    }
    quire_symptoms_insert(
        out, (struct quire_symptom){QUIRE_SYMPTOM_TURNED, t->since, NULL, NULL, t->yaw});
    name_first(out, QUIRE_MECHANISM_TURN);
    if (slips >= 0 && out->mechanism == QUIRE_MECHANISM_TURN) {
        const struct quire_around at = quire_around_roller(view, view->roller + slips);
        quire_why_blame(out, QUIRE_MECHANISM_SLIP, at.sort, at.name);
        out->n_share = 0;
    }
}

/* Of how far an edge is aside, in parts of that: where it started, how far rollers have taken it by
 * how they run, how far guides have pressed it, and what it has turned. */
struct aside {
    double start, yaw, pressed;
    double presses; /* sum of those in that direction [N s] */
    double sum;     /* of all parts that count */
};

static struct aside
split_aside(const struct quire_turning *self, const struct turned *t, const struct quire_view *view,
            size_t sheet, double off, double edge)
{
    const double shift = view->sheet[sheet].shift;
    struct aside out = {.start = fmax(1 - (edge - t->start_shift) / off, 0),
                        .yaw = (edge - shift) / off};
    double rest = (shift - t->start_shift) / off, rolled = 0;
    struct part part;

    for (size_t i = 0; part_at(self, t, view, i, &part); i++) {
        rolled += fmax(part.aside / off, 0);
        rest -= part.aside / off;
        out.presses += fmax(part.press / off, 0);
    }
    if (out.presses > 0) {
        out.pressed = fmax(rest, 0);
    } else {
        out.yaw += rest; /* it turned about another place than its middle */
    }
    out.yaw = fmax(out.yaw, 0);
    out.sum = out.start + out.yaw + out.pressed + rolled;
    return out;
}

void
quire_turning_find_aside(const struct quire_turning *self, const struct quire_view *view,
                         size_t sheet, double off, double edge, struct quire_why *out)
{
    if (self->sheet == NULL || !self->sheet[sheet].begun || !(fabs(off) > 0)) {
        return;
    }
    const struct turned *t = self->sheet + sheet;
    const struct split split = split_yaw(self, t, view, sheet);
    const struct aside aside = split_aside(self, t, view, sheet, off, edge);
    struct part part;

    if (!(aside.sum > 0)) {
        return;
    }
    add_start(out, view->sheet + sheet, (aside.start + aside.yaw * split.start) / aside.sum);
    for (size_t i = 0; part_at(self, t, view, i, &part); i++) {
        double share = fmax(part.aside / off, 0) + aside.yaw * share_of(&split, &part);
        if (aside.pressed > 0) {
            share += aside.pressed * fmax(part.press / off, 0) / aside.presses;
        }
        add_share(out, part.sort, part.name, share / aside.sum);
    }
    name_first(out, QUIRE_MECHANISM_TURN);
}
