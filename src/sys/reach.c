#include <math.h>

#include "sys/contact.h"

/* how far a node may move before the lists are made again [m] */
#define MARGIN 2e-3

/* the largest move in x or y; NaN counts as none, for then no list matters */
static QUIRE_CLONES double
largest_move(const double *restrict x, const double *restrict y, const double *restrict nx, const double *restrict ny, int stride)
{
    double best[QUIRE_LANES] = {0};

    for (int i = 0; i < stride; i += QUIRE_LANES) {
        QUIRE_IVDEP
        for (int j = 0; j < QUIRE_LANES; j++) {
            const double dx = x[i + j] - nx[i + j], dy = y[i + j] - ny[i + j], d = dx * dx + dy * dy;
            best[j] = d > best[j] ? d : best[j];
        }
    }
    return quire_largest8(best);
}

static bool
still_good(const struct quire_state *st, const struct quire_sheet *sheet, const struct quire_sheet_work *w, const double *x,
           const double *y)
{
    if (!w->listed) {
        return false;
    }
    double most = largest_move(x, y, w->near_x, w->near_y, sheet->chain.stride);
    for (int k = 0; k < st->system->n_roller; k++) {
        const double *c = st->carrier[st->system->roller[k].small].centre;
        const double dx = c[0] - w->near_centre[k][0], dy = c[1] - w->near_centre[k][1];
        most = quire_larger(dx * dx + dy * dy, most);
    }
    return most <= MARGIN * MARGIN;
}

/* the first and last node within `reach` of a box */
static struct quire_reach
nodes_near(const struct quire_sheet *sheet, const double *x, const double *y, const double low[2], const double high[2],
           double reach)
{
    struct quire_reach r = {0, sheet->chain.n + 1, 0};

    for (int i = 0; i <= sheet->chain.n; i++) {
        if (x[i] > low[0] - reach && x[i] < high[0] + reach && y[i] > low[1] - reach && y[i] < high[1] + reach) {
            r.low = i < r.low ? i : r.low;
            r.high = i + 1;
        }
    }
    return r;
}

static void
list(struct quire_reach *out, int *n, struct quire_reach r, int target)
{
    if (r.low < r.high) {
        r.target = target;
        out[(*n)++] = r;
    }
}

void
quire_reach_update(struct quire_state *st, int index, const double *y)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + index;
    struct quire_sheet_work *w = st->sheet + index;
    const double *px = y + sheet->x0, *py = px + sheet->chain.stride;
    const double near = 2 * MARGIN + sheet->chain.h + sheet->thickness; /* both may move; a curve point is within h of a node */

    if (still_good(st, sheet, w, px, py)) {
        return;
    }
    w->listed = true;
    w->n_face = w->n_corner = w->n_roller = 0;
    for (int i = 0; i < sheet->chain.stride; i++) {
        w->near_x[i] = px[i];
        w->near_y[i] = py[i];
    }
    for (int k = 0; k < sys->n_face; k++) {
        const struct quire_face *face = sys->face + k;
        const struct quire_guide *guide = sys->guide + face->guide;
        if (guide->law[2 * index] >= 0 || guide->law[2 * index + 1] >= 0) {
            list(w->face, &w->n_face, nodes_near(sheet, px, py, face->low, face->high, near + guide->depth), k);
        }
    }
    for (int k = 0; k < sys->n_corner; k++) {
        const struct quire_corner_contact *corner = sys->corner + k;
        const struct quire_guide *guide = sys->guide + corner->guide;
        if (guide->law[2 * index] >= 0 || guide->law[2 * index + 1] >= 0) {
            list(w->corner, &w->n_corner, nodes_near(sheet, px, py, corner->at, corner->at, near), k);
        }
    }
    for (int k = 0; k < sys->n_roller; k++) {
        const struct quire_roller *roller = sys->roller + k;
        const double *c = st->carrier[roller->small].centre;
        w->near_centre[k][0] = c[0];
        w->near_centre[k][1] = c[1];
        if (roller->law[2 * index] >= 0 || roller->law[2 * index + 1] >= 0) {
            list(w->roller, &w->n_roller, nodes_near(sheet, px, py, c, c, near + roller->radius), k);
        }
    }
}
