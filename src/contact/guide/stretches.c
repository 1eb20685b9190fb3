/* Stretches of a planar sheet on guides, four at a time. doc/theory/contact-kernel.md, 4 and 6 */
#include "contact/guide/stretches.h"

#include "contact/guide/stretch_forces.h"
#include "contact/place/stiffen.h"

/* Sums over the places of four stretches. */
struct touch_sums {
    struct stretch_sums force;
    struct stretch_blocks blocks;
    struct by_ends ends;
    struct stretch_pressing all;
    struct stretch_sums swing; /* of a pivot that a spring holds: see add_swing() */
    quire_mask4 on;            /* which touch anywhere */
    int n;                     /* so many places have been added */
};

/* room for a place, which is kept with the matrix; NULL when memory runs out */
QUIRE_INLINE struct stretch_place *
new_place(const struct stretch_pack *g, struct stretch_place *here)
{
    return g->c->band != NULL
               ? quire_places_add(g->c->state, QUIRE_PLACES_SPANS, sizeof(struct stretch_place))
               : here;
}

QUIRE_INLINE void
leave_place(const struct stretch_pack *g)
{
    if (g->c->band != NULL) {
        g->c->state->places[QUIRE_PLACES_SPANS].n--;
    }
}

/* whom each lane touches */
QUIRE_INLINE void
pairs_of_pack(const struct stretch_pack *g, struct quire_contact_pair pair[LANES])
{
    for (int k = 0; k < g->s->n; k++) {
        pair[k] =
            quire_sheet_with(g->c->sheet, quire_partner(QUIRE_PARTNER_GUIDE, g->s->face[k]->guide));
    }
}

/* `times`: by which the law stores more than it says; 0: it has no part in it */
static void
record(const struct stretch_pack *g, const struct stretch_place *at, const struct place_memory *m,
       const struct place_asks *ask, const quire_v4 *times)
{
    struct quire_state *st = g->c->state;
    const struct flat x = plus(g->piece.at, on_curve(&g->place, at->on.b));

    for (int k = 0; k < LANES; k++) {
        const int last = st->n_touch;
        if (at->p.on[k] != 0) {
            record_lane(st, g->law, &at->p, m, ask, k, x.x[k], x.y[k]);
        }
        if (st->n_touch > last) {
            struct quire_touch *seen = st->touch + last;
            if ((*times)[k] < 1) {
                seen->stored = 0;
            } else if ((*times)[k] > 1) {
                seen->stored = at->p.share[k] * (*times)[k] * place_stored(g->law, &at->p, m, k);
            }
            if (g->gate.frame != NULL) {
                const double there[2] = {x.x[k], x.y[k]};
                double out[2];
                quire_gate_out(g->gate.frame->gate, g->gate.frame->pose, there, out);
                seen->x = out[0];
                seen->y = out[1];
            }
        }
    }
}

/* ---- laws ---- */

/* Both laws, or the normal one where friction holds on to the stretch as one. */
QUIRE_INLINE void
ask_stretch_laws(const struct stretch_pack *g, struct place *p, struct place_memory *m,
                 struct place_asks *ask)
{
    const struct stretch_pieces *piece = &g->piece;
    const quire_v4 zero = {0};

    ask_pressing(g->law, p, m, ask);
    if (quire_any(p->on & (p->overlap > piece->stiff_from))) {
        g->c->state->deep = true;
        stiffen_places(g->law, p, piece->stiff_from, piece->stiff_over, m, ask);
    }
    if (!g->holds) {
        ask_friction_under(g->law, p->force, p, m, ask);
        return;
    }
    p->rubs_deeper = false;
    p->rub = p->friction = p->d_slip = p->d_normal = p->d_rub = p->d_factor = zero;
    quire_set_lanes(ask->fo.limit, zero);
    quire_set_lanes(ask->fo.creep, zero);
}

/* ---- places ---- */

/* where points of the material remember, on the face of the sheet that has it */
QUIRE_INLINE void
remember_points(const struct stretch_pack *g, const struct place *p, int point,
                struct place_memory *m)
{
    for (int k = 0; k < g->s->n; k++) {
        if (p->on[k] != 0) {
            const struct station at = {.x1 = {p->a.t.x[k], p->a.t.y[k]}};
            const int face = quire_held_face(&at, (const double[]){p->n.x[k], p->n.y[k]});
            m->at[k] = quire_point_place(g->c->state->system, g->c->sheet, 0, face,
                                         g->at.node[k] + 1, point);
        }
    }
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

/* What a place adds to the sums. */
QUIRE_INLINE void
add_place(const struct stretch_pack *g, struct stretch_place *at, struct touch_sums *to,
          struct place_powers *powers)
{
    const struct place *p = &at->p;
    const struct scatter *c = g->c;
    const bool first = to->n++ == 0;

    at->again = !first;
    to->on |= p->on;
    add_stretch_forces(&at->on, p->f, times(p->moment_a, p->a.pair), &to->force);
    place_power(p, powers);
    if (c->band != NULL) { /* of M - (cq K + cv D) */
        struct forms by;
        place_forms(p, -c->cq, -c->cv, false, &by);
        if (first) {
            add_stretch_forms(&at->on, &by, true, &to->blocks);
        } else {
            add_stretch_forms(&at->on, &by, false, &to->blocks);
        }
        if (at->follows) {
            add_moving(at, &to->ends);
        }
        if (swings(g->gate.frame)) {
            add_swing(at, -c->cq, &to->all, &to->swing);
        }
    }
}

/* Places at the parameters s, a part of their stretches; they are the `point`-th of each span, or
 * (-1) not those that remember. */
QUIRE_INLINE void
touch_at(const struct stretch_pack *g, quire_v4 s, double part, quire_v4 share, int point,
         struct place_memory *m, struct touch_sums *to, struct place_powers *powers)
{
    struct stretch_place here, *at = new_place(g, &here);
    struct place_asks ask;

    if (at == NULL) {
        return;
    }
    find_stretch_places(g, s, share, at);
    if (point >= 0) {
        at->p.on &= (s >= g->s->from) & (s <= g->s->to);
        at->p.share = quire_where4(at->p.on, at->p.share);
    }
    if (!quire_any(at->p.on)) {
        leave_place(g);
        return;
    }
    at->holds = false;
    at->presses = 0;
    follow_stretch_ends(g, s, quire_all4(part), at);
    if (m != NULL && m->slot != NULL) {
        remember_points(g, &at->p, point, m);
    }
    ask_stretch_laws(g, &at->p, m, &ask);
    place_forces(&at->p, false);
    add_place(g, at, to, powers);
    if (g->holds) {
        add_pressing_place(at, s, -g->c->cq, -g->c->cv, &to->all);
    }
    if (g->c->state->record) {
        const quire_v4 more = times_stored(&at->p, g->piece.stiff_from, g->piece.stiff_over);
        record(g, at, m, &ask, &more);
    }
}

/* by Gauss' rule on each stretch; */
QUIRE_INLINE void
touch_stretches(const struct stretch_pack *g, struct place_memory *m, struct touch_sums *to,
                struct place_powers *powers)
{
    const quire_v4 from = g->s->from, whole = g->per * g->wide;

    for (int k = 0; k < QUIRE_STRETCH_POINTS; k++) {
        const double part = quire_stretch_at[k];
        touch_at(g, from + part * g->wide, part, quire_stretch_weight[k] * whole, -1, m, to,
                 powers);
    }
}

/* at the fixed points within it */
QUIRE_INLINE void
touch_points(const struct stretch_pack *g, struct place_memory *m, struct touch_sums *to,
             struct place_powers *powers)
{
    const struct quire_sheet *sheet = g->c->state->system->sheet + g->c->sheet;

    for (int k = 0; k < sheet->n_point; k++) {
        touch_at(g, quire_all4(quire_fixed_point(sheet, k)), 0, quire_all4(g->per / sheet->n_point),
                 k, m, to, powers);
    }
}

/* ---- friction that holds on ---- */

/* The middle of each stretch, or of what fixed points press with, with the share of all its places.
 */
QUIRE_INLINE void
find_middle(const struct stretch_pack *g, const struct stretch_pressing *all,
            struct stretch_place *at)
{
    const quire_v4 zero = {0}, half = quire_all4(0.5), one = quire_all4(1);
    const quire_mask4 presses = all->pressed > zero;
    const quire_v4 s =
        !g->s->fixed
            ? g->s->from + 0.5 * g->wide
            : quire_select4(presses, all->along / quire_select4(presses, all->pressed, one), half);
    struct place *p = &at->p;

    find_stretch_places(g, s, zero, at);
    p->on = g->on & (all->share > zero);
    p->share = quire_where4(p->on, all->share);
    place_rates(p, false);
    follow_stretch_ends(g, s, half, at);
    at->ends.per = at->ends.slope = zero; /* its share follows those of the places */
    p->force = p->total = p->lost = p->d_overlap = p->d_closing = zero;
}

QUIRE_INLINE void
remember_middle(const struct stretch_pack *g, const struct place *p, struct place_memory *m)
{
    m->holds = true;
    for (int k = 0; k < LANES; k++) {
        if (p->on[k] != 0) {
            const struct station at = {.x1 = {p->a.t.x[k], p->a.t.y[k]}};
            const int face = touched_face(&at, (const double[]){p->n.x[k], p->n.y[k]});
            m->slide[k].grip = station_grip(g->c, g->law, g->at.node[k] + 1, face);
        }
    }
}

/* The friction of stretches acts once, in their middle, under what presses there: at so many
 * places. NULL: nowhere. */
QUIRE_INLINE const struct stretch_place *
hold_together(const struct stretch_pack *g, int presses, struct stretch_place *here,
              struct place_memory *m, struct touch_sums *to, struct place_powers *powers)
{
    const quire_v4 zero = {0}, *force = &to->all.force, *share = &to->all.share;
    struct stretch_place *at = new_place(g, here);
    struct place_asks ask;

    if (at == NULL) {
        return NULL;
    }
    find_middle(g, &to->all, at);
    at->holds = true;
    at->presses = presses;
    remember_middle(g, &at->p, m);
    ask_friction_under(g->law, *force / quire_select4(at->p.on, *share, quire_all4(1)), &at->p, m,
                       &ask);
    place_forces(&at->p, false);
    add_place(g, at, to, powers);
    if (g->c->state->record) {
        quire_set_lanes(ask.no.elastic, zero);
        record(g, at, m, &ask, &zero);
    }
    for (int k = 0; g->c->band != NULL && k < g->s->n; k++) {
        if (at->p.on[k] != 0) {
            quire_places_hold_on(g->c->state, QUIRE_PLACES_SPANS, k, m->slide + k);
        }
    }
    return at;
}

/* How the friction in the middle follows the mean normal force of the places, and their shares. */
QUIRE_INLINE void
derive_middle(const struct stretch_place *at, const struct stretch_pressing *all,
              struct node_blocks *to)
{
    const struct place *p = &at->p;
    const quire_v4 per = quire_where4(p->on, 1 / quire_select4(p->on, all->share, quire_all4(1))),
                   mean = all->force * per, slope = p->share * p->d_normal;
    const struct flat pair = times(p->moment_a, p->a.pair), t = left(p->n),
                      turn = times(-p->a.arm, p->a.pair);
    struct flat by_mean[3], by_share[3], mean_by[3], share_by[3];

    for (int j = 0; j < 3; j++) {
        by_mean[j] = mix(slope * at->on.b[j], t, slope * at->on.d[j], turn);
        by_share[j] = mix(at->on.b[j], p->f, at->on.d[j], pair);
        mean_by[j] = mix(per, all->force_by[j], -mean * per, all->share_by[j]);
        share_by[j] = times(per, all->share_by[j]);
    }
    add_outer_of_nodes(quire_all4(1), by_mean, mean_by, to);
    if (at->follows) {
        add_outer_of_nodes(quire_all4(1), by_share, share_by, to);
    }
}

/* ---- four stretches ---- */

/* what acts, to the nodes */
QUIRE_INLINE void
push_pack(const struct stretch_pack *g, struct touch_sums *s)
{
    push_stretches(&g->at, s->on, &s->force, g->c->fx, g->c->fy);
    const struct quire_face *marked = NULL;
    for (int k = 0; k < g->s->n; k++) {
        const struct quire_face *face = g->s->face[k];
        if (face != marked && s->on[k] != 0) {
            mark_touched(g->c->state, g->c->sheet, quire_partner(QUIRE_PARTNER_GUIDE, face->guide));
            marked = face;
        }
    }
}

static QUIRE_CLONES void
couple_stretches(const struct stretch_pack *g, const struct touch_sums *s,
                 const struct node_blocks *m)
{
    struct flat f[3], swung[3] = {{{0}, {0}}, {{0}, {0}}, {{0}, {0}}}, row[3], column[3];

    node_forces(&s->force, f);
    if (swings(g->gate.frame)) {
        node_forces(&s->swing, swung);
    }
    gate_rows(&g->gate, g->c->cq, f, swung, m, row, column);
    couple_gate(g->c->state, &g->gate, g->c->sheet, g->at.node, s->on, row, column);
}

/* `middle`: NULL where friction holds on to nothing */
QUIRE_INLINE void
derive_pack(const struct stretch_pack *g, const struct touch_sums *s,
            const struct stretch_place *middle)
{
    struct node_blocks m;

    complete_blocks(&s->blocks, &m);
    for (int e = 0; g->s->follows && e < 2; e++) {
        add_outer_of_nodes(quire_all4(-g->c->cq), s->ends.on[e], g->ends.by[e], &m);
    }
    if (middle != NULL) {
        derive_middle(middle, &s->all, &m);
    }
    put_matrix(g, &m);
    if (g->gate.frame != NULL && g->gate.frame->v >= 0) {
        couple_stretches(g, s, &m);
    }
}

/* of what sums there are */
QUIRE_INLINE void
clear_sums(const struct stretch_pack *g, struct touch_sums *s)
{
    static const struct by_ends no_ends;
    static const struct stretch_pressing nothing;
    static const struct flat none;

    s->on = (quire_mask4){0};
    s->n = 0;
    s->force.outer[0] = s->force.outer[1] = s->force.all = none;
    if (g->s->follows) {
        s->ends = no_ends;
    }
    if (g->holds) {
        s->all = nothing;
    }
    if (swings(g->gate.frame)) {
        s->swing = s->force;
        s->all.swing = none.x;
    }
}

/* Laws that remember nothing, and are not recorded, need not know who touches whom. */
QUIRE_INLINE bool
see_memory(const struct stretch_pack *g, struct place_memory *m,
           struct quire_contact_pair pair[LANES])
{
    const struct quire_slot *slot =
        g->s->fixed ? quire_slot_of(g->c->state->system, g->c->sheet, g->law) : NULL;

    if (!g->holds && !(g->law->deepest < HUGE_VAL) && !g->c->state->record && slot == NULL) {
        return false;
    }
    pairs_of_pack(g, pair);
    *m = (struct place_memory){
        .state = g->c->state, .matrix = g->c->band != NULL, .pairs = pair, .slot = slot};
    return true;
}

static QUIRE_CLONES void
touch_four(struct quire_stretches *s)
{
    struct quire_contact_pair pair[LANES];
    struct stretch_pack g;
    struct place_memory memory, *m;
    struct touch_sums sums;
    struct stretch_place here;
    const struct stretch_place *middle = NULL;

    see_pack(s, &g);
    clear_sums(&g, &sums);
    m = see_memory(&g, &memory, pair) ? &memory : NULL;
    if (s->fixed) {
        touch_points(&g, m, &sums, &s->powers);
    } else {
        touch_stretches(&g, m, &sums, &s->powers);
    }
    if (sums.n == 0) {
        return;
    }
    if (g.holds) {
        if (s->follows) {
            add_pressing_ends(&g.ends, &sums.ends, -g.c->cq, &sums.all);
        }
        middle = hold_together(&g, sums.n, &here, m, &sums, &s->powers);
    }
    push_pack(&g, &sums);
    if (g.gate.frame != NULL) {
        push_gate_of_stretches(&g, sums.on, &sums.force);
    }
    if (g.c->band != NULL) {
        derive_pack(&g, &sums, middle);
    }
}

void
quire_stretches_touch(struct quire_stretches *s)
{
    touch_four(s);
    s->n = 0;
    s->sided = s->follows = false;
}

void
quire_stretches_follow(struct quire_stretches *s, const double (*moves)[3][2])
{
    struct quire_stretch_ends *to = &s->ends;
    const int k = s->n - 1;

    if (!s->follows) {
        memset(to, 0, sizeof *to);
        s->follows = true;
    }
    to->per[k] = 1 / (s->to[k] - s->from[k]);
    for (int e = 0; e < 2; e++) {
        for (int l = 0; l < 3; l++) {
            to->by[e][l].x[k] = moves[e][l][0];
            to->by[e][l].y[k] = moves[e][l][1];
        }
    }
}
