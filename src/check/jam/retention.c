/* Retention: a sheet covers a sensor for longer than it is long. */
#include <math.h>

#include "check/scope.h"
#include "check/window.h"

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct quire_window_params),
    QUIRE_CHECK_STOP(struct quire_window_params),
    QUIRE_REFERENCE(struct quire_window_params, window.sensor, "sensor", "sensor", QUIRE_REQUIRED,
                    "the sensor"),
    QUIRE_WINDOW_DRIVE(struct quire_window_params, QUIRE_REQUIRED),
    QUIRE_REAL(struct quire_window_params, window.lengths, "factor", "", "1.5",
               QUIRE_FROM_TO(1.0, INFINITY),
               "largest distance driven while a sheet covers the sensor, divided by the length of "
               "the sheet",
               "1.5 (service manual of a copier)"),
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
    window->after = window->sensor;
    window->after_signal = "lead";
    window->earliest = window->latest = window->earliest_distance = (double)NAN;
}

static const struct quire_window_ops ops = {
    .ops = {.is_jam = true, .about = QUIRE_ABOUT_TIME, QUIRE_WINDOW_OPS},
    .complete = complete,
};

const struct quire_kind quire_kind_check_retention = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "retention",
    .size = sizeof(struct quire_window_params),
    .fields = fields,
    .help =
        "A jam: a sheet still covers a sensor after the drive has driven farther than factor times "
        "the length of the sheet. Distance driven includes the ramps and stops of the drive.",
    .equation = "driven since the leading edge came <= factor * length",
    .ops = &ops,
    .check = quire_window_check,
};
