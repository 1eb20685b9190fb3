/* Ways along paths from drive to drive, and to sensors. */
#ifndef QUIRE_LINT_LINT_SPANS_H
#define QUIRE_LINT_LINT_SPANS_H

#include "machine/system.h"

/* A way along a path from a nip or roller that drives to the next one, or to a sensor, that gravity
 * does not help along; `sheet`: the shortest that must come over it. */
struct quire_span {
    const struct quire_outline *path;
    const struct quire_object *from, *to;
    double way; /* [m] */
    const struct quire_sheet *sheet;
};

/* Which sheets a drive reaches where they start, or move by themselves (n_sheet), to be freed; NULL
 * when memory runs out. */
bool *quire_lint_moved(const struct quire_system *system);
/* Whether sheets are carried by drives alone: nothing loose could push them. */
bool quire_lint_feeds(const struct quire_system *system);

/* False when memory runs out. */
bool quire_lint_spans(const struct quire_system *system, const bool *moved,
                      void (*each)(void *user, const struct quire_span *span), void *user);

/* The shortest sheet that starts on a path behind a place, and is moved there; NULL: none. */
const struct quire_sheet *quire_lint_shortest(const struct quire_system *system, const bool *moved,
                                              const struct quire_outline *path, double at);

/* The sheet that a nip turns back, since its drive only ever runs against its path; NULL: none. */
const struct quire_sheet *quire_lint_backward(const struct quire_system *system, const bool *moved,
                                              const struct quire_nip *nip);
/* Whether a rule sets a drive. */
bool quire_lint_is_set(const struct quire_system *system, const struct quire_object *drive);

#endif
