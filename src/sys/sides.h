/* From which side a sheet came to a one-sided guide. A station that comes from behind the solid does not meet it: it passes freely, until it is
 * before the face or beside it. Nor does a free end meet a sheet that crosses it. This is remembered for each face and station and for each free end,
 * and changes between steps alone, where there is no force either way. Theory: doc/theory/contact-kernel.md, 6 and 7. */
#ifndef QUIRE_SYS_SIDES_H
#define QUIRE_SYS_SIDES_H

#include "sys/system.h"

/* Before a new step of a part, at (t, y): which stations are behind, which free ends are crossed. Costs next to nothing where none can be. */
void quire_sides_settle(struct quire_state *state, const struct quire_part *part, double t, const double *y);

/* Whether a station came to a face from behind. */
static inline bool
quire_sides_is_behind(const struct quire_sheet *sheet, const struct quire_sheet_work *w, int face, int node)
{
    return w->n_behind > 0 && w->behind[(size_t)face * (size_t)sheet->chain.stride + (size_t)node] != 0;
}

/* Whether it came to any face of a guide so. */
bool quire_sides_came_from_behind(const struct quire_state *state, int sheet, int guide, int node);

#endif
