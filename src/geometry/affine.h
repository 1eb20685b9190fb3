/* Affine maps of the plane: how blocks, groups and clones are placed in a drawing. */
#ifndef QUIRE_GEOMETRY_AFFINE_H
#define QUIRE_GEOMETRY_AFFINE_H

#include <stdbool.h>

/* (x, y) becomes (m[0] x + m[2] y + m[4], m[1] x + m[3] y + m[5]). */
#define QUIRE_AFFINE_IDENTITY                                                                      \
    {                                                                                              \
        1.0, 0.0, 0.0, 1.0, 0.0, 0.0                                                               \
    }

void quire_affine_point(const double m[6], const double p[2], double out[2]);
/* the same without the shift */
void quire_affine_vector(const double m[6], const double v[2], double out[2]);

/* m = m t: t is done first. */
void quire_affine_multiply(double m[6], const double t[6]);

double quire_affine_determinant(const double m[6]);

/* Whether circles stay circles. */
bool quire_affine_is_similarity(const double m[6]);

#endif
