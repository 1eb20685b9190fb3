/* What a run yields, in memory: filled by run, written to files by record, read by the public API.
 */
#ifndef QUIRE_RESULT_RESULT_H
#define QUIRE_RESULT_RESULT_H

#include "kind/check.h"
#include "kind/event.h"
#include "kind/view.h"
#include "model/kinds_settings.h"
#include "result/causes.h"

/* Numbers about the integration. */
struct quire_solver_stats {
    long steps, rhs, jacobians, iterations, newton_failures, error_failures, restarts, watchdog;
    double cpu_seconds, last_step;
    const char *method; /* "velocity", "generic" */
    const char *simd;   /* "avx512", "avx2", "baseline" */
    double position_tolerance, velocity_tolerance;
    double step_error; /* what positions may be off by in a step [m] */
    int order;
};

/* A short time in which a run took most of its steps. */
struct quire_stiff_interval {
    double from, to;    /* [s] */
    double share;       /* of all steps; 0: there is no such time */
    char concerns[400]; /* what held them down: the largest error of a step there */
};

/* One nip or roller that drives a sheet. */
struct quire_push {
    const char *sort, *name; /* "nip", "n1" */
    double normal, limit;    /* of the driver on the sheet; largest friction at this [N] */
    double friction;         /* along the feed [N] */
    double slip, speed;      /* of the sheet past it, of its surface [m/s] */
    double at;               /* along the path, of nips [m]; NaN of others */
    double ahead;            /* along the sheet, the more the farther along its way [m] */
    bool back;  /* its surface runs from the sheet's leading edge to its trailing edge */
    int roller; /* index in the view */
};

/* What was seen to be wrong, from a time on until the verdict. */
struct quire_symptom {
    enum quire_symptom_kind kind;
    double time;             /* since when [s] */
    const char *sort, *name; /* the object it was seen at; NULL: none */
    double value;            /* the worst, in quire_symptom_unit() */
};

/* A part's share of what turned a sheet, or took it sideways. */
struct quire_share {
    const char *sort, *name;
    double share; /* from 0 to 1 */
    bool start;   /* how the sheet started */
};

/* Where curl takes an edge: by the curl that the sheet has at rest, over a length that nothing
 * holds, as far as a free end bends; and how far that edge was to the left of its path. */
struct quire_bend {
    double curl; /* positive to the left of the path; 0: there is none [1/m] */
    double length, deflection, height; /* [m] */
};

/* What a rule had to do with it. */
struct quire_rule_cause {
    const char *rule; /* its name, or what sets it off; NULL: none had */
    enum quire_rule_effect effect;
    double time; /* [s]; NaN: it never acted, and would have done that */
};

/* What a clutch carries between a drive and the roller that is named. */
struct quire_limiter {
    const char *name; /* NULL: there is no such clutch, or it has none */
    double limit;     /* of its torque [N m]; 0: there is no such clutch */
    double torque;    /* that it carries [N m] */
    double slip;      /* by how much the drive is faster than the roller's surface [m/s] */
};

#define QUIRE_SHARES   3
#define QUIRE_PUSHES   4
#define QUIRE_SYMPTOMS QUIRE_SYMPTOM_KINDS

/* Why a check failed: what held the sheet, what pushed it, what went wrong first. Names are
 * borrowed from the model. */
struct quire_why {
    enum quire_mechanism mechanism;
    const char *sort, *name; /* the object to look at; NULL: none */
    /* of the sheet's edge that goes first, its trailing edge if `back` [m], along its path [m/s] */
    double x, y, path_distance, edge_speed;
    bool back;
    /* of the guide `held`: against the feed [N]; of its surface to the feed [rad] */
    double opposing, angle;
    const char *held;   /* guide that holds that edge; NULL: none */
    double drag;        /* of all guides on the sheet, against its motion [N] */
    double compression; /* the largest compressive force in the sheet [N] */
    struct quire_push push[QUIRE_PUSHES];
    size_t n_push;
    struct quire_symptom symptom[QUIRE_SYMPTOMS]; /* in time order */
    size_t n_symptom;
    struct quire_share share[QUIRE_SHARES]; /* the largest first */
    size_t n_share;
    struct quire_bend bend; /* that explains where the edge went; curl 0: none does */
    const char *branch;     /* another path than its own, along which it went; NULL: none */
    const char *carrier;    /* sheet that carried it along; NULL: none did */
    const char *sheet;      /* that all this is about, where it is not the check's; else NULL */
    struct quire_rule_cause by_rule;
    struct quire_limiter limiter;
    /* of the guide that is named: with which it presses on sheets [N]; whether a drive moves it,
     * and when that did last, NaN: never [s] */
    double pressing, moved;
    bool is_gate;
    bool by_sign;     /* the facts fit no mechanism: the first sign that was seen at a part does */
    bool has_speed;   /* a drive is named: */
    double speed;     /* of its surface, negative against the feed [m/s] */
    double others[2]; /* from the least to the greatest of others that turn; 0: there are none */
    double motor;     /* torque of its drive, where that is given by one; 0: it is not [N m] */
    bool backward;    /* it turns against the feed, as it should not */
};

/* Whether a sign of this kind is among those of a cause. */
static inline bool
quire_why_has(const struct quire_why *why, enum quire_symptom_kind kind)
{
    for (size_t k = 0; k < why->n_symptom; k++) {
        if (why->symptom[k].kind == kind) {
            return true;
        }
    }
    return false;
}

/* Whether an edge stays behind its drives. */
static inline bool
quire_why_edge_stays(const struct quire_why *why)
{
    return quire_why_has(why, QUIRE_SYMPTOM_BEHIND) || quire_why_has(why, QUIRE_SYMPTOM_STANDING);
}

/* Puts a failure down to an object. */
static inline void
quire_why_blame(struct quire_why *out, enum quire_mechanism mechanism, const char *sort,
                const char *name)
{
    out->mechanism = mechanism;
    out->sort = sort;
    out->name = name;
}

/* "lead" or "trail": the edge that goes first. */
static inline const char *
quire_why_edge(const struct quire_why *why)
{
    return why->back ? "trail" : "lead";
}

struct quire_check_entry {
    const struct quire_object *object; /* NULL for a check that is on by default */
    const char *name;                  /* the file's, or the kind's variant: "stall" */
    const char *kind;                  /* variant */
    bool is_jam;
    /* its place in an order of all checks that is not the file's (model/order.h); built-in ones
     * last */
    size_t turn;
    struct quire_check_result result;
    struct quire_why why; /* of one that failed, for a sheet on a path */
};

/* Tunnelling audit: a station that was found behind a guide's solid, through a roller or through
 * another sheet. */
#define QUIRE_CROSSED_DEPTH 1e-6 /* no depth is said of what is less deep [m] */

struct quire_tunnelling {
    double time;
    const char *sheet, *target;
    double x, y;
    double depth; /* [m]; below QUIRE_CROSSED_DEPTH of two sheets whose mid-lines cross there */
    bool through; /* its mid-line has gone through a surface, and is not only deep behind it */
};

/* A sheet that was bent more sharply between two segments than a chain can follow. */
struct quire_fold {
    double turn; /* the largest [rad]; 0: none */
    double time, segment;
    const char *sheet;
    char place[96];
};

/* What a hold does to an end of a sheet at rest. */
struct quire_reaction {
    const char *sheet;
    bool lead;
    double force[2]; /* on the sheet [N] */
    double moment;   /* on the sheet, counter-clockwise [N m]; NaN: the end is free to turn */
};

/* A small free vibration about a state of rest. */
struct quire_mode {
    double eigenvalue; /* omega^2 [rad^2/s^2]; 0: a rigid motion */
    double frequency;  /* [Hz] */
    /* displacement (x, y) of each node of each sheet, then of each roller's centre, in the file's
     * order; the longest is 1. In spatial models (x, y, z), of all nodes, station by station */
    const double *shape;
};

/* How many numbers of a mode's shape are a sheet's. */
static inline size_t
quire_shape_numbers(const struct quire_sheet_view *sheet)
{
    return sheet->n_column > 0 ? 3 * sheet->n_column * sheet->n_node : 2 * sheet->n_node;
}

/* Another stable state of rest, found from another shape of a sheet. */
struct quire_other_rest {
    const char *sheet;
    double energy;   /* its potential energy less that of the one that is reported [J] */
    double distance; /* by which the sheet's nodes are elsewhere, at most [m] */
    bool left;       /* the node that is farthest lies to the left of here */
};

/* What a search for a state of rest came to. */
struct quire_rest_result {
    long iterations;
    int left;                        /* unstable states that were left on the way */
    struct quire_reaction *reaction; /* (n_reaction) */
    size_t n_reaction;
    struct quire_mode *mode; /* of modes: from the lowest up (n_mode) */
    size_t n_mode;
    struct quire_other_rest *other; /* those of a sheet side by side, by energy (n_other) */
    size_t n_other;
};

/* FAILED_AFTER_JAM: a jam had been found, and the integration then failed; what there is up to then
 * is whole, with a diagnosis. */
enum quire_run_end {
    QUIRE_ENDED,
    QUIRE_STOPPED_BY_RULE,
    QUIRE_STOPPED_BY_JAM,
    QUIRE_FAILED_AFTER_JAM,
    QUIRE_RUN_FAILED
};

struct quire_result {
    const struct quire_model *model;
    enum quire_run_kind kind;
    struct quire_rest_result rest; /* of other kinds than transient */
    enum quire_run_end end;
    double end_time;     /* reached [s] */
    quire_status status; /* QUIRE_OK, QUIRE_ERROR_NUMERIC or QUIRE_ERROR_LIMIT */
    /* closed list of reliability: "step-too-small", "nonfinite-force", ...; "" if none */
    char diagnosis[32];
    char diagnosis_text[700];
    struct quire_solver_stats stats;
    struct quire_event *event; /* in time order */
    size_t n_event;
    struct quire_check_entry *check;
    size_t n_check;
    struct quire_tunnelling *tunnelling;
    size_t n_tunnelling;
    struct quire_fold fold;
    /* where the first leading edge stopped on something steep, of a run that came past it: "guide
     * 'lip'"; or "" */
    char stub[96];
    struct quire_energy_view energy;
    struct quire_stiff_interval stiff_interval;
    const double *state; /* the end state of all but sheets (n_state) */
    size_t n_state;
};

/* A recorder gets begin once, every sample in time order, then end once. Recorders never change the
 * view. Each returns a status; the run stops at the first that is not QUIRE_OK. */
struct quire_recorder {
    void *self;
    quire_status (*begin)(void *self, const struct quire_model *model,
                          const struct quire_view *view);
    quire_status (*sample)(void *self, const struct quire_view *view);
    quire_status (*end)(void *self, const struct quire_result *result,
                        const struct quire_view *last);
};

#endif
