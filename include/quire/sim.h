/* Simulations that are advanced in slices and commanded from outside: controllers in the loop. */
#ifndef QUIRE_SIM_H
#define QUIRE_SIM_H

#include <stdbool.h>

#include <quire/run.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A run whose caller decides how far it goes, reads what sensors see, and gives commands. The
 * model's rules act as in any run, unless they are switched off.
 *
 * Slices change nothing: where steps of the integrator end does not depend on them, and without
 * commands the results are those of quire_run_execute(), to the last bit. A command takes effect at
 * exactly the time to which the simulation has been advanced. */
typedef struct quire_sim quire_sim;

/* Creates a simulation of `model`, at its start. The model and the strings of the options must
 * exist longer than it. On success the caller owns *out and frees it with quire_sim_destroy().
 * QUIRE_ERROR_USAGE: an option is invalid, or <run> asks for a state of rest or modes. Other
 * statuses are those of quire_run_create() and quire_run_execute(). */
QUIRE_API quire_status quire_sim_create(quire_sim **out, const quire_model *model,
                                        const quire_run_options *options, quire_diag *diag);
QUIRE_API void quire_sim_destroy(quire_sim *sim);

/* Advances the simulation to `time` [s] (to within 1e-12 s), at least the present one, or to the
 * end of the run if that comes first. QUIRE_ERROR_USAGE: the time is not a number or lies in the
 * past, or the simulation is over; nothing changes. A failure of the integration, or a limit that
 * is reached, ends the simulation as it ends a run: quire_sim_is_over() is true, and
 * quire_sim_finish() says why. */
QUIRE_API quire_status quire_sim_advance(quire_sim *sim, double time, quire_diag *diag);

/* The same, but no further than to the next event (a line of events.csv). */
QUIRE_API quire_status quire_sim_advance_to_event(quire_sim *sim, double time, quire_diag *diag);

/* The present time [s]. */
QUIRE_API double quire_sim_time(const quire_sim *sim);

/* Whether the simulation has come to its end: the end time, a jam, the action <stop> of a rule, a
 * failure, or quire_sim_finish(). */
QUIRE_API bool quire_sim_is_over(const quire_sim *sim);

/* Takes an action as rules do, now. `action` is the element's name: "set", "reverse", "brake",
 * "open", "close", "engage", "disengage", "release", "assign", "go", "cancel", "say", "stop"; the
 * settings are its attributes, written as in a model file ("300 mm/s"). In events.csv the rule is
 * called "command". A drive that already has the value causes no event. QUIRE_ERROR_INPUT or
 * QUIRE_ERROR_USAGE, with a message: there is no such action, attribute or object, a value is
 * invalid, or the simulation is over; nothing changes. */
QUIRE_API quire_status quire_sim_act(quire_sim *sim, const char *action,
                                     const quire_setting *settings, size_t n_setting,
                                     quire_diag *diag);

/* Gives a drive a value in the SI unit of the quantity by which it is given (m/s, rad/s, N*m, rad,
 * m, Pa, V), reached linearly within `ramp` [s], angles and strokes smoothly; 0: at once. Errors
 * are those of quire_sim_act().
 *
 * A ramp of a speed or a shaft speed is a set point: the speed has no jump, and if the next command
 * comes exactly at its end, the integrator does not start anew. Other commands are events, at which
 * it does. */
QUIRE_API quire_status quire_sim_set(quire_sim *sim, const char *drive, double value, double ramp,
                                     quire_diag *diag);

/* Switches a rule of the model off, or on again. Actions that it has waiting are called off.
 * QUIRE_ERROR_USAGE: there is no rule of this name. */
QUIRE_API quire_status quire_sim_set_rule(quire_sim *sim, const char *rule, bool enabled,
                                          quire_diag *diag);

/* What a controller is connected to. */
typedef enum quire_port_kind {
    QUIRE_PORT_DRIVE,  /* its quantity is what "set" gives it: "speed" */
    QUIRE_PORT_NIP,    /* one that opens: "open" */
    QUIRE_PORT_CLUTCH, /* "engaged" */
    QUIRE_PORT_SHEET,  /* one that waits to be let in: "release" */
    QUIRE_PORT_SENSOR, /* its quantity is its value, NULL: it has none: "covered" */
} quire_port_kind;
typedef struct quire_port {
    quire_port_kind kind;
    const char *name, *quantity;
    const char *unit; /* SI, "" of numbers without one */
} quire_port;

/* All of them: drives, nips, clutches, sheets, sensors, each kind in the order of the file. The
 * strings belong to the model. Beyond the last the name is NULL. */
QUIRE_API size_t quire_sim_port_count(const quire_sim *sim);
QUIRE_API quire_port quire_sim_port_at(const quire_sim *sim, size_t i);

/* Prepares the reading of a quantity: a formula as rules have it ("page.lead.path", "s1.covered",
 * "s1.lead.count", "feed.travel", "exit.normal > 2 N"). *out is its number for quire_sim_value().
 * Counts and times of signals begin with the first formula that asks for them. QUIRE_ERROR_INPUT:
 * the formula cannot be understood. */
QUIRE_API quire_status quire_sim_watch(quire_sim *sim, const char *formula, size_t *out,
                                       quire_diag *diag);

/* Its present value [SI]; of a comparison 1 or 0. NaN: there is none now, or no such number. */
QUIRE_API double quire_sim_value(quire_sim *sim, size_t watch);

/* The events up to the present time, in order of time; those of a new slice come after those that
 * were there. As quire_run_event_at(). */
QUIRE_API size_t quire_sim_event_count(const quire_sim *sim);
QUIRE_API quire_run_event quire_sim_event_at(const quire_sim *sim, size_t i);

/* The positions of a sheet's nodes now [m], from the trailing edge, at most `capacity` nodes; in
 * space those of the line in the middle. x and y may be NULL if `capacity` is 0. Returns the number
 * of nodes; 0: no such sheet, or it is not in the machine. */
QUIRE_API size_t quire_sim_nodes(quire_sim *sim, const char *sheet, double *x, double *y,
                                 size_t capacity);

/* Whether the check of this name has failed up to now; its verdict may come up to 10 ms after its
 * cause. False: it has not, or there is no such check. */
QUIRE_API bool quire_sim_has_failed(const quire_sim *sim, const char *check);

/* Ends the simulation where it is: judges it, and writes the result files if the options name a
 * folder. Returns what quire_run_execute() would, QUIRE_ERROR_USAGE if it was called before. */
QUIRE_API quire_status quire_sim_finish(quire_sim *sim, quire_diag *diag);

/* The run behind it, for its verdict, figures and series; complete after quire_sim_finish(). It
 * belongs to the simulation. NULL: `sim` is NULL. */
QUIRE_API const quire_run *quire_sim_run(const quire_sim *sim);

#ifdef __cplusplus
}
#endif
#endif
