/* Contact of sheets in space with each other: places of one on the surface of the other, and the
 * other way round, with half of the law each. Two lines on each cell between two columns, at
 * Gauss's points, each with the stations that a sheet has in the plane. Theory:
 * doc/theory/stacks.md, 8. */
#ifndef QUIRE_CONTACT_SHEETS_SPACE_SHEETS_H
#define QUIRE_CONTACT_SHEETS_SPACE_SHEETS_H

#include "contact/sheets/sheets.h"

/* Parts of the width that are integrated over by Simpson's rule: the cells, and halves of the only
 * one of a sheet with two columns. */
static inline int
quire_parts_across(const struct quire_sheet *sheet)
{
    return sheet->ladder->m > 2 ? sheet->ladder->m - 1 : 2;
}

/* Lines along the sides and the middle of each part. */
#define QUIRE_LINES_MOST (2 * QUIRE_COLUMNS_MOST - 1)

static inline int
quire_space_lines(const struct quire_sheet *sheet)
{
    return 2 * quire_parts_across(sheet) + 1;
}

/* Where a sheet meets others: its stations, line by line. */
static inline int
quire_space_sheet_places(const struct quire_sheet *sheet)
{
    return quire_space_lines(sheet) * quire_sheet_stations(sheet);
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
    const int parts = quire_parts_across(sheet), cells = sheet->ladder->m - 1,
              cell = line * cells / (2 * parts), last = 2 * parts;
    /* in cells from the first column; the strips at the side edges lie within */
    const double part = (double)cells / parts, at = 0.5 * line * part,
                 wide = (line % 2 == 1               ? 4.0
                         : line == 0 || line == last ? 1.0
                                                     : 2.0) /
                        6 * part,
                 aside = line == 0      ? 0.5 * wide
                         : line == last ? -0.5 * wide
                                        : 0;
    struct quire_line_across l = {.cell = cell < cells ? cell : cells - 1, .half = wide};

    l.at = 2 * (at - l.cell) - 1;
    l.middle = l.at + 2 * aside;
    return l;
}

/* QUIRE_PLACES_SPACE_SHEETS */
extern const struct quire_place_book quire_space_sheets_book;

/* As quire_sheets_forces(), of some pairs. */
void quire_space_sheets_forces(struct quire_state *state, const double *y, double cq, double cv,
                               bool matrix, int only, enum quire_sheet_pairs which);

/* How far both sheets may move at least until they touch, as far as it matters; and of each place
 * of `a`, where that is little (scratch of the state), with the rows of b's nodes about it. */
double quire_space_sheets_between(struct quire_state *state, int a, int b, const double *y);

/* Sees where a sheet is, for the next two. */
void quire_space_sheet_look(struct quire_state *state, int sheet, const double *y);
/* All places of `a` have been found to be so far from touching b. */
void quire_space_sheets_are_apart(struct quire_state *state, int a, int b, double least);
/* Whether they are still apart. */
bool quire_space_sheets_stay_apart(const struct quire_state *state, int a, int b);

/* Less than the distance between the mid-surfaces of two sheets at y, but by less than a segment
 * where they are near [m]. */
double quire_space_sheets_distance(const struct quire_system *system, const double *y, int a,
                                   int b);

#endif
