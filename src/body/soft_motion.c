#include "body/soft_motion.h"

#include <math.h>
#include <string.h>

#include "num/detmath.h"
#include "num/dual.h"

void
quire_soft_shape(const struct quire_soft_motion *soft, const struct quire_command *command, const double *q, const double *v,
                 struct quire_soft_shape *out)
{
    const int n = soft->frame.nv;
    const double *s = q + n, *r = v + n;
    struct quire_carrier frame;

    soft->frame.ops->carrier(soft->frame.self, command, q, v, &frame);
    out->a = s[0];
    out->b = s[1];
    out->rate[0] = r[0];
    out->rate[1] = r[1];
    out->n = soft->compressible ? 3 : 2;
    if (soft->compressible) {
        out->c = s[2];
        out->rate[2] = r[2];
        out->slope[0] = out->slope[1] = 0;
    } else {
        out->c = sqrt(1 + s[0] * s[0] + s[1] * s[1]);
        out->slope[0] = s[0] / out->c;
        out->slope[1] = s[1] / out->c;
        out->rate[2] = out->slope[0] * r[0] + out->slope[1] * r[1];
    }
    out->spin = frame.turn * frame.surface / soft->radius;
    out->driven = frame.turn * frame.driven / soft->radius;
}

static void
start(const void *self, double *q, double *v, double *z)
{
    const struct quire_soft_motion *s = self;
    const int n = s->frame.nv;

    s->frame.ops->start(s->frame.self, q, v, z);
    for (int i = 0; i < (s->compressible ? 3 : 2); i++) {
        q[n + i] = s->start[i];
        v[n + i] = s->rate[i];
    }
}

/* Where theta turns: J |F'|^2/2 = J (|z' - i theta' z|^2 + c'^2 + c^2 theta'^2) with z = a + ib. The frame's own inertia about its centre
 * is that of the undeformed body. */
static void
mass(const void *self, const double *q, double *out)
{
    const struct quire_soft_motion *s = self;
    const int n = s->frame.nv, nv = n + (s->compressible ? 3 : 2);
    const double j = 2 * s->inertia, a = q[n], b = q[n + 1], square = a * a + b * b;
    double own[QUIRE_BODY_DOFS * QUIRE_BODY_DOFS] = {0};

    s->frame.ops->mass(s->frame.self, q, own);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
            out[i * nv + k] = own[i * n + k];
        }
    }
    out[n * nv + n] = out[(n + 1) * nv + n + 1] = j;
    if (s->compressible) {
        out[(n + 2) * nv + n + 2] = j;
    } else { /* c c' = a a' + b b' */
        const double follow = j / (1 + square);
        out[n * nv + n] += follow * a * a;
        out[(n + 1) * nv + n + 1] += follow * b * b;
        out[n * nv + n + 1] = out[(n + 1) * nv + n] = follow * a * b;
    }
    if (s->angle >= 0) {
        const int k = s->angle;
        const double more = s->compressible ? q[n + 2] * q[n + 2] - 1 : square;
        out[k * nv + k] += j * (square + more);
        out[k * nv + n] = out[n * nv + k] = s->turn * j * b;
        out[k * nv + n + 1] = out[(n + 1) * nv + k] = -s->turn * j * a;
    }
}

/* ---- own forces, with their derivative along one direction ---- */

struct strain {
    struct quire_dual a, b, c;         /* V */
    struct quire_dual da, db, dc;      /* rates */
    struct quire_dual spin;            /* theta' */
};

struct stress {
    struct quire_dual on[3], on_angle; /* generalised forces on a, b, c and theta */
    struct quire_dual on_spin;         /* of them, those of stress on theta: what a drive holds against */
    double lost;                       /* [W] */
};

/* velocity gradient's symmetric part: (trace/2, difference/2, shear) */
static void
stretching(const struct strain *s, struct quire_dual det, struct quire_dual d[3])
{
    const struct quire_dual u = dual_add(s->da, dual_times(2, dual_mul(s->spin, s->b)));
    const struct quire_dual w = dual_sub(s->db, dual_times(2, dual_mul(s->spin, s->a)));

    d[0] = dual_div(dual_sub(dual_mul(s->c, s->dc), dual_dot(s->a, s->da, s->b, s->db)), det);
    d[1] = dual_div(dual_sub(dual_mul(s->c, u), dual_mul(s->dc, s->a)), det);
    d[2] = dual_div(dual_sub(dual_mul(s->c, w), dual_mul(s->dc, s->b)), det);
}

/* Kirchhoff stress S F^T, in the same three parts */
static void
kirchhoff(const struct quire_soft_motion *soft, const struct strain *s, struct quire_dual det, const struct quire_dual d[3],
          struct quire_dual k[3])
{
    k[0] = dual(0); /* what the pressure carries */
    k[1] = dual_times(2 * soft->shear, dual_mul(s->c, s->a));
    k[2] = dual_times(2 * soft->shear, dual_mul(s->c, s->b));
    if (soft->compressible) {
        const struct quire_dual trace = dual_add(dual_square(s->a, s->b), dual_mul(s->c, s->c));
        k[0] = dual_add(dual_times(soft->shear, dual_sub(trace, dual(1))), dual_times(soft->lame, dual_log(det)));
    }
    for (int i = 0; i < 3; i++) {
        k[i] = dual_add(k[i], dual_times(soft->viscosity, d[i]));
    }
}

/* what V' and theta' do against the stress, for each of them: -volume K : (A_k V^-1) */
static void
stress_forces(const struct quire_soft_motion *soft, const struct strain *s, struct quire_dual det, const struct quire_dual k[3],
              struct stress *out)
{
    const double scale = -2 * soft->volume;

    out->on[0] = dual_times(scale, dual_div(dual_sub(dual_mul(s->c, k[1]), dual_mul(s->a, k[0])), det));
    out->on[1] = dual_times(scale, dual_div(dual_sub(dual_mul(s->c, k[2]), dual_mul(s->b, k[0])), det));
    out->on[2] = dual_times(scale, dual_div(dual_sub(dual_mul(s->c, k[0]), dual_dot(s->a, k[1], s->b, k[2])), det));
    out->on_angle = dual_times(2 * scale, dual_div(dual_mul(s->c, dual_sub(dual_mul(s->b, k[1]), dual_mul(s->a, k[2]))), det));
    out->on_spin = out->on_angle;
}

/* Coriolis and centrifugal forces */
static void
inertia_forces(const struct quire_soft_motion *soft, const struct strain *s, struct stress *out)
{
    const double j = 2 * soft->inertia;
    const struct quire_dual square = dual_mul(s->spin, s->spin);
    const struct quire_dual along = dual_add(dual_dot(s->a, s->da, s->b, s->db), dual_mul(s->c, s->dc));

    out->on[0] = dual_add(out->on[0], dual_times(j, dual_sub(dual_mul(square, s->a), dual_times(2, dual_mul(s->spin, s->db)))));
    out->on[1] = dual_add(out->on[1], dual_times(j, dual_add(dual_mul(square, s->b), dual_times(2, dual_mul(s->spin, s->da)))));
    out->on[2] = dual_add(out->on[2], dual_times(j, dual_mul(square, s->c)));
    out->on_angle = dual_sub(out->on_angle, dual_times(2 * j, dual_mul(s->spin, along)));
}

/* c follows a and b: its forces act on them, and so does the inertia of its bending way */
static void
follow(const struct quire_soft_motion *soft, const struct strain *s, struct stress *out)
{
    const struct quire_dual bend = dual_div(dual_sub(dual_square(s->da, s->db), dual_mul(s->dc, s->dc)), s->c);
    const struct quire_dual force = dual_div(dual_sub(out->on[2], dual_times(2 * soft->inertia, bend)), s->c);

    out->on[0] = dual_add(out->on[0], dual_mul(s->a, force));
    out->on[1] = dual_add(out->on[1], dual_mul(s->b, force));
}

static void
evaluate(const struct quire_soft_motion *soft, struct strain *s, struct stress *out)
{
    struct quire_dual d[3], k[3];

    if (!soft->compressible) {
        s->c = dual_sqrt(dual_add(dual(1), dual_square(s->a, s->b)));
        s->dc = dual_div(dual_dot(s->a, s->da, s->b, s->db), s->c);
    }
    const struct quire_dual det = dual_sub(dual_mul(s->c, s->c), dual_square(s->a, s->b));
    stretching(s, det, d);
    kirchhoff(soft, s, det, d, k);
    stress_forces(soft, s, det, k, out);
    inertia_forces(soft, s, out);
    if (!soft->compressible) {
        follow(soft, s, out);
    }
    out->lost = 2 * soft->volume * soft->viscosity * (d[0].x * d[0].x + d[1].x * d[1].x + d[2].x * d[2].x);
}

/* the derivative along one direction into a column of a matrix */
static void
add_column(const struct quire_soft_motion *soft, const struct stress *stress, double matrix[QUIRE_BODY_DOFS][QUIRE_BODY_DOFS],
           int column)
{
    const int n = soft->frame.nv;

    for (int i = 0; i < (soft->compressible ? 3 : 2); i++) {
        matrix[n + i][column] += stress->on[i].d;
    }
    if (soft->angle >= 0) {
        matrix[soft->angle][column] += soft->turn * stress->on_angle.d;
    }
}

/* what the frame is subject to: loads, springs, motors, bearings, weight */
static void
frame_forces(const struct quire_soft_motion *soft, const struct quire_command *command, const double *q, const double *v,
             struct quire_body_forces *out)
{
    const int n = soft->frame.nv;
    struct quire_body_forces frame;

    memset(&frame, 0, sizeof frame);
    frame.want_matrix = out->want_matrix;
    soft->frame.ops->forces(soft->frame.self, command, q, v, NULL, &frame);
    for (int i = 0; i < n; i++) {
        out->force[i] += frame.force[i];
        for (int k = 0; out->want_matrix && k < n; k++) {
            out->d_position[i][k] += frame.d_position[i][k];
            out->d_velocity[i][k] += frame.d_velocity[i][k];
        }
    }
    out->power_drive += frame.power_drive;
    out->power_dissipated += frame.power_dissipated;
}

static void
forces(const void *self, const struct quire_command *command, const double *q, const double *v, const double *z,
       struct quire_body_forces *out)
{
    const struct quire_soft_motion *soft = self;
    const int n = soft->frame.nv;
    struct quire_soft_shape shape;
    struct stress stress;

    (void)z;
    frame_forces(soft, command, q, v, out);
    quire_soft_shape(soft, command, q, v, &shape);
    const struct strain now = {.a = dual(shape.a), .b = dual(shape.b), .c = dual(shape.c), .da = dual(shape.rate[0]),
                               .db = dual(shape.rate[1]), .dc = dual(shape.rate[2]), .spin = dual(shape.spin)};
    struct strain s = now;
    evaluate(soft, &s, &stress);
    for (int i = 0; i < shape.n; i++) {
        out->force[n + i] += stress.on[i].x;
    }
    out->power_dissipated += stress.lost;
    if (soft->angle >= 0) {
        out->force[soft->angle] += soft->turn * stress.on_angle.x;
    } else { /* what keeps theta' going does the work of spin against stress, and that of centrifugal forces */
        out->power_drive -= stress.on_spin.x * shape.spin;
        out->power_drive += 2 * soft->inertia * shape.spin * shape.spin *
                            (shape.a * shape.rate[0] + shape.b * shape.rate[1] + shape.c * shape.rate[2]);
    }
    if (!out->want_matrix) {
        return;
    }
    for (int i = 0; i < shape.n; i++) {
        s = now;
        (i == 0 ? &s.a : i == 1 ? &s.b : &s.c)->d = 1;
        evaluate(soft, &s, &stress);
        add_column(soft, &stress, out->d_position, n + i);
        s = now;
        (i == 0 ? &s.da : i == 1 ? &s.db : &s.dc)->d = 1;
        evaluate(soft, &s, &stress);
        add_column(soft, &stress, out->d_velocity, n + i);
    }
    if (soft->angle >= 0) {
        s = now;
        s.spin.d = soft->turn;
        evaluate(soft, &s, &stress);
        add_column(soft, &stress, out->d_velocity, soft->angle);
    }
}

static bool
carrier(const void *self, const struct quire_command *command, const double *q, const double *v, struct quire_carrier *out)
{
    const struct quire_soft_motion *soft = self;

    soft->frame.ops->carrier(soft->frame.self, command, q, v, out);
    for (int k = soft->frame.nv; k < QUIRE_BODY_DOFS; k++) { /* the strain does not move the centre */
        out->d_centre[0][k] = out->d_centre[1][k] = out->d_surface[k] = 0;
    }
    return true;
}

static double
stored(const void *self, const double *q)
{
    const struct quire_soft_motion *s = self;
    const double *e = q + s->frame.nv, square = e[0] * e[0] + e[1] * e[1];
    double energy = 2 * s->shear * square;

    if (s->compressible) {
        const double cc = e[2] * e[2], bulk = quire_log(cc - square);
        energy = s->shear * (cc + square - 1 - bulk) + 0.5 * s->lame * bulk * bulk;
    }
    return s->volume * energy + s->frame.ops->stored(s->frame.self, q);
}

static void
scale(const void *self, double *out)
{
    const struct quire_soft_motion *s = self;

    s->frame.ops->scale(s->frame.self, out);
    for (int i = 0; i < 3; i++) {
        out[s->frame.nv + i] = 1 / s->radius;
    }
}

const struct quire_body_ops quire_soft_motion_ops = {
    .start = start, .mass = mass, .steady = false, .forces = forces, .carrier = carrier, .stored = stored, .scale = scale};
