#include "law/stiffness.h"

#include "law/bounded.h"
#include "model/kinds_contact.h"
#include "model/problem.h"

quire_status
quire_stiffness_check(const struct quire_object *self, const struct quire_stiffness_params *params,
                      quire_diag *diag)
{
    const bool stiffness = !isnan(params->stiffness), force = !isnan(params->force),
               at = !isnan(params->at_penetration);
    const struct quire_object *cover =
        self->parent != NULL ? quire_object_child_of(self->parent, &quire_kind_cover) : NULL;
    if (cover != NULL && (stiffness || force || at || quire_object_has(self, "exponent"))) {
        return quire_object_error(self, diag, "E-MODEL", "leave out one of them",
                                  "<cover> and %s are given",
                                  stiffness     ? "stiffness"
                                  : force || at ? "force or at-penetration"
                                                : "exponent");
    }
    if (cover != NULL) {
        return QUIRE_OK;
    }
    if (stiffness && (force || at)) {
        return quire_object_error(self, diag, "E-MODEL", "leave out one of them",
                                  "both stiffness and %s are given",
                                  force ? "force" : "at-penetration");
    }
    if (!stiffness && !force && !at) {
        return quire_object_error(
            self, diag, "E-MISSING", NULL,
            "needs stiffness, or force together with at-penetration, or a <cover> in its contact");
    }
    if (!stiffness && force != at) {
        return quire_object_error(self, diag, "E-MISSING", NULL, "%s is given without %s",
                                  force ? "force" : "at-penetration",
                                  force ? "at-penetration" : "force");
    }
    return QUIRE_OK;
}

struct quire_elastic
quire_stiffness_compile(const struct quire_stiffness_params *params)
{
    struct quire_elastic elastic = {params->stiffness, HUGE_VAL, quire_power_of(params->exponent)};
    if (isnan(params->stiffness)) {
        double slope;
        elastic.stiffness =
            params->force / quire_power_eval(&elastic.power, params->at_penetration, &slope);
    }
    if (!isnan(params->maximum_penetration)) {
        elastic.deepest = params->maximum_penetration;
    }
    return elastic;
}

double
quire_elastic_stored(const struct quire_elastic *elastic, double overlap)
{
    double slope, depth = quire_law_bounded(overlap);
    if (depth <= 0.0) {
        return 0.0;
    }
    depth = depth > elastic->deepest ? elastic->deepest : depth;
    const double power = quire_power_eval(&elastic->power, depth, &slope);
    return elastic->stiffness * power * depth / (elastic->power.exponent + 1.0);
}
