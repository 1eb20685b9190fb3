/* Tractions that follow powers of the distance, before the surfaces touch.
 * doc/theory/contact.md, 2.10. */
#include <math.h>

#include "kind/law.h"
#include "law/distance.h"
#include "law/given.h"
#include "math/gauss.h"
#include "model/problem.h"

#define SOURCE "Tatone, Contento, Di Egidio: Soft and rigid impact, 2009"
#define PARTS  3

struct params {
    struct quire_normal_common common;
    struct quire_distance_params distance;
    double repulsion, repulsion_exponent; /* alpha_r [Pa], nu_r */
    double damping, damping_exponent;     /* beta_d [Pa s/m], nu_d */
    double adhesion, attraction, counter; /* beta_a [Pa], nu_aa, nu_ar */
    int per_area;
};

enum { PER_DEFORMED_AREA, PER_REFERENCE_AREA };

static const struct quire_field fields[] = {
    QUIRE_DISTANCE_FIELDS(struct params, SOURCE),
    QUIRE_REAL(struct params, repulsion, "repulsion", "Pa", QUIRE_REQUIRED, QUIRE_NON_NEGATIVE,
               "repulsive traction a at reference-distance", SOURCE),
    QUIRE_REAL(struct params, repulsion_exponent, "repulsion-exponent", "", "8",
               QUIRE_FROM_TO(0.5, 16.0), "exponent nr of the repulsion, which grows as d^-nr",
               SOURCE),
    QUIRE_REAL(struct params, damping, "damping", "Pa*s/m", "0 Pa*s/m", QUIRE_NON_NEGATIVE,
               "damping: traction b per approach speed at reference-distance", SOURCE),
    QUIRE_REAL(struct params, damping_exponent, "damping-exponent", "", "8",
               QUIRE_FROM_TO(0.0, 16.0),
               "exponent nd of the damping, which grows as d^-nd; with nd = nr the restitution is "
               "that of the law of Hunt and Crossley with D = b*v/a",
               SOURCE),
    QUIRE_REAL(struct params, adhesion, "adhesion", "Pa", "0 Pa", QUIRE_NON_NEGATIVE,
               "adhesion traction h: h*((d/d0)^-na - (d/d0)^-nc) attracts beyond "
               "reference-distance and repels below it",
               SOURCE),
    QUIRE_REAL(struct params, attraction, "attraction-exponent", "", "3", QUIRE_FROM_TO(0.5, 16.0),
               "exponent na of the attractive part", SOURCE),
    QUIRE_REAL(
        struct params, counter, "counter-exponent", "", "6", QUIRE_FROM_TO(0.5, 16.0),
        "exponent nc of the repulsive part of the adhesion; must be above attraction-exponent",
        SOURCE),
    QUIRE_CHOICE(
        struct params, per_area, "per-area", "deformed|reference", "deformed",
        "reference area of the tractions on a soft disc or roller. deformed: the present surface "
        "(Cauchy), so a stretched part has more of it; reference: the undeformed surface "
        "(nominal), for which the tractions have a potential. Other bodies: no difference"),
    QUIRE_NORMAL_COMMON(struct params),
    QUIRE_FIELD_END,
};

/* force * (d/d0)^-exponent */
struct part {
    double force, exponent, at_cut; /* [N]; its value at the cut-off distance [N] */
};

struct compiled {
    struct quire_distance distance;
    struct part part[PARTS];                          /* repulsion, and both of adhesion */
    double damping, damping_exponent, damping_at_cut; /* [N s/m] */
    bool per_deformed_area;
};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;
    quire_status status = quire_distance_check(self, &p->distance, diag);

    if (p->adhesion > 0 && !(p->counter > p->attraction)) {
        status = quire_object_error(self, diag, "E-MODEL", NULL,
                                    "counter-exponent %g is not above attraction-exponent %g: the "
                                    "adhesion would pull the surfaces together without limit",
                                    p->counter, p->attraction);
    }
    return status;
}

static struct part
make_part(const struct quire_distance *distance, double force, double exponent)
{
    return (struct part){force, exponent,
                         distance->cut < HUGE_VAL
                             ? force * quire_distance_power(distance, distance->cut, exponent)
                             : 0};
}

static quire_status
compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    const struct params *p = self->params;
    struct compiled *c = compiled;
    const double area = p->distance.area;
    const quire_status status = quire_law_needs(self, diag, "area", area);

    c->distance = quire_distance_compile(&p->distance);
    c->part[0] = make_part(&c->distance, area * p->repulsion, p->repulsion_exponent);
    c->part[1] = make_part(&c->distance, -area * p->adhesion, p->attraction);
    c->part[2] = make_part(&c->distance, area * p->adhesion, p->counter);
    c->per_deformed_area = p->per_area == PER_DEFORMED_AREA;
    c->damping = area * p->damping;
    c->damping_exponent = p->damping_exponent;
    c->damping_at_cut = make_part(&c->distance, c->damping, p->damping_exponent).at_cut;
    return status;
}

/* the elastic force at a distance within reach, and its slope by the distance */
static double
elastic_force(const struct compiled *c, double d, double *slope)
{
    double force = 0, by_d = 0, fade_slope;

    for (int k = 0; k < PARTS; k++) {
        if (c->part[k].force > 0 || c->part[k].force < 0) {
            const double q =
                c->part[k].force * quire_distance_power(&c->distance, d, c->part[k].exponent);
            force += q - c->part[k].at_cut;
            by_d -= c->part[k].exponent * q / d;
        }
    }
    const double fade = quire_distance_fade(&c->distance, d, &fade_slope);
    *slope = fade * by_d + fade_slope * force;
    return fade * force;
}

/* the damping force for each approach speed, and its slope by the distance */
static double
damping_force(const struct compiled *c, double d, double *slope)
{
    double fade_slope;

    *slope = 0;
    if (!(c->damping > 0)) {
        return 0;
    }
    const double q = c->damping * quire_distance_power(&c->distance, d, c->damping_exponent);
    const double fade = quire_distance_fade(&c->distance, d, &fade_slope);
    *slope = -fade * c->damping_exponent * q / d + fade_slope * (q - c->damping_at_cut);
    return fade * (q - c->damping_at_cut);
}

static void
eval(const void *compiled, const struct quire_normal_in *in, struct quire_normal_out *out)
{
    const struct compiled *c = compiled;
    const double closing = quire_law_bounded(in->closing),
                 beyond = quire_distance_beyond(&c->distance, in->overlap);
    const double d = quire_distance_of(&c->distance, in->overlap);
    double slope, damping_slope;

    out->force = out->d_overlap = out->d_closing = out->elastic = 0;
    if (d >= c->distance.cut) {
        return;
    }
    const double elastic = elastic_force(c, d, &slope),
                 damping = damping_force(c, d, &damping_slope);
    out->elastic = elastic - slope * beyond; /* straight on where nobody may come */
    out->force = out->elastic + damping * closing;
    out->d_overlap = -slope - (beyond > 0 ? 0 : damping_slope * closing);
    out->d_closing = damping;
}

/* the elastic energy from a distance to the cut-off; where the tractions fade by Gauss' rule */
static double
energy_to_cut(const struct compiled *c, double d)
{
    const double begins = QUIRE_DISTANCE_FADES * c->distance.cut, from = d > begins ? d : begins,
                 to = c->distance.cut;
    double sum = 0, slope;

    for (int k = 0; k < QUIRE_GAUSS_POINTS && to < HUGE_VAL; k++) {
        sum += quire_gauss_weight[k] * 0.5 * (to - from) *
               elastic_force(c, from + 0.5 * (to - from) * (1 + quire_gauss_point[k]), &slope);
    }
    for (int k = 0; k < PARTS && d < begins; k++) {
        const struct part *p = c->part + k;
        if (p->force > 0 || p->force < 0) {
            sum += p->force *
                       (quire_distance_integral(&c->distance, d, p->exponent) -
                        (to < HUGE_VAL ? quire_distance_integral(&c->distance, begins, p->exponent)
                                       : 0)) -
                   (to < HUGE_VAL ? p->at_cut * (begins - d) : 0);
        }
    }
    return sum;
}

static double
stored(const void *compiled, double overlap)
{
    const struct compiled *c = compiled;
    const double d = quire_distance_of(&c->distance, overlap),
                 beyond = quire_distance_beyond(&c->distance, overlap);
    double slope;

    if (d >= c->distance.cut) {
        return 0;
    }
    const double force = elastic_force(c, d, &slope);
    return energy_to_cut(c, d) + beyond * (force - 0.5 * slope * beyond);
}

static double
reach(const void *compiled)
{
    return quire_distance_reach(&((const struct compiled *)compiled)->distance);
}

static double
deepest(const void *compiled)
{
    return quire_distance_deepest(&((const struct compiled *)compiled)->distance);
}

static bool
per_deformed_area(const void *compiled)
{
    return ((const struct compiled *)compiled)->per_deformed_area;
}

_Static_assert(sizeof(struct compiled) <= QUIRE_LAW_COMPILED, "compiled law too large");

static const struct quire_law_need needs[] = {
    {"area", offsetof(struct params, distance.area), QUIRE_PAIR_AREA, NULL},
    {NULL, 0, QUIRE_PAIR_NUMBERS, NULL}};

static const struct quire_normal_law law = {
    .compiled_size = sizeof(struct compiled),
    .may_pull = true,
    .release = QUIRE_RELEASE_OVERLAP,
    .compile = compile,
    .needs = needs,
    .eval = eval,
    .stored = stored,
    .reach = reach,
    .deepest = deepest,
    .per_deformed_area = per_deformed_area,
};

const struct quire_kind quire_kind_normal_distance_power = {
    .family = &quire_family_normal,
    .element = "normal",
    .selector = "law",
    .variant = "distance-power",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Tractions that grow without limit, as powers of the distance, when the distance goes "
            "to zero: repulsion, damping and adhesion. The surfaces never touch. The tractions act "
            "at a distance, up to cut-off. For air films, electrostatic layers and smooth "
            "substitutes for hard contact; 'layer' represents a compliant layer of the surface. A "
            "time step that comes nearer than minimum-distance is repeated with a shorter step. "
            "The matching viscous friction law is distance-viscous.",
    .equation = "N = A*(a*x^-nr + b*x^-nd*d' - h*(x^-na - x^-nc)), x = d/d0, d = layer - "
                "penetration the distance > 0, d' = rate (> 0 approaching), A area, a repulsion, b "
                "damping, h adhesion, d0 reference-distance; with cut-off dc each power is reduced "
                "by its value at dc, and all fade by 1 - STEP(d, 0.8*dc, 0, dc, 1)",
    .source = SOURCE,
    .example =
        "<normal law=\"distance-power\" area=\"1 cm^2\" reference-distance=\"0.1 mm\" "
        "cut-off=\"0.6 mm\" repulsion=\"20 Pa\" "
        "repulsion-exponent=\"4\" damping=\"5 Pa*s/m\" damping-exponent=\"4\" adhesion=\"2 Pa\"/>",
    .ops = &law,
    .check = check,
};
