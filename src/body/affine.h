/* What soft bodies hold. */
#ifndef QUIRE_BODY_AFFINE_H
#define QUIRE_BODY_AFFINE_H

#include "model/object.h"

/* <affine>, <contractile> in <disc>, <roller>, <driver>, <idler>: what it is made of */
struct quire_affine_params {
    double width;                     /* [m] */
    double inner_radius;              /* [m] */
    double shear_modulus;             /* G [Pa] */
    double lame_modulus;              /* Lambda [Pa]; optional: incompressible */
    double viscosity;                 /* [Pa s] */
    double stretch, axis;             /* at t = 0: by how much along which direction [rad] */
    double dilation;                  /* at t = 0: by how much all round */
    double stretch_rate[2];           /* at t = 0: a', b' [1/s] */
    double growth_viscosity;          /* contractile: mu_gamma [Pa s] */
    const struct quire_object *drive; /* contractile: of its contraction; NULL: none */
    double drive_axis;                /* contractile: of its contraction [rad] */
};

extern const struct quire_kind quire_kind_affine, quire_kind_contractile;

#endif
