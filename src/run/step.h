/* A step of the island that lags, with what is found in it. */
#ifndef QUIRE_RUN_STEP_H
#define QUIRE_RUN_STEP_H

#include "run/running.h"

/* The next time at which something is due for the whole machine: what rules delayed, or the end of
 * the run. */
double quire_running_next_turn(const struct quire_run *run);
/* Whether a breakpoint of the island that has come to t is due there. */
bool quire_running_is_due(const struct quire_run *run, int island, double t);
/* Not beyond the island's next breakpoint. What is found in it: signals, nip crossings, a contact
 * that switches and cuts the step short. */
quire_status quire_running_step(struct quire_run *run);

#endif
