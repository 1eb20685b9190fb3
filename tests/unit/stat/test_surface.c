/* Stationary points of surfaces that were made with them. */
#include <criterion/criterion.h>
#include <math.h>

#include "stat/surface.h"

/* y = 7 + sum along_k (axis_k . (x - x0))^2, the axes turned by 30 degrees */
static void
check(const double *along, enum quire_surface_kind kind)
{
    const double c = sqrt(0.75), s = 0.5, x0 = 0.25, y0 = -1.5;
    const double b[4] = {along[0] * c * c + along[1] * s * s, (along[0] - along[1]) * c * s,
                         (along[0] - along[1]) * c * s, along[0] * s * s + along[1] * c * c};
    const double slope[2] = {-2 * (b[0] * x0 + b[1] * y0), -2 * (b[2] * x0 + b[3] * y0)};
    const double constant = 7 + b[0] * x0 * x0 + 2 * b[1] * x0 * y0 + b[3] * y0 * y0;
    double x[2], found[2], axis[4];
    struct quire_surface surface;

    cr_assert(quire_surface_analyse(&surface, 2, constant, slope, b, x, found, axis));
    cr_assert_eq(surface.kind, kind);
    cr_assert_float_eq(surface.value, 7, 1e-13);
    cr_assert_float_eq(found[0], fmin(along[0], along[1]), 1e-13);
    cr_assert_float_eq(found[1], fmax(along[0], along[1]), 1e-13);
    if (kind != QUIRE_SURFACE_RIDGE) {
        cr_assert_float_eq(x[0], x0, 1e-13);
        cr_assert_float_eq(x[1], y0, 1e-13);
    }
    const int first = along[0] < along[1] ? 0 : 1;
    cr_assert_float_eq(fabs(axis[2 * first] * c + axis[2 * first + 1] * s), 1, 1e-13);
}

Test(surface, stationary_points_and_axes)
{
    check((const double[]){2, 0.5}, QUIRE_SURFACE_MINIMUM);
    check((const double[]){-2, -0.5}, QUIRE_SURFACE_MAXIMUM);
    check((const double[]){2, -0.5}, QUIRE_SURFACE_SADDLE);
    check((const double[]){2, 0}, QUIRE_SURFACE_RIDGE);
}

Test(surface, a_plane_is_a_ridge)
{
    const double none[4] = {0}, slope[2] = {1, 2};
    double x[2], along[2], axis[4];
    struct quire_surface surface;

    cr_assert(quire_surface_analyse(&surface, 2, 3, slope, none, x, along, axis));
    cr_assert(surface.kind == QUIRE_SURFACE_RIDGE && surface.value == 3 && x[0] == 0 && x[1] == 0);
}
