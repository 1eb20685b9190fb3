/* Feet of places on a sheet in space that are searched side by side are those searched one by one,
 * and what is left out as too far away is farther than that. */
#include <criterion/criterion.h>
#include <math.h>

#include "contact/sheets/space_sheets_feet.h"

enum { N = 9, M = 4, NODES = (N + 1) * M };

#define CELL    0.03
#define SEGMENT 0.008

static double
noise(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed / 4294967296.0 - 0.5;
}

/* a sheet that is bent, twisted and uneven */
static void
fill(double *q, unsigned *seed, double uneven)
{
    for (int i = 0; i <= N; i++) {
        for (int j = 0; j < M; j++) {
            const double x = i * SEGMENT, z = j * CELL;
            double *at = q + (i * M + j) * 3;
            at[0] = x + 0.02 * z + uneven * noise(seed);
            at[1] = 0.003 * sin(60 * x) + 0.3 * x * z + uneven * noise(seed);
            at[2] = z - 0.05 * x + uneven * noise(seed);
        }
    }
}

/* four places about a cell's piece, at up to `height` from it */
static void
place(struct feet *f, const double *q, unsigned *seed, double height)
{
    for (int l = 0; l < FEET; l++) {
        const int i = 1 + (int)((noise(seed) + 0.5) * (N - 1)),
                  j = (int)((noise(seed) + 0.5) * (M - 1));
        const double *a = q + (i * M + j) * 3, *b = a + 3, r = noise(seed) + 0.5,
                     s = 1.4 * noise(seed) * SEGMENT;
        f->i[l] = i;
        f->j[l] = j;
        f->x[l] = (quire_v4){a[0] + r * (b[0] - a[0]) + s,
                             a[1] + r * (b[1] - a[1]) + height * noise(seed),
                             a[2] + r * (b[2] - a[2]), 0};
    }
}

/* the foot of place l, and how far it is away */
static bool
foot_of(struct over *o, const struct feet *f, int l, struct foot *foot, double *distance)
{
    struct space_place p;

    o->centre = f->x[l];
    if (!find_foot(o, f->i[l], f->j[l], foot)) {
        return false;
    }
    p.station = foot->i - 1;
    spline_weights(spline_type(foot->i, o->n), foot->s, p.b, p.d, p.dd);
    place_on_cell(o, f->j[l], &p);
    *distance = sqrt(dot3(p.x, p.x));
    return true;
}

/* the row that a place is nearest to, -1: none */
static int
nearest_row_of(struct over *o, const struct feet *f, int l, int *cell)
{
    double least = HUGE_VAL;
    int best = -1;

    o->centre = f->x[l];
    for (int i = f->rows[l].first, j = 0; i < f->rows[l].last; i++) {
        const double square = square_of_row(o, i, &j);
        if (square < least) {
            least = square;
            best = i;
            *cell = j;
        }
    }
    return best;
}

Test(space_sheets_feet, begin_at_the_nearest_rows)
{
    const struct quire_ladder ladder = {.m = M, .w = CELL};
    const struct quire_sheet sheet = {.ladder = (struct quire_ladder *)&ladder};
    double q[3 * NODES];
    unsigned seed = 11;
    int none = 0, ends = 0, cells = 0;

    for (int k = 0; k < 1000; k++) {
        struct over o = {.sheet = &sheet, .q = q, .n = N, .m = M, .level = true};
        struct feet f;
        fill(q, &seed, 1e-4);
        place(&f, q, &seed, 4e-3);
        for (int l = 0; l < FEET; l++) {
            f.rows[l].first = (int)((noise(&seed) + 0.5) * N);
            f.rows[l].last = f.rows[l].first + (int)((noise(&seed) + 0.5) * 4);
            f.rows[l].last = f.rows[l].last < N + 1 ? f.rows[l].last : N + 1;
        }
        nearest_rows(&o, &f);
        for (int l = 0; l < FEET; l++) {
            int cell = 0;
            const int row = nearest_row_of(&o, &f, l, &cell);
            cr_assert_eq(f.none[l] != 0, row < 0, "%d", k);
            cr_assert(row < 0 || (f.i[l] == (row < 1       ? 1
                                             : row > N - 1 ? N - 1
                                                           : row) &&
                                  f.j[l] == cell),
                      "%d: row %d on cell %d, %d on %d", k, f.i[l], f.j[l], row, cell);
            none += row < 0;
            ends += row == 0 || row == N;
            cells += row >= 0 && cell > 0;
        }
    }
    cr_assert(none > 100 && ends > 100 && cells > 100, "%d %d %d", none, ends, cells);
}

Test(space_sheets_feet, are_those_searched_one_by_one)
{
    const struct quire_ladder ladder = {.m = M, .w = CELL};
    const struct quire_sheet sheet = {.ladder = (struct quire_ladder *)&ladder};
    double q[3 * NODES];
    unsigned seed = 7;
    int found = 0, far = 0, moved = 0, alone = 0;

    for (int k = 0; k < 3000; k++) {
        struct over o = {.sheet = &sheet,
                         .q = q,
                         .v = q,
                         .n = N,
                         .m = M,
                         .axis = {0, 0, 1, 0},
                         .level = true,
                         .far = 1e-4};
        struct feet at, f;
        fill(q, &seed, k % 2 == 0 ? 0 : 1e-4);
        place(&at, q, &seed, k % 3 == 0 ? 4e-3 : 4e-4);
        f = at;
        find_feet(&o, &f);
        o.far = 0;
        for (int l = 0; l < FEET; l++) {
            struct foot one = {.cap = 0};
            double distance = 0;
            const bool any = foot_of(&o, &at, l, &one, &distance);
            if (f.found[l] != 0) {
                cr_assert(any && one.cap == 0 && one.i == f.i[l], "%d: piece %d, %d", k, one.i,
                          f.i[l]);
                cr_assert_lt(fabs(one.s - f.s[l]), 1e-8, "%d: %g, %g", k, one.s, f.s[l]);
                moved += one.i != at.i[l];
            } else if (f.far[l] != 0) {
                cr_assert(any && distance > 1e-4, "%d: %g", k, distance);
            }
            found += f.found[l] != 0;
            far += f.far[l] != 0;
            alone += f.found[l] == 0 && f.far[l] == 0;
            /* one by one likewise */
            struct over near = o;
            near.far = 1e-4;
            near.centre = f.x[l];
            struct foot other;
            cr_assert(find_foot(&near, at.i[l], at.j[l], &other) || !any || distance > 1e-4);
        }
    }
    cr_assert(found > 1000 && far > 1000 && moved > 100 && alone > 10, "%d %d %d %d", found, far,
              moved, alone);
}
