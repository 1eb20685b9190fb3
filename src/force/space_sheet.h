/* Sheets in space as the engine sees them: what acts on their nodes besides contact, their
 * energies, and their lines: a column of nodes, or the mid-line, laid out as a planar sheet is (x
 * of all stations, y `chain.stride` behind). Theory: doc/theory/spatial-sheet.md. */
#ifndef QUIRE_FORCE_SPACE_SHEET_H
#define QUIRE_FORCE_SPACE_SHEET_H

#include "state/state.h"

/* All forces on one entered sheet at (t, y), as quire_state_forces() and quire_state_matrix() need
 * them. */
void quire_space_sheet_forces(struct quire_state *state, int sheet, double t, const double *y,
                              double cq, double cv, bool matrix);

/* force/space_holds.c. A sheet with those ends clamped that are so at t, and its work, which is
 * told where the clamps point. */
struct quire_held_ladder {
    const struct quire_ladder *ladder;
    struct quire_ladder_work *work;
};
struct quire_held_ladder quire_space_ladder_at(const struct quire_state *state, int sheet,
                                               double t);

/* Makes the rows of a held station those of the identity. The power that holds put in at (t, y),
 * with y' and the forces of the last evaluation [W]. */
void quire_space_hold_station(struct quire_state *state, int sheet, const struct quire_hold *hold,
                              int station);
/* The same for all sheets, once they have touched each other. */
void quire_space_hold_again(struct quire_state *state, double t);
double quire_space_hold_power(struct quire_state *state, int sheet, double t, const double *y,
                              const double *rate);
/* The moment about z with which the clamp of an end (0 trail, 1 lead) holds a sheet at rest at (t,
 * y), counter-clockwise [N m]. */
double quire_space_clamp_moment(const struct quire_state *state, int sheet, int end, double t,
                                const double *y);

/* Elastic energy of the sheet and its clamps [J], and the power that damping in both takes [W], at
 * (t, y). */
double quire_space_sheet_stored(const struct quire_state *state, int sheet, double t,
                                const double *y);
double quire_space_sheet_dissipation(const struct quire_state *state, int sheet, double t,
                                     const double *y);

/* Work of the sheet's dampers along small displacements d of its nodes from (t, y) [J]. */
double quire_space_damping_work(const struct quire_state *state, int sheet, double t,
                                const double *y, const double *d);

#endif
