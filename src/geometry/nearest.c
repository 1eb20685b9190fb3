#include "geometry/nearest.h"

#include <math.h>

static double
dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void
from_to(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = b[i] - a[i];
    }
}

static double
within_unit(double x)
{
    return x > 0 ? fmin(x, 1) : 0;
}

double
quire_nearest_to_segment(const double point[3], const double segment[2][3])
{
    double along[3], to[3];

    from_to(segment[0], segment[1], along);
    from_to(segment[0], point, to);
    const double length2 = dot(along, along),
                 at = length2 > 0 ? within_unit(dot(to, along) / length2) : 0;
    for (int i = 0; i < 3; i++) {
        to[i] -= at * along[i];
    }
    return sqrt(dot(to, to));
}

double
quire_nearest_segments(const double a[2][3], const double b[2][3])
{
    double u[3], v[3], w[3], d[3];

    from_to(a[0], a[1], u);
    from_to(b[0], b[1], v);
    from_to(a[0], b[0], w);
    /* |w + t v - s u|^2 has its minimum inside both, or at an end of one of them */
    const double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), uw = dot(u, w), vw = dot(v, w),
                 square = uu * vv - uv * uv;
    if (square > 0) {
        const double s = (uw * vv - uv * vw) / square, t = (uw * uv - uu * vw) / square;
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
            for (int i = 0; i < 3; i++) {
                d[i] = w[i] + t * v[i] - s * u[i];
            }
            return sqrt(dot(d, d));
        }
    }
    return fmin(fmin(quire_nearest_to_segment(a[0], b), quire_nearest_to_segment(a[1], b)),
                fmin(quire_nearest_to_segment(b[0], a), quire_nearest_to_segment(b[1], a)));
}
