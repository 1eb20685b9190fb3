/* Contact of sheets in space with each other: places of one on the surface of the other, and the
 * other way round, with half of the law each. Two lines on each cell between two columns, at
 * Gauss's points, each with the stations that a sheet has in the plane. Theory:
 * doc/theory/stacks.md, 8. */
#ifndef QUIRE_CONTACT_SHEETS_SPACE_SHEETS_H
#define QUIRE_CONTACT_SHEETS_SPACE_SHEETS_H

#include "contact/sheets/sheets.h"

/* How many lines there are on a cell: four where it is all of the width. */
static inline int
quire_lines_on_cell(const struct quire_sheet *sheet)
{
    return sheet->ladder->m > 2 ? 2 : 4;
}

/* Where a sheet meets others: its stations, line by line. */
static inline int
quire_space_sheet_places(const struct quire_sheet *sheet)
{
    return quire_lines_on_cell(sheet) * (sheet->ladder->m - 1) * quire_sheet_stations(sheet);
}

/* One of these lines: its cell, where it is from the cell's middle, and the strip that it stands
 * for: the strip's middle, and half of its width; in halves of the cell. */
struct quire_line_across {
    int cell;
    double at, middle, half;
};

static inline struct quire_line_across
quire_line_across(const struct quire_sheet *sheet, int line)
{
    const int lines = quire_lines_on_cell(sheet), on_cell = line % lines;
    /* two of Gauss's points on each part of the cell */
    const double part = 2.0 / lines, middle = (2 * (on_cell / 2) + 1) * part - 1,
                 aside = on_cell % 2 == 0 ? -part : part;

    return (struct quire_line_across){line / lines, middle + 0.57735026918962576451 * aside,
                                      middle + 0.5 * aside, 0.5 * part};
}

/* Where a place of a sheet is whose block is q. */
void quire_space_sheet_place(const struct quire_sheet *sheet, int place, const double *q,
                             double at[3]);

/* As quire_sheets_forces(). */
void quire_space_sheets_forces(struct quire_state *state, const double *y, double cq, double cv,
                               bool matrix, int only);

/* How far both sheets may move at least until they touch, as far as it matters; and of each place
 * of `a`, where that is little (scratch of the state), with the rows of b's nodes about it. */
double quire_space_sheets_between(struct quire_state *state, int a, int b, const double *y);

/* Less than the distance between the mid-surfaces of two sheets at y, but by less than a segment
 * where they are near [m]. */
double quire_space_sheets_distance(const struct quire_system *system, const double *y, int a,
                                   int b);

#endif
