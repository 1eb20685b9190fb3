/* Streams: sheets that enter one after the other. */
#ifndef QUIRE_RUN_STREAMS_H
#define QUIRE_RUN_STREAMS_H

#include "run/running.h"

/* What in the last step of the part in focus lets the next sheet of a stream in, up to `until`. */
quire_status quire_running_admit(struct quire_run *run, double until);
/* A sheet can not enter where one that it touches, or the one before it in its stream, still lies:
 * says so. run->y is the state at t. */
quire_status quire_running_check_room(struct quire_run *run, int sheet, double t);

#endif
