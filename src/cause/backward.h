/* Drives that turn against the way of a sheet. */
#ifndef QUIRE_CAUSE_BACKWARD_H
#define QUIRE_CAUSE_BACKWARD_H

#include "cause/drives.h"
#include "result/result.h"

struct quire_backward;

/* NULL when memory runs out. */
struct quire_backward *quire_backward_create(const struct quire_view *view);
void quire_backward_destroy(struct quire_backward *self);

/* Shows it a sheet that has entered; times must rise. */
void quire_backward_observe(struct quire_backward *self, const struct quire_view *view,
                            size_t sheet);

/* Puts a sheet down to a drive that takes it to the opposite way of another one, now or until just
 * before: of the two the one whose way fewer nips of the machine have; of as many the one that
 * turns backward. False: all go the same way. */
bool quire_backward_find(const struct quire_backward *self, const struct quire_view *view,
                         size_t sheet, struct quire_why *out);

/* Puts a sheet that no drive holds down to the one that it lacks, if that is ahead of it and turns
 * against its path; false: it does not. */
bool quire_backward_throws(const struct quire_backward *self, size_t sheet,
                           const struct quire_missing *missing, struct quire_why *out);

#endif
