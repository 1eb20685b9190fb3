#include "judge/checks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cause/diagnosis.h"
#include "cause/symptoms.h"
#include "check/around.h"
#include "check/finding.h"
#include "check/scope.h"
#include "model/order.h"
#include "model/settings.h"
#include "result/verdict.h"
#include "text/amount.h"

struct check {
    const struct quire_object *object; /* the file's, or one made from the defaults */
    const struct quire_check_ops *ops;
    void *memory;
    bool decided;
    bool failed; /* decided so; its worst moment may be still to come */
    bool final;  /* where a run broke off: its own memory knows nothing of that */
};

/* What the last look said of a sheet that showed signs then. */
struct seen {
    bool signs;
    struct quire_why why;
    bool folded; /* while its edge was stopped: when, and why */
    double fold_time;
    struct quire_why fold_why;
};

struct quire_checks {
    struct check *check;             /* (n) */
    struct quire_check_entry *entry; /* (n) */
    size_t n;
    const struct quire_check_entry *jam;
    double jam_time; /* when it was found */
    struct quire_diagnosis *diagnosis;
    struct seen *seen;         /* of each sheet */
    char stub[96];             /* where the first one stopped on something steep */
    bool early;                /* the last view is not the end of the run */
    struct quire_arena *arena; /* owns the memories and the objects made from defaults */
};

static quire_status
add(struct quire_checks *self, const struct quire_object *object, bool from_file,
    const struct quire_view *view)
{
    const struct quire_check_common *common = object->params;
    const struct quire_kind *kind = object->kind;
    const struct quire_check_ops *ops = kind->ops;
    if (!common->enabled) {
        return QUIRE_OK;
    }
    struct check *c = &self->check[self->n];
    *c = (struct check){.object = object, .ops = ops};
    c->memory = quire_arena_get(
        self->arena, 1, quire_check_memory_size(ops) + view->n_sheet * ops->memory_per_sheet);
    if (c->memory == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    const size_t turn = self->n;
    self->entry[self->n++] = (struct quire_check_entry){
        .object = from_file ? object : NULL,
        .name = object->name != NULL ? object->name : kind->variant,
        .kind = kind->variant,
        .is_jam = ops->is_jam,
        .turn = turn,
    };
    if (ops->begin != NULL) {
        ops->begin(object, c->memory, view);
    }
    return QUIRE_OK;
}

static quire_status
add_from_file(struct quire_checks *self, const struct quire_object *root,
              const struct quire_view *view)
{
    const struct quire_object *object;
    quire_status status = QUIRE_OK;
    for (size_t i = 0; status == QUIRE_OK &&
                       (object = quire_object_next_in(root, &quire_family_check, &i)) != NULL;) {
        status = add(self, object, true, view);
    }
    return status;
}

/* gives those of the file their turns, once all are added */
static quire_status
take_turns(struct quire_checks *self, const struct quire_object *root)
{
    const struct quire_object *sorted = quire_object_in_order(root, self->arena), *object;
    size_t turn = 0;
    for (size_t i = 0; sorted != NULL &&
                       (object = quire_object_next_in(sorted, &quire_family_check, &i)) != NULL;) {
        for (size_t k = 0; k < self->n; k++) {
            if (self->entry[k].object == object) {
                self->entry[k].turn = turn++;
            }
        }
    }
    return sorted != NULL ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}

static bool
file_has(const struct quire_object *root, const struct quire_kind *kind)
{
    const struct quire_object *object;
    for (size_t i = 0; (object = quire_object_next_in(root, &quire_family_check, &i)) != NULL;) {
        if (object->kind == kind) {
            return true;
        }
    }
    return false;
}

static bool
is_default(const struct quire_kind *kind, const struct quire_view *view)
{
    const struct quire_check_ops *ops = kind->ops;
    return kind->family == &quire_family_check && ops->by_default &&
           (ops->concerns == NULL || ops->concerns(view));
}

static quire_status
add_defaults(struct quire_checks *self, const struct quire_model *model,
             const struct quire_view *view, quire_diag *diag)
{
    quire_status status = QUIRE_OK;
    for (size_t i = 0; status == QUIRE_OK && i < model->catalog->n; i++) {
        const struct quire_kind *kind = model->catalog->kind[i];
        if (!is_default(kind, view) || file_has(model->root, kind)) {
            continue;
        }
        struct quire_object *object;
        status = quire_object_from_settings(&object, kind, NULL, 0, self->arena, diag);
        if (status == QUIRE_OK) {
            object->parent = model->root;
            status = add(self, object, false, view);
        }
    }
    return status;
}

quire_status
quire_checks_create(struct quire_checks **out, const struct quire_model *model,
                    const struct quire_view *view, quire_diag *diag)
{
    *out = NULL;
    const size_t most = model->root->n_child + model->catalog->n + 1;
    struct quire_checks *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    quire_status status = QUIRE_ERROR_LIMIT;
    self->arena = quire_arena_create();
    self->diagnosis = quire_diagnosis_create(view);
    self->check = calloc(most, sizeof *self->check);
    self->entry = calloc(most, sizeof *self->entry);
    self->seen = calloc(view->n_sheet + 1, sizeof *self->seen);
    if (self->arena == NULL || self->diagnosis == NULL || self->check == NULL ||
        self->seen == NULL || self->entry == NULL ||
        (status = add_from_file(self, model->root, view)) != QUIRE_OK ||
        (status = take_turns(self, model->root)) != QUIRE_OK ||
        (status = add_defaults(self, model, view, diag)) != QUIRE_OK) {
        quire_checks_destroy(self);
        return status;
    }
    *out = self;
    return QUIRE_OK;
}

void
quire_checks_destroy(struct quire_checks *self)
{
    if (self != NULL) {
        quire_arena_destroy(self->arena);
        quire_diagnosis_destroy(self->diagnosis);
        free(self->check);
        free(self->entry);
        free(self->seen);
        free(self);
    }
}

/* The place of a skewed sheet is what turned it, not what lies near. */
static void
name_place(const struct quire_why *why, struct quire_check_result *result)
{
    result->place[0] = '\0';
    if (why->name != NULL) {
        quire_sentence_add(result->place, sizeof result->place, "%s '%s'", why->sort, why->name);
    }
}

/* Asks a check for its verdict, and looks whether it ends the run. What has not happened when a run
 * ends early may still happen. */
static void
judge(struct quire_checks *self, size_t i, const struct quire_view *view, bool finished)
{
    struct check *c = &self->check[i];
    struct quire_check_result *result = &self->entry[i].result;
    c->decided = c->ops->judge(c->object, c->memory, view, finished, result);
    if (self->early && !c->failed && result->verdict == QUIRE_FAILED) {
        *result = quire_check_result_none();
        quire_check_say(result, "the run ended early, at %s s", QUIRE_AMOUNT_TIME(view->time));
    }
    result->unit = c->ops->unit != NULL ? c->ops->unit : result->unit;
    const struct quire_check_common *common = c->object->params;
    const struct quire_why *why = &self->entry[i].why;
    if (c->failed && (c->ops->about & (QUIRE_ABOUT_SKEW | QUIRE_ABOUT_ASIDE)) != 0) {
        name_place(why, result);
    }
    if (finished && result->verdict == QUIRE_NOT_EVALUATED) {
        result->inapplicable = view->n_sheet < c->ops->sheets;
        if (result->inapplicable) {
            result->cause[0] = '\0';
            quire_check_say(result, "it needs %zu sheets, and the model has %zu", c->ops->sheets,
                            view->n_sheet);
        } else {
            quire_scope_say(common, result);
        }
    }
    if (c->failed || !c->decided || result->verdict != QUIRE_FAILED) {
        return;
    }
    c->failed = true;
    quire_diagnosis_find(self->diagnosis, view, c->ops->about, result, &self->entry[i].why);
    quire_diagnosis_conclude(self->diagnosis, view, c->ops->about, result, &self->entry[i].why);
    if ((c->ops->about & (QUIRE_ABOUT_SKEW | QUIRE_ABOUT_ASIDE)) != 0) {
        name_place(&self->entry[i].why, result);
    }
    const bool first = self->jam == NULL || (view->time <= self->jam_time &&
                                             quire_check_failed_before(&self->entry[i], self->jam));
    if (c->ops->is_jam && common->stop && !finished && first) {
        self->jam = &self->entry[i];
        self->jam_time = view->time;
    }
}

/* Whether there is anything left to see for it. */
static bool
looks_on(const struct check *c)
{
    return !c->decided || c->failed;
}

static void
find_why(const struct quire_checks *self, const struct quire_view *view, size_t sheet,
         struct quire_why *out)
{
    struct quire_check_result result = quire_check_result_none();

    result.sheet = view->sheet[sheet].name;
    quire_diagnosis_find(self->diagnosis, view, 0, &result, out);
}

static void
note_stub(struct quire_checks *self, const struct quire_why *why)
{
    if (self->stub[0] == '\0' && quire_why_edge_stays(why) &&
        why->mechanism == QUIRE_MECHANISM_STUB && why->name != NULL) {
        quire_sentence_add(self->stub, sizeof self->stub, "%s '%s'", why->sort, why->name);
    }
}

void
quire_checks_stub(const struct quire_checks *self, char place[96])
{
    memcpy(place, self->stub, sizeof self->stub);
}

static void judge_folds(struct quire_checks *self, const struct quire_view *view);

double
quire_checks_next_limit(const struct quire_checks *self, double time)
{
    double next = HUGE_VAL;

    for (size_t i = 0; i < self->n; i++) {
        const struct quire_check_common *common = self->check[i].object->params;
        const double limit[2] = {common->from, common->until};
        for (int k = 0; k < 2; k++) { /* NaN: open */
            next = limit[k] > time ? fmin(next, limit[k]) : next;
        }
    }
    return next;
}

bool
quire_checks_sample(struct quire_checks *self, const struct quire_view *view)
{
    quire_diagnosis_observe(self->diagnosis, view);
    for (size_t i = 0; i < view->n_sheet; i++) {
        self->seen[i].signs = quire_diagnosis_has_signs(self->diagnosis, view, i);
        if (self->seen[i].signs) {
            find_why(self, view, i, &self->seen[i].why);
            quire_diagnosis_note(self->diagnosis, i, &self->seen[i].why, view->time);
            note_stub(self, &self->seen[i].why);
        }
    }
    judge_folds(self, view);
    for (size_t i = 0; i < self->n; i++) {
        struct check *c = &self->check[i];
        if (looks_on(c) && !c->final) {
            quire_scope_sample(c->object, c->memory, view);
            judge(self, i, view, false);
        }
    }
    return self->jam != NULL;
}

void
quire_checks_track(struct quire_checks *self, const struct quire_view *view, size_t sheet)
{
    quire_diagnosis_track(self->diagnosis, view, sheet);
}

void
quire_checks_act(struct quire_checks *self, const struct quire_object *rule,
                 const struct quire_action *action, double value, double time)
{
    quire_diagnosis_act(self->diagnosis, rule, action, value, time);
}

bool
quire_checks_listen(const struct quire_checks *self, const struct quire_event *event)
{
    if (event->kind == QUIRE_EVENT_TOUCH) {
        return self->n > 0; /* it may be a sign */
    }
    for (size_t i = 0; i < self->n; i++) {
        if (looks_on(&self->check[i]) && self->check[i].ops->event != NULL) {
            return true;
        }
    }
    return false;
}

bool
quire_checks_event(struct quire_checks *self, const struct quire_event *event,
                   const struct quire_view *view)
{
    quire_diagnosis_event(self->diagnosis, view, event);
    for (size_t i = 0; i < self->n; i++) {
        struct check *c = &self->check[i];
        if (looks_on(c) && !c->final && c->ops->event != NULL &&
            (c->ops->hears_all || quire_scope_has(c->object->params, event->sheet, event->time))) {
            c->ops->event(c->object, c->memory, event, view);
            judge(self, i, view, false);
        }
    }
    return self->jam != NULL;
}

void
quire_checks_finish(struct quire_checks *self, const struct quire_view *last, bool early)
{
    self->early = early;
    for (size_t i = 0; i < self->n; i++) {
        if (looks_on(&self->check[i]) && !self->check[i].final) {
            judge(self, i, last, true);
        }
    }
}

/* Since when a sheet has shown that it jams: its edge stays behind its drives, or it is shorter
 * than it was; NaN: it does not. */
static double
jams_since(const struct quire_why *why)
{
    const bool stays = quire_why_has(why, QUIRE_SYMPTOM_SHORT) ||
                       (why->mechanism == QUIRE_MECHANISM_STUB && quire_why_edge_stays(why));
    double since = HUGE_VAL;

    for (size_t k = 0; k < why->n_symptom; k++) {
        since = fmin(since, why->symptom[k].time);
    }
    return stays && isfinite(since) ? since : (double)NAN;
}

/* The check that says so; n if there is none. */
static size_t
check_of_jam(const struct quire_checks *self, const char *sheet, double time)
{
    size_t found = self->n;

    for (size_t i = 0; i < self->n; i++) {
        const struct check *c = &self->check[i];
        if (c->ops->tells_folds > 0 && !c->failed &&
            quire_scope_has(c->object->params, sheet, time) &&
            (found == self->n || c->ops->tells_folds < self->check[found].ops->tells_folds)) {
            found = i;
        }
    }
    return found;
}

/* A sheet jams by what `why` says: the verdict of a check, its index; n: there is none. */
static size_t
say_jam(struct quire_checks *self, const struct quire_view *view, size_t sheet, double time,
        const struct quire_why *why, const char *what)
{
    const struct quire_sheet_view *s = &view->sheet[sheet];
    struct quire_check_result result = quire_check_result_none();
    const double signs = jams_since(why);
    const size_t i = check_of_jam(self, s->name, time);

    /* so soon that it has shown no sign yet, but is stubbed now */
    const double since =
        isnan(signs) && why->mechanism == QUIRE_MECHANISM_STUB && why->n_symptom == 0 ? time
                                                                                      : signs;
    if (isnan(since) || i == self->n) {
        return self->n;
    }
    result.verdict = QUIRE_FAILED;
    result.sheet = s->name;
    result.time = since;
    result.x = why->x;
    result.y = why->y;
    result.path_distance = why->path_distance;
    if (why->name != NULL) {
        name_place(why, &result);
    } else {
        quire_around_place(view, sheet, why->x, why->y, result.place);
    }
    quire_check_say(&result, "the sheet jams from %s s on; at %s s %s", QUIRE_AMOUNT_TIME(since),
                    QUIRE_AMOUNT_TIME(time), what);
    result.unit = self->check[i].ops->unit != NULL ? self->check[i].ops->unit : result.unit;
    self->entry[i].result = result;
    self->entry[i].why = *why;
    if (why->n_symptom == 0 && isfinite(why->angle)) {
        quire_symptoms_insert(
            &self->entry[i].why,
            (struct quire_symptom){QUIRE_SYMPTOM_STEEP, since, why->sort, why->name, why->angle});
    }
    self->check[i].decided = self->check[i].failed = self->check[i].final = true;
    return i;
}

bool
quire_checks_break_off(struct quire_checks *self, const struct quire_view *view, size_t sheet)
{
    const struct quire_sheet_view *s = &view->sheet[sheet];
    struct quire_why why;

    if (!s->entered || s->delivered || s->path == NULL || quire_around_is_held(s, view->time)) {
        return false;
    }
    if (self->seen[sheet].signs) { /* the state in which a run breaks off may mean nothing */
        why = self->seen[sheet].why;
    } else {
        find_why(self, view, sheet, &why);
    }
    return say_jam(self, view, sheet, view->time, &why,
                   "it crumpled, and the simulation broke off: how it crumpled was not followed") <
           self->n;
}

static bool
met_steep(const struct quire_why *why)
{
    bool met = why->mechanism == QUIRE_MECHANISM_STUB;

    for (size_t k = 0; k < why->n_symptom; k++) {
        met = met || why->symptom[k].kind == QUIRE_SYMPTOM_STEEP;
    }
    return met;
}

bool
quire_checks_fold(struct quire_checks *self, const struct quire_view *view, size_t sheet)
{
    const struct quire_sheet_view *s = &view->sheet[sheet];
    struct seen *seen = &self->seen[sheet];

    if (seen->folded || !s->entered || s->delivered || s->path == NULL ||
        quire_around_is_held(s, view->time)) {
        return false;
    }
    find_why(self, view, sheet, &seen->fold_why);
    if (seen->fold_why.mechanism != QUIRE_MECHANISM_STUB && seen->signs) {
        seen->fold_why = seen->why;
    }
    seen->folded = seen->fold_why.mechanism == QUIRE_MECHANISM_STUB;
    seen->fold_time = view->time;
    return met_steep(&seen->fold_why);
}

/* A sheet that folds up behind an edge that is stopped jams, whatever its chain does then. */
static void
judge_folds(struct quire_checks *self, const struct quire_view *view)
{
    for (size_t k = 0; k < view->n_sheet; k++) {
        struct seen *seen = &self->seen[k];
        if (!seen->folded || seen->fold_time > view->time) {
            continue;
        }
        seen->folded = false;
        const size_t i = say_jam(self, view, k, seen->fold_time, &seen->fold_why,
                                 "it folded up sharper than its chain can follow");
        if (i < self->n &&
            ((const struct quire_check_common *)self->check[i].object->params)->stop &&
            self->jam == NULL) {
            self->jam = &self->entry[i];
            self->jam_time = view->time;
        }
    }
}

void
quire_checks_leave(struct quire_checks *self, const char *why)
{
    size_t n = 0;

    for (size_t i = 0; i < self->n; i++) {
        if (self->entry[i].object != NULL) {
            self->check[n] = self->check[i];
            self->entry[n] = self->entry[i];
            self->entry[n].result = quire_check_result_none();
            quire_check_say(&self->entry[n].result, "%s", why);
            n++;
        }
    }
    self->n = n;
}

const struct quire_check_entry *
quire_checks_entries(const struct quire_checks *self, size_t *n)
{
    *n = self->n;
    return self->entry;
}

bool
quire_checks_cover(const struct quire_checks *self, unsigned about, const char *sheet, double time)
{
    for (size_t i = 0; i < self->n; i++) {
        if ((self->check[i].ops->about & about) != 0 &&
            quire_scope_has(self->check[i].object->params, sheet, time)) {
            return true;
        }
    }
    return false;
}

bool
quire_checks_jammed(const struct quire_checks *self)
{
    for (size_t i = 0; i < self->n; i++) {
        if (self->check[i].failed && self->entry[i].is_jam) {
            return true;
        }
    }
    return false;
}

const struct quire_check_entry *
quire_checks_jam(const struct quire_checks *self)
{
    return self->jam;
}
