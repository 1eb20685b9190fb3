/* Rules: what the machine's control does when a sensor gives a signal, or at a set time. */
#ifndef QUIRE_RULE_RULE_H
#define QUIRE_RULE_RULE_H

#include "model/object.h"

struct quire_rule_params { /* <rule>: children of family "action" */
    const char *name;
    const char *when;  /* "SENSOR.SIGNAL"; NULL: by time */
    double time;       /* [s]; NaN: by a sensor */
    const char *sheet; /* "each", "first" or a sheet's name */
    double delay;      /* from the signal or time to the actions [s] */
    bool once;         /* the rule acts one time only */
};

/* Which sheets' signals a rule listens to. */
enum quire_rule_sheets { QUIRE_RULE_EACH, QUIRE_RULE_FIRST, QUIRE_RULE_NAMED };
enum quire_rule_sheets quire_rule_sheets_of(const struct quire_rule_params *p);

/* The sensor and signal that `when` means; false if there are none. `root` is the model's root. */
bool quire_rule_resolve(const char *when, const struct quire_object *root,
                        const struct quire_object **sensor, int *signal);

#endif
