#include "contact/body/soft.h"
#include "motion/soft_motion.h"
#include "motion/soft_strain.h"
#include "state/commands.h"

#include <math.h>

void
quire_soft_update(struct quire_state *st, const double *y)
{
    const struct quire_system *sys = st->system;

    for (int k = 0; k < sys->n_soft; k++) {
        const struct quire_small *s = sys->small + sys->soft[k].small;
        if (st->part->has_small[sys->soft[k].small]) {
            quire_soft_shape(sys->soft[k].motion, quire_state_command(st, s), y + s->q0,
                             y + sys->layout.v0 + s->v0, st->shape + k);
        }
    }
}

void
quire_soft_powers(const struct quire_state *st, const double *y, struct quire_powers *power)
{
    const struct quire_system *sys = st->system;

    power->drives -= st->soft.drives;
    power->bearings -= st->soft.bearings;
    for (int k = 0; k < sys->n_soft; k++) {
        const struct quire_small *s = sys->small + sys->soft[k].small;
        struct quire_body_forces f = {.want_matrix = false};
        if (st->part->has_small[sys->soft[k].small] && s->body.nv > 0) {
            s->body.ops->forces(s->body.self, quire_state_command(st, s), y + s->q0,
                                y + sys->layout.v0 + s->v0, y + sys->layout.z0 + s->z0, &f);
            power->drives += f.power_drive;
            power->bearings += f.power_dissipated;
        }
    }
}

/* V x */
static void
stretch(const struct quire_soft_shape *s, const double x[2], double out[2])
{
    out[0] = (s->c + s->a) * x[0] + s->b * x[1];
    out[1] = s->b * x[0] + (s->c - s->a) * x[1];
}

/* (dV/dq) x for strain k: a, b, c */
static void
strain(const struct quire_soft_shape *s, int k, const double x[2], double out[2])
{
    const double follow = k < 2 ? s->slope[k] : 1;

    out[0] = follow * x[0] + (k == 0 ? x[0] : k == 1 ? x[1] : 0);
    out[1] = follow * x[1] + (k == 0 ? -x[1] : k == 1 ? x[0] : 0);
}

void
quire_soft_adjoint(const struct quire_soft_shape *s, const double x[2], double out[2])
{
    out[0] = (s->c - s->a) * x[0] - s->b * x[1];
    out[1] = (s->c + s->a) * x[1] - s->b * x[0];
}

void
quire_soft_squeeze(struct quire_state *st, int soft, const double m[2], double fx, double fy)
{
    double back[2];

    quire_soft_adjoint(st->shape + soft, m, back);
    st->squeeze[soft] += fx * back[0] + fy * back[1];
}

/* x without its part along the unit vector u */
static void
across(const double u[2], double x[2])
{
    const double along = u[0] * x[0] + u[1] * x[1];

    x[0] -= along * u[0];
    x[1] -= along * u[1];
}

double
quire_soft_reach(const struct quire_state *st, const struct quire_roller *roller)
{
    const struct quire_soft_shape *s = st->shape + roller->soft;

    return roller->radius * (s->c + sqrt(s->a * s->a + s->b * s->b));
}

double
quire_pad_reach(const struct quire_state *st, const struct quire_pad *pad)
{
    const struct quire_roller *roller = st->system->roller + pad->roller;

    return roller->soft < 0 ? pad->radius
                            : quire_soft_reach(st, roller) * (pad->radius / roller->radius);
}

void
quire_soft_foot(const struct quire_state *st, int soft, const double n[2], struct quire_foot *out)
{
    const struct quire_soft_shape *s = st->shape + soft;
    const double radius = *st->system->soft[soft].motion->radius,
                 det = s->c * s->c - s->a * s->a - s->b * s->b;
    double w[2];

    stretch(s, n, w);
    const double length = sqrt(w[0] * w[0] + w[1] * w[1]);
    out->n[0] = n[0];
    out->n[1] = n[1];
    out->m[0] = radius * w[0] / length;
    out->m[1] = radius * w[1] / length;
    stretch(s, out->m, out->r);
    out->support = radius * length;
    out->bend = radius * det * det / (length * length * length);
}

void
quire_soft_material(const struct quire_state *st, int soft, const double m[2], double r[2],
                    struct quire_soft_ways *out)
{
    const struct quire_soft *body = st->system->soft + soft;
    const struct quire_soft_shape *s = st->shape + soft;
    const struct quire_carrier *carrier = st->carrier + body->small;
    const int frame = body->motion->frame.nv;

    out->n = frame + s->n;
    stretch(s, m, r);
    stretch(s, (double[2]){-m[1], m[0]}, out->by_spin);
    for (int k = 0; k < frame; k++) {
        const double spin = k == body->motion->angle ? body->motion->turn : 0;
        for (int d = 0; d < 2; d++) {
            out->x[k][d] = carrier->d_centre[d][k] + spin * out->by_spin[d];
        }
    }
    for (int k = 0; k < s->n; k++) {
        strain(s, k, m, out->x[frame + k]);
    }
}

void
quire_soft_ways(const struct quire_state *st, int soft, const struct quire_foot *foot,
                struct quire_soft_ways *out)
{
    const struct quire_soft *body = st->system->soft + soft;
    const struct quire_soft_shape *s = st->shape + soft;
    const struct quire_carrier *carrier = st->carrier + body->small;
    const double radius = *body->motion->radius, length = foot->support / radius;
    const double u[2] = {foot->m[0] / radius, foot->m[1] / radius},
                 t[2] = {-foot->n[1], foot->n[0]};
    const int frame = body->motion->frame.nv;
    double r[2];

    quire_soft_material(st, soft, foot->m, r, out);
    stretch(s, t, out->m_turn);
    across(u, out->m_turn);
    out->m_turn[0] *= radius / length;
    out->m_turn[1] *= radius / length;
    for (int k = 0; k < frame; k++) {
        for (int d = 0; d < 2; d++) {
            out->shift[k][d] = carrier->d_centre[d][k];
            out->m[k][d] = 0;
        }
    }
    for (int k = 0; k < s->n; k++) {
        double dm[2], moved[2];
        strain(s, k, foot->n, dm);
        across(u, dm);
        for (int d = 0; d < 2; d++) {
            out->m[frame + k][d] = dm[d] * radius / length;
        }
        stretch(s, out->m[frame + k], moved);
        for (int d = 0; d < 2; d++) {
            out->shift[frame + k][d] = out->x[frame + k][d] + moved[d];
        }
    }
}

void
quire_soft_bend_material(const struct quire_state *st, int soft, const double m[2],
                         const double dm[2], int k, double x[QUIRE_BODY_DOFS][2], double by_spin[2])
{
    const struct quire_soft_motion *motion = st->system->soft[soft].motion;
    const struct quire_soft_shape *s = st->shape + soft;
    const int frame = motion->frame.nv, strained = k < 0 ? -1 : k - frame;
    const double turned[2] = {-m[1], m[0]}, d_turned[2] = {-dm[1], dm[0]};

    stretch(s, d_turned, by_spin);
    if (strained >= 0) {
        double more[2];
        strain(s, strained, turned, more);
        by_spin[0] += more[0];
        by_spin[1] += more[1];
    }
    for (int i = 0; i < frame; i++) {
        const double spin = i == motion->angle ? motion->turn : 0;
        x[i][0] = spin * by_spin[0];
        x[i][1] = spin * by_spin[1];
    }
    for (int i = 0; i < s->n; i++) {
        strain(s, i, dm, x[frame + i]);
        if (strained >= 0 && s->n == 2) { /* c follows: d2c/dq_i dq_k */
            const double curve =
                ((i == strained ? 1 : 0) - s->slope[i] * s->slope[strained]) / s->c;
            x[frame + i][0] += curve * m[0];
            x[frame + i][1] += curve * m[1];
        }
    }
}

void
quire_soft_bend(const struct quire_state *st, int soft, const struct quire_foot *foot,
                const struct quire_soft_ways *ways, int k, double turn,
                double x[QUIRE_BODY_DOFS][2], double by_spin[2])
{
    const double dm[2] = {(k < 0 ? 0 : ways->m[k][0]) + turn * ways->m_turn[0],
                          (k < 0 ? 0 : ways->m[k][1]) + turn * ways->m_turn[1]};

    quire_soft_bend_material(st, soft, foot->m, dm, k, x, by_spin);
}
