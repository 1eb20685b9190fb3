/* Sensors: the interface of the family "sensor". */
#ifndef QUIRE_KIND_SENSOR_H
#define QUIRE_KIND_SENSOR_H

#include "kind/kind.h"
#include "kind/view.h"

/* A sensor watches every sheet. Each of its n_signal signals has, per sheet, one root function
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

struct quire_bin_params {              /* <bin> */
    struct quire_sensor_common common; /* `at`: where it begins */
    double to, height;                 /* [m] */
    long capacity;                     /* sheets; 0: any number */
    bool remove;
};

#define QUIRE_SENSOR_DEBOUNCE(type_)                                                               \
    QUIRE_REAL(type_, common.debounce, "debounce", "s", "0 s", QUIRE_NON_NEGATIVE,                 \
               "shortest duration of a signal; rules ignore shorter signals, and receive longer "  \
               "ones after this time",                                                             \
               NULL)

/* Of sensors that see edges. */
#define QUIRE_SENSOR_EDGE_HYSTERESIS(type_)                                                        \
    QUIRE_REAL(type_, common.hysteresis, "hysteresis", "m", "0.1 mm", QUIRE_NON_NEGATIVE,          \
               "distance by which an edge must go back before it can be detected again", NULL)

/* What stands at a place on a path. */
#define QUIRE_SENSOR_ON_PATH(type_)                                                                \
    QUIRE_NAME(type_, common.name, QUIRE_REQUIRED,                                                 \
               "name of the sensor, used by rules and checks"),                                    \
        QUIRE_REFERENCE(type_, common.path, "path", "path", QUIRE_REQUIRED, "path of the sensor"), \
        QUIRE_REAL_AS(QUIRE_ALONG, type_, common.at, "at", "m", QUIRE_REQUIRED, QUIRE_ANY,         \
                      "distance along the path", NULL)

#define QUIRE_SENSOR_SIGNALS 4

/* How far a sheet may go before a root function can change its sign, come to be or cease. */
struct quire_sensor_ways {
    double edge; /* of its edges, in any direction [m] */
    double side; /* of all of it, across itself: along itself it comes to where it is [m] */
    bool speed;  /* they follow its speed now, whatever its way */
};

struct quire_sensor_ops {
    int n_signal;              /* at most QUIRE_SENSOR_SIGNALS */
    const char *const *signal; /* names, such as "lead", "trail" (n_signal) */
    /* attribute without which no signal ever comes, such as "threshold"; NULL: none */
    const char *needs;
    /* its signals are of the edge that is nearer to it; otherwise of the trailing edge if they are
     * called so, else of the leading edge */
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
    /* The shortest ways of one sheet, infinite where nothing can happen. NULL: they are 0. */
    void (*ways)(const struct quire_object *self, const void *prepared,
                 const struct quire_sheet_view *sheet, struct quire_sensor_ways *out);
    /* +1: only a rise is an event, -1: only a fall, 0: both. NULL: rises alone. */
    int (*direction)(const struct quire_object *self, int signal);
    double (*value)(const struct quire_object *self, const void *prepared,
                    const struct quire_view *view);
};

#endif
