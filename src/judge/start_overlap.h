/* Sheets that are inside solids, or inside each other, where they start. */
#ifndef QUIRE_JUDGE_START_OVERLAP_H
#define QUIRE_JUDGE_START_OVERLAP_H

#include <quire/diag.h>

#include "state/state.h"

/* Refuses sheets whose mid-line lies inside a solid at the start; warns of those that overlap one.
 */
quire_status quire_start_overlap_check(const struct quire_system *system, struct quire_state *state,
                                       const double *y, quire_diag *diag);

/* How a sheet lies in another. */
struct quire_inside {
    bool cross;
    /* where their mid-lines cross, and else how far they are apart [m] */
    double where[2], distance;
};

/* Whether sheet b, where it starts, would lie in or across sheet a, where that is at y; of sheets
 * that touch each other. */
bool quire_sheet_is_inside(const struct quire_system *system, int a, int b, const double *y,
                           struct quire_inside *in);

#endif
