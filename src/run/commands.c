#include "run/commands.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/json_read.h"
#include "catalog/catalog.h"
#include "kind/action.h"
#include "kind/value.h"
#include "model/problem.h"
#include "model/settings.h"
#include "rule/rule.h"
#include "run/advance.h"
#include "run/rule_actions.h"
#include "text/suggest.h"

#define MOST_ATTRIBUTES 16

void
quire_commands_clear(struct quire_commands *self)
{
    quire_arena_destroy(self->arena);
    quire_text_clear(&self->text);
    *self = (struct quire_commands){0};
}

void
quire_running_expect_commands(struct quire_run *run)
{
    run->system->odometers = true; /* what a drive has driven goes on through commands */
}

/* ---- what is kept ---- */

/* Only files need the text: in a loop of 1 kHz it grows by 100 kB a second. */
static bool
are_kept(const struct quire_run *run)
{
    return quire_record_wants_files(run->record);
}

static struct quire_json
begin_line(struct quire_run *run)
{
    struct quire_json json = {.text = &run->commands.text, .compact = true};

    quire_json_open(&json, NULL, '{', true);
    quire_json_number(&json, "time", run->handled);
    return json;
}

static void
end_line(struct quire_json *json)
{
    quire_json_close(json, '{');
    quire_text_add(json->text, "\n");
}

static void
keep_action(struct quire_run *run, const char *action, const quire_setting *settings, size_t n,
            bool set_point)
{
    struct quire_json json = begin_line(run);

    quire_json_string(&json, "action", action);
    quire_json_open(&json, "attributes", '{', true);
    for (size_t i = 0; i < n; i++) {
        quire_json_string(&json, settings[i].name, settings[i].value);
    }
    quire_json_close(&json, '{');
    if (set_point) {
        quire_json_bool(&json, "set-point", true);
    }
    end_line(&json);
}

/* ---- taking them ---- */

static quire_status
find_action(const struct quire_run *run, const char *name, const struct quire_kind **out,
            quire_diag *diag)
{
    const struct quire_catalog *catalog = run->model->catalog;
    struct quire_suggest near = quire_suggest_begin(name);
    char hint[200], excerpt[QUIRE_EXCERPT_SIZE];

    for (size_t i = 0; i < catalog->n; i++) {
        if (catalog->kind[i]->family != &quire_family_action) {
            continue;
        }
        if (strcmp(catalog->kind[i]->element, name) == 0) {
            *out = catalog->kind[i];
            return QUIRE_OK;
        }
        quire_suggest_offer(&near, catalog->kind[i]->element);
    }
    return quire_diag_error(diag, "E-USAGE", quire_nowhere(), "command",
                            quire_suggest_hint(&near, hint, sizeof hint), "there is no action '%s'",
                            quire_excerpt(excerpt, name));
}

/* The rule that takes them. */
static quire_status
make_commander(struct quire_commands *self, quire_diag *diag)
{
    const quire_setting settings[] = {{"name", "command"}, {"time", "0 s"}};

    if (self->commander != NULL) {
        return QUIRE_OK;
    }
    self->arena = self->arena != NULL ? self->arena : quire_arena_create();
    if (self->arena == NULL) {
        return quire_diag_memory_error(diag);
    }
    const quire_status status = quire_object_from_settings(&self->commander, &quire_kind_rule,
                                                           settings, 2, self->arena, diag);
    if (status == QUIRE_OK) {
        self->commander->name = settings[0].value;
    }
    return status;
}

/* The value that an action's formula gives now. */
static quire_status
evaluate(struct quire_run *run, const struct quire_object *object, struct quire_action *action,
         quire_diag *diag)
{
    char error[300];

    if (action->formula == NULL) {
        return QUIRE_OK;
    }
    struct quire_formula *f =
        quire_logic_read_formula(run->logic, action->formula, error, sizeof error);
    const bool fits = f != NULL && quire_logic_fits(run->logic, action, f, error, sizeof error);

    quire_quantities_forget(&run->quantities);
    action->value = fits ? quire_logic_ask(run->logic, f, run->handled) : (double)NAN;
    quire_quantities_forget(&run->quantities);
    quire_formula_destroy(f);
    if (fits && !isfinite(action->value)) {
        return quire_object_error(object, diag, "E-FORMULA", NULL, "'%s' has no value now",
                                  action->formula);
    }
    action->formula = NULL;
    return fits ? QUIRE_OK : quire_object_error(object, diag, "E-FORMULA", NULL, "%s", error);
}

/* Whether a sheet that is to be let in exists at all. */
static quire_status
check_sheet(const struct quire_run *run, const struct quire_object *object,
            const struct quire_action *action, quire_diag *diag)
{
    struct quire_suggest near = quire_suggest_begin(action->text != NULL ? action->text : "");
    char hint[200], excerpt[QUIRE_EXCERPT_SIZE];

    for (int k = 0; k < run->system->n_sheet; k++) {
        const struct quire_object *sheet = run->system->sheet[k].object;
        if (action->kind != QUIRE_ACTION_RELEASE || quire_release_means(action->text, sheet)) {
            return QUIRE_OK;
        }
        quire_suggest_offer(&near, sheet->name);
    }
    return action->kind != QUIRE_ACTION_RELEASE
               ? QUIRE_OK
               : quire_object_error(object, diag, "E-REFERENCE",
                                    quire_suggest_hint(&near, hint, sizeof hint),
                                    "there is no sheet '%s'", quire_excerpt(excerpt, action->text));
}

/* What the action is; its text outlives the object. */
static quire_status
describe(struct quire_run *run, const struct quire_object *object, struct quire_action *action,
         quire_diag *diag)
{
    ((const struct quire_action_ops *)object->kind->ops)->describe(object, action);
    const quire_status status = check_sheet(run, object, action, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    if (action->text != NULL) {
        action->text = quire_arena_copy(run->commands.arena, action->text);
        if (action->text == NULL) {
            return quire_diag_memory_error(diag);
        }
    }
    return evaluate(run, object, action, diag);
}

quire_status
quire_running_take_action(struct quire_run *run, const char *action, const quire_setting *settings,
                          size_t n, bool set_point, quire_status *failure, quire_diag *diag)
{
    struct quire_object *object;
    const struct quire_kind *kind = NULL;
    quire_status status = make_commander(&run->commands, diag);
    struct quire_due due = {
        .time = run->handled, .rule = run->commands.commander, .set_point = set_point};

    *failure = QUIRE_OK;
    status = status == QUIRE_OK ? find_action(run, action, &kind, diag) : status;
    if (status != QUIRE_OK) {
        return status;
    }
    struct quire_arena *arena = quire_arena_create();
    if (arena == NULL) {
        return quire_diag_memory_error(diag);
    }
    status =
        quire_object_from_settings_in(&object, run->model->root, kind, settings, n, arena, diag);
    status = status == QUIRE_OK ? describe(run, object, &due.action, diag) : status;
    if (status == QUIRE_OK) {
        if (are_kept(run)) {
            keep_action(run, action, settings, n, set_point);
        }
        *failure = quire_running_command(run, &due);
    }
    quire_arena_destroy(arena);
    return status;
}

quire_status
quire_running_enable_rule(struct quire_run *run, const char *rule, bool enabled, quire_diag *diag)
{
    const struct quire_object *object;
    struct quire_suggest near = quire_suggest_begin(rule);
    char hint[200], excerpt[QUIRE_EXCERPT_SIZE];

    for (size_t i = 0;
         (object = quire_object_next_of(run->model->root, &quire_kind_rule, &i)) != NULL;) {
        if (object->name != NULL && strcmp(object->name, rule) == 0) {
            if (are_kept(run)) {
                struct quire_json json = begin_line(run);
                quire_json_string(&json, "rule", rule);
                quire_json_bool(&json, "enabled", enabled);
                end_line(&json);
            }
            quire_logic_switch_rule(run->logic, object, enabled);
            return QUIRE_OK;
        }
        if (object->name != NULL) {
            quire_suggest_offer(&near, object->name);
        }
    }
    return quire_diag_error(diag, "E-USAGE", quire_nowhere(), "command",
                            quire_suggest_hint(&near, hint, sizeof hint), "there is no rule '%s'",
                            quire_excerpt(excerpt, rule));
}

void
quire_running_end_by_command(struct quire_run *run)
{
    if (are_kept(run)) {
        struct quire_json json = begin_line(run);
        quire_json_bool(&json, "end", true);
        end_line(&json);
    }
    run->end = run->handled;
}

/* ---- taking them again ---- */

static quire_status
replay_action(struct quire_run *run, const json_t *line, const char *action, quire_status *failure,
              quire_diag *diag)
{
    quire_setting setting[MOST_ATTRIBUTES];
    const char *name;
    json_t *value;
    size_t n = 0;

    json_object_foreach(json_object_get(line, "attributes"), name, value)
    {
        if (n < MOST_ATTRIBUTES && json_is_string(value)) {
            setting[n++] = (quire_setting){name, json_string_value(value)};
        }
    }
    return quire_running_take_action(
        run, action, setting, n, json_is_true(json_object_get(line, "set-point")), failure, diag);
}

static quire_status
refuse_line(size_t number, const char *why, quire_diag *diag)
{
    return quire_diag_error(diag, "E-FILE",
                            (struct quire_place){QUIRE_COMMANDS_FILE, (int)number, 0}, NULL, NULL,
                            "%s", why);
}

static quire_status
replay_line(struct quire_run *run, const json_t *line, size_t number, quire_diag *diag)
{
    const char *action = quire_json_text_of(line, "action"),
               *rule = quire_json_text_of(line, "rule");
    const double time = quire_json_number_of(line, "time");
    quire_status failure = QUIRE_OK;

    if (!(time >= run->handled)) {
        return refuse_line(number,
                           "the command has no time, or an earlier one than the line before", diag);
    }
    quire_status status = quire_running_advance(run, time);
    if (status != QUIRE_OK || run->stopped || run->handled < time - SAME_TIME) {
        return status; /* the run is over */
    }
    if (action != NULL) {
        status = replay_action(run, line, action, &failure, diag);
    } else if (rule != NULL) {
        status = quire_running_enable_rule(run, rule,
                                           json_is_true(json_object_get(line, "enabled")), diag);
    } else if (json_is_true(json_object_get(line, "end"))) {
        quire_running_end_by_command(run);
    } else {
        status = refuse_line(number, "the command has none of action, rule and end", diag);
    }
    return quire_status_first(status, failure);
}

quire_status
quire_running_replay(struct quire_run *run, quire_diag *diag)
{
    const char *line = run->options.commands;
    quire_status status = QUIRE_OK;
    size_t number = 1;

    for (size_t n; line != NULL && *line != '\0' && status == QUIRE_OK && !run->stopped;
         line += n + (line[n] == '\n'), number++) {
        bool starved = false;
        n = strcspn(line, "\n");
        json_t *value = quire_json_read(line, n, 0, &starved);
        status = value != NULL ? replay_line(run, value, number, diag)
                 : starved     ? quire_diag_memory_error(diag)
                               : refuse_line(number, "this is not JSON", diag);
        json_decref(value);
    }
    return status == QUIRE_OK ? quire_running_advance(run, HUGE_VAL) : status;
}
