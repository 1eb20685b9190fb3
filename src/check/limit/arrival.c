/* Arrival: a sheet's edge comes to a sensor within a window of time, or of distance driven. */
#include <math.h>

#include "check/scope.h"
#include "check/window.h"

struct params {
    struct quire_check_common common;
    struct quire_window window;
    int since;
};

enum { SINCE_ENTRY, SINCE_START };

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_REFERENCE(struct params, window.sensor, "sensor", "sensor", QUIRE_REQUIRED,
                    "sensor that must see the sheet"),
    QUIRE_TEXT(struct params, window.signal, "signal", "lead",
               "signal of the sensor: lead or trail for edge sensors"),
    QUIRE_REAL(struct params, window.earliest, "earliest", "s", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
               "start of the time window; default: no lower limit", NULL),
    QUIRE_REAL(struct params, window.latest, "latest", "s", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
               "end of the time window; default: the edge must arrive before the run ends",
               "from 1.2 s to 4.6 s after the pick-up in service manuals of copiers"),
    QUIRE_REAL(struct params, window.earliest_distance, "earliest-distance", "m", QUIRE_OPTIONAL,
               QUIRE_NON_NEGATIVE, "start of the window of distance driven", NULL),
    QUIRE_REAL(struct params, window.latest_distance, "latest-distance", "m", QUIRE_OPTIONAL,
               QUIRE_NON_NEGATIVE, "end of the window of distance driven",
               "46 mm to 224 mm for the sensors of a document feeder (service manual)"),
    QUIRE_WINDOW_DRIVE(struct params, QUIRE_OPTIONAL),
    QUIRE_CHOICE(struct params, since, "since", "entry|start", "entry",
                 "start of the window: the sheet's entry or the start of the run; the same for "
                 "sheets present at the start"),
    QUIRE_WINDOW_AFTER(struct params, "lead",
                       "sensor whose signal starts the window, instead of the sheet's entry"),
    QUIRE_TEXT(
        struct params, window.sheet, "sheet", "each",
        "sheets that are checked. each: every sheet must arrive in the window; first: the first "
        "that arrives; the name of a sheet, or of a <sheet> with a count for all its copies"),
    QUIRE_CHECK_PHASE(struct params),
    QUIRE_FIELD_END,
};

static void
complete(const struct quire_object *self, struct quire_window *window)
{
    window->since_start = ((const struct params *)self->params)->since == SINCE_START;
}

static const struct quire_window_ops ops = {
    .ops = {.about = QUIRE_ABOUT_TIME | QUIRE_ABOUT_EARLY, QUIRE_WINDOW_OPS},
    .complete = complete,
};

const struct quire_kind quire_kind_check_arrival = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "arrival",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "The edge of a sheet must arrive at a sensor within a window of time, of distance "
            "driven, or of both. The margin is the distance to the nearer end of the window, the "
            "smallest of all sheets. If both windows are met, it is that of time; otherwise that "
            "of the window that is missed. For a late edge the margin is its delay; an edge that "
            "never arrives has none. Not evaluated if the run ends before the window is over.",
    .equation = "margin = min(t - earliest, latest - t)",
    .ops = &ops,
    .check = quire_window_check,
};
