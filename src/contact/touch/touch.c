/* Touching places of a planar sheet, and stations of any. */
#include "contact/touch/touch.h"

#include "contact/touch/places.h"

static QUIRE_CLONES void
touch_in_plane(const struct scatter *c, const struct station *p, const struct facing *f,
               const struct quire_contact_law *law, const struct place_moves *moves,
               struct quire_partner target)
{
    touch(c, p, f, law, moves, target);
}

void
quire_touch(const struct scatter *c, const struct station *p, const struct facing *f,
            const struct quire_contact_law *law, const struct place_moves *moves,
            struct quire_partner target)
{
    if (c->column != NULL) {
        quire_column_touch(c, p, f, law, moves, target.index);
    } else {
        touch_in_plane(c, p, f, law, moves, target);
    }
}

QUIRE_CLONES void
quire_station_points(const struct quire_chain *chain, const double *restrict x,
                     const double *restrict y, struct quire_sheet_work *w)
{
    double *restrict cx = w->cx, *restrict cy = w->cy;
    /* weights at the first and last inner node */
    const double outer = STATION_FIRST_OUTER, inner = 1 - 2 * STATION_FIRST_OUTER;
    const int n = chain->n;

    for (int i = 1; i < n; i++) {
        cx[i] = 0.125 * (x[i - 1] + x[i + 1]) + 0.75 * x[i];
        cy[i] = 0.125 * (y[i - 1] + y[i + 1]) + 0.75 * y[i];
    }
    for (int i = 1; i < n; i += n - 2) {
        cx[i] = outer * (x[i - 1] + x[i + 1]) + inner * x[i];
        cy[i] = outer * (y[i - 1] + y[i + 1]) + inner * y[i];
    }
    cx[0] = x[0];
    cy[0] = y[0];
    cx[n] = x[n];
    cy[n] = y[n];
}
