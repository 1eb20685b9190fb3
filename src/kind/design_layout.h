/* What the order of a design's points means to who analyses them. k factors, in the order of the study. */
#ifndef QUIRE_KIND_DESIGN_LAYOUT_H
#define QUIRE_KIND_DESIGN_LAYOUT_H

enum quire_design_layout {
    QUIRE_LAYOUT_FREE,     /* nothing: others can stand beside them */
    QUIRE_LAYOUT_MORRIS,   /* trajectories of k + 1 points; from one to the next one factor is moved */
    QUIRE_LAYOUT_SALTELLI, /* rows of k + 2 points: of sample a, of a with the first, second, ... factor from b, of b */
};

#endif
