/* By what a sheet jammed while its drives still ran: a rule that answers a jam and stops them is no
 * cause. */
#ifndef QUIRE_CAUSE_EARLIER_H
#define QUIRE_CAUSE_EARLIER_H

#include "result/result.h"

struct quire_earlier;

/* NULL when memory runs out. */
struct quire_earlier *quire_earlier_create(const struct quire_view *view);
void quire_earlier_destroy(struct quire_earlier *self);

/* Shows it what the last look said of a sheet that showed signs; times must rise. */
void quire_earlier_note(struct quire_earlier *self, size_t sheet, const struct quire_why *why,
                        double time);

/* Of a sheet that is put down to a rule that stopped all drives: puts it down to what it had jammed
 * by when the rule fired, if it had. */
void quire_earlier_recall(const struct quire_earlier *self, size_t sheet, struct quire_why *out);

#endif
