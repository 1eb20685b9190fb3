/* Coulomb friction in proportion to the slip up to a velocity, as in Exudyn.
 * doc/theory/contact.md, 3. */
#include "kind/law.h"
#include "law/friction/friction_mtt.h"

#define SOURCE "Exudyn, ObjectContactSphereSphere (dynamicFriction, frictionProportionalZone)"

struct params {
    double coefficient, velocity;
};

static const struct quire_field fields[] = {
    QUIRE_REAL_USUAL(struct params, coefficient, "dynamic-coefficient", "", QUIRE_REQUIRED,
                     QUIRE_NON_NEGATIVE, QUIRE_USUALLY(0, 20),
                     "friction over normal force from regularisation-velocity on", SOURCE),
    QUIRE_REAL(struct params, velocity, "regularisation-velocity", "m/s", "1 mm/s",
               QUIRE_NON_NEGATIVE,
               "slip velocity up to which the friction grows in proportion; at 0 it jumps from one "
               "direction to the other, with none at rest: "
               "for prescribed slip, a run where the slip changes its sign stalls",
               SOURCE),
    QUIRE_FIELD_END,
};

static quire_status
compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    const struct params *p = self->params;

    (void)diag;
    *(struct quire_mtt_friction *)compiled = (struct quire_mtt_friction){.mu_s = p->coefficient,
                                                                         .mu_d = p->coefficient,
                                                                         .v_s = p->velocity,
                                                                         .v_d = p->velocity,
                                                                         .mu_max = p->coefficient,
                                                                         .maximum = HUGE_VAL};
    return QUIRE_OK;
}

/* coefficient with the sign of the slip */
static inline double
coefficient(const struct quire_mtt_friction *c, double slip, double *slope)
{
    const double speed = fabs(slip);
    const bool low = speed < c->v_s;

    *slope = low ? c->mu_d / c->v_s : 0;
    return low        ? c->mu_d * slip / c->v_s
           : slip > 0 ? c->mu_d
           : slip < 0 ? -c->mu_d
                      : c->mu_d * slip;
}

static void
eval(const void *compiled, const struct quire_friction_in *in, struct quire_friction_out *out)
{
    double slope;
    const double mu = coefficient(compiled, in->slip, &slope);

    quire_mtt_friction_force(compiled, in, mu, slope, out);
}

static QUIRE_CLONES void
eval_lanes(const void *compiled, struct quire_friction_lanes *l)
{
    const struct quire_mtt_friction *c = compiled;
    const quire_v4 slip = quire_lanes(l->slip), zero = quire_all4(0.0), full = quire_all4(c->mu_d),
                   rise = full * slip;
    const quire_mask4 low = quire_abs4(slip) < quire_all4(c->v_s);
    const quire_v4 high = quire_select4(slip > zero, full, quire_select4(slip < zero, -full, rise));

    quire_mtt_friction_lanes(c, l, quire_select4(low, rise / c->v_s, high),
                             quire_where4(low, full / c->v_s));
}

static const struct quire_friction_law law = {
    .compiled_size = sizeof(struct quire_mtt_friction),
    .compile = compile,
    .eval = eval,
    .eval_lanes = eval_lanes,
};

const struct quire_kind quire_kind_friction_regularised = {
    .family = &quire_family_friction,
    .element = "friction",
    .selector = "law",
    .variant = "regularised",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Coulomb friction, in proportion to the slip velocity below regularisation-velocity; "
            "it creeps under a force that it holds. The friction "
            "of Exudyn's sphere contact; mtt-linear with one threshold is the same.",
    .equation = "F = -mu*N*v/max(|v|, vr), v slip velocity, vr regularisation-velocity, mu "
                "dynamic-coefficient, N normal force, 0 where the "
                "surfaces pull",
    .source = SOURCE,
    .example = "<friction law=\"regularised\" dynamic-coefficient=\"0.3\" "
               "regularisation-velocity=\"5 mm/s\"/>",
    .ops = &law,
};
