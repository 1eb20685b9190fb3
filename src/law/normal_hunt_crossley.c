/* The law of Hunt and Crossley: a damping for restitutions near 1.
 * doc/theory/contact.md, 2.5. */
#include "kind/law.h"
#include "law/impact_damped.h"
#include "law/restitution.h"

#define SOURCE                                                                                     \
    "Hunt and Crossley 1975, doi 10.1115/1.3423596; Exudyn, ObjectContactSphereSphere, model 1"

static const struct quire_field fields[] = {
    QUIRE_IMPACT_DAMPED_FIELDS(SOURCE),
    QUIRE_FIELD_END,
};

static quire_status
compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    (void)diag;
    quire_impact_damped_compile(self, compiled, quire_restitution_hunt_crossley);
    return QUIRE_OK;
}

static const struct quire_normal_law law = {.compile = compile, QUIRE_IMPACT_DAMPED_OPS};

const struct quire_kind quire_kind_normal_hunt_crossley = {
    .family = "normal",
    .element = "normal",
    .selector = "law",
    .variant = "hunt-crossley",
    .size = sizeof(struct quire_impact_damped_params),
    .fields = fields,
    .help = "The damping of Hunt and Crossley, made for restitutions near 1: a nominal 0.9 gives "
            "0.909, 0.5 gives 0.663, 0.1 gives 0.516. It follows the elastic force, so that touch "
            "is smooth. Restitution does not depend on the impact speed, which is remembered from "
            "the touch.",
    .equation = QUIRE_IMPACT_DAMPED_EQUATION("1.5*(1 - e)"),
    .source = SOURCE,
    .example = "<normal law=\"hunt-crossley\" force=\"0.2 N\" at-penetration=\"0.025 mm\" "
               "exponent=\"1.3\" restitution=\"0.6\" "
               "minimum-impact-velocity=\"5 mm/s\"/>",
    .ops = &law,
    .check = quire_impact_damped_check,
};
