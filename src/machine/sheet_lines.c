/* Lines of nodes along a sheet, and sums over its width that are the same for the mirrored sheet.
 */
#include "machine/sheet_lines.h"
#include "machine/hold.h"

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
