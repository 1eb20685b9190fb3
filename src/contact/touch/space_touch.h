/* One touching place of a sheet in space: forces of the laws, friction as one vector, and their
 * exact derivatives.
 *
 * The place is linear in three stations' nodes of one or two neighbouring columns: node (k, j)
 * counts b_k c_j to the place itself (P), d_k c_j to its derivative along the curve (P_s), b_k e_j
 * to that across (P_e). A derivative is a gradient: how much a displacement or velocity of P, of
 * P_s and of P_e counts; displacements times cq, velocities times cv. Derivation with the same
 * letters: doc/theory/spatial-contact.md. */
#ifndef QUIRE_CONTACT_TOUCH_SPACE_TOUCH_H
#define QUIRE_CONTACT_TOUCH_SPACE_TOUCH_H

#include <math.h>

#include "contact/law/law_state.h"
#include "contact/law/stick.h"
#include "contact/touch/columns.h"
#include "contact/touch/touch.h"

/* ---- vectors of three numbers, the fourth is 0; gradients ---- */

QUIRE_INLINE double
dot3(quire_v4 a, quire_v4 b)
{
    const quire_v4 p = a * b;

    return (p[0] + p[1]) + p[2];
}

QUIRE_INLINE quire_v4
cross3(quire_v4 a, quire_v4 b)
{
    return QUIRE_PICK(a, a, 1, 2, 0, 3) * QUIRE_PICK(b, b, 2, 0, 1, 3) -
           QUIRE_PICK(a, a, 2, 0, 1, 3) * QUIRE_PICK(b, b, 1, 2, 0, 3);
}

struct gradient {
    quire_v4 p, s, e;
};

QUIRE_INLINE struct gradient
scaled(double f, struct gradient a)
{
    return (struct gradient){f * a.p, f * a.s, f * a.e};
}

QUIRE_INLINE struct gradient
sum2(struct gradient a, struct gradient b)
{
    return (struct gradient){a.p + b.p, a.s + b.s, a.e + b.e};
}

/* f a + g b */
QUIRE_INLINE struct gradient
mix2(double f, struct gradient a, double g, struct gradient b)
{
    return (struct gradient){f * a.p + g * b.p, f * a.s + g * b.s, f * a.e + g * b.e};
}

/* ---- what touches ---- */

struct space_place {
    int station, column;      /* the first of the three, of the two */
    double b[3], d[3], dd[3]; /* along: of the place, of its first and second derivative */
    /* across: of the place, of its derivative; e is 0 where there is one column */
    double c[2], e[2];
    quire_v4 x, xs, xe, xss, xse; /* x from the target's point */
    quire_v4 v, vs, ve, vss, vse; /* v relative to that point's */
    quire_v4 at;                  /* the target's point */
    /* how the place moves along the curve and across as the nodes move */
    struct gradient s, t;
};

struct space_moves;

struct space_facing {
    /* normal to the sheet, the direction in which the surface runs, that across; right-handed */
    quire_v4 n, t, a;
    double overlap, share, factor;
    struct gradient turn; /* of the normal, about a */
    struct gradient d_share, d_factor;
    /* how fast the share changes otherwise, where no force is made of that [1/s] */
    double share_rate;
    double surface, belt;          /* speeds of the surface and of a belt on it, along t [m/s] */
    int pad;                       /* of the roller; -1: a guide, which has none */
    const struct quire_slot *slot; /* where the law of the normal force remembers, NULL: nowhere, */
    int place;                     /* and at which place there */
    struct quire_law_memory *grip; /* what its friction holds on to; NULL: to nothing */
    double rolling;                /* as in struct facing */
    const struct space_moves *moves; /* what else moves with the nodes; NULL: nothing */
    struct pressing *adds;           /* as in struct facing */
    const struct pressing *given;
};

/* As struct place_moves, of a place of one column, by the x, y, z of its three nodes. In the first
 * number of each gradient here: by the parameter. */
struct space_moves {
    double s[3][3], share[3][3], overlap[3][3];
    struct gradient turn, d_share, d_factor;
};

/* How the surface moves at a place where it is not that of a rigid roller: the vectors of each of
 * the body's velocities or positions. doc/theory/soft.md, 4. */
struct space_rim {
    int n;
    quire_v4 x[QUIRE_BODY_DOFS];                     /* velocity of the material there by each v */
    quire_v4 shift[QUIRE_BODY_DOFS];                 /* of the place by each q, at a fixed normal */
    quire_v4 swings[QUIRE_BODY_DOFS];                /* x by the turn of the normal */
    quire_v4 bend[QUIRE_BODY_DOFS][QUIRE_BODY_DOFS]; /* x_i by each q_k, at a fixed normal */
    /* the material's velocity by the turn of the normal, and by each q at a fixed normal */
    quire_v4 swing, more[QUIRE_BODY_DOFS];
    quire_v4 driven;  /* velocity of the material that a drive commands [m/s] */
    quire_v4 squeeze; /* by which a force adds to the pressure in the body [m] */
};

/* A body whose surface it is. */
struct space_mover {
    const struct quire_carrier *carrier;
    int small;
    const struct space_rim *soft; /* NULL: that of a rigid roller */
    double *squeeze;              /* of a soft one, as in struct quire_state; added up here */
    double rim;                   /* by how much this place's radius is larger than the carrier's */
    double *force;                /* on it: added up here (nv) */
    double (*self)[QUIRE_BODY_DOFS]; /* and its own part of -(cq K + cv D) (nv, nv) */
};

struct space_scatter {
    struct quire_state *state;
    int sheet;
    double *force, *nonpotential;    /* as the sheet's block in V; as in struct quire_column */
    const struct quire_slabs *slabs; /* NULL: forces only */
    struct quire_powers *power;
    int side; /* as in struct quire_space_flow */
    double cq, cv, half;
    double spin;                     /* of the gate from which all this is seen [rad/s] */
    const struct quire_gate *swings; /* as in struct quire_column */
    double *swing;
};

/* The friction vector of a place whose law gives F(w) at slip w: along (t, a) it is F/w times the
 * slip, and changes by (F/w) (1 - u u) + F' u u, u the slip's direction. */
struct friction_vector {
    double slip[2], u[2];
    double f[2];  /* of the law, before the share [N] */
    double ratio; /* F/w, F' at rest [N s/m] */
    double more;  /* F' - F/w */
};

QUIRE_INLINE void
eval_friction_vector(const struct quire_contact_law *law, const double slip[2],
                     struct quire_friction_in *in, struct quire_friction_out *out,
                     struct friction_vector *r)
{
    const double w = sqrt(slip[0] * slip[0] + slip[1] * slip[1]);

    in->slip = w;
    out->force = out->d_slip = out->d_normal = out->d_factor = out->d_overlap = out->limit =
        out->creep = 0;
    if (law->friction != NULL) {
        law->friction->eval(law->friction_data, in, out);
    }
    const double per = w > 0 ? 1 / w : 0;
    r->ratio = w > 0 ? out->force * per : out->d_slip;
    r->more = out->d_slip - r->ratio;
    for (int i = 0; i < 2; i++) {
        r->slip[i] = slip[i];
        r->u[i] = slip[i] * per;
        r->f[i] = r->ratio * slip[i];
    }
}

/* The same where friction holds on, as eval_friction() in the plane: the ways slid follow the slip
 * while a step is solved. The place is recorded in `slide`. */
QUIRE_INLINE void
hold_vector(struct quire_state *st, bool matrix, const double slip[2], struct quire_slide *slide,
            struct quire_friction_out *out, struct friction_vector *r)
{
    struct quire_stick_vector v;

    slide->in.slip = slip[0];
    slide->slip_across = slip[1];
    quire_stick_hold(st, matrix, slide, &v, out);
    *r = (struct friction_vector){.slip = {slip[0], slip[1]},
                                  .u = {v.u[0], v.u[1]},
                                  .f = {v.f[0], v.f[1]},
                                  .ratio = v.ratio,
                                  .more = v.more};
}

/* ---- forces ---- */

/* What acts at the place: a force, and friction's moment as a pair of forces on the sheet's
 * direction. */
struct space_action {
    quire_v4 force, pair; /* pair: of a unit moment [1/m] */
    double moment;
};

/* takes off what acts on one node, or on two that stand side by side */
QUIRE_INLINE void
take_rows(double *from, const quire_v4 row[2], int columns)
{
    if (columns == 2) { /* no number is stored by one and loaded by the next */
        const quire_v4 other = row[1];
        quire_v2 rest;
        __builtin_memcpy(&rest, from + 4, sizeof rest);
        rest -= (quire_v2){other[1], other[2]};
        quire_store4(from, quire_load4(from) - QUIRE_PICK(row[0], other, 0, 1, 2, 4));
        __builtin_memcpy(from + 4, &rest, sizeof rest);
    } else {
        for (int i = 0; i < 3; i++) {
            from[i] -= row[0][i];
        }
    }
}

/* writes what belongs to one node, or to two that stand side by side */
QUIRE_INLINE void
put_rows(double *to, const quire_v4 row[2], int columns)
{
    if (columns == 2) {
        const quire_v4 other = row[1];
        const quire_v2 rest = {other[1], other[2]};
        quire_store4(to, QUIRE_PICK(row[0], other, 0, 1, 2, 4));
        __builtin_memcpy(to + 4, &rest, sizeof rest);
    } else {
        for (int i = 0; i < 3; i++) {
            to[i] = row[0][i];
        }
    }
}

QUIRE_INLINE double *
node_at(double *block, int m, int station, int column)
{
    return block + ((ptrdiff_t)station * m + column) * 3;
}

QUIRE_INLINE void
add_action(const struct space_scatter *c, const struct space_place *p, const struct space_action *a,
           int columns, double *block)
{
    const int m = c->state->system->sheet[c->sheet].ladder->m;

    for (int k = 0; k < 3; k++) {
        const quire_v4 f = p->b[k] * a->force + (p->d[k] * a->moment) * a->pair;
        const quire_v4 less[2] = {-p->c[0] * f, -p->c[1] * f};
        take_rows(node_at(block, m, p->station + k, p->column), less, columns);
    }
}

/* what an action on the sheet, of which `friction` is along t, does to the body */
QUIRE_INLINE void
push_mover(const struct quire_system *sys, const struct space_mover *b,
           const struct space_action *a, double friction, double *force)
{
    const struct quire_carrier *carrier = b->carrier;

    for (int i = 0; b->soft != NULL && i < b->soft->n; i++) {
        force[i] -= dot3(a->force, b->soft->x[i]);
    }
    for (int i = 0; b->soft == NULL && i < sys->small[b->small].body.nv; i++) {
        force[i] -= a->force[0] * carrier->d_centre[0][i] + a->force[1] * carrier->d_centre[1][i] +
                    friction * b->rim * carrier->turn * carrier->d_surface[i];
    }
}

/* ---- derivatives ---- */

/* of u . X at the place, which changes by `own` as the nodes move */
QUIRE_INLINE struct gradient
along(const struct space_place *p, quire_v4 u, quire_v4 own, quire_v4 by_s, quire_v4 by_e)
{
    const double s = dot3(u, by_s), e = dot3(u, by_e);

    return (struct gradient){own + s * p->s.p + e * p->t.p, s * p->s.s + e * p->t.s,
                             s * p->s.e + e * p->t.e};
}

/* How the force and the moment's pair change: three columns each for P, P_s and P_e. */
struct action_changes {
    quire_v4 force[9], pair[9];
};

QUIRE_INLINE double
entry_of(const struct gradient *g, int i)
{
    return i < 3 ? g->p[i] : i < 6 ? g->s[i - 3] : g->e[i - 6];
}

/* The changes of nodal forces, into the matrix. For each component q and each station of rows: what
 * its nodes feel of P, P_s and P_e; then that by all nodes' component q. */
QUIRE_INLINE void
add_matrix(const struct space_scatter *c, const struct space_place *p, const struct space_action *a,
           const struct action_changes *d, int columns)
{
    double *first =
        quire_slab_entries(c->slabs, p->station, p->station, 3 * p->column) + 3 * p->column;
    /* the same rows, of the next station's column */
    const ptrdiff_t next = (ptrdiff_t)c->slabs->block * c->slabs->row - c->slabs->block;

    for (int k = 0; k < 3; k++) {
        /* of the force, as the place moves along and across */
        const quire_v4 along_s = p->d[k] * a->force + (p->dd[k] * a->moment) * a->pair;
        const quire_v4 along_e = p->b[k] * a->force + (p->d[k] * a->moment) * a->pair;
        for (int q = 0; q < 3; q++) {
            const double s[3] = {p->s.p[q], p->s.s[q], p->s.e[q]},
                         e[3] = {p->t.p[q], p->t.s[q], p->t.e[q]};
            quire_v4 by[3][2];
            for (int g = 0; g < 3; g++) {
                const quire_v4 both =
                                   (p->b[k] * d->force[3 * g + q] + p->d[k] * d->pair[3 * g + q]) +
                                   s[g] * along_s,
                               across = e[g] * along_e;
                for (int j = 0; j < columns; j++) {
                    by[g][j] = p->c[j] * both + p->e[j] * across;
                }
            }
            for (int i = 0; i < columns; i++) {
                double *from = first + (3 * i + q) * c->slabs->row + k * c->slabs->block;
                quire_v4 place[2], turn[2], row[2];
                for (int j = 0; j < columns; j++) {
                    place[j] = p->c[i] * by[0][j] + p->e[i] * by[2][j];
                    turn[j] = p->c[i] * by[1][j];
                }
                for (int l = 0; l < 3; l++, from += next) {
                    for (int j = 0; j < columns; j++) {
                        row[j] = p->b[l] * place[j] + p->d[l] * turn[j];
                    }
                    take_rows(from, row, columns);
                }
            }
        }
    }
}

/* What the body on the other side sees of the changes. */
struct space_reaction {
    struct gradient fx, fy, friction; /* of the force on the sheet, of friction along t */
    quire_v4 by_slip;                 /* force on the sheet by slip along t [N s/m] */
    double moment_by_slip, friction_by_slip, drag; /* slip by the surface's speed */
};

/* room for what couples a body to the sheet; NULL: there is none */
QUIRE_INLINE struct quire_space_coupling *
begin_coupling(const struct space_scatter *c, const struct space_place *p, int small)
{
    struct quire_state *st = c->state;

    if (st->n_space_coupling == st->cap_space_coupling) {
        st->failed = true;
        return NULL;
    }
    struct quire_space_coupling *coupling = st->space_coupling + st->n_space_coupling++;
    coupling->small = small;
    coupling->side = c->side;
    coupling->sheet = c->sheet;
    coupling->station = p->station;
    coupling->column = p->column;
    return coupling;
}

/* How the sheet's rows change with the body's velocity i, and its row i with the sheet: `own`. The
 * force and the pair at the place change, and that moves by s and e. */
QUIRE_INLINE void
put_coupling(struct quire_space_coupling *coupling, int i, const struct space_place *p,
             const struct space_action *a, quire_v4 force, quire_v4 pair, const double move[2],
             const struct gradient *own, int columns)
{
    for (int k = 0; k < 3; k++) {
        const quire_v4 both = (p->b[k] * force + p->d[k] * pair) +
                              move[0] * (p->d[k] * a->force + (p->dd[k] * a->moment) * a->pair);
        const quire_v4 across = move[1] * (p->b[k] * a->force + (p->d[k] * a->moment) * a->pair);
        quire_v4 row[2], node[2];
        for (int j = 0; j < columns; j++) {
            row[j] = p->c[j] * both + p->e[j] * across;
            node[j] = (p->b[k] * p->c[j]) * own->p + (p->d[k] * p->c[j]) * own->s +
                      (p->b[k] * p->e[j]) * own->e;
        }
        put_rows(coupling->by_body[i] + 6 * k, row, columns);
        put_rows(coupling->by_node[i] + 6 * k, node, columns);
    }
}

/* Couples the body to the sheet: its own motion counts against the sheet's, and by the speed of its
 * surface. */
QUIRE_INLINE void
couple_mover(const struct space_scatter *c, const struct space_place *p,
             const struct space_mover *b, const struct space_action *a,
             const struct action_changes *d, const struct space_reaction *t, int columns)
{
    struct quire_state *st = c->state;
    const struct quire_carrier *carrier = b->carrier;
    const int nv = st->system->small[b->small].body.nv;
    double slide[QUIRE_BODY_DOFS], shaft[QUIRE_BODY_DOFS];

    struct quire_space_coupling *coupling = begin_coupling(c, p, b->small);
    if (coupling == NULL) {
        return;
    }
    for (int i = 0; columns == 1 && i < QUIRE_SPACE_ROWS; i++) {
        for (int k = 0; k < nv; k++) {
            coupling->by_body[k][i] = coupling->by_node[k][i] = 0;
        }
    }
    for (int i = 0; i < nv; i++) {
        shaft[i] = b->rim * carrier->turn * carrier->d_surface[i];
        slide[i] = -c->cv * shaft[i] * t->drag;
    }
    for (int i = 0; i < nv; i++) {
        const double cx = carrier->d_centre[0][i], cy = carrier->d_centre[1][i];
        const quire_v4 force = (cx * d->force[0] + cy * d->force[1]) - slide[i] * t->by_slip;
        const quire_v4 pair =
            (cx * d->pair[0] + cy * d->pair[1]) - (slide[i] * t->moment_by_slip) * a->pair;
        const double move[2] = {cx * p->s.p[0] + cy * p->s.p[1], cx * p->t.p[0] + cy * p->t.p[1]};
        const struct gradient own = {cx * t->fx.p + cy * t->fy.p + shaft[i] * t->friction.p,
                                     cx * t->fx.s + cy * t->fy.s + shaft[i] * t->friction.s,
                                     cx * t->fx.e + cy * t->fy.e + shaft[i] * t->friction.e};
        put_coupling(coupling, i, p, a, force, pair, move, &own, columns);
        /* by the body's other velocity o; the place moves against it */
        for (int o = 0; o < nv; o++) {
            const double x = carrier->d_centre[0][o], y = carrier->d_centre[1][o];
            const double slips = -c->cv * b->rim * carrier->turn * carrier->d_surface[o] * t->drag;
            b->self[i][o] -=
                (own.p[0] * x + own.p[1] * y) - slips * ((cx * t->by_slip[0] + cy * t->by_slip[1]) +
                                                         shaft[i] * t->friction_by_slip);
        }
    }
}

/* ---- powers ---- */

/* What the ledger needs of the derivatives; to be filled with those of the flows. NULL: there is no
 * room. */
QUIRE_INLINE struct quire_space_change *
begin_change(const struct space_scatter *c, const struct space_place *p,
             struct quire_partner target, int columns)
{
    struct quire_state *st = c->state;

    if (st->n_space_change == st->cap_space_flow) {
        return NULL;
    }
    struct quire_space_change *change = st->space_change + st->n_space_change++;
    for (int k = 0; k < 3; k++) {
        change->b[k] = p->b[k];
        change->d[k] = p->d[k];
    }
    for (int j = 0; j < columns; j++) {
        change->c[j] = p->c[j];
        change->e[j] = p->e[j];
    }
    change->sheet = c->sheet;
    change->station = p->station;
    change->column = p->column;
    change->target = target;
    change->columns = columns;
    change->small = change->rim = change->gate = change->tie = -1;
    change->pressed = false;
    return change;
}

QUIRE_INLINE void
keep_gradient(struct quire_space_change *change, enum quire_space_flowing k, double times,
              struct gradient by)
{
    change->by[k][0] = times * by.p;
    change->by[k][1] = times * by.s;
    change->by[k][2] = times * by.e;
}

/* the last change is of a place where friction holds on */
QUIRE_INLINE void
keep_hold(struct quire_state *st, const struct quire_slide *slide, struct gradient normal)
{
    if (slide->grip != NULL) {
        st->space_hold[st->n_space_hold++] =
            (struct quire_space_hold){.change = st->n_space_change - 1,
                                      .normal = {normal.p, normal.s, normal.e},
                                      .slide = *slide};
    }
}

/* the body on the other side: tt, ta is what slip along changes of friction, drag what the
 * surface's speed does to slip */
QUIRE_INLINE void
keep_mover(struct quire_space_change *change, const struct space_scatter *c,
           const struct space_mover *b, double drag, double tt, double ta)
{
    const struct quire_carrier *carrier = b->carrier;

    change->small = b->small;
    change->centre = carrier->d_centre;
    change->by_slip[0] = tt;
    change->by_slip[1] = ta;
    for (int i = 0; i < c->state->system->small[b->small].body.nv; i++) {
        change->surface[i] = -c->cv * b->rim * carrier->turn * carrier->d_surface[i] * drag;
    }
}

/* ---- one touching place ---- */

/* Of u . V, by displacements: they count cv, and seen from a gate that turns by spin J more
 * (doc/theory/gates.md, 3). */
QUIRE_INLINE quire_v4
by_moves(const struct space_scatter *c, quire_v4 u)
{
    const quire_v4 by = c->cv * u;

    return c->spin == 0 ? by : by + (c->cq * c->spin) * (quire_v4){-u[1], u[0], 0, 0};
}

/* of u . V at the place */
QUIRE_INLINE struct gradient
velocity_along(const struct space_scatter *c, const struct space_place *p, quire_v4 u)
{
    return along(p, u, by_moves(c, u), p->vs, p->ve);
}

/* a = J x */
QUIRE_INLINE quire_v4
quarter_turn(quire_v4 x)
{
    return (quire_v4){-x[1], x[0], 0, 0};
}

/* What the laws said at a place. */
struct space_laws {
    const struct space_facing *f;
    const struct quire_normal_out *no;
    const struct quire_friction_out *fo;
    const struct friction_vector *r;
};

/* How what acts changes as the place gets the velocity v more and the sheet's turning takes `spun`
 * off the slip: the flows, the force and the moment. Returns the change of the law's own normal
 * force. */
QUIRE_INLINE double
respond(const struct space_laws *l, double half, quire_v4 v, double spun,
        double flow[QUIRE_SPACE_FLOWING], struct space_action *a)
{
    const struct space_facing *f = l->f;
    const struct friction_vector *r = l->r;
    const double gap = dot3(f->n, v), slip = dot3(f->t, v) - spun, across = dot3(f->a, v);
    const double one = f->given != NULL ? f->given->way / f->given->share : -l->no->d_closing * gap,
                 press = f->given != NULL ? 0 : f->share * one,
                 by_law = r->more * (r->u[0] * slip + r->u[1] * across) + l->fo->d_normal * one;
    const double along = f->share * (r->ratio * slip + r->u[0] * by_law),
                 aside = f->share * (r->ratio * across + r->u[1] * by_law);

    flow[QUIRE_SPACE_FRICTION] = along;
    flow[QUIRE_SPACE_LATERAL] = aside;
    flow[QUIRE_SPACE_SLIP] = slip;
    flow[QUIRE_SPACE_SLIP_LATERAL] = across;
    flow[QUIRE_SPACE_CLOSING] = -gap;
    a->force = press * f->n + along * f->t + aside * f->a;
    a->moment = -half * along;
    return one;
}

/* Couples a body to the sheet that moves its surface as a rigid roller does not. `forces`: how the
 * force on the sheet changes along x, y, z. */
void quire_space_couple_rim(const struct space_scatter *c, const struct space_place *p,
                            const struct space_laws *laws, const struct space_mover *body,
                            const struct space_action *a, const struct action_changes *changes,
                            const struct gradient forces[3], struct quire_space_change *change);

/* On a pivot that a spring holds, with the pivot's angle the velocities turn back against the gate,
 * by which forces change less as if the sheet were moved backwards. doc/theory/gates.md, 6. To be
 * completed with the rest in quire_space_flap_push(). */
QUIRE_INLINE void
record_space_swing(const struct space_scatter *c, const struct space_place *p,
                   const struct space_facing *f, const struct quire_normal_out *no,
                   const struct quire_friction_out *fo, const struct friction_vector *r,
                   quire_v4 pair, int columns, struct quire_space_change *change, bool holds)
{
    const quire_v4 pivot = {c->swings->at[0], c->swings->at[1], 0, 0};
    const quire_v4 v = -c->cq * quarter_turn(p->v + c->spin * quarter_turn(p->at + p->x - pivot));
    const quire_v4 vs = -c->cq * quarter_turn(p->vs + c->spin * quarter_turn(p->xs));
    const struct space_laws laws = {f, no, fo, r};
    struct space_action a = {.pair = pair};
    double flow[QUIRE_SPACE_FLOWING];
    const double one = respond(&laws, c->half, v, c->half * dot3(pair, vs), flow, &a);

    if (f->adds != NULL) {
        f->adds->way += f->share * one;
    }
    add_action(c, p, &a, columns, c->swing);
    if (change != NULL) {
        memcpy(change->way, flow, sizeof change->way);
    }
    if (change != NULL && holds) {
        c->state->space_hold[c->state->n_space_hold - 1].way = one;
    }
}

/* How the laws' forces change: of the normal force, the rate at which the gap grows, the slip and
 * friction along and across; and of what acts. */
struct space_forms {
    struct gradient one, vn, vt, va, ft, fa, by_n, by_t;
    struct action_changes d;
};

QUIRE_INLINE void
space_forms(const struct space_scatter *c, const struct space_place *p,
            const struct space_facing *f, const struct quire_contact_law *law,
            const struct quire_normal_out *no, const struct quire_friction_out *fo,
            const struct friction_vector *r, const struct space_action *a,
            const struct space_mover *mover, double load, struct space_forms *out)
{
    const quire_v4 steep = p->xs - dot3(f->a, p->xs) * f->a;
    const double cq = c->cq, q1 = 1 / dot3(steep, steep), vn = dot3(f->n, p->v),
                 vt = dot3(f->t, p->v), spin = dot3(a->pair, p->vs);
    const double surface = f->surface * law->overdrive;
    /* the sheet's own turning: pair . v_s */
    const quire_v4 lever = q1 * cross3(p->vs, f->a), steps = (2 * spin * q1) * steep;
    const double spin_s = dot3(lever, p->xss) + dot3(a->pair, p->vss) - dot3(steps, p->xss);
    const double spin_e = dot3(lever, p->xse) + dot3(a->pair, p->vse) - dot3(steps, p->xse);
    struct gradient d_spin = mix2(spin_s, p->s, spin_e, p->t);
    d_spin.s += cq * (lever - steps) + by_moves(c, a->pair);

    const struct gradient d_xn = along(p, f->n, cq * f->n, p->xs, p->xe);
    struct gradient d_vn = sum2(velocity_along(c, p, f->n), scaled(vt, f->turn));
    struct gradient d_past = sum2(velocity_along(c, p, f->t), mix2(-vn, f->turn, -c->half, d_spin));
    if (mover != NULL && mover->soft != NULL) { /* its velocity turns with the normal */
        d_vn = mix2(1, d_vn, -dot3(f->n, mover->soft->swing), f->turn);
        d_past = mix2(1, d_past, -dot3(f->t, mover->soft->swing), f->turn);
    }
    const struct gradient d_va = velocity_along(c, p, f->a);
    const struct gradient d_one = mix2(-no->d_overlap, d_xn, -no->d_closing, d_vn);
    const struct gradient d_total = mix2(f->share, d_one, no->force, f->d_share);
    const struct gradient d_vt = isnan(load) ? mix2(1, d_past, -surface, d_one) : d_past;
    /* friction: across the slip it turns with it, along the slip it follows the law */
    const struct gradient way = mix2(r->u[0], d_vt, r->u[1], d_va);
    const struct gradient law_way = sum2(mix2(r->more, way, fo->d_normal, d_one),
                                         mix2(fo->d_factor, f->d_factor, -fo->d_overlap, d_xn));
    const struct gradient d_ft =
        sum2(scaled(f->share, mix2(r->ratio, d_vt, r->u[0], law_way)), scaled(r->f[0], f->d_share));
    const struct gradient d_fa =
        sum2(scaled(f->share, mix2(r->ratio, d_va, r->u[1], law_way)), scaled(r->f[1], f->d_share));
    const double total = f->share * no->force, friction = f->share * r->f[0];
    const struct gradient by_n = mix2(1, d_total, -friction, f->turn),
                          by_t = mix2(1, d_ft, total, f->turn);

    /* the pair turns with the sheet */
    const struct gradient d_steep = {{0, 0, 0, 0}, cq * steep, {0, 0, 0, 0}};
    const struct gradient tilt =
        sum2(d_steep, mix2(dot3(steep, p->xss), p->s, dot3(steep, p->xse), p->t));
    const struct gradient d_moment = mix2(-c->half, d_ft, -2 * q1 * a->moment, tilt);
    const quire_v4 bends = (a->moment * q1) * cross3(f->a, p->xss),
                   twists = (a->moment * q1) * cross3(f->a, p->xse);
    for (int i = 0; i < 9; i++) {
        out->d.force[i] =
            entry_of(&by_n, i) * f->n + entry_of(&by_t, i) * f->t + entry_of(&d_fa, i) * f->a;
        out->d.pair[i] = entry_of(&d_moment, i) * a->pair + entry_of(&p->s, i) * bends +
                         entry_of(&p->t, i) * twists;
    }
    const double turns = a->moment * q1 * cq;
    const quire_v4 x = {1, 0, 0, 0}, y = {0, 1, 0, 0}, z = {0, 0, 1, 0};
    out->d.pair[3] += turns * cross3(f->a, x);
    out->d.pair[4] += turns * cross3(f->a, y);
    out->d.pair[5] += turns * cross3(f->a, z);
    out->one = d_one;
    out->vn = d_vn;
    out->vt = d_vt;
    out->va = d_va;
    out->ft = d_ft;
    out->fa = d_fa;
    out->by_n = by_n;
    out->by_t = by_t;
}

/* What changes as the place moves along the curve, as its share does, and as its overlap does by
 * itself: as add_moves() in the plane, but for the ledger. */
static void
add_space_moves(const struct space_scatter *c, const struct space_place *p,
                const struct space_facing *f, const struct quire_contact_law *law,
                const struct quire_normal_out *no, const struct quire_friction_out *fo,
                const struct friction_vector *r, const struct space_action *a)
{
    const struct space_moves *moves = f->moves;
    const struct quire_slabs *slabs = c->slabs;
    const ptrdiff_t next = (ptrdiff_t)slabs->block * slabs->row - slabs->block;
    const double tangential = f->share * (fo->d_normal * no->d_overlap + fo->d_overlap),
                 turned = -c->half * tangential * r->u[0];
    const quire_v4 by_overlap = (f->share * no->d_overlap) * f->n + (tangential * r->u[0]) * f->t +
                                (tangential * r->u[1]) * f->a;
    struct space_scatter still = *c;
    struct space_place at = *p;
    struct space_facing facing = *f;
    struct space_forms by;

    still.cq = still.cv = still.spin = 0;
    at.s = (struct gradient){{1, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
    facing.turn = moves->turn;
    facing.d_share = moves->d_share;
    facing.d_factor = moves->d_factor;
    space_forms(&still, &at, &facing, law, no, fo, r, a, NULL, 0, &by);
    for (int l = 0; f->adds != NULL && l < 3; l++) {
        for (int i = 0; i < 3; i++) {
            const double s = moves->s[l][i], w = moves->share[l][i], o = moves->overlap[l][i];
            f->adds->force_by[l][i] +=
                (f->share * by.one.p[0] + no->force * moves->d_share.p[0]) * s +
                f->share * no->force * w + f->share * no->d_overlap * o;
            f->adds->share_by[l][i] += moves->d_share.p[0] * s + f->share * w;
        }
    }
    for (int k = 0; k < 3; k++) {
        const quire_v4 own = p->b[k] * a->force + (p->d[k] * a->moment) * a->pair,
                       overlap = p->b[k] * by_overlap + (p->d[k] * turned) * a->pair,
                       along_s = p->b[k] * by.d.force[0] + p->d[k] * by.d.pair[0] +
                                 p->d[k] * a->force + (p->dd[k] * a->moment) * a->pair;
        for (int q = 0; q < 3; q++) {
            double *to = quire_slab_entries(slabs, p->station, p->station, 3 * p->column + q) +
                         3 * p->column + k * slabs->block;
            for (int l = 0; l < 3; l++, to += next) {
                const quire_v4 v = moves->s[l][q] * along_s + moves->share[l][q] * own +
                                   moves->overlap[l][q] * overlap;
                for (int i = 0; i < 3; i++) {
                    to[i] -= v[i];
                }
            }
        }
    }
}

/* adds what a place of one column does by a gradient, at its three nodes */
QUIRE_INLINE void
add_gradient(double to[3][3], const struct space_place *p, struct gradient g)
{
    for (int j = 0; j < 3; j++) {
        const quire_v4 by = p->b[j] * g.p + p->d[j] * g.s;
        for (int i = 0; i < 3; i++) {
            to[j][i] += by[i];
        }
    }
}

/* As add_pressing() in the plane. `force`, `moment`: of what acts, by the mean normal force. */
QUIRE_INLINE void
add_space_pressing(const struct space_scatter *c, const struct space_place *p,
                   const struct pressing *all, quire_v4 force, quire_v4 moment,
                   struct quire_space_change *change)
{
    const struct quire_slabs *slabs = c->slabs;
    const ptrdiff_t next = (ptrdiff_t)slabs->block * slabs->row - slabs->block;

    for (int k = 0; k < 3; k++) {
        const quire_v4 by = p->b[k] * force + p->d[k] * moment;
        for (int q = 0; q < 3; q++) {
            double *to = quire_slab_entries(slabs, p->station, p->station, 3 * p->column + q) +
                         3 * p->column + k * slabs->block;
            for (int l = 0; l < 3; l++, to += next) {
                const quire_v4 v = mean_by(all, l, q) * by;
                for (int i = 0; i < 3; i++) {
                    to[i] -= v[i];
                }
            }
        }
    }
    for (int l = 0; change != NULL && l < 3; l++) {
        for (int q = 0; q < 3; q++) {
            change->normal_by[l][q] = mean_by(all, l, q);
        }
    }
}

/* How the laws' force changes, by all that moves; into the matrix. */
QUIRE_INLINE void
space_derivatives(const struct space_scatter *c, const struct space_place *p,
                  const struct space_facing *f, const struct quire_contact_law *law,
                  const struct quire_normal_out *no, const struct quire_friction_out *fo,
                  const struct friction_vector *r, const struct space_action *a,
                  const struct space_mover *mover, double load, struct quire_partner target,
                  const struct quire_slide *slide, int columns)
{
    struct space_forms by;

    space_forms(c, p, f, law, no, fo, r, a, mover, load, &by);
    add_matrix(c, p, a, &by.d, columns);
    if (f->adds != NULL) {
        add_gradient(f->adds->force_by, p, mix2(f->share, by.one, no->force, f->d_share));
        add_gradient(f->adds->share_by, p, f->d_share);
    }
    if (f->moves != NULL && c->cq != 0) {
        add_space_moves(c, p, f, law, no, fo, r, a);
    }
    struct quire_space_change *change = begin_change(c, p, target, columns);
    if (f->given != NULL) {
        const double slope = f->share * fo->d_normal;
        add_space_pressing(c, p, f->given, (slope * r->u[0]) * f->t + (slope * r->u[1]) * f->a,
                           (-c->half * slope * r->u[0]) * a->pair, change);
        if (change != NULL) {
            change->pressed = true;
            change->by_normal[0] = slope * r->u[0];
            change->by_normal[1] = slope * r->u[1];
        }
    }
    if (change != NULL) {
        keep_gradient(change, QUIRE_SPACE_FRICTION, 1, by.ft);
        keep_gradient(change, QUIRE_SPACE_LATERAL, 1, by.fa);
        keep_gradient(change, QUIRE_SPACE_SLIP, 1, by.vt);
        keep_gradient(change, QUIRE_SPACE_SLIP_LATERAL, 1, by.va);
        keep_gradient(change, QUIRE_SPACE_CLOSING, -1, by.vn);
        change->lost = f->share * no->d_closing;
        keep_hold(c->state, slide, by.one);
    }
    if (c->swings != NULL) {
        record_space_swing(c, p, f, no, fo, r, a->pair, columns, change, slide->grip != NULL);
    }
    if (mover != NULL && mover->soft != NULL) {
        const struct space_laws laws = {f, no, fo, r};
        struct gradient forces[3];
        for (int i = 0; i < 3; i++) {
            forces[i] = sum2(mix2(f->n[i], by.by_n, f->t[i], by.by_t), scaled(f->a[i], by.fa));
        }
        quire_space_couple_rim(c, p, &laws, mover, a, &by.d, forces, change);
    } else if (mover != NULL && c->state->system->small[mover->small].body.nv > 0) {
        const double tt = f->share * (r->ratio + r->more * r->u[0] * r->u[0]),
                     ta = f->share * r->more * r->u[0] * r->u[1];
        const struct space_reaction reaction = {
            .fx = sum2(mix2(f->n[0], by.by_n, f->t[0], by.by_t), scaled(f->a[0], by.fa)),
            .fy = sum2(mix2(f->n[1], by.by_n, f->t[1], by.by_t), scaled(f->a[1], by.fa)),
            .friction = by.ft,
            .by_slip = tt * f->t + ta * f->a,
            .moment_by_slip = -c->half * tt,
            .friction_by_slip = tt,
            .drag = 1 + law->overdrive * (isnan(load) ? no->force : load)};
        couple_mover(c, p, mover, a, &by.d, &reaction, columns);
        if (change != NULL) {
            keep_mover(change, c, mover, reaction.drag, tt, ta);
        }
    }
}

QUIRE_INLINE double
stored_in_space(const struct space_scatter *c, const struct space_facing *f,
                const struct quire_contact_law *law)
{
    const struct quire_law_memory *memory =
        f->slot != NULL ? c->state->memory + 2 * (f->slot->memory0 + f->place) : NULL;

    return quire_normal_stored(law->normal, law->normal_data,
                               &(struct quire_normal_in){.overlap = f->overlap, .memory = memory});
}

/* As given_by_share(): power with which the share, as it changes, makes stored energy of nothing.
 */
QUIRE_INLINE double
given_in_space(const struct space_scatter *c, const struct space_place *p,
               const struct space_facing *f, const struct quire_contact_law *law)
{
    const double by_place =
        (dot3(f->d_share.p, p->v) + dot3(f->d_share.s, p->vs)) + dot3(f->d_share.e, p->ve);
    const double rate =
        by_place == 0 || c->cq == 0 ? f->share_rate : f->share_rate + by_place / c->cq;

    return rate == 0 ? 0 : stored_in_space(c, f, law) * rate;
}

/* Evaluates the laws at a touching place, adds forces to the sheet and to the body (NULL: it stands
 * still), and the derivatives if there is a matrix. `load`: the normal force that the overdrive
 * counts; NaN: what the law gives here. */
QUIRE_INLINE void
space_touch(const struct space_scatter *c, const struct space_place *p,
            const struct space_facing *f, const struct quire_contact_law *law,
            const struct space_mover *mover, double load, struct quire_partner target, int columns)
{
    struct quire_state *st = c->state;
    const struct quire_system *sys = st->system;
    const quire_v4 steep = p->xs - dot3(f->a, p->xs) * f->a;
    const double q1 = 1 / dot3(steep, steep), vn = dot3(f->n, p->v);
    struct space_action a = {.pair = q1 * cross3(f->a, p->xs)};
    const double spin = dot3(a.pair, p->vs);
    const struct quire_contact_pair pair = quire_sheet_with(c->sheet, target);
    const struct quire_partner piece =
        target.kind == QUIRE_PARTNER_GUIDE ? target : quire_partner(QUIRE_PARTNER_PAD, f->pad);
    struct quire_normal_out no;
    struct quire_friction_out fo;
    struct friction_vector r;

    if (f->overlap >= law->deepest) {
        st->too_deep = (struct quire_slide){.law = law, .pair = pair};
    }
    no.elastic = 0;
    double by_slip = 0;
    if (f->given != NULL) {
        no.force = no.d_overlap = no.d_closing = 0;
    } else if (f->slot == NULL) {
        law->normal->eval(law->normal_data,
                          &(struct quire_normal_in){f->overlap, -vn, 0, NULL, NULL}, &no);
    } else {
        const double past = dot3(f->t, p->v) - c->half * spin - f->surface;
        quire_memory_normal(st, f->slot, f->place, law,
                            &(struct quire_normal_in){f->overlap, -vn, past, NULL, NULL}, &no,
                            &by_slip);
        st->motion[f->slot->memory0 + f->place].share += f->share;
    }
    const double total = f->share * no.force;
    const double belt = f->belt + f->surface * law->overdrive * (isnan(load) ? no.force : load);
    const double slip[2] = {dot3(f->t, p->v) - c->half * spin - f->surface - belt,
                            dot3(f->a, p->v)};
    struct quire_slide slide = {
        .grip = f->grip,
        .law = law,
        .share = f->share,
        .pair = pair,
        .rolling = f->rolling,
        .in = {.normal = f->given != NULL ? f->given->force / f->given->share : no.force,
               .factor = f->factor,
               .overlap = f->overlap}};
    if (f->adds != NULL) {
        f->adds->force += total;
        f->adds->share += f->share;
        fo = (struct quire_friction_out){.force = 0};
        r = (struct friction_vector){.slip = {slip[0], slip[1]}};
    } else if (f->grip != NULL) {
        hold_vector(st, c->slabs != NULL, slip, &slide, &fo, &r);
    } else {
        eval_friction_vector(law, slip, &slide.in, &fo, &r);
    }
    const double friction = f->share * r.f[0], lateral = f->share * r.f[1];

    /* friction acts at the surface, half a thickness from the mid-surface, so along t it has a
     * moment */
    a.force = total * f->n + friction * f->t + lateral * f->a;
    a.moment = -friction * c->half;
    add_action(c, p, &a, columns, c->force);
    double driven = 0, carried = 0;
    if (mover != NULL) {
        push_mover(sys, mover, &a, friction, mover->force);
        driven = mover->soft != NULL ? dot3(f->t, mover->soft->driven)
                                     : mover->rim * mover->carrier->turn * mover->carrier->driven;
        carried = mover->carrier->shift_speed;
        c->power->drives += friction * driven + lateral * carried;
    }
    if (st->n_space_flow < st->cap_space_flow) {
        st->space_flow[st->n_space_flow++] =
            (struct quire_space_flow){.friction = friction,
                                      .lateral = lateral,
                                      .lost = f->share * (no.force - no.elastic),
                                      .slip = slip[0],
                                      .slip_lateral = slip[1],
                                      .closing = -vn,
                                      .belt = belt,
                                      .driven = driven,
                                      .carried = carried,
                                      .sheet = c->sheet,
                                      .station = p->station,
                                      .column = p->column,
                                      .target = piece,
                                      .side = c->side};
    }
    c->power->friction -= friction * slip[0] + lateral * slip[1];
    c->power->belts += friction * belt;
    c->power->contact += f->share * (no.force - no.elastic) * -vn;
    c->power->given += f->given != NULL ? 0 : given_in_space(c, p, f, law);
    mark_touched(st, c->sheet, target);
    if (st->record) {
        if (mover != NULL && mover->soft != NULL) {
            *mover->squeeze -= dot3(a.force, mover->soft->squeeze);
        }
        const double flat = 1 / sqrt(p->xs[0] * p->xs[0] + p->xs[1] * p->xs[1]);
        record_touch(st, &(struct quire_touch){
                             .pair = pair,
                             .stored = f->given != NULL ? 0 : f->share * stored_in_space(c, f, law),
                             .normal = {f->n[0], f->n[1]},
                             .force = total,
                             .friction = friction,
                             .limit = f->share * fo.limit,
                             .creep = fo.creep * r.u[0],
                             .spring = f->grip != NULL ? f->share * quire_stick_stored(&slide) : 0,
                             .slip = slip[0],
                             .belt = belt,
                             .overlap = f->overlap,
                             .x = p->at[0] + p->x[0],
                             .y = p->at[1] + p->x[1],
                             .tangent = {p->xs[0] * flat, p->xs[1] * flat},
                             .space = {.z = p->at[2] + p->x[2],
                                       .normal_z = f->n[2],
                                       .lateral = lateral,
                                       .slip_lateral = slip[1],
                                       .pad = f->pad}});
    }
    if (c->slabs != NULL) {
        const struct space_action lost = {
            .force = a.force - (f->share * no.elastic) * f->n, .pair = a.pair, .moment = a.moment};
        add_action(c, p, &lost, columns, c->nonpotential);
        if (mover != NULL) {
            push_mover(sys, mover, &lost, friction, st->nonpotential + sys->small[mover->small].v0);
        }
        space_derivatives(c, p, f, law, &no, &fo, &r, &a, mover, load, piece, &slide, columns);
    }
}

#endif
