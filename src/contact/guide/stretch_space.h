/* What stretches of a line of a sheet in space have besides those of a planar sheet: shares that
 * fade across, gates and guides that are tilted. doc/theory/spatial-contact.md, 3; gates.md, 9 */
#ifndef QUIRE_CONTACT_GUIDE_STRETCH_SPACE_H
#define QUIRE_CONTACT_GUIDE_STRETCH_SPACE_H

#include "contact/guide/stretch_forces.h"
#include "contact/place/record.h"
#include "contact/place/stiffen.h"

static const enum quire_places stretch_family = QUIRE_PLACES_COLUMNS;

/* ---- shares that fade across ---- */

/* What the law stores where the share changes. */
QUIRE_INLINE quire_v4
stored_at_edges(const struct stretch_pack *g, const struct stretch_place *at,
                const struct place_memory *m)
{
    quire_v4 stored = {0};

    for (int k = 0; k < LANES; k++) {
        if (at->p.on[k] != 0 && at->line.by_z[k] != 0) {
            stored[k] = place_stored(g->law, &at->p, m, k);
        }
    }
    return times_stored(&at->p, g->piece.stiff_from, g->piece.stiff_over) * stored;
}

/* The force -U d(share)/dz on the places. */
QUIRE_INLINE void
push_edges(const struct stretch_pack *g, const struct stretch_place *at, quire_v4 stored,
           struct stretch_sums *to)
{
    const quire_v4 zero = {0}, edge = -at->line.by_z * stored;
    const double *up = g->line.up;

    add_stretch_forces(&at->on, (struct flat){edge * up[0], edge * up[1]},
                       (struct flat){zero, zero}, to);
    add_stretch_forces_across(&at->on, edge * up[2], to);
}

/* What the place across changes: the law's forces with the share, and that force with the overlap
 * and with the share's slope. */
QUIRE_INLINE void
fade_forms(const struct stretch_place *at, quire_v4 elastic, quire_v4 energy, double cq,
           struct forms *by)
{
    const struct place *p = &at->p;
    const struct stretch_line *l = &at->line;
    const quire_v4 d = quire_where4(p->on, cq * l->by_z), lateral = d * p->rub_across,
                   bend = -cq * l->by_zz * energy, up = l->up[2] * bend;
    const struct flat f = mix(d * p->force, p->n, d * p->rub, left(p->n)),
                      pair = times(-p->a.arm * d * p->rub, p->a.pair),
                      stored = times(d * elastic, p->n);

    by->f_z[0] += l->up[2] * f.x;
    by->f_z[1] += l->up[2] * f.y;
    by->a_z[0] += l->up[2] * pair.x;
    by->a_z[1] += l->up[2] * pair.y;
    by->l_w[0] += l->up[2] * stored.x;
    by->l_w[1] += l->up[2] * stored.y;
    by->l_w[2] += l->up[2] * (lateral + up);
    if (l->tilt != NULL) {
        const struct flat side = {quire_all4(l->up[0]), quire_all4(l->up[1])};
        add_outer(by->f_w, f, side);
        add_outer(by->f_w, side, stored);
        add_outer(by->a_w, pair, side);
        add_outer(by->f_w, times(bend, side), side);
        by->f_z[0] += up * side.x;
        by->f_z[1] += up * side.y;
        by->l_w[0] += (lateral + up) * side.x;
        by->l_w[1] += (lateral + up) * side.y;
    }
}

/* ---- gates ---- */

/* Whether it is on a pivot that a spring holds, and the matrix needs what follows from velocities
 * that turn back relative to it (doc/theory/gates.md, 6). */
QUIRE_INLINE bool
pack_swings(const struct stretch_pack *g)
{
    return g->matrix && g->is_on_gate && g->c->column->swing != NULL && g->gate.turns != 0;
}

/* What that does to a place, with the sign of `cq`. `all`: of those that press together. */
QUIRE_INLINE void
add_swing(const struct stretch_place *g, double cq, struct stretch_pressing *all,
          struct stretch_sums *to)
{
    const struct place *p = &g->p;
    const struct stretch_line *l = &g->line;
    const quire_v4 turn = quire_all4(cq), one = quire_all4(1), spin = quire_all4(g->gate.rate);
    const struct spatial u = about_up(l, mix_spatial(one, velocity_of(p), spin, g->gate.j)),
                         rate = about_up(l, mix_spatial(one, rate_of(p, l), spin,
                                                        about_up(l, direction_of(p, l))));
    struct place_way way = {
        .u = times(turn, u.in), .across = turn * u.z, .rate = {times(turn, rate.in)}};

    if (g->presses > 0) {
        way.press = all->swing / quire_select4(p->on, all->share, quire_all4(1));
    }
    const struct place_change c = place_respond(p, &way, false);
    all->swing += c.total;
    add_stretch_forces(&g->on, c.f, times(c.moment_a, p->a.pair), to);
    add_stretch_forces_across(&g->on, c.lateral, to);
}

QUIRE_INLINE void
push_swing(const struct stretch_pack *g, quire_mask4 on, const struct stretch_sums *s)
{
    const int block = g->c->state->system->sheet[g->c->sheet].ladder->block;

    push_stretches(&g->line, &g->at, on, s, false, block, g->c->column->swing);
}

/* Whether it is a tilted guide that turns: its axis is not that across the plane. */
QUIRE_INLINE bool
tips(const struct stretch_pack *g)
{
    return g->line.tilt != NULL && g->is_on_gate && g->gate.rate != 0;
}

/* As a node moves, its velocity past such a guide changes by more than within the plane: -cq w x d,
 * w being what turns beside the plane's axis. `speed`: what acts by velocities alone. */
QUIRE_INLINE void
tip_blocks(const struct stretch_pack *g, const struct stretch_blocks *speed,
           struct stretch_matrix *to)
{
    const double by = g->c->cq * g->gate.rate, x = by * g->line.up[0], y = by * g->line.up[1];
    struct stretch_matrix v;

    complete_blocks(speed, &v);
    for (int j = 0; j < 3; j++) {
        for (int l = 0; l < 3; l++) {
            for (int i = 0; i < 3; i++) {
                const int *at = block_entry[i];
                quire_v4 *out = to->block[j][l];
                const quire_v4 *of = v.block[j][l];
                out[at[0]] += y * of[at[2]];
                out[at[1]] -= x * of[at[2]];
                out[at[2]] += x * of[at[1]] - y * of[at[0]];
            }
        }
    }
}

/* ---- what is noted, and what acts ---- */

QUIRE_INLINE double
lane_of(const struct spatial *a, int lane, int i)
{
    return i == 0 ? a->in.x[lane] : i == 1 ? a->in.y[lane] : a->z[lane];
}

/* where a place is, and along what things act there, in the machine's axes or the gate's */
static inline void
record_in_axes(const struct stretch_pack *g, const struct stretch_place *at, int lane,
               struct quire_touch *seen)
{
    const quire_v4 zero = {0};
    const struct stretch_line *l = &g->line;
    const struct spatial n = spatial_out(l, (struct spatial){at->p.n, zero}),
                         t = spatial_out(l, direction_of(&at->p, &at->line));
    struct spatial x = {{quire_all4(seen->x), quire_all4(seen->y)},
                        on_curve(&g->across, at->on.b).x};

    if (l->tilt != NULL) {
        const struct flat from = {quire_all4(l->tilt->at[0]), quire_all4(l->tilt->at[1])};
        x = tilt_out(l->tilt, (struct spatial){minus(x.in, from), x.z});
        x.in = plus(x.in, from);
    }
    const double tx = lane_of(&t, lane, 0), ty = lane_of(&t, lane, 1),
                 flat = 1 / sqrt(tx * tx + ty * ty);
    seen->x = lane_of(&x, lane, 0);
    seen->y = lane_of(&x, lane, 1);
    seen->normal[0] = lane_of(&n, lane, 0);
    seen->normal[1] = lane_of(&n, lane, 1);
    seen->tangent[0] = tx * flat;
    seen->tangent[1] = ty * flat;
    seen->space.z = lane_of(&x, lane, 2);
    seen->space.normal_z = lane_of(&n, lane, 2);
    seen->space.pad = -1;
}

QUIRE_INLINE void
note_hold(const struct stretch_pack *g, int lane, const struct quire_slide *slide)
{
    const struct stretch_line *l = &g->line;
    struct quire_place_hold *hold =
        quire_places_hold_on(g->c->state, QUIRE_PLACES_COLUMNS, lane, slide);

    if (hold != NULL) {
        hold->quarter =
            quarter_of_sheet(g->c->state->system->sheet + g->c->sheet, g->at.node[lane] + 1,
                             l->column + (l->columns == 2 ? l->c[1] : 0));
    }
}

QUIRE_INLINE void
push_on_nodes(const struct stretch_pack *g, quire_mask4 on, const struct stretch_sums *s)
{
    const struct quire_column *column = g->c->column;
    const int block = g->c->state->system->sheet[g->c->sheet].ladder->block;

    push_stretches(&g->line, &g->at, on, s, false, block, column->force);
    for (int k = 0; k < g->s->n; k++) {
        if (on[k] != 0) {
            quire_stations_feel(column->felt, g->at.node[k]);
        }
    }
}

#endif
