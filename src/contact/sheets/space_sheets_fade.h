/* Two sheets in space whose share changes where they touch, over an end of one or beside its side
 * edges. Energy is stored with the share, so they push each other by the slope of what they store.
 * Derivation with the same letters: doc/theory/stacks.md, 3 and 8. */
#ifndef QUIRE_CONTACT_SHEETS_SPACE_SHEETS_FADE_H
#define QUIRE_CONTACT_SHEETS_SPACE_SHEETS_FADE_H

#include "contact/sheets/space_sheets_joint.h"

/* The share changes with the foot's way along b, with the angle from a's tangent to b's, and with
 * its way across b's cell. */
enum { FADE_ALONG, FADE_TURN, FADE_ACROSS, FADE_WAYS };

/* A foot that moves with the nodes as they are, not scaled as those of the matrix; and how the
 * three change. */
struct joint_fading {
    struct space_place foot;
    struct joint_change way[FADE_WAYS];
    double by[FADE_WAYS]; /* derivatives of the share */
};

QUIRE_INLINE void
fading_of(const struct space_joint *j, struct joint_fading *f)
{
    const quire_v4 none = {0};
    struct space_place *p = &f->foot;

    *p = j->foot;
    move_foot(p, j->axis, j->slides, 1);
    f->way[FADE_ALONG] = (struct joint_change){p->s, none};
    f->way[FADE_TURN] =
        (struct joint_change){along_foot(p, j->at_b.pair, 1, p->xss, p->xse), -j->at_a.pair};
    f->way[FADE_ACROSS] = (struct joint_change){p->t, none};
    f->by[FADE_ALONG] = j->part.by_slide;
    f->by[FADE_TURN] = j->part.by_turn;
    f->by[FADE_ACROSS] = j->by_cell;
}

QUIRE_INLINE struct joint_change
change_by_fading(const struct joint_fading *f)
{
    return mix_changes(
        1, mix_changes(f->by[FADE_ALONG], f->way[FADE_ALONG], f->by[FADE_TURN], f->way[FADE_TURN]),
        f->by[FADE_ACROSS], f->way[FADE_ACROSS]);
}

/* Adds to the nodes' forces `by` times what a change counts them with. */
QUIRE_INLINE void
push_change(const struct space_joint *j, double by, const struct joint_change *x)
{
    const struct space_scatter a = scatter_of(j, j->a), b = scatter_of(j, j->b);
    const struct space_action on_a = {-by * x->foot.p, x->own, by},
                              on_b = {by * x->foot.p, x->foot.s, by};
    struct space_place across = j->foot;

    add_action(&a, &j->on, &on_a, 2, a.force);
    add_action(&b, &j->foot, &on_b, 2, b.force);
    memcpy(across.c, across.e, sizeof across.c);
    add_action(&b, &across, &(struct space_action){.force = by * x->foot.e}, 2, b.force);
}

QUIRE_INLINE void
push_joint_fading(struct space_joint *j)
{
    struct joint_fading f;

    j->fades = share_varies(&j->part) || j->by_cell < 0 || j->by_cell > 0;
    if (j->fades) {
        j->stored = stored_by_law(j->state, &j->m);
        fading_of(j, &f);
        const struct joint_change all = change_by_fading(&f);
        push_change(j, -j->stored, &all);
    }
}

/* ---- derivatives ---- */

/* How a quantity changes, also by b's second derivatives: twice along, and along and across. */
struct fade_change {
    struct joint_change by;
    quire_v4 along, across;
};

/* How it counts a's nodes, before the weights across, and b's: in the order station, column,
 * component. */
enum { OF_FIRST = 9, OF_BOTH = 28 }; /* whole vectors; the last is 0 */
struct node_change {
    double of[OF_BOTH];
};

QUIRE_INLINE struct node_change
change_of_nodes(const struct space_joint *j, const struct fade_change *x)
{
    const struct space_place *on = &j->on, *foot = &j->foot;
    const struct gradient *g = &x->by.foot;
    struct node_change c;

    c.of[OF_BOTH - 1] = 0;
    for (int k = 0; k < 3; k++) {
        const quire_v4 a = on->d[k] * x->by.own - on->b[k] * g->p,
                       here = foot->b[k] * g->p + (foot->d[k] * g->s + foot->dd[k] * x->along),
                       beside = foot->b[k] * g->e + foot->d[k] * x->across;
        for (int r = 0; r < 3; r++) {
            c.of[3 * k + r] = a[r];
            for (int m = 0; m < 2; m++) {
                c.of[OF_FIRST + 6 * k + 3 * m + r] = foot->c[m] * here[r] + foot->e[m] * beside[r];
            }
        }
    }
    return c;
}

/* What the matrix is to lose: how the forces on all nodes change, column by column. */
struct fade_matrix {
    const struct space_joint *j;
    double of[OF_BOTH][OF_BOTH];
};

/* forces with `force` as `cause` changes */
QUIRE_INLINE void
begin_matrix(struct fade_matrix *to, const struct fade_change *force,
             const struct fade_change *cause)
{
    const struct node_change u = change_of_nodes(to->j, force), v = change_of_nodes(to->j, cause);

    for (int k = 0; k < OF_BOTH; k++) {
        for (int i = 0; i < OF_BOTH; i++) {
            to->of[k][i] = v.of[k] * u.of[i];
        }
    }
}

/* f (x y' + y x') */
QUIRE_INLINE void
add_both_ways(struct fade_matrix *to, double f, const struct fade_change *x,
              const struct fade_change *y)
{
    const struct node_change u = change_of_nodes(to->j, x), v = change_of_nodes(to->j, y);

    for (int i = 0; i < OF_BOTH; i++) {
        const double by_u = f * u.of[i], by_v = f * v.of[i];
        for (int k = 0; k < OF_BOTH; k++) {
            to->of[i][k] += by_u * v.of[k] + by_v * u.of[k];
        }
    }
}

/* the columns of two nodes of the same station, on this component: first of both */
QUIRE_INLINE double *
fade_column(const struct space_scatter *c, const struct space_place *p, int station, int component)
{
    const struct quire_slabs *slabs = c->slabs;

    return quire_slab_entries(slabs, p->station, p->station, 3 * p->column) + 3 * p->column +
           station * ((ptrdiff_t)slabs->block * slabs->row - slabs->block) +
           (ptrdiff_t)component * slabs->row;
}

QUIRE_INLINE void
take_fade_matrix(const struct fade_matrix *x, struct quire_space_tie *tie)
{
    const struct space_joint *j = x->j;
    const struct space_scatter a = scatter_of(j, j->a), b = scatter_of(j, j->b);
    const double *c = j->on.c;

    for (int i = 0; i < OF_FIRST; i++) {
        const double *first = x->of[i], *second = x->of[i] + OF_FIRST;
        for (int m = 0; m < 2; m++) {
            double *to = a.slabs != NULL ? fade_column(&a, &j->on, i / 3, 3 * m + i % 3) : NULL;
            for (int k = 0; to != NULL && k < 3; k++, to += a.slabs->block) {
                for (int r = 0; r < 3; r++) {
                    to[r] -= c[m] * c[0] * first[3 * k + r];
                    to[3 + r] -= c[m] * c[1] * first[3 * k + r];
                }
            }
        }
        for (int k = 0; k < 18; k++) {
            tie->by_first[k][i] -= second[k];
        }
    }
    for (int i = 0; i < 18; i++) {
        const double *first = x->of[OF_FIRST + i], *second = first + OF_FIRST;
        double *to = b.slabs != NULL ? fade_column(&b, &j->foot, i / 6, i % 6) : NULL;
        for (int k = 0; to != NULL && k < 3; k++, to += b.slabs->block) {
            for (int r = 0; r < 6; r++) {
                to[r] -= second[6 * k + r];
            }
        }
        for (int k = 0; k < OF_FIRST; k++) {
            tie->by_second[k][i] -= first[k];
        }
    }
}

/* u . how b's place, its derivative along and that across change as its foot moves too */
QUIRE_INLINE struct joint_change
moves(const struct space_place *p, quire_v4 u)
{
    const quire_v4 none = {0};

    return (struct joint_change){along(p, u, u, p->xs, p->xe), none};
}

QUIRE_INLINE struct joint_change
moves_along(const struct space_place *p, quire_v4 u)
{
    const quire_v4 none = {0};

    return (struct joint_change){along_foot(p, u, 1, p->xss, p->xse), none};
}

QUIRE_INLINE struct joint_change
moves_across(const struct space_place *p, quire_v4 u)
{
    const quire_v4 none = {0};
    struct joint_change c = {scaled(dot3(u, p->xse), p->s), none};

    c.foot.e += u;
    return c;
}

/* The foot's own ways change: `by` times the second derivatives of both conditions that place it,
 * along the cut and in its plane. */
QUIRE_INLINE void
bend_ways(const struct space_joint *j, const struct joint_fading *f, double by,
          struct fade_matrix *to)
{
    const struct space_place *p = &f->foot;
    const quire_v4 z = j->axis, pair = j->at_b.pair;
    const double as = dot3(z, p->xs), ae = dot3(z, p->xe), ase = dot3(z, p->xse);
    const quire_v4 cut = ae * p->xs - as * p->xe;
    const double turn = f->by[FADE_TURN], by_s = f->by[FADE_ALONG] + turn * dot3(pair, p->xss),
                 by_e = f->by[FADE_ACROSS] + turn * dot3(pair, p->xse);
    double along_cut = 0, in_plane = by_e / ae;

    if (j->slides) {
        const double cut_s =
                         dot3(p->xs, cut) + dot3(p->x, (ae * p->xss + ase * p->xs) -
                                                           (as * p->xse + dot3(z, p->xss) * p->xe)),
                     cut_e = dot3(p->xe, cut) + dot3(p->x, ae * p->xse - ase * p->xe);
        along_cut = (by_s - by_e * as / ae) / (cut_s - cut_e * as / ae);
        in_plane -= along_cut * cut_e / ae;
    }
    const quire_v4 w = -in_plane * z - along_cut * cut,
                   by_along = turn * pair - along_cut * (ae * p->x - dot3(p->x, p->xe) * z),
                   by_across = -along_cut * (dot3(p->x, p->xs) * z - as * p->x);
    const struct fade_change s = {.by = f->way[FADE_ALONG]}, e = {.by = f->way[FADE_ACROSS]},
                             with_s = {.by = mix_changes(1, moves_along(p, w),
                                                         -0.5 * dot3(w, p->xss), s.by),
                                       .along = by_along,
                                       .across = by_across},
                             with_e = {
                                 .by = mix_changes(1, moves_across(p, w), -dot3(w, p->xse), s.by),
                                 .across = by_along};

    add_both_ways(to, by, &s, &with_s);
    add_both_ways(to, by, &e, &with_e);
    if (!j->slides) {
        return;
    }
    const struct fade_change x[4] = {{.by = moves_across(p, z)},
                                     {.by = moves_along(p, z)},
                                     {.by = moves(p, (quire_v4){1, 0, 0, 0})},
                                     {.by = moves(p, (quire_v4){0, 1, 0, 0})}},
                             y[4] = {
                                 {.by = mix_changes(-1, moves(p, p->xs), -1, moves_along(p, p->x))},
                                 {.by = mix_changes(1, moves(p, p->xe), 1, moves_across(p, p->x))},
                                 {.by = mix_changes(-ae, moves_along(p, (quire_v4){1, 0, 0, 0}), as,
                                                    moves_across(p, (quire_v4){1, 0, 0, 0}))},
                                 {.by = mix_changes(-ae, moves_along(p, (quire_v4){0, 1, 0, 0}), as,
                                                    moves_across(p, (quire_v4){0, 1, 0, 0}))}};
    for (int i = 0; i < 4; i++) {
        add_both_ways(to, by * along_cut, x + i, y + i);
    }
}

/* the angle between both tangents changes as these turn and grow longer */
QUIRE_INLINE void
bend_turns(const struct space_joint *j, const struct joint_fading *f, double by,
           struct fade_matrix *to)
{
    const quire_v4 none = {0};
    const struct gradient still = {none, none, none};
    const struct fade_change b = {.by = moves_along(&f->foot, j->at_b.steep)},
                             turns_b = {.by = moves_along(&f->foot, j->at_b.pair)},
                             a = {.by = {still, j->at_a.steep}},
                             turns_a = {.by = {still, j->at_a.pair}};

    add_both_ways(to, -by * f->by[FADE_TURN] * j->at_b.q, &b, &turns_b);
    add_both_ways(to, by * f->by[FADE_TURN] * j->at_a.q, &a, &turns_a);
}

/* as the share's own derivatives change */
QUIRE_INLINE void
bend_share(const struct space_joint *j, const struct joint_fading *f, double by,
           struct fade_matrix *to)
{
    const struct shared *part = &j->part;
    const struct joint_change *way = f->way;
    const struct fade_change s = {.by = way[FADE_ALONG]}, turn = {.by = way[FADE_TURN]},
                             with_s = {.by = mix_changes(
                                           1,
                                           mix_changes(0.5 * part->by_slides, way[FADE_ALONG],
                                                       part->by_slide_turn, way[FADE_TURN]),
                                           j->by_part * part->by_slide, way[FADE_ACROSS])},
                             with_turn = {.by = mix_changes(0.5 * part->by_turns, way[FADE_TURN],
                                                            j->by_part * part->by_turn,
                                                            way[FADE_ACROSS])};

    add_both_ways(to, by, &s, &with_s);
    add_both_ways(to, by, &turn, &with_turn);
}

/* How what the share pushes changes: the law stores more, and the share's slope is another. */
QUIRE_INLINE void
derive_joint_fading(const struct space_joint *j, struct quire_space_tie *tie)
{
    const quire_v4 none = {0};
    const double by = -j->cq * j->stored;
    struct fade_matrix to;
    struct joint_fading f;

    fading_of(j, &f);
    const struct space_place *p = &f.foot;
    const quire_v4 rise = (-j->cq * j->laws.no.elastic) * j->n;
    to.j = j;
    begin_matrix(&to, &(struct fade_change){.by = change_by_fading(&f)},
                 &(struct fade_change){.by = {along(p, rise, rise, p->xs, p->xe), none}});
    bend_ways(j, &f, by, &to);
    if (share_varies(&j->part)) {
        bend_share(j, &f, by, &to);
        bend_turns(j, &f, by, &to);
    }
    take_fade_matrix(&to, tie);
}

#endif
