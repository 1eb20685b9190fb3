/* The machine at rest as a linear system: stiffness and mass of what is free to move. Theory:
 * doc/theory/statics.md. */
#ifndef QUIRE_STATICS_STIFFNESS_H
#define QUIRE_STATICS_STIFFNESS_H

#include "math/skyline_symmetric.h"
#include "state/state.h"

struct quire_stiffness_entry {
    int row, column;
    double value;
};

struct quire_stiffness {
    struct quire_state *state;
    int n_node; /* free unknowns of the sheets' nodes */
    /* all free unknowns: nodes of one sheet after the other, then the small bodies */
    int n;
    int *unknown; /* of each velocity; -1: it is held (layout.nv) */
    /* how that velocity follows its unknown: 1, or a component of a hold's slide (layout.nv) */
    double *weight;
    struct quire_skyline shape;
    double *k, *m;  /* stiffness [N/m, ...] and mass [kg, ...], of this shape */
    double *factor; /* the last factorisation */
    double *force;  /* on each unknown, at the last assembly (n) */
    double *work;   /* (4 layout.nv) */
    /* the state as laws with a memory see it: velocities are displacements since the anchor
     * (layout.length) */
    double *moving;
    /* positions and ways slid from which these count (layout.nq + layout.nz) */
    double *anchor;
    int *first;
    struct quire_stiffness_entry *entry; /* of the last assembly (n_entry) */
    size_t n_entry, cap_entry, cap_value;
    const double *pressed; /* forces beside those of the machine, laid out as V; NULL: none */
    bool failed;           /* memory ran out */
};

/* The state must outlive it and is made to stand still. 0, or -1 when memory runs out. */
int quire_stiffness_create(struct quire_stiffness *self, struct quire_state *state);
void quire_stiffness_destroy(struct quire_stiffness *self);

/* Which unknowns are free at t. To be called again when a hold ends or a sheet enters. */
void quire_stiffness_begin(struct quire_stiffness *self, double t);

/* Whether there are any: what friction holds on to may be at rest in places side by side. */
bool quire_stiffness_remembers(const struct quire_stiffness *self);
/* Friction that holds on and laws with states see displacements from y on, where all velocities are
 * 0. To be called before the first assembly, and when a sheet has entered. */
void quire_stiffness_anchor(struct quire_stiffness *self, const double *y);
/* They remember the state of rest at (t, y): their states are put into y, and displacements count
 * from there. False as assembly does. */
bool quire_stiffness_commit(struct quire_stiffness *self, double t, double *y);

/* Forces, stiffness K = -dF/dq (its symmetric part) and mass at (t, y), where all velocities in y
 * are 0. False if something is not finite or memory ran out (failed). */
bool quire_stiffness_assemble(struct quire_stiffness *self, double t, const double *y);

/* K + shift M = L D L^T; returns the number of negative eigenvalues of (K + shift M). */
int quire_stiffness_factorise(struct quire_stiffness *self, double shift);
void quire_stiffness_solve(const struct quire_stiffness *self, double *x);

/* The largest K_ii / M_ii of the sheets (of all, if there are none) [rad^2/s^2]: nearly the highest
 * eigenvalue, and with the precision of numbers the measure of its noise. */
double quire_stiffness_largest(const struct quire_stiffness *self);

/* The displacement of everything for one of the unknowns, laid out as V. */
void quire_stiffness_scatter(const struct quire_stiffness *self, const double *x, double *out);

/* out = y moved by `step` (laid out as V). The displacement of the nodes is corrected, as little as
 * can be, so that each segment becomes longer by what it would in the linear theory: turning
 * stretches nothing. Of out only Q is set; it may not be y. */
void quire_stiffness_displace(struct quire_stiffness *self, const double *y, const double *step,
                              double *out);

#endif
