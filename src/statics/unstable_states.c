#include "statics/unstable_states.h"

#include <math.h>
#include <stdio.h>

#include "force/space_sheet.h"
#include "machine/sheet_lines.h"
#include "statics/equilibrium_step.h"
#include "statics/space_rest.h"

#define HALVINGS 30 /* of a push out of one */
/* tolerances: contact that holds a state within this distance makes it stable */
#define NARROW    4
#define MOST_HELD 32 /* directions in which contact may hold one state */

/* the direction in which it is softest: inverse iteration next to the lowest eigenvalue */
static void
find_softest(struct quire_equilibrium *self, double least)
{
    struct quire_stiffness *s = &self->stiffness;
    const double shift = quire_equilibrium_shift(self, least, 1.001);

    self->lowest = -shift;
    quire_equilibrium_is_positive(self, 1.001 * shift);
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

const struct quire_sheet *
quire_equilibrium_most_moved(const struct quire_equilibrium *self, double *way, double *left)
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
    return quire_equilibrium_refuse(self, QUIRE_REFUSAL_UNSTABLE,
                                    sheet != NULL ? sheet->object : NULL, text);
}

/* Displaces the state by `part` along the softest direction and assembles forces and matrix there.
 * Whether the forces push it further away. */
static bool
drives_on(struct quire_equilibrium *self, double t, double part, bool *finite)
{
    struct quire_stiffness *s = &self->stiffness;

    quire_stiffness_scatter(s, self->p, self->step);
    quire_equilibrium_move(self, part);
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
        quire_equilibrium_accept(self);
        if (quire_equilibrium_is_positive(self, least)) {
            return true;
        }
        find_softest(self, least);
    }
    return false;
}

quire_status
quire_equilibrium_leave(struct quire_equilibrium *self, double t, double least, double tolerance,
                        bool *held)
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
    const struct quire_sheet *sheet = quire_equilibrium_most_moved(self, &way, &left);
    if (!self->options.leave_unstable || self->left >= QUIRE_MOST_LEFT) {
        return refuse_unstable(self, sheet);
    }
    self->left++;
    const double part =
        self->options.imperfection * left * (sheet != NULL ? sheet->length / way : 1e-3);
    if (fabs(push(self, t, part, &finite)) < fmin(narrow, fabs(part))) {
        push(self, t, -part, &finite);
    }
    quire_equilibrium_accept(self);
    if (!finite) {
        return quire_equilibrium_refuse(
            self, QUIRE_REFUSAL_NONFINITE_FORCE, NULL,
            "a force became infinite or undefined where an unstable state was left");
    }
    return QUIRE_OK;
}
