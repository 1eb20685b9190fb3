#include "statics/rest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/diag.h"
#include "evaluate/create_state.h"
#include "force/loads.h"
#include "force/space_sheet.h"
#include "machine/hold.h"
#include "machine/sheet_lines.h"
#include "model/kinds_settings.h"
#include "model/problem.h"
#include "record/end_state.h"
#include "result/failure.h"
#include "result/verdict.h"
#include "statics/equilibrium.h"
#include "statics/other_equilibria.h"
#include "statics/vibration.h"

#define PRECISION    1e-3 /* of the position tolerance: the search ends quickly once it is near */
#define IMPERFECTION 1e-4 /* of a sheet's length: as even as a good sheet is */

#define TWO_PI 6.28318530717958647693

struct patience {
    const struct quire_rest *self;
    double limit; /* processor time at which it ends [s]; NaN: none */
};

static bool
go_on(void *user)
{
    const struct patience *p = user;
    const quire_run_options *o = p->self->options;

    return !(quire_clock_processor() > p->limit) &&
           (o->progress == NULL || o->progress(o->user, 0, 0));
}

static quire_status
begin(struct quire_rest *self, quire_diag *diag)
{
    struct quire_result *r = self->result;

    if (!isnan(self->options->end_time) || !isnan(self->options->sample_interval)) {
        return quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL,
                                "the time of holds and loads is <run at>",
                                "a run of the kind %s has no end time and no samples",
                                r->kind == QUIRE_RUN_MODES ? "modes" : "equilibrium");
    }
    r->model = self->model;
    r->stats.method = "velocity";
    r->stats.simd = quire_simd_name();
    r->stats.position_tolerance = self->tolerance;
    self->penetration = quire_penetration_create(self->state->system);
    self->reaction = calloc(2 * (size_t)self->state->system->n_sheet + 1, sizeof *self->reaction);
    if (self->penetration == NULL || self->reaction == NULL) {
        return quire_diag_memory_error(diag);
    }
    const struct quire_view *view = quire_observe(self->observer, 0, self->y, NULL);
    const quire_status status = quire_checks_create(&self->checks, self->model, view, diag);
    return status != QUIRE_OK ? quire_result_memory(status, diag)
                              : self->recorder.begin(self->recorder.self, self->model, view);
}

static struct quire_equilibrium_options
search_options(const struct quire_rest *self, struct patience *patience)
{
    const double given = self->state->system->run->imperfection,
                 usual = self->result->kind == QUIRE_RUN_MODES ? 0 : IMPERFECTION;
    const double imperfection = isnan(given) ? usual : given;

    return (struct quire_equilibrium_options){.tolerance = PRECISION * self->tolerance,
                                              .imperfection = imperfection,
                                              .leave_unstable =
                                                  imperfection < 0 || imperfection > 0,
                                              .go_on = go_on,
                                              .user = patience};
}

/* what holds do to the sheets: the forces of the last evaluation at held nodes are what they take
 * up */
static void
find_reactions(struct quire_rest *self, double t)
{
    struct quire_rest_result *rest = &self->result->rest;

    rest->reaction = self->reaction;
    for (int k = 0; k < self->state->system->n_sheet; k++) {
        const int sheet = self->state->system->in_file.sheet[k];
        const struct quire_sheet *s = self->state->system->sheet + sheet;
        const struct quire_sheet_work *w = self->state->sheet + sheet;
        for (int e = 0; w->entered && e < 2; e++) {
            const int end = e == 0 ? 0 : s->chain.n;
            const double *f = self->state->force + s->x0 +
                              (s->ladder != NULL ? end * s->ladder->block : end),
                         *joint = w->chain.moment;
            if (!quire_hold_is_on(s->hold + e, t)) {
                continue;
            }
            struct quire_reaction *r = rest->reaction + rest->n_reaction++;
            *r = (struct quire_reaction){
                .sheet = s->object->name, .lead = e == 1, .moment = (double)NAN};
            for (int j = 0; j < quire_sheet_lines(s); j++) {
                r->force[0] -= s->ladder != NULL ? f[3 * j] : f[0];
                r->force[1] -= s->ladder != NULL ? f[3 * j + 1] : f[s->chain.stride];
            }
            if (s->hold[e].clamp) {
                r->moment = s->ladder != NULL
                                ? quire_space_clamp_moment(self->state, sheet, e, t, self->y)
                            : e == 0 ? 0 - joint[0]
                                     : joint[s->chain.n];
            }
        }
    }
}

static void
note_failure(struct quire_rest *self, const struct quire_equilibrium *found)
{
    struct quire_result *r = self->result;

    snprintf(r->diagnosis, sizeof r->diagnosis, "%s", quire_refusal_word(found->refusal));
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
quire_rest_check_modes(const struct quire_system *sys, quire_diag *diag)
{
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
        quire_object_child_of(quire_object_child_of(sys->model->root, &quire_kind_settings),
                              &quire_kind_run),
        diag, "E-RANGE", NULL, "count is %ld, but the free parts have %d modes", p->count, most);
}

/* how many numbers of a shape each point has */
static size_t
dimensions(const struct quire_rest *self)
{
    return self->state->system->spatial ? 3 : 2;
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
fill_shape(const struct quire_rest *self, const double *step, double *shape)
{
    const struct quire_system *sys = self->state->system;
    double longest = 0;
    size_t n = 0;

    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + sys->in_file.sheet[k];
        fill_sheet(s, step, shape + n);
        n += numbers_of(s);
    }
    for (int k = 0; k < sys->n_roller; k++, n += dimensions(self)) {
        const int small = sys->roller[sys->in_file.roller[k]].small;
        const struct quire_small *s = sys->small + small;
        for (size_t d = 0; d < dimensions(self); d++) {
            shape[n + d] = 0;
            for (int i = 0; d < 2 && i < s->body.nv; i++) {
                shape[n + d] += self->state->carrier[small].d_centre[d][i] * step[s->v0 + i];
            }
        }
    }
    for (size_t i = 0; i < n; i += dimensions(self)) {
        double square = 0;
        for (size_t d = 0; d < dimensions(self); d++) {
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
make_modes(struct quire_rest *self, size_t count, size_t *numbers)
{
    *numbers = dimensions(self) * (size_t)self->state->system->n_roller;
    for (int k = 0; k < self->state->system->n_sheet; k++) {
        *numbers += numbers_of(self->state->system->sheet + k);
    }
    self->mode = calloc(count + 1, sizeof *self->mode);
    self->shape = calloc(*numbers * count + 1, sizeof *self->shape);
    return self->mode != NULL ? self->shape : NULL;
}

static quire_status
find_modes(struct quire_rest *self, struct quire_equilibrium *found, quire_diag *diag)
{
    struct quire_stiffness *s = &found->stiffness;
    struct quire_rest_result *rest = &self->result->rest;
    const size_t count = (size_t)self->state->system->run->count;
    size_t numbers;
    double *shape = make_modes(self, count, &numbers), *value = calloc(count + 1, sizeof *value);
    double *x = calloc((size_t)s->n * count + 1, sizeof *x);
    quire_status status =
        shape != NULL && value != NULL && x != NULL ? QUIRE_OK : quire_diag_memory_error(diag);

    if (status == QUIRE_OK) {
        status = quire_vibration_find(s, (int)count, value, x);
    }
    for (size_t i = 0; status == QUIRE_OK && i < count; i++) {
        quire_stiffness_scatter(s, x + i * (size_t)s->n, found->step);
        fill_shape(self, found->step, shape + numbers * i);
        self->mode[i] = (struct quire_mode){value[i], sqrt(value[i]) / TWO_PI, shape + numbers * i};
    }
    if (status == QUIRE_OK) {
        rest->mode = self->mode;
        rest->n_mode = count;
    } else if (status == QUIRE_ERROR_NUMERIC) {
        found->refusal = QUIRE_REFUSAL_NO_MODES;
        snprintf(found->text, sizeof found->text,
                 "the modes could not be found: the eigenvalue problem did not converge");
        note_failure(self, found);
    }
    free(value);
    free(x);
    return status;
}

static quire_status
search(struct quire_rest *self, struct quire_equilibrium *found)
{
    struct quire_result *r = self->result;
    const quire_status status =
        quire_equilibrium_find(found, self->at, self->breakpoint, self->n_breakpoint, self->y);

    r->stats.iterations = r->rest.iterations = found->iterations;
    r->stats.jacobians = found->iterations;
    r->rest.left = found->left;
    if (status != QUIRE_OK) {
        note_failure(self, found);
    }
    return status;
}

/* false when memory runs out */
static bool
find_others(struct quire_rest *self, struct quire_equilibrium *found, quire_diag *diag)
{
    struct quire_rest_result *rest = &self->result->rest;
    const bool good =
        quire_other_equilibria_find(found, self->observer, self->at, self->y, rest, diag);

    self->other = rest->other;
    return good;
}

/* results of whatever was found; the picture of a search that failed shows how far it came */
static quire_status
conclude(struct quire_rest *self, quire_status status, double started, quire_verdict *verdict,
         quire_diag *diag)
{
    struct quire_result *r = self->result;
    const struct quire_view *last = quire_observe(self->observer, self->at, self->y, NULL);

    r->status = status;
    r->end_time = self->at;
    r->energy = last->energy;
    r->stats.cpu_seconds = quire_clock_processor() - started;
    find_reactions(self, self->at);
    self->numbers = quire_end_state_numbers(self->state, self->y, &r->n_state);
    r->state = self->numbers;
    const quire_status kept = self->numbers != NULL ? QUIRE_OK : QUIRE_ERROR_LIMIT;
    quire_penetration_check(self->penetration, self->state, last, QUIRE_PENETRATION_ALL);
    quire_penetration_warn(self->penetration, diag);
    r->tunnelling = (struct quire_tunnelling *)(uintptr_t)quire_penetration_found(self->penetration,
                                                                                  &r->n_tunnelling);
    quire_checks_leave(self->checks, "a search for a state of rest evaluates no checks");
    r->check =
        (struct quire_check_entry *)(uintptr_t)quire_checks_entries(self->checks, &r->n_check);
    *verdict = quire_result_verdict(r);
    return quire_status_first(kept, self->recorder.end(self->recorder.self, r, last));
}

quire_status
quire_rest_execute(struct quire_rest *self, quire_verdict *verdict, quire_diag *diag)
{
    const double started = quire_clock_processor();
    const struct quire_run_params *p = self->state->system->run;
    const double limit = isnan(self->options->time_limit) ? self->state->system->solver->time_limit
                                                          : self->options->time_limit;
    struct patience patience = {self, started + limit};
    struct quire_equilibrium found;

    self->result->kind = (enum quire_run_kind)p->kind;
    quire_status status = begin(self, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    const struct quire_equilibrium_options options = search_options(self, &patience);
    if (quire_equilibrium_create(&found, self->state, &options) != 0) {
        return quire_diag_memory_error(diag);
    }
    status = search(self, &found);
    if (status == QUIRE_OK && p->kind == QUIRE_RUN_MODES) {
        status = find_modes(self, &found, diag);
    }
    if (status == QUIRE_OK && !find_others(self, &found, diag)) {
        status = quire_diag_memory_error(diag);
    }
    const quire_status saved = conclude(self, status, started, verdict, diag);
    if (status != QUIRE_OK) {
        quire_result_failure(self->result, status, found.object, found.text, diag);
    }
    quire_equilibrium_destroy(&found);
    return status != QUIRE_OK ? status : saved;
}

void
quire_rest_clear(struct quire_rest *self)
{
    quire_penetration_destroy(self->penetration);
    quire_checks_destroy(self->checks);
    free(self->reaction);
    free(self->other);
    free(self->mode);
    free(self->shape);
    free(self->numbers);
    *self = (struct quire_rest){0};
}
