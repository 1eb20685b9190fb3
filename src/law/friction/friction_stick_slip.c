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
               "coefficient that a contact at rest can hold; the dynamic one if absent. Where it "
               "is larger, the friction drops when "
               "the contact breaks away, and jerking becomes possible",
               NULL),
    QUIRE_REAL(struct params, stiffness, "stiffness", "N/m", "1e8 N/m", QUIRE_POSITIVE,
               "stiffness of the spring that holds, of the whole contact or of reference-length "
               "where contact is distributed: of the "
               "rubber cover sideways, about its stiffness in depth (2/3 to 1 of it, after "
               "Mindlin), or so stiff that it does not matter: "
               "above ten times the sheet's own modulus*thickness*width/distance between the nips. "
               "The spring gives way by "
               "coefficient*force/stiffness before the contact slides",
               "Cundall and Strack 1979"),
    QUIRE_REAL(struct params, damping_time, "damping-time", "s", "10 us", QUIRE_NON_NEGATIVE,
               "damping of the spring over its stiffness: oscillations after a sudden stop die "
               "away within a few such times",
               NULL),
    QUIRE_REAL(struct params, elastic_slip, "elastic-slip", "m", "20 nm", QUIRE_NON_NEGATIVE,
               "the spring gives way by no less than this before the contact slides: where "
               "static-coefficient*force/stiffness is less, as under a sheet's own weight, it is "
               "softer, and so is its damping. 0: never; a contact that gives way by less than "
               "a few hundredths of the position tolerance may creep",
               NULL),
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
    .help = "Coulomb friction that truly sticks: a spring along the surface holds the contact "
            "where it is, without creep, until its force "
            "reaches the limit; then the contact slides, and sticks again when the sliding ends. "
            "For sheets held under tension, at rest on "
            "slopes and in stopped nips, for spans between nips of different speed, and for "
            "jerking (a static coefficient above the "
            "dynamic one). Where creep of a threshold velocity does no harm the mtt laws serve as "
            "well.",
    .equation =
        "F = -(k*x + c*v) while stuck, |F| <= mus*N, x way slid since it stuck, v slip velocity, k "
        "stiffness, c = k*damping-time; "
        "F = -sgn(v)*mud*N while sliding; N normal force, mus, mud static- and dynamic-coefficient",
    .source = "Cundall and Strack 1979, doi 10.1680/geot.1979.29.1.47; Mindlin 1949, J. Appl. "
              "Mech. 16, 259",
    .example =
        "<friction law=\"stick-slip\" dynamic-coefficient=\"0.3\" static-coefficient=\"0.4\"/>",
    .ops = &law,
    .check = check,
};
