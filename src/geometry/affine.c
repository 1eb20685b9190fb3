#include "geometry/affine.h"

#include <math.h>

#define ROUND 1e-12 /* relative */

void
quire_affine_vector(const double m[6], const double v[2], double out[2])
{
    const double x = v[0], y = v[1];
    out[0] = m[0] * x + m[2] * y;
    out[1] = m[1] * x + m[3] * y;
}

void
quire_affine_point(const double m[6], const double p[2], double out[2])
{
    quire_affine_vector(m, p, out);
    out[0] += m[4];
    out[1] += m[5];
}

void
quire_affine_multiply(double m[6], const double t[6])
{
    const double a[6] = {m[0], m[1], m[2], m[3], m[4], m[5]};
    quire_affine_vector(a, t, m);
    quire_affine_vector(a, t + 2, m + 2);
    quire_affine_point(a, t + 4, m + 4);
}

double
quire_affine_determinant(const double m[6])
{
    return m[0] * m[3] - m[1] * m[2];
}

bool
quire_affine_is_similarity(const double m[6])
{
    const double uu = m[0] * m[0] + m[1] * m[1], vv = m[2] * m[2] + m[3] * m[3],
                 uv = m[0] * m[2] + m[1] * m[3];
    return fabs(uu - vv) <= ROUND * uu && fabs(uv) <= ROUND * uu;
}
