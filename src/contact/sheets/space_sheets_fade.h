/* Two sheets in space whose share changes where they touch, over an end of one or beside its side
 * edges. Energy is stored with the share, so they push each other by the slope of what they store.
 * Derivation with the same letters: doc/theory/stacks.md, 3 and 8. */
#ifndef QUIRE_CONTACT_SHEETS_SPACE_SHEETS_FADE_H
#define QUIRE_CONTACT_SHEETS_SPACE_SHEETS_FADE_H

#include "contact/sheets/space_sheets_joint.h"
#include "contact/sheets/space_sheets_sums.h"

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

    *p = *j->foot;
    move_foot(p, j->axis, j->slides, 1);
    f->way[FADE_ALONG] = (struct joint_change){p->s, none};
    f->way[FADE_TURN] =
        (struct joint_change){along_foot(p, j->at_b.pair, 1, p->xss, p->xse), -j->at_a.pair};
    f->way[FADE_ACROSS] = (struct joint_change){p->t, none};
    f->by[FADE_ALONG] = j->part.d[0];
    f->by[FADE_TURN] = j->part.d[1];
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
    struct space_place across = *j->foot;

    add_action(&a, j->on, &on_a, 2, a.force);
    add_action(&b, j->foot, &on_b, 2, b.force);
    memcpy(across.c, across.e, sizeof across.c);
    add_action(&b, &across, &(struct space_action){.force = by * x->foot.e}, 2, b.force);
}

QUIRE_INLINE void
push_joint_fading(const struct space_joint *j)
{
    struct joint_fading f;

    fading_of(j, &f);
    const struct joint_change all = change_by_fading(&f);
    push_change(j, -j->stored, &all);
}

/* ---- derivatives ---- */

/* How a quantity changes, also by b's second derivatives: twice along, and along and across. */
struct fade_change {
    struct joint_change by;
    quire_v4 along, across;
};

/* The second derivative of the stored energy, which is subtracted from the matrix, is a sum of
 * symmetric products of two vectors. Entries are ordered as in struct joint_sums, without the
 * weights of a's columns. */
enum { FADE_WIDE = SUM_OTHER + SUM_OWN, FADE_PAIRS = 10 };
struct fade_vector {
    double of[FADE_WIDE + 4];
};
struct fade_products {
    const struct space_joint *j;
    int n;
    struct fade_vector force, cause, x[FADE_PAIRS], y[FADE_PAIRS];
};

QUIRE_INLINE void
spread_fade(const struct space_joint *j, double f, const struct fade_change *x, double *to)
{
    const struct space_place *foot = j->foot;
    const struct gradient *g = &x->by.foot;

    for (int k = 0; k < 3; k++) {
        const quire_v4 here =
                           f * (foot->b[k] * g->p + (foot->d[k] * g->s + foot->dd[k] * x->along)),
                       beside = f * (foot->b[k] * g->e + foot->d[k] * x->across);
        quire_store4(to + 6 * k, foot->c[0] * here + foot->e[0] * beside);
        quire_store4(to + 6 * k + 3, foot->c[1] * here + foot->e[1] * beside);
    }
    quire_store4(to + SUM_OTHER, -f * g->p);
    quire_store4(to + SUM_OTHER + 3, f * x->by.own);
}

/* f (x y' + y x') */
QUIRE_INLINE void
add_both_ways(struct fade_products *to, double f, const struct fade_change *x,
              const struct fade_change *y)
{
    spread_fade(to->j, f, x, to->x[to->n].of);
    spread_fade(to->j, 1, y, to->y[to->n].of);
    to->n++;
}

QUIRE_INLINE void
take_from_row(const struct space_joint *j, double by, const double *x, double *row)
{
    const double left = by * j->on->c[0], right = by * j->on->c[1];

    for (int k = 0; k < SUM_OTHER; k++) {
        row[k] -= by * x[k];
    }
    for (int k = 0; k < SUM_OWN; k++) {
        row[SUM_LEFT + k] -= left * x[SUM_OTHER + k];
        row[SUM_RIGHT + k] -= right * x[SUM_OTHER + k];
    }
}

/* row i of the sum of x y' */
QUIRE_INLINE void
sum_pairs(const struct fade_products *x, int i, double *row)
{
    quire_v4 r0 = {0}, r1 = {0}, r2 = {0}, r3 = {0}, r4 = {0}, r5 = {0};

    for (int n = 0; n < x->n; n++) {
        const double by = x->x[n].of[i], *y = x->y[n].of;
        r0 += by * quire_load4(y);
        r1 += by * quire_load4(y + 4);
        r2 += by * quire_load4(y + 8);
        r3 += by * quire_load4(y + 12);
        r4 += by * quire_load4(y + 16);
        r5 += by * quire_load4(y + 20);
    }
    const quire_v4 all[FADE_WIDE / 4] = {r0, r1, r2, r3, r4, r5};
    memcpy(row, all, sizeof all);
}

/* Four rows from i on of what the matrix is to lose. */
QUIRE_INLINE void
fade_rows(const struct fade_products *x, const double pairs[FADE_WIDE][FADE_WIDE], int i,
          double rows[4][FADE_WIDE])
{
    for (int k = 0; k < FADE_WIDE; k += 4) {
        quire_v4 back[4];
        quire_transpose4(back, quire_load4(pairs[k] + i), quire_load4(pairs[k + 1] + i),
                         quire_load4(pairs[k + 2] + i), quire_load4(pairs[k + 3] + i));
        for (int r = 0; r < 4; r++) {
            const quire_v4 both = quire_load4(pairs[i + r] + k) + back[r];
            quire_store4(rows[r] + k, both + x->force.of[i + r] * quire_load4(x->cause.of + k));
        }
    }
}

QUIRE_INLINE void
take_fade_products(const struct fade_products *x, struct joint_sums *sums)
{
    const struct space_joint *j = x->j;
    double pairs[FADE_WIDE][FADE_WIDE], rows[4][FADE_WIDE];

    for (int i = 0; i < FADE_WIDE; i++) {
        sum_pairs(x, i, pairs[i]);
    }
    for (int i = 0; i < FADE_WIDE; i++) {
        const double *row = rows[i % 4];
        if (i % 4 == 0) {
            fade_rows(x, pairs, i, rows);
        }
        if (i < SUM_OTHER) {
            take_from_row(j, 1, row, sums->of[i]);
        } else {
            take_from_row(j, j->on->c[0], row, sums->of[i]);
            take_from_row(j, j->on->c[1], row, sums->of[i + SUM_OWN]);
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
          struct fade_products *to)
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
           struct fade_products *to)
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
           struct fade_products *to)
{
    const struct second *part = &j->part;
    const struct joint_change *way = f->way;
    const struct fade_change s = {.by = way[FADE_ALONG]}, turn = {.by = way[FADE_TURN]},
                             with_s = {.by = mix_changes(
                                           1,
                                           mix_changes(0.5 * part->dd[0], way[FADE_ALONG],
                                                       part->dd[1], way[FADE_TURN]),
                                           j->by_part * part->d[0], way[FADE_ACROSS])},
                             with_turn = {.by = mix_changes(0.5 * part->dd[2], way[FADE_TURN],
                                                            j->by_part * part->d[1],
                                                            way[FADE_ACROSS])};

    add_both_ways(to, by, &s, &with_s);
    add_both_ways(to, by, &turn, &with_turn);
}

/* How what the share pushes changes: the law stores more, and the share's slope is another. */
QUIRE_INLINE void
derive_joint_fading(const struct space_joint *j, struct joint_sums *sums)
{
    const quire_v4 none = {0};
    const double by = -j->cq * j->stored;
    struct fade_products to;
    struct joint_fading f;

    fading_of(j, &f);
    const struct space_place *p = &f.foot;
    const quire_v4 rise = (-j->cq * j->elastic) * j->n;
    to.j = j;
    to.n = 0;
    spread_fade(j, 1, &(struct fade_change){.by = change_by_fading(&f)}, to.force.of);
    spread_fade(j, 1, &(struct fade_change){.by = {along(p, rise, rise, p->xs, p->xe), none}},
                to.cause.of);
    bend_ways(j, &f, by, &to);
    if (share_varies(&j->part)) {
        bend_share(j, &f, by, &to);
        bend_turns(j, &f, by, &to);
    }
    take_fade_products(&to, sums);
}

#endif
