#include "integ/energy_balance.h"

#include <cvode/cvode.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool
make_motion(struct quire_energy_balance *self, const struct quire_workspace *workspace)
{
    const struct quire_layout *l = &self->problem->layout;
    const struct quire_index_sets *sets = &self->problem->sets;
    const size_t each = l->nv + l->nz + QUIRE_LANES;
    size_t own = 0;

    for (int k = 0; k < sets->n_vz; k++) {
        own += sets->vz[k].last - sets->vz[k].first;
    }
    self->motion.block = calloc(2 * own + 1, sizeof(double));
    self->motion.mean = workspace == NULL ? calloc(2 * each, sizeof(double)) : NULL;
    if (self->motion.block == NULL || (workspace == NULL && self->motion.mean == NULL)) {
        return false;
    }
    self->motion.v = self->motion.block;
    self->motion.a = self->motion.v + own;
    self->motion.v_mean = workspace == NULL ? self->motion.mean : workspace->given;
    self->motion.a_mean = workspace == NULL ? self->motion.v_mean + each : workspace->history;
    return true;
}

bool
quire_energy_balance_create(struct quire_energy_balance *self, const struct quire_norm *norm,
                            const struct quire_newton *newton, void *cvode, N_Vector spare,
                            const struct quire_workspace *workspace)
{
    *self = (struct quire_energy_balance){
        .problem = norm->problem,
        .newton = newton,
        .cvode = cvode,
        .spare = spare,
        .packing = &norm->packing,
        .unpacked_spare = workspace != NULL ? workspace->spare : NV_DATA_S(spare),
    };
    return make_motion(self, workspace);
}

void
quire_energy_balance_destroy(struct quire_energy_balance *self)
{
    free(self->motion.block);
    free(self->motion.mean);
}

/* ---- flows ---- */

/* at a state that no step has evaluated */
static struct quire_flows
flows_at(struct quire_energy_balance *self, double t, const double *y)
{
    const struct quire_ode_problem *p = self->problem;
    struct quire_flows flows = {{0}};

    p->ops->flows_at(p->self, t, y, &flows);
    return flows;
}

static bool
is_cut(const struct quire_energy_balance *self)
{
    return self->problem->ops->is_cut(self->problem->self);
}

/* velocities and accelerations where the error of a step of this order acts, and those at its end
 * for the next step */
static QUIRE_CLONES void
mean_motion(struct quire_energy_balance *self, const double *y, int order)
{
    const struct quire_index_sets *sets = &self->problem->sets;
    const double *restrict v = y + self->problem->layout.v0, *restrict a =
                                                                 quire_newton_rates(self->newton);
    const double late = self->moved ? 1.0 / (order + 2) : 1, early = 1 - late,
                 inverse = 1 / self->newton->gamma;
    double *restrict v_mean = self->motion.v_mean, *restrict a_mean = self->motion.a_mean;
    size_t done = 0;

    for (int k = 0; k < sets->n_vz; k++) {
        const size_t first = sets->vz[k].first, n = sets->vz[k].last - first;
        double *restrict v_end = self->motion.v + done, *restrict a_end = self->motion.a + done;
        QUIRE_IVDEP
        for (size_t i = 0; i < n; i++) {
            const double rate = inverse * a[first + i];
            v_mean[first + i] = late * v[first + i] + early * v_end[i];
            a_mean[first + i] = late * rate + early * a_end[i];
            v_end[i] = v[first + i];
            a_end[i] = rate;
        }
        done += n;
    }
    self->moved = true;
}

/* `spare` laid out as y, which may be written into */
static void
unpack_spare(struct quire_energy_balance *self)
{
    quire_unpack(self->packing, NV_DATA_S(self->spare), self->unpacked_spare);
}

/* Energy that the formula takes out in the step just made, as a mean power (doc/theory/energy.md,
 * 4). */
static double
formula_loss(struct quire_energy_balance *self, double t, const double *y)
{
    const struct quire_ode_problem *p = self->problem;
    const double gamma = self->newton->gamma;
    int order = 0;

    CVodeGetLastOrder(self->cvode, &order);
    mean_motion(self, y, order);
    if (CVodeGetEstLocalErrors(self->cvode, self->spare) != 0) {
        return 0;
    }
    unpack_spare(self);
    return -p->ops->error_energy(p->self, t, y, self->motion.v_mean, self->motion.a_mean,
                                 self->unpacked_spare, gamma) /
           gamma;
}

void
quire_energy_balance_close(struct quire_energy_balance *self, double t, double t_left_limit,
                           const double *y)
{
    const struct quire_ode_problem *p = self->problem;
    const struct quire_newton *nw = self->newton;
    const double evaluated = fmin(t, t_left_limit);
    struct quire_solved_step step = {.t = evaluated, .y = y};

    self->reached = t;
    self->cut = is_cut(self);
    if (nw != NULL) {
        step.last = nw->at.step;
        step.since = nw->at.delta_since_jacobian;
        step.gamma = nw->gamma;
        step.refreshed = nw->fresh;
    }
    p->ops->flows_after(p->self, &step, &self->now);
    self->now.of[p->formula_flow] = nw != NULL ? formula_loss(self, evaluated, y) : 0;
    if (p->holds && CVodeGetDky(self->cvode, t, 1, self->spare) == 0) {
        unpack_spare(self);
        p->ops->add_hold_flow(p->self, evaluated, y, self->unpacked_spare, &self->now);
    }
}

/* ---- what comes to its end within a step ---- */

#define NEGLIGIBLE 1e-3  /* of a part of a step */
#define LEAST_WORK 1e-10 /* [J] */
#define HALVINGS   12

static double
lost_at(struct quire_energy_balance *self, double t)
{
    if (CVodeGetDky(self->cvode, t, 0, self->spare) != 0) {
        return 0;
    }
    unpack_spare(self);
    return flows_at(self, t, self->unpacked_spare).of[self->problem->lost_flow];
}

static void
add_piece(struct quire_energy_balance *self, double t, double work)
{
    const int n = self->n_lost;

    self->lost[n].t = t;
    self->lost[n].work = work + (n > 0 ? self->lost[n - 1].work : 0);
    self->n_lost++;
}

/* flows at both ends and in the middle of a part of a step */
struct stretch {
    double from, to;
    double start, middle, end;
};

/* later: stretches that are still to come, of two parts at least */
static void
refine(struct quire_energy_balance *self, const struct stretch *s, int halvings, int later)
{
    const double h = s->to - s->from, middle = 0.5 * (s->from + s->to);
    const double first = lost_at(self, s->from + 0.25 * h),
                 second = lost_at(self, s->from + 0.75 * h);
    const double whole = h / 6 * (s->start + 4 * s->middle + s->end),
                 left = h / 12 * (s->start + 4 * first + s->middle),
                 right = h / 12 * (s->middle + 4 * second + s->end);

    if (halvings == 0 || self->n_lost + 4 + 2 * later > QUIRE_BALANCE_PIECES ||
        fabs(left + right - whole) <= NEGLIGIBLE * fabs(left + right) + LEAST_WORK) {
        add_piece(self, middle, left);
        add_piece(self, s->to, right);
        return;
    }
    refine(self, &(struct stretch){s->from, middle, s->start, first, s->middle}, halvings - 1,
           later + 1);
    refine(self, &(struct stretch){middle, s->to, s->middle, second, s->end}, halvings - 1, later);
}

/* Where a law's force is cut nothing holds the step down, and what is stored there may be lost
 * within a small part of it. */
void
quire_energy_balance_refine(struct quire_energy_balance *self)
{
    const struct quire_ode_problem *p = self->problem;
    const double h = self->reached - self->start, before = self->before.of[p->lost_flow],
                 now = self->now.of[p->lost_flow];
    const bool ends = p->ends_within && fabs(before) > 0 && !(fabs(now) > 0);

    if (!(h > 0) || !(self->cut || self->was_cut || ends)) {
        return;
    }
    self->n_lost = 0;
    refine(self,
           &(struct stretch){self->start, self->reached, before,
                             lost_at(self, self->start + 0.5 * h), now},
           HALVINGS, 0);
}

/* What flows at the end of the whole step says nothing: there bodies may be deep in what they touch
 * at t. */
void
quire_energy_balance_cut(struct quire_energy_balance *self, double t, double evaluated,
                         const double *y)
{
    const int formula = self->problem->formula_flow;
    const double loss = self->now.of[formula];

    self->now = flows_at(self, evaluated, y);
    self->now.of[formula] = loss;
    self->cut = is_cut(self);
    self->reached = t;
    if (self->n_lost > 0) {
        self->n_lost = 0;
        quire_energy_balance_refine(self);
    }
}

/* ---- work ---- */

/* by how much what has flown grows with the flows at the start of the step before, at the start and
 * at the end of the last one [s] */
struct shares {
    double earlier, start, end;
};

/* The flows change by a parabola through the last three ends of steps, or linearly where there are
 * but two or the step has grown much (doc/theory/energy.md, 2). */
static struct shares
shares_of(const struct quire_energy_balance *self, double t)
{
    const double dt = t - self->start, h = self->reached - self->start, h0 = self->span_earlier;
    const double late = h > 0 ? 0.5 * dt * dt / h : 0;

    if (!(h > 0 && h0 > 0.25 * h)) { /* so far on a parabola would be a guess */
        return (struct shares){0, dt - late, late};
    }
    const double bend = dt * dt * (dt / 3 - 0.5 * h) / (h + h0);
    return (struct shares){bend / h0, dt - late - bend * (1 / h + 1 / h0), late + bend / h};
}

/* what contacts have lost since the last step began */
static double
lost_in_pieces(const struct quire_energy_balance *self, double t)
{
    double from = self->start, work = 0;
    int k = 0;

    while (k < self->n_lost - 1 && t > self->lost[k].t) {
        from = self->lost[k].t;
        work = self->lost[k++].work;
    }
    return work + (self->lost[k].work - work) * (t - from) / (self->lost[k].t - from);
}

struct quire_flows
quire_energy_balance_work(const struct quire_energy_balance *self, double t)
{
    const struct quire_ode_problem *p = self->problem;
    const struct shares by = shares_of(self, t);
    struct quire_flows w = self->done;

    for (int k = 0; k < p->n_flow; k++) {
        if (k == p->formula_flow) {
            w.of[k] += (t - self->start) * self->now.of[k];
        } else if (k == p->lost_flow && self->n_lost > 0) {
            w.of[k] += lost_in_pieces(self, t);
        } else {
            w.of[k] += by.earlier * self->earlier.of[k] + by.start * self->before.of[k] +
                       by.end * self->now.of[k];
        }
    }
    return w;
}

void
quire_energy_balance_begin(struct quire_energy_balance *self, double t)
{
    self->done = quire_energy_balance_work(self, t);
    self->span_earlier = t == self->reached ? t - self->start : 0;
    self->earlier = self->before;
    self->before = self->now;
    self->start = self->reached = t;
    self->was_cut = self->cut;
    self->n_lost = 0;
}

void
quire_energy_balance_open(struct quire_energy_balance *self, double t, const double *y)
{
    self->done = quire_energy_balance_work(self, t);
    self->now = self->before = flows_at(self, t, y);
    self->cut = is_cut(self);
    self->start = self->reached = t;
    self->n_lost = 0;
    self->moved = false;
}

void
quire_energy_balance_forget(struct quire_energy_balance *self)
{
    self->moved = false;
}

void
quire_energy_balance_lose(struct quire_energy_balance *self, double work)
{
    self->done.of[self->problem->lost_flow] += work;
}
