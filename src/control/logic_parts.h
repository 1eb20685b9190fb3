/* What the parts of the control share: control/logic.c runs the rules, control/logic_names.c knows
 * what their formulas may ask for, control/logic_read.c reads them. */
#ifndef QUIRE_CONTROL_LOGIC_PARTS_H
#define QUIRE_CONTROL_LOGIC_PARTS_H

#include "control/logic.h"
#include "rule/rule.h"

/* What sets a rule off or calls it off. */
struct quire_trigger {
    const struct quire_object *sensor; /* by its signal; NULL: by the formula */
    int signal;
    struct quire_formula *formula; /* NULL: by neither */
    bool was;                      /* it was true when it was looked at last */
};

struct quire_rule_action {
    const struct quire_object *object;
    struct quire_formula *formula; /* of its value; NULL: it is known */
};

struct quire_rule {
    const struct quire_object *object;
    const struct quire_rule_params *params;
    struct quire_trigger when, until;
    struct quire_formula *condition;
    struct quire_rule_action *action; /* (n_action) */
    size_t n_action;
    int travel;        /* index of the way of its drive; -1: it waits for a time */
    const char **seen; /* sheets that gave signals, in the order of the first (n_seen) */
    size_t n_seen, room;
    bool acted, off;
};

enum quire_logic_entry_kind { QUIRE_ENTRY_SIGNAL, QUIRE_ENTRY_ACTION };
struct quire_logic_entry {
    enum quire_logic_entry_kind kind;
    double time;         /* infinite while it waits for a way to be driven */
    double travel;       /* that way's end [m] */
    size_t rule, action; /* QUIRE_ENTRY_ACTION: the order of the file */
    const char *sheet;
    const struct quire_object *sensor; /* QUIRE_ENTRY_SIGNAL */
    int signal;
};

/* What the control itself knows by name. */
struct quire_own {
    char *name;
    const struct quire_object *object; /* the variable or state; NULL: of a signal */
    const struct quire_object *sensor;
    int signal;
    double value;
    struct quire_dimension dimension;
    const char *words;
    bool asked; /* by a formula */
};

struct quire_logic {
    struct quire_logic_world world; /* find is NULL: nothing can be measured */
    struct quire_rule *rule;        /* in file order (n_rule) */
    size_t n_rule;
    struct quire_logic_entry *entry; /* what is due, in order of arrival (n_entry) */
    size_t n_entry, capacity;
    struct quire_own *own; /* (n_own) */
    size_t n_own;
    double period, offset; /* of the controller; period 0: none [s] */
    double look;           /* between looks at formulas; infinite where there are none [s] */
    /* when those of time alone may turn, and between these times, ascending (n_moment) [s] */
    double *moment;
    size_t n_moment;
    const char *sheet; /* whose signal is looked at */
    bool of_sheet;     /* names may begin with "sheet." */
};

/* Learns the names of signals, variables and states. QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_logic_gather_names(struct quire_logic *self, const struct quire_object *root);
/* As in struct quire_formula_names; `user` is the control. */
bool quire_logic_find_name(void *user, const char *text, size_t *length,
                           struct quire_formula_name *out, char *error, size_t size);
double quire_logic_value_of(struct quire_logic *self, const struct quire_formula *formula,
                            const char *sheet);

/* Reads all rules of a model into self->rule; QUIRE_ERROR_INPUT with a message at each formula that
 * cannot be understood. */
quire_status quire_logic_read_rules(struct quire_logic *self, const struct quire_object *root,
                                    quire_diag *diag);

#endif
