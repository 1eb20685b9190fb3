/* A run from its beginning to its end, in one piece or in slices. */
#ifndef QUIRE_RUN_ADVANCE_H
#define QUIRE_RUN_ADVANCE_H

#include "run/running.h"

/* Begins a transient run, once. Whatever this and what follows return, finish() must be told. */
quire_status quire_running_start(struct quire_run *run, quire_diag *diag);

/* Goes on until the machine has come to `limit`, or to its end: what happens up to then has
 * happened, and run->handled says how far that is. Steps go beyond `limit`; where they end does not
 * depend on it. */
quire_status quire_running_advance(struct quire_run *run, double limit);
/* The same, but no further than to the next event. */
quire_status quire_running_advance_to_event(struct quire_run *run, double limit);

/* The run ends where it has come to, with this status: judges it and writes what is kept of it. */
quire_status quire_running_finish(struct quire_run *run, quire_status status, quire_diag *diag);

#endif
