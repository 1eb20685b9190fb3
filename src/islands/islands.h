/* Islands: parts of a machine that nothing couples, each advanced by an integrator of its own, so
 * that ten sheets cost ten times one. Theory: doc/theory/integrator.md, 7; doc/adr/0035-islands.md.
 *
 * The island that lags is stepped next. The machine's time is that of this earliest island, and
 * between the last two of these times every island can say its state. */
#ifndef QUIRE_ISLANDS_ISLANDS_H
#define QUIRE_ISLANDS_ISLANDS_H

#include "integ/integrator.h"
#include "state/state.h"

struct quire_islands;

/* Starts at t with y (copied). On failure *out is NULL. */
quire_status quire_islands_create(struct quire_islands **out, struct quire_state *state,
                                  const struct quire_integrator_options *options, double t,
                                  const double *y, quire_diag *diag);
void quire_islands_destroy(struct quire_islands *self);

/* The island that lags, and which part of the machine it is. */
int quire_islands_next(const struct quire_islands *self);
const struct quire_part *quire_islands_part(const struct quire_islands *self, int island);

/* Numbers that islands have, below this; whether there is one of this number now. */
int quire_islands_most(const struct quire_islands *self);
bool quire_islands_has(const struct quire_islands *self, int island);

/* One step of the island that lags, not beyond `stop`; leaves the state's focus on it.
 * QUIRE_ERROR_NUMERIC when there is no way on. */
quire_status quire_islands_step(struct quire_islands *self, double stop);
const struct quire_integrator_failure *quire_islands_why(const struct quire_islands *self);

/* Says what the largest error of the last step concerns; returns the model's object behind it, or
 * NULL. While the focus is on its island. */
const struct quire_object *quire_islands_error_source(const struct quire_islands *self, char *text,
                                                      size_t size);

/* The last step of an island counts only up to t. It must be restarted there before it can go on.
 */
void quire_islands_shorten(struct quire_islands *self, int island, double t);
bool quire_islands_is_shortened(const struct quire_islands *self, int island);

/* Sheets and rollers that come close to each other become one island, those that have parted become
 * several; to be asked before each step. Islands that change start anew at the machine's time,
 * after changed() was told which sheets that concerns. */
typedef void quire_islands_changed_fn(void *user, const struct quire_part *part, double t,
                                      const double *y);
quire_status quire_islands_sort(struct quire_islands *self, quire_islands_changed_fn *changed,
                                void *user);

/* How many sheets rest now (islands/resting.h). */
int quire_islands_resting(const struct quire_islands *self);

/* How many rollers and nips are parked now, in all islands (engine/parked.h). */
int quire_islands_parked(const struct quire_islands *self);

/* The time all islands have reached, and the one before the last step. */
double quire_islands_time(const struct quire_islands *self);
double quire_islands_before(const struct quire_islands *self);
double quire_islands_time_of(const struct quire_islands *self, int island);

/* When the stretch of an island began. */
double quire_islands_started(const struct quire_islands *self, int island);

/* The state at a time between these two, by the interpolants; at the time of an island that is in
 * focus, its entries alone. */
void quire_islands_at(const struct quire_islands *self, double t, double *y);
/* The same: in y, or on loan until the next step where it stands already. */
const double *quire_islands_look(const struct quire_islands *self, double t, double *y);

/* An island starts anew at t with y: after an event that changed its equations or its state. */
quire_status quire_islands_restart(struct quire_islands *self, int number, double t,
                                   const double *y);

void quire_islands_get_stats(const struct quire_islands *self,
                             struct quire_integrator_stats *stats);
/* Energy that has flown up to t, a time between the last two [J]. */
struct quire_powers quire_islands_work(const struct quire_islands *self, double t);

#endif
