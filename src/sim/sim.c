/* Simulations: runs whose caller decides how far they go, and commands them. */
#include <quire/sim.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "body/nip.h"
#include "kind/sensor.h"
#include "model/quantity.h"
#include "run/advance.h"
#include "run/commands.h"
#include "run/run.h"
#include "run/sampling.h"
#include "text/number.h"

struct quire_sim {
    quire_run *run;
    struct quire_formula **watch; /* (n_watch) */
    size_t n_watch;
    quire_status status; /* of what made it end */
    bool failed, finished;
};

static quire_status
refuse(quire_diag *diag, const char *hint, const char *text)
{
    return quire_diag_error(diag, "E-USAGE", quire_nowhere(), "simulation", hint, "%s", text);
}

/* ---- beginning and end ---- */

static quire_status
begin(quire_sim *sim, const quire_model *model, const quire_run_options *options, quire_diag *diag)
{
    quire_status status = quire_run_create(&sim->run, model, options, diag);

    if (status != QUIRE_OK) {
        return status;
    }
    if (sim->run->system->run->kind != QUIRE_RUN_TRANSIENT) {
        return refuse(diag, "leave out kind in <run>", "only transient runs can be advanced");
    }
    if (sim->run->options.commands != NULL) {
        return refuse(diag, "give them one by one", "options with commands are for whole runs");
    }
    quire_running_expect_commands(sim->run);
    status = quire_running_start(sim->run, diag);
    return status == QUIRE_OK ? QUIRE_OK : quire_running_finish(sim->run, status, diag);
}

quire_status
quire_sim_create(quire_sim **out, const quire_model *model, const quire_run_options *options,
                 quire_diag *diag)
{
    if (out != NULL) {
        *out = NULL;
    }
    if (out == NULL || model == NULL) {
        return quire_diag_misuse(diag, __func__);
    }
    quire_sim *sim = calloc(1, sizeof *sim);
    if (sim == NULL) {
        return quire_diag_memory_error(diag);
    }
    const quire_status status = begin(sim, model, options, diag);
    if (status != QUIRE_OK) {
        quire_sim_destroy(sim);
        return status;
    }
    *out = sim;
    return QUIRE_OK;
}

void
quire_sim_destroy(quire_sim *sim)
{
    if (sim == NULL) {
        return;
    }
    for (size_t i = 0; i < sim->n_watch; i++) {
        quire_formula_destroy(sim->watch[i]);
    }
    free(sim->watch);
    quire_run_destroy(sim->run);
    free(sim);
}

quire_status
quire_sim_finish(quire_sim *sim, quire_diag *diag)
{
    if (sim == NULL) {
        return quire_diag_misuse(diag, __func__);
    }
    if (sim->finished) {
        return refuse(diag, NULL, "it is finished");
    }
    if (!quire_sim_is_over(sim)) {
        quire_running_end_by_command(sim->run);
    }
    sim->finished = true;
    return quire_running_finish(sim->run, sim->status, diag);
}

const quire_run *
quire_sim_run(const quire_sim *sim)
{
    return sim != NULL ? sim->run : NULL;
}

/* ---- going on ---- */

double
quire_sim_time(const quire_sim *sim)
{
    return sim != NULL ? sim->run->handled : (double)NAN;
}

bool
quire_sim_is_over(const quire_sim *sim)
{
    return sim == NULL || sim->finished || sim->failed || sim->run->stopped ||
           sim->run->handled >= sim->run->end - SAME_TIME;
}

/* A failure ends it, as it ends a run, and finish() tells of it: it may be forgiven after a jam. */
static quire_status
note(quire_sim *sim, quire_status status)
{
    sim->failed = status != QUIRE_OK;
    sim->status = status;
    return QUIRE_OK;
}

static quire_status
advance(quire_sim *sim, double time, bool to_event, const char *function, quire_diag *diag)
{
    if (sim == NULL) {
        return quire_diag_misuse(diag, function);
    }
    if (quire_sim_is_over(sim)) {
        return refuse(diag, NULL, "it is over");
    }
    if (isnan(time) || time < sim->run->handled) {
        return quire_diag_error(diag, "E-USAGE", quire_nowhere(), "simulation", NULL,
                                "it is at t = %.9g s and cannot be advanced to t = %.9g s",
                                sim->run->handled, time);
    }
    return note(sim, to_event ? quire_running_advance_to_event(sim->run, time)
                              : quire_running_advance(sim->run, time));
}

quire_status
quire_sim_advance(quire_sim *sim, double time, quire_diag *diag)
{
    return advance(sim, time, false, __func__, diag);
}

quire_status
quire_sim_advance_to_event(quire_sim *sim, double time, quire_diag *diag)
{
    return advance(sim, time, true, __func__, diag);
}

/* ---- commands ---- */

static quire_status
take(quire_sim *sim, const char *action, const quire_setting *settings, size_t n, bool set_point,
     quire_diag *diag)
{
    quire_status failure;
    const quire_status status =
        quire_running_take_action(sim->run, action, settings, n, set_point, &failure, diag);

    note(sim, failure);
    return status;
}

quire_status
quire_sim_act(quire_sim *sim, const char *action, const quire_setting *settings, size_t n_setting,
              quire_diag *diag)
{
    if (sim == NULL || action == NULL || !quire_settings_are_whole(settings, n_setting)) {
        return quire_diag_misuse(diag, __func__);
    }
    if (quire_sim_is_over(sim)) {
        return refuse(diag, NULL, "it is over");
    }
    return take(sim, action, settings, n_setting, false, diag);
}

/* "0.3 m/s", with all digits */
static void
write_quantity(char *out, size_t size, double value, const char *unit)
{
    char number[QUIRE_NUMBER_SIZE];

    snprintf(out, size, "%s%s%s", quire_number_write(number, value), unit[0] != '\0' ? " " : "",
             unit);
}

quire_status
quire_sim_set(quire_sim *sim, const char *drive, double value, double ramp, quire_diag *diag)
{
    char amount[QUIRE_NUMBER_SIZE + 40], time[QUIRE_NUMBER_SIZE + 4];
    quire_setting settings[] = {{"drive", drive}, {"to", amount}, {"ramp", time}};

    if (sim == NULL || drive == NULL) {
        return quire_diag_misuse(diag, __func__);
    }
    if (quire_sim_is_over(sim)) {
        return refuse(diag, NULL, "it is over");
    }
    if (!isfinite(value) || !isfinite(ramp)) {
        return quire_diag_error(diag, "E-USAGE", quire_nowhere(), "simulation", NULL,
                                "drive '%s': value and ramp must be finite numbers", drive);
    }
    write_quantity(amount, sizeof amount, value, "");
    for (int k = 0; k < sim->run->system->n_drive; k++) {
        const struct quire_drive *d = sim->run->system->drive + k;
        if (strcmp(d->object->name, drive) == 0) {
            settings[1].name = quire_drive_attribute[d->quantity];
            write_quantity(amount, sizeof amount, value, quire_drive_unit[d->quantity]);
        }
    }
    write_quantity(time, sizeof time, ramp, "s");
    return take(sim, "set", settings, 3, true, diag);
}

quire_status
quire_sim_set_rule(quire_sim *sim, const char *rule, bool enabled, quire_diag *diag)
{
    if (sim == NULL || rule == NULL) {
        return quire_diag_misuse(diag, __func__);
    }
    if (quire_sim_is_over(sim)) {
        return refuse(diag, NULL, "it is over");
    }
    return quire_running_enable_rule(sim->run, rule, enabled, diag);
}

/* ---- ports ---- */

/* counts down to the one that is looked for */
struct finder {
    size_t left;
    quire_port found;
};

static bool
offer(struct finder *f, quire_port_kind kind, const char *name, const char *quantity,
      const char *unit)
{
    if (f->left-- == 0) {
        f->found = (quire_port){kind, name, quantity, unit != NULL ? unit : ""};
    }
    return f->found.name == NULL;
}

/* Offers all ports, or those up to the one that is looked for. */
static void
offer_all(const struct quire_run *run, struct finder *f)
{
    const struct quire_system *sys = run->system;
    const struct quire_object *o;
    bool more = true;

    for (int k = 0; k < sys->n_drive && more; k++) {
        const struct quire_drive *d = sys->drive + k;
        more = offer(f, QUIRE_PORT_DRIVE, d->object->name, quire_drive_attribute[d->quantity],
                     quire_drive_unit[d->quantity]);
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < sys->n_switch && more; k++) {
            const bool nip = sys->change[k].object->kind == &quire_kind_nip;
            if (nip == (pass == 0) && sys->change[k].object->name != NULL) {
                more = offer(f, nip ? QUIRE_PORT_NIP : QUIRE_PORT_CLUTCH,
                             sys->change[k].object->name, nip ? "open" : "engaged", "");
            }
        }
    }
    for (size_t k = 0; k < (size_t)sys->n_sheet && more; k++) {
        const struct quire_sheet *s = sys->sheet + quire_in_file_at(sys->in_file.sheet, k);
        if (isinf(s->enter_time)) {
            more = offer(f, QUIRE_PORT_SHEET, s->object->name, "release", "");
        }
    }
    for (size_t i = 0;
         more && (o = quire_object_next_in(run->model->root, &quire_family_sensor, &i)) != NULL;) {
        const struct quire_sensor_ops *ops = o->kind->ops;
        if (o->name != NULL) {
            more = offer(f, QUIRE_PORT_SENSOR, o->name, ops->value_name, ops->value_unit);
        }
    }
}

size_t
quire_sim_port_count(const quire_sim *sim)
{
    struct finder f = {.left = SIZE_MAX};

    if (sim != NULL) {
        offer_all(sim->run, &f);
    }
    return SIZE_MAX - f.left;
}

quire_port
quire_sim_port_at(const quire_sim *sim, size_t i)
{
    struct finder f = {.left = i};

    if (sim != NULL) {
        offer_all(sim->run, &f);
    }
    return f.found;
}

/* ---- what is read ---- */

quire_status
quire_sim_watch(quire_sim *sim, const char *formula, size_t *out, quire_diag *diag)
{
    char error[300];

    if (sim == NULL || formula == NULL || out == NULL) {
        return quire_diag_misuse(diag, __func__);
    }
    struct quire_formula **more = realloc(sim->watch, (sim->n_watch + 1) * sizeof *more);
    if (more == NULL) {
        return quire_diag_memory_error(diag);
    }
    sim->watch = more;
    more[sim->n_watch] = quire_logic_read_formula(sim->run->logic, formula, error, sizeof error);
    if (more[sim->n_watch] == NULL) {
        return quire_formula_lacked_memory(error)
                   ? quire_diag_memory_error(diag)
                   : quire_diag_error(diag, "E-FORMULA", quire_nowhere(), "simulation", NULL,
                                      "'%s': %s", formula, error);
    }
    quire_quantities_forget(&sim->run->quantities);
    *out = sim->n_watch++;
    return QUIRE_OK;
}

double
quire_sim_value(quire_sim *sim, size_t watch)
{
    if (sim == NULL || watch >= sim->n_watch || sim->failed) {
        return (double)NAN;
    }
    return quire_logic_ask(sim->run->logic, sim->watch[watch], sim->run->handled);
}

size_t
quire_sim_event_count(const quire_sim *sim)
{
    return sim != NULL ? quire_run_event_count(sim->run) : 0;
}

quire_run_event
quire_sim_event_at(const quire_sim *sim, size_t i)
{
    return quire_run_event_at(sim != NULL ? sim->run : NULL, i);
}

size_t
quire_sim_nodes(quire_sim *sim, const char *sheet, double *x, double *y, size_t capacity)
{
    if (sim == NULL || sheet == NULL || sim->failed) {
        return 0;
    }
    const struct quire_view *view = quire_running_motion(sim->run, sim->run->handled);
    for (size_t k = 0; k < view->n_sheet; k++) {
        const struct quire_sheet_view *s = view->sheet + k;
        if (strcmp(s->name, sheet) != 0 || !s->entered) {
            continue;
        }
        for (size_t i = 0; x != NULL && y != NULL && i < s->n_node && i < capacity; i++) {
            x[i] = s->x[i];
            y[i] = s->y[i];
        }
        return s->n_node;
    }
    return 0;
}

bool
quire_sim_has_failed(const quire_sim *sim, const char *check)
{
    size_t n = 0;
    const struct quire_check_entry *entry = sim != NULL && check != NULL && sim->run->checks != NULL
                                                ? quire_checks_entries(sim->run->checks, &n)
                                                : NULL;

    for (size_t i = 0; i < n; i++) {
        if (strcmp(entry[i].name, check) == 0) {
            return entry[i].result.verdict == QUIRE_FAILED;
        }
    }
    return false;
}
