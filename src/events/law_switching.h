/* The first touch of a free body: its laws may jump there, and no step may pass it unseen. */
#ifndef QUIRE_EVENTS_LAW_SWITCHING_H
#define QUIRE_EVENTS_LAW_SWITCHING_H

#include "state/state.h"

struct quire_law_switching;

/* *out is NULL, with QUIRE_OK, where no body is free. */
quire_status quire_law_switching_create(struct quire_law_switching **out,
                                        struct quire_state *state);
void quire_law_switching_destroy(struct quire_law_switching *self);

/* All of these speak of the contacts in the state's focus. */

/* A stretch begins at (t, y). */
void quire_law_switching_begin(struct quire_law_switching *self, double t, const double *y);

/* The state at a time of the last step; borrowed until the next call. */
typedef const double *quire_state_at(void *user, double t);

/* The time of the first crossing between t0, until when it has been looked, and t1; infinity if
 * there is none. */
double quire_law_switching_find(struct quire_law_switching *self, double t0, double t1,
                                quire_state_at *state_at, void *user);

/* The step counts up to t: what touches there, with y the state at t. Returns how many do.
 */
int quire_law_switching_apply(struct quire_law_switching *self, double t, const double *y);
/* Says what touched last, as a subject and a verb. Returns the object. */
const struct quire_object *quire_law_switching_applied(const struct quire_law_switching *self,
                                                       char *text, size_t size);

#endif
