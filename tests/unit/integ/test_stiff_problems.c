/* Stiff problems with known answers (F. Mazzia and C. Magherini, Test Set for Initial Value Problem
 * Solvers, Bari 2008). */
#include <criterion/criterion.h>

#include "stiff_problems.h"

Test(stiff_problems, robertson_is_solved_to_ten_times_the_tolerance)
{
    for (double tolerance = 1e-4; tolerance > 0.5e-8; tolerance *= 0.1) {
        double y[STIFF_MOST];
        struct quire_integrator_stats stats;
        cr_assert(stiff_solve(&stiff_robertson, tolerance, 5, y, &stats));
        const double error = stiff_error(&stiff_robertson, y);
        cr_expect_leq(error, 10 * tolerance, "%g at %g", error, tolerance);
    }
}

Test(stiff_problems, van_der_pol_is_solved_and_better_with_the_tolerance)
{
    double before = 1;

    for (double tolerance = 1e-4; tolerance > 0.5e-8; tolerance *= 0.1) {
        double y[STIFF_MOST];
        struct quire_integrator_stats stats;
        cr_assert(stiff_solve(&stiff_van_der_pol, tolerance, 5, y, &stats));
        const double error = stiff_error(&stiff_van_der_pol, y);
        cr_expect_leq(error, 300 * tolerance, "%g at %g", error, tolerance);
        cr_expect_lt(error, before, "%g after %g", error, before);
        before = error;
    }
}
