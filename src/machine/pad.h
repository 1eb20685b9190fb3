/* Pads: discs side by side on a shaft, as which sheets in space touch a roller. Axes: x along the
 * feed, y up, z across (right-handed). Paths, guides and rollers are placed in the plane z = 0 as
 * in planar models, and reach across; angles of misalignment are small turns away from that. */
#ifndef QUIRE_MACHINE_PAD_H
#define QUIRE_MACHINE_PAD_H

#include <stdbool.h>

/* One disc of a roller, as which it touches sheets: a wide roller is several, side by side on one
 * shaft. */
struct quire_pad {
    int roller; /* index among the system's rollers: its laws, its small body */
    /* of its centre from the roller's planar place (carrier.centre at z = 0), as the shaft is
     * tilted; a carriage moves it along the shaft from there by carrier.shift [m] */
    double at[3];
    double axis[3]; /* unit vector of the shaft, axis[2] > 0 */
    double radius;  /* [m] */
    double half;    /* half the width of roller that it stands for [m] */
    double share;   /* of the roller's laws that acts here; those of one roller sum up to 1 */
    bool faces;     /* the other roller of its nip stands opposite */
};

/* It where a carriage has moved it. */
static inline struct quire_pad
quire_pad_shifted(const struct quire_pad *pad, double shift)
{
    struct quire_pad moved = *pad;

    for (int c = 0; c < 3; c++) {
        moved.at[c] += shift * pad->axis[c];
    }
    return moved;
}

#endif
