/* Noncentral distributions against sums of R's pbeta and pgamma, quadrature, and R's own pf, pchisq
 * and pt (tests/tools/stat-power.R). */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fixtures/references.h"
#include "probability/families.h"
#include "probability/families_noncentral.h"

static struct quire_tails
tails_of(const struct reference_row *row)
{
    const double *v = row->value;

    return strcmp(row->cell[0], "fisher") == 0    ? quire_noncentral_fisher(v[1], v[2], v[3], v[4])
           : strcmp(row->cell[0], "student") == 0 ? quire_noncentral_student(v[1], v[3], v[4])
                                                  : quire_noncentral_chi_square(v[1], v[3], v[4]);
}

Test(noncentral, agrees_with_sums_and_quadrature)
{
    FILE *file = reference_open("noncentral.csv");
    struct reference_row row;
    size_t n = 0;

    for (; reference_next(file, &row); n++) {
        const struct quire_tails t = tails_of(&row);
        const double *v = row.value;
        /* R says that its pf is good to 1e-9 */
        const double error = strcmp(row.cell[0], "fisher") == 0 ? 1e-9 : 1e-11;
        cr_expect(reference_near(t.below, v[5], 1e-10) || fabs(t.below - v[5]) < 1e-14,
                  "%s %g %g %g %g: %.17g, not %.17g", row.cell[0], v[1], v[2], v[3], v[4], t.below,
                  v[5]);
        cr_expect(reference_near(t.above, v[6], 1e-10) || fabs(t.above - v[6]) < 1e-14,
                  "%s %g %g %g %g: %.17g, not %.17g", row.cell[0], v[1], v[2], v[3], v[4], t.above,
                  v[6]);
        cr_expect(fabs(t.below - v[7]) < error, "%s %g %g %g %g: %.17g, not %.17g", row.cell[0],
                  v[1], v[2], v[3], v[4], t.below, v[7]);
    }
    fclose(file);
    cr_assert(n > 500);
}

Test(noncentral, without_noncentrality_they_are_central)
{
    for (double x = 0.1; x < 20; x *= 1.7) {
        cr_expect(reference_near(quire_noncentral_fisher(3, 7, 0, x).above,
                                 quire_above(quire_fisher(3, 7), x), 1e-13));
        cr_expect(reference_near(quire_noncentral_chi_square(3, 0, x).above,
                                 quire_above(quire_chi_square(3), x), 1e-13));
        cr_expect(reference_near(quire_noncentral_student(4, 0, x).above,
                                 quire_above(quire_student(4), x), 1e-13));
        cr_expect(reference_near(quire_noncentral_student(4, 0, -x).below,
                                 quire_above(quire_student(4), x), 1e-13));
    }
}

Test(noncentral, ends)
{
    const struct quire_tails zero = quire_noncentral_fisher(2, 3, 5, 0),
                             far = quire_noncentral_fisher(2, 3, 5, HUGE_VAL),
                             low = quire_noncentral_chi_square(1, 200, 1e-8);

    cr_expect(zero.below == 0 && zero.above == 1);
    cr_expect(far.below == 1 && far.above == 0);
    /* e^-100 P(chi-square of 1 < 1e-8), less 1e-6 of it */
    cr_expect(reference_near(low.below, 3.7200759760e-44 * 7.9788456e-5, 1e-5));
    cr_expect(reference_near(quire_noncentral_fisher(10, 20, 1e5, 1e4).above, 0.5, 0.4));
}
