#include "contact/touch/pad_strip.h"

#include <math.h>

#include "contact/touch/cover.h"

/* Where a strip is at a station: between which columns, and how far from one to the other. */
struct between {
    int column;
    double width, e; /* e = -1, 1: on the first, on the second */
};

static struct between
columns_beside(const struct quire_ladder *l, const double *a, double z)
{
    int j = 0;

    while (j < l->m - 2 && a[3 * (j + 1) + 2] < z) {
        j++;
    }
    const double *b = a + 3 * j, width = b[5] - b[2];
    return (struct between){j, width, width > 0 ? (2 * z - (b[5] + b[2])) / width : 0};
}

/* what of the pad lies on the sheet, and how that changes with e */
static double
covered(const struct quire_ladder *l, const struct quire_pad *pad, const struct between *s,
        double *slope)
{
    const double half = 2 * pad->half / l->w;
    double rise, fall;
    const double left = part_within(2 * s->column + (1 + s->e), half, &rise),
                 right = part_within(2 * (l->m - 2 - s->column) + (1 - s->e), half, &fall);

    *slope = rise * right - left * fall;
    return left * right;
}

double
quire_strip_cover(const struct quire_sheet *sheet, const struct quire_pad *pad, const double *q,
                  int node)
{
    const struct quire_ladder *l = sheet->ladder;
    const struct between s = columns_beside(l, q + node * l->block, pad->at[2]);
    double slope;

    return covered(l, pad, &s, &slope);
}

int
quire_space_strip(const struct quire_sheet *sheet, const struct quire_space_work *w,
                  const struct quire_pad *pad, const double *q, const double *v, const double at[2])
{
    const struct quire_ladder *l = sheet->ladder;
    double least = HUGE_VAL;
    int near = 0;

    for (int i = 0; i <= l->n; i++) {
        const double *a = q + i * l->block, *u = v + i * l->block;
        const struct between s = columns_beside(l, a, pad->at[2]);
        const double *b = a + 3 * s.column, *c = u + 3 * s.column;
        const double left = 0.5 * (1 - s.e), right = 0.5 * (1 + s.e);
        for (int d = 0; d < 2; d++) {
            w->strip[d][i] = left * b[d] + right * b[3 + d];
            w->strip[2 + d][i] = left * c[d] + right * c[3 + d];
        }
        const double dx = w->strip[0][i] - at[0], dy = w->strip[1][i] - at[1],
                     square = dx * dx + dy * dy;
        if (square < least) {
            least = square;
            near = i;
        }
    }
    return near;
}

int
quire_strip_column(const struct quire_sheet *sheet, const struct quire_pad *pad, const double *q,
                   int node)
{
    return columns_beside(sheet->ladder, q + node * sheet->ladder->block, pad->at[2]).column;
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
    double *f = force + node * l->block + 3 * s.column, slope;

    covered(l, pad, &s, &slope);
    for (int d = 0; d < 2; d++) {
        f[d] += left * by[d];
        f[3 + d] += right * by[d];
    }
    if (!(s.width > 0)) {
        return 0;
    }
    /* e goes with -2 left / width and -2 right / width by the two z */
    const double by_e = 0.5 * (by[0] * (b[3] - b[0]) + by[1] * (b[4] - b[1])) + by_cover * slope,
                 z = -2 * by_e / s.width;
    f[2] += left * z;
    f[5] += right * z;
    return z;
}
