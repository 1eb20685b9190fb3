/* Lines of nodes along a sheet, and sums over its width that are the same for the mirrored sheet.
 */
#include "force/space_sheet.h"

const double *
quire_sheet_line(const struct quire_sheet *sheet, int line, const double *block, double *room)
{
    const struct quire_ladder *ladder = sheet->ladder;

    if (ladder == NULL) {
        return block;
    }
    for (int i = 0; i <= ladder->n; i++) {
        const double *at = block + (i * ladder->m + line) * 3;
        room[i] = at[0];
        room[sheet->chain.stride + i] = at[1];
    }
    return room;
}

/* mean over the columns of one component at a station */
QUIRE_INLINE double
mean(const struct quire_ladder *ladder, const double *at)
{
    const int m = ladder->m;
    double sum = m % 2 == 1 ? ladder->share[m / 2] * at[3 * (m / 2)] : 0;

    for (int j = 0; j < m / 2; j++) {
        sum += ladder->share[j] * (at[3 * j] + at[3 * (m - 1 - j)]);
    }
    return sum;
}

const double *
quire_sheet_middle(const struct quire_sheet *sheet, const double *block, double *room)
{
    const struct quire_ladder *ladder = sheet->ladder;

    if (ladder == NULL) {
        return block;
    }
    for (int i = 0; i <= ladder->n; i++) {
        const double *at = block + i * ladder->block;
        room[i] = mean(ladder, at);
        room[sheet->chain.stride + i] = mean(ladder, at + 1);
    }
    return room;
}

/* products of the nodes of one station: each column with its mirror image first */
QUIRE_INLINE quire_v4
station_product(int m, const double *a, const double *b)
{
    quire_v4 sum = {0, 0, 0, 0}; /* the fourth is another node's */

    for (int j = 0; j < m / 2; j++) {
        const int l = 3 * j, r = 3 * (m - 1 - j);
        sum += quire_load4(a + l) * quire_load4(b + l) + quire_load4(a + r) * quire_load4(b + r);
    }
    if (m % 2 == 1) {
        sum += quire_load4(a + 3 * (m / 2)) * quire_load4(b + 3 * (m / 2));
    }
    return sum;
}

QUIRE_INLINE double
product(int m, int stations, const double *a, const double *b)
{
    const int n = stations - 1;
    quire_v4 even = {0, 0, 0, 0}, odd = {0, 0, 0, 0};

    for (int i = 0; i < n; i += 2) {
        even += station_product(m, a + 3 * m * i, b + 3 * m * i);
        odd += station_product(m, a + 3 * m * (i + 1), b + 3 * m * (i + 1));
    }
    if (n % 2 == 0) {
        even += station_product(m, a + 3 * m * n, b + 3 * m * n);
    }
    const quire_v4 all = even + odd;
    return (all[0] + all[1]) + all[2];
}

QUIRE_CLONES double
quire_space_dot(int columns, int stations, const double *a, const double *b)
{
    switch (columns) {
    case 2: return product(2, stations, a, b);
    case 3: return product(3, stations, a, b);
    case 5: return product(5, stations, a, b);
    default: return product(columns, stations, a, b);
    }
}

void
quire_held_prescribe(const struct quire_system *sys, const struct quire_held *held,
                     const double given[2], double *v)
{
    const struct quire_sheet *sheet = sys->sheet + held->sheet;
    const struct quire_ladder *ladder = sheet->ladder;

    if (ladder == NULL) {
        double *x = v + sheet->x0 + held->node;
        quire_held_set(held->held, x, x + sheet->chain.stride, given);
        return;
    }
    for (int j = 0; j < ladder->m; j++) {
        double *at = v + sheet->x0 + (held->node * ladder->m + j) * 3;
        quire_held_set(held->held, at, at + 1, given);
        at[2] = 0;
    }
}
