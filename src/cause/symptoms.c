#include "cause/symptoms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cause/astray.h"
#include "cause/drives.h"
#include "cause/lag.h"
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

#define SLIPS 0.05 /* of its surface speed: a drive's slip is a sign */
#define STEPS 128  /* that are kept of a sheet: between two looks there are hardly more */

/* Of a sheet at the ends of its last steps, what needs no forces. */
struct step {
    /* of its leading edge and its trailing edge along its path [m/s]; see shortening() [m] */
    double time, speed[2], shortening;
};
struct followed {
    struct step step[STEPS];
    size_t n;      /* so far */
    double looked; /* at it, last */
    /* of the drives that set its pace of late the fastest [m/s], at this look; +1 or -1, as it runs
     */
    double pace, paced, way;
    double slow_since; /* since when it is slower than that by the part that is slip; NaN [s] */
};

/* What a leading edge has touched for the first time, steep to its way. */
struct met {
    const char *name; /* of a guide; NULL: nothing yet */
    double time, angle;
};

/* Where a sheet has gone another way than along its own path. */
struct off {
    const char *sort, *name; /* a gate, or the path along which it goes; NULL: it has not */
    double since;
};

struct quire_symptoms {
    struct off *off;                          /* (n_sheet) */
    struct met *met;                          /* (n_sheet) */
    struct seen (*seen)[QUIRE_SYMPTOM_KINDS]; /* (n_sheet) */
    struct followed *followed;                /* (n_sheet) */
    struct quire_lag *lag;                    /* (n_sheet) */
};

struct quire_symptoms *
quire_symptoms_create(const struct quire_view *view)
{
    struct quire_symptoms *self = calloc(1, sizeof *self);

    if (self == NULL) {
        return NULL;
    }
    self->seen = calloc(view->n_sheet + 1, sizeof *self->seen);
    self->off = calloc(view->n_sheet + 1, sizeof *self->off);
    self->met = calloc(view->n_sheet + 1, sizeof *self->met);
    self->followed = calloc(view->n_sheet + 1, sizeof *self->followed);
    self->lag = calloc(view->n_sheet + 1, sizeof *self->lag);
    if (self->off == NULL || self->seen == NULL || self->met == NULL || self->followed == NULL ||
        self->lag == NULL) {
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
        free(self->off);
        free(self->met);
        free(self->followed);
        free(self->lag);
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
    return s->length - fabs(s->lead.path_distance - s->trail.path_distance);
}

/* ---- steps ---- */

/* `way`: +1 or -1, as the drives run with the feed or against it: the edge that goes first is the
 * leading edge or the trailing edge */
static bool
is_slower(const struct step *step, double way, double limit)
{
    return way * step->speed[way < 0] < limit;
}

static bool
stands(const struct step *step, double way, double limit)
{
    return fabs(step->speed[way < 0]) < limit;
}

/* Since when it is slower than its last drive ran. */
static void
track_slow(struct followed *f, const struct step *step)
{
    if (!is_slower(step, f->way, (1 - SLIPS) * f->pace)) {
        f->slow_since = (double)NAN;
    } else if (!(f->slow_since <= step->time)) { /* not yet, or of a step taken back */
        f->slow_since = step->time;
    }
}

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
    const struct step step = {
        view->time,
        {quire_branch_speed(s, false, in_branch), quire_branch_speed(s, true, in_branch)},
        in_branch ? 0 : shortening(s)};
    f->step[f->n++ % STEPS] = step;
    track_slow(f, &step);
    quire_lag_step(self->lag + sheet, s, step.time);
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

/* Whether a value of a symptom is worse than another: what is lower is worse of speeds that the
 * sheet should have. */
static bool
is_worse(enum quire_symptom_kind kind, double value, double than)
{
    switch (kind) {
    case QUIRE_SYMPTOM_BEHIND:
    case QUIRE_SYMPTOM_STANDING: return value < than;
    case QUIRE_SYMPTOM_SLIP:
    case QUIRE_SYMPTOM_SPEEDS:
    case QUIRE_SYMPTOM_SHORT: return fabs(value) > fabs(than);
    default: return false; /* as it was first */
    }
}

/* `began`: when, if it has just begun. */
static void
note(struct seen *seen, enum quire_symptom_kind kind, bool holds, double time, double began,
     const char *sort, const char *name, double value)
{
    if (seen->holds &&
        (time - seen->last > QUIRE_DIAGNOSIS_BREAK ||
         (holds && name != NULL && name != seen->first.name && kind != QUIRE_SYMPTOM_SPEEDS))) {
        seen->holds = false;
    }
    if (!holds) {
        return;
    }
    if (!seen->holds) {
        seen->holds = true;
        seen->first = (struct quire_symptom){kind, began, sort, name, value};
    } else if (is_worse(kind, value, seen->first.value)) {
        seen->first.value = value;
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

/* What a leading edge has met may throw it back within a look's time: the first touch is known by
 * its event. It is a sign if the sheet stands out, or falls behind, soon after. */
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

/* A leading edge that met something steep may be thrown back, or fold up behind it: what it met is
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

static bool
slips(const struct quire_push *push)
{
    return push->speed >= QUIRE_DIAGNOSIS_DRIVEN && fabs(push->slip) >= SLIPS * push->speed;
}

/* The drive that was seen to slip if it still does, else the one that slips most; NULL: none. */
static const struct quire_push *
find_slipping(const struct seen *seen, const struct quire_push *push, size_t n)
{
    const struct quire_push *most = NULL;

    for (size_t k = 0; k < n; k++) {
        if (slips(push + k) && seen->holds && seen->first.name == push[k].name) {
            return push + k;
        }
        if (slips(push + k) && (most == NULL || fabs(push[k].slip) > fabs(most->slip))) {
            most = push + k;
        }
    }
    return most;
}

static void
observe_sheet(struct seen *seen, const struct followed *f, const struct met *met,
              const struct quire_view *view, size_t i, const struct quire_push *push, size_t n)
{
    const struct quire_sheet_view *s = &view->sheet[i];
    const struct quire_push *slow = quire_drives_pace(push, n),
                            *slipping = find_slipping(&seen[QUIRE_SYMPTOM_SLIP], push, n);
    const bool driven = slow != NULL && slow->speed >= QUIRE_DIAGNOSIS_DRIVEN;
    const bool in_branch = quire_branch_has(view, s);
    /* along its own path there is no telling how short it is elsewhere */
    const double way = quire_drives_way(slow), speed = quire_branch_speed(s, way < 0, in_branch),
                 t = view->time, shorter = in_branch ? 0 : shortening(s);
    const struct quire_front_view *front = quire_around_front(s, way < 0);
    const struct quire_missing open =
        driven ? (struct quire_missing){0} : quire_drives_missing(view, s, i);
    const bool runs =
        open.roller != NULL && fabs(open.roller->surface_speed) >= QUIRE_DIAGNOSIS_DRIVEN;
    /* what stands holds it on purpose, and a sheet waits for a drive that it covers */
    const bool beside = open.roller != NULL && !open.under,
               loose = !driven && (n == 0 ? f->pace > 0 || runs || beside : open.under && runs),
               waits =
                   !driven && (n > 0 || (!(f->pace > 0) && fabs(speed) < QUIRE_DIAGNOSIS_DRIVEN));

    const double limit = slow != NULL ? slow->speed : 0,
                 behind = since(f, is_slower, way, QUIRE_DIAGNOSIS_BEHIND * limit, t);

    /* what holds a leading edge back has begun when that falls behind */
    const double before = seen[QUIRE_SYMPTOM_BEHIND].holds ? t : behind,
                 slower = t - f->slow_since <= QUIRE_DIAGNOSIS_BREAK
                              ? f->slow_since
                              : since(f, is_slower, way, (1 - SLIPS) * limit, t);

    keep_origin(seen, t);
    note(&seen[QUIRE_SYMPTOM_STEEP], QUIRE_SYMPTOM_STEEP, !waits && quire_symptoms_steep(front), t,
         before, "guide", front->guide, front->angle);
    note(&seen[QUIRE_SYMPTOM_SLIP], QUIRE_SYMPTOM_SLIP, slipping != NULL, t, slower,
         slipping != NULL ? slipping->sort : NULL, slipping != NULL ? slipping->name : NULL,
         slipping != NULL ? slipping->slip : 0);
    note(&seen[QUIRE_SYMPTOM_BEHIND], QUIRE_SYMPTOM_BEHIND,
         driven && way * speed < QUIRE_DIAGNOSIS_BEHIND * slow->speed, t, behind, NULL, NULL,
         way * speed);
    note(&seen[QUIRE_SYMPTOM_SHORT], QUIRE_SYMPTOM_SHORT, shorter >= QUIRE_DIAGNOSIS_SHORT, t,
         since(f, is_shorter, way, QUIRE_DIAGNOSIS_SHORT, t), NULL, NULL, shorter);
    note(&seen[QUIRE_SYMPTOM_LOOSE], QUIRE_SYMPTOM_LOOSE, loose, t, fmin(t, f->slow_since),
         open.sort, open.name, s->lead.path_distance);
    note(&seen[QUIRE_SYMPTOM_STANDING], QUIRE_SYMPTOM_STANDING,
         driven && fabs(speed) < QUIRE_DIAGNOSIS_SLIP * slow->speed, t,
         since(f, stands, way, QUIRE_DIAGNOSIS_SLIP * limit, t), NULL, NULL, way * speed);
    seen[QUIRE_SYMPTOM_LOOSE].holds = seen[QUIRE_SYMPTOM_LOOSE].holds && !driven;
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

static void
note_pace(struct followed *f, const struct quire_push *pace, double time)
{
    if (pace != NULL && pace->speed >= QUIRE_DIAGNOSIS_DRIVEN &&
        (pace->speed >= f->pace || time - f->paced > QUIRE_DIAGNOSIS_BREAK)) {
        f->pace = pace->speed;
        f->paced = time;
        f->way = quire_drives_way(pace);
    }
}

static void
note_off(struct off *off, const struct quire_view *view, const struct quire_sheet_view *s,
         bool back, double looked)
{
    struct quire_branch branch;
    const struct quire_guide_view *gate = back ? quire_astray_gate(view, s, 0) : NULL;
    const bool along = !back && quire_branch_of_lead(view, s, &branch);
    const char *name = gate != NULL ? gate->name : along ? branch.path->name : NULL;

    if (name != off->name) {
        /* between two looks */
        *off = (struct off){gate != NULL ? "guide" : "path", name, 0.5 * (looked + view->time)};
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
        quire_lag_look(self->lag + sheet, view, sheet);
    }
    const struct quire_push *pace = quire_drives_pace(push, n);
    note_pace(self->followed + sheet, pace, view->time);
    if (s->path != NULL) {
        note_off(self->off + sheet, view, s, quire_drives_way(pace) < 0,
                 self->followed[sheet].looked);
    }
    self->followed[sheet].looked = view->time;
}

/* Removes a later symptom of the same kind; true if an earlier one stays. */
static bool
keeps_earlier(struct quire_why *out, struct quire_symptom symptom)
{
    for (size_t i = 0; i < out->n_symptom; i++) {
        if (out->symptom[i].kind == symptom.kind && symptom.time < out->symptom[i].time) {
            out->n_symptom--;
            for (size_t k = i; k < out->n_symptom; k++) {
                out->symptom[k] = out->symptom[k + 1];
            }
            return false;
        }
        if (out->symptom[i].kind == symptom.kind) {
            return true;
        }
    }
    return false;
}

void
quire_symptoms_insert(struct quire_why *out, struct quire_symptom symptom)
{
    if (isnan(symptom.time) || keeps_earlier(out, symptom) || out->n_symptom == QUIRE_SYMPTOMS) {
        return;
    }
    size_t i = out->n_symptom++;
    for (; i > 0 && out->symptom[i - 1].time > symptom.time; i--) {
        out->symptom[i] = out->symptom[i - 1];
    }
    out->symptom[i] = symptom;
}

void
quire_symptoms_add_off(const struct quire_symptoms *self, const struct quire_view *view,
                       size_t sheet, struct quire_why *out)
{
    const struct off *off = self->off + sheet;

    if (off->name != NULL) {
        quire_symptoms_insert(out, (struct quire_symptom){QUIRE_SYMPTOM_OFF, off->since, off->sort,
                                                          off->name,
                                                          view->sheet[sheet].lead.path_distance});
    }
}

bool
quire_symptoms_add_met(const struct quire_symptoms *self, size_t sheet, struct quire_why *out)
{
    const struct met *met = self->met + sheet;

    if (met->name == NULL || out->name != met->name) {
        return false;
    }
    quire_symptoms_insert(out, (struct quire_symptom){QUIRE_SYMPTOM_STEEP, met->time, "guide",
                                                      met->name, met->angle});
    return true;
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

void
quire_symptoms_settle(const struct quire_symptoms *self, size_t sheet, double time,
                      struct quire_why *out)
{
    const struct quire_lag *lag = self->lag + sheet;

    if (!quire_lag_grows(lag, time)) {
        return;
    }
    const struct quire_why before = *out;
    out->n_symptom = 0;
    for (size_t i = 0; i < before.n_symptom; i++) {
        struct quire_symptom symptom = before.symptom[i];
        const bool slows =
            symptom.kind == QUIRE_SYMPTOM_SLIP || symptom.kind == QUIRE_SYMPTOM_LOOSE;
        if (slows && lag->well > symptom.time) {
            symptom.time = lag->since;
        }
        quire_symptoms_insert(out, symptom);
    }
    quire_symptoms_insert(
        out, (struct quire_symptom){QUIRE_SYMPTOM_LOST, lag->since, NULL, NULL, lag->lost});
}
