#include "integ/failure.h"

#include <stdio.h>
#include <string.h>

#include "integ/constants.h"
#include "text/amount.h"

static const struct quire_object *
name_error(struct quire_integrator *self, const double *error, bool uncounted, char *text,
           size_t size)
{
    const struct quire_ode_problem *p = self->problem;
    const double tq = self->options.position_tolerance;
    const struct quire_step_error estimate = {
        self->t, quire_present(self), error, tq, tq * self->options.velocity_rate, uncounted};

    return p->ops->name_error(p->self, &estimate, text, size);
}

/* what the solver stumbled over: where Newton's last step was largest if it failed, else the
 * estimated error of the step */
static const struct quire_object *
error_source(struct quire_integrator *self, char *text, size_t size)
{
    const struct quire_ode_problem *p = self->problem;
    const struct quire_object *about = NULL;

    CVodeGetDky(self->cvode, self->t, 0, self->y); /* a step that failed may leave anything there */
    if (p->ops->name_trouble(p->self, &about, text, size)) {
        return about;
    }
    if (CVodeGetEstLocalErrors(self->cvode, self->spare) != 0) {
        N_VConst(0, self->spare);
    }
    double *error = quire_unpacked_spare(self);
    if (!self->options.generic && self->newton.failed != 0) {
        memset(error, 0, sizeof *error * p->layout.length);
        memcpy(error + p->layout.v0, self->newton.at.step, sizeof *error * p->layout.nv);
    }
    return name_error(self, error, false, text, size);
}

quire_status
quire_integrator_give_up(struct quire_integrator *self, const char *name, const char *what)
{
    char culprit[320];
    double h = 0;

    self->failure.about = error_source(self, culprit, sizeof culprit);
    CVodeGetLastStep(self->cvode, &h);
    snprintf(self->failure.name, sizeof self->failure.name, "%s", name);
    snprintf(self->failure.text, sizeof self->failure.text,
             "%s at t = %.6f s with steps of %s us; it concerns %s", what, self->t,
             QUIRE_AMOUNT(1e6 * h), culprit);
    return QUIRE_ERROR_NUMERIC;
}

/* Newton's method failed at every step size */
static quire_status
explain_newton(struct quire_integrator *self)
{
    if (quire_integrator_trouble(self) == QUIRE_TROUBLE_NOT_FINITE) {
        return quire_integrator_give_up(self, "nonfinite-force",
                                        "a force became infinite or undefined");
    }
    if (!self->options.generic && self->newton.singular) {
        return quire_integrator_give_up(self, "singular-matrix",
                                        "the matrix of a step could not be factored");
    }
    return quire_integrator_give_up(self, "nonlinear-failure",
                                    "the equations of a step could not be solved");
}

quire_status
quire_integrator_explain(struct quire_integrator *self, int flag)
{
    switch (flag) {
    case CV_ERR_FAILURE:
        return quire_integrator_give_up(self, "step-too-small",
                                        "the time step had to become too small");
    case CV_TOO_MUCH_ACC:
        return quire_integrator_give_up(
            self, "step-too-small",
            "positions cannot be resolved as finely as position-tolerance asks");
    case CV_CONV_FAILURE: return explain_newton(self);
    case CV_RHSFUNC_FAIL:
    case CV_FIRST_RHSFUNC_ERR:
    case CV_REPTD_RHSFUNC_ERR:
    case CV_UNREC_RHSFUNC_ERR:
        return quire_integrator_give_up(self, "nonfinite-force",
                                        "a force became infinite or undefined");
    /* of the generic solver; for it a singular matrix is no more than a reason for a smaller step
     */
    case CV_LSETUP_FAIL:
    case CV_MEM_FAIL:
        quire_integrator_give_up(self, "out-of-memory", "memory ran out");
        return QUIRE_ERROR_LIMIT;
    default: return quire_integrator_give_up(self, "step-too-small", "the integrator gave up");
    }
}

quire_status
quire_integrator_give_up_for_steps(struct quire_integrator *self)
{
    const struct quire_step_rate_limit *b = &self->limit;
    char what[200];
    double h = 0;

    CVodeGetLastStep(self->cvode, &h);
    const int tries = snprintf(what, sizeof what, "%ld steps", b->steps);
    const int failed = b->failed > 0 ? snprintf(what + tries, sizeof what - (size_t)tries,
                                                " and %ld tries that failed", b->failed)
                                     : 0;
    snprintf(what + tries + failed, sizeof what - (size_t)(tries + failed),
             " since %.6f s are %.0f more than <solver step-rate> allows (%.0f a second)%s,",
             b->since, QUIRE_STEP_TOKENS, b->rate,
             h > 0.99 * self->options.largest_step && self->options.largest_step > 0
                 ? ", as <solver largest-step> asks"
                 : "");
    return quire_integrator_give_up(self, "too-many-steps", what);
}

const struct quire_object *
quire_integrator_error_source(struct quire_integrator *self, char *text, size_t size)
{
    if (CVodeGetEstLocalErrors(self->cvode, self->spare) != 0) {
        N_VConst(0, self->spare);
    }
    return name_error(self, quire_unpacked_spare(self), true, text, size);
}
