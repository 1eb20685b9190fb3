#include "statics/equilibrium.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/create_state.h"
#include "force/holds.h"
#include "force/loads.h"
#include "force/space_sheet.h"
#include "machine/sheet_lines.h"
#include "statics/equilibrium_search.h"
#include "statics/equilibrium_step.h"
#include "statics/unstable_states.h"

/* most that a node moves in one step where there is something to touch [m] */
#define CONTACT_STEP 1e-3
#define MOST         4000 /* iterations at one time */
/* of a segment that the holds of a sheet move against each other in one step */
#define APPROACH      0.2
#define CLAMP_TURN    0.1  /* most that a clamp turns in one step [rad] */
#define LEAST_ADVANCE 1e-9 /* of the whole way */
#define ROUGHLY       1e-3 /* the last step under forces that are let go again [m] */
#define LOST_ADVANCE  1e-5 /* a branch that cannot be followed over so short a way ends there */

int
quire_equilibrium_create(struct quire_equilibrium *self, struct quire_state *state,
                         const struct quire_equilibrium_options *options)
{
    const struct quire_layout *l = &state->system->layout;
    const size_t length = sizeof(double) * (l->length + QUIRE_LANES),
                 velocities = sizeof(double) * (l->nv + QUIRE_LANES);

    *self = (struct quire_equilibrium){.state = state, .options = *options, .most = MOST};
    self->cap = state->system->n_guide + state->system->n_roller > 0
                    ? fmin(CONTACT_STEP, state->system->safe_travel)
                    : HUGE_VAL;
    self->y = aligned_alloc(64, length);
    self->next = aligned_alloc(64, length);
    self->kept = aligned_alloc(64, length);
    self->step = aligned_alloc(64, velocities);
    self->p = malloc(velocities);
    self->start = malloc(sizeof(double) * (l->nq + 1));
    if (self->y == NULL || self->next == NULL || self->kept == NULL || self->step == NULL ||
        self->p == NULL || self->start == NULL ||
        quire_stiffness_create(&self->stiffness, state) != 0) {
        quire_equilibrium_destroy(self);
        return -1;
    }
    return 0;
}

void
quire_equilibrium_destroy(struct quire_equilibrium *self)
{
    quire_stiffness_destroy(&self->stiffness);
    free(self->y);
    free(self->next);
    free(self->kept);
    free(self->step);
    free(self->p);
    free(self->start);
    *self = (struct quire_equilibrium){0};
}

/* ---- following holds and loads ---- */

/* where the hold of an end is at t, and its direction */
static void
hold_at(const struct quire_sheet *sheet, int e, double t, double out[3])
{
    const struct quire_hold *hold = sheet->hold + e;

    out[0] = out[1] = out[2] = 0;
    if (quire_hold_is_on(hold, t)) {
        const double since = t - sheet->enter_time;
        out[0] = hold->velocity[0] * since + quire_course_at(&hold->shift_x, t, NULL, NULL);
        out[1] = hold->velocity[1] * since + quire_course_at(&hold->shift_y, t, NULL, NULL);
        out[2] = quire_course_at(&hold->turn, t, NULL, NULL);
    }
}

/* how far both holds of a sheet go from t0 to t1; what is not held goes with the other end */
static void
hold_moves(const struct quire_sheet *sheet, double t0, double t1, double out[2][3])
{
    for (int e = 0; e < 2; e++) {
        double from[3], to[3];
        hold_at(sheet, e, t0, from);
        hold_at(sheet, e, t1, to);
        for (int d = 0; d < 3; d++) {
            out[e][d] = to[d] - from[d];
        }
    }
    for (int e = 0; e < 2; e++) {
        const struct quire_hold *hold = sheet->hold + e;
        double held[3] = {0, 0, 0}, way[2] = {out[1 - e][0], out[1 - e][1]};
        if (quire_hold_is_on(hold, t1)) {
            quire_hold_directions(hold, held);
            quire_held_set(held, &way[0], &way[1], out[e]);
        }
        out[e][0] = held[0] + held[2] > 0 ? way[0] : out[1 - e][0];
        out[e][1] = held[0] + held[2] > 0 ? way[1] : out[1 - e][1];
    }
}

/* whether the holds go no farther in this time than a search can follow at once */
static bool
is_near(const struct quire_equilibrium *self, double t0, double t1)
{
    const struct quire_system *sys = self->state->system;
    double m[2][3];

    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        hold_moves(s, t0, t1, m);
        const double cap = fmin(self->cap, 0.5 * s->length);
        if (fabs(m[1][0] - m[0][0]) + fabs(m[1][1] - m[0][1]) > APPROACH * s->chain.h ||
            fabs(m[0][2]) + fabs(m[1][2]) > CLAMP_TURN ||
            fmax(fmax(fabs(m[0][0]), fabs(m[0][1])), fmax(fabs(m[1][0]), fabs(m[1][1]))) > cap) {
            return false;
        }
    }
    return true;
}

/* what both holds of a sheet do together */
static void
share_moves(double m[2][3])
{
    for (int d = 0; d < 2; d++) {
        m[0][d] = m[1][d] = 0.5 * (m[0][d] + m[1][d]);
    }
}

/* Sheets go along with their holds, each node with its share of both ends'; or, `together`, all
 * nodes with what both ends have in common. */
static void
carry(struct quire_equilibrium *self, double t0, double t1, bool together)
{
    const struct quire_system *sys = self->state->system;
    double m[2][3];

    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        hold_moves(s, t0, t1, m);
        if (together) {
            share_moves(m);
        }
        const int lines = quire_sheet_lines(s), n = s->chain.n;
        for (int d = 0; self->state->sheet[k].entered && d < 2; d++) {
            for (int at = 0; at <= n * lines + lines - 1; at++) {
                const size_t i =
                    s->x0 + (size_t)(s->ladder != NULL ? 3 * at + d : at + d * s->chain.stride);
                const double u = (double)(at / lines) / n, way = (1 - u) * m[0][d] + u * m[1][d];
                self->y[i] += way;
                self->start[i] += way;
            }
        }
    }
}

/* sheets that have entered by t, held ends where they are held, and everything at rest */
static void
arrange(struct quire_equilibrium *self, double t)
{
    const struct quire_system *sys = self->state->system;
    const struct quire_layout *l = &sys->layout;

    for (int k = 0; k < sys->n_sheet; k++) {
        if (!self->state->sheet[k].entered && sys->sheet[k].enter_time <= t) {
            quire_state_enter(self->state, k, self->y);
            memset(self->y + l->v0, 0, sizeof(double) * l->nv);
            quire_stiffness_anchor(&self->stiffness, self->y);
            memcpy(self->start + sys->sheet[k].x0, self->y + sys->sheet[k].x0,
                   sizeof(double) * sys->sheet[k].size);
        }
    }
    quire_state_sync(self->state, t, self->y);
    memset(self->y + l->v0, 0, sizeof(double) * l->nv);
    quire_stiffness_begin(&self->stiffness, t);
}

/* From the equilibrium in `kept` at t along its branch to where the linear theory has that at t1,
 * in y; false where it does not reach so far. */
static bool
go_along(struct quire_equilibrium *self, double t, double t1)
{
    struct quire_stiffness *s = &self->stiffness;
    const size_t size = sizeof(double) * self->state->system->layout.length;

    carry(self, t, t1, true);
    arrange(self, t1);
    /* what the new holds and loads do to the old shape */
    if (!quire_stiffness_assemble(s, t1, self->y)) {
        return false;
    }
    const int n = s->n;
    memcpy(self->p, s->force, sizeof(double) * (size_t)n);
    quire_stiffness_begin(s, t);
    if (s->n != n || !quire_stiffness_assemble(s, t, self->kept) ||
        !quire_equilibrium_is_positive(self, quire_equilibrium_noise(self))) {
        quire_stiffness_begin(s, t1);
        return false;
    }
    quire_stiffness_solve(s, self->p);
    quire_stiffness_begin(s, t1);
    quire_stiffness_scatter(s, self->p, self->step);
    if (!(quire_equilibrium_step_size(self) < HUGE_VAL) || quire_equilibrium_shortening(self) < 1) {
        return false;
    }
    memcpy(self->next, self->y, size);
    quire_equilibrium_move(self, 1);
    quire_equilibrium_accept(self);
    return true;
}

/* Back to the equilibrium in `kept`, with the start positions that went along. */
static void
go_back(struct quire_equilibrium *self, double t, double t1, bool together)
{
    memcpy(self->y, self->kept, sizeof(double) * self->state->system->layout.length);
    carry(self, t1, t, together);
    memcpy(self->y, self->kept, sizeof(double) * self->state->system->layout.length);
}

/* From the equilibrium in `kept` at t to that at t1: along its branch; where that ends, by a way so
 * short that it does not matter, to what is found from there. */
static quire_status
advance(struct quire_equilibrium *self, double t, double t1, double tolerance, bool lost, bool last)
{
    if (go_along(self, t, t1)) {
        const quire_status status = quire_equilibrium_search(self, t1, tolerance, 0, true);
        if (status != QUIRE_ERROR_NUMERIC || self->stiffness.failed || !lost) {
            if (status != QUIRE_OK) {
                go_back(self, t, t1, true);
            }
            return status;
        }
    }
    go_back(self, t, t1, true);
    if (!lost) {
        return quire_equilibrium_refuse(self, QUIRE_REFUSAL_BRANCHING, NULL,
                                        "it leaves the branch that was followed");
    }
    carry(self, t, t1, false);
    arrange(self, t1);
    const quire_status status =
        quire_equilibrium_search(self, t1, tolerance, last ? QUIRE_MOST_LEFT : 1, false);
    if (status != QUIRE_OK) {
        go_back(self, t, t1, false);
    }
    return status;
}

/* from the equilibrium at *t to that at `to`, in as many steps as it takes */
static quire_status
follow(struct quire_equilibrium *self, double *t, double to)
{
    const size_t size = sizeof(double) * self->state->system->layout.length;
    const double whole = to - *t, rough = 1e3 * self->options.tolerance;
    double ahead = whole;

    while (*t < to) {
        const int left = self->left;
        double next = *t + ahead >= to ? to : *t + ahead;
        while (!is_near(self, *t, next)) {
            ahead = 0.5 * (next - *t);
            next = *t + ahead;
        }
        memcpy(self->kept, self->y, size);
        const double tolerance = next < to ? rough : self->options.tolerance;
        const bool last = ahead <= LEAST_ADVANCE * whole;
        const quire_status status =
            advance(self, *t, next, tolerance, ahead <= LOST_ADVANCE * whole, last);
        if (status == QUIRE_OK) {
            quire_stiffness_commit(&self->stiffness, next, self->y);
            *t = next;
            ahead *= 2;
            continue;
        }
        if (status != QUIRE_ERROR_NUMERIC || self->stiffness.failed || last ||
            (self->refusal == QUIRE_REFUSAL_UNSTABLE && self->branches < 2)) {
            return status;
        }
        self->left = left;
        ahead *= 0.25;
    }
    return QUIRE_OK;
}

quire_status
quire_equilibrium_find(struct quire_equilibrium *self, double t,
                       const struct quire_breakpoint *stop, size_t n, double *y)
{
    const struct quire_layout *l = &self->state->system->layout;
    double now = 0;

    memcpy(self->y, y, sizeof(double) * l->length);
    memcpy(self->next, y, sizeof(double) * l->length);
    memcpy(self->start, y, sizeof(double) * l->nq);
    arrange(self, 0);
    quire_stiffness_anchor(&self->stiffness, self->y);
    quire_status status =
        quire_equilibrium_search(self, 0, self->options.tolerance, QUIRE_MOST_LEFT, false);
    if (status == QUIRE_OK) {
        quire_stiffness_commit(&self->stiffness, 0, self->y);
    }
    for (size_t i = 0; status == QUIRE_OK && now < t && i <= n; i++) {
        const double next = i < n ? fmin(stop[i].time, t) : t;
        if (next > now) {
            status = follow(self, &now, next);
        }
    }
    if (status == QUIRE_OK) {
        self->refusal = QUIRE_REFUSAL_NONE;
        self->text[0] = '\0';
    }
    memcpy(y, self->y, sizeof(double) * l->length);
    return status;
}

static quire_status
find_from(struct quire_equilibrium *self, double t, double tolerance, double *y)
{
    const size_t size = sizeof(double) * self->state->system->layout.length;

    memcpy(self->y, y, size);
    arrange(self, t);
    const quire_status status =
        quire_equilibrium_search(self, t, tolerance, QUIRE_MOST_LEFT, false);
    memcpy(y, self->y, size);
    return status;
}

quire_status
quire_equilibrium_find_from(struct quire_equilibrium *self, double t, double *y)
{
    return find_from(self, t, self->options.tolerance, y);
}

void
quire_equilibrium_press(struct quire_equilibrium *self, double t, const double *force, double *y)
{
    self->stiffness.pressed = force;
    (void)find_from(self, t, ROUGHLY, y); /* as far as it comes */
    self->stiffness.pressed = NULL;
}
