#include "statics/equilibrium_step.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "machine/lookup.h"
#include "statics/space_rest.h"

#define NOISE (8 * DBL_EPSILON) /* of the highest eigenvalue: smaller ones are as good as zero */
#define TURN  0.5               /* most that a segment turns in one step [rad] */

const char *
quire_refusal_word(enum quire_refusal refusal)
{
    switch (refusal) {
    case QUIRE_REFUSAL_NONE: return "";
    case QUIRE_REFUSAL_NO_EQUILIBRIUM: return "no-equilibrium";
    case QUIRE_REFUSAL_BRANCHING: return "branching";
    case QUIRE_REFUSAL_UNSTABLE: return "unstable";
    case QUIRE_REFUSAL_NO_MODES: return "no-modes";
    case QUIRE_REFUSAL_NONFINITE_FORCE: return "nonfinite-force";
    case QUIRE_REFUSAL_INTERRUPTED: return "interrupted";
    case QUIRE_REFUSAL_OUT_OF_MEMORY: return "out-of-memory";
    }
    return "";
}

quire_status
quire_equilibrium_refuse(struct quire_equilibrium *self, enum quire_refusal refusal,
                         const struct quire_object *object, const char *text)
{
    self->refusal = refusal;
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
                found = s->object->name;
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

quire_status
quire_equilibrium_refuse_force(struct quire_equilibrium *self, const char *text)
{
    return quire_equilibrium_refuse(self, QUIRE_REFUSAL_NONFINITE_FORCE,
                                    quire_system_named(self->state->system, pulled_most(self)),
                                    text);
}

bool
quire_equilibrium_is_positive(struct quire_equilibrium *self, double shift)
{
    self->factorisations++;
    return quire_stiffness_factorise(&self->stiffness, shift) == 0;
}

double
quire_equilibrium_noise(const struct quire_equilibrium *self)
{
    return NOISE * quire_stiffness_largest(&self->stiffness);
}

double
quire_equilibrium_shift(struct quire_equilibrium *self, double least, double precision)
{
    double low = least, high = 16 * least;

    if (quire_equilibrium_is_positive(self, least)) {
        return least;
    }
    while (!quire_equilibrium_is_positive(self, high) && high < 1e30) {
        low = high;
        high *= 16;
    }
    while (high > precision * low) {
        const double middle = sqrt(low * high);
        if (quire_equilibrium_is_positive(self, middle)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return high;
}

double
quire_equilibrium_shortening(const struct quire_equilibrium *self)
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

double
quire_equilibrium_step_size(const struct quire_equilibrium *self)
{
    double size = 0;

    for (size_t i = 0; i < self->state->system->layout.nv; i++) {
        size = fmax(size, fabs(self->step[i]));
    }
    return size;
}

void
quire_equilibrium_move(struct quire_equilibrium *self, double part)
{
    const struct quire_layout *l = &self->state->system->layout;

    for (size_t i = 0; i < l->nv; i++) {
        self->step[i] *= part;
    }
    memcpy(self->next, self->y, sizeof(double) * l->length);
    quire_stiffness_displace(&self->stiffness, self->y, self->step, self->next);
}

void
quire_equilibrium_accept(struct quire_equilibrium *self)
{
    double *swap = self->y;

    self->y = self->next;
    self->next = swap;
}
