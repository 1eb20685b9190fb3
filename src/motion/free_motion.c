#include "motion/free_motion.h"

#include <string.h>

void
quire_free_place(const struct quire_free_motion *m, const double *q, const double *v, double at[3],
                 double rate[3])
{
    for (int d = 0; d < 3; d++) {
        at[d] = m->start[d];
        rate[d] = 0;
    }
    for (int k = 0; k < m->n; k++) {
        at[m->dof[k]] = q[k];
        rate[m->dof[k]] = v[k];
    }
}

static void
start(const void *self, double *q, double *v, double *z)
{
    const struct quire_free_motion *m = self;

    (void)z;
    for (int k = 0; k < m->n; k++) {
        q[k] = m->start[m->dof[k]];
        v[k] = m->rate[m->dof[k]];
    }
}

static void
mass(const void *self, const double *q, double *out)
{
    const struct quire_free_motion *m = self;

    (void)q;
    for (int k = 0; k < m->n; k++) {
        out[k * m->n + k] = m->dof[k] == QUIRE_FREE_ANGLE ? m->inertia : m->mass;
    }
}

static void
forces(const void *self, const struct quire_command *command, const double *q, const double *v,
       const double *z, struct quire_body_forces *out)
{
    const struct quire_free_motion *m = self;

    (void)command;
    (void)q;
    (void)v;
    (void)z;
    for (int k = 0; k < m->n; k++) {
        out->force[k] = m->dof[k] == QUIRE_FREE_ANGLE ? 0 : m->weight[m->dof[k]];
    }
}

/* a disc's rim is what sheets touch; a block offers them nothing */
static bool
carrier(const void *self, const struct quire_command *command, const double *q, const double *v,
        struct quire_carrier *out)
{
    const struct quire_free_motion *m = self;
    const double radius = m->radius != NULL ? *m->radius : 0;
    double at[3], rate[3];

    (void)command;
    memset(out, 0, sizeof *out);
    quire_free_place(m, q, v, at, rate);
    out->centre[0] = at[0];
    out->centre[1] = at[1];
    out->velocity[0] = rate[0];
    out->velocity[1] = rate[1];
    out->turn = 1;
    out->surface = rate[QUIRE_FREE_ANGLE] * radius;
    for (int k = 0; k < m->n; k++) {
        if (m->dof[k] == QUIRE_FREE_ANGLE) {
            out->d_surface[k] = radius;
        } else {
            out->d_centre[m->dof[k]][k] = 1;
        }
    }
    return radius > 0;
}

/* the potential of its weight, from where it started */
static double
stored(const void *self, const double *q)
{
    const struct quire_free_motion *m = self;
    double energy = 0;

    for (int k = 0; k < m->n; k++) {
        const int d = m->dof[k];
        energy -= d == QUIRE_FREE_ANGLE ? 0 : m->weight[d] * (q[k] - m->start[d]);
    }
    return energy;
}

static void
scale(const void *self, double *out)
{
    const struct quire_free_motion *m = self;

    for (int k = 0; k < m->n; k++) {
        out[k] = m->dof[k] == QUIRE_FREE_ANGLE ? 1 / m->size : 1;
    }
}

const struct quire_body_ops quire_free_motion_ops = {.start = start,
                                                     .mass = mass,
                                                     .steady = true,
                                                     .forces = forces,
                                                     .carrier = carrier,
                                                     .stored = stored,
                                                     .scale = scale};
