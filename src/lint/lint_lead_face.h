/* Whether a surface that a leading edge meets holds it. doc/theory/stubs.md, 2 and 3. */
#ifndef QUIRE_LINT_LINT_LEAD_FACE_H
#define QUIRE_LINT_LINT_LEAD_FACE_H

#include "lint/lint_lead_edge.h"

/* The leading edge where it meets something. */
struct quire_lead_edge {
    const struct quire_system *sys;
    int sheet;
    const struct quire_sheet *s;
    const struct quire_lead_way *way;
    double stiffness; /* of the whole width [N m^2] */
    double heading[2];
    int nip;     /* the last nip that it has passed; -1: none */
    double hint; /* its distance along the path [m] */
};

/* What is known of a meeting. doc/theory/stubs.md has the letters. */
struct quire_lead_verdict {
    double friction; /* coefficient; < 0: it draws the edge along */
    double sum;      /* the angle with that of friction [rad] */
    double push;     /* of the nips behind [N] */
    double rise;     /* over which it is locked [m] */
    double carried; /* a rise over which the edge is carried by what presses it into the face [m] */
    double room;    /* beyond the rise [m] */
    double side;    /* on which it gets past: +1 left of its heading, -1 right */
    double needed;  /* to turn it aside where it is not locked [N] */
    double holds;   /* that, or the smaller force at which the sheet behind it buckles [N] */
    bool locks, stubs;
    bool hops; /* it gets over the rise at once */
};

struct quire_lead_verdict quire_lint_judge(const struct quire_lead_edge *w,
                                           const struct quire_lead_meeting *m);

/* What the nips behind a place on a sheet's path, and not farther back than the sheet is long, can
 * push it with [N]. */
double quire_lint_push(const struct quire_system *system, int sheet, double place);

#endif
