/* From which side a station came to a face of a one-sided guide; step/sides.h keeps it. */
#ifndef QUIRE_CONTACT_GUIDE_BEHIND_H
#define QUIRE_CONTACT_GUIDE_BEHIND_H

#include "state/state.h"

/* Whether a station came to a face from behind. */
static inline bool
quire_sides_is_behind(const struct quire_sheet *sheet, const struct quire_sheet_work *w, int face,
                      int node)
{
    return w->n_behind > 0 &&
           w->behind[(size_t)face * (size_t)sheet->chain.stride + (size_t)node] != 0;
}

#endif
