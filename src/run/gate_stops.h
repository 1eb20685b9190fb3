/* Watching gates that springs hold: when they come into their stops and out of them, located without disturbing the run. */
#ifndef QUIRE_RUN_GATE_STOPS_H
#define QUIRE_RUN_GATE_STOPS_H

#include "run/happenings.h"
#include "sys/system.h"

/* Which stop each gate is in: -1, 1; 0: none (n_gate). NULL when there are no gates. */
struct quire_gate_stops {
    const struct quire_system *system;
    signed char *side;
};

/* QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_gate_stops_init(struct quire_gate_stops *self, const struct quire_system *system, const double *y);
void quire_gate_stops_clear(struct quire_gate_stops *self);

/* The state at a time of the last step, borrowed until the next. */
typedef const double *quire_gate_state_at(void *user, double t);

/* Finds what the gates of a part did in the step from t0, up to t1. */
quire_status quire_gate_stops_look(struct quire_gate_stops *self, const struct quire_part *part, double t0, double t1, quire_gate_state_at *state, void *user,
                                   struct quire_happenings *out);
/* They start anew with y. */
void quire_gate_stops_accept(struct quire_gate_stops *self, const struct quire_part *part, const double *y);

#endif
