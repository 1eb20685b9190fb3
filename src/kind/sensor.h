/* Sensors, rules and checks: the interfaces of the families "sensor", "action" and "check". */
#ifndef QUIRE_KIND_SENSOR_H
#define QUIRE_KIND_SENSOR_H

#include "kind/body.h"
#include "kind/kind.h"
#include "kind/view.h"

/* ---- sensors ----
 * A sensor watches every sheet. Each of its n_signal signals has, per sheet, one root function
 * whose rising or falling crossing is an event "SENSOR.SIGNAL", such as "s1.lead". Signals also
 * have a value that is recorded. */

/* Fields that every sensor has; the first member of each sensor's parameter struct. */
struct quire_sensor_common {
    const char *name;
    const struct quire_object *path; /* the path it stands on; NULL: placed by coordinates */
    double at;                       /* distance along it [m] */
    /* a root function must go back by this before its signal can come again; its unit */
    double hysteresis;
    /* the control learns of a signal when it has stood for so long [s] */
    double debounce;
    /* of edge sensors: z where it looks in spatial models [m]; NaN: at the mid-line */
    double across;
};

#define QUIRE_SENSOR_DEBOUNCE(type_)                                                               \
    QUIRE_REAL(type_, common.debounce, "debounce", "s", "0 s", QUIRE_NON_NEGATIVE,                 \
               "rules learn of a signal when it has stood for so long; what comes and goes in "    \
               "less is for them not there",                                                       \
               NULL)

/* Of sensors that see edges. */
#define QUIRE_SENSOR_EDGE_HYSTERESIS(type_)                                                        \
    QUIRE_REAL(type_, common.hysteresis, "hysteresis", "m", "0.1 mm", QUIRE_NON_NEGATIVE,          \
               "an edge must go back by this much before it can be seen again", NULL)

/* What stands at a place on a path. */
#define QUIRE_SENSOR_ON_PATH(type_)                                                                \
    QUIRE_NAME(type_, common.name, QUIRE_REQUIRED,                                                 \
               "name of the sensor; rules and checks refer to it"),                                \
        QUIRE_REFERENCE(type_, common.path, "path", "path", QUIRE_REQUIRED,                        \
                        "path on which the sensor stands"),                                        \
        QUIRE_REAL_AS(QUIRE_ALONG, type_, common.at, "at", "m", QUIRE_REQUIRED, QUIRE_ANY,         \
                      "distance along the path", NULL)

#define QUIRE_SENSOR_SIGNALS 4

struct quire_sensor_ops {
    int n_signal;              /* at most QUIRE_SENSOR_SIGNALS */
    const char *const *signal; /* names, such as "lead", "trail" (n_signal) */
    /* attribute without which no signal ever comes, such as "threshold"; NULL: none */
    const char *needs;
    /* its signals are of the edge that is nearer to it; otherwise of the trail edge if they are
     * called so, else of the lead edge */
    bool sees_either_edge;
    const char *value_name; /* recorded column, such as "covered", "speed"; NULL: none */
    const char *value_unit;
    size_t prepared_size; /* bytes that prepare() fills; aligned as malloc does */
    /* Once before a run. `path` is the traced outline of the common field `path` (NULL if it has
     * none) and must outlive the use of `prepared`. The run traces each path once: a sheet is on
     * the sensor's path when its `path` is the same pointer. */
    void (*prepare)(const struct quire_object *self, const struct quire_outline *path,
                    void *prepared);
    /* Root functions of one sheet g[n_signal]: negative before, positive after the event; NaN: can
     * not happen now. Called at every step and while an event is located, so it must be cheap, and
     * continuous where it is not NaN. */
    void (*roots)(const struct quire_object *self, const void *prepared,
                  const struct quire_sheet_view *sheet, double *g);
    /* +1: only a rise is an event, -1: only a fall, 0: both. NULL: rises alone. */
    int (*direction)(const struct quire_object *self, int signal);
    double (*value)(const struct quire_object *self, const void *prepared,
                    const struct quire_view *view);
};

/* ---- actions of rules ---- */
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
struct quire_action_ops {
    void (*describe)(const struct quire_object *self, struct quire_action *out);
};

/* ---- the log ---- */
/* Kinds of events, with the words of events.csv (quire_event_word() in events/event_log.h). */
#define QUIRE_EVENTS(X)                                                                            \
    X(SENSOR, "sensor") /* a signal of one */                                                      \
    X(ENTER, "enter")   /* a sheet */                                                              \
    X(NIP_ENTRY, "nip-entry")                                                                      \
    X(NIP_EXIT, "nip-exit")                                                                        \
    X(TOUCH, "touch")                                                                              \
    X(GATE_STOP, "gate-stop")                                                                      \
    X(CLUTCH, "clutch") /* slips, locks, or is switched */                                         \
    X(NIP, "nip")       /* is switched */                                                          \
    X(RELEASE, "release")                                                                          \
    X(DRIVE, "drive") /* has another course */                                                     \
    X(RULE, "rule")   /* acts */                                                                   \
    X(STOP, "stop")                                                                                \
    X(VERDICT, "verdict")                                                                          \
    X(SIGN, "sign")   /* of what led to a verdict */                                               \
    X(CAUSE, "cause") /* of a verdict */

#define QUIRE_EVENT_KIND(kind, word) QUIRE_EVENT_##kind,
enum quire_event_kind { QUIRE_EVENTS(QUIRE_EVENT_KIND) };
#undef QUIRE_EVENT_KIND

/* One line of events.csv. Names are borrowed from the model or static. */
struct quire_event {
    double time;
    enum quire_event_kind kind;
    const char *source;   /* sensor, rule, nip, guide, ... */
    const char *signal;   /* "lead", "trail", ... or NULL */
    const char *sheet;    /* or NULL */
    double x, y;          /* where; NaN if nowhere */
    double path_distance; /* NaN if none */
    /* speed at a sensor, overlap at touch, attack angle [rad] at nip entry, ...; NaN if none */
    double value;
    const char *detail; /* a few words, or NULL */
    bool in_space;      /* an edge of a spatial sheet at a sensor: */
    double z, yaw;      /* of its middle [m]; of the edge [rad] */
};

/* ---- checks ---- */
enum quire_check_verdict { QUIRE_PASSED, QUIRE_FAILED, QUIRE_NOT_EVALUATED };

struct quire_check_result {
    enum quire_check_verdict verdict;
    double time;                /* when it was decided or failed [s]; NaN if never */
    double x, y, path_distance; /* where; NaN if nowhere */
    const char *sheet;          /* or NULL */
    /* what was measured, what is allowed, how far it is from failing (negative: failed), SI; NaN if
     * none: of an edge that was due, and has not come by the end of the run, nobody knows by how
     * much it is late */
    double value, limit, margin;
    /* both ends of what is allowed; NaN: that end is open. `limit` is the one that is nearer */
    double lowest, highest;
    const char *unit; /* of these five */
    /* of one that failed: when `value` was measured, if that was after `time` [s]; else NaN */
    double worst_time;
    const char *worst_sheet; /* and of which sheet; else NULL */
    char place[96];          /* the named object nearby: "guide 'lip'", "nip 'n2'" */
    char cause[256];         /* a sentence: what held it, with what force */
};

/* Fields that every check has; the first member of each check's parameter struct. */
struct quire_check_common {
    const char *name; /* NULL: the kind's variant stands for it */
    bool enabled;
    bool stop; /* a jam ends the run; false for checks that are no jam */
};

#define QUIRE_CHECK_COMMON(type_)                                                                  \
    QUIRE_NAME(type_, common.name, QUIRE_OPTIONAL,                                                 \
               "name of the check; the kind if none is given"),                                    \
        QUIRE_BOOLEAN(type_, common.enabled, "enabled", "yes", "no: the check is switched off")

#define QUIRE_CHECK_STOP(type_)                                                                    \
    QUIRE_BOOLEAN(type_, common.stop, "stop", "yes",                                               \
                  "the run ends at this jam; no: it goes on to its end time")

/* What a sheet has done when a check of it fails, from which the cause is told
 * (judge/diagnosis.h); bits. None of them: it has come to rest, or does not get on. */
enum quire_check_about {
    QUIRE_ABOUT_PLACE = 1 << 0, /* it lies where it must not, or is loaded so; it may get on */
    QUIRE_ABOUT_TIME = 1 << 1,  /* it may get on, too slowly */
    QUIRE_ABOUT_EARLY = 1 << 2, /* it may have come before its limit, not after it */
    QUIRE_ABOUT_WAY = 1 << 3,   /* it has left its way */
    QUIRE_ABOUT_WRAP = 1 << 4,  /* it goes round a roller, which the check names */
};

/* A check looks at a view at fixed intervals (judge/checks.h) and at every event, keeps its own
 * memory, and may fail at once (a jam) or at the end. */
struct quire_check_ops {
    /* a failure of it is a jam: the run ends unless the model says otherwise */
    bool is_jam;
    /* it is on in every model, with its default thresholds, unless switched off */
    bool by_default;
    unsigned about;     /* of enum quire_check_about */
    size_t memory_size; /* bytes of memory per check; zeroed at the start */
    /* bytes more for each of the view's n_sheet sheets, behind the first memory_size (rounded up to
     * 16) */
    size_t memory_per_sheet;
    void (*begin)(const struct quire_object *self, void *memory, const struct quire_view *view);
    /* why it is not evaluated where it has seen nothing; NULL: its judge says so */
    const char *unseen;
    /* Called at each look for each sheet, whether it has entered or not; of_sheet: the sheet's part
     * of the memory. */
    void (*sample)(const struct quire_object *self, void *memory, void *of_sheet,
                   const struct quire_view *view, size_t sheet);
    void (*event)(const struct quire_object *self, void *memory, const struct quire_event *event,
                  const struct quire_view *view);
    /* Called at the end with the last view, and after each sample with finished = false; fills
     * *out. Returns true once decided. What has failed stays failed, but is shown the rest of the
     * run, for its value to be the worst of it, and judged again at the end. */
    bool (*judge)(const struct quire_object *self, void *memory, const struct quire_view *view,
                  bool finished, struct quire_check_result *out);
};

/* Bytes of the memory of a check before the sheets' parts, and the part of one sheet. */
static inline size_t
quire_check_memory_size(const struct quire_check_ops *ops)
{
    return (ops->memory_size + 15) / 16 * 16;
}

static inline void *
quire_check_memory_of(const struct quire_check_ops *ops, void *memory, size_t sheet)
{
    return (char *)memory + quire_check_memory_size(ops) + sheet * ops->memory_per_sheet;
}

/* Lets a check look at all sheets. */
static inline void
quire_check_sample(const struct quire_check_ops *ops, const struct quire_object *self, void *memory,
                   const struct quire_view *view)
{
    for (size_t i = 0; ops->sample != NULL && i < view->n_sheet; i++) {
        ops->sample(self, memory, quire_check_memory_of(ops, memory, i), view, i);
    }
}

#endif
