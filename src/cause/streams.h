/* Sheets that lie on each other or follow each other: which one carries another along, and which
 * is to blame for a gap. doc/guide/jams.md, "How the cause is found". */
#ifndef QUIRE_CAUSE_STREAMS_H
#define QUIRE_CAUSE_STREAMS_H

#include "result/result.h"

struct quire_streams;

/* NULL when memory runs out. */
struct quire_streams *quire_streams_create(const struct quire_view *view);
void quire_streams_destroy(struct quire_streams *self);

/* Shows it a sheet that has entered; times must rise. */
void quire_streams_observe(struct quire_streams *self, const struct quire_view *view, size_t sheet);

/* Of a sheet that came with another one: mechanism and object. */
void quire_streams_find_double(const struct quire_streams *self, const struct quire_view *view,
                               size_t sheet, struct quire_why *out);

/* Of a sheet that came too soon: whether another sheet has carried it. */
bool quire_streams_find_early(const struct quire_streams *self, const struct quire_view *view,
                              size_t sheet, struct quire_why *out);

#endif
