/* A rod of material between the surfaces: a linear spring whose stiffness grows with the bodies'
 * size, so that a model scaled in size keeps its stresses. doc/theory/contact.md, 2.8. */
#include <math.h>

#include "kind/law.h"
#include "law/dashpot.h"
#include "law/given.h"

#define SOURCE  "Aspherix documentation, gran model hooke/scale_invariant"
#define PI      3.14159265358979323846
#define SOFTEST 5e6 /* [Pa], the least modulus that the source allows */

struct params {
    struct quire_normal_common common;
    double modulus;      /* Y [Pa] */
    double mean_radius;  /* [m]; NaN: not given */
    double area, length; /* of the rod [m^2], [m]; NaN: not given */
    double damping;      /* [N s/m] */
    bool limit_force;
};

static const struct quire_field fields[] = {
    QUIRE_REAL(struct params, modulus, "youngs-modulus", "Pa", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "Young's modulus Y of the rod; the source requires more than 5 MPa", SOURCE),
    QUIRE_REAL(struct params, mean_radius, "mean-radius", "m", QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "mean radius of two round bodies: k = pi/2*Y*mean-radius. On a wall: twice the "
               "radius of the body, because the wall acts as its mirror image. Default, if no rod "
               "is given: the radii of the bodies in contact (discs, balls, rollers, round guides, "
               "walls); walls are flat or hollow guides",
               SOURCE),
    QUIRE_REAL(struct params, area, "rod-area", "m^2", QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "cross-section of the rod: k = Y*rod-area/rod-length; instead of mean-radius, with "
               "rod-length; for a sheet its width times reference-length",
               NULL),
    QUIRE_REAL(struct params, length, "rod-length", "m", QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "length of the rod, for example the thickness of a cover", NULL),
    QUIRE_REAL(struct params, damping, "damping", "N*s/m", "0 N*s/m", QUIRE_NON_NEGATIVE,
               "viscous damping: force per approach speed; proportional to the square of the size "
               "if a model is scaled",
               SOURCE),
    QUIRE_BOOLEAN(struct params, limit_force, "limit-force", "no",
                  "yes: contact ends when the force would become tensile; no: the force may be "
                  "tensile until the surfaces separate"),
    QUIRE_NORMAL_COMMON(struct params),
    QUIRE_FIELD_END,
};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    static const char *const rod[] = {"rod-area", "rod-length"};
    const struct params *p = self->params;

    if (p->modulus < SOFTEST) {
        quire_object_warning(self, diag, "W-MODEL",
                             "the source of this law requires more than 5 MPa",
                             "youngs-modulus is %g MPa: such a soft contact is deep, but the law "
                             "holds for small penetrations",
                             1e-6 * p->modulus);
    }
    if (quire_object_count(self, rod, 2) == 1) {
        return quire_object_error(self, diag, "E-MISSING", NULL,
                                  "give both rod-area and rod-length");
    }
    return quire_object_exclude(self, diag, "mean-radius", rod, 2);
}

static quire_status
compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    const struct params *p = self->params;
    const double k =
        isnan(p->area) ? 0.5 * PI * p->modulus * p->mean_radius : p->modulus * p->area / p->length;

    *(struct quire_dashpot *)compiled =
        (struct quire_dashpot){quire_law_bounded(k), p->damping, !p->limit_force};
    return isnan(p->area) ? quire_law_needs(self, diag, "mean-radius", p->mean_radius) : QUIRE_OK;
}

static const struct quire_law_need needs[] = {
    {"mean-radius", offsetof(struct params, mean_radius), QUIRE_PAIR_MEAN_RADIUS, "rod-area"},
    {NULL, 0, QUIRE_PAIR_NUMBERS, NULL},
};

static const struct quire_normal_law law = {.compile = compile, .needs = needs, QUIRE_DASHPOT_OPS};

const struct quire_kind quire_kind_normal_hooke_scale_invariant = {
    .family = &quire_family_normal,
    .element = "normal",
    .selector = "law",
    .variant = "hooke-scale-invariant",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A linear spring that represents a rod of material between the centres of the bodies, "
            "and a dashpot. Scaling all sizes by s makes the stiffness s times larger and leaves "
            "stresses unchanged, if the damping scales with s^2. The force jumps by damping*speed "
            "at first contact. The matching friction law is tangential-spring.",
    .equation = "N = k*d + c*d', cut at zero if limit-force; k = pi/2*Y*mean-radius or "
                "Y*rod-area/rod-length, c damping, Y youngs-modulus, d penetration > 0, "
                "d' its rate (> 0 approaching)",
    .source = SOURCE,
    .example = "<normal law=\"hooke-scale-invariant\" youngs-modulus=\"6 MPa\" rod-area=\"4 mm^2\" "
               "rod-length=\"3 mm\" "
               "damping=\"0.3 N*s/m\"/>",
    .ops = &law,
    .check = check,
};
