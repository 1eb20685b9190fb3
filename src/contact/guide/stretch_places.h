/* Places of four stretches of spans side by side: where they are, and what they face. What is kept
 * of them is struct stretch_place (state/places.h). */
#ifndef QUIRE_CONTACT_GUIDE_STRETCH_PLACES_H
#define QUIRE_CONTACT_GUIDE_STRETCH_PLACES_H

#include "contact/guide/stretches.h"
#include "contact/place/ask.h"

#ifdef QUIRE_PLACE_SPACE
#include "contact/guide/stretch_line.h"
#else
#include "contact/touch/gate_party.h"

/* Of a place on a gate: looked at alone where it is one. */
struct stretch_gate {
    struct rigid way;
    double rate;
    int v;            /* place of its rate in V; -1: a drive moves it */
    quire_v4 ends[2]; /* by which the ends of stretches follow it */
};
#endif

struct stretch_place {
    struct place p;
    struct place_nodes on;
    int sheet;
    bool again; /* at the nodes of the place just before */
    bool holds; /* friction holds on, under what presses at so many places just before */
    int presses;
    bool is_on_gate;
    struct stretch_gate gate;
    bool follows; /* looked at alone where it is so: */
    quire_v4 dd[3];
    struct flat bent, bent_rate; /* second derivatives of the curve, and how fast */
    struct quire_stretch_ends ends;
#ifdef QUIRE_PLACE_SPACE
    struct stretch_line line;
#endif
};

/* What they touch: pieces of guides. */
struct stretch_pieces {
    quire_mask4 round;
    struct flat at, n; /* the piece's own point; the normal of those that are not round */
    quire_v4 radius, convex, belt;
    quire_v4 stiff_from, stiff_over; /* overlap from which laws stiffen [m], and over how much */
};

/* The three nodes of each span, or their velocities: of the middle one, and of the others past it.
 */
struct stretch_curve {
    struct flat middle, before, behind;
};

struct stretch_pack {
    const struct scatter *c; /* the sheet as it is; */
    const struct quire_contact_law *law;
    const struct quire_stretches *s; /* as it is seen, */
#ifndef QUIRE_PLACE_SPACE
    struct gate_party party; /* from a gate, if it is on one */
#endif
    bool matrix; /* derivatives are asked for */
    bool holds;  /* the law's friction holds on */
    quire_mask4 on;
    quire_mask4 side[2]; /* which touch with the sheet's left, right face */
    quire_v4 wide;
    double per;        /* of the law that acts on the length of a segment */
    quire_v4 outer[2]; /* 2 of the sheet's first and last span, else 1 */
    bool any_outer;
    struct place_nodes at; /* without weights */
    struct stretch_pieces piece;
    struct stretch_curve place; /* seen from the piece's own point, with the gate's axes [m] */
    struct stretch_curve speed; /* as it is [m/s] */
    struct quire_stretch_ends ends;
#ifdef QUIRE_PLACE_SPACE
    struct stretch_line line;
    struct stretch_curve across; /* x: where it is across, y: its velocity there */
    const struct quire_strip *strip[LANES];
    quire_v4 part, low, high; /* of the width; between which z guides reach over all of it */
    bool is_on_gate;
    struct stretch_gate gate;
    double pivot[3], slide[3]; /* along the line's axes */
#endif
};

/* ---- the four ---- */

/* of a piece of a guide all, or what is not the same in one lane */
QUIRE_INLINE void
see_piece(const struct scatter *c, const struct quire_face *face, struct stretch_pieces *to)
{
    const struct quire_guide *guide = c->state->system->guide + face->guide;
    const long long round = face->radius > 0 ? -1 : 0;

    to->round = (quire_mask4){round, round, round, round};
    to->at = (struct flat){quire_all4(face->at[0]), quire_all4(face->at[1])};
    to->n = (struct flat){quire_all4(face->normal[0]), quire_all4(face->normal[1])};
    to->radius = quire_all4(face->radius);
    to->convex = quire_all4(face->convex);
    to->belt = quire_all4(c->state->is_static ? 0 : -guide->side * guide->velocity);
    to->stiff_from = quire_all4(c->half + stiff_behind(guide));
    to->stiff_over = quire_all4(stiff_behind(guide));
}

QUIRE_INLINE void
see_other_piece(const struct scatter *c, const struct quire_face *face, int k,
                struct stretch_pieces *to)
{
    const struct quire_guide *guide = c->state->system->guide + face->guide;

    to->round[k] = face->radius > 0 ? -1 : 0;
    to->at.x[k] = face->at[0];
    to->at.y[k] = face->at[1];
    to->n.x[k] = face->normal[0];
    to->n.y[k] = face->normal[1];
    to->radius[k] = face->radius;
    to->convex[k] = face->convex;
    to->belt[k] = c->state->is_static ? 0 : -guide->side * guide->velocity;
    to->stiff_from[k] = c->half + stiff_behind(guide);
    to->stiff_over[k] = stiff_behind(guide);
}

QUIRE_INLINE void
see_curve(const struct place_nodes *on, const double *nodes_x, const double *nodes_y,
          struct flat from, struct stretch_curve *to)
{
    quire_v4 x[3], y[3];

    load_nodes(on, nodes_x, x);
    load_nodes(on, nodes_y, y);
    to->middle = minus((struct flat){x[1], y[1]}, from);
    to->before = (struct flat){x[0] - x[1], y[0] - y[1]};
    to->behind = (struct flat){x[2] - x[1], y[2] - y[1]};
}

/* Their nodes; lanes in which none waits have those of the first, but touch nothing. */
QUIRE_INLINE void
see_nodes(const struct quire_stretches *s, int n, struct stretch_pack *g)
{
    const quire_v4 two = quire_all4(2), one = quire_all4(1);
    int *node = g->at.node;

    g->on = (quire_mask4){-1, -1, -1, -1};
    for (int k = 0; k < LANES; k++) {
        node[k] = s->node[k < s->n ? k : 0];
        g->on[k] = k < s->n ? -1 : 0;
    }
    const quire_mask4 at = {node[0], node[1], node[2], node[3]},
                      last = {n - 2, n - 2, n - 2, n - 2};
    const quire_mask4 is_first = at == (quire_mask4){0}, is_last = (at == last) & ~is_first;
    g->any_outer = quire_any(is_first | is_last);
    g->outer[0] = quire_select4(is_first, two, one);
    g->outer[1] = quire_select4(is_last, two, one);
    g->at.row = node[1] == node[0] + 1 && node[2] == node[0] + 2 && node[3] == node[0] + 3;
}

#ifdef QUIRE_PLACE_SPACE
/* from which gate it is seen */
QUIRE_INLINE void
see_gate(struct stretch_pack *g)
{
    const struct quire_state *st = g->c->state;
    const int index = g->c->work->gate;

    g->is_on_gate = false;
    if (index < 0) {
        return;
    }
    const struct quire_gate *gate = st->system->gate + index;
    const struct quire_tilt *tilt = g->line.tilt;
    g->line.cosine = st->gate[index].cos;
    g->line.sine = st->gate[index].sin;
    g->gate.rate = g->c->column->spin;
    g->gate.turns = gate->turns ? 1 : 0;
    g->gate.v = gate->small >= 0 ? st->system->small[gate->small].v0 : -1;
    g->gate.ends[0] = g->gate.ends[1] = quire_all4(0);
    g->is_on_gate = g->gate.rate != 0 || g->gate.v >= 0;
    for (int i = 0; i < 2; i++) {
        g->pivot[i] = g->slide[i] = gate->at[i];
    }
    g->pivot[2] = g->slide[2] = 0;
    if (tilt != NULL) {
        const double *to = gate->at, *n = tilt->normal;
        see_level(tilt, quire_tilt_height(tilt, to[0], to[1]), g->pivot);
        see_level(tilt, to[0] * n[0] + to[1] * n[1], g->slide);
    }
}

/* between which z the strip of a lane lies wholly on its guide */
QUIRE_INLINE void
see_strip(struct stretch_pack *g, int k)
{
    const int index = g->s->face[k]->guide;
    const struct quire_strip *strip = quire_strip_on(g->c->column, index);
    const double *across = g->c->state->system->guide[index].across;

    g->strip[k] = strip;
    g->part[k] = strip->share;
    g->low[k] = across[0] + strip->half - strip->middle;
    g->high[k] = across[1] - strip->half - strip->middle;
}

/* lanes in which none waits have that of the first */
QUIRE_INLINE void
see_strips(struct stretch_pack *g)
{
    see_strip(g, 0);
    g->part = quire_all4(g->part[0]);
    g->low = quire_all4(g->low[0]);
    g->high = quire_all4(g->high[0]);
    for (int k = 1; k < g->s->n; k++) {
        g->strip[k] = g->strip[0];
        if (g->s->face[k]->guide != g->s->face[0]->guide) {
            see_strip(g, k);
        }
    }
}

/* the line that it is, whose nodes are known */
QUIRE_INLINE void
see_line(struct stretch_pack *g)
{
    static const struct flat still;
    const struct quire_column *column = g->c->column;

    g->line = (struct stretch_line){.column = column->index,
                                    .columns = column->columns,
                                    .c = {column->c[0], column->c[1]},
                                    .up = {0, 0, 1},
                                    .cosine = 1};
    if (column->tilted != NULL) {
        g->line.tilt = &column->tilted->tilt;
        see_level(g->line.tilt, 0, g->line.up);
    }
    see_strips(g);
    see_curve(&g->at, column->z, column->vz, still, &g->across);
    see_gate(g);
}
#else
QUIRE_INLINE void
see_gate(struct stretch_pack *g)
{
    quire_v4 x[3], y[3];

    load_nodes(&g->at, g->c->x, x);
    load_nodes(&g->at, g->c->y, y);
    for (int i = 0; i < 3; i++) {
        g->party.j[i] = gate_moves(g->party.frame->gate, (struct flat){x[i], y[i]});
    }
    for (int e = 0; g->s->follows && e < 2; e++) {
        for (int l = 0; l < 3; l++) {
            g->ends.by[e][l] = turned_out(g->party.frame->pose, g->ends.by[e][l]);
        }
    }
}
#endif

QUIRE_INLINE void
see_pack(const struct quire_stretches *s, struct stretch_pack *g)
{
    static const struct flat still;
    const struct scatter *seen = s->c, *c = seen->frame != NULL ? seen->frame->there : seen;
    const struct quire_chain *chain = &c->state->system->sheet[c->sheet].chain;

    g->c = c;
    g->law = s->law;
    g->s = s;
    g->matrix = scatter_has_matrix(c);
    g->holds = quire_law_holds(s->law);
    g->wide = s->to - s->from;
    g->per = chain->h / s->law->reference_length;
    see_nodes(s, chain->n, g);
    see_piece(c, s->face[0], &g->piece);
    for (int k = 1; k < s->n; k++) {
        if (s->face[k] != s->face[0]) {
            see_other_piece(c, s->face[k], k, &g->piece);
        }
    }
    for (int k = 0; s->sided && k < s->n; k++) {
        g->side[0][k] = s->side[k] == 1 ? 0 : -1;
        g->side[1][k] = s->side[k] == 0 ? 0 : -1;
    }
    see_curve(&g->at, seen->x, seen->y, g->piece.at, &g->place);
    see_curve(&g->at, c->vx, c->vy, still, &g->speed);
    if (s->follows) {
        g->ends = s->ends;
    }
#ifdef QUIRE_PLACE_SPACE
    see_line(g);
#else
    g->party.frame = seen->frame;
    if (g->party.frame != NULL) {
        see_gate(g);
    }
#endif
}

/* ---- places ---- */

/* Weights of the three nodes at the parameters s. */
QUIRE_INLINE void
weigh_place(const quire_v4 outer[2], quire_v4 s, struct place_nodes *on)
{
    const quire_v4 r = 1 - s;

    on->b[0] = 0.5 * outer[0] * r * r;
    on->b[2] = 0.5 * outer[1] * s * s;
    on->b[1] = 1 - (on->b[0] + on->b[2]);
    on->d[0] = -outer[0] * r;
    on->d[2] = outer[1] * s;
    on->d[1] = -(on->d[0] + on->d[2]);
}

/* on the curve, by weights that add up to 1; */
QUIRE_INLINE struct flat
on_curve(const struct stretch_curve *c, const quire_v4 b[3])
{
    return plus(c->middle, mix(b[0], c->before, b[2], c->behind));
}

/* and its derivatives, by weights that add up to 0 */
QUIRE_INLINE struct flat
along_curve(const struct stretch_curve *c, const quire_v4 d[3])
{
    return mix(d[0], c->before, d[2], c->behind);
}

/* how the piece faces the sheet at a place seen from the piece's own point */
QUIRE_INLINE void
face_pieces(const struct stretch_pack *g, struct flat at, struct place *p)
{
    const struct stretch_pieces *piece = &g->piece;
    const quire_v4 half = quire_all4(g->c->half), zero = {0};

    p->n = piece->n;
    p->bend = zero;
    p->overlap = half - dot(p->n, at);
    if (quire_any(piece->round)) {
        const quire_v4 distance = quire_sqrt4(dot(at, at)), way = piece->convex / distance,
                       deep = half + piece->convex * (piece->radius - distance);
        p->bend = quire_where4(piece->round, way);
        p->n.x = quire_select4(piece->round, way * at.x, p->n.x);
        p->n.y = quire_select4(piece->round, way * at.y, p->n.y);
        p->overlap = quire_select4(piece->round, deep, p->overlap);
    }
}

#ifdef QUIRE_PLACE_SPACE
/* by which a gate's way moves its material at a place of the line */
QUIRE_INLINE struct spatial
gate_moves(const struct stretch_pack *g, struct flat at, quire_v4 z)
{
    const double *to = g->gate.turns != 0 ? g->pivot : g->slide;
    const struct spatial own = {{quire_all4(to[0]), quire_all4(to[1])}, quire_all4(to[2])};

    return g->gate.turns == 0 ? own
                              : about_up(&g->line, (struct spatial){minus(at, own.in), z - own.z});
}

/* Shares fade where guides end across. */
static void
fade_across(const struct stretch_pack *g, const double z[LANES], struct stretch_place *to)
{
    const struct quire_guide *guide = g->c->state->system->guide;
    struct place *p = &to->p;

    for (int k = 0; k < LANES; k++) {
        if (p->on[k] != 0) {
            const struct second part =
                quire_strip_covered(g->strip[k], guide + g->s->face[k]->guide, z[k]);
            to->line.by_z[k] = part.d[0] * p->share[k];
            to->line.by_zz[k] = part.dd[0] * p->share[k];
            p->share[k] *= part.x;
            p->on[k] = p->share[k] > 0 ? -1 : 0;
        }
    }
    p->fades = to->line.fades = true;
}

/* What the place is across, of a place of the line that is known. */
QUIRE_INLINE void
find_across(const struct stretch_pack *g, struct stretch_place *to)
{
    const struct flat across = on_curve(&g->across, to->on.b),
                      along = along_curve(&g->across, to->on.d);
    const struct quire_tilt *tilt = g->line.tilt;
    const struct flat at = plus(g->piece.at, on_curve(&g->place, to->on.b));
    quire_v4 z = across.x;

    to->line = g->line;
    to->line.by_z = to->line.by_zz = quire_all4(0);
    to->line.t_z = along.x;
    to->line.rate_z = along.y;
    to->p.across = across.y;
    to->p.share *= g->part;
    to->is_on_gate = g->is_on_gate;
    if (to->is_on_gate) {
        to->gate = g->gate;
        to->gate.j = gate_moves(g, at, z);
        to->p.swing = g->gate.rate * g->line.up[2];
    }
    if (tilt != NULL) {
        const struct flat from = {quire_all4(tilt->at[0]), quire_all4(tilt->at[1])};
        z = along_up(&g->line, (struct spatial){minus(at, from), z});
    }
    if (quire_any(to->p.on & ((z < g->low) | (z > g->high)))) {
        fade_across(g, (const double *)&z, to);
    }
}
#else
/* The same past a gate, with the axes as they are. */
QUIRE_INLINE void
put_on_gate(const struct stretch_pack *g, struct stretch_place *to)
{
    const struct quire_gate_pose *pose = g->party.frame->pose;
    struct place *p = &to->p;

    const struct place_gate gate = place_on_gate(g->party.frame, (struct flat){{0}, {0}});
    to->gate = (struct stretch_gate){.way = gate.way, .rate = gate.rate, .v = gate.v};
    for (int i = 0; i < 3; i++) { /* it follows places as these follow the nodes */
        to->gate.way.j = mix(quire_all4(1), to->gate.way.j, to->on.b[i], g->party.j[i]);
    }
    p->n = turned_out(pose, p->n);
    p->a.t = turned_out(pose, p->a.t);
    rigid_moves_place(&to->gate.way, pose->rate, p);
}
#endif

/* The places at the parameters s, up to the slip. `share`: of the law that acts there, were the
 * span's parameter the length of the sheet. */
QUIRE_INLINE void
find_stretch_places(const struct stretch_pack *g, quire_v4 s, quire_v4 share,
                    struct stretch_place *to)
{
    const quire_v4 zero = {0};
    struct place *p = &to->p;

    memcpy(to->on.node, g->at.node, sizeof to->on.node);
    to->on.row = g->at.row;
    to->sheet = g->c->sheet;
    weigh_place(g->outer, s, &to->on);
    face_pieces(g, on_curve(&g->place, to->on.b), p);
    p->a.t = along_curve(&g->place, to->on.d);
    p->u = on_curve(&g->speed, to->on.b);
    p->a.rate = along_curve(&g->speed, to->on.d);
    p->surface = zero;
    p->arm_by = p->swing = 0;
#ifndef QUIRE_PLACE_SPACE
    to->is_on_gate = g->party.frame != NULL;
    if (QUIRE_RARELY(to->is_on_gate)) {
        put_on_gate(g, to);
    }
#endif
    p->on = g->on & (p->overlap > quire_all4(-g->law->reach));
    if (g->s->sided) {
        const quire_v4 faces = dot(p->n, left(p->a.t));
        p->on &= (g->side[0] & (faces < zero)) | (g->side[1] & (faces >= zero));
    }
    if (g->any_outer) { /* there a parameter stands for more of the sheet */
        share *= g->outer[0] + (g->outer[1] - g->outer[0]) * s;
    }
    p->share = quire_where4(p->on, share);
    p->factor = quire_all4(1);
    p->belt = g->piece.belt;
    p->a.arm = quire_all4(g->c->half);
    p->drags = false;
    p->fades = g->s->follows;
#ifdef QUIRE_PLACE_SPACE
    find_across(g, to);
#endif
    place_rates(p, false);
}

#ifdef QUIRE_PLACE_SPACE
QUIRE_INLINE void
follow_gate_ends(const struct stretch_pack *g, struct stretch_place *to)
{
    const struct stretch_curve *at = &g->place, *z = &g->across;
    const struct flat middle = plus(g->piece.at, at->middle);
    const struct flat j[3] = {
        gate_moves(g, plus(middle, at->before), z->middle.x + z->before.x).in,
        gate_moves(g, middle, z->middle.x).in,
        gate_moves(g, plus(middle, at->behind), z->middle.x + z->behind.x).in};

    for (int e = 0; e < 2; e++) {
        const struct flat *by = to->ends.by[e];
        to->gate.ends[e] = -(dot(by[0], j[0]) + dot(by[1], j[1]) + dot(by[2], j[2]));
    }
}
#else
QUIRE_INLINE void
follow_gate_ends(const struct stretch_pack *g, struct stretch_place *to)
{
    const quire_v4 spin = quire_all4(-to->gate.rate * to->gate.way.turns);

    to->bent = turned_out(g->party.frame->pose, to->bent);
    to->bent_rate = mix(quire_all4(1), to->bent_rate, spin, left(to->bent));
    for (int e = 0; e < 2; e++) {
        const struct flat *by = to->ends.by[e];
        to->gate.ends[e] =
            -(dot(by[0], g->party.j[0]) + dot(by[1], g->party.j[1]) + dot(by[2], g->party.j[2]));
    }
}
#endif

/* How they follow the ends of their stretch, at the part `part` of it. */
QUIRE_INLINE void
follow_stretch_ends(const struct stretch_pack *g, quire_v4 s, quire_v4 part,
                    struct stretch_place *to)
{
    const quire_v4 *outer = g->outer, by = outer[1] - outer[0];

    to->follows = g->s->follows;
    if (to->follows) {
        to->ends = g->ends;
        to->ends.part = part;
        to->ends.slope = by / (outer[0] + by * s);
        to->dd[0] = outer[0];
        to->dd[1] = -(outer[0] + outer[1]);
        to->dd[2] = outer[1];
        to->bent = along_curve(&g->place, to->dd);
        to->bent_rate = along_curve(&g->speed, to->dd);
        if (to->is_on_gate) {
            follow_gate_ends(g, to);
        }
    }
}

#endif
