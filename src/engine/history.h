/* What contact laws take over from one step to the next, and how far a step may go, for struct
 * quire_ode_problem_ops. */
#ifndef QUIRE_ENGINE_HISTORY_H
#define QUIRE_ENGINE_HISTORY_H

#include "engine/self.h"

/* False when memory runs out. */
bool quire_engine_history_create(struct quire_engine *self);
void quire_engine_history_destroy(struct quire_engine *self);

/* Callbacks: `self` is a struct quire_engine; see integ/problem.h. */
void quire_engine_keep_solution(void *self);
void quire_engine_end_step(void *self, double t, double h, const double *y);
double quire_engine_begin_step(void *self, double t, const double *y, double *given);
bool quire_engine_relax(void *self, double *y);
bool quire_engine_may_miss_contact(void *self, double t, const double *y, double h);
double quire_engine_longest_step(void *self, double t, const double *y, const double *rate,
                                 double h);

#endif
