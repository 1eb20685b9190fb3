/* Kept places of columns on guides: what they tell after a step. doc/theory/energy.md, 3 */
#define QUIRE_PLACE_SPACE
#include "contact/touch/column_places.h"

/* R a, with the gate's axes */
QUIRE_INLINE struct flat
turned(const struct column_place *g, struct flat a)
{
    const quire_v4 c = quire_all4(g->cosine), s = quire_all4(g->sine);

    return (struct flat){c * a.x - s * a.y, s * a.x + c * a.y};
}

/* how the three nodes, along the gate's axes, move in the step d [V] */
QUIRE_INLINE void
step_of_nodes(const struct quire_state *st, const struct column_place *g, const double *d,
              double node[3][4])
{
    const struct quire_sheet *sheet = st->system->sheet + g->sheet;
    const int block = sheet->ladder->block;
    const double *at = d + sheet->x0 + first_node(g, block);

    for (int k = 0; k < 3; k++, at += block) {
        quire_v4 v = g->c[0] * quire_load4(at);
        if (g->columns == 2) {
            v += g->c[1] * quire_load4(at + 3);
        }
        quire_store4(node[k], v);
    }
    for (int k = 0; g->sine != 0 && k < 3; k++) {
        const double x = node[k][0], y = node[k][1];
        node[k][0] = g->cosine * x + g->sine * y;
        node[k][1] = g->cosine * y - g->sine * x;
    }
}

/* The way in which the step moves the places: displacements times cq. */
QUIRE_INLINE struct place_way
way_of_step(const struct quire_state *st, const struct column_place *g, const double *d, double cq)
{
    const quire_v4 q = quire_all4(cq), one = quire_all4(1), zero = {0},
                   back = quire_all4(-cq * g->p.swing);
    struct flat at = {zero, zero}, turn = {zero, zero};
    quire_v4 z = zero;
    double node[3][4];

    step_of_nodes(st, g, d, node);
    for (int k = 0; k < 3; k++) {
        const struct flat by = {quire_all4(node[k][0]), quire_all4(node[k][1])};
        at = mix(one, at, g->b[k], by);
        turn = mix(one, turn, g->d[k], by);
        z += g->b[k] * node[k][2];
    }
    struct place_way way = {.w = times(q, at),
                            .u = mix(one, at, back, left(at)),
                            .t = {times(q, turn)},
                            .rate = {mix(one, turn, back, left(turn))},
                            .share = cq * g->by_z * z,
                            .across = z};
    if (g->way >= 0) {
        const double by = d[g->way];
        const struct place_way more = rigid_way(&g->p, &g->gate, by * cq, by);
        way.w = plus(way.w, more.w);
        way.u = plus(way.u, more.u);
        way.t[0] = plus(way.t[0], more.t[0]);
        way.rate[0] = plus(way.rate[0], more.rate[0]);
    }
    return way;
}

static QUIRE_CLONES void
powers(const struct quire_state *st, const struct quire_place_list *list, const double *d,
       double gamma, struct quire_powers *to)
{
    const struct column_place *g = list->item;
    struct place_powers sum = {.friction = {0}};

    for (int k = 0; k < list->n; k++) {
        const struct place_way way = way_of_step(st, g + k, d, gamma);
        place_power_after(&g[k].p, &way, false, &sum);
    }
    add_place_powers(to, &sum);
}

/* Friction and the lost part of normal forces have their powers along velocities alone. */
static QUIRE_CLONES void
forces(const struct quire_state *st, const struct quire_place_list *list, double gamma,
       double *force)
{
    const struct column_place *g = list->item;

    (void)gamma;
    for (int k = 0; k < list->n; k++, g++) {
        const struct quire_sheet *sheet = st->system->sheet + g->sheet;
        const int block = sheet->ladder->block;
        const struct place_told told = place_tells(&g->p, 0, false);
        const struct column_action a =
            column_action(g->p.on, turned(g, told.w), turned(g, told.a), told.across);
        push_column(g, &a, block, force + sheet->x0 + first_node(g, block));
        if (g->way >= 0) {
            force[g->way] += quire_sum4(
                quire_where4(g->p.on, rigid_force(&g->p, &g->gate, told.w, told.a, g->p.friction)));
        }
    }
}

static bool
rubs(const struct quire_place_list *list, int k, int sheet[2])
{
    const struct column_place *g = (const struct column_place *)list->item + k;
    const struct place *p = &g->p;

    sheet[0] = g->sheet;
    return quire_any(
        p->on & ((p->ratio != 0) | (p->more[0] != 0) | (p->more[1] != 0) | (p->d_normal != 0)));
}

const struct quire_place_book quire_columns_book = {powers, forces, NULL, rubs};
