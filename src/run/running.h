/* A run while it goes on: what its parts share. */
#ifndef QUIRE_RUN_RUNNING_H
#define QUIRE_RUN_RUNNING_H

#include <quire/run.h>

#include "control/logic.h"
#include "control/quantities.h"
#include "events/breakpoints.h"
#include "events/end_stops.h"
#include "events/event_log.h"
#include "events/event_queue.h"
#include "events/law_switching.h"
#include "events/nip_crossings.h"
#include "events/sensor_roots.h"
#include "integ/islands.h"
#include "judge/balance.h"
#include "judge/checks.h"
#include "judge/column_check.h"
#include "judge/divergence.h"
#include "judge/penetration.h"
#include "judge/step_histogram.h"
#include "observe/observe.h"
#include "record/record.h"

#define SAME_TIME 1e-12 /* what is due within this happens at once [s] */

struct quire_run {
    const struct quire_model *model;
    quire_run_options options;
    struct quire_system *system;
    struct quire_state *state;
    struct quire_islands *islands;
    struct quire_observer *observer;
    struct quire_watch *watch;
    struct quire_logic *logic;
    struct quire_quantities quantities;
    double looked; /* when rules looked at their formulas last [s] */
    struct quire_checks *checks;
    struct quire_passages *passages;
    struct quire_limits limits;
    struct quire_modes *modes;
    struct quire_audit *audit;
    struct quire_guard guard;
    struct quire_balance balance;
    struct quire_columns columns;
    struct quire_pace pace;
    struct quire_record *record;
    struct quire_recorder recorder;
    struct quire_event_log log;
    struct quire_happenings happenings;
    struct quire_result result;
    struct quire_ledger ledger;
    struct quire_powers work;        /* done by other things than steps [J] */
    double *y, *y_look;              /* states being looked at (layout.length) */
    struct quire_reaction *reaction; /* of a state of rest */
    struct quire_other_rest *other;  /* beside it */
    struct quire_mode *mode;
    double *shape;            /* of all modes */
    double *numbers;          /* the end state of all but sheets */
    struct quire_stop *stop;  /* (n_stop) */
    size_t n_stop, next_stop; /* all before the next are over */
    double end, sample, next_sample, next_check;
    long n_sample, n_check;
    /* what the observer shows, if it is of the present stretch and focus */
    const struct quire_view *motion;
    double storm_since; /* [s] */
    /* when what rules did ended the run as a failure; NaN: they did not [s] */
    double broke_off;
    int storm_count;
    const struct quire_object *about; /* what the diagnosis concerns; NULL: nothing in particular */
    bool stopped;
    bool executed; /* it was begun, which it is once */
    quire_verdict verdict;
    bool told; /* a rule has told a drive or a switch something */
    /* when a sheet enters that another one has let in; infinity: there is none [s] */
    double entering;
};

/* ---- run/setup.c ---- */

/* The traced outline of a <path>; `user` is the run. */
const struct quire_outline *quire_running_outline(void *user, const struct quire_object *path);
double quire_running_tolerance(const struct quire_run *run); /* of positions [m] */
struct quire_integrator_options quire_running_options(const struct quire_run *run);

/* ---- run/sampling.c: pictures at times of the last step; `user` is the run, what they return is
 * borrowed until the next ---- */

const struct quire_view *quire_running_motion(void *user, double t);
const struct quire_view *quire_running_view(struct quire_run *run, double t);
const double *quire_running_state(void *user, double t);
bool quire_running_touches(void *user, double t, int target, int sheet);

/* A picture also before the run has begun, when there is its start alone, of motion alone unless
 * `forces` are wanted; drives and switches in run->state are then as at that time. For struct
 * quire_quantities. */
const struct quire_view *quire_running_picture(void *user, double t, bool forces);

/* From here on the pictures show a part of the machine; NULL: all of it. */
void quire_running_focus(struct quire_run *run, const struct quire_part *part);

/* Keeps for the result what the end state y says of all but sheets. */
quire_status quire_running_keep_state(struct quire_run *run, const double *y);

/* Energy stored at a state that no step has evaluated [J]. */
double quire_running_stored(struct quire_run *run, double t, const double *y);

/* Looks for sheets that have gone into solids or through walls, at the end of a step of the part in
 * focus, or at the end of the run. */
quire_status quire_running_audit(struct quire_run *run, double t, bool last);

/* Samples, checks and audits that are due up to t. */
quire_status quire_running_observe(struct quire_run *run, double t);

/* ---- run/failure.c ---- */

/* Sees to it that the result of a run that could not finish says why. */
void quire_running_diagnose(struct quire_run *run, quire_status status, double t);
/* Adds the error that the result's diagnosis stands for, in other words if `text` is not NULL, at
 * the object that they are about if that is not NULL; returns `status`. */
quire_status quire_running_failure(const struct quire_run *run, quire_status status,
                                   const struct quire_object *about, const char *text,
                                   quire_diag *diag);
/* Memory may have run out where nobody could tell: then says so, for a status of QUIRE_ERROR_LIMIT
 * with no error in the list. Returns `status`. */
quire_status quire_running_explain(quire_status status, quire_diag *diag);

/* ---- run/rest.c ---- */

/* Refuses to look for more modes than there are. */
quire_status quire_running_check_modes(const struct quire_run *run, quire_diag *diag);
/* Executes a run of the kinds equilibrium and modes. */
quire_status quire_running_rest(struct quire_run *run, quire_diag *diag);

/* ---- run/event_handling.c: what changes the equations ---- */

/* The next time at which something is due for the whole machine: what rules delayed, or the end of
 * the run. */
double quire_running_next_turn(const struct quire_run *run);
/* That, or the time of an earlier stop after t of the island. */
double quire_running_next_stop(const struct quire_run *run, int island, double t);
/* Whether a stop of the island that has come to t is due there. */
bool quire_running_is_due(const struct quire_run *run, int island, double t);
/* A step of the island that lags, not beyond its next stop, with what is found in it: signals,
 * passages, a contact that switches and cuts the step short. */
quire_status quire_running_step(struct quire_run *run);
/* What was found has happened, up to time t or the first thing that something follows at once.
 * Returns how far the machine has come. */
double quire_running_happen(struct quire_run *run, double t, quire_status *status);
/* run/streams.c: what in the last step of the part in focus lets the next sheet of a stream in, up
 * to `until`. */
quire_status quire_running_follow(struct quire_run *run, double until);
/* A sheet can not enter where one that it touches, or the one before it in its stream, still lies:
 * says so. run->y is the state at t. */
quire_status quire_running_check_room(struct quire_run *run, int sheet, double t);
/* Shows the checks what was logged from index `from` on. */
quire_status quire_running_check_events(struct quire_run *run, size_t from);
/* Equations of an island, or all (-1), change at t: the state there becomes the start of a new
 * stretch. */
quire_status quire_running_begin_stretch(struct quire_run *run, int island, double t);
/* The sheets of a part start anew at t, with y: see quire_islands_sort(); `user` is the run. */
void quire_running_rewind(void *user, const struct quire_part *part, double t, const double *y);

/* ---- run/log_events.c: events that need not be located ---- */

/* A drive is told another value, by whom or why. */
quire_status quire_running_announce_drive(struct quire_run *run, double t,
                                          const struct quire_drive *drive, double value,
                                          const char *why);
/* A nip begins to open or to close, a clutch to engage or to let go; by whom. */
quire_status quire_running_announce_switch(struct quire_run *run, double t,
                                           const struct quire_object *what, const char *why,
                                           bool on);
/* Ends of a part's holds that are due at t, where the state is in run->y. */
quire_status quire_running_announce(struct quire_run *run, const struct quire_part *part, double t);
/* What drives' courses said up to t, verdicts, and the jam that ended the run then. */
quire_status quire_running_announce_end(struct quire_run *run, double t);

#endif
