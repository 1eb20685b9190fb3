/* The law of Flores and others: a damping for soft materials, over all restitutions.
 * doc/theory/contact.md, 2.5. */
#include "kind/law.h"
#include "law/impact_damped.h"

#define SOURCE "Flores, Machado, Silva, Martins 2011, doi 10.1007/s11044-010-9237-4"

static const struct quire_field fields[] = {
    QUIRE_IMPACT_DAMPED_FIELDS(SOURCE),
    QUIRE_FIELD_END,
};

/* D, from the energies that are lost while the surfaces approach and while they part */
static double
factor(double e)
{
    return 8.0 * (1.0 - e) / (5.0 * e);
}

static quire_status
compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    (void)diag;
    quire_impact_damped_compile(self, compiled, factor);
    return QUIRE_OK;
}

static const struct quire_normal_law law = {.compile = compile, QUIRE_IMPACT_DAMPED_OPS};

const struct quire_kind quire_kind_normal_flores = {
    .family = "normal",
    .element = "normal",
    .selector = "law",
    .variant = "flores",
    .size = sizeof(struct quire_impact_damped_params),
    .fields = fields,
    .help =
        "The damping of Flores, Machado, Silva and Martins, made for soft materials, which rebound "
        "little, and used in multibody programs: a nominal 0.9 gives 0.894, 0.7 gives 0.683, 0.5 "
        "gives 0.470, 0.1 gives 0.069. It follows the elastic force, so that touch is smooth. "
        "Restitution does not depend on the impact speed, which is remembered from the touch.",
    .equation = QUIRE_IMPACT_DAMPED_EQUATION("8*(1 - e)/(5*e)"),
    .source = SOURCE,
    .example = "<normal law=\"flores\" force=\"0.2 N\" at-penetration=\"0.025 mm\" "
               "exponent=\"1.3\" restitution=\"0.6\" "
               "minimum-impact-velocity=\"5 mm/s\"/>\n"
               "<normal law=\"flores\" stiffness=\"2e5 N/m^1.3\" exponent=\"1.3\" "
               "restitution=\"0.6\" damping=\"0.1 N*s/m\" cutoff=\"no\"/>",
    .ops = &law,
    .check = quire_impact_damped_check,
};
