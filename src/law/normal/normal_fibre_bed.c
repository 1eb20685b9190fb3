/* A bed of fibres that is compressed from its top down. doc/theory/contact.md, 2.12. */
#include <math.h>

#include "kind/law.h"
#include "law/bounded.h"
#include "law/given.h"
#include "law/proportional.h"

#define SOURCE "van Wyk, J. Textile Inst. 37, 1946, T285"

#define NEAREST 0.1 /* of the way to solid, what is left where the force goes straight on */

struct params {
    struct quire_normal_common common;
    double area, height; /* NaN: not given */
    double half_pressure;
    double solid;
    double damping;
};

static const struct quire_field fields[] = {
    QUIRE_REAL(struct params, area, "area", "m^2", QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "area of the bed: of the whole contact, or per reference-length for distributed "
               "contact; default: the width of the sheet times reference-length",
               NULL),
    QUIRE_REAL(struct params, height, "height", "m", QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "height of the bed without load; default: that of "
               "<bristles>",
               NULL),
    QUIRE_REAL(struct params, half_pressure, "half-pressure", "Pa", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "pressure that compresses the bed to half its height; soft brushes and velvet 100 "
               "Pa to 1 kPa, stiff brushes 10 kPa to 100 kPa",
               SOURCE),
    QUIRE_REAL(struct params, solid, "solid-fraction", "", "0.1", QUIRE_FROM_TO(0.0, 0.4),
               "part of the height at which the bed is solid: volume of fibres divided by volume "
               "of the bed",
               SOURCE),
    QUIRE_REAL(struct params, damping, "damping", "s/m", "0 s/m", QUIRE_NON_NEGATIVE,
               "damping, in proportion to the elastic force: part of it per approach speed", NULL),
    QUIRE_NORMAL_COMMON(struct params),
    QUIRE_FIELD_END,
};

struct compiled {
    double force;   /* P [N] */
    double way;     /* to solid, a [m] */
    double damping; /* [s/m] */
};

/* N/P = y^3 - 1 with y = 1/(1 - w) at the part w of the way, so written that it is exact next to 0;
 * and how that and the energy follow */
#define PUSH(w, y)   ((w) * (3 - (w) * (3 - (w))) * ((y) * (y) * (y)))
#define SLOPE(y)     (3 * ((y) * (y)) * ((y) * (y)))
#define ENERGY(w, y) ((w) * (w) * (1.5 - (w)) * ((y) * (y)))

static quire_status
compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    const struct params *p = self->params;
    struct compiled *c = compiled;
    quire_status status = quire_law_needs(self, diag, "area", p->area);

    status = quire_status_first(status, quire_law_needs(self, diag, "height", p->height));
    c->way = (1 - p->solid) * p->height;
    const double w = 0.5 / (1 - p->solid), y = 1 / (1 - w);
    c->force = p->area * p->half_pressure / PUSH(w, y);
    c->damping = p->damping;
    return status;
}

static void
eval(const void *compiled, const struct quire_normal_in *in, struct quire_normal_out *out)
{
    const struct compiled *c = compiled;
    const double overlap = quire_law_bounded(in->overlap), closing = quire_law_bounded(in->closing),
                 most = 1 - NEAREST, part = overlap / c->way, w = part < most ? part : most,
                 y = 1 / (1 - w), slope = c->force / c->way * SLOPE(y);
    const double elastic = c->force * PUSH(w, y) + slope * (c->way * (part - w));

    quire_law_proportional(overlap, closing, elastic, slope, c->damping, out);
}

static QUIRE_CLONES void
eval_lanes(const void *compiled, struct quire_normal_lanes *l)
{
    const struct compiled *c = compiled;
    const quire_v4 overlap = quire_law_bounded4(quire_lanes(l->overlap)),
                   closing = quire_law_bounded4(quire_lanes(l->closing)),
                   most = quire_all4(1 - NEAREST), part = overlap / c->way,
                   w = quire_select4(part < most, part, most), y = 1 / (1 - w),
                   slope = c->force / c->way * SLOPE(y);
    const quire_v4 elastic = c->force * PUSH(w, y) + slope * (c->way * (part - w));

    quire_law_proportional4(overlap, closing, elastic, slope, quire_all4(c->damping), l);
}

static double
stored(const void *compiled, double overlap)
{
    const struct compiled *c = compiled;
    const double most = 1 - NEAREST, part = quire_law_bounded(overlap) / c->way,
                 w = part < most ? part : most, y = 1 / (1 - w), past = c->way * (part - w);

    return overlap > 0 ? c->force * (c->way * ENERGY(w, y) + past * PUSH(w, y) +
                                     0.5 * past * (past / c->way * SLOPE(y)))
                       : 0;
}

_Static_assert(sizeof(struct compiled) <= QUIRE_LAW_COMPILED, "compiled law too large");

static const struct quire_law_need needs[] = {
    {"area", offsetof(struct params, area), QUIRE_PAIR_AREA, NULL},
    {"height", offsetof(struct params, height), QUIRE_PAIR_HEIGHT, NULL},
    {NULL, 0, QUIRE_PAIR_NUMBERS, NULL}};

static const struct quire_normal_law law = {
    .compiled_size = sizeof(struct compiled),
    .needs = needs,
    .compile = compile,
    .eval = eval,
    .eval_lanes = eval_lanes,
    .stored = stored,
};

const struct quire_kind quire_kind_normal_fibre_bed = {
    .family = &quire_family_normal,
    .element = "normal",
    .selector = "law",
    .variant = "fibre-bed",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A bed of fibres, such as the bristles of a brush, the pile of velvet, or felt, "
            "compressed from its top down. It is soft at first, and stiff where it is almost "
            "solid. For <bristles> on a guide. The force is never tensile: it is cut at zero. The "
            "matching friction law is directional.",
    .equation = "N = A*p*(y^3 - 1)*(1 + c*d'), cut at zero; y = 1/(1 - d/a), a = (1 - f)*h, p = "
                "q/((1 - 0.5/(1 - f))^-3 - 1), d penetration > 0, d' its rate (> 0 "
                "approaching), A area, h height, q half-pressure, f solid-fraction, c damping; "
                "beyond d = 0.9*a it goes straight on",
    .source = SOURCE,
    .example = "<normal law=\"fibre-bed\" area=\"10 cm^2\" height=\"1 mm\" half-pressure=\"200 "
               "Pa\"/>\n"
               "<normal law=\"fibre-bed\" area=\"10 cm^2\" height=\"1 mm\" half-pressure=\"200 "
               "Pa\" solid-fraction=\"0.25\" damping=\"2 s/m\"/>",
    .ops = &law,
};
