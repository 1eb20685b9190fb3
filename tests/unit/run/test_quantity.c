#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include <quire/describe.h>

static double
parsed(const char *text, const char *unit)
{
    double value;
    cr_assert_eq(quire_quantity_parse(&value, text, unit, "--x", NULL), QUIRE_OK, "%s", text);
    return value;
}

Test(quantity, is_read_in_si_with_or_without_a_blank)
{
    cr_assert_eq(parsed("1 g", "kg"), 0.001);
    cr_assert_eq(parsed("1g", "kg"), 0.001);
    cr_assert_eq(parsed("0.5 s", "s"), 0.5);
    cr_assert_eq(parsed("500 mm/s", "m/s"), 0.5);
    cr_assert_eq(parsed("3", ""), 3.0);
}

Test(quantity, of_another_dimension_or_none_is_refused_with_its_name)
{
    static const char *const bad[] = {"",      "g",     "1 m",     "1",      "1,5 s",
                                      "nan s", "1 s s", "0x1p3 s", "1e999 s"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double value = 1.0;
        quire_diag *diag = quire_diag_create();
        cr_assert_eq(quire_quantity_parse(&value, bad[i], "s", "--end", diag), QUIRE_ERROR_USAGE,
                     "'%s'", bad[i]);
        cr_assert(isnan(value));
        cr_assert_eq(quire_diag_count(diag), 1);
        cr_assert_not_null(strstr(quire_diag_get(diag, 0)->text, "--end"));
        quire_diag_destroy(diag);
    }
}
