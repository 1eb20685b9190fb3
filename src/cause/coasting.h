/* Sheets that no drive holds any more: which drive let go of them slipping, and what braked them.
 */
#ifndef QUIRE_CAUSE_COASTING_H
#define QUIRE_CAUSE_COASTING_H

#include "result/result.h"

struct quire_coasting;

/* NULL when memory runs out. */
struct quire_coasting *quire_coasting_create(const struct quire_view *view);
void quire_coasting_destroy(struct quire_coasting *self);

/* Begins a look at all sheets; times must rise. */
void quire_coasting_begin(struct quire_coasting *self, const struct quire_view *view);

/* Shows it a sheet that has entered, and the drives that hold it. */
void quire_coasting_observe(struct quire_coasting *self, const struct quire_view *view,
                            size_t sheet, const struct quire_push *push, size_t n);

/* Mechanism and object of a sheet that no drive holds: the drive that slipped when it let go, or
 * else the guide that has braked it most since then, if its friction was high; false: neither. */
bool quire_coasting_find(const struct quire_coasting *self, const struct quire_view *view,
                         size_t sheet, struct quire_why *out);

#endif
