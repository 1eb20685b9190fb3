/* What rollers and discs are made of. */
#include <math.h>
#include <string.h>

#include "body/free_motion.h"
#include "body/roller_motion.h"
#include "model/problem.h"
#include "num/detmath.h"
#include "sys/compile.h"

#define PI 3.14159265358979323846

/* how the rigid body that it would be turns */
static void
turning(const struct quire_system *sys, const struct quire_roller *roller, struct quire_soft_motion *m)
{
    m->angle = -1;
    if (roller->free >= 0) {
        const struct quire_free_motion *free = sys->free[roller->free].motion;
        for (int k = 0; k < free->n; k++) {
            m->angle = free->dof[k] == QUIRE_FREE_ANGLE ? k : m->angle;
        }
        m->turn = 1;
        m->inertia = 0.5 * free->inertia;
    } else {
        const struct quire_roller_motion *shaft = m->frame.self;
        m->angle = shaft->spins ? m->frame.nv - 1 : -1;
        m->turn = shaft->turn;
        m->inertia = 0.5 * shaft->inertia;
    }
}

static void
start_shape(const struct quire_affine_params *p, struct quire_soft_motion *m)
{
    const double mean = 0.5 * (p->stretch + 1 / p->stretch), half = 0.5 * (p->stretch - 1 / p->stretch);

    m->start[0] = p->dilation * half * quire_cos(2 * p->axis);
    m->start[1] = p->dilation * half * quire_sin(2 * p->axis);
    m->start[2] = p->dilation * mean;
    m->rate[0] = p->stretch_rate[0];
    m->rate[1] = p->stretch_rate[1];
}

static void
make_soft(struct quire_compile *c, struct quire_roller *roller, const struct quire_affine_params *p)
{
    struct quire_system *sys = c->sys;
    struct quire_small *small = sys->small + roller->small;
    struct quire_soft_motion *m = quire_compile_get(c, 1, sizeof *m);

    if (m == NULL) {
        return;
    }
    m->frame = small->body;
    m->radius = roller->radius;
    m->volume = PI * (roller->radius * roller->radius - p->inner_radius * p->inner_radius) * p->width;
    m->shear = p->shear_modulus;
    m->compressible = !isnan(p->lame_modulus);
    m->lame = m->compressible ? p->lame_modulus : 0;
    m->viscosity = p->viscosity;
    turning(sys, roller, m);
    start_shape(p, m);
    small->body.ops = &quire_soft_motion_ops;
    small->body.self = m;
    small->body.nq = small->body.nv = m->frame.nv + (m->compressible ? 3 : 2);
    if (roller->free >= 0) {
        small->count = 2 * small->body.nv;
    }
    roller->soft = sys->n_soft;
    sys->soft[sys->n_soft++] = (struct quire_soft){.motion = m, .small = roller->small, .roller = (int)(roller - sys->roller)};
}

/* the sides of blocks are too much for ellipses */
static void
check_meetings(struct quire_compile *c)
{
    const struct quire_system *sys = c->sys;

    for (int k = 0; c->status == QUIRE_OK && k < sys->n_meeting; k++) {
        const struct quire_meeting *meeting = sys->meeting + k;
        const struct quire_free *block = sys->free + meeting->free;
        const int roller = meeting->target == QUIRE_TARGET_ROLLER ? meeting->index : sys->free[meeting->index].roller;
        if (block->roller < 0 && sys->roller[roller].soft >= 0) {
            c->status = quire_object_error(block->object, c->diag, "E-MODEL", "name the surfaces in <pair> so that these two have none",
                                           "a block can not touch '%s', which is soft", sys->roller[roller].name);
        }
    }
}

void
quire_compile_soft(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;

    sys->soft = quire_compile_get(c, (size_t)sys->n_roller, sizeof *sys->soft);
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_roller; k++) {
        const struct quire_object *made_of = quire_object_child(sys->roller[k].object, "affine");
        if (made_of != NULL) {
            make_soft(c, sys->roller + k, made_of->params);
        }
    }
    check_meetings(c);
}
