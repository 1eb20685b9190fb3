/* Stretches of a planar sheet on a gate: the gate is a party with one coordinate, its way. It moves
 * the sheet backwards past itself, and turns what acts: so all that it needs follows from the
 * forces on the nodes, and from their blocks. doc/theory/gates.md, 6 */
#ifndef QUIRE_CONTACT_GUIDE_STRETCH_GATE_H
#define QUIRE_CONTACT_GUIDE_STRETCH_GATE_H

#include "contact/guide/stretch_forces.h"
#include "contact/law/couplings.h"

/* what is recorded of touches is turned out of the gate's axes with all that touches there */
static inline void
record_on_gate(const struct stretch_pack *g, struct quire_touch *touch)
{
    if (g->frame != NULL) {
        const struct quire_gate_pose back = {.cos = g->frame->pose->cos,
                                             .sin = -g->frame->pose->sin};
        quire_gate_turn(&back, touch->normal);
        quire_gate_turn(&back, touch->tangent);
    }
}

/* Whether it is a pivot that a spring holds: then the sheet's velocities turn with its way, beyond
 * what the sheet moved backwards does. */
QUIRE_INLINE bool
swings(const struct stretch_pack *g)
{
    return g->frame != NULL && g->frame->v >= 0 && g->frame->gate->turns;
}

/* What that does to a place. `all`: of those that press together. */
QUIRE_INLINE void
add_swing(const struct stretch_place *g, double cq, struct stretch_pressing *all,
          struct stretch_sums *to)
{
    const struct place *p = &g->p;
    const quire_v4 turn = quire_all4(-cq), one = quire_all4(1), spin = quire_all4(g->gate.rate);
    const struct flat u = mix(one, p->u, spin, g->gate.way.j),
                      rate = mix(one, p->a.rate, spin, left(p->a.t));
    struct place_way way = {.u = times(turn, left(u)), .rate = {times(turn, left(rate))}};

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

QUIRE_INLINE quire_v4
along_way(const struct stretch_pack *g, const struct flat f[3])
{
    return dot(g->j[0], f[0]) + dot(g->j[1], f[1]) + dot(g->j[2], f[2]);
}

/* What acts on the gate itself: against the sheet, and its drive's power. */
QUIRE_INLINE void
push_gate(const struct stretch_pack *g, quire_mask4 on, const struct stretch_sums *s)
{
    struct quire_state *st = g->c->state;
    struct flat f[3];

    node_forces(s, f);
    const double pushed = quire_sum4(quire_where4(on, along_way(g, f)));
    if (g->frame->v >= 0) {
        st->force[g->frame->v] -= pushed;
    } else {
        st->power.drives += g->frame->pose->rate * pushed;
    }
}

/* Rows of the nodes by the gate's way, and its row by the nodes. */
QUIRE_INLINE void
gate_rows(const struct stretch_pack *g, const struct stretch_sums *force,
          const struct stretch_sums *swing, const struct stretch_matrix *m, struct flat row[3],
          struct flat column[3])
{
    struct flat f[3], swung[3] = {{{0}, {0}}, {{0}, {0}}, {{0}, {0}}};
    const quire_v4 turn = quire_all4(g->frame->gate->turns ? -g->c->cq : 0);

    node_forces(force, f);
    if (swings(g)) {
        node_forces(swing, swung);
    }
    for (int i = 0; i < 3; i++) {
        row[i] = mix(quire_all4(1), swung[i], turn, left(f[i]));
        column[i] = times(turn, left(f[i]));
        for (int k = 0; k < 3; k++) {
            const quire_v4 *by = m->block[i][k], *of = m->block[k][i];
            const struct flat j = g->j[k];
            row[i] =
                minus(row[i], (struct flat){by[0] * j.x + by[1] * j.y, by[2] * j.x + by[3] * j.y});
            column[i] = minus(column[i],
                              (struct flat){of[0] * j.x + of[2] * j.y, of[1] * j.x + of[3] * j.y});
        }
    }
}

/* Couples it to the nodes. */
QUIRE_INLINE void
couple_gate(const struct stretch_pack *g, quire_mask4 on, const struct stretch_sums *force,
            const struct stretch_sums *swing, const struct stretch_matrix *m)
{
    struct quire_state *st = g->c->state;
    const int small = g->frame->gate->small, first = st->system->small[small].first;
    struct flat row[3], column[3];

    gate_rows(g, force, swing, m, row, column);
    quire_dense_row(st, first)[first] -= quire_sum4(quire_where4(on, along_way(g, row)));
    for (int k = 0; k < g->s->n; k++) {
        struct quire_coupling *to =
            on[k] != 0 ? empty_coupling(st, small, g->c->sheet, g->at.node[k]) : NULL;
        for (int i = 0; to != NULL && i < 3; i++) {
            to->row[2 * i][0] = row[i].x[k];
            to->row[2 * i + 1][0] = row[i].y[k];
            to->column[0][2 * i] = column[i].x[k];
            to->column[0][2 * i + 1] = column[i].y[k];
        }
    }
}

#endif
