/* Commands: what others than rules tell a run, kept so that it can be repeated. */
#ifndef QUIRE_RUN_COMMANDS_H
#define QUIRE_RUN_COMMANDS_H

#include "run/running.h"

/* Before it begins: commands may come. */
void quire_running_expect_commands(struct quire_run *run);

/* Takes an action of rules, given by its element and attributes, where the run has come to. Nothing
 * changes unless QUIRE_OK is returned. *failure: that of the run, which has to end then. */
quire_status quire_running_take_action(struct quire_run *run, const char *action,
                                       const quire_setting *settings, size_t n_setting,
                                       bool set_point, quire_status *failure, quire_diag *diag);

quire_status quire_running_enable_rule(struct quire_run *run, const char *rule, bool enabled,
                                       quire_diag *diag);

/* The run is ended where it has come to. */
void quire_running_end_by_command(struct quire_run *run);

/* Instead of one advance without end: goes on from command to command of run->options.commands, and
 * to the end. */
quire_status quire_running_replay(struct quire_run *run, quire_diag *diag);

void quire_commands_clear(struct quire_commands *commands);

#endif
