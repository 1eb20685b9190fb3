/* What rollers and discs are made of. */
#include <math.h>
#include <string.h>

#include "body/affine.h"
#include "compile/compile.h"
#include "contact/body/soft_rim.h"
#include "math/detmath.h"
#include "math/small_lu.h"
#include "model/problem.h"
#include "motion/free_motion.h"
#include "motion/roller_motion.h"

#define PI 3.14159265358979323846

/* how the rigid body that it would be turns */
static void
turning(const struct quire_system *sys, const struct quire_roller *roller,
        struct quire_soft_motion *m)
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
    const double mean = 0.5 * (p->stretch + 1 / p->stretch),
                 half = 0.5 * (p->stretch - 1 / p->stretch);

    m->start[0] = p->dilation * half * quire_cos(2 * p->axis);
    m->start[1] = p->dilation * half * quire_sin(2 * p->axis);
    m->start[2] = p->dilation * mean;
    m->rate[0] = p->stretch_rate[0];
    m->rate[1] = p->stretch_rate[1];
}

/* how it contracts, and what drives that */
static void
contraction(struct quire_compile *c, const struct quire_roller *roller,
            const struct quire_object *made_of, struct quire_soft_motion *m)
{
    const struct quire_affine_params *p = made_of->params;
    struct quire_small *small = c->sys->small + roller->small;
    const int drive = quire_drive_index(c->sys, p->drive);

    if (made_of->kind != &quire_kind_contractile) {
        return;
    }
    m->contracts = QUIRE_CONTRACTS_BY_STRESS;
    m->growth = p->growth_viscosity;
    m->axis = p->drive_axis;
    if (drive < 0) {
        return;
    }
    const enum quire_drive_quantity quantity = c->sys->drive[drive].quantity;
    if (quantity != QUIRE_DRIVE_STRESS && quantity != QUIRE_DRIVE_STRETCH) {
        c->status = quire_object_error(
            made_of, c->diag, "E-MODEL", "name one with 'stress' or 'stretch'",
            "drive '%s' is for rollers and contracts no body", c->sys->drive[drive].object->name);
    } else if (small->drive >= 0) {
        c->status =
            quire_object_error(made_of, c->diag, "E-MODEL",
                               "let the roller idle, or leave out the drive of its contraction",
                               "drive '%s' already turns it, so no other drive can contract it",
                               c->sys->drive[small->drive].object->name);
    }
    m->contracts =
        quantity == QUIRE_DRIVE_STRETCH ? QUIRE_CONTRACTS_BY_STRETCH : QUIRE_CONTRACTS_BY_STRESS;
    small->drive = drive;
}

/* a roller that hangs on what turns nothing */
static void
check_drive(struct quire_compile *c, const struct quire_roller *roller)
{
    const int drive = c->sys->small[roller->small].drive;
    const enum quire_drive_quantity quantity =
        drive >= 0 ? c->sys->drive[drive].quantity : QUIRE_DRIVE_NONE;

    if (quantity == QUIRE_DRIVE_STRESS || quantity == QUIRE_DRIVE_STRETCH) {
        c->status = quire_object_error(roller->object, c->diag, "E-MODEL",
                                       "name one with a speed or a torque",
                                       "drive '%s' is for contractile bodies and turns no roller",
                                       c->sys->drive[drive].object->name);
    } else if (quantity == QUIRE_DRIVE_ANGLE || quantity == QUIRE_DRIVE_STROKE) {
        c->status = quire_object_error(roller->object, c->diag, "E-MODEL",
                                       "name one with a speed or a torque",
                                       "drive '%s' is for moving guides and turns no roller",
                                       c->sys->drive[drive].object->name);
    } else if (quantity == QUIRE_DRIVE_PRESSURE || quantity == QUIRE_DRIVE_VOLTAGE) {
        c->status = quire_object_error(
            roller->object, c->diag, "E-MODEL", "name one with a speed or a torque",
            "drive '%s' is for suction or an electrostatic hold and turns no roller",
            c->sys->drive[drive].object->name);
    }
}

static void
make_soft(struct quire_compile *c, struct quire_roller *roller, const struct quire_object *made_of)
{
    const struct quire_affine_params *p = made_of->params;
    struct quire_system *sys = c->sys;
    struct quire_small *small = sys->small + roller->small;
    struct quire_soft_motion *m = quire_compile_get(c, 1, sizeof *m);

    if (m == NULL) {
        return;
    }
    m->frame = small->body;
    m->radius = &roller->radius;
    m->volume =
        PI * (roller->radius * roller->radius - p->inner_radius * p->inner_radius) * p->width;
    m->shear = p->shear_modulus;
    m->compressible = !isnan(p->lame_modulus);
    m->lame = m->compressible ? p->lame_modulus : 0;
    m->viscosity = p->viscosity;
    turning(sys, roller, m);
    start_shape(p, m);
    contraction(c, roller, made_of, m);
    small->body.ops = &quire_soft_motion_ops;
    small->body.self = m;
    small->body.nq = small->body.nv = m->frame.nv + (m->compressible ? 3 : 2);
    small->body.nz = m->contracts == QUIRE_CONTRACTS_BY_STRESS ? 4 : 0;
    roller->soft = sys->n_soft;
    sys->soft[sys->n_soft++] = (struct quire_soft){
        .motion = m, .small = roller->small, .roller = (int)(roller - sys->roller)};
}

/* ---- at rest in a nip ---- */

#define MOST_STEPS 60

/* One step towards the strain e = (a, b, c) under a force at the middle of whose press is `m` on
 * the undeformed circle. */
static double
press_step(const struct quire_soft_motion *soft, const double from[2], const double m[2],
           double force, double e[3])
{
    static const struct quire_command none = {.quantity = QUIRE_DRIVE_NONE};
    const int n = soft->frame.nv, free = soft->compressible ? 3 : 2;
    const double c = soft->compressible ? e[2] : sqrt(1 + e[0] * e[0] + e[1] * e[1]);
    const double follow[3] = {soft->compressible ? 0 : e[0] / c, soft->compressible ? 0 : e[1] / c,
                              1};
    const double along[3] = {from[0] * m[0] - from[1] * m[1], from[0] * m[1] + from[1] * m[0],
                             from[0] * m[0] + from[1] * m[1]};
    double q[QUIRE_BODY_POSITIONS] = {0}, v[QUIRE_BODY_DOFS] = {0},
           z[QUIRE_BODY_STATES] = {1, 0, 0, 0}, matrix[9], step[3], most = 0;
    struct quire_body_forces f = {.want_matrix = true};
    int pivot[3];

    memcpy(q + n, e, sizeof *e * (size_t)free);
    quire_soft_motion_ops.forces(soft, &none, q, v, z, &f);
    for (int i = 0; i < free; i++) {
        /* of the surface, outwards */
        const double way = (i < 2 ? along[i] : 0) + follow[i] * along[2];
        step[i] = f.force[n + i] - force * way;
        for (int k = 0; k < free; k++) {
            matrix[i * free + k] = -f.d_position[n + i][n + k];
        }
    }
    lu_factor(matrix, free, pivot);
    lu_solve(matrix, free, pivot, step);
    for (int i = 0; i < free; i++) {
        e[i] += step[i];
        most = fmax(most, fabs(step[i]));
    }
    return most;
}

double
quire_soft_press(struct quire_soft_motion *soft, const double from[2], double force)
{
    double e[3] = {0, 0, 1}, m[2] = {*soft->radius * from[0], *soft->radius * from[1]}, vn[2],
           c = 1;

    for (int k = 0; k < MOST_STEPS; k++) {
        const double change = press_step(soft, from, m, force, e);
        c = soft->compressible ? e[2] : sqrt(1 + e[0] * e[0] + e[1] * e[1]);
        if (!(c * c - e[0] * e[0] - e[1] * e[1] > 0.1)) {
            return 0; /* pressed flat: let it find out by itself */
        }
        if (change < 1e-14) {
            break;
        }
    }
    vn[0] = (c + e[0]) * from[0] + e[1] * from[1];
    vn[1] = e[1] * from[0] + (c - e[0]) * from[1];
    memcpy(soft->start, (double[3]){e[0], e[1], c}, sizeof soft->start);
    return *soft->radius * (1 - sqrt(vn[0] * vn[0] + vn[1] * vn[1]));
}

/* a soft roller's surface has the speed that it has */
static void
check_overdrive(struct quire_compile *c, const struct quire_roller *roller)
{
    for (int k = 0; c->status == QUIRE_OK && k < 2 * c->sys->n_sheet; k++) {
        const struct quire_contact_law *law =
            roller->law[k] >= 0 ? c->sys->law + roller->law[k] : NULL;
        if (law != NULL && law->overdrive != 0) {
            c->status = quire_object_error(roller->object, c->diag, "E-MODEL",
                                           "give its surface a contact without <overdrive>",
                                           "it is soft, so its speed follows from its deformation, "
                                           "but contact '%s' has an overdrive",
                                           law->name);
        }
    }
}

static void
lay_rim(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;

    sys->rim = quire_compile_get(c, QUIRE_RIM_POINTS, sizeof *sys->rim);
    for (int i = 0; sys->rim != NULL && i < QUIRE_RIM_POINTS; i++) {
        sys->rim[i][0] = quire_cos(2 * PI * i / QUIRE_RIM_POINTS);
        sys->rim[i][1] = quire_sin(2 * PI * i / QUIRE_RIM_POINTS);
    }
}

void
quire_compile_soft(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;

    sys->soft = quire_compile_get(c, (size_t)sys->n_roller, sizeof *sys->soft);
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_roller; k++) {
        const struct quire_object *affine =
            quire_object_child_of(sys->roller[k].object, &quire_kind_affine);
        const struct quire_object *made_of =
            affine != NULL ? affine
                           : quire_object_child_of(sys->roller[k].object, &quire_kind_contractile);
        check_drive(c, sys->roller + k);
        if (made_of != NULL && c->status == QUIRE_OK) {
            make_soft(c, sys->roller + k, made_of);
            check_overdrive(c, sys->roller + k);
        }
    }
    if (sys->n_soft > 0) {
        lay_rim(c);
    }
}
