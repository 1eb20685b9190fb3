/* Two drives that hold a sheet, and what that does to its tension between them. */
#ifndef QUIRE_CAUSE_PULL_H
#define QUIRE_CAUSE_PULL_H

#include "result/result.h"

/* How many more of the machine's drives run like the slow one than like the fast one. */
int quire_pull_like(const struct quire_view *view, const struct quire_push *slow,
                    const struct quire_push *fast);

/* Of two drives of different speeds the one that differs from most others of the machine; where
 * that decides nothing, the slower one. */
const struct quire_push *quire_pull_odd(const struct quire_view *view,
                                        const struct quire_push *slow,
                                        const struct quire_push *fast);

/* Of two drives that hold a sheet at different speeds the one that differs from others: where the
 * slower one is ahead of the other it makes a loop; behind it, it matters where something slips.
 * NULL: none. *by: how much faster it is than the other [m/s]. */
const struct quire_push *quire_pull_of_two(const struct quire_view *view,
                                           const struct quire_push *push, size_t n, double *by);

/* Mechanism and object of a sheet whose tension at the result's place is too small or too large. */
void quire_pull_find(const struct quire_view *view, size_t sheet,
                     const struct quire_check_result *result, struct quire_why *out);

/* The guide that holds the sheet back most, if that is enough to hold one; NULL: none. `way`: +1 or
 * -1, as the drives run with the feed or against it. */
const struct quire_guide_view *quire_pull_drag(const struct quire_view *view, size_t sheet,
                                               double way);

#endif
