/* Free rigid bodies: where they are, what they touch. Theory: doc/theory/bodies.md. */
#ifndef QUIRE_CONTACT_BODY_FREE_H
#define QUIRE_CONTACT_BODY_FREE_H

#include "contact/body/body_contact.h"

/* Places at which a body may touch one run of a guide; its laws' memories stand in this order, run
 * by run. */
#define QUIRE_DISC_PLACES  1
#define QUIRE_BLOCK_PLACES 8 /* corners, then sides */

static inline int
quire_free_places(const struct quire_free *body)
{
    return body->roller >= 0 ? QUIRE_DISC_PLACES : QUIRE_BLOCK_PLACES;
}

/* The same for two bodies, or a body and a roller. */
#define QUIRE_ROUND_PLACES  5 /* a block and something round: its side, then its corners */
#define QUIRE_BLOCKS_PLACES 8 /* corners of the second, corners of the first */

/* Where the bodies are at y. After the carriers. */
void quire_free_update(struct quire_state *state, const double *y);

/* Adds the forces and derivatives of all that the free bodies touch, but sheets. */
void quire_free_forces(struct quire_state *state, const double *y, double cq, double cv,
                       bool matrix);

/* Overlap, approach and slip of a station with its slot's guide, or of a place of its meeting;
 * overlap -1 where it is far away. */
struct quire_normal_in quire_free_station(const struct quire_state *state,
                                          const struct quire_slot *slot, const double *y,
                                          int station);

#endif
