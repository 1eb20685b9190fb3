#include <math.h>
#include <string.h>

#include "sys/contact.h"

/* how far a node may move before the lists are made again [m] */
#define MARGIN 1e-3
#define MOST_GROUPS 64

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

/* the box around each group of nodes */
struct group {
    double low[2], high[2];
};

static int
box_groups(const struct quire_sheet *sheet, const double *x, const double *y, struct group *group, int most)
{
    const int n = sheet->chain.n + 1, size = (n + most - 1) / most > QUIRE_LANES ? (n + most - 1) / most : QUIRE_LANES;

    for (int g = 0; g * size < n; g++) {
        struct group *b = group + g;
        const int last = (g + 1) * size < n ? (g + 1) * size : n;
        *b = (struct group){{x[g * size], y[g * size]}, {x[g * size], y[g * size]}};
        for (int i = g * size + 1; i < last; i++) {
            b->low[0] = x[i] < b->low[0] ? x[i] : b->low[0];
            b->high[0] = x[i] > b->high[0] ? x[i] : b->high[0];
            b->low[1] = y[i] < b->low[1] ? y[i] : b->low[1];
            b->high[1] = y[i] > b->high[1] ? y[i] : b->high[1];
        }
    }
    return size;
}

/* whether a node is closer to a face than `reach` on the sheet's side, or behind it */
static bool
near_face(const struct quire_face *face, double x, double y, double reach)
{
    const double dx = x - face->at[0], dy = y - face->at[1];

    if (face->radius > 0) {
        const double limit = face->radius + face->convex * reach;
        return limit <= 0 || face->convex * (dx * dx + dy * dy) < face->convex * limit * limit;
    }
    return dx * face->normal[0] + dy * face->normal[1] < reach;
}

/* the first and last node within `reach` of a box, and of a face if there is one */
static struct quire_reach
nodes_near(const struct quire_sheet *sheet, const double *x, const double *y, const struct group *group, int size,
           const double low[2], const double high[2], double reach, const struct quire_face *face, double face_reach)
{
    const int n = sheet->chain.n + 1;
    const double x0 = low[0] - reach, x1 = high[0] + reach, y0 = low[1] - reach, y1 = high[1] + reach;
    struct quire_reach r = {0, n, 0};

    for (int g = 0; g * size < n; g++) {
        const struct group *b = group + g;
        const int last = (g + 1) * size < n ? (g + 1) * size : n;
        if (b->high[0] < x0 || b->low[0] > x1 || b->high[1] < y0 || b->low[1] > y1) {
            continue;
        }
        for (int i = g * size; i < last; i++) {
            if (x[i] > x0 && x[i] < x1 && y[i] > y0 && y[i] < y1 && (face == NULL || near_face(face, x[i], y[i], face_reach))) {
                r.low = i < r.low ? i : r.low;
                r.high = i + 1;
            }
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
    /* a station lies within half a segment of its node, and beside the chain by less than a twentieth of one */
    const double h = sheet->chain.h, along = MARGIN + 0.55 * h + sheet->half, beside = MARGIN + 0.05 * h + sheet->half;
    struct group group[MOST_GROUPS];

    if (still_good(st, sheet, w, px, py)) {
        return;
    }
    const int size = box_groups(sheet, px, py, group, MOST_GROUPS);
    w->listed = true;
    w->n_face = w->n_corner = w->n_roller = 0;
    memcpy(w->near_x, px, sizeof(double) * (size_t)sheet->chain.stride);
    memcpy(w->near_y, py, sizeof(double) * (size_t)sheet->chain.stride);
    for (int k = 0; k < sys->n_face; k++) {
        const struct quire_face *face = sys->face + k;
        const struct quire_guide *guide = sys->guide + face->guide;
        if (guide->law[2 * index] >= 0 || guide->law[2 * index + 1] >= 0) {
            list(w->face, &w->n_face, nodes_near(sheet, px, py, group, size, face->low, face->high, along, face, beside), k);
        }
    }
    for (int k = 0; k < sys->n_corner; k++) {
        const struct quire_corner_contact *corner = sys->corner + k;
        const struct quire_guide *guide = sys->guide + corner->guide;
        if (guide->law[2 * index] >= 0 || guide->law[2 * index + 1] >= 0) {
            list(w->corner, &w->n_corner, nodes_near(sheet, px, py, group, size, corner->at, corner->at, MARGIN + h + sheet->thickness + guide->depth, NULL, 0), k);
        }
    }
    for (int k = 0; k < sys->n_roller; k++) {
        const struct quire_roller *roller = sys->roller + k;
        const double *c = st->carrier[roller->small].centre;
        w->near_centre[k][0] = c[0];
        w->near_centre[k][1] = c[1];
        if (roller->law[2 * index] >= 0 || roller->law[2 * index + 1] >= 0) {
            list(w->roller, &w->n_roller, nodes_near(sheet, px, py, group, size, c, c, 2 * MARGIN + h + sheet->half + roller->radius, NULL, 0), k);
        }
    }
}
