/* From the strokes of a drawing to one outline: joined where their ends meet, smooth where they
 * nearly are. */
#ifndef QUIRE_CAD_CHAIN_H
#define QUIRE_CAD_CHAIN_H

#include "cad/drawing.h"

struct quire_chain_options {
    double join;              /* ends no farther apart are one point [m] */
    double smooth;            /* joints that turn by no more become smooth [rad] */
    double start[2];          /* near this point of the drawing it begins [m]; NaN: see below */
    double scale;             /* how much larger than drawn the strokes are */
    bool reverse;             /* the other way round */
    bool corners;             /* joints may turn by more */
    struct quire_place place; /* for messages */
    const char *object;       /* for messages; may be NULL */
};

/* Chains strokes whose ends meet into `out`, which is empty before and the caller's to clear. Where
 * there are several chains, `start` must tell which, being nearest to one of its ends. The chain
 * runs as its first stroke in the file was drawn, or from the end nearest to `start`; a closed one
 * begins at the joint nearest to it. E-DRAWING, with places in the drawing, where there is nothing,
 * where more than two ends meet, and where ends do not meet or a smooth line has a corner. */
quire_status quire_drawing_chain(struct quire_outline *out, const struct quire_drawing *drawing,
                                 const struct quire_chain_options *options, quire_diag *diag);

#endif
