/* The machine's control: turns sensor signals and set times into due actions. Knows no solver.
 *
 * Use within a step from t0 to t1: give every sensor event that is found, in time order; as soon
 * as quire_logic_next() is not later than the next event or t1, the step ends there: go back to
 * that time, take the actions, restart the integrator, and forget later events of the step,
 * which are found again. An event whose actions are due later needs no restart. */
#ifndef QUIRE_RUN_LOGIC_H
#define QUIRE_RUN_LOGIC_H

#include "kind/sensor.h"
#include "model/object.h"

struct quire_logic;

/* An action whose time has come. */
struct quire_due {
    double time; /* [s] */
    const struct quire_object *rule;
    const char *sheet; /* whose signal it was, borrowed as given; NULL for rules by time */
    struct quire_action action;
};

/* On success *out is the caller's, to be freed with quire_logic_destroy(). The model must
 * outlive it. QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_logic_create(struct quire_logic **out, const struct quire_model *model);
void quire_logic_destroy(struct quire_logic *self);

/* Whether some rule may still act on this signal. */
bool quire_logic_uses(const struct quire_logic *self, const struct quire_object *sensor,
                      int signal);

/* A sensor gave a signal for a sheet (its name, as in the model). QUIRE_ERROR_LIMIT when memory
 * runs out. */
quire_status quire_logic_signal(struct quire_logic *self, double time,
                                const struct quire_object *sensor, int signal, const char *sheet);

/* When the next action is due; infinity if none is. */
double quire_logic_next(const struct quire_logic *self);

/* Takes the next action due at or before `time`; false if there is none. Actions come in time
 * order, and simultaneous ones in the order of the file; actions of one rule for several sheets
 * in the order of their signals. */
bool quire_logic_take(struct quire_logic *self, double time, struct quire_due *out);

#endif
