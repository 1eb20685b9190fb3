/* The root of a study file, and what it holds besides noise and designs. */
#include <math.h>

#include "model/problem.h"
#include "model/rows.h"

#include "design/params.h"

static const struct quire_field study_fields[] = {
    QUIRE_VERSION(struct quire_study_params),
    QUIRE_NAME(struct quire_study_params, name, QUIRE_REQUIRED,
               "name of the study, used in results and reports"),
    QUIRE_TEXT(struct quire_study_params, model, "model", QUIRE_REQUIRED,
               "the model that is varied: a file in the study's folder or below"),
    QUIRE_INTEGER(struct quire_study_params, seed, "seed", "1",
                  QUIRE_FROM_TO(0, 9007199254740991.0),
                  "any number; with another one other noise is drawn, and designs that are made by "
                  "chance are made anew"),
    QUIRE_CHOICE(struct quire_study_params, draws, "draws", "independent|common", "independent",
                 "independent: each run draws noise of its own; common: replicate 1 of every point "
                 "meets the same noise, replicate 2 the same, and so "
                 "on, which shows small differences between points with fewer runs: the report "
                 "compares them by pairs"),
    QUIRE_CHOICE(struct quire_study_params, blocks, "blocks", "fixed|random", "fixed",
                 "random: the blocks of the designs are a sample of many, such as days or batches; "
                 "reports fit a mixed model by REML. Whole plots always are"),
    QUIRE_TEXT(struct quire_study_params, doc, "doc", QUIRE_OPTIONAL,
               "what the study is to find out, for reports"),
    QUIRE_FIELD_END,
};

static const struct quire_child study_children[] = {
    {&quire_family_study, "factor", 0, -1},
    {&quire_family_noise, NULL, 0, -1},
    {&quire_family_study, "correlation", 0, -1},
    {&quire_family_study, "exclude", 0, -1},
    {&quire_family_design, NULL, 1, -1},
    {&quire_family_study, "response", 0, -1},
    QUIRE_CHILD_END,
};

const struct quire_kind quire_kind_study = {
    .family = &quire_family_study,
    .element = "study",
    .size = sizeof(struct quire_study_params),
    .fields = study_fields,
    .children = study_children,
    .help = "The root of a study file: a design of experiments over the parameters of a model. "
            "Factors are set on purpose, noise is what the machine "
            "meets, responses are the figures that are analysed.",
};

/* ---- <factor> ---- */

static const struct quire_field factor_fields[] = {
    QUIRE_TEXT(struct quire_factor_params, parameter, "parameter", QUIRE_REQUIRED,
               "the model's parameter that is varied"),
    QUIRE_TEXT(struct quire_factor_params, low, "low", QUIRE_OPTIONAL,
               "low end of a range, with its unit"),
    QUIRE_TEXT(struct quire_factor_params, high, "high", QUIRE_OPTIONAL,
               "high end of a range, with its unit"),
    QUIRE_TEXT(struct quire_factor_params, levels, "levels", QUIRE_OPTIONAL,
               "the values that it takes, with commas between them, in place of low and high: "
               "quantities, or words such as names of media"),
    QUIRE_CHOICE(struct quire_factor_params, scale, "scale", "linear|log", "linear",
                 "log: values between low and high are spaced by equal ratios"),
    QUIRE_TEXT(
        struct quire_factor_params, step, "step", QUIRE_OPTIONAL,
        "values between low and high are rounded to low and whole steps above it; 1 for counts"),
    QUIRE_FIELD_END,
};

static quire_status
check_factor(const struct quire_object *self, quire_diag *diag)
{
    static const char *const range[] = {"low", "high", "step"};
    const struct quire_factor_params *p = self->params;
    quire_status status = quire_object_exclude(self, diag, "levels", range, 3);
    if (p->levels == NULL && (p->low == NULL) != (p->high == NULL)) {
        status = quire_object_error(self, diag, "E-MISSING", NULL, "low and high belong together");
    }
    if (p->step != NULL && p->scale == 1) {
        status = quire_object_error(self, diag, "E-MODEL", NULL, "steps are for a linear scale");
    }
    return status;
}

const struct quire_kind quire_kind_factor = {
    .family = &quire_family_study,
    .element = "factor",
    .size = sizeof(struct quire_factor_params),
    .fields = factor_fields,
    .help = "A parameter of the model that is set on purpose. Whole parts are exchanged by a "
            "parameter that is used in a like=: levels are then the "
            "names of the parts.",
    .example = "<factor parameter=\"nip_load\" levels=\"4 N, 8 N, 12 N\"/>",
    .check = check_factor,
};

/* ---- <correlation> ---- */

static const struct quire_field correlation_fields[] = {
    QUIRE_TEXT(struct quire_correlation_params, between, "between", QUIRE_REQUIRED,
               "two parameters with noise, with a comma between them"),
    QUIRE_REAL(struct quire_correlation_params, value, "value", "", QUIRE_REQUIRED,
               QUIRE_FROM_TO(-1, 1),
               "correlation of the two, exactly so for normal noise; for others of the normal "
               "numbers from which they are made",
               NULL),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_correlation = {
    .family = &quire_family_study,
    .element = "correlation",
    .size = sizeof(struct quire_correlation_params),
    .fields = correlation_fields,
    .help = "Two noises that go together, such as thickness and stiffness of paper: a Gaussian "
            "copula. Pairs that are not named are independent.",
    .example = "<correlation between=\"thickness, modulus\" value=\"0.6\"/>",
    .source = "R. B. Nelsen, An Introduction to Copulas, 2nd ed., Springer 2006, 2.3",
};

/* ---- <exclude> ---- */

static const struct quire_field exclude_fields[] = {
    QUIRE_TEXT(struct quire_exclude_params, when, "when", QUIRE_REQUIRED,
               "formula of the factors; points where it holds are left out: medium = card-300 and "
               "nip_load > 8 N"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_exclude = {
    .family = &quire_family_study,
    .element = "exclude",
    .size = sizeof(struct quire_exclude_params),
    .fields = exclude_fields,
    .help = "Combinations that cannot be built or need not be tried. Designs that choose their "
            "points (D-optimal) choose among the others; of all "
            "other designs the points are left out, and the plan reports what the remaining points "
            "can separate. "
            "Morris and Saltelli designs need all their points and take no <exclude>.",
    .example = "<exclude when=\"medium = card-300 and nip_load &gt; 8 N\"/>",
};

/* ---- <response> ---- */

static const struct quire_field response_fields[] = {
    QUIRE_NAME(struct quire_response_params, name, QUIRE_REQUIRED,
               "what it is called in tables and reports"),
    QUIRE_TEXT(
        struct quire_response_params, from, "from", QUIRE_REQUIRED,
        "dotted name of a figure in summary.json, such as s1.lead.time, or a formula of such "
        "names: out.lead.time - s1.lead.time"),
    QUIRE_CHOICE(struct quire_response_params, better, "better", "smaller|larger|nominal",
                 QUIRE_OPTIONAL, "which way it should go"),
    QUIRE_TEXT(struct quire_response_params, target, "target", QUIRE_OPTIONAL,
               "the value that is best, where nominal is better"),
    QUIRE_TEXT(struct quire_response_params, minimum, "minimum", QUIRE_OPTIONAL,
               "the least value that is good enough, for capability indices"),
    QUIRE_TEXT(struct quire_response_params, maximum, "maximum", QUIRE_OPTIONAL,
               "the largest value that is good enough, for capability indices"),
    QUIRE_TEXT(struct quire_response_params, worst, "worst", QUIRE_OPTIONAL,
               "for the optimum: the value of desirability 0; default: the limit, or else the "
               "worst value that is predicted"),
    QUIRE_TEXT(struct quire_response_params, best, "best", QUIRE_OPTIONAL,
               "for the optimum: from here on it cannot get better, desirability 1; without it the "
               "best value that is predicted"),
    QUIRE_REAL(struct quire_response_params, importance, "importance", "", "1", QUIRE_POSITIVE,
               "for the optimum: exponent of its desirability among those of the other responses",
               NULL),
    QUIRE_REAL(struct quire_response_params, shape, "shape", "", "1", QUIRE_POSITIVE,
               "for the optimum: exponent of its desirability between worst and best; above 1 only "
               "values near the best are desirable",
               NULL),
    QUIRE_CHOICE(
        struct quire_response_params, transform, "transform", "none|log|sqrt|reciprocal|box-cox",
        "none",
        "transformation of the response, which has to be positive: for effects that multiply, or "
        "scatter that grows with the value; box-cox: the power that the runs suggest"),
    QUIRE_TEXT(struct quire_response_params, terms, "terms", QUIRE_OPTIONAL,
               "terms of its model, with + between them: radius + load + radius*load + radius^2; "
               "default: the largest model that the runs can estimate"),
    QUIRE_CHOICE(struct quire_response_params, select, "select", "none|aicc", "none",
                 "aicc: only terms that Akaike's corrected criterion keeps, with all terms that "
                 "they contain"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_response = {
    .family = &quire_family_study,
    .element = "response",
    .size = sizeof(struct quire_response_params),
    .fields = response_fields,
    .help = "A figure of each run that the study is about. All but name and from is for analyses, "
            "and may change when the runs are done.",
    .example = "<response name=\"arrival\" from=\"s1.lead.time\" maximum=\"0.32 s\"/>",
};
