/* What touches, as observers see it, and where friction holds on. */
#ifndef QUIRE_STATE_TOUCH_H
#define QUIRE_STATE_TOUCH_H

#include <stdbool.h>

#include "machine/contact_law.h"
#include "math/kernel.h"

/* What a spatial touching place adds to quire_touch. */
struct quire_space_touch {
    double z, normal_z;  /* of the sheet's mid-surface [m]; of the normal */
    double lateral;      /* friction on the sheet along the roller's axis, or along z [N] */
    double slip_lateral; /* [m/s] */
    int pad;             /* of the roller that is touched; -1: a guide, which has none */
};

/* One place where something touches, for observers. */
struct quire_touch {
    struct quire_contact_pair pair;
    double x, y; /* of the sheet's mid-line [m] */
    double normal[2];
    double force, friction, limit; /* [N]; friction on the sheet along (-n_y, n_x) */
    double slip, belt;             /* slip taken by the law; belt or overdrive speed [m/s] */
    double overlap;
    double stored;     /* energy [J] */
    double spring;     /* of it, what friction holds on with [J] */
    double creep;      /* the part of the slip that only a regularised law makes [m/s] */
    double push[3];    /* all of the force on a solid [N] */
    double tangent[2]; /* of the sheet, along the feed */
    struct quire_space_touch space; /* in spatial models */
};

/* A touching place where friction holds on to the way slid (kind/law.h, commit), as it was seen
 * last. */
struct quire_slide {
    struct quire_law_memory *grip;
    const struct quire_contact_law *law;
    double share; /* of the law that acts here */
    struct quire_contact_pair pair;
    double rolling; /* speed of elastic creep for each newton of friction [m/(N s)] */
    struct quire_friction_in in;
    /* what is in `in` is along the surface; there is a component across besides */
    bool in_space;
    double slip_across, slid_across; /* [m/s], [m] */
    double way[3];                   /* as in its memory, now; 0: the place tells it */
    bool turned; /* the matrix has its spring without a limit, since it has turned round */
};

/* Touches of resting sheets with each other, which stay as they are while these rest. */
struct quire_kept_touches {
    const bool *rests; /* (n_sheet); NULL: none ever does */
    bool known;        /* false: they are to be found anew */
    struct quire_touch *touch;
    int n, cap;
};

#endif
