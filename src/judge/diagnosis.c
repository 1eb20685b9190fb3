#include "judge/diagnosis.h"

#include <math.h>
#include <stdlib.h>

#include "check/around.h"
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

struct quire_diagnosis {
    struct seen (*seen)[QUIRE_SYMPTOM_KINDS]; /* (n_sheet) */
    struct followed *followed;                /* (n_sheet) */
};

struct quire_diagnosis *
quire_diagnosis_create(const struct quire_view *view)
{
    struct quire_diagnosis *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return NULL;
    }
    self->seen = calloc(view->n_sheet + 1, sizeof *self->seen);
    self->followed = calloc(view->n_sheet + 1, sizeof *self->followed);
    if (self->seen == NULL || self->followed == NULL) {
        quire_diagnosis_destroy(self);
        return NULL;
    }
    return self;
}

void
quire_diagnosis_destroy(struct quire_diagnosis *self)
{
    if (self != NULL) {
        free(self->seen);
        free(self->followed);
        free(self);
    }
}

/* ---- facts ---- */

/* Whether a roller's nip, if it has one, holds the sheet: one that is open rubs on it at most, as
 * one does that its trail edge has left. */
static bool
is_closed(const struct quire_view *view, const struct quire_sheet_view *s,
          const struct quire_roller_view *roller)
{
    const struct quire_nip_view *nip = roller->nip >= 0 ? &view->nip[roller->nip] : NULL;
    return nip == NULL ||
           (view->roller[nip->driver].normal > 0 && view->roller[nip->idler].normal > 0 &&
            !(nip->path_distance < s->trail.path_distance));
}

/* Whether a roller's surface runs against the sheet's direction of feed. Its own sign does not say
 * so: rollers that are placed by coordinates may lie on either side. */
static bool
runs_back(const struct quire_sheet_view *s, const struct quire_roller_view *r)
{
    size_t nearest = 0;
    double least = HUGE_VAL;

    for (size_t i = 0; i < s->n_node; i++) {
        const double dx = s->x[i] - r->x, dy = s->y[i] - r->y, square = dx * dx + dy * dy;
        nearest = square < least ? i : nearest;
        least = fmin(least, square);
    }
    const size_t from = nearest > 0 ? nearest - 1 : 0,
                 to = nearest + 1 < s->n_node ? nearest + 1 : nearest;
    const double tx = s->x[to] - s->x[from], ty = s->y[to] - s->y[from];
    const double along = (s->vx[nearest] * tx + s->vy[nearest] * ty) / sqrt(tx * tx + ty * ty),
                 surface = along - r->slip - r->creep, speed = fabs(r->surface_speed);

    return fabs(surface + speed) < fabs(surface - speed);
}

/* The rollers that drive a sheet, those that press most first. One that hardly presses, such as an
 * opened one that the sheet rubs on, drives nothing. */
static size_t
pushes_of(const struct quire_view *view, size_t sheet, struct quire_push *out)
{
    size_t n = 0;
    for (size_t i = 0; i < view->n_roller; i++) {
        const struct quire_roller_view *r = &view->roller[i];
        if (!r->is_driver || !(r->normal >= QUIRE_HOLDING_FORCE) ||
            !is_closed(view, &view->sheet[sheet], r) || !quire_around_touches(view, sheet, r)) {
            continue;
        }
        const struct quire_around at = quire_around_roller(view, r);
        const double place = r->nip >= 0 ? view->nip[r->nip].path_distance : (double)NAN;
        const struct quire_push push = {at.sort,
                                        at.name,
                                        r->normal,
                                        r->limit,
                                        r->friction,
                                        r->slip,
                                        fabs(r->surface_speed),
                                        place,
                                        runs_back(&view->sheet[sheet], r)};
        size_t k = n;
        for (; k > 0 && out[k - 1].normal < push.normal; k--) {
            if (k < QUIRE_PUSHES) {
                out[k] = out[k - 1];
            }
        }
        if (k < QUIRE_PUSHES) {
            out[k] = push;
        }
        n += n < QUIRE_PUSHES;
    }
    return n;
}

static const struct quire_push *
slowest(const struct quire_push *push, size_t n)
{
    const struct quire_push *found = NULL;
    for (size_t i = 0; i < n; i++) {
        found = found == NULL || push[i].speed < found->speed ? push + i : found;
    }
    return found;
}

/* +1 or -1, as it runs with the feed or against it: a drive that is turned round takes the sheet
 * back, which does not fall behind then */
static double
way_of(const struct quire_push *push)
{
    return push != NULL && push->back ? -1 : 1;
}

static bool
slips(const struct quire_push *push)
{
    return push->speed >= QUIRE_DIAGNOSIS_DRIVEN &&
           fabs(push->slip) >= QUIRE_DIAGNOSIS_SLIP * push->speed;
}

/* The nip that covers the sheet but does not grip it, or else the next one ahead of its lead edge;
 * NULL: none. */
static const struct quire_nip_view *
nip_without_grip(const struct quire_view *view, const struct quire_sheet_view *s, size_t sheet)
{
    const struct quire_nip_view *under = NULL, *ahead = NULL;
    for (size_t i = 0; i < view->n_nip; i++) {
        const struct quire_nip_view *nip = &view->nip[i];
        const bool grips = nip->sheet == (int)sheet && view->roller[nip->driver].normal > 0 &&
                           is_closed(view, s, &view->roller[nip->driver]);
        if (isnan(nip->path_distance) || grips || !view->roller[nip->driver].is_driver) {
            continue;
        }
        if (nip->path_distance <= s->lead.path_distance &&
            nip->path_distance >= s->trail.path_distance) {
            under = under == NULL || nip->path_distance > under->path_distance ? nip : under;
        } else if (nip->path_distance > s->lead.path_distance &&
                   (ahead == NULL || nip->path_distance < ahead->path_distance)) {
            ahead = nip;
        }
    }
    return under != NULL ? under : ahead;
}

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
    if (seen->holds && time - seen->last > QUIRE_DIAGNOSIS_BREAK) {
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
observe_sheet(struct seen *seen, const struct followed *f, const struct quire_view *view, size_t i)
{
    const struct quire_sheet_view *s = &view->sheet[i];
    struct quire_push push[QUIRE_PUSHES] = {{0}};
    const size_t n = pushes_of(view, i, push);
    const struct quire_push *slow = slowest(push, n), *slipping = NULL;
    for (size_t k = 0; k < n; k++) {
        slipping = slipping == NULL && slips(push + k) ? push + k : slipping;
    }
    const bool driven = slow != NULL && slow->speed >= QUIRE_DIAGNOSIS_DRIVEN;
    const double speed = s->lead.path_speed, t = view->time;
    const struct quire_nip_view *open = n == 0 ? nip_without_grip(view, s, i) : NULL;

    const double limit = slow != NULL ? slow->speed : 0, way = way_of(slow),
                 behind = since(f, is_slower, way, QUIRE_DIAGNOSIS_BEHIND * limit, t);

    /* what holds a lead edge back has begun when that falls behind */
    const double before = seen[QUIRE_SYMPTOM_BEHIND].holds ? t : behind;

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
}

void
quire_diagnosis_observe(struct quire_diagnosis *self, const struct quire_view *view)
{
    for (size_t i = 0; i < view->n_sheet; i++) {
        const struct quire_sheet_view *s = &view->sheet[i];
        if (s->entered && s->path != NULL && !quire_around_is_held(s, view->time)) {
            observe_sheet(self->seen[i], self->followed + i, view, i);
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

/* The guide that holds the sheet back most, if that is enough to hold one; NULL: none. */
static const struct quire_guide_view *
worst_drag(const struct quire_view *view, size_t sheet, double way)
{
    const struct quire_guide_view *worst = NULL;
    for (size_t i = 0; i < view->n_guide; i++) {
        const struct quire_guide_view *g = &view->guide[i];
        if (g->sheet == (int)sheet && way * g->holding >= QUIRE_HOLDING_FORCE &&
            (worst == NULL || way * g->holding > way * worst->holding)) {
            worst = g;
        }
    }
    return worst;
}

static bool
all_slip(const struct quire_why *why)
{
    bool all = why->n_push > 0;
    for (size_t k = 0; k < why->n_push; k++) {
        all = all && slips(why->push + k);
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
        if (slips(why->push + k)) {
            return true;
        }
    }
    return false;
}

/* Of two nips that hold the sheet at different speeds the slower one: ahead of the other it makes a
 * loop; behind it, it matters where something slips. NULL: none. */
static const struct quire_push *
slower_of_two(const struct quire_why *why)
{
    const struct quire_push *slow = slowest(why->push, why->n_push);
    for (size_t k = 0; k < why->n_push; k++) {
        const struct quire_push *other = why->push + k;
        if (slow->speed < (1 - QUIRE_DIAGNOSIS_SPEEDS) * other->speed &&
            (slow->at > other->at || any_slips(why))) {
            return slow;
        }
    }
    return NULL;
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

/* The first of these that the facts show; doc/guide/jams.md states them. */
static void
name_mechanism(const struct quire_view *view, size_t i, unsigned about,
               const struct quire_check_result *result, struct quire_why *out)
{
    const struct quire_sheet_view *s = &view->sheet[i];
    const struct quire_push *slow = slowest(out->push, out->n_push), *slower = slower_of_two(out);
    const struct quire_nip_view *open = nip_without_grip(view, s, i);
    const struct quire_guide_view *drag = worst_drag(view, i, way_of(slow));
    const struct quire_channel_params *missed =
        (about & QUIRE_ABOUT_PATH) != 0 ? missed_channel(s, result) : NULL;
    const bool behind =
        slow == NULL || way_of(slow) * out->lead_speed < QUIRE_DIAGNOSIS_BEHIND * slow->speed;

    if ((about & QUIRE_ABOUT_WRAP) != 0) {
        blame(out, QUIRE_MECHANISM_WRAP, NULL, NULL); /* the check has named the roller */
    } else if (behind && stands_in_the_way(&s->front)) {
        blame(out, QUIRE_MECHANISM_STUB, "guide", s->front.guide);
    } else if (missed != NULL) {
        blame(out, QUIRE_MECHANISM_ASTRAY, "channel", missed->name);
    } else if (out->n_push == 0 && open != NULL) {
        blame(out, QUIRE_MECHANISM_LOOSE, "nip", open->name);
    } else if (slower != NULL) {
        blame(out, QUIRE_MECHANISM_SPEEDS, slower->sort, slower->name);
    } else if (all_slip(out) && grip_used(out) < QUIRE_DIAGNOSIS_GRIP) {
        blame(out, QUIRE_MECHANISM_SLIP, out->push[0].sort, out->push[0].name);
    } else if (behind && began_with_a_stub(out)) {
        blame(out, QUIRE_MECHANISM_STUB, "guide", out->symptom[0].name);
    } else if (behind && drag != NULL) {
        blame(out, QUIRE_MECHANISM_DRAG, "guide", drag->name);
    } else if ((about & QUIRE_ABOUT_TIME) != 0 && slow != NULL && !behind && !any_slips(out)) {
        blame(out, QUIRE_MECHANISM_DRIVE, slow->sort, slow->name);
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

void
quire_diagnosis_find(const struct quire_diagnosis *self, const struct quire_view *view,
                     unsigned about, const struct quire_check_result *result, struct quire_why *out)
{
    const size_t i = quire_around_sheet(view, result->sheet);
    *out = (struct quire_why){.x = NAN, .y = NAN, .path_distance = NAN, .angle = NAN};
    /* nothing holds back an edge that came before its window began */
    const bool early = (about & QUIRE_ABOUT_EARLY) != 0 && result->value < result->limit;
    if ((about & QUIRE_ABOUT_PLACE) != 0 || early || i == view->n_sheet ||
        !view->sheet[i].entered || view->sheet[i].path == NULL) {
        return;
    }
    const struct quire_sheet_view *s = &view->sheet[i];
    out->x = s->lead.x;
    out->y = s->lead.y;
    out->path_distance = s->lead.path_distance;
    out->lead_speed = s->lead.path_speed;
    out->n_push = pushes_of(view, i, out->push);
    out->drag = drag_on(view, i);
    out->compression = compression_of(s);
    if (s->front.guide != NULL && s->front.opposing >= QUIRE_HOLDING_FORCE) {
        out->held = s->front.guide;
        out->opposing = s->front.opposing;
        out->angle = s->front.angle;
    }
    add_symptoms(self->seen[i], view->time, out);
    name_mechanism(view, i, about, result, out);
}
