/* Contact laws that remember: with states of first order, with modes. They exist in tests only. */
#ifndef QUIRE_TESTS_REMEMBERING_H
#define QUIRE_TESTS_REMEMBERING_H

#include "machine.h"

/* Reads what stands between <model> and </model>, where contacts may also have
 *   <normal law="test-maxwell" stiffness= branch= relaxation= drag=/>  N = k d + b u, u' = d' + c v
 * - u/tau <normal law="test-impact" stiffness= exponent= restitution= least-speed=/> Hunt-Crossley,
 * impact speed captured at touch <normal law="test-flutter" force=/> full force while closing, none
 * while opening <friction law="test-bristle" coefficient= slip=/>               F = -mu N z/s, z' =
 * v - |v| z/s <friction law="test-stick" static-coefficient= dynamic-coefficient= stiffness=
 * damping=/>  */
quire_model *remembering_model(const char *parts);
/* The same, compiled; to be closed with machine_close(). */
void remembering_open(struct machine *m, const char *parts);

/* How Hunt-Crossley damping and restitution belong together: D (1 + e) = ln((1 + D)/(1 - e D)). */
double remembering_loss(double restitution);

/* What was flipped so far in this process, for tests to look at. */
struct remembering_flip {
    int mode;                /* after the flip */
    double overlap, closing; /* normal laws */
    double slip, normal;     /* friction laws */
};
#define REMEMBERING_FLIPS 4096
extern struct remembering_flip remembering_flip[REMEMBERING_FLIPS];
extern int remembering_flips;

#endif
