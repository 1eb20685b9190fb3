/* The shape of a spatial sheet in the words of its users: yaw, shift, roll, twist, bend across.
 * Pure functions of where its nodes are; derivations and signs: doc/theory/spatial-view.md. */
#ifndef QUIRE_OBSERVE_SPACE_SHAPE_H
#define QUIRE_OBSERVE_SPACE_SHAPE_H

#include "kind/view.h"
#include "strip/ladder.h"

/* Means across the width of vectors laid out as strip/ladder.h says: x, y, z of each station (n +
 * 1). */
void quire_space_mean(const struct quire_ladder *ladder, const double *q, double *x, double *y,
                      double *z);

/* The view's leading and trailing edges, and z and vz of its lead and trail points, from its nodes
 * and mid-line. */
void quire_space_edges(const struct quire_ladder *ladder, struct quire_sheet_view *view);

/* Yaw, shift, twist, bend across and squeeze of the view; curvature and, into `tension` (n),
 * tension of segments. Does the edges too. */
void quire_space_shape(const struct quire_ladder *ladder, struct quire_sheet_view *view,
                       double *tension);

/* Where along the sheet, from its trailing edge, the mid-line is nearest to (x, y) [m]. */
double quire_space_along(const struct quire_ladder *ladder, const struct quire_sheet_view *view,
                         double x, double y);

#endif
