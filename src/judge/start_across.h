/* Sheets that start through solids which lie between two of their nodes. */
#ifndef QUIRE_JUDGE_START_ACROSS_H
#define QUIRE_JUDGE_START_ACROSS_H

#include "state/state.h"

/* Whether the mid-line of a sheet, where it starts, leads between two nodes through the guide's
 * solid, or deeper into it than half the sheet's thickness, and where: walls and bars that are
 * thinner than a segment. Gates are where the state has them. */
bool quire_starts_across(const struct quire_state *state, const struct quire_sheet *sheet,
                         const struct quire_guide *guide, double where[2]);

/* Whether a node of it starts inside a closed guide that sheets run outside of, deeper than its
 * solid is said to be; and where. Walls are hollow. */
bool quire_starts_enclosed(const struct quire_state *state, const struct quire_sheet *sheet,
                           const struct quire_guide *guide, double where[2]);

/* How deep its mid-line is in a circle: its nodes, and what of it between them goes so far past the
 * middle of the radius that the circle's side cannot be told; less what segments cut off. */
double quire_start_in_circle(const struct quire_sheet *sheet, const double centre[2],
                             double radius);

#endif
