/* What the checks share that wait for a sheet's edge at a sensor: since when they count, and
 * windows of time and of distance driven. */
#ifndef QUIRE_CHECK_WINDOW_H
#define QUIRE_CHECK_WINDOW_H

#include "check/finding.h"
#include "model/object.h"

/* What is asked. NaN: that end of a window is open. */
struct quire_window {
    const struct quire_object *sensor; /* that must see the edge */
    const char *signal;                /* of it: "lead", "trail" */
    const char *sheet;                 /* "each", "first" or a sheet's name */
    /* it counts from the start of the run, not from the sheet's entering */
    bool since_start;
    /* it counts from this sensor's signal; NULL: see above */
    const struct quire_object *after;
    const char *after_signal;
    double earliest, latest;                   /* [s] */
    const struct quire_object *drive;          /* whose way counts; NULL: none */
    double earliest_distance, latest_distance; /* [m] */
    /* instead of latest_distance, in lengths of the sheet; 0: it stands */
    double lengths;
    bool need_not_come; /* a sheet that never comes is no failure */
    /* of the check [s], no fields: edges that come, or are due, outside are not judged; NaN: open
     */
    double from, until;
};

/* The first members of the parameters of each such check. */
struct quire_window_params {
    struct quire_check_common common;
    struct quire_window window;
};

/* The operations of each such check: complete() says what its fields leave open, in a window where
 * what is no field is 0 or NULL. */
struct quire_window_ops {
    struct quire_check_ops ops;
    void (*complete)(const struct quire_object *self, struct quire_window *window);
};

/* Zeroed memory has seen nothing. */
struct quire_window_memory {
    bool any, has_worst, failed;
    struct quire_check_result worst;   /* of the edges that came */
    struct quire_check_result missing; /* of one that did not come in time: how it was then */
    size_t missing_of;                 /* its sheet, and one more; 0: there is none */
};
struct quire_window_sheet {
    bool started, arrived;
    bool overdue;        /* its window was over, and it had not come */
    double time, travel; /* where counting begins [s], [m] */
};

/* Fields of the sensor whose signal starts the window, with its signal if the file does not say,
 * and of the drive. */
#define QUIRE_WINDOW_AFTER(type_, default_signal_, help_)                                          \
    QUIRE_REFERENCE(type_, window.after, "after", "sensor", QUIRE_OPTIONAL, help_),                \
        QUIRE_TEXT(type_, window.after_signal, "after-signal", default_signal_,                    \
                   "signal of the sensor: lead or trail for edge sensors")
#define QUIRE_WINDOW_DRIVE(type_, fallback_)                                                       \
    QUIRE_REFERENCE(type_, window.drive, "drive", "drive", fallback_,                              \
                    "drive, given by a surface speed, whose distance driven is used")

#define QUIRE_WINDOW_OPS                                                                           \
    .hears_all = true, .memory_size = sizeof(struct quire_window_memory),                          \
    .memory_per_sheet = sizeof(struct quire_window_sheet), .begin = quire_window_begin,            \
    .event = quire_window_event, .judge = quire_window_judge, .unit_of = quire_window_unit
const char *quire_window_unit(const struct quire_object *self);
void quire_window_begin(const struct quire_object *self, void *memory,
                        const struct quire_view *view);
void quire_window_event(const struct quire_object *self, void *memory,
                        const struct quire_event *event, const struct quire_view *view);
bool quire_window_judge(const struct quire_object *self, void *memory,
                        const struct quire_view *view, bool finished,
                        struct quire_check_result *out);

/* The kinds' check(): refuses signals that the sensors do not give, sheets that there are not,
 * windows and phases that end before they begin, distances without a drive and drives that have no
 * way. */
quire_status quire_window_check(const struct quire_object *self, quire_diag *diag);

/* How far a drive has driven [m]; NaN if the view does not have it. */
double quire_window_travel(const struct quire_view *view, const struct quire_object *drive);

/* Refuses a drive that has no way: one that is not given by a surface speed. */
quire_status quire_window_check_drive(const struct quire_object *check,
                                      const struct quire_object *drive, quire_diag *diag);

#endif
