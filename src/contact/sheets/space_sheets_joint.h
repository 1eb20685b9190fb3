/* A touching place of two sheets in space, and how a quantity there changes. */
#ifndef QUIRE_CONTACT_SHEETS_SPACE_SHEETS_JOINT_H
#define QUIRE_CONTACT_SHEETS_SPACE_SHEETS_JOINT_H

#include "contact/sheets/sheet_ends.h"
#include "contact/sheets/space_sheets.h"
#include "contact/touch/space_disc.h"
#include "contact/touch/space_kept.h"

/* How one of the two turns about the axis, z, at the place. */
struct space_turning {
    quire_v4 steep, pair; /* the derivative along, square to the axis; forces of a unit moment */
    double q;             /* 1 / steep^2 */
};

struct joint_sums;

struct space_joint {
    struct quire_state *state;
    int a, b; /* sheets */
    const struct quire_contact_law *law;
    double cq, cv;
    bool matrix;
    struct joint_sums *sums; /* with the matrix, where its derivatives are added up */
    /* of one place */
    const struct space_place *on, *foot; /* of a, seen from nowhere; of b, seen from that */
    struct second part;                  /* share_varies() */
    double by_cell;                      /* of the share, by how far across b's cell its place is */
    double by_part;                      /* of what of the strip is covered, divided by that */
    bool slides, fades;
    quire_v4 axis, n;
    struct space_turning at_a, at_b;
    quire_v4 force;
    double moment_a, moment_b;
    double stored, elastic; /* of the law [J], and of its force [N], where the share fades */
};

struct joint_change {
    struct gradient foot;
    quire_v4 own;
};

/* How the force on a changes along x, y, z; both pairs of forces along x and y, for they act square
 * to the axis. */
struct joint_changes {
    struct joint_change force[3], pair_a[2], pair_b[2];
};

QUIRE_INLINE struct joint_change
mix_changes(double f, struct joint_change x, double g, struct joint_change y)
{
    return (struct joint_change){mix2(f, x.foot, g, y.foot), f * x.own + g * y.own};
}

/* u . (b's derivative along), or of its rate */
QUIRE_INLINE struct gradient
along_foot(const struct space_place *p, quire_v4 u, double c, quire_v4 by_s, quire_v4 by_e)
{
    struct gradient g = mix2(dot3(u, by_s), p->s, dot3(u, by_e), p->t);

    g.s += c * u;
    return g;
}

/* what of the law there is over both ends of `other`, its foot at s in the piece around node i */
QUIRE_INLINE void
fade_over_ends(const struct quire_sheet *one, const struct quire_sheet *other, int i, double s,
               const struct space_turning *a, const struct space_turning *b, struct second *part)
{
    const struct way way = way_along(other, i, s);
    const double q = a->q * b->q, across = a->steep[0] * b->steep[1] - a->steep[1] * b->steep[0],
                 along = dot3(a->steep, b->steep);

    fade_at_end(one, beyond_trail(way), q, across, along, part);
    fade_at_end(one, beyond_lead(way, other), q, across, along, part);
}

/* what friction holds on to at a's place */
QUIRE_INLINE struct quire_law_memory *
grip_on_face(const struct space_joint *j, int face, int place)
{
    const struct quire_sheet *a = j->state->system->sheet + j->a;

    return quire_law_grip(j->state, j->law,
                          a->sheet_grip + face * quire_space_sheet_places(a) + place);
}

QUIRE_INLINE struct space_scatter
scatter_of(const struct space_joint *j, int sheet)
{
    struct quire_state *st = j->state;

    return (struct space_scatter){
        .state = st, .sheet = sheet, .force = st->force + st->system->sheet[sheet].x0};
}

/* a force on a, and the opposite one on b, with their moments */
QUIRE_INLINE void
push_both(const struct space_joint *j)
{
    const struct space_scatter a = scatter_of(j, j->a), b = scatter_of(j, j->b);
    const struct space_action on_a = {j->force, j->at_a.pair, j->moment_a},
                              on_b = {-j->force, j->at_b.pair, j->moment_b};

    add_action(&a, j->on, &on_a, 2, a.force);
    add_action(&b, j->foot, &on_b, 2, b.force);
}

#endif
