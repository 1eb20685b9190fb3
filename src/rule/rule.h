/* Rules: what the machine's control does when a sensor gives a signal, or at a set time. */
#ifndef QUIRE_RULE_RULE_H
#define QUIRE_RULE_RULE_H

#include "kind/action.h"
#include "model/object.h"

struct quire_variable_params { /* <variable>: a number of the machine's control */
    const char *name;
    const char *value; /* at the start, with a unit */
};

struct quire_state_params { /* <state>: what a part of the control is doing */
    const char *name;
    const char *values; /* names, separated by commas */
    const char *start;  /* one of them; NULL: the first */
};

/* Which sheets' signals a rule listens to; *number is that of QUIRE_RULE_NUMBER, from 1. */
enum quire_rule_sheets { QUIRE_RULE_EACH, QUIRE_RULE_FIRST, QUIRE_RULE_NUMBER, QUIRE_RULE_NAMED };
enum quire_rule_sheets quire_rule_sheets_of(const struct quire_rule_params *p, long *number);

/* The sensor and signal that `when` means; false if there are none. `root` is the model's root. */
bool quire_rule_resolve(const char *when, const struct quire_object *root,
                        const struct quire_object **sensor, int *signal);

/* Whether `is` says so of any action of any rule; `root` is the model's root. */
bool quire_rule_any_action(const struct quire_object *root,
                           bool (*is)(const struct quire_action *action, const void *user),
                           const void *user);

/* Whether a <release sheet="text"> means this sheet: by its name, or by that of its stream. */
bool quire_release_means(const char *text, const struct quire_object *sheet);

extern const struct quire_kind quire_kind_rule, quire_kind_variable, quire_kind_state;

#endif
