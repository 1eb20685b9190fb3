/* A round thing or a soft body, and another. Theory: doc/theory/soft.md, 3. */
#ifndef QUIRE_CONTACT_BODY_SOFT_PAIR_H
#define QUIRE_CONTACT_BODY_SOFT_PAIR_H

#include "contact/body/round.h"
#include "contact/body/soft.h"

/* A circle as a rim that is not soft; convex -1: the other one is inside it. */
struct quire_rim quire_rim_of(const struct quire_round *circle, double convex);

/* The soft body that a free body is; -1: none. */
int quire_soft_of(const struct quire_state *state, const struct quire_free *body);
/* A circle, and another outside (convex 1) or inside it, or the rim of a body that is `soft`; -1:
 * it is not. */
void quire_meet_body(struct quire_meet *m, const struct quire_state *state,
                     const struct quire_round *a, int soft, const struct quire_round *b,
                     double convex);
/* The same where the first may be soft, too: `soft`, -1 if it is not. */
void quire_meet_bodies(struct quire_meet *m, const struct quire_state *state, int soft,
                       const struct quire_round *a, const struct quire_free *body,
                       const struct quire_round *b);

#endif
