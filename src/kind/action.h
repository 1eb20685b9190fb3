/* Rules as others see them, and their actions: the interface of the family "action". */
#ifndef QUIRE_KIND_ACTION_H
#define QUIRE_KIND_ACTION_H

#include "kind/body.h"
#include "kind/kind.h"

enum quire_action_kind {
    QUIRE_ACTION_SET_DRIVE,
    QUIRE_ACTION_STOP,
    QUIRE_ACTION_ASSIGN, /* a variable */
    QUIRE_ACTION_GO,     /* to another value of a state */
    QUIRE_ACTION_CANCEL, /* waiting actions of a rule */
    QUIRE_ACTION_SAY,    /* in the log */
    /* a nip or a clutch: value 1 opens or engages it, 0 closes or disengages it */
    QUIRE_ACTION_SWITCH,
    QUIRE_ACTION_RELEASE, /* a sheet that waits */
};
/* What becomes of a drive: it gets a value, turns about, or comes to rest. */
enum quire_drive_change { QUIRE_CHANGE_SET, QUIRE_CHANGE_REVERSE, QUIRE_CHANGE_BRAKE };
struct quire_action {
    enum quire_action_kind kind;
    /* the drive, variable, state, rule, nip or clutch; NULL: none */
    const struct quire_object *target;
    enum quire_drive_change change;     /* SET_DRIVE */
    enum quire_drive_quantity quantity; /* SET_DRIVE: of the value */
    /* new value, of states its number; time to get there, linearly [s] */
    double value, ramp;
    /* that gives the value when the action takes place; NULL: `value` stands */
    const char *formula;
    /* SAY: what; GO: the value's name; RELEASE: the sheet or stream */
    const char *text;
};
struct quire_rule_params { /* <rule>: children of family "action" */
    const char *name;
    const char *when;      /* "SENSOR.SIGNAL" or a formula; NULL: by time */
    double time;           /* [s]; NaN: by `when` */
    const char *sheet;     /* "each", "first", a number or a sheet's name */
    const char *condition; /* a formula that must be true when the rule is set off; NULL: none */
    double delay;          /* from then to the actions [s] */
    double distance;       /* or: until `drive` has driven so far [m]; NaN: by `delay` */
    const struct quire_object *drive;
    /* "SENSOR.SIGNAL" or a formula that calls the waiting actions off; NULL: nothing does */
    const char *until;
    bool once; /* the rule acts one time only */
};

struct quire_action_ops {
    void (*describe)(const struct quire_object *self, struct quire_action *out);
};

#endif
