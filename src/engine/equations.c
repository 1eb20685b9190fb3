#include "engine/equations.h"

#include <math.h>
#include <string.h>

#include "contact/law/stick.h"
#include "evaluate/evaluate.h"
#include "evaluate/mass.h"
#include "force/holds.h"
#include "force/space_sheet.h"
#include "law/holding.h"
#include "machine/sheet_lines.h"
#include "step/stick_history.h"

/* ---- held nodes ---- */

struct prescribed {
    const struct quire_system *sys;
    double times;
    double *v; /* laid out as V */
};

static void
prescribe(void *user, const struct quire_held *held)
{
    const struct prescribed *p = user;
    const double given[2] = {p->times != 0 ? p->times * held->acceleration[0] : 0,
                             p->times != 0 ? p->times * held->acceleration[1] : 0};

    quire_held_prescribe(p->sys, held, given, p->v);
}

void
quire_engine_hold_accelerations(void *user, double t, double times, double *v)
{
    const struct quire_engine *self = user;
    struct prescribed prescribed = {self->state->system, times, v};

    quire_state_held(self->state, t, prescribe, &prescribed);
}

/* ---- y' ---- */

/* of positions and of what forces() says, before the mass is divided by */
static void
raw_derivative(const struct quire_engine *self, const double *y, double *f)
{
    const struct quire_state *st = self->state;
    const struct quire_system *sys = st->system;
    const struct quire_layout *l = &sys->layout;

    for (int k = 0; k < self->part->n_q; k++) {
        const struct quire_range q = self->part->q[k];
        memcpy(f + q.first, y + l->v0 + q.first, sizeof(double) * (q.last - q.first));
    }
    for (int k = 0; k < self->part->n_vz; k++) {
        const struct quire_range vz = self->part->vz[k];
        memcpy(f + l->v0 + vz.first, st->force + vz.first, sizeof(double) * (vz.last - vz.first));
    }
    QUIRE_EACH(k, self->part, small)
    {
        const struct quire_small *s = sys->small + k;
        if (s->body.ops->kinematics != NULL) {
            s->body.ops->kinematics(s->body.self, y + s->q0, y + l->v0 + s->v0, f + s->q0);
        } else {
            memcpy(f + s->q0, y + l->v0 + s->v0, sizeof(double) * (size_t)s->body.nv);
        }
    }
}

/* y' = [T v | M^-1 F | z'] */
bool
quire_engine_derivative(void *user, double t, const double *y, double *f)
{
    const struct quire_engine *self = user;
    struct quire_state *st = self->state;
    const struct quire_layout *l = &st->system->layout;

    if (!quire_state_forces(st, t, y)) {
        return false;
    }
    raw_derivative(self, y, f);
    quire_engine_hold_accelerations(user, t, 1, f + l->v0);
    quire_state_mass_solve(st, t, y, f + l->v0, self->work);
    QUIRE_EACH(k, self->part, sheet)
    {
        if (!st->sheet[k].entered) {
            const struct quire_sheet *s = st->system->sheet + k;
            memset(f + s->x0, 0, sizeof(double) * s->size);
            memset(f + l->v0 + s->x0, 0, sizeof(double) * s->size);
        }
    }
    return true;
}

/* ---- forces and their matrix ---- */

/* until the evaluation is done the ways slid follow the motion; NULL: they are those of y */
static void
follow_states(struct quire_state *st, const struct quire_inner_states *inner)
{
    if (inner != NULL) {
        st->implicit.gamma = inner->gamma;
        st->implicit.fixed = inner->fixed;
    }
}

bool
quire_engine_forces(void *user, double t, const double *y, const struct quire_inner_states *inner)
{
    struct quire_state *st = ((struct quire_engine *)user)->state;

    follow_states(st, inner);
    const bool good = quire_state_forces(st, t, y);
    st->implicit.gamma = 0;
    return good;
}

bool
quire_engine_matrix(void *user, double t, const double *y, double cq, double cv,
                    const struct quire_inner_states *inner)
{
    struct quire_state *st = ((struct quire_engine *)user)->state;

    follow_states(st, inner);
    const bool good = quire_state_matrix(st, t, y, cq, cv);
    st->implicit.gamma = 0;
    return good;
}

QUIRE_INLINE void
chain_residual(const struct quire_chain *c, double g, const double *restrict force,
               const double *restrict a, double *restrict r)
{
    const double inner = c->mass_inner, off = c->mass_off, end = c->mass_end;

    QUIRE_IVDEP
    for (int i = 0; i < c->stride; i++) {
        r[i] = g * force[i] - (inner * a[i] + off * (a[i - 1] + a[i + 1]));
    }
    /* beyond the ends there is nothing, and not what happens to stand there in memory */
    r[0] = g * force[0] - (end * a[0] + off * a[1]);
    r[c->n] = g * force[c->n] - (end * a[c->n] + off * a[c->n - 1]);
    for (int i = c->n + 1; i < c->stride; i++) {
        r[i] = 0;
    }
}

QUIRE_INLINE void
small_residual(double *r, double g, const double *force, const double *mass, const double *a,
               int nv)
{
    for (int i = 0; i < nv; i++) {
        double sum = 0;
        for (int j = 0; j < nv; j++) {
            sum += mass[i * nv + j] * a[j];
        }
        r[i] = g * force[i] - sum;
    }
}

/* of a sheet's block; one that has not entered stands still */
QUIRE_INLINE void
sheet_residual(const struct quire_sheet *s, bool entered, double g, const double *force,
               const double *a, double *r)
{
    const struct quire_chain *c = &s->chain;

    if (!entered) {
        memset(r, 0, sizeof *r * s->size);
    } else if (s->ladder != NULL) {
        const size_t used = (size_t)((s->chain.n + 1) * s->ladder->block);
        quire_ladder_residual(s->ladder, force, a, g, r);
        memset(r + used, 0, sizeof *r * (s->size - used));
    } else {
        chain_residual(c, g, force, a, r);
        chain_residual(c, g, force + c->stride, a + c->stride, r + c->stride);
    }
}

QUIRE_CLONES void
quire_engine_residual(void *user, double g, const double *y, const double *a, double *r)
{
    const struct quire_engine *self = user;
    const struct quire_system *sys = self->state->system;
    const size_t nv = sys->layout.nv;
    const double *force = self->state->force;

    QUIRE_EACH(k, self->part, sheet)
    {
        const struct quire_sheet *s = sys->sheet + k;
        sheet_residual(s, self->state->sheet[k].entered, g, force + s->x0, a + s->x0, r + s->x0);
    }
    quire_parked_clear_rows(&self->parked, r);
    QUIRE_EACH(k, quire_parked_rest(&self->parked), mover)
    {
        const struct quire_small *s = sys->small + k;
        double room[QUIRE_BODY_DOFS * QUIRE_BODY_DOFS];
        const double *mass = quire_body_mass(&s->body, y + s->q0, room);
        if (s->body.nv == 1) { /* a roller that turns, or one that slides, too: unrolled */
            small_residual(r + s->v0, g, force + s->v0, mass, a + s->v0, 1);
        } else if (s->body.nv == 2) {
            small_residual(r + s->v0, g, force + s->v0, mass, a + s->v0, 2);
        } else {
            small_residual(r + s->v0, g, force + s->v0, mass, a + s->v0, s->body.nv);
        }
    }
    for (int k = 0; k < self->part->n_z; k++) {
        const struct quire_range z = self->part->z[k];
        /* the ways slid are solved for where friction is evaluated */
        for (size_t i = nv + z.first; i < nv + z.last; i++) {
            r[i] = i < nv + sys->grip_z ? g * force[i] - a[i] : 0;
        }
    }
}

/* ---- positions ---- */

void
quire_engine_kinematics(void *user, int block, const double *q, const double *v, double *rate)
{
    const struct quire_engine *self = user;
    const struct quire_body *body =
        &self->state->system->small[self->mover[block - self->first_mover]].body;

    body->ops->kinematics(body->self, q, v, rate);
}

/* q of a body whose q' = T(q) v is not v, from the step's formula by repetition */
static void
follow(const struct quire_small *s, const struct quire_step_formula *f, const double *v, double *q)
{
    const double *q_pred = f->predicted + s->q0, *z1 = f->history + s->q0;

    for (int k = 0; k < 12; k++) {
        double rate[QUIRE_BODY_POSITIONS], change = 0;
        s->body.ops->kinematics(s->body.self, q, v, rate);
        for (int i = 0; i < s->body.nq; i++) {
            const double next = q_pred[i] - f->rl1 * z1[i] + f->gamma * rate[i];
            change = fmax(change, fabs(next - q[i]));
            q[i] = next;
        }
        if (change < 1e-15) {
            break;
        }
    }
}

void
quire_engine_positions(void *user, const struct quire_step_formula *f, bool first, double *y)
{
    const struct quire_engine *self = user;
    const struct quire_system *sys = self->state->system;

    QUIRE_EACH(k, self->part, small)
    {
        const struct quire_small *s = sys->small + k;
        const double *v = y + sys->layout.v0 + s->v0;
        double *q = y + s->q0;
        if (first) {
            memcpy(q, f->predicted + s->q0, sizeof *q * (size_t)s->body.nq);
        }
        if (s->body.ops->kinematics != NULL) {
            follow(s, f, v, q);
            continue;
        }
        for (int i = 0; i < s->body.nv; i++) {
            q[i] = f->predicted[s->q0 + i] - f->rl1 * f->history[s->q0 + i] + f->gamma * v[i];
        }
    }
}

/* ---- ways slid ---- */

/* what slides is computed from where it was: by the formula's history it would slide on after it
 * has stopped (contact-kernel.md, 13) */
void
quire_engine_fix_states(void *user, const double *y, double gamma, double *fixed)
{
    const struct quire_engine *self = user;
    const struct quire_system *sys = self->state->system;
    const double *z = y + sys->layout.z0;

    quire_stick_begin(self->state);
    for (int k = 0; k < self->part->n_grip; k++) {
        for (size_t i = self->part->grip[k].first; i < self->part->grip[k].last; i++) {
            const size_t along = sys->grip_z + i, across = along + (size_t)sys->n_grip;
            if (quire_holding_follows(self->state->grip + i, gamma)) {
                continue;
            }
            fixed[along] = z[along];
            if (sys->spatial) {
                fixed[across] = z[across];
            }
        }
    }
}

double
quire_engine_mismatch(void *user, const double *since, const struct quire_inner_states *inner)
{
    const struct quire_engine *self = user;

    return self->part->n_grip > 0
               ? quire_stick_mismatch(self->state, since, inner->gamma, inner->fixed)
               : 0;
}

void
quire_engine_finish_states(void *user, double *y, const double *since,
                           const struct quire_inner_states *inner)
{
    const struct quire_engine *self = user;
    struct quire_state *st = self->state;

    if (self->part->n_grip > 0) {
        quire_stick_follow(st, since, inner->gamma, inner->fixed, y + st->system->layout.z0);
    }
}

/* ---- errors ---- */

static void
small_weights(const struct quire_small *s, const struct quire_layout *l, double tq, double tv,
              double *w)
{
    double scale[QUIRE_BODY_DOFS + QUIRE_BODY_STATES];

    for (int i = 0; i < QUIRE_BODY_DOFS + QUIRE_BODY_STATES; i++) {
        scale[i] = 1;
    }
    s->body.ops->scale(s->body.self, scale);
    for (int i = 0; i < s->body.nq; i++) {
        w[s->q0 + i] = 1 / (tq * scale[i < s->body.nv ? i : s->body.nv - 1]);
    }
    for (int i = 0; i < s->body.nv; i++) {
        w[l->v0 + (size_t)(s->v0 + i)] = 1 / (tv * scale[i]);
    }
    for (int i = 0; i < s->body.nz; i++) {
        w[l->z0 + (size_t)(s->z0 + i)] = 1 / (tq * scale[s->body.nv + i]);
    }
}

void
quire_engine_error_weights(void *user, double tq, double tv, double *w)
{
    const struct quire_engine *self = user;
    const struct quire_system *sys = self->state->system;
    const struct quire_layout *l = &sys->layout;

    /* all nodes alike, as QUIRE_SUM_LANES asks */
    QUIRE_EACH(k, self->part, sheet)
    {
        const struct quire_sheet *s = sys->sheet + k;
        for (size_t i = 0; i < s->size; i++) {
            w[s->x0 + i] = 1 / tq;
            w[l->v0 + s->x0 + i] = 1 / tv;
        }
    }
    QUIRE_EACH(k, self->part, small)
    {
        small_weights(sys->small + k, l, tq, tv, w);
    }
    for (int k = 0; k < self->part->n_z; k++) {
        for (size_t i = self->part->z[k].first; i < self->part->z[k].last; i++) {
            w[l->z0 + i] = i < sys->grip_z ? w[l->z0 + i] : 1 / tq;
        }
    }
}
