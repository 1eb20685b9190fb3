/* Friction that sticks, with a lower coefficient once it slides. doc/theory/contact.md, 3.1. */
#include <math.h>

#include "kind/law.h"
#include "law/holding.h"
#include "model/object.h"
#include "model/problem.h"

struct params {
    double dynamic_coefficient;
    double static_coefficient; /* NaN: the dynamic one */
    double stiffness;          /* [N/m] */
    double damping_time;       /* [s] */
    double elastic_slip;       /* [m] */
    double weakening_slip;     /* [m] */
};

static const struct quire_field fields[] = {
    QUIRE_REAL(struct params, dynamic_coefficient, "dynamic-coefficient", "", QUIRE_REQUIRED,
               QUIRE_NON_NEGATIVE,
               "coefficient of friction while sliding; rubber on paper 0.8 to 1.5, paper on steel "
               "or plastic 0.15 to 0.3, "
               "paper on paper 0.3 to 0.6",
               NULL),
    QUIRE_REAL(struct params, static_coefficient, "static-coefficient", "", QUIRE_OPTIONAL,
               QUIRE_NON_NEGATIVE,
               "coefficient of static friction; default: dynamic-coefficient. If it is larger, the "
               "friction falls once the contact slides, and stick-slip oscillation is possible",
               NULL),
    QUIRE_REAL(struct params, stiffness, "stiffness", "N/m", "1e8 N/m", QUIRE_POSITIVE,
               "stiffness of the tangential spring: of the whole contact, or per reference-length "
               "for distributed contact. For a rubber cover: its shear stiffness, 2/3 to 1 of the "
               "normal stiffness (Mindlin). Otherwise choose it high enough not to matter: above "
               "ten times the sheet's own modulus*thickness*width/distance between the nips. The "
               "spring deflects by coefficient*force/stiffness before the contact slides",
               "Cundall and Strack 1979"),
    QUIRE_REAL(struct params, damping_time, "damping-time", "s", "10 us", QUIRE_NON_NEGATIVE,
               "damping of the tangential spring, divided by its stiffness; oscillations after a "
               "sudden stop decay within a few times this value",
               NULL),
    QUIRE_REAL(struct params, elastic_slip, "elastic-slip", "m", "20 nm", QUIRE_NON_NEGATIVE,
               "smallest deflection of the spring before the contact slides. Where "
               "static-coefficient*force/stiffness is less, as under the weight of a sheet, spring "
               "and damping are made softer. 0: never; a contact that deflects less than a few "
               "hundredths of the position tolerance may creep",
               NULL),
    QUIRE_REAL(
        struct params, weakening_slip, "weakening-slip", "m", "0.1 um", QUIRE_POSITIVE,
        "way that the contact slides while friction falls from static-coefficient to "
        "dynamic-coefficient. The default is so short that it hardly matters; paper board on "
        "itself 0.9 um. Longer than "
        "2*(static-coefficient - dynamic-coefficient)*force/stiffness where that is more",
        "Heslot, Baumberger, Perrin, Caroli and Caroli 1994, Phys. Rev. E 49, 4973"),
    QUIRE_FIELD_END,
};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;

    if (p->static_coefficient < p->dynamic_coefficient) {
        return quire_object_error(self, diag, "E-MODEL", NULL,
                                  "static-coefficient %g is below dynamic-coefficient %g",
                                  p->static_coefficient, p->dynamic_coefficient);
    }
    return QUIRE_OK;
}

static quire_status
compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    const struct params *p = self->params;
    struct quire_holding *c = compiled;

    (void)diag;
    c->mu[QUIRE_SLIPS] = p->dynamic_coefficient;
    c->mu[QUIRE_STICKS] =
        isnan(p->static_coefficient) ? p->dynamic_coefficient : p->static_coefficient;
    c->stiffness = p->stiffness;
    c->damping = p->stiffness * p->damping_time;
    c->least_slip = p->elastic_slip;
    c->weakening = p->weakening_slip;
    return QUIRE_OK;
}

static const struct quire_friction_law law = QUIRE_HOLDING_LAW(compile);

const struct quire_kind quire_kind_friction_stick_slip = {
    .family = &quire_family_friction,
    .element = "friction",
    .selector = "law",
    .variant = "stick-slip",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Coulomb friction with true static friction. A tangential spring holds the contact in "
            "place, without creep, until its force reaches the limit. The contact then slides, and "
            "sticks again when the sliding ends. Use it for sheets under tension, at rest on "
            "slopes and in stopped nips, and for spans between nips of different speed. Use it "
            "also for stick-slip oscillation (static coefficient above the dynamic one). The mtt "
            "laws are sufficient where creep below a threshold velocity is harmless.",
    .equation =
        "F = -(k*x + c*v) while sticking, |F| <= mus*N, x displacement since sticking "
        "began, v slip velocity, k stiffness, c = k*damping-time; F = -sgn(v)*mud*N while "
        "sliding, after falling from mus*N along weakening-slip; N normal force, mus, mud static- "
        "and dynamic-coefficient",
    .source = "Cundall and Strack 1979, doi 10.1680/geot.1979.29.1.47; Mindlin 1949, J. Appl. "
              "Mech. 16, 259",
    .example =
        "<friction law=\"stick-slip\" dynamic-coefficient=\"0.3\" static-coefficient=\"0.4\"/>",
    .ops = &law,
    .check = check,
};
