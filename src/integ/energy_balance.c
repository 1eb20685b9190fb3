#include "integ/energy_balance.h"

#include <cvode/cvode.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "integ/constants.h"

static bool
make_room(struct quire_energy_balance *self, const struct quire_workspace *workspace)
{
    const size_t each = quire_round_up(self->problem->layout.length) + 2 * QUIRE_LANES;

    if (workspace != NULL) {
        self->room[0] = workspace->given;
        self->room[1] = workspace->history;
        return true;
    }
    self->room_block = calloc(2 * each, sizeof(double));
    self->room[0] = self->room_block != NULL ? (double *)self->room_block + QUIRE_LANES : NULL;
    self->room[1] = self->room_block != NULL ? self->room[0] + each : NULL;
    return self->room_block != NULL;
}

bool
quire_energy_balance_create(struct quire_energy_balance *self, const struct quire_norm *norm,
                            const struct quire_newton *newton, void *cvode, N_Vector spare,
                            const struct quire_workspace *workspace, double position_tolerance)
{
    *self = (struct quire_energy_balance){
        .problem = norm->problem,
        .newton = newton,
        .cvode = cvode,
        .least_part = fmin(fmax(QUIRE_BALANCE_PART * position_tolerance, QUIRE_BALANCE_LEAST_PART),
                           QUIRE_BALANCE_MOST_PART),
        .spare = spare,
        .packing = &norm->packing,
        .unpacked_spare = workspace != NULL ? workspace->spare : NV_DATA_S(spare),
    };
    return quire_step_path_create(&self->path, norm->problem) && make_room(self, workspace);
}

void
quire_energy_balance_destroy(struct quire_energy_balance *self)
{
    quire_step_path_destroy(&self->path);
    free(self->room_block);
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

/* `spare` laid out as y, which may be written into */
static void
unpack_spare(struct quire_energy_balance *self)
{
    quire_unpack(self->packing, NV_DATA_S(self->spare), self->unpacked_spare);
}

/* ---- what the formula takes out ---- */

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

/* The forces of the last evaluation, which was at y, and rates of states: as [V | Z]. */
static const double *
forces_of(struct quire_energy_balance *self, const double *y)
{
    const struct quire_ode_problem *p = self->problem;

    for (int k = 0; k < p->sets.n_vz; k++) { /* there may be as many problems as sheets */
        const struct quire_range vz = p->sets.vz[k];
        memset(self->room[1] + vz.first, 0, sizeof(double) * (vz.last - vz.first));
    }
    p->ops->residual(p->self, 1, y, self->room[1], self->room[0]);
    return self->room[0];
}

static double
largest_flow(const struct quire_energy_balance *self)
{
    double largest = 0;

    for (int k = 0; k < self->problem->n_flow; k++) {
        largest = fmax(largest, fabs(self->problem->into[k] * self->done.of[k]));
    }
    return largest;
}

/* Forces that flows tell of, at the end of the last step. */
static void
put_told(struct quire_energy_balance *self)
{
    const struct quire_ode_problem *p = self->problem;

    p->ops->told_forces(p->self, self->newton->gamma, self->room[0]);
    quire_step_path_put_told(&self->path, self->room[0]);
}

/* The last step ends at y, where the forces are `times` r. */
static void
end_path(struct quire_energy_balance *self, double t, const double *y, const double *r,
         double times)
{
    const struct quire_ode_problem *p = self->problem;
    double *drift = self->room[0];

    quire_step_path_put(&self->path, self->reached, y, r, times);
    put_told(self);
    if (self->unpacked_spare != y) {
        quire_step_path_middle(&self->path, false, self->unpacked_spare);
    }
    self->growth = quire_step_path_growth(&self->path, self->unpacked_spare, self->room);
    self->kinetic += self->growth;
    self->scale = fmax(self->scale, fmax(self->kinetic, largest_flow(self)));
    quire_step_path_drift(&self->path, drift);
    quire_step_path_middle(&self->path, true, self->room[1]);
    self->beside = p->ops->drift_work(p->self, t, y, self->room[1], drift) +
                   quire_step_path_beside(&self->path, drift);
}

/* with what power flows bring energy */
static double
told(const struct quire_energy_balance *self, const struct quire_flows *flows)
{
    double sum = 0;

    for (int k = 0; k < self->problem->n_flow; k++) {
        sum += self->problem->into[k] * flows->of[k];
    }
    return sum;
}

/* Books as a mean power what the formula takes out in the last step, in which forces that flows do
 * not tell of have done so much work (doc/theory/energy.md, 4). */
static void
book_loss(struct quire_energy_balance *self, double work)
{
    const double h = self->reached - self->start;
    const struct quire_flows flown = quire_energy_balance_work(self, self->reached);

    self->now.of[self->problem->formula_flow] =
        h > 0 ? (work + (told(self, &flown) - told(self, &self->done)) - self->growth) / h : 0;
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
    self->now.of[p->formula_flow] = 0;
    if (nw != NULL) {
        p->ops->residual(p->self, 0, y, quire_newton_rates(nw), self->room[0]);
        end_path(self, evaluated, y, self->room[0], -1 / nw->gamma);
    }
    if (p->holds && CVodeGetDky(self->cvode, t, 1, self->spare) == 0) {
        unpack_spare(self);
        p->ops->add_hold_flow(p->self, evaluated, y, self->unpacked_spare, &self->now);
    }
    if (nw != NULL) {
        quire_step_path_tell(&self->path, told(self, &self->now));
        book_loss(self, self->path.work - self->beside);
    }
}

/* ---- within a step ---- */

/* at a time within a step: with what power all forces but those that flows tell of work along the
 * path, and what contacts lose [W] */
struct powers {
    double stored, lost, given;
};

static struct powers
powers_at(struct quire_energy_balance *self, double t)
{
    double *y = self->unpacked_spare;
    struct powers powers = {0};

    self->looks++;

    if (CVodeGetDky(self->cvode, t, 0, self->spare) != 0) {
        return powers;
    }
    unpack_spare(self);
    const struct quire_flows flows = flows_at(self, t, y);
    powers.lost = flows.of[self->problem->lost_flow];
    powers.given = flows.of[self->problem->given_flow];
    if (self->look.stored) {
        const double *force = forces_of(self, y);
        quire_step_path_spread(&self->path, y, force, self->room[1]);
        if (CVodeGetDky(self->cvode, t, 1, self->spare) == 0) {
            unpack_spare(self);
            powers.stored =
                quire_step_path_power(&self->path, force, self->room[1], y) - told(self, &flows);
        }
    }
    return powers;
}

/* at the end of the last step, or at its start: place number `place` of the path */
static struct powers
powers_at_end(struct quire_energy_balance *self, int place)
{
    const struct quire_flows *flows = place == 0 ? &self->now : &self->before;
    struct powers powers = {.lost = flows->of[self->problem->lost_flow],
                            .given = flows->of[self->problem->given_flow]};

    if (self->look.stored && CVodeGetDky(self->cvode, self->path.t[place], 1, self->spare) == 0) {
        unpack_spare(self);
        powers.stored =
            quire_step_path_power_at(&self->path, place, self->unpacked_spare) - told(self, flows);
    }
    return powers;
}

static void
add_piece(struct quire_energy_balance *self, double t, double lost, double given)
{
    const int n = self->n_lost;

    self->lost[n].t = t;
    self->lost[n].work = lost + (n > 0 ? self->lost[n - 1].work : 0);
    self->lost[n].given = given + (n > 0 ? self->lost[n - 1].given : 0);
    self->n_lost++;
}

/* powers at both ends and in the middle of a part of a step */
struct stretch {
    double from, to;
    struct powers start, middle, end;
};

static double
simpson(double h, double start, double middle, double end)
{
    return h / 6 * (start + 4 * middle + end);
}

/* later: stretches that are still to come, of two parts at least */
static void
refine(struct quire_energy_balance *self, const struct stretch *s, int halvings, int later)
{
    const double h = s->to - s->from, half = 0.5 * h, middle = s->from + half;
    const struct powers first = powers_at(self, s->from + 0.25 * h),
                        second = powers_at(self, s->from + 0.75 * h);
    const double whole = simpson(h, s->start.lost, s->middle.lost, s->end.lost),
                 left = simpson(half, s->start.lost, first.lost, s->middle.lost),
                 right = simpson(half, s->middle.lost, second.lost, s->end.lost),
                 stored = simpson(half, s->start.stored, first.stored, s->middle.stored) +
                          simpson(half, s->middle.stored, second.stored, s->end.stored),
                 off = stored - simpson(h, s->start.stored, s->middle.stored, s->end.stored);
    const bool known = (!self->look.lost || fabs(left + right - whole) <=
                                                QUIRE_BALANCE_NEGLIGIBLE * fabs(left + right) +
                                                    QUIRE_BALANCE_LEAST_WORK) &&
                       (!self->look.stored || fabs(off) <= self->worth);

    if (halvings == 0 || self->n_lost + 4 + 2 * later > QUIRE_BALANCE_PIECES || known) {
        add_piece(self, middle, left, simpson(half, s->start.given, first.given, s->middle.given));
        add_piece(self, s->to, right, simpson(half, s->middle.given, second.given, s->end.given));
        self->stored += stored;
        return;
    }
    refine(self, &(struct stretch){s->from, middle, s->start, first, s->middle}, halvings - 1,
           later + 1);
    refine(self, &(struct stretch){middle, s->to, s->middle, second, s->end}, halvings - 1, later);
}

/* Of a doubt about work in a step: the more looks there were, the larger. */
static double
worth_a_look(const struct quire_energy_balance *self)
{
    const double share = (double)self->looks /
                         (QUIRE_BALANCE_LOOKS * (double)(self->steps + QUIRE_BALANCE_AHEAD)),
                 square = share * share;

    return self->least_part * self->scale * fmax(1, square * square);
}

/* Where a law's force is cut nothing holds the step down, and what is stored there may be lost
 * within a small part of it. Where something begins or ends to touch, forces have a kink within the
 * step. */
void
quire_energy_balance_refine(struct quire_energy_balance *self)
{
    const struct quire_ode_problem *p = self->problem;
    const double h = self->reached - self->start, before = self->before.of[p->lost_flow],
                 now = self->now.of[p->lost_flow];
    const bool ends = p->ends_within && fabs(before) > 0 && !(fabs(now) > 0);

    self->worth = worth_a_look(self);
    self->look.lost = self->cut || self->was_cut || ends;
    self->look.stored = self->newton != NULL && self->path.doubt > self->worth;
    if (!(h > 0) || !(self->look.lost || self->look.stored)) {
        return;
    }
    self->n_lost = 0;
    self->stored = 0;
    refine(self,
           &(struct stretch){self->start, self->reached, powers_at_end(self, 1),
                             powers_at(self, self->start + 0.5 * h), powers_at_end(self, 0)},
           QUIRE_BALANCE_HALVINGS, 0);
    if (!self->look.lost) {
        self->n_lost = 0;
    }
    if (self->look.stored) {
        book_loss(self, self->stored - self->beside);
    }
}

/* What flows at the end of the whole step says nothing: there bodies may be deep in what they touch
 * at t. */
void
quire_energy_balance_cut(struct quire_energy_balance *self, double t, double evaluated,
                         const double *y)
{
    self->now = flows_at(self, evaluated, y);
    self->cut = is_cut(self);
    self->reached = t;
    if (self->newton != NULL) {
        self->kinetic -= self->growth;
        end_path(self, evaluated, y, forces_of(self, y), 1);
        quire_step_path_tell(&self->path, told(self, &self->now));
        book_loss(self, self->path.work - self->beside);
    }
    quire_energy_balance_refine(self);
}

/* ---- work ---- */

/* what contacts have lost, or been given, since the last step began */
static double
in_pieces(const struct quire_energy_balance *self, double t, bool given)
{
    double from = self->start, work = 0;
    int k = 0;

    while (k < self->n_lost - 1 && t > self->lost[k].t) {
        from = self->lost[k].t;
        work = given ? self->lost[k].given : self->lost[k].work;
        k++;
    }
    const double end = given ? self->lost[k].given : self->lost[k].work;
    return work + (end - work) * (t - from) / (self->lost[k].t - from);
}

struct quire_flows
quire_energy_balance_work(const struct quire_energy_balance *self, double t)
{
    const struct quire_ode_problem *p = self->problem;
    const struct shares by = shares_of(self, t);
    struct quire_flows w;

    for (int k = 0; k < QUIRE_FLOWS_MOST; k++) {
        w.of[k] = self->done.of[k] + (by.earlier * self->earlier.of[k] +
                                      by.start * self->before.of[k] + by.end * self->now.of[k]);
    }
    w.of[p->formula_flow] =
        self->done.of[p->formula_flow] + (t - self->start) * self->now.of[p->formula_flow];
    if (self->n_lost > 0) {
        w.of[p->given_flow] = self->done.of[p->given_flow] + in_pieces(self, t, true);
        w.of[p->lost_flow] = self->done.of[p->lost_flow] + in_pieces(self, t, false);
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
    self->steps++;
    quire_step_path_leave(&self->path);
}

/* a path begins at (t, y), where flows have been evaluated */
static void
open_path(struct quire_energy_balance *self, double t, const double *y,
          const struct quire_flows *flows)
{
    quire_step_path_open(&self->path);
    quire_step_path_put(&self->path, t, y, forces_of(self, y), 1);
    quire_step_path_tell(&self->path, told(self, flows));
}

void
quire_energy_balance_regroup(struct quire_energy_balance *self, const double *y)
{
    if (self->newton == NULL) {
        return;
    }
    quire_step_path_regroup(&self->path, y);
    if (self->problem->reopened) {
        self->before = flows_at(self, self->start, y);
        self->span_earlier = 0;
        open_path(self, self->start, y, &self->before);
        quire_step_path_leave(&self->path);
    }
}

void
quire_energy_balance_open(struct quire_energy_balance *self, double t, const double *y)
{
    self->done = quire_energy_balance_work(self, t);
    self->now = self->before = flows_at(self, t, y);
    self->cut = is_cut(self);
    self->start = self->reached = t;
    self->n_lost = 0;
    if (self->newton != NULL) {
        open_path(self, t, y, &self->now);
        self->kinetic = quire_step_path_kinetic(&self->path, y, self->room);
    }
}

void
quire_energy_balance_lose(struct quire_energy_balance *self, double lost, double given)
{
    const struct quire_ode_problem *p = self->problem;

    self->done.of[p->lost_flow] += lost;
    self->done.of[p->given_flow] += p->given_flow != p->lost_flow ? given : 0;
}
