#include "integ/newton_start.h"

#include <math.h>
#include <stdlib.h>

#include "integ/constants.h"
#include "math/kernel.h"

/* how many groups of velocities a block has whose changes are extrapolated more or less well */
QUIRE_INLINE int
groups_of(const struct quire_block *b)
{
    return b->sum == QUIRE_SUM_LANES ? (b->places + b->side_by_side - 1) / b->side_by_side : 0;
}

bool
quire_newton_start_create(struct quire_newton_start *s, const struct quire_ode_problem *p)
{
    size_t n = 0;

    for (int k = 0; k < p->n_block; k++) {
        n += (size_t)groups_of(p->block + k);
    }
    *s = (struct quire_newton_start){.problem = p, .foreseen = calloc(n + 1, sizeof *s->foreseen)};
    return s->foreseen != NULL;
}

void
quire_newton_start_destroy(struct quire_newton_start *s)
{
    free(s->foreseen);
    s->foreseen = NULL;
}

/* A group: its velocities along one axis, and the line of its places, from the first to the last.
 */
struct group {
    const struct quire_block *block;
    size_t first, end;
    int axes; /* 1: all velocities count as along the line */
    double line[2];
};

QUIRE_INLINE struct group
group_of(const struct quire_block *b, int index, const double *q)
{
    const int first = index * b->side_by_side, end = first + b->side_by_side,
              last = (end < b->places ? end : b->places) - 1;
    struct group g = {b, b->v + (size_t)first, b->v + (size_t)end, b->nv / b->axis, {1, 0}};

    if (g.axes > 1) {
        /* a place alone lies on the line from the one before it */
        const double *to = q + b->v + last, *from = q + b->v + (last > first ? first : last - 1);
        const double x = to[0] - from[0], y = to[b->axis] - from[b->axis],
                     length = sqrt(x * x + y * y), per = length > 0 ? 1 / length : 0;
        g.line[0] = per * x;
        g.line[1] = per * y;
    }
    return g;
}

/* a change of velocity j along the line, and across it */
QUIRE_INLINE void
part_change(const struct group *g, const double *from, const double *to, size_t j, double part[2])
{
    const size_t k = j + (size_t)g->block->axis;
    const double x = to[j] - from[j], y = g->axes > 1 ? to[k] - from[k] : 0;

    part[0] = g->line[0] * x + g->line[1] * y;
    part[1] = g->line[0] * y - g->line[1] * x;
}

/* the part of the extrapolated change that the iteration does not start with; what is far below
 * `least` comes true */
QUIRE_INLINE double
taken_back(double came, double all, double least)
{
    const double part = (came + least) / (all + least),
                 less = (QUIRE_NEWTON_SMOOTH - part) / (QUIRE_NEWTON_SMOOTH - QUIRE_NEWTON_SHAKES);

    return QUIRE_NEWTON_TAKEN_BACK * fmin(fmax(less, 0), 1);
}

QUIRE_CLONES void
quire_newton_start_take_back(const struct quire_newton_start *s,
                             const struct quire_step_formula *formula, const double *weights,
                             const double *from, double *y, double *rates)
{
    const struct quire_ode_problem *p = s->problem;
    const size_t v0 = p->layout.v0;
    const double *restrict yp = formula->predicted + v0, *restrict start = from + v0;
    double *restrict a = rates, *restrict x = y, *restrict v = y + v0;
    const struct quire_foreseen *f = s->foreseen;

    for (int k = 0; k < p->n_block; k++) {
        const struct quire_block *b = p->block + k;
        const double one = QUIRE_NEWTON_FORESEEN_LEAST / weights[v0 + b->v],
                     least = b->side_by_side * one * one;
        for (int i = 0; i < groups_of(b); i++, f++) {
            const double along = taken_back(f->came[0], f->all[0], least),
                         across = taken_back(f->came[1], f->all[1], least);
            if (!(along > 0 || across > 0)) {
                continue;
            }
            const struct group g = group_of(b, i, from);
            for (size_t j = g.first; j < g.end; j++) {
                double part[2];
                part_change(&g, yp, start, j, part);
                const double h = along * part[0], c = across * part[1],
                             by[2] = {g.line[0] * h - g.line[1] * c, g.line[1] * h + g.line[0] * c};
                for (int e = 0; e < g.axes; e++) {
                    const size_t at = j + (size_t)(e * b->axis);
                    a[at] += by[e];
                    v[at] += by[e];
                    x[at] += formula->gamma * by[e];
                }
            }
        }
    }
}

QUIRE_CLONES void
quire_newton_start_compare(struct quire_newton_start *s, const struct quire_step_formula *formula,
                           const double *from, const double *y)
{
    const struct quire_ode_problem *p = s->problem;
    const size_t v0 = p->layout.v0;
    const double *restrict yp = formula->predicted + v0, *restrict start = from + v0,
                           *restrict v = y + v0;
    struct quire_foreseen *f = s->foreseen;

    for (int k = 0; k < p->n_block; k++) {
        const struct quire_block *b = p->block + k;
        for (int i = 0; i < groups_of(b); i++, f++) {
            const struct group g = group_of(b, i, from);
            double came[2] = {0, 0}, all[2] = {0, 0};
            for (size_t j = g.first; j < g.end; j++) {
                double foreseen[2], change[2];
                part_change(&g, start, yp, j, foreseen);
                part_change(&g, start, v, j, change);
                for (int e = 0; e < 2; e++) {
                    came[e] += change[e] * foreseen[e];
                    all[e] += foreseen[e] * foreseen[e];
                }
            }
            for (int e = 0; e < 2; e++) {
                f->came[e] = QUIRE_NEWTON_FORESEEN_DECAY * f->came[e] + came[e];
                f->all[e] = QUIRE_NEWTON_FORESEEN_DECAY * f->all[e] + all[e];
            }
        }
    }
}
