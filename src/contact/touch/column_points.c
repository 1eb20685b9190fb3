/* Points of a span of a column of a sheet in space on a guide, side by side: most of what touches
 * there is of this sort. doc/theory/spatial-contact.md, 3 */
#define QUIRE_PLACE_SPACE
#include "contact/place/record.h"
#include "contact/touch/column_places.h"
#include "contact/touch/cover.h"
#include "state/gate_pose.h"

/* ---- places ---- */

/* what the points are of the sheet, and how they move past the guide */
QUIRE_INLINE void
find_places(const struct scatter *c, const struct span_points *s, struct column_place *g)
{
    const struct quire_column *column = c->column;
    const quire_v4 zero = {0};
    struct place *p = &g->p;
    quire_v4 x[3], y[3], u[3], v[3], w[3];

    span_nodes(x, c->x, s->node);
    span_nodes(y, c->y, s->node);
    span_nodes(u, c->vx, s->node);
    span_nodes(v, c->vy, s->node);
    span_nodes(w, column->vz, s->node);
    for (int k = 0; k < 3; k++) {
        g->b[k] = s->b[k];
        g->d[k] = s->d[k];
    }
    g->sheet = c->sheet;
    g->station = s->node;
    g->column = column->index;
    g->columns = column->columns;
    g->c[0] = column->c[0];
    g->c[1] = column->c[1];
    p->on = s->on;
    p->n = (struct flat){s->nx, s->ny};
    p->u = (struct flat){weighted(g->b, u), weighted(g->b, v)};
    p->a.t = (struct flat){weighted(g->d, x), weighted(g->d, y)};
    p->a.rate = (struct flat){weighted(g->d, u), weighted(g->d, v)};
    p->across = weighted(g->b, w);
    p->a.arm = quire_all4(c->half);
    p->arm_by = 0;
    p->overlap = s->overlap;
    p->bend = s->radial;
    p->share = s->share;
    p->factor = s->factor;
    p->belt = quire_all4(s->belt);
    p->surface = zero;
    p->swing = column->spin;
    p->drags = p->fades = false;
    g->by_z = zero;
}

/* which of the strips are not covered wholly */
QUIRE_INLINE quire_mask4
covered_in_part(const struct quire_strip *s, const struct quire_guide *guide, quire_v4 z)
{
    const quire_v4 half = quire_all4(s->half), middle = z + s->middle;

    return (middle - guide->across[0] < half) | (guide->across[1] - middle < half);
}

/* The shares fade where the guide ends across. */
static void
fade_places(const struct quire_strip *strip, const struct quire_guide *guide, const double z[LANES],
            struct column_place *g)
{
    for (int k = 0; k < LANES; k++) {
        double slope;
        const double part = quire_strip_covered(strip, guide, z[k], &slope);
        if (g->p.on[k] != 0) {
            g->by_z[k] = slope * g->p.share[k];
            g->p.share[k] *= part;
            g->p.on[k] = g->p.share[k] > 0 ? -1 : 0;
        }
    }
    g->p.fades = true;
}

/* The force -U d(share)/dz across. */
static void
push_edge(const struct quire_contact_law *law, const struct column_place *g, int block,
          double *force)
{
    const struct flat none = {{0}, {0}};
    quire_v4 edge = {0};

    for (int k = 0; k < LANES; k++) {
        if (g->p.on[k] != 0 && g->by_z[k] != 0) {
            edge[k] = -g->by_z[k] *
                      quire_normal_stored(law->normal, law->normal_data,
                                          &(struct quire_normal_in){.overlap = g->p.overlap[k]});
        }
    }
    const struct column_action a = {none, none, edge};
    push_column(g, &a, block, force);
}

/* ---- derivatives ---- */

/* what shares that fade change, by z */
QUIRE_INLINE void
add_fading(const struct column_place *g, double cq, struct forms *by)
{
    const struct place *p = &g->p;
    const quire_v4 d = cq * g->by_z;
    const struct flat f = mix(d * p->force, p->n, d * p->rub, left(p->n)),
                      pair = times(-p->a.arm * d * p->rub, p->a.pair);

    by->f_z[0] += f.x;
    by->f_z[1] += f.y;
    by->a_z[0] += pair.x;
    by->a_z[1] += pair.y;
    by->l_w[2] += d * p->rub_across;
}

/* One column of the forms, place by place: of what acts along x, y and z, by the place and by the
 * direction; force and pair. */
struct form_column {
    quire_v4 f_w[LANES], a_w[LANES], f_a[LANES], a_a[LANES];
};

QUIRE_INLINE void
column_of_forms(const struct forms *by, int q, struct form_column *to)
{
    const quire_v4 zero = {0};

    if (q == 2) {
        quire_transpose4(to->f_w, by->f_z[0], by->f_z[1], by->l_w[2], zero);
        quire_transpose4(to->a_w, by->a_z[0], by->a_z[1], zero, zero);
        return;
    }
    quire_transpose4(to->f_w, by->f_w[q], by->f_w[2 + q], by->l_w[q], zero);
    quire_transpose4(to->a_w, by->a_w[q], by->a_w[2 + q], zero, zero);
    quire_transpose4(to->f_a, by->f_a[q], by->f_a[2 + q], by->l_a[q], zero);
    quire_transpose4(to->a_a, by->a_a[q], by->a_a[2 + q], zero, zero);
}

/* That column of the nodes' blocks k[rows][columns], summed over those that touch; z does not turn
 * (`turns`). As weights of position add up to 1 and those of direction to 0, rows and columns of
 * blocks have simpler sums, and the middle node has the rest. */
QUIRE_INLINE void
sum_column(const struct column_place *g, const struct form_column *f, bool turns, quire_v4 k[3][3])
{
    const quire_v4 zero = {0};
    quire_v4 row[2] = {zero, zero}, column[2] = {zero, zero}, all = zero;

    k[0][0] = k[0][2] = k[2][0] = k[2][2] = zero;
    for (int p = 0; p < LANES; p++) {
        if (g->p.on[p] == 0) {
            continue;
        }
        all += f->f_w[p];
        for (int j = 0; j < 2; j++) {
            const double b = g->b[2 * j][p], d = g->d[2 * j][p];
            const quire_v4 force = b * f->f_w[p], by_w = force + d * f->a_w[p];
            row[j] += by_w;
            column[j] += turns ? force + d * f->f_a[p] : force;
            k[2 * j][0] += g->b[0][p] * by_w;
            k[2 * j][2] += g->b[2][p] * by_w;
            if (turns) {
                const quire_v4 by_a = b * f->f_a[p] + d * f->a_a[p];
                k[2 * j][0] += g->d[0][p] * by_a;
                k[2 * j][2] += g->d[2][p] * by_a;
            }
        }
    }
    for (int j = 0; j < 2; j++) {
        k[2 * j][1] = row[j] - (k[2 * j][0] + k[2 * j][2]);
        k[1][2 * j] = column[j] - (k[0][2 * j] + k[2][2 * j]);
    }
    k[1][1] = all - (column[0] + column[1]) - (k[0][1] + k[2][1]);
}

/* Adds blocks to the matrix of a line between two columns: to both nodes of each. */
QUIRE_INLINE void
add_six(double *to, quire_v4 weight, double second, quire_v4 v)
{
    quire_store4(to, quire_load4(to) + weight * QUIRE_PICK(v, v, 0, 1, 2, 0));
    to[4] += second * v[1];
    to[5] += second * v[2];
}

QUIRE_INLINE void
add_blocks(const struct column_place *g, const struct quire_slabs *slabs, bool one, int q,
           const quire_v4 k[3][3])
{
    const int rows = slabs->block, first = 3 * g->column;
    const ptrdiff_t columns = (ptrdiff_t)slabs->block * slabs->row - rows,
                    beside = 3 * (ptrdiff_t)slabs->row;
    const double c = g->c[0], e = g->c[1], mixed = c * e;
    const quire_v4 left_by = {c * c, c * c, c * c, mixed}, right_by = {mixed, mixed, mixed, e * e};
    double *at = quire_slab_entries(slabs, g->station, g->station, first + q) + first;

    for (int l = 0; l < 3; l++, at += columns) {
        for (int j = 0; j < 3; j++) {
            double *to = at + j * rows;
            if (one) {
                quire_store4(to, quire_load4(to) + k[j][l]);
            } else {
                add_six(to, left_by, mixed, k[j][l]);
                add_six(to + beside, right_by, e * e, k[j][l]);
            }
        }
    }
}

QUIRE_INLINE void
add_forms(const struct column_place *g, const struct quire_slabs *slabs, const struct forms *by,
          bool one)
{
    struct form_column column;
    quire_v4 k[3][3];

    for (int q = 0; q < 3; q++) {
        column_of_forms(by, q, &column);
        sum_column(g, &column, q < 2, k);
        add_blocks(g, slabs, one, q, k);
    }
}

/* Of M - (cq K + cv D). */
QUIRE_INLINE void
derive_places(const struct scatter *c, const struct column_place *g)
{
    struct forms by;

    place_forms(&g->p, -c->cq, -c->cv, false, &by);
    if (g->p.fades) {
        add_fading(g, -c->cq, &by);
    }
    if (g->columns == 1) {
        add_forms(g, c->column->slabs, &by, true);
    } else {
        add_forms(g, c->column->slabs, &by, false);
    }
}

/* ---- stretches whose ends move along the sheet ---- */

/* As the places move along the curve at resting nodes. */
QUIRE_INLINE struct place_way
way_along(const struct scatter *c, const struct column_place *g, const double weights[3])
{
    quire_v4 x[3], y[3], u[3], v[3], z[3], w[3], dd[3];

    span_nodes(x, c->x, g->station);
    span_nodes(y, c->y, g->station);
    span_nodes(u, c->vx, g->station);
    span_nodes(v, c->vy, g->station);
    span_nodes(z, c->column->z, g->station);
    span_nodes(w, c->column->vz, g->station);
    span_nodes(dd, weights, 0);
    return (struct place_way){.w = g->p.a.t,
                              .u = g->p.a.rate,
                              .t = {{weighted(dd, x), weighted(dd, y)}},
                              .rate = {{weighted(dd, u), weighted(dd, v)}},
                              .share = g->by_z * weighted(g->d, z),
                              .across = weighted(g->d, w)};
}

static QUIRE_CLONES void
move_ends_across(const struct scatter *c, const struct column_place *g,
                 const struct span_moves *moves)
{
    const struct place *p = &g->p;
    const struct place_way along = way_along(c, g, moves->dd);
    const struct place_change by = place_respond(p, &along, false);
    const quire_v4 zero = {0};
    const struct column_action now = column_action(p->on, p->f, times(p->moment_a, p->a.pair),
                                                   p->lateral),
                               more = column_action(p->on, by.f,
                                                    mix(by.moment_a, p->a.pair, p->moment_a,
                                                        pair_by(&p->a, along.t[0])),
                                                    by.lateral);
    const struct flat moved = plus(more.pair, now.f);

    for (int k = 0; k < 3; k++) {
        const quire_v4 b = g->b[k], d = g->d[k], dd = quire_all4(moves->dd[k]);
        const struct flat share = mix(b, now.f, d, now.pair),
                          s = plus(mix(b, more.f, d, moved), times(dd, now.pair));
        quire_v4 x[2], y[2], z[2];
        by_ends(moves, s.x, share.x, x);
        by_ends(moves, s.y, share.y, y);
        by_ends(moves, b * more.lateral + d * now.lateral, b * now.lateral, z);
        const quire_v4 first = sums_of(x[0], y[0], z[0], zero),
                       second = sums_of(x[1], y[1], z[1], zero);
        for (int q = 0; q < 2; q++) {
            quire_v4 entry[3];
            for (int l = 0; l < 3; l++) {
                entry[l] = moves->end[0][l][q] * first + moves->end[1][l][q] * second;
            }
            quire_columns_take(c->column->slabs, g->station, g->column, g->columns, g->c, k, q,
                               entry);
        }
    }
}

/* ---- gates ---- */

/* On a pivot that a spring holds, with the pivot's angle the velocities turn back against the gate,
 * by which forces change less as if the sheet were moved backwards. doc/theory/gates.md, 6 */
static QUIRE_CLONES void
turn_back(const struct scatter *c, const struct column_place *g, int block)
{
    const struct place *p = &g->p;
    const double *pivot = c->state->system->gate[c->work->gate].at;
    const quire_v4 back = quire_all4(-c->cq), spin = quire_all4(p->swing), one = quire_all4(1);
    quire_v4 x[3], y[3];

    span_nodes(x, c->x, g->station);
    span_nodes(y, c->y, g->station);
    const struct flat at = {weighted(g->b, x) - pivot[0], weighted(g->b, y) - pivot[1]};
    const struct place_way way = {
        .u = times(back, left(mix(one, p->u, spin, left(at)))),
        .rate = {times(back, left(mix(one, p->a.rate, spin, left(p->a.t))))}};
    const struct place_change by = place_respond(p, &way, false);
    const struct column_action a =
        column_action(p->on, by.f, times(by.moment_a, p->a.pair), by.lateral);

    push_column(g, &a, block, c->column->swing + first_node(g, block));
}

/* the gate from which the column is seen */
QUIRE_INLINE void
note_gate(const struct scatter *c, struct column_place *g)
{
    const struct quire_state *st = c->state;
    const int index = c->work->gate;

    g->cosine = 1;
    g->sine = 0;
    g->way = -1;
    if (index < 0) {
        return;
    }
    const struct quire_gate *gate = st->system->gate + index;
    g->cosine = st->gate[index].cos;
    g->sine = st->gate[index].sin;
    if (gate->small >= 0) {
        quire_v4 x[3], y[3];
        g->way = st->system->small[gate->small].v0;
        g->gate = (struct rigid){.j = {quire_all4(gate->at[0]), quire_all4(gate->at[1])},
                                 .turns = gate->turns ? 1 : 0};
        if (gate->turns) {
            span_nodes(x, c->x, g->station);
            span_nodes(y, c->y, g->station);
            g->gate.j = left(
                (struct flat){weighted(g->b, x) - gate->at[0], weighted(g->b, y) - gate->at[1]});
        }
    }
}

/* ---- all of it ---- */

static void
record(const struct scatter *c, const struct column_place *g, int guide,
       const struct quire_contact_law *law, const struct place_asks *ask)
{
    const struct place_memory m = {
        .state = c->state,
        .pair = quire_sheet_with(c->sheet, quire_partner(QUIRE_PARTNER_GUIDE, guide))};
    quire_v4 x[3], y[3], z[3];

    span_nodes(x, c->x, g->station);
    span_nodes(y, c->y, g->station);
    span_nodes(z, c->column->z, g->station);
    const quire_v4 at_x = weighted(g->b, x), at_y = weighted(g->b, y), at_z = weighted(g->b, z);
    for (int k = 0; k < LANES; k++) {
        if (g->p.on[k] != 0) {
            struct quire_touch *t = record_lane(c->state, law, &g->p, &m, ask, k, at_x[k], at_y[k]);
            if (t != NULL) {
                t->space.z = at_z[k];
                t->space.pad = -1;
            }
        }
    }
}

/* What there is with the matrix. */
QUIRE_INLINE void
derive_all(const struct scatter *c, struct column_place *g, const struct span_moves *moves,
           int block)
{
    note_gate(c, g);
    derive_places(c, g);
    if (moves != NULL && c->cq != 0) {
        move_ends_across(c, g, moves);
    }
    if (c->column->swing != NULL && g->gate.turns != 0) {
        turn_back(c, g, block);
    }
}

/* What is found with the matrix is kept for the power book; NULL: there is no room. */
QUIRE_INLINE struct column_place *
place_to_find(const struct scatter *c, struct column_place *here)
{
    return c->column->slabs != NULL ? quire_places_add(c->state, QUIRE_PLACES_COLUMNS, sizeof *here)
                                    : here;
}

QUIRE_INLINE void
drop_found(const struct scatter *c)
{
    if (c->column->slabs != NULL) {
        c->state->places[QUIRE_PLACES_COLUMNS].n--;
    }
}

QUIRE_CLONES void
quire_column_points(const struct scatter *c, const struct span_points *s, int index,
                    const struct span_moves *moves)
{
    struct quire_state *st = c->state;
    const struct quire_system *sys = st->system;
    const struct quire_column *column = c->column;
    const struct quire_strip *strip = quire_strip_on(column, index);
    const int block = sys->sheet[c->sheet].ladder->block;
    struct place_powers sum = {.friction = {0}};
    struct column_place here, *g = place_to_find(c, &here);
    struct place_asks ask;
    quire_v4 z[3];

    if (g == NULL) {
        return;
    }
    find_places(c, s, g);
    span_nodes(z, column->z, s->node);
    const quire_v4 at_z = weighted(g->b, z);
    if (quire_any(g->p.on & covered_in_part(strip, sys->guide + index, at_z))) {
        fade_places(strip, sys->guide + index, (const double *)&at_z, g);
        g->by_z *= strip->share;
    }
    if (!quire_any(g->p.on)) {
        drop_found(c);
        return;
    }
    g->p.share *= strip->share;
    mark_touched(st, c->sheet, quire_partner(QUIRE_PARTNER_GUIDE, index));
    quire_stations_feel(column->felt, s->node);
    place_rates(&g->p, false);
    place_laws(s->law, &g->p, NULL, &ask);
    place_forces(&g->p, false);
    const struct column_action a =
        column_action(g->p.on, g->p.f, times(g->p.moment_a, g->p.a.pair), g->p.lateral);
    double *to = column->force + first_node(g, block);
    push_column(g, &a, block, to);
    if (g->p.fades) {
        push_edge(s->law, g, block, to);
    }
    place_power(&g->p, &sum);
    add_place_powers(&st->power, &sum);
    if (st->record) {
        record(c, g, index, s->law, &ask);
    }
    if (column->slabs != NULL) {
        derive_all(c, g, moves, block);
    }
}
