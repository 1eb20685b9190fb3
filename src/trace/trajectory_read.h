/* Reading trajectory.jsonl back, for pictures and for other programs. */
#ifndef QUIRE_TRACE_TRAJECTORY_READ_H
#define QUIRE_TRACE_TRAJECTORY_READ_H

#include <quire/diag.h>

#include "trace/frames.h"
#include "trace/machine_outline.h"

#define QUIRE_TRAJECTORY_FILE "trajectory.jsonl"

struct quire_trajectory {
    const char *model; /* its name; "" if it has none */
    /* sheets, rollers with their discs, bodies, guides and paths; no nips, no sensors */
    struct quire_machine machine;
    struct quire_frames frames;
    void *header; /* owns the names */
};

/* Reads the trajectory of the results in a folder. Refused with E-FILE where there are no results,
 * where the run did not finish, and where the file is none of ours; E-LIMIT where it is too large.
 * On failure *out is empty. */
quire_status quire_trajectory_load(struct quire_trajectory *out, const char *directory,
                                   quire_diag *diag);
void quire_trajectory_clear(struct quire_trajectory *self);

#endif
