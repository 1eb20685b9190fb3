/* Friction that holds on with a spring and a damper along the surface and slides where they would
 * pull more than its limit: what the laws stick-slip and tangential-spring share.
 * doc/theory/contact.md, 3.1. */
#ifndef QUIRE_LAW_HOLDING_H
#define QUIRE_LAW_HOLDING_H

#include "kind/law.h"

/* modes; a contact begins with slip: then it breaks away from nothing */
enum { QUIRE_SLIPS, QUIRE_STICKS };

struct quire_holding {
    double mu[2];              /* while sliding, while stuck */
    double stiffness, damping; /* [N/m], [N s/m] */
    /* the spring gives way by no less than this before it slides: where it could hold less than
     * that it is softer, and its damping with it; 0: never [m] */
    double least_slip;
    /* while it slides by this, friction falls from the static coefficient to the dynamic one [m] */
    double weakening;
    /* while it slides its spring stays stretched to the limit, whatever the damper pulls: a clutch,
     * whose damper only ends vibrations, and which holds with its limit when it comes to rest */
    bool stays_wound;
};

void quire_holding_eval(const void *compiled, const struct quire_friction_in *in,
                        struct quire_friction_out *out);
void quire_holding_commit(const void *compiled, const struct quire_friction_in *in,
                          struct quire_law_memory *memory);
/* Whether the way slid may follow the integrator's formula in a step with this gamma [s]: the
 * contact sticks, or slides so slowly that the step is short enough to follow how it comes to rest.
 */
bool quire_holding_follows(const struct quire_law_memory *memory, double gamma);
double quire_holding_stored(const void *compiled, const struct quire_friction_in *in);

_Static_assert(sizeof(struct quire_holding) <= QUIRE_LAW_COMPILED, "compiled law too large");

/* The law of a kind with its own compile, which fills a struct quire_holding. */
#define QUIRE_HOLDING_LAW(compile_)                                                                \
    {                                                                                              \
        .compiled_size = sizeof(struct quire_holding), .compile = compile_,                        \
        .eval = quire_holding_eval, .commit = quire_holding_commit, .stored = quire_holding_stored \
    }

#endif
