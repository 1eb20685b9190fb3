/* What places of four stretches do to their nodes, and to the matrix: it is summed over the places
 * of each stretch, and goes to its three nodes once. doc/theory/contact-kernel.md, 4 and 6 */
#ifndef QUIRE_CONTACT_GUIDE_STRETCH_FORCES_H
#define QUIRE_CONTACT_GUIDE_STRETCH_FORCES_H

#include "contact/guide/stretch_places.h"

/* ---- forces ---- */

/* on the first and the last node, and on all three */
struct stretch_sums {
    struct flat outer[2], all;
#ifdef QUIRE_PLACE_SPACE
    quire_v4 outer_z[2], all_z; /* across */
#endif
};

/* A force on places, and one on their directions. Weights of places add up to 1 and those of
 * directions to 0: so the middle node has what is left. */
QUIRE_INLINE void
add_stretch_forces(const struct place_nodes *on, struct flat f, struct flat pair,
                   struct stretch_sums *to)
{
    to->all = plus(to->all, f);
    for (int j = 0; j < 2; j++) {
        to->outer[j] = plus(to->outer[j], mix(on->b[2 * j], f, on->d[2 * j], pair));
    }
}

#ifdef QUIRE_PLACE_SPACE
QUIRE_INLINE void
add_stretch_forces_across(const struct place_nodes *on, quire_v4 f, struct stretch_sums *to)
{
    to->all_z += f;
    for (int j = 0; j < 2; j++) {
        to->outer_z[j] += on->b[2 * j] * f;
    }
}

QUIRE_INLINE void
push_stretches(const struct stretch_line *l, const struct place_nodes *on, quire_mask4 lanes,
               const struct stretch_sums *s, bool out, int block, double *to)
{
    const struct spatial first = {s->outer[0], s->outer_z[0]}, last = {s->outer[1], s->outer_z[1]},
                         middle = {minus(s->all, plus(s->outer[0], s->outer[1])),
                                   s->all_z - (s->outer_z[0] + s->outer_z[1])};

    push_line(l, on, lanes, (const struct spatial[]){first, middle, last}, out, block, to);
}
#else
QUIRE_INLINE void
push_stretches(const struct place_nodes *on, quire_mask4 lanes, const struct stretch_sums *s,
               double *to_x, double *to_y)
{
    const struct flat middle = minus(s->all, plus(s->outer[0], s->outer[1]));
    quire_v4 x[3] = {s->outer[0].x, middle.x, s->outer[1].x},
             y[3] = {s->outer[0].y, middle.y, s->outer[1].y};

    push_nodes(on, lanes, to_x, x);
    push_nodes(on, lanes, to_y, y);
}
#endif

/* ---- derivatives ---- */

/* Entries of a block: x by x, x by y, y by x, y by y; in space besides x and y by z, z by x and y,
 * z by z. */
#ifdef QUIRE_PLACE_SPACE
enum { ENTRIES = 9 };
#else
enum { ENTRIES = 4 };
#endif

/* Blocks of three nodes with each other, entry by entry; those of the middle node follow from sums.
 */
struct stretch_blocks {
    quire_v4 corner[2][2][ENTRIES], row[2][ENTRIES], column[2][ENTRIES], all[ENTRIES];
};

QUIRE_INLINE void
add_to(quire_v4 *to, bool first, quire_v4 more)
{
    *to = first ? more : *to + more;
}

/* One entry: of the force and of the pair, by the place and by the direction. */
struct form_entry {
    quire_v4 f_w, a_w, f_a, a_a;
};

/* `first`: there are none yet; `pair`, `turns`: there are any of the pair, by the direction */
QUIRE_INLINE void
add_entry(const struct place_nodes *on, const struct form_entry *e, int i, bool first, bool pair,
          bool turns, struct stretch_blocks *to)
{
    add_to(to->all + i, first, e->f_w);
    for (int j = 0; j < 2; j++) {
        const quire_v4 b = on->b[2 * j], d = on->d[2 * j], force = b * e->f_w,
                       by_w = pair ? force + d * e->a_w : force,
                       by_a = pair && turns ? b * e->f_a + d * e->a_a : b * e->f_a;
        add_to(to->row[j] + i, first, by_w);
        add_to(to->column[j] + i, first, turns ? force + d * e->f_a : force);
        for (int l = 0; l < 2; l++) {
            const quire_v4 at = on->b[2 * l] * by_w;
            add_to(to->corner[j][l] + i, first, turns ? at + on->d[2 * l] * by_a : at);
        }
    }
}

QUIRE_INLINE void
add_stretch_forms(const struct place_nodes *on, const struct forms *by, bool first,
                  struct stretch_blocks *to)
{
    for (int i = 0; i < 4; i++) {
        const struct form_entry e = {by->f_w[i], by->a_w[i], by->f_a[i], by->a_a[i]};
        add_entry(on, &e, i, first, true, true, to);
    }
#ifdef QUIRE_PLACE_SPACE
    for (int i = 0; i < 2; i++) {
        const struct form_entry by_z = {.f_w = by->f_z[i], .a_w = by->a_z[i]},
                                of_z = {.f_w = by->l_w[i], .f_a = by->l_a[i]};
        add_entry(on, &by_z, 4 + i, first, true, false, to);
        add_entry(on, &of_z, 6 + i, first, false, true, to);
    }
    add_entry(on, &(struct form_entry){.f_w = by->l_w[2]}, 8, first, false, false, to);
#endif
}

/* all nine */
struct stretch_matrix {
    quire_v4 block[3][3][ENTRIES];
};

QUIRE_INLINE void
complete_blocks(const struct stretch_blocks *k, struct stretch_matrix *to)
{
    for (int i = 0; i < ENTRIES; i++) {
        quire_v4 beside[2];
        for (int j = 0; j < 2; j++) {
            to->block[2 * j][0][i] = k->corner[j][0][i];
            to->block[2 * j][2][i] = k->corner[j][1][i];
            beside[j] = k->row[j][i] - (k->corner[j][0][i] + k->corner[j][1][i]);
            to->block[2 * j][1][i] = beside[j];
            to->block[1][2 * j][i] = k->column[j][i] - (k->corner[0][j][i] + k->corner[1][j][i]);
        }
        to->block[1][1][i] =
            k->all[i] - (k->column[0][i] + k->column[1][i]) - (beside[0] + beside[1]);
    }
}

/* vectors at the three nodes */
struct node_vectors {
    struct flat in[3];
#ifdef QUIRE_PLACE_SPACE
    quire_v4 z[3]; /* across */
#endif
};

/* what acts on the three nodes, by something that follows them by a co-vector */
QUIRE_INLINE void
add_outer_of_nodes(quire_v4 by, const struct node_vectors *response, const struct flat follows[3],
                   struct stretch_matrix *to)
{
    for (int j = 0; j < 3; j++) {
        for (int l = 0; l < 3; l++) {
            add_outer(to->block[j][l], times(by, response->in[j]), follows[l]);
#ifdef QUIRE_PLACE_SPACE
            to->block[j][l][6] += by * response->z[j] * follows[l].x;
            to->block[j][l][7] += by * response->z[j] * follows[l].y;
#endif
        }
    }
}

#ifdef QUIRE_PLACE_SPACE
/* ... across, too */
QUIRE_INLINE void
add_outer_across(const struct node_vectors *response, const quire_v4 follows[3],
                 struct stretch_matrix *to)
{
    for (int j = 0; j < 3; j++) {
        for (int l = 0; l < 3; l++) {
            quire_v4 *block = to->block[j][l];
            block[4] += response->in[j].x * follows[l];
            block[5] += response->in[j].y * follows[l];
            block[8] += response->z[j] * follows[l];
        }
    }
}

/* rows and columns of a block, entry by entry */
static const int block_entry[3][3] = {{0, 1, 4}, {2, 3, 5}, {6, 7, 8}};

/* R block R', from axes in which a guide stands level to those of the machine */
QUIRE_INLINE void
tilt_block(const struct quire_tilt *t, quire_v4 block[ENTRIES])
{
    for (int across = 0; across < 2; across++) {
        for (int i = 0; i < 3; i++) {
            quire_v4 *at[3];
            for (int k = 0; k < 3; k++) {
                at[k] = block + (across != 0 ? block_entry[i][k] : block_entry[k][i]);
            }
            const struct spatial out = tilt_out(t, (struct spatial){{*at[0], *at[1]}, *at[2]});
            *at[0] = out.in.x;
            *at[1] = out.in.y;
            *at[2] = out.z;
        }
    }
}

/* Where columns of blocks are added up: for each lane, or (NULL) nowhere; of a line between two
 * columns, how it counts at the left one and at the right one, which stands `beside`. */
struct block_rows {
    double *at[LANES];
    bool between;
    struct beside left, right;
    ptrdiff_t beside;
};

QUIRE_INLINE void
put_column(const struct block_rows *to, bool all, const quire_v4 v[LANES], ptrdiff_t from)
{
    for (int k = 0; k < LANES; k++) {
        double *at = to->at[k];
        if (!all && at == NULL) {
            continue;
        }
        at += from;
        if (to->between) {
            add_beside(&to->left, v[k], at);
            add_beside(&to->right, v[k], at + to->beside);
        } else {
            quire_store4(at, quire_load4(at) + v[k]);
        }
    }
}

/* `all`: they touch in all lanes */
QUIRE_INLINE void
put_blocks(const struct quire_slabs *slabs, const struct block_rows *to, bool all,
           const struct stretch_matrix *m)
{
    const ptrdiff_t row = slabs->row, next = (ptrdiff_t)slabs->block * row - slabs->block;
    const quire_v4 zero = {0};

    for (int l = 0; l < 3; l++) {
        for (int q = 0; q < 3; q++) {
            const ptrdiff_t from = l * next + q * row;
            const int x = block_entry[0][q], y = block_entry[1][q], z = block_entry[2][q];
            for (int j = 0; j < 3; j++) {
                const quire_v4 *of = m->block[j][l];
                quire_v4 by[LANES];
                quire_transpose4(by, of[x], of[y], of[z], zero);
                put_column(to, all, by, from + j * slabs->block);
            }
        }
    }
}

QUIRE_INLINE void
put_matrix(const struct stretch_pack *g, quire_mask4 on, struct stretch_matrix *m)
{
    const struct quire_slabs *slabs = g->c->column->slabs;
    const double c = g->line.c[0], e = g->line.c[1];
    struct block_rows to = {.between = g->line.columns == 2,
                            .left = beside_of(c * c, c * e),
                            .right = beside_of(c * e, e * e),
                            .beside = 3 * (ptrdiff_t)slabs->row};
    bool all = true;

    for (int i = 0; g->line.tilt != NULL && i < 9; i++) {
        tilt_block(g->line.tilt, m->block[i / 3][i % 3]);
    }
    for (int k = 0; k < LANES; k++) {
        const int node = g->at.node[k], first = 3 * g->line.column;
        to.at[k] = on[k] != 0 ? quire_slab_entries(slabs, node, node, first) + first : NULL;
        all = all && on[k] != 0;
    }
    if (all) {
        put_blocks(slabs, &to, true, m);
    } else {
        put_blocks(slabs, &to, false, m);
    }
}
#else
QUIRE_INLINE void
put_matrix(const struct stretch_pack *g, quire_mask4 on, const struct stretch_matrix *m)
{
    struct quire_band *band = g->c->band;
    quire_v4 block[3][3][LANES];

    for (int j = 0; j < 3; j++) {
        for (int l = 0; l < 3; l++) {
            quire_transpose4(block[j][l], m->block[j][l][0], m->block[j][l][1], m->block[j][l][2],
                             m->block[j][l][3]);
        }
    }
    for (int k = 0; k < g->s->n; k++) {
        if (on[k] == 0) {
            continue;
        }
        for (int j = 0; j < 3; j++) {
            for (int l = 0; l < 3; l++) {
                quire_band_add(band, g->at.node[k] + j, g->at.node[k] + l, block[j][l][k]);
            }
        }
    }
}
#endif

/* ---- ends that move ---- */

/* What changes with either end. */
struct by_ends {
    struct node_vectors on[2]; /* of the forces on the three nodes, */
    quire_v4 force[2];         /* of the normal force, */
    quire_v4 share[2];         /* and of the share */
};

/* from what changes with the places' parameters, and with the logarithms of their shares */
QUIRE_INLINE void
add_by_ends(const struct quire_stretch_ends *e, quire_v4 by_s, quire_v4 by_share, quire_v4 to[2])
{
    const quire_v4 both = by_s + e->slope * by_share, apart = e->per * by_share;

    to[0] += (1 - e->part) * both - apart;
    to[1] += e->part * both + apart;
}

/* the way along the curve */
QUIRE_INLINE struct place_way
way_along_stretch(const struct stretch_place *g)
{
    struct place_way way = {
        .w = g->p.a.t, .u = g->p.a.rate, .t = {g->bent}, .rate = {g->bent_rate}};

#ifdef QUIRE_PLACE_SPACE
    way.across = g->line.rate_z;
    way.share = g->line.by_z * along_up(&g->line, direction_of(&g->p, &g->line));
#endif
    return way;
}

QUIRE_INLINE void
add_moving(const struct stretch_place *g, struct by_ends *to)
{
    const struct place *p = &g->p;
    const struct place_way along = way_along_stretch(g);
    const struct place_change c = place_respond(p, &along, false);
    const struct flat pair = times(p->moment_a, p->a.pair),
                      turned = mix(c.moment_a, p->a.pair, p->moment_a, pair_by(&p->a, g->bent)),
                      by_turn = plus(turned, p->f);

    for (int j = 0; j < 3; j++) {
        const quire_v4 b = g->on.b[j], d = g->on.d[j], dd = g->dd[j];
        quire_v4 x[2] = {to->on[0].in[j].x, to->on[1].in[j].x},
                 y[2] = {to->on[0].in[j].y, to->on[1].in[j].y};
        add_by_ends(&g->ends, b * c.f.x + d * by_turn.x + dd * pair.x, b * p->f.x + d * pair.x, x);
        add_by_ends(&g->ends, b * c.f.y + d * by_turn.y + dd * pair.y, b * p->f.y + d * pair.y, y);
        for (int e = 0; e < 2; e++) {
            to->on[e].in[j] = (struct flat){x[e], y[e]};
        }
#ifdef QUIRE_PLACE_SPACE
        quire_v4 z[2] = {to->on[0].z[j], to->on[1].z[j]};
        add_by_ends(&g->ends, b * c.lateral + d * p->lateral, b * p->lateral, z);
        to->on[0].z[j] = z[0];
        to->on[1].z[j] = z[1];
#endif
    }
    add_by_ends(&g->ends, c.total, p->total, to->force);
    add_by_ends(&g->ends, along.share, p->share, to->share);
}

/* ---- friction that holds on to a stretch as one ---- */

/* What its places press with together: the sums of normal forces and shares, and how these change
 * with the three nodes. */
struct stretch_pressing {
    quire_v4 force, share;
    quire_v4 pressed, along; /* of those that do not pull, and times their parameters */
    struct node_vectors force_by, share_by;
    quire_v4 swing; /* of the force, as velocities turn with a gate */
    bool fades;     /* shares change with the nodes */
};

#ifdef QUIRE_PLACE_SPACE
/* ... by what is across, and where shares fade there */
QUIRE_INLINE void
press_across(const struct stretch_place *g, double cq, struct stretch_pressing *to)
{
    const struct place *p = &g->p;
    const double *up = g->line.up, spin = g->is_on_gate ? cq * g->gate.rate : 0;
    const quire_v4 share = cq * g->line.by_z, force = share * p->force,
                   tips = spin * (p->n.x * up[1] - p->n.y * up[0]),
                   by_z = force * up[2] + p->share * p->d_closing * tips;
    const struct flat side = {quire_all4(up[0]), quire_all4(up[1])};

    for (int l = 0; l < 3; l++) {
        const quire_v4 b = g->on.b[l];
        to->force_by.in[l] = plus(to->force_by.in[l], times(b * force, side));
        to->force_by.z[l] += b * by_z;
        to->share_by.in[l] = plus(to->share_by.in[l], times(b * share, side));
        to->share_by.z[l] += b * share * up[2];
    }
}
#endif

/* at the parameters s; `cq`, `cv` as for the forms */
QUIRE_INLINE void
add_pressing_place(const struct stretch_place *g, quire_v4 s, double cq, double cv,
                   struct stretch_pressing *to)
{
    const struct rates_by by = rates_by_place(&g->p, cq, cv, false);
    const quire_v4 zero = {0}, pressed = quire_where4(g->p.total > zero, g->p.total);

    to->pressed += pressed;
    to->along += pressed * s;

    to->force += g->p.total;
    to->share += g->p.share;
    to->fades = to->fades || g->p.fades;
    for (int l = 0; l < 3; l++) {
        struct flat *force = to->force_by.in + l;
        *force = mix(quire_all4(1), *force, g->p.share * g->on.b[l], by.one);
    }
#ifdef QUIRE_PLACE_SPACE
    press_across(g, cq, to);
#endif
}

QUIRE_INLINE void
add_pressing_ends(const struct quire_stretch_ends *e, const struct by_ends *by, double cq,
                  struct stretch_pressing *to)
{
    for (int k = 0; k < 2; k++) {
        for (int l = 0; l < 3; l++) {
            struct flat *force = to->force_by.in + l, *share = to->share_by.in + l;
            *force = mix(quire_all4(1), *force, cq * by->force[k], e->by[k][l]);
            *share = mix(quire_all4(1), *share, cq * by->share[k], e->by[k][l]);
        }
    }
}

#endif
