/* What rules do: they tell drives and switches something, let sheets in, stop the run. */
#ifndef QUIRE_RUN_RULE_ACTIONS_H
#define QUIRE_RUN_RULE_ACTIONS_H

#include "run/running.h"

/* Takes the actions due at t, and those that follow from them at once; the state there is in
 * run->y. */
quire_status quire_running_act(struct quire_run *run, double t);

/* Takes an action that no rule takes, at the time to which all has been handled; due->rule names
 * who does. Call quire_running_turn() there before the run goes on. A command of the
 * present value of a drive or a switch changes nothing. */
quire_status quire_running_command(struct quire_run *run, const struct quire_due *due);

/* Counts what happens again and again at nearly the same time: more than `most` within a
 * millisecond ends the run, with this diagnosis about that object. */
quire_status quire_running_zeno_guard(struct quire_run *run, double t, const char *name, int most,
                                      const struct quire_object *about, const char *what);

#endif
