/* A sheet in space as a strip under a pad: at each station between the two columns beside the pad.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "contact/touch/pad_strip.h"
#include "fixtures/machine.h"

enum { ROWS_MOST = 24, COLUMNS_MOST = 5 };

#define CELL    0.03
#define SEGMENT 0.005

/* a sheet that is bent, uneven, and in places folded up across */
static void
fill(double *q, int n, int m, unsigned *seed)
{
    for (int i = 0; i <= n; i++) {
        for (int j = 0; j < m; j++) {
            double *at = q + (i * m + j) * 3;
            at[0] = i * SEGMENT + 1e-3 * machine_random(seed);
            at[1] = 0.02 * sin(0.3 * i) + 1e-3 * machine_random(seed);
            at[2] = (j - 0.5 * (m - 1)) * CELL + 2e-3 * machine_random(seed);
        }
        if (i % 7 == 3 && m > 3) {
            double *second = q + (i * m + 1) * 3, *third = second + 3;
            const double z = second[2];
            second[2] = third[2];
            third[2] = z;
        }
    }
}

/* one coordinate of the strip at a row of nodes */
static double
between(const double *row, int column, double z, int d)
{
    const double *a = row + 3 * column, *b = a + 3, width = b[2] - a[2],
                 e = width > 0 ? (2 * z - (b[2] + a[2])) / width : 0;

    return 0.5 * (1 - e) * a[d] + 0.5 * (1 + e) * b[d];
}

/* the first of the two columns on either side of z, or of the two nearest to it */
static int
column_before(const double *row, int m, double z)
{
    int j = 0;

    while (j < m - 2 && row[3 * (j + 1) + 2] < z) {
        j++;
    }
    return j;
}

/* From two stations before the nearest to two behind it the strip is the same, beside it is NaN;
 * both ends are there. */
static void
try_part(const struct quire_sheet *sheet, const struct quire_space_work *work,
         const struct quire_pad *pad, const double *q, const double at[2], int nearest)
{
    const int n = sheet->chain.n, low = nearest > 2 ? nearest - 2 : 0,
              high = nearest + 3 < n + 1 ? nearest + 3 : n + 1;
    double whole[ROWS_MOST + 8];

    memcpy(whole, work->strip[0], sizeof whole);
    for (int i = 0; i < ROWS_MOST + 8; i++) {
        work->strip[0][i] = work->strip[1][i] = 7;
    }
    const int near = quire_space_strip(sheet, work, pad, q, at, low, high);
    cr_expect_eq(near, nearest, "%d not %d", near, nearest);
    for (int i = low; i < high; i++) {
        cr_expect_eq(work->strip[0][i], whole[i], "station %d", i);
    }
    cr_expect_eq(work->strip[0][0], whole[0], "trailing edge");
    cr_expect_eq(work->strip[0][n], whole[n], "leading edge");
    for (int way = -1; way <= 1; way += 2) {
        int i = nearest;
        while (i > 0 && i < n && !isnan(work->strip[0][i])) {
            cr_expect_eq(work->strip[0][i], whole[i], "station %d is left over", i);
            i += way;
        }
    }
}

static void
try_strip(int n, int m, unsigned *seed)
{
    double q[(ROWS_MOST + 1) * COLUMNS_MOST * 3], strip[3][ROWS_MOST + 8], least = HUGE_VAL;
    const struct quire_ladder ladder = {.n = n, .m = m, .block = 3 * m, .w = CELL};
    const struct quire_sheet sheet = {.ladder = (struct quire_ladder *)&ladder, .chain.n = n};
    const struct quire_space_work work = {.strip = {strip[0], strip[1], strip[2]}};
    const struct quire_pad pad = {.at = {0, 0, 0.5 * m * CELL * machine_random(seed)}};
    const double at[2] = {0.5 * n * SEGMENT * (1 + machine_random(seed)), 0.01};
    int nearest = 0;

    fill(q, n, m, seed);
    const int near = quire_space_strip(&sheet, &work, &pad, q, at, 0, n + 1);
    for (int i = 0; i <= n; i++) {
        const double *row = q + i * ladder.block;
        const int column = column_before(row, m, pad.at[2]);
        const double x = between(row, column, pad.at[2], 0), y = between(row, column, pad.at[2], 1),
                     dx = x - at[0], dy = y - at[1];
        cr_expect(strip[0][i] == x && strip[1][i] == y, "%d of %d, %d columns: %g, %g not %g, %g",
                  i, n, m, strip[0][i], strip[1][i], x, y);
        if (dx * dx + dy * dy < least) {
            least = dx * dx + dy * dy;
            nearest = i;
        }
    }
    cr_expect_eq(near, nearest, "%d, %d columns: %d not %d", n, m, near, nearest);
    try_part(&sheet, &work, &pad, q, at, near);
}

Test(pad_strip, is_between_columns_at_each_station)
{
    unsigned seed = 3;

    for (int n = 5; n <= ROWS_MOST; n++) {
        for (int m = 2; m <= COLUMNS_MOST; m++) {
            for (int k = 0; k < 10; k++) {
                try_strip(n, m, &seed);
            }
        }
    }
}
