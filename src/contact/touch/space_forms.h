/* How what acts at a touching place of two sheets in space changes. Derivation with the same
 * letters: doc/theory/spatial-contact.md. */
#ifndef QUIRE_CONTACT_TOUCH_SPACE_FORMS_H
#define QUIRE_CONTACT_TOUCH_SPACE_FORMS_H

#include "contact/touch/space_place.h"

/* struct motion_change and struct action_change of each part of a gradient */
struct motion_gradient {
    struct gradient overlap, gap, past, across, share, factor;
};

struct action_gradient {
    struct gradient one, total, slip, friction, lateral;
};

QUIRE_INLINE quire_v4 *
part_of(struct gradient *g, int i)
{
    return i == 0 ? &g->p : i == 1 ? &g->s : &g->e;
}

QUIRE_INLINE void
change_part(const struct place_motion *m, const struct place_action *a, struct motion_gradient *d,
            int i, struct action_gradient *out)
{
    const struct motion_change motion = {.overlap = *part_of(&d->overlap, i),
                                         .gap = *part_of(&d->gap, i),
                                         .past = *part_of(&d->past, i),
                                         .across = *part_of(&d->across, i),
                                         .share = *part_of(&d->share, i),
                                         .factor = *part_of(&d->factor, i)};
    const struct action_change c = change_of_action(m, a, true, &motion);

    *part_of(&out->one, i) = c.one;
    *part_of(&out->total, i) = c.total;
    *part_of(&out->slip, i) = c.slip;
    *part_of(&out->friction, i) = c.friction;
    *part_of(&out->lateral, i) = c.lateral;
}

QUIRE_INLINE struct action_gradient
gradient_of_action(const struct place_motion *m, const struct place_action *a,
                   struct motion_gradient d)
{
    struct action_gradient out;

    change_part(m, a, &d, 0, &out);
    change_part(m, a, &d, 1, &out);
    change_part(m, a, &d, 2, &out);
    return out;
}

/* a = J x */
QUIRE_INLINE quire_v4
quarter_turn(quire_v4 x)
{
    return (quire_v4){-x[1], x[0], 0, 0};
}

#endif
