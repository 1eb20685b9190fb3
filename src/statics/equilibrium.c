#include "statics/equilibrium.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "force/loads.h"
#include "force/space_sheet.h"
#include "statics/space_rest.h"

#define NOISE  (8 * DBL_EPSILON) /* of the highest eigenvalue: smaller ones are as good as zero */
#define MARGIN 1.5 /* a shift that makes the matrix positive is taken this much larger */
#define TURN   0.5 /* most that a segment turns in one step [rad] */
/* most that a node moves in one step where there is something to touch [m] */
#define CONTACT_STEP 1e-3
#define OVERSHOOT    0.5  /* of the slope at the start of a step that may point back at its end */
#define TRIES        12   /* shorter steps along one direction */
#define MOST         4000 /* iterations at one time */
#define LOOK_EVERY   16   /* iterations between looks at the clock */
#define MOST_LEFT    50   /* unstable states */
#define HALVINGS     30   /* of a push out of one */
/* tolerances: contact that holds a state within this distance makes it stable */
#define NARROW    4
#define MOST_HELD 32  /* directions in which contact may hold one state */
#define FAR       3.0 /* lengths of a sheet: one that moves farther is held by nothing */
/* of a segment that the holds of a sheet move against each other in one step */
#define APPROACH      0.2
#define CLAMP_TURN    0.1  /* most that a clamp turns in one step [rad] */
#define LEAST_ADVANCE 1e-9 /* of the whole way */
#define ROUGHLY       1e-3 /* the last step under forces that are let go again [m] */
#define LOST_ADVANCE  1e-5 /* a branch that can not be followed over so short a way ends there */

int
quire_equilibrium_create(struct quire_equilibrium *self, struct quire_state *state,
                         const struct quire_equilibrium_options *options)
{
    const struct quire_layout *l = &state->system->layout;
    const size_t length = sizeof(double) * (l->length + QUIRE_LANES),
                 velocities = sizeof(double) * (l->nv + QUIRE_LANES);

    *self = (struct quire_equilibrium){.state = state, .options = *options, .most = MOST};
    self->cap = state->system->n_guide + state->system->n_roller > 0 ? CONTACT_STEP : HUGE_VAL;
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

static quire_status
give_up(struct quire_equilibrium *self, const char *name, const struct quire_object *object,
        const char *text)
{
    snprintf(self->name, sizeof self->name, "%s", name);
    snprintf(self->text, sizeof self->text, "%s", text);
    self->object = object;
    return QUIRE_ERROR_NUMERIC;
}

/* the name of the sheet or body with the largest force on it, or one that is no number */
static const char *
pulled_most(const struct quire_equilibrium *self)
{
    const struct quire_system *sys = self->state->system;
    const double *force = self->state->force;
    const char *found = NULL;
    double most = 0;

    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        for (size_t i = s->x0; i < s->x0 + s->size; i++) {
            if (!(fabs(force[i]) <= most)) {
                most = fabs(force[i]);
                found = s->name;
            }
        }
    }
    for (int k = 0; k < sys->n_small; k++) {
        const struct quire_small *s = sys->small + k;
        for (int i = 0; i < s->body.nv; i++) {
            if (!(fabs(force[s->v0 + i]) <= most)) {
                most = fabs(force[s->v0 + i]);
                found = s->body.name;
            }
        }
    }
    return found;
}

static quire_status
give_up_for_force(struct quire_equilibrium *self, const char *text)
{
    return give_up(self, "nonfinite-force",
                   quire_system_named(self->state->system, pulled_most(self)), text);
}

/* ---- one step ---- */

static bool
is_positive(struct quire_equilibrium *self, double shift)
{
    self->factorisations++;
    return quire_stiffness_factorise(&self->stiffness, shift) == 0;
}

static double
noise(const struct quire_equilibrium *self)
{
    return NOISE * quire_stiffness_largest(&self->stiffness);
}

/* the least shift, to within a factor, with which K + shift M is positive; not below `least` */
static double
bracket_shift(struct quire_equilibrium *self, double least, double precision)
{
    double low = least, high = 16 * least;

    if (is_positive(self, least)) {
        return least;
    }
    while (!is_positive(self, high) && high < 1e30) {
        low = high;
        high *= 16;
    }
    while (high > precision * low) {
        const double middle = sqrt(low * high);
        if (is_positive(self, middle)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return high;
}

/* by how much a displacement is to be shortened: no segment turns far, no node moves far */
static double
shortening(const struct quire_equilibrium *self)
{
    const struct quire_system *sys = self->state->system;
    double turn = 0, way = 0, cap = self->cap;

    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        const double *x = self->y + s->x0, *y = x + s->chain.stride, *u = self->step + s->x0,
                     *v = u + s->chain.stride;
        if (!self->state->sheet[k].entered) {
            continue;
        }
        cap = fmin(cap, 0.5 * s->length);
        if (s->ladder != NULL) {
            double gone, turned;
            quire_space_extent(&self->stiffness, k, self->y, self->step, &gone, &turned);
            way = fmax(way, gone);
            turn = fmax(turn, turned);
            continue;
        }
        for (int i = 0; i <= s->chain.n; i++) {
            way = fmax(way, fmax(fabs(u[i]), fabs(v[i])));
        }
        for (int i = 0; i < s->chain.n; i++) {
            const double ex = x[i + 1] - x[i], ey = y[i + 1] - y[i];
            turn = fmax(turn, fabs(ex * (v[i + 1] - v[i]) - ey * (u[i + 1] - u[i])) /
                                  (ex * ex + ey * ey));
        }
    }
    for (int k = 0; k < sys->n_small; k++) {
        const struct quire_small *s = sys->small + k;
        for (int i = 0; i < s->body.nv; i++) {
            way = fmax(way, fabs(self->step[s->v0 + i]));
        }
    }
    return fmin(1, fmin(turn > TURN ? TURN / turn : 1, way > cap ? cap / way : 1));
}

static double
step_size(const struct quire_equilibrium *self)
{
    double size = 0;

    for (size_t i = 0; i < self->state->system->layout.nv; i++) {
        size = fmax(size, fabs(self->step[i]));
    }
    return size;
}

static void
move(struct quire_equilibrium *self, double part)
{
    const struct quire_layout *l = &self->state->system->layout;

    for (size_t i = 0; i < l->nv; i++) {
        self->step[i] *= part;
    }
    memcpy(self->next, self->y, sizeof(double) * l->length);
    quire_stiffness_displace(&self->stiffness, self->y, self->step, self->next);
}

static void
accept(struct quire_equilibrium *self)
{
    double *swap = self->y;

    self->y = self->next;
    self->next = swap;
}

/* Goes along the step as far as the forces still drive on, or nearly; the matrix is assembled
 * there. Returns the part of it that was gone, 0 if none: then the forces are those of some point
 * ahead. */
static double
search(struct quire_equilibrium *self, double t)
{
    const int n = self->stiffness.n;
    const double slope = quire_dot(self->stiffness.force, self->p, n),
                 small = 0.1 * self->options.tolerance;
    double part = shortening(self), last = part;

    move(self, part);
    for (int k = 0; k < TRIES; k++) {
        const bool finite = quire_stiffness_assemble(&self->stiffness, t, self->next);
        const double here = finite ? quire_dot(self->stiffness.force, self->p, n) : -HUGE_VAL;
        if (self->stiffness.failed) {
            return 0;
        }
        if (finite && (here >= -OVERSHOOT * slope || step_size(self) <= small)) {
            accept(self);
            return last;
        }
        const double shorter = finite ? fmin(0.5, fmax(0.1, slope / (slope - here))) : 0.1;
        last *= shorter;
        move(self, shorter);
    }
    return 0;
}

/* ---- unstable states ---- */

/* the direction in which it is softest: inverse iteration next to the lowest eigenvalue */
static void
find_softest(struct quire_equilibrium *self, double least)
{
    struct quire_stiffness *s = &self->stiffness;
    const double shift = bracket_shift(self, least, 1.001);

    self->lowest = -shift;
    is_positive(self, 1.001 * shift);
    for (int i = 0; i < s->n; i++) {
        self->p[i] = 1 + 0.1 * (i % 7); /* anything that is not square to it */
    }
    for (int k = 0; k < 8; k++) {
        quire_skyline_multiply(&s->shape, s->m, self->p, self->step);
        quire_stiffness_solve(s, self->step);
        double largest = 0;
        for (int i = 0; i < s->n; i++) {
            largest = fmax(largest, fabs(self->step[i]));
        }
        for (int i = 0; i < s->n; i++) {
            self->p[i] = self->step[i] / largest;
        }
    }
    quire_stiffness_scatter(s, self->p, self->step);
}

/* how far a step moves the nodes of a sheet, and how far to the left of its lines */
struct aside {
    /* the largest; the sum, that of sizes, and the largest to a side, times a segment's length */
    double way, sum, all, there;
};

static void
look_aside(const struct quire_sheet *s, const double *x, const double *u, struct aside *a)
{
    const double *y = x + s->chain.stride, *v = u + s->chain.stride;

    for (int i = 0; i <= s->chain.n; i++) {
        const int before = i > 0 ? i - 1 : 0, behind = i < s->chain.n ? i + 1 : i;
        const double beside = (x[behind] - x[before]) * v[i] - (y[behind] - y[before]) * u[i];
        a->there = fabs(beside) > fabs(a->there) ? beside : a->there;
        a->sum += beside;
        a->all += fabs(beside);
        a->way = fmax(a->way, sqrt(u[i] * u[i] + v[i] * v[i]));
    }
}

/* the sheet that the step moves most, how far, and whether on the whole to its left */
static const struct quire_sheet *
most_moved(const struct quire_equilibrium *self, double *way, double *left)
{
    const struct quire_system *sys = self->state->system;
    const struct quire_sheet *found = NULL;

    *way = 0;
    *left = 1;
    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        struct aside a = {0};
        for (int line = 0; self->state->sheet[k].entered && line < quire_sheet_lines(s); line++) {
            double *const *room = self->state->sheet[k].line;
            look_aside(s, quire_sheet_line(s, line, self->y + s->x0, room[0]),
                       quire_sheet_line(s, line, self->step + s->x0, room[1]), &a);
        }
        if (s->ladder != NULL && self->state->sheet[k].entered) {
            double turn;
            quire_space_extent(&self->stiffness, k, self->y, self->step, &a.way, &turn);
        }
        if (a.way > *way) {
            *way = a.way;
            *left = (fabs(a.sum) > 1e-6 * a.all ? a.sum : a.there) < 0 ? -1 : 1;
            found = s;
        }
    }
    return found;
}

static quire_status
refuse_unstable(struct quire_equilibrium *self, const struct quire_sheet *sheet)
{
    char text[400];

    snprintf(text, sizeof text,
             "it is in equilibrium, but not a stable one: the lowest eigenvalue is %.4g rad^2/s^2, "
             "so that a disturbance grows e-fold in "
             "%.3g s",
             self->lowest, 1 / sqrt(-self->lowest));
    return give_up(self, "unstable", sheet != NULL ? sheet->object : NULL, text);
}

/* Displaces the state by `part` along the softest direction and assembles forces and matrix there.
 * Whether the forces push it further away. */
static bool
drives_on(struct quire_equilibrium *self, double t, double part, bool *finite)
{
    struct quire_stiffness *s = &self->stiffness;

    quire_stiffness_scatter(s, self->p, self->step);
    move(self, part);
    *finite = quire_stiffness_assemble(s, t, self->next);
    return *finite && part * quire_dot(s->force, self->p, s->n) > 0;
}

/* A displacement along the softest direction, halved until the forces push further away: from
 * beyond that point the search might return over the hump. Returns its size. */
static double
push(struct quire_equilibrium *self, double t, double part, bool *finite)
{
    for (int k = 0; k < HALVINGS && !drives_on(self, t, part, finite); k++) {
        part *= 0.5;
    }
    return part;
}

/* The matrix is discontinuous where a node begins to touch: contact may hold a state on both sides
 * within `narrow` although the matrix has negative eigenvalues (doc/theory/statics.md, 3).
 * Displaces the state to where the matrix includes that contact, one direction after the other.
 * True if the matrix is positive definite then; if not, self->p is the softest of the directions in
 * which nothing holds it. */
static bool
is_held(struct quire_equilibrium *self, double t, double least, double narrow)
{
    for (int k = 0; k < MOST_HELD; k++) {
        bool finite[2];
        if (drives_on(self, t, narrow, finite) || drives_on(self, t, -narrow, finite + 1) ||
            !finite[0] || !finite[1]) {
            return false;
        }
        accept(self);
        if (is_positive(self, least)) {
            return true;
        }
        find_softest(self, least);
    }
    return false;
}

/* Leaves an unstable state by a push along the softest direction, to the side of the imperfection,
 * or to the other side if contact blocks that one. *held: contact stabilises the state, so nothing
 * was left. */
static quire_status
leave(struct quire_equilibrium *self, double t, double least, double tolerance, bool *held)
{
    const double narrow = NARROW * tolerance;
    double way, left;
    bool finite;

    self->branches = quire_stiffness_factorise(&self->stiffness, least);
    find_softest(self, least);
    *held = is_held(self, t, least, narrow);
    if (*held) {
        return QUIRE_OK;
    }
    quire_stiffness_scatter(&self->stiffness, self->p, self->step);
    const struct quire_sheet *sheet = most_moved(self, &way, &left);
    if (!self->options.leave_unstable || self->left >= MOST_LEFT) {
        return refuse_unstable(self, sheet);
    }
    self->left++;
    const double part =
        self->options.imperfection * left * (sheet != NULL ? sheet->length / way : 1e-3);
    if (fabs(push(self, t, part, &finite)) < fmin(narrow, fabs(part))) {
        push(self, t, -part, &finite);
    }
    accept(self);
    if (!finite) {
        return give_up(self, "nonfinite-force", NULL,
                       "a force became infinite or undefined where an unstable state was left");
    }
    return QUIRE_OK;
}

/* ---- states that do not come to rest ---- */

static quire_status
refuse_motion(struct quire_equilibrium *self, const struct quire_object *object, double x, double y)
{
    char text[300];

    snprintf(text, sizeof text,
             "it finds no equilibrium: nothing holds it against moving along (%.2f, %.2f)",
             nearbyint(100 * x) / 100 + 0.0, nearbyint(100 * y) / 100 + 0.0);
    return give_up(self, "no-equilibrium", object, text);
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
                return give_up(self, "no-equilibrium", NULL, text);
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
    const struct quire_sheet *s = most_moved(self, &way, &left);

    snprintf(text, sizeof text,
             "no equilibrium was found in %ld iterations; the last step still moves it by %.3g mm",
             self->iterations, 1e3 * way);
    return give_up(self, "no-equilibrium", s != NULL ? s->object : NULL, text);
}

/* ---- the search at one time ---- */

/* K + shift M made positive; p = (K + shift M)^-1 F and its displacement */
static double
find_step(struct quire_equilibrium *self, double least)
{
    struct quire_stiffness *s = &self->stiffness;
    const double needed = bracket_shift(self, least, 2);

    const double ample = needed > least ? MARGIN * needed : least;
    self->damped = self->damping > ample;
    self->shift = self->damped ? self->damping : ample;
    if (self->shift > needed) {
        is_positive(self, self->shift);
    }
    memcpy(self->p, s->force, sizeof(double) * (size_t)s->n);
    quire_stiffness_solve(s, self->p);
    quire_stiffness_scatter(s, self->p, self->step);
    return step_size(self);
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
        self->damping = self->damping > 100 * noise(self) ? self->damping / 16 : 0;
    }
}

/* the last step is taken too: it is small enough to be taken without looking */
static quire_status
finish(struct quire_equilibrium *self, double t)
{
    move(self, 1);
    accept(self);
    if (!quire_stiffness_assemble(&self->stiffness, t, self->y)) {
        return give_up(self, "nonfinite-force", NULL, "a force became infinite or undefined");
    }
    return QUIRE_OK;
}

/* With `on_branch` the search fails where the matrix is not positive: what is found beyond may
 * belong to another branch. */
static quire_status
find_rest(struct quire_equilibrium *self, double t, double tolerance, int most_branches,
          bool on_branch)
{
    double last = HUGE_VAL;
    int slow = 0;

    self->damping = 0;
    if (!quire_stiffness_assemble(&self->stiffness, t, self->y)) {
        return give_up_for_force(self, "a force is infinite or undefined at the start");
    }
    for (int k = 0; k < self->most; k++) {
        quire_status status = QUIRE_OK;
        const double least = noise(self);
        if (on_branch && !is_positive(self, least)) {
            return give_up(self, "branching", NULL, "it leaves the branch that was followed");
        }
        const double size = find_step(self, least),
                     slope = quire_dot(self->stiffness.force, self->p, self->stiffness.n);
        self->iterations++;
        if (!isfinite(size + slope)) {
            return give_up_for_force(self,
                                     "a force became infinite, or so large that what it does is");
        }
        if (self->options.go_on != NULL && k % LOOK_EVERY == LOOK_EVERY - 1 &&
            !self->options.go_on(self->options.user)) {
            give_up(self, "interrupted", NULL,
                    "the search for an equilibrium was ended from outside");
            return QUIRE_ERROR_LIMIT;
        }
        slow = self->shift <= least && size < 1e3 * tolerance && size > 0.5 * last ? slow + 1 : 0;
        last = size;
        if ((size <= tolerance && !self->damped) || slow > 8) {
            if (quire_stiffness_factorise(&self->stiffness, least) == 0) {
                return finish(self, t);
            }
            /* contact that stabilises it may be closer than that */
            if (tolerance > self->options.tolerance) {
                tolerance = self->options.tolerance;
                continue;
            }
            bool held;
            status = leave(self, t, least, tolerance, &held);
            if (held) {
                return QUIRE_OK;
            }
            if (status == QUIRE_OK && self->branches > most_branches) {
                status = give_up(self, "branching", NULL,
                                 "it can leave an unstable state in several ways");
            }
            if (status != QUIRE_OK) {
                return status;
            }
            continue;
        }
        const double part = search(self, t);
        adapt_damping(self, slope, part);
        if (self->stiffness.failed) {
            return give_up(self, "out-of-memory", NULL, "memory ran out");
        }
        if (part <= 0 && !quire_stiffness_assemble(&self->stiffness, t, self->y)) {
            return give_up(self, "nonfinite-force", NULL, "a force became infinite or undefined");
        }
        status = check_travel(self);
        if (status != QUIRE_OK) {
            return status;
        }
    }
    return refuse_search(self);
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
        !is_positive(self, noise(self))) {
        quire_stiffness_begin(s, t1);
        return false;
    }
    quire_stiffness_solve(s, self->p);
    quire_stiffness_begin(s, t1);
    quire_stiffness_scatter(s, self->p, self->step);
    if (!(step_size(self) < HUGE_VAL) || shortening(self) < 1) {
        return false;
    }
    memcpy(self->next, self->y, size);
    move(self, 1);
    accept(self);
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
        const quire_status status = find_rest(self, t1, tolerance, 0, true);
        if (status != QUIRE_ERROR_NUMERIC || self->stiffness.failed || !lost) {
            if (status != QUIRE_OK) {
                go_back(self, t, t1, true);
            }
            return status;
        }
    }
    go_back(self, t, t1, true);
    if (!lost) {
        return give_up(self, "branching", NULL, "it leaves the branch that was followed");
    }
    carry(self, t, t1, false);
    arrange(self, t1);
    const quire_status status = find_rest(self, t1, tolerance, last ? MOST_LEFT : 1, false);
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
            quire_stiffness_settle(&self->stiffness, next, self->y);
            *t = next;
            ahead *= 2;
            continue;
        }
        if (status != QUIRE_ERROR_NUMERIC || self->stiffness.failed || last ||
            (strcmp(self->name, "unstable") == 0 && self->branches < 2)) {
            return status;
        }
        self->left = left;
        ahead *= 0.25;
    }
    return QUIRE_OK;
}

quire_status
quire_equilibrium_find(struct quire_equilibrium *self, double t, const struct quire_stop *stop,
                       size_t n, double *y)
{
    const struct quire_layout *l = &self->state->system->layout;
    double now = 0;

    memcpy(self->y, y, sizeof(double) * l->length);
    memcpy(self->next, y, sizeof(double) * l->length);
    memcpy(self->start, y, sizeof(double) * l->nq);
    arrange(self, 0);
    quire_stiffness_anchor(&self->stiffness, self->y);
    quire_status status = find_rest(self, 0, self->options.tolerance, MOST_LEFT, false);
    if (status == QUIRE_OK) {
        quire_stiffness_settle(&self->stiffness, 0, self->y);
    }
    for (size_t i = 0; status == QUIRE_OK && now < t && i <= n; i++) {
        const double next = i < n ? fmin(stop[i].time, t) : t;
        if (next > now) {
            status = follow(self, &now, next);
        }
    }
    if (status == QUIRE_OK) {
        self->name[0] = self->text[0] = '\0';
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
    const quire_status status = find_rest(self, t, tolerance, MOST_LEFT, false);
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
