/* What the order of a design's points means to who analyses them. k factors, in the order of the
 * study. */
#ifndef QUIRE_KIND_DESIGN_LAYOUT_H
#define QUIRE_KIND_DESIGN_LAYOUT_H

enum quire_design_layout {
    QUIRE_LAYOUT_FREE, /* nothing: others can stand beside them */
    /* trajectories of k + 1 points; from one to the next one factor is moved */
    QUIRE_LAYOUT_MORRIS,
    /* rows of k + 2 points: of sample a, of a with the first, second, ... factor from b, of b */
    QUIRE_LAYOUT_SALTELLI,
    /* rows of 2 k + 2: those of before b, then of b with the first, second, ... factor from a */
    QUIRE_LAYOUT_SALTELLI_SECOND,
};

/* How the runs of one setting of the factors come to their noise. Only draws are random: nothing
 * else lets a probability be inferred. */
enum quire_sampling {
    QUIRE_SAMPLING_NONE,        /* there is no noise */
    QUIRE_SAMPLING_INDEPENDENT, /* drawn for each run */
    /* drawn for each replicate: all settings meet the same draws, or those do that indices compare
     */
    QUIRE_SAMPLING_COMMON,
    /* spread over its distribution by a Latin hypercube or a sequence: the points depend on each
       other */
    QUIRE_SAMPLING_SPREAD,
    QUIRE_SAMPLING_SET, /* set to levels by an outer array */
};

#endif
