/* A gate on which planar sheets have places, four of them side by side: a party with one
 * coordinate, its way. It moves the sheet backwards past itself, and turns what acts; so all that
 * it needs follows from the forces on nodes, and from their blocks, with the axes as they are.
 * doc/theory/gates.md, 6 */
#ifndef QUIRE_CONTACT_TOUCH_GATE_PARTY_H
#define QUIRE_CONTACT_TOUCH_GATE_PARTY_H

#include "contact/law/couplings.h"
#include "contact/place/rigid.h"
#include "contact/touch/station.h"
#include "state/gate_pose.h"

struct gate_party {
    const struct quire_frame *frame; /* NULL: it is no gate */
    struct flat j[3];                /* by which its way moves its material at the nodes */
};

/* What is kept of it with a place. */
struct place_gate {
    struct rigid way;
    double rate;
    int v; /* place of its rate in V; -1: a drive moves it */
};

/* a vector of the gate's axes as it is */
QUIRE_INLINE struct flat
turned_out(const struct quire_gate_pose *pose, struct flat a)
{
    return mix(quire_all4(pose->cos), a, quire_all4(pose->sin), left(a));
}

/* by which the gate's way moves its material at a place of these axes */
QUIRE_INLINE struct flat
gate_moves(const struct quire_gate *gate, struct flat at)
{
    const struct flat own = {quire_all4(gate->at[0]), quire_all4(gate->at[1])};

    return gate->turns ? left(minus(at, own)) : own;
}

QUIRE_INLINE struct place_gate
place_on_gate(const struct quire_frame *frame, struct flat j)
{
    return (struct place_gate){.way = {.j = j, .turns = frame->gate->turns ? 1 : 0},
                               .rate = frame->pose->rate,
                               .v = frame->v};
}

/* Whether it is a pivot that a spring holds: then the sheet's velocities turn with its way, beyond
 * what the sheet moved backwards does. */
QUIRE_INLINE bool
swings(const struct quire_frame *frame)
{
    return frame != NULL && frame->v >= 0 && frame->gate->turns;
}

/* What pushes the sheet along the gate's way acts against the gate, or is its drive's. */
QUIRE_INLINE void
push_gate(struct quire_state *st, const struct quire_frame *frame, double pushed)
{
    if (frame->v >= 0) {
        st->force[frame->v] -= pushed;
    } else {
        st->power.drives += frame->pose->rate * pushed;
    }
}

QUIRE_INLINE quire_v4
along_gate(const struct gate_party *g, const struct flat f[3])
{
    return dot(g->j[0], f[0]) + dot(g->j[1], f[1]) + dot(g->j[2], f[2]);
}

/* Rows of the nodes by the gate's way, and its row by the nodes: of the forces on these, what of
 * them changes as velocities turn, and their blocks in the matrix. */
QUIRE_INLINE void
gate_rows(const struct gate_party *g, double cq, const struct flat f[3], const struct flat swung[3],
          const quire_v4 block[3][3][4], struct flat row[3], struct flat column[3])
{
    const quire_v4 turn = quire_all4(g->frame->gate->turns ? -cq : 0);

    for (int i = 0; i < 3; i++) {
        column[i] = times(turn, left(f[i]));
        row[i] = plus(swung[i], column[i]);
        for (int k = 0; k < 3; k++) {
            const quire_v4 *by = block[i][k], *of = block[k][i];
            const struct flat j = g->j[k];
            row[i] =
                minus(row[i], (struct flat){by[0] * j.x + by[1] * j.y, by[2] * j.x + by[3] * j.y});
            column[i] = minus(column[i],
                              (struct flat){of[0] * j.x + of[2] * j.y, of[1] * j.x + of[3] * j.y});
        }
    }
}

/* Couples one that a spring holds to the nodes. */
QUIRE_INLINE void
couple_gate(struct quire_state *st, const struct gate_party *g, int sheet, const int node[4],
            quire_mask4 on, const struct flat row[3], const struct flat column[3])
{
    const int small = g->frame->gate->small, first = st->system->small[small].first;

    quire_dense_row(st, first)[first] -= quire_sum4(quire_where4(on, along_gate(g, row)));
    for (int k = 0; k < 4; k++) {
        struct quire_coupling *to = on[k] != 0 ? empty_coupling(st, small, sheet, node[k]) : NULL;
        for (int i = 0; to != NULL && i < 3; i++) {
            to->row[2 * i][0] = row[i].x[k];
            to->row[2 * i + 1][0] = row[i].y[k];
            to->column[0][2 * i] = column[i].x[k];
            to->column[0][2 * i + 1] = column[i].y[k];
        }
    }
}

#endif
