#include "judge/diagnosis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/around.h"
#include "check/branch.h"
#include "judge/drives.h"
#include "judge/pull.h"
#include "judge/streams.h"
#include "judge/turning.h"
#include "kind/sensor.h"
#include "path/channels.h"
#include "path/places.h"

/* A symptom that may hold now, or has until not long ago. */
struct seen {
    bool holds;
    double last; /* when it was seen last [s] */
    struct quire_symptom first;
};

#define STEPS 128 /* that are kept of a sheet: between two looks there are hardly more */

/* Of a sheet at the ends of its last steps, what needs no forces. */
struct step {
    /* of its lead edge along its path [m/s]; see shortening() [m] */
    double time, speed, shortening;
};
struct followed {
    struct step step[STEPS];
    size_t n;      /* so far */
    double looked; /* at it, last */
};

/* What a lead edge has touched for the first time, steep to its way. */
struct met {
    const char *name; /* of a guide; NULL: nothing yet */
    double time, angle;
};

struct quire_diagnosis {
    struct met *met;                          /* (n_sheet) */
    struct seen (*seen)[QUIRE_SYMPTOM_KINDS]; /* (n_sheet) */
    struct followed *followed;                /* (n_sheet) */
    /* (n_roller) greatest surface speed so far [m/s]; (n_sheet, n_roller) how much less than most
     * drives each has driven a sheet while it was the slowest that held it [m] */
    double *fastest, *lost;
    double *drove; /* (n_sheet, n_roller) for how long each has held the sheet [s] */
    /* (n_sheet) by how much it fell behind its drives [m]; (n_sheet, n_guide) what each guide has
     * held it back with meanwhile [N s] */
    double *behind, *held_back;
    size_t n_roller;
    double time; /* of the last look; NaN: there was none [s] */
    struct quire_turning *turning;
    struct quire_streams *streams;
};

struct quire_diagnosis *
quire_diagnosis_create(const struct quire_view *view)
{
    struct quire_diagnosis *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return NULL;
    }
    self->seen = calloc(view->n_sheet + 1, sizeof *self->seen);
    self->met = calloc(view->n_sheet + 1, sizeof *self->met);
    self->followed = calloc(view->n_sheet + 1, sizeof *self->followed);
    self->n_roller = view->n_roller;
    self->time = NAN;
    self->fastest = calloc(view->n_roller + 1, sizeof *self->fastest);
    self->lost = calloc(view->n_sheet * view->n_roller + 1, sizeof *self->lost);
    self->drove = calloc(view->n_sheet * view->n_roller + 1, sizeof *self->drove);
    self->behind = calloc(view->n_sheet + 1, sizeof *self->behind);
    self->held_back = calloc(view->n_sheet * view->n_guide + 1, sizeof *self->held_back);
    self->turning = quire_turning_create(view);
    self->streams = quire_streams_create(view);
    if (self->seen == NULL || self->followed == NULL || self->turning == NULL ||
        self->streams == NULL || self->met == NULL || self->fastest == NULL ||
        self->drove == NULL || self->behind == NULL || self->held_back == NULL ||
        self->lost == NULL) {
        quire_diagnosis_destroy(self);
        return NULL;
    }
    return self;
}

void
quire_diagnosis_destroy(struct quire_diagnosis *self)
{
    if (self != NULL) {
        quire_turning_destroy(self->turning);
        quire_streams_destroy(self->streams);
        free(self->met);
        free(self->drove);
        free(self->behind);
        free(self->held_back);
        free(self->fastest);
        free(self->lost);
        free(self->seen);
        free(self->followed);
        free(self);
    }
}

/* ---- facts ---- */

static bool
stands_in_the_way(const struct quire_front_view *front)
{
    return front->guide != NULL && front->angle >= QUIRE_DIAGNOSIS_STEEP &&
           front->opposing >= QUIRE_HOLDING_FORCE;
}

/* How much shorter a sheet is along its path than it is long. */
static double
shortening(const struct quire_sheet_view *s)
{
    return s->length - (s->lead.path_distance - s->trail.path_distance);
}

/* ---- steps ---- */

void
quire_diagnosis_track(struct quire_diagnosis *self, const struct quire_view *view, size_t sheet)
{
    const struct quire_sheet_view *s = &view->sheet[sheet];
    struct followed *f = self->followed + sheet;

    if (!s->entered || s->path == NULL) {
        return;
    }
    while (f->n > 0 && f->step[(f->n - 1) % STEPS].time >= view->time) {
        f->n--; /* it was taken back */
    }
    f->step[f->n++ % STEPS] = (struct step){view->time, s->lead.path_speed, shortening(s)};
}

/* `way`: +1 or -1, as the drives run with the feed or against it */
static bool
is_slower(const struct step *step, double way, double limit)
{
    return way * step->speed < limit;
}

static bool
stands(const struct step *step, double way, double limit)
{
    (void)way;
    return fabs(step->speed) < limit;
}

static bool
is_shorter(const struct step *step, double way, double limit)
{
    (void)way;
    return step->shortening >= limit;
}

/* The end of the first step since the last look from which on a symptom has held; `time` if there
 * was none. */
static double
since(const struct followed *f, bool (*holds)(const struct step *, double, double), double way,
      double limit, double time)
{
    double found = time;

    for (size_t k = f->n; k-- > 0 && k + STEPS >= f->n;) {
        const struct step *step = f->step + k % STEPS;
        if (step->time <= f->looked || !holds(step, way, limit)) {
            break;
        }
        found = step->time < time ? step->time : found;
    }
    return found;
}

/* ---- symptoms ---- */

/* `began`: when, if it has just begun. */
static void
note(struct seen *seen, enum quire_symptom_kind kind, bool holds, double time, double began,
     const char *sort, const char *name, double value)
{
    if (seen->holds && (time - seen->last > QUIRE_DIAGNOSIS_BREAK ||
                        (holds && name != NULL && name != seen->first.name))) {
        seen->holds = false;
    }
    if (!holds) {
        return;
    }
    if (!seen->holds) {
        seen->holds = true;
        seen->first = (struct quire_symptom){kind, began, sort, name, value};
    }
    seen->last = time;
}

/* Of two drives that hold the sheet at different speeds the one that differs from others: where the
 * slower one is ahead of the other it makes a loop; behind it, it matters where something slips.
 * NULL: none. *by: how much faster it is than the other. */
static const struct quire_push *
one_of_two(const struct quire_view *view, const struct quire_push *push, size_t n, double *by)
{
    const struct quire_push *slow = quire_drives_slowest(push, n);
    bool slip = false;

    for (size_t k = 0; k < n; k++) {
        slip = slip || quire_drives_slip(push + k);
    }
    for (size_t k = 0; k < n; k++) {
        const struct quire_push *other = push + k;
        if (slow->speed < (1 - QUIRE_DIAGNOSIS_SPEEDS) * other->speed &&
            (slow->at > other->at || slip)) {
            const struct quire_push *odd = quire_pull_odd(view, slow, other);
            *by = odd == slow ? slow->speed - other->speed : other->speed - slow->speed;
            return odd;
        }
    }
    return NULL;
}

static void
note_speeds(struct seen *seen, const struct quire_view *view, const struct quire_push *push,
            size_t n, double time)
{
    double by = 0;
    const struct quire_push *odd = one_of_two(view, push, n, &by);

    note(&seen[QUIRE_SYMPTOM_SPEEDS], QUIRE_SYMPTOM_SPEEDS, odd != NULL, time, time,
         odd != NULL ? odd->sort : NULL, odd != NULL ? odd->name : NULL, by);
}

/* What a lead edge has met may throw it back within a look's time: the first touch is known by its
 * event. It is a sign if the sheet stands out, or falls behind, soon after. */
static void
note_met(struct seen *seen, const struct met *met, double time)
{
    static const enum quire_symptom_kind after[] = {QUIRE_SYMPTOM_SHORT, QUIRE_SYMPTOM_BEHIND};
    struct seen *steep = &seen[QUIRE_SYMPTOM_STEEP];

    for (size_t k = 0; met->name != NULL && k < sizeof after / sizeof *after; k++) {
        const struct seen *of = &seen[after[k]];
        const double later = of->first.time - met->time;
        if (of->holds && time - of->last <= QUIRE_DIAGNOSIS_BREAK && later >= 0 &&
            later <= QUIRE_DIAGNOSIS_BREAK && (!steep->holds || steep->first.time > met->time)) {
            *steep = (struct seen){
                true, time, {QUIRE_SYMPTOM_STEEP, met->time, "guide", met->name, met->angle}};
        }
    }
}

/* A lead edge that met something steep may be thrown back, or fold up behind it: what it met is
 * kept as long as the sheet stands out, or is behind, since then. */
static void
keep_origin(struct seen *seen, double time)
{
    static const enum quire_symptom_kind after[] = {QUIRE_SYMPTOM_SHORT, QUIRE_SYMPTOM_BEHIND};
    struct seen *steep = &seen[QUIRE_SYMPTOM_STEEP];

    for (size_t k = 0; k < sizeof after / sizeof *after; k++) {
        const struct seen *of = &seen[after[k]];
        if (steep->holds && of->holds && time - of->last <= QUIRE_DIAGNOSIS_BREAK &&
            of->first.time >= steep->first.time - QUIRE_DIAGNOSIS_BREAK &&
            of->first.time <= steep->last + QUIRE_DIAGNOSIS_BREAK) {
            steep->last = time;
        }
    }
}

static void
observe_sheet(struct seen *seen, const struct followed *f, const struct met *met,
              const struct quire_view *view, size_t i)
{
    const struct quire_sheet_view *s = &view->sheet[i];
    struct quire_push push[QUIRE_PUSHES] = {{0}};
    const size_t n = quire_drives_of(view, i, push);
    const struct quire_push *slow = quire_drives_pace(push, n), *slipping = NULL;
    for (size_t k = 0; k < n; k++) {
        slipping = slipping == NULL && quire_drives_slip(push + k) ? push + k : slipping;
    }
    const bool driven = slow != NULL && slow->speed >= QUIRE_DIAGNOSIS_DRIVEN;
    const double speed = s->lead.path_speed, t = view->time;
    const struct quire_nip_view *open = n == 0 ? quire_drives_missing(view, s, i) : NULL;

    const double limit = slow != NULL ? slow->speed : 0, way = quire_drives_way(slow),
                 behind = since(f, is_slower, way, QUIRE_DIAGNOSIS_BEHIND * limit, t);

    /* what holds a lead edge back has begun when that falls behind */
    const double before = seen[QUIRE_SYMPTOM_BEHIND].holds ? t : behind;

    keep_origin(seen, t);
    note(&seen[QUIRE_SYMPTOM_STEEP], QUIRE_SYMPTOM_STEEP, stands_in_the_way(&s->front), t, before,
         "guide", s->front.guide, s->front.angle);
    note(&seen[QUIRE_SYMPTOM_SLIP], QUIRE_SYMPTOM_SLIP, slipping != NULL, t, before,
         slipping != NULL ? slipping->sort : NULL, slipping != NULL ? slipping->name : NULL,
         slipping != NULL ? slipping->slip : 0);
    note(&seen[QUIRE_SYMPTOM_BEHIND], QUIRE_SYMPTOM_BEHIND,
         driven && way * speed < QUIRE_DIAGNOSIS_BEHIND * slow->speed, t, behind, NULL, NULL,
         speed);
    note(&seen[QUIRE_SYMPTOM_SHORT], QUIRE_SYMPTOM_SHORT, shortening(s) >= QUIRE_DIAGNOSIS_SHORT, t,
         since(f, is_shorter, way, QUIRE_DIAGNOSIS_SHORT, t), NULL, NULL, shortening(s));
    note(&seen[QUIRE_SYMPTOM_LOOSE], QUIRE_SYMPTOM_LOOSE, open != NULL, t, t, "nip",
         open != NULL ? open->name : NULL, s->lead.path_distance);
    note(&seen[QUIRE_SYMPTOM_STANDING], QUIRE_SYMPTOM_STANDING,
         driven && fabs(speed) < QUIRE_DIAGNOSIS_SLIP * slow->speed, t,
         since(f, stands, way, QUIRE_DIAGNOSIS_SLIP * limit, t), NULL, NULL, speed);
    note_speeds(seen, view, push, n, t);
    note_met(seen, met, t);
}

void
quire_diagnosis_event(struct quire_diagnosis *self, const struct quire_view *view,
                      const struct quire_event *event)
{
    const size_t i = quire_around_sheet(view, event->sheet);

    if (event->kind != QUIRE_EVENT_TOUCH || i == view->n_sheet || view->sheet[i].path == NULL) {
        return;
    }
    const struct quire_sheet_view *s = &view->sheet[i];
    for (size_t k = 0; k < view->n_guide; k++) {
        const struct quire_guide_view *g = view->guide + k;
        if (g->outline->n == 0 || strcmp(g->name, event->source) != 0) {
            continue;
        }
        double feed[2], angle;
        quire_outline_at(s->path, s->lead.path_distance, (double[2]){0}, feed);
        const double distance = quire_around_guide(g, s->lead.x, s->lead.y, feed, &angle);
        if (distance <= QUIRE_FRONT && angle >= QUIRE_DIAGNOSIS_STEEP) {
            self->met[i] = (struct met){g->name, event->time, angle};
        }
        return;
    }
}

static int
compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The speed that most drives have, once they run: their median; 0: none has run. */
static double
usual_speed(const struct quire_diagnosis *self, double *room)
{
    size_t n = 0;

    for (size_t i = 0; i < self->n_roller; i++) {
        if (self->fastest[i] >= QUIRE_DIAGNOSIS_DRIVEN) {
            room[n++] = self->fastest[i];
        }
    }
    qsort(room, n, sizeof *room, compare);
    return n > 0 ? room[n / 2] : 0;
}

/* A sheet that is slower than its drives by the tenth at which they slip. */
static void
observe_behind(struct quire_diagnosis *self, const struct quire_view *view, size_t sheet,
               const struct quire_push *slow, double dt)
{
    const double way = quire_drives_way(slow),
                 by = slow->speed - way * view->sheet[sheet].lead.path_speed;

    if (!(by > QUIRE_DIAGNOSIS_SLIP * slow->speed)) {
        return;
    }
    self->behind[sheet] += dt * by;
    for (size_t i = 0; i < view->n_guide; i++) {
        const struct quire_guide_view *g = view->guide + i;
        if (g->sheet == (int)sheet && way * g->holding >= QUIRE_HOLDING_FORCE) {
            self->held_back[sheet * view->n_guide + i] += dt * way * g->holding;
        }
    }
}

/* What the slowest drive of each sheet has driven it less than is usual, since the last look. */
static void
observe_lost(struct quire_diagnosis *self, const struct quire_view *view)
{
    const double dt = isnan(self->time) ? 0 : view->time - self->time;
    double *room = calloc(self->n_roller + 1, sizeof *room);

    for (size_t i = 0; i < self->n_roller; i++) {
        const struct quire_roller_view *r = view->roller + i;
        self->fastest[i] = r->is_driver ? fmax(self->fastest[i], fabs(r->surface_speed)) : 0;
    }
    const double usual = room != NULL ? usual_speed(self, room) : 0;
    for (size_t k = 0; k < view->n_sheet && usual > 0; k++) {
        struct quire_push push[QUIRE_PUSHES] = {{0}};
        const size_t n = view->sheet[k].entered ? quire_drives_of(view, k, push) : 0;
        const struct quire_push *slow = quire_drives_pace(push, n);
        for (size_t i = 0; i < n; i++) {
            self->drove[k * self->n_roller + (size_t)push[i].roller] += dt;
        }
        if (slow != NULL) {
            self->lost[k * self->n_roller + (size_t)slow->roller] +=
                dt * fmax(usual - slow->speed, 0);
            observe_behind(self, view, k, slow, dt);
        }
    }
    self->time = view->time;
    free(room);
}

void
quire_diagnosis_observe(struct quire_diagnosis *self, const struct quire_view *view)
{
    observe_lost(self, view);
    for (size_t i = 0; i < view->n_sheet; i++) {
        const struct quire_sheet_view *s = &view->sheet[i];
        if (s->entered && s->path != NULL && !quire_around_is_held(s, view->time)) {
            observe_sheet(self->seen[i], self->followed + i, self->met + i, view, i);
        }
        if (s->entered) {
            quire_turning_observe(self->turning, view, i);
            quire_streams_observe(self->streams, view, i);
        }
        self->followed[i].looked = view->time;
    }
}

/* ---- the chain ---- */

static void
add_symptoms(const struct seen *seen, double time, struct quire_why *out)
{
    for (int k = 0; k < QUIRE_SYMPTOM_KINDS; k++) {
        if (!seen[k].holds || time - seen[k].last > QUIRE_DIAGNOSIS_BREAK) {
            continue;
        }
        size_t i = out->n_symptom++;
        for (; i > 0 && out->symptom[i - 1].time > seen[k].first.time; i--) {
            out->symptom[i] = out->symptom[i - 1];
        }
        out->symptom[i] = seen[k].first;
    }
}

static void
blame(struct quire_why *out, enum quire_mechanism mechanism, const char *sort, const char *name)
{
    out->mechanism = mechanism;
    out->sort = sort;
    out->name = name;
}

static bool
all_slip(const struct quire_why *why)
{
    bool all = why->n_push > 0;
    for (size_t k = 0; k < why->n_push; k++) {
        all = all && quire_drives_slip(why->push + k);
    }
    return all;
}

/* Friction over normal force of all that drives. */
static double
grip_used(const struct quire_why *why)
{
    double friction = 0, normal = 0;
    for (size_t k = 0; k < why->n_push; k++) {
        friction += fabs(why->push[k].friction);
        normal += why->push[k].normal;
    }
    return normal > 0 ? friction / normal : 0;
}

static bool
any_slips(const struct quire_why *why)
{
    for (size_t k = 0; k < why->n_push; k++) {
        if (quire_drives_slip(why->push + k)) {
            return true;
        }
    }
    return false;
}

/* The channel that the sheet's front has missed; NULL: it has missed none. */
static const struct quire_channel_params *
missed_channel(const struct quire_sheet_view *s, const struct quire_check_result *result)
{
    const bool at_front =
        fabs(result->path_distance - s->lead.path_distance) <= QUIRE_DIAGNOSIS_FRONT;
    return at_front && s->object != NULL && s->object->parent != NULL
               ? quire_channel_at(s->object->parent, quire_around_path(s), result->path_distance)
               : NULL;
}

/* Whether the first sign is a lead edge that met something steep, which may have thrown it back: a
 * sheet that folds up behind it is held by friction later. */
static bool
began_with_a_stub(const struct quire_why *why)
{
    return why->n_symptom > 0 && why->symptom[0].kind == QUIRE_SYMPTOM_STEEP;
}

static const struct quire_sensor_common *
sensor_of(const struct quire_check_result *result)
{
    return result->sensor->params;
}

/* Whether the end of a path lies on another one, to which it leads. */
static bool
leads_to(const struct quire_view *view, const struct quire_object *from,
         const struct quire_object *to)
{
    const struct quire_outline *path[2] = {NULL, NULL};
    double end[2], at = NAN, left = NAN;

    for (size_t i = 0; i < view->n_path; i++) {
        path[0] = view->path_object[i] == from ? view->path + i : path[0];
        path[1] = view->path_object[i] == to ? view->path + i : path[1];
    }
    if (path[0] == NULL || path[1] == NULL || path[0]->n == 0 || path[1]->n == 0) {
        return false;
    }
    quire_outline_at(path[0], path[0]->length, end, NULL);
    quire_outline_project(path[1], end, -1, &at, &left);
    return fabs(left) <= QUIRE_DIAGNOSIS_SHORT;
}

/* Where the lead edge has gone along another path than that on which it was due, the gate that sent
 * it there; without a gate, the channel that it missed or is in. */
static bool
went_astray(const struct quire_view *view, const struct quire_sheet_view *s,
            const struct quire_check_result *result, const struct quire_channel_params *missed,
            struct quire_why *out)
{
    struct quire_branch branch;
    const struct quire_object *due =
        result->sensor != NULL ? sensor_of(result)->path : quire_around_path(s);
    const bool elsewhere = quire_branch_of_lead(view, s, &branch) && branch.path != due &&
                           !leads_to(view, branch.path, due);
    const struct quire_guide_view *gate = elsewhere ? quire_branch_gate(view, &branch) : NULL;

    out->branch = elsewhere ? branch.path->name : NULL;
    if (gate != NULL) {
        blame(out, QUIRE_MECHANISM_ASTRAY, "guide", gate->name);
    } else if (missed != NULL) {
        blame(out, QUIRE_MECHANISM_ASTRAY, "channel", missed->name);
    } else if (elsewhere && branch.channel != NULL) {
        blame(out, QUIRE_MECHANISM_ASTRAY, "channel", branch.channel->name);
    }
    return out->mechanism == QUIRE_MECHANISM_ASTRAY;
}

/* Of the drives that have held the sheet the one that has never run as fast as most do; n_roller:
 * there is none. */
static size_t
slowest_of_all(const struct quire_diagnosis *self, const double *held)
{
    double *room = calloc(self->n_roller + 1, sizeof *room);
    const double usual = room != NULL ? usual_speed(self, room) : 0;
    size_t found = self->n_roller;

    for (size_t i = 0; i < self->n_roller; i++) {
        if (held[i] > 0 && self->fastest[i] < (1 - QUIRE_DIAGNOSIS_SPEEDS) * usual &&
            (found == self->n_roller || self->fastest[i] < self->fastest[found])) {
            found = i;
        }
    }
    free(room);
    return found;
}

/* The guide that has held the sheet back most while it fell behind its drives, if it fell behind by
 * QUIRE_DIAGNOSIS_LOST; n_guide: there is none. */
static size_t
guide_that_delayed(const struct quire_diagnosis *self, const struct quire_view *view, size_t sheet)
{
    const double *held = self->held_back + sheet * view->n_guide;
    size_t most = 0;

    for (size_t i = 0; i < view->n_guide; i++) {
        most = held[i] > held[most] ? i : most;
    }
    return self->behind[sheet] >= QUIRE_DIAGNOSIS_LOST && view->n_guide > 0 && held[most] > 0
               ? most
               : view->n_guide;
}

/* A sheet that comes as its drives bring it now: the drive that is slower than others, the guide
 * that has held it back on its way, the drive that has lost most way, or else the sensor at which
 * it was due, whose place or limit is not that of the drives. */
static void
blame_drive(const struct quire_diagnosis *self, const struct quire_view *view, size_t sheet,
            const struct quire_check_result *result, const struct quire_push *slow,
            struct quire_why *out)
{
    const double *lost = self->lost + sheet * self->n_roller;
    const size_t guide = guide_that_delayed(self, view, sheet);
    size_t roller = slowest_of_all(self, self->drove + sheet * self->n_roller), most = 0;

    for (size_t i = 0; i < self->n_roller; i++) {
        most = lost[i] > lost[most] ? i : most;
    }
    if (roller == self->n_roller && guide < view->n_guide && self->behind[sheet] > lost[most]) {
        blame(out, QUIRE_MECHANISM_DRAG, "guide", view->guide[guide].name);
        return;
    }
    if (roller == self->n_roller && self->n_roller > 0 && lost[most] >= QUIRE_DIAGNOSIS_LOST) {
        roller = most;
    }
    if (roller < self->n_roller) {
        const struct quire_around at = quire_around_roller(view, view->roller + roller);
        blame(out, QUIRE_MECHANISM_DRIVE, at.sort, at.name);
    } else if (result->sensor != NULL) {
        blame(out, QUIRE_MECHANISM_DRIVE, "sensor", result->sensor->name);
    } else {
        blame(out, QUIRE_MECHANISM_DRIVE, slow->sort, slow->name);
    }
}

/* A nip before which a lead edge stands that should go in, though its rollers touch it; NULL: none.
 */
static const struct quire_nip_view *
nip_in_the_way(const struct quire_view *view, const struct quire_sheet_view *s, size_t sheet)
{
    for (size_t i = 0; i < view->n_nip; i++) {
        const struct quire_nip_view *nip = view->nip + i;
        const double ahead = nip->path_distance - s->lead.path_distance;
        if (ahead >= 0 && ahead <= QUIRE_FRONT &&
            (quire_around_touches(view, sheet, view->roller + nip->driver) ||
             quire_around_touches(view, sheet, view->roller + nip->idler))) {
            return nip;
        }
    }
    return NULL;
}

/* Whether what pushes the sheet is no more than its weight: what any sheet needs, so that drives
 * that slip by it hold too little. */
static bool
pushes_little(const struct quire_view *view, const struct quire_sheet_view *s,
              const struct quire_why *why)
{
    double friction = 0;
    for (size_t k = 0; k < why->n_push; k++) {
        friction += fabs(why->push[k].friction);
    }
    return friction <= s->mass * hypot(view->gravity[0], view->gravity[1]);
}

/* Whether a nip that covers the sheet without grip has a driver that runs. */
static bool
runs(const struct quire_view *view, const struct quire_nip_view *nip,
     const struct quire_sheet_view *s)
{
    return nip->path_distance <= s->lead.path_distance &&
           fabs(view->roller[nip->driver].surface_speed) >= QUIRE_DIAGNOSIS_DRIVEN;
}

/* Where the drive nearest behind one stands along the path; that itself if there is none. */
static double
other_at(const struct quire_why *why, const struct quire_push *of)
{
    double at = of->at;
    for (size_t k = 0; k < why->n_push; k++) {
        at = why->push[k].at < of->at ? why->push[k].at : at;
    }
    return at;
}

/* The drive that slips with little to hold the sheet back, and has the least grip of such; NULL:
 * none. */
static const struct quire_push *
weakest(const struct quire_view *view, const struct quire_sheet_view *s,
        const struct quire_why *why)
{
    const double weight = s->mass * hypot(view->gravity[0], view->gravity[1]);
    const struct quire_push *found = NULL;

    for (size_t k = 0; k < why->n_push; k++) {
        const struct quire_push *p = why->push + k;
        const bool little =
            fabs(p->friction) < QUIRE_DIAGNOSIS_GRIP * p->normal || fabs(p->friction) <= weight;
        if (quire_drives_slip(p) && p->slip * quire_drives_way(p) < 0 && little &&
            (found == NULL || p->limit < found->limit)) {
            found = p;
        }
    }
    return found;
}

/* Whether all that drives the sheet stands. */
static bool
all_stand(const struct quire_why *why)
{
    for (size_t k = 0; k < why->n_push; k++) {
        if (why->push[k].speed >= QUIRE_DIAGNOSIS_DRIVEN) {
            return false;
        }
    }
    return true;
}

/* The first of these that the facts show; doc/guide/jams.md states them. */
static void
name_mechanism(const struct quire_diagnosis *self, const struct quire_view *view, size_t i,
               unsigned about, const struct quire_check_result *result, struct quire_why *out)
{
    double by;
    const struct quire_sheet_view *s = &view->sheet[i];
    const struct quire_push *slow = quire_drives_slowest(out->push, out->n_push),
                            *odd = one_of_two(view, out->push, out->n_push, &by);
    const struct quire_nip_view *open = quire_drives_missing(view, s, i),
                                *narrow = nip_in_the_way(view, s, i);
    const struct quire_push *weak = weakest(view, s, out);
    const struct quire_guide_view *drag = quire_pull_drag(view, i, quire_drives_way(slow));
    const struct quire_channel_params *missed =
        (about & QUIRE_ABOUT_PATH) != 0 ? missed_channel(s, result) : NULL;
    const bool behind = slow == NULL || quire_drives_way(slow) * out->lead_speed <
                                            QUIRE_DIAGNOSIS_BEHIND * slow->speed;

    if ((about & QUIRE_ABOUT_WRAP) != 0) {
        blame(out, QUIRE_MECHANISM_WRAP, NULL, NULL); /* the check has named the roller */
    } else if (behind && stands_in_the_way(&s->front)) {
        blame(out, QUIRE_MECHANISM_STUB, "guide", s->front.guide);
    } else if (missed != NULL && began_with_a_stub(out)) {
        blame(out, QUIRE_MECHANISM_STUB, "guide", out->symptom[0].name);
    } else if ((missed != NULL || (about & QUIRE_ABOUT_TIME) != 0) &&
               went_astray(view, s, result, missed, out)) {
        return;
    } else if (all_stand(out) && open != NULL && (out->n_push == 0 || runs(view, open, s))) {
        blame(out, QUIRE_MECHANISM_LOOSE, "nip", open->name);
    } else if (behind && weak != NULL && !all_slip(out)) {
        blame(out, QUIRE_MECHANISM_SLIP, weak->sort, weak->name);
    } else if (odd != NULL && (!behind || slow->at > other_at(out, slow))) {
        blame(out, QUIRE_MECHANISM_SPEEDS, odd->sort, odd->name);
    } else if (all_slip(out) &&
               (grip_used(out) < QUIRE_DIAGNOSIS_GRIP || pushes_little(view, s, out))) {
        blame(out, QUIRE_MECHANISM_SLIP, out->push[0].sort, out->push[0].name);
    } else if (behind && began_with_a_stub(out)) {
        blame(out, QUIRE_MECHANISM_STUB, "guide", out->symptom[0].name);
    } else if (behind && drag != NULL) {
        blame(out, QUIRE_MECHANISM_DRAG, "guide", drag->name);
    } else if (behind && slow != NULL && narrow != NULL) {
        blame(out, QUIRE_MECHANISM_STUB, "nip", narrow->name);
    } else if ((about & QUIRE_ABOUT_TIME) != 0 && slow != NULL && !behind && !any_slips(out)) {
        blame_drive(self, view, i, result, slow, out);
    }
}

static double
compression_of(const struct quire_sheet_view *s)
{
    double least = 0;
    for (size_t k = 0; s->tension != NULL && k + 1 < s->n_node; k++) {
        least = fmin(least, s->tension[k]);
    }
    return -least;
}

static double
drag_on(const struct quire_view *view, size_t sheet)
{
    double drag = 0;
    for (size_t k = 0; k < view->n_guide; k++) {
        drag += view->guide[k].sheet == (int)sheet ? view->guide[k].drag : 0;
    }
    return drag;
}

/* Where the sheet is, and what acts on it. */
static void
add_facts(const struct quire_view *view, size_t i, struct quire_why *out)
{
    const struct quire_sheet_view *s = &view->sheet[i];

    out->x = s->lead.x;
    out->y = s->lead.y;
    out->path_distance = s->lead.path_distance;
    out->lead_speed = s->lead.path_speed;
    out->n_push = quire_drives_of(view, i, out->push);
    out->drag = drag_on(view, i);
    out->compression = compression_of(s);
    if (s->front.guide != NULL && s->front.opposing >= QUIRE_HOLDING_FORCE) {
        out->held = s->front.guide;
        out->opposing = s->front.opposing;
        out->angle = s->front.angle;
    }
}

/* A sheet that follows another one too closely: the one before is behind its drives, or slower
 * driven, or this one came too soon. */
static void
find_gap(const struct quire_diagnosis *self, const struct quire_view *view, size_t i,
         const struct quire_check_result *result, struct quire_why *out)
{
    const size_t before = quire_streams_before(view, i);
    struct quire_why of = {.angle = NAN};

    if (before == view->n_sheet) {
        return;
    }
    add_facts(view, before, &of);
    const struct quire_push *slow = quire_drives_slowest(of.push, of.n_push),
                            *own = quire_drives_slowest(out->push, out->n_push);
    const double way = quire_drives_way(slow);
    if (slow != NULL && way * of.lead_speed < (1 - QUIRE_DIAGNOSIS_SLIP) * slow->speed) {
        name_mechanism(self, view, before, 0, result, &of);
    }
    if (of.mechanism != QUIRE_MECHANISM_NONE) {
        blame(out, of.mechanism, of.sort, of.name);
    } else if (slow != NULL && own != NULL &&
               slow->speed < (1 - QUIRE_DIAGNOSIS_SPEEDS) * own->speed) {
        const struct quire_push *odd = quire_pull_odd(view, slow, own);
        blame(out, QUIRE_MECHANISM_DRIVE, odd->sort, odd->name);
    } else {
        quire_streams_find_early(self->streams, view, i, out);
    }
}

static void
find_aside(const struct quire_diagnosis *self, const struct quire_view *view, size_t i,
           const struct quire_check_result *result, struct quire_why *out)
{
    const struct quire_sheet_view *s = &view->sheet[i];
    const bool lead = fabs(result->path_distance - s->lead.path_distance) <=
                      fabs(result->path_distance - s->trail.path_distance);

    quire_turning_find_aside(self->turning, view, i, result->left ? -result->value : result->value,
                             lead ? s->lead.z : s->trail.z, out);
}

/* The guide at a corner that is folded. */
static void
find_corner(const struct quire_view *view, size_t i, const struct quire_check_result *result,
            struct quire_why *out)
{
    const struct quire_around at = quire_around_find(view, i, result->x, result->y);

    if (at.sort != NULL && at.force >= QUIRE_HOLDING_FORCE) {
        blame(out, QUIRE_MECHANISM_STUB, at.sort, at.name);
    }
}

void
quire_diagnosis_find(const struct quire_diagnosis *self, const struct quire_view *view,
                     unsigned about, const struct quire_check_result *result, struct quire_why *out)
{
    const size_t i = quire_around_sheet(view, result->sheet);
    /* nothing holds back an edge that came before its window began */
    const bool early = (about & QUIRE_ABOUT_EARLY) != 0 && result->value < result->limit;
    *out = (struct quire_why){.x = NAN, .y = NAN, .path_distance = NAN, .angle = NAN};
    if (i == view->n_sheet || !view->sheet[i].entered || view->sheet[i].path == NULL) {
        return;
    }
    add_facts(view, i, out);
    if ((about & QUIRE_ABOUT_SKEW) != 0) {
        quire_turning_find(self->turning, view, i, out);
    } else if ((about & QUIRE_ABOUT_ASIDE) != 0) {
        find_aside(self, view, i, result, out);
    } else if ((about & QUIRE_ABOUT_DOUBLE) != 0) {
        quire_streams_find_double(self->streams, view, i, out);
    } else if ((about & QUIRE_ABOUT_GAP) != 0) {
        find_gap(self, view, i, result, out);
    } else if ((about & QUIRE_ABOUT_TENSION) != 0) {
        quire_pull_find(view, i, result, out);
    } else if (early) {
        quire_streams_find_early(self->streams, view, i, out);
    } else if ((about & QUIRE_ABOUT_CORNER) != 0) {
        find_corner(view, i, result, out);
    } else {
        add_symptoms(self->seen[i], view->time, out);
        name_mechanism(self, view, i, about, result, out);
    }
}
