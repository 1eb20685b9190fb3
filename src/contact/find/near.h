/* How far sheets are from rollers: what can touch soon has to be solved together. */
#ifndef QUIRE_CONTACT_FIND_NEAR_H
#define QUIRE_CONTACT_FIND_NEAR_H

#include "contact/sheets/boxes.h"
#include "state/state.h"

/* The clear distance between a sheet and the nearest roller of a cluster at (t, y) [m]; infinity
 * where they never touch; 0 where a spring joins them, or a disc of it moves freely. Carriers are
 * taken as they were at the last evaluation. */
double quire_near_cluster(const struct quire_state *state, const double *y, int sheet, int cluster);

/* The largest speed of a sheet's nodes, along x or y [m/s]. */
double quire_near_speed(const struct quire_state *state, const double *y, int sheet);

/* How far a point is at least from the mid-line of a sheet, drawn from node to node, as seen across
 * the feed [m]; q: the sheet's block. */
double quire_near_line(const struct quire_sheet *sheet, const double *q, const double at[2]);

/* Where a sheet is along x and y, and the least and the greatest velocity of its nodes along x, y
 * and, in space, z [m/s]. */
struct quire_near_extent {
    struct quire_node_box box;
    double speed[3][2];
};
struct quire_near_extent quire_near_extent(const struct quire_system *system, const double *y,
                                           int sheet);

/* The largest speed at which any node of one sheet may move past any of another, along x, y or
 * z [m/s]. */
double quire_near_speed_between(const struct quire_near_extent *a,
                                const struct quire_near_extent *b);

#endif
