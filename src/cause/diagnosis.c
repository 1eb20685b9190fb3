#include "cause/diagnosis.h"

#include <math.h>
#include <stdlib.h>

#include "cause/astray.h"
#include "cause/backward.h"
#include "cause/coasting.h"
#include "cause/commands.h"
#include "cause/conclusion.h"
#include "cause/curled.h"
#include "cause/delays.h"
#include "cause/drives.h"
#include "cause/earlier.h"
#include "cause/figures.h"
#include "cause/gates.h"
#include "cause/limits.h"
#include "cause/parts.h"
#include "cause/pull.h"
#include "cause/streams.h"
#include "cause/symptoms.h"
#include "cause/turning.h"
#include "cause/weakness.h"
#include "check/around.h"
#include "check/branch.h"

struct quire_diagnosis {
    struct quire_backward *backward;
    struct quire_symptoms *symptoms;
    struct quire_coasting *coasting;
    struct quire_curled *curled;
    struct quire_commands *commands;
    struct quire_delays *delays;
    struct quire_earlier *earlier;
    struct quire_gates *gates;
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
    self->symptoms = quire_symptoms_create(view);
    self->backward = quire_backward_create(view);
    self->coasting = quire_coasting_create(view);
    self->curled = quire_curled_create(view);
    self->commands = quire_commands_create(view);
    self->delays = quire_delays_create(view);
    self->earlier = quire_earlier_create(view);
    self->gates = quire_gates_create(view);
    self->turning = quire_turning_create(view);
    self->streams = quire_streams_create(view);
    if (self->symptoms == NULL || self->backward == NULL || self->coasting == NULL ||
        self->curled == NULL || self->commands == NULL || self->delays == NULL ||
        self->earlier == NULL || self->gates == NULL || self->turning == NULL ||
        self->streams == NULL) {
        quire_diagnosis_destroy(self);
        return NULL;
    }
    return self;
}

void
quire_diagnosis_destroy(struct quire_diagnosis *self)
{
    if (self != NULL) {
        quire_symptoms_destroy(self->symptoms);
        quire_backward_destroy(self->backward);
        quire_coasting_destroy(self->coasting);
        quire_curled_destroy(self->curled);
        quire_commands_destroy(self->commands);
        quire_delays_destroy(self->delays);
        quire_earlier_destroy(self->earlier);
        quire_gates_destroy(self->gates);
        quire_turning_destroy(self->turning);
        quire_streams_destroy(self->streams);
        free(self);
    }
}

void
quire_diagnosis_observe(struct quire_diagnosis *self, const struct quire_view *view)
{
    quire_coasting_begin(self->coasting, view);
    quire_commands_observe(self->commands, view);
    quire_gates_observe(self->gates, view);
    quire_delays_begin(self->delays, view);
    for (size_t i = 0; i < view->n_sheet; i++) {
        struct quire_push push[QUIRE_PUSHES] = {{0}};
        if (view->sheet[i].entered && !view->sheet[i].delivered) {
            const size_t n = quire_drives_of(view, i, push);
            quire_backward_observe(self->backward, view, i);
            quire_coasting_observe(self->coasting, view, i, push, n);
            quire_curled_observe(self->curled, view, i, push, n);
            quire_delays_observe(self->delays, view, i, push, n);
            quire_symptoms_observe(self->symptoms, view, i, push, n);
            quire_turning_observe(self->turning, view, i);
            quire_streams_observe(self->streams, view, i);
        }
    }
}

void
quire_diagnosis_track(struct quire_diagnosis *self, const struct quire_view *view, size_t sheet)
{
    if (!view->sheet[sheet].delivered) {
        quire_symptoms_track(self->symptoms, view, sheet);
    }
}

void
quire_diagnosis_event(struct quire_diagnosis *self, const struct quire_view *view,
                      const struct quire_event *event)
{
    quire_symptoms_event(self->symptoms, view, event);
    quire_gates_event(self->gates, view, event);
}

void
quire_diagnosis_act(struct quire_diagnosis *self, const struct quire_object *rule,
                    const struct quire_action *action, double value, double time)
{
    quire_commands_act(self->commands, rule, action, value, time);
}

void
quire_diagnosis_note(struct quire_diagnosis *self, size_t sheet, const struct quire_why *why,
                     double time)
{
    quire_earlier_note(self->earlier, sheet, why, time);
}

bool
quire_diagnosis_has_signs(const struct quire_diagnosis *self, const struct quire_view *view,
                          size_t sheet)
{
    struct quire_why why = {.n_symptom = 0};

    if (view->sheet[sheet].entered && !view->sheet[sheet].delivered) {
        quire_symptoms_add(self->symptoms, sheet, view->time, &why);
    }
    return why.n_symptom > 0;
}

/* The guide that a leading edge met steep before all else, or soon after, which may have
 * thrown it back: a sheet that folds up behind it is held by friction later. That no drive
 * holds it may be older. NULL: none. */
static const char *
first_stub(const struct quire_why *why)
{
    double first = HUGE_VAL;

    for (size_t k = 0; k < why->n_symptom; k++) {
        const struct quire_symptom *sign = why->symptom + k;
        const bool older = sign->kind == QUIRE_SYMPTOM_LOOSE || sign->kind == QUIRE_SYMPTOM_LOST;
        first = older ? first : fmin(first, sign->time);
        if (sign->kind == QUIRE_SYMPTOM_STEEP && sign->time - first <= QUIRE_DIAGNOSIS_BREAK) {
            return sign->name;
        }
    }
    return NULL;
}

/* A nip before which the edge that goes first stands, though its rollers touch the sheet
 * there; NULL: none. */
static const struct quire_nip_view *
nip_in_the_way(const struct quire_view *view, const struct quire_sheet_view *s, size_t sheet,
               bool back)
{
    const struct quire_point_view *first = back ? &s->trail : &s->lead,
                                  *last = back ? &s->lead : &s->trail;

    for (size_t i = 0; i < view->n_nip; i++) {
        const struct quire_nip_view *nip = view->nip + i;
        const double to_first = hypot(nip->x - first->x, nip->y - first->y),
                     to_last = hypot(nip->x - last->x, nip->y - last->y);
        if (to_first <= QUIRE_FRONT && to_first < to_last &&
            !quire_around_reaches(s, nip->x, nip->y, QUIRE_COVERS) &&
            (quire_around_touches(view, sheet, view->roller + nip->driver) ||
             quire_around_touches(view, sheet, view->roller + nip->idler))) {
            return nip;
        }
    }
    return NULL;
}

static bool
runs(const struct quire_roller_view *roller)
{
    return fabs(roller->surface_speed) >= QUIRE_DIAGNOSIS_DRIVEN;
}

/* Whether another drive is behind this one. */
static bool
has_behind(const struct quire_why *why, const struct quire_push *of)
{
    bool has = false;
    for (size_t k = 0; k < why->n_push; k++) {
        has = has || why->push[k].ahead < of->ahead;
    }
    return has;
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

/* Whether a place along the sheet is ahead of all drives that hold it. */
static bool
is_first(const struct quire_why *why, double ahead)
{
    bool first = true;
    for (size_t k = 0; k < why->n_push; k++) {
        first = first && why->push[k].ahead < ahead;
    }
    return first;
}

/* Whether a guide stands steep where it acts on the sheet, and holds it more by what
 * presses against the feed than by friction. */
static bool
holds_by_its_face(const struct quire_view *view, size_t sheet, const struct quire_guide_view *guide,
                  double way)
{
    const double friction = fmax(guide->drag, 0);

    return way * guide->holding - friction > friction &&
           quire_around_angle(view, sheet, guide) >= QUIRE_DIAGNOSIS_STEEP;
}

/* The first of these that the facts show; doc/guide/jams.md states them. */
static void
name_mechanism(const struct quire_diagnosis *self, const struct quire_view *view, size_t i,
               unsigned about, const struct quire_check_result *result, struct quire_why *out)
{
    double by;
    const struct quire_sheet_view *s = &view->sheet[i];
    const struct quire_push *slow = quire_drives_pace(out->push, out->n_push),
                            *odd = quire_pull_of_two(view, out->push, out->n_push, &by);
    const struct quire_missing open = quire_drives_missing(view, s, i);
    const struct quire_nip_view *narrow = nip_in_the_way(view, s, i, out->back);
    const char *stub = first_stub(out);
    const struct quire_push *weak = quire_weakness_find(view, i, out);
    const struct quire_push *brake = quire_weakness_brake(view, out);
    const struct quire_push *weak_clutch = quire_weakness_gives_way(view, i, out, true),
                            *clutch = quire_weakness_gives_way(view, i, out, false);
    const struct quire_push *slips = quire_drives_slipping(out->push, out->n_push);
    const double way = quire_drives_way(slow);
    const struct quire_front_view *front = quire_around_front(s, way < 0);
    const struct quire_guide_view *drag = quire_gates_clamp(view, i, quire_pull_drag(view, i, way));
    const struct quire_channel_params *missed =
        (about & QUIRE_ABOUT_PATH) != 0 ? quire_astray_missed(s, result, out->path_distance) : NULL;
    const struct quire_guide_view *past =
        out->back ? quire_astray_gate(view, s, QUIRE_ASTRAY_PAST) : NULL;
    /* none is behind a drive that stands; one whose clutch slips does not */
    const double limit =
        slow != NULL ? fabs(quire_parts_drive_speed(view->roller + slow->roller)) : HUGE_VAL;
    const bool behind = slow == NULL || (limit >= QUIRE_DIAGNOSIS_DRIVEN &&
                                         way * out->edge_speed < QUIRE_DIAGNOSIS_BEHIND * limit);

    if ((about & QUIRE_ABOUT_WRAP) != 0) {
        quire_why_blame(out, QUIRE_MECHANISM_WRAP, NULL, NULL); /* the check has named the roller */
    } else if (behind && past != NULL) {
        out->branch = quire_around_path(s)->name;
        quire_why_blame(out, QUIRE_MECHANISM_ASTRAY, "guide", past->name);
        quire_symptoms_add_off(self->symptoms, view, i, out);
    } else if (quire_backward_find(self->backward, view, i, out)) {
        return;
    } else if (behind && narrow != NULL && !runs(view->roller + narrow->driver)) {
        quire_why_blame(out, QUIRE_MECHANISM_DRIVE, "nip", narrow->name);
    } else if (behind && quire_symptoms_steep(front)) {
        quire_why_blame(out, QUIRE_MECHANISM_STUB, "guide", front->guide);
    } else if ((missed != NULL || behind) && stub != NULL) {
        quire_why_blame(out, QUIRE_MECHANISM_STUB, "guide", stub);
    } else if ((missed != NULL || (about & QUIRE_ABOUT_TIME) != 0) &&
               quire_astray_find(view, s, result, missed, out)) {
        if (out->branch != NULL) {
            quire_symptoms_add_off(self->symptoms, view, i, out);
        }
    } else if ((all_stand(out) || quire_weakness_all_slip(out)) && open.roller != NULL &&
               (out->n_push == 0 ||
                (open.under && runs(open.roller) && is_first(out, open.ahead)))) {
        if (out->n_push > 0 || !quire_backward_throws(self->backward, i, &open, out)) {
            quire_why_blame(out, QUIRE_MECHANISM_LOOSE, open.sort, open.name);
        }
    } else if (out->n_push == 0 && open.roller == NULL &&
               quire_coasting_find(self->coasting, view, i, out)) {
        return;
    } else if (behind && weak != NULL && !quire_weakness_all_slip(out)) {
        quire_why_blame(out, QUIRE_MECHANISM_SLIP, weak->sort, weak->name);
    } else if (weak_clutch != NULL) {
        quire_why_blame(out, QUIRE_MECHANISM_DRIVE, weak_clutch->sort, weak_clutch->name);
        quire_delays_add_behind(self->delays, i, out);
    } else if (brake != NULL) {
        quire_why_blame(out, QUIRE_MECHANISM_DRIVE, brake->sort, brake->name);
        quire_symptoms_insert(
            out, (struct quire_symptom){QUIRE_SYMPTOM_DELAY,
                                        quire_delays_odd_since(self->delays, i, brake->roller),
                                        brake->sort, brake->name, 0});
    } else if (odd != NULL && (!behind || has_behind(out, slow))) {
        quire_why_blame(out, QUIRE_MECHANISM_SPEEDS, odd->sort, odd->name);
        quire_symptoms_insert(
            out, (struct quire_symptom){QUIRE_SYMPTOM_SPEEDS,
                                        quire_delays_odd_since(self->delays, i, odd->roller),
                                        odd->sort, odd->name, by});
    } else if (quire_weakness_all_hold_little(view, i, out)) {
        quire_why_blame(out, QUIRE_MECHANISM_SLIP, out->push[0].sort, out->push[0].name);
    } else if (behind && drag != NULL) {
        quire_why_blame(out,
                        holds_by_its_face(view, i, drag, way) ? QUIRE_MECHANISM_STUB
                                                              : QUIRE_MECHANISM_DRAG,
                        "guide", drag->name);
    } else if (drag == NULL && clutch != NULL) {
        quire_why_blame(out, QUIRE_MECHANISM_DRIVE, clutch->sort, clutch->name);
        quire_delays_add_behind(self->delays, i, out);
    } else if (behind && slips != NULL && !quire_weakness_all_slip(out)) {
        quire_why_blame(out, QUIRE_MECHANISM_SLIP, slips->sort, slips->name);
    } else if (behind && slow != NULL && narrow != NULL) {
        quire_why_blame(out, QUIRE_MECHANISM_STUB, "nip", narrow->name);
    } else if ((about & QUIRE_ABOUT_TIME) != 0 &&
               (out->n_push == 0 || (!behind && !quire_drives_slip(slow)))) {
        quire_delays_find(self->delays, view, i, result, slow, out);
        if (out->mechanism == QUIRE_MECHANISM_DRAG &&
            quire_symptoms_add_met(self->symptoms, i, out)) {
            out->mechanism = QUIRE_MECHANISM_STUB;
        }
    } else if (slow != NULL && slow->speed < QUIRE_DIAGNOSIS_DRIVEN) {
        quire_why_blame(out, QUIRE_MECHANISM_DRIVE, slow->sort, slow->name);
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

    out->n_push = quire_drives_of(view, i, out->push);
    out->back = quire_drives_way(quire_drives_pace(out->push, out->n_push)) < 0;
    const struct quire_point_view *first = out->back ? &s->trail : &s->lead;
    const struct quire_front_view *front = quire_around_front(s, out->back);
    out->x = first->x;
    out->y = first->y;
    out->path_distance = first->path_distance;
    out->edge_speed = quire_branch_speed(s, out->back, quire_branch_has(view, s));
    out->drag = drag_on(view, i);
    out->compression = compression_of(s);
    if (front->guide != NULL && front->opposing >= QUIRE_HOLDING_FORCE) {
        out->held = front->guide;
        out->opposing = front->opposing;
        out->angle = front->angle;
    }
}

/* A sheet that came too soon, and since when it ran ahead. */
static void
find_early(const struct quire_diagnosis *self, const struct quire_view *view, size_t i,
           const struct quire_check_result *result, struct quire_why *out)
{
    if (!quire_streams_find_early(self->streams, view, i, out)) {
        quire_delays_find_early(self->delays, view, i, result, out);
    }
}

/* A sheet that follows another one too closely: the one before is behind its drives, or
 * slower driven, or this one came too soon. */
static void
find_gap(const struct quire_diagnosis *self, const struct quire_view *view, size_t i,
         const struct quire_check_result *result, struct quire_why *out)
{
    const size_t before = quire_around_before(view, i);
    struct quire_why of = {.angle = NAN};

    if (before == view->n_sheet) {
        return;
    }
    add_facts(view, before, &of);
    const struct quire_push *slow = quire_drives_slowest(of.push, of.n_push),
                            *own = quire_drives_slowest(out->push, out->n_push);
    const double way = quire_drives_way(slow);
    if (slow != NULL && way * of.edge_speed < (1 - QUIRE_DIAGNOSIS_SLIP) * slow->speed) {
        name_mechanism(self, view, before, 0, result, &of);
    }
    if (of.mechanism != QUIRE_MECHANISM_NONE) {
        quire_why_blame(out, of.mechanism, of.sort, of.name);
    } else if (slow != NULL && own != NULL &&
               slow->speed < (1 - QUIRE_DIAGNOSIS_SPEEDS) * own->speed) {
        const struct quire_push *odd = quire_pull_odd(view, slow, own);
        quire_why_blame(out, QUIRE_MECHANISM_DRIVE, odd->sort, odd->name);
    } else {
        find_early(self, view, i, result, out);
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
        quire_why_blame(out, QUIRE_MECHANISM_STUB, at.sort, at.name);
    }
}

/* Whether what a sheet shows may come from drives that all stand: nothing presses it
 * against anything. */
static bool
may_be_stopped(enum quire_mechanism mechanism)
{
    return mechanism == QUIRE_MECHANISM_NONE || mechanism == QUIRE_MECHANISM_DRIVE ||
           mechanism == QUIRE_MECHANISM_SPEEDS || mechanism == QUIRE_MECHANISM_DUE;
}

/* Whether a sheet that lies still does so since no drive is near, not since one fails to
 * grip. */
static bool
lies_alone(const struct quire_view *view, size_t i, const struct quire_why *why)
{
    return why->mechanism == QUIRE_MECHANISM_NONE ||
           (why->mechanism == QUIRE_MECHANISM_LOOSE &&
            !quire_drives_missing(view, &view->sheet[i], i).under);
}

/* What else is known of the part that is named. */
static void
add_details(const struct quire_diagnosis *self, const struct quire_view *view,
            struct quire_why *out)
{
    quire_commands_explain(self->commands, view, out);
    quire_figures_add(view, out);
    quire_gates_explain(self->gates, view, out);
}

/* Nothing holds back an edge that came before its window began. */
static bool
is_early(unsigned about, const struct quire_check_result *result)
{
    return (about & QUIRE_ABOUT_EARLY) != 0 && result->value < result->limit;
}

void
quire_diagnosis_find(const struct quire_diagnosis *self, const struct quire_view *view,
                     unsigned about, const struct quire_check_result *result, struct quire_why *out)
{
    /* of one that cannot enter, the sheet that lies there */
    const char *other = (about & QUIRE_ABOUT_ENTRY) != 0 ? result->obstacle : NULL;
    const size_t i = quire_around_sheet(view, other != NULL ? other : result->sheet);
    const bool early = is_early(about, result);
    *out = (struct quire_why){.x = NAN, .y = NAN, .path_distance = NAN, .angle = NAN};
    if (i == view->n_sheet || !view->sheet[i].entered || view->sheet[i].path == NULL) {
        return;
    }
    out->sheet = other;
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
        find_early(self, view, i, result, out);
    } else if ((about & QUIRE_ABOUT_CORNER) != 0) {
        find_corner(view, i, result, out);
    } else {
        quire_symptoms_add(self->symptoms, i, view->time, out);
        name_mechanism(self, view, i, about, result, out);
        quire_symptoms_settle(self->symptoms, i, view->time, out);
        quire_curled_add(self->curled, i, out);
        quire_gates_find(self->gates, view, i, out);
        if (may_be_stopped(out->mechanism)) {
            quire_commands_find(self->commands, view, out);
        }
        if ((about & QUIRE_ABOUT_STRANDED) != 0 && lies_alone(view, i, out)) {
            quire_why_blame(out, QUIRE_MECHANISM_STRANDED, NULL, NULL); /* the check says where */
        }
        out->n_symptom = out->mechanism == QUIRE_MECHANISM_DUE ? 0 : out->n_symptom;
    }
    add_details(self, view, out);
}

void
quire_diagnosis_conclude(const struct quire_diagnosis *self, const struct quire_view *view,
                         unsigned about, const struct quire_check_result *result,
                         struct quire_why *out)
{
    const unsigned apart = QUIRE_ABOUT_SKEW | QUIRE_ABOUT_ASIDE | QUIRE_ABOUT_DOUBLE |
                           QUIRE_ABOUT_GAP | QUIRE_ABOUT_TENSION | QUIRE_ABOUT_CORNER;

    const size_t i = quire_around_sheet(view, out->sheet != NULL ? out->sheet : result->sheet);

    if (i < view->n_sheet) {
        quire_earlier_recall(self->earlier, i, out);
    }
    if (out->mechanism == QUIRE_MECHANISM_NONE && isfinite(out->path_distance) &&
        (about & apart) == 0 && !is_early(about, result)) {
        quire_conclusion_add(out);
        if (out->mechanism == QUIRE_MECHANISM_NONE && i < view->n_sheet) {
            quire_delays_blame_guide(self->delays, view, i, out);
        }
        add_details(self, view, out);
    }
}
