/* Branches: a sheet that gates, or a drive that runs back, have sent into the channel of another
 * path than that on which it was started. */
#ifndef QUIRE_CHECK_BRANCH_H
#define QUIRE_CHECK_BRANCH_H

#include "kind/view.h"
#include "path/channels.h"

struct quire_branch {
    const struct quire_object *path;
    const struct quire_outline *outline;        /* of the path */
    const struct quire_channel_params *channel; /* there, or within 30 mm; NULL: there is none */
    double at;                                  /* along the path [m] */
    double from[2];                             /* the nearer end of the channel; else here [m] */
};

/* The path other than its own along which a place of the sheet lies: in its channel, or within 5 mm
 * of it; false: there is none. Of several the nearest. A sheet placed by coordinates has no own. */
bool quire_branch_find(const struct quire_view *view, const struct quire_sheet_view *sheet,
                       double x, double y, struct quire_branch *out);

/* The same of its leading edge; false also where that lies in a channel of its own path, or within
 * 5 mm of it. */
bool quire_branch_of_lead(const struct quire_view *view, const struct quire_sheet_view *sheet,
                          struct quire_branch *out);

/* Whether a place of the sheet, so high beside its own path, is one of another path: there that
 * height means nothing. */
bool quire_branch_takes(const struct quire_view *view, const struct quire_sheet_view *sheet,
                        double height, double x, double y);

/* Whether an edge of the sheet goes along another path. */
bool quire_branch_has(const struct quire_view *view, const struct quire_sheet_view *sheet);

/* Whether it lies on its own path the other way round, as one that comes out of a duplexer. */
bool quire_branch_is_turned(const struct quire_sheet_view *sheet, bool in_branch);

/* Speed of an edge along its path, or, in a branch, along the sheet; the trailing edge's if
 * `trail`. Positive from trailing edge to leading edge, also of a sheet that is turned round [m/s].
 */
double quire_branch_speed(const struct quire_sheet_view *sheet, bool trail, bool in_branch);

/* The guide on a pivot or a slide that is nearest to where the branch begins; NULL: there is none
 * within QUIRE_BRANCH_NEAR. */
#define QUIRE_BRANCH_NEAR 0.1 /* [m] */
const struct quire_guide_view *quire_branch_gate(const struct quire_view *view,
                                                 const struct quire_branch *branch);

#endif
