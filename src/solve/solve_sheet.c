/* One sheet by itself. */
#include "solve/solve.h"

void
quire_solve_sheet(const struct quire_state *st, int k, double *r)
{
    const struct quire_sheet *sheet = st->system->sheet + k;

    if (sheet->ladder != NULL) {
        quire_slabs_solve(st->sheet[k].slab_factor, r + sheet->x0);
        return;
    }
    quire_band_solve(&st->sheet[k].factor, r + sheet->x0, r + sheet->x0 + sheet->chain.stride);
}
