/* What media hold. */
#ifndef QUIRE_MODEL_KINDS_MEDIA_H
#define QUIRE_MODEL_KINDS_MEDIA_H

#include "model/object.h"

struct quire_media_params { /* <media> */
    const char *name;
    double grammage, thickness;
    double modulus_md, modulus_cd; /* optional if the stiffness is given */
    /* per width [N*m]; optional, override E t^3/12 */
    double bending_stiffness_md, bending_stiffness_cd;
    double damping_ratio, damping_frequency;
    double axial_damping_time;             /* [s] */
    double modulus_through, poisson_ratio; /* across the thickness [Pa]; NaN: not told */
    double shear_modulus;                  /* in the plane of the sheet [Pa]; optional */
};

extern const struct quire_kind quire_kind_media;

#endif
