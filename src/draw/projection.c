#include "draw/projection.h"

#define SLANT 0.35 /* of z in the oblique view */

/* from the machine's axes to the picture's, u to the right and v up [m] */
void
quire_panel_project(enum quire_panel_kind kind, const double r[3], double *u, double *v)
{
    *u = kind == QUIRE_PANEL_OBLIQUE ? r[0] - SLANT * r[2] : r[0];
    *v = kind == QUIRE_PANEL_SIDE ? r[1] : kind == QUIRE_PANEL_TOP ? -r[2] : r[1] - SLANT * r[2];
}

const double *
quire_panel_viewer(enum quire_panel_kind kind)
{
    static const double way[QUIRE_PANEL_COUNT][3] = {{0, 0, 1}, {0, 1, 0}, {SLANT, SLANT, 1}};

    return way[kind];
}
