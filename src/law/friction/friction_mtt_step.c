/* MTT friction with cubic steps: smooth in the slip velocity. doc/theory/contact.md, 3. */
#include "kind/law.h"
#include "law/friction/friction_mtt.h"
#include "math/smoothstep.h"

static void
eval(const void *compiled, const struct quire_friction_in *in, struct quire_friction_out *out)
{
    const struct quire_mtt_friction *c = compiled;
    const double speed = fabs(in->slip);
    double mu, slope;
    if (speed < c->v_s) {
        /* STEP(v, -v_s, -mu_s, v_s, mu_s), written so that it is odd to the last bit */
        const double u = in->slip * c->per_v_s;
        mu = c->mu_s * (u * (1.5 - 0.5 * u * u));
        slope = c->mu_s * c->per_v_s * 1.5 * (1.0 - u * u);
    } else {
        mu = copysign(quire_step(speed, c->v_s, c->mu_s, c->v_d, c->mu_d, &slope), in->slip);
    }
    quire_mtt_friction_force(c, in, mu, slope, out);
}

static QUIRE_CLONES void
eval_lanes(const void *compiled, struct quire_friction_lanes *l)
{
    const struct quire_mtt_friction *c = compiled;
    /* inf where there is one threshold: then nothing lies between */
    const double per_width = 1.0 / (c->v_d - c->v_s);
    const quire_v4 slip = quire_lanes(l->slip), speed = quire_abs4(slip), u = slip * c->per_v_s,
                   s = (speed - c->v_s) * per_width;
    const quire_v4 low = c->mu_s * (u * (1.5 - 0.5 * u * u)),
                   low_slope = c->mu_s * c->per_v_s * 1.5 * (1.0 - u * u);
    const quire_v4 fall = c->mu_s + (c->mu_d - c->mu_s) * (s * s * (3.0 - 2.0 * s));
    const quire_v4 fall_slope = (c->mu_d - c->mu_s) * 6.0 * s * (1.0 - s) * per_width;
    const quire_mask4 below = speed < quire_all4(c->v_s), full = speed >= quire_all4(c->v_d);
    const quire_v4 above = quire_select4(full, quire_all4(c->mu_d), fall),
                   above_slope = quire_where4(~full, fall_slope);
    quire_mtt_friction_lanes(c, l, quire_select4(below, low, quire_copysign4(above, slip)),
                             quire_select4(below, low_slope, above_slope));
}

static const struct quire_friction_law law = {
    .compiled_size = sizeof(struct quire_mtt_friction),
    .compile = quire_mtt_friction_compile,
    .eval = eval,
    .eval_lanes = eval_lanes,
};

const struct quire_kind quire_kind_friction_mtt_step = {
    .family = &quire_family_friction,
    .element = "friction",
    .selector = "law",
    .variant = "mtt-step",
    .size = sizeof(struct quire_mtt_friction_params),
    .fields = quire_mtt_friction_fields,
    .help = "Coulomb friction, regularised by cubic steps in the slip velocity: up to "
            "static-coefficient at static-velocity, down to dynamic-coefficient at "
            "dynamic-velocity. It has no true static friction: under a force F below the limit the "
            "contact creeps, at about (2/3)*static-velocity*F/(static-coefficient*N).",
    .equation = "F = -sgn(v)*mu(|v|)*N, mu = STEP(v, -vs, -mus, vs, mus) for |v| < vs, else "
                "STEP(|v|, vs, mus, vd, mud), "
                "STEP(x, x0, h0, x1, h1) = h0 + (h1 - h0)*s^2*(3 - 2*s), s = (x - x0)/(x1 - x0) "
                "cut to 0..1, v slip velocity, "
                "N normal force, mus, mud static- and dynamic-coefficient, vs, vd static- and "
                "dynamic-velocity "
                "(both threshold-velocity if that is given); |F| <= maximum-force",
    .source = QUIRE_MTT_FRICTION_SOURCE,
    .example =
        "<friction law=\"mtt-step\" dynamic-coefficient=\"0.3\" threshold-velocity=\"5 mm/s\"/>",
    .ops = &law,
    .check = quire_mtt_friction_check,
};
