/* The body on the other side of a touching place of a sheet in the plane: what acts on it, and what
 * couples it to the sheet. */
#ifndef QUIRE_CONTACT_TOUCH_REACTION_H
#define QUIRE_CONTACT_TOUCH_REACTION_H

#include "contact/touch/touch_forms.h"

/* Adds what a touch does to the body: the force and friction on the sheet, backwards. */
QUIRE_INLINE void
push_body(struct quire_state *st, const struct quire_small *body,
          const struct quire_carrier *carrier, double fx, double fy, double friction)
{
    for (int k = 0; k < body->body.nv; k++) {
        st->force[body->v0 + k] -= fx * carrier->d_centre[0][k] + fy * carrier->d_centre[1][k] +
                                   friction * carrier->turn * carrier->d_surface[k];
    }
}

/* Derivatives of a touch, as the body on its other side needs them. */
struct reaction {
    int small, node; /* the body; first of the sheet's three nodes */
    const struct quire_carrier *carrier;
    const double *b, *d; /* the nodes' weights */
    /* of the force on each node by the position of the sheet there, row-major */
    quire_v4 by_b[3];
    form fx, fy, friction;        /* of the whole force, and of friction */
    quire_v4 flow_x, flow_y;      /* of what flows (enum quire_flowing), by position */
    double normal[2];             /* of the law's own normal force, by position */
    double tangent[2], moment[2]; /* along which friction acts on a node, with b and with d */
    double by_slip;               /* of friction, by slip [N s/m] */
    double drag;                  /* slip by the surface's speed: 1 + overdrive factor times load */
};

/* Couples the body to the sheet: its own motion counts against the sheet's, and by the speed of its
 * surface. */
QUIRE_INLINE void
couple_velocities(const struct scatter *c, const struct reaction *t, int nv,
                  struct quire_flow *flow)
{
    struct quire_state *st = c->state;
    const struct quire_carrier *carrier = t->carrier;
    const struct quire_small *body = st->system->small + t->small;
    /* by each velocity of the body through its surface speed */
    double slide[QUIRE_BODY_DOFS], by_slide[QUIRE_BODY_DOFS];

    for (int k = 0; k < nv; k++) {
        slide[k] = -c->cv * carrier->turn * carrier->d_surface[k] * t->drag;
        by_slide[k] = t->by_slip * slide[k];
    }
    for (int k = 0; flow != NULL && k < nv; k++) {
        const double cx = -carrier->d_centre[0][k], cy = -carrier->d_centre[1][k];
        add_flow_pair(st, flow,
                      t->flow_x * cx + t->flow_y * cy + (quire_v4){by_slide[k], slide[k], 0, 0},
                      t->normal[0] * cx + t->normal[1] * cy, body->v0 + k);
    }
    struct quire_coupling *coupling = new_coupling(st, t->small, c->sheet, t->node);
    if (coupling == NULL) {
        return;
    }
    for (int k = 0; k < nv; k++) {
        const double cx = carrier->d_centre[0][k], cy = carrier->d_centre[1][k],
                     sk = carrier->turn * carrier->d_surface[k];
        const form d_q = -(cx * t->fx + cy * t->fy + sk * t->friction);
        for (int j = 0; j < 3; j++) {
            coupling->row[2 * j][k] =
                t->by_b[j][0] * cx + t->by_b[j][1] * cy -
                by_slide[k] * (t->b[j] * t->tangent[0] + t->d[j] * t->moment[0]);
            coupling->row[2 * j + 1][k] =
                t->by_b[j][2] * cx + t->by_b[j][3] * cy -
                by_slide[k] * (t->b[j] * t->tangent[1] + t->d[j] * t->moment[1]);
            coupling->column[k][2 * j] = -(t->b[j] * d_q[0] + t->d[j] * d_q[2]);
            coupling->column[k][2 * j + 1] = -(t->b[j] * d_q[1] + t->d[j] * d_q[3]);
        }
        for (int i = 0; i < nv; i++) {
            const double d_self =
                -(d_q[0] * carrier->d_centre[0][i] + d_q[1] * carrier->d_centre[1][i]) -
                by_slide[i] * (t->tangent[0] * cx + t->tangent[1] * cy + sk);
            quire_dense_row(st, body->first + k)[body->first + i] -= d_self;
        }
    }
}

QUIRE_INLINE void
couple_body(const struct scatter *c, const struct reaction *t, struct quire_flow *flow)
{
    const int nv = c->state->system->small[t->small].body.nv;

    if (nv == 2) { /* a roller that slides and turns: unrolled */
        couple_velocities(c, t, 2, flow);
    } else if (nv > 0) {
        couple_velocities(c, t, nv, flow);
    }
}

#endif
