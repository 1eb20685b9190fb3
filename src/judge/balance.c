#include "judge/balance.h"

#include <math.h>
#include <string.h>

#define UNBALANCED 0.05 /* of the largest term of the machine's physics */

static void
fall(struct quire_fall *self, double sum)
{
    self->peak = fmax(self->peak, sum);
    self->most = fmax(self->most, self->peak - sum);
}

/* of a body that moves no faster than the tolerance of velocities */
static double
energy_at_rest(const struct quire_body *body, const double *q, double tolerance)
{
    double room[QUIRE_BODY_DOFS * QUIRE_BODY_DOFS], scale[QUIRE_BODY_DOFS + QUIRE_BODY_STATES],
        sum = 0;

    if (body->nv == 0) {
        return 0;
    }
    const double *mass = quire_body_mass(body, q, room);
    body->ops->scale(body->self, scale);
    for (int i = 0; i < body->nv; i++) {
        sum += 0.5 * mass[i * body->nv + i] * (scale[i] * tolerance) * (scale[i] * tolerance);
    }
    return sum;
}

/* Above 0 what took energy up, below 0 what gave it up since the start. */
static void
terms_of(const struct quire_balance *self, const struct quire_energy_view *e,
         double term[QUIRE_BALANCE_TERMS])
{
    const double now[QUIRE_BALANCE_TERMS] = {-e->drives, -e->belts, -e->loads, e->kinetic,
                                             e->elastic, e->gravity, e->contact,
                                             e->springs - self->springs, e->elements,
                                             /* losses alone: what these give is nobody's */
                                             fmax(0, e->friction), fmax(0, e->contact_damping),
                                             fmax(0, e->sheet_damping), fmax(0, e->bearings)};

    memcpy(term, now, sizeof now);
}

void
quire_balance_begin(struct quire_balance *self, const struct quire_system *sys,
                    const struct quire_view *view, const double *y, double tolerance,
                    double velocity_rate)
{
    const double velocity_tolerance = velocity_rate * tolerance;

    *self = (struct quire_balance){.springs = view->energy.springs, .position = tolerance};
    for (int k = 0; k < sys->n_sheet; k++) {
        self->at_rest += 0.5 * sys->sheet[k].mass * velocity_tolerance * velocity_tolerance;
    }
    for (int k = 0; k < sys->n_small; k++) {
        self->at_rest +=
            energy_at_rest(&sys->small[k].body, y + sys->small[k].q0, velocity_tolerance);
    }
    quire_balance_track(self, &view->energy);
}

void
quire_balance_track(struct quire_balance *self, const struct quire_energy_view *e)
{
    double term[QUIRE_BALANCE_TERMS];

    terms_of(self, e, term);
    for (int i = 0; i < QUIRE_BALANCE_TERMS; i++) {
        self->highest[i] = fmax(self->highest[i], term[i]);
        self->lowest[i] = fmin(self->lowest[i], term[i]);
    }
    fall(&self->unaccounted, e->residual + e->integrator);
    fall(&self->friction, e->friction);
    self->force = fmax(self->force, fmin(e->force, fmin(self->last[0], self->last[1])));
    self->last[1] = self->last[0];
    self->last[0] = e->force;
}

void
quire_balance_judge(const struct quire_balance *self, struct quire_energy_view *e)
{
    /* what contacts give a sheet that enters a nip they take back when it leaves: they count by
     * what they have given in all */
    const double made = self->friction.most + fmax(0, -e->contact_damping),
                 appeared = self->unaccounted.most + made;

    e->largest = 0;
    /* of what took energy up, what is more than appeared from nowhere */
    for (int i = 0; i < QUIRE_BALANCE_TERMS; i++) {
        e->largest = fmax(e->largest, fmax(self->highest[i] - appeared, -self->lowest[i]));
    }
    e->spurious = fmax(fabs(e->residual), self->unaccounted.most) + made;
    e->bound = fmax(UNBALANCED * e->largest, self->position * self->force + self->at_rest);
}
