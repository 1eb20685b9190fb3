/* Stations of one column of a sheet in space on one face of a guide, four neighbours side by side.
 * Within the plane they are those of contact/touch/stations.h; z enters by the velocity across, as
 * friction is a vector, and by where the guide ends across. What acts goes straight to the column's
 * nodes and their part of the matrix. doc/theory/spatial-contact.md, 3. */
#ifndef QUIRE_CONTACT_TOUCH_SPACE_STATIONS_H
#define QUIRE_CONTACT_TOUCH_SPACE_STATIONS_H

#include "contact/touch/columns.h"
#include "contact/touch/stations.h"

/* What friction as a vector of two adds to struct lane_laws, which has its part along the surface.
 */
struct across {
    quire_v4 slip;               /* across [m/s] */
    quire_v4 u[2];               /* direction of the slip, along the surface and across */
    quire_v4 ratio, more;        /* of the law: F/w, F' - F/w [N s/m] */
    quire_v4 d_normal, d_factor; /* of the law's F */
    /* of the share, by the place's z; looked at only where shares vary */
    quire_v4 d_share;
};

/* The law is asked for F(w) at the slip's size w, and m gets what it says along the surface. */
QUIRE_INLINE void
friction_across(const struct quire_contact_law *law, const struct lanes *s, struct lane_laws *m,
                struct across *a)
{
    const quire_v4 zero = {0}, w = quire_sqrt4(m->slip * m->slip + a->slip * a->slip);
    const quire_mask4 moves = w > zero;
    const quire_v4 per = quire_where4(moves, 1 / quire_select4(moves, w, quire_all4(1)));

    quire_set_lanes(m->friction.slip, w);
    quire_set_lanes(m->friction.normal, quire_lanes(m->normal.force));
    quire_set_lanes(m->friction.factor, s->factor);
    ask_friction(law, &m->friction);
    const quire_v4 d_slip = quire_lanes(m->friction.d_slip);
    a->u[0] = m->slip * per;
    a->u[1] = a->slip * per;
    a->ratio = quire_select4(moves, quire_lanes(m->friction.force) * per, d_slip);
    a->more = d_slip - a->ratio;
    a->d_normal = quire_lanes(m->friction.d_normal);
    a->d_factor = quire_lanes(m->friction.d_factor);
    quire_set_lanes(m->friction.force, a->ratio * m->slip);
    quire_set_lanes(m->friction.d_slip, a->ratio + a->more * a->u[0] * a->u[0]);
    quire_set_lanes(m->friction.d_normal, a->u[0] * a->d_normal);
    quire_set_lanes(m->friction.d_factor, a->u[0] * a->d_factor);
}

/* friction across of those that touch */
QUIRE_INLINE quire_v4
across_friction(const struct lanes *s, const struct across *a)
{
    return s->share * quire_where4(s->on, a->ratio * a->slip);
}

/* ---- forces ---- */

/* vectors of three, the fourth is 0, of the four places */
struct across_forces {
    quire_v4 force[LANES], pair[LANES];
};

QUIRE_INLINE void
add_four(double *to, quire_v4 v)
{
    quire_store4(to, quire_load4(to) + v);
}

QUIRE_INLINE void
add_three(double *to, quire_v4 v)
{
    for (int i = 0; i < 3; i++) {
        to[i] += v[i];
    }
}

/* To the nodes, which stand `block` apart; `first` is that of the sheet's trail edge. The number
 * behind an inner station's nodes is another node's and gets 0; behind the lead edge there may be
 * none. */
QUIRE_INLINE void
spread_forces(const struct stations *s, const struct across_forces *f, int n, int block,
              double *first)
{
    for (int lane = 0; lane < LANES; lane++) {
        const int i = s->first + lane;
        if (s->at.on[lane] == 0) {
            continue;
        }
        if (is_inner_station(s, lane, n)) {
            const quire_v4 own = 0.125 * f->force[lane], turn = 0.5 * f->pair[lane];
            double *to = first + (i - 1) * block;
            add_four(to, own - turn);
            add_four(to + block, 6 * own);
            add_four(to + 2 * block, own + turn);
        } else {
            int node;
            const struct station_weights w = lane_weights(s, lane, n, &node);
            for (int k = 0; k < 3; k++) {
                add_three(first + (node + k) * block,
                          w.b[k] * f->force[lane] + w.d[k] * f->pair[lane]);
            }
        }
    }
}

/* ---- derivatives ---- */

/* Derivatives of one place's force (b) and pair (p) by the place's x, y, z; of those by the
 * tangent's x and y: columns of blocks. And of what flows, by the place and by the tangent. */
struct across_derivatives {
    quire_v4 b[3][LANES], p[3][LANES], b_turn[2][LANES], p_turn[2][LANES];
    quire_v4 flow[QUIRE_SPACE_FLOWING][2][LANES], lost;
};

/* how what flows changes; `across`: of friction across, by x, y, z of the place and x, y of the
 * tangent */
QUIRE_INLINE void
across_flows(const struct scatter *c, const struct lane_derivatives *d, quire_v4 along_z,
             const quire_v4 across[5], struct across_derivatives *out)
{
    static const int in_plane[3][2] = {{QUIRE_SPACE_FRICTION, QUIRE_FLOW_FRICTION},
                                       {QUIRE_SPACE_SLIP, QUIRE_FLOW_SLIP},
                                       {QUIRE_SPACE_CLOSING, QUIRE_FLOW_CLOSING}};
    const quire_v4 zero = {0};

    for (int k = 0; k < 3; k++) {
        const int from = in_plane[k][1];
        quire_v4(*to)[LANES] = out->flow[in_plane[k][0]];
        quire_transpose4(to[0], d->flow_bx[from], d->flow_by[from], k == 0 ? along_z : zero, zero);
        quire_transpose4(to[1], d->flow_dx[from], d->flow_dy[from], zero, zero);
    }
    quire_transpose4(out->flow[QUIRE_SPACE_LATERAL][0], across[0], across[1], across[2], zero);
    quire_transpose4(out->flow[QUIRE_SPACE_LATERAL][1], across[3], across[4], zero, zero);
    for (int lane = 0; lane < LANES; lane++) {
        out->flow[QUIRE_SPACE_SLIP_LATERAL][0][lane] = (quire_v4){0, 0, c->cv, 0};
        out->flow[QUIRE_SPACE_SLIP_LATERAL][1][lane] = zero;
    }
}

QUIRE_INLINE void
across_changes(const struct scatter *c, const struct lanes *s, const struct lane_laws *m,
               const struct across *a, bool varies, struct across_derivatives *out)
{
    struct lane_derivatives d;
    const quire_v4 zero = {0}, share = s->share, mixed = share * a->more * a->u[0] * a->u[1],
                   own = share * (a->ratio + a->more * a->u[1] * a->u[1]);
    const quire_v4 by_normal = share * a->u[1] * a->d_normal, half = quire_all4(-c->half);
    quire_v4 total_z = zero, along_z = c->cv * mixed, across_z = c->cv * own;

    lanes_changes(c, s, m, varies, NULL, NULL, &d);
    quire_v4 across_x = mixed * d.flow_bx[QUIRE_FLOW_SLIP] + by_normal * d.one_x,
             across_y = mixed * d.flow_by[QUIRE_FLOW_SLIP] + by_normal * d.one_y;
    quire_v4 turn_x = mixed * d.flow_dx[QUIRE_FLOW_SLIP],
             turn_y = mixed * d.flow_dy[QUIRE_FLOW_SLIP];
    if (varies) {
        const quire_v4 by_factor = share * a->u[1] * a->d_factor, tangential = a->ratio * a->slip;
        across_x += by_factor * s->d_factor[0] + tangential * s->d_share[0];
        across_y += by_factor * s->d_factor[1] + tangential * s->d_share[1];
        turn_x += by_factor * s->d_factor[2] + tangential * s->d_share[2];
        turn_y += by_factor * s->d_factor[3] + tangential * s->d_share[3];
        total_z += quire_lanes(m->normal.force) * a->d_share;
        along_z += quire_lanes(m->friction.force) * a->d_share;
        across_z += tangential * a->d_share;
    }
    const quire_v4 px = -m->y1 * m->q1, py = m->x1 * m->q1;
    quire_transpose4(out->b[0], d.bb[0], d.bb[2], across_x, zero);
    quire_transpose4(out->b[1], d.bb[1], d.bb[3], across_y, zero);
    quire_transpose4(out->b[2], s->nx * total_z - s->ny * along_z,
                     s->ny * total_z + s->nx * along_z, across_z, zero);
    quire_transpose4(out->p[0], d.db[0], d.db[2], zero, zero);
    quire_transpose4(out->p[1], d.db[1], d.db[3], zero, zero);
    quire_transpose4(out->p[2], half * px * along_z, half * py * along_z, zero, zero);
    quire_transpose4(out->b_turn[0], d.bd[0], d.bd[2], turn_x, zero);
    quire_transpose4(out->b_turn[1], d.bd[1], d.bd[3], turn_y, zero);
    quire_transpose4(out->p_turn[0], d.dd[0], d.dd[2], zero, zero);
    quire_transpose4(out->p_turn[1], d.dd[1], d.dd[3], zero, zero);
    across_flows(c, &d, along_z, (quire_v4[]){across_x, across_y, across_z, turn_x, turn_y}, out);
    out->lost = share * quire_lanes(m->normal.d_closing);
}

QUIRE_INLINE void
take_four(double *from, quire_v4 v)
{
    quire_store4(from, quire_load4(from) - v);
}

/* One column of the blocks, b and p those by the place, bt and pt by the tangent. `at`: of the
 * first node's column the rows of the first node; `rows` from one node's rows to the next one's,
 * `columns` from a node's own rows to the next one's in its column. */
QUIRE_INLINE void
inner_column(double *at, int rows, ptrdiff_t columns, quire_v4 b, quire_v4 p, quire_v4 bt,
             quire_v4 pt)
{
    const quire_v4 bb = 0.125 * b, db = 0.5 * p, bd = 0.125 * bt, dd = 0.5 * pt;
    const quire_v4 by_b[3] = {bb - db, 6 * bb, bb + db}, by_d[3] = {bd - dd, 6 * bd, bd + dd};

    for (int k = 0; k < 3; k++) {
        const quire_v4 own = 0.125 * by_b[k], turn = 0.5 * by_d[k];
        double *to = at + k * rows;
        take_four(to, own - turn);
        take_four(to + columns, 6 * own);
        take_four(to + 2 * columns, own + turn);
    }
}

/* The same with any weights. */
QUIRE_INLINE void
outer_column(double *at, int rows, ptrdiff_t columns, const struct station_weights *w, quire_v4 b,
             quire_v4 p, quire_v4 bt, quire_v4 pt)
{
    for (int k = 0; k < 3; k++) {
        const quire_v4 by_b = w->b[k] * b + w->d[k] * p, by_d = w->b[k] * bt + w->d[k] * pt;
        for (int l = 0; l < 3; l++) {
            take_four(at + k * rows + l * columns, w->b[l] * by_b + w->d[l] * by_d);
        }
    }
}

QUIRE_INLINE void
spread_derivatives(const struct stations *s, const struct across_derivatives *d, int n,
                   const struct quire_slabs *slabs, int column)
{
    const quire_v4 zero = {0};
    const int rows = slabs->block;
    const ptrdiff_t columns = (ptrdiff_t)slabs->block * slabs->row - rows;

    for (int lane = 0; lane < LANES; lane++) {
        if (s->at.on[lane] == 0) {
            continue;
        }
        int node;
        const struct station_weights w = lane_weights(s, lane, n, &node);
        for (int q = 0; q < 3; q++) {
            double *at = quire_slab_entries(slabs, node, node, 3 * column + q) + 3 * column;
            const quire_v4 b = d->b[q][lane], p = d->p[q][lane],
                           bt = q < 2 ? d->b_turn[q][lane] : zero,
                           pt = q < 2 ? d->p_turn[q][lane] : zero;
            if (is_inner_station(s, lane, n)) {
                inner_column(at, rows, columns, b, p, bt, pt);
            } else {
                outer_column(at, rows, columns, &w, b, p, bt, pt);
            }
        }
    }
}

/* ---- all of it ---- */

/* What the ledger is told of each place; */
QUIRE_INLINE void
record_flows(const struct scatter *c, const struct stations *s, int guide,
             const struct lane_laws *m, const struct across *a)
{
    struct quire_state *st = c->state;
    const int n = st->system->sheet[c->sheet].chain.n;
    quire_v4 first[LANES], second[LANES];

    quire_transpose4(first, lanes_friction(&s->at, m), across_friction(&s->at, a),
                     lanes_lost(&s->at, m), m->slip);
    quire_transpose4(second, a->slip, -m->vn, quire_all4(s->belt), (quire_v4){0});
    for (int lane = 0; lane < LANES; lane++) {
        if (s->at.on[lane] != 0 && st->n_space_flow < st->cap_space_flow) {
            const quire_v4 f = first[lane], g = second[lane];
            struct quire_space_flow *to = st->space_flow + st->n_space_flow++;
            *to = (struct quire_space_flow){.friction = f[0],
                                            .lateral = f[1],
                                            .lost = f[2],
                                            .slip = f[3],
                                            .slip_lateral = g[0],
                                            .closing = g[1],
                                            .belt = g[2],
                                            .sheet = c->sheet,
                                            .column = c->column->index,
                                            .target = quire_partner(QUIRE_PARTNER_GUIDE, guide),
                                            .side = c->column->side};
            lane_weights(s, lane, n, &to->station);
        }
    }
}

/* and of how that changes. */
QUIRE_INLINE void
record_flow_changes(const struct scatter *c, const struct stations *s, int guide,
                    const struct across_derivatives *d)
{
    struct quire_state *st = c->state;
    const int n = st->system->sheet[c->sheet].chain.n;

    for (int lane = 0; lane < LANES; lane++) {
        if (s->at.on[lane] == 0 || st->n_space_change == st->cap_space_flow) {
            continue;
        }
        struct quire_space_change *to = st->space_change + st->n_space_change++;
        const struct station_weights w = lane_weights(s, lane, n, &to->station);
        memcpy(to->b, w.b, sizeof to->b);
        memcpy(to->d, w.d, sizeof to->d);
        to->c[0] = 1;
        to->sheet = c->sheet;
        to->column = c->column->index;
        to->target = quire_partner(QUIRE_PARTNER_GUIDE, guide);
        to->columns = 1;
        to->small = to->rim = to->gate = to->tie = -1;
        to->lost = d->lost[lane];
        for (int k = 0; k < QUIRE_SPACE_FLOWING; k++) {
            to->by[k][0] = d->flow[k][0][lane];
            to->by[k][1] = d->flow[k][1][lane];
            to->by[k][2] = (quire_v4){0};
        }
    }
}

/* Forces, powers and, with a matrix, derivatives of stations whose motion is known. */
QUIRE_INLINE void
spread_across(const struct scatter *c, const struct stations *s, int guide,
              const struct lane_laws *m, const struct across *a, bool varies,
              struct lane_powers *powers)
{
    struct quire_state *st = c->state;
    const struct quire_sheet *sheet = st->system->sheet + c->sheet;
    const struct quire_column *column = c->column;
    const int n = sheet->chain.n, block = sheet->ladder->block;
    const quire_v4 zero = {0}, friction = lanes_friction(&s->at, m),
                   lateral = across_friction(&s->at, a);
    struct lane_forces f;
    struct across_forces spread;

    lanes_forces(&s->at, m, c->half, &f);
    quire_transpose4(spread.force, f.fx, f.fy, lateral, zero);
    quire_transpose4(spread.pair, f.px, f.py, zero, zero);
    spread_forces(s, &spread, n, block, column->force + 3 * column->index);
    powers->friction += friction * m->slip + lateral * a->slip;
    powers->belts += friction * s->belt;
    powers->lost += lanes_lost(&s->at, m) * -m->vn;
    if (varies) {
        powers->given += quire_where4(s->at.on, quire_load4(s->given));
    }
    record_flows(c, s, guide, m, a);
    if (column->slabs != NULL) {
        const quire_v4 elastic =
            s->at.share * quire_where4(s->at.on, quire_lanes(m->normal.elastic));
        struct across_derivatives d;
        quire_transpose4(spread.force, f.fx - elastic * s->at.nx, f.fy - elastic * s->at.ny,
                         lateral, zero);
        spread_forces(s, &spread, n, block, column->nonpotential + 3 * column->index);
        across_changes(c, &s->at, m, a, varies, &d);
        spread_derivatives(s, &d, n, column->slabs, column->index);
        record_flow_changes(c, s, guide, &d);
    }
}

#endif
