/* What the root of a model, its parameters and settings hold. Meaning, units, ranges and defaults
 * of every member are in the tables of the source of the same name; so it is in all headers of
 * parameters. */
#ifndef QUIRE_MODEL_KINDS_SETTINGS_H
#define QUIRE_MODEL_KINDS_SETTINGS_H

#include "model/object.h"

/* <parameters>, <settings> and other elements that only hold children. */
struct quire_group_params {
    char unused;
};

enum quire_motion_kind {
    QUIRE_MOTION_OF_MODEL = -1, /* in a choice that can be left to the model */
    QUIRE_MOTION_PLANAR,
    QUIRE_MOTION_SPATIAL
};

struct quire_model_params { /* <model> */
    long version;
    const char *name;
    int motion; /* "planar|spatial", enum quire_motion_kind */
};

struct quire_attached_params { /* <attached> */
    const char *file, *content;
};

struct quire_include_params { /* <include> */
    const char *file, *library;
};

struct quire_library_params { /* <library> */
    long version;
    const char *name;
};

struct quire_gravity_params { /* <settings><gravity> */
    double vector[2];
};

enum quire_run_kind { QUIRE_RUN_TRANSIENT, QUIRE_RUN_EQUILIBRIUM, QUIRE_RUN_MODES };

struct quire_run_params { /* <settings><run> */
    int kind;             /* "transient|equilibrium|modes" */
    double end, sample;   /* [s] */
    bool settle;          /* settle overlaps to equilibrium before t = 0 */
    double at;            /* statics: time up to which courses are followed [s] */
    double imperfection;  /* statics: push out of an unstable state / length; optional */
    long count;           /* modes: how many */
};

enum { QUIRE_ACCURACY_FAST, QUIRE_ACCURACY_STANDARD, QUIRE_ACCURACY_FINE, QUIRE_ACCURACIES };

/* What a step may be off by: ten times less in positions from one accuracy to the next
 * (doc/adr/0170-accuracies.md). */
struct quire_accuracy {
    double position;      /* [m] */
    double velocity_rate; /* velocities: position * this [1/s] */
};
extern const struct quire_accuracy quire_accuracy[QUIRE_ACCURACIES];

enum { QUIRE_METHOD_VELOCITY, QUIRE_METHOD_GENERIC };

enum { QUIRE_RESTING_SKIPPED, QUIRE_RESTING_SOLVED };

enum { QUIRE_VECTORS_OWN, QUIRE_VECTORS_SERIAL };

struct quire_solver_params {   /* <settings><solver> */
    int accuracy;              /* "fast|standard|fine" */
    double position_tolerance; /* [m]; optional, overrides accuracy */
    double velocity_rate; /* velocity tolerance = position tolerance * this [1/s]; optional, so */
    long order;           /* highest BDF order, 1 to 5; optional */
    int method;           /* "velocity|generic" */
    int vectors;          /* "own|serial" */
    int resting_sheets;   /* "skip|solve" */
    double largest_step;  /* [s]; optional */
    double time_limit;    /* processor time [s]; optional */
    long step_limit;      /* optional */
    double step_rate;     /* steps that a simulated second may take [1/s] */
};

struct quire_control_params { /* <settings><control> */
    double period, offset;    /* of the controller's cycle; NaN: it has none [s] */
    double look;              /* without a cycle: between looks at formulas of rules [s] */
};

extern const struct quire_kind quire_kind_model, quire_kind_solver, quire_kind_settings,
    quire_kind_gravity, quire_kind_run, quire_kind_control, quire_kind_attached;

#endif
