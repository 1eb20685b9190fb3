/* How strokes are chained. */
#ifndef QUIRE_CAD_CHAIN_OPTIONS_H
#define QUIRE_CAD_CHAIN_OPTIONS_H

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

#endif
