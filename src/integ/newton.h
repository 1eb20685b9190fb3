/* Newton on velocities alone, as a nonlinear solver for CVODE. Theory: doc/theory/integrator.md. */
#ifndef QUIRE_INTEG_NEWTON_H
#define QUIRE_INTEG_NEWTON_H

#include <sundials/sundials_nonlinearsolver.h>

#include "integ/vector.h"

struct quire_newton {
    struct quire_state *state;
    void *cvode;
    const struct quire_norm *norm;   /* of the integrator's vectors */
    const struct quire_rooms *rooms; /* NULL: they are laid out as y */
    /* iterate; rl1 z1 + correction; residual and step: laid out as y, [V | Z], [V | Z] */
    double *y, *a, *r;
    /* q' = v for all bodies, and both stand at the same places of Q and V */
    bool plain;
    double *z_fixed;        /* z_pred - rl1 z1, as Z */
    const double *start;    /* the state at the step's start, as the integrator keeps it */
    const double *latest;   /* the machine is not looked at later than this [s] */
    double gamma;           /* of the step being solved */
    double curvature;       /* measured: step ratio per step, of the last iterations */
    int unchecked;          /* steps accepted after one iteration since the last full check */
    int iterations, failed; /* of the last solve */
    /* of the last solve: forces were finite, but the step that follows from them was not */
    bool singular;
    long total, factorised, failures, refreshed;
    double *since; /* step since the last evaluation of the matrix, as [V | Z] */
    bool fresh;    /* the last evaluation was that one */
    /* that all vectors stand in; NULL: in the rooms that parts share, nothing of them lasts from
     * step to step */
    void *block;
};

/* How many numbers its own vectors take. */
size_t quire_newton_work(const struct quire_system *system);

/* 0, or -1 when memory runs out. The norm and the rooms must live on. destroy() leaves the
 * SUNNonlinearSolver to SUNNonlinSolFree(). */
int quire_newton_create(struct quire_newton *newton, struct quire_state *state, void *cvode,
                        const struct quire_norm *norm, const struct quire_rooms *rooms);
void quire_newton_destroy(struct quire_newton *newton);
/* gamma times the accelerations and rates [V | Z] of the last solution, as the integrator's formula
 * has them. */
const double *quire_newton_rates(const struct quire_newton *newton);
SUNNonlinearSolver quire_newton_solver(struct quire_newton *newton, SUNContext context);

#endif
