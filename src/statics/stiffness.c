#include "statics/stiffness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/law/stick.h"
#include "evaluate/evaluate.h"
#include "evaluate/mass.h"
#include "force/loads.h"
#include "machine/hold.h"
#include "solve/linear_system.h"
#include "statics/space_rest.h"
#include "step/stick_history.h"

/* [s]: displacements in so long a time are velocities so small that nothing is damped */
#define LONG         1e9
#define PROJECTIONS  6     /* most corrections of the segments' lengths */
#define LENGTH_ERROR 1e-13 /* of a segment's length */
/* where a chain is straight between two holds its length cannot be corrected */
#define SOFTNESS 1e-9

int
quire_stiffness_create(struct quire_stiffness *self, struct quire_state *state)
{
    const struct quire_layout *l = &state->system->layout;
    const size_t nv = l->nv + 1;

    *self = (struct quire_stiffness){.state = state};
    self->unknown = malloc(sizeof *self->unknown * nv);
    self->weight = malloc(sizeof *self->weight * nv);
    self->force = calloc(nv, sizeof *self->force);
    self->work = calloc(4 * nv, sizeof *self->work);
    self->first = malloc(sizeof *self->first * nv);
    self->moving = aligned_alloc(64, sizeof(double) * (quire_round_up(l->length) + QUIRE_LANES));
    self->anchor = calloc(l->nq + l->nz + 1, sizeof *self->anchor);
    state->is_static = true;
    if (self->moving == NULL || self->anchor == NULL || self->unknown == NULL ||
        self->weight == NULL || self->force == NULL || self->work == NULL || self->first == NULL) {
        quire_stiffness_destroy(self);
        return -1;
    }
    return 0;
}

void
quire_stiffness_destroy(struct quire_stiffness *self)
{
    quire_skyline_destroy(&self->shape);
    free(self->unknown);
    free(self->weight);
    free(self->force);
    free(self->work);
    free(self->first);
    free(self->moving);
    free(self->anchor);
    free(self->entry);
    free(self->k);
    free(self->m);
    free(self->factor);
    *self = (struct quire_stiffness){0};
}

/* ---- unknowns ---- */

static void
number_node(struct quire_stiffness *self, const struct quire_sheet *sheet, int node,
            const struct quire_hold *hold)
{
    const size_t x = sheet->x0 + (size_t)node, y = x + (size_t)sheet->chain.stride;

    self->unknown[x] = self->unknown[y] = -1;
    self->weight[x] = self->weight[y] = 1;
    if (hold == NULL) {
        self->unknown[x] = self->n++;
        self->unknown[y] = self->n++;
    } else if (hold->slides) { /* one unknown: how far it has slid */
        self->unknown[x] = self->unknown[y] = self->n++;
        self->weight[x] = hold->slide[0];
        self->weight[y] = hold->slide[1];
    }
}

void
quire_stiffness_begin(struct quire_stiffness *self, double t)
{
    const struct quire_system *sys = self->state->system;

    self->n = 0;
    for (size_t i = 0; i < sys->layout.nv; i++) {
        self->unknown[i] = -1;
        self->weight[i] = 0;
    }
    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *sheet = sys->sheet + k;
        if (self->state->sheet[k].entered && sheet->ladder != NULL) {
            quire_space_number(self, k, t);
            continue;
        }
        for (int i = 0; self->state->sheet[k].entered && i <= sheet->chain.n; i++) {
            const struct quire_hold *hold = i == 0                ? sheet->hold
                                            : i == sheet->chain.n ? sheet->hold + 1
                                                                  : NULL;
            number_node(self, sheet, i, hold != NULL && quire_hold_is_on(hold, t) ? hold : NULL);
        }
    }
    self->n_node = self->n;
    for (int k = 0; k < sys->n_small; k++) {
        const struct quire_small *s = sys->small + k;
        for (int i = 0; i < s->body.nv; i++) {
            self->unknown[s->v0 + i] = self->n++;
            self->weight[s->v0 + i] = 1;
        }
    }
}

/* ---- laws with a memory ---- */

bool
quire_stiffness_remembers(const struct quire_stiffness *self)
{
    return self->state->part->n_grip > 0 || self->state->part->n_slot > 0;
}

void
quire_stiffness_anchor(struct quire_stiffness *self, const double *y)
{
    const struct quire_layout *l = &self->state->system->layout;

    memcpy(self->anchor, y, sizeof *y * l->nq);
    memcpy(self->anchor + l->nq, y + l->z0, sizeof *y * l->nz);
}

/* y with velocities at which everything has come here from the anchor in a long time */
static void
set_moving(struct quire_stiffness *self, const double *y)
{
    const struct quire_system *sys = self->state->system;
    const struct quire_layout *l = &sys->layout;
    double *v = self->moving + l->v0;

    memcpy(self->moving, y, sizeof *y * l->length);
    for (size_t i = 0; i < l->sheet_length; i++) {
        v[i] = (y[i] - self->anchor[i]) / LONG;
    }
    for (int k = 0; k < sys->n_small; k++) {
        const struct quire_small *s = sys->small + k;
        for (int i = 0; i < s->body.nv && s->body.nq == s->body.nv; i++) {
            v[s->v0 + i] = (y[s->q0 + i] - self->anchor[s->q0 + i]) / LONG;
        }
    }
    self->state->implicit.gamma = LONG;
    self->state->implicit.fixed = self->anchor + l->nq;
}

/* forces and M - (dF/dq) at rest */
static bool
evaluate(struct quire_stiffness *self, double t, const double *y)
{
    struct quire_state *st = self->state;

    if (!quire_stiffness_remembers(self)) {
        return quire_state_matrix(st, t, y, 1, 0);
    }
    set_moving(self, y);
    const bool good = quire_state_matrix(st, t, self->moving, 1, 1 / LONG);
    st->implicit.gamma = 0;
    return good;
}

bool
quire_stiffness_commit(struct quire_stiffness *self, double t, double *y)
{
    struct quire_state *st = self->state;
    const struct quire_layout *l = &st->system->layout;

    if (!quire_stiffness_remembers(self)) {
        return true;
    }
    set_moving(self, y);
    const bool good = quire_state_forces(st, t, self->moving);
    st->implicit.gamma = 0;
    for (int k = 0; k < st->n_slide; k++) {
        quire_stick_give_way(st, st->slide + k, y + l->z0);
    }
    quire_stick_commit(st, st->part, st->slide, st->n_slide, 0);
    quire_stick_rest(st, st->part, y + l->z0);
    quire_stiffness_anchor(self, y);
    return good;
}

/* ---- matrices ---- */

/* collects the lower triangle of the symmetric part */
static void
collect(void *user, size_t row, size_t column, double value)
{
    struct quire_stiffness *self = user;

    if (row >= self->state->system->layout.nv || column >= self->state->system->layout.nv) {
        return; /* states of laws and motors: they have come to rest */
    }
    int i = self->unknown[row], j = self->unknown[column];
    value *= self->weight[row] * self->weight[column];
    if (i < 0 || j < 0 || !(value < 0 || value > 0)) {
        return;
    }
    if (i < j) {
        const int swap = i;
        i = j;
        j = swap;
    }
    if (self->n_entry == self->cap_entry) {
        const size_t capacity = 2 * self->cap_entry + 1024;
        struct quire_stiffness_entry *more = realloc(self->entry, sizeof *more * capacity);
        if (more == NULL) {
            self->failed = true;
            return;
        }
        self->entry = more;
        self->cap_entry = capacity;
    }
    self->entry[self->n_entry++] =
        (struct quire_stiffness_entry){i, j, i == j ? value : 0.5 * value};
}

static bool
get_room(struct quire_stiffness *self)
{
    const size_t size = quire_skyline_size(&self->shape);

    if (size <= self->cap_value) {
        return true;
    }
    free(self->k);
    free(self->m);
    free(self->factor);
    self->k = malloc(sizeof(double) * size);
    self->m = malloc(sizeof(double) * size);
    self->factor = malloc(sizeof(double) * size);
    self->cap_value = self->k != NULL && self->m != NULL && self->factor != NULL ? size : 0;
    return self->cap_value > 0;
}

/* the shape that holds all entries; what touches what changes it */
static bool
find_shape(struct quire_stiffness *self)
{
    for (int i = 0; i < self->n; i++) {
        self->first[i] = i;
    }
    for (size_t e = 0; e < self->n_entry; e++) {
        const struct quire_stiffness_entry *entry = self->entry + e;
        self->first[entry->row] =
            entry->column < self->first[entry->row] ? entry->column : self->first[entry->row];
    }
    if (self->shape.n == self->n && self->shape.first != NULL &&
        memcmp(self->shape.first, self->first, sizeof *self->first * (size_t)self->n) == 0) {
        return true;
    }
    quire_skyline_destroy(&self->shape);
    return quire_skyline_create(&self->shape, self->n, self->first) == 0 && get_room(self);
}

static void
add_entries(const struct quire_stiffness *self, size_t from, size_t to, double *a)
{
    const size_t size = quire_skyline_size(&self->shape);

    if (size > 0) { /* nothing may be there to move */
        memset(a, 0, sizeof *a * size);
    }
    for (size_t e = from; e < to; e++) {
        a[quire_skyline_at(&self->shape, self->entry[e].row, self->entry[e].column)] +=
            self->entry[e].value;
    }
}

bool
quire_stiffness_assemble(struct quire_stiffness *self, double t, const double *y)
{
    struct quire_state *st = self->state;

    if (!evaluate(self, t, y)) {
        return false;
    }
    self->n_entry = 0;
    quire_state_entries(st, collect, self);
    const size_t sum = self->n_entry;
    quire_state_mass_entries(st, t, y, collect, self);
    self->failed = self->failed || !find_shape(self);
    if (self->failed) {
        return false;
    }
    add_entries(self, 0, sum, self->k);
    add_entries(self, sum, self->n_entry, self->m);
    for (size_t i = 0; i < quire_skyline_size(&self->shape); i++) {
        self->k[i] -= self->m[i]; /* what was assembled is M - dF/dq */
    }
    memset(self->force, 0, sizeof *self->force * (size_t)self->n);
    for (size_t i = 0; i < st->system->layout.nv; i++) {
        if (self->unknown[i] >= 0) {
            const double pressed = self->pressed != NULL ? self->pressed[i] : 0;
            self->force[self->unknown[i]] += self->weight[i] * (st->force[i] + pressed);
        }
    }
    return true;
}

int
quire_stiffness_factorise(struct quire_stiffness *self, double shift)
{
    for (size_t i = 0; i < quire_skyline_size(&self->shape); i++) {
        self->factor[i] = self->k[i] + shift * self->m[i];
    }
    return quire_skyline_factorise(&self->shape, self->factor);
}

void
quire_stiffness_solve(const struct quire_stiffness *self, double *x)
{
    quire_skyline_solve(&self->shape, self->factor, x);
}

double
quire_stiffness_largest(const struct quire_stiffness *self)
{
    double largest = 0;

    for (int i = 0; i < (self->n_node > 0 ? self->n_node : self->n); i++) {
        const size_t at = self->shape.row[i + 1] - 1;
        if (self->m[at] > 0) {
            largest = fmax(largest, fabs(self->k[at]) / self->m[at]);
        }
    }
    return largest;
}

/* ---- displacements ---- */

void
quire_stiffness_scatter(const struct quire_stiffness *self, const double *x, double *out)
{
    for (size_t i = 0; i < self->state->system->layout.nv; i++) {
        out[i] = self->unknown[i] >= 0 ? self->weight[i] * x[self->unknown[i]] : 0;
    }
}

/* how a node gives way along a direction: all the way, not at all, or as far as its hold slides */
static void
give_way(const struct quire_stiffness *self, size_t x, size_t y, const double e[2], double out[2])
{
    const bool one = self->unknown[x] == self->unknown[y];
    const double along = one ? self->weight[x] * e[0] + self->weight[y] * e[1] : 0;

    out[0] = self->unknown[x] < 0 ? 0 : one ? along * self->weight[x] : e[0];
    out[1] = self->unknown[y] < 0 ? 0 : one ? along * self->weight[y] : e[1];
}

/* the smallest displacement of the nodes after which, to first order, the segments have their
 * lengths `want`: J^T (J J^T)^-1 (want - l) */
struct correction {
    double *l, *ex, *ey;       /* lengths and directions of the segments (n) */
    double *diagonal, *beside; /* J J^T, tridiagonal (n) */
    double *pull;              /* (n) */
};

/* what the segments ask for; returns the largest relative error of a length */
static double
measure_segments(struct quire_stiffness *self, const struct quire_sheet *sheet, const double *want,
                 const double *x, const double *y, struct correction *c)
{
    const size_t stride = (size_t)sheet->chain.stride;
    double error = 0;

    for (int i = 0; i < sheet->chain.n; i++) {
        const double ex = x[i + 1] - x[i], ey = y[i + 1] - y[i];
        c->l[i] = sqrt(ex * ex + ey * ey);
        c->ex[i] = ex / c->l[i];
        c->ey[i] = ey / c->l[i];
        c->pull[i] = want[i] - c->l[i];
        error = fmax(error, fabs(c->pull[i]) / sheet->chain.h);
    }
    for (int i = 0; i < sheet->chain.n; i++) {
        const size_t at = sheet->x0 + (size_t)i;
        const double e[2] = {c->ex[i], c->ey[i]};
        double a[2], b[2];
        give_way(self, at, at + stride, e, a);
        give_way(self, at + 1, at + stride + 1, e, b);
        c->diagonal[i] = (e[0] * (a[0] + b[0]) + e[1] * (a[1] + b[1])) * (1 + SOFTNESS) + SOFTNESS;
        c->beside[i] = i + 1 < sheet->chain.n ? -(b[0] * c->ex[i + 1] + b[1] * c->ey[i + 1]) : 0;
    }
    return error;
}

static void
solve_tridiagonal(struct correction *c, int n)
{
    for (int i = 1; i < n; i++) {
        const double l = c->beside[i - 1] / c->diagonal[i - 1];
        c->diagonal[i] -= l * c->beside[i - 1];
        c->pull[i] -= l * c->pull[i - 1];
    }
    c->pull[n - 1] /= c->diagonal[n - 1];
    for (int i = n - 2; i >= 0; i--) {
        c->pull[i] = (c->pull[i] - c->beside[i] * c->pull[i + 1]) / c->diagonal[i];
    }
}

static void
pull_nodes(const struct quire_stiffness *self, const struct quire_sheet *sheet,
           const struct correction *c, double *x, double *y)
{
    const size_t stride = (size_t)sheet->chain.stride;

    for (int i = 0; i <= sheet->chain.n; i++) {
        const size_t at = sheet->x0 + (size_t)i;
        const double before = i > 0 ? c->pull[i - 1] : 0,
                     behind = i < sheet->chain.n ? c->pull[i] : 0;
        const double e[2] = {
            (i > 0 ? before * c->ex[i - 1] : 0) - (i < sheet->chain.n ? behind * c->ex[i] : 0),
            (i > 0 ? before * c->ey[i - 1] : 0) - (i < sheet->chain.n ? behind * c->ey[i] : 0)};
        double move[2];
        give_way(self, at, at + stride, e, move);
        x[i] += move[0];
        y[i] += move[1];
    }
}

static void
correct_sheet(struct quire_stiffness *self, const struct quire_sheet *sheet, const double *want,
              double *x, double *y)
{
    const size_t stride = (size_t)sheet->chain.stride;
    double *w = self->work + stride;
    struct correction c = {
        w, w + stride, w + 2 * stride, w + 3 * stride, w + 4 * stride, w + 5 * stride};

    for (int k = 0; k < PROJECTIONS && measure_segments(self, sheet, want, x, y, &c) > LENGTH_ERROR;
         k++) {
        solve_tridiagonal(&c, sheet->chain.n);
        pull_nodes(self, sheet, &c, x, y);
    }
}

static void
displace_sheet(struct quire_stiffness *self, const struct quire_sheet *sheet, const double *y,
               const double *step, double *out)
{
    const size_t stride = (size_t)sheet->chain.stride, x0 = sheet->x0;
    double *want = self->work;

    for (size_t i = 0; i < (size_t)sheet->chain.n; i++) {
        const size_t x = x0 + i, z = x + stride;
        const double ex = y[x + 1] - y[x], ey = y[z + 1] - y[z], l = sqrt(ex * ex + ey * ey);
        want[i] = l + (ex * (step[x + 1] - step[x]) + ey * (step[z + 1] - step[z])) / l;
    }
    for (size_t i = x0; i < x0 + 2 * stride; i++) {
        out[i] = y[i] + step[i];
    }
    correct_sheet(self, sheet, want, out + x0, out + x0 + stride);
}

void
quire_stiffness_displace(struct quire_stiffness *self, const double *y, const double *step,
                         double *out)
{
    const struct quire_system *sys = self->state->system;

    for (int k = 0; k < sys->n_sheet; k++) {
        if (self->state->sheet[k].entered && sys->sheet[k].ladder != NULL) {
            quire_space_displace(self, k, y, step, out);
        } else if (self->state->sheet[k].entered) {
            displace_sheet(self, sys->sheet + k, y, step, out);
        }
    }
    for (int k = 0; k < sys->n_small; k++) {
        const struct quire_small *s = sys->small + k;
        double rate[QUIRE_BODY_POSITIONS];
        if (s->body.ops->kinematics != NULL) {
            s->body.ops->kinematics(s->body.self, y + s->q0, step + s->v0, rate);
        } else {
            memcpy(rate, step + s->v0, sizeof(double) * (size_t)s->body.nv);
        }
        for (int i = 0; i < s->body.nq; i++) {
            out[s->q0 + i] = y[s->q0 + i] + rate[i];
        }
    }
}
