/* An elastic force with a damping in proportion to it, scaled by the speed of the impact:
 *
 *     N = k d^n (1 + D d'/v) + c d',   v = max(minimum-impact-velocity, speed at touch).
 *
 * What the laws of Hunt and Crossley and their followers share; they differ in D, a function of the
 * restitution. doc/theory/contact.md, 2.5. */
#ifndef QUIRE_LAW_NORMAL_IMPACT_DAMPED_H
#define QUIRE_LAW_NORMAL_IMPACT_DAMPED_H

#include <math.h>

#include "kind/law.h"
#include "law/stiffness.h"

struct quire_impact_damped_params {
    struct quire_normal_common common;
    struct quire_stiffness_params elastic;
    double restitution; /* e */
    double slowest;     /* least v [m/s] */
    double damping;     /* c [N s/m] */
    bool cutoff;
};

#define QUIRE_IMPACT_DAMPED_FIELDS(source_)                                                        \
    QUIRE_STIFFNESS_FIELDS(struct quire_impact_damped_params, source_),                            \
        QUIRE_REAL(struct quire_impact_damped_params, restitution, "restitution", "",              \
                   QUIRE_REQUIRED, QUIRE_ABOVE_TO(0.0, 1.0),                                       \
                   "nominal coefficient of restitution: rebound speed divided by impact speed",    \
                   source_),                                                                       \
        QUIRE_REAL(struct quire_impact_damped_params, slowest, "minimum-impact-velocity", "m/s",   \
                   "1 mm/s", QUIRE_NON_NEGATIVE,                                                   \
                   "smallest impact speed used for the damping. Contacts at rest or sliding need " \
                   "it; about 1 mm/s to 10 mm/s for a sheet. At 0, a contact closed at the start " \
                   "has no damping, and one that closes slowly has unlimited damping",             \
                   source_),                                                                       \
        QUIRE_REAL(                                                                                \
            struct quire_impact_damped_params, damping, "damping", "N*s/m", "0 N*s/m",             \
            QUIRE_NON_NEGATIVE,                                                                    \
            "additional viscous damping: force per approach speed; it jumps at first contact",     \
            source_),                                                                              \
        QUIRE_BOOLEAN(struct quire_impact_damped_params, cutoff, "cutoff", "yes",                  \
                      "yes: contact ends when the force would become tensile; no: the force may "  \
                      "be tensile until the surfaces separate, if they separate faster than v/D"), \
        QUIRE_NORMAL_COMMON(struct quire_impact_damped_params)

struct quire_impact_damped {
    struct quire_elastic elastic;
    double factor;  /* D */
    double slowest; /* [m/s] */
    double damping; /* [N s/m] */
    bool cutoff;
};

quire_status quire_impact_damped_check(const struct quire_object *self, quire_diag *diag);
/* compiled is a struct quire_impact_damped. */
quire_status quire_impact_damped_compile(const struct quire_object *self, void *compiled,
                                         quire_diag *diag);
void quire_impact_damped_eval(const void *compiled, const struct quire_normal_in *in,
                              struct quire_normal_out *out);
double quire_impact_damped_stored(const void *compiled, double overlap);
/* Touch, whose speed is kept until the next. Until it is settled the present rate stands for it, so
 * that nothing jumps when it is. */
void quire_impact_damped_commit(const void *compiled, const struct quire_normal_in *in,
                                double since, struct quire_law_memory *memory);

extern const struct quire_law_need quire_impact_damped_needs[];

/* One of them. */
struct quire_impact_damped_law {
    struct quire_normal_law law;
    double (*factor)(double restitution); /* D */
};

#define QUIRE_IMPACT_DAMPED_OPS                                                                    \
    .needs = quire_impact_damped_needs, .compiled_size = sizeof(struct quire_impact_damped),       \
    .may_pull = true, .middle = true, .traits = QUIRE_LAW_JUMPS_AT_TOUCH,                          \
    .release = QUIRE_RELEASE_CHOSEN,                                                               \
    .history = {{"impact-velocity", "m/s",                                                         \
                 "rate of the penetration at the last first contact; negative if the contact was " \
                 "first seen during separation, which counts as minimum-impact-velocity"}},        \
    .compile = quire_impact_damped_compile, .eval = quire_impact_damped_eval,                      \
    .stored = quire_impact_damped_stored, .commit = quire_impact_damped_commit

#define QUIRE_IMPACT_DAMPED_EQUATION(factor_)                                                      \
    "N = k*d^n*(1 + D*d'/v) + c*d', cut at zero if cutoff; D = " factor_                           \
    ", v = max(minimum-impact-velocity, d' at first contact), d penetration > 0, d' its rate (> "  \
    "0 approaching), k stiffness, n exponent, c damping, e restitution"

_Static_assert(sizeof(struct quire_impact_damped) <= QUIRE_LAW_COMPILED, "compiled law too large");

#endif
