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
                     "friction divided by normal force at regularisation-velocity and above",
                     SOURCE),
    QUIRE_REAL_USUAL(
        struct params, velocity, "regularisation-velocity", "m/s", "1 mm/s", QUIRE_NON_NEGATIVE,
        QUIRE_USUALLY(0, 0.1),
        "slip velocity up to which the friction grows linearly. At 0 the friction jumps "
        "from one direction to the other and is zero at rest; use 0 for prescribed slip "
        "only, because a run stalls where the slip changes sign",
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
    .help = "Coulomb friction, proportional to the slip velocity below regularisation-velocity. "
            "The contact creeps under a force below the limit. This is the friction of Exudyn's "
            "sphere contact; mtt-linear with one threshold is identical.",
    .equation = "F = -mu*N*v/max(|v|, vr), v slip velocity, vr regularisation-velocity, mu "
                "dynamic-coefficient, N normal force; 0 for a tensile normal force",
    .source = SOURCE,
    .example = "<friction law=\"regularised\" dynamic-coefficient=\"0.3\" "
               "regularisation-velocity=\"5 mm/s\"/>",
    .ops = &law,
};
