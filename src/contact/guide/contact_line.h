/* A sheet's curve along a piece of a guide. */
#ifndef QUIRE_CONTACT_GUIDE_CONTACT_LINE_H
#define QUIRE_CONTACT_GUIDE_CONTACT_LINE_H

#include "contact/touch/lanes.h"

/* A piece of a guide as a sheet meets it. */
struct quire_piece_meeting {
    const struct quire_face *face;
    const struct quire_guide *guide;
    /* of both faces of the sheet; NULL: they differ, or one touches nothing */
    const struct quire_contact_law *law;
    /* each place is a case of its own: laws differ, or something is recorded */
    bool alone;
};

/* Contact of the spans around the nodes of a list, integrated over the stretches that overlap, and
 * of the sheet's ends, at which the law acts as a whole. For laws that remember nothing. Adds what
 * acts, and powers. */
void quire_line_contact(const struct scatter *c, const struct quire_piece_meeting *m,
                        const struct quire_candidates *nodes, struct lane_powers *powers);

#endif
