#include "law/cover.h"

#include <math.h>

#include "math/detmath.h"

#define PI     3.14159265358979323846
#define POINTS 21

double
quire_cover_hertz(const struct quire_cover *cover, double radius, double load)
{
    const double give = (1 - cover->poisson_ratio * cover->poisson_ratio) / (PI * cover->modulus),
                 width = sqrt(4 * load * radius * give);

    return load * give * (2 * quire_log(4 * radius / width) - 1);
}

/* the load at a penetration; the formula grows with the load as long as the contact is narrow */
static double
hertz_load(const struct quire_cover *cover, double radius, double penetration)
{
    /* a = 2 R */
    const double most =
        radius * PI * cover->modulus / (1 - cover->poisson_ratio * cover->poisson_ratio);
    double low = 1e-12 * most, high = 0.25 * most;

    for (int i = 0; i < 200 && high > low * (1 + 1e-15); i++) {
        const double middle = sqrt(low * high);
        if (quire_cover_hertz(cover, radius, middle) < penetration) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static void
fit_solid(const struct quire_cover *cover, double radius, double *stiffness, double *exponent,
          double *error)
{
    double x[POINTS], y[POINTS], mx = 0, my = 0, xx = 0, xy = 0;

    for (int i = 0; i < POINTS; i++) {
        const double penetration = cover->largest * quire_pow(10, (double)i / (POINTS - 1) - 1);
        x[i] = quire_log(penetration);
        y[i] = quire_log(hertz_load(cover, radius, penetration));
        mx += x[i] / POINTS;
        my += y[i] / POINTS;
    }
    for (int i = 0; i < POINTS; i++) {
        xx += (x[i] - mx) * (x[i] - mx);
        xy += (x[i] - mx) * (y[i] - my);
    }
    *exponent = xy / xx;
    *stiffness = quire_exp(my - *exponent * mx);
    *error = 0;
    for (int i = 0; i < POINTS; i++) {
        *error = fmax(*error, fabs(quire_exp(my + *exponent * (x[i] - mx) - y[i]) - 1));
    }
}

void
quire_cover_power(const struct quire_cover *cover, double radius, double *stiffness,
                  double *exponent, double *error)
{
    const double e = cover->modulus, nu = cover->poisson_ratio, b = cover->thickness;

    *error = 0;
    if (cover->kind == QUIRE_COVER_SOLID) {
        fit_solid(cover, radius, stiffness, exponent, error);
    } else if (cover->kind == QUIRE_COVER_COMPRESSIBLE) {
        const double confined = e * (1 - nu) / ((1 + nu) * (1 - 2 * nu));
        *exponent = 1.5;
        *stiffness = 4 * sqrt(2) / 3 * confined / b * sqrt(radius);
    } else {
        *exponent = 2.5;
        *stiffness = 2 * 36 * sqrt(6) / 15 * (e / 3) * radius * sqrt(radius) / (b * b * b);
    }
}
