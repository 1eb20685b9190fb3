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

/* Whether the span around a node, or the sheet's end there, is not touched by a piece of any sort:
 * its station is at the back, or so deep past an end that it may come over the piece within a step.
 * A kink and the end of a wall are passed from behind where a piece that ends there is, at the
 * station or beside it. */
static inline bool
quire_came_from_behind(const struct quire_system *sys, const struct quire_sheet *sheet,
                       const struct quire_sheet_work *w, int piece, int node)
{
    const struct quire_face *face = sys->face + piece;
    const int low = node > 0 ? node - 1 : 0, high = node < sheet->chain.n ? node + 1 : node;
    bool any = false;

    if (w->n_behind == 0) {
        return false;
    }
    if (piece < sys->n_face) {
        return w->behind[(size_t)piece * (size_t)sheet->chain.stride + (size_t)node] != 0;
    }
    for (int k = 0; k < 2 && face->beside[k] >= 0; k++) {
        for (int i = low; i <= high; i++) {
            any = any || quire_sides_is_behind(sheet, w, face->beside[k], i);
        }
    }
    return any;
}

#endif
