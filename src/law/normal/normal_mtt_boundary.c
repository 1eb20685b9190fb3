/* MTT boundary penetration: damping that is full beyond a given penetration.
 * doc/theory/contact.md, 2.1. */
#include "kind/law.h"
#include "law/bounded.h"
#include "law/stiffness.h"
#include "math/smoothstep.h"

#define SOURCE "RecurDyn help 25.2.1, Contact Formulations for MTT3D"

enum { PROFILE_STEP, PROFILE_LINEAR };

struct params {
    struct quire_normal_common common;
    struct quire_stiffness_params elastic;
    double damping;  /* c_max [N s/m] */
    double boundary; /* penetration from which the damping is full [m] */
    int profile;
    double rebound;
};

static const struct quire_field fields[] = {
    QUIRE_STIFFNESS_FIELDS(struct params, SOURCE),
    QUIRE_REAL(struct params, damping, "damping", "N*s/m", "0 N*s/m", QUIRE_NON_NEGATIVE,
               "largest damping, reached at boundary-penetration", SOURCE),
    QUIRE_REAL_USUAL(
        struct params, boundary, "boundary-penetration", "m", QUIRE_REQUIRED, QUIRE_NON_NEGATIVE,
        QUIRE_USUALLY(0, 1e-2),
        "penetration of full damping, about the penetration under load; at 0 damping is "
        "full at once and the force jumps at first contact",
        SOURCE),
    QUIRE_CHOICE(struct params, profile, "profile", "step|linear", "step",
                 "growth of the damping up to boundary-penetration: by a cubic step or linearly"),
    QUIRE_REAL(
        struct params, rebound, "rebound-damping-factor", "", "0.001", QUIRE_FROM_TO(0.0, 1.0),
        "factor on the damping during separation; 1: full damping in both directions", SOURCE),
    QUIRE_NORMAL_COMMON(struct params),
    QUIRE_FIELD_END,
};

struct compiled {
    struct quire_elastic elastic;
    double approach, rebound; /* full damping for either sign of the rate [N s/m] */
    double boundary;          /* [m] */
    bool linear;
};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;
    return quire_stiffness_check(self, &p->elastic, diag);
}

static quire_status
compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    const struct params *p = self->params;
    struct compiled *c = compiled;
    (void)diag;
    c->elastic = quire_stiffness_compile(&p->elastic);
    c->approach = p->damping;
    c->rebound = p->damping * p->rebound;
    c->boundary = p->boundary;
    c->linear = p->profile == PROFILE_LINEAR;
    return QUIRE_OK;
}

/* share of the damping at this overlap > 0, 0 to 1 */
static double
profile(const struct compiled *c, double overlap, double *slope)
{
    if (!c->linear) {
        return quire_step(overlap, 0.0, 0.0, c->boundary, 1.0, slope);
    }
    if (overlap >= c->boundary) {
        *slope = 0.0;
        return 1.0;
    }
    *slope = 1.0 / c->boundary;
    return overlap / c->boundary;
}

static void
eval(const void *compiled, const struct quire_normal_in *in, struct quire_normal_out *out)
{
    const struct compiled *c = compiled;
    const double overlap = quire_law_bounded(in->overlap), closing = quire_law_bounded(in->closing);
    const double damping = closing < 0.0 ? c->rebound : c->approach;
    double slope, share_slope;

    out->force = out->d_overlap = out->d_closing = out->elastic = 0.0;
    if (overlap <= 0.0 || overlap > c->elastic.deepest) {
        return;
    }
    const double power = quire_power_eval(&c->elastic.power, overlap, &slope);
    const double share = profile(c, overlap, &share_slope);
    out->elastic = c->elastic.stiffness * power;
    const double force = out->elastic + damping * share * closing;
    if (force <= 0.0) {
        return; /* the damping would pull: cut at zero */
    }
    out->force = force;
    out->d_overlap = c->elastic.stiffness * slope + damping * closing * share_slope;
    out->d_closing = damping * share;
}

/* as profile(), of those that overlap; NaN stays NaN */
QUIRE_INLINE quire_v4
profile4(const struct compiled *c, quire_v4 overlap, quire_v4 *slope)
{
    const quire_v4 one = quire_all4(1.0);
    const quire_mask4 full = overlap >= quire_all4(c->boundary);
    const double per_width = 1.0 / c->boundary;
    const quire_v4 s = overlap * per_width;

    if (c->linear) {
        *slope = quire_where4(~full, quire_all4(per_width));
        return quire_select4(full, one, overlap / c->boundary);
    }
    *slope = quire_where4(~full, 6.0 * s * (1.0 - s) * per_width);
    return quire_select4(full, one, s * s * (3.0 - 2.0 * s));
}

static QUIRE_CLONES void
eval_lanes(const void *compiled, struct quire_normal_lanes *l)
{
    const struct compiled *c = compiled;
    const quire_v4 zero = {0}, overlap = quire_law_bounded4(quire_lanes(l->overlap)),
                   closing = quire_law_bounded4(quire_lanes(l->closing));
    const quire_mask4 open = (overlap <= zero) | (overlap > quire_all4(c->elastic.deepest));
    const quire_v4 damping =
        quire_select4(closing < zero, quire_all4(c->rebound), quire_all4(c->approach));
    _Alignas(32) double depth[4], value[4], derivative[4];
    quire_v4 share_slope;

    quire_set_lanes(depth, overlap);
    quire_power_eval4(&c->elastic.power, depth, value, derivative);
    const quire_v4 slope = quire_lanes(derivative), share = profile4(c, overlap, &share_slope),
                   back = c->elastic.stiffness * quire_lanes(value);
    const quire_v4 force = back + damping * share * closing;
    const quire_mask4 stays = ~open & ~(force <= zero); /* otherwise the damping would pull */
    quire_set_lanes(l->elastic, quire_where4(~open, back));
    quire_set_lanes(l->force, quire_where4(stays, force));
    quire_set_lanes(l->d_overlap, quire_where4(stays, c->elastic.stiffness * slope +
                                                          damping * closing * share_slope));
    quire_set_lanes(l->d_closing, quire_where4(stays, damping * share));
}

static double
stored(const void *compiled, double overlap)
{
    return quire_elastic_stored(&((const struct compiled *)compiled)->elastic, overlap);
}

static double
stored_part(const void *compiled)
{
    return quire_elastic_stored_part(&((const struct compiled *)compiled)->elastic);
}

_Static_assert(sizeof(struct compiled) <= QUIRE_LAW_COMPILED, "compiled law too large");

static const struct quire_law_need needs[] = {QUIRE_STIFFNESS_NEEDS(struct params),
                                              {NULL, 0, QUIRE_PAIR_NUMBERS, NULL}};

static const struct quire_normal_law law = {
    .needs = needs,
    .compiled_size = sizeof(struct compiled),
    .traits = QUIRE_LAW_JUMPS_AT_TOUCH | QUIRE_LAW_KINK_AT_REST,
    .compile = compile,
    .eval = eval,
    .eval_lanes = eval_lanes,
    .stored = stored,
    .stored_part = stored_part,
};

const struct quire_kind quire_kind_normal_mtt_boundary = {
    .family = &quire_family_normal,
    .element = "normal",
    .selector = "law",
    .variant = "mtt-boundary",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Normal force with viscous damping that grows from zero at first contact to its full "
            "value at boundary-penetration. For guides and stiff surfaces. The force is never "
            "tensile: it is cut at zero.",
    .equation = "N = max(0, k*d^m + r*c(d)*d'), d penetration, d' its rate (> 0 approaching), k "
                "stiffness, m exponent, "
                "c(d) = damping * (3*s^2 - 2*s^3) (profile step) or damping * s (linear), s = "
                "min(1, d/boundary-penetration), "
                "r = 1 for d' >= 0, rebound-damping-factor for d' < 0",
    .source = SOURCE "; step as in ADAMS IMPACT",
    .example = "<normal law=\"mtt-boundary\" stiffness=\"2e5 N/m^1.3\" exponent=\"1.3\" "
               "damping=\"0.5 N*s/m\" "
               "boundary-penetration=\"0.02 mm\"/>",
    .ops = &law,
    .check = check,
};
