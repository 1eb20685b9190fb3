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

/* A group: its velocities along one axis, and the line from its first place to its last. */
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

/* changes of four places along the line of their group, and across it */
struct change {
    quire_v4 along, across;
};

QUIRE_INLINE struct change
change_of(const struct group *g, const double *from, const double *to, size_t j)
{
    const size_t k = j + (size_t)g->block->axis;
    const quire_v4 x = quire_load4(to + j) - quire_load4(from + j),
                   y = quire_load4(to + k) - quire_load4(from + k);

    return (struct change){g->line[0] * x + g->line[1] * y, g->line[0] * y - g->line[1] * x};
}

QUIRE_INLINE void
add_to(double *to, quire_v4 by)
{
    quire_store4(to, quire_load4(to) + by);
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
            for (size_t j = g.first; g.axes == 1 && j < g.end; j++) {
                const double by = along * (start[j] - yp[j]);
                a[j] += by;
                v[j] += by;
                x[j] += formula->gamma * by;
            }
            for (size_t j = g.first; g.axes > 1 && j < g.end; j += 4) {
                const struct change c = change_of(&g, yp, start, j);
                const quire_v4 s0 = along * c.along, s1 = across * c.across,
                               by[2] = {g.line[0] * s0 - g.line[1] * s1,
                                        g.line[1] * s0 + g.line[0] * s1};
                for (size_t e = 0, at = j; e < 2; e++, at += (size_t)b->axis) {
                    add_to(a + at, by[e]);
                    add_to(v + at, by[e]);
                    add_to(x + at, formula->gamma * by[e]);
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
            for (size_t j = g.first; g.axes == 1 && j < g.end; j++) {
                const double foreseen = yp[j] - start[j];
                came[0] += foreseen * (v[j] - start[j]);
                all[0] += foreseen * foreseen;
            }
            for (size_t j = g.first; g.axes > 1 && j < g.end; j += 4) {
                const struct change foreseen = change_of(&g, start, yp, j),
                                    change = change_of(&g, start, v, j);
                came[0] += quire_sum4(change.along * foreseen.along);
                came[1] += quire_sum4(change.across * foreseen.across);
                all[0] += quire_sum4(foreseen.along * foreseen.along);
                all[1] += quire_sum4(foreseen.across * foreseen.across);
            }
            for (int e = 0; e < 2; e++) {
                f->came[e] = QUIRE_NEWTON_FORESEEN_DECAY * f->came[e] + came[e];
                f->all[e] = QUIRE_NEWTON_FORESEEN_DECAY * f->all[e] + all[e];
            }
        }
    }
}
