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
#include "islands/islands.h"
#include "judge/balance.h"
#include "judge/checks.h"
#include "judge/column_check.h"
#include "judge/divergence.h"
#include "judge/penetration.h"
#include "judge/segment_check.h"
#include "judge/step_histogram.h"
#include "observe/observe.h"
#include "record/record.h"
#include "statics/rest.h"
#include "text/text.h"

#define SAME_TIME 1e-12 /* what is due within this happens at once [s] */

/* Options that are words, as numbers of their choices; -1: as the model says. */
struct quire_run_choice {
    int accuracy, method, vectors; /* as of struct quire_solver_params */
    enum quire_motion_kind motion;
};

/* What others than rules have told it. */
struct quire_commands {
    struct quire_arena *arena;      /* what outlives single commands */
    struct quire_object *commander; /* the <rule> that takes their actions; NULL: none came yet */
    struct quire_text text;         /* one line each */
};

struct quire_run {
    const struct quire_model *model;
    quire_run_options options;
    struct quire_run_choice choice; /* what they say in words */

    /* the machine and what moves it */
    struct quire_system *system;
    struct quire_state *state;
    struct quire_islands *islands;
    struct quire_observer *observer;
    struct quire_rest rest; /* of a run that looks for a state of rest */

    /* rules */
    struct quire_logic *logic;
    struct quire_quantities quantities;
    double evaluated; /* when their formulas were evaluated last [s] */
    /* (n_drive + n_switch): by rules that act now, or commands */
    enum quire_change_of { QUIRE_UNCHANGED, QUIRE_BENDS, QUIRE_JUMPS } * changed;
    bool has_override; /* one has told a drive or a switch something */
    bool commanded;    /* somebody else has, since the last stretch */
    struct quire_commands commands;
    double zeno_since; /* since when they act again and again [s] */
    int zeno_count;    /* how often */

    /* what is found in steps */
    struct quire_sensor_roots *sensor_roots;
    struct quire_nip_crossings *nip_crossings;
    struct quire_end_stops end_stops;
    struct quire_law_switching *law_switching;
    struct quire_event_queue queue;
    struct quire_breakpoint *breakpoint;  /* (n_breakpoint) */
    size_t n_breakpoint, next_breakpoint; /* all before the next are over */
    /* when a sheet enters that another one has let in, or leaves; infinity: there is none [s] */
    double entering;
    bool *leaves; /* sheets that do then (n_sheet) */

    /* what is judged */
    struct quire_checks *checks;
    struct quire_penetration *penetration;
    struct quire_divergence divergence;
    struct quire_balance balance;
    struct quire_column_check column_check;
    struct quire_segment_check segment_check;
    struct quire_step_histogram step_histogram;

    /* what is kept */
    struct quire_record *record;
    struct quire_recorder recorder;
    struct quire_event_log log;
    struct quire_result result;
    quire_verdict verdict;
    double *numbers; /* the end state of all but sheets */
    struct quire_ledger ledger;
    struct quire_powers work; /* done by other things than steps [J] */

    /* where it is */
    double *y, *y_at; /* states that are looked at (layout.length) */
    /* what the observer shows, if it is of the present stretch and focus */
    const struct quire_view *motion;
    double end, sample, next_sample, next_check;
    long n_sample, n_check;
    double handled;     /* up to which everything has happened [s] */
    bool in_step;       /* that is before the end of the last step, */
    double turn;        /* which was not to go beyond this [s] */
    size_t most_events; /* with more in the log it stops for a while */
    long n_advance;

    /* how it ends */
    bool executed;  /* it was begun, which it is once, */
    bool begun;     /* and nothing went wrong in that */
    double started; /* processor time then [s] */
    bool stopped;
    bool early; /* at a time before its own end */
    /* when what rules did ended it as a failure; NaN: they did not [s] */
    double broke_off;
    const struct quire_object *about; /* what the diagnosis concerns; NULL: nothing in particular */
};

#endif
