#include "contact/touch/pad_strip.h"

#include <math.h>

#include "contact/touch/cover.h"

double
quire_space_strip(const struct quire_sheet *sheet, const struct quire_space_work *w,
                  const struct quire_pad *pad, const double *q, const double *v, const double at[2],
                  int *near)
{
    const struct quire_ladder *l = sheet->ladder;
    double least = HUGE_VAL, part = 0, slope;

    *near = 0;
    for (int i = 0; i <= l->n; i++) {
        const double *a = q + i * l->block, *u = v + i * l->block;
        int j = 0;
        while (j < l->m - 2 && a[3 * (j + 1) + 2] < pad->at[2]) {
            j++;
        }
        const double *b = a + 3 * j, *c = u + 3 * j, width = b[5] - b[2];
        const double e = width > 0 ? (2 * pad->at[2] - (b[5] + b[2])) / width : 0,
                     left = 0.5 * (1 - e), right = 0.5 * (1 + e);
        for (int d = 0; d < 2; d++) {
            w->strip[d][i] = left * b[d] + right * b[3 + d];
            w->strip[2 + d][i] = left * c[d] + right * c[3 + d];
        }
        const double dx = w->strip[0][i] - at[0], dy = w->strip[1][i] - at[1],
                     square = dx * dx + dy * dy;
        if (square < least) {
            least = square;
            *near = i;
            part = part_within(2 * j + (1 + e), 2 * pad->half / l->w, &slope) *
                   part_within(2 * (l->m - 2 - j) + (1 - e), 2 * pad->half / l->w, &slope);
        }
    }
    return part;
}
