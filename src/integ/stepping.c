/* One step after the other, and starting anew. */
#include <math.h>

#include "integ/constants.h"
#include "integ/failure.h"

static void
remember(struct quire_integrator *self)
{
    long n = 0;

    if (CVodeGetNumErrTestFails(self->cvode, &n) == 0) {
        self->past.error_failures += n;
    }
    if (self->options.generic && CVodeGetNumNonlinSolvIters(self->cvode, &n) == 0) {
        self->past.iterations += n;
    }
    if (self->options.generic && CVodeGetNumNonlinSolvConvFails(self->cvode, &n) == 0) {
        self->past.newton_failures += n;
    }
}

static bool
reinitialise(struct quire_integrator *self, double t)
{
    remember(self);
    self->restarts++;
    self->newton.unchecked = 0;
    return CVodeReInit(self->cvode, t, self->y) == 0;
}

static long
count_failures(struct quire_integrator *self)
{
    struct quire_integrator_stats s;

    quire_integrator_get_stats(self, &s);
    return s.error_failures + s.newton_failures;
}

/* Steps fifty times shorter than so far mean that the solver may be stuck: a cold restart with a
 * tighter Newton for the rest. */
static void
watch(struct quire_integrator *self)
{
    if (self->steps % QUIRE_WATCH_EVERY != 0) {
        return;
    }
    const double advanced = self->t - self->watched_t,
                 mean = (self->t - self->begun) / (double)self->steps;
    self->watched_t = self->t;
    if (self->steps >= 2 * QUIRE_WATCH_EVERY &&
        advanced < QUIRE_WATCH_EVERY * mean * QUIRE_WATCH_SLOW) {
        self->watchdog++;
        self->cold_restart =
            true; /* before the next step: until then this one may be looked into */
    }
}

static bool
restart_cold(struct quire_integrator *self)
{
    self->cold_restart = false;
    return reinitialise(self, self->t) &&
           CVodeSetNonlinConvCoef(self->cvode, self->coefficient / QUIRE_WATCH_TIGHTER) == 0;
}

/* how long the coming step may become; 0: it is the first after a start, which is short */
static double
longest_ahead(const struct quire_integrator *self)
{
    double h = 0;
    long n = 0;

    if (CVodeGetNumSteps(self->cvode, &n) != 0 || n == 0) {
        return 0;
    }
    if (!self->stopped) {
        return CVodeGetCurrentStep(self->cvode, &h) == 0 ? h : 0;
    }
    CVodeGetLastStep(self->cvode, &h); /* after a stop CVODE does not tell */
    return (n == 1 ? QUIRE_STEP_GROWTH_FIRST : QUIRE_STEP_GROWTH_MOST) * h;
}

/* where the coming step has to end at the latest so that it misses no contact */
static double
contact_until(struct quire_integrator *self, const double *y, double stop)
{
    const struct quire_ode_problem *p = self->problem;
    const double h = fmin(longest_ahead(self), stop - self->t);

    const bool doubtful = p->ops->may_miss_contact(p->self, self->t, y, h);

    if (self->regrouped != p->regrouped) {
        self->regrouped = p->regrouped;
        quire_norm_regroup(&self->norm);
        quire_energy_balance_regroup(&self->energy, y);
    }
    if (!doubtful || CVodeGetDky(self->cvode, self->t, 1, self->spare) != 0) {
        return stop;
    }
    const double longest = p->ops->longest_step(p->self, self->t, y, quire_unpacked_spare(self), h);
    return longest < h ? fmin(stop, self->t + fmax(longest, QUIRE_FIRST_STEP)) : stop;
}

/* a step has ended at self->t */
static void
end_step(struct quire_integrator *self)
{
    const struct quire_ode_problem *p = self->problem;
    const long failures = count_failures(self);

    self->steps++;
    quire_step_rate_limit_charge(&self->limit, failures - self->charged);
    self->charged = failures;
    self->reached = self->t;
    p->ops->keep_solution(p->self);
    const double *y = quire_present(self);
    quire_energy_balance_close(&self->energy, self->t, self->linear.t_left_limit, y);
    p->ops->end_step(p->self, self->t, self->t - self->before, y);
    quire_energy_balance_refine(&self->energy);
    watch(self);
}

static void
begin_step(struct quire_integrator *self, const double *y)
{
    const struct quire_ode_problem *p = self->problem;

    double given = 0;
    const double lost = p->ops->begin_step(p->self, self->t, y, &given);

    quire_energy_balance_lose(&self->energy, lost, given);
}

quire_status
quire_integrator_step(struct quire_integrator *self, double stop)
{
    quire_energy_balance_begin(&self->energy, self->t);
    self->before = self->t;
    if (!quire_step_rate_limit_spend(&self->limit, self->t)) {
        return quire_integrator_give_up_for_steps(self);
    }
    if (self->cold_restart && !restart_cold(self)) {
        return quire_integrator_give_up(self, "step-too-small",
                                        "the integrator could not start afresh");
    }
    self->problem->ops->select(self->problem->self);
    const double *y = quire_present(self);
    begin_step(self, y);
    self->linear.t_left_limit = stop - QUIRE_STEP_LEFT_LIMIT;
    CVodeSetStopTime(self->cvode, contact_until(self, y, stop));
    const int flag = CVode(self->cvode, stop, self->y, &self->t, CV_ONE_STEP);
    if (flag < 0) {
        self->t = self->reached = self->before;
        if (quire_integrator_trouble(self) == QUIRE_TROUBLE_MEMORY) {
            quire_integrator_give_up(self, "out-of-memory", "memory ran out");
            return QUIRE_ERROR_LIMIT;
        }
        return quire_integrator_explain(self, flag);
    }
    self->stopped = flag == CV_TSTOP_RETURN;
    end_step(self);
    return QUIRE_OK;
}

quire_status
quire_integrator_restart(struct quire_integrator *self, double t, const double *y)
{
    const struct quire_ode_problem *p = self->problem;
    const double h = t - self->before;
    double *own = self->present;

    quire_pack(&self->norm.packing, y, NV_DATA_S(self->y));
    quire_laid_out(self, self->y, own);
    quire_energy_balance_open(&self->energy, t, y);
    p->ops->keep_solution(p->self);
    p->ops->end_step(p->self, t, h, own);
    self->t = self->before = self->reached = self->stretch = t;
    begin_step(self, own);
    if (p->ops->relax(p->self, own)) {
        quire_pack(&self->norm.packing, own, NV_DATA_S(self->y));
    }
    if (!reinitialise(self, t)) {
        return quire_integrator_give_up(self, "step-too-small",
                                        "the integrator could not start afresh");
    }
    return QUIRE_OK;
}

void
quire_integrator_shorten(struct quire_integrator *self, double t)
{
    const double looked =
        t - QUIRE_STEP_LEFT_LIMIT; /* what touches at t did not do so in the step */

    if (looked > self->before && quire_is_between(self, looked)) {
        quire_energy_balance_cut(&self->energy, t, looked, quire_unpacked_spare(self));
    }
    self->t = t;
}
