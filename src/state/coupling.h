/* How small bodies couple to sheets in the matrix, and sheets to each other. */
#ifndef QUIRE_STATE_COUPLING_H
#define QUIRE_STATE_COUPLING_H

#include "kind/body.h"
#include "math/kernel.h"

/* How one roller or one outside body couples to three neighbouring nodes of a sheet. */
struct quire_coupling {
    int small, sheet, node;
    double row[6][QUIRE_BODY_DOFS];    /* sheet rows, body columns */
    double column[QUIRE_BODY_DOFS][6]; /* body rows, sheet columns */
};

/* How three neighbouring nodes of one sheet couple to three of another where these touch: 2x2
 * blocks as in a band. */
struct quire_tie {
    int sheet[2], node[2]; /* sheet -1: it is none */
    /* rows of the first, columns of the second sheet; and the other way round */
    quire_v4 block[2][3][3];
};

/* How two sheets in space couple where they touch: two columns' nodes at three stations of the one
 * with as many of the other, in the order station, column, component. As in the matrix, entries are
 * those of M - (cq K + cv D). */
struct quire_space_tie {
    int sheet[2], station[2], column[2]; /* the first of the three, of the two */
    double by_second[18][18];            /* the first's rows, the second's columns */
    double by_first[18][18];             /* the second's rows, the first's columns */
};

/* How one small body couples to three neighbouring stations of a spatial sheet, at two neighbouring
 * columns: entries in the order station, column, component. As in the matrix, they are those of M -
 * (cq K + cv D). Those of one body and sheet stand side by side in the state's list. */
#define QUIRE_SPACE_ROWS 18
struct quire_space_coupling {
    int small, sheet, station, column; /* the first of the three, of the two */
    /* sheet rows, body columns: one column after the other */
    double by_body[QUIRE_BODY_DOFS][QUIRE_SPACE_ROWS];
    double by_node[QUIRE_BODY_DOFS][QUIRE_SPACE_ROWS]; /* body rows, sheet columns */
};

#endif
