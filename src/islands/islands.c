#include "islands/islands.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/sheets/sheets.h"
#include "engine/engine.h"
#include "integ/workspace.h"
#include "step/near.h"

#define NEAR  2e-3 /* a sheet this close to a roller is solved together with it [m] */
#define AHEAD 3.0  /* and what it moves in so many steps */
/* this far apart they are no more: well beyond NEAR, so that they do not come and go [m] */
#define PARTED 6e-3
/* half of the distance at which two sheets are solved together, and at which no more [m] */
#define NEAR_SHEETS   1e-3
#define PARTED_SHEETS 3e-3
#define PARTING_EVERY 1e-2 /* how often that is looked at [s] */

struct island {
    struct quire_integrator *integrator;
    struct quire_part part;
    bool shortened;
};

/* An island has the number of the first of its sheets. */
struct quire_islands {
    struct quire_state *state;
    struct quire_integrator_options options;
    struct quire_workspace workspace;
    struct island **island; /* by number (n); NULL where there is none */
    /* numbers there may be; the one stepped last, -1: all; the one that lags */
    int n, last, next;
    int *of_sheet, *of_cluster; /* number of the island of each */
    bool *couples;              /* whether there is anything to be solved for in a cluster */
    /* how far each sheet may still go before it can be near a roller or sheet of another island [m]
     */
    double *clear;
    double *y;                        /* at the time of a restart */
    struct quire_near_extent *extent; /* of each sheet there, if `seen` */
    bool seen;
    double before, parting;             /* [s] */
    struct quire_integrator_stats past; /* of islands that are no more */
    struct quire_powers work;
    struct quire_integrator_failure why;
};

/* ---- who belongs to whom ---- */

/* the rollers of each cluster go to the sheet that is nearest to them */
static void
first_homes(struct quire_islands *self, const double *y)
{
    const struct quire_system *sys = self->state->system;

    for (int k = 0; k < sys->n_sheet; k++) {
        self->of_sheet[k] = k;
    }
    for (int c = 0; c < sys->n_cluster; c++) {
        double least = HUGE_VAL;
        self->of_cluster[c] = 0;
        for (int k = 0; k < sys->n_sheet; k++) {
            const double d = quire_near_cluster(self->state, y, k, c);
            if (d < least) {
                least = d;
                self->of_cluster[c] = k;
            }
        }
    }
}

/* two islands become one, with the smaller number */
static void
unite(struct quire_islands *self, int a, int b)
{
    const struct quire_system *sys = self->state->system;
    const int from = a > b ? a : b, to = a > b ? b : a;

    for (int k = 0; k < sys->n_sheet; k++) {
        self->of_sheet[k] = self->of_sheet[k] == from ? to : self->of_sheet[k];
    }
    for (int c = 0; c < sys->n_cluster; c++) {
        self->of_cluster[c] = self->of_cluster[c] == from ? to : self->of_cluster[c];
    }
}

/* whether a sheet of this island touches the cluster, or may soon */
static bool
is_used(const struct quire_islands *self, const double *y, int island, int cluster)
{
    for (int k = 0; k < self->state->system->n_sheet; k++) {
        if (self->of_sheet[k] == island && self->state->sheet[k].entered &&
            quire_near_cluster(self->state, y, k, cluster) < PARTED) {
            return true;
        }
    }
    return false;
}

/* how far a sheet is from a cluster that would couple its island to another; y needs no more than
 * this sheet's entries */
static double
foreign_distance(const struct quire_islands *self, const double *y, int sheet, int cluster)
{
    return self->of_cluster[cluster] == self->of_sheet[sheet] || !self->couples[cluster]
               ? HUGE_VAL
               : quire_near_cluster(self->state, y, sheet, cluster);
}

/* Where all sheets are at y, as long as they are asked about there. */
static void
see(struct quire_islands *self, const double *y)
{
    const struct quire_system *sys = self->state->system;

    for (int k = 0; sys->sheets_meet && !self->seen && k < sys->n_sheet; k++) {
        self->extent[k] = quire_near_extent(sys, y, k);
    }
    self->seen = true;
}

/* half of how far two sheets of different islands are apart: as much may either of them go */
static double
half_way(const struct quire_islands *self, const double *y, int a, int b)
{
    const struct quire_system *sys = self->state->system;

    return self->of_sheet[a] == self->of_sheet[b] || !self->state->sheet[b].entered
               ? HUGE_VAL
               : 0.5 * (quire_sheets_distance(sys, y, a, b, &self->extent[a].box,
                                              &self->extent[b].box) -
                        sys->sheet[a].half - sys->sheet[b].half);
}

static double
nearest_cluster(const struct quire_islands *self, const double *y, int sheet)
{
    double least = HUGE_VAL;

    for (int c = 0; c < self->state->system->n_cluster; c++) {
        least = fmin(least, foreign_distance(self, y, sheet, c));
    }
    return least;
}

/* own: the sheet's entries, at the end of its island's step; all: those of all sheets, at the
 * machine's time */
static void
measure(struct quire_islands *self, const double *own, const double *all, int sheet)
{
    self->clear[sheet] = nearest_cluster(self, own, sheet);
    for (int k = 0; self->state->system->sheets_meet && k < self->state->system->n_sheet; k++) {
        const double way = half_way(self, all, sheet, k) + NEAR - NEAR_SHEETS;
        self->clear[sheet] = fmin(self->clear[sheet], way);
        self->clear[k] = fmin(self->clear[k], way);
    }
}

/* whether two sheets of different islands touch, or may in a few steps of this length at the speed
 * at which they move past each other */
static bool
meet_soon(const struct quire_islands *self, const double *y, int a, int b, double step)
{
    const double way = half_way(self, y, a, b);

    return way < HUGE_VAL &&
           way < NEAR_SHEETS + 0.5 * AHEAD * step *
                                   quire_near_speed_between(self->extent + a, self->extent + b);
}

static bool
meets_any(const struct quire_islands *self, const double *y, int sheet, double step)
{
    for (int k = 0; self->state->system->sheets_meet && k < self->state->system->n_sheet; k++) {
        if (meet_soon(self, y, sheet, k, step)) {
            return true;
        }
    }
    return false;
}

/* A sheet takes over the rollers it has come near to, or joins the island that still uses them, and
 * those of sheets that it has come near to. */
static void
join(struct quire_islands *self, const double *own, const double *all, int sheet, double near,
     double step)
{
    for (int c = 0; c < self->state->system->n_cluster; c++) {
        const int mine = self->of_sheet[sheet], other = self->of_cluster[c];
        if (foreign_distance(self, own, sheet, c) >= near) {
            continue;
        }
        if (is_used(self, all, other, c)) {
            unite(self, mine, other);
        } else {
            self->of_cluster[c] = mine;
        }
    }
    for (int k = 0; self->state->system->sheets_meet && k < self->state->system->n_sheet; k++) {
        if (meet_soon(self, all, sheet, k, step)) {
            unite(self, self->of_sheet[sheet], self->of_sheet[k]);
        }
    }
}

/* A cluster of an island that has been taken apart: its sheets are together where they share it. */
static void
find_home(struct quire_islands *self, const double *y, const struct quire_part *part, int cluster)
{
    double least = HUGE_VAL;
    int nearest = part->sheet[0], home = -1;

    QUIRE_EACH(k, part, sheet)
    {
        const double d = quire_near_cluster(self->state, y, k, cluster);
        if (d < PARTED && self->state->sheet[k].entered && self->couples[cluster]) {
            if (home >= 0 && self->of_sheet[k] != self->of_sheet[home]) {
                unite(self, self->of_sheet[k], self->of_sheet[home]);
            }
            home = k;
        }
        if (d < least) {
            least = d;
            nearest = k;
        }
    }
    self->of_cluster[cluster] = self->of_sheet[home >= 0 ? home : nearest];
}

/* sheets that are on each other, or were a moment ago, stay together */
static void
keep_together(struct quire_islands *self, const double *y, const struct quire_part *part)
{
    if (!self->state->system->sheets_meet) {
        return;
    }
    QUIRE_EACH(a, part, sheet)
    {
        QUIRE_EACH(b, part, sheet)
        {
            if (a < b && self->state->sheet[a].entered && half_way(self, y, a, b) < PARTED_SHEETS) {
                unite(self, self->of_sheet[a], self->of_sheet[b]);
            }
        }
    }
}

/* Sheets of one island that share no roller any more and do not touch get islands of their own. */
static bool
take_apart(struct quire_islands *self, const double *y, int island)
{
    const struct quire_part *part = &self->island[island]->part;

    if (part->n_sheet < 2) {
        return false;
    }
    QUIRE_EACH(k, part, sheet)
    {
        self->of_sheet[k] = k;
    }
    QUIRE_EACH(c, part, cluster)
    {
        self->of_cluster[c] = -1;
    }
    keep_together(self, y, part);
    QUIRE_EACH(c, part, cluster)
    {
        find_home(self, y, part, c);
    }
    QUIRE_EACH(k, part, sheet)
    {
        if (self->of_sheet[k] != island) {
            return true;
        }
    }
    return false;
}

/* whose turn it is, after an island's time has changed */
static void
find_laggard(struct quire_islands *self)
{
    double least = HUGE_VAL;

    for (int i = 0; i < self->n; i++) {
        const double t =
            self->island[i] != NULL ? quire_integrator_time(self->island[i]->integrator) : HUGE_VAL;
        if (t < least) {
            least = t;
            self->next = i;
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
        if (quire_part_create(&island->part, self->state->system, self->of_sheet, self->of_cluster,
                              number) != 0) {
            return QUIRE_ERROR_LIMIT;
        }
    }
    return quire_engine_start(&island->integrator, self->state, &self->options, part, t, y, diag);
}

/* whether the island consists of what its number says now */
static bool
is_as_numbered(const struct quire_islands *self, int number)
{
    const struct quire_part *part = &self->island[number]->part;
    int sheets = 0, clusters = 0;

    for (int k = 0; k < self->state->system->n_sheet; k++) {
        sheets += self->of_sheet[k] == number;
    }
    for (int c = 0; c < self->state->system->n_cluster; c++) {
        clusters += self->of_cluster[c] == number;
    }
    QUIRE_EACH(k, part, sheet)
    {
        sheets -= self->of_sheet[k] == number ? 1 : 2 * self->n;
    }
    QUIRE_EACH(c, part, cluster)
    {
        clusters -= self->of_cluster[c] == number ? 1 : 2 * self->state->system->n_cluster;
    }
    return sheets == 0 && clusters == 0;
}

static bool
has_number(const struct quire_islands *self, int number)
{
    return self->of_sheet[number] == number; /* its first sheet is always in it */
}

/* Islands as they are numbered now, those that changed starting at t with y. */
static quire_status
rebuild(struct quire_islands *self, double t, const double *y, quire_islands_changed_fn *changed,
        void *user)
{
    quire_status status = QUIRE_OK;

    for (int i = 0; i < self->n; i++) {
        if (self->island[i] != NULL && !is_as_numbered(self, i)) {
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
        if (self->island[i] == NULL && has_number(self, i)) {
            status = add_island(self, i, t, y, NULL);
        }
    }
    memset(self->clear, 0, sizeof *self->clear * (size_t)self->n); /* nobody is sure any more */
    self->last = -1;
    find_laggard(self);
    return status;
}

/* whether sheets of an island have come near to rollers of another */
static bool
look_ahead(struct quire_islands *self, const struct island *island, double t)
{
    const struct quire_integrator *it = island->integrator;
    const double *y = quire_integrator_state(it),
                 step = quire_integrator_time(it) - quire_integrator_before(it);
    bool any = false;

    QUIRE_EACH(k, &island->part, sheet)
    {
        const double moved = step * quire_near_speed(self->state, y, k),
                     near = NEAR + AHEAD * moved;
        self->clear[k] -= moved;
        if (!self->state->sheet[k].entered || self->clear[k] >= near) {
            continue;
        }
        if (self->state->system->sheets_meet && !self->seen) {
            quire_islands_at(self, t, self->y);
            see(self, self->y);
        }
        measure(self, y, self->y, k);
        if (nearest_cluster(self, y, k) < near || meets_any(self, self->y, k, step)) {
            quire_islands_at(self, t, self->y);
            join(self, y, self->y, k, near, step);
            any = true;
        }
    }
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
    self->seen = false;
    quire_state_focus(self->state, NULL);
    if (t >= self->parting) {
        quire_islands_at(self, t, self->y);
        see(self, self->y);
        quire_state_place(self->state, t, self->y);
        for (int i = 0; i < self->n; i++) {
            any = (self->island[i] != NULL && take_apart(self, self->y, i)) || any;
        }
        self->parting = PARTING_EVERY * (floor(t / PARTING_EVERY) + 1);
    }
    for (int i = 0; !any && i < self->n; i++) {
        if (self->island[i] != NULL && (self->last < 0 || self->last == i)) {
            any = look_ahead(self, self->island[i], t);
        }
    }
    if (!any) {
        return QUIRE_OK;
    }
    quire_islands_at(self, t, self->y);
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
    self->of_sheet = calloc((size_t)sys->n_sheet + 1, sizeof *self->of_sheet);
    self->of_cluster = calloc((size_t)sys->n_cluster + 1, sizeof *self->of_cluster);
    self->couples = calloc((size_t)sys->n_cluster + 1, sizeof *self->couples);
    self->clear = calloc((size_t)sys->n_sheet + 1, sizeof *self->clear);
    self->extent = calloc((size_t)sys->n_sheet + 1, sizeof *self->extent);
    self->y = aligned_alloc(64, (size + 63) / 64 * 64);
    if (self->n > 1) {
        if (!quire_workspace_create(&self->workspace, &sys->layout)) {
            return false;
        }
        self->options.workspace = &self->workspace;
    }
    if (self->island == NULL || self->of_sheet == NULL || self->of_cluster == NULL ||
        self->couples == NULL || self->clear == NULL || self->extent == NULL || self->y == NULL) {
        return false;
    }
    memset(self->y, 0, size);
    for (int c = 0; self->n > 1 && c < sys->n_cluster; c++) {
        self->couples[c] = quire_cluster_unknowns(sys, c) > 0;
    }
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
        quire_state_place(state, t, y);
        see(self, y);
        first_homes(self, y);
        for (int k = 0; k < self->n; k++) {
            if (state->sheet[k].entered) {
                join(self, y, y, k, NEAR, 0);
            }
        }
    }
    for (int i = 0; i < self->n && status == QUIRE_OK; i++) {
        if (self->n == 1 || has_number(self, i)) {
            status = add_island(self, i, t, y, diag);
        }
    }
    if (status != QUIRE_OK) {
        quire_islands_destroy(self);
        return status;
    }
    find_laggard(self);
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
    free(self->of_sheet);
    free(self->of_cluster);
    free(self->couples);
    free(self->clear);
    free(self->extent);
    free(self->y);
    free(self);
}

/* ---- going on ---- */

int
quire_islands_next(const struct quire_islands *self)
{
    return self->next;
}

int
quire_islands_count(const struct quire_islands *self)
{
    int n = 0;

    for (int i = 0; i < self->n; i++) {
        n += self->island[i] != NULL;
    }
    return n;
}

const struct quire_part *
quire_islands_part(const struct quire_islands *self, int island)
{
    return self->n > 1 ? &self->island[island]->part : &self->state->whole;
}

quire_status
quire_islands_step(struct quire_islands *self, double stop)
{
    struct quire_integrator *it;

    self->last = quire_islands_next(self);
    it = self->island[self->last]->integrator;
    self->before = quire_integrator_time(it);
    const quire_status status = quire_integrator_step(it, stop);
    if (status != QUIRE_OK) {
        self->why = *quire_integrator_why(it);
    }
    find_laggard(self);
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
    find_laggard(self);
    self->island[island]->shortened = true;
}

bool
quire_islands_is_shortened(const struct quire_islands *self, int island)
{
    return self->island[island]->shortened;
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
quire_islands_restart(struct quire_islands *self, int island, double t, const double *y)
{
    quire_status status = QUIRE_OK;

    for (int i = 0; i < self->n && status == QUIRE_OK; i++) {
        if (self->island[i] != NULL && (island < 0 || island == i)) {
            self->island[i]->shortened = false;
            QUIRE_EACH(k, &self->island[i]->part, sheet)
            {
                self->clear[k] = 0;
            }
            status = quire_integrator_restart(self->island[i]->integrator, t, y);
            if (status != QUIRE_OK) {
                self->why = *quire_integrator_why(self->island[i]->integrator);
            }
        }
    }
    self->last = -1;
    find_laggard(self);
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
