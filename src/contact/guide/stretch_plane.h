/* What acts on a planar sheet's stretches, to its nodes, and what is noted of it. */
#ifndef QUIRE_CONTACT_GUIDE_STRETCH_PLANE_H
#define QUIRE_CONTACT_GUIDE_STRETCH_PLANE_H

#include "contact/guide/stretch_gate.h"

static const enum quire_places stretch_family = QUIRE_PLACES_SPANS;

QUIRE_INLINE void
record_in_axes(const struct stretch_pack *g, const struct stretch_place *at, int lane,
               struct quire_touch *seen)
{
    (void)at;
    (void)lane;
    record_on_gate(g, seen);
}

QUIRE_INLINE void
note_hold(const struct stretch_pack *g, int lane, const struct quire_slide *slide)
{
    quire_places_hold_on(g->c->state, QUIRE_PLACES_SPANS, lane, slide);
}

QUIRE_INLINE void
push_on_nodes(const struct stretch_pack *g, quire_mask4 on, const struct stretch_sums *s)
{
    push_stretches(&g->at, on, s, g->c->fx, g->c->fy);
    if (g->frame != NULL) {
        push_gate(g, on, s);
    }
}

#endif
