/* How deep sheets lie in guides, rollers, walls and each other. */
#ifndef QUIRE_JUDGE_DEPTH_H
#define QUIRE_JUDGE_DEPTH_H

#include "contact/sheets/sheets.h"
#include "state/state.h"

/* A place along the axes of a guide that moves or is tilted; false where the guide does not reach
 * across. */
bool quire_guide_sees(const struct quire_state *st, const struct quire_guide *g, const double at[3],
                      double out[2]);

/* How deep a point lies in a guide's solid; negative outside, and where the guide does not reach
 * across. */
double quire_depth_in_guide(const struct quire_state *st, const struct quire_guide *g,
                            const double at[3]);

/* How deep a row of nodes across a sheet lies in a guide's solid, and where; also one that is
 * narrower than the columns are apart. */
double quire_depth_of_row(const struct quire_state *st, const struct quire_guide *g,
                          const double *row, size_t columns, double where[2]);

/* Where a row of nodes passes the middle of a guide that ends on both sides; false where it does
 * not. */
bool quire_row_at_middle(const struct quire_guide *g, const double *row, size_t columns,
                         double out[3]);

double quire_depth_in_roller(const double centre[2], double radius, const double p[2]);

/* How deep a node at the edge of a sheet is in a wall; negative outside, and where the whole sheet
 * is behind it. `nodes`: of its station. */
double quire_depth_in_wall(const struct quire_wall_view *wall, double depth,
                           const struct quire_ladder *ladder, const double *nodes);

/* Whether the curves that contact sees of two sheets' mid-lines cross, and how deep they then are
 * in each other, unless `depth` is NULL; false also where memory runs out. */
bool quire_curves_cross(const struct quire_line *a, const struct quire_line *b, double where[2],
                        double *depth);

/* Nodes of a sheet in space: so many rows, of so many columns, of three numbers each. */
struct quire_rows {
    const double *node;
    int rows, columns;
};

/* The same for the mid-surfaces of two sheets in space, in planes across which both lie; unless
 * NULL, *distance is the least in these planes, infinite where there are none [m]. */
bool quire_surfaces_cross(const struct quire_rows *a, const struct quire_rows *b, double where[2],
                          double *depth, double *distance);

#endif
