#include "statics/equilibrium_search.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "force/space_sheet.h"
#include "machine/sheet_lines.h"
#include "statics/equilibrium_step.h"
#include "statics/unstable_states.h"
#include "step/wraps.h"

#define MARGIN     1.5 /* a shift that makes the matrix positive is taken this much larger */
#define OVERSHOOT  0.5 /* of the slope at the start of a step that may point back at its end */
#define TRIES      12  /* shorter steps along one direction */
#define LOOK_EVERY 16  /* iterations between looks at the clock */
#define FAR        3.0 /* lengths of a sheet: one that moves farther is held by nothing */

/* Shares of wraps go this part of their way between two searches, so often at most, until none has
 * farther to go than this. */
#define APPROACH    0.5
#define MOST_ROUNDS 60
#define NEAR_SHARE  1e-4

/* Goes along the step as far as the forces still drive on, or nearly; the matrix is assembled
 * there. Returns the part of it that was gone, 0 if none: then the forces are those of some point
 * ahead. */
static double
search(struct quire_equilibrium *self, double t)
{
    const int n = self->stiffness.n;
    const double slope = quire_dot(self->stiffness.force, self->p, n),
                 small = 0.1 * self->options.tolerance;
    double part = quire_equilibrium_shortening(self), last = part;

    quire_equilibrium_move(self, part);
    for (int k = 0; k < TRIES; k++) {
        const bool finite = quire_stiffness_assemble(&self->stiffness, t, self->next);
        const double here = finite ? quire_dot(self->stiffness.force, self->p, n) : -HUGE_VAL;
        if (self->stiffness.failed) {
            return 0;
        }
        if (finite && (here >= -OVERSHOOT * slope || quire_equilibrium_step_size(self) <= small)) {
            quire_equilibrium_accept(self);
            return last;
        }
        const double shorter = finite ? fmin(0.5, fmax(0.1, slope / (slope - here))) : 0.1;
        last *= shorter;
        quire_equilibrium_move(self, shorter);
    }
    return 0;
}

static quire_status
refuse_motion(struct quire_equilibrium *self, const struct quire_object *object, double x, double y)
{
    char text[300];

    snprintf(text, sizeof text,
             "it finds no equilibrium: nothing holds it against moving along (%.2f, %.2f)",
             nearbyint(100 * x) / 100 + 0.0, nearbyint(100 * y) / 100 + 0.0);
    return quire_equilibrium_refuse(self, QUIRE_REFUSAL_NO_EQUILIBRIUM, object, text);
}

/* whether something has gone so far that nothing can be holding it */
static quire_status
check_travel(struct quire_equilibrium *self)
{
    const struct quire_system *sys = self->state->system;

    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        double *const *room = self->state->sheet[k].line;
        const double *x = quire_sheet_middle(s, self->y + s->x0, room[0]),
                     *x0 = quire_sheet_middle(s, self->start + s->x0, room[1]);
        const int middle = s->chain.n / 2, above = middle + s->chain.stride;
        const double dx = x[middle] - x0[middle], dy = x[above] - x0[above],
                     d = sqrt(dx * dx + dy * dy);
        if (self->state->sheet[k].entered && d > FAR * s->length) {
            return refuse_motion(self, s->object, dx / d, dy / d);
        }
    }
    for (int k = 0; k < sys->n_small; k++) {
        const struct quire_small *s = sys->small + k;
        for (int i = 0; i < s->body.nq; i++) {
            if (fabs(self->y[s->q0 + i] - self->start[s->q0 + i]) > 1e3) {
                char text[300];
                snprintf(text, sizeof text, "'%s' finds no equilibrium: nothing holds it back",
                         s->body.name);
                return quire_equilibrium_refuse(self, QUIRE_REFUSAL_NO_EQUILIBRIUM, NULL, text);
            }
        }
    }
    return QUIRE_OK;
}

static quire_status
refuse_search(struct quire_equilibrium *self)
{
    char text[400];
    double way, left;
    const struct quire_sheet *s = quire_equilibrium_most_moved(self, &way, &left);

    snprintf(text, sizeof text,
             "no equilibrium was found in %ld iterations; the last step still moves it by %.3g mm",
             self->iterations, 1e3 * way);
    return quire_equilibrium_refuse(self, QUIRE_REFUSAL_NO_EQUILIBRIUM,
                                    s != NULL ? s->object : NULL, text);
}

/* K + shift M made positive; p = (K + shift M)^-1 F and its displacement */
static double
find_step(struct quire_equilibrium *self, double least)
{
    struct quire_stiffness *s = &self->stiffness;
    const double needed = quire_equilibrium_shift(self, least, 2);

    const double ample = needed > least ? MARGIN * needed : least;
    self->damped = self->damping > ample;
    self->shift = self->damped ? self->damping : ample;
    if (self->shift > needed) {
        quire_equilibrium_is_positive(self, self->shift);
    }
    memcpy(self->p, s->force, sizeof(double) * (size_t)s->n);
    quire_stiffness_solve(s, self->p);
    quire_stiffness_scatter(s, self->p, self->step);
    return quire_equilibrium_step_size(self);
}

/* a step that failed is tried shorter, one that went all the way lets the next go farther */
static void
adapt_damping(struct quire_equilibrium *self, double slope, double part)
{
    struct quire_stiffness *s = &self->stiffness;

    if (part < 0.1) {
        quire_skyline_multiply(&s->shape, s->m, self->p, self->step);
        self->damping = fmax(16 * self->damping, slope / quire_dot(self->p, self->step, s->n));
    } else if (part >= 1) {
        self->damping =
            self->damping > 100 * quire_equilibrium_noise(self) ? self->damping / 16 : 0;
    }
}

/* the last step is taken too: it is small enough to be taken without looking */
static quire_status
finish(struct quire_equilibrium *self, double t)
{
    quire_equilibrium_move(self, 1);
    quire_equilibrium_accept(self);
    if (!quire_stiffness_assemble(&self->stiffness, t, self->y)) {
        return quire_equilibrium_refuse(self, QUIRE_REFUSAL_NONFINITE_FORCE, NULL,
                                        "a force became infinite or undefined");
    }
    return QUIRE_OK;
}

/* The steps have become small: the state is found if it is stable, and left if it is not. *done:
 * the search ends with the status that is returned. */
static quire_status
arrive(struct quire_equilibrium *self, double t, double least, double *tolerance, int most_branches,
       bool *done)
{
    *done = true;
    if (quire_stiffness_factorise(&self->stiffness, least) == 0) {
        return finish(self, t);
    }
    /* contact that stabilises it may be closer than that */
    if (*tolerance > self->options.tolerance) {
        *tolerance = self->options.tolerance;
        *done = false;
        return QUIRE_OK;
    }
    bool held;
    quire_status status = quire_equilibrium_leave(self, t, least, *tolerance, &held);
    if (held) {
        return QUIRE_OK;
    }
    if (status == QUIRE_OK && self->branches > most_branches) {
        status = quire_equilibrium_refuse(self, QUIRE_REFUSAL_BRANCHING, NULL,
                                          "it can leave an unstable state in several ways");
    }
    *done = status != QUIRE_OK;
    return status;
}

/* with the shares of wraps as they stand */
static quire_status
search_rest(struct quire_equilibrium *self, double t, double tolerance, int most_branches,
            bool on_branch)
{
    double last = HUGE_VAL;
    int slow = 0;

    self->damping = 0;
    if (!quire_stiffness_assemble(&self->stiffness, t, self->y)) {
        return quire_equilibrium_refuse_force(self,
                                              "a force is infinite or undefined at the start");
    }
    for (int k = 0; k < self->most; k++) {
        const double least = quire_equilibrium_noise(self);
        if (on_branch && !quire_equilibrium_is_positive(self, least)) {
            return quire_equilibrium_refuse(self, QUIRE_REFUSAL_BRANCHING, NULL,
                                            "it leaves the branch that was followed");
        }
        const double size = find_step(self, least),
                     slope = quire_dot(self->stiffness.force, self->p, self->stiffness.n);
        self->iterations++;
        if (!isfinite(size + slope)) {
            return quire_equilibrium_refuse_force(
                self, "a force became infinite, or so large that what it does is");
        }
        if (self->options.go_on != NULL && k % LOOK_EVERY == LOOK_EVERY - 1 &&
            !self->options.go_on(self->options.user)) {
            quire_equilibrium_refuse(self, QUIRE_REFUSAL_INTERRUPTED, NULL,
                                     "the search for an equilibrium was ended from outside");
            return QUIRE_ERROR_LIMIT;
        }
        slow = self->shift <= least && size < 1e3 * tolerance && size > 0.5 * last ? slow + 1 : 0;
        last = size;
        if ((size <= tolerance && !self->damped) || slow > 8) {
            bool done;
            const quire_status status = arrive(self, t, least, &tolerance, most_branches, &done);
            if (done) {
                return status;
            }
            continue;
        }
        const double part = search(self, t);
        adapt_damping(self, slope, part);
        if (self->stiffness.failed) {
            return quire_equilibrium_refuse(self, QUIRE_REFUSAL_OUT_OF_MEMORY, NULL,
                                            "memory ran out");
        }
        if (part <= 0 && !quire_stiffness_assemble(&self->stiffness, t, self->y)) {
            return quire_equilibrium_refuse(self, QUIRE_REFUSAL_NONFINITE_FORCE, NULL,
                                            "a force became infinite or undefined");
        }
        const quire_status status = check_travel(self);
        if (status != QUIRE_OK) {
            return status;
        }
    }
    return refuse_search(self);
}

quire_status
quire_equilibrium_search(struct quire_equilibrium *self, double t, double tolerance,
                         int most_branches, bool on_branch)
{
    quire_status status = QUIRE_OK;
    int rounds = 0;

    quire_wraps_approach(self->state, t, self->y, 1);
    do {
        status = search_rest(self, t, tolerance, most_branches, on_branch);
    } while (status == QUIRE_OK && ++rounds < MOST_ROUNDS &&
             quire_wraps_approach(self->state, t, self->y, APPROACH) > NEAR_SHARE);
    return status;
}
