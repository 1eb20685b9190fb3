/* MTT indentation: damping that grows with the penetration, as rubber rollers have it.
 * doc/theory/contact.md, 2.2. */
#include "kind/law.h"
#include "law/bounded.h"
#include "law/stiffness.h"
#include "model/problem.h"

#define SOURCE "RecurDyn help 25.2.1, Contact Formulations for MTT3D"

/* below this rate a damping exponent under 1 has no more slope than here; the force itself is not
 * touched [m/s] */
#define SLOWEST_SLOPE 1e-6

struct params {
    struct quire_normal_common common;
    struct quire_stiffness_params elastic;
    double damping;              /* c; NaN: none */
    double damping_exponent;     /* m2 */
    double indentation_exponent; /* m3 */
    double rebound;              /* rebound damping factor */
};

static const struct quire_field fields[] = {
    QUIRE_STIFFNESS_FIELDS(struct params, SOURCE),
    QUIRE_REAL(struct params, damping, "damping",
               "N*s^{damping-exponent}/m^{damping-exponent+indentation-exponent}", QUIRE_OPTIONAL,
               QUIRE_NON_NEGATIVE,
               "damping c; default: none. With damping-exponent 1 and equal exponents, "
               "c*rate/stiffness is the damping force divided by the elastic force at that rate",
               SOURCE),
    QUIRE_REAL(
        struct params, damping_exponent, "damping-exponent", "", "1", QUIRE_FROM_TO(0.25, 3.0),
        "exponent of the rate; 1 in MTT3D; below 1 the force is steep where the rate changes sign",
        "RecurDyn help, contact characteristic page"),
    QUIRE_REAL(struct params, indentation_exponent, "indentation-exponent", "", "1.5",
               QUIRE_FROM_TO(0.5, 6.0),
               "exponent of the penetration in the damping; must be at least `exponent` to avoid a "
               "tensile force at the end of a contact",
               SOURCE),
    QUIRE_REAL(
        struct params, rebound, "rebound-damping-factor", "", "0.001", QUIRE_FROM_TO(0.0, 1.0),
        "factor on the damping during separation; 1: full damping in both directions", SOURCE),
    QUIRE_NORMAL_COMMON(struct params),
    QUIRE_FIELD_END,
};

struct compiled {
    struct quire_elastic elastic;
    double approach, rebound;       /* damping for either sign of the rate */
    struct quire_power rate, depth; /* |rate|^m2 and overlap^m3 */
    bool linear_rate;               /* m2 = 1 */
    bool same_power;                /* m3 = m1: one power serves both */
    bool common;                    /* m1 = m3 = 1.5, m2 = 1, no limit */
};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;
    if (p->damping * p->rebound > 0.0 && p->indentation_exponent < p->elastic.exponent) {
        quire_object_warning(
            self, diag, "W-MODEL", "give an indentation-exponent not below exponent",
            "indentation-exponent %g is below exponent %g: at the end of a contact the damping "
            "exceeds the elastic force and would be tensile; the force is cut at zero there",
            p->indentation_exponent, p->elastic.exponent);
    }
    return quire_stiffness_check(self, &p->elastic, diag);
}

static quire_status
compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    const struct params *p = self->params;
    struct compiled *c = compiled;
    (void)diag;
    c->elastic = quire_stiffness_compile(&p->elastic);
    c->approach = isnan(p->damping) ? 0.0 : p->damping;
    c->rebound = c->approach * p->rebound;
    c->rate = quire_power_of(p->damping_exponent);
    c->depth = quire_power_of(p->indentation_exponent);
    c->linear_rate = !(p->damping_exponent < 1.0) && !(p->damping_exponent > 1.0);
    c->same_power =
        !(c->depth.exponent < p->elastic.exponent) && !(c->depth.exponent > p->elastic.exponent);
    c->common = c->same_power && c->linear_rate && c->elastic.power.twice == 3 &&
                !(c->elastic.deepest < HUGE_VAL);
    return QUIRE_OK;
}

/* sgn(rate) |rate|^m2 */
static double
rate_power(const struct quire_power *power, double rate, double *slope)
{
    const double speed = fabs(rate);
    const double value = quire_power_eval(power, speed, slope);
    if (power->exponent < 1.0 && speed < SLOWEST_SLOPE) {
        (void)quire_power_eval(power, SLOWEST_SLOPE, slope);
    }
    return copysign(value, rate);
}

/* m1 = m3 = 1.5, m2 = 1: one root; the same arithmetic as below, for depths and rates that need no
 * bounding */
#define COMMON_DEPTH 1.0 /* [m] */
#define COMMON_RATE  1e6 /* [m/s] */
static inline void
eval_common(const struct compiled *c, double overlap, double closing, struct quire_normal_out *out)
{
    const double x = overlap > 0.0 ? overlap : 0.0, root = sqrt(x), power = root * x,
                 slope = 1.5 * root;
    const double damping = closing < 0.0 ? c->rebound : c->approach,
                 back = c->elastic.stiffness * power;
    const double force = back + damping * closing * power;
    const bool pushes = force > 0.0; /* otherwise the damping would pull: cut at zero */
    out->elastic = back;
    out->force = pushes ? force : 0.0;
    out->d_overlap = pushes ? c->elastic.stiffness * slope + damping * closing * slope : 0.0;
    out->d_closing = pushes ? damping * power : 0.0;
}

static void
eval(const void *compiled, const struct quire_normal_in *in, struct quire_normal_out *out)
{
    const struct compiled *c = compiled;
    if (c->common && in->overlap < COMMON_DEPTH && fabs(in->closing) < COMMON_RATE) {
        eval_common(c, in->overlap, in->closing, out);
        return;
    }
    const double overlap = quire_law_bounded(in->overlap), closing = quire_law_bounded(in->closing);
    const double damping = closing < 0.0 ? c->rebound : c->approach;
    double slope, depth_slope, rate = closing, rate_slope = 1.0;

    out->force = out->d_overlap = out->d_closing = out->elastic = 0.0;
    if (overlap > c->elastic.deepest) {
        return;
    }
    const double power = quire_power_eval(&c->elastic.power, overlap, &slope);
    double depth = power;
    depth_slope = slope;
    if (!c->same_power) {
        depth = quire_power_eval(&c->depth, overlap, &depth_slope);
    }
    if (!c->linear_rate) {
        rate = rate_power(&c->rate, closing, &rate_slope);
    }
    out->elastic = c->elastic.stiffness * power;
    const double force = out->elastic + damping * rate * depth;
    if (force <= 0.0) {
        return; /* the damping would pull: cut at zero */
    }
    out->force = force;
    out->d_overlap = c->elastic.stiffness * slope + damping * rate * depth_slope;
    out->d_closing = damping * rate_slope * depth;
}

static QUIRE_CLONES void
eval_lanes(const void *compiled, struct quire_normal_lanes *l)
{
    const struct compiled *c = compiled;
    if (!c->common) {
        quire_normal_each(eval, c, l);
        return;
    }
    /* as eval_common(), but NaN stays NaN */
    const quire_v4 k = quire_all4(c->elastic.stiffness), zero = quire_all4(0.0);
    const quire_v4 overlap = quire_law_bounded4(quire_lanes(l->overlap)),
                   closing = quire_law_bounded4(quire_lanes(l->closing));
    const quire_v4 x = quire_select4(overlap <= zero, zero, overlap), root = quire_sqrt4(x),
                   power = root * x, slope = 1.5 * root;
    const quire_v4 damping = quire_select4(closing < zero, quire_all4(c->rebound),
                                           quire_all4(c->approach)),
                   back = k * power;
    const quire_v4 force = back + damping * closing * power;
    const quire_mask4 stays = ~(force <= zero); /* otherwise the damping would pull: cut at zero */
    quire_set_lanes(l->elastic, back);
    quire_set_lanes(l->force, quire_where4(stays, force));
    quire_set_lanes(l->d_overlap, quire_where4(stays, k * slope + damping * closing * slope));
    quire_set_lanes(l->d_closing, quire_where4(stays, damping * power));
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
    .traits = QUIRE_LAW_KINK_AT_REST | QUIRE_LAW_STEEP_AT_REST | QUIRE_LAW_STEEP_AT_TOUCH,
    .compile = compile,
    .eval = eval,
    .eval_lanes = eval_lanes,
    .stored = stored,
    .stored_part = stored_part,
};

const struct quire_kind quire_kind_normal_mtt_indentation = {
    .family = &quire_family_normal,
    .element = "normal",
    .selector = "law",
    .variant = "mtt-indentation",
    .size = sizeof(struct params),
    .fields = fields,
    .help =
        "Normal force with damping that grows from zero with the penetration, so contact begins "
        "smoothly. For rollers. With damping-exponent 1 and indentation-exponent equal to exponent "
        "it is the law of Hunt and Crossley with a fixed coefficient: the restitution falls with "
        "the impact speed. The force is never tensile: it is cut at zero.",
    .equation =
        "N = max(0, k*d^m1 + r*c*sgn(d')*|d'|^m2*d^m3), d penetration, d' its rate (> 0 "
        "approaching), "
        "k stiffness, m1 exponent, c damping, m2 damping-exponent, m3 indentation-exponent, "
        "r = 1 for d' >= 0, rebound-damping-factor for d' < 0",
    .source = SOURCE "; Hunt and Crossley 1975, doi 10.1115/1.3423596",
    .example = "<normal law=\"mtt-indentation\" force=\"0.2 N\" at-penetration=\"0.025 mm\" "
               "exponent=\"1.3\" "
               "indentation-exponent=\"1.3\" damping=\"8e5 N*s/m^2.3\"/>",
    .ops = &law,
    .check = check,
};
