/* A search for a state of rest, and one step of it: how far, and where to. */
#ifndef QUIRE_STATICS_EQUILIBRIUM_STEP_H
#define QUIRE_STATICS_EQUILIBRIUM_STEP_H

#include "base/diag.h"
#include "model/object.h"
#include "statics/stiffness.h"

/* Why there is no state of rest. */
enum quire_refusal {
    QUIRE_REFUSAL_NONE,
    QUIRE_REFUSAL_NO_EQUILIBRIUM,
    QUIRE_REFUSAL_BRANCHING,
    QUIRE_REFUSAL_UNSTABLE,
    QUIRE_REFUSAL_NO_MODES,
    QUIRE_REFUSAL_NONFINITE_FORCE,
    QUIRE_REFUSAL_INTERRUPTED,
    QUIRE_REFUSAL_OUT_OF_MEMORY
};

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
    /* why there is none, also as a sentence, and the object it is about (may be NULL) */
    enum quire_refusal refusal;
    char text[480];
    const struct quire_object *object;
};

/* What a refusal is called in diagnoses: "no-equilibrium". */
const char *quire_refusal_word(enum quire_refusal refusal);

/* There is none: for which reason, where (may be NULL) and why. Returns QUIRE_ERROR_NUMERIC. */
quire_status quire_equilibrium_refuse(struct quire_equilibrium *self, enum quire_refusal refusal,
                                      const struct quire_object *object, const char *text);
/* The same of a force that is no number, at what it pulls. */
quire_status quire_equilibrium_refuse_force(struct quire_equilibrium *self, const char *text);

/* Whether K + shift M is positive definite; it is factorised. */
bool quire_equilibrium_is_positive(struct quire_equilibrium *self, double shift);
/* Smaller eigenvalues are as good as zero [rad^2/s^2]. */
double quire_equilibrium_noise(const struct quire_equilibrium *self);
/* The least shift, to within a factor, with which K + shift M is positive; not below `least`. */
double quire_equilibrium_shift(struct quire_equilibrium *self, double least, double precision);

/* By how much the displacement self->step is to be shortened: no segment turns far, no node moves
 * far. */
double quire_equilibrium_shortening(const struct quire_equilibrium *self);
/* Its largest component. */
double quire_equilibrium_step_size(const struct quire_equilibrium *self);
/* Puts self->y moved by `part` of it into self->next; makes that the state. */
void quire_equilibrium_move(struct quire_equilibrium *self, double part);
void quire_equilibrium_accept(struct quire_equilibrium *self);

#endif
