/* Places of sheets in space on each other, as they are kept for the power book. */
#ifndef QUIRE_CONTACT_SHEETS_SPACE_SHEETS_BOOK_H
#define QUIRE_CONTACT_SHEETS_SPACE_SHEETS_BOOK_H

#include "contact/place/book.h"
#include "contact/sheets/space_sheets_cell.h"

/* How nodes of one of the two count to a place: those of three stations in two columns. */
struct cell_nodes {
    int station[4], column[4];
    double b[4][3], d[4][3], c[4][2];
};

struct space_sheets_places {
    struct place p;
    struct cell_place c;
    /* of b's parameters along and across, as b's place, seen from a's, and its derivatives move */
    struct gradients along, across;
    quire_v4 by_slide, by_turn, by_cell; /* of shares, where p.fades */
    struct cell_nodes on, foot;
    int sheet[2];
    bool holds, moves[2];
};

#endif
