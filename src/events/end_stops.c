#include "events/end_stops.h"

#include <stdlib.h>

#include "force/switches.h"
#include "motion/flap_motion.h"

#define LOCATED 1e-9 /* [s] */

static int
count(const struct quire_system *sys)
{
    return sys->n_gate + sys->n_clutch;
}

/* the body of a gate or clutch; -1: a drive moves the gate, which comes to no stop */
static int
body_of(const struct quire_system *sys, int which)
{
    return which < sys->n_gate ? sys->gate[which].small
                               : quire_switched_body(sys, sys->clutch[which - sys->n_gate].which);
}

static signed char
side_of(const struct quire_state *st, int which, double t, const double *y)
{
    const struct quire_system *sys = st->system;
    const int body = body_of(sys, which);
    double depth;

    if (which >= sys->n_gate) {
        return (signed char)quire_clutch_side(st, sys->clutch + which - sys->n_gate, t, y);
    }
    return body < 0 ? 0
                    : (signed char)quire_flap_at_stop(sys->small[body].body.self,
                                                      y[sys->small[body].q0], &depth);
}

quire_status
quire_end_stops_init(struct quire_end_stops *self, const struct quire_state *st, const double *y)
{
    const int n = count(st->system);

    self->state = st;
    self->side = n > 0 ? calloc((size_t)n, sizeof *self->side) : NULL;
    for (int k = 0; self->side != NULL && k < n; k++) {
        self->side[k] = side_of(st, k, 0, y);
    }
    return n == 0 || self->side != NULL ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}

void
quire_end_stops_clear(struct quire_end_stops *self)
{
    free(self->side);
    self->side = NULL;
}

static bool
is_of(const struct quire_system *sys, const struct quire_part *part, int which)
{
    return body_of(sys, which) >= 0 && part->has_small[body_of(sys, which)];
}

void
quire_end_stops_accept(struct quire_end_stops *self, const struct quire_part *part, double t,
                       const double *y)
{
    for (int k = 0; self->side != NULL && k < count(self->state->system); k++) {
        if (is_of(self->state->system, part, k)) {
            self->side[k] = side_of(self->state, k, t, y);
        }
    }
}

static struct quire_event
event_of(const struct quire_end_stops *self, int which, signed char side, double t, const double *y)
{
    const struct quire_system *sys = self->state->system;
    const bool gate = which < sys->n_gate;
    const signed char stop = side != 0 ? side : self->side[which];
    struct quire_event event = quire_event_at(
        t, gate ? QUIRE_EVENT_GATE_STOP : QUIRE_EVENT_CLUTCH,
        gate ? sys->gate[which].name : sys->change[sys->clutch[which - sys->n_gate].which].name);

    if (gate) {
        event.signal = side != 0 ? "reached" : "left";
        event.value = y[sys->layout.v0 + (size_t)sys->small[body_of(sys, which)].v0];
        event.unit = sys->gate[which].turns ? "rad/s" : "m/s";
        event.detail = stop < 0 ? "from" : "to";
    } else {
        event.signal = side == 0 ? "locks" : "slips";
        event.detail = side == 0  ? NULL
                       : side > 0 ? "the drive runs ahead"
                                  : "the roller runs ahead";
    }
    return event;
}

/* a clutch that rules have let go slips no more, but does not lock either */
static bool
lets_go(const struct quire_state *st, int which, double t)
{
    const struct quire_system *sys = st->system;

    return which >= sys->n_gate &&
           !(quire_switch_at(st, sys->clutch[which - sys->n_gate].which, t).at > 0);
}

/* it came to `side` before t1 */
static quire_status
find(const struct quire_end_stops *self, int which, signed char side, double t0, double t1,
     quire_state_at *state, void *user, struct quire_event_queue *out)
{
    while (t1 - t0 > LOCATED) {
        const double middle = 0.5 * (t0 + t1);
        *(side_of(self->state, which, middle, state(user, middle)) == side ? &t1 : &t0) = middle;
    }
    return quire_event_queue_add(out, &(struct quire_pending_event){
                                          .event = event_of(self, which, side, t1, state(user, t1)),
                                          .sheet = -1,
                                          .small = body_of(self->state->system, which)});
}

quire_status
quire_end_stops_find(struct quire_end_stops *self, const struct quire_part *part, double t0,
                     double t1, quire_state_at *state, void *user, struct quire_event_queue *out)
{
    quire_status status = QUIRE_OK;

    for (int k = 0; self->side != NULL && k < count(self->state->system) && status == QUIRE_OK;
         k++) {
        if (!is_of(self->state->system, part, k)) {
            continue;
        }
        const signed char side = side_of(self->state, k, t1, state(user, t1));
        if (side != self->side[k]) {
            status = lets_go(self->state, k, t1) ? QUIRE_OK
                                                 : find(self, k, side, t0, t1, state, user, out);
            self->side[k] = side;
        }
    }
    return status;
}
