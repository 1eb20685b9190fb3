/* What a leading edge meets on its way before any run: guides, gates in the positions that they can
 * take, rollers. doc/theory/stubs.md, 1. */
#ifndef QUIRE_LINT_LINT_LEAD_EDGE_H
#define QUIRE_LINT_LINT_LEAD_EDGE_H

#include "contact/gate/gates.h"

#define QUIRE_POSITIONS 6 /* of one gate at most */

/* Where a gate can stand: where its drive's course and what rules set bring it. n = 0: it may be
 * anywhere. */
struct quire_positions {
    double way[QUIRE_POSITIONS]; /* [rad] or [m] */
    int n;
};
struct quire_positions quire_lint_positions(const struct quire_system *sys, int gate);

/* What bounds the solid of a guide, its end walls too; both surfaces of a wall are one. */
struct quire_lead_solid {
    struct quire_outline outline;
    double side;
    double low[2], high[2];
    int guide;
};
/* Of all guides (n), to be freed with done(); NULL: no memory. */
struct quire_lead_solid *quire_lint_solids(const struct quire_system *sys, int *n);
void quire_lint_solids_done(struct quire_lead_solid *solids, int n);

/* The leading edge's way through the solids, with the gates at `pose` (n_gate). */
struct quire_lead_way {
    const struct quire_system *sys;
    int sheet;
    const struct quire_lead_solid *solid; /* (n) */
    int n;
    const struct quire_gate_pose *pose;
};

/* A meeting with a guide or a roller. */
struct quire_lead_meeting {
    const struct quire_object *object;
    const char *name;
    const int *law;            /* (2 * n_sheet) */
    int gate;                  /* that it is; -1: it is none */
    bool roller, turns, draws; /* it is one; its surface gives way; it draws the edge along */
    double radius;             /* of a roller [m] */
    double angle;              /* of its surface to the leading edge's heading [rad] */
    double foot[2], normal[2];
    bool end, round; /* on the end of a guide; on an arc, without a corner over which it may come */
    /* where on which solid; not of rollers */
    int solid;
    double s;
};

/* The surface that a leading edge has gone through from its sheet's side, from `before` to `tip`.
 */
bool quire_lint_meet(const struct quire_lead_way *way, const double before[2], const double tip[2],
                     const double heading[2], struct quire_lead_meeting *out);

/* The surface that is nearer than half the sheet's thickness, at an angle of less than `steep` to
 * the heading. */
bool quire_lint_graze(const struct quire_lead_way *way, const double tip[2],
                      const double heading[2], double steep, struct quire_lead_meeting *out);

/* How far across the heading a surface goes on at an angle of at least `steep` from a meeting, on
 * the side (+1: left of the heading, -1: right) on which the leading edge might get past it [m];
 * HUGE_VAL: it is bounded by something. */
double quire_lint_rise(const struct quire_lead_way *way, const struct quire_lead_meeting *m,
                       const double heading[2], double steep, double side);

/* How far from a place it is to the next solid, along a unit direction [m]; HUGE_VAL: farther than
 * `most`. */
double quire_lint_room(const struct quire_lead_way *way, const double from[2],
                       const double along[2], double most);

#endif
