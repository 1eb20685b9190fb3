#include "force/across_cells.h"

void
quire_cell_spread_changes(const struct quire_ladder *l, const struct quire_slabs *slabs, int i,
                          int k, double factor, const struct quire_cell_changes *by)
{
    for (int b = 0; b < 3 * l->m; b++) {
        double *entry = quire_slab_entries(slabs, i, k, b);
        const int c = b % 3, of = b / 3;
        for (int r = 0; r < 3; r++) {
            entry[3 * of + r] -= factor * (by->own[0][of][r][c] + by->own[1][of][r][c]);
            if (of > 0) {
                entry[3 * (of - 1) + r] -= factor * by->beside[of - 1][r][c];
            }
            if (of + 1 < l->m) {
                entry[3 * (of + 1) + r] -= factor * by->beside[of][r][c];
            }
        }
    }
}
