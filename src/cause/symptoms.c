#include "cause/symptoms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cause/drives.h"
#include "cause/limits.h"
#include "cause/pull.h"
#include "check/around.h"
#include "check/branch.h"

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

struct quire_symptoms {
    struct met *met;                          /* (n_sheet) */
    struct seen (*seen)[QUIRE_SYMPTOM_KINDS]; /* (n_sheet) */
    struct followed *followed;                /* (n_sheet) */
};

struct quire_symptoms *
quire_symptoms_create(const struct quire_view *view)
{
    struct quire_symptoms *self = calloc(1, sizeof *self);

    if (self == NULL) {
        return NULL;
    }
    self->seen = calloc(view->n_sheet + 1, sizeof *self->seen);
    self->met = calloc(view->n_sheet + 1, sizeof *self->met);
    self->followed = calloc(view->n_sheet + 1, sizeof *self->followed);
    if (self->seen == NULL || self->met == NULL || self->followed == NULL) {
        quire_symptoms_destroy(self);
        return NULL;
    }
    return self;
}

void
quire_symptoms_destroy(struct quire_symptoms *self)
{
    if (self != NULL) {
        free(self->seen);
        free(self->met);
        free(self->followed);
        free(self);
    }
}

bool
quire_symptoms_steep(const struct quire_front_view *front)
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
quire_symptoms_track(struct quire_symptoms *self, const struct quire_view *view, size_t sheet)
{
    const struct quire_sheet_view *s = &view->sheet[sheet];
    struct followed *f = self->followed + sheet;

    if (!s->entered || s->path == NULL) {
        return;
    }
    const bool in_branch = quire_branch_has(view, s);
    while (f->n > 0 && f->step[(f->n - 1) % STEPS].time >= view->time) {
        f->n--; /* it was taken back */
    }
    f->step[f->n++ % STEPS] =
        (struct step){view->time, quire_branch_speed(s, in_branch), in_branch ? 0 : shortening(s)};
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

static void
note_speeds(struct seen *seen, const struct quire_view *view, const struct quire_push *push,
            size_t n, double time)
{
    double by = 0;
    const struct quire_push *odd = quire_pull_of_two(view, push, n, &by);

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
              const struct quire_view *view, size_t i, const struct quire_push *push, size_t n)
{
    const struct quire_sheet_view *s = &view->sheet[i];
    const struct quire_push *slow = quire_drives_pace(push, n), *slipping = NULL;
    for (size_t k = 0; k < n; k++) {
        slipping = slipping == NULL && quire_drives_slip(push + k) ? push + k : slipping;
    }
    const bool driven = slow != NULL && slow->speed >= QUIRE_DIAGNOSIS_DRIVEN;
    const bool in_branch = quire_branch_has(view, s);
    /* along its own path there is no telling how short it is elsewhere */
    const double speed = quire_branch_speed(s, in_branch), t = view->time,
                 shorter = in_branch ? 0 : shortening(s);
    bool under = false;
    const struct quire_nip_view *open = driven ? NULL : quire_drives_missing(view, s, i, &under);
    if (open != NULL && n > 0 &&
        !(under && fabs(view->roller[open->driver].surface_speed) >= QUIRE_DIAGNOSIS_DRIVEN)) {
        open = NULL; /* what stands holds it on purpose */
    }

    const double limit = slow != NULL ? slow->speed : 0, way = quire_drives_way(slow),
                 behind = since(f, is_slower, way, QUIRE_DIAGNOSIS_BEHIND * limit, t);

    /* what holds a lead edge back has begun when that falls behind */
    const double before = seen[QUIRE_SYMPTOM_BEHIND].holds ? t : behind;

    keep_origin(seen, t);
    note(&seen[QUIRE_SYMPTOM_STEEP], QUIRE_SYMPTOM_STEEP, quire_symptoms_steep(&s->front), t,
         before, "guide", s->front.guide, s->front.angle);
    note(&seen[QUIRE_SYMPTOM_SLIP], QUIRE_SYMPTOM_SLIP, slipping != NULL, t, before,
         slipping != NULL ? slipping->sort : NULL, slipping != NULL ? slipping->name : NULL,
         slipping != NULL ? slipping->slip : 0);
    note(&seen[QUIRE_SYMPTOM_BEHIND], QUIRE_SYMPTOM_BEHIND,
         driven && way * speed < QUIRE_DIAGNOSIS_BEHIND * slow->speed, t, behind, NULL, NULL,
         speed);
    note(&seen[QUIRE_SYMPTOM_SHORT], QUIRE_SYMPTOM_SHORT, shorter >= QUIRE_DIAGNOSIS_SHORT, t,
         since(f, is_shorter, way, QUIRE_DIAGNOSIS_SHORT, t), NULL, NULL, shorter);
    note(&seen[QUIRE_SYMPTOM_LOOSE], QUIRE_SYMPTOM_LOOSE, open != NULL, t, t, "nip",
         open != NULL ? open->name : NULL, s->lead.path_distance);
    note(&seen[QUIRE_SYMPTOM_STANDING], QUIRE_SYMPTOM_STANDING,
         driven && fabs(speed) < QUIRE_DIAGNOSIS_SLIP * slow->speed, t,
         since(f, stands, way, QUIRE_DIAGNOSIS_SLIP * limit, t), NULL, NULL, speed);
    note_speeds(seen, view, push, n, t);
    note_met(seen, met, t);
}

void
quire_symptoms_event(struct quire_symptoms *self, const struct quire_view *view,
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

void
quire_symptoms_observe(struct quire_symptoms *self, const struct quire_view *view, size_t sheet,
                       const struct quire_push *push, size_t n)
{
    const struct quire_sheet_view *s = &view->sheet[sheet];

    if (s->path != NULL && !quire_around_is_held(s, view->time)) {
        observe_sheet(self->seen[sheet], self->followed + sheet, self->met + sheet, view, sheet,
                      push, n);
    }
    self->followed[sheet].looked = view->time;
}

void
quire_symptoms_insert(struct quire_why *out, struct quire_symptom symptom)
{
    if (isnan(symptom.time) || out->n_symptom == QUIRE_SYMPTOMS) {
        return;
    }
    size_t i = out->n_symptom++;
    for (; i > 0 && out->symptom[i - 1].time > symptom.time; i--) {
        out->symptom[i] = out->symptom[i - 1];
    }
    out->symptom[i] = symptom;
}

void
quire_symptoms_add(const struct quire_symptoms *self, size_t sheet, double time,
                   struct quire_why *out)
{
    const struct seen *seen = self->seen[sheet];

    for (int k = 0; k < QUIRE_SYMPTOM_KINDS; k++) {
        if (!seen[k].holds || time - seen[k].last > QUIRE_DIAGNOSIS_BREAK) {
            continue;
        }
        quire_symptoms_insert(out, seen[k].first);
    }
}
