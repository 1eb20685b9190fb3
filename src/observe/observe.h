/* Pictures of the machine for observers. */
#ifndef QUIRE_OBSERVE_OBSERVE_H
#define QUIRE_OBSERVE_OBSERVE_H

#include "state/state.h"

struct quire_observer;

/* Work and losses since t = 0 [J], integrated by the run. */
struct quire_ledger {
    double initial; /* stored at t = 0 and brought in by sheets that entered */
    struct quire_powers work;
};

quire_status quire_observer_create(struct quire_observer **out, struct quire_state *state);
void quire_observer_destroy(struct quire_observer *observer);

/* Only what sensors need: where sheets and their edges are. The views borrow from the observer
 * until the next call. */
const struct quire_view *quire_observe_motion(struct quire_observer *observer, double t,
                                              const double *y);

/* Everything. Evaluates the forces at (t, y); `ledger` may be NULL. */
const struct quire_view *quire_observe(struct quire_observer *observer, double t, const double *y,
                                       const struct quire_ledger *ledger);

/* From now on a sheet is shown as delivered: into a bin (with its name), or to the end of its path
 * (NULL). False where it was delivered before. */
bool quire_observer_deliver(struct quire_observer *observer, int sheet, const char *bin,
                            const struct quire_delivery_view *delivery);

/* Goes on with the integrals of slip and creep of sheets on what they lie on, from the last call to
 * the time of the last full picture, which shows them from now on, as do later ones.
 * QUIRE_ERROR_LIMIT when memory has run out. */
quire_status quire_observer_add_slips(struct quire_observer *observer);

#endif
