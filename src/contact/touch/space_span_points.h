/* Points of one span of a column of a sheet in space on one piece of a guide, four side by side.
 * Within the plane they are those of contact/touch/span_points.h; z enters by the velocity across,
 * as friction is a vector, and by where the guide ends across. What acts goes straight to the
 * column's nodes and their part of the matrix. doc/theory/spatial-contact.md, 3. */
#ifndef QUIRE_CONTACT_TOUCH_SPACE_SPAN_POINTS_H
#define QUIRE_CONTACT_TOUCH_SPACE_SPAN_POINTS_H

#include "contact/touch/columns.h"
#include "contact/touch/span_points.h"

/* What friction as a vector of two adds to struct lane_laws, which has its part along the surface.
 */
struct across {
    quire_v4 slip;               /* across [m/s] */
    quire_v4 u[2];               /* direction of the slip, along the surface and across */
    quire_v4 ratio, more;        /* of the law: F/w, F' - F/w [N s/m] */
    quire_v4 d_normal, d_factor; /* of the law's F */
    /* of the share, by the place's z; looked at only where shares vary */
    quire_v4 d_share;
    /* there, too: the force -U d(share)/dz across [N]. Its own derivatives are left out */
    quire_v4 edge;
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

QUIRE_INLINE void
add_three(double *to, quire_v4 v)
{
    for (int i = 0; i < 3; i++) {
        to[i] += v[i];
    }
}

/* To the nodes of a line, which stand `block` apart; `first` is that of the sheet's trailing edge.
 */
QUIRE_INLINE void
spread_forces(const struct span_points *s, const struct lane_forces *f, quire_v4 lateral, int block,
              const struct quire_column *line, double *first)
{
    const quire_v4 zero = {0};

    for (int k = 0; k < 3; k++) {
        double *to = first + (s->node + k) * block + 3 * line->index;
        const quire_v4 v = sums_of(s->b[k] * f->fx + s->d[k] * f->px,
                                   s->b[k] * f->fy + s->d[k] * f->py, s->b[k] * lateral, zero);
        if (line->columns == 1) {
            add_three(to, v);
        } else {
            add_three(to, line->c[0] * v);
            add_three(to + 3, line->c[1] * v);
        }
    }
}

/* ---- derivatives ---- */

/* Derivatives of the points' force (b) and pair (p) by the place's x, y, z; of those by the
 * tangent's x and y: columns of blocks, number by number. */
struct across_derivatives {
    quire_v4 b[3][3], p[3][2], b_turn[2][3], p_turn[2][2];
};

/* how what flows changes; `across`: of friction across, by x, y, z of the place and x, y of the
 * tangent */
QUIRE_INLINE void
across_flows(const struct scatter *c, const struct lanes *s, const struct lane_derivatives *d,
             quire_v4 along_z, const quire_v4 across[5], quire_v4 lost,
             struct quire_space_span_change *out)
{
    const quire_v4 friction[5] = {d->flow_bx[QUIRE_FLOW_FRICTION], d->flow_by[QUIRE_FLOW_FRICTION],
                                  along_z, d->flow_dx[QUIRE_FLOW_FRICTION],
                                  d->flow_dy[QUIRE_FLOW_FRICTION]},
                   slip[5] = {d->flow_bx[QUIRE_FLOW_SLIP],
                              d->flow_by[QUIRE_FLOW_SLIP],
                              {0},
                              d->flow_dx[QUIRE_FLOW_SLIP],
                              d->flow_dy[QUIRE_FLOW_SLIP]};

    for (int k = 0; k < 5; k++) {
        out->friction[k] = quire_where4(s->on, friction[k]);
        out->lateral[k] = quire_where4(s->on, across[k]);
        out->slip[k] = quire_where4(s->on, slip[k]);
    }
    out->closing[0] = quire_where4(s->on, d->flow_bx[QUIRE_FLOW_CLOSING]);
    out->closing[1] = quire_where4(s->on, d->flow_by[QUIRE_FLOW_CLOSING]);
    out->across = quire_where4(s->on, quire_all4(c->cv));
    out->lost = quire_where4(s->on, lost);
}

QUIRE_INLINE void
across_changes(const struct scatter *c, const struct lanes *s, const struct lane_laws *m,
               const struct across *a, bool varies, struct across_derivatives *out,
               struct quire_space_span_change *flow)
{
    struct lane_derivatives d;
    const quire_v4 zero = {0}, share = s->share, mixed = share * a->more * a->u[0] * a->u[1],
                   own = share * (a->ratio + a->more * a->u[1] * a->u[1]);
    const quire_v4 by_normal = share * a->u[1] * a->d_normal, half = quire_all4(-c->half);
    quire_v4 total_z = zero, along_z = c->cv * mixed, across_z = c->cv * own;

    lanes_changes(c, s, m, c->column->spin, varies, NULL, NULL, &d);
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
    const quire_v4 b[3][3] = {
        {d.bb[0], d.bb[2], across_x},
        {d.bb[1], d.bb[3], across_y},
        {s->nx * total_z - s->ny * along_z, s->ny * total_z + s->nx * along_z, across_z}};
    const quire_v4 p[3][2] = {
        {d.db[0], d.db[2]}, {d.db[1], d.db[3]}, {half * px * along_z, half * py * along_z}};
    const quire_v4 b_turn[2][3] = {{d.bd[0], d.bd[2], turn_x}, {d.bd[1], d.bd[3], turn_y}};
    const quire_v4 p_turn[2][2] = {{d.dd[0], d.dd[2]}, {d.dd[1], d.dd[3]}};
    for (int q = 0; q < 3; q++) {
        for (int i = 0; i < 3; i++) {
            out->b[q][i] = quire_where4(s->on, b[q][i]);
            if (q < 2) {
                out->b_turn[q][i] = quire_where4(s->on, b_turn[q][i]);
            }
        }
        for (int i = 0; i < 2; i++) {
            out->p[q][i] = quire_where4(s->on, p[q][i]);
            if (q < 2) {
                out->p_turn[q][i] = quire_where4(s->on, p_turn[q][i]);
            }
        }
    }
    across_flows(c, s, &d, along_z, (quire_v4[]){across_x, across_y, across_z, turn_x, turn_y},
                 share * quire_lanes(m->normal.d_closing), flow);
}

QUIRE_INLINE void
take_four(double *from, quire_v4 v)
{
    quire_store4(from, quire_load4(from) - v);
}

/* What goes to the rows of two columns side by side, with the weights of the first four rows, and
 * of the second column. */
QUIRE_INLINE void
take_six(double *from, quire_v4 weight, double second, quire_v4 v)
{
    take_four(from, weight * QUIRE_PICK(v, v, 0, 1, 2, 0));
    from[4] -= second * v[1];
    from[5] -= second * v[2];
}

/* One column of the blocks, by the place's coordinate q: `at` its rows of the first node in that
 * node's column; `rows` from one node's rows to the next one's, `columns` from a node's own rows to
 * the next one's in its column, `beside` to those of the next column's nodes. */
QUIRE_INLINE void
spread_column(const struct span_points *s, const struct across_derivatives *d, int q,
              const struct quire_column *line, bool one, double *at, int rows, ptrdiff_t columns,
              ptrdiff_t beside)
{
    const double c = line->c[0], e = line->c[1], mixed = c * e;
    const quire_v4 zero = {0}, first = {c * c, c * c, c * c, mixed},
                   second = {mixed, mixed, mixed, e * e};

    for (int k = 0; k < 3; k++) {
        quire_v4 by_b[3], by_d[3] = {zero, zero, zero};
        for (int i = 0; i < 3; i++) {
            by_b[i] = s->b[k] * d->b[q][i];
            if (i < 2) {
                by_b[i] += s->d[k] * d->p[q][i];
            }
            if (q < 2) {
                by_d[i] = s->b[k] * d->b_turn[q][i];
            }
            if (q < 2 && i < 2) {
                by_d[i] += s->d[k] * d->p_turn[q][i];
            }
        }
        for (int l = 0; l < 3; l++) {
            double *to = at + k * rows + l * columns;
            const quire_v4 v = sums_of(s->b[l] * by_b[0] + s->d[l] * by_d[0],
                                       s->b[l] * by_b[1] + s->d[l] * by_d[1],
                                       s->b[l] * by_b[2] + s->d[l] * by_d[2], zero);
            if (one) {
                take_four(to, v);
            } else {
                take_six(to, first, mixed, v);
                take_six(to + beside, second, e * e, v);
            }
        }
    }
}

QUIRE_INLINE void
spread_derivatives(const struct span_points *s, const struct across_derivatives *d,
                   const struct quire_slabs *slabs, const struct quire_column *line, bool one)
{
    const int rows = slabs->block, first = 3 * line->index;
    const ptrdiff_t columns = (ptrdiff_t)slabs->block * slabs->row - rows;

    for (int q = 0; q < 3; q++) {
        spread_column(s, d, q, line, one,
                      quire_slab_entries(slabs, s->node, s->node, first + q) + first, rows, columns,
                      3 * (ptrdiff_t)slabs->row);
    }
}

/* ---- all of it ---- */

/* Adds the power flows of the points. */
QUIRE_INLINE void
record_flows(const struct scatter *c, const struct span_points *s, int guide,
             const struct lane_laws *m, const struct across *a)
{
    struct quire_state *st = c->state;
    const quire_mask4 on = s->at.on;

    if (st->n_space_span < st->cap_space_span) {
        st->space_span[st->n_space_span++] =
            (struct quire_space_span){.friction = lanes_friction(&s->at, m),
                                      .lateral = across_friction(&s->at, a),
                                      .lost = lanes_lost(&s->at, m),
                                      .slip = quire_where4(on, m->slip),
                                      .slip_lateral = quire_where4(on, a->slip),
                                      .closing = quire_where4(on, -m->vn),
                                      .belt = s->belt,
                                      .sheet = c->sheet,
                                      .station = s->node,
                                      .column = c->column->index,
                                      .line = c->column->line,
                                      .guide = guide};
    }
}

/* Adds records of the points for observers. */
QUIRE_INLINE void
record_across(const struct scatter *c, const struct span_points *s, int guide,
              const struct lane_laws *m, const struct across *a)
{
    quire_v4 z[3];

    span_nodes(z, c->column->z, s->node);
    const struct across_seen seen = {weighted(m->b, z), across_friction(&s->at, a), a->slip,
                                     a->u[0]};
    record_points(c, s, m, guide, &seen);
}

/* A place for the derivatives of these power flows; `spare` if there is no room. */
QUIRE_INLINE struct quire_space_span_change *
new_flow_change(const struct scatter *c, const struct span_points *s, int guide,
                struct quire_space_span_change *spare)
{
    struct quire_state *st = c->state;
    struct quire_space_span_change *to = st->n_space_span_change < st->cap_space_span
                                             ? st->space_span_change + st->n_space_span_change++
                                             : spare;

    memcpy(to->b, s->b, sizeof to->b);
    memcpy(to->d, s->d, sizeof to->d);
    to->sheet = c->sheet;
    to->station = s->node;
    to->column = c->column->index;
    to->columns = c->column->columns;
    to->line = c->column->line;
    memcpy(to->c, c->column->c, sizeof to->c);
    to->guide = guide;
    to->gate = -1;
    return to;
}

/* Forces, powers and, with a matrix, derivatives of points whose motion is known. Returns what was
 * noted of how flows change; NULL: nothing was. */
QUIRE_INLINE struct quire_space_span_change *
spread_across(const struct scatter *c, const struct span_points *s, int guide,
              const struct lane_laws *m, const struct across *a, bool varies,
              struct lane_powers *powers)
{
    struct quire_state *st = c->state;
    const struct quire_sheet *sheet = st->system->sheet + c->sheet;
    const struct quire_column *column = c->column;
    const int block = sheet->ladder->block;
    const quire_v4 friction = lanes_friction(&s->at, m), lateral = across_friction(&s->at, a);
    struct quire_space_span_change spare, *change = NULL;
    struct lane_forces f;

    lanes_forces(&s->at, m, c->half, &f);
    spread_forces(s, &f, varies ? lateral + a->edge : lateral, block, column, column->force);
    powers->friction += friction * m->slip + lateral * a->slip;
    powers->belts += friction * s->belt;
    powers->lost += lanes_lost(&s->at, m) * -m->vn;
    record_flows(c, s, guide, m, a);
    if (st->record) {
        record_across(c, s, guide, m, a);
    }
    if (column->slabs != NULL) {
        const quire_v4 elastic =
            s->at.share * quire_where4(s->at.on, quire_lanes(m->normal.elastic));
        struct across_derivatives d;
        f.fx -= elastic * s->at.nx;
        f.fy -= elastic * s->at.ny;
        spread_forces(s, &f, lateral, block, column, column->nonpotential);
        change = new_flow_change(c, s, guide, &spare);
        across_changes(c, &s->at, m, a, varies, &d, change);
        if (column->columns == 1) {
            spread_derivatives(s, &d, column->slabs, column, true);
        } else {
            spread_derivatives(s, &d, column->slabs, column, false);
        }
    }
    return change != &spare ? change : NULL;
}

#endif
