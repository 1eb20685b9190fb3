#include "law/normal/restitution.h"

#include "math/detmath.h"

#define PI 3.14159265358979323846

/* -factor ln e / sqrt(ln^2 e + square), for e -> 0 factor */
static double
from_logarithm(double e, double factor, double square)
{
    if (e <= 0.0) {
        return factor;
    }
    const double l = quire_log(e);
    return -factor * l / sqrt(l * l + square);
}

double
quire_restitution_tti_fit(double e)
{
    return from_logarithm(e, 2.2664, 10.1354); /* constants of DEMLab */
}

double
quire_restitution_tti_exact(double e)
{
    return from_logarithm(e, sqrt(5.0), PI * PI);
}

double
quire_restitution_hunt_crossley(double e)
{
    return 1.5 * (1.0 - e);
}

double
quire_restitution_gonthier_carvalho_martins(double e)
{
    return e > 1.0 / 3.0 ? 1.5 * (1.0 - e) * (11.0 - e) / (1.0 + 9.0 * e) : (1.0 - e * e) / e;
}

/* x - ln(1 + x), also where the two are nearly equal */
static double
behind_logarithm(double x)
{
    if (fabs(x) > 0.1) {
        return x - quire_log(1.0 + x);
    }
    double sum = 0.0, power = x * x;
    for (int k = 2; k < 20; k++) { /* 0.1^20 is below the last bit of 0.1^2 */
        sum += power / k;
        power *= -x;
    }
    return sum;
}

double
quire_restitution_exact(double e)
{
    /* in u = e D, which is between 0 and 1: b(D) = b(-u), from above at 0 and from below at 1 */
    double low = 0.0, high = 1.0;
    for (int k = 0; e < 1.0 && k < 200; k++) {
        const double u = 0.5 * (low + high);
        if (!(u > low && u < high)) {
            break;
        }
        if (behind_logarithm(u / e) > behind_logarithm(-u)) {
            low = u;
        } else {
            high = u;
        }
    }
    return e < 1.0 ? low / e : 0.0;
}

double
quire_restitution_flores(double e)
{
    return 8.0 * (1.0 - e) / (5.0 * e);
}
