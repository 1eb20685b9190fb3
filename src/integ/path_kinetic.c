/* Kinetic energy along a path, and by how much a step changes it. */
#include <string.h>

#include "integ/path_blocks.h"
#include "integ/step_path.h"
#include "math/kernel.h"
#include "math/path_work.h"

/* Into room[0]: minus the mass, as it is at y, times velocities that are given as in a path. */
static void
take_momentum(const struct quire_step_path *self, const double *y, const double *velocities,
              double *const room[2])
{
    const struct quire_ode_problem *p = self->problem;

    for (int k = 0; k < p->n_block; k++) {
        const struct quire_block *b = p->block + k;
        memcpy(room[1] + b->v, velocities, sizeof *velocities * (size_t)b->nv);
        memset(room[1] + p->layout.nv + b->z, 0, sizeof *velocities * (size_t)b->nz);
        velocities += length_of(b);
    }
    p->ops->residual(p->self, 0, y, room[1], room[0]);
}

/* of velocities with that momentum */
static QUIRE_CLONES double
times_momentum(const struct quire_step_path *self, const double *velocities, const double *momentum)
{
    double sum = 0;

    for (int k = 0; k < self->problem->n_block; k++) {
        const struct quire_block *b = self->problem->block + k;
        sum -= dot(b, velocities, momentum + b->v);
        velocities += length_of(b);
    }
    return sum;
}

double
quire_step_path_kinetic(const struct quire_step_path *self, const double *y, double *const room[2])
{
    take_momentum(self, y, self->rate[0], room);
    return 0.5 * times_momentum(self, self->rate[0], room[0]);
}

/* of the velocities at a place of the path, by the polynomials that powers are taken for */
static QUIRE_CLONES void
accelerations(const struct quire_step_path *self, int place, double *to)
{
    const size_t n = length_of_all(self->problem);
    const double *restrict a = self->rate[0], *restrict b = self->rate[1],
                           *restrict c = self->rate[2], *restrict d = self->rate[3];
    double by[QUIRE_PATH_PLACES];

    quire_path_slope(self->n_tell, self->t, self->t[place], by);
    QUIRE_IVDEP
    for (size_t i = 0; i < n; i++) {
        to[i] = (by[0] * a[i] + by[1] * b[i]) + (by[2] * c[i] + by[3] * d[i]);
    }
}

/* into y: the middle of the step, as Hermite's polynomial has it where masses vary, since the mean
 * of both ends is off by h^2 / 8 times the acceleration */
static void
go_to_middle(const struct quire_step_path *self)
{
    const double by = 0.125 * (self->t[0] - self->t[1]);
    const double *end = self->rate[0], *start = self->rate[1];

    quire_step_path_middle(self, true, self->y);
    for (int k = 0; k < self->problem->n_block; k++) {
        const struct quire_block *b = self->problem->block + k;
        for (size_t i = 0; b->varies && i < (size_t)b->nv; i++) {
            self->y[b->q + i] += by * (start[i] - end[i]);
        }
        end += length_of(b);
        start += length_of(b);
    }
}

/* into room[0]: momentum of scratch as velocities, with masses at a place of the path */
static void
momentum_at(const struct quire_step_path *self, int place, double *const room[2])
{
    const double *at = self->place[place];

    for (int k = 0; k < self->problem->n_block; k++) {
        const struct quire_block *b = self->problem->block + k;
        memcpy(self->y + b->q, at, sizeof *at * (size_t)b->nq);
        at += length_of(b);
    }
    take_momentum(self, self->y, self->scratch, room);
}

/* by Simpson's rule the integral of v (M - M in the middle) v', which is nothing in the middle */
static double
growth_along(const struct quire_step_path *self, double *const room[2])
{
    double sum = 0;

    for (int place = 0; place < 2; place++) {
        accelerations(self, place, self->scratch);
        go_to_middle(self);
        take_momentum(self, self->y, self->scratch, room);
        sum -= times_momentum(self, self->rate[place], room[0]);
        momentum_at(self, place, room);
        sum += times_momentum(self, self->rate[place], room[0]);
    }
    return (self->t[0] - self->t[1]) / 6 * sum;
}

/* drift times a momentum, of the blocks whose masses vary */
static double
along_drift(const struct quire_step_path *self, const double *momentum)
{
    double sum = 0;

    for (int k = 0; k < self->problem->n_block; k++) {
        const struct quire_block *b = self->problem->block + k;
        for (size_t i = b->v; b->varies && i < b->v + (size_t)b->nv; i++) {
            sum -= self->drift[i] * momentum[i];
        }
    }
    return sum;
}

/* v M v in the middle of the step, so many drifts aside */
static double
aside(const struct quire_step_path *self, double drifts, double *const room[2])
{
    go_to_middle(self);
    for (int k = 0; k < self->problem->n_block; k++) {
        const struct quire_block *b = self->problem->block + k;
        for (size_t i = 0; b->varies && i < (size_t)b->nv; i++) {
            self->y[b->q + i] += drifts * self->drift[b->v + i];
        }
    }
    take_momentum(self, self->y, self->scratch, room);
    return times_momentum(self, self->scratch, room[0]);
}

/* v (dM along the drift) v - (dM/dt v) drift: gyroscopic forces do no work along velocities, but
 * they do beside them */
static double
growth_beside(const struct quire_step_path *self, double *const room[2])
{
    const size_t n = length_of_all(self->problem);
    double turned = 0;

    quire_step_path_drift(self, self->drift);
    mean(self->scratch, self->rate[0], self->rate[1], n);
    for (int place = 0; place < 2; place++) {
        momentum_at(self, place, room);
        turned += (place == 0 ? 1 : -1) * along_drift(self, room[0]);
    }
    return 0.5 * (aside(self, 1, room) - aside(self, -1, room)) -
           turned / (self->t[0] - self->t[1]);
}

/* Of the mean velocities of the last step with what they have changed by, times the mass at y. */
static QUIRE_CLONES double
growth_at(const struct quire_step_path *self, const double *y, double *const room[2])
{
    const struct quire_ode_problem *p = self->problem;
    const double *restrict end = self->rate[0], *restrict start = self->rate[1];
    double *restrict middle = self->scratch;

    for (int k = 0; k < p->n_block; k++) {
        const struct quire_block *b = p->block + k;
        double *restrict change = room[1] + b->v;
        QUIRE_IVDEP
        for (int i = 0; i < b->nv; i++) {
            change[i] = end[i] - start[i];
            middle[i] = 0.5 * (end[i] + start[i]);
        }
        for (int i = 0; i < b->nz; i++) {
            room[1][p->layout.nv + b->z + (size_t)i] = 0;
        }
        end += length_of(b);
        start += length_of(b);
        middle += length_of(b);
    }
    p->ops->residual(p->self, 0, y, room[1], room[0]);
    return times_momentum(self, self->scratch, room[0]);
}

double
quire_step_path_growth(const struct quire_step_path *self, const double *y, double *const room[2])
{
    if (self->y != NULL) {
        go_to_middle(self);
    }
    const double growth = growth_at(self, self->y != NULL ? self->y : y, room);
    return self->y != NULL ? growth + growth_along(self, room) + growth_beside(self, room) : growth;
}
