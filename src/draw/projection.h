/* The views of spatial machines: parallel projections. */
#ifndef QUIRE_DRAW_PROJECTION_H
#define QUIRE_DRAW_PROJECTION_H

enum quire_panel_kind { QUIRE_PANEL_SIDE, QUIRE_PANEL_TOP, QUIRE_PANEL_OBLIQUE, QUIRE_PANEL_COUNT };

/* From the machine's axes to a view's, u to the right and v up [m]; and from things towards who
 * looks at them. */
void quire_panel_project(enum quire_panel_kind kind, const double r[3], double *u, double *v);
const double *quire_panel_viewer(enum quire_panel_kind kind);

#endif
