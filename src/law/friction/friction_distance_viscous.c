/* Viscous friction that follows a power of the distance. doc/theory/contact.md, 3.3. */
#include <math.h>

#include "kind/law.h"
#include "law/distance.h"
#include "law/given.h"

#define SOURCE "Tatone, Contento, Di Egidio: Soft and rigid impact, 2009"

struct params {
    struct quire_distance_params distance;
    double viscosity, exponent; /* beta_f [Pa s/m], nu_f */
};

static const struct quire_field fields[] = {
    QUIRE_DISTANCE_FIELDS(struct params, SOURCE),
    QUIRE_REAL(struct params, viscosity, "viscosity", "Pa*s/m", QUIRE_REQUIRED, QUIRE_NON_NEGATIVE,
               "traction b per slip velocity at reference-distance", SOURCE),
    QUIRE_REAL(struct params, exponent, "exponent", "", "8", QUIRE_FROM_TO(0.0, 16.0),
               "exponent n: the traction grows as d^-n", SOURCE),
    QUIRE_FIELD_END,
};

struct compiled {
    struct quire_distance distance;
    double viscosity, exponent, at_cut; /* [N s/m] */
};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;

    return quire_distance_check(self, &p->distance, diag);
}

static quire_status
compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    const struct params *p = self->params;
    struct compiled *c = compiled;

    c->distance = quire_distance_compile(&p->distance);
    c->viscosity = p->viscosity * p->distance.area;
    c->exponent = p->exponent;
    c->at_cut =
        c->distance.cut < HUGE_VAL
            ? c->viscosity * quire_distance_power(&c->distance, c->distance.cut, c->exponent)
            : 0;
    return quire_law_needs(self, diag, "area", p->distance.area);
}

static void
eval(const void *compiled, const struct quire_friction_in *in, struct quire_friction_out *out)
{
    const struct compiled *c = compiled;
    const double slip = quire_law_bounded(in->slip), factor = quire_law_bounded(in->factor),
                 d = quire_distance_of(&c->distance, in->overlap);
    double fade_slope;

    out->force = out->d_slip = out->d_normal = out->d_factor = out->d_overlap = out->limit =
        out->creep = 0;
    if (d >= c->distance.cut) {
        return;
    }
    const double q = c->viscosity * quire_distance_power(&c->distance, d, c->exponent),
                 fade = quire_distance_fade(&c->distance, d, &fade_slope);
    const double drag = fade * (q - c->at_cut),
                 slope = -fade * c->exponent * q / d + fade_slope * (q - c->at_cut);
    out->force = -factor * drag * slip;
    out->d_slip = -factor * drag;
    out->d_factor = -drag * slip;
    out->d_overlap =
        quire_distance_beyond(&c->distance, in->overlap) > 0 ? 0 : factor * slope * slip;
    out->limit = fabs(out->force);
}

_Static_assert(sizeof(struct compiled) <= QUIRE_LAW_COMPILED, "compiled law too large");

static const struct quire_law_need needs[] = {
    {"area", offsetof(struct params, distance.area), QUIRE_PAIR_AREA, NULL},
    {NULL, 0, QUIRE_PAIR_NUMBERS, NULL}};

static const struct quire_friction_law law = {
    .compiled_size = sizeof(struct compiled),
    .by_overlap = true,
    .compile = compile,
    .needs = needs,
    .eval = eval,
};

const struct quire_kind quire_kind_friction_distance_viscous = {
    .family = &quire_family_friction,
    .element = "friction",
    .selector = "law",
    .variant = "distance-viscous",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Viscous friction proportional to the slip velocity and to a power of the distance. It "
            "has no threshold and no static friction. It belongs to the normal law distance-power "
            "and does not depend on the normal force.",
    .equation = "F = -A*b*(d/d0)^-n*v, v slip velocity, d = layer - penetration the distance > 0, "
                "A area, b viscosity, d0 reference-distance, n exponent; cut off as the tractions "
                "of the normal law",
    .source = SOURCE,
    .example = "<friction law=\"distance-viscous\" area=\"1 cm^2\" reference-distance=\"0.1 mm\" "
               "cut-off=\"0.8 mm\" "
               "layer=\"0.2 mm\" viscosity=\"20 Pa*s/m\" exponent=\"2\"/>",
    .ops = &law,
    .check = check,
};
