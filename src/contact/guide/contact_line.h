/* A sheet's curve along a piece of a guide. */
#ifndef QUIRE_CONTACT_GUIDE_CONTACT_LINE_H
#define QUIRE_CONTACT_GUIDE_CONTACT_LINE_H

#include "contact/guide/stretches.h"

/* Contact of the spans around the nodes of a list, integrated over the stretches that overlap or,
 * of laws that remember, which stay with the material, over fixed points; and of the sheet's ends,
 * at which the law acts as a whole. Adds what acts, and powers, but for what waits. */
void quire_line_contact(const struct scatter *c, const struct quire_piece_meeting *m,
                        const struct quire_candidates *nodes, struct quire_stretches *waits);

/* What of a list may touch a piece of the tips of bristles. */
struct quire_candidates quire_bristle_places(const struct scatter *c,
                                             const struct quire_candidates *nodes);

/* What a law's place at a point of the span around a node, or (point < 0) at the end there, sees of
 * pieces of guides on one face of the sheet, where that is deeper than `in`. The lists of what is
 * near must be those of the nodes. */
void quire_point_gap_at(const struct scatter *c, const struct quire_contact_law *law, int node,
                        int point, int face, struct quire_normal_in *in);

#endif
