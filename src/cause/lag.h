/* How far a sheet as a whole has fallen behind the drives that it should run with, and since when:
 * slip that did not slow it down has no consequence. */
#ifndef QUIRE_CAUSE_LAG_H
#define QUIRE_CAUSE_LAG_H

#include "result/result.h"

/* Of one sheet; all zero at first. */
struct quire_lag {
    double pace;        /* what it should run at since the last look; 0: it may stand [m/s] */
    bool back;          /* against the feed */
    double time;        /* of its last step [s] */
    double slow, start; /* when it was too slow last, and since when it is [s] */
    double well;        /* when it last ran as it should, and had for QUIRE_DIAGNOSIS_BREAK [s] */
    double lost;        /* since `start` [m] */
    double since;       /* when that became QUIRE_LAG_SEEN [s] */
    bool seen;
};

#define QUIRE_LAG_SEEN 5e-4 /* a sheet has fallen behind from here on [m] */

/* At a look: learns how fast the sheet should run. */
void quire_lag_look(struct quire_lag *lag, const struct quire_view *view, size_t sheet);

/* At the end of a step. One that was taken back and is shown anew counts once. */
void quire_lag_step(struct quire_lag *lag, const struct quire_sheet_view *sheet, double time);

/* Whether it falls behind now. */
bool quire_lag_grows(const struct quire_lag *lag, double time);

#endif
