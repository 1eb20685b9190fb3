#include "run/sampling.h"
#include "evaluate/evaluate.h"
#include "machine/lookup.h"
#include "model/problem.h"
#include "run/delivery.h"

#include <math.h>
#include <stdio.h>

void
quire_running_focus(struct quire_run *run, const struct quire_part *part)
{
    const struct quire_part *before = run->state->part;

    quire_state_focus(run->state, part);
    run->motion = run->state->part == before ? run->motion : NULL;
}

const struct quire_view *
quire_running_motion(void *user, double t)
{
    struct quire_run *run = user;

    if (run->motion != NULL && run->motion->time == t) {
        return run->motion; /* the same picture again */
    }
    run->motion =
        quire_observe_motion(run->observer, t, quire_islands_look(run->islands, t, run->y_at));
    return run->motion;
}

const struct quire_view *
quire_running_view(struct quire_run *run, double t)
{
    const struct quire_powers work = quire_islands_work(run->islands, t);

    quire_islands_at(run->islands, t, run->y_at);
    run->ledger.work = run->work;
    quire_powers_add(&run->ledger.work, &work);
    run->motion = quire_observe(run->observer, t, run->y_at, &run->ledger);
    return run->motion;
}

const struct quire_view *
quire_running_picture(void *user, double t, bool forces)
{
    struct quire_run *run = user;

    if (run->islands == NULL) {
        return quire_observe(run->observer, 0, run->y, NULL);
    }
    if (forces) {
        return quire_running_view(run, t);
    }
    const double *y = quire_running_state(run, t);
    quire_state_place(run->state, t, y);
    run->motion = quire_observe_motion(run->observer, t, y);
    return run->motion;
}

const double *
quire_running_state(void *user, double t)
{
    struct quire_run *run = user;

    run->motion = NULL;
    quire_islands_at(run->islands, t, run->y_at);
    return run->y_at;
}

bool
quire_running_touches(void *user, double t, int target, int sheet)
{
    struct quire_run *run = user;

    const double *y = quire_running_state(run, t);
    const long counted = run->state->n_forces;
    quire_state_forces(run->state, t, y);
    run->state->n_forces = counted; /* only the solver's own are counted */
    return run->state->touched[quire_touched_row(run->system, sheet) + (size_t)target] != 0;
}

/* ---- energy ---- */

double
quire_running_stored(struct quire_run *run, double t, const double *y)
{
    const struct quire_energy_view *e = &quire_observe(run->observer, t, y, NULL)->energy;

    run->motion = NULL;
    return e->kinetic + e->elastic + e->gravity + e->contact + e->springs;
}

/* ---- samples and checks up to a time of the last step ---- */

static quire_status
check_divergence(struct quire_run *run, const struct quire_view *view)
{
    struct quire_result *r = &run->result;
    const char *name =
        quire_divergence_check(&run->divergence, view, r->diagnosis_text, sizeof r->diagnosis_text);

    if (name == NULL) {
        return QUIRE_OK;
    }
    snprintf(r->diagnosis, sizeof r->diagnosis, "%s", name);
    run->about = quire_system_named(run->system, run->divergence.about);
    return QUIRE_ERROR_NUMERIC;
}

quire_status
quire_running_check_penetration(struct quire_run *run, double t, bool last)
{
    const double *y = run->system->n_gate > 0 ? quire_running_state(run, t) : NULL;
    const bool fits = quire_penetration_check_walls(run->penetration, run->state,
                                                    quire_running_motion(run, t), y, last);

    if (run->state->deep) { /* it may be gone by the next regular look */
        run->state->deep = false;
        quire_penetration_check(run->penetration, run->state, quire_running_motion(run, t),
                                QUIRE_PENETRATION_PLACES);
    }
    return fits ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}

/* Checks look at regular times and at the ends of the times to which they are limited. */
static double
next_look(struct quire_run *run, double looked)
{
    if (looked >= (double)run->n_check * QUIRE_CHECK_INTERVAL) {
        run->n_check++;
    }
    return fmin((double)run->n_check * QUIRE_CHECK_INTERVAL,
                quire_checks_next_limit(run->checks, looked));
}

quire_status
quire_running_observe(struct quire_run *run, double t)
{
    quire_status status = QUIRE_OK;

    while (status == QUIRE_OK && !run->stopped && (run->next_sample <= t || run->next_check <= t)) {
        const bool sample = run->next_sample <= run->next_check,
                   check = run->next_check <= run->next_sample;
        const struct quire_view *view =
            quire_running_view(run, sample ? run->next_sample : run->next_check);
        if (check) {
            quire_balance_track(&run->balance, &view->energy);
            status = quire_observer_add_slips(run->observer);
        }
        if (check && status == QUIRE_OK) {
            status = check_divergence(run, view);
        }
        if (status != QUIRE_OK) {
            return status;
        }
        if (check) {
            quire_running_look_at_ends(run, view);
            run->stopped =
                quire_checks_sample(run->checks, view) && quire_checks_jam(run->checks) != NULL;
            if (run->stopped) {
                run->result.end = QUIRE_STOPPED_BY_JAM;
                run->end = view->time;
            }
            quire_penetration_check(run->penetration, run->state, view, QUIRE_PENETRATION_TOUCHED);
            status = quire_status_first(quire_column_check_observe(&run->column_check, view),
                                        quire_segment_check_observe(&run->segment_check, view));
            run->next_check = next_look(run, view->time);
        }
        if (sample && status == QUIRE_OK) {
            status = run->recorder.sample(run->recorder.self, view);
            run->next_sample = run->sample > 0 ? (double)++run->n_sample * run->sample : HUGE_VAL;
        }
    }
    return status;
}
