/* MTT friction in straight pieces. doc/theory/contact.md, 3. */
#include "kind/law.h"
#include "law/friction/friction_mtt.h"

static void
eval(const void *compiled, const struct quire_friction_in *in, struct quire_friction_out *out)
{
    const struct quire_mtt_friction *c = compiled;
    const double speed = fabs(in->slip);
    double mu, slope;
    if (speed < c->v_s) {
        slope = c->mu_s * c->per_v_s;
        mu = slope * in->slip;
    } else if (speed < c->v_d) {
        slope = (c->mu_d - c->mu_s) / (c->v_d - c->v_s);
        mu = copysign(c->mu_s + slope * (speed - c->v_s), in->slip);
    } else {
        slope = 0.0;
        mu = copysign(c->mu_d, in->slip);
    }
    quire_mtt_friction_force(c, in, mu, slope, out);
}

static QUIRE_CLONES void
eval_lanes(const void *compiled, struct quire_friction_lanes *l)
{
    const struct quire_mtt_friction *c = compiled;
    const quire_v4 slip = quire_lanes(l->slip), speed = quire_abs4(slip), zero = quire_all4(0.0);
    const quire_v4 rise = quire_all4(c->mu_s * c->per_v_s),
                   fall = quire_all4((c->mu_d - c->mu_s) / (c->v_d - c->v_s));
    const quire_mask4 below = speed < quire_all4(c->v_s), between = speed < quire_all4(c->v_d);
    const quire_v4 above =
        quire_select4(between, c->mu_s + fall * (speed - c->v_s), quire_all4(c->mu_d));
    const quire_v4 mu = quire_select4(below, rise * slip, quire_copysign4(above, slip));
    quire_mtt_friction_lanes(c, l, mu,
                             quire_select4(below, rise, quire_select4(between, fall, zero)));
}

static const struct quire_friction_law law = {
    .compiled_size = sizeof(struct quire_mtt_friction),
    .compile = quire_mtt_friction_compile,
    .eval = eval,
    .eval_lanes = eval_lanes,
};

const struct quire_kind quire_kind_friction_mtt_linear = {
    .family = &quire_family_friction,
    .element = "friction",
    .selector = "law",
    .variant = "mtt-linear",
    .size = sizeof(struct quire_mtt_friction_params),
    .fields = quire_mtt_friction_fields,
    .help = "Coulomb friction, regularised by a piecewise linear function of the slip velocity: up "
            "to static-coefficient at static-velocity, down to dynamic-coefficient at "
            "dynamic-velocity. It has no true static friction: under a force F below the limit the "
            "contact creeps, at static-velocity*F/(static-coefficient*N).",
    .equation = "F = -sgn(v)*mu(|v|)*N, mu = mus*|v|/vs for |v| < vs, mus + (mud - mus)*(|v| - "
                "vs)/(vd - vs) up to vd, mud "
                "beyond, v slip velocity, N normal force, mus, mud static- and "
                "dynamic-coefficient, vs, vd static- and "
                "dynamic-velocity (both threshold-velocity if that is given); |F| <= maximum-force",
    .source = QUIRE_MTT_FRICTION_SOURCE,
    .example = "<friction law=\"mtt-linear\" static-coefficient=\"0.25\" "
               "dynamic-coefficient=\"0.2\" static-velocity=\"1 mm/s\" "
               "dynamic-velocity=\"1.5 mm/s\"/>",
    .ops = &law,
    .check = quire_mtt_friction_check,
};
