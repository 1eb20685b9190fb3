/* Looking for a stable state of rest. Theory: doc/theory/statics.md. */
#ifndef QUIRE_STATICS_EQUILIBRIUM_H
#define QUIRE_STATICS_EQUILIBRIUM_H

#include "base/diag.h"
#include "events/breakpoints.h"
#include "model/object.h"
#include "statics/stiffness.h"

struct quire_equilibrium_options {
    double tolerance; /* to which positions are found [m] */
    /* push out of an unstable state, as a part of the sheet's length; > 0: to the sheet's left */
    double imperfection;
    bool leave_unstable; /* otherwise an unstable state is a failure */
    /* Asked now and then; false ends the search. May be NULL. */
    bool (*go_on)(void *user);
    void *user;
};

struct quire_equilibrium {
    struct quire_stiffness stiffness; /* of the state found */
    struct quire_equilibrium_options options;
    struct quire_state *state;
    double *y, *next, *kept; /* states (layout.length) */
    double *step;            /* a displacement of everything (layout.nv) */
    double *p;               /* the same of the unknowns (layout.nv) */
    double *start;           /* where everything began (layout.nq) */
    double shift, damping;   /* of the last steps [rad^2/s^2] */
    bool damped;             /* the last step was made short on purpose */
    double cap;              /* most a node may move in one step [m] */
    double lowest;           /* eigenvalue of the last unstable state [rad^2/s^2] */
    long iterations, factorisations;
    int most;     /* iterations at one time */
    int left;     /* unstable states that were left */
    int branches; /* directions in which the last of them could be left */
    /* why there is none: one of a closed list of names, a sentence, and the object it is about (may
     * be NULL) */
    char name[32], text[480];
    const struct quire_object *object;
};

/* 0, or -1 when memory runs out. */
int quire_equilibrium_create(struct quire_equilibrium *self, struct quire_state *state,
                             const struct quire_equilibrium_options *options);
void quire_equilibrium_destroy(struct quire_equilibrium *self);

/* Finds the equilibrium that the machine comes to from its start values `y` (layout.length) when
 * holds and loads go slowly from where they are at t = 0 to where they are at `t`; the stops (n),
 * rising in time, are corners of their courses. On success y is that state, at rest, and the
 * stiffness stands for it. Otherwise QUIRE_ERROR_NUMERIC, QUIRE_ERROR_LIMIT, and name and text say
 * why. */
quire_status quire_equilibrium_find(struct quire_equilibrium *self, double t,
                                    const struct quire_breakpoint *stop, size_t n, double *y);

/* After that: the one that is found at t from the shape y, with holds and loads as they are then.
 */
quire_status quire_equilibrium_find_from(struct quire_equilibrium *self, double t, double *y);
/* After that: roughly the one under these forces besides, laid out as V; y is where it came to even
 * if that is none. */
void quire_equilibrium_press(struct quire_equilibrium *self, double t, const double *force,
                             double *y);

#endif
