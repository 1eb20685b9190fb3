#include <math.h>
#include <string.h>

#include "contact/law/couplings.h"
#include "element/spring.h"
#include "force/elements.h"
#include "force/terms.h"
#include "motion/free_motion.h"

/* velocities that move its ends: two coordinates of two nodes, at either end */
#define MOST 8
#define TINY 1e-12 /* an elongation of this size has no direction [m] */

/* One velocity, and how it moves the `to` end relative to the `from` end. */
struct hand {
    size_t at;        /* in V */
    int small, which; /* the small body and which of its velocities; small -1: of the sheet */
    int node, axis;   /* of the sheet */
    double x[2];
    double bend[2]; /* dx by its own position */
};

struct stretch {
    int n, sheet; /* sheet -1: none */
    struct hand hand[MOST];
    double end[2][2];
    double r[2], w[2]; /* from `from` to `to` [m], and its rate [m/s] */
};

static void
grip_sheet(const struct quire_system *sys, const struct quire_anchor *a, const double *y,
           double sign, int end, struct stretch *s)
{
    const struct quire_sheet *sheet = sys->sheet + a->index;

    s->sheet = a->index;
    for (int i = 0; i < 2; i++) {
        const double weight = i == 0 ? 1 - a->weight : a->weight;
        for (int d = 0; d < 2; d++) {
            struct hand *h = s->hand + s->n++;
            *h = (struct hand){.at = sheet->x0 + (size_t)(d * sheet->chain.stride + a->node + i),
                               .small = -1,
                               .node = a->node + i,
                               .axis = d};
            h->x[d] = sign * weight;
            s->end[end][d] += weight * y[h->at];
        }
    }
}

static void
grip_body(const struct quire_state *st, const struct quire_anchor *a, double sign, int end,
          struct stretch *s)
{
    const struct quire_system *sys = st->system;
    const struct quire_small *b = sys->small + a->index;
    const struct quire_carrier *carrier = st->carrier + a->index;
    const struct quire_pose *pose = a->free >= 0 ? st->pose + a->free : NULL;
    const double arm[2] = {pose != NULL ? pose->cos * a->at[0] - pose->sin * a->at[1] : 0,
                           pose != NULL ? pose->sin * a->at[0] + pose->cos * a->at[1] : 0};

    for (int d = 0; d < 2; d++) {
        s->end[end][d] = carrier->centre[d] + arm[d];
    }
    for (int k = 0; k < b->body.nv; k++) {
        struct hand *h = s->hand + s->n++;
        *h = (struct hand){.at = (size_t)(b->v0 + k),
                           .small = a->index,
                           .which = k,
                           .x = {sign * carrier->d_centre[0][k], sign * carrier->d_centre[1][k]}};
        if (pose != NULL && k < sys->free[a->free].motion->n &&
            sys->free[a->free].motion->dof[k] == QUIRE_FREE_ANGLE) {
            h->x[0] = -sign * arm[1];
            h->x[1] = sign * arm[0];
            h->bend[0] = -sign * arm[0];
            h->bend[1] = -sign * arm[1];
        }
    }
}

static bool
is_there(const struct quire_state *st, const struct quire_anchor *a)
{
    return a->kind == QUIRE_ANCHOR_FIXED ||
           (a->kind == QUIRE_ANCHOR_BODY
                ? st->part->has_small[a->index]
                : st->part->has_sheet[a->index] && st->sheet[a->index].entered);
}

static bool
place(const struct quire_state *st, const struct quire_spring *spring, const double *y,
      struct stretch *s)
{
    const double *v = y + st->system->layout.v0;

    memset(s, 0, sizeof *s);
    s->sheet = -1;
    for (int e = 0; e < 2; e++) {
        const struct quire_anchor *a = spring->end + e;
        const double sign = e == 0 ? -1 : 1;
        if (!is_there(st, a)) {
            return false;
        }
        if (a->kind == QUIRE_ANCHOR_FIXED) {
            memcpy(s->end[e], a->at, sizeof s->end[e]);
        } else if (a->kind == QUIRE_ANCHOR_BODY) {
            grip_body(st, a, sign, e, s);
        } else {
            grip_sheet(st->system, a, y, sign, e, s);
        }
    }
    for (int d = 0; d < 2; d++) {
        s->r[d] = s->end[1][d] - s->end[0][d];
        for (int i = 0; i < s->n; i++) {
            s->w[d] += s->hand[i].x[d] * v[s->hand[i].at];
        }
    }
    return true;
}

/* force on the `to` end, and its derivatives by r and by w */
struct pull {
    double length, tension, loss; /* loss [W] */
    double force[2], by_r[2][2], by_w[2][2];
};

static struct pull
pull_of(const struct quire_spring *p, const struct stretch *s)
{
    const double l = sqrt(s->r[0] * s->r[0] + s->r[1] * s->r[1]), q = l > TINY ? 1 / l : 0;
    const double u[2] = {q * s->r[0], q * s->r[1]}, rate = u[0] * s->w[0] + u[1] * s->w[1],
                 more = l - p->length;
    struct pull f = {.length = l};
    double k = p->stiffness, c = p->damping;

    f.tension = k * more + c * rate;
    if ((p->acts == QUIRE_SPRING_PULLS && !(more > 0 && f.tension > 0)) ||
        (p->acts == QUIRE_SPRING_PUSHES && !(more < 0 && f.tension < 0))) {
        f.tension = k = c = 0;
    }
    f.loss = (f.tension - k * more) * rate;
    /* at no length a spring of no length is k alone */
    const double across = q > 0 ? f.tension * q : p->length > 0 ? 0 : k;
    for (int i = 0; i < 2; i++) {
        f.force[i] = -f.tension * u[i];
        for (int j = 0; j < 2; j++) {
            const double along = u[i] * u[j], square = (i == j ? 1 : 0) - along;
            f.by_r[i][j] = -k * along - across * square - c * u[i] * q * (s->w[j] - rate * u[j]);
            f.by_w[i][j] = -c * along;
        }
    }
    return f;
}

/* the coupling of a body to the three nodes around one of a sheet's */
static struct quire_coupling *
coupling_of(struct quire_state *st, int first, int small, int sheet, int node)
{
    const int n = st->system->sheet[sheet].chain.n,
              start = node > n - 2 ? (n > 2 ? n - 2 : 0) : node;

    for (int k = first; k < st->n_coupling; k++) {
        struct quire_coupling *p = st->coupling + k;
        if (p->small == small && p->sheet == sheet && p->node <= node && node <= p->node + 2) {
            return p;
        }
    }
    return empty_coupling(st, small, sheet, start);
}

static void
add_entry(struct quire_state *st, int sheet, int first, const struct hand *row,
          const struct hand *column, double value)
{
    const struct quire_system *sys = st->system;

    if (row->small >= 0 && column->small >= 0) {
        const int i = sys->small[row->small].first + row->which,
                  j = sys->small[column->small].first + column->which;
        quire_dense_row(st, i)[j] += value;
    } else if (row->small < 0 && column->small < 0) {
        quire_v4 block = {0, 0, 0, 0};
        block[2 * row->axis + column->axis] = value;
        quire_band_add(&st->sheet[sheet].band, row->node, column->node, block);
    } else {
        const struct hand *node = row->small < 0 ? row : column,
                          *body = row->small < 0 ? column : row;
        struct quire_coupling *p = coupling_of(st, first, body->small, sheet, node->node);
        if (p != NULL) {
            const int i = 2 * (node->node - p->node) + node->axis;
            *(row->small < 0 ? &p->row[i][body->which] : &p->column[body->which][i]) += value;
        }
    }
}

static void
add_matrix(struct quire_state *st, const struct stretch *s, const struct pull *f, const double *v,
           double cq, double cv)
{
    const int first = st->n_coupling;

    for (int j = 0; j < s->n; j++) {
        const struct hand *h = s->hand + j;
        double d[2];
        for (int i = 0; i < 2; i++) {
            d[i] = 0;
            for (int k = 0; k < 2; k++) {
                d[i] += f->by_r[i][k] * cq * h->x[k] +
                        f->by_w[i][k] * (cv * h->x[k] + cq * h->bend[k] * v[h->at]);
            }
        }
        for (int i = 0; i < s->n; i++) {
            double value = s->hand[i].x[0] * d[0] + s->hand[i].x[1] * d[1];
            if (i == j) {
                value += cq * (f->force[0] * h->bend[0] + f->force[1] * h->bend[1]);
            }
            add_entry(st, s->sheet, first, s->hand + i, h, -value);
        }
    }
}

static void
spring_forces(struct quire_state *st, const struct quire_spring *spring, const double *y, double cq,
              double cv, bool matrix)
{
    struct stretch s;

    if (!place(st, spring, y, &s)) {
        return;
    }
    const struct pull f = pull_of(spring, &s);
    for (int i = 0; i < s.n; i++) {
        st->force[s.hand[i].at] += f.force[0] * s.hand[i].x[0] + f.force[1] * s.hand[i].x[1];
    }
    st->power.elements += f.loss;
    if (matrix) {
        add_matrix(st, &s, &f, y + st->system->layout.v0, cq, cv);
    }
}

/* the sheet that it hangs on, -1: none */
static int
sheet_of(const struct quire_spring *spring)
{
    return spring->end[0].kind == QUIRE_ANCHOR_SHEET   ? spring->end[0].index
           : spring->end[1].kind == QUIRE_ANCHOR_SHEET ? spring->end[1].index
                                                       : -1;
}

static void
sheet_spring_forces(const struct scatter *c, double t, const double *y)
{
    (void)t;
    for (int k = 0; k < c->state->system->n_spring; k++) {
        const struct quire_spring *spring = c->state->system->spring + k;
        if (sheet_of(spring) == c->sheet) {
            spring_forces(c->state, spring, y, c->cq, c->cv, c->band != NULL);
        }
    }
}

static void
body_spring_forces(struct quire_state *st, const double *y, double cq, double cv, bool matrix)
{
    const struct quire_system *sys = st->system;

    for (int k = 0; k < sys->n_spring; k++) {
        if (sheet_of(sys->spring + k) < 0) {
            spring_forces(st, sys->spring + k, y, cq, cv, matrix);
        }
    }
}

static void
springs_stored(struct quire_state *st, const double *y, double *energy, double *force)
{
    for (int k = 0; k < st->system->n_spring; k++) {
        struct quire_spring_action action;
        if (quire_spring_at(st, st->system->spring + k, y, &action)) {
            *energy += action.stored;
            *force += fabs(action.force);
        }
    }
}

static bool
springs_join(const struct quire_system *sys, int sheet, int cluster)
{
    for (int k = 0; k < sys->n_spring; k++) {
        for (int e = 0; e < 2; e++) {
            const struct quire_anchor *a = sys->spring[k].end + e, *b = sys->spring[k].end + 1 - e;
            if (a->kind == QUIRE_ANCHOR_SHEET && a->index == sheet &&
                b->kind == QUIRE_ANCHOR_BODY && sys->small[b->index].cluster == cluster) {
                return true;
            }
        }
    }
    return false;
}

static bool
springs_move(const struct quire_system *sys, int sheet)
{
    for (int k = 0; k < sys->n_spring; k++) {
        for (int end = 0; end < 2; end++) {
            const struct quire_anchor *a = sys->spring[k].end + end;
            if (a->kind == QUIRE_ANCHOR_SHEET && a->index == sheet) {
                return true;
            }
        }
    }
    return false;
}

const struct quire_force_term quire_term_springs = {
    .on_planar = sheet_spring_forces,
    .on_bodies = body_spring_forces,
    .stored = springs_stored,
    .joins = springs_join,
    .moves = springs_move,
};

/* ---- drag on bodies ---- */

static void
drag_forces(struct quire_state *st, const struct quire_drag *drag, double cv, bool matrix)
{
    const struct quire_system *sys = st->system;
    const struct quire_carrier *carrier = st->carrier + drag->index;
    const struct quire_small *s = sys->small + drag->index;
    const double u[2] = {carrier->velocity[0] - drag->wind[0],
                         carrier->velocity[1] - drag->wind[1]};
    const double speed = sqrt(u[0] * u[0] + u[1] * u[1]),
                 g = drag->quadratic[0] * speed + drag->linear[0];
    const double f[2] = {-g * u[0], -g * u[1]};

    st->power.elements -= f[0] * u[0] + f[1] * u[1];
    st->power.loads += f[0] * drag->wind[0] + f[1] * drag->wind[1];
    for (int k = 0; k < s->body.nv; k++) {
        const double x[2] = {carrier->d_centre[0][k], carrier->d_centre[1][k]};
        st->force[s->v0 + k] += f[0] * x[0] + f[1] * x[1];
        for (int j = 0; matrix && j < s->body.nv; j++) {
            const double z[2] = {carrier->d_centre[0][j], carrier->d_centre[1][j]};
            const double along =
                speed > 0 ? drag->quadratic[0] * (u[0] * z[0] + u[1] * z[1]) / speed : 0;
            quire_dense_row(st, s->first + k)[s->first + j] +=
                cv * (g * (x[0] * z[0] + x[1] * z[1]) + along * (u[0] * x[0] + u[1] * x[1]));
        }
    }
}

static void
body_drag_forces(struct quire_state *st, const double *y, double cq, double cv, bool matrix)
{
    const struct quire_system *sys = st->system;

    (void)y;
    (void)cq;
    for (int k = 0; k < sys->n_drag; k++) {
        if (!sys->drag[k].is_sheet && st->part->has_small[sys->drag[k].index]) {
            drag_forces(st, sys->drag + k, cv, matrix);
        }
    }
}

const struct quire_force_term quire_term_body_drag = {.on_bodies = body_drag_forces};

/* ---- drag on sheets ---- */

/* on one segment: across it (0) and along it (1), with the mean velocity of its ends */
static void
segment_drag(const struct scatter *c, const struct quire_drag *drag, int i, double share)
{
    const double ex = c->x[i + 1] - c->x[i], ey = c->y[i + 1] - c->y[i],
                 q = 1 / sqrt(ex * ex + ey * ey);
    const double u[2] = {0.5 * (c->vx[i] + c->vx[i + 1]) - drag->wind[0],
                         0.5 * (c->vy[i] + c->vy[i + 1]) - drag->wind[1]};
    const double axis[2][2] = {{-ey * q, ex * q}, {ex * q, ey * q}};
    double f[2], slope[2], part[2];

    for (int k = 0; k < 2; k++) {
        part[k] = axis[k][0] * u[0] + axis[k][1] * u[1];
        f[k] = -share * (drag->quadratic[k] * fabs(part[k]) + drag->linear[k]) * part[k];
        slope[k] = -share * (2 * drag->quadratic[k] * fabs(part[k]) + drag->linear[k]);
        c->state->power.elements -= f[k] * part[k];
    }
    const double fx = f[0] * axis[0][0] + f[1] * axis[1][0],
                 fy = f[0] * axis[0][1] + f[1] * axis[1][1];
    c->state->power.loads += fx * drag->wind[0] + fy * drag->wind[1];
    for (int j = 0; j < 2; j++) {
        c->fx[i + j] += 0.5 * fx;
        c->fy[i + j] += 0.5 * fy;
    }
    if (c->band == NULL) {
        return;
    }
    for (int l = 0; l < 2; l++) { /* by node i + l, x and y */
        const double way = l == 0 ? -q : q;
        quire_v4 block;
        for (int d = 0; d < 2; d++) {
            /* of the segment; its axes turn with it */
            const double turn = c->cq * way * axis[0][d];
            const double across = c->cv * 0.5 * axis[0][d] - turn * part[1],
                         along = c->cv * 0.5 * axis[1][d] + turn * part[0];
            const double df[2] = {slope[0] * across + f[1] * turn, slope[1] * along - f[0] * turn};
            block[d] = -0.5 * (df[0] * axis[0][0] + df[1] * axis[1][0]);
            block[2 + d] = -0.5 * (df[0] * axis[0][1] + df[1] * axis[1][1]);
        }
        for (int j = 0; j < 2; j++) {
            quire_band_add(c->band, i + j, i + l, block);
        }
    }
}

void
quire_sheet_drag_forces(const struct scatter *c, const struct quire_sheet *sheet)
{
    const struct quire_system *sys = c->state->system;

    for (int k = 0; k < sys->n_drag; k++) {
        if (sys->drag[k].is_sheet && sys->drag[k].index == c->sheet) {
            for (int i = 0; i < sheet->chain.n; i++) {
                segment_drag(c, sys->drag + k, i, 1.0 / sheet->chain.n);
            }
        }
    }
}

/* ---- for observers ---- */

bool
quire_spring_at(struct quire_state *st, const struct quire_spring *spring, const double *y,
                struct quire_spring_action *out)
{
    struct stretch s;

    memset(out, 0, sizeof *out);
    if (!place(st, spring, y, &s)) {
        return false;
    }
    const struct pull f = pull_of(spring, &s);
    const double more = f.length - spring->length;
    const bool slack = (spring->acts == QUIRE_SPRING_PULLS && more < 0) ||
                       (spring->acts == QUIRE_SPRING_PUSHES && more > 0);
    memcpy(out->end, s.end, sizeof out->end);
    out->length = f.length;
    out->force = f.tension;
    out->stored = slack ? 0 : 0.5 * spring->stiffness * more * more;
    return true;
}
