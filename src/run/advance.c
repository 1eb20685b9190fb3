#include "run/advance.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "base/clock.h"
#include "run/event_handling.h"
#include "run/sampling.h"
#include "run/step.h"

#define LIMIT_EVERY 64 /* steps between looks at the clock */

static quire_status
over_limit(struct quire_run *run)
{
    const struct quire_solver_params *p = run->system->solver;
    const double limit = isnan(run->options.time_limit) ? p->time_limit : run->options.time_limit;
    const char *name = NULL, *why = "";

    if (run->n_advance % LIMIT_EVERY == 0) {
        if (!isnan(limit) && quire_clock_processor() - run->started > limit) {
            name = "time-budget";
            why = ": the processor time it may take is used up";
        } else if (run->options.progress != NULL &&
                   !run->options.progress(run->options.user, quire_islands_time(run->islands),
                                          run->end)) {
            name = "interrupted";
            why = ", by a signal or by its caller";
        }
    }
    if (p->step_limit > 0 && run->n_advance > p->step_limit) {
        name = "too-many-steps";
        why = ", all that <solver step-limit> allows";
    }
    if (name == NULL) {
        return QUIRE_OK;
    }
    snprintf(run->result.diagnosis, sizeof run->result.diagnosis, "%s", name);
    snprintf(run->result.diagnosis_text, sizeof run->result.diagnosis_text,
             "the run was ended at t = %.6f s after %ld steps%s", quire_islands_time(run->islands),
             run->n_advance, why);
    return QUIRE_ERROR_LIMIT;
}

/* A step of the island that lags, or what is due before it. */
static quire_status
step(struct quire_run *run)
{
    const double t = quire_islands_time(run->islands);
    int island = quire_islands_next(run->islands);

    run->turn = quire_running_next_turn(run);
    if (run->turn <= t + SAME_TIME) { /* something is due at this very time */
        return t >= run->end - SAME_TIME ? QUIRE_OK : quire_running_turn(run, t);
    }
    if (quire_islands_is_shortened(run->islands, island)) {
        return quire_running_begin_stretch(run, island, t);
    }
    quire_status status = quire_islands_sort(run->islands, quire_running_rewind, run);
    island = quire_islands_next(run->islands);
    if (status == QUIRE_OK && quire_running_is_due(run, island, t)) {
        return quire_running_begin_stretch(run, island, t);
    }
    if (status == QUIRE_OK) {
        status = quire_running_step(run);
    }
    run->in_step = status == QUIRE_OK;
    return status;
}

/* Everything that follows from the last step, up to `limit`: in the order of its time, whatever
 * the limit. */
static quire_status
follow(struct quire_run *run, double limit)
{
    const double t1 = quire_islands_time(run->islands);
    quire_status status = QUIRE_OK;

    /* what rules do that changes no equation leaves the machine where it is */
    while (status == QUIRE_OK && !run->stopped && run->handled < fmin(t1, limit) &&
           run->log.n <= run->most_events && quire_islands_time(run->islands) == t1) {
        const size_t logged = run->log.n;
        const double look = fmin(fmin(t1, limit), fmin(run->next_sample, run->next_check)),
                     until = quire_running_handle_events(run, t1, look, &status);
        run->handled = until;
        if (status == QUIRE_OK && run->log.n > logged) {
            status = quire_running_check_events(run, logged);
        }
        if (status == QUIRE_OK) {
            status = quire_running_observe(run, until);
        }
        if (status == QUIRE_OK && !run->stopped &&
            until >= fmin(run->turn, quire_running_next_turn(run)) && until < run->end) {
            status = quire_running_turn(run, until);
        }
    }
    run->in_step = run->in_step && quire_islands_time(run->islands) == t1 && run->handled < t1;
    return status;
}

static quire_status
advance(struct quire_run *run, double limit, size_t most_events)
{
    quire_status status = QUIRE_OK;

    run->most_events = most_events;
    if (run->commanded && !run->stopped && run->handled < limit) {
        status = quire_running_turn(run, run->handled);
        run->in_step = run->in_step && quire_islands_time(run->islands) > run->handled;
    }
    while (status == QUIRE_OK && !run->stopped && run->log.n <= run->most_events &&
           (run->in_step ? run->handled < limit
                         : run->handled < limit - SAME_TIME &&
                               quire_islands_time(run->islands) < run->end - SAME_TIME)) {
        if (!run->in_step) {
            status = step(run);
            run->n_advance++;
        }
        if (status == QUIRE_OK && run->in_step) {
            status = follow(run, limit);
        }
        if (status == QUIRE_OK && !run->in_step) {
            status = over_limit(run);
        }
    }
    return status;
}

quire_status
quire_running_advance(struct quire_run *run, double limit)
{
    return advance(run, limit, SIZE_MAX);
}

quire_status
quire_running_advance_to_event(struct quire_run *run, double limit)
{
    return advance(run, limit, run->log.n);
}
