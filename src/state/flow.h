/* Power flows of touching places, and how they change with a step. doc/theory/energy.md, 3 */
#ifndef QUIRE_STATE_FLOW_H
#define QUIRE_STATE_FLOW_H

#include "kind/body.h"
#include "state/touch.h"

/* How the power flows of one touching place change with a step of Newton's: friction and slip turn
 * over so fast where things stick that their values before the step say nothing. Derivatives are
 * forms as in contact/touch/touch_forms.h, scaled by the matrix's cq and cv. */
struct quire_flow {
    /* friction [N], slip [m/s], lost [N], closing [m/s]; enum quire_flowing */
    quire_v4 now;
    quire_v4 by_x[3], by_y[3]; /* how they change with a displacement of the three nodes */
    double belt, driven;       /* [m/s] */
    /* power with which a changing share makes stored energy of nothing [W] */
    double given;
    int sheet, node;  /* sheet -1: the two rollers of a nip, or nothing flows */
    int pair, n_pair; /* how the velocities of small bodies count */
    /* as by_x, by_y, of the law's own normal force; where friction holds on */
    double normal_x[3], normal_y[3];
    /* grip is NULL where it does not; in space the next flow is that across */
    struct quire_slide slide;
};
/* lost: the part of the normal force that dissipates; at closing */
enum quire_flowing { QUIRE_FLOW_FRICTION, QUIRE_FLOW_SLIP, QUIRE_FLOW_LOST, QUIRE_FLOW_CLOSING };
struct quire_flow_pair {
    quire_v4 by; /* as by_x */
    double normal;
    int at; /* the velocity's place in V */
};

/* What a touching place has to do with energy, as it was evaluated. */
struct quire_space_flow {
    /* on the sheet along the surface and across it, the part of the normal force that is lost [N]
     */
    double friction, lateral, lost;
    double slip, slip_lateral, closing, belt; /* [m/s] */
    double driven;               /* speed of the surface that its drive commands [m/s] */
    double carried;              /* speed across that its carriage commands [m/s] */
    int sheet, station, column;  /* the first of the three, of the two */
    int line;                    /* of a line between columns: which, from 1 on; else 0 */
    struct quire_partner target; /* a guide, a pad or a sheet */
};

/* The same of four places of one span of a column on a guide, side by side; zeros where they do not
 * touch. */
struct quire_space_span {
    quire_v4 friction, lateral, lost;     /* [N] */
    quire_v4 slip, slip_lateral, closing; /* [m/s] */
    double belt;                          /* [m/s] */
    int sheet, station, column, line, guide;
};
/* ... and how they change, at the last evaluation with the matrix: by x, y and z of the place and x
 * and y of the tangent there; slip by none of z, closing by x and y of the place. */
struct quire_space_span_change {
    quire_v4 b[3], d[3]; /* how much the three nodes count to the place and to the tangent there */
    quire_v4 friction[5], lateral[5], slip[5], closing[2];
    quire_v4 across; /* how slip across follows z */
    quire_v4 lost;   /* what closing changes of the lost force [N s/m] */
    double c[2];     /* how much the column and the next one count */
    int sheet, station, column, columns, line, guide;
    /* of a gate that a spring holds, its velocity in V; -1: none moves it */
    int gate;
    struct {
        quire_v4 friction, lateral, slip, closing;
    } way; /* and what that changes */
};

/* How a flow changes as the sheet's nodes and the body move, at the last evaluation with the
 * matrix: gradients by the place, by its derivative along the sheet and by that across,
 * displacements times cq, velocities times cv. doc/theory/energy.md, 3 */
enum quire_space_flowing {
    QUIRE_SPACE_FRICTION,
    QUIRE_SPACE_LATERAL,
    QUIRE_SPACE_SLIP,
    QUIRE_SPACE_SLIP_LATERAL,
    QUIRE_SPACE_CLOSING,
    QUIRE_SPACE_FLOWING
};
/* How the positions and velocities of a body change what touches it, where it is no rigid roller:
 * it moves the place by `shift`, and the rest comes on top, as in quire_space_change.by. */
struct quire_space_rim {
    quire_v4 shift[QUIRE_BODY_DOFS];
    double by[QUIRE_SPACE_FLOWING][QUIRE_BODY_DOFS];
    double normal[QUIRE_BODY_DOFS]; /* of the law's own normal force */
};
struct quire_space_change {
    quire_v4 by[QUIRE_SPACE_FLOWING][3];
    /* how much a node counts to the place, see contact/touch/space_place.h */
    double b[3], d[3], c[2], e[2];
    double lost; /* what closing changes of the lost force [N s/m] */
    int sheet, station, column, columns, line;
    struct quire_partner target; /* a guide, a pad or a sheet */
    int small;                   /* -1: nothing moves on the other side */
    /* how the body moves the place that it touches with, */
    const double (*centre)[QUIRE_BODY_DOFS];
    double surface[QUIRE_BODY_DOFS]; /* and the slip */
    /* what slip along changes of friction along and across [N s/m] */
    double by_slip[2];
    int rim;  /* of state->space_rim, in place of these; -1: none */
    int foot; /* on another sheet, its place in the state's list; -1: it is none of that kind */
    /* of a gate that a spring holds, its velocity in V; -1: none moves it */
    int gate;
    double way[QUIRE_SPACE_FLOWING]; /* and what that changes */
    /* friction acts under the mean normal force of other places of one column: how that changes
     * with the nodes, and friction along and across with it */
    bool pressed;
    double normal_by[3][3], by_normal[2];
};

#endif
