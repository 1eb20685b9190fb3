/* Sensors, rules and checks: the interfaces of the families "sensor", "action" and "check". */
#ifndef QUIRE_KIND_SENSOR_H
#define QUIRE_KIND_SENSOR_H

#include "kind/kind.h"
#include "kind/view.h"

/* ---- sensors ----
 * A sensor watches every sheet. Each of its n_signal signals has, per sheet, one root function whose rising or falling crossing is an
 * event "SENSOR.SIGNAL", such as "s1.lead". Signals also have a value that is recorded. */
struct quire_sensor_ops {
    int n_signal;                    /* at most 4 */
    const char *const *signal;       /* names, such as "lead", "trail" (n_signal) */
    const char *value_name;          /* recorded column, such as "covered", "speed"; NULL: none */
    const char *value_unit;
    /* Root functions of one sheet g[n_signal]: negative before, positive after the event; NaN: can not happen now. Called at
     * every step and while an event is located, so it must be cheap and smooth. */
    void (*roots)(const struct quire_object *self, const struct quire_sheet_view *sheet, double *g);
    /* +1: only a rise is an event, -1: only a fall, 0: both. */
    int (*direction)(const struct quire_object *self, int signal);
    double (*value)(const struct quire_object *self, const struct quire_view *view);
};

/* ---- actions of rules ---- */
enum quire_action_kind { QUIRE_ACTION_SET_DRIVE, QUIRE_ACTION_STOP };
struct quire_action {
    enum quire_action_kind kind;
    const struct quire_object *drive; /* SET_DRIVE */
    int quantity;                     /* 0 surface speed [m/s], 1 shaft speed [rad/s], 2 torque [N m] */
    double value, ramp;               /* new value; time to get there, linearly [s] */
};
struct quire_action_ops {
    void (*describe)(const struct quire_object *self, struct quire_action *out);
};

/* ---- the log ---- */
/* One line of events.csv. Names are borrowed from the model or static. */
struct quire_event {
    double time;
    const char *kind;    /* "sensor", "rule", "drive", "enter", "nip-entry", "nip-exit", "touch", "release", "verdict", "stop" */
    const char *source;  /* sensor, rule, nip, guide, ... */
    const char *signal;  /* "lead", "trail", ... or NULL */
    const char *sheet;   /* or NULL */
    double x, y;         /* where; NaN if nowhere */
    double path_distance;/* NaN if none */
    double value;        /* speed at a sensor, overlap at touch, attack angle [rad] at nip entry, ...; NaN if none */
    const char *detail;  /* a few words, or NULL */
};

/* ---- checks ---- */
enum quire_verdict { QUIRE_PASSED, QUIRE_FAILED, QUIRE_NOT_EVALUATED };

struct quire_check_result {
    enum quire_verdict verdict;
    double time;          /* when it was decided or failed [s]; NaN if never */
    double x, y, path_distance; /* where; NaN if nowhere */
    const char *sheet;    /* or NULL */
    double value, limit, margin; /* what was measured, what is allowed, how far it is from failing (negative: failed), SI; NaN if none */
    const char *unit;     /* of these three */
    char place[96];       /* the named object nearby: "guide 'lip'", "nip 'n2'" */
    char cause[256];      /* a sentence: what held it, with what force */
};

/* A check looks at every sample and event, keeps its own memory, and may fail at once (a jam) or at the end. */
struct quire_check_ops {
    bool is_jam;             /* a failure of it is a jam: the run ends unless the model says otherwise */
    bool by_default;         /* it is on in every model, with its default thresholds, unless switched off */
    size_t memory_size;      /* per check; zeroed at the start */
    void (*begin)(const struct quire_object *self, void *memory, const struct quire_view *view);
    void (*sample)(const struct quire_object *self, void *memory, const struct quire_view *view);
    void (*event)(const struct quire_object *self, void *memory, const struct quire_event *event, const struct quire_view *view);
    /* Called at the end with the last view, and after each sample with finished = false; fills *out. Returns true once decided. */
    bool (*judge)(const struct quire_object *self, void *memory, const struct quire_view *view, bool finished,
                  struct quire_check_result *out);
};

#endif
