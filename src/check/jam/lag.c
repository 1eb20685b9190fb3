/* Lag: a sheet's trailing edge does not leave a sensor. */
#include <math.h>

#include "check/scope.h"
#include "check/window.h"

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct quire_window_params),
    QUIRE_CHECK_STOP(struct quire_window_params),
    QUIRE_REFERENCE(struct quire_window_params, window.sensor, "sensor", "sensor", QUIRE_REQUIRED,
                    "sensor that the trailing edge must leave"),
    QUIRE_REAL(struct quire_window_params, window.latest, "latest", "s", QUIRE_OPTIONAL,
               QUIRE_NON_NEGATIVE,
               "longest time; default: the trailing edge must leave before the run ends",
               "1.7 s to 4.6 s in service manuals of copiers"),
    QUIRE_REAL(struct quire_window_params, window.latest_distance, "latest-distance", "m",
               QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE, "largest distance driven by 'drive'",
               "1.5 times the length of the sheet and the distance before it, in document feeders "
               "(service manual)"),
    QUIRE_WINDOW_DRIVE(struct quire_window_params, QUIRE_OPTIONAL),
    QUIRE_WINDOW_AFTER(
        struct quire_window_params, "lead",
        "sensor whose signal starts the time; default: the leading edge at 'sensor'"),
    QUIRE_TEXT(struct quire_window_params, window.sheet, "sheet", "each",
               "sheets that are monitored. each: every sheet; first: the first that arrives; the "
               "name of a sheet, or of a <sheet> with a count for all its copies"),
    QUIRE_CHECK_PHASE(struct quire_window_params),
    QUIRE_FIELD_END,
};

static void
complete(const struct quire_object *self, struct quire_window *window)
{
    (void)self;
    window->signal = "trail";
    window->after = window->after != NULL ? window->after : window->sensor;
    window->earliest = window->earliest_distance = (double)NAN;
}

static const struct quire_window_ops ops = {
    .ops = {.is_jam = true, .about = QUIRE_ABOUT_TIME, QUIRE_WINDOW_OPS},
    .complete = complete,
};

const struct quire_kind quire_kind_check_lag = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "lag",
    .size = sizeof(struct quire_window_params),
    .fields = fields,
    .help = "A jam: the trailing edge of a sheet has not left a sensor in time after its leading "
            "edge arrived there, or after a signal of another sensor. Machines report it as lag or "
            "stationary jam. Sheets that never give the first signal are ignored.",
    .ops = &ops,
    .check = quire_window_check,
};
