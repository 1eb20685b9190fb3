/* Two stiff initial-value problems that integrators are known by, put through ours as small bodies
 * of a machine. */
#ifndef QUIRE_TESTS_INTEG_STIFF_PROBLEMS_H
#define QUIRE_TESTS_INTEG_STIFF_PROBLEMS_H

#include "engine/engine.h"

#define STIFF_MOST 3

struct stiff_problem {
    const char *name;
    const struct quire_body *body;
    int n;                    /* numbers of its solution */
    double end;               /* [s] */
    double exact[STIFF_MOST]; /* then */
};

/* Robertson's kinetics of an autocatalytic reaction: y1' = -0.04 y1 + 1e4 y2 y3, y3' = 3e7 y2^2, y1
 * + y2 + y3 = 1, from (1, 0, 0). The concentrations are first-order states; y2 is measured in units
 * of 1e-5, its size. */
extern const struct stiff_problem stiff_robertson;
/* Van der Pol's oscillator y'' = 1000 (1 - y^2) y' - y from (2, 0): a mass on a spring with a
 * damper that drives it near the middle. */
extern const struct stiff_problem stiff_van_der_pol;

/* Solves it to `tolerance` with formulas up to `order`. Returns false when the integrator fails. */
bool stiff_solve(const struct stiff_problem *problem, double tolerance, int order,
                 double y[STIFF_MOST], struct quire_integrator_stats *stats);

/* The largest relative error of a solution. */
double stiff_error(const struct stiff_problem *problem, const double y[STIFF_MOST]);

#endif
