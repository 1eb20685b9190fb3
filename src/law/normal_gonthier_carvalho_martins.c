/* The damping of Gonthier et al. for low and of Carvalho and Martins for high restitutions.
 * doc/theory/contact.md, 2.5. */
#include "kind/law.h"
#include "law/impact_damped.h"
#include "law/restitution.h"

#define SOURCE                                                                                     \
    "Gonthier et al. 2004, doi 10.1023/B:MUBO.0000029392.21648.bc; Carvalho and Martins 2019, "    \
    "doi 10.1016/j.mechmachtheory.2019.03.028; Exudyn, ObjectContactSphereSphere, model 2"

static const struct quire_field fields[] = {
    QUIRE_IMPACT_DAMPED_FIELDS(SOURCE),
    QUIRE_FIELD_END,
};

static quire_status
compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    (void)diag;
    quire_impact_damped_compile(self, compiled, quire_restitution_gonthier_carvalho_martins);
    return QUIRE_OK;
}

static const struct quire_normal_law law = {.compile = compile, QUIRE_IMPACT_DAMPED_OPS};

const struct quire_kind quire_kind_normal_gonthier_carvalho_martins = {
    .family = "normal",
    .element = "normal",
    .selector = "law",
    .variant = "gonthier-carvalho-martins",
    .size = sizeof(struct quire_impact_damped_params),
    .fields = fields,
    .help = "Damping as that of Hunt and Crossley, with two formulas that meet the nominal "
            "restitution within 0.0053 from 0 to 1: that of Gonthier et al. up to 1/3, that of "
            "Carvalho and Martins above. The impact speed is remembered from the touch.",
    .equation = QUIRE_IMPACT_DAMPED_EQUATION(
        "(1 - e^2)/e for e <= 1/3, else 1.5*(1 - e)*(11 - e)/(1 + 9*e)"),
    .source = SOURCE,
    .example = "<normal law=\"gonthier-carvalho-martins\" force=\"0.2 N\" at-penetration=\"0.025 "
               "mm\" exponent=\"1.3\" "
               "restitution=\"0.6\" minimum-impact-velocity=\"5 mm/s\"/>",
    .ops = &law,
    .check = quire_impact_damped_check,
};
