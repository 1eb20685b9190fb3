/* Damping as that of Hunt and Crossley, with the factor that gives the restitution exactly.
 * doc/theory/contact.md, 2.5. */
#include "kind/law.h"
#include "law/impact_damped.h"
#include "law/restitution.h"

#define SOURCE                                                                                     \
    "Gonthier et al. 2004, doi 10.1023/B:MUBO.0000029392.21648.bc; Carvalho and Martins 2019, "    \
    "doi 10.1016/j.mechmachtheory.2019.03.028"

static const struct quire_field fields[] = {
    QUIRE_IMPACT_DAMPED_FIELDS(SOURCE),
    QUIRE_FIELD_END,
};

static quire_status
compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    (void)diag;
    quire_impact_damped_compile(self, compiled, quire_restitution_exact);
    return QUIRE_OK;
}

static const struct quire_normal_law law = {.compile = compile, QUIRE_IMPACT_DAMPED_OPS};

const struct quire_kind quire_kind_normal_restitution_exact = {
    .family = "normal",
    .element = "normal",
    .selector = "law",
    .variant = "restitution-exact",
    .size = sizeof(struct quire_impact_damped_params),
    .fields = fields,
    .help =
        "Damping as that of Hunt and Crossley with the factor for which a free impact has the "
        "given restitution exactly, whatever mass, speed, stiffness and exponent; the one to "
        "choose where a restitution was measured. The impact speed is remembered from the touch.",
    .equation = QUIRE_IMPACT_DAMPED_EQUATION("the root of D*(1 + e) = ln((1 + D)/(1 - e*D))"),
    .source = SOURCE,
    .example = "<normal law=\"restitution-exact\" force=\"0.2 N\" at-penetration=\"0.025 mm\" "
               "exponent=\"1.3\" restitution=\"0.6\" "
               "minimum-impact-velocity=\"5 mm/s\"/>",
    .ops = &law,
    .check = quire_impact_damped_check,
};
