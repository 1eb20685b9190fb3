/* What places of two sheets do to their nodes, and to the matrix. doc/theory/stacks.md, 2 and 3 */
#ifndef QUIRE_CONTACT_SHEETS_SHEETS_FORCES_H
#define QUIRE_CONTACT_SHEETS_SHEETS_FORCES_H

#include "contact/sheets/sheets_places.h"
#include "state/room.h"

/* ---- shares that fade ---- */

/* Forces -U grad(share): on a's place past b's and on either direction. */
struct fade_forces {
    struct flat w, a, b;
};

/* by how much b's direction turns for each parameter of its curve */
QUIRE_INLINE quire_v4
turns_along(const struct sheets_place *g)
{
    return dot(g->p.b.pair, g->bent);
}

/* the share by the parameter, b's direction turning with it */
QUIRE_INLINE quire_v4
share_along(const struct sheets_place *g)
{
    return g->fade.d[0] + g->fade.d[1] * turns_along(g);
}

QUIRE_INLINE struct fade_forces
fade_forces(const struct sheets_place *g)
{
    const struct sheets_fade *f = &g->fade;
    const quire_v4 slide = -f->stored * share_along(g) * g->per, turn = f->stored * f->d[1];

    return (struct fade_forces){times(slide, g->p.b.t), times(turn, g->p.a.pair),
                                mix(slide, g->w, -turn, g->p.b.pair)};
}

/* A way of both sheets: as struct place_way with the slide in it; of b's parameter, and of its
 * second derivative. */
struct sheets_way {
    struct place_way way;
    quire_v4 slide, turn;
    struct flat bent;
};

/* the share changes with the way, too */
QUIRE_INLINE void
finish_way(const struct sheets_place *g, struct sheets_way *s)
{
    const struct place *p = &g->p;

    s->turn = dot(p->b.pair, s->way.t[1]) - dot(p->a.pair, s->way.t[0]);
    s->way.share = p->fades ? g->fade.d[0] * s->slide + g->fade.d[1] * s->turn : (quire_v4){0};
}

QUIRE_INLINE struct fade_forces
fade_respond(const struct sheets_place *g, const struct sheets_way *s)
{
    const struct sheets_fade *f = &g->fade;
    const struct flat tb = g->p.b.t, w = s->way.w, t = s->way.t[1];
    const quire_v4 one = quire_all4(1), stored = -f->elastic * dot(g->p.n, w);
    const quire_v4 by_slide = f->dd[0] * s->slide + f->dd[1] * s->turn,
                   by_turn = f->dd[1] * s->slide + f->dd[2] * s->turn,
                   turns = dot(pair_by(&g->p.b, t), g->bent) + dot(g->p.b.pair, s->bent),
                   along = by_slide + turns_along(g) * by_turn + f->d[1] * turns,
                   per = -g->per * g->per * (2 * dot(tb, t) - dot(w, g->bent) - dot(g->w, s->bent));
    const quire_v4 slide = -f->stored * share_along(g),
                   d_slide = -stored * share_along(g) - f->stored * along,
                   push = d_slide * g->per + slide * per, turn = f->stored * f->d[1],
                   d_turn = stored * f->d[1] + f->stored * by_turn;
    const struct flat pair_b = mix(d_turn, g->p.b.pair, turn, pair_by(&g->p.b, t));

    return (struct fade_forces){
        mix(push, tb, slide * g->per, t),
        mix(d_turn, g->p.a.pair, turn, pair_by(&g->p.a, s->way.t[0])),
        mix(one, mix(push, g->w, slide * g->per, w), quire_all4(-1), pair_b)};
}

/* ---- forces ---- */

/* what acts on a's place, and on either direction */
QUIRE_INLINE struct fade_forces
all_forces(const struct sheets_place *g)
{
    const struct place *p = &g->p;
    struct fade_forces all = {p->f, times(p->moment_a, p->a.pair), times(p->moment_b, p->b.pair)};

    if (p->fades) {
        const struct fade_forces f = fade_forces(g);
        all = (struct fade_forces){plus(all.w, f.w), plus(all.a, f.a), plus(all.b, f.b)};
    }
    return all;
}

QUIRE_INLINE void
spread_on_sheets(const struct sheets_place *g, const struct fade_forces *f, const bool moves[2],
                 double *ax, double *ay, double *bx, double *by)
{
    quire_v4 a[2][3], b[2][3];

    for (int i = 0; i < 3; i++) {
        a[0][i] = g->on.b[i] * f->w.x + g->on.d[i] * f->a.x;
        a[1][i] = g->on.b[i] * f->w.y + g->on.d[i] * f->a.y;
        b[0][i] = g->foot.d[i] * f->b.x - g->foot.b[i] * f->w.x;
        b[1][i] = g->foot.d[i] * f->b.y - g->foot.b[i] * f->w.y;
    }
    if (moves[0]) {
        push_nodes(&g->on, g->p.on, ax, a[0]);
        push_nodes(&g->on, g->p.on, ay, a[1]);
    }
    if (moves[1]) {
        push_nodes(&g->foot, g->p.on, bx, b[0]);
        push_nodes(&g->foot, g->p.on, by, b[1]);
    }
}

QUIRE_INLINE void
push_places(const struct sheets_pair *pair, const struct sheets_place *g)
{
    static const bool both[2] = {true, true};
    const struct fade_forces all = all_forces(g);

    spread_on_sheets(g, &all, both, pair->a->at.fx, pair->a->at.fy, pair->b->at.fx, pair->b->at.fy);
}

/* ---- derivatives ---- */

/* Forms, and what goes to b's nodes by the second derivatives of their weights as the place slides;
 * c: by b's second derivative, where the share fades. */
struct sheets_forms {
    struct forms by;
    quire_v4 dd_w[4], dd_b[4];
    quire_v4 f_c[4], a_c[4], b_c[4];
};

/* what moves for each parameter of b's curve */
QUIRE_INLINE struct place_way
way_along_curve(const struct sheets_place *g)
{
    static const struct flat still;

    return (struct place_way){.w = times(quire_all4(-1), g->p.b.t),
                              .u = times(quire_all4(-1), g->p.b.rate),
                              .t = {still, g->bent},
                              .rate = {still, g->bent_rate}};
}

QUIRE_INLINE void
smooth_forms(const struct sheets_place *g, double cq, double cv, struct sheets_forms *to)
{
    const struct place_slide slide = {times(cq * g->per, g->p.b.t), times(cq * g->per, g->w)};
    const struct place_way along = way_along_curve(g);

    place_forms(&g->p, cq, cv, true, &to->by);
    add_sliding(&g->p, 1, &along, &slide, &to->by, to->dd_w, to->dd_b);
}

QUIRE_INLINE void
set_column(quire_v4 block[4], int k, struct flat column)
{
    block[k] = column.x;
    block[2 + k] = column.y;
}

/* The same one way after the other, where shares fade: a's place, both directions, b's second
 * derivative, along x and y each. */
static inline void
fading_forms(const struct sheets_place *g, double cq, double cv, struct sheets_forms *to)
{
    enum { BY_W, BY_A, BY_B, BY_BENT, WAYS };
    const struct place *p = &g->p;
    const struct fade_forces all = all_forces(g);
    quire_v4 *const f[] = {to->by.f_w, to->by.f_a, to->by.f_b, to->f_c},
                    *const a[] = {to->by.a_w, to->by.a_a, to->by.a_b, to->a_c},
                    *const b[] = {to->by.b_w, to->by.b_a, to->by.b_b, to->b_c};

    for (int k = 0; k < 2 * WAYS; k++) {
        const int of = k / 2, i = k % 2;
        const struct flat unit = {quire_all4(1 - i), quire_all4(i)},
                          q = times(quire_all4(cq), unit), v = times(quire_all4(cv), unit);
        struct sheets_way s = {.slide = {0}};
        if (of == BY_W) {
            s.slide = g->per * dot(p->b.t, q);
            s.way = (struct place_way){.w = q, .u = v};
        } else if (of == BY_BENT) {
            s.bent = q;
        } else {
            s.slide = of == BY_B ? g->per * dot(g->w, q) : s.slide;
            s.way.t[of == BY_B] = q;
            s.way.rate[of == BY_B] = v;
        }
        s.way.w = mix(quire_all4(1), s.way.w, -s.slide, p->b.t);
        s.way.u = mix(quire_all4(1), s.way.u, -s.slide, p->b.rate);
        s.way.t[1] = mix(quire_all4(1), s.way.t[1], s.slide, g->bent);
        s.way.rate[1] = mix(quire_all4(1), s.way.rate[1], s.slide, g->bent_rate);
        finish_way(g, &s);
        const struct place_change c = place_respond(p, &s.way, true);
        const struct fade_forces d = fade_respond(g, &s);
        set_column(f[of], i, plus(c.f, d.w));
        set_column(a[of], i,
                   plus(mix(c.moment_a, p->a.pair, p->moment_a, pair_by(&p->a, s.way.t[0])), d.a));
        set_column(b[of], i,
                   plus(mix(c.moment_b, p->b.pair, p->moment_b, pair_by(&p->b, s.way.t[1])),
                        mix(quire_all4(1), d.b, -s.slide, all.w)));
        if (of == BY_W || of == BY_B) {
            set_column(of == BY_W ? to->dd_w : to->dd_b, i, times(s.slide, all.b));
        }
    }
}

/* One more tie between nodes of two sheets; NULL when memory runs out. */
static inline struct quire_tie *
new_tie(struct quire_state *st, const struct party *a, int on, const struct party *b, int foot)
{
    if (st->n_tie == st->cap_tie &&
        !quire_room_enlarge(&st->tie, sizeof *st->tie, st->n_tie, &st->cap_tie)) {
        st->failed = true;
        return NULL;
    }
    struct quire_tie *tie = st->tie + st->n_tie++;
    tie->sheet[0] = a->index;
    tie->sheet[1] = b->index;
    tie->node[0] = on;
    tie->node[1] = foot;
    return tie;
}

/* place by place */
struct sheets_blocks {
    quire_v4 f_w[LANES], f_a[LANES], f_b[LANES], a_w[LANES], a_a[LANES], a_b[LANES], b_w[LANES],
        b_a[LANES], b_b[LANES], d_w[LANES], d_b[LANES], f_c[LANES], a_c[LANES], b_c[LANES];
};

QUIRE_INLINE void
part_block(quire_v4 to[LANES], const quire_v4 block[4])
{
    quire_transpose4(to, block[0], block[1], block[2], block[3]);
}

QUIRE_INLINE void
part_forms(const struct sheets_forms *f, bool fades, struct sheets_blocks *to)
{
    part_block(to->f_w, f->by.f_w);
    part_block(to->f_a, f->by.f_a);
    part_block(to->f_b, f->by.f_b);
    part_block(to->a_w, f->by.a_w);
    part_block(to->a_a, f->by.a_a);
    part_block(to->a_b, f->by.a_b);
    part_block(to->b_w, f->by.b_w);
    part_block(to->b_a, f->by.b_a);
    part_block(to->b_b, f->by.b_b);
    part_block(to->d_w, f->dd_w);
    part_block(to->d_b, f->dd_b);
    if (fades) {
        part_block(to->f_c, f->f_c);
        part_block(to->a_c, f->a_c);
        part_block(to->b_c, f->b_c);
    }
}

/* the weights of one place */
struct place_weights {
    double ab[3], ad[3], bb[3], bd[3], dd[3];
};

/* Rows of three nodes of one sheet, by a's place past b's, both directions, and b's second
 * derivative. */
struct place_rows {
    quire_v4 w[3], a[3], b[3], c[3];
};

/* The columns of the three nodes of a, and of b. */
QUIRE_INLINE quire_v4
column_of_a(const struct place_rows *r, const struct place_weights *g, int i, int m)
{
    return g->ab[m] * r->w[i] + g->ad[m] * r->a[i];
}

QUIRE_INLINE quire_v4
column_of_b(const struct place_rows *r, const struct place_weights *g, bool fades, int i, int m)
{
    const quire_v4 smooth = g->bd[m] * r->b[i] - g->bb[m] * r->w[i];

    return fades ? smooth + g->dd[m] * r->c[i] : smooth;
}

QUIRE_INLINE void
put_rows(const struct sheets_pair *pair, const struct sheets_blocks *f,
         const struct sheets_place *g, bool fades, int k)
{
    const struct party *one = pair->a, *other = pair->b;
    struct quire_tie *tie = NULL;
    struct place_weights w;
    struct place_rows a, b;

    for (int i = 0; i < 3; i++) {
        w.ab[i] = g->on.b[i][k];
        w.ad[i] = g->on.d[i][k];
        w.bb[i] = g->foot.b[i][k];
        w.bd[i] = g->foot.d[i][k];
        w.dd[i] = g->dd[i][k];
        a.w[i] = w.ab[i] * f->f_w[k] + w.ad[i] * f->a_w[k];
        a.a[i] = w.ab[i] * f->f_a[k] + w.ad[i] * f->a_a[k];
        a.b[i] = w.ab[i] * f->f_b[k] + w.ad[i] * f->a_b[k];
        b.w[i] = w.bd[i] * f->b_w[k] - w.bb[i] * f->f_w[k] + w.dd[i] * f->d_w[k];
        b.a[i] = w.bd[i] * f->b_a[k] - w.bb[i] * f->f_a[k];
        b.b[i] = w.bd[i] * f->b_b[k] - w.bb[i] * f->f_b[k] + w.dd[i] * f->d_b[k];
        if (fades) {
            a.c[i] = w.ab[i] * f->f_c[k] + w.ad[i] * f->a_c[k];
            b.c[i] = w.bd[i] * f->b_c[k] - w.bb[i] * f->f_c[k];
        }
    }
    if (one->band != NULL && other->band != NULL) { /* neither stands still */
        tie = new_tie(pair->state, one, g->on.node[k], other, g->foot.node[k]);
        if (tie == NULL) {
            return;
        }
    }
    for (int i = 0; i < 3; i++) {
        for (int m = 0; m < 3; m++) {
            if (one->band != NULL) {
                quire_band_add(one->band, g->on.node[k] + i, g->on.node[k] + m,
                               column_of_a(&a, &w, i, m));
            }
            if (other->band != NULL) {
                quire_band_add(other->band, g->foot.node[k] + i, g->foot.node[k] + m,
                               column_of_b(&b, &w, fades, i, m));
            }
            if (tie != NULL) {
                tie->block[0][i][m] = column_of_b(&a, &w, fades, i, m);
                tie->block[1][i][m] = column_of_a(&b, &w, i, m);
            }
        }
    }
}

QUIRE_INLINE void
derive_places(const struct sheets_pair *pair, const struct sheets_place *g)
{
    const bool fades = g->p.fades;
    struct sheets_forms forms;
    struct sheets_blocks blocks;

    /* of M - (cq K + cv D) */
    if (fades) {
        fading_forms(g, -pair->cq, -pair->cv, &forms);
    } else {
        smooth_forms(g, -pair->cq, -pair->cv, &forms);
    }
    part_forms(&forms, fades, &blocks);
    for (int k = 0; k < LANES; k++) {
        if (g->p.on[k] != 0) {
            put_rows(pair, &blocks, g, fades, k);
        }
    }
}

#endif
