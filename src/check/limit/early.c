/* Early: a sheet's edge comes to a sensor before it can. */
#include <math.h>

#include "check/scope.h"
#include "check/window.h"

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct quire_window_params),
    QUIRE_REFERENCE(struct quire_window_params, window.sensor, "sensor", "sensor", QUIRE_REQUIRED,
                    "sensor that must not see the sheet yet"),
    QUIRE_TEXT(struct quire_window_params, window.signal, "signal", "lead",
               "signal of the sensor: lead or trail for edge sensors"),
    QUIRE_REAL(struct quire_window_params, window.earliest, "earliest", "s", QUIRE_OPTIONAL,
               QUIRE_NON_NEGATIVE, "earliest time of arrival; an edge before it is early",
               "1.06 s between both edges, for a sheet that goes round a fuser; 1.45 s after the "
               "pick-up (service manuals of copiers)"),
    QUIRE_REAL(struct quire_window_params, window.earliest_distance, "earliest-distance", "m",
               QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
               "smallest distance driven at arrival; an edge before it is early", NULL),
    QUIRE_WINDOW_DRIVE(struct quire_window_params, QUIRE_OPTIONAL),
    QUIRE_WINDOW_AFTER(struct quire_window_params, "lead",
                       "sensor whose signal starts the time, instead of the sheet's entry; the "
                       "same sensor with signal=\"trail\" detects sheets that wrap a roller"),
    QUIRE_TEXT(struct quire_window_params, window.sheet, "sheet", "each",
               "sheets that are checked. each: every sheet; first: the first that arrives; the "
               "name of a sheet, or of a <sheet> with a count for all its copies"),
    QUIRE_CHECK_PHASE(struct quire_window_params),
    QUIRE_FIELD_END,
};

static void
complete(const struct quire_object *self, struct quire_window *window)
{
    (void)self;
    window->latest = window->latest_distance = (double)NAN;
    window->need_not_come = true;
}

static const struct quire_window_ops ops = {
    .ops = {.about = QUIRE_ABOUT_EARLY, QUIRE_WINDOW_OPS},
    .complete = complete,
};

const struct quire_kind quire_kind_check_early = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "early",
    .size = sizeof(struct quire_window_params),
    .fields = fields,
    .help =
        "Fails if the edge of a sheet arrives at a sensor too early. Possible causes: a pull by "
        "something other than its drives, an undetected earlier sheet, or a trailing edge that "
        "comes with the leading edge round a roller. Sheets that never arrive are ignored.",
    .ops = &ops,
    .check = quire_window_check,
};
