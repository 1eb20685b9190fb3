/* What flows at one touching place of a planar sheet, at its nodes on a gate that a drive moves, or
 * at a clutch, and how it changes with a step. doc/theory/energy.md, 3 */
#ifndef QUIRE_STATE_FLOW_H
#define QUIRE_STATE_FLOW_H

#include "math/kernel.h"

/* How the power flows of one touching place change with a step of Newton's: friction and slip turn
 * over so fast where things stick that their values before the step say nothing. Derivatives are
 * scaled by the matrix's cq and cv. */
struct quire_flow {
    /* friction [N], slip [m/s], lost [N], closing [m/s]; enum quire_flowing */
    quire_v4 now;
    quire_v4 by_x[3], by_y[3]; /* how they change with a displacement of the three nodes */
    quire_v4 by_one;           /* and with one more velocity, at this place in V; */
    int at;                    /* -1: none does */
    int sheet, node;           /* sheet -1: none */
    double belt, driven;       /* [m/s] */
    bool holds;                /* friction holds on: then the law's own normal force, too, */
    double normal_x[3], normal_y[3], normal_one; /* as by_x, by_y, by_one */
};
/* lost: the part of the normal force that dissipates; at closing */
enum quire_flowing { QUIRE_FLOW_FRICTION, QUIRE_FLOW_SLIP, QUIRE_FLOW_LOST, QUIRE_FLOW_CLOSING };

#endif
