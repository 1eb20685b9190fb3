/* Adhesive elasto-plastic contact (EEPA): soft at first loading, stiffer when it comes back, and
 * holding on. doc/theory/contact.md, 2.6. */
#include <math.h>

#include "kind/law.h"
#include "law/bounded.h"
#include "law/stiffness.h"
#include "law/turning.h"
#include "model/problem.h"

#define SOURCE "Morrissey, Thakur, Ooi 2014, doi 10.13140/RG.2.2.10139.18724"

enum { UNLOADING_EXUDYN, UNLOADING_LIGGGHTS };

struct params {
    struct quire_normal_common common;
    struct quire_stiffness_params elastic;
    double plasticity;        /* lambda_P */
    double pull_off;          /* f_adh [N] */
    double adhesion;          /* k_adh [N/m^chi]; NaN: none */
    double adhesion_exponent; /* chi */
    double damping;           /* d_c [N s/m] */
    int unloading;
};

static const struct quire_field fields[] = {
    QUIRE_STIFFNESS_FIELDS(struct params, SOURCE),
    QUIRE_REAL(struct params, plasticity, "plasticity-ratio", "", "0", QUIRE_FROM_TO(0.0, 0.999),
               "plasticity ratio lambda = 1 - (stiffness at first loading) / (stiffness at "
               "unloading); 0 is elastic and switches adhesion off too",
               SOURCE),
    QUIRE_REAL(struct params, pull_off, "pull-off-force", "N", "0 N", QUIRE_NON_NEGATIVE,
               "constant tensile force f while the surfaces touch", SOURCE),
    QUIRE_REAL(struct params, adhesion, "adhesion-stiffness", "N/m^{adhesion-exponent}",
               QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
               "adhesion stiffness h: limits the additional tensile force to "
               "h*penetration^adhesion-exponent; default: none",
               SOURCE),
    QUIRE_REAL(struct params, adhesion_exponent, "adhesion-exponent", "", "1.5",
               QUIRE_FROM_TO(1.0, 6.0),
               "exponent x of the adhesion; usually equal to that of the stiffness", SOURCE),
    QUIRE_REAL(struct params, damping, "damping", "N*s/m", "0 N*s/m", QUIRE_NON_NEGATIVE,
               "viscous damping: force per approach speed while the surfaces touch",
               "Exudyn, ObjectContactSphereSphere"),
    QUIRE_CHOICE(struct params, unloading, "unloading", "exudyn|liggghts", "exudyn",
                 "behaviour on the adhesive branch. exudyn: the plastic overlap is kept, and "
                 "reloading returns along the branch; liggghts: the plastic overlap is lowered, "
                 "and reloading leaves the branch with the unloading stiffness"),
    QUIRE_NORMAL_COMMON(struct params),
    QUIRE_FIELD_END,
};

struct compiled {
    struct quire_elastic elastic; /* k */
    struct quire_power hold;      /* chi */
    double back;                  /* k2 = k/(1 - lambda) */
    double ratio;                 /* lambda */
    double adhesion, pull_off, damping;
    /* with equal exponents: where the adhesive branch begins over the largest overlap */
    double begins;
    bool same_power, lowers;
};

/* history: the largest overlap since touch; overlap and closing when last committed */
enum { LARGEST, OVERLAP, CLOSING };
enum { APART, TOUCHING };

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;
    const quire_status status = quire_stiffness_check(self, &p->elastic, diag);

    if (!(p->plasticity > 0) && (p->pull_off > 0 || p->adhesion > 0)) {
        quire_object_warning(self, diag, "W-MODEL", "give a plasticity-ratio above 0",
                             "plasticity-ratio 0 switches adhesion off");
    }
    return status;
}

static quire_status
compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    const struct params *p = self->params;
    struct compiled *c = compiled;
    const bool off = !(p->plasticity > 0);

    (void)diag;
    c->elastic = quire_stiffness_compile(&p->elastic);
    c->hold = quire_power_of(p->adhesion_exponent);
    c->ratio = p->plasticity;
    c->back = c->elastic.stiffness / (1 - p->plasticity);
    c->adhesion = off || isnan(p->adhesion) ? 0 : p->adhesion;
    c->pull_off = off ? 0 : p->pull_off;
    c->damping = p->damping;
    c->same_power = !(c->hold.exponent < c->elastic.power.exponent) &&
                    !(c->hold.exponent > c->elastic.power.exponent);
    c->begins =
        quire_pow(c->ratio * (c->back / (c->back + c->adhesion)), 1 / c->elastic.power.exponent);
    c->lowers = p->unloading == UNLOADING_LIGGGHTS;
    return QUIRE_OK;
}

/* the plastic overlap to the power n after a largest overlap */
static double
plastic_of(const struct compiled *c, double largest)
{
    double slope;

    return c->ratio * quire_power_eval(&c->elastic.power, largest, &slope);
}

/* the overlap s below which the contact is on the adhesive branch: k2 (s^n - lambda largest^n) +
 * k_adh s^chi = 0 */
static double
branch_begins(const struct compiled *c, double largest)
{
    if (!(c->adhesion > 0) || c->same_power || !(largest > 0)) {
        return c->begins * largest;
    }
    const double plastic = plastic_of(c, largest);
    double low = 0, high = largest, s = largest;
    for (int i = 0; i < 100; i++) {
        double slope, hold_slope;
        const double power = quire_power_eval(&c->elastic.power, s, &slope),
                     hold = quire_power_eval(&c->hold, s, &hold_slope);
        const double f = c->back * (power - plastic) + c->adhesion * hold;
        low = f < 0 ? s : low;
        high = f < 0 ? high : s;
        const double next = s - f / (c->back * slope + c->adhesion * hold_slope), last = s;
        s = next > low && next < high ? next : 0.5 * (low + high);
        if (!(fabs(s - last) > 1e-15 * last)) {
            break;
        }
    }
    return s;
}

static double
largest_of(const struct quire_normal_in *in)
{
    return in->memory != NULL ? quire_law_bounded(in->memory->history[LARGEST]) : 0;
}

static void
eval(const void *compiled, const struct quire_normal_in *in, struct quire_normal_out *out)
{
    const struct compiled *c = compiled;
    const double overlap = quire_law_bounded(in->overlap), closing = quire_law_bounded(in->closing);
    const double plastic = plastic_of(c, largest_of(in));
    double slope, hold_slope;

    out->force = out->d_overlap = out->d_closing = out->elastic = 0;
    if (overlap <= 0 || overlap > c->elastic.deepest) {
        return;
    }
    const double power = quire_power_eval(&c->elastic.power, overlap, &slope);
    const double loading = c->elastic.stiffness * power, back = c->back * (power - plastic);
    double hold = 0;
    hold_slope = 0;
    if (c->adhesion > 0) {
        hold = -c->adhesion * quire_power_eval(&c->hold, overlap, &hold_slope);
    }
    if (back >= loading) { /* deeper than ever */
        out->force = out->elastic = loading;
        out->d_overlap = c->elastic.stiffness * slope;
    } else if (back > hold) {
        out->force = out->elastic = back;
        out->d_overlap = c->back * slope;
    } else {
        out->force = out->elastic = hold;
        out->d_overlap = -c->adhesion * hold_slope;
    }
    out->elastic -= c->pull_off;
    out->force += c->damping * closing - c->pull_off;
    out->d_closing = c->damping;
}

/* Energy of the force at this memory: from 0 on the adhesive branch, then with k2, beyond the
 * largest overlap with k. */
static double
energy(const struct compiled *c, double overlap, double largest)
{
    const double n = c->elastic.power.exponent, x = c->hold.exponent,
                 begins = branch_begins(c, largest);
    const double low = overlap < begins ? overlap : begins;
    double slope;

    if (overlap > largest) {
        return energy(c, largest, largest) - c->pull_off * (overlap - largest) +
               c->elastic.stiffness *
                   (quire_power_eval(&c->elastic.power, overlap, &slope) * overlap -
                    quire_power_eval(&c->elastic.power, largest, &slope) * largest) /
                   (n + 1);
    }
    const double hold =
        c->adhesion > 0 ? c->adhesion * quire_power_eval(&c->hold, low, &slope) * low / (x + 1) : 0;
    const double back = (quire_power_eval(&c->elastic.power, overlap, &slope) * overlap -
                         quire_power_eval(&c->elastic.power, low, &slope) * low) /
                            (n + 1) -
                        plastic_of(c, largest) * (overlap - low);

    return c->back * back - hold - c->pull_off * overlap;
}

static double
stored_at(const void *compiled, const struct quire_normal_in *in)
{
    const struct compiled *c = compiled;
    const double bounded = quire_law_bounded(in->overlap),
                 overlap = bounded < c->elastic.deepest ? bounded : c->elastic.deepest;

    return overlap <= 0 ? 0 : energy(c, overlap, largest_of(in));
}

static double
stored(const void *compiled, double overlap)
{
    return stored_at(compiled, &(struct quire_normal_in){.overlap = overlap});
}

/* What unloading="liggghts" leaves of the largest overlap where the contact has been on the
 * adhesive branch down to `least`. */
static double
lowered(const struct compiled *c, double least, double largest)
{
    double slope;
    const double power = quire_power_eval(&c->elastic.power, least, &slope);
    const double held = power + c->adhesion / c->back * quire_power_eval(&c->hold, least, &slope);

    return held < plastic_of(c, largest) ? quire_pow(held / c->ratio, 1 / c->elastic.power.exponent)
                                         : largest;
}

/* The largest overlap, also where it lay within the step. */
static void
commit(const void *compiled, const struct quire_normal_in *in, double since,
       struct quire_law_memory *memory)
{
    const struct compiled *c = compiled;
    double most = in->overlap, least = in->overlap;

    if (!(in->overlap > 0)) {
        *memory = (struct quire_law_memory){.mode = APART};
        return;
    }
    if (memory->mode == TOUCHING) {
        quire_turning(memory->history[OVERLAP], memory->history[CLOSING], in->overlap, in->closing,
                      since, &least, &most);
    }
    const double before = memory->history[LARGEST], largest = most > before ? most : before;
    memory->mode = TOUCHING;
    memory->history[LARGEST] =
        c->lowers && least > 0 && c->ratio > 0 ? lowered(c, least, largest) : largest;
    memory->history[OVERLAP] = in->overlap;
    memory->history[CLOSING] = in->closing;
}

_Static_assert(sizeof(struct compiled) <= QUIRE_LAW_COMPILED, "compiled law too large");

static const struct quire_law_need needs[] = {QUIRE_STIFFNESS_NEEDS(struct params),
                                              {NULL, 0, QUIRE_PAIR_NUMBERS, NULL}};

static const struct quire_normal_law law = {
    .needs = needs,
    .compiled_size = sizeof(struct compiled),
    .may_pull = true,
    .middle = true,
    .traits = QUIRE_LAW_JUMPS_AT_TOUCH | QUIRE_LAW_KINKS_WITHIN,
    .release = QUIRE_RELEASE_OVERLAP,
    .history = {{"largest-penetration", "m", "largest value since first contact"},
                {"last-penetration", "m", "value at the last step"},
                {"last-rate", "m/s", "rate of the penetration at the last step"}},
    .compile = compile,
    .eval = eval,
    .stored = stored,
    .stored_at = stored_at,
    .commit = commit,
};

const struct quire_kind quire_kind_normal_eepa = {
    .family = &quire_family_normal,
    .element = "normal",
    .selector = "law",
    .variant = "eepa",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Adhesive elasto-plastic contact. First loading is softer than unloading and "
            "reloading, so a plastic overlap remains while the surfaces touch. The surfaces adhere "
            "until they are pulled apart. For sticky, soft or crushed surfaces: toner, glue, "
            "coated and moist media. Its tension is never cut. The plastic overlap is stored for "
            "each point of the sheet and reset when the surfaces separate.",
    .equation =
        "N = min(k*d^n, max(k2*(d^n - p^n), -h*d^x)) - f + c*d', d penetration > 0, d' its rate (> "
        "0 approaching), k stiffness, n exponent, k2 = k/(1 - lambda), lambda plasticity-ratio, p "
        "= lambda^(1/n) times the largest penetration since first contact (unloading=\"liggghts\": "
        "lowered to p^n = d^n + (h/k2)*d^x on the branch -h*d^x), h adhesion-stiffness, x "
        "adhesion-exponent, f pull-off-force, c damping; lambda = 0: N = k*d^n + c*d'",
    .source = SOURCE "; Exudyn, ObjectContactSphereSphere; LIGGGHTS, normal model edinburgh",
    .example = "<normal law=\"eepa\" force=\"0.2 N\" at-penetration=\"0.025 mm\" exponent=\"1.3\" "
               "plasticity-ratio=\"0.3\" "
               "damping=\"0.1 N*s/m\"/>\n"
               "<normal law=\"eepa\" stiffness=\"2e5 N/m^1.3\" exponent=\"1.3\" "
               "plasticity-ratio=\"0.3\" pull-off-force=\"0.1 mN\" "
               "adhesion-stiffness=\"2e4 N/m^1.3\" adhesion-exponent=\"1.3\"/>",
    .ops = &law,
    .check = check,
};
