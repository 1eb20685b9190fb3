/* What acts on sheets and bodies besides contact and stiffness: a table of rows, one for each sort
 * of element. Those that evaluate, book energy, choose steps and look for doubts walk over the rows
 * and know none of them by name. A new sort of force is a file with a row, and its line in terms.c.
 *
 * Not in it: holds, which are constraints (force/holds.h): they have no force of their own, make
 * rows of the matrix those of the identity, and set positions. Weight and a sheet's own stiffness,
 * which every sheet has, are called where the sheet is. */
#ifndef QUIRE_FORCE_TERMS_H
#define QUIRE_FORCE_TERMS_H

#include "contact/touch/facing.h"

/* Operations of a row; NULL: there is nothing to do. Each begins by looking whether there are any
 * such elements, so that a row costs next to nothing where there are none. Forces are added to
 * state->force, their powers to state->power, and with `matrix` or a band the derivatives to the
 * matrix. */
struct quire_force_term {
    /* Forces on an entered sheet at (t, y). `c` has the sheet's nodes, and what to add to. */
    void (*on_planar)(const struct scatter *c, double t, const double *y);
    void (*on_spatial)(struct quire_state *state, int sheet, double t, const double *y, double cq,
                       double cv, bool matrix);
    /* Forces between rollers and what drives or carries them, known before free bodies touch; and
     * forces on bodies after all that touches. */
    void (*on_rollers)(struct quire_state *state, const double *y, double cq, double cv,
                       bool matrix);
    void (*on_bodies)(struct quire_state *state, const double *y, double cq, double cv,
                      bool matrix);
    /* Adds the work on a sheet at (t, y) along small displacements d of its nodes, laid out as its
     * block [J]: of forces that are booked as loads, for the integrator's own error. */
    void (*planar_work)(const struct quire_state *state, int sheet, double t, const double *y,
                        const double *d, double *work);
    void (*spatial_work)(const struct quire_state *state, int sheet, double t, const double *y,
                         const double *d, double *work);
    /* Energy stored of a small body whose first position is q [J]; a row that has it says so in
     * terms.c. */
    double (*stored_of_body)(const struct quire_state *state, int small, double q);
    /* Adds energy stored between places at y [J], and the sizes of the forces there [N]. */
    void (*stored)(struct quire_state *state, const double *y, double *energy, double *force);
    /* Whether a sheet is coupled to a body of a cluster, however far they are from each other. */
    bool (*joins)(const struct quire_system *system, int sheet, int cluster);
    /* Whether a sheet may be moved by it from where it starts. */
    bool (*moves)(const struct quire_system *system, int sheet);
};

/* All rows in their order; operations as above. */
void quire_terms_on_planar(const struct scatter *c, double t, const double *y);
void quire_terms_on_spatial(struct quire_state *state, int sheet, double t, const double *y,
                            double cq, double cv, bool matrix);
void quire_terms_on_rollers(struct quire_state *state, const double *y, double cq, double cv,
                            bool matrix);
void quire_terms_on_bodies(struct quire_state *state, const double *y, double cq, double cv,
                           bool matrix);
void quire_terms_planar_work(const struct quire_state *state, int sheet, double t, const double *y,
                             const double *d, double *work);
void quire_terms_spatial_work(const struct quire_state *state, int sheet, double t, const double *y,
                              const double *d, double *work);
double quire_terms_stored_of_body(const struct quire_state *state, int small, double q);
void quire_terms_stored(struct quire_state *state, const double *y, double *energy, double *force);
bool quire_terms_join(const struct quire_system *system, int sheet, int cluster);
bool quire_terms_move(const struct quire_system *system, int sheet);

#endif
