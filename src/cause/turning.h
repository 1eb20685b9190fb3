/* What turns a sheet in its plane and takes it sideways: the moments of all that touches it, added
 * up over the time in which its yaw grew. doc/guide/jams.md, "Skew". */
#ifndef QUIRE_CAUSE_TURNING_H
#define QUIRE_CAUSE_TURNING_H

#include "result/result.h"

struct quire_turning;

/* NULL when memory runs out. For planar models it keeps nothing. */
struct quire_turning *quire_turning_create(const struct quire_view *view);
void quire_turning_destroy(struct quire_turning *self);

/* Shows it a sheet that has entered; times must rise. */
void quire_turning_observe(struct quire_turning *self, const struct quire_view *view, size_t sheet);

/* Fills mechanism, object and shares of a sheet whose yaw is too large. */
void quire_turning_find(const struct quire_turning *self, const struct quire_view *view,
                        size_t sheet, struct quire_why *out);

/* The same of one whose edge, with its middle at z = `edge`, is `off` too far to the right,
 * negative: to the left [m]. */
void quire_turning_find_aside(const struct quire_turning *self, const struct quire_view *view,
                              size_t sheet, double off, double edge, struct quire_why *out);

#endif
