/* Lines of nodes along a sheet: a column of nodes, or the mid-line, laid out as a planar sheet is
 * (x of all stations, y `chain.stride` behind); and the places where friction may hold on to it. */
#ifndef QUIRE_MACHINE_SHEET_LINES_H
#define QUIRE_MACHINE_SHEET_LINES_H

#include "machine/hold.h"
#include "machine/system.h"

/* How many lines of nodes a sheet has: one in the plane, in space its columns. */
static inline int
quire_sheet_lines(const struct quire_sheet *sheet)
{
    return sheet->ladder != NULL ? sheet->ladder->m : 1;
}

/* How many places there are where friction may hold on to a sheet, and which of them is that of a
 * pad on the cell above a column. */
static inline int
quire_sheet_grips(const struct quire_system *system, const struct quire_sheet *sheet)
{
    const int stations = 2 * (sheet->chain.n + 1) * quire_sheet_lines(sheet);

    return stations +
           (sheet->ladder != NULL ? system->n_pad * (sheet->ladder->m - 1) : system->n_roller);
}

static inline int
quire_pad_grip(const struct quire_sheet *sheet, int pad, int column)
{
    const struct quire_ladder *ladder = sheet->ladder;

    return sheet->grip0 + 2 * (sheet->chain.n + 1) * ladder->m + pad * (ladder->m - 1) + column;
}

/* A line of a sheet's block of Q, V or a vector like them: in the plane the block itself, in space
 * written to room (2 stride). */
const double *quire_sheet_line(const struct quire_sheet *sheet, int line, const double *block,
                               double *room);

/* The same for the mid-line, the mean over the width. */
const double *quire_sheet_middle(const struct quire_sheet *sheet, const double *block,
                                 double *room);

/* What is prescribed for a held node becomes so in a vector laid out as V: of all the nodes of its
 * station, which have no motion across. */
void quire_held_prescribe(const struct quire_system *system, const struct quire_held *held,
                          const double given[2], double *v);

#endif
