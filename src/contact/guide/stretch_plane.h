/* What acts on a planar sheet's stretches, to its nodes and to a gate, and what is noted of it. */
#ifndef QUIRE_CONTACT_GUIDE_STRETCH_PLANE_H
#define QUIRE_CONTACT_GUIDE_STRETCH_PLANE_H

#include "contact/guide/stretch_forces.h"

static const enum quire_places stretch_family = QUIRE_PLACES_SPANS;

/* where it is found is seen from the gate */
QUIRE_INLINE void
record_in_axes(const struct stretch_pack *g, const struct stretch_place *at, int lane,
               struct quire_touch *seen)
{
    const struct quire_frame *frame = g->party.frame;

    (void)at;
    (void)lane;
    if (frame != NULL) {
        const double there[2] = {seen->x, seen->y};
        double out[2];
        quire_gate_out(frame->gate, frame->pose, there, out);
        seen->x = out[0];
        seen->y = out[1];
    }
}

QUIRE_INLINE void
note_hold(const struct stretch_pack *g, int lane, const struct quire_slide *slide)
{
    quire_places_hold_on(g->c->state, QUIRE_PLACES_SPANS, lane, slide);
}

/* ---- on a gate ---- */

QUIRE_INLINE bool
pack_swings(const struct stretch_pack *g)
{
    return swings(g->party.frame);
}

/* What a place changes by as velocities turn with a pivot that a spring holds. `all`: of those that
 * press together. */
static QUIRE_CLONES void
add_swing(const struct stretch_place *g, double cq, struct stretch_pressing *all,
          struct stretch_sums *to)
{
    const struct place *p = &g->p;
    struct place_way way = rigid_swing(p, &g->gate.way, g->gate.rate, cq);

    if (g->presses > 0) {
        way.press = all->swing / quire_select4(p->on, all->share, quire_all4(1));
    }
    const struct place_change c = place_respond(p, &way, false);
    all->swing += c.total;
    add_stretch_forces(&g->on, c.f, times(c.moment_a, p->a.pair), to);
}

/* on the first, the middle and the last node */
QUIRE_INLINE void
node_forces(const struct stretch_sums *s, struct flat to[3])
{
    to[0] = s->outer[0];
    to[1] = minus(s->all, plus(s->outer[0], s->outer[1]));
    to[2] = s->outer[1];
}

QUIRE_INLINE void
push_on_nodes(const struct stretch_pack *g, quire_mask4 on, const struct stretch_sums *s)
{
    push_stretches(&g->at, on, s, g->c->fx, g->c->fy);
    if (g->party.frame != NULL) {
        struct flat f[3];
        node_forces(s, f);
        push_gate(g->c->state, g->party.frame,
                  quire_sum4(quire_where4(on, along_gate(&g->party, f))));
    }
}

static QUIRE_CLONES void
couple_stretches(const struct stretch_pack *g, const quire_mask4 *on,
                 const struct stretch_sums *force, const struct stretch_sums *swing,
                 const struct stretch_matrix *m)
{
    struct flat f[3], swung[3] = {{{0}, {0}}, {{0}, {0}}, {{0}, {0}}}, row[3], column[3];

    node_forces(force, f);
    if (pack_swings(g)) {
        node_forces(swing, swung);
    }
    gate_rows(&g->party, g->c->cq, f, swung, m->block, row, column);
    couple_gate(g->c->state, &g->party, g->c->sheet, g->at.node, *on, row, column);
}

#endif
