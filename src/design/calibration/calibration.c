/* The root of a calibration file, and the unknowns. */
#include <math.h>

#include "model/problem.h"
#include "model/rows.h"

#include "design/calibration/params.h"

static const struct quire_field calibration_fields[] = {
    QUIRE_VERSION(struct quire_calibration_params),
    QUIRE_NAME(struct quire_calibration_params, name, QUIRE_REQUIRED,
               "name of the calibration, used in results and reports"),
    QUIRE_TEXT(struct quire_calibration_params, model, "model", QUIRE_REQUIRED,
               "model to fit: a file in the folder of the calibration or below"),
    QUIRE_INTEGER(
        struct quire_calibration_params, seed, "seed", "1", QUIRE_FROM_TO(0, 9007199254740991.0),
        "seed of the starting points: any number; another number gives other starting points"),
    QUIRE_TEXT(struct quire_calibration_params, doc, "doc", QUIRE_OPTIONAL,
               "the measured quantity and the method, for reports"),
    QUIRE_FIELD_END,
};

static const struct quire_child calibration_children[] = {
    {&quire_family_calibration, "unknown", 1, QUIRE_UNKNOWNS_MOST},
    {&quire_family_calibration, "measured", 1, -1},
    QUIRE_CHILD_END,
};

const struct quire_kind quire_kind_calibration = {
    .family = &quire_family_calibration,
    .element = "calibration",
    .size = sizeof(struct quire_calibration_params),
    .fields = calibration_fields,
    .children = calibration_children,
    .help =
        "The root of a calibration file: parameters of a model that are fitted to measurements, by "
        "'quire calibrate'. <unknown> elements give the parameters and their ranges, <measured> "
        "elements the data.",
};

static const struct quire_field unknown_fields[] = {
    QUIRE_TEXT(struct quire_unknown_params, parameter, "parameter", QUIRE_REQUIRED,
               "parameter of the model to fit; the search starts at its value in the model"),
    QUIRE_TEXT(struct quire_unknown_params, low, "low", QUIRE_REQUIRED,
               "smallest allowed value, with its unit"),
    QUIRE_TEXT(struct quire_unknown_params, high, "high", QUIRE_REQUIRED,
               "largest allowed value, with its unit"),
    QUIRE_CHOICE(
        struct quire_unknown_params, scale, "scale", "linear|log", "linear",
        "log: for values whose order of magnitude is uncertain; both ends must be positive"),
    QUIRE_TEXT(struct quire_unknown_params, prior, "prior", QUIRE_OPTIONAL,
               "prior knowledge: expected value"),
    QUIRE_TEXT(struct quire_unknown_params, prior_deviation, "prior-deviation", QUIRE_OPTIONAL,
               "prior knowledge: standard deviation, as a quantity or as a fraction of the "
               "expected value, for example 20 %"),
    QUIRE_FIELD_END,
};

static quire_status
check_unknown(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_unknown_params *p = self->params;

    if ((p->prior == NULL) != (p->prior_deviation == NULL)) {
        return quire_object_error(self, diag, "E-MISSING", NULL,
                                  "give both prior and prior-deviation");
    }
    return QUIRE_OK;
}

const struct quire_kind quire_kind_unknown = {
    .family = &quire_family_calibration,
    .element = "unknown",
    .size = sizeof(struct quire_unknown_params),
    .fields = unknown_fields,
    .help = "A parameter of the model to be determined from measurements, within a range. A prior "
            "counts as one additional measurement of it.",
    .example = "<unknown parameter=\"feed_speed\" low=\"450 mm/s\" high=\"550 mm/s\"/>",
    .source = "G. A. F. Seber, C. J. Wild, Nonlinear Regression, Wiley 1989",
    .check = check_unknown,
};
