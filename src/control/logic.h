/* The machine's control: turns sensor signals, formulas that become true and set times into due
 * actions. Knows no solver.
 *
 * Use within a step from t0 to t1: give every sensor event that is found, in time order, and look
 * where a formula becomes true; as soon as quire_logic_next() is not later than the next event or
 * t1, the step ends there: go back to that time, take the actions, restart the integrator, and
 * forget later events of the step, which are found again. An event whose actions are due later
 * needs no restart. */
#ifndef QUIRE_CONTROL_LOGIC_H
#define QUIRE_CONTROL_LOGIC_H

#include "formula/formula.h"
#include "kind/action.h"
#include "model/object.h"

struct quire_logic;

/* What can be measured in the machine. */
struct quire_logic_world {
    /* as in struct quire_formula_names, with indices from 0 on; a name may begin with "sheet."
     * where `of_sheet` */
    bool (*find)(void *user, const char *text, size_t *length, bool of_sheet,
                 struct quire_formula_name *out, char *error, size_t size);
    /* Calls each() with the names there are, valid during the call. */
    void (*list)(void *user, bool of_sheet, void (*each)(void *listener, const char *name),
                 void *listener);
    void (*at)(void *user, double time); /* values are those of this time from now on */
    /* The value of a quantity; `sheet` is whose signal it is about, NULL: nobody's. NaN: it is not
     * there. */
    double (*get)(void *user, int index, const char *sheet);
    void *user;
};

/* An action whose time has come. */
struct quire_due {
    double time; /* [s] */
    const struct quire_object *rule;
    const char *sheet; /* whose signal it was, borrowed as given; NULL for rules by time */
    /* with the value that its formula gave; what concerns the control alone has been done */
    struct quire_action action;
    bool set_point; /* a ramp of a speed is no event */
};

/* On success *out is the caller's, to be freed with quire_logic_destroy(). The model must
 * outlive it. A NULL world has nothing that could be measured. QUIRE_ERROR_LIMIT when memory runs
 * out; QUIRE_ERROR_INPUT, with a message at the rule, for a formula that cannot be understood. */
quire_status quire_logic_create(struct quire_logic **out, const struct quire_model *model,
                                const struct quire_logic_world *world, quire_diag *diag);
void quire_logic_destroy(struct quire_logic *self);

/* Whether some rule may still act on this signal, or a formula asks for its count or time. */
bool quire_logic_uses(const struct quire_logic *self, const struct quire_object *sensor,
                      int signal);

/* A sensor gave a signal for a sheet (its name, as in the model). QUIRE_ERROR_LIMIT when memory
 * runs out. */
quire_status quire_logic_signal(struct quire_logic *self, double time,
                                const struct quire_object *sensor, int signal, const char *sheet);

/* ---- others than rules ---- */

/* An action that somebody else takes: what it does to the control itself. */
void quire_logic_command(struct quire_logic *self, const struct quire_action *action);

/* Reads a formula, a quantity or a comparison, as rules have them; NULL, with a reason in `error`
 * (size bytes), if it cannot be understood. The caller frees it with quire_formula_destroy(). */
struct quire_formula *quire_logic_read_formula(struct quire_logic *self, const char *text,
                                               char *error, size_t size);
/* Whether a formula comes to what an action needs; then an error is in `error`. */
bool quire_logic_fits(const struct quire_logic *self, const struct quire_action *action,
                      const struct quire_formula *formula, char *error, size_t size);
double quire_logic_ask(struct quire_logic *self, const struct quire_formula *formula, double time);

/* A rule that is off is never set off, and what it had waiting is called off. */
void quire_logic_switch_rule(struct quire_logic *self, const struct quire_object *rule, bool on);

/* ---- formulas of `when` and `until`, and ways that drives have to drive ---- */

/* Whether there is anything to look at, and when, after `time`: at the controller's next tick;
 * `time` itself if it has no cycle. */
bool quire_logic_has_formulas(const struct quire_logic *self);
double quire_logic_tick(const struct quire_logic *self, double time);
bool quire_logic_has_cycle(const struct quire_logic *self);
/* Without a cycle: the latest time for a look after one at `time`, so that nothing that holds for
 * some time is missed; infinite where nothing can be. */
double quire_logic_next_look(const struct quire_logic *self, double time);
/* Whether something follows from what can be seen at this time; changes nothing. */
bool quire_logic_would_act(struct quire_logic *self, double time);
/* Sees it: what was false and is true sets rules off. `quiet`: at the start, when nothing is set
 * off. */
quire_status quire_logic_evaluate(struct quire_logic *self, double time, bool quiet);

/* When the next action is due; infinity if none is. */
double quire_logic_next(const struct quire_logic *self);

/* Takes the next action due at or before `time`; false if there is none. Actions come in time
 * order, and simultaneous ones in the order of the file; actions of one rule for several sheets
 * in the order of their signals. *status tells whether memory ran out. */
bool quire_logic_take(struct quire_logic *self, double time, struct quire_due *out,
                      quire_status *status);

#endif
