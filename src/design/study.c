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
               "model to vary: a file in the folder of the study or below"),
    QUIRE_INTEGER(struct quire_study_params, seed, "seed", "1",
                  QUIRE_FROM_TO(0, 9007199254740991.0),
                  "seed of noise and random designs: any number; another number gives other noise "
                  "and other designs"),
    QUIRE_CHOICE(struct quire_study_params, draws, "draws", "independent|common", "independent",
                 "independent: each run draws its own noise. common: replicate 1 of every point "
                 "has the same noise, replicate 2 the same, and so on. Common noise shows small "
                 "differences between points with fewer runs; the report compares them in pairs"),
    QUIRE_CHOICE(struct quire_study_params, blocks, "blocks", "fixed|random", "fixed",
                 "random: the blocks of the designs are a random sample, for example of days or "
                 "batches, and reports fit a mixed model by REML. Whole plots are always random"),
    QUIRE_TEXT(struct quire_study_params, doc, "doc", QUIRE_OPTIONAL,
               "question that the study is to answer, for reports"),
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
            "Factors are set by the plan, noise is uncontrolled variation, and responses are the "
            "figures to analyse.",
};

/* ---- <factor> ---- */

static const struct quire_field factor_fields[] = {
    QUIRE_TEXT(struct quire_factor_params, parameter, "parameter", QUIRE_REQUIRED,
               "parameter of the model to vary"),
    QUIRE_TEXT(struct quire_factor_params, low, "low", QUIRE_OPTIONAL,
               "low end of a range, with its unit"),
    QUIRE_TEXT(struct quire_factor_params, high, "high", QUIRE_OPTIONAL,
               "high end of a range, with its unit"),
    QUIRE_TEXT(struct quire_factor_params, levels, "levels", QUIRE_OPTIONAL,
               "list of values, separated by commas: quantities, or words such as names of media; "
               "instead of 'low' and 'high'"),
    QUIRE_CHOICE(struct quire_factor_params, scale, "scale", "linear|log", "linear",
                 "log: levels between low and high have equal ratios"),
    QUIRE_TEXT(struct quire_factor_params, step, "step", QUIRE_OPTIONAL,
               "step size: values are rounded to low plus whole steps; 1 for counts"),
    QUIRE_FIELD_END,
};

static quire_status
check_factor(const struct quire_object *self, quire_diag *diag)
{
    static const char *const range[] = {"low", "high", "step"};
    const struct quire_factor_params *p = self->params;
    quire_status status = quire_object_exclude(self, diag, "levels", range, 3);
    if (p->levels == NULL && (p->low == NULL) != (p->high == NULL)) {
        status = quire_object_error(self, diag, "E-MISSING", NULL, "give both 'low' and 'high'");
    }
    if (p->step != NULL && p->scale == 1) {
        status = quire_object_error(self, diag, "E-MODEL", NULL, "steps need a linear scale");
    }
    return status;
}

const struct quire_kind quire_kind_factor = {
    .family = &quire_family_study,
    .element = "factor",
    .size = sizeof(struct quire_factor_params),
    .fields = factor_fields,
    .help = "A parameter of the model that the study sets. To exchange whole parts, use the "
            "parameter in a like=; its levels are the names of the parts.",
    .example = "<factor parameter=\"nip_load\" levels=\"4 N, 8 N, 12 N\"/>",
    .check = check_factor,
};

/* ---- <correlation> ---- */

static const struct quire_field correlation_fields[] = {
    QUIRE_TEXT(struct quire_correlation_params, between, "between", QUIRE_REQUIRED,
               "two parameters with noise, separated by a comma"),
    QUIRE_REAL(struct quire_correlation_params, value, "value", "", QUIRE_REQUIRED,
               QUIRE_FROM_TO(-1, 1),
               "correlation of the two; exact for normal noise, otherwise that of the underlying "
               "normal numbers",
               NULL),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_correlation = {
    .family = &quire_family_study,
    .element = "correlation",
    .size = sizeof(struct quire_correlation_params),
    .fields = correlation_fields,
    .help = "Two correlated noises, for example thickness and stiffness of paper: a Gaussian "
            "copula. Other pairs are independent.",
    .example = "<correlation between=\"thickness, modulus\" value=\"0.6\"/>",
    .source = "R. B. Nelsen, An Introduction to Copulas, 2nd ed., Springer 2006, 2.3",
};

/* ---- <exclude> ---- */

static const struct quire_field exclude_fields[] = {
    QUIRE_TEXT(struct quire_exclude_params, when, "when", QUIRE_REQUIRED,
               "formula of the factors; points for which it is true are left out: medium = "
               "card-300 and nip_load > 8 N"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_exclude = {
    .family = &quire_family_study,
    .element = "exclude",
    .size = sizeof(struct quire_exclude_params),
    .fields = exclude_fields,
    .help = "Combinations that cannot be built or need not be tried. Designs that choose their "
            "points (D-optimal) avoid them. Other designs leave out these points, and the plan "
            "reports which effects the remaining points can separate. Morris and Saltelli designs "
            "need all their points and do not allow <exclude>.",
    .example = "<exclude when=\"medium = card-300 and nip_load &gt; 8 N\"/>",
};

/* ---- <response> ---- */

static const struct quire_field response_fields[] = {
    QUIRE_NAME(struct quire_response_params, name, QUIRE_REQUIRED,
               "name of the response in tables and reports"),
    QUIRE_TEXT(struct quire_response_params, from, "from", QUIRE_REQUIRED,
               "dotted name of a figure in summary.json, for example s1.lead.time, or a formula of "
               "such names: out.lead.time - s1.lead.time"),
    QUIRE_CHOICE(struct quire_response_params, better, "better", "smaller|larger|nominal",
                 QUIRE_OPTIONAL, "goal of the response"),
    QUIRE_TEXT(struct quire_response_params, target, "target", QUIRE_OPTIONAL,
               "target, for a response with the goal nominal, in the unit of the figure"),
    QUIRE_TEXT(struct quire_response_params, minimum, "minimum", QUIRE_OPTIONAL,
               "lower limit, for capability indices, in the unit of the figure"),
    QUIRE_TEXT(struct quire_response_params, maximum, "maximum", QUIRE_OPTIONAL,
               "upper limit, for capability indices, in the unit of the figure"),
    QUIRE_TEXT(struct quire_response_params, worst, "worst", QUIRE_OPTIONAL,
               "value of desirability 0, for the optimum; default: the limit, or else the worst "
               "predicted value"),
    QUIRE_TEXT(struct quire_response_params, best, "best", QUIRE_OPTIONAL,
               "value of desirability 1, for the optimum; default: the best predicted value"),
    QUIRE_REAL(struct quire_response_params, importance, "importance", "", "1", QUIRE_POSITIVE,
               "weight (exponent) of its desirability among the other responses, for the optimum",
               NULL),
    QUIRE_REAL(struct quire_response_params, shape, "shape", "", "1", QUIRE_POSITIVE,
               "exponent of its desirability between worst and best, for the optimum; above 1 only "
               "values near the best are desirable",
               NULL),
    QUIRE_CHOICE(struct quire_response_params, transform, "transform",
                 "none|log|sqrt|reciprocal|box-cox", "none",
                 "transformation of a positive response, for effects that multiply, or scatter "
                 "that grows with the value; box-cox: the power that the runs suggest"),
    QUIRE_TEXT(struct quire_response_params, terms, "terms", QUIRE_OPTIONAL,
               "terms of the fitted model, separated by +: radius + load + radius*load + radius^2; "
               "default: the largest model that the runs can estimate"),
    QUIRE_CHOICE(struct quire_response_params, select, "select", "none|aicc", "none",
                 "aicc: keeps only terms selected by Akaike's corrected criterion, and the terms "
                 "contained in them"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_response = {
    .family = &quire_family_study,
    .element = "response",
    .size = sizeof(struct quire_response_params),
    .fields = response_fields,
    .help = "A figure of each run that the study analyses. All attributes except name and from "
            "concern the analysis only, and may change after the runs.",
    .example = "<response name=\"arrival\" from=\"s1.lead.time\" maximum=\"0.32 s\"/>",
};
