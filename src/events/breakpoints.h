/* Stops: times known beforehand at which the equations of some part of the machine change, so that
 * a step must end there. */
#ifndef QUIRE_EVENTS_BREAKPOINTS_H
#define QUIRE_EVENTS_BREAKPOINTS_H

#include "state/state.h"

struct quire_breakpoint {
    double time;      /* [s] */
    int sheet, drive; /* whose it is; -1: the other's */
    bool taken;       /* a sheet's: it has entered, its end was let go, ... */
};

/* Corners of courses, entries of sheets and ends of holds, rising in time (n). On failure *out is
 * NULL. */
quire_status quire_breakpoints_find(struct quire_breakpoint **out, size_t *n,
                                    const struct quire_system *system);

/* Whether what a drive does now acts on sheets or unknowns of a part: it drives a body of it, the
 * other roller of a nip, or a roller that one of its sheets is near to. Everything concerns the
 * whole machine. */
bool quire_breakpoint_concerns_drive(const struct quire_state *state, const struct quire_part *part,
                                     int drive);
bool quire_breakpoint_concerns(const struct quire_state *state, const struct quire_part *part,
                               const struct quire_breakpoint *stop);

#endif
