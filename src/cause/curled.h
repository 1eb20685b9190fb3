/* Curl that takes an edge to where it stubs, or past the mouth that it should enter.
 * doc/guide/jams.md, "Curl". */
#ifndef QUIRE_CAUSE_CURLED_H
#define QUIRE_CAUSE_CURLED_H

#include "result/result.h"

struct quire_curled;

/* NULL when memory runs out. */
struct quire_curled *quire_curled_create(const struct quire_view *view);
void quire_curled_destroy(struct quire_curled *self);

/* Shows it a sheet that has entered, and the drives that hold it. */
void quire_curled_observe(struct quire_curled *self, const struct quire_view *view, size_t sheet,
                          const struct quire_push *push, size_t n);

/* Adds to a cause how far curl took the edge that goes first, if that explains where it went. */
void quire_curled_add(const struct quire_curled *self, size_t sheet, struct quire_why *out);

#endif
