/* What rules can ask for by name: the columns of series.csv, values of sensors, ways and commands
 * of drives; at one time of a run. */
#ifndef QUIRE_CONTROL_QUANTITIES_H
#define QUIRE_CONTROL_QUANTITIES_H

#include "control/logic.h"
#include "events/sensor_roots.h"
#include "state/state.h"
#include "trace/series.h"

struct quire_quantities {
    const struct quire_system *system;
    const struct quire_state *state;
    struct quire_series series; /* its columns alone; laid out when the first name is looked for */
    const struct quire_view *(*look)(void *user, double time, bool forces);
    void *user;
    bool forces; /* some formula asks for what is not known without them */
    struct quire_sensor_roots *sensor_roots; /* for values of sensors; NULL before the run begins */
    double time;                             /* of the row; NaN: none */
    double *row; /* (n_column), then sensors, then ways and commands of drives */
    size_t n_sensor, per_sheet;
    size_t length; /* of the row */
};

/* Pictures of the run come from look(), of motion alone unless `forces` are wanted, which also
 * leaves state->command as it is at that time. `user` must outlive it. */
void quire_quantities_init(struct quire_quantities *self, const struct quire_system *system,
                           const struct quire_state *state,
                           const struct quire_view *(*look)(void *user, double time, bool forces),
                           void *user);
void quire_quantities_clear(struct quire_quantities *self);

/* The row in hand is not of the present any more: something was changed. */
void quire_quantities_forget(struct quire_quantities *self);

/* For the rules; valid as long as the quantities are. */
struct quire_logic_world quire_quantities_world(struct quire_quantities *self);

#endif
