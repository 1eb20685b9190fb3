/* The equations of motion of a part of a machine, for struct quire_ode_problem_ops. */
#ifndef QUIRE_ENGINE_EQUATIONS_H
#define QUIRE_ENGINE_EQUATIONS_H

#include "engine/self.h"

/* Callbacks: `self` is a struct quire_engine; see integ/problem.h. */
bool quire_engine_derivative(void *self, double t, const double *y, double *rate);
bool quire_engine_forces(void *self, double t, const double *y,
                         const struct quire_inner_states *inner);
bool quire_engine_matrix(void *self, double t, const double *y, double cq, double cv,
                         const struct quire_inner_states *inner);
void quire_engine_residual(void *self, double gamma, const double *y, const double *a, double *r);
void quire_engine_hold_accelerations(void *self, double t, double times, double *v);
void quire_engine_positions(void *self, const struct quire_step_formula *formula, bool first,
                            double *y);
void quire_engine_fix_states(void *self, const double *y, double gamma, double *fixed);
double quire_engine_mismatch(void *self, const double *since,
                             const struct quire_inner_states *inner);
void quire_engine_finish_states(void *self, double *y, const double *since,
                                const struct quire_inner_states *inner);
void quire_engine_error_weights(void *self, double position_tolerance, double velocity_tolerance,
                                double *w);
void quire_engine_kinematics(void *self, int block, const double *q, const double *v, double *rate);

#endif
