/* What the two MTT friction laws share: parameters, their check, and the force from a coefficient.
 */
#ifndef QUIRE_LAW_FRICTION_FRICTION_MTT_H
#define QUIRE_LAW_FRICTION_FRICTION_MTT_H

#include "kind/law.h"
#include "law/bounded.h"
#include "math/detmath.h"
#include "model/object.h"

#define QUIRE_MTT_FRICTION_SOURCE                                                                  \
    "RecurDyn help 25.2.1, Contact Formulations for MTT3D; RecurDyn help, friction page"

struct quire_mtt_friction_params {
    double dynamic_coefficient;
    double static_coefficient;                /* NaN: the dynamic one */
    double threshold_velocity;                /* [m/s]; NaN: two thresholds */
    double static_velocity, dynamic_velocity; /* [m/s] */
    double maximum_force;                     /* [N]; NaN: none */
};

extern const struct quire_field quire_mtt_friction_fields[];

struct quire_mtt_friction {
    double mu_s, mu_d; /* coefficients at and beyond v_s, v_d */
    double v_s, v_d;   /* [m/s] */
    double per_v_s;    /* 1/v_s [s/m] */
    double mu_max;
    double maximum; /* [N]; inf if there is none */
};

quire_status quire_mtt_friction_check(const struct quire_object *self, quire_diag *diag);
quire_status quire_mtt_friction_compile(const struct quire_object *self, void *compiled,
                                        quire_diag *diag);

/* Fills *out from the coefficient mu at in->slip (odd) and its slope. */
static inline void
quire_mtt_friction_force(const struct quire_mtt_friction *law, const struct quire_friction_in *in,
                         double mu, double slope, struct quire_friction_out *out)
{
    const bool pulls = in->normal < 0.0; /* what pulls does not rub */
    const double normal = pulls ? 0.0 : quire_law_bounded(in->normal);
    const double factor = quire_law_bounded(in->factor);
    const double load = factor * normal, limit = load * law->mu_max;
    out->force = -load * mu;
    out->d_slip = -load * slope;
    out->d_normal = pulls ? 0.0 : -factor * mu;
    out->d_factor = -normal * mu;
    out->limit = limit;
    out->creep = fabs(in->slip) < law->v_s ? in->slip : 0.0;
    if (limit > law->maximum) {
        out->limit = law->maximum;
        if (fabs(out->force) > law->maximum) {
            out->force = copysign(law->maximum, out->force);
            out->d_slip = out->d_normal = out->d_factor = 0.0;
        }
    }
}

/* The same for several lanes. */
QUIRE_INLINE void
quire_mtt_friction_lanes(const struct quire_mtt_friction *law, struct quire_friction_lanes *l,
                         quire_v4 mu, quire_v4 slope)
{
    const quire_mask4 pulls = quire_lanes(l->normal) < quire_all4(0.0);
    const quire_v4 normal = quire_where4(~pulls, quire_law_bounded4(quire_lanes(l->normal))),
                   factor = quire_law_bounded4(quire_lanes(l->factor));
    const quire_v4 load = factor * normal, force = -load * mu, most = quire_all4(law->maximum),
                   limit = load * law->mu_max, slip = quire_lanes(l->slip);
    const quire_mask4 bounded = limit > most, cut = bounded & (quire_abs4(force) > most);
    quire_set_lanes(l->force, quire_select4(cut, quire_copysign4(most, force), force));
    quire_set_lanes(l->d_slip, quire_where4(~cut, -load * slope));
    quire_set_lanes(l->d_normal, quire_where4(~(cut | pulls), -factor * mu));
    quire_set_lanes(l->d_factor, quire_where4(~cut, -normal * mu));
    quire_set_lanes(l->limit, quire_select4(bounded, most, limit));
    quire_set_lanes(l->creep, quire_where4(quire_abs4(slip) < quire_all4(law->v_s), slip));
}

#endif
