#include "run/figure_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "body/nip.h"
#include "events/event_log.h"
#include "kind/check.h"
#include "kind/event.h"
#include "kind/sensor.h"
#include "model/problem.h"
#include "rule/rule.h"
#include "run/running.h"

/* what is put together for one figure */
struct possible {
    const char *figure;
    struct quire_event_log log;
    struct quire_check_entry *check;
    size_t n_check;
    const struct quire_view *view;
    quire_status status;
};

/* whether the figure's first part is this name */
static bool
begins(const char *figure, const char *name)
{
    const size_t n = name != NULL ? strlen(name) : 0;
    return n > 0 && strncmp(figure, name, n) == 0 && figure[n] == '.';
}

static void
add_event(struct possible *p, enum quire_event_kind kind, const char *source, const char *signal,
          const char *sheet)
{
    struct quire_event event = quire_event_at(1, kind, source);
    event.signal = signal;
    event.sheet = sheet;
    event.value = event.z = event.yaw = 1;
    event.in_space = p->view->spatial;
    p->status = quire_status_first(p->status, quire_event_log_add(&p->log, &event));
}

/* for no sheet, and for those that the figure names */
static void
add_events(struct possible *p, enum quire_event_kind kind, const char *source, const char *signal)
{
    add_event(p, kind, source, signal, NULL);
    for (size_t i = 0; i < p->view->n_sheet; i++) {
        if (strstr(p->figure, p->view->sheet[i].name) != NULL) {
            add_event(p, kind, source, signal, p->view->sheet[i].name);
        }
    }
}

static void
add_check(struct possible *p, const char *name, const char *unit)
{
    for (size_t i = 0; i < p->n_check; i++) { /* those without a name share their figures */
        if (strcmp(p->check[i].name, name) == 0) {
            struct quire_check_result *r = &p->check[i].result;
            r->unit = strcmp(r->unit, unit) == 0 ? unit : QUIRE_CHECK_UNITS;
            return;
        }
    }
    struct quire_check_entry *more = realloc(p->check, (p->n_check + 1) * sizeof *more);
    if (more == NULL) {
        p->status = QUIRE_ERROR_LIMIT;
        return;
    }
    p->check = more;
    more[p->n_check++] = (struct quire_check_entry){.name = name,
                                                    .kind = name,
                                                    .is_jam = true,
                                                    .result = {.verdict = QUIRE_FAILED,
                                                               .value = 1,
                                                               .margin = 1,
                                                               .unit = unit,
                                                               .time = 1,
                                                               .path_distance = 1}};
}

static void
add_object(struct possible *p, const struct quire_object *object)
{
    if (object->kind->family == &quire_family_check) {
        add_check(p, object->name != NULL ? object->name : object->kind->variant,
                  quire_check_unit(object->kind->ops, object));
    }
    if (!begins(p->figure, object->name)) {
        return;
    }
    if (object->kind->family == &quire_family_sensor) {
        const struct quire_sensor_ops *ops = object->kind->ops;
        for (int i = 0; i < ops->n_signal; i++) {
            add_events(p, QUIRE_EVENT_SENSOR, object->name, ops->signal[i]);
        }
    } else if (object->kind == &quire_kind_nip) {
        add_events(p, QUIRE_EVENT_NIP_ENTRY, object->name, NULL);
        add_events(p, QUIRE_EVENT_NIP_EXIT, object->name, NULL);
    } else if (object->kind == &quire_kind_rule) {
        add_events(p, QUIRE_EVENT_RULE, object->name, NULL);
    }
}

/* whether a check is added to models that have none of its kind */
static bool
is_default(const struct quire_kind *kind, const struct quire_object *root)
{
    const struct quire_check_ops *ops = kind->ops;
    const struct quire_object *object;

    for (size_t i = 0; (object = quire_object_next_in(root, &quire_family_check, &i)) != NULL;) {
        if (object->kind == kind) {
            return false;
        }
    }
    return ops->by_default;
}

/* those that are switched off too, as a level may switch them on */
static void
add_all(struct possible *p, const quire_model *model)
{
    for (size_t i = 0; i < model->catalog->n; i++) {
        const struct quire_kind *kind = model->catalog->kind[i];
        if (kind->family == &quire_family_check && is_default(kind, model->root)) {
            add_check(p, kind->variant, ((const struct quire_check_ops *)kind->ops)->unit);
        }
    }
    for (size_t i = 0; i < model->root->n_child; i++) {
        add_object(p, model->root->child[i]);
    }
}

#define MOST_MODES 1000 /* whose figures have units before a run */

/* what a search for rest may come to: both ends of each sheet held, another state of each, modes.
 * False when memory runs out. */
static bool
make_rest(struct quire_rest_result *out, const struct quire_view *view)
{
    const struct quire_mode mode = {.eigenvalue = 1, .frequency = 1};

    *out = (struct quire_rest_result){
        .reaction = calloc(2 * view->n_sheet + 1, sizeof *out->reaction),
        .mode = calloc(MOST_MODES, sizeof *out->mode),
        .other = calloc(view->n_sheet + 1, sizeof *out->other),
    };
    if (out->reaction == NULL || out->mode == NULL || out->other == NULL) {
        return false;
    }
    for (size_t i = 0; i < view->n_sheet; i++) {
        const char *sheet = view->sheet[i].name;
        for (int lead = 0; lead < 2; lead++) {
            out->reaction[out->n_reaction++] = (struct quire_reaction){
                .sheet = sheet, .lead = lead == 1, .force = {1, 1}, .moment = 1};
        }
        out->other[out->n_other++] =
            (struct quire_other_rest){.sheet = sheet, .energy = 1, .distance = 1};
    }
    while (out->n_mode < MOST_MODES) {
        out->mode[out->n_mode++] = mode;
    }
    return true;
}

static void
clear_rest(struct quire_rest_result *self)
{
    free(self->reaction);
    free(self->mode);
    free(self->other);
}

static quire_status
find(quire_run *run, const char *figure, struct quire_figures *out)
{
    struct possible p = {.figure = figure, .view = quire_observe(run->observer, 0, run->y, NULL)};
    const struct quire_recorder recorder = quire_record_interface(run->record, NULL);

    p.status = recorder.begin(recorder.self, run->model, p.view);
    add_all(&p, run->model);
    if (p.status == QUIRE_OK) {
        struct quire_result result = {.model = run->model,
                                      .kind = run->system->run->kind,
                                      .stats = {.cpu_seconds = 1},
                                      .event = p.log.event,
                                      .n_event = p.log.n,
                                      .check = p.check,
                                      .n_check = p.n_check,
                                      .end_time = 1,
                                      .energy = {.largest = 1}};
        p.status = result.kind == QUIRE_RUN_TRANSIENT || make_rest(&result.rest, p.view)
                       ? quire_record_possible_figures(run->record, &result, p.view, out)
                       : QUIRE_ERROR_LIMIT;
        clear_rest(&result.rest);
    }
    quire_event_log_clear(&p.log);
    free(p.check);
    return p.status;
}

quire_status
quire_possible_figures(const quire_model *model, const char *figure, struct quire_figures *out,
                       bool *known)
{
    quire_run *run = NULL;
    const quire_run_options options = quire_run_options_default();
    quire_diag *unheard = quire_diag_create();
    quire_status status =
        unheard != NULL ? quire_run_create(&run, model, &options, unheard) : QUIRE_ERROR_LIMIT;

    *out = (struct quire_figures){NULL, 0, 0, QUIRE_OK};
    *known = status == QUIRE_OK;
    if (*known) {
        status = find(run, figure, out);
        *known = run->system->run->kind == QUIRE_RUN_TRANSIENT ||
                 quire_figures_find(out, figure) != NULL;
    }
    quire_run_destroy(run);
    const bool starved = quire_diag_is_starved(unheard);
    quire_diag_destroy(unheard);
    return *known || starved ? status : QUIRE_OK;
}

const char *
quire_figure_of_named_check(const quire_model *model, const struct quire_figures *possible,
                            const char *figure)
{
    const struct quire_object *object;

    for (size_t i = 0;
         (object = quire_object_next_in(model->root, &quire_family_check, &i)) != NULL;) {
        if (object->name == NULL || !begins(figure, object->kind->variant)) {
            continue;
        }
        const char *rest = figure + strlen(object->kind->variant);
        for (size_t k = 0; k < possible->n; k++) {
            if (begins(possible->at[k].name, object->name) &&
                strcmp(possible->at[k].name + strlen(object->name), rest) == 0) {
                return possible->at[k].name;
            }
        }
    }
    return NULL;
}
