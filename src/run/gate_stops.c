#include "run/gate_stops.h"

#include <stdlib.h>

#include "body/flap_motion.h"

#define LOCATED 1e-9 /* [s] */

static signed char
side_of(const struct quire_system *sys, int gate, const double *y)
{
    const struct quire_small *s = sys->small + sys->gate[gate].small;
    double depth;

    return (signed char)quire_flap_at_stop(s->body.self, y[s->q0], &depth);
}

static bool
is_of(const struct quire_system *sys, const struct quire_part *part, int gate)
{
    return sys->gate[gate].small >= 0 && part->has_small[sys->gate[gate].small];
}

quire_status
quire_gate_stops_init(struct quire_gate_stops *self, const struct quire_system *sys, const double *y)
{
    self->system = sys;
    self->side = sys->n_gate > 0 ? calloc((size_t)sys->n_gate, sizeof *self->side) : NULL;
    for (int k = 0; self->side != NULL && k < sys->n_gate; k++) {
        self->side[k] = sys->gate[k].small >= 0 ? side_of(sys, k, y) : 0;
    }
    return sys->n_gate == 0 || self->side != NULL ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}

void
quire_gate_stops_clear(struct quire_gate_stops *self)
{
    free(self->side);
    self->side = NULL;
}

void
quire_gate_stops_accept(struct quire_gate_stops *self, const struct quire_part *part, const double *y)
{
    for (int k = 0; self->side != NULL && k < self->system->n_gate; k++) {
        if (is_of(self->system, part, k)) {
            self->side[k] = side_of(self->system, k, y);
        }
    }
}

/* it came to `side` before t1 */
static quire_status
find(const struct quire_gate_stops *self, int gate, signed char side, double t0, double t1, quire_gate_state_at *state, void *user,
     struct quire_happenings *out)
{
    const struct quire_system *sys = self->system;
    const struct quire_small *small = sys->small + sys->gate[gate].small;
    const signed char stop = side != 0 ? side : self->side[gate];

    while (t1 - t0 > LOCATED) {
        const double middle = 0.5 * (t0 + t1);
        *(side_of(sys, gate, state(user, middle)) == side ? &t1 : &t0) = middle;
    }
    struct quire_event event = quire_event_at(t1, "gate-stop", sys->gate[gate].name);
    event.signal = side != 0 ? "reached" : "left";
    event.value = state(user, t1)[sys->layout.v0 + (size_t)small->v0];
    event.detail = stop < 0 ? "from" : "to";
    return quire_happenings_add(out, &(struct quire_happening){.event = event, .sheet = -1, .small = sys->gate[gate].small});
}

quire_status
quire_gate_stops_look(struct quire_gate_stops *self, const struct quire_part *part, double t0, double t1, quire_gate_state_at *state, void *user,
                      struct quire_happenings *out)
{
    quire_status status = QUIRE_OK;

    for (int k = 0; self->side != NULL && k < self->system->n_gate && status == QUIRE_OK; k++) {
        if (!is_of(self->system, part, k)) {
            continue;
        }
        const signed char side = side_of(self->system, k, state(user, t1));
        if (side != self->side[k]) {
            status = find(self, k, side, t0, t1, state, user, out);
            self->side[k] = side;
        }
    }
    return status;
}
