/* Most pieces of guides that are near are not touched, nor along most of the sheet. Those that are
 * not even close are left out as long as no node has moved far. What is listed is only a bound:
 * results do not depend on it. */
#include "contact/guide/close_pieces.h"

#include <string.h>

#include "contact/guide/piece_hull.h"
#include "contact/touch/columns.h"

/* How far nodes may have moved before [m]: within these bounds so far that a list serves for a few
 * evaluations. To make it costs hardly more than one of them. */
#define LEAST_MARGIN 0.02e-3
#define MOST_MARGIN  1e-3
#define YOUNG        2 /* evaluations; a list that lasts no longer is made too often, */
#define OLD          7 /* one that lasts longer has too much in it */

/* whether a node has moved by more than that; NaN counts as not, for then no list matters */
QUIRE_INLINE bool
any_moved(const struct scatter *c, int stride)
{
    const struct quire_sheet_work *w = c->work;
    const quire_v4 most = quire_all4(w->close_margin * w->close_margin);
    quire_mask4 far = {0};

    for (int i = 0; i < stride; i += LANES) {
        const quire_v4 dx = quire_load4(c->x + i) - quire_load4(w->close_x + i),
                       dy = quire_load4(c->y + i) - quire_load4(w->close_y + i);
        far |= dx * dx + dy * dy > most;
    }
    return quire_any(far);
}

/* The nodes of a list that are close to a piece; false: none is. */
QUIRE_INLINE bool
narrow(const struct scatter *c, const struct quire_candidates *near, struct quire_candidates *out)
{
    const struct quire_system *sys = c->state->system;
    const struct quire_face *face = sys->face + near->target;
    const int n = sys->sheet[c->sheet].chain.n, end = near->high < n ? near->high : n;
    const double level = quire_outer_level(c, sys->guide + face->guide),
                 margin = c->work->close_margin;
    const bool trail = near->low == 0 && quire_end_may_touch(c, face, 0, level, margin),
               lead = near->high == n + 1 && quire_end_may_touch(c, face, n, level, margin);
    int low = n + 1, high = 0;

    for (int first = near->low & ~3; first < end; first += LANES) {
        if (quire_any(quire_may_overlap(c, face, first, level, margin))) {
            low = first < low ? first : low;
            high = first + LANES;
        }
    }
    *out = *near;
    out->low = trail ? 0 : low > near->low ? low : near->low > 1 ? near->low : 1;
    out->high = lead ? n + 1 : high < end ? high : end;
    if (low > n) { /* no span */
        out->low = trail ? 0 : n;
        out->high = lead ? n + 1 : 1;
    }
    return low <= n || trail || lead;
}

/* by how long the last list was good for */
QUIRE_INLINE void
set_margin(struct quire_sheet_work *w)
{
    double margin = w->close_margin;

    if (w->n_close >= 0 && w->close_age <= YOUNG) {
        margin *= 2;
    } else if (w->n_close >= 0 && w->close_age > OLD) {
        margin *= 0.5;
    }
    w->close_margin = margin < LEAST_MARGIN  ? LEAST_MARGIN
                      : margin > MOST_MARGIN ? MOST_MARGIN
                                             : margin;
    w->close_age = 0;
}

QUIRE_CLONES void
quire_close_pieces(const struct scatter *c)
{
    const struct quire_system *sys = c->state->system;
    const int stride = sys->sheet[c->sheet].chain.stride;
    struct quire_sheet_work *w = c->work;

    if (w->n_close >= 0 && !any_moved(c, stride)) {
        w->close_age++;
        return;
    }
    set_margin(w);
    memcpy(w->close_x, c->x, sizeof(double) * (size_t)stride);
    memcpy(w->close_y, c->y, sizeof(double) * (size_t)stride);
    w->n_close = 0;
    for (int k = 0; k < w->n_piece; k++) {
        w->n_close += narrow(c, w->face + k, w->close + w->n_close);
    }
}
