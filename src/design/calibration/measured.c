/* Measurements that a model is fitted to. */
#include "design/calibration/params.h"

#include <math.h>
#include <stddef.h>

#include "model/object.h"

#define FILE_FIELD(help)                                                                           \
    QUIRE_TEXT(struct quire_measured_params, file, "file", QUIRE_REQUIRED, help)
#define DEVIATION_FIELD(help)                                                                      \
    QUIRE_TEXT(struct quire_measured_params, deviation, "deviation", QUIRE_REQUIRED, help)
#define WITH_FIELD                                                                                 \
    QUIRE_TEXT(struct quire_measured_params, with, "with", QUIRE_OPTIONAL,                         \
               "parameters of the model set for this measurement, separated by commas: nip_load "  \
               "= 12 N, medium = card-300")

static const struct quire_field times_fields[] = {
    FILE_FIELD("CSV file beside the calibration: a header line, then a line for each sheet. "
               "Columns are times such as 's1.lead [ms]', parameters of the model such as "
               "'nip_load [N]', and the label 'sheet'. Empty cells: not measured"),
    QUIRE_TEXT(struct quire_measured_params, scatter, "scatter", QUIRE_OPTIONAL,
               "standard deviation of one time from sheet to sheet, used if there are too few "
               "sheets to estimate it"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_measured_times = {
    .family = &quire_family_calibration,
    .element = "measured",
    .selector = "kind",
    .variant = "times",
    .size = sizeof(struct quire_measured_params),
    .fields = times_fields,
    .help =
        "Times at sensors, sheet by sheet. Sheets with the same parameters are repeats. Their "
        "scatter gives the standard error of the means, also if one sheet is late at all sensors.",
    .example = "<measured kind=\"times\" file=\"times.csv\"/>",
};

static const struct quire_field figure_fields[] = {
    QUIRE_TEXT(struct quire_measured_params, from, "from", QUIRE_REQUIRED,
               "dotted name of a figure in summary.json, for example n2.friction.max"),
    QUIRE_TEXT(struct quire_measured_params, value, "value", QUIRE_REQUIRED,
               "measured value, with its unit"),
    DEVIATION_FIELD("standard deviation of the measurement, with its unit"),
    WITH_FIELD,
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_measured_figure = {
    .family = &quire_family_calibration,
    .element = "measured",
    .selector = "kind",
    .variant = "figure",
    .size = sizeof(struct quire_measured_params),
    .fields = figure_fields,
    .help = "One number among the figures of a run, for example a force.",
    .example = "<measured kind=\"figure\" from=\"n2.friction.max\" value=\"2.1 N\" "
               "deviation=\"0.2 N\"/>",
};

static const struct quire_field trace_fields[] = {
    QUIRE_TEXT(struct quire_measured_params, from, "from", QUIRE_REQUIRED,
               "column of series.csv, for example page.lead.path"),
    FILE_FIELD("CSV file beside the calibration with the columns 'time [ms]' and 'value [mm]', "
               "each in any unit"),
    DEVIATION_FIELD("standard deviation of each value, with its unit"),
    WITH_FIELD,
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_measured_trace = {
    .family = &quire_family_calibration,
    .element = "measured",
    .selector = "kind",
    .variant = "trace",
    .size = sizeof(struct quire_measured_params),
    .fields = trace_fields,
    .help = "A quantity over time, for example the position of an edge in a film. The values of "
            "the model are interpolated linearly between its samples.",
    .example =
        "<measured kind=\"trace\" from=\"page.lead.path\" file=\"edge.csv\" deviation=\"0.1 mm\"/>",
};

static const struct quire_field shape_fields[] = {
    QUIRE_TEXT(struct quire_measured_params, sheet, "sheet", QUIRE_REQUIRED,
               "sheet whose shape was measured"),
    FILE_FIELD("CSV file beside the calibration with the columns 'x [mm]' and 'y [mm]': points of "
               "the mid-line of the sheet, in any order, in model coordinates"),
    DEVIATION_FIELD("standard deviation of a point across the sheet, with its unit"),
    WITH_FIELD,
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_measured_shape = {
    .family = &quire_family_calibration,
    .element = "measured",
    .selector = "kind",
    .variant = "shape",
    .size = sizeof(struct quire_measured_params),
    .fields = shape_fields,
    .help = "The shape of a sheet at the end of the run, for example points from a photograph of a "
            "droop or a loop. The distance of each point from the sheet is fitted; the position of "
            "a point along the sheet need not be known.",
    .example = "<measured kind=\"shape\" sheet=\"page\" file=\"loop.csv\" deviation=\"0.3 mm\"/>",
};
