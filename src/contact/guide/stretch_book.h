/* Kept places of stretches on guides: what they tell after a step. doc/theory/energy.md, 3 */
#ifndef QUIRE_CONTACT_GUIDE_STRETCH_BOOK_H
#define QUIRE_CONTACT_GUIDE_STRETCH_BOOK_H

#include "contact/guide/stretch_forces.h"

/* what a step changes of the three nodes' velocities */
struct node_steps {
    quire_v4 x[3], y[3];
    double gate; /* and a gate's rate */
#ifdef QUIRE_PLACE_SPACE
    quire_v4 z[3];
#endif
};

#ifdef QUIRE_PLACE_SPACE
/* of the i-th node, along the line's axes */
QUIRE_INLINE void
load_step(const struct stretch_place *g, const double *d, int i, int block, struct node_steps *to)
{
    const struct stretch_line *l = &g->line;
    quire_v4 node[LANES], by[LANES];

    for (int k = 0; k < LANES; k++) {
        const double *at = d + (ptrdiff_t)(g->on.node[k] + i) * block + 3 * l->column;
        node[k] = l->c[0] * quire_load4(at);
        if (l->columns == 2) {
            node[k] += l->c[1] * quire_load4(at + 3);
        }
    }
    quire_transpose4(by, node[0], node[1], node[2], node[3]);
    struct spatial step = {{by[0], by[1]}, by[2]};
    if (l->sine != 0) {
        step.in = mix(quire_all4(l->cosine), step.in, quire_all4(-l->sine), left(step.in));
    }
    if (l->tilt != NULL) {
        step = tilt_in(l->tilt, step);
    }
    to->x[i] = step.in.x;
    to->y[i] = step.in.y;
    to->z[i] = step.z;
}

QUIRE_INLINE void
load_steps(const struct quire_state *st, const struct stretch_place *g, const double *d,
           struct node_steps *to)
{
    const struct quire_sheet *sheet = st->system->sheet + g->sheet;

    for (int i = 0; i < 3; i++) {
        load_step(g, d + sheet->x0, i, sheet->ladder->block, to);
    }
    to->gate = g->is_on_gate && g->gate.v >= 0 ? d[g->gate.v] : 0;
}
#else
QUIRE_INLINE void
load_steps(const struct quire_state *st, const struct stretch_place *g, const double *d,
           struct node_steps *to)
{
    const struct quire_sheet *sheet = st->system->sheet + g->sheet;

    load_nodes(&g->on, d + sheet->x0, to->x);
    load_nodes(&g->on, d + sheet->x0 + sheet->chain.stride, to->y);
    to->gate = g->is_on_gate && g->gate.v >= 0 ? d[g->gate.v] : 0;
}
#endif

/* what the ends of its stretch move a place by */
QUIRE_INLINE void
move_with_ends(const struct stretch_place *g, const struct node_steps *d, double cq,
               struct place_way *way)
{
    const struct quire_stretch_ends *e = &g->ends;
    const struct place_way along = way_along_stretch(g);
    const quire_v4 one = quire_all4(1);
    quire_v4 by[2] = {{0}, {0}};

    for (int k = 0; k < 2; k++) {
        for (int l = 0; l < 3; l++) {
            by[k] += cq * (e->by[k][l].x * d->x[l] + e->by[k][l].y * d->y[l]);
        }
    }
    for (int k = 0; k < 2; k++) {
        by[k] += (cq * d->gate) * (g->is_on_gate ? g->gate.ends[k] : (quire_v4){0});
    }
    const quire_v4 s = (1 - e->part) * by[0] + e->part * by[1];
    way->w = mix(one, way->w, s, along.w);
    way->u = mix(one, way->u, s, along.u);
    way->t[0] = mix(one, way->t[0], s, along.t[0]);
    way->rate[0] = mix(one, way->rate[0], s, along.rate[0]);
    way->share += g->p.share * (e->per * (by[1] - by[0]) + e->slope * s);
#ifdef QUIRE_PLACE_SPACE
    way->across += s * along.across;
    way->share += s * along.share;
#endif
}

#ifdef QUIRE_PLACE_SPACE
/* what a gate's way moves it by, that goes on so fast: backwards past the gate */
QUIRE_INLINE void
add_gate_way(const struct stretch_place *g, double rate, double cq, struct place_way *way)
{
    const struct place *p = &g->p;
    const struct stretch_line *l = &g->line;
    const quire_v4 one = quire_all4(1), by = quire_all4(-rate), q = cq * by,
                   turn = g->gate.turns * by;
    const struct spatial u = about_up(l, velocity_of(p)), t = about_up(l, direction_of(p, l)),
                         v = about_up(l, rate_of(p, l));

    way->w = mix(one, way->w, q, g->gate.j.in);
    way->u = mix(one, way->u, by, mix_spatial(one, g->gate.j, cq * g->gate.turns * one, u).in);
    way->across += by * (g->gate.j.z + cq * g->gate.turns * u.z);
    way->t[0] = mix(one, way->t[0], cq * turn, t.in);
    way->rate[0] = mix(one, way->rate[0], turn, mix(one, t.in, cq * one, v.in));
}

/* A gate moves it, and as it moves, its velocity past the gate changes. `at`, `turn`: its own. */
QUIRE_INLINE void
move_on_gate(const struct stretch_place *g, const struct node_steps *d, double cq,
             struct spatial at, struct spatial turn, struct place_way *way)
{
    const quire_v4 spin = quire_all4(-cq * g->gate.rate), one = quire_all4(1);
    const struct spatial u = about_up(&g->line, at);

    way->u = mix(one, way->u, spin, u.in);
    way->across += spin * u.z;
    way->rate[0] = mix(one, way->rate[0], spin, about_up(&g->line, turn).in);
    add_gate_way(g, d->gate, cq, way);
}
#else
/* what a gate's way moves it by */
QUIRE_INLINE void
add_gate_way(const struct stretch_place *g, double rate, double cq, struct place_way *way)
{
    const struct place_way more = rigid_way(&g->p, &g->gate.way, cq, 1);
    const quire_v4 one = quire_all4(1), by = quire_all4(rate);

    way->w = mix(one, way->w, by, more.w);
    way->u = mix(one, way->u, by, more.u);
    way->t[0] = mix(one, way->t[0], by, more.t[0]);
    way->rate[0] = mix(one, way->rate[0], by, more.rate[0]);
}
#endif

/* The way in which a step of velocities moves a place: displacements times cq. */
QUIRE_INLINE struct place_way
own_way(const struct stretch_place *g, const struct node_steps *d, double cq)
{
    const struct flat at = weigh_flat(g->on.b, d->x, d->y), turn = weigh_flat(g->on.d, d->x, d->y);
    struct place_way way = {.w = times(quire_all4(cq), at),
                            .u = at,
                            .t = {times(quire_all4(cq), turn)},
                            .rate = {turn}};
#ifdef QUIRE_PLACE_SPACE
    const struct spatial step = {at, weigh_nodes(g->on.b, d->z)},
                         turns = {turn, weigh_nodes(g->on.d, d->z)};
    way.across = step.z;
    if (g->line.fades) {
        way.share = cq * g->line.by_z * along_up(&g->line, step);
    }
    if (g->is_on_gate) {
        move_on_gate(g, d, cq, step, turns, &way);
    }
#else
    if (g->is_on_gate) { /* past what turns */
        const quire_v4 spin = quire_all4(-g->p.swing), one = quire_all4(1);
        way.u = mix(one, way.u, spin, left(way.w));
        way.rate[0] = mix(one, way.rate[0], spin, left(way.t[0]));
        add_gate_way(g, d->gate, cq, &way);
    }
#endif
    if (g->follows) {
        move_with_ends(g, d, cq, &way);
    }
    return way;
}

/* Friction that holds on to a stretch as one follows the mean normal force of the places before,
 * and their shares. */
QUIRE_INLINE void
press_with_others(const struct stretch_place *g, const struct node_steps *d, double cq,
                  struct place_way *way)
{
    const quire_v4 zero = {0};
    quire_v4 force = zero, share = zero, by_force = zero, by_share = zero;

    for (int k = 1; k <= g->presses; k++) {
        const struct stretch_place *at = g - k;
        const struct place_way own = own_way(at, d, cq);
        force += at->p.total;
        share += at->p.share;
        by_force += quire_where4(at->p.on, place_respond(&at->p, &own, false).total);
        by_share += quire_where4(at->p.on, own.share);
    }
    const quire_v4 per = 1 / quire_select4(share > zero, share, quire_all4(1));
    way->share = by_share;
    way->press = (by_force - force * per * by_share) * per;
}

QUIRE_INLINE struct place_way
way_of_step(const struct stretch_place *g, const struct node_steps *d, double cq)
{
    struct place_way way = own_way(g, d, cq);

    if (g->presses > 0) {
        press_with_others(g, d, cq, &way);
    }
    return way;
}

#ifndef QUIRE_PLACE_SPACE
/* by how much more a gate that a drive moves is pushed along its way */
QUIRE_INLINE double
drive_change(const struct stretch_place *g, const struct place_way *way)
{
    const struct place *p = &g->p;
    const struct place_change c = place_respond(p, way, false);
    const struct flat pair = times(p->moment_a, p->a.pair),
                      d_pair = mix(c.moment_a, p->a.pair, p->moment_a, pair_by(&p->a, way->t[0]));
    const quire_v4 turned =
        dot(left(way->w), p->f) + dot(left(way->t[0]), pair) + dot(left(p->a.t), d_pair);

    return quire_sum4(quire_where4(p->on, dot(g->gate.way.j, c.f) + g->gate.way.turns * turned));
}
#endif

static QUIRE_CLONES void
powers(const struct quire_state *st, const struct quire_place_list *list, const double *d,
       double gamma, struct quire_powers *to)
{
    const struct stretch_place *g = list->item;
    struct place_powers sum = {.friction = {0}};
    struct node_steps steps = {.x = {{0}}};

    for (int k = 0; k < list->n; k++) {
        if (!g[k].again) {
            load_steps(st, g + k, d, &steps);
        }
        /* over gamma: velocities count once, displacements gamma times */
        const struct place_way way = way_of_step(g + k, &steps, gamma);
        place_power_after(&g[k].p, &way, false, &sum);
#ifndef QUIRE_PLACE_SPACE
        if (g[k].is_on_gate && g[k].gate.v < 0) {
            to->drives += g[k].gate.rate * drive_change(g + k, &way);
        }
#endif
    }
    add_place_powers(to, &sum);
}

/* what an end of the stretch does along the sheet has a power, too */
QUIRE_INLINE void
tell_of_ends(const struct stretch_place *g, double gamma, struct stretch_sums *to)
{
    const struct place_way along = way_along_stretch(g);
    const quire_v4 by_s = gamma * place_tells_along(&g->p, &along, false);
    const quire_v4 part[2] = {(1 - g->ends.part) * by_s, g->ends.part * by_s};

    for (int e = 0; e < 2; e++) {
        const struct flat *by = g->ends.by[e];
        to->outer[0] = mix(quire_all4(1), to->outer[0], part[e], by[0]);
        to->outer[1] = mix(quire_all4(1), to->outer[1], part[e], by[2]);
        to->all = mix(quire_all4(1), to->all, part[e], plus(by[1], plus(by[0], by[2])));
    }
}

/* the same of the gate's way */
QUIRE_INLINE double
tell_gate(const struct stretch_place *g, double gamma)
{
#ifdef QUIRE_PLACE_SPACE
    struct place_way way = {.share = {0}};
    add_gate_way(g, 1, gamma, &way);
#else
    struct place_way way = rigid_way(&g->p, &g->gate.way, gamma, 1);
#endif

    if (g->follows) {
        static const struct node_steps still;
        struct node_steps step = still;
        step.gate = 1;
        move_with_ends(g, &step, gamma, &way);
    }
    return quire_sum4(place_tells_along(&g->p, &way, false));
}

/* to the nodes that they have */
QUIRE_INLINE void
push_told(const struct quire_sheet *sheet, const struct stretch_place *g, quire_mask4 on,
          const struct stretch_sums *s, double *force)
{
#ifdef QUIRE_PLACE_SPACE
    push_stretches(&g->line, &g->on, on, s, true, sheet->ladder->block, force + sheet->x0);
#else
    push_stretches(&g->on, on, s, force + sheet->x0, force + sheet->x0 + sheet->chain.stride);
#endif
}

static QUIRE_CLONES void
forces(const struct quire_state *st, const struct quire_place_list *list, double gamma,
       double *force)
{
    const struct stretch_place *g = list->item, *end = g + list->n;

#ifdef QUIRE_PLACE_SPACE
    gamma = 0; /* as for single places in spatial models: by velocities alone */
#endif
    while (g < end) {
        const struct stretch_place *first = g;
        const struct quire_sheet *sheet = st->system->sheet + first->sheet;
        struct stretch_sums sum = {.all = {{0}, {0}}};
        quire_mask4 on = {0};
        do {
            const struct place_told told = place_tells(&g->p, gamma, false);
            add_stretch_forces(&g->on, told.w, told.a, &sum);
#ifdef QUIRE_PLACE_SPACE
            add_stretch_forces_across(&g->on, told.across, &sum);
#endif
            if (g->follows) {
                tell_of_ends(g, gamma, &sum);
            }
            if (g->is_on_gate && g->gate.v >= 0) {
                force[g->gate.v] += tell_gate(g, gamma);
            }
            on |= g->p.on;
            g++;
        } while (g < end && g->again);
        push_told(sheet, first, on, &sum, force);
    }
}

static QUIRE_CLONES void
slides(const struct quire_state *st, const struct quire_place_list *list, int k, const double *d,
       double gamma, struct quire_place_slides *to)
{
    const struct stretch_place *g = (const struct stretch_place *)list->item + k;
    struct node_steps steps;

    load_steps(st, g, d, &steps);
    const struct place_way way = way_of_step(g, &steps, gamma);
    const struct place_change c = place_respond(&g->p, &way, false);

    place_slides(&c, to);
}

static bool
rubs(const struct quire_place_list *list, int k, int sheet[2])
{
    const struct stretch_place *g = (const struct stretch_place *)list->item + k;

    sheet[0] = g->sheet;
    return !g->holds && place_rubs(&g->p);
}

#endif
