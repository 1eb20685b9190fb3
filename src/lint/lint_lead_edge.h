/* What a lead edge meets on its way before any run: guides, gates in the positions that they can
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

/* A meeting with a guide or a roller. */
struct quire_lead_meeting {
    const struct quire_object *object;
    const char *name;
    const int *law;         /* (2 * n_sheet) */
    int gate;               /* that it is; -1: it is none */
    bool roller, gives_way; /* it is one; its surface turns with the sheet, and does not rub */
    double angle;           /* of its surface to the lead edge's heading [rad] */
    double foot[2], normal[2];
    bool end; /* on the end of a guide, square to it */
};

/* The surface that a lead edge has gone through from its sheet's side, from `before` to `tip`, with
 * the gates at `pose` (n_gate). A depth of more than `deep` at once is that of a guide's end. */
bool quire_lint_meet(const struct quire_system *sys, int sheet, const struct quire_gate_pose *pose,
                     const double before[2], const double tip[2], const double heading[2],
                     double deep, struct quire_lead_meeting *out);

#endif
