/* What is kept of a touching place of a sheet in space (state/places.h): what flows there, and how
 * that changes with the place, with its derivatives along the sheet and across, and with what moves
 * on the other side. doc/theory/energy.md, 3 */
#ifndef QUIRE_CONTACT_TOUCH_SPACE_KEPT_H
#define QUIRE_CONTACT_TOUCH_SPACE_KEPT_H

#include "contact/place/book.h"
#include "contact/touch/space_place.h"

/* Friction along and across, slip along and across, the rate of the gap, what is lost, and the
 * law's own normal force. */
enum space_flow {
    SPACE_FRICTION,
    SPACE_LATERAL,
    SPACE_SLIP,
    SPACE_ACROSS,
    SPACE_GAP,
    SPACE_LOST,
    SPACE_ONE,
    SPACE_FLOWS
};

struct space_kept {
    quire_v4 by[SPACE_FLOWS][3]; /* displacements times the matrix's cq, velocities times its cv */
    double by_body[SPACE_FLOWS][QUIRE_BODY_DOFS];
    double now[SPACE_FLOWS]; /* but for the normal force */
    /* friction and what is lost: force on the sheet, pair on its direction, on the body */
    quire_v4 told[2];
    double told_body[QUIRE_BODY_DOFS];
    double belt, driven, carried;        /* speeds of belts and drives [m/s] */
    int sheet, station, column, columns; /* three stations of one or two columns, */
    double b[3], d[3], c[2], e[2];       /* and how they count */
    int body, n_body;                    /* velocities in V of what is on the other side */
    bool holds;                          /* friction holds on */
};

#endif
