/* Runs that look for a state of rest, and for vibrations about it. */
#ifndef QUIRE_STATICS_REST_H
#define QUIRE_STATICS_REST_H

#include <quire/run.h>

#include "events/breakpoints.h"
#include "judge/checks.h"
#include "judge/penetration.h"
#include "observe/observe.h"
#include "result/result.h"

/* What is given first; all of that is borrowed. */
struct quire_rest {
    const struct quire_model *model;
    const quire_run_options *options;
    struct quire_state *state;
    struct quire_observer *observer;
    struct quire_recorder recorder;
    const struct quire_breakpoint *breakpoint; /* (n_breakpoint) */
    size_t n_breakpoint;
    double tolerance;            /* of positions [m] */
    double at;                   /* the time of holds and loads [s] */
    double *y;                   /* where it begins, and the state found (layout.length) */
    struct quire_result *result; /* what it comes to; names what is owned below */
    /* owned */
    struct quire_penetration *penetration;
    struct quire_checks *checks;
    struct quire_reaction *reaction;
    struct quire_other_rest *other;
    struct quire_mode *mode;
    double *shape;   /* of all modes */
    double *numbers; /* the state of all but sheets */
};

/* Refuses to look for more modes than there are. */
quire_status quire_rest_check_modes(const struct quire_system *system, quire_diag *diag);

/* Sets *verdict once there is one. */
quire_status quire_rest_execute(struct quire_rest *self, quire_verdict *verdict, quire_diag *diag);

/* The result must not be looked at any more. */
void quire_rest_clear(struct quire_rest *self);

#endif
