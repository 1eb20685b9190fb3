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
               "the model that is fitted: a file in the calibration's folder or below"),
    QUIRE_INTEGER(struct quire_calibration_params, seed, "seed", "1",
                  QUIRE_FROM_TO(0, 9007199254740991.0),
                  "any number; with another one the search begins at other places"),
    QUIRE_TEXT(struct quire_calibration_params, doc, "doc", QUIRE_OPTIONAL,
               "the measured quantity and the method, for reports"),
    QUIRE_FIELD_END,
};

static const struct quire_child calibration_children[] = {
    {&quire_family_calibration, "unknown", 1, 16},
    {&quire_family_calibration, "measured", 1, -1},
    QUIRE_CHILD_END,
};

const struct quire_kind quire_kind_calibration = {
    .family = &quire_family_calibration,
    .element = "calibration",
    .size = sizeof(struct quire_calibration_params),
    .fields = calibration_fields,
    .children = calibration_children,
    .help = "The root of a calibration file: parameters of a model that are fitted to "
            "measurements, by 'quire calibrate'. Unknowns are parameters and the ranges "
            "in which they are searched, measured are the data.",
};

static const struct quire_field unknown_fields[] = {
    QUIRE_TEXT(struct quire_unknown_params, parameter, "parameter", QUIRE_REQUIRED,
               "the model's parameter that is fitted; the search begins at its value there"),
    QUIRE_TEXT(struct quire_unknown_params, low, "low", QUIRE_REQUIRED,
               "least value that it may have, with its unit"),
    QUIRE_TEXT(struct quire_unknown_params, high, "high", QUIRE_REQUIRED,
               "largest value that it may have, with its unit"),
    QUIRE_CHOICE(struct quire_unknown_params, scale, "scale", "linear|log", "linear",
                 "log: of values that may be several times greater or smaller; both ends are "
                 "positive"),
    QUIRE_TEXT(struct quire_unknown_params, prior, "prior", QUIRE_OPTIONAL,
               "prior knowledge: its expected value"),
    QUIRE_TEXT(struct quire_unknown_params, prior_deviation, "prior-deviation", QUIRE_OPTIONAL,
               "standard deviation of that: a quantity, or a share of it such as 20 %"),
    QUIRE_FIELD_END,
};

static quire_status
check_unknown(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_unknown_params *p = self->params;

    if ((p->prior == NULL) != (p->prior_deviation == NULL)) {
        return quire_object_error(self, diag, "E-MISSING", NULL,
                                  "prior and prior-deviation belong together");
    }
    return QUIRE_OK;
}

const struct quire_kind quire_kind_unknown = {
    .family = &quire_family_calibration,
    .element = "unknown",
    .size = sizeof(struct quire_unknown_params),
    .fields = unknown_fields,
    .help = "A parameter of the model that measurements are to determine, within a range. A prior "
            "counts as one more measurement of it.",
    .example = "<unknown parameter=\"feed_speed\" low=\"450 mm/s\" high=\"550 mm/s\"/>",
    .source = "G. A. F. Seber, C. J. Wild, Nonlinear Regression, Wiley 1989",
    .check = check_unknown,
};
