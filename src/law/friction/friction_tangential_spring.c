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
    QUIRE_REAL(
        struct params, coefficient, "coefficient", "", QUIRE_REQUIRED, QUIRE_NON_NEGATIVE,
        "largest friction over the normal force; the same while it holds and while it slides",
        SOURCE),
    QUIRE_REAL(struct params, stiffness, "stiffness", "N/m", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "stiffness of the spring along the surface, of the whole contact or of "
               "reference-length where contact is distributed",
               SOURCE),
    QUIRE_REAL(
        struct params, damping, "damping", "N*s/m", "0 N*s/m", QUIRE_NON_NEGATIVE,
        "force of the damper along the surface for each slip velocity; it counts within the limit",
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
    .help = "A spring and a damper along the surface, cut at Coulomb's limit: the tangential model "
            "of discrete elements. It is stick-slip with one "
            "coefficient and its damping given as such; it belongs to normal laws with their own "
            "damping, such as hooke-scale-invariant.",
    .equation = "F = -(k*x + c*v), |F| <= mu*N, x stretch of the spring: the way slid since it was "
                "slack, drawn along where the limit is reached, "
                "v slip velocity, k stiffness, c damping, mu coefficient, N normal force",
    .source = SOURCE,
    .example = "<friction law=\"tangential-spring\" coefficient=\"0.3\" stiffness=\"1e5 N/m\" "
               "damping=\"0.1 N*s/m\"/>",
    .ops = &law,
};
