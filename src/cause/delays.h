/* Where the time of sheets goes that come late: slow drives, and guides that hold them back. */
#ifndef QUIRE_CAUSE_DELAYS_H
#define QUIRE_CAUSE_DELAYS_H

#include "result/result.h"

struct quire_delays;

/* NULL when memory runs out. */
struct quire_delays *quire_delays_create(const struct quire_view *view);
void quire_delays_destroy(struct quire_delays *self);

/* Begins a look at all sheets; times must rise. */
void quire_delays_begin(struct quire_delays *self, const struct quire_view *view);

/* Shows it a sheet that has entered, and the drives that hold it. */
void quire_delays_observe(struct quire_delays *self, const struct quire_view *view, size_t sheet,
                          const struct quire_push *push, size_t n);

/* Since when a roller holds a sheet, or held it last, at another speed than most drives run at;
 * NaN: it never has [s]. */
double quire_delays_odd_since(const struct quire_delays *self, size_t sheet, int roller);

/* Puts it down to the guide that has held the sheet back most while it fell behind its drives; to
 * nothing if there is none. */
void quire_delays_blame_guide(const struct quire_delays *self, const struct quire_view *view,
                              size_t sheet, struct quire_why *out);

/* Adds since when the sheet has fallen behind its drives as they would run, as a sign of the object
 * that a cause names. */
void quire_delays_add_behind(const struct quire_delays *self, size_t sheet, struct quire_why *out);

/* Mechanism and object of a sheet that comes as its drives bring it now: the drive that is slower
 * than others, the guide that has held it back on its way, the drive that has lost most way, or
 * else the sensor at which it was due, whose place or limit does not suit the drives. `pace`: the
 * drive that sets its speed now, NULL: none does. */
void quire_delays_find(const struct quire_delays *self, const struct quire_view *view, size_t sheet,
                       const struct quire_check_result *result, const struct quire_push *pace,
                       struct quire_why *out);

/* Mechanism and object of a sheet that came too soon: the drive that is faster than others, or
 * else the sensor to which it came. */
void quire_delays_find_early(const struct quire_delays *self, const struct quire_view *view,
                             size_t sheet, const struct quire_check_result *result,
                             struct quire_why *out);

#endif
