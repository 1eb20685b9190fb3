#include "integ/newton.h"

#include <cvode/cvode.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "contact/law/stick.h"
#include "force/space_sheet.h"

#define MAX_ITERATIONS 8
#define MAX_REFRESH    5    /* true Newton steps with a matrix of their own */
#define HOT            0.15 /* a step that shrinks by less has left the reach of its matrix */
#define TURNED         0.9  /* a true Newton step back that shrinks by less goes to and fro */
#define MAX_HALVING    16   /* iterations if steps are halved */
#define SAFETY         3.0  /* on the measured curvature */
/* so many sheets on each other: what is left over shakes them all, and costs more steps than it
 * saves */
#define PILE          3
#define SAFETY_PILE   10.0
#define MAX_UNCHECKED 8   /* steps in a row that may be accepted after one iteration */
#define LEAST_RATE    0.1 /* the smallest rate of convergence that is believed */
#define FORGET        0.5 /* how fast a measured curvature fades */
/* of a step: nothing is learnt from a larger one, or from one that is no number */
#define MOST_SIZE      1e12
#define MOST_CURVATURE 1e6 /* all steps are looked at twice from far less on */

/* q' = v for all bodies, and both stand at the same places of Q and V */
static bool
is_plain(const struct quire_system *sys)
{
    for (int k = 0; k < sys->n_small; k++) {
        const struct quire_small *s = sys->small + k;
        if (s->body.ops->kinematics != NULL || s->q0 != s->v0) {
            return false;
        }
    }
    return true;
}

struct lengths {
    size_t y, vz, z;
};

static struct lengths
lengths_of(const struct quire_system *sys)
{
    const struct quire_layout *l = &sys->layout;
    const size_t edge = 2 * QUIRE_LANES;

    return (struct lengths){l->length + edge, l->nv + l->nz + edge, l->nz + edge};
}

size_t
quire_newton_work(const struct quire_system *sys)
{
    const struct lengths n = lengths_of(sys);

    return n.y + 3 * n.vz + n.z + 2 * QUIRE_LANES;
}

int
quire_newton_create(struct quire_newton *nw, struct quire_state *state, void *cvode,
                    const struct quire_norm *norm, const struct quire_rooms *rooms)
{
    const struct lengths n = lengths_of(state->system);

    memset(nw, 0, sizeof *nw);
    nw->state = state;
    nw->cvode = cvode;
    nw->norm = norm;
    nw->rooms = rooms;
    nw->plain = is_plain(state->system);
    nw->block = rooms == NULL ? calloc(quire_newton_work(state->system), sizeof(double)) : NULL;
    if (rooms == NULL && nw->block == NULL) {
        return -1;
    }
    nw->y =
        (double *)(((uintptr_t)(rooms != NULL ? (void *)rooms->work : nw->block) + 63) / 64 * 64);
    nw->a = nw->y + n.y;
    nw->r = nw->a + n.vz + QUIRE_LANES;
    nw->since = nw->r + n.vz;
    nw->z_fixed = nw->since + n.vz;
    for (int k = 0; k < norm->part->n_vz; k++) { /* others may have had it */
        const struct quire_range vz = norm->part->vz[k];
        memset(nw->since + vz.first, 0, sizeof(double) * (vz.last - vz.first));
    }
    return 0;
}

void
quire_newton_destroy(struct quire_newton *nw)
{
    free(nw->block);
    memset(nw, 0, sizeof *nw);
}

/* `a` may be read one place before its start */
QUIRE_INLINE double *
history(const struct quire_newton *nw)
{
    return nw->a + QUIRE_LANES;
}

const double *
quire_newton_rates(const struct quire_newton *nw)
{
    return history(nw);
}

/* q of a body whose q' = T(q) v is not v, from the integrator's formula q = q_pred - rl1 z1 + gamma
 * T(q) v by repetition */
static void
follow(const struct quire_small *s, const double *q_pred, const double *z1, double rl1, double g,
       const double *v, double *q)
{
    for (int k = 0; k < 12; k++) {
        double rate[QUIRE_BODY_POSITIONS], change = 0;
        s->body.ops->kinematics(s->body.self, q, v, rate);
        for (int i = 0; i < s->body.nq; i++) {
            const double next = q_pred[i] - rl1 * z1[i] + g * rate[i];
            change = fmax(change, fabs(next - q[i]));
            q[i] = next;
        }
        if (change < 1e-15) {
            break;
        }
    }
}

/* the positions of small bodies, where they are not those of Q at the places of their velocities in
 * V */
static void
small_positions(struct quire_newton *nw, const double *yp, const double *z1, double rl1, double g)
{
    const struct quire_system *sys = nw->state->system;

    if (nw->plain) {
        return;
    }
    QUIRE_EACH(k, nw->state->part, small)
    {
        const struct quire_small *s = sys->small + k;
        const double *v = nw->y + sys->layout.v0 + s->v0;
        double *q = nw->y + s->q0;
        if (s->body.ops->kinematics != NULL) {
            follow(s, yp + s->q0, z1 + s->q0, rl1, g, v, q);
            continue;
        }
        for (int i = 0; i < s->body.nv; i++) {
            q[i] = yp[s->q0 + i] - rl1 * z1[s->q0 + i] + g * v[i];
        }
    }
}

/* the end of the velocities in a range of [V | Z] whose positions stand at the same places of Q */
QUIRE_INLINE size_t
end_of_plain(const struct quire_newton *nw, const struct quire_range *range)
{
    const struct quire_layout *l = &nw->state->system->layout;
    const size_t end = nw->plain ? l->nv : l->sheet_length;

    return range->last < end ? range->last : end;
}

static QUIRE_CLONES void
begin(struct quire_newton *nw, const double *restrict yp, const double *restrict z1, double rl1,
      double g)
{
    const struct quire_layout *l = &nw->state->system->layout;
    const struct quire_part *part = nw->state->part;
    const size_t v0 = l->v0;
    double *restrict a = history(nw), *restrict y = nw->y;

    for (int k = 0; k < part->n_vz; k++) {
        const size_t first = part->vz[k].first, last = part->vz[k].last,
                     end = end_of_plain(nw, part->vz + k);
        QUIRE_IVDEP
        for (size_t i = first; i < end; i++) {
            y[i] = yp[i] + g * yp[v0 + i] - rl1 * z1[i];
        }
        QUIRE_IVDEP
        for (size_t i = first; i < last; i++) {
            a[i] = rl1 * z1[v0 + i];
            y[v0 + i] = yp[v0 + i];
        }
    }
    for (int k = 0; k < part->n_z; k++) {
        for (size_t i = part->z[k].first; i < part->z[k].last; i++) {
            nw->z_fixed[i] = yp[l->z0 + i] - rl1 * z1[l->z0 + i];
        }
    }
    /* what slides is reckoned from where it was: by the formula's history it would slide on after
     * it has stopped (contact-kernel.md, 13) */
    for (int k = 0; k < part->n_grip; k++) {
        for (size_t i = part->grip[k].first; i < part->grip[k].last; i++) {
            const struct quire_system *sys = nw->state->system;
            const size_t along = sys->grip_z + i, across = along + (size_t)sys->n_grip;
            if (nw->state->grip[i].mode == 0) {
                nw->z_fixed[along] = nw->start[quire_packed(&nw->norm->packing, l->z0 + along)];
            }
            if (nw->state->grip[i].mode == 0 && sys->spatial) {
                nw->z_fixed[across] = nw->start[quire_packed(&nw->norm->packing, l->z0 + across)];
            }
        }
    }
    QUIRE_EACH(k, part, small)
    {
        const struct quire_small *s = nw->state->system->small + k;
        for (int i = 0; !nw->plain && i < s->body.nq; i++) {
            y[s->q0 + i] = yp[s->q0 + i];
        }
    }
    small_positions(nw, yp, z1, rl1, g);
}

/* Held nodes are where they are told to be, and no step moves them: their accelerations are those
 * of their courses. */
static void
hold_rate(void *user, const struct quire_held *held)
{
    struct quire_newton *nw = user;
    const double given[2] = {nw->gamma * held->acceleration[0], nw->gamma * held->acceleration[1]};

    quire_held_prescribe(nw->state->system, held, given, history(nw));
}

static void
hold_row(void *user, const struct quire_held *held)
{
    struct quire_newton *nw = user;

    quire_held_prescribe(nw->state->system, held, (double[2]){0, 0}, nw->r);
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

/* r = gamma F - M a */
static QUIRE_CLONES void
residual(struct quire_newton *nw, double g)
{
    const struct quire_system *sys = nw->state->system;
    const struct quire_layout *l = &sys->layout;
    double *r = nw->r;
    const double *a = history(nw), *force = nw->state->force;

    QUIRE_EACH(k, nw->state->part, sheet)
    {
        const struct quire_sheet *sheet = sys->sheet + k;
        const struct quire_chain *c = &sheet->chain;
        if (sheet->ladder != NULL) {
            const size_t used = nw->state->sheet[k].entered
                                    ? (size_t)((sheet->ladder->n + 1) * sheet->ladder->block)
                                    : 0;
            if (used > 0) {
                quire_ladder_residual(sheet->ladder, force + sheet->x0, a + sheet->x0, g,
                                      r + sheet->x0);
            }
            memset(r + sheet->x0 + used, 0, sizeof *r * (sheet->size - used));
            continue;
        }
        const double md = c->md, mo = c->mo, me = c->me;
        for (int d = 0; d < 2; d++) {
            const size_t at = sys->sheet[k].x0 + (size_t)(d * c->stride);
            const double *restrict pa = a + at, *restrict pf = force + at;
            double *restrict pr = r + at;
            if (!nw->state->sheet[k].entered) {
                memset(pr, 0, sizeof(double) * (size_t)c->stride);
                continue;
            }
            QUIRE_IVDEP
            for (int i = 0; i < c->stride; i++) {
                pr[i] = g * pf[i] - (md * pa[i] + mo * (pa[i - 1] + pa[i + 1]));
            }
            /* beyond the ends there is nothing, and not what happens to stand there in memory */
            pr[0] = g * pf[0] - (me * pa[0] + mo * pa[1]);
            pr[c->n] = g * pf[c->n] - (me * pa[c->n] + mo * pa[c->n - 1]);
            for (int i = c->n + 1; i < c->stride; i++) {
                pr[i] = 0;
            }
        }
    }
    QUIRE_EACH(k, nw->state->part, mover)
    {
        const struct quire_small *s = sys->small + k;
        double room[QUIRE_BODY_DOFS * QUIRE_BODY_DOFS];
        const double *mass = quire_body_mass(&s->body, nw->y + s->q0, room);
        if (s->body.nv == 2) { /* a roller that slides and turns: unrolled */
            small_residual(r + s->v0, g, force + s->v0, mass, a + s->v0, 2);
        } else {
            small_residual(r + s->v0, g, force + s->v0, mass, a + s->v0, s->body.nv);
        }
    }
    for (int k = 0; k < nw->state->part->n_z; k++) {
        const struct quire_range z = nw->state->part->z[k];
        /* states of laws are solved for where the law is evaluated */
        for (size_t i = l->nv + z.first; i < l->nv + z.last; i++) {
            r[i] = i < l->nv + sys->slot_z ? g * force[i] - a[i] : 0;
        }
    }
}

/* norm of the step in v, with dq = gamma dv: the same maximum over bodies as the integrator's; the
 * weights of a sheet's nodes are alike */
static QUIRE_CLONES double
step_norm(const struct quire_newton *nw, double g, const double *w)
{
    const struct quire_system *sys = nw->state->system;
    const struct quire_layout *l = &sys->layout;
    double largest = 0;

    QUIRE_EACH(k, nw->state->part, sheet)
    {
        const struct quire_sheet *sheet = sys->sheet + k;
        const quire_v4 *r = (const quire_v4 *)(const void *)(nw->r + sheet->x0);
        double sum;
        const double wv = w[l->v0 + sheet->x0], wq = g * w[sheet->x0];
        if (sheet->ladder != NULL) {
            sum = quire_space_dot(sheet->ladder->m, sheet->ladder->n + 1, nw->r + sheet->x0,
                                  nw->r + sheet->x0);
        } else {
            quire_v4 s = {0}, t = {0};
            for (int i = 0; i < sheet->chain.stride / 2; i += 2) {
                s += r[i] * r[i];
                t += r[i + 1] * r[i + 1];
            }
            sum = quire_sum8(s, t);
        }
        const double mean = (wv * wv + wq * wq) * sum / sheet->count;
        largest = mean > largest || isnan(mean) ? mean : largest;
    }
    QUIRE_EACH(k, nw->state->part, mover)
    {
        const struct quire_small *s = sys->small + k;
        const int nv = s->body.nv;
        const double *r = nw->r + s->v0, *wv = w + l->v0 + s->v0, *wq = w + s->q0;
        double sum = 0;
        for (int i = 0; i < nv; i++) {
            sum += r[i] * r[i] * (wv[i] * wv[i] + (i < s->body.nq ? (g * wq[i]) * (g * wq[i]) : 0));
        }
        for (int i = 0; i < s->body.nz; i++) {
            const double dz = nw->r[l->nv + (size_t)(s->z0 + i)] * w[l->z0 + (size_t)(s->z0 + i)];
            sum += dz * dz;
        }
        const double mean = sum / s->count;
        largest = mean > largest || isnan(mean) ? mean : largest;
    }
    return sqrt(largest);
}

static QUIRE_CLONES void
advance(struct quire_newton *nw, const double *yp, const double *z1, double rl1, double g)
{
    const struct quire_part *part = nw->state->part;
    const size_t v0 = nw->state->system->layout.v0;
    double *restrict a = history(nw), *restrict y = nw->y, *restrict since = nw->since;
    const double *restrict r = nw->r;
    const double keep = nw->fresh ? 0 : 1;

    for (int k = 0; k < part->n_vz; k++) {
        const size_t first = part->vz[k].first, last = part->vz[k].last,
                     end = end_of_plain(nw, part->vz + k);
        QUIRE_IVDEP
        for (size_t i = first; i < last; i++) {
            a[i] += r[i];
            y[v0 + i] += r[i];
            since[i] = keep * since[i] + r[i];
        }
        QUIRE_IVDEP
        for (size_t i = first; i < end; i++) {
            y[i] += g * r[i];
        }
    }
    small_positions(nw, yp, z1, rl1, g);
}

static QUIRE_CLONES void
correction(const struct quire_newton *nw, double *restrict out, const double *restrict yp)
{
    const struct quire_part *part = nw->state->part;
    const double *restrict y = nw->y;

    for (int k = 0; k < part->n_all; k++) {
        const size_t first = part->all[k].first, n = part->all[k].last - first;
        double *restrict to = out + quire_packed_range(&nw->norm->packing, k).first;
        const double *restrict from = y + first, *restrict before = yp + first;
        QUIRE_IVDEP
        for (size_t i = 0; i < n; i++) {
            to[i] = from[i] - before[i];
        }
    }
}

/* from here to the next evaluation the states of laws are solved for with the motion */
static void
follow_states(struct quire_newton *nw, double g)
{
    nw->state->implicit.gamma = g;
    nw->state->implicit.fixed = nw->z_fixed;
    nw->state->implicit.out = nw->y + nw->state->system->layout.z0;
}

static bool
implicit_forces(struct quire_newton *nw, double t, double g)
{
    follow_states(nw, g);
    const bool good = quire_state_forces(nw->state, t, nw->y);
    nw->state->implicit.gamma = 0;
    return good;
}

/* Newton step at the present iterate, in r; its norm. With `fresh` the matrix is evaluated here,
 * otherwise the last one serves. */
static double
newton_step(struct quire_newton *nw, double t, double g, const double *w, bool fresh)
{
    struct quire_state *st = nw->state;
    bool good;

    if (fresh) {
        follow_states(nw, g);
        good = quire_state_matrix(st, t, nw->y, g * g, g);
        st->implicit.gamma = 0;
    } else {
        good = implicit_forces(nw, t, g);
    }
    if (!good) {
        return INFINITY;
    }
    nw->fresh = fresh;
    residual(nw, g);
    quire_state_held(st, t, hold_row, nw);
    if (fresh) {
        quire_state_factorise(st, nw->r);
        nw->factorised++;
    } else {
        quire_state_solve(st, nw->r);
    }
    return step_norm(nw, g, w);
}

/* whether the step in r goes back where the iterate came from since the last matrix */
static bool
turns_back(const struct quire_newton *nw, const double *w)
{
    const struct quire_system *sys = nw->state->system;
    const struct quire_layout *l = &sys->layout;
    const struct quire_part *part = nw->state->part;
    double along = 0;

    QUIRE_EACH(k, part, sheet)
    {
        const struct quire_sheet *s = sys->sheet + k;
        const double wv = w[l->v0 + s->x0];
        along += s->ladder != NULL ? wv * wv *
                                         quire_space_dot(s->ladder->m, s->ladder->n + 1,
                                                         nw->since + s->x0, nw->r + s->x0)
                                   : 0;
    }
    for (int k = 0; k < part->n_vz; k++) { /* the weights of others are not known */
        const size_t first = sys->spatial && part->vz[k].first < l->sheet_length
                                 ? l->sheet_length
                                 : part->vz[k].first;
        for (size_t i = first; i < part->vz[k].last && i < l->nv; i++) {
            along += w[l->v0 + i] * w[l->v0 + i] * nw->since[i] * nw->r[i];
        }
    }
    return along < 0;
}

/* makes the step in r no longer than `most`; its norm is `size` */
static double
shorten(struct quire_newton *nw, double size, double most)
{
    const struct quire_part *part = nw->state->part;

    if (!(size > most)) {
        return size;
    }
    for (int k = 0; k < part->n_vz; k++) {
        for (size_t i = part->vz[k].first; i < part->vz[k].last; i++) {
            nw->r[i] *= most / size;
        }
    }
    return most;
}

/* what the power flows are told of the last step */
static void
lengthen(struct quire_newton *nw, double times)
{
    const struct quire_part *part = nw->state->part;

    for (int k = 0; k < part->n_vz; k++) {
        for (size_t i = part->vz[k].first; i < part->vz[k].last; i++) {
            nw->since[i] += (times - 1) * nw->r[i];
            nw->r[i] *= times;
        }
    }
}

static bool
is_finite(const struct quire_newton *nw)
{
    const struct quire_part *part = nw->state->part;
    bool finite = true;

    for (int k = 0; k < part->n_vz; k++) {
        for (size_t i = part->vz[k].first; i < part->vz[k].last; i++) {
            finite = finite && isfinite(nw->r[i]);
        }
    }
    return finite;
}

/* estimate of what is still missing after an iteration of this size */
static double
error_left(const struct quire_newton *nw, int iteration, bool fresh, double size, double ratio)
{
    /* one is enough only where the measured curvature says so, and not too often without a look */
    if (iteration == 1) {
        const double safety = quire_state_together(nw->state) >= PILE ? SAFETY_PILE : SAFETY;
        return nw->unchecked >= MAX_UNCHECKED
                   ? 10 * size
                   : fmax(safety * nw->curvature * size * size, 0.1 * size);
    }
    if (fresh) {
        return size;
    }
    return ratio < 0.9 ? size * fmax(LEAST_RATE, ratio) / (1 - ratio) : size;
}

static int
fail(struct quire_newton *nw)
{
    nw->failures++;
    nw->failed = 1;
    nw->curvature = fmin(2 * nw->curvature, fmax(nw->curvature, MOST_CURVATURE));
    return SUN_NLS_CONV_RECVR;
}

/* a vector laid out as y */
static const double *
look(const struct quire_newton *nw, N_Vector v, double *room)
{
    return quire_unpack(&nw->norm->packing, NV_DATA_S(v), room);
}

static int
solve(SUNNonlinearSolver solver, N_Vector y0, N_Vector ycor, N_Vector weights, realtype tolerance,
      booleantype call_setup, void *mem)
{
    struct quire_newton *nw = solver->content;
    N_Vector v_pred, v_n, v_f, v_z1;
    realtype t, g, rl1;
    void *user;
    double previous = 0;
    int refreshed = 0;
    bool halving = false;

    (void)y0;
    (void)call_setup;
    (void)mem;
    CVodeGetNonlinearSystemData(nw->cvode, &t, &v_pred, &v_n, &v_f, &g, &rl1, &v_z1, &user);
    const double *yp = look(nw, v_pred, nw->rooms != NULL ? nw->rooms->given : NULL);
    const double *z1 = look(nw, v_z1, nw->rooms != NULL ? nw->rooms->history : NULL);
    const double *w = look(nw, weights, nw->rooms != NULL ? nw->rooms->weights : NULL);
    t = t < *nw->latest ? t : *nw->latest;
    nw->failed = 0;
    nw->singular = false;
    nw->iterations = 0;
    nw->gamma = g;
    begin(nw, yp, z1, rl1, g);
    quire_state_sync(nw->state, t, nw->y);
    quire_state_held(nw->state, t, hold_rate, nw);
    for (int it = 1;; it++) {
        /* foreseen */
        bool again = it > 1 && !halving && refreshed < MAX_REFRESH && previous > tolerance &&
                     nw->curvature * previous > HOT;
        bool fresh = it == 1 || halving || again;
        double size = newton_step(nw, t, g, w, fresh), ratio = it > 1 ? size / previous : 0;
        if (it == 2) { /* where forces are no numbers there is no curvature to be measured */
            nw->curvature = fmax(size < MOST_SIZE ? ratio / previous : 0, FORGET * nw->curvature);
            nw->unchecked = 0;
        }
        if (!fresh && refreshed < MAX_REFRESH && !(ratio <= HOT)) {
            /* the matrix does not serve here (a contact began or ended): drop the step and take the
             * true one */
            fresh = again = true;
            size = newton_step(nw, t, g, w, true);
            ratio = size / previous;
        }
        if (again) {
            refreshed++;
            nw->refreshed++;
            halving = ratio > TURNED && turns_back(nw, w);
        }
        nw->iterations = it;
        nw->total++;
        if (!(size < MOST_SIZE)) {
            nw->singular = nw->state->culprit == NULL && !is_finite(nw);
            return fail(nw);
        }
        const double error = error_left(nw, it, fresh, size, ratio);
        const double whole = size;
        if (halving) {
            size = shorten(nw, size, 0.5 * previous);
        }
        advance(nw, yp, z1, rl1, g);
        if (error <= tolerance) {
            nw->unchecked += it == 1;
            if (nw->state->system->has_states) { /* the laws' states follow the last step */
                implicit_forces(nw, t, g);
            }
            if (nw->state->part->n_grip > 0) {
                quire_stick_follow(nw->state, nw->since, g, nw->z_fixed,
                                   nw->y + nw->state->system->layout.z0);
            }
            correction(nw, NV_DATA_S(ycor), yp);
            /* friction that balances the accelerations is that of the whole step */
            if (size < whole) {
                lengthen(nw, whole / size);
            }
            return SUN_NLS_SUCCESS;
        }
        if ((it > 1 && fresh && size > 2 * previous) ||
            it >= (halving ? MAX_HALVING : MAX_ITERATIONS)) {
            return fail(nw);
        }
        previous = size;
    }
}

static SUNNonlinearSolver_Type
type(SUNNonlinearSolver solver)
{
    (void)solver;
    return SUNNONLINEARSOLVER_ROOTFIND;
}

static int
initialize(SUNNonlinearSolver solver)
{
    (void)solver;
    return 0;
}

static int
set_system(SUNNonlinearSolver solver, SUNNonlinSolSysFn fn)
{
    (void)solver;
    (void)fn;
    return 0;
}

static int
iterations(SUNNonlinearSolver solver, long int *n)
{
    *n = ((const struct quire_newton *)solver->content)->iterations;
    return 0;
}

static int
failures(SUNNonlinearSolver solver, long int *n)
{
    *n = ((const struct quire_newton *)solver->content)->failed;
    return 0;
}

static int
current(SUNNonlinearSolver solver, int *n)
{
    *n = ((const struct quire_newton *)solver->content)->iterations;
    return 0;
}

static int
release(SUNNonlinearSolver solver)
{
    if (solver != NULL) {
        solver->content = NULL;
        SUNNonlinSolFreeEmpty(solver);
    }
    return 0;
}

SUNNonlinearSolver
quire_newton_solver(struct quire_newton *nw, SUNContext context)
{
    SUNNonlinearSolver solver = SUNNonlinSolNewEmpty(context);

    if (solver != NULL) {
        solver->content = nw;
        solver->ops->gettype = type;
        solver->ops->initialize = initialize;
        solver->ops->solve = solve;
        solver->ops->setsysfn = set_system;
        solver->ops->getnumiters = iterations;
        solver->ops->getnumconvfails = failures;
        solver->ops->getcuriter = current;
        solver->ops->free = release;
    }
    return solver;
}
