/* Most pieces and corners of guides that are near are not touched, nor along most of the sheet.
 * Those that are not even close are left out as long as no node has moved far. What is listed is
 * only a bound: results do not depend on it. */
#include "contact/guide/close_pieces.h"

#include "contact/guide/corner_reach.h"
#include "contact/guide/piece_hull.h"
#include "contact/law/constants.h"
#include "contact/touch/columns.h"
#include "contact/touch/gone.h"

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

    if (w->n_close >= 0 && w->close_age <= QUIRE_CLOSE_YOUNG) {
        margin *= 2;
    } else if (w->n_close >= 0 && w->close_age > QUIRE_CLOSE_OLD) {
        margin *= 0.5;
    }
    w->close_margin = margin < QUIRE_CLOSE_MARGIN_LEAST  ? QUIRE_CLOSE_MARGIN_LEAST
                      : margin > QUIRE_CLOSE_MARGIN_MOST ? QUIRE_CLOSE_MARGIN_MOST
                                                         : margin;
    w->close_age = 0;
}

/* Of which of four nodes one of its three is farther from a point than `reach` to one side: square
 * to the line between its neighbours, or along that. There the curve is, too. */
QUIRE_INLINE quire_mask4
are_apart(const struct scatter *c, const double at[2], int first, double reach)
{
    const quire_v4 zero = {0}, lx = quire_load4(c->x + first - 1) - at[0],
                   ly = quire_load4(c->y + first - 1) - at[1],
                   x = quire_load4(c->x + first) - at[0], y = quire_load4(c->y + first) - at[1],
                   rx = quire_load4(c->x + first + 1) - at[0],
                   ry = quire_load4(c->y + first + 1) - at[1];
    const quire_v4 tx = rx - lx, ty = ry - ly, most = (reach * reach) * (tx * tx + ty * ty);
    const quire_v4 outer = tx * ly - ty * lx, middle = tx * y - ty * x; /* across */
    const quire_v4 before = tx * lx + ty * ly, here = tx * x + ty * y, next = tx * rx + ty * ry;
    const quire_mask4 across =
        (outer * middle > zero) & (outer * outer > most) & (middle * middle > most);

    return across | ((before * here > zero) & (next * here > zero) & (before * before > most) &
                     (here * here > most) & (next * next > most));
}

/* which of the nodes from i on are not beyond the last */
QUIRE_INLINE quire_mask4
listed(int i, int last)
{
    const quire_mask4 node = {i, i + 1, i + 2, i + 3}, most = {last, last, last, last};

    return node <= most;
}

/* whether the sheet may touch a corner that it is near */
QUIRE_INLINE bool
is_close_to(const struct scatter *c, const struct quire_candidates *near)
{
    const struct quire_system *sys = c->state->system;
    const struct quire_sheet *sheet = sys->sheet + c->sheet;
    const struct quire_corner_contact *corner = sys->corner + near->target;
    const double reach =
        quire_corner_reach(sheet, corner, sys->guide + corner->guide) + c->work->close_margin;
    const int low = near->low > 2 ? near->low - 1 : 1,
              last = near->high < sheet->chain.n ? near->high : sheet->chain.n - 1;
    quire_mask4 may = {0};

    for (int i = low; i <= last; i += LANES) {
        may |= ~are_apart(c, corner->at, i, reach) & listed(i, last);
    }
    return quire_any(may);
}

static QUIRE_CLONES void
list_corners(const struct scatter *c)
{
    struct quire_sheet_work *w = c->work;
    const bool all = c->column != NULL && c->column->rib != NULL; /* it is not where nodes are */

    w->n_close_corner = 0;
    for (int k = 0; k < w->n_corner; k++) {
        if (all || is_close_to(c, w->corner + k)) {
            w->close_corner[w->n_close_corner++] = k;
        }
    }
}

QUIRE_CLONES void
quire_close_lists(const struct scatter *c)
{
    const struct quire_system *sys = c->state->system;
    const int stride = sys->sheet[c->sheet].chain.stride;
    struct quire_sheet_work *w = c->work;

    if (w->n_close >= 0 && quire_gone(&w->gone) <= w->close_until) {
        w->close_age++;
        return;
    }
    set_margin(w);
    quire_gone_begin(&w->gone, c->x, c->y, stride);
    w->close_until = quire_gone(&w->gone) + w->close_margin;
    w->n_close = 0;
    for (int k = 0; k < w->n_piece; k++) {
        w->n_close += narrow(c, w->face + k, w->close + w->n_close);
    }
    list_corners(c);
}
