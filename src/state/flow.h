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

#endif
