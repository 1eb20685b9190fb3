/* Where sheets touch the pieces of guides: along the curve, or, where laws remember, at fixed
 * points of it. doc/theory/contact-kernel.md, 6. */
#include <math.h>

#include "contact/guide/contact.h"
#include "contact/guide/contact_line.h"
#include "contact/touch/columns.h"
#include "contact/touch/lanes.h"
#include "contact/touch/places.h"

/* The law of both faces of the sheet, NULL: they differ, or one touches nothing; and whether places
 * are evaluated one by one for other reasons than friction that holds on. */
QUIRE_INLINE const struct quire_contact_law *
common_law(const struct scatter *c, const struct quire_guide *guide)
{
    const int *index = guide->law + 2 * c->sheet;

    return index[0] == index[1] && index[0] >= 0 ? c->state->system->law + index[0] : NULL;
}

QUIRE_INLINE bool
has_matrix(const struct scatter *c)
{
    return c->column != NULL ? c->column->slabs != NULL : c->band != NULL;
}

QUIRE_INLINE bool
is_evaluated_alone(const struct scatter *c, const struct quire_guide *guide,
                   const struct quire_contact_law *law)
{
    return law == NULL || guide->reach > 0 || (c->state->record && has_matrix(c)) ||
           (c->column != NULL &&
            (law->deepest < HUGE_VAL || c->column->tilted != NULL || c->column->rib != NULL));
}

QUIRE_INLINE struct quire_piece_meeting
meet(const struct scatter *c, const struct quire_face *face)
{
    const struct quire_guide *guide = c->state->system->guide + face->guide;
    const struct quire_contact_law *law = common_law(c, guide);

    const bool alone = is_evaluated_alone(c, guide, law), holds = !alone && quire_law_holds(law);

    return (struct quire_piece_meeting){face, guide, law, alone || holds,
                                        holds && c->column == NULL && !(law->deepest < HUGE_VAL)};
}

QUIRE_CLONES void
quire_face_contacts(const struct scatter *c)
{
    struct quire_state *st = c->state;
    const struct quire_system *sys = st->system;
    struct quire_sheet_work *w = c->work;
    const quire_v4 zero = {0};
    struct lane_powers powers = {zero, zero, zero, zero};
    struct quire_stretches waits = {.c = c};

    for (int k = 0; k < w->n_close; k++) {
        const struct quire_candidates *nodes = w->close + k;
        const struct quire_face *face = sys->face + nodes->target;
        const struct quire_piece_meeting m = meet(c, face);
        if ((c->column != NULL || c->frame != NULL) &&
            quire_guide_remembers(sys, m.guide, c->sheet)) {
            quire_point_contact(c, &m, nodes);
        } else {
            quire_line_contact(c, &m, nodes, &waits, &powers);
        }
    }
    quire_stretches_end(&waits);
    add_powers(&st->power, &powers);
}
