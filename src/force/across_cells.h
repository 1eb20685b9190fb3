/* Cells of a sheet in space between two columns: what of them lies in an extent across, at which
 * lines there forces are taken, and how these and their derivatives are shared out to the columns.
 * What neighbouring cells add to a column stands apart until it is added up, so that a mirrored
 * sheet has the same bits. */
#ifndef QUIRE_FORCE_ACROSS_CELLS_H
#define QUIRE_FORCE_ACROSS_CELLS_H

#include "contact/touch/facing.h"

/* From where to where a cell between two places across lies in an extent, from -1 to 1; false:
 * nowhere. */
static inline bool
quire_cell_extent(const double across[2], double left, double right, double e[2])
{
    for (int k = 0; k < 2; k++) {
        const double at = (2 * across[k] - (left + right)) / (right - left);
        e[k] = at < -1 ? -1 : at > 1 ? 1 : at;
    }
    return e[1] > e[0];
}

/* Two Gauss points of that part of a cell. */
static inline void
quire_cell_points(const double e[2], double at[2])
{
    const double middle = 0.5 * (e[0] + e[1]), half = 0.5 * (e[1] - e[0]), root = 1 / sqrt(3.0);

    at[0] = middle - half * root;
    at[1] = middle + half * root;
}

/* Derivatives of the forces on the columns of one station by the motion of those of one: by the
 * column itself, of the cells on either side apart, and of one by the next. */
struct quire_cell_changes {
    double own[2][QUIRE_COLUMNS_MOST][3][3], beside[QUIRE_COLUMNS_MOST][3][3];
};

/* Of the cell j at a point whose shares are w: of the force's component r by component c. */
static inline void
quire_cell_add_change(struct quire_cell_changes *out, int j, int r, int c, const double w[2],
                      double by)
{
    out->own[1][j][r][c] += w[0] * w[0] * by;
    out->own[0][j + 1][r][c] += w[1] * w[1] * by;
    out->beside[j][r][c] += w[0] * w[1] * by;
}

/* Adds `factor` times the derivatives of the forces on station i by the motion of station k. */
void quire_cell_spread_changes(const struct quire_ladder *ladder, const struct quire_slabs *slabs,
                               int i, int k, double factor, const struct quire_cell_changes *by);

#endif
