#include "lint/lint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "body/nip.h"
#include "body/roller.h"
#include "body/sheet.h"
#include "drive/drive.h"
#include "kind/action.h"
#include "kind/sensor.h"
#include "lint/lint_rules.h"
#include "machine/lookup.h"
#include "model/kinds_contact.h"
#include "model/problem.h"
#include "path/places.h"
#include "rule/rule.h"
#include "text/suggest.h"

/* calls `each` for every <roller>, <driver> and <idler> until it says true, and returns that */
static bool
any_roller(const struct quire_object *root,
           bool (*each)(const struct quire_roller_params *, const void *), const void *user)
{
    for (size_t i = 0; i < root->n_child; i++) {
        const struct quire_object *o = root->child[i];
        if (o->kind == &quire_kind_roller && each(o->params, user)) {
            return true;
        }
        for (size_t k = 0; o->kind == &quire_kind_nip && k < o->n_child; k++) {
            if (each(o->child[k]->params, user)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- drives ---- */

/* whether a part of the machine below hangs on a drive; rules, which may tell it something, do not
 */
static bool
names_drive(const struct quire_object *o, const struct quire_object *drive)
{
    if (o->kind->family == &quire_family_rule) {
        return false;
    }
    for (const struct quire_field *f = o->kind->fields; f != NULL && f->name != NULL; f++) {
        if (f->type == QUIRE_FIELD_REFERENCE &&
            *(const struct quire_object *const *)(const void *)((const char *)o->params +
                                                                f->offset) == drive) {
            return true;
        }
    }
    for (size_t i = 0; i < o->n_child; i++) {
        if (names_drive(o->child[i], drive)) {
            return true;
        }
    }
    return false;
}

static void
find_idle_drives(const struct quire_object *root, quire_diag *diag)
{
    const struct quire_object *drive;

    for (size_t i = 0; (drive = quire_object_next_of(root, &quire_kind_drive, &i)) != NULL;) {
        if (!names_drive(root, drive)) {
            quire_object_warning(
                drive, diag, "W-UNUSED", NULL,
                "it turns no roller, moves no carriage or guide, and contracts no body");
        }
    }
}

/* A torque is that of one shaft: it acts on each roller that names the drive. */
static void
find_shared_torques(const struct quire_system *sys, quire_diag *diag)
{
    for (int k = 0; k < sys->n_drive; k++) {
        const struct quire_drive *drive = sys->drive + k;
        int n = 0;
        for (int r = 0; r < sys->n_roller && drive->quantity == QUIRE_DRIVE_TORQUE; r++) {
            n += sys->small[sys->roller[r].small].drive == k;
        }
        if (n > 1) {
            quire_object_warning(drive->object, diag, "W-MODEL",
                                 "give each roller a drive of its own, with its part of the torque",
                                 "its torque acts on each of %d rollers, %d times in all", n, n);
        }
    }
}

/* ---- surfaces ---- */

static bool
has_surface(const struct quire_roller_params *roller, const void *surface)
{
    return strcmp(roller->surface, surface) == 0;
}

static bool
offer_surface(const struct quire_roller_params *roller, const void *suggest)
{
    quire_suggest_offer((struct quire_suggest *)(uintptr_t)suggest, roller->surface);
    return false;
}

static void
find_surface(const struct quire_object *pair, const struct quire_object *root, quire_diag *diag)
{
    const char *wanted = ((const struct quire_pair_params *)pair->params)->surface;
    struct quire_suggest suggest = quire_suggest_begin(wanted);
    char hint[256];

    /* such files say more than one machine needs */
    const bool included = pair->place.file != root->place.file;
    if (included || quire_pair_is_any(wanted) || any_roller(root, has_surface, wanted)) {
        return;
    }
    for (size_t i = 0; i < root->n_child; i++) {
        const struct quire_object *o = root->child[i];
        const char *surface = o->kind != &quire_kind_roller ? quire_object_surface(o) : NULL;
        if (surface != NULL && strcmp(surface, wanted) == 0) {
            return;
        }
        if (surface != NULL) {
            quire_suggest_offer(&suggest, surface);
        }
    }
    any_roller(root, offer_surface, &suggest);
    quire_object_warning(pair, diag, "W-UNUSED", quire_suggest_hint(&suggest, hint, sizeof hint),
                         "no object has the surface '%s'", wanted);
}

/* ---- sensors ---- */

/* The last place on each path that sheets have behind them when they start: what stands before it
 * is passed by none. NULL when memory runs out. */
static double *
first_trails(const struct quire_system *sys)
{
    double *first = malloc(sizeof *first * ((size_t)sys->n_path + 1));
    const struct quire_outline *one = sys->n_sheet > 0 ? sys->sheet[0].path : NULL;
    bool alone = true; /* all sheets are on one path: others may come from anywhere */
    double least = HUGE_VAL;

    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        const struct quire_start_params *start =
            quire_object_child_of(s->object, &quire_kind_start)->params;
        alone = alone && s->path == one;
        least = fmin(least, start->lead - s->length);
    }
    for (int i = 0; first != NULL && i < sys->n_path; i++) {
        first[i] = sys->n_sheet == 0 ? HUGE_VAL : alone && sys->path + i == one ? least : -HUGE_VAL;
    }
    return first;
}

/* whether a place is beyond the end of its path, with a warning if it is */
static bool
stands_beyond(const struct quire_system *sys, const struct quire_object *object,
              const struct quire_object *path, double at, quire_diag *diag)
{
    const double length = quire_system_path(sys, path)->length;

    if (at > length) {
        quire_object_warning(object, diag, "W-UNREACHABLE", NULL,
                             "it is at %.6g mm along path '%s', beyond the path's end (%.6g mm)",
                             1e3 * at, path->name, 1e3 * length);
    }
    return at > length;
}

static void
find_parts_beyond(const struct quire_system *sys, quire_diag *diag)
{
    const struct quire_object *nip, *channel;

    for (size_t i = 0;
         (nip = quire_object_next_of(sys->model->root, &quire_kind_nip, &i)) != NULL;) {
        const struct quire_nip_params *p = nip->params;
        stands_beyond(sys, nip, p->path, p->at, diag);
    }
    for (size_t i = 0;
         (channel = quire_object_next_of(sys->model->root, &quire_kind_channel, &i)) != NULL;) {
        const struct quire_channel_params *p = channel->params;
        stands_beyond(sys, channel, p->path, p->to, diag);
    }
}

static void
find_lonely_sensors(const struct quire_system *sys, quire_diag *diag)
{
    const struct quire_object *sensor;
    double *first = first_trails(sys);

    if (first == NULL) {
        quire_diag_memory_error(diag);
        return;
    }
    for (size_t i = 0;
         (sensor = quire_object_next_in(sys->model->root, &quire_family_sensor, &i)) != NULL;) {
        const struct quire_sensor_common *p = sensor->params;
        const struct quire_outline *path = p->path != NULL ? quire_system_path(sys, p->path) : NULL;
        if (path == NULL) {
            continue;
        }
        if (!stands_beyond(sys, sensor, p->path, p->at, diag) && sys->n_sheet > 0 &&
            p->at < first[path - sys->path]) {
            quire_object_warning(sensor, diag, "W-UNREACHABLE", NULL,
                                 "it is at %.6g mm along path '%s', behind the start of every "
                                 "sheet; the nearest starts at %.6g mm",
                                 1e3 * p->at, p->path->name, 1e3 * first[path - sys->path]);
        }
    }
    free(first);
}

/* ---- sheets ---- */

static bool
start_in_one_place(const struct quire_sheet *a, const struct quire_sheet *b)
{
    if (a->path == NULL || a->path != b->path) { /* of many each is compared with each */
        return false;
    }
    const struct quire_start_params *p =
                                        quire_object_child_of(a->object, &quire_kind_start)->params,
                                    *q =
                                        quire_object_child_of(b->object, &quire_kind_start)->params;

    return fabs(p->time - q->time) <= 0 && p->lead - a->length < q->lead &&
           q->lead - b->length < p->lead;
}

static bool
releases(const struct quire_action *action, const void *sheet)
{
    return action->kind == QUIRE_ACTION_RELEASE && quire_release_means(action->text, sheet);
}

static void
find_odd_sheets(const struct quire_system *sys, quire_diag *diag)
{
    const bool moves = sys->run->kind == QUIRE_RUN_TRANSIENT;
    const double end = moves ? sys->run->end : sys->run->at;

    for (int n = 0; n < sys->n_sheet; n++) {
        const int k = sys->in_file.sheet[n];
        const struct quire_sheet *s = sys->sheet + k;
        const struct quire_object *start = quire_object_child_of(s->object, &quire_kind_start);
        if (isinf(s->enter_time)) {
            if (s->ahead < 0 && !quire_rule_any_action(sys->model->root, releases, s->object)) {
                quire_object_warning(start, diag, "W-UNUSED", "let a rule <release> it",
                                     "sheet '%s' waits for a command, and no rule releases it",
                                     s->object->name);
            }
            continue;
        }
        if (moves ? s->enter_time >= end : s->enter_time > end) {
            quire_object_warning(start, diag, "W-UNUSED", NULL,
                                 "sheet '%s' enters at %.6g s, but the run %s %.6g s",
                                 s->object->name, s->enter_time, moves ? "ends at" : "is of", end);
        }
        for (int before = 0; before < n; before++) {
            const int i = sys->in_file.sheet[before];
            /* then it is an error where they overlap */
            const bool feel = sys->sheet_law != NULL && sys->sheet_law[i * sys->n_sheet + k] >= 0;
            if (!feel && start_in_one_place(sys->sheet + i, s)) {
                quire_object_warning(start, diag, "W-MODEL",
                                     "start one of them later, or farther along the path",
                                     "sheets '%s' and '%s' start at the same position; there is no "
                                     "contact between them",
                                     sys->sheet[i].object->name, s->object->name);
            }
        }
    }
}

void
quire_lint_find(const struct quire_system *sys, quire_diag *diag)
{
    const struct quire_object *root = sys->model->root, *pair;
    const size_t first = quire_diag_count(diag);

    find_idle_drives(root, diag);
    find_shared_torques(sys, diag);
    for (size_t i = 0; (pair = quire_object_next_of(root, &quire_kind_pair, &i)) != NULL;) {
        find_surface(pair, root, diag);
    }
    find_lonely_sensors(sys, diag);
    find_parts_beyond(sys, diag);
    find_odd_sheets(sys, diag);
    quire_lint_find_never(sys, diag);
    quire_lint_find_geometry(sys, diag);
    quire_lint_find_places(sys, diag);
    quire_lint_find_reach(sys, diag);
    quire_lint_find_stubs(sys, diag);
    quire_lint_find_space(sys, diag);
    quire_diag_sort(diag, first);
}
