/* Rough surfaces, whose highest summits touch first: the force grows exponentially with the
 * approach, then in proportion to it. doc/theory/contact.md, 2.13. */
#include <math.h>

#include "kind/law.h"
#include "law/bounded.h"
#include "law/proportional.h"
#include "math/detmath.h"
#include "model/problem.h"

#define SOURCE "Greenwood and Williamson, Proc. R. Soc. A 295, 1966, 300"

#define USUAL_DEPTH  8.0  /* default depth over scale */
#define LARGEST_RISE 50.0 /* largest depth over scale: exp(50) is 5e21 */
/* depth over scale below which the stored energy is a series: the difference of expm1 and its
 * argument would have lost its digits */
#define SHALLOW 1e-3

struct params {
    struct quire_normal_common common;
    double stiffness; /* k [N/m] */
    double scale;     /* s [m] */
    double depth;     /* d0 [m]; NaN: not given */
    double damping;   /* c [s/m] */
    double rebound;   /* rebound damping factor */
};

static const struct quire_field fields[] = {
    QUIRE_REAL(struct params, stiffness, "stiffness", "N/m", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "stiffness k beyond `depth`: force per penetration", NULL),
    QUIRE_REAL(struct params, scale, "scale", "m", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "penetration s over which the force grows e-fold: the decay length of the summit "
               "heights of both surfaces; paper 2 um to 5 um",
               SOURCE),
    QUIRE_REAL(struct params, depth, "depth", "m", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
               "penetration d0 at which the exponential ends: the height of the highest summits "
               "above the mean surface; at most 50 times scale; default: 8 times scale",
               NULL),
    QUIRE_REAL(struct params, damping, "damping", "s/m", "0 s/m", QUIRE_NON_NEGATIVE,
               "damping, in proportion to the elastic force: part of it per approach speed", NULL),
    QUIRE_REAL(struct params, rebound, "rebound-damping-factor", "", "1", QUIRE_FROM_TO(0.0, 1.0),
               "factor on the damping during separation; 1: full damping in both directions", NULL),
    QUIRE_NORMAL_COMMON(struct params),
    QUIRE_FIELD_END,
};

struct compiled {
    double force;             /* k s exp(-d0/s) [N] */
    double stiffness;         /* k [N/m] */
    double depth;             /* d0 [m] */
    double scale;             /* s [m] */
    double per_scale;         /* 1/s [1/m] */
    double approach, rebound; /* damping for either sign of the rate [s/m] */
};

static double
depth_of(const struct params *p)
{
    return isnan(p->depth) ? USUAL_DEPTH * p->scale : p->depth;
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;

    return !(depth_of(p) > LARGEST_RISE * p->scale)
               ? QUIRE_OK
               : quire_object_error(self, diag, "E-RANGE", NULL,
                                    "depth must be at most %g times scale, not %g times",
                                    LARGEST_RISE, depth_of(p) / p->scale);
}

static quire_status
compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    const struct params *p = self->params;
    const double depth = depth_of(p);
    (void)diag;

    *(struct compiled *)compiled =
        (struct compiled){.force = p->stiffness * p->scale * quire_exp(-depth / p->scale),
                          .stiffness = p->stiffness,
                          .depth = depth,
                          .scale = p->scale,
                          .per_scale = 1 / p->scale,
                          .approach = p->damping,
                          .rebound = p->damping * p->rebound};
    return QUIRE_OK;
}

static void
eval(const void *compiled, const struct quire_normal_in *in, struct quire_normal_out *out)
{
    const struct compiled *c = compiled;
    const double overlap = quire_law_bounded(in->overlap), closing = quire_law_bounded(in->closing);
    const double rough = overlap < c->depth ? overlap : c->depth, past = overlap - rough,
                 grown = quire_expm1(rough * c->per_scale);
    const double elastic = c->force * grown + c->stiffness * past,
                 slope = c->force * c->per_scale * (grown + 1);

    quire_law_proportional(overlap, closing, elastic, slope, closing < 0 ? c->rebound : c->approach,
                           out);
}

static QUIRE_CLONES void
eval_lanes(const void *compiled, struct quire_normal_lanes *l)
{
    const struct compiled *c = compiled;
    const quire_v4 zero = {0}, overlap = quire_law_bounded4(quire_lanes(l->overlap)),
                   closing = quire_law_bounded4(quire_lanes(l->closing)),
                   depth = quire_all4(c->depth),
                   rough = quire_select4(overlap < depth, overlap, depth), past = overlap - rough;
    _Alignas(32) double over[4], grown_by[4];

    /* lanes that are not used may hold anything: they are kept out of its slow branch */
    quire_set_lanes(over, quire_where4(rough > zero, rough * c->per_scale));
    quire_expm1_4(over, grown_by);

    const quire_v4 grown = quire_lanes(grown_by);
    const quire_v4 elastic = c->force * grown + c->stiffness * past,
                   slope = c->force * c->per_scale * (grown + 1),
                   damping = quire_select4(closing < zero, quire_all4(c->rebound),
                                           quire_all4(c->approach));

    quire_law_proportional4(overlap, closing, elastic, slope, damping, l);
}

/* exp(x) - 1 - x */
static double
second_rest(double x)
{
    return x < SHALLOW ? x * x * (1.0 / 2 + x * (1.0 / 6 + x * (1.0 / 24 + x * (1.0 / 120))))
                       : quire_expm1(x) - x;
}

static double
stored(const void *compiled, double overlap)
{
    const struct compiled *c = compiled;
    const double d = quire_law_bounded(overlap), rough = d < c->depth ? d : c->depth,
                 past = d - rough, x = rough * c->per_scale;

    return d > 0 ? c->force * (c->scale * second_rest(x) + past * quire_expm1(x)) +
                       0.5 * c->stiffness * past * past
                 : 0;
}

_Static_assert(sizeof(struct compiled) <= QUIRE_LAW_COMPILED, "compiled law too large");

static const struct quire_normal_law law = {
    .compiled_size = sizeof(struct compiled),
    .traits = QUIRE_LAW_KINK_AT_REST,
    .compile = compile,
    .eval = eval,
    .eval_lanes = eval_lanes,
    .stored = stored,
};

const struct quire_kind quire_kind_normal_rough_surface = {
    .family = &quire_family_normal,
    .element = "normal",
    .selector = "law",
    .variant = "rough-surface",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Rough surfaces, such as paper on paper. Their summits touch one after the other: at "
            "small loads the force grows exponentially with the penetration, and a sheet sinks by "
            "a few micrometres under its own weight. Beyond `depth` it is linear. The penetration "
            "is counted from the first touch of the highest summits. For sheets on each other and "
            "on trays: piles take fewer steps with it than with a power law. The force is never "
            "tensile: it is cut at zero.",
    .equation = "N = E*(1 + r*c*d'), cut at zero; E = k*s*(exp((d - d0)/s) - exp(-d0/s)) for d <= "
                "d0, k*s*(1 - exp(-d0/s)) + k*(d - d0) beyond; d penetration > 0, d' its rate (> "
                "0 approaching), k stiffness, s scale, d0 depth, c damping, r = 1 for d' >= 0, "
                "rebound-damping-factor for d' < 0",
    .source = SOURCE,
    .example = "<normal law=\"rough-surface\" stiffness=\"5e4 N/m\" scale=\"2 um\"/>\n"
               "<normal law=\"rough-surface\" stiffness=\"5e4 N/m\" scale=\"2 um\" depth=\"20 "
               "um\" damping=\"10 s/m\" rebound-damping-factor=\"0.001\"/>",
    .ops = &law,
    .check = check,
};
