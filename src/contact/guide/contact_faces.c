/* Where sheets touch the pieces of guides: along the curve, or, where laws remember, at fixed
 * points of it. doc/theory/contact-kernel.md, 6. */
#include <math.h>

#include "contact/guide/contact.h"
#include "contact/guide/contact_line.h"
#include "contact/touch/columns.h"
#include "contact/touch/places.h"

/* the law of both faces of the sheet; NULL: they differ, or one touches nothing */
QUIRE_INLINE const struct quire_contact_law *
common_law(const struct scatter *c, const struct quire_guide *guide)
{
    const int *index = guide->law + 2 * c->sheet;

    return index[0] == index[1] && index[0] >= 0 ? c->state->system->law + index[0] : NULL;
}

QUIRE_INLINE struct quire_piece_meeting
meet(const struct scatter *c, const struct quire_face *face)
{
    const struct quire_guide *guide = c->state->system->guide + face->guide;

    return (struct quire_piece_meeting){face, guide, common_law(c, guide)};
}

QUIRE_CLONES void
quire_face_contacts(const struct scatter *c)
{
    const struct quire_system *sys = c->state->system;
    struct quire_sheet_work *w = c->work;
    struct quire_stretches waits = {.c = c};

    for (int k = 0; k < w->n_close; k++) {
        const struct quire_face *face = sys->face + w->close[k].target;
        const struct quire_piece_meeting m = meet(c, face);
        const struct quire_candidates *nodes = w->close + k;
        struct quire_candidates spans;
        if (m.guide->bristles) {
            spans = quire_bristle_places(c, nodes);
            nodes = &spans;
        }
        quire_line_contact(c, &m, nodes, &waits);
    }
    quire_stretches_end(&waits);
}
