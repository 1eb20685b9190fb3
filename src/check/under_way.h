/* Whether a sheet has been moved since it entered. */
#ifndef QUIRE_CHECK_UNDER_WAY_H
#define QUIRE_CHECK_UNDER_WAY_H

#include <math.h>

#include "kind/view.h"

#define QUIRE_UNDER_WAY 1e-3 /* a sheet that has come this far was moved [m] */

/* Zeroed, it has not entered. */
struct quire_under_way {
    bool entered, moved;
    double lead, x, y; /* where it entered: along its path, if it has one, and in the plane [m] */
};

/* Looks at a sheet that has entered. */
static inline void
quire_under_way_look(struct quire_under_way *self, const struct quire_sheet_view *sheet)
{
    if (!self->entered) {
        *self = (struct quire_under_way){.entered = true,
                                         .lead = sheet->lead.path_distance,
                                         .x = sheet->lead.x,
                                         .y = sheet->lead.y};
    }
    const double dx = sheet->lead.x - self->x, dy = sheet->lead.y - self->y,
                 by = sheet->path != NULL ? fabs(sheet->lead.path_distance - self->lead)
                                          : sqrt(dx * dx + dy * dy);
    self->moved = self->moved || by > QUIRE_UNDER_WAY;
}

#endif
