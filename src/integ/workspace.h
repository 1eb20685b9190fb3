/* Vectors that a step works on, laid out as the whole system's. Problems that are stepped one after
 * the other share them: each holds what was put there last. */
#ifndef QUIRE_INTEG_WORKSPACE_H
#define QUIRE_INTEG_WORKSPACE_H

#include <stdbool.h>

#include "machine/layout.h"

/* Of Newton's method. Each may be read eight numbers before its start and behind its end. */
struct quire_newton_vectors {
    double *y;                    /* the iterate, as y */
    double *rates;                /* gamma times accelerations and rates, as [V | Z] */
    double *step;                 /* residual, then the iteration's change, as [V | Z] */
    double *delta_since_jacobian; /* all changes since the matrix was evaluated, as [V | Z] */
    double *z_fixed;              /* as Z */
    void *block;
};

/* False when memory runs out. */
bool quire_newton_vectors_create(struct quire_newton_vectors *vectors,
                                 const struct quire_layout *layout);
void quire_newton_vectors_destroy(struct quire_newton_vectors *vectors);

struct quire_workspace {
    double *y, *spare, *given, *history, *weights; /* as y */
    struct quire_newton_vectors newton;
    void *block;
};

/* False when memory runs out; then there is nothing to be destroyed. */
bool quire_workspace_create(struct quire_workspace *workspace, const struct quire_layout *layout);
void quire_workspace_destroy(struct quire_workspace *workspace);

#endif
