/* Streams: sheets that enter one after the other. */
#ifndef QUIRE_RUN_STREAMS_H
#define QUIRE_RUN_STREAMS_H

#include "run/running.h"

/* What in the last step of the part in focus lets the next sheet of a stream in, up to `until`. */
quire_status quire_running_admit(struct quire_run *run, double until);
/* Whether there is room for a sheet: it cannot enter where one that it touches, or the one before
 * it in its stream, still lies. Then it never enters, which the log says; an error where no check
 * covers it. run->y is the state at t. */
quire_status quire_running_check_room(struct quire_run *run, int sheet, double t, bool *room);
/* An event at the place where the leading edge of a sheet should enter. */
struct quire_event quire_running_entry_event(const struct quire_run *run, int sheet, double t,
                                             enum quire_event_kind kind);

#endif
