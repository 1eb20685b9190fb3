#include "run/balance.h"

#include <math.h>

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
    double room[QUIRE_BODY_DOFS * QUIRE_BODY_DOFS], scale[QUIRE_BODY_DOFS], sum = 0;

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

void
quire_balance_begin(struct quire_balance *self, const struct quire_system *sys, const struct quire_view *view, const double *y, double tolerance,
                    double velocity_rate)
{
    const double velocity_tolerance = velocity_rate * tolerance;

    *self = (struct quire_balance){.springs = view->energy.springs, .position = tolerance};
    for (int k = 0; k < sys->n_sheet; k++) {
        self->at_rest += 0.5 * sys->sheet[k].mass * velocity_tolerance * velocity_tolerance;
    }
    for (int k = 0; k < sys->n_small; k++) {
        self->at_rest += energy_at_rest(&sys->small[k].body, y + sys->small[k].q0, velocity_tolerance);
    }
    quire_balance_follow(self, &view->energy);
}

void
quire_balance_follow(struct quire_balance *self, const struct quire_energy_view *e)
{
    fall(&self->unaccounted, e->residual + e->integrator);
    fall(&self->contact, e->contact_damping + e->given);
    fall(&self->friction, e->friction);
    self->force = fmax(self->force, fmin(self->last, e->force)); /* that lasts */
    self->last = e->force;
}

/* the part of a term that is physics: all that came in, and of what went anywhere what is more than appeared from nowhere */
static double
taken_up(double term, double appeared)
{
    return term > 0 ? fmax(0, term - appeared) : -term;
}

static double
put_in(double term, double appeared)
{
    return taken_up(-term, appeared);
}

void
quire_balance_judge(const struct quire_balance *self, struct quire_energy_view *e)
{
    const double made = self->contact.most + self->friction.most + fmax(0, e->given), appeared = self->unaccounted.most + made;
    const double term[] = {put_in(e->drives, appeared), put_in(e->belts, appeared), put_in(e->loads, appeared),
                           taken_up(e->kinetic, appeared), taken_up(e->elastic, appeared), taken_up(e->gravity, appeared), taken_up(e->contact, appeared),
                           taken_up(e->springs - self->springs, appeared), taken_up(e->elements, appeared),
                           /* losses alone: what these give is nobody's */
                           taken_up(fmax(0, e->friction), appeared), taken_up(fmax(0, e->contact_damping), appeared),
                           taken_up(fmax(0, e->sheet_damping), appeared), taken_up(fmax(0, e->bearings), appeared)};

    e->largest = 0;
    for (size_t i = 0; i < sizeof term / sizeof *term; i++) {
        e->largest = fmax(e->largest, term[i]);
    }
    e->spurious = fmax(fabs(e->residual), self->unaccounted.most) + made;
    e->bound = fmax(UNBALANCED * e->largest, self->position * self->force + self->at_rest);
}
