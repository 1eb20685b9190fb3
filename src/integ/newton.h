/* Newton on velocities alone, as a nonlinear solver for CVODE. Theory: doc/theory/integrator.md. */
#ifndef QUIRE_INTEG_NEWTON_H
#define QUIRE_INTEG_NEWTON_H

#include <sundials/sundials_nonlinearsolver.h>

#include "integ/newton_start.h"
#include "integ/vector.h"
#include "integ/workspace.h"

struct quire_newton {
    const struct quire_ode_problem *problem;
    void *cvode;
    const struct quire_norm *norm; /* of the integrator's vectors */
    /* that problems share; NULL: the integrator's vectors are laid out as y */
    const struct quire_workspace *workspace;
    struct quire_newton_vectors own;    /* without a workspace: of its own, */
    struct quire_newton_vectors at;     /* or those of the workspace */
    struct quire_newton_start at_start; /* how well changes of velocities were extrapolated */
    const double *start;                /* the state at the step's start, as y */
    const double *t_left_limit;         /* the problem is not evaluated later than this [s] */
    double gamma;                       /* of the step being solved */
    double curvature;                   /* measured: step ratio per step, of the last iterations */
    int unchecked;          /* steps accepted after one iteration since the last full check */
    int plain;              /* so many steps more start from the prediction, since one has failed */
    int iterations, failed; /* of the last solve */
    /* of the last solve: forces were finite, but the step that follows from them was not */
    bool singular;
    long total, factorised, failures, refreshed;
    int failed_lately; /* tries, less those after them that did not fail */
    bool kinks;        /* some forces have kinks: friction that holds */
    bool fresh;        /* the last evaluation was one of the matrix */
};

/* 0, or -1 when memory runs out. The problem, the norm and the workspace must live on. destroy()
 * leaves the SUNNonlinearSolver to SUNNonlinSolFree(). */
int quire_newton_create(struct quire_newton *newton, void *cvode, const struct quire_norm *norm,
                        const struct quire_workspace *workspace);
void quire_newton_destroy(struct quire_newton *newton);
/* gamma times the accelerations and rates [V | Z] of the last solution, as the integrator's formula
 * has them. */
const double *quire_newton_rates(const struct quire_newton *newton);
SUNNonlinearSolver quire_newton_solver(struct quire_newton *newton, SUNContext context);

#endif
