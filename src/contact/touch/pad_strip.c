#include "contact/touch/pad_strip.h"

#include <math.h>

#include "contact/touch/cover.h"
#include "math/kernel.h"

/* Where a strip is at a station: between which columns, and how far from one to the other. */
struct between {
    int column;
    double width, e; /* e = -1, 1: on the first, on the second */
};

/* of the two columns that a row's z is between, the first */
static inline int
column_before(const struct quire_ladder *l, const double *a, double z)
{
    int j = 0;

    while (j < l->m - 2 && a[3 * (j + 1) + 2] < z) {
        j++;
    }
    return j;
}

static struct between
columns_beside(const struct quire_ladder *l, const double *a, double z)
{
    const int j = column_before(l, a, z);
    const double *b = a + 3 * j, width = b[5] - b[2];
    return (struct between){j, width, width > 0 ? (2 * z - (b[5] + b[2])) / width : 0};
}

/* what of the pad lies on the sheet, and how that changes with e */
static struct second
covered(const struct quire_ladder *l, const struct quire_pad *pad, const struct between *s)
{
    return part_between(2 * s->column + (1 + s->e), 2 * (l->m - 2 - s->column) + (1 - s->e),
                        2 * pad->half / l->w);
}

double
quire_strip_cover(const struct quire_sheet *sheet, const struct quire_pad *pad, const double *q,
                  int node)
{
    const struct quire_ladder *l = sheet->ladder;
    const struct between s = columns_beside(l, q + node * l->block, pad->at[2]);

    return covered(l, pad, &s).x;
}

/* Four stations of a strip, from the i-th on; behind the last one it is repeated. */
QUIRE_INLINE void
strip_of_four(const struct quire_ladder *l, const double *q, int i, double z, quire_v4 *x,
              quire_v4 *y)
{
    const ptrdiff_t block = l->block, last = l->n * block;
    const quire_v4 zero = {0}, one = quire_all4(1);
    const double *row[4];
    quire_v4 low[4], high[4], first[4], second[4];
    quire_mask4 before = {0}, on = ~before;

    for (int k = 0; k < 4; k++) {
        const ptrdiff_t at = (i + k) * block;
        row[k] = q + (at < last ? at : last);
    }
    /* as column_before() */
    for (int j = 1; j < l->m - 1; j++) {
        const int d = 3 * j + 2;
        on &= (quire_v4){row[0][d], row[1][d], row[2][d], row[3][d]} < quire_all4(z);
        before -= on;
    }
    for (int k = 0; k < 4; k++) {
        const double *b = row[k] + 3 * before[k];
        low[k] = quire_load4(b);
        high[k] = quire_load4(b + 2);
    }
    quire_transpose4(first, low[0], low[1], low[2], low[3]);
    quire_transpose4(second, high[0], high[1], high[2], high[3]);
    const quire_v4 width = second[3] - first[2];
    const quire_mask4 wide = width > zero;
    const quire_v4 e = quire_where4(wide, (2 * z - (second[3] + first[2])) /
                                              quire_select4(wide, width, one)),
                   left = 0.5 * (1 - e), right = 0.5 * (1 + e);
    *x = left * first[0] + right * first[3];
    *y = left * first[1] + right * second[2];
}

/* one station of a strip */
static void
put_station(const struct quire_sheet *sheet, const struct quire_space_work *w,
            const struct quire_pad *pad, const double *q, int node)
{
    const struct between s =
        columns_beside(sheet->ladder, q + node * sheet->ladder->block, pad->at[2]);
    const double *a = q + node * sheet->ladder->block + 3 * s.column, left = 0.5 * (1 - s.e),
                 right = 0.5 * (1 + s.e);

    w->strip[0][node] = left * a[0] + right * a[3];
    w->strip[1][node] = left * a[1] + right * a[4];
}

QUIRE_CLONES int
quire_space_strip(const struct quire_sheet *sheet, const struct quire_space_work *w,
                  const struct quire_pad *pad, const double *q, const double at[2], int low,
                  int high)
{
    const struct quire_ladder *l = sheet->ladder;
    const int first = low & ~3, last = high <= l->n ? high : l->n + 1;
    quire_v4 least = quire_all4(HUGE_VAL), node = {first, first + 1, first + 2, first + 3},
             nearest = {0};
    double best = HUGE_VAL, near = 0;
    int i = first;

    if (first > 0) {
        w->strip[0][first - 1] = w->strip[1][first - 1] = NAN;
        put_station(sheet, w, pad, q, 0);
    }
    for (; i < last; i += 4, node += 4) {
        quire_v4 x, y;
        strip_of_four(l, q, i, pad->at[2], &x, &y);
        quire_store4(w->strip[0] + i, x);
        quire_store4(w->strip[1] + i, y);
        const quire_v4 dx = x - at[0], dy = y - at[1], square = dx * dx + dy * dy;
        const quire_mask4 nearer = square < least;
        least = quire_select4(nearer, square, least);
        nearest = quire_select4(nearer, node, nearest);
    }
    if (i <= l->n) {
        w->strip[0][i] = w->strip[1][i] = NAN;
        put_station(sheet, w, pad, q, l->n);
    }
    for (int k = 0; k < 4; k++) { /* of several the first */
        if (least[k] < best || (least[k] == best && nearest[k] < near)) {
            best = least[k];
            near = nearest[k];
        }
    }
    return (int)near;
}

double
quire_strip_push(const struct quire_sheet *sheet, const struct quire_pad *pad, const double *q,
                 int node, const double by[2], double by_cover, double *force)
{
    const struct quire_ladder *l = sheet->ladder;
    const double *a = q + node * l->block;
    const struct between s = columns_beside(l, a, pad->at[2]);
    const double *b = a + 3 * s.column;
    const double left = 0.5 * (1 - s.e), right = 0.5 * (1 + s.e);
    double *f = force + node * l->block + 3 * s.column;

    for (int d = 0; d < 2; d++) {
        f[d] += left * by[d];
        f[3 + d] += right * by[d];
    }
    if (!(s.width > 0)) {
        return 0;
    }
    /* e goes with -2 left / width and -2 right / width by the two z */
    const double by_e = 0.5 * (by[0] * (b[3] - b[0]) + by[1] * (b[4] - b[1])) +
                        by_cover * covered(l, pad, &s).d[0],
                 z = -2 * by_e / s.width;
    f[2] += left * z;
    f[5] += right * z;
    return z;
}
