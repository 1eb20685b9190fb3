/* Sheets in space as the engine sees them: what acts on their nodes besides contact, their
 * energies, and their lines: a column of nodes, or the mid-line, laid out as a planar sheet is (x
 * of all stations, y `chain.stride` behind). Theory: doc/theory/spatial-sheet.md. */
#ifndef QUIRE_FORCE_SPACE_SHEET_H
#define QUIRE_FORCE_SPACE_SHEET_H

#include "machine/system.h"

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
double quire_space_hold_power(struct quire_state *state, int sheet, double t, const double *y,
                              const double *rate);
/* The moment about z with which the clamp of an end (0 trail, 1 lead) holds a sheet at rest at (t,
 * y), counter-clockwise [N m]. */
double quire_space_clamp_moment(const struct quire_state *state, int sheet, int end, double t,
                                const double *y);

/* force/space_elements.c: loads, drag and sleeves on a sheet. */
void quire_space_element_forces(struct quire_state *state, int sheet, double t, const double *y,
                                double cq, double cv, bool matrix);

/* Work of its loads at places q along small displacements d of its nodes, laid out as its blocks
 * [J]. */
double quire_space_load_work(const struct quire_sheet *sheet, double t, const double *q,
                             const double *d);

/* Elastic energy of the sheet and its clamps [J], and the power that damping in both takes [W], at
 * (t, y). */
double quire_space_sheet_stored(const struct quire_state *state, int sheet, double t,
                                const double *y);
double quire_space_sheet_dissipation(const struct quire_state *state, int sheet, double t,
                                     const double *y);

/* The sheet's part of quire_state_error_energy(), without contact. */
double quire_space_error_energy(struct quire_state *state, int sheet, double t, const double *y,
                                const double *v, const double *a, const double *error,
                                double gamma);

/* Adds to the flows of the last evaluation what Newton's step `step` [V] from there changes of
 * contact's, with the derivatives of the last evaluation with the matrix, whose cv was gamma. */
void quire_space_powers_add(const struct quire_state *state, const double *step, double gamma,
                            struct quire_powers *power);

/* Where friction holds on, after the change `since` [V] since the last evaluation with the matrix,
 * whose cv was gamma: slips and the law's normal force. */
struct quire_slide quire_space_slide_after(const struct quire_state *state,
                                           const struct quire_space_hold *hold, const double *since,
                                           double gamma);

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
