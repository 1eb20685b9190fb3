#include "law/friction/friction_mtt.h"

#include "model/problem.h"

#define PARAMS struct quire_mtt_friction_params
#define SOURCE QUIRE_MTT_FRICTION_SOURCE

const struct quire_field quire_mtt_friction_fields[] = {
    QUIRE_REAL_USUAL(
        PARAMS, dynamic_coefficient, "dynamic-coefficient", "", QUIRE_REQUIRED, QUIRE_NON_NEGATIVE,
        QUIRE_USUALLY(0, 20),
        "coefficient of friction while slipping; rubber on paper 0.8 to 1.5, paper on steel "
        "or plastic 0.15 to 0.3, "
        "paper on paper 0.3 to 0.6",
        SOURCE),
    QUIRE_REAL(PARAMS, static_coefficient, "static-coefficient", "", QUIRE_OPTIONAL,
               QUIRE_NON_NEGATIVE,
               "largest coefficient of friction, at static-velocity; default: dynamic-coefficient",
               SOURCE),
    QUIRE_REAL_USUAL(
        PARAMS, threshold_velocity, "threshold-velocity", "m/s", QUIRE_OPTIONAL, QUIRE_POSITIVE,
        QUIRE_USUALLY(1e-5, 0.1),
        "slip velocity of full friction, one threshold for both coefficients; the contact "
        "creeps below it",
        SOURCE),
    QUIRE_REAL_USUAL(
        PARAMS, static_velocity, "static-velocity", "m/s", "1 mm/s", QUIRE_POSITIVE,
        QUIRE_USUALLY(1e-5, 0.1),
        "slip velocity at which static-coefficient is reached; the contact creeps below it",
        SOURCE),
    QUIRE_REAL_USUAL(PARAMS, dynamic_velocity, "dynamic-velocity", "m/s", "1.5 mm/s",
                     QUIRE_POSITIVE, QUIRE_USUALLY(1e-5, 0.1),
                     "slip velocity above which dynamic-coefficient applies; must be greater than "
                     "static-velocity",
                     SOURCE),
    QUIRE_REAL(PARAMS, maximum_force, "maximum-force", "N", QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "largest friction force for any normal force; default: no limit", SOURCE),
    QUIRE_FIELD_END,
};

static quire_status
check_thresholds(const struct quire_object *self, const PARAMS *p, quire_diag *diag)
{
    const bool one = !isnan(p->threshold_velocity);
    const char *second = quire_object_has(self, "static-velocity")    ? "static-velocity"
                         : quire_object_has(self, "dynamic-velocity") ? "dynamic-velocity"
                                                                      : NULL;
    if (one && second != NULL) {
        return quire_object_error(self, diag, "E-MODEL", "leave out one of them",
                                  "both threshold-velocity and %s are given", second);
    }
    const bool jump = one || !(p->dynamic_velocity > p->static_velocity);
    const bool same =
        isnan(p->static_coefficient) || !(p->static_coefficient > p->dynamic_coefficient);
    if (!one && p->dynamic_velocity < p->static_velocity) {
        return quire_object_error(self, diag, "E-MODEL", NULL,
                                  "dynamic-velocity %g m/s is below static-velocity %g m/s",
                                  p->dynamic_velocity, p->static_velocity);
    }
    if (jump && !same) {
        return quire_object_error(self, diag, "E-MODEL",
                                  "give static-velocity and a larger dynamic-velocity",
                                  "the coefficient would jump from %g to %g at a single velocity",
                                  p->static_coefficient, p->dynamic_coefficient);
    }
    return QUIRE_OK;
}

quire_status
quire_mtt_friction_check(const struct quire_object *self, quire_diag *diag)
{
    const PARAMS *p = self->params;
    quire_status status = check_thresholds(self, p, diag);
    if (p->static_coefficient < p->dynamic_coefficient) {
        status = quire_object_error(self, diag, "E-MODEL", NULL,
                                    "static-coefficient %g is below dynamic-coefficient %g",
                                    p->static_coefficient, p->dynamic_coefficient);
    }
    return status;
}

quire_status
quire_mtt_friction_compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    const PARAMS *p = self->params;
    struct quire_mtt_friction *c = compiled;
    (void)diag;
    c->mu_d = p->dynamic_coefficient;
    c->mu_s = isnan(p->static_coefficient) ? c->mu_d : p->static_coefficient;
    c->v_s = isnan(p->threshold_velocity) ? p->static_velocity : p->threshold_velocity;
    c->v_d = isnan(p->threshold_velocity) ? p->dynamic_velocity : p->threshold_velocity;
    c->per_v_s = 1.0 / c->v_s;
    c->mu_max = c->mu_s > c->mu_d ? c->mu_s : c->mu_d;
    c->maximum = isnan(p->maximum_force) ? HUGE_VAL : p->maximum_force;
    return QUIRE_OK;
}
