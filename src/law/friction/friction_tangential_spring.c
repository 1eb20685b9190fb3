/* A spring and a damper along the surface with Coulomb's limit, as in discrete elements.
 * doc/theory/contact.md, 3.2. */
#include <math.h>

#include "kind/law.h"
#include "law/holding.h"
#include "model/object.h"

#define SOURCE                                                                                     \
    "Cundall and Strack 1979, doi 10.1680/geot.1979.29.1.47; Aspherix, normal model "              \
    "hooke/scale_invariant"

struct params {
    double coefficient;
    double stiffness, damping; /* [N/m], [N s/m] */
};

static const struct quire_field fields[] = {
    QUIRE_REAL(struct params, coefficient, "coefficient", "", QUIRE_REQUIRED, QUIRE_NON_NEGATIVE,
               "coefficient of friction, for sticking and for sliding", SOURCE),
    QUIRE_REAL(struct params, stiffness, "stiffness", "N/m", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "stiffness of the tangential spring: of the whole contact, or per reference-length "
               "for distributed contact",
               SOURCE),
    QUIRE_REAL(struct params, damping, "damping", "N*s/m", "0 N*s/m", QUIRE_NON_NEGATIVE,
               "damping: tangential force per slip velocity; included in the Coulomb limit",
               SOURCE),
    QUIRE_FIELD_END,
};

static quire_status
compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    const struct params *p = self->params;

    (void)diag;
    *(struct quire_holding *)compiled = (struct quire_holding){
        .mu = {p->coefficient, p->coefficient}, .stiffness = p->stiffness, .damping = p->damping};
    return QUIRE_OK;
}

static const struct quire_friction_law law = QUIRE_HOLDING_LAW(compile);

const struct quire_kind quire_kind_friction_tangential_spring = {
    .family = &quire_family_friction,
    .element = "friction",
    .selector = "law",
    .variant = "tangential-spring",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A tangential spring and damper, limited by Coulomb friction: the tangential model of "
            "discrete elements. It equals stick-slip with one coefficient, with the damping given "
            "directly. Use it with normal laws that have their own damping, for example "
            "hooke-scale-invariant.",
    .equation = "F = -(k*x + c*v), |F| <= mu*N, x stretch of the spring: displacement since it was "
                "slack, dragged along at the limit, v slip velocity, k stiffness, c damping, mu "
                "coefficient, N normal force",
    .source = SOURCE,
    .example = "<friction law=\"tangential-spring\" coefficient=\"0.3\" stiffness=\"1e5 N/m\" "
               "damping=\"0.1 N*s/m\"/>",
    .ops = &law,
};
