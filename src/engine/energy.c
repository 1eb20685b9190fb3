#include "engine/energy.h"

#include <string.h>

#include "contact/body/soft.h"
#include "evaluate/evaluate.h"
#include "evaluate/powers.h"
#include "force/space_sheet.h"
#include "step/truncation.h"

_Static_assert((int)QUIRE_ENGINE_FLOWS <= QUIRE_FLOWS_MOST, "room for all flows");

/* what contacts give, no force does: it is taken out again of what they lose */
const struct quire_powers quire_engine_into = {.drives = 1,
                                               .belts = 1,
                                               .loads = 1,
                                               .friction = -1,
                                               .contact = -1,
                                               .given = -1,
                                               .bearings = -1,
                                               .sheet = -1,
                                               .elements = -1};

struct quire_powers
quire_engine_powers(const struct quire_flows *flows)
{
    struct quire_powers powers;

    memcpy(&powers, flows->of, sizeof powers);
    return powers;
}

static void
tell(struct quire_flows *flows, const struct quire_powers *powers)
{
    memcpy(flows->of, powers, sizeof *powers);
}

/* With what flows through rollers that were not evaluated. What of it stays in them, as motion, is
 * told of, too: the path of a step is not measured by them. */
static void
tell_all(const struct quire_engine *self, double t, struct quire_flows *flows,
         struct quire_powers *powers)
{
    double *stays = &flows->of[QUIRE_ENGINE_PARKED_FLOW];

    *stays = 0;
    if (self->parked.n_is > 0) {
        const struct quire_powers parked = quire_parked_power(&self->parked, t);
        tell(flows, &parked);
        for (int k = 0; k < QUIRE_ENGINE_PARKED_FLOW; k++) {
            *stays += self->problem.into[k] * flows->of[k];
        }
        quire_powers_add(powers, &parked);
    }
    tell(flows, powers);
}

bool
quire_engine_has_holds(const struct quire_engine *self)
{
    QUIRE_EACH(k, self->part, sheet)
    {
        const struct quire_hold *hold = self->state->system->sheet[k].hold;
        if (hold[0].held || hold[1].held) {
            return true;
        }
    }
    return false;
}

/* what damping in sheets takes */
static double
sheet_power(const struct quire_engine *self, double t, const double *y)
{
    const struct quire_state *st = self->state;
    double power = 0;

    QUIRE_EACH(k, self->part, sheet)
    {
        const struct quire_sheet *s = st->system->sheet + k;
        const struct quire_chain *c = &s->chain;
        const double *vx = y + st->system->layout.v0 + s->x0;
        if (st->sheet[k].entered && s->ladder != NULL) {
            power += quire_space_sheet_dissipation(st, k, t, y);
        } else if (st->sheet[k].entered) {
            power += quire_chain_dissipation(c, &st->sheet[k].chain, vx, vx + c->stride);
        }
    }
    return power;
}

void
quire_engine_flows_at(void *user, double t, const double *y, struct quire_flows *flows)
{
    const struct quire_engine *self = user;
    struct quire_state *st = self->state;
    const struct quire_part *focus = st->part;

    quire_state_focus(st, quire_parked_rest(&self->parked));
    quire_state_forces(st, t, y);
    st->n_forces--; /* only the solver's own are counted */
    struct quire_powers power = st->power;
    power.contact -= power.given;
    power.sheet = sheet_power(self, t, y);
    quire_state_focus(st, focus);
    tell_all(self, t, flows, &power);
}

void
quire_engine_flows_after(void *user, const struct quire_solved_step *s, struct quire_flows *flows)
{
    const struct quire_engine *self = user;
    struct quire_state *st = self->state;
    struct quire_powers power;

    if (s->last != NULL) {
        power = s->refreshed ? quire_state_powers_after(st, s->last, s->gamma)
                             : quire_state_powers_corrected(st, s->since, s->last, s->gamma);
        quire_soft_powers(st, s->y, &power);
    } else {
        quire_state_matrix(st, s->t, s->y, 1, 1); /* the generic solver's own are parts of one */
        st->n_matrix--;
        power = st->power;
        quire_powers_give(st, &power);
    }
    power.sheet = sheet_power(self, s->t, s->y);
    power.integrator = 0;
    tell_all(self, s->t, flows, &power);
}

void
quire_engine_add_hold_flow(void *user, double t, const double *y, const double *rate,
                           struct quire_flows *flows)
{
    struct quire_engine *self = user;
    struct quire_powers power = quire_engine_powers(flows);

    power.loads += quire_state_hold_power(self->state, t, y, rate);
    tell(flows, &power);
}

void
quire_engine_told_forces(void *user, double gamma, double *force)
{
    const struct quire_engine *self = user;

    quire_state_told_forces(self->state, gamma, force);
}

double
quire_engine_drift_work(void *user, double t, const double *y, const double *middle, double *drift)
{
    struct quire_engine *self = user;

    return quire_state_drift_work(self->state, t, y, middle, drift);
}

bool
quire_engine_is_cut(void *user)
{
    return ((const struct quire_engine *)user)->state->n_loose > 0;
}
