/* What was found in a step has happened: rules hear of it, sheets enter, equations change. */
#ifndef QUIRE_RUN_EVENT_HANDLING_H
#define QUIRE_RUN_EVENT_HANDLING_H

#include "run/running.h"

/* What was found has happened, up to `limit`, to time t of the step's end, or to the first thing
 * that something follows at once. Returns how far the machine has come. What is found does not
 * depend on the limit. */
double quire_running_handle_events(struct quire_run *run, double t, double limit,
                                   quire_status *status);
/* Shows the checks what was logged from index `from` on. */
quire_status quire_running_check_events(struct quire_run *run, size_t from);
/* Equations of an island change at t: the state there becomes the start of a new stretch. */
quire_status quire_running_begin_stretch(struct quire_run *run, int island, double t);
/* Rules act at t, sheets enter or leave: a new stretch begins for the islands that this concerns.
 * The others stay where they are. */
quire_status quire_running_turn(struct quire_run *run, double t);
/* The sheets of a part start anew at t, with y: see quire_islands_sort(); `user` is the run. */
void quire_running_rewind(void *user, const struct quire_part *part, double t, const double *y);

#endif
