/* The laws of Hunt and Crossley and their followers: one damping, whose factor D each takes from
 * the restitution in its own way. doc/theory/contact.md, 2.5. */
#include "law/normal/impact_damped.h"
#include "law/normal/restitution.h"

/* what each of them is made of besides its texts */
#define LAW(name_, factor_, source_)                                                               \
    static const struct quire_field name_##_fields[] = {QUIRE_IMPACT_DAMPED_FIELDS(source_),       \
                                                        QUIRE_FIELD_END};                          \
    static const struct quire_impact_damped_law name_ = {.law = {QUIRE_IMPACT_DAMPED_OPS},         \
                                                         .factor = factor_}
#define KIND(name_, variant_, source_)                                                             \
    .family = &quire_family_normal, .element = "normal", .selector = "law", .variant = variant_,   \
    .size = sizeof(struct quire_impact_damped_params), .fields = name_##_fields,                   \
    .source = source_, .ops = &name_.law, .check = quire_impact_damped_check

#define HUNT_CROSSLEY_SOURCE                                                                       \
    "Hunt and Crossley 1975, doi 10.1115/1.3423596; Exudyn, ObjectContactSphereSphere, model 1"

LAW(hunt_crossley, quire_restitution_hunt_crossley, HUNT_CROSSLEY_SOURCE);

const struct quire_kind quire_kind_normal_hunt_crossley = {
    KIND(hunt_crossley, "hunt-crossley", HUNT_CROSSLEY_SOURCE),
    .help = "The damping of Hunt and Crossley, made for restitutions near 1: a nominal 0.9 gives "
            "0.909, 0.5 gives 0.663, 0.1 gives 0.516. It is proportional to the elastic force, so "
            "contact begins smoothly. Restitution does not depend on the impact speed, which is "
            "stored at first contact.",
    .equation = QUIRE_IMPACT_DAMPED_EQUATION("1.5*(1 - e)"),
    .example = "<normal law=\"hunt-crossley\" force=\"0.2 N\" at-penetration=\"0.025 mm\" "
               "exponent=\"1.3\" restitution=\"0.6\" "
               "minimum-impact-velocity=\"5 mm/s\"/>",
};

#define GONTHIER_CARVALHO_MARTINS_SOURCE                                                           \
    "Gonthier et al. 2004, doi 10.1023/B:MUBO.0000029392.21648.bc; Carvalho and Martins 2019, "    \
    "doi 10.1016/j.mechmachtheory.2019.03.028; Exudyn, ObjectContactSphereSphere, model 2"

LAW(gonthier_carvalho_martins, quire_restitution_gonthier_carvalho_martins,
    GONTHIER_CARVALHO_MARTINS_SOURCE);

const struct quire_kind quire_kind_normal_gonthier_carvalho_martins = {
    KIND(gonthier_carvalho_martins, "gonthier-carvalho-martins", GONTHIER_CARVALHO_MARTINS_SOURCE),
    .help = "Damping as in the law of Hunt and Crossley, with two formulas that meet the nominal "
            "restitution within 0.0053 from 0 to 1: Gonthier et al. up to 1/3, Carvalho and "
            "Martins above. The impact speed is stored at first contact.",
    .equation = QUIRE_IMPACT_DAMPED_EQUATION(
        "(1 - e^2)/e for e <= 1/3, else 1.5*(1 - e)*(11 - e)/(1 + 9*e)"),
    .example = "<normal law=\"gonthier-carvalho-martins\" force=\"0.2 N\" at-penetration=\"0.025 "
               "mm\" exponent=\"1.3\" "
               "restitution=\"0.6\" minimum-impact-velocity=\"5 mm/s\"/>",
};

#define RESTITUTION_EXACT_SOURCE                                                                   \
    "Gonthier et al. 2004, doi 10.1023/B:MUBO.0000029392.21648.bc; Carvalho and Martins 2019, "    \
    "doi 10.1016/j.mechmachtheory.2019.03.028"

LAW(restitution_exact, quire_restitution_exact, RESTITUTION_EXACT_SOURCE);

const struct quire_kind quire_kind_normal_restitution_exact = {
    KIND(restitution_exact, "restitution-exact", RESTITUTION_EXACT_SOURCE),
    .help =
        "Damping as in the law of Hunt and Crossley, with the factor for which a free impact has "
        "exactly the given restitution. This holds for any mass, speed, stiffness and exponent. "
        "Use it for a measured restitution. The impact speed is stored at first contact.",
    .equation = QUIRE_IMPACT_DAMPED_EQUATION("the root of D*(1 + e) = ln((1 + D)/(1 - e*D))"),
    .example = "<normal law=\"restitution-exact\" force=\"0.2 N\" at-penetration=\"0.025 mm\" "
               "exponent=\"1.3\" restitution=\"0.6\" "
               "minimum-impact-velocity=\"5 mm/s\"/>",
};

#define FLORES_SOURCE "Flores, Machado, Silva, Martins 2011, doi 10.1007/s11044-010-9237-4"

LAW(flores, quire_restitution_flores, FLORES_SOURCE);

const struct quire_kind quire_kind_normal_flores = {
    KIND(flores, "flores", FLORES_SOURCE),
    .help = "The damping of Flores, Machado, Silva and Martins, made for soft materials with "
            "little rebound, and used in multibody programs: a nominal 0.9 gives 0.894, 0.7 gives "
            "0.683, 0.5 gives 0.470, 0.1 gives 0.069. It is proportional to the elastic force, so "
            "contact begins smoothly. Restitution does not depend on the impact speed, which is "
            "stored at first contact.",
    .equation = QUIRE_IMPACT_DAMPED_EQUATION("8*(1 - e)/(5*e)"),
    .example = "<normal law=\"flores\" force=\"0.2 N\" at-penetration=\"0.025 mm\" "
               "exponent=\"1.3\" restitution=\"0.6\" "
               "minimum-impact-velocity=\"5 mm/s\"/>\n"
               "<normal law=\"flores\" stiffness=\"2e5 N/m^1.3\" exponent=\"1.3\" "
               "restitution=\"0.6\" damping=\"0.1 N*s/m\" cutoff=\"no\"/>",
};
