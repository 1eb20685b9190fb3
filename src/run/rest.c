/* Runs that look for a state of rest. */
#include "run/running.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/diag.h"
#include "force/loads.h"
#include "force/space_sheet.h"
#include "model/problem.h"
#include "result/verdict.h"
#include "statics/equilibrium.h"
#include "statics/other_equilibria.h"
#include "statics/vibration.h"

#define PRECISION    1e-3 /* of the position tolerance: the search ends quickly once it is near */
#define IMPERFECTION 1e-4 /* of a sheet's length: as even as a good sheet is */

#define TWO_PI 6.28318530717958647693

struct patience {
    struct quire_run *run;
    double limit; /* processor time at which it ends [s]; NaN: none */
};

static bool
go_on(void *user)
{
    const struct patience *p = user;
    const quire_run_options *o = &p->run->options;

    return !(quire_clock_processor() > p->limit) &&
           (o->progress == NULL || o->progress(o->user, 0, 0));
}

static quire_status
begin(struct quire_run *run, quire_diag *diag)
{
    struct quire_result *r = &run->result;

    if (!isnan(run->options.end_time) || !isnan(run->options.sample_interval)) {
        return quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL,
                                "the time of holds and loads is <run at>",
                                "a run of the kind %s has no end time and no samples",
                                r->kind == QUIRE_RUN_MODES ? "modes" : "equilibrium");
    }
    r->model = run->model;
    r->stats.method = "velocity";
    r->stats.simd = quire_simd_name();
    r->stats.position_tolerance = quire_running_tolerance(run);
    run->audit = quire_audit_create(run->system);
    run->reaction = calloc(2 * (size_t)run->system->n_sheet + 1, sizeof *run->reaction);
    if (run->audit == NULL || run->reaction == NULL) {
        return quire_diag_memory_error(diag);
    }
    const struct quire_view *view = quire_observe(run->observer, 0, run->y, NULL);
    const quire_status status = quire_checks_create(&run->checks, run->model, view, diag);
    run->recorder = quire_record_interface(run->record, diag);
    return status != QUIRE_OK ? quire_running_explain(status, diag)
                              : run->recorder.begin(run->recorder.self, run->model, view);
}

static struct quire_equilibrium_options
search_options(const struct quire_run *run, struct patience *patience)
{
    const double given = run->system->run->imperfection,
                 usual = run->result.kind == QUIRE_RUN_MODES ? 0 : IMPERFECTION;
    const double imperfection = isnan(given) ? usual : given;

    return (struct quire_equilibrium_options){.tolerance = PRECISION * quire_running_tolerance(run),
                                              .imperfection = imperfection,
                                              .leave_unstable =
                                                  imperfection < 0 || imperfection > 0,
                                              .go_on = go_on,
                                              .user = patience};
}

/* what holds do to the sheets: the forces of the last evaluation at held nodes are what they take
 * up */
static void
find_reactions(struct quire_run *run, double t)
{
    struct quire_rest_result *rest = &run->result.rest;

    rest->reaction = run->reaction;
    for (int k = 0; k < run->system->n_sheet; k++) {
        const int sheet = run->system->in_file.sheet[k];
        const struct quire_sheet *s = run->system->sheet + sheet;
        const struct quire_sheet_work *w = run->state->sheet + sheet;
        for (int e = 0; w->entered && e < 2; e++) {
            const int end = e == 0 ? 0 : s->chain.n;
            const double *f = run->state->force + s->x0 +
                              (s->ladder != NULL ? end * s->ladder->block : end),
                         *joint = w->chain.mo;
            if (!quire_hold_is_on(s->hold + e, t)) {
                continue;
            }
            struct quire_reaction *r = rest->reaction + rest->n_reaction++;
            *r = (struct quire_reaction){.sheet = s->name, .lead = e == 1, .moment = (double)NAN};
            for (int j = 0; j < quire_sheet_lines(s); j++) {
                r->force[0] -= s->ladder != NULL ? f[3 * j] : f[0];
                r->force[1] -= s->ladder != NULL ? f[3 * j + 1] : f[s->chain.stride];
            }
            if (s->hold[e].clamp) {
                r->moment = s->ladder != NULL
                                ? quire_space_clamp_moment(run->state, sheet, e, t, run->y)
                            : e == 0 ? 0 - joint[0]
                                     : joint[s->chain.n];
            }
        }
    }
}

static void
note_failure(struct quire_run *run, const struct quire_equilibrium *found)
{
    struct quire_result *r = &run->result;

    snprintf(r->diagnosis, sizeof r->diagnosis, "%s", found->name);
    char label[160] = "";
    if (found->object != NULL) {
        quire_object_label(found->object, label, sizeof label);
    }
    snprintf(r->diagnosis_text, sizeof r->diagnosis_text, "%s%s%s", label,
             found->object != NULL ? ": " : "", found->text);
    r->end = QUIRE_RUN_FAILED;
}

/* ---- modes ---- */

quire_status
quire_running_check_modes(const struct quire_run *run, quire_diag *diag)
{
    const struct quire_system *sys = run->system;
    const struct quire_run_params *p = sys->run;
    int most = 0;

    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        const int dimensions = s->ladder != NULL ? 3 : 2;
        int held = 0;
        for (int e = 0; e < 2; e++) {
            held += quire_hold_is_on(s->hold + e, p->at)
                        ? (s->hold[e].slides ? dimensions - 1 : dimensions)
                        : 0;
        }
        most += s->enter_time <= p->at
                    ? quire_sheet_lines(s) * (dimensions * (s->chain.n + 1) - held)
                    : 0;
    }
    for (int k = 0; k < sys->n_small; k++) {
        most += sys->small[k].body.nv;
    }
    if (p->kind != QUIRE_RUN_MODES || p->count <= most) {
        return QUIRE_OK;
    }
    return quire_object_error(
        quire_object_child(quire_object_child(run->model->root, "settings"), "run"), diag,
        "E-RANGE", NULL, "count is %ld, but what is free to move has %d modes", p->count, most);
}

/* how many numbers of a shape each point has */
static size_t
dimensions(const struct quire_run *run)
{
    return run->system->spatial ? 3 : 2;
}

static size_t
numbers_of(const struct quire_sheet *s)
{
    const size_t stations = (size_t)s->chain.n + 1;

    return s->ladder != NULL ? stations * (size_t)s->ladder->block : 2 * stations;
}

static void
fill_sheet(const struct quire_sheet *s, const double *step, double *shape)
{
    for (size_t i = 0; i < numbers_of(s); i++) {
        shape[i] = s->ladder != NULL ? step[s->x0 + i]
                                     : step[s->x0 + i / 2 + i % 2 * (size_t)s->chain.stride];
    }
}

/* displacements of everything that the view shows, in the file's order, the longest of them 1 */
static void
fill_shape(const struct quire_run *run, const double *step, double *shape)
{
    const struct quire_system *sys = run->system;
    double longest = 0;
    size_t n = 0;

    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + sys->in_file.sheet[k];
        fill_sheet(s, step, shape + n);
        n += numbers_of(s);
    }
    for (int k = 0; k < sys->n_roller; k++, n += dimensions(run)) {
        const int small = sys->roller[sys->in_file.roller[k]].small;
        const struct quire_small *s = sys->small + small;
        for (size_t d = 0; d < dimensions(run); d++) {
            shape[n + d] = 0;
            for (int i = 0; d < 2 && i < s->body.nv; i++) {
                shape[n + d] += run->state->carrier[small].d_centre[d][i] * step[s->v0 + i];
            }
        }
    }
    for (size_t i = 0; i < n; i += dimensions(run)) {
        double square = 0;
        for (size_t d = 0; d < dimensions(run); d++) {
            square += shape[i + d] * shape[i + d];
        }
        longest = fmax(longest, sqrt(square));
    }
    for (size_t i = 0; i < n && longest > 0; i++) {
        shape[i] /= longest;
    }
}

/* room for the modes and their shapes in one piece, of so many numbers each */
static double *
make_modes(struct quire_run *run, size_t count, size_t *numbers)
{
    *numbers = dimensions(run) * (size_t)run->system->n_roller;
    for (int k = 0; k < run->system->n_sheet; k++) {
        *numbers += numbers_of(run->system->sheet + k);
    }
    run->mode = calloc(count + 1, sizeof *run->mode);
    run->shape = calloc(*numbers * count + 1, sizeof *run->shape);
    return run->mode != NULL ? run->shape : NULL;
}

static quire_status
find_modes(struct quire_run *run, struct quire_equilibrium *found, quire_diag *diag)
{
    struct quire_stiffness *s = &found->stiffness;
    struct quire_rest_result *rest = &run->result.rest;
    const size_t count = (size_t)run->system->run->count;
    size_t numbers;
    double *shape = make_modes(run, count, &numbers), *value = calloc(count + 1, sizeof *value);
    double *x = calloc((size_t)s->n * count + 1, sizeof *x);
    quire_status status =
        shape != NULL && value != NULL && x != NULL ? QUIRE_OK : quire_diag_memory_error(diag);

    if (status == QUIRE_OK) {
        status = quire_vibration_find(s, (int)count, value, x);
    }
    for (size_t i = 0; status == QUIRE_OK && i < count; i++) {
        quire_stiffness_scatter(s, x + i * (size_t)s->n, found->step);
        fill_shape(run, found->step, shape + numbers * i);
        run->mode[i] = (struct quire_mode){value[i], sqrt(value[i]) / TWO_PI, shape + numbers * i};
    }
    if (status == QUIRE_OK) {
        rest->mode = run->mode;
        rest->n_mode = count;
    } else if (status == QUIRE_ERROR_NUMERIC) {
        snprintf(found->name, sizeof found->name, "no-modes");
        snprintf(found->text, sizeof found->text,
                 "the modes could not be found: the eigenvalue problem did not converge");
        note_failure(run, found);
    }
    free(value);
    free(x);
    return status;
}

static quire_status
search(struct quire_run *run, struct quire_equilibrium *found)
{
    struct quire_result *r = &run->result;
    const quire_status status =
        quire_equilibrium_find(found, run->end, run->stop, run->n_stop, run->y);

    r->stats.iterations = r->rest.iterations = found->iterations;
    r->stats.jacobians = found->iterations;
    r->rest.left = found->left;
    if (status != QUIRE_OK) {
        note_failure(run, found);
    }
    return status;
}

/* results of whatever was found; the picture of a search that failed shows how far it came */
static quire_status
conclude(struct quire_run *run, quire_status status, double started, quire_diag *diag)
{
    struct quire_result *r = &run->result;
    const struct quire_view *last = quire_observe(run->observer, run->end, run->y, NULL);

    r->status = status;
    r->end_time = run->end;
    r->energy = last->energy;
    r->stats.cpu_seconds = quire_clock_processor() - started;
    find_reactions(run, run->end);
    const quire_status kept = quire_running_keep_state(run, run->y);
    quire_audit_look(run->audit, run->state, last, QUIRE_AUDIT_ALL);
    quire_audit_warn(run->audit, diag);
    r->tunnelling =
        (struct quire_tunnelling *)(uintptr_t)quire_audit_found(run->audit, &r->n_tunnelling);
    quire_checks_leave(run->checks, "a search for a state of rest evaluates no checks");
    r->check =
        (struct quire_check_entry *)(uintptr_t)quire_checks_entries(run->checks, &r->n_check);
    run->verdict = quire_result_verdict(r);
    return quire_status_first(kept, run->recorder.end(run->recorder.self, r, last));
}

quire_status
quire_running_rest(struct quire_run *run, quire_diag *diag)
{
    const double started = quire_clock_processor();
    const struct quire_run_params *p = run->system->run;
    const double limit =
        isnan(run->options.time_limit) ? run->system->solver->time_limit : run->options.time_limit;
    struct patience patience = {run, started + limit};
    struct quire_equilibrium found;

    run->result.kind = (enum quire_run_kind)p->kind;
    run->end = p->at;
    quire_status status = begin(run, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    const struct quire_equilibrium_options options = search_options(run, &patience);
    if (quire_equilibrium_create(&found, run->state, &options) != 0) {
        return quire_diag_memory_error(diag);
    }
    status = search(run, &found);
    if (status == QUIRE_OK && p->kind == QUIRE_RUN_MODES) {
        status = find_modes(run, &found, diag);
    }
    if (status == QUIRE_OK && !quire_others_find(run, &found, diag)) {
        status = quire_diag_memory_error(diag);
    }
    const quire_status saved = conclude(run, status, started, diag);
    if (status != QUIRE_OK) {
        quire_running_failure(run, status, found.object, found.text, diag);
    }
    quire_equilibrium_destroy(&found);
    return status != QUIRE_OK ? status : saved;
}
