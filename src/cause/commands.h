/* What rules did to drives, clutches and nips, and which rules never acted. */
#ifndef QUIRE_CAUSE_COMMANDS_H
#define QUIRE_CAUSE_COMMANDS_H

#include "kind/action.h"
#include "result/result.h"

struct quire_commands;

/* NULL when memory runs out. */
struct quire_commands *quire_commands_create(const struct quire_view *view);
void quire_commands_destroy(struct quire_commands *self);

/* Shows it an action of a rule, as it takes place; `value`: what a drive gets. */
void quire_commands_act(struct quire_commands *self, const struct quire_object *rule,
                        const struct quire_action *action, double value, double time);

/* Shows it a view; times must rise. */
void quire_commands_observe(struct quire_commands *self, const struct quire_view *view);

/* Puts a sheet that does not get on down to a rule that has stopped all drives, or would have
 * started them and never acted; false: there is none. */
bool quire_commands_find(const struct quire_commands *self, const struct quire_view *view,
                         struct quire_why *out);

/* Adds to a cause what rules had to do with the part that it names: they stopped, set or reversed
 * its drive, let go of its clutch, opened its nip, moved the gate; or they would have, and never
 * acted. */
void quire_commands_explain(const struct quire_commands *self, const struct quire_view *view,
                            struct quire_why *out);

#endif
