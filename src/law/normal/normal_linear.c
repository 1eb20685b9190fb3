/* A linear spring and dashpot, which may hold back until the surfaces part.
 * doc/theory/contact.md, 2.4. */
#include <math.h>

#include "kind/law.h"
#include "law/dashpot.h"
#include "model/object.h"

#define SOURCE                                                                                     \
    "Cundall & Strack, Geotechnique 29, 1979; Schwager & Poeschel, Granular Matter 9, 2007"

enum { RELEASE_FORCE, RELEASE_OVERLAP };

struct params {
    struct quire_normal_common common;
    double stiffness, damping; /* [N/m], [N s/m] */
    int release;
};

static const struct quire_field fields[] = {
    QUIRE_REAL(struct params, stiffness, "stiffness", "N/m", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "force per penetration", SOURCE),
    QUIRE_REAL(struct params, damping, "damping", "N*s/m", "0 N*s/m", QUIRE_NON_NEGATIVE,
               "viscous damping: force per approach speed; 2 zeta sqrt(k m) for a damping ratio "
               "zeta and a mass m",
               SOURCE),
    QUIRE_CHOICE(
        struct params, release, "release", "force|overlap", "force",
        "end of a separating contact. force: contact ends when the force would become tensile; "
        "overlap: contact ends at zero penetration, and the force may be tensile before"),
    QUIRE_NORMAL_COMMON(struct params),
    QUIRE_FIELD_END,
};

static quire_status
compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    const struct params *p = self->params;

    (void)diag;
    *(struct quire_dashpot *)compiled =
        (struct quire_dashpot){p->stiffness, p->damping, p->release == RELEASE_OVERLAP};
    return QUIRE_OK;
}

static const struct quire_normal_law law = {.compile = compile, QUIRE_DASHPOT_OPS};

const struct quire_kind quire_kind_normal_linear = {
    .family = &quire_family_normal,
    .element = "normal",
    .selector = "law",
    .variant = "linear",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A linear spring and dashpot. The coefficient of restitution depends only on the "
            "damping ratio, not on the impact speed. The force jumps by damping * speed at first "
            "contact. With release=\"force\" the force is never below zero. With "
            "release=\"overlap\" it is slightly tensile before the surfaces separate, and the "
            "restitution is exp(-pi zeta / sqrt(1 - zeta^2)).",
    .equation =
        "N = k d + c d', d penetration > 0, d' its rate (> 0 approaching); release=\"force\": "
        "max(0, k d + c d')",
    .source = SOURCE,
    .example =
        "<normal law=\"linear\" stiffness=\"8000 N/m\" damping=\"0.3 N*s/m\"/>\n"
        "<normal law=\"linear\" stiffness=\"8000 N/m\" damping=\"0.3 N*s/m\" release=\"overlap\"/>",
    .ops = &law,
};
