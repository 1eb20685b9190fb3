/* Hertz's contact of spheres with one of five viscous dampings, as in DEMLab.
 * doc/theory/contact.md, 2.7. */
#include <math.h>

#include "kind/law.h"
#include "law/bounded.h"
#include "law/given.h"
#include "law/normal/restitution.h"
#include "model/problem.h"

#define SOURCE "DEMLab, class ContactForceN_ViscoElasticNonlinear"

enum { DAMPING_NONE, DAMPING_CRITICAL, DAMPING_TTI, DAMPING_TTI_EXACT, DAMPING_KK, DAMPING_LH };

struct params {
    struct quire_normal_common common;
    double modulus, radius, mass; /* effective ones [Pa], [m], [kg] */
    int damping;
    double restitution, critical_ratio;
    double viscous, quarter, kk, lh; /* coefficients [N s/m], [N s/m^1.25], [N s/m^1.5], [1/s] */
    bool remove_cohesion;
};

static const struct quire_field fields[] = {
    QUIRE_REAL(struct params, modulus, "effective-modulus", "Pa", QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "effective modulus of the two materials: 1/E = (1 - nu1^2)/E1 + (1 - nu2^2)/E2",
               SOURCE),
    QUIRE_REAL(
        struct params, radius, "effective-radius", "m", QUIRE_OPTIONAL, QUIRE_POSITIVE,
        "effective radius of the two surfaces: 1/R = 1/R1 + 1/R2; on a plane the radius itself",
        SOURCE),
    QUIRE_REAL(
        struct params, mass, "effective-mass", "kg", QUIRE_OPTIONAL, QUIRE_POSITIVE,
        "effective mass of the two bodies: m1*m2/(m1 + m2); on a fixed body the mass itself. For "
        "dampings that follow from restitution, critical-ratio or lh-coefficient",
        SOURCE),
    QUIRE_CHOICE(struct params, damping, "damping", "none|critical-ratio|tti|tti-exact|kk|lh",
                 "tti",
                 "none: c*d', force jumps at first contact, c = viscous-coefficient or 0; "
                 "critical-ratio, tti and tti-exact: eta*d^(1/4)*d', eta from critical-ratio or "
                 "from restitution; kk (Kuwabara and Kono): eta*d^(1/2)*d', restitution falls with "
                 "the speed; lh (Lee and Herrmann): eta*m*d', force jumps at first contact"),
    QUIRE_REAL(struct params, restitution, "restitution", "", QUIRE_OPTIONAL,
               QUIRE_FROM_TO(0.0, 1.0),
               "coefficient of restitution for damping tti and tti-exact. It is met if "
               "remove-cohesion is no; with the force cut at zero, 0.5 becomes 0.55",
               "Norouzi et al. 2016 (tti); Antypov and Elliott 2011 (tti-exact)"),
    QUIRE_REAL(struct params, critical_ratio, "critical-ratio", "", QUIRE_OPTIONAL,
               QUIRE_NON_NEGATIVE,
               "damping ratio: fraction of the critical damping of the tangent stiffness", SOURCE),
    QUIRE_REAL(struct params, viscous, "viscous-coefficient", "N*s/m", QUIRE_OPTIONAL,
               QUIRE_NON_NEGATIVE, "coefficient c of damping none", SOURCE),
    QUIRE_REAL(struct params, quarter, "quarter-power-coefficient", "N*s/m^1.25", QUIRE_OPTIONAL,
               QUIRE_NON_NEGATIVE,
               "coefficient eta of damping critical-ratio, tti and tti-exact; instead of "
               "critical-ratio or restitution",
               SOURCE),
    QUIRE_REAL(struct params, kk, "kk-coefficient", "N*s/m^1.5", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
               "coefficient eta of damping kk", "Kuwabara and Kono 1987"),
    QUIRE_REAL(struct params, lh, "lh-coefficient", "s^-1", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
               "coefficient eta of damping lh", "Lee and Herrmann 1993"),
    QUIRE_BOOLEAN(struct params, remove_cohesion, "remove-cohesion", "yes",
                  "yes: contact ends when the force would become tensile; no: the force may be "
                  "tensile until the surfaces separate"),
    QUIRE_NORMAL_COMMON(struct params),
    QUIRE_FIELD_END,
};

/* the attributes that only some dampings have, and which dampings */
static const struct {
    const char *name;
    unsigned dampings; /* bits */
} own[] = {
    {"restitution", 1u << DAMPING_TTI | 1u << DAMPING_TTI_EXACT},
    {"critical-ratio", 1u << DAMPING_CRITICAL},
    {"viscous-coefficient", 1u << DAMPING_NONE},
    {"quarter-power-coefficient",
     1u << DAMPING_CRITICAL | 1u << DAMPING_TTI | 1u << DAMPING_TTI_EXACT},
    {"kk-coefficient", 1u << DAMPING_KK},
    {"lh-coefficient", 1u << DAMPING_LH},
};
static const char *const damping_name[] = {"none", "critical-ratio", "tti", "tti-exact", "kk",
                                           "lh"};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;
    quire_status status = QUIRE_OK;
    int given = 0;

    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (!quire_object_has(self, own[i].name)) {
            continue;
        }
        given++;
        if ((own[i].dampings >> p->damping & 1u) == 0) {
            status = quire_status_first(
                status, quire_object_error(
                            self, diag, "E-MODEL", "see 'quire describe normal demlab-hertz'",
                            "%s is not for damping=\"%s\"", own[i].name, damping_name[p->damping]));
        }
    }
    if (status != QUIRE_OK || p->damping == DAMPING_NONE) {
        return status;
    }
    if (given != 1) {
        const char *needs = p->damping == DAMPING_CRITICAL
                                ? "critical-ratio or quarter-power-coefficient"
                            : p->damping == DAMPING_KK ? "kk-coefficient"
                            : p->damping == DAMPING_LH ? "lh-coefficient"
                                                       : "restitution or quarter-power-coefficient";
        status = quire_object_error(self, diag, given == 0 ? "E-MISSING" : "E-MODEL", NULL,
                                    "damping=\"%s\" needs %s%s", damping_name[p->damping], needs,
                                    given > 1 ? ", and only one of them" : "");
    }
    return status;
}

/* the damping force is coefficient * shape(d) * d' */
enum shape { SHAPE_ONE, SHAPE_QUARTER, SHAPE_HALF };

struct compiled {
    double stiffness; /* K [N/m^1.5] */
    double coefficient;
    enum shape shape;
    bool pulls;
};

/* whether the damping is that of a mass */
static bool
needs_mass(const struct params *p)
{
    return p->damping == DAMPING_LH ||
           (isnan(p->quarter) && (p->damping == DAMPING_CRITICAL || p->damping == DAMPING_TTI ||
                                  p->damping == DAMPING_TTI_EXACT));
}

static double
coefficient(const struct params *p, double stiffness)
{
    const double root = sqrt(stiffness * p->mass);
    switch (p->damping) {
    case DAMPING_NONE: return isnan(p->viscous) ? 0.0 : p->viscous;
    case DAMPING_KK: return p->kk;
    case DAMPING_LH: return p->lh * p->mass;
    default: break;
    }
    if (!isnan(p->quarter)) {
        return p->quarter;
    }
    return p->damping == DAMPING_CRITICAL ? p->critical_ratio * sqrt(6.0 * p->mass * stiffness)
           : p->damping == DAMPING_TTI    ? quire_restitution_tti_fit(p->restitution) * root
                                          : quire_restitution_tti_exact(p->restitution) * root;
}

static quire_status
compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    const struct params *p = self->params;
    struct compiled *c = compiled;
    quire_status status = quire_law_needs(self, diag, "effective-modulus", p->modulus);

    status = quire_status_first(status, quire_law_needs(self, diag, "effective-radius", p->radius));
    if (needs_mass(p)) {
        status = quire_status_first(status, quire_law_needs(self, diag, "effective-mass", p->mass));
    }
    c->stiffness = quire_law_bounded(4.0 / 3.0 * p->modulus * sqrt(p->radius));
    c->coefficient = quire_law_bounded(coefficient(p, c->stiffness));
    c->shape = p->damping == DAMPING_NONE || p->damping == DAMPING_LH ? SHAPE_ONE
               : p->damping == DAMPING_KK                             ? SHAPE_HALF
                                                                      : SHAPE_QUARTER;
    c->pulls = !p->remove_cohesion;
    return status;
}

static void
eval(const void *compiled, const struct quire_normal_in *in, struct quire_normal_out *out)
{
    const struct compiled *c = compiled;
    const double d = quire_law_bounded(in->overlap), rate = quire_law_bounded(in->closing);
    const double x = d <= 0.0 ? 0.0 : d, root = sqrt(x); /* NaN stays NaN */
    const double steep = x < QUIRE_LAW_TOUCHING ? QUIRE_LAW_TOUCHING : x;
    double shape = 1.0, slope = 0.0;
    if (c->shape == SHAPE_QUARTER) {
        shape = sqrt(root);
        slope = 0.25 * sqrt(sqrt(steep)) / steep;
    } else if (c->shape == SHAPE_HALF) {
        shape = root;
        slope = 0.5 / sqrt(steep);
    }
    const double back = c->stiffness * (root * x), sum = back + c->coefficient * shape * rate;
    const bool off = d <= 0.0 || (sum <= 0.0 && !c->pulls);
    out->elastic = back;
    out->force = off ? 0.0 : sum;
    out->d_overlap = off ? 0.0 : 1.5 * c->stiffness * root + c->coefficient * slope * rate;
    out->d_closing = off ? 0.0 : c->coefficient * shape;
}

/* the same side by side, in the same order */
static QUIRE_CLONES void
eval_lanes(const void *compiled, struct quire_normal_lanes *l)
{
    const struct compiled *c = compiled;
    const quire_v4 k = quire_all4(c->stiffness), eta = quire_all4(c->coefficient),
                   zero = quire_all4(0.0), least = quire_all4(QUIRE_LAW_TOUCHING);
    const quire_v4 d = quire_law_bounded4(quire_lanes(l->overlap)),
                   rate = quire_law_bounded4(quire_lanes(l->closing));
    const quire_v4 x = quire_select4(d <= zero, zero, d), root = quire_sqrt4(x),
                   steep = quire_select4(x < least, least, x);
    quire_v4 shape = quire_all4(1.0), slope = zero;
    if (c->shape == SHAPE_QUARTER) {
        shape = quire_sqrt4(root);
        slope = 0.25 * quire_sqrt4(quire_sqrt4(steep)) / steep;
    } else if (c->shape == SHAPE_HALF) {
        shape = root;
        slope = 0.5 / quire_sqrt4(steep);
    }
    const quire_v4 back = k * (root * x), sum = back + eta * shape * rate;
    const quire_mask4 touches = ~(d <= zero), stays = c->pulls ? touches : touches & ~(sum <= zero);
    quire_set_lanes(l->elastic, back);
    quire_set_lanes(l->force, quire_where4(stays, sum));
    quire_set_lanes(l->d_overlap, quire_where4(stays, 1.5 * k * root + eta * slope * rate));
    quire_set_lanes(l->d_closing, quire_where4(stays, eta * shape));
}

static double
stored(const void *compiled, double overlap)
{
    const double d = quire_law_bounded(overlap);
    return d > 0.0 ? 0.4 * ((const struct compiled *)compiled)->stiffness * sqrt(d) * d * d : 0.0;
}

_Static_assert(sizeof(struct compiled) <= QUIRE_LAW_COMPILED, "compiled law too large");

static const struct quire_law_need needs[] = {
    {"effective-modulus", offsetof(struct params, modulus), QUIRE_PAIR_MODULUS, NULL},
    {"effective-radius", offsetof(struct params, radius), QUIRE_PAIR_RADIUS, NULL},
    {"effective-mass", offsetof(struct params, mass), QUIRE_PAIR_MASS, NULL},
    {NULL, 0, QUIRE_PAIR_NUMBERS, NULL},
};

static const struct quire_normal_law law = {
    .compiled_size = sizeof(struct compiled),
    .may_pull = true,
    .traits = QUIRE_LAW_JUMPS_AT_TOUCH | QUIRE_LAW_STEEP_AT_TOUCH,
    .release = QUIRE_RELEASE_CHOSEN,
    .compile = compile,
    .eval = eval,
    .eval_lanes = eval_lanes,
    .stored = stored,
    .needs = needs,
};

const struct quire_kind quire_kind_normal_demlab_hertz = {
    .family = &quire_family_normal,
    .element = "normal",
    .selector = "law",
    .variant = "demlab-hertz",
    .size = sizeof(struct params),
    .fields = fields,
    .help =
        "Hertzian contact of spheres with viscous damping. The restitution does not depend on the "
        "impact speed with damping tti; it falls with the speed with kk, and rises with lh. For "
        "grains and round bodies; the line contact of a sheet on a roller is nearly linear. If the "
        "force is cut at zero (remove-cohesion), the restitution is larger than the nominal one.",
    .equation = "N = K*d^1.5 + D, cut at zero if remove-cohesion; K = 4/3*E*sqrt(R); D = c*d' "
                "(none), eta*d^(1/4)*d' (critical-ratio, tti, "
                "tti-exact), eta*d^(1/2)*d' (kk), eta*m*d' (lh); eta = critical-ratio*sqrt(6*m*K), "
                "-2.2664*ln(e)*sqrt(m*K)/sqrt(ln(e)^2 + 10.1354) (tti), "
                "-sqrt(5)*ln(e)*sqrt(m*K)/sqrt(ln(e)^2 + pi^2) (tti-exact); d penetration > 0, "
                "d' its rate (> 0 approaching), E effective-modulus, R effective-radius, m "
                "effective-mass, e restitution",
    .source = SOURCE "; Tsuji et al. 1992, doi 10.1016/0032-5910(92)88030-L; Antypov and Elliott, "
                     "EPL 94, 2011, 50004",
    .example = "<normal law=\"demlab-hertz\" effective-modulus=\"12 MPa\" effective-radius=\"10 "
               "mm\" effective-mass=\"0.1 g\" "
               "restitution=\"0.6\"/>\n"
               "<normal law=\"demlab-hertz\" effective-modulus=\"12 MPa\" effective-radius=\"10 "
               "mm\" damping=\"kk\" "
               "kk-coefficient=\"3000 N*s/m^1.5\"/>",
    .ops = &law,
    .check = check,
};
