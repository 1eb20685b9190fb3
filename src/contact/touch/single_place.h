/* A touching place of a planar sheet by itself: at a corner of a guide, or at the sheet's end. It
 * moves in four ways side by side: with x and y of the place, and of the curve's direction there;
 * what follows them is a form (contact/touch/facing.h). doc/theory/contact-kernel.md, 4 */
#ifndef QUIRE_CONTACT_TOUCH_SINGLE_PLACE_H
#define QUIRE_CONTACT_TOUCH_SINGLE_PLACE_H

#include "contact/place/alone.h"
#include "contact/touch/gate_party.h"

/* As it is kept (state/places.h). */
struct single_place {
    struct place_alone at;
    struct place_change by; /* in the four ways; displacements times cq, velocities times cv */
    int sheet, node;        /* first of three, */
    double b[3], d[3];      /* and how they count in place and direction */
    bool is_on_gate;        /* the rest is looked at alone where it is so */
    struct place_gate gate;
    /* of one that a spring holds: the place's four ways as its own moves, and what changes besides
     */
    quire_v4 back;
    struct place_change swing;
    quire_v4 driven; /* of one that a drive moves: what pushes along its way, by the four ways */
};

#endif
