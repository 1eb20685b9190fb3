/* Watching what has limits: gates that springs hold and their stops, clutches and their torque.
 * When they come to them and leave them is located without disturbing the run. */
#ifndef QUIRE_EVENTS_END_STOPS_H
#define QUIRE_EVENTS_END_STOPS_H

#include "events/event_queue.h"
#include "state/state.h"

/* At which limit each gate (n_gate), then each clutch (n_clutch) is: -1, 1; 0: none. NULL when
 * there are neither. */
struct quire_end_stops {
    const struct quire_state *state;
    signed char *side;
};

/* QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_end_stops_init(struct quire_end_stops *self, const struct quire_state *state,
                                  const double *y);
void quire_end_stops_clear(struct quire_end_stops *self);

/* The state at a time of the last step, borrowed until the next. */
typedef const double *quire_state_at(void *user, double t);

/* Finds what the gates and clutches of a part did in the step from t0, up to t1. */
quire_status quire_end_stops_find(struct quire_end_stops *self, const struct quire_part *part,
                                  double t0, double t1, quire_state_at *state, void *user,
                                  struct quire_event_queue *out);
/* They start anew at t with y. */
void quire_end_stops_accept(struct quire_end_stops *self, const struct quire_part *part, double t,
                            const double *y);

#endif
