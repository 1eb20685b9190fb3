/* Friction that is less along one way than against it, as of bristles that lean.
 * doc/theory/contact.md, 3.4. */
#include <math.h>

#include "kind/law.h"
#include "law/bounded.h"
#include "law/given.h"
#include "model/object.h"

#define SOURCE                                                                                     \
    "Gidoni and DeSimone, ESAIM: COCV 23, 2017, 1023 (with and against the nap); Haessig and "     \
    "Friedland, J. Dyn. Syst. Meas. Control 113, 1991 (bristles)"

struct params {
    double with, against;
    double threshold; /* [m/s] */
    double lean;      /* NaN: not given */
};

static const struct quire_field fields[] = {
    QUIRE_REAL(struct params, with, "with-coefficient", "", QUIRE_REQUIRED, QUIRE_NON_NEGATIVE,
               "coefficient of friction where the other surface slides the way the bristles lean; "
               "nylon on paper 0.15 to 0.3",
               SOURCE),
    QUIRE_REAL(struct params, against, "against-coefficient", "", QUIRE_REQUIRED,
               QUIRE_NON_NEGATIVE,
               "coefficient of friction where it slides against that; 1.2 to 3 times "
               "with-coefficient",
               SOURCE),
    QUIRE_REAL_USUAL(
        struct params, threshold, "threshold-velocity", "m/s", "1 mm/s", QUIRE_POSITIVE,
        QUIRE_USUALLY(1e-5, 0.1),
        "slip velocity of full friction, at which the bristles are bent over; the contact "
        "creeps below it",
        NULL),
    QUIRE_REAL(struct params, lean, "lean", "", QUIRE_OPTIONAL, QUIRE_FROM_TO(-1.0, 1.0),
               "the way the bristles lean, seen with their surface below: 1 to the left, -1 to the "
               "right, 0 not at all; default: that of <bristles>",
               NULL),
    QUIRE_FIELD_END,
};

struct compiled {
    double mean, half; /* of both coefficients; half their difference, with the sign of the lean */
    double most;       /* the larger one */
    double threshold;  /* [m/s] */
};

static quire_status
compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    const struct params *p = self->params;

    *(struct compiled *)compiled = (struct compiled){
        .mean = 0.5 * (p->with + p->against),
        .half = 0.5 * p->lean * (p->with - p->against),
        .most = 0.5 * (p->with + p->against + fabs(p->lean * (p->with - p->against))),
        .threshold = p->threshold};
    return quire_law_needs(self, diag, "lean", p->lean);
}

/* The rise of the friction with the slip, odd, and its slope. */
static double
rise(double slip, double threshold, double *slope)
{
    const double u = slip / threshold, low = u * (1.5 - 0.5 * u * u);
    const bool full = fabs(u) >= 1;

    *slope = full ? 0 : 1.5 * (1 - u * u) / threshold;
    return full ? copysign(1, u) : low;
}

static void
eval(const void *compiled, const struct quire_friction_in *in, struct quire_friction_out *out)
{
    const struct compiled *c = compiled;
    const double normal = in->normal < 0 ? 0 : quire_law_bounded(in->normal),
                 factor = quire_law_bounded(in->factor), slip = quire_law_bounded(in->slip);
    double slope;
    const double s = rise(slip, c->threshold, &slope), lean = c->half * (1 - in->aside);
    const double mu = s * (c->mean + lean * s), load = factor * normal;

    out->force = -load * mu;
    out->d_slip = -load * slope * (c->mean + 2 * lean * s);
    out->d_normal = in->normal < 0 ? 0 : -factor * mu;
    out->d_factor = -normal * mu;
    out->d_overlap = 0;
    out->d_aside = load * c->half * s * s;
    out->limit = load * c->most;
    out->creep = fabs(in->slip) < c->threshold ? in->slip : 0;
}

_Static_assert(sizeof(struct compiled) <= QUIRE_LAW_COMPILED, "compiled law too large");

static const struct quire_law_need needs[] = {
    {"lean", offsetof(struct params, lean), QUIRE_PAIR_LEAN, NULL},
    {NULL, 0, QUIRE_PAIR_NUMBERS, NULL}};

static const struct quire_friction_law law = {
    .compiled_size = sizeof(struct compiled),
    .directed = true,
    .needs = needs,
    .compile = compile,
    .eval = eval,
};

const struct quire_kind quire_kind_friction_directional = {
    .family = &quire_family_friction,
    .element = "friction",
    .selector = "law",
    .variant = "directional",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Coulomb friction that differs with and against the way in which the bristles of a "
            "brush or the pile of velvet lean; sideways it is the mean of both. It is regularised "
            "by cubic "
            "steps in the slip velocity, while the bristles bend over: under a force below the "
            "limit the contact creeps. Where a sheet is to stay at rest, use stick-slip.",
    .equation =
        "F = -S*(m + l*g*S*cos(b))*N, S = STEP(v, -vt, -1, vt, 1), m = (mw + ma)/2, g = (mw "
        "- ma)/2, v slip velocity, b its angle to the left (0 in planar models), N normal "
        "force, mw, ma with- and against-coefficient, vt threshold-velocity, l lean",
    .source = SOURCE,
    .example = "<friction law=\"directional\" with-coefficient=\"0.2\" against-coefficient=\"0.4\" "
               "lean=\"1\"/>\n"
               "<friction law=\"directional\" with-coefficient=\"0.2\" against-coefficient=\"0.5\" "
               "threshold-velocity=\"5 mm/s\" lean=\"-1\"/>",
    .ops = &law,
};
