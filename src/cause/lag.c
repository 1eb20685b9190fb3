#include "cause/lag.h"

#include <math.h>

#include "cause/drives.h"
#include "cause/limits.h"
#include "check/branch.h"

#define SLOWER 0.05 /* part of its drives' speed by which a sheet is too slow */
/* of QUIRE_LAG_SEEN: an edge that swings has caught up when it has lost no more than this */
#define CAUGHT_UP 0.5

void
quire_lag_look(struct quire_lag *lag, const struct quire_view *view, size_t sheet)
{
    lag->pace = quire_drives_due_speed(view, view->sheet + sheet, sheet, &lag->back);
}

static void
add(struct quire_lag *lag, double dt, double by)
{
    lag->lost = fmax(lag->lost + dt * by, 0);
    if (lag->lost < CAUGHT_UP * QUIRE_LAG_SEEN) {
        lag->seen = false;
    } else if (lag->lost >= QUIRE_LAG_SEEN && !lag->seen) {
        lag->seen = true;
        lag->since = lag->time;
    }
}

void
quire_lag_step(struct quire_lag *lag, const struct quire_sheet_view *s, double time)
{
    /* along the sheet: in a bend an edge goes along the wall, not along the path. A sheet whose
     * edge is held, or that goes into a loop, is behind there alone. */
    const double dt = time - lag->time, way = lag->back ? -1 : 1,
                 along = fmax(way * quire_branch_speed(s, false, true),
                              way * quire_branch_speed(s, true, true)),
                 by = lag->pace - along;
    const bool slow = lag->pace > 0 && by > SLOWER * lag->pace;

    if (!(dt > 0)) {
        return;
    }
    lag->time = time;
    if (slow && !(lag->lost > 0)) {
        lag->start = time - dt;
    }
    lag->slow = slow ? time : lag->slow;
    if (slow || by < 0) {
        add(lag, dt, by);
    }
    if (lag->pace > 0 && time - lag->slow > QUIRE_DIAGNOSIS_BREAK) {
        lag->well = time;
        lag->lost = 0;
        lag->seen = false;
    }
}

bool
quire_lag_grows(const struct quire_lag *lag, double time)
{
    return lag->seen && time - lag->slow <= QUIRE_DIAGNOSIS_BREAK;
}
