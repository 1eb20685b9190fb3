#include "islands/islands.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "evaluate/evaluate.h"
#include "integ/constants.h"
#include "integ/workspace.h"
#include "islands/grouping.h"
#include "islands/resting.h"

struct island {
    struct quire_integrator *integrator;
    struct quire_part part;
    bool shortened;
};

/* An island has the number of its group. */
struct quire_islands {
    struct quire_state *state;
    struct quire_integrator_options options;
    struct quire_workspace workspace;
    struct island **island; /* by number (n); NULL where there is none */
    /* numbers there may be; the one stepped last, -1: all; the one whose time is earliest */
    int n, last, earliest_island;
    struct quire_grouping grouping;
    struct quire_resting resting;
    double *y;                          /* at the time of a restart */
    double before, parting;             /* [s] */
    struct quire_integrator_stats past; /* of islands that are no more */
    struct quire_powers work;
    struct quire_integrator_failure why;
};

/* whose turn it is, after an island's time has changed */
static void
find_earliest(struct quire_islands *self)
{
    double least = HUGE_VAL;

    for (int i = 0; i < self->n; i++) {
        const double t =
            self->island[i] != NULL ? quire_integrator_time(self->island[i]->integrator) : HUGE_VAL;
        if (t < least) {
            least = t;
            self->earliest_island = i;
        }
    }
}

/* ---- islands come and go ---- */

static void
add_stats(struct quire_integrator_stats *sum, const struct quire_integrator_stats *s)
{
    sum->steps += s->steps;
    sum->iterations += s->iterations;
    sum->newton_failures += s->newton_failures;
    sum->error_failures += s->error_failures;
    sum->restarts += s->restarts;
    sum->watchdog += s->watchdog;
    sum->rhs = s->rhs;
    sum->matrices = s->matrices;
    sum->last_step = s->last_step;
    sum->last_order = s->last_order;
}

static void
remove_island(struct quire_islands *self, int number)
{
    struct island *island = self->island[number];

    if (island != NULL) {
        quire_integrator_destroy(island->integrator);
        quire_part_destroy(&island->part);
        free(island);
        self->island[number] = NULL;
    }
}

static quire_status
add_island(struct quire_islands *self, int number, double t, const double *y, quire_diag *diag)
{
    struct island *island = calloc(1, sizeof *island);
    const struct quire_part *part = &self->state->whole;

    self->island[number] = island;
    if (island == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    if (self->n > 1) {
        part = &island->part;
        const struct quire_membership of = {self->grouping.of_sheet, self->grouping.of_cluster,
                                            self->resting.rests, self->resting.still};
        if (quire_part_create(&island->part, self->state->system, &of, number) != 0) {
            return QUIRE_ERROR_LIMIT;
        }
    }
    return quire_engine_start(&island->integrator, self->state, &self->options, part, t, y, diag);
}

/* Islands as they are numbered now, those that changed starting at t with y. */
static quire_status
rebuild(struct quire_islands *self, double t, const double *y, quire_islands_changed_fn *changed,
        void *user)
{
    quire_status status = QUIRE_OK;

    for (int i = 0; i < self->n; i++) {
        if (self->island[i] != NULL &&
            !quire_grouping_is(&self->grouping, i, &self->island[i]->part)) {
            const struct quire_powers work = quire_engine_work(self->island[i]->integrator, t);
            struct quire_integrator_stats stats;
            quire_integrator_get_stats(self->island[i]->integrator, &stats);
            add_stats(&self->past, &stats);
            quire_powers_add(&self->work, &work);
            self->past.restarts++;
            changed(user, &self->island[i]->part, t, y);
            remove_island(self, i);
        }
    }
    for (int i = 0; i < self->n && status == QUIRE_OK; i++) {
        if (self->island[i] == NULL && quire_grouping_has(&self->grouping, i)) {
            status = add_island(self, i, t, y, NULL);
        }
    }
    for (int k = 0; k < self->n; k++) {
        quire_grouping_doubt(&self->grouping, k);
    }
    self->last = -1;
    find_earliest(self);
    return status;
}

/* whether sheets of an island have come near to rollers of another */
static bool
look_ahead(struct quire_islands *self, const struct island *island, double t)
{
    struct quire_grouping *grouping = &self->grouping;
    const struct quire_integrator *it = island->integrator;
    const double *y = quire_integrator_state(it),
                 step = quire_integrator_time(it) - quire_integrator_before(it);
    bool any = false;

    QUIRE_EACH(k, &island->part, sheet)
    {
        if (!quire_grouping_may_be_near(grouping, y, k, step)) {
            continue;
        }
        if (quire_grouping_needs_sight(grouping)) {
            quire_islands_at(self, t, self->y);
            quire_grouping_see(grouping, self->y);
        }
        if (quire_grouping_is_near(grouping, y, self->y, k, step)) {
            quire_islands_at(self, t, self->y);
            quire_grouping_join(grouping, y, self->y, k, step);
            any = true;
        }
    }
    return any;
}

/* Which sheets rest, of each group, at y; their velocities become 0. Whether that has changed. */
static bool
settle(struct quire_islands *self, double t, double *y)
{
    bool any = false;

    quire_resting_begin(&self->resting, t);
    quire_state_place(self->state, t, y);
    for (int i = 0; i < self->n; i++) {
        if (quire_grouping_has(&self->grouping, i)) {
            any = quire_resting_judge(&self->resting, &self->grouping, i, t, y) || any;
        }
    }
    self->work.contact += self->resting.lost;
    return any;
}

quire_status
quire_islands_sort(struct quire_islands *self, quire_islands_changed_fn *changed, void *user)
{
    const double t = quire_islands_time(self);
    bool any = false;

    if (self->n < 2) {
        return QUIRE_OK;
    }
    quire_grouping_forget(&self->grouping);
    quire_state_focus(self->state, NULL);
    if (t >= self->parting) {
        quire_islands_at(self, t, self->y);
        quire_grouping_see(&self->grouping, self->y);
        quire_state_place(self->state, t, self->y);
        for (int i = 0; i < self->n; i++) {
            any =
                (self->island[i] != NULL &&
                 quire_grouping_take_apart(&self->grouping, self->y, &self->island[i]->part, i)) ||
                any;
        }
        self->parting = QUIRE_ISLAND_PARTING_EVERY * (floor(t / QUIRE_ISLAND_PARTING_EVERY) + 1);
    }
    for (int i = 0; !any && i < self->n; i++) {
        if (self->island[i] != NULL && (self->last < 0 || self->last == i)) {
            any = look_ahead(self, self->island[i], t);
        }
    }
    if (quire_resting_is_due(&self->resting, t) || (any && self->resting.rests != NULL)) {
        quire_islands_at(self, t, self->y);
        any = settle(self, t, self->y) || any;
        if (self->resting.failed) {
            return QUIRE_ERROR_LIMIT;
        }
    } else if (any) {
        quire_islands_at(self, t, self->y);
    }
    if (!any) {
        return QUIRE_OK;
    }
    return rebuild(self, t, self->y, changed, user);
}

static bool
allocate(struct quire_islands *self)
{
    const struct quire_system *sys = self->state->system;
    const size_t size = sizeof(double) * (sys->layout.length + QUIRE_LANES);

    const bool coupled = sys->n_free > 0 || sys->n_spring > 0; /* bodies may come to anybody */

    self->n = sys->n_sheet > 1 && !self->options.generic && !coupled ? sys->n_sheet : 1;
    self->island = calloc((size_t)self->n, sizeof *self->island);
    self->y = aligned_alloc(64, (size + 63) / 64 * 64);
    if (self->n > 1) {
        if (!quire_workspace_create(&self->workspace, &sys->layout)) {
            return false;
        }
        self->options.workspace = &self->workspace;
    }
    const bool may_rest = self->n > 1 && sys->solver->resting_sheets == QUIRE_RESTING_SKIPPED;
    if (!quire_grouping_create(&self->grouping, self->state) ||
        !quire_resting_create(&self->resting, self->state,
                              may_rest ? QUIRE_REST_BOUND * self->options.position_tolerance : 0) ||
        self->island == NULL || self->y == NULL) {
        return false;
    }
    self->grouping.rests = self->resting.rests;
    self->state->still = self->resting.y;
    self->state->kept.rests = self->resting.rests;
    self->state->kept.known = false;
    memset(self->y, 0, size);
    return true;
}

quire_status
quire_islands_create(struct quire_islands **out, struct quire_state *state,
                     const struct quire_integrator_options *options, double t, const double *y,
                     quire_diag *diag)
{
    struct quire_islands *self = calloc(1, sizeof *self);
    quire_status status = QUIRE_OK;

    *out = NULL;
    if (self == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    self->state = state;
    self->options = *options;
    self->last = -1;
    self->before = self->parting = t;
    if (!allocate(self)) {
        quire_islands_destroy(self);
        return QUIRE_ERROR_LIMIT;
    }
    if (self->n > 1) {
        memcpy(self->y, y, sizeof *y * state->system->layout.length);
        quire_state_place(state, t, y);
        quire_grouping_begin(&self->grouping, y);
        if (quire_resting_is_due(&self->resting, t)) {
            settle(self, t, self->y);
            y = self->y;
        }
    }
    for (int i = 0; i < self->n && status == QUIRE_OK; i++) {
        if (self->n == 1 || quire_grouping_has(&self->grouping, i)) {
            status = add_island(self, i, t, y, diag);
        }
    }
    if (status != QUIRE_OK) {
        quire_islands_destroy(self);
        return status;
    }
    find_earliest(self);
    *out = self;
    return QUIRE_OK;
}

void
quire_islands_destroy(struct quire_islands *self)
{
    if (self == NULL) {
        return;
    }
    for (int i = 0; self->island != NULL && i < self->n; i++) {
        remove_island(self, i);
    }
    quire_workspace_destroy(&self->workspace);
    free(self->island);
    quire_grouping_destroy(&self->grouping);
    quire_resting_destroy(&self->resting);
    self->state->still = NULL;
    self->state->kept.rests = NULL;
    free(self->y);
    free(self);
}

/* ---- going on ---- */

int
quire_islands_next(const struct quire_islands *self)
{
    return self->earliest_island;
}

int
quire_islands_most(const struct quire_islands *self)
{
    return self->n;
}

bool
quire_islands_has(const struct quire_islands *self, int island)
{
    return self->island[island] != NULL;
}

const struct quire_part *
quire_islands_part(const struct quire_islands *self, int island)
{
    return self->n > 1 ? &self->island[island]->part : &self->state->whole;
}

/* how long the sheets of an island may go on until one may have passed a sheet of another [s] */
static double
leash_of(const struct quire_islands *self, const struct island *island)
{
    const double *y = quire_integrator_state(island->integrator), *g = self->state->system->gravity,
                 fall = fabs(g[0]) + fabs(g[1]);
    double least = HUGE_VAL;

    QUIRE_EACH(k, &island->part, sheet)
    {
        const double way = quire_grouping_leash(&self->grouping, k);
        if (self->state->sheet[k].entered && way < HUGE_VAL) {
            const double speed = quire_near_speed(self->state, y, k);
            least = fmin(least, 2 * way / (speed + sqrt(speed * speed + 2 * fall * way)));
        }
    }
    return least;
}

quire_status
quire_islands_step(struct quire_islands *self, double stop)
{
    struct quire_integrator *it;

    self->last = quire_islands_next(self);
    it = self->island[self->last]->integrator;
    self->before = quire_integrator_time(it);
    if (self->n > 1) {
        stop = fmin(stop, self->before + leash_of(self, self->island[self->last]));
    }
    const quire_status status = quire_integrator_step(it, stop);
    quire_state_focus(self->state, quire_islands_part(self, self->last));
    if (status != QUIRE_OK) {
        self->why = *quire_integrator_why(it);
    } else if (self->resting.rests != NULL) {
        quire_resting_watch(&self->resting, quire_islands_part(self, self->last),
                            quire_integrator_time(it) - self->before);
    }
    find_earliest(self);
    return status;
}

const struct quire_integrator_failure *
quire_islands_why(const struct quire_islands *self)
{
    return &self->why;
}

const struct quire_object *
quire_islands_error_source(const struct quire_islands *self, char *text, size_t size)
{
    return quire_integrator_error_source(self->island[self->last]->integrator, text, size);
}

void
quire_islands_shorten(struct quire_islands *self, int island, double t)
{
    quire_integrator_shorten(self->island[island]->integrator, t);
    find_earliest(self);
    self->island[island]->shortened = true;
}

bool
quire_islands_is_shortened(const struct quire_islands *self, int island)
{
    return self->island[island]->shortened;
}

int
quire_islands_resting(const struct quire_islands *self)
{
    int n = 0;

    for (int k = 0; self->resting.rests != NULL && k < self->state->system->n_sheet; k++) {
        n += self->resting.rests[k];
    }
    return n;
}

int
quire_islands_parked(const struct quire_islands *self)
{
    int n = 0;

    for (int i = 0; i < self->n; i++) {
        n += self->island[i] != NULL ? quire_engine_parked(self->island[i]->integrator) : 0;
    }
    return n;
}

double
quire_islands_time(const struct quire_islands *self)
{
    return quire_islands_time_of(self, quire_islands_next(self));
}

double
quire_islands_before(const struct quire_islands *self)
{
    return self->before;
}

double
quire_islands_time_of(const struct quire_islands *self, int island)
{
    return quire_integrator_time(self->island[island]->integrator);
}

double
quire_islands_started(const struct quire_islands *self, int island)
{
    return quire_integrator_started(self->island[island]->integrator);
}

void
quire_islands_at(const struct quire_islands *self, double t, double *y)
{
    for (int i = 0; i < self->n; i++) {
        if (self->island[i] != NULL && (self->state->part == &self->state->whole ||
                                        self->state->part == &self->island[i]->part)) {
            quire_integrator_at(self->island[i]->integrator, t, y);
        }
    }
    if (self->state->part == &self->state->whole) {
        quire_resting_put(&self->resting, y);
    }
}

const double *
quire_islands_look(const struct quire_islands *self, double t, double *y)
{
    for (int i = 0; i < self->n; i++) {
        if (self->island[i] != NULL && self->state->part == quire_islands_part(self, i)) {
            return quire_integrator_look(self->island[i]->integrator, t, y);
        }
    }
    quire_islands_at(self, t, y);
    return y;
}

quire_status
quire_islands_restart(struct quire_islands *self, int number, double t, const double *y)
{
    struct island *island = self->island[number];
    const struct quire_part *focus = self->state->part;

    island->shortened = false;
    QUIRE_EACH(k, &island->part, sheet)
    {
        quire_grouping_doubt(&self->grouping, k);
    }
    const quire_status status = quire_integrator_restart(island->integrator, t, y);
    quire_state_focus(self->state, focus);
    if (status != QUIRE_OK) {
        self->why = *quire_integrator_why(island->integrator);
    }
    self->last = -1;
    find_earliest(self);
    return status;
}

void
quire_islands_get_stats(const struct quire_islands *self, struct quire_integrator_stats *stats)
{
    *stats = self->past;
    for (int i = 0; i < self->n; i++) {
        if (self->island[i] != NULL) {
            struct quire_integrator_stats s;
            quire_integrator_get_stats(self->island[i]->integrator, &s);
            add_stats(stats, &s);
        }
    }
}

struct quire_powers
quire_islands_work(const struct quire_islands *self, double t)
{
    struct quire_powers sum = self->work;

    for (int i = 0; i < self->n; i++) {
        if (self->island[i] != NULL) {
            const struct quire_powers w = quire_engine_work(self->island[i]->integrator, t);
            quire_powers_add(&sum, &w);
        }
    }
    return sum;
}
