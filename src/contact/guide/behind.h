/* From which side a station came to a face of a one-sided guide; step/sides.h keeps it. */
#ifndef QUIRE_CONTACT_GUIDE_BEHIND_H
#define QUIRE_CONTACT_GUIDE_BEHIND_H

#include "state/state.h"

/* The stations of a list, in whole groups of four: so contact looks at them. */
static inline int
quire_first_of(const struct quire_candidates *nodes)
{
    return nodes->low & ~3;
}

static inline int
quire_last_of(const struct quire_candidates *nodes, int n)
{
    const int last = (nodes->high + 3) & ~3;

    return last < n + 1 ? last : n + 1;
}

/* Whether a station came to a face from behind. */
static inline bool
quire_sides_is_behind(const struct quire_sheet *sheet, const struct quire_sheet_work *w, int face,
                      int node)
{
    return w->n_behind > 0 &&
           w->back[(size_t)face * (size_t)sheet->chain.stride + (size_t)node] != 0;
}

#endif
