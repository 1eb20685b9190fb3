/* From model objects to outlines: paths, guides and the walls of channels. */
#ifndef QUIRE_SHAPE_TRACE_H
#define QUIRE_SHAPE_TRACE_H

#include "kind/shape.h"
#include "model/object.h"

/* Each fills an outline that needs no begin() and is the caller's to clear; on failure it is empty,
 * and the problems found are in diag with their places. */

/* The outline of a <path>: its pieces one after the other. */
quire_status quire_path_trace(struct quire_outline *out, const struct quire_object *path,
                              quire_diag *diag);

/* The outline of a <guide>: shapes that meet within 1 um are joined, and closed if the last ends
 * where the first begins; a larger gap is an error that names both points. */
quire_status quire_guide_trace(struct quire_outline *out, const struct quire_object *guide,
                               quire_diag *diag);

/* The walls of a <channel>: parallels of its path at half the gap, with their mouths. Both run
 * along the path, so that the sheet is on the right of the left wall (side -1) and on the left of
 * the right wall (side +1). */
quire_status quire_channel_trace(struct quire_outline *left, struct quire_outline *right,
                                 const struct quire_object *channel, quire_diag *diag);

#endif
